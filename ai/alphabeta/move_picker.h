// The order in which a search tries moves: `History` learns which moves are
// good, `MovePicker` hands out the moves of one node.
//
// Example, given `const Evaluator<Rules>& evaluator`, `State& state`, `int
// ply`, `Move previous`, `Move table_move`, `const History<Move>& history`,
// `MovePicker<Rules>& picker` and `void Try(Move move);`:
//
//   picker.Generate(state);
//   picker.PutFirst(table_move);
//   for (size_t i = 0; i < picker.moves().size(); ++i) {
//     const size_t index =
//         picker.Next(evaluator, state, i, /*ordered=*/true, [&] {
//           return history.At(state.ToMove(), ply, previous);
//         });
//     Try(picker.moves()[index]);
//   }

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <vector>

#include "ai/common/evaluator.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/random.h"

namespace boardwalk::ai {

// a == b, in one comparison where == may compare member by member.
template <typename Move>
bool SameMove(Move a, Move b) {
  return EraseMove(a).bits == EraseMove(b).bits;
}

// Which moves caused cutoffs: killers at the same ply (Akl, Newborn 1977),
// countermoves to the same previous move (Uiterwijk 1992), and the history
// heuristic (Schaeffer 1989). Moves are hashed to few bits, so that the tables
// stay in the processor's cache; moves with the same bits share an entry.
template <typename Move>
class History {
  struct OptionalMove {
    Move move{};
    bool exists = false;
    bool Is(Move other) const { return exists & SameMove(move, other); }
  };
  struct Killers {
    OptionalMove first, second;
  };

 public:
  explicit History(int num_seats)
      : values_(static_cast<size_t>(num_seats) * kSlots),
        countermoves_(kSlots) {}

  // Forgets everything.
  void Clear() {
    std::fill(values_.begin(), values_.end(), int16_t{0});
    std::fill(countermoves_.begin(), countermoves_.end(), OptionalMove{});
    killers_ = {};
  }
  // Keeps what helps with a position a few moves later in the game.
  void NewSearch() {
    for (int16_t& value : values_) value = static_cast<int16_t>(value / 4);
    killers_ = {};
  }

  // What is known at one node.
  class AtNode {
   public:
    // How early to try a move; `score` is its MoveScore.
    int64_t Value(Move move, Score score, bool noisy) const {
      // Sums of products: branches would be mispredicted.
      const int64_t first = killers_.first.Is(move);
      const int64_t second = killers_.second.Is(move);
      return values_[Slot(move)] + kScoreWeight * int64_t{score} +
             kNoisyBonus * int64_t{noisy} + kKillerBonus * first +
             kKillerBonus / 2 * (second & ~first) +
             kCountermoveBonus * int64_t{countermove_.Is(move)};
    }

   private:
    friend class History;
    const int16_t* values_;
    Killers killers_;
    OptionalMove countermove_;
  };
  // For a node at `ply` where `seat` is to move after `previous`.
  AtNode At(int seat, int ply, Move previous) const {
    AtNode node;
    node.values_ = values_.data() + static_cast<size_t>(seat) * kSlots;
    node.killers_ = killers_[ply];
    node.countermove_ = countermoves_[Slot(previous)];
    return node;
  }

  // The history value of a move, from -kMaxValue to kMaxValue.
  int Value(int seat, Move move) const {
    return values_[static_cast<size_t>(seat) * kSlots + Slot(move)];
  }

  // The last move that cut off at this ply; null for none.
  const Move* Killer(int ply) const {
    const OptionalMove& killer = killers_[ply].first;
    return killer.exists ? &killer.move : nullptr;
  }
  void AddKiller(int ply, Move move) {
    Killers& killers = killers_[ply];
    if (killers.first.Is(move)) return;
    killers.second = killers.first;
    killers.first = {move, true};
  }

