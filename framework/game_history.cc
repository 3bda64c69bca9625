#include "framework/game_history.h"

#include <utility>

#include "framework/status_macros.h"

namespace boardwalk {

GameHistory::GameHistory(const AnyState& start) : state_(start.Clone()) {
  Add({});
}

const AnyState& GameHistory::StateAt(int ply) const {
  if (ply == at_) return *state_;
  const int checkpoint = ply / interval_;
  const int first = checkpoint * interval_;
  if (ply == first) return *checkpoints_[checkpoint];
  if (visited_ == nullptr || visited_ply_ < first || visited_ply_ > ply) {
    visited_ = checkpoints_[checkpoint]->Clone();
    visited_ply_ = first;
  }
  for (; visited_ply_ < ply; ++visited_ply_) {
    (void)visited_->Apply(MoveAt(visited_ply_));  // known to be legal
  }
  return *visited_;
}

absl::Status GameHistory::Play(AnyMove move) {
  RETURN_IF_ERROR(state_->Apply(move));
  Forget();
  ++at_;
  Add(move);
  return absl::OkStatus();
}

void GameHistory::GoTo(int ply) {
  state_ = StateAt(ply).Clone();
  at_ = ply;
}

Termination GameHistory::AdjudicateAt(int ply, const DrawRules& rules) const {
  const Position& position = positions_[ply];
  if (position.seat < 0) return Termination::kRules;
  if (!game().Info().endless) return Termination::kUnfinished;
  if (position.occurrences >= rules.repetitions) {
    return Termination::kRepetition;
  }
  if (ply >= rules.max_plies) return Termination::kPlyLimit;
  return Termination::kUnfinished;
}

// Forgets what comes after the position that the game stands at.
void GameHistory::Forget() {
  while (last_ply() > at_) {
    const Position& last = positions_.back();
    if (last.previous >= 0) {
      last_with_hash_[last.hash] = last.previous;
    } else {
      last_with_hash_.erase(last.hash);
    }
    positions_.pop_back();
  }
  checkpoints_.resize(at_ / interval_ + 1);
  if (visited_ply_ > at_) visited_.reset();
}

// Adds the position on the board, to which `move` led.
void GameHistory::Add(AnyMove move) {
  Position position{
      .move = move, .hash = state_->Hash(), .seat = state_->ToMove()};
  const auto [last, is_new] = last_with_hash_.try_emplace(position.hash, at_);
  if (!is_new) position.previous = std::exchange(last->second, at_);
  for (int ply = position.previous; ply >= 0; ply = positions_[ply].previous) {
    if (StateAt(ply).Equals(*state_)) {
      position.occurrences = positions_[ply].occurrences + 1;
      break;
    }
  }
  positions_.push_back(position);
  if (at_ % interval_ == 0) AddCheckpoint();
}

void GameHistory::AddCheckpoint() {
  checkpoints_.push_back(state_->Clone());
  if (checkpoints_.size() <= kMaxCheckpoints) return;
  // Every other one will do.
  for (size_t i = 1; 2 * i < checkpoints_.size(); ++i) {
    checkpoints_[i] = std::move(checkpoints_[2 * i]);
  }
  checkpoints_.resize((checkpoints_.size() + 1) / 2);
  interval_ *= 2;
}

}  // namespace boardwalk
