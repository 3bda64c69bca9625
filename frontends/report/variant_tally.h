// The games of one variant, counted as they are read.
//
// Example, given `const tournament::GameSummary& game` and
// `const Block& block`:
//
//   VariantTally tally(/*players=*/3);
//   tally.AddGame(game);    // each game
//   tally.AddBlock(block);  // each block, broken ones too
//   VariantSummary summary;
//   tally.Finish(summary);

#ifndef BOARDWALK_FRONTENDS_REPORT_VARIANT_TALLY_H_
#define BOARDWALK_FRONTENDS_REPORT_VARIANT_TALLY_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "framework/record.h"
#include "frontends/report/field_score.h"
#include "frontends/report/lengths.h"
#include "frontends/report/outcome.h"
#include "frontends/report/pairing_tally.h"
#include "frontends/report/summary.h"
#include "frontends/tournament/result.h"

namespace boardwalk::report {

class VariantTally {
 public:
  explicit VariantTally(int players);

  // REQUIRES: its players are in [0, players).
  void AddGame(const tournament::GameSummary& game);
  void AddBlock(const Block& block);

  // Fills in all that follows from games: everything but the name, what was
  // planned, the counts of different games and openings, the warnings.
  // `summary.seats` is set. Every player has a row. Takes the time of some
  // hundred bootstrap samples.
  void Finish(VariantSummary& summary) const;

  // Of each player against the others.
  std::vector<FieldScore> FieldScores() const;

 private:
  struct SeatSums {
    PlayerRow row;
    int64_t credit = 0;  // in parts of kPoint
    double expected = 0;
    double seconds = 0, wall_seconds = 0;
    int64_t nodes = 0, playouts = 0, depth = 0;
  };

  void AddSeat(const tournament::GameSummary& game, const Outcome& outcome,
               int seat);
  void AddCross(const Outcome& outcome);
  CrossCell& Cross(int row, int column) {
    return cross_[static_cast<size_t>(row) * players_.size() +
                  static_cast<size_t>(column)];
  }
  const CrossCell& Cross(int row, int column) const {
    return cross_[static_cast<size_t>(row) * players_.size() +
                  static_cast<size_t>(column)];
  }
  int64_t CountOf(Termination termination) const {
    return terminations_[static_cast<size_t>(termination)];
  }
  std::vector<PlayerRow> Rows() const;
  std::vector<statistics::Rating> Ratings() const;
  std::vector<PairRow> Pairs(const std::vector<PlayerRow>& rows) const;

  std::vector<SeatSums> players_;
  std::vector<CrossCell> cross_;  // rows of players_.size()
  std::map<std::vector<int>, PairingTally> pairings_;  // by players, ascending
  LengthCounter lengths_;
  std::vector<int64_t> terminations_;
  int64_t games_ = 0, rounds_ = 0, draws_ = 0;
  int64_t blocks_ = 0, broken_blocks_ = 0;
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_VARIANT_TALLY_H_
