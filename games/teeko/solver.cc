#include "games/teeko/solver.h"

#include <algorithm>
#include <bit>

#include "framework/bits.h"
#include "games/teeko/board.h"

namespace boardwalk::teeko {
namespace {

constexpr int8_t kLostNow = -1;

// Calls `found` with `marks` after each move of one of them. Every move can be
// reversed, so these are also the sets from which `marks` can be reached.
template <typename Found>
void ForEachMove(uint32_t marks, uint32_t others, const Found& found) {
  for (uint32_t left = marks; left != 0; left &= left - 1) {
    const int from = std::countr_zero(left);
    const uint32_t rest = marks & ~(1u << from);
    for (uint32_t to = Neighbours(from) & ~(marks | others); to != 0;
         to &= to - 1) {
      found(rest | (to & (~to + 1)));
    }
  }
}

// The mover's result, given that of the position after the move.
int8_t Before(int8_t after) {
  if (after == 0) return 0;
  return static_cast<int8_t>(after > 0 ? -after - 2 : -after);
}

// Wins before draws before losses, sooner wins and later losses first.
bool Better(int8_t a, int8_t b) {
  const auto rank = [](int value) {
    return value > 0 ? 100 - value : value < 0 ? -100 - value : 0;
  };
  return rank(a) > rank(b);
}

}  // namespace

Solver::Solver(bool placement_only) : number_(size_t{1} << kSquares) {
  for (uint32_t set = 0; set <= kAllSquares; ++set) {
    if (std::popcount(set) > kMarksPerSide) continue;
    number_[set] = static_cast<uint16_t>(sets_.size());
    sets_.push_back(static_cast<uint16_t>(set));
  }
  values_.resize(sets_.size() * sets_.size());
  for (const uint16_t goal : kGoals) {
    for (const uint16_t own : sets_) {
      if ((own & goal) == 0 && !IsGoal(own)) At(own, goal) = kLostNow;
    }
  }
  if (!placement_only) SolveMovement();
  for (int marks = 2 * kMarksPerSide - 1; marks >= 0; --marks) {
    SolvePlacement(marks);
  }
}

void Solver::SolveMovement() {
  std::vector<Pair> latest;
  for (const uint16_t goal : kGoals) {
    for (const uint16_t own : sets_) {
      const bool full = std::popcount(own) == kMarksPerSide;
      if (full && At(own, goal) == kLostNow) latest.push_back({own, goal});
    }
  }
  for (int plies = 1; !latest.empty(); ++plies) {
    latest =
        plies % 2 == 1 ? FindWins(latest, plies) : FindLosses(latest, plies);
  }
}

std::vector<Solver::Pair> Solver::FindWins(const std::vector<Pair>& latest,
                                           int plies) {
  std::vector<Pair> won;
  for (const Pair lost : latest) {
    ForEachMove(lost.other, lost.own, [&](uint32_t mover) {
      int8_t& value = At(mover, lost.own);
      if (value != 0 || IsGoal(mover) || IsGoal(lost.own)) return;
      value = static_cast<int8_t>(plies);
      won.push_back({static_cast<uint16_t>(mover), lost.own});
    });
  }
  return won;
}

std::vector<Solver::Pair> Solver::FindLosses(const std::vector<Pair>& latest,
                                             int plies) {
  std::vector<Pair> lost;
  for (const Pair won : latest) {
    ForEachMove(won.other, won.own, [&](uint32_t mover) {
      const Pair position = {static_cast<uint16_t>(mover), won.own};
      int8_t& value = At(mover, won.own);
      if (value != 0 || IsGoal(mover) || !AllMovesLose(position)) return;
      value = static_cast<int8_t>(-plies - 1);
      lost.push_back(position);
    });
  }
  return lost;
}

bool Solver::AllMovesLose(Pair position) const {
  bool all = true;
  ForEachMove(position.own, position.other, [&](uint32_t moved) {
    all = all && values_[Index(position.other, moved)] > 0;
  });
  return all;
}

void Solver::SolvePlacement(int marks) {
  for (const uint16_t own : sets_) {
    if (std::popcount(own) != marks / 2) continue;
    for (const uint16_t other : sets_) {
      const bool fits = std::popcount(other) == marks - marks / 2;
      if (!fits || (own & other) != 0 || At(own, other) == kLostNow) continue;
      int8_t best = kLostNow;
      for (uint32_t to = kAllSquares & ~(own | other); to != 0; to &= to - 1) {
        const int8_t value = Before(At(other, own | (to & (~to + 1))));
        if (Better(value, best)) best = value;
      }
      At(own, other) = best;
    }
  }
}

ExactValue Solver::Value(uint32_t own, uint32_t other) const {
  const int8_t value = values_[Index(own, other)];
  if (value == 0) return {};
  return value > 0 ? ExactValue{1, value} : ExactValue{-1, -value - 1};
}

Solver::Counts Solver::Count(int marks) const {
  Counts counts;
  for (const uint16_t own : sets_) {
    if (std::popcount(own) != marks / 2 || IsGoal(own)) continue;
    for (const uint16_t other : sets_) {
      if (std::popcount(other) != marks - marks / 2 || (own & other) != 0) {
        continue;
      }
      const ExactValue value = Value(own, other);
      if (value.outcome > 0) {
        ++counts.wins;
        counts.longest = std::max(counts.longest, value.plies);
      } else {
        ++(value.outcome < 0 ? counts.losses : counts.draws);
      }
    }
  }
  return counts;
}

}  // namespace boardwalk::teeko
