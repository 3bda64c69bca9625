#include "frontends/session/session.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "frontends/session/seats.h"
#include "frontends/session/wording.h"

namespace boardwalk::session {
namespace {

// With it the detail of an unfinished game's record begins that has a clock.
constexpr absl::string_view kClockWord = "clock ";

// Replaces players whose table is missing by their fallback, so that records
// name who has played. Returns the warnings.
std::vector<std::string> SeatFallbacks(const AnyGame& game,
                                       std::vector<std::string>& names) {
  std::vector<std::string> warnings;
  for (std::string& name : names) {
    if (IsHuman(name)) continue;
    auto fallback = FindFallbackName(game, name);
    if (!fallback.ok() || fallback->warning.empty()) continue;
    name = std::move(fallback->name);
    warnings.push_back(std::move(fallback->warning));
  }
  return warnings;
}

// The canonical names of the seats' players. `place` says where the name of a
// seat stands, for the errors.
absl::StatusOr<std::vector<std::string>> SeatNames(
    const AnyGame& game, const std::vector<std::string>& seats,
    absl::FunctionRef<std::string(int seat)> place) {
  if (static_cast<int>(seats.size()) != game.NumPlayers()) {
    return InvalidArgument(game.Name(), " has ", game.NumPlayers(),
                           " seats and not ", seats.size());
  }
  std::vector<std::string> names;
  for (const std::string& seat : seats) {
    ASSIGN_OR_RETURN(std::string name, At(place(static_cast<int>(names.size())),
                                          SeatName(game, seat)));
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

Session::Session(GameHistory history, std::vector<std::string> seats,
                 uint64_t seed)
    : history_(std::move(history)),
      seats_(std::move(seats)),
      seed_(seed),
      spent_(seats_.size()) {
  warnings_ = SeatFallbacks(game(), seats_);
  ForgetPlayers();
}

absl::StatusOr<Session> Session::Create(const AnyState& start,
                                        const std::vector<std::string>& seats,
                                        uint64_t seed) {
  auto names = SeatNames(start.Game(), seats, [](int seat) {
    return absl::StrCat("seat ", seat + 1);
  });
  if (!names.ok()) return names.status();
  return Session(GameHistory(start), *std::move(names), seed);
}

absl::StatusOr<Session> Session::FromRecord(const Catalog& catalog,
                                            const GameRecord& record) {
  ASSIGN_OR_RETURN(auto history, ReplayRecord(catalog, record));
  auto names = SeatNames(history.game(), record.players, [](int seat) {
    return absl::StrCat("line ", RecordPlayerLine(seat));
  });
  if (!names.ok()) return names.status();
  Session session(std::move(history), *std::move(names), record.seed);
  session.recorded_ = record.moves;
  session.comments_ = record.comments;
  if (record.termination == Termination::kUnfinished &&
      absl::StartsWith(record.detail, kClockWord)) {
    const auto clock = ParseTimeControl(
        absl::string_view(record.detail).substr(kClockWord.size()));
    if (clock.ok()) session.SetClock(*clock);
  } else if (record.termination != Termination::kRules) {
    session.termination_ = record.termination;
    session.loser_ = record.loser;
    session.detail_ = record.detail;
  }
  return session;
}

bool Session::HumanToMove() const {
  return !Over() && IsHuman(seats_[state().ToMove()]);
}

bool Session::HasHuman() const {
  return std::ranges::any_of(
      seats_, [](const std::string& name) { return IsHuman(name); });
}

bool Session::HumanHasMoved() const {
  for (int ply = 0; ply < plies(); ++ply) {
    if (IsHuman(seats_[history_.SeatAt(ply)])) return true;
  }
  return false;
}

Termination Session::termination() const {
  if (termination_ != Termination::kUnfinished) return termination_;
  return state().IsTerminal() ? Termination::kRules : Termination::kUnfinished;
}

SeatValues Session::Returns() const {
  if (termination_ == Termination::kUnfinished) return state().Returns();
  return ReturnsWithoutRules(termination_, state().NumPlayers(), loser_);
}

absl::StatusOr<Decision> Thinking::Choose(const Limits& limits,
                                          const Observer& observer) try {
  if (player_ == nullptr) {
    ASSIGN_OR_RETURN(auto player, state_->Game().MakePlayer(name_));
    RETURN_IF_ERROR(player->Start(*start_, seed_));
    for (const AnyMove move : moves_) player->Observe(move);
    player_ = std::move(player);
  }
  return player_->Choose(*state_, limits, observer);
} catch (const std::exception& error) {
  return Internal("it failed: ", error.what());
}

Thinking Session::BeginAdvice(const std::string& player, int ply) const {
  Thinking thinking;
  thinking.name_ = player;
  thinking.seat_ = history_.SeatAt(ply);
  thinking.seed_ = SeatSeed(seed_, thinking.seat_);
  thinking.start_ = history_.StateAt(0).Clone();
  thinking.state_ = history_.StateAt(ply).Clone();
  for (int i = 0; i < ply; ++i) {
    thinking.moves_.push_back(history_.MoveAt(i));
  }
  thinking.change_ = change_;
  return thinking;
}

Thinking Session::BeginThinking() {
  const int seat = state().ToMove();
  Thinking thinking = BeginAdvice(seats_[seat], plies());
  thinking.player_ = std::move(players_[seat]);
  return thinking;
}

bool Session::FinishThinking(Thinking thinking) {
  if (thinking.change_ != change_) return false;
  players_[thinking.seat_] = std::move(thinking.player_);
  return !Over();
}

absl::StatusOr<Decision> Session::Advise(const std::string& player, int ply,
                                         const Limits& limits,
                                         const Observer& observer) const {
  return BeginAdvice(player, ply).Choose(limits, observer);
}

void Session::SetClock(const TimeControl& clock) {
  clock_ = clock;
  spent_.assign(seats_.size(), {});
}

std::vector<std::chrono::nanoseconds> Session::Clocks() const {
  if (!clock_.has_value()) return {};
  std::vector<std::chrono::nanoseconds> left;
  left.reserve(spent_.size());
  for (const std::chrono::nanoseconds spent : spent_) {
    left.push_back(clock_->base - spent);
  }
  for (int ply = 0; ply < plies(); ++ply) {
    left[history_.SeatAt(ply)] +=
        clock_->increment -
        std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::duration<double>(recorded_[ply].wall_seconds));
  }
  return left;
}

void Session::SetClocks(const std::vector<std::chrono::nanoseconds>& left) {
  const std::vector<std::chrono::nanoseconds> now = Clocks();
  for (size_t seat = 0; seat < spent_.size(); ++seat) {
    spent_[seat] += now[seat] - left[seat];
  }
}

std::chrono::nanoseconds Session::Left(int seat) const {
  if (termination_ == Termination::kTimeForfeit && seat == loser_) return {};
  return Clocks()[seat];
}

void Session::Spend(int seat, std::chrono::nanoseconds took) {
  if (clock_.has_value()) spent_[seat] += took;
}

std::optional<std::chrono::nanoseconds> Session::TimeForMove() const {
  if (!clock_.has_value()) return std::nullopt;
  return ShareOfClock(
      *clock_, std::max(Left(state().ToMove()), std::chrono::nanoseconds(0)));
}

std::optional<std::string> Session::OutOfTime(
    std::chrono::nanoseconds took) const {
  if (!clock_.has_value() || Over()) return std::nullopt;
  const auto left = Left(state().ToMove());
  if (took <= left + MatchOptions{}.grace) return std::nullopt;
  return absl::StrCat("took ", TimeText(took), " of ", TimeText(left),
                      " on its clock");
}

absl::Status Session::Play(const Decision& decision,
                           std::chrono::nanoseconds took) {
  return Play(decision, took, [](const RecordedMove&, const AnyState&) {
    return absl::OkStatus();
  });
}

absl::Status Session::Play(const Decision& decision,
                           std::chrono::nanoseconds took, ConfirmMove confirm) {
  if (Over()) return absl::FailedPreconditionError("the game is over");
  const std::unique_ptr<AnyState> next = state().Clone();
  RETURN_IF_ERROR(next->Apply(decision.move));
  RecordedMove recorded = RecordOf(state(), decision);
  recorded.wall_seconds = std::chrono::duration<double>(took).count();
  RETURN_IF_ERROR(confirm(recorded, *next));
  const int ply = plies();
  const bool again =
      ply < history_.last_ply() && recorded_[ply].text == recorded.text;
  RETURN_IF_ERROR(history_.Play(decision.move));
  comments_.DropAfter(again ? ply + 1 : ply);
  recorded_.resize(ply);
  recorded_.push_back(std::move(recorded));
  ++change_;
  for (const auto& player : players_) {
    if (player != nullptr) player->Observe(decision.move);
  }
  return absl::OkStatus();
}

std::optional<int> Session::UndoPly() const {
  if (termination_ != Termination::kUnfinished) return plies();
  for (int ply = plies(); ply-- > 0;) {
    if (IsHuman(seats_[history_.SeatAt(ply)])) return ply;
  }
  return std::nullopt;
}

std::optional<int> Session::RedoPly() const {
  const int end = history_.last_ply();
  if (plies() == end || termination_ != Termination::kUnfinished) {
    return std::nullopt;
  }
  int ply = plies() + 1;
  while (ply < end && !IsHuman(seats_[history_.SeatAt(ply)])) ++ply;
  return ply;
}

void Session::GoTo(int ply) {
  ClearEnding();
  const std::vector<std::chrono::nanoseconds> clocks = Clocks();
  history_.GoTo(ply);
  if (clock_.has_value()) SetClocks(clocks);
  ++change_;
  ForgetPlayers();
}

absl::Status Session::SetSeat(int seat, const std::string& name) {
  ASSIGN_OR_RETURN(auto canonical, SeatName(game(), name));
  std::vector<std::string> names = {std::move(canonical)};
  std::vector<std::string> warnings = SeatFallbacks(game(), names);
  seats_[seat] = std::move(names.front());
  warnings_.insert(warnings_.end(), warnings.begin(), warnings.end());
  players_[seat].reset();
  ++change_;
  return absl::OkStatus();
}

bool Session::DrawOffered() const {
  return !Over() && history_.Adjudicate({}) == Termination::kRepetition;
}

void Session::Resign(int seat) {
  termination_ = Termination::kResignation;
  loser_ = seat;
}

void Session::AgreeOnDraw(std::string detail) {
  termination_ = Termination::kAgreement;
  detail_ = std::move(detail);
}

void Session::Forfeit(int seat, Termination how, std::string detail) {
  termination_ = how;
  loser_ = seat;
  detail_ = std::move(detail);
}

void Session::Adjudicate() {
  const Termination termination = history_.Adjudicate({});
  if (termination != Termination::kRules) termination_ = termination;
}

void Session::Restart() {
  history_ = GameHistory(history_.StateAt(0));
  recorded_.clear();
  comments_.DropAfter(0);
  recorded_.shrink_to_fit();  // or each game holds the memory of its longest
  spent_.assign(seats_.size(), {});
  ++seed_;
  ++change_;
  ClearEnding();
  ForgetPlayers();
}

void Session::ClearEnding() {
  termination_ = Termination::kUnfinished;
  loser_ = -1;
  detail_.clear();
}

std::vector<std::unique_ptr<Player>> Session::ForgetPlayers() {
  std::vector<std::unique_ptr<Player>> players(seats_.size());
  players.swap(players_);
  return players;
}

GameRecord Session::Record() const {
  GameRecord record;
  record.game = game().Name();
  record.start = history_.StateAt(0).FormatPosition();
  record.seed = seed_;
  record.players = seats_;
  record.moves.assign(recorded_.begin(), recorded_.begin() + plies());
  record.comments = comments_;
  record.comments.DropAfter(plies());
  record.termination = termination();
  record.loser = loser_;
  record.detail = detail_;
  if (clock_.has_value() && record.termination == Termination::kUnfinished) {
    record.detail = absl::StrCat(kClockWord, FormatTimeControl(*clock_));
  }
  record.returns = Returns();
  record.final = state().FormatPosition();
  return record;
}

}  // namespace boardwalk::session
