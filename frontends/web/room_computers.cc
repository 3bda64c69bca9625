// Room: computers' turns, and clocks.

#include <algorithm>
#include <exception>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/match.h"
#include "framework/text.h"
#include "frontends/session/wording.h"
#include "frontends/web/room.h"
#include "frontends/web/views.h"

namespace boardwalk::web {
namespace {

using std::chrono::steady_clock;

// Longer than any level thinks; a player that is given more is cut short.
constexpr std::chrono::seconds kMaxThinking(60);

}  // namespace

// Plays what a player chose, and its failures, too, are answers.
absl::StatusOr<Decision> ChooseSafely(session::Thinking& thinking,
                                      const Limits& limits,
                                      const Observer& observer) {
  try {
    return thinking.Choose(limits, observer);
  } catch (const std::exception& error) {
    return absl::InternalError(absl::StrCat("it failed: ", error.what()));
  }
}

void Room::Start() {
  {
    const MutexLock lock(&mutex_);
    started_ = true;
    told_over_ = session_.Over();
    turn_began_ = steady_clock::now();
    Advance();
  }
  WakeReaders();
}

void Room::Close() {
  {
    const MutexLock lock(&mutex_);
    closed_ = true;
    StopTurn();
    for (const auto& mailbox : mailboxes_) mailbox->End();
  }
  WakeReaders();
}

void Room::StartTurn() {
  if (turn_.has_value()) return;
  turn_ = Turn{.number = ++last_turn_,
               .seat = session_.state().ToMove(),
               .stop = std::make_shared<std::atomic<bool>>(false)};
  const Time earliest = turn_began_ + info_.pace;
  if (session_.HasHuman() || session_.plies() == 0 ||
      earliest <= steady_clock::now()) {
    QueueTurn();
  } else {
    TickAt(earliest);
  }
}

void Room::QueueTurn() {
  turn_->ticket = services_.thinkers.Add(
      number_,
      [room = shared_from_this(), number = turn_->number] {
        room->TakeTurn(number);
      },
      /*first=*/true);
}

// The position has changed, or is to: the answer is not asked for any more.
void Room::StopTurn() {
  if (!turn_.has_value()) return;
  turn_->stop->store(true);
  services_.thinkers.Cancel(turn_->ticket);
  turn_.reset();
}

void Room::TakeTurn(uint64_t number) {
  std::optional<session::Thinking> thinking;
  Limits limits;
  std::shared_ptr<std::atomic<bool>> stop;
  {
    const MutexLock lock(&mutex_);
    if (!turn_.has_value() || turn_->number != number) return;
    thinking = session_.BeginThinking();
    turn_->thinks = true;
    turn_began_ = steady_clock::now();
    stop = turn_->stop;
    limits.stop = stop.get();
    limits.time = kMaxThinking;
    if (const auto& clock = session_.clock()) {
      const auto left =
          std::max(session_.Left(turn_->seat), std::chrono::nanoseconds(0));
      limits.time = std::min<std::chrono::nanoseconds>(
          *limits.time, ShareOfClock(*clock, left));
    }
  }
  const auto decision = ChooseSafely(*thinking, limits, {});
  EndTurn(*std::move(thinking), number, decision);
}

void Room::EndTurn(session::Thinking thinking, uint64_t number,
                   const absl::StatusOr<Decision>& decision) {
  {
    const MutexLock lock(&mutex_);
    if (!turn_.has_value() || turn_->number != number) return;
    const int seat = turn_->seat;
    turn_.reset();
    const bool asked = session_.FinishThinking(std::move(thinking));
    if (asked && !LosesOnTime()) {
      if (!decision.ok()) {
        session_.Forfeit(seat, TerminationOf(decision.status()),
                         OneLine(decision.status().message()));
      } else if (!session_.state().IsLegal(decision->move)) {
        session_.Forfeit(seat, Termination::kIllegalMove,
                         "its move is not legal");
      } else {
        (void)PlayLocked(*decision);
      }
    }
    Advance();
  }
  WakeReaders();
}

void Room::TickAt(Time time) {
  services_.timer.At(time, [room = weak_from_this()] {
    if (const auto alive = room.lock()) alive->Tick();
  });
}

void Room::Tick() {
  {
    const MutexLock lock(&mutex_);
    if (closed_ || session_.Over()) return;
    if (turn_.has_value()) {
      if (turn_->ticket == 0 &&
          turn_began_ + info_.pace <= steady_clock::now()) {
        QueueTurn();
      }
      return;
    }
    if (session_.HumanToMove() && LosesOnTime()) Advance();
  }
  WakeReaders();
}

std::chrono::nanoseconds Room::TurnTime() const {
  // A computer's time does not run while it waits for a thread.
  if (turn_.has_value() && !turn_->thinks) return std::chrono::nanoseconds(0);
  return steady_clock::now() - turn_began_;
}

bool Room::LosesOnTime() {
  if (!session_.clock().has_value() || session_.Over()) return false;
  const int seat = session_.state().ToMove();
  const auto left = session_.Left(seat);
  const auto took = TurnTime();
  if (took <= left + MatchOptions{}.grace) return false;
  session_.LoseOnTime(seat,
                      absl::StrCat("took ", session::TimeText(took), " of ",
                                   session::TimeText(left), " on its clock"));
  return true;
}

}  // namespace boardwalk::web
