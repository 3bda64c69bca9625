// Room: what people do besides moving.

#include <algorithm>
#include <bit>
#include <utility>

#include "framework/errors.h"
#include "framework/status_macros.h"
#include "frontends/session/seats.h"
#include "frontends/session/wording.h"
#include "frontends/web/rooms/advice.h"
#include "frontends/web/rooms/room.h"

namespace boardwalk::web {

absl::Status Room::Act(const Role& role, const RoomAction& action) {
  absl::Status status;
  {
    const MutexLock lock(&mutex_);
    status = CheckOpen();
    if (status.ok()) status = ActLocked(Seated(role), action);
    if (status.ok()) {
      Advance();
      PublishEnd();
    }
  }
  readers_->Wake();
  return status;
}

uint32_t Room::PeopleSeats() const {
  uint32_t people = 0;
  for (size_t seat = 0; seat < session().seats().size(); ++seat) {
    if (session::IsHuman(session().seats()[seat])) people |= 1U << seat;
  }
  return people;
}

Role Room::Seated(Role role) const {
  role.seats &= PeopleSeats();
  return role;
}

bool Room::Plays(const Role& role) const {
  const MutexLock lock(&mutex_);
  return role.owner || Seated(role).seats != 0;
}

bool Room::SpeaksForAll(const Role& role) const {
  return role.seats == 0 ? role.owner : (PeopleSeats() & ~role.seats) == 0;
}

absl::Status Room::ActLocked(const Role& role, const RoomAction& action) {
  const std::string& name = action.name;
  if (name == "undo" || name == "redo" || name == "restart") {
    return GoBackOrForth(role, name);
  }
  if (name == "seat") return SetSeat(role, action.seat, action.player);
  if (name == "name") return SetName(role, action.seat, action.person);
  if (name == "comment") return SetComment(role, action.ply, action.text);
  if (name == "close-seats") return CloseSeats(role);
  if (session().Over()) return absl::AbortedError("the game is over");
  if (name == "hint") return Hint(role, action.seat, action.asker);
  if (name == "resign") return Resign(role, action.seat);
  if (name == "offer-draw") return OfferDraw(role, action.seat);
  if (name == "accept-draw") return AnswerDraw(role, action.seat, true);
  if (name == "decline-draw") return AnswerDraw(role, action.seat, false);
  if (name == "claim-draw") return ClaimDraw(role);
  if (name == "ask-undo") return AskUndo(role, action.seat);
  if (name == "accept-undo") return AnswerUndo(role, action.seat, true);
  if (name == "decline-undo") return AnswerUndo(role, action.seat, false);
  if (name == "move-now") return HurryTurn(role);
  return InvalidArgument(
      "there is no action ", name,
      "; there are undo, redo, restart, resign, offer-draw, accept-draw, "
      "decline-draw, claim-draw, ask-undo, accept-undo, decline-undo, "
      "move-now, hint, rematch, comment, close-seats, seat, name, delete");
}

absl::Status Room::GoBackOrForth(const Role& role, const std::string& action) {
  if (!SpeaksForAll(role)) {
    return PermissionDenied(
        "'", action,
        "' is for who holds the seats of all people, or an owner who has none",
        action == "undo" ? "; ask the others with 'ask-undo'" : "");
  }
  RETURN_IF_ERROR(action == "undo"   ? game_.Undo(TurnTime())
                  : action == "redo" ? game_.Redo(TurnTime())
                                     : game_.Restart());
  FollowJump();
  return absl::OkStatus();
}

void Room::FollowJump() {
  StopTurn();
  draw_.Drop();
  undo_.Drop();
  turn_began_ = std::chrono::steady_clock::now();
  published_end_ = session().Over();
  advice_->DropHints();
  readers_->PublishState();
}

absl::Status Room::HurryTurn(const Role& role) {
  if (!role.owner && role.seats == 0) {
    return absl::PermissionDeniedError("who watches cannot hurry a player");
  }
  if (!turn_.has_value()) {
    return absl::FailedPreconditionError("no computer thinks");
  }
  turn_->stop->store(true);
  if (turn_->answer.has_value()) return PlayAnswer();
  return absl::OkStatus();
}

absl::Status Room::Hint(const Role& role, int seat, const std::string& asker) {
  ASSIGN_OR_RETURN(seat, ActingSeat(role, seat));
  const int ply = session().plies();
  return advice_->Hint(
      asker, seat, ply,
      session().BeginAdvice(session::DefaultAdviser(*played_), ply));
}

absl::StatusOr<int> Room::ActingSeat(const Role& role, int seat) const {
  const auto may_play = [&role](int one) {
    return role.seats == 0 ? role.owner : role.Holds(one);
  };
  if (!role.owner && role.seats == 0) {
    return absl::PermissionDeniedError("who only watches plays no seat");
  }
  const int seats = session().game().NumPlayers();
  if (seat >= seats) {
    return InvalidArgument("there is no seat ", seat + 1, "; there are ",
                           seats);
  }
  if (seat < 0) {
    const int to_move = session().state().ToMove();
    if (to_move >= 0 && session::IsHuman(session().seats()[to_move]) &&
        may_play(to_move)) {
      seat = to_move;
    } else if (std::has_single_bit(role.seats)) {
      seat = std::countr_zero(role.seats);
    } else {
      return absl::InvalidArgumentError("say for which \"seat\"");
    }
  }
  if (!may_play(seat) || !session::IsHuman(session().seats()[seat])) {
    return PermissionDenied("seat ", seat + 1, " is not yours");
  }
  return seat;
}

absl::Status Room::Resign(const Role& role, int seat) {
  ASSIGN_OR_RETURN(seat, ActingSeat(role, seat));
  return game_.Resign(seat, TurnTime());
}

absl::Status Room::OfferDraw(const Role& role, int seat) {
  ASSIGN_OR_RETURN(seat, ActingSeat(role, seat));
  for (const std::string& player : session().seats()) {
    if (!session::IsHuman(player)) {
      return absl::FailedPreconditionError(
          "a computer agrees on no draw; claim one at the third repetition");
    }
  }
  return MakeOffer(draw_, seat);
}

absl::Status Room::AnswerDraw(const Role& role, int seat, bool accept) {
  ASSIGN_OR_RETURN(const bool agreed, AnswerOffer(draw_, role, seat, accept));
  if (!agreed) return absl::OkStatus();
  return EndOffer(draw_, game_.AgreeOnDraw("", TurnTime()));
}

absl::StatusOr<int> Room::LastTurnOf(int seat) const {
  for (int ply = session().plies(); ply-- > 0;) {
    if (session().history().SeatAt(ply) == seat) return ply;
  }
  return FailedPrecondition(session::SeatTitle(seat), " has not moved yet");
}

absl::Status Room::AskUndo(const Role& role, int seat) {
  ASSIGN_OR_RETURN(seat, ActingSeat(role, seat));
  if (std::has_single_bit(PeopleSeats())) {
    return absl::FailedPreconditionError(
        "no other person plays who could agree; use 'undo'");
  }
  RETURN_IF_ERROR(LastTurnOf(seat).status());
  return MakeOffer(undo_, seat);
}

absl::Status Room::AnswerUndo(const Role& role, int seat, bool accept) {
  ASSIGN_OR_RETURN(const bool agreed, AnswerOffer(undo_, role, seat, accept));
  if (!agreed) return absl::OkStatus();
  const absl::StatusOr<int> ply = LastTurnOf(undo_.by);
  RETURN_IF_ERROR(
      EndOffer(undo_, ply.ok() ? game_.GoTo(*ply, TurnTime()) : ply.status()));
  FollowJump();
  return absl::OkStatus();
}

absl::Status Room::MakeOffer(Offer& offer, int seat) {
  if (offer.by >= 0) {
    return FailedPrecondition(session::SeatTitle(offer.by), " ", offer.words,
                              " already");
  }
  offer.by = seat;
  offer.agreed = 1U << seat;
  readers_->Publish("offer", OffersJson());
  return absl::OkStatus();
}

absl::StatusOr<bool> Room::AnswerOffer(Offer& offer, const Role& role, int seat,
                                       bool accept) {
  if (offer.by < 0) return FailedPrecondition("nobody ", offer.words);
  if (seat < 0 && SpeaksForAll(role)) {
    // Who has both of two seats means the other one.
    seat = std::countr_zero(PeopleSeats() & ~offer.agreed);
  }
  ASSIGN_OR_RETURN(seat, ActingSeat(role, seat));
  if (!accept) {
    offer.Drop();
    readers_->Publish("offer", OffersJson());
    return false;
  }
  if (seat == offer.by) {
    return FailedPrecondition(session::SeatTitle(seat), " ", offer.words,
                              ", and cannot accept it");
  }
  offer.agreed |= 1U << seat;
  if ((PeopleSeats() & ~offer.agreed) == 0) return true;
  readers_->Publish("offer", OffersJson());
  return false;
}

absl::Status Room::EndOffer(Offer& offer, absl::Status done) {
  if (done.ok()) return done;
  offer.Drop();
  readers_->Publish("offer", OffersJson());
  return done;
}

std::string Room::Rematch() const {
  const MutexLock lock(&mutex_);
  return rematch_.room;
}

absl::StatusOr<std::optional<NewRoom>> Room::WantRematch(const Role& asker,
                                                         int seat) {
  std::unique_ptr<AnyState> start;
  std::vector<std::string> players, names;
  std::optional<TimeControl> clock;
  absl::Status refused;
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckOpen());
    if (!session().Over()) {
      return absl::FailedPreconditionError(
          "a rematch begins when the game is over");
    }
    const Role role = Seated(asker);
    uint32_t wanted = PeopleSeats();
    if (!SpeaksForAll(role)) {
      ASSIGN_OR_RETURN(seat, ActingSeat(role, seat));
      wanted = 1U << seat;
    }
    if (!rematch_.room.empty()) return std::nullopt;
    rematch_.wanted |= wanted;
    rematch_.admitted |= !role.guest;
    const bool all = (PeopleSeats() & ~rematch_.wanted) == 0;
    if (all && !rematch_.admitted) {
      // Else those who hold all keys of a game could fill the server.
      refused = absl::UnauthenticatedError(
          "a rematch begins once somebody wants it who opened the address that "
          "the server printed when it began, with ?token=...");
    }
    if (!all || !rematch_.admitted || rematch_.being_made) {
      readers_->Publish("rematch", RematchJson());
    } else {
      rematch_.being_made = true;
      start = session().history().StateAt(0).Clone();
      players = session().seats();
      names = game_.names();
      clock = session().clock();
    }
  }
  readers_->Wake();
  if (start == nullptr) {
    if (!refused.ok()) return refused;
    return std::nullopt;
  }
  const auto move_on = [](std::vector<std::string>& seats) {
    std::rotate(seats.begin(), seats.end() - 1, seats.end());
  };
  move_on(players);
  move_on(names);
  auto next = session::Session::Create(*start, players, RandomSeed());
  if (!next.ok()) return EndRematch(next.status());
  if (clock.has_value()) next->SetClock(*clock);
  return NewRoom{.session = *std::move(next),
                 .pace = info_.pace,
                 .names = std::move(names)};
}

