#include "frontends/python/state.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::python {
namespace {

constexpr absl::string_view kStart = "start ";

}  // namespace

absl::StatusOr<int64_t> ActionOf(const AnyState& state, AnyMove move) {
  std::vector<AnyMove> moves;
  std::vector<int64_t> actions;
  state.ListActions(moves, actions);
  const auto at = std::find(moves.begin(), moves.end(), move);
  if (at == moves.end()) {
    return absl::FailedPreconditionError(
        absl::StrCat(state.FormatMove(move), " is no move with a number in ",
                     OneLine(state.FormatPosition())));
  }
  return actions[at - moves.begin()];
}

std::vector<int> State::Players() const {
  std::vector<int> players;
  const std::unique_ptr<AnyState> state = start_->Clone();
  for (const int64_t action : history_) {
    players.push_back(state->ToMove());
    state->ApplyAction(action).IgnoreError();  // it was legal
  }
  return players;
}

std::vector<std::string> State::LastPath() const {
  if (history_.empty()) return {};
  const std::unique_ptr<AnyState> before = BeforeLast();
  const auto move = before->MoveOfAction(history_.back());
  return move.ok() ? before->Path(*move) : std::vector<std::string>();
}

std::unique_ptr<AnyState> State::BeforeLast() const {
  std::unique_ptr<AnyState> state = start_->Clone();
  for (size_t i = 0; i + 1 < history_.size(); ++i) {
    state->ApplyAction(history_[i]).IgnoreError();  // it was legal
  }
  return state;
}

std::optional<absl::Span<const int64_t>> State::ActionsSince(
    const State& earlier) const {
  const size_t before = earlier.history_.size();
  if (before > history_.size() ||
      !std::equal(earlier.history_.begin(), earlier.history_.end(),
                  history_.begin())) {
    return std::nullopt;
  }
  // Clones of a state share its start.
  if (start_ != earlier.start_ && !start_->Equals(*earlier.start_)) {
    return std::nullopt;
  }
  return absl::MakeConstSpan(history_).subspan(before);
}

const std::vector<int64_t>& State::LegalActions() const {
  if (!listed_) state_->ListActions(moves_, actions_);
  listed_ = true;
  return actions_;
}

absl::Status State::ApplyAction(int64_t action) {
  LegalActions();
  const auto at = std::find(actions_.begin(), actions_.end(), action);
  if (at == actions_.end()) return state_->MoveOfAction(action).status();
  state_->ApplyLegal(moves_[at - actions_.begin()]);
  history_.push_back(action);
  listed_ = false;
  return absl::OkStatus();
}

absl::Status State::UndoAction(int player, int64_t action) {
  if (history_.empty()) {
    return InvalidArgument("no action can be undone: this is the start");
  }
  if (history_.back() != action) {
    return InvalidArgument("action ", action,
                           " cannot be undone: the last action was ",
                           history_.back());
  }
  std::unique_ptr<AnyState> before = BeforeLast();
  if (before->ToMove() != player) {
    return InvalidArgument("the last action was by player ", before->ToMove(),
                           ", not by player ", player);
  }
  state_ = std::move(before);
  history_.pop_back();
  listed_ = false;
  return absl::OkStatus();
}

absl::StatusOr<std::string> State::ActionText(int64_t action) const {
  ASSIGN_OR_RETURN(const AnyMove move, state_->MoveOfAction(action));
  return state_->FormatMove(move);
}

absl::StatusOr<int64_t> State::ParseAction(absl::string_view text) const {
  ASSIGN_OR_RETURN(const AnyMove move, state_->ParseMove(text));
  return ActionOf(*state_, move);
}

std::string State::Serialize() const {
  std::string text;
  if (!start_->Equals(*start_->Game().InitialState())) {
    absl::StrAppend(&text, kStart, start_->FormatPosition(), "\n");
  }
  for (const int64_t action : history_) absl::StrAppend(&text, action, "\n");
  return text;
}

absl::StatusOr<std::unique_ptr<State>> State::Deserialize(
    const AnyGame& game, absl::string_view text) {
  std::vector<absl::string_view> lines =
      absl::StrSplit(text, '\n', absl::SkipWhitespace());
  std::unique_ptr<AnyState> start;
  if (!lines.empty() && absl::ConsumePrefix(&lines.front(), kStart)) {
    ASSIGN_OR_RETURN(start, game.ParsePosition(lines.front()));
    lines.erase(lines.begin());
  } else {
    start = game.InitialState();
  }
  auto state = std::make_unique<State>(std::move(start));
  for (size_t i = 0; i < lines.size(); ++i) {
    int64_t action;
    if (!absl::SimpleAtoi(lines[i], &action)) {
      return InvalidArgument("action ", i + 1, " is ", Quoted(lines[i]),
                             ", which is no number");
    }
    const absl::Status played = state->ApplyAction(action);
    if (!played.ok()) {
      return InvalidArgument("action ", i + 1, ": ", played.message());
    }
  }
  return state;
}

}  // namespace boardwalk::python
