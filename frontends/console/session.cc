#include "frontends/console/session.h"

#include <algorithm>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "framework/match.h"
#include "framework/status_macros.h"
#include "frontends/console/seats.h"

namespace boardwalk::console {
namespace {

// Puts those that are at hand in the place of players whose table is not, so
// that records name who has played; returns the warnings.
std::vector<std::string> SeatThoseAtHand(const AnyGame& game,
                                         std::vector<std::string>& names) {
  std::vector<std::string> warnings;
  for (std::string& name : names) {
    if (IsHuman(name)) continue;
    auto at_hand = FindNameAtHand(game, name);
    if (!at_hand.ok() || at_hand->warning.empty()) continue;
    name = std::move(at_hand->name);
    warnings.push_back(std::move(at_hand->warning));
  }
  return warnings;
}

// The names of those who sit in the seats, in full. `place` tells where a
// seat's name stands, for the errors.
absl::StatusOr<std::vector<std::string>> SeatNames(
    const AnyGame& game, const std::vector<std::string>& seats,
    absl::FunctionRef<std::string(int seat)> place) {
  if (static_cast<int>(seats.size()) != game.NumPlayers()) {
    return absl::InvalidArgumentError(
        absl::StrCat(game.Name(), " has ", game.NumPlayers(), " seats and not ",
                     seats.size()));
  }
  std::vector<std::string> names;
  for (const std::string& seat : seats) {
    auto name = SeatName(game, seat);
    if (!name.ok()) {
      return absl::Status(name.status().code(),
                          absl::StrCat(place(static_cast<int>(names.size())),
                                       ": ", name.status().message()));
    }
    names.push_back(*std::move(name));
  }
  return names;
}

RecordedMove Recorded(const AnyState& before, const Decision& decision) {
  RecordedMove move;
  move.text = before.FormatMove(decision.move);
  move.value = decision.value;
  move.depth = decision.depth;
  move.nodes = decision.nodes;
  move.playouts = decision.playouts;
  move.seconds = decision.seconds;
  return move;
}

}  // namespace

absl::StatusOr<Session> Session::Create(std::shared_ptr<const AnyGame> game,
                                        const std::vector<std::string>& seats,
                                        uint64_t seed) {
  auto names = SeatNames(
      *game, seats, [](int seat) { return absl::StrCat("seat ", seat + 1); });
  if (!names.ok()) return names.status();
  Session session;
  session.warnings_ = SeatThoseAtHand(*game, *names);
  session.seats_ = *std::move(names);
  session.seed_ = seed;
  session.states_.push_back(game->InitialState());
  session.game_ = std::move(game);
  session.ForgetPlayers();
  return session;
}

absl::StatusOr<Session> Session::FromRecord(const Catalog& catalog,
                                            const GameRecord& record) {
  ASSIGN_OR_RETURN(auto replay, ReplayRecord(catalog, record));
  auto names = SeatNames(*replay.game, record.players, [](int seat) {
    return absl::StrCat("line ", RecordPlayerLine(seat));
  });
  if (!names.ok()) return names.status();
  Session session;
  session.game_ = replay.game;
  session.warnings_ = SeatThoseAtHand(*replay.game, *names);
  session.seats_ = *std::move(names);
  session.seed_ = record.seed;
  session.states_ = std::move(replay.states);
  session.moves_ = std::move(replay.moves);
  session.recorded_ = record.moves;
  session.at_ = session.moves_.size();
  if (record.termination != Termination::kRules) {
    session.termination_ = record.termination;
    session.loser_ = record.loser;
    session.detail_ = record.detail;
  }
  session.ForgetPlayers();
  return session;
}

bool Session::HumanToMove() const {
  return !Over() && IsHuman(seats_[state().ToMove()]);
}

bool Session::HasHuman() const {
  return std::any_of(seats_.begin(), seats_.end(),
                     [](const std::string& name) { return IsHuman(name); });
}

Termination Session::termination() const {
  if (termination_ != Termination::kUnfinished) return termination_;
  return state().IsTerminal() ? Termination::kRules : Termination::kUnfinished;
}

SeatValues Session::Returns() const {
  if (termination_ == Termination::kUnfinished) return state().Returns();
  if (loser_ < 0) return {};
  return LoserPaysAll(state().NumPlayers(), loser_);
}

int Session::Occurrences() const {
  int times = 0;
  for (size_t i = 0; i <= at_; ++i) {
    if (states_[i]->Hash() == state().Hash() && states_[i]->Equals(state())) {
      ++times;
    }
  }
  return times;
}

absl::StatusOr<std::unique_ptr<Player>> Session::MakePlayer(
    const std::string& name, int seat) const {
  ASSIGN_OR_RETURN(auto player, game_->MakePlayer(name));
  RETURN_IF_ERROR(player->Start(*states_.front(), SeatSeed(seed_, seat)));
  for (size_t i = 0; i < at_; ++i) player->Observe(moves_[i]);
  return player;
}

absl::StatusOr<Decision> Session::Think(const Limits& limits,
                                        const Observer& observer) {
  const int seat = state().ToMove();
  if (players_[seat] == nullptr) {
    ASSIGN_OR_RETURN(auto player, MakePlayer(seats_[seat], seat));
    players_[seat] = std::move(player);
  }
  return players_[seat]->Choose(state(), limits, observer);
}

absl::StatusOr<Decision> Session::Advise(const std::string& player,
                                         const Limits& limits,
                                         const Observer& observer) const {
  ASSIGN_OR_RETURN(auto adviser, MakePlayer(player, state().ToMove()));
  return adviser->Choose(state(), limits, observer);
}

absl::Status Session::Play(const Decision& decision) {
  if (Over()) return absl::FailedPreconditionError("the game is over");
  std::unique_ptr<AnyState> next = state().Clone();
  RETURN_IF_ERROR(next->Apply(decision.move));
  RecordedMove recorded = Recorded(state(), decision);
  states_.resize(at_ + 1);
  moves_.resize(at_);
  recorded_.resize(at_);
  states_.push_back(std::move(next));
  moves_.push_back(decision.move);
  recorded_.push_back(std::move(recorded));
  ++at_;
  for (const auto& player : players_) {
    if (player != nullptr) player->Observe(decision.move);
  }
  return absl::OkStatus();
}

bool Session::Undo() {
  if (termination_ != Termination::kUnfinished) {
    ClearEnding();
    return true;
  }
  for (size_t i = at_; i-- > 0;) {
    if (IsHuman(seats_[states_[i]->ToMove()])) {
      at_ = i;
      ForgetPlayers();
      return true;
    }
  }
  return false;
}

bool Session::Redo() {
  if (at_ == moves_.size() || termination_ != Termination::kUnfinished)
    return false;
  do {
    ++at_;
  } while (at_ < moves_.size() && !HumanToMove());
  ForgetPlayers();
  return true;
}

void Session::Resign(int seat) {
  termination_ = Termination::kResignation;
  loser_ = seat;
}

void Session::Draw(Termination termination, std::string detail) {
  termination_ = termination;
  detail_ = std::move(detail);
}

void Session::Fail(int seat, std::string detail) {
  termination_ = Termination::kFailure;
  loser_ = seat;
  detail_ = std::move(detail);
}

void Session::Restart() {
  states_.resize(1);
  moves_.clear();
  recorded_.clear();
  at_ = 0;
  ++seed_;
  ClearEnding();
  ForgetPlayers();
}

void Session::ClearEnding() {
  termination_ = Termination::kUnfinished;
  loser_ = -1;
  detail_.clear();
}

void Session::ForgetPlayers() {
  players_.clear();
  players_.resize(seats_.size());
}

GameRecord Session::Record() const {
  GameRecord record;
  record.game = game_->Name();
  record.start = states_.front()->FormatPosition();
  record.seed = seed_;
  record.players = seats_;
  record.moves.assign(recorded_.begin(),
                      recorded_.begin() + static_cast<ptrdiff_t>(at_));
  record.termination = termination();
  record.loser = loser_;
  record.detail = detail_;
  record.returns = Returns();
  record.final = state().FormatPosition();
  return record;
}

}  // namespace boardwalk::console
