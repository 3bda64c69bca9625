// Room: how it begins and ends, and its readers.

#include <algorithm>
#include <bit>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"
#include "frontends/web/rooms/advice.h"
#include "frontends/web/rooms/pointing.h"
#include "frontends/web/rooms/room.h"

namespace boardwalk::web {

using std::chrono::steady_clock;

std::optional<std::chrono::milliseconds> ReadPace(JsonFields& fields) {
  const auto pace =
      fields.OptionalInt("pace_ms", {0, RoomInfo::kMaxPace.count()});
  if (!pace.has_value()) return std::nullopt;
  return std::chrono::milliseconds(*pace);
}

Json SeatNumbers(uint32_t seats) {
  Json numbers = Json::array();
  for (; seats != 0; seats &= seats - 1) {
    numbers.push_back(std::countr_zero(seats) + 1);
  }
  return numbers;
}

uint32_t ReadSeats(JsonFields& fields, absl::string_view name, int seats) {
  const Json* const list = fields.Find(name);
  if (list == nullptr) return 0;
  uint32_t read = 0;
  bool good = list->is_array();
  for (size_t i = 0; good && i < list->size(); ++i) {
    const Json& seat = (*list)[i];
    good = seat.is_number_integer() && seat >= 1 && seat <= seats;
    if (good) read |= 1U << (seat.get<int>() - 1);
  }
  if (good) return read;
  fields.Refuse(name, absl::StrCat("a list of seats from 1 to ", seats));
  return 0;
}

Json NoteOf(uint32_t open, const std::string& rematch) {
  Json note = Json::object();
  if (open != 0) note["open"] = SeatNumbers(open);
  if (!rematch.empty()) note["rematch"] = rematch;
  return note;
}

absl::Status ReadNote(const Json& note, RoomInfo& info) {
  JsonFields fields(note, "note");
  info.open =
      ReadSeats(fields, "open", static_cast<int>(info.keys.seats.size()));
  info.rematch = fields.Text("rematch");
  RETURN_IF_ERROR(fields.Check());
  if (info.rematch.empty() || LooksLikeKey(info.rematch)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError("\"note.rematch\" is no room");
}

absl::Status Room::Keep(const std::string& path, Json head) {
  const MutexLock lock(&mutex_);
  return game_.Keep(path, std::move(head));
}

void Room::Start() {
  {
    const MutexLock lock(&mutex_);
    started_ = true;
    published_end_ = session().Over();
    turn_began_ = info_.turn_began.value_or(steady_clock::now());
    if (published_end_) KeepOpen(0).IgnoreError();
    Advance();
    PublishEnd();
  }
  readers_->Wake();
}

void Room::CloseLocked() {
  if (closed_) return;
  StopTurn();
  readers_->End();
  services_.kept_players.Give(std::exchange(kept_bytes_, 0));
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

std::optional<Room::RunningClock> Room::ClockLocked() const {
  if (!game_.ClockRuns() || !session().HumanToMove()) return std::nullopt;
  const auto left = session().Left(session().state().ToMove());
  return RunningClock{
      turn_began_,
      turn_began_ + std::chrono::duration_cast<Time::duration>(left)};
}

std::optional<Room::RunningClock> Room::Clock() const {
  const MutexLock lock(&mutex_);
  return ClockLocked();
}

bool Room::GoesOn(std::chrono::nanoseconds soon) const {
  if (!game_.Active()) return false;
  const auto clock = ClockLocked();
  if (clock.has_value()) return clock->ends < steady_clock::now() + soon;
  return !TooLarge();  // a computer's turn, which waits then
}

bool Room::CloseIfIdle(Time since, std::chrono::nanoseconds soon) {
  {
    const MutexLock lock(&mutex_);
    if (closed_) return true;
    if (!readers_->empty() || !advice_->idle() || used_ > since ||
        GoesOn(soon)) {
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

std::string Room::asker() const {
  const MutexLock lock(&mutex_);
  return asker_;
}

size_t Room::BytesOfMoves(size_t moves) {
  constexpr size_t kRoom = 64 << 10, kMove = 400;
  return kRoom + moves * kMove;
}

void Room::Adopt(const std::string& asker) {
  const MutexLock lock(&mutex_);
  if (asker_.empty()) asker_ = asker;
}

size_t Room::Bytes() const {
  const MutexLock lock(&mutex_);
  return BytesLocked();
}

size_t Room::BytesLocked() const {
  constexpr size_t kCell = 200;
  // Positions that the history keeps, at some bytes a cell.
  constexpr size_t kPositionCell = 4;
  const auto moves = static_cast<size_t>(session().history().last_ply());
  const size_t positions = std::min(moves, GameHistory::kMaxCheckpoints);
  const size_t pointing =
      pointing_.moves == nullptr ? 0 : pointing_.moves->Bytes();
  size_t replaced = 0;
  for (const session::Variation& variation : game_.variations()) {
    replaced += sizeof(variation) + variation.moves.size();
  }
  constexpr size_t kComment = 100;  // besides its text
  const Comments& comments = session().comments();
  return BytesOfMoves(moves) + replaced + comments.bytes() +
         kComment * comments.by_ply().size() + pointing +
         readers_->KeptBytes() + session().detail().size() +
         board_->layout().cells.size() * (kCell + kPositionCell * positions);
}

void Room::PublishNews() {
  {
    const MutexLock lock(&mutex_);
    if (closed_ || readers_->empty()) return;
    const size_t watchers = readers_->Watchers();
    const bool waits =
        turn_.has_value() && turn_->ticket != 0 && !turn_->thinks;
    if (!waits && watchers == told_watchers_) return;
    if (waits) readers_->PublishNewest("waiting", TurnJson());
    if (std::exchange(told_watchers_, watchers) != watchers) {
      readers_->PublishNewest("watchers", {{"watchers", watchers}});
    }
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
    RETURN_IF_ERROR(TakeSeats(role));
    // A state has all that somebody missed who was gone for a while.
    if (seen != readers_->last_event()) mailbox->AskForState();
    readers_->Add(mailbox);
    came_ |= role.seats;
    if (role.seats != 0) PublishSeats();
  }
  readers_->Wake();
  return std::make_unique<MailboxStream>(
      mailbox, [room = shared_from_this(), mailbox] { room->Leave(mailbox); });
}

void Room::PublishSeats() {
  Json names = Json::array();
  for (int seat = 0; seat < session().game().NumPlayers(); ++seat) {
    names.push_back(NameOf(seat));
  }
  Json seats = {{"present", PresentJson()},
                {"names", std::move(names)},
                {"open", SeatNumbers(OpenSeats())},
                {"watchers", readers_->Watchers()}};
  seats.update(ClocksJson());
  readers_->Publish("seats", seats);
}

void Room::Leave(const std::shared_ptr<Mailbox>& mailbox) {
  {
    const MutexLock lock(&mutex_);
    readers_->Remove(mailbox);
    used_ = steady_clock::now();  // a page that is reloaded comes again
    if (readers_->empty()) large_state_ = {};
    if (mailbox->role().seats != 0 && !closed_) PublishSeats();
  }
  readers_->Wake();
}

}  // namespace boardwalk::web
