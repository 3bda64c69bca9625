// Room: computers' turns, and clocks.

#include <algorithm>
#include <memory>
#include <utility>

#include "frontends/session/seats.h"
#include "frontends/web/rooms/advice.h"
#include "frontends/web/rooms/room.h"

namespace boardwalk::web {
namespace {

using std::chrono::steady_clock;

// How long after something could not be done it is tried again.
constexpr std::chrono::seconds kRetry(5);
// A player that takes so many times as long as its name says takes that long.
// Less comes from the machine.
constexpr int kTolerance = 2;

}  // namespace

void Room::StartTurn() {
  if (turn_.has_value()) return;
  turn_ = Turn{.number = ++last_turn_,
               .seat = session().state().ToMove(),
               .began = turn_began_,
               .stop = std::make_shared<std::atomic<bool>>(false)};
  if (TooLarge()) {
    TickAt(steady_clock::now() + kRetry);
  } else {
    QueueTurn();
  }
}

std::chrono::milliseconds Room::Pace() const {
  const bool alone = std::ranges::all_of(session().seats(), session::IsHuman);
  const bool mixed = session().HasHuman() && !alone;
  return info_.pace.value_or(mixed ? RoomInfo::kUsualPace
                                   : std::chrono::milliseconds(0));
}

size_t Room::TableBytesOfAll() const {
  size_t bytes = 0;
  for (const std::string& player : session().seats()) {
    bytes += session::TableBytes(session().game(), player);
  }
  return bytes;
}

std::chrono::nanoseconds Room::ExpectedTime(int seat) const {
  const std::string& player = session().seats()[seat];
  auto expected = session::ThoughtTime(session().game(), player);
  const auto thought = thought_.find(seat);
  if (thought != thought_.end() &&
      (expected.has_value()
           ? thought->second > kTolerance * *expected
           : session::AnswersAtOnce(session().game(), player))) {
    expected = thought->second;
  }
  return std::min<std::chrono::nanoseconds>(
      expected.value_or(kMaxThinking),
      session().TimeForMove().value_or(kMaxThinking));
}

void Room::QueueTurn() {
  const std::string& player = session().seats()[turn_->seat];
  const size_t bytes = session::TableBytes(session().game(), player);
  turn_->ticket = services_.queue.Add(
      {.room = number_,
       .asker = asker_,
       .player = player,
       .expected = ExpectedTime(turn_->seat),
       .bytes = kept_bytes_ > 0 ? 0 : bytes,
       .threads = session::ThreadsOf(session().game(), player),
       .people = session().HasHuman(),
       .first = true},
      [room = shared_from_this(), number = turn_->number] {
        room->TakeTurn(number);
      });
}

// The position has changed, or is to: the answer is not asked for any more.
void Room::StopTurn() {
  if (!turn_.has_value()) return;
  turn_->stop->store(true);
  services_.queue.Cancel(turn_->ticket);
  turn_.reset();
}

Observer Room::TurnObserver(uint64_t number,
                            const session::Thinking& thinking) {
  return ThrottleReports([this, number, ply = session().plies(),
                          &thinking](const Decision& so_far) {
    if (readers_->empty()) return;
    const Json advice = AdviceJson(ply, thinking, *board_, so_far);
    {
      const MutexLock lock(&mutex_);
      if (!turn_.has_value() || turn_->number != number) return;
      readers_->PublishNewest("thinking", advice);
    }
    readers_->Wake();
  });
}

void Room::TakeTurn(uint64_t number) {
  std::optional<session::Thinking> thinking;
  Observer observer;
  Limits limits;
  std::shared_ptr<std::atomic<bool>> stop;
  {
    const MutexLock lock(&mutex_);
    if (!turn_.has_value() || turn_->number != number) return;
    thinking = game_.BeginThinking();
    observer = TurnObserver(number, *thinking);
    turn_->thinks = true;
    turn_began_ = steady_clock::now();
    stop = turn_->stop;
    limits.stop = stop.get();
    limits.time = std::min<std::chrono::nanoseconds>(
        kMaxThinking, session().TimeForMove().value_or(kMaxThinking));
  }
  const auto decision = thinking->Choose(limits, observer);
  EndTurn(*std::move(thinking), number, decision);
}

void Room::EndTurn(session::Thinking thinking, uint64_t number,
                   const absl::StatusOr<Decision>& decision) {
  PlayerList forgotten;
  const Time answered = steady_clock::now();
  auto next = decision.ok() ? PrepareMove(*board_, thinking.state(), *decision,
                                          readers_->Seats())
                            : absl::StatusOr<NextMove>(decision.status());
  {
    const MutexLock lock(&mutex_);
    if (!turn_.has_value() || turn_->number != number) return;
    const int seat = turn_->seat;
    if (!*turn_->stop) {
      thought_[seat] = std::max<std::chrono::nanoseconds>(
          thought_[seat], answered - turn_began_);
    }
    const bool asked = game_.FinishThinking(std::move(thinking));
    const bool counts = asked && !LosesOnTime(answered);
    if (counts) {
      FollowTurn(PlayTurn(decision, std::move(next), answered));
    } else {
      turn_.reset();
      FollowTurn(absl::OkStatus());
    }
    forgotten = KeepPlayersOrForget();
  }
  readers_->Wake();
}

absl::Status Room::PlayTurn(const absl::StatusOr<Decision>& decision,
                            absl::StatusOr<NextMove> next, Time answered) {
  if (decision.ok() && next.ok()) {
    turn_->answer = ReadyAnswer{*std::move(next), answered};
    return PlayAnswer();
  }
  const int seat = turn_->seat;
  turn_.reset();
  if (decision.ok()) return game_.ForfeitIllegal(seat, TurnTime(answered));
  return game_.ForfeitFailed(seat, decision.status(), TurnTime(answered));
}

absl::Status Room::PlayAnswer() {
  const Time earliest = turn_->began + Pace();
  if (!*turn_->stop && steady_clock::now() < earliest) {
    TickAt(earliest);
    return absl::OkStatus();
  }
  ReadyAnswer answer = *std::move(turn_->answer);
  turn_.reset();
  return PlayLocked(std::move(answer.next), answer.decided);
}

void Room::FollowTurn(const absl::Status& played) {
  if (played.ok()) {
    Advance();
    PublishEnd();
  } else {
    ReportTrouble(played);
  }
}

Room::PlayerList Room::KeepPlayersOrForget() {
  if (kept_bytes_ > 0 || session().Over()) return {};
  const size_t bytes = TableBytesOfAll();
  forgets_ = !services_.kept_players.Take(bytes);
  if (forgets_) return game_.ForgetPlayers();
  kept_bytes_ = bytes;
  return {};
}

Room::PlayerList Room::DropPlayers() {
  services_.kept_players.Give(std::exchange(kept_bytes_, 0));
  return game_.ForgetPlayers();
}

void Room::ReportTrouble(const absl::Status& problem) {
  trouble_ = std::string(problem.message());
  readers_->PublishState();
  TickAt(steady_clock::now() + kRetry);
}

void Room::TickAt(Time time) {
  // The one that comes first sees to the others.
  if (closed_ || (tick_.has_value() && *tick_ <= time)) return;
  tick_ = time;
  services_.timer.At(time, [room = weak_from_this()] {
    if (const auto alive = room.lock()) alive->Tick();
  });
}

void Room::Tick() {
  {
    const MutexLock lock(&mutex_);
    tick_.reset();
    if (closed_ || session().Over()) return;
    if (!turn_.has_value()) {
      (void)LosesOnTime(steady_clock::now());
      Advance();
      PublishEnd();
    } else if (turn_->answer.has_value()) {
      FollowTurn(PlayAnswer());
    } else if (turn_->ticket == 0 && TooLarge()) {
      TickAt(steady_clock::now() + kRetry);
    } else if (turn_->ticket == 0) {
      QueueTurn();
    }
  }
  readers_->Wake();
}

std::chrono::nanoseconds Room::TurnTime(Time at) const {
  if (!game_.ClockRuns()) return {};
  // A computer's time does not run while it waits for a thread, or once it has
  // decided.
  if (turn_.has_value() && !turn_->thinks) return {};
  if (turn_.has_value() && turn_->answer.has_value()) {
    at = turn_->answer->decided;
  }
  // A request may arrive before the move that it waits behind is played.
  return std::max(at - turn_began_, steady_clock::duration::zero());
}

bool Room::LosesOnTime(Time at) {
  const auto how = session().OutOfTime(TurnTime(at));
  if (!how.has_value()) return false;
  const absl::Status done = game_.Forfeit(session().state().ToMove(),
                                          Termination::kTimeForfeit, *how);
  if (!done.ok()) ReportTrouble(done);
  return done.ok();
}

}  // namespace boardwalk::web
