// Room: its readers, and how it begins and ends.

#include <algorithm>
#include <utility>

#include "framework/status_macros.h"
#include "frontends/web/rooms/room.h"

namespace boardwalk::web {

using std::chrono::steady_clock;

void Room::Start() {
  {
    const MutexLock lock(&mutex_);
    started_ = true;
    told_over_ = session().Over();
    turn_began_ = steady_clock::now();
    Advance();
    TellEnd();
  }
  WakeReaders();
}

void Room::CloseLocked() {
  if (closed_) return;
  StopTurn();
  for (const Task& task : tasks_) {
    task.stop->store(true);
    services_.thinkers.Cancel(task.ticket);
    if (task.mailbox != nullptr) task.mailbox->End();
  }
  for (const auto& mailbox : mailboxes_) mailbox->End();
  DropPlayers();
  game_.Leave();
  closed_ = true;
}

void Room::Close() {
  {
    const MutexLock lock(&mutex_);
    CloseLocked();
  }
  WakeReaders();
}

bool Room::CloseIfIdle(std::chrono::nanoseconds unused) {
  const MutexLock lock(&mutex_);
  if (closed_) return true;
  if (!mailboxes_.empty() || !tasks_.empty() || turn_.has_value() ||
      game_.Active() || steady_clock::now() - used_ < unused) {
    return false;
  }
  CloseLocked();
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
  for (const Variation& variation : game_.variations()) {
    replaced += sizeof(variation) + variation.moves.size();
  }
  return kRoom + replaced + moves * kMove +
         board_.layout().cells.size() * (kCell + kPositionCell * positions);
}

void Room::TellPlace() {
  {
    const MutexLock lock(&mutex_);
    if (closed_ || !turn_.has_value() || turn_->ticket == 0 || turn_->thinks ||
        mailboxes_.empty()) {
      return;
    }
    const std::string text = EventText(0, "waiting", JsonText(TurnJson()));
    for (const auto& mailbox : mailboxes_) {
      mailbox->PushNewest("waiting", text);
    }
  }
  WakeReaders();
}

void Room::Publish(absl::string_view type, const Json& data) {
  const std::string text = EventText(++last_event_, type, JsonText(data));
  for (const auto& mailbox : mailboxes_) mailbox->Push(text);
}

void Room::PublishState() {
  ++last_event_;
  for (const auto& mailbox : mailboxes_) mailbox->AskForState();
}

void Room::WakeReaders() {
  std::vector<std::shared_ptr<Mailbox>> mailboxes;
  {
    const MutexLock lock(&mutex_);
    mailboxes = mailboxes_;
    for (const Task& task : tasks_) {
      if (task.mailbox != nullptr) mailboxes.push_back(task.mailbox);
    }
  }
  for (const auto& mailbox : mailboxes) mailbox->Wake();
}

absl::StatusOr<std::unique_ptr<EventStream>> Room::Read(
    const Role& role, std::optional<uint64_t> seen) {
  auto mailbox = std::make_shared<Mailbox>(
      role, [room = shared_from_this()](Mailbox& reader) {
        const MutexLock lock(&room->mutex_);
        reader.Restart(EventText(room->last_event_, "state",
                                 room->StateLocked(reader.role())));
      });
  {
    const MutexLock lock(&mutex_);
    RETURN_IF_ERROR(CheckOpen());
    RETURN_IF_ERROR(CheckReaders(mailboxes_.size(), "this game"));
    // A state has all that somebody missed who was gone for a while.
    if (seen != last_event_) mailbox->AskForState();
    mailboxes_.push_back(mailbox);
    if (!analysis_.empty()) mailbox->PushNewest("analysis", analysis_);
    if (role.seats != 0) Publish("seats", {{"present", PresentJson()}});
  }
  WakeReaders();
  return std::make_unique<MailboxStream>(
      mailbox, [room = shared_from_this(), mailbox] { room->Leave(mailbox); });
}

void Room::Leave(const std::shared_ptr<Mailbox>& mailbox) {
  {
    const MutexLock lock(&mutex_);
    std::erase(mailboxes_, mailbox);
    if (mailbox->role().seats != 0 && !closed_) {
      Publish("seats", {{"present", PresentJson()}});
    }
  }
  WakeReaders();
}

void Room::Ping() {
  {
    const MutexLock lock(&mutex_);
    for (const auto& mailbox : mailboxes_) mailbox->PushNewest("", ": \n\n");
    for (const Task& task : tasks_) {
      if (task.mailbox != nullptr) task.mailbox->PushNewest("", ": \n\n");
    }
  }
  WakeReaders();
}

}  // namespace boardwalk::web
