// Counts the games of one variant as they pass by.

#ifndef BOARDWALK_FRONTENDS_REPORT_VARIANT_TALLY_H_
#define BOARDWALK_FRONTENDS_REPORT_VARIANT_TALLY_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "frontends/compare/result.h"
#include "frontends/report/summary.h"

namespace boardwalk::report {

// A player's score against those that it met, block by block.
struct FieldScore {
  double mean = 0;
  double variance = 0;  // of the mean
};

// Memory grows with the kinds of blocks, not with their number.
class VariantTally {
 public:
  VariantTally(std::string name, int num_players);

  // The next game, in the order of their ids.
  void Add(const compare::GameSummary& game);

  // What the games added so far say. `rounds` is how many were to be played,
  // `distinct` how many of the games are different.
  VariantSummary Summarize(int64_t rounds, int64_t distinct);

  // Of a player with games in whole blocks; the mean is 1/2 without.
  FieldScore Field(int player) const;

 private:
  // Who sat where, and which seats won, bit s for seat s.
  struct Outcome {
    std::vector<int> players;
    unsigned winners = 0;
    bool operator<(const Outcome& other) const {
      return std::pair(winners, players) <
             std::pair(other.winners, other.players);
    }
  };
  struct Sums {
    int64_t nodes = 0, playouts = 0, depth = 0;
    double seconds = 0, wall_seconds = 0;
  };
  struct Moments {
    double count = 0, sum = 0, squares = 0;
  };

  static Outcome OutcomeOf(const compare::GameSummary& game);
  void CountEnding(const compare::GameSummary& game, const Outcome& outcome);
  void CountSeat(const compare::GameSummary& game, const Outcome& outcome,
                 size_t seat);
  void CountCross(const Outcome& outcome);
  void CountPair(const Outcome& outcome);
  void EndBlock();
  void CountField();

  void RatePlayers(VariantSummary& summary) const;
  void FinishPlayers(VariantSummary& summary) const;
  void FinishPairs(VariantSummary& summary) const;
  Lengths FinishLengths() const;
  void Warn(VariantSummary& summary) const;

  VariantSummary summary_;  // counts so far, players and cross by index
  std::vector<Sums> sums_;
  std::map<std::pair<int, int>, PairRow> pairs_;
  std::map<int64_t, int64_t> lengths_;
  std::map<std::vector<Outcome>, int64_t> block_kinds_;
  std::map<std::pair<int, int>, Moments> field_;  // by pairing and player

  int64_t block_ = -1;  // the one that games are being added to
  int pairing_ = 0;
  std::vector<Outcome> outcomes_;  // of it
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_VARIANT_TALLY_H_
