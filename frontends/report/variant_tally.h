// The games of one variant, counted as they are read.
//
// Example, given `const comparison::GameSummary& game` and
// `const Block& block`:
//
//   VariantTally tally(/*players=*/3);
//   tally.AddGame(game);    // each game
//   tally.AddBlock(block);  // each block, unfinished ones too
//   const VariantSummary summary = tally.Finish(/*seats=*/2);

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "frontends/comparison/result.h"
#include "frontends/report/blocks.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/report/head_to_head.h"
#include "frontends/statistics/elo.h"
#include "frontends/statistics/ratings.h"

namespace boardwalk::report {

// A number in millionths: players are ranked by these, so that rounding errors
// do not order them.
int64_t InMillionths(double number);

// Numbers added up, for their mean and variance.
struct Moments {
  double sum = 0, squares = 0;

  void Add(double number) {
    sum += number;
    squares += number * number;
  }
};

// The mean score of a player against all the others that it met in one variant.
// It makes variants of two and of six seats comparable.
//
// The pairings are planned, not drawn at random, so the variance is that of
// blocks of the same pairing, pooled over the pairings. Four blocks of the
// greatest variance for equal players (1/4, as the mean is 1/2) are added, in
// the manner of Agresti and Coull (1998): few results, or results that are all
// the same, must not promise certainty.
class FieldScore {
 public:
  // For scores whose mean would be `equal` if all were equal.
  explicit FieldScore(double equal = 0.5) : equal_(equal) {}

  // The blocks of a pairing: their number and scores in [0, 1].
  // REQUIRES: blocks >= 1.
  void Add(int64_t blocks, const Moments& scores);

  bool empty() const { return blocks_ == 0; }
  // In [0, 1]; 1/2 without blocks.
  double Mean() const { return empty() ? 0.5 : sum_ / blocks_; }
  // The variance of the mean; 0 without blocks.
  double Variance() const;

 private:
  double equal_;
  double pairings_ = 0;
  double blocks_ = 0;
  double sum_ = 0;
  double deviations_ = 0;  // squared, within pairings
};

// The whole blocks of one pairing. A block that repeats the games of an
// earlier one is not counted: deterministic players that start from the same
// position play the same game again, which is no evidence. Where players choose
// at random, games that are the same by chance are left out, too; the intervals
// are then slightly too wide, never too narrow.
class PairingTally {
 public:
  // REQUIRES: a whole block, of the same players each time.
  void Add(const Block& block);

  // Blocks with new games. Everything below is about these.
  int64_t blocks() const { return static_cast<int64_t>(seen_.size()); }
  int64_t repeats() const { return repeats_; }

  // Appends each kind of block with its count. All games of a block have the
  // same players, so the likelihood depends only on the sum of each player's
  // credit; every stage gets the mean of it.
  void AppendBlocks(std::vector<statistics::CountedBlock>& blocks) const;
  // For two players in two seats, as the player with the lower number sees it.
  statistics::PairCounts Pairs() const;
  // By player, the scores of its blocks against the others in them: for each
  // pair of seats 1 for ahead, 1/2 for level, 0 for behind, averaged over the
  // block. None of a player that only meets itself.
  const std::map<int, Moments>& scores() const { return scores_; }
  // By seat, its scores in the games of each block.
  const std::vector<Moments>& seat_scores() const { return seat_scores_; }
  // Adds the differences of every two of its players.
  void AddMeetings(HeadToHeads& meetings) const;
  // Whether it is one of two players in two seats.
  bool OfTwo() const { return seats_ == std::vector<int>{1, 1}; }

 private:
  void AddScores(const Block& block);
  void AddSeats(const Block& block);

  std::vector<int> players_;  // each once, ascending
  std::vector<int> seats_;    // how many each has
  // By the credit of the players in a block, in parts of kPoint.
  std::map<std::vector<int>, int64_t> kinds_;
  std::map<int, Moments> scores_;
  std::vector<Moments> seat_scores_;
  absl::flat_hash_set<uint64_t> seen_;  // the fingerprints of the blocks
  int64_t repeats_ = 0;
};

// Ratings by player. Draws some hundred bootstrap samples.
std::vector<statistics::Rating> RateBlocks(
    int players, const std::vector<statistics::CountedBlock>& blocks);

class VariantTally {
 public:
  explicit VariantTally(int players);

  // REQUIRES: its players are in [0, players); its round is not before that of
  // the game before.
  void AddGame(const comparison::GameSummary& game);
  void AddBlock(const Block& block);

  // All that follows from the games: all but the name, the number of planned
  // games, of different games and of openings, and the warnings. Every player
  // gets a row. Draws some hundred bootstrap samples.
  VariantSummary Finish(int seats) const;

  // The whole blocks, for RateBlocks.
  std::vector<statistics::CountedBlock> Blocks() const;
  // By player.
  std::vector<FieldScore> FieldScores() const;
  HeadToHeads Meetings() const;
  // By seat; none without whole blocks.
  std::vector<SeatScore> SeatScores(int seats) const;

 private:
  struct SeatSums {
    PlayerRow row;
    int64_t credit = 0;  // in parts of kPoint
    double expected = 0;
    int64_t turns = 0;
    double seconds = 0, wall_seconds = 0;
    int64_t nodes = 0, playouts = 0, depth = 0;
  };

  void AddSeat(const comparison::GameSummary& game, const Outcome& outcome,
               int seat);
  void AddCross(const Outcome& outcome);
  size_t CrossIndex(int row, int column) const {
    return static_cast<size_t>(row) * players_.size() +
           static_cast<size_t>(column);
  }
  Lengths SummarizeLengths() const;
  std::vector<statistics::Rating> Ratings() const;
  std::vector<PlayerRow> Rows() const;
  std::vector<PairRow> Pairs(const std::vector<PlayerRow>& rows) const;

  std::vector<SeatSums> players_;
  std::vector<CrossCell> cross_;                       // by CrossIndex
  std::map<std::vector<int>, PairingTally> pairings_;  // by players, ascending
  std::map<int64_t, int64_t> lengths_;                 // games by their plies
  int64_t last_round_ = -1;
  // Has the numbers that are counted game by game and block by block.
  VariantSummary counts_;
};

}  // namespace boardwalk::report
