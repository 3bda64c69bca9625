// Room: what people do besides moving.

#include <bit>

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
    if (status.ok()) status = ActLocked(role, action);
    if (status.ok()) {
      Advance();
      PublishEnd();
    }
  }
  readers_->Wake();
  return status;
}

bool Room::SpeaksForAll(const Role& role) const {
  if (role.owner) return true;
  for (size_t seat = 0; seat < session().seats().size(); ++seat) {
    if (session::IsHuman(session().seats()[seat]) &&
        !role.Holds(static_cast<int>(seat))) {
      return false;
    }
  }
  return role.seats != 0;
}

absl::Status Room::ActLocked(const Role& role, const RoomAction& action) {
  const std::string& name = action.name;
  if (name == "undo" || name == "redo" || name == "restart") {
    return GoBackOrForth(role, name);
  }
  if (name == "seat") return SetSeat(role, action.seat, action.player);
  if (name == "name") return SetName(role, action.seat, action.person);
  if (session().Over()) return absl::AbortedError("the game is over");
  if (name == "hint") return Hint(role, action.seat, action.asker);
  if (name == "resign") return Resign(role, action.seat);
  if (name == "offer-draw") return OfferDraw(role, action.seat);
  if (name == "accept-draw") return AnswerDraw(role, action.seat, true);
  if (name == "decline-draw") return AnswerDraw(role, action.seat, false);
  if (name == "claim-draw") return ClaimDraw(role);
  if (name == "move-now") return HurryTurn(role);
  return InvalidArgument(
      "there is no action ", name,
      "; there are undo, redo, restart, resign, offer-draw, accept-draw, "
      "decline-draw, claim-draw, move-now, hint, seat, name, delete");
}

absl::Status Room::GoBackOrForth(const Role& role, const std::string& action) {
  if (!SpeaksForAll(role)) {
    return PermissionDenied(
        "'", action, "' concerns all who play: ask the owner of the room");
  }
  RETURN_IF_ERROR(action == "undo"   ? game_.Undo(TurnTime())
                  : action == "redo" ? game_.Redo(TurnTime())
                                     : game_.Restart());
  StopTurn();
  agreed_ = 0;
  offered_by_ = -1;
  turn_began_ = std::chrono::steady_clock::now();
  published_end_ = session().Over();
  advice_->DropHints();
  readers_->PublishState();
  return absl::OkStatus();
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
        role.MayPlay(to_move)) {
      seat = to_move;
    } else if (std::has_single_bit(role.seats)) {
      seat = std::countr_zero(role.seats);
    } else {
      return absl::InvalidArgumentError("say for which \"seat\"");
    }
  }
  if (!role.MayPlay(seat) || !session::IsHuman(session().seats()[seat])) {
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
  if (offered_by_ >= 0) {
    return FailedPrecondition(session::SeatTitle(offered_by_),
                              " has offered a draw already");
  }
  offered_by_ = seat;
  agreed_ = uint32_t{1} << seat;
  readers_->Publish("offer", {{"draw_offered_by", seat + 1}});
  return absl::OkStatus();
}

absl::Status Room::AnswerDraw(const Role& role, int seat, bool accept) {
  if (offered_by_ < 0) {
    return absl::FailedPreconditionError("no draw is on offer");
  }
  if (seat < 0 && role.owner && role.seats == 0) {
    // The owner of a room with two seats means the other one.
    seat = 0;
    while ((agreed_ >> seat & 1) != 0) ++seat;
  }
  ASSIGN_OR_RETURN(seat, ActingSeat(role, seat));
  if (accept) {
    if (seat == offered_by_) {
      return absl::FailedPreconditionError(
          "who offers a draw cannot accept it");
    }
    agreed_ |= uint32_t{1} << seat;
    if (std::popcount(agreed_) == session().game().NumPlayers()) {
      RETURN_IF_ERROR(game_.AgreeOnDraw("", TurnTime()));
      offered_by_ = -1;
    }
    return absl::OkStatus();
  }
  offered_by_ = -1;
  agreed_ = 0;
  readers_->Publish("offer", {{"draw_offered_by", nullptr}});
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
  RETURN_IF_ERROR(game_.SetSeat(seat, player, TurnTime()));
  StopTurn();
  DropPlayers();  // the new one may take more
  thought_.erase(seat);
  turn_began_ = std::chrono::steady_clock::now();
  readers_->PublishState();
  return absl::OkStatus();
}

}  // namespace boardwalk::web