  // `move` caused a cutoff in a search of `depth` plies.
  void AddCutoff(int seat, int ply, Move previous, Move move, int depth) {
    AddKiller(ply, move);
    countermoves_[Slot(previous)] = {move, true};
    Add(seat, move, Bonus(depth));
  }
  // `move` was tried before the one that caused the cutoff.
  void AddFailure(int seat, Move move, int depth) {
    Add(seat, move, -Bonus(depth));
  }

  static constexpr int kMaxValue = 1 << 14;

 private:
  static constexpr size_t kSlots = 1 << 14;
  static constexpr int64_t kScoreWeight = 32;
  static constexpr int64_t kNoisyBonus = 1 << 15;
  static constexpr int64_t kKillerBonus = 1 << 14;
  static constexpr int64_t kCountermoveBonus = 1 << 12;

  static size_t Slot(Move move) {
    const uint64_t bits = EraseMove(move).bits;
    if constexpr (sizeof(Move) <= 2) {
      // Most such moves are two cells of a board of 64.
      return static_cast<size_t>((bits ^ bits >> 2) & (kSlots - 1));
    } else {
      return static_cast<size_t>(Mix64(bits) >> 50);
    }
  }
  static int Bonus(int depth) { return std::min(16 * depth * depth, 1600); }
  // Old results fade as new ones come, which bounds the value.
  void Add(int seat, Move move, int bonus) {
    int16_t& value = values_[static_cast<size_t>(seat) * kSlots + Slot(move)];
    value = static_cast<int16_t>(value + bonus -
                                 value * std::abs(bonus) / kMaxValue);
  }

  std::vector<int16_t> values_;             // by seat and slot
  std::vector<OptionalMove> countermoves_;  // by the previous move's slot
  std::array<Killers, kMaxPly + 2> killers_{};
};

// Sorts indices by value as they are asked for: the best first, equals by
// index.
class LazySorter {
 public:
  // Removes everything; room for `count`.
  void Clear(size_t count) {
    if (keys_.size() < count) keys_.resize(count);
    size_ = next_ = 0;
  }
  // REQUIRES: |value| < 2^42, index < 2^20.
  void Add(int64_t value, size_t index) {
    keys_[size_++] =
        value * (kLastIndex + 1) + (kLastIndex - static_cast<int64_t>(index));
  }
  // The next index. Most nodes need few: those are found by selection, and only
  // then the rest is sorted. REQUIRES: not more calls than indices.
  size_t Next() {
    if (next_ < kSelected) {
      // The best rises to the front, without a branch to mispredict.
      int64_t* const keys = keys_.data();
      int64_t best = keys[size_ - 1];
      for (size_t i = size_ - 1; i-- > next_;) {
        const int64_t key = keys[i];
        keys[i + 1] = key < best ? key : best;
        best = key < best ? best : key;
      }
      keys[next_] = best;
    } else if (next_ == kSelected) {
      std::sort(keys_.begin() + kSelected,
                keys_.begin() + static_cast<ptrdiff_t>(size_),
                std::greater<>());
    }
    return At(next_++);
  }
  // What the `i`th call of Next returned.
  size_t At(size_t i) const {
    return static_cast<size_t>(kLastIndex - (keys_[i] & kLastIndex));
  }

 private:
  static constexpr int64_t kLastIndex = (1 << 20) - 1;
  static constexpr size_t kSelected = 6;
  std::vector<int64_t> keys_;  // `size_` of them
  size_t size_ = 0;
  size_t next_ = 0;
};

// The moves of one node. Reused from node to node, so that a warm search
// allocates nothing.
template <GameRules R>
class MovePicker {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Moves = MoveListFor<State>;

  // Generates the legal moves of `state`; none of them goes first.
  [[gnu::flatten]] void Generate(const State& state) {
    moves_.clear();
    state.LegalMoves(moves_);
    first_ = moves_.size();
  }
  const Moves& moves() const { return moves_; }

  // Generates the noisy ones, none in games that have no such moves.
  void GenerateNoisy(const State& state) {
    noisy_moves_.clear();
    if constexpr (HasNoisyMoves<State>) state.NoisyMoves(noisy_moves_);
  }
  void ClearNoisy() { noisy_moves_.clear(); }
  const Moves& noisy_moves() const { return noisy_moves_; }

