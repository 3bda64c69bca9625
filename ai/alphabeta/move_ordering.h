// Which moves to try first: those that cut before at the same ply (killers), in
// answer to the same move (Uiterwijk 1992), or anywhere (the history heuristic,
// Schaeffer 1989), and those that look good.

#ifndef BOARDWALK_AI_ALPHABETA_MOVE_ORDERING_H_
#define BOARDWALK_AI_ALPHABETA_MOVE_ORDERING_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <vector>

#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/random.h"

namespace boardwalk::ai {

// Whether two moves are the same: ==, all at once where that may go part by
// part, for it is asked of move after move and mostly in vain.
template <typename Move>
bool SameMove(Move a, Move b) {
  return EraseMove(a).bits == EraseMove(b).bits;
}

// The moves of a node by merit, the best first, equals in the game's order.
class RankedIndices {
 public:
  // Forgets all, for at most `count` moves.
  void Clear(size_t count) {
    if (keys_.size() < count) keys_.resize(count);
    size_ = next_ = 0;
  }
  // REQUIRES: |merit| < 2^42, index < 2^20.
  void Add(int64_t merit, size_t index) {
    keys_[size_++] =
        merit * (kLastIndex + 1) + (kLastIndex - static_cast<int64_t>(index));
  }
  // The one that the `i`th call of Next has given.
  size_t At(size_t i) const {
    return static_cast<size_t>(kLastIndex - (keys_[i] & kLastIndex));
  }
  // The next index. The first few are looked for one by one, for most nodes
  // want no more; then the rest is sorted. REQUIRES: not more calls than moves.
  size_t Next() {
    if (next_ < kPicked) {
      // The best rises to the front, without a branch to be guessed wrongly.
      int64_t* const keys = keys_.data();
      int64_t best = keys[size_ - 1];
      for (size_t i = size_ - 1; i-- > next_;) {
        const int64_t key = keys[i];
        keys[i + 1] = key < best ? key : best;
        best = key < best ? best : key;
      }
      keys[next_] = best;
    } else if (next_ == kPicked) {
      std::sort(keys_.begin() + kPicked,
                keys_.begin() + static_cast<ptrdiff_t>(size_),
                std::greater<>());
    }
    return At(next_++);
  }

 private:
  static constexpr int64_t kLastIndex = (1 << 20) - 1;
  static constexpr size_t kPicked = 6;
  std::vector<int64_t> keys_;  // `size_` of them
  size_t size_ = 0;
  size_t next_ = 0;
};

// What cut before. Moves are told apart by few bits, so that the tables stay in
// the processor's cache.
template <typename Move>
class CutMemory {
  struct Answer {
    Move move{};
    bool known = false;
    bool Is(Move other) const { return known & SameMove(move, other); }
  };
  struct Killers {
    Answer first, second;
  };

 public:
  explicit CutMemory(int num_seats)
      : history_(static_cast<size_t>(num_seats) * kPlaces), answers_(kPlaces) {}

  // Forgets everything.
  void Clear() {
    std::fill(history_.begin(), history_.end(), int16_t{0});
    std::fill(answers_.begin(), answers_.end(), Answer{});
    killers_ = {};
  }
  // Keeps what helps with the position a few moves on.
  void NewSearch() {
    for (int16_t& value : history_) value = static_cast<int16_t>(value / 4);
    killers_ = {};
  }

  // Judges the moves of one node.
  class Judge {
   public:
    // `score` is the move's MoveScore.
    int64_t Merit(Move move, Score score, bool noisy) const {
      // Sums of products, for branches would be guessed wrongly.
      const int64_t first = killers_.first.Is(move);
      const int64_t second = killers_.second.Is(move);
      const int64_t merit =
          history_[Place(move)] + kScoreWeight * int64_t{score} +
          kNoisyBonus * int64_t{noisy} + kKillerBonus * first +
          kKillerBonus / 2 * (second & ~first) +
          kAnswerBonus * int64_t{answer_.Is(move)};
      return merit;
    }

   private:
    friend class CutMemory;
    const int16_t* history_;
    Killers killers_;
    Answer answer_;
  };
  // For a node at `ply` where `seat` moves in answer to `previous`.
  Judge JudgeAt(int seat, int ply, Move previous) const {
    Judge judge;
    judge.history_ = history_.data() + static_cast<size_t>(seat) * kPlaces;
    judge.killers_ = killers_[ply];
    judge.answer_ = answers_[Place(previous)];
    return judge;
  }

  // -kMaxHistory to kMaxHistory.
  int History(int seat, Move move) const {
    return history_[static_cast<size_t>(seat) * kPlaces + Place(move)];
  }

  // Notes that `move` cut at `depth` plies above the horizon.
  void NoteCut(int seat, int ply, Move previous, Move move, int depth) {
    Killers& killers = killers_[ply];
    if (!killers.first.Is(move)) {
      killers.second = killers.first;
      killers.first = {move, true};
    }
    answers_[Place(previous)] = {move, true};
    Adjust(seat, move, Bonus(depth));
  }
  // Notes that it was tried before the one that cut, in vain.
  void NoteFailure(int seat, Move move, int depth) {
    Adjust(seat, move, -Bonus(depth));
  }

  static constexpr int kMaxHistory = 1 << 14;

 private:
  static constexpr size_t kPlaces = 1 << 14;
  static constexpr int64_t kScoreWeight = 32;
  static constexpr int64_t kNoisyBonus = 1 << 15;
  static constexpr int64_t kKillerBonus = 1 << 14;
  static constexpr int64_t kAnswerBonus = 1 << 12;

  static size_t Place(Move move) {
    const uint64_t bits = EraseMove(move).bits;
    if constexpr (sizeof(Move) <= 2) {
      // From one cell to another, of 64 on many boards.
      return static_cast<size_t>((bits ^ bits >> 2) & (kPlaces - 1));
    } else {
      return static_cast<size_t>(Mix64(bits) >> 50);
    }
  }
  static int Bonus(int depth) { return std::min(16 * depth * depth, 1600); }
  // Old cuts fade as new ones come, so that values stay within bounds.
  void Adjust(int seat, Move move, int bonus) {
    int16_t& value =
        history_[static_cast<size_t>(seat) * kPlaces + Place(move)];
    value = static_cast<int16_t>(value + bonus -
                                 value * std::abs(bonus) / kMaxHistory);
  }

  std::vector<int16_t> history_;  // by seat and place
  std::vector<Answer> answers_;   // by the place of the move before
  std::array<Killers, kMaxPly + 2> killers_{};
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_MOVE_ORDERING_H_
