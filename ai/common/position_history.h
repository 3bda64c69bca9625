// The positions before the current one, for players that count a position which
// comes back as a draw: those of the game, and those of the path of a search.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "framework/game_adapter.h"

namespace boardwalk::ai {

// The positions that a game has been through, by RepetitionHash.
template <GameRules R>
class PositionHistory {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  void Start(const State& state) {
    hashes_.clear();
    now_.emplace(state);
  }

  // Follows a move of the game. After an illegal move, the history is empty
  // until the next Start.
  void Observe(Move move) {
    if (!now_ || now_->IsTerminal()) return;
    MoveListFor<State> moves;
    now_->LegalMoves(moves);
    if (std::find(moves.begin(), moves.end(), move) == moves.end()) {
      now_.reset();
      hashes_.clear();
      return;
    }
    hashes_.push_back(RepetitionHash(*now_));
    now_->Apply(move);
  }

  // Follows a seat that drops out, where that can be.
  void ObserveDropOut() {
    if constexpr (HasDropOut<State>) {
      if (!now_ || now_->IsTerminal()) return;
      hashes_.push_back(RepetitionHash(*now_));
      now_->DropOut();
    }
  }

  // The hashes of the positions before `state`; empty if `state` is not the
  // game's current position. Valid until the next move.
  absl::Span<const uint64_t> Before(const State& state) const {
    if (!now_ || !(*now_ == state)) return {};
    return hashes_;
  }

 private:
  std::optional<State> now_;  // the current position; unset if unknown
  std::vector<uint64_t> hashes_;
};

// The hashes of the positions on the path of a search, the game's past
// included. A lookup costs one access to the cache.
class RepetitionHistory {
 public:
  // Makes room for `size` positions, so that pushing them allocates nothing.
  void Reserve(size_t size) { hashes_.reserve(size); }
  // Restarts with the game's past and the root of a search.
  void Start(absl::Span<const uint64_t> past, uint64_t root) {
    Clear();
    for (const uint64_t hash : past) Push(hash);
    Push(root);
  }
  void Clear() {
    hashes_.clear();
    counts_ = {};
  }
  void Push(uint64_t hash) {
    hashes_.push_back(hash);
    ++counts_[Slot(hash)];
  }
  // REQUIRES: not empty.
  void Pop() {
    --counts_[Slot(hashes_.back())];
    hashes_.pop_back();
  }
  // Pops until at most `size` positions are left.
  void PopTo(size_t size) {
    while (hashes_.size() > size) Pop();
  }
  size_t size() const { return hashes_.size(); }
  bool Has(uint64_t hash) const {
    // While the path is short, its slot is nearly always empty.
    return counts_[Slot(hash)] != 0 &&
           std::find(hashes_.rbegin(), hashes_.rend(), hash) != hashes_.rend();
  }

 private:
  static constexpr size_t kSlots = 4096;
  static size_t Slot(uint64_t hash) { return hash % kSlots; }

  std::vector<uint64_t> hashes_;
  std::array<uint16_t, kSlots> counts_{};
};

}  // namespace boardwalk::ai
