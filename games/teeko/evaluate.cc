#include "games/teeko/evaluate.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace boardwalk::teeko {
namespace {

constexpr uint32_t Lowest(uint32_t squares) { return squares & (~squares + 1); }

// Calls `found(after, square)` for every set that `marks` can become: one of
// them goes to `square`, or one more is placed there while there are fewer than
// four.
template <typename Found>
void ForEachMove(uint32_t marks, const Found& found) {
  const auto go = [&found](uint32_t rest, uint32_t squares) {
    for (; squares != 0; squares &= squares - 1) {
      const uint32_t square = Lowest(squares);
      found(rest | square, square);
    }
  };
  if (std::popcount(marks) < kMarksPerSide) {
    go(marks, kAllSquares & ~marks);
    return;
  }
  for (uint32_t left = marks; left != 0; left &= left - 1) {
    const uint32_t around = Neighbours(std::countr_zero(left));
    go(marks & ~Lowest(left), around & ~marks);
  }
}

// Removes the sets that contain another one: they add nothing.
std::vector<uint32_t> Minimal(std::vector<uint32_t> sets) {
  std::sort(sets.begin(), sets.end());
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  std::vector<uint32_t> minimal;
  for (const uint32_t set : sets) {
    const bool contains = std::any_of(
        sets.begin(), sets.end(),
        [set](uint32_t other) { return other != set && (other & ~set) == 0; });
    if (!contains) minimal.push_back(set);
  }
  return minimal;
}

}  // namespace

Chances::Chances(bool placement_only) {
  NumberSets();
  for (Forks& forks : forks_) forks.words.fill(~uint64_t{0});
  for (uint32_t marks = 0; marks <= kAllSquares; ++marks) {
    const bool moves = std::popcount(marks) == kMarksPerSide;
    if (std::popcount(marks) > kMarksPerSide) continue;
    if (!(placement_only && moves)) FindWinningSquares(marks);
  }
  for (uint32_t marks = 0; marks <= kAllSquares; ++marks) {
    if (std::popcount(marks) <= kMarksPerSide) FindForks(marks);
  }
}

void Chances::NumberSets() {
  std::array<int, kMarksPerSide + 1> bytes_with{};  // at most so many bits
  for (int bits = 0, order = 0; bits <= kMarksPerSide; ++bits) {
    for (unsigned low = 0; low < 256; ++low) {
      if (std::popcount(low) == bits) {
        order_[low] = static_cast<uint8_t>(order++);
      }
    }
    bytes_with[bits] = order;
  }
  int number = 0;
  for (unsigned high = 0; high < 256; ++high) {
    const int rest = kMarksPerSide - std::popcount(high);
    if (rest < 0) continue;
    first_[high] = static_cast<uint16_t>(number);
    number += bytes_with[rest];
  }
  assert(number == kSets);
}

void Chances::FindWinningSquares(uint32_t marks) {
  Squares& squares = squares_[Number(marks)];
  ForEachMove(marks, [&squares](uint32_t after, uint32_t square) {
    squares.reached = static_cast<uint16_t>(squares.reached | square);
    if (IsGoal(after)) {
      squares.winning = static_cast<uint16_t>(squares.winning | square);
    }
  });
}

void Chances::FindForks(uint32_t marks) {
  std::vector<uint32_t> forks;
  const bool moves = std::popcount(marks) == kMarksPerSide;
  ForEachMove(marks, [&](uint32_t after, uint32_t square) {
    if (IsGoal(after)) return;
    for (uint32_t one = squares_[Number(after)].winning; one != 0;
         one &= one - 1) {
      const uint32_t needed = square | Lowest(one);
      // During placement the other side can always place a mark there.
      if (moves) {
        forks.push_back((needed | Neighbours(std::countr_zero(one))) & ~marks);
      }
      for (uint32_t two = one & (one - 1); two != 0; two &= two - 1) {
        forks.push_back((needed | Lowest(two)) & ~marks);
      }
    }
  });
  forks = Minimal(std::move(forks));
  // If there are too many, those that need the fewest squares are kept. Only
  // sets of fewer than four marks have too many.
  std::stable_sort(forks.begin(), forks.end(), [](uint32_t a, uint32_t b) {
    return std::popcount(a) < std::popcount(b);
  });
  if (forks.size() > kMaxForks) forks.resize(kMaxForks);
  for (size_t i = 0; i < forks.size(); ++i) {
    const uint64_t unused = uint64_t{kAllSquares} << 16 * (i % 4);
    uint64_t& word = forks_[Number(marks)].words[i / 4];
    word = (word & ~unused) | uint64_t{forks[i]} << 16 * (i % 4);
  }
}

}  // namespace boardwalk::teeko