absl::Status Room::EndRematch(const absl::StatusOr<std::string>& made) {
  absl::Status status = made.status();
  {
    const MutexLock lock(&mutex_);
    rematch_.being_made = false;
    if (status.ok()) status = CheckOpen();
    if (status.ok()) status = game_.SetNote(NoteOf(open_, *made));
    if (status.ok()) rematch_.room = *made;
    readers_->Publish("rematch", RematchJson());
  }
  readers_->Wake();
  return status;
}

absl::Status Room::ForgetRematch(const std::string& room) {
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckOpen());
    if (rematch_.room != room) return absl::OkStatus();
    RETURN_IF_ERROR(game_.SetNote(NoteOf(open_, "")));
    rematch_ = {};
    readers_->Publish("rematch", RematchJson());
  }
  readers_->Wake();
  return absl::OkStatus();
}

absl::Status Room::ClaimDraw(const Role& role) {
  ASSIGN_OR_RETURN(const int seat, ActingSeat(role, -1));
  if (!session().DrawOffered() || seat != session().state().ToMove()) {
    return absl::FailedPreconditionError(
        session().game().Info().endless
            ? "a draw can be claimed by who is to move, when the position has "
              "occurred for the third time"
            : "no draw can be claimed; this game ends by its rules");
  }
  return game_.AgreeOnDraw(session::Session::kDrawTaken, TurnTime());
}

