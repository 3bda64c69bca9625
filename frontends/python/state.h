// A position as Python sees it: with the actions that led to it.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/any_game.h"

namespace boardwalk::python {

// What OpenSpiel calls the player to move when a game is over.
inline constexpr int kTerminalPlayer = -4;

// The number of a move; an error unless it is one of the listed legal moves, as
// what a player of somebody else returns need not be. REQUIRES: the moves of
// its game have numbers.
absl::StatusOr<int64_t> ActionOf(const AnyState& state, AnyMove move);

// Not thread-safe: Python calls it with the interpreter's lock held.
class State {
 public:
  // REQUIRES: the moves of its game have numbers.
  explicit State(std::shared_ptr<const AnyState> start)
      : start_(std::move(start)), state_(start_->Clone()) {}
  State(const State& other)
      : start_(other.start_),
        state_(other.state_->Clone()),
        history_(other.history_) {}
  State& operator=(const State&) = delete;

  const AnyState& position() const { return *state_; }
  const AnyState& start() const { return *start_; }
  const std::vector<int64_t>& history() const { return history_; }
  // Who played each of these. Plays the game again.
  std::vector<int> Players() const;
  // The names of the cells of the last move (see RenderOptions::paths); empty
  // at the start. Plays the game again.
  std::vector<std::string> LastPath() const;
  // The actions from an earlier state of the same game to this one; none if
  // that is no earlier state: another start, or other actions. Valid until the
  // state changes.
  std::optional<absl::Span<const int64_t>> ActionsSince(
      const State& earlier) const;

  int CurrentPlayer() const {
    return state_->IsTerminal() ? kTerminalPlayer : state_->ToMove();
  }
  // In the order of the game. Valid until the state changes.
  const std::vector<int64_t>& LegalActions() const;
  // An illegal one is an error and changes nothing.
  absl::Status ApplyAction(int64_t action);
  // Plays the game again without its last action, which `action` must be, by
  // `player`.
  absl::Status UndoAction(int player, int64_t action);
  std::unique_ptr<State> Clone() const {
    return std::make_unique<State>(*this);
  }

  absl::StatusOr<std::string> ActionText(int64_t action) const;
  absl::StatusOr<int64_t> ParseAction(absl::string_view text) const;

  // A line "start POSITION" unless the game began at its opening, then a line
  // for each action.
  std::string Serialize() const;
  static absl::StatusOr<std::unique_ptr<State>> Deserialize(
      const AnyGame& game, absl::string_view text);

  // Of the same game and at the same position, however it came there.
  bool operator==(const State& other) const {
    return state_->Equals(*other.state_);
  }

 private:
  // The position before the last action. REQUIRES: there is one.
  std::unique_ptr<AnyState> BeforeLast() const;

  std::shared_ptr<const AnyState> start_;
  std::unique_ptr<AnyState> state_;
  std::vector<int64_t> history_;
  // The legal moves and their numbers, once somebody has asked for them: who
  // plays one need not look for it again.
  mutable bool listed_ = false;
  mutable std::vector<AnyMove> moves_;
  mutable std::vector<int64_t> actions_;
};

}  // namespace boardwalk::python
