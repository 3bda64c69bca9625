// An evaluation that is learned from games: the sum of the weights of what
// stands on small groups of cells (patterns), as a seat sees the board (M.
// Buro, From Simple Features to Sophisticated Evaluation Functions, 1998; W.
// Jaskowski, Systematic N-Tuple Networks for Othello Position Evaluation,
// 2014), beside a share of the game's own evaluation.
//
// In games for two it is asked for the seat to move, and the other one has
// minus that. With more seats it is asked for each: the board is turned to that
// seat, all others count as one, and how many of them move before it has a
// weight.
//
// Its unit is the thousandth of a logit in the games that it was learned from,
// at every stage; 0 is one win in as many as play. Between better players fewer
// points decide: how many multiply their odds of winning by e the weights say.
// It computes with integers alone, so it is the same on every machine.
//
// A pattern type is a shape at one place and all places that the board's
// symmetries take it to; these share their weights. A position on n cells is a
// number of n digits: 0 for an empty cell, else 1 + kind for own pieces and
// 1 + kinds + kind for those of others.
//
// Numbers of all patterns at once: a slice of four bits of a plane contributes
// a fixed amount to each number, so their vector is a sum of one table row for
// each slice, which the compiler adds with wide instructions.
//
//   planes   own men   0110 1001 ...        rows of a table, one for each value
//                       |    |              of each slice
//                       |    +-> [ 0, 9, 0, 243, ... ]    a number for
//                       +------> [ 1, 0, 27,  0, ... ]  + each pattern
//                                -------------------
//                      numbers   [ 1, 9, 27, 243, ... ] -> weights -> sum

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "ai/learn/board_geometry.h"
#include "framework/game.h"
#include "framework/planes.h"

namespace boardwalk::ai {

// Points that multiplied the odds by e in the games that were learned from.
inline constexpr int kLearnedPointsPerLogit = 1000;
// The share of the game's own evaluation is in these parts.
inline constexpr int kPlainUnit = 1024;

// How many others move before `seat` where that of `mover` is the next turn.
constexpr int SeatsBefore(int seat, int mover, int num_players) {
  return (seat - mover + num_players) % num_players;
}

// What is on the cells of a pattern type, and where it stands.
struct PatternType {
  // The same number of cells each, in an order such that weights are shared.
  std::vector<CellList> places;
  // Orders of the cells of a place that mean the same, as a symmetry takes the
  // place to itself: the i-th cell goes where the mirror[i]-th is.
  std::vector<std::vector<int>> mirrors = {};

  bool operator==(const PatternType&) const = default;
};

// An evaluation as a file keeps it.
struct LearnedWeights {
  std::string game;         // its canonical name
  uint64_t rules = 0;       // see FingerprintOf
  std::string made_by;      // the command; one line
  std::string admitted_by;  // the test that accepted it; one line
  int points_per_logit = kLearnedPointsPerLogit;  // above 0
  // Of pieces, see planes.h: the first of them. The last one stands for those
  // of the game that come behind it, too.
  int kinds = 1;
  int cells = 0;  // of the board
  // Where each seat sees each cell of the first seat's board, by seat.
  std::vector<CellMap> turned;
  std::vector<PatternType> types;
  // A stage lasts up to that many pieces on the board; the last one is longer.
  std::vector<int> stages;
  struct Stage {
    int plain = 0;  // share of the game's own evaluation, by kPlainUnit
    int turn = 0;   // for the right to move
    // With three and more seats, for waiting while 1, 2, ... others move.
    std::vector<int> waits = {};
    // By type and number: points.
    std::vector<std::vector<int16_t>> weights;
    bool operator==(const Stage&) const = default;
  };
  std::vector<Stage> by_stage;  // one more than `stages`

  int digits() const { return 1 + 2 * kinds; }
  // How many numbers of others may move before a seat that it is asked for, but
  // for none: see Stage::waits.
  size_t num_waits() const { return turned.size() > 2 ? turned.size() - 1 : 0; }
  bool operator==(const LearnedWeights&) const = default;
};

// How many numbers n cells with that many digits have, at most
// kMaxPatternNumbers; a larger result means more than these.
inline constexpr int kMaxPatternNumbers = 1 << 16;
int PatternNumbers(int digits, size_t cells);

// What makes the patterns unusable: cells that do not exist, places of unlike
// sizes, too many of them, mirrors that are no order of their cells, a seat
// that does not see every cell once.
absl::Status CheckPatterns(const LearnedWeights& weights);

// What makes weights with such patterns unusable for a board of that shape:
// another number of cells, more kinds or seats, too many planes, tables of a
// wrong size.
absl::Status CheckFits(const LearnedWeights& weights, const PlaneShape& shape);

// Ready to evaluate. Immutable; const calls are thread-safe.
class LearnedEvaluation {
 public:
  // Errors: those of CheckPatterns and CheckFits.
  static absl::StatusOr<std::shared_ptr<const LearnedEvaluation>> Create(
      const LearnedWeights& weights, const PlaneShape& shape);

  // The evaluation for `seat` of a position with these planes, where the game's
  // own evaluation for it is `plain`, within +-kMaxEvaluation. `before` others
  // move before it. REQUIRES: with two seats, it is to move.
  int Evaluate(const uint64_t* planes, int seat, int plain,
               int before = 0) const;

  // The numbers of all patterns as `seat` sees them, in the order of types and
  // places: what weights are learned for.
  void Numbers(const uint64_t* planes, int seat,
               std::vector<uint16_t>& numbers) const;
  int StageOf(const uint64_t* planes) const;

  int points_per_logit() const { return points_per_logit_; }

  static constexpr size_t kMaxPatterns = 512;

 private:
  static constexpr size_t kSliceBits = 4;
  static constexpr size_t kRows = size_t{1} << kSliceBits;
  static constexpr size_t kMaxWords = 32;  // of all planes
  static constexpr size_t kMaxSlices = kMaxWords * 64 / kSliceBits;
  static constexpr size_t kLane = 16;  // numbers that are added together
  friend absl::Status CheckFits(const LearnedWeights& weights,
                                const PlaneShape& shape);

  // GCC and clang add it as a whole, whatever the machine has.
  using Lane [[gnu::vector_size(2 * kLane)]] = uint16_t;

  // Bits of a word of a seat's own planes, or of those of all others together,
  // which come behind them.
  struct Slice {
    uint16_t word, shift;
  };
  struct Stage {
    int plain = 0;
    // By how many others move before the seat.
    std::array<int, kMaxPlayers> turns{};
    std::vector<int16_t> weights;  // of all types
  };

  LearnedEvaluation() = default;
  void MakeRows(const LearnedWeights& weights, const PlaneShape& shape);
  std::vector<uint16_t> RowsOf(const LearnedWeights& weights,
                               const PlaneShape& shape, int seat) const;
  void AddRows(const uint64_t* planes, int seat, uint16_t* numbers) const;

  int points_per_logit_ = kLearnedPointsPerLogit;
  size_t seats_ = 0;  // that have planes
  size_t words_ = 0;  // of the planes of a seat
  size_t patterns_ = 0;
  size_t lanes_ = 0;  // that hold a number for each pattern
  std::vector<Slice> slices_;
  std::vector<std::vector<uint16_t>> rows_;  // by seat: slice, value, pattern
  std::vector<int> stages_;
  std::vector<Stage> by_stage_;
  std::vector<uint32_t> offsets_;  // by pattern: of its type's weights
};

}  // namespace boardwalk::ai
