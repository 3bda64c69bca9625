// Room: how it begins and ends, and its readers.

#include <algorithm>

#include "framework/status_macros.h"
#include "frontends/web/rooms/advice.h"
#include "frontends/web/rooms/room.h"

namespace boardwalk::web {

using std::chrono::steady_clock;

void Room::Start() {
  {
    const MutexLock lock(&mutex_);
    started_ = true;
    published_end_ = session().Over();
    turn_began_ = steady_clock::now();
    Advance();
    PublishEnd();
  }
  readers_->Wake();
}

void Room::CloseLocked() {
  if (closed_) return;
  StopTurn();
  readers_->End();
  DropPlayers();
  game_.Close();
  closed_ = true;
}

void Room::Close() {
  {
    const MutexLock lock(&mutex_);
    CloseLocked();
  }
  advice_->Close();
  readers_->Wake();
}

bool Room::CloseIfIdle(Time since) {
  {
    const MutexLock lock(&mutex_);
    if (closed_) return true;
    if (!readers_->empty() || !advice_->idle() || game_.Active() ||
        used_ > since) {
      return false;
    }
    CloseLocked();
  }
  advice_->Close();
  return true;
}

bool Room::closed() const {
  const MutexLock lock(&mutex_);
  return closed_;
}

void Room::Use() {
  const MutexLock lock(&mutex_);
  used_ = steady_clock::now();
}

size_t Room::Bytes() const {
  constexpr size_t kRoom = 64 << 10, kCell = 200, kMove = 400;
  // Positions that the history keeps, at some bytes a cell.
  constexpr size_t kPositionCell = 4;
  const MutexLock lock(&mutex_);
  const auto moves = static_cast<size_t>(session().history().last_ply());
  const size_t positions = std::min(moves, GameHistory::kMaxCheckpoints);
  size_t replaced = 0;
  for (const session::Variation& variation : game_.variations()) {
    replaced += sizeof(variation) + variation.moves.size();
  }
  return kRoom + replaced + moves * kMove +
         board_->layout().cells.size() * (kCell + kPositionCell * positions);
}

void Room::PublishPlace() {
  {
    const MutexLock lock(&mutex_);
    if (closed_ || !turn_.has_value() || turn_->ticket == 0 || turn_->thinks ||
        readers_->empty()) {
      return;
    }
    readers_->PublishNewest("waiting", TurnJson());
  }
  readers_->Wake();
}

void Room::SendState(Mailbox& reader) {
  RoomSnapshot snapshot;
  {
    const MutexLock lock(&mutex_);
    snapshot = TakeSnapshot(reader.role());
    reader.BeginState();
  }
  reader.Restart(EventHead(snapshot.event, "state") + SmallStateText(snapshot),
                 LargeState(snapshot));
}

absl::StatusOr<std::unique_ptr<EventStream>> Room::Read(
    const Role& role, std::optional<uint64_t> seen) {
  auto mailbox = std::make_shared<Mailbox>(
      role, [room = shared_from_this()](Mailbox& reader) {
        room->SendState(reader);
      });
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckOpen());
    // A state has all that somebody missed who was gone for a while.
    if (seen != readers_->last_event()) mailbox->AskForState();
    readers_->Add(mailbox);
    if (role.seats != 0) {
      readers_->Publish("seats", {{"present", PresentJson()}});
    }
  }
  readers_->Wake();
  return std::make_unique<MailboxStream>(
      mailbox, [room = shared_from_this(), mailbox] { room->Leave(mailbox); });
}

void Room::Leave(const std::shared_ptr<Mailbox>& mailbox) {
  {
    const MutexLock lock(&mutex_);
    readers_->Remove(mailbox);
    used_ = steady_clock::now();  // a page that is reloaded comes again
    if (readers_->empty()) large_state_ = {};
    if (mailbox->role().seats != 0 && !closed_) {
      readers_->Publish("seats", {{"present", PresentJson()}});
    }
  }
  readers_->Wake();
}

}  // namespace boardwalk::web
