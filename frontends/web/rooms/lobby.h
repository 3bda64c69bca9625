// Holds all rooms, within limits. Their names cannot be guessed. A folder keeps
// them, so that a server that starts again goes on with them.
//
// Example, given `const Catalog& catalog` and `const std::string& folder`:
//
//   web::Lobby lobby(catalog, {.folder = folder});
//   RETURN_IF_ERROR(lobby.status());
//   web::Api api(lobby);

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/mutex.h"
#include "frontends/session/journal.h"
#include "frontends/session/session.h"
#include "frontends/web/rooms/game_json.h"
#include "frontends/web/rooms/room.h"
#include "frontends/web/rooms/tasks.h"

namespace boardwalk::web {

struct LobbyOptions {
  // Where rooms are kept; made if it is not there. "" keeps them in memory
  // alone: none leaves it but those that are deleted.
  std::string folder = {};
  int threads = 0;  // that think; 0 for as many as there are cores
  // The most rooms in memory at the same time, and the most that are kept.
  size_t max_rooms = 200;
  size_t max_kept = 10'000;
  // When the folder is full, each new room takes the place of one that nobody
  // used for so long.
  std::chrono::hours outdated = std::chrono::hours(30 * 24);
  // The memory of all: half of it for rooms, a quarter for the players that
  // think, a quarter for those that are kept until their next move.
  size_t memory = size_t{2} << 30;
  // The most of what is on its way to readers, besides about 64 KiB for each.
  size_t max_sending = size_t{64} << 20;
  // Rooms that nobody used for so long leave the memory, unless a clock runs
  // out within `soon` or a computer goes on.
  std::chrono::nanoseconds idle = std::chrono::minutes(1);
  std::chrono::nanoseconds soon = Room::kSoon;
  // The time between checks for such rooms.
  std::chrono::nanoseconds tick = std::chrono::seconds(1);
};

// Thread-safe.
class Lobby {
 public:
  // `catalog` must outlive it. Games that computers or clocks go on with, and
  // those with open seats, are read at once, in the threads that think.
  Lobby(const Catalog& catalog, LobbyOptions options);
  // Stops, and waits for the computers. No request may run; streams may live
  // on, and end.
  ~Lobby();
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  // Ends all streams and asks the computers to stop. No request may run, then
  // or later. Returns the players that think still after so long.
  std::vector<std::string> Stop(std::chrono::nanoseconds patience)
      ABSL_LOCKS_EXCLUDED(mutex_);

  const Catalog& catalog() const { return catalog_; }
  DrawnBoards& boards() { return boards_; }
  // Of records that are shown without a room, at the same time: the cells of
  // their boards, once for each position.
  static constexpr size_t kMaxShownCells = 2'000'000;
  MemoryShare& shown_cells() { return shown_cells_; }
  // Why no game can be kept: the folder is not to be used, or another program
  // uses it.
  const absl::Status& status() const { return status_; }
  // Why games in the folder could not be read so far, with their files.
  std::vector<std::string> problems() const ABSL_LOCKS_EXCLUDED(mutex_);

  // The players that strangers may choose. Bounds of their parameters limit the
  // memory, the threads and the time that they take. Players that run a program
  // or read a file, which a parameter names, are left out.
  std::vector<PlayerInfo> Offered(const AnyGame& game) const;
  // Refuses others, and those that want more.
  absl::Status CheckPlayer(const AnyGame& game, absl::string_view player) const;

  // kUnavailable where a limit is reached.
  absl::StatusOr<std::shared_ptr<Room>> Add(NewRoom room)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // For `asker`, who has `keys`; also from the folder. kPermissionDenied, and
  // it does not count as use, without a key of the room; kUnavailable while a
  // long game is being read.
  absl::StatusOr<std::shared_ptr<Room>> Find(
      const std::string& id, const std::vector<std::string>& keys,
      const std::string& asker = "") ABSL_LOCKS_EXCLUDED(mutex_);
  // The same without a key: for who may have one by another room.
  absl::StatusOr<std::shared_ptr<Room>> FindWithoutKeys(
      const std::string& id, const std::string& asker)
      ABSL_LOCKS_EXCLUDED(mutex_) {
    return FindFor(id, nullptr, asker);
  }
  // The games with open seats that were used last, for GET /open.
  static constexpr size_t kMaxOpenGames = 100;
  Json OpenGames() ABSL_LOCKS_EXCLUDED(mutex_);
  // One of them, for who wants to join. kAborted where no seat is open.
  absl::StatusOr<std::shared_ptr<Room>> FindOpen(const std::string& id,
                                                 const std::string& asker)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends its streams and removes it from the memory and the folder. Errors:
  // kUnavailable while it is being read, or where its file cannot be removed.
  absl::Status Delete(const std::string& id) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  using Rooms = std::vector<std::shared_ptr<Room>>;
  // What a room has that is being made or read: a place, and memory, about.
  struct Reading {
    std::string asker;
    size_t bytes = 0;
  };