absl::Status Room::SetName(const Role& role, int seat,
                           const std::string& person) {
  ASSIGN_OR_RETURN(seat, ActingSeat(role, seat));
  RETURN_IF_ERROR(game_.SetName(seat, person));
  PublishSeats();
  return absl::OkStatus();
}

absl::Status NothingOpen() {
  return absl::AbortedError("no seat is open in this game any more");
}

uint32_t Room::OpenSeats() const {
  return session().Over() ? 0 : open_ & PeopleSeats();
}

absl::StatusOr<int> Room::Join(std::optional<int> seat,
                               const std::optional<std::string>& name) {
  int taken = 0;
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckOpen());
    const uint32_t open = OpenSeats();
    if (open == 0) return NothingOpen();
    taken = seat.value_or(std::countr_zero(open));
    if ((open >> taken & 1) == 0) {
      return Aborted("seat ", taken + 1,
                     " is not open; ask for another one, or "
                     "for none, to get one that is");
    }
    const uint32_t left = open & ~(1U << taken);
    RETURN_IF_ERROR(game_.SetName(taken, name.value_or(game_.names()[taken]),
                                  NoteOf(left, rematch_.room)));
    open_ = left;
    PublishSeats();
  }
  readers_->Wake();
  return taken;
}

absl::Status Room::KeepOpen(uint32_t seats) {
  if (open_ == seats) return absl::OkStatus();
  RETURN_IF_ERROR(game_.SetNote(NoteOf(seats, rematch_.room)));
  open_ = seats;
  PublishSeats();
  return absl::OkStatus();
}