  // Finds out which of `moves()` are noisy.
  void MarkNoisy(const State& state) {
    if constexpr (HasNoisyMoves<State>) {
      GenerateNoisy(state);
      if (noisy_moves_.empty()) return;
      is_noisy_.assign(moves_.size(), 0);
      size_t index = 0;
      for (const Move move : noisy_moves_) {
        while (!SameMove(moves_[index], move)) ++index;
        is_noisy_[index++] = 1;
      }
    }
  }
  // REQUIRES: MarkNoisy has been called; Next does so after the first move.
  bool IsNoisy(size_t index) const {
    if constexpr (HasNoisyMoves<State>) {
      return !noisy_moves_.empty() && is_noisy_[index] != 0;
    } else {
      return false;
    }
  }

  // Makes a move go first, by index or by move; false if there is no such move.
  bool PutFirst(size_t index) {
    if (index >= moves_.size()) return false;
    first_ = index;
    return true;
  }
  bool PutFirst(Move move) {
    const auto found = std::find(moves_.begin(), moves_.end(), move);
    return PutFirst(static_cast<size_t>(found - moves_.begin()));
  }

  // The index of the move to try as the `i`th; REQUIRES: called for 0, 1, 2,
  // ... in turn. With `ordered` by the value that `history()`, a
  // History::AtNode, gives, else in the game's order. Values are computed only
  // when the first move has not cut off.
  template <typename HistoryAtNode>
  size_t Next(const Evaluator<R>& evaluator, State& state, size_t i,
              bool ordered, const HistoryAtNode& history) {
    const bool has_first = first_ < moves_.size();
    if (i == 0 && has_first) return first_;
    if (i == (has_first ? 1 : 0)) {
      MarkNoisy(state);
      if (ordered) Sort(evaluator, state, history());
    }
    if (ordered) return sorter_.Next();
    return has_first && i <= first_ ? i - 1 : i;
  }
  // What Next returned for `i`. REQUIRES: with `ordered`.
  size_t At(size_t i) const {
    if (first_ == moves_.size()) return sorter_.At(i);
    return i == 0 ? first_ : sorter_.At(i - 1);
  }

  // The index of `move` where it is legal and none of `noisy_moves()`, else
  // that behind the last; so for null.
  size_t FindQuiet(const Move* move) const {
    if (move == nullptr) return moves_.size();
    const auto is_it = [move](Move other) { return SameMove(*move, other); };
    if (std::any_of(noisy_moves_.begin(), noisy_moves_.end(), is_it)) {
      return moves_.size();
    }
    return static_cast<size_t>(
        std::find_if(moves_.begin(), moves_.end(), is_it) - moves_.begin());
  }

  // Sorts the noisy moves alone, by MoveScore; then the next of them.
  void SortNoisy(const Evaluator<R>& evaluator, State& state) {
    if (noisy_moves_.size() == 1) return;
    sorter_.Clear(noisy_moves_.size());
    for (size_t i = 0; i < noisy_moves_.size(); ++i) {
      sorter_.Add(evaluator.MoveScore(state, noisy_moves_[i]), i);
    }
  }
  Move NextNoisy() {
    return noisy_moves_[noisy_moves_.size() == 1 ? 0 : sorter_.Next()];
  }

 private:
  template <typename AtNode>
  [[gnu::flatten]] void Sort(const Evaluator<R>& evaluator, State& state,
                             const AtNode& history) {
    sorter_.Clear(moves_.size());
    for (size_t i = 0; i < moves_.size(); ++i) {
      if (i == first_) continue;
      const Move move = moves_[i];
      sorter_.Add(
          history.Value(move, evaluator.MoveScore(state, move), IsNoisy(i)), i);
    }
  }

  Moves moves_;
  size_t first_ = 0;  // the index of the one to try first; size() for none
  LazySorter sorter_;
  Moves noisy_moves_;
  std::vector<uint8_t> is_noisy_;  // by index, if there are any
};

}  // namespace boardwalk::ai
