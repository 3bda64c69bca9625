// Teeko solved: the result of perfect play from every position, by retrograde
// analysis. Tests compare players and evaluations with it. It takes about a
// second and 7 MB. Endless play is a draw.
//
// Example, given `const State& state`:
//
//   const Solver solver(/*placement_only=*/false);
//   ExactValue value = solver.Value(state);

#pragma once

#include <cstdint>
#include <vector>

#include "framework/game.h"
#include "games/teeko/teeko.h"

namespace boardwalk::teeko {

// Immutable and thread-safe.
class Solver {
 public:
  // `placement_only`: the game ends with the eighth mark, as a draw if nobody
  // has won. Otherwise it goes on with moves.
  explicit Solver(bool placement_only);

  // For the side to move, which owns `own`. A game won by the other side is
  // lost in 0 plies. REQUIRES: as many marks of the side to move as of the
  // other, or one less, at most four each, and the side to move owns no goal.
  ExactValue Value(uint32_t own, uint32_t other) const;
  ExactValue Value(const State& state) const {
    const int seat = state.ToMove();
    return Value(state.Marks(seat), state.Marks(1 - seat));
  }

  struct Counts {
    int wins = 0;  // of the side to move
    int losses = 0;
    int draws = 0;
    int longest = 0;  // plies of the longest forced win
    bool operator==(const Counts&) const = default;
  };
  // Over all positions with that many marks, 0 to 8.
  Counts Count(int marks) const;

 private:
  struct Pair {
    uint16_t own;
    uint16_t other;
  };
  // The results are numbers: 0 is a draw, n > 0 a win in n plies, n < 0 a loss
  // in -n - 1.
  int8_t& At(uint32_t own, uint32_t other) {
    return values_[Index(own, other)];
  }
  size_t Index(uint32_t own, uint32_t other) const {
    return static_cast<size_t>(number_[own]) * sets_.size() + number_[other];
  }

  void SolveMovement();
  // One step of the analysis: the positions that are won, or lost, in one ply
  // more than those of `latest`.
  std::vector<Pair> FindWins(const std::vector<Pair>& latest, int plies);
  std::vector<Pair> FindLosses(const std::vector<Pair>& latest, int plies);
  bool AllMovesLose(Pair position) const;
  void SolvePlacement(int marks);

  std::vector<uint16_t> sets_;    // all sets of at most four squares
  std::vector<uint16_t> number_;  // their indices, by set
  std::vector<int8_t> values_;
};

}  // namespace boardwalk::teeko