absl::Status Room::TakeSeats(const Role& role) {
  return role.owner ? absl::OkStatus() : KeepOpen(open_ & ~role.seats);
}

absl::Status Room::CloseSeats(const Role& role) {
  if (role.owner) return KeepOpen(0);
  return absl::PermissionDeniedError(
      "only the owner of the room takes its seats off the list");
}

absl::Status Room::SetComment(const Role& role, int ply,
                              const std::string& text) {
  if (!role.owner && role.seats == 0) {
    return absl::PermissionDeniedError(
        "those who play comment on the game, and the owner of the room");
  }
  if (ply < 0) {
    return absl::InvalidArgumentError("say on which \"ply\"");
  }
  ASSIGN_OR_RETURN(const bool changed, game_.SetComment(ply, text));
  if (!changed) return absl::OkStatus();
  ++comments_set_;
  readers_->Publish(
      "comment",
      {{"ply", ply}, {"text", std::string(session().comments().At(ply))}});
  return absl::OkStatus();
}

absl::Status Room::SetSeat(const Role& role, int seat,
                           const std::string& player) {
  if (!role.owner) {
    return absl::PermissionDeniedError(
        "only the owner of the room says who sits where");
  }
  if (seat < 0 || seat >= session().game().NumPlayers()) {
    return InvalidArgument("say for which \"seat\", from 1 to ",
                           session().game().NumPlayers());
  }
  const uint32_t open =
      session::IsHuman(player) ? open_ : open_ & ~(1U << seat);
  RETURN_IF_ERROR(
      game_.SetSeat(seat, player, TurnTime(), NoteOf(open, rematch_.room)));
  open_ = open;
  StopTurn();
  DropPlayers();  // the new one may take more
  thought_.erase(seat);
  draw_.Drop();  // who is asked is another
  undo_.Drop();
  rematch_.wanted &= ~(1U << seat);
  turn_began_ = std::chrono::steady_clock::now();
  readers_->PublishState();
  return absl::OkStatus();
}

}  // namespace boardwalk::web