  // Whether there is a place for another room, which takes so many bytes. The
  // last quarter is for those who have less than a quarter.
  bool HasPlace(const std::string& asker, size_t bytes) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Makes one: idle rooms leave into `unloaded`. kUnavailable where that is not
  // enough.
  absl::Status MakePlace(const Reading& reading, Rooms& unloaded)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Of the rooms in memory.
  size_t Bytes() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Takes rooms that nobody has used for so long out of the memory. The caller
  // destroys them without the lock: it may take its time.
  Rooms UnloadIdle(std::chrono::nanoseconds unused)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // While rooms take more than they may, those that take most do not grow.
  Rooms LimitGrowth() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Counts the games in the folder and lists those that are outdated.
  void LookThroughFolder() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // The outdated game that was used least lately, which makes place for one new
  // game. No more: where a clock jumps, all games seem to be outdated.
  std::optional<std::string> TakeOutdated()
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Removes its file, if it still is.
  void RemoveOutdated(const std::string& id)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool IsOutdated(const std::string& id,
                  std::filesystem::file_time_type used) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::string PathOf(const std::string& id) const;
  // About what a game takes that is in a file.
  size_t BytesOfFile(const std::string& id) const;
  RoomServices Services() {
    return {catalog_, queue_, timer_, kept_players_, texts_, max_room_bytes_};
  }

  void OpenFolder() ABSL_LOCKS_EXCLUDED(mutex_);
  // Find; where `keys` are null, none are needed.
  absl::StatusOr<std::shared_ptr<Room>> FindFor(
      const std::string& id, const std::vector<std::string>* keys,
      const std::string& asker) ABSL_LOCKS_EXCLUDED(mutex_);
  // Reads a room that `reading_` has, for who has these `keys` where they are
  // not null, and for a moment if not `to_the_end`; null if that was not
  // enough.
  absl::StatusOr<std::shared_ptr<Room>> Read(
      const std::string& id, const std::string& asker,
      const std::vector<std::string>* keys, bool to_the_end)
      ABSL_LOCKS_EXCLUDED(mutex_);
  absl::StatusOr<std::shared_ptr<Room>> FinishReading(
      const std::string& id, absl::StatusOr<std::shared_ptr<Room>> room)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void ReadLater(const std::string& id, const std::string& asker)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // When the turn began in which a game left the memory, for its room.
  std::optional<std::chrono::steady_clock::time_point> TakeClock(
      const std::string& id) ABSL_LOCKS_EXCLUDED(mutex_);
  // Begins to read as many of `due_` as there are threads.
  void ReadDue() ABSL_LOCKS_EXCLUDED(mutex_);
  // Adds those to `due_` whose clocks run out soon.
  void CheckClocks() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Destroys them, in a thread that thinks: the timer's has no time for it.
  void Destroy(Rooms rooms) ABSL_LOCKS_EXCLUDED(mutex_);
  void Tick() ABSL_LOCKS_EXCLUDED(mutex_);

  const Catalog& catalog_;
  const LobbyOptions options_;
  std::unique_ptr<session::Journal> folder_lock_;
  absl::Status status_;
  DrawnBoards boards_;
  MemoryShare kept_players_;
  MemoryShare shown_cells_{kMaxShownCells};
  const std::shared_ptr<TextPool> texts_;
  std::atomic<bool> ending_{false};
  std::atomic<size_t> max_room_bytes_{~size_t{0}};  // RoomServices::max_bytes

  mutable Mutex mutex_;
  std::map<std::string, std::shared_ptr<Room>> rooms_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, Reading> reading_ ABSL_GUARDED_BY(mutex_);
  CondVar read_;  // something has left `reading_`
  // The games to be read because a computer or a clock goes on in them, or to
  // be listed as they have open seats.
  std::set<std::string> due_ ABSL_GUARDED_BY(mutex_);
  // The games with open seats that have left the memory.
  std::map<std::string, OpenGame> open_ ABSL_GUARDED_BY(mutex_);
  // The clocks that run in games that have left the memory.
  std::map<std::string, Room::RunningClock> clocks_ ABSL_GUARDED_BY(mutex_);
  size_t kept_ ABSL_GUARDED_BY(mutex_) = 0;  // in the folder
  // What LookThroughFolder found: the one that was used least lately is last.
  std::vector<std::string> outdated_ ABSL_GUARDED_BY(mutex_);
  // The earliest time at which it looks again.
  std::chrono::steady_clock::time_point look_at_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, std::string> problems_ ABSL_GUARDED_BY(mutex_);
  // The timer's: whether memory is to be given back, and the earliest time.
  bool trim_ = false;
  std::chrono::steady_clock::time_point trim_at_;

  // Last, so that their threads end before what they use.
  Timer timer_;
  TaskQueue queue_;
};

}  // namespace boardwalk::web
