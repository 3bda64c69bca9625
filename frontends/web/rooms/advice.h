// Asks players about a game, besides the moves of its computers: for a hint,
// for their view of a position, and for an analysis of the whole game. They
// think in the lobby's threads.

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/mutex.h"
#include "framework/record.h"
#include "frontends/board/board_view.h"
#include "frontends/session/session.h"
#include "frontends/web/api.h"
#include "frontends/web/http/events.h"
#include "frontends/web/http/keys.h"
#include "frontends/web/rooms/tasks.h"

namespace boardwalk::web {

// The most time that a computer gets for a move or a look at a position. No
// level needs so much.
inline constexpr std::chrono::seconds kMaxThinking{60};

// An observer that calls `tell` at most ten times a second, and less often
// where that takes long.
Observer ThrottleReports(std::function<void(const Decision&)> tell);

// The decision of `thinking` so far, in the form of the events (README.md).
Json AdviceJson(int ply, const session::Thinking& thinking,
                const board::BoardView& board, const Decision& decision);

// Of one game. Thread-safe; its lock is taken after that of the game. Errors:
// kResourceExhausted for the limits of a game, kUnavailable for those of the
// server and once it is closed.
class Advice : public std::enable_shared_from_this<Advice> {
 public:
  // The most tasks at the same time.
  static constexpr size_t kMaxTasks = 6;

  // `queue` must be there until Close. `room` is the game's number there.
  Advice(TaskQueue& queue, uint64_t room, std::shared_ptr<const AnyGame> game,
         std::shared_ptr<const board::BoardView> board,
         std::shared_ptr<Readers> readers)
      : queue_(queue),
        room_(room),
        game_(std::move(game)),
        board_(std::move(board)),
        readers_(std::move(readers)) {}

  // Players think in the turn of `asker`, who wants to know (TaskQueue).

  // A stream of events `thinking`, ended by `decision`. The player stops when
  // the reader leaves.
  absl::StatusOr<std::unique_ptr<EventStream>> Look(const std::string& asker,
                                                    const Role& role, int ply,
                                                    session::Thinking thinking)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // An event `hint` for the readers who may play `seat`; one at a time.
  absl::Status Hint(const std::string& asker, int seat, int ply,
                    session::Thinking thinking) ABSL_LOCKS_EXCLUDED(mutex_);
  // The position has changed.
  void DropHints() ABSL_LOCKS_EXCLUDED(mutex_) { DropTasks("hint"); }

  // Analyses the game of `record`, instead of the one before. Publishes events
  // `analysis`, with the number that it answers; later readers get the last
  // one.
  absl::StatusOr<uint64_t> Analyse(const std::string& asker,
                                   const Catalog& catalog,
                                   const std::string& player, GameRecord record)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether nobody is being asked.
  bool idle() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Stops all, and ends the streams. The caller holds no lock.
  void Close() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Task {
    uint64_t number = 0;
    uint64_t ticket = 0;
    absl::string_view kind;  // "look", "hint", "analysis"
    TaskQueue::About about;
    std::shared_ptr<std::atomic<bool>> stop;
    std::shared_ptr<Mailbox> mailbox;  // of a look
  };
  using Run =
      std::function<void(uint64_t number, const std::atomic<bool>& stop)>;
  struct Analysis;

  // Queues a task; returns its number.
  absl::StatusOr<uint64_t> AddTask(absl::string_view kind,
                                   const std::string& asker,
                                   const std::string& player,
                                   std::chrono::nanoseconds expected,
                                   std::shared_ptr<Mailbox> mailbox, Run run)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Null if there is none any more.
  Task* FindTask(uint64_t number) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void QueueTask(Task& task, Run run) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Queues a task again that has run; false if it is to end.
  bool QueueAgain(uint64_t number, Run run) ABSL_LOCKS_EXCLUDED(mutex_);
  void EndTask(uint64_t number) ABSL_LOCKS_EXCLUDED(mutex_);
  void StopTask(uint64_t number) ABSL_LOCKS_EXCLUDED(mutex_);
  void DropTasks(absl::string_view kind) ABSL_LOCKS_EXCLUDED(mutex_);
  // How many tasks run before this one; 0 if it runs.
  size_t Place(uint64_t number) ABSL_LOCKS_EXCLUDED(mutex_);

  // Looks at one position, and queues again for the next: others have their
  // turns between.
  void LookAtNext(const std::shared_ptr<Analysis>& analysis, uint64_t number,
                  const std::atomic<bool>& stop);
  void PublishAnalysis(const Analysis& analysis, uint64_t number);

  TaskQueue& queue_;
  const uint64_t room_;
  const std::shared_ptr<const AnyGame> game_;
  const std::shared_ptr<const board::BoardView> board_;
  const std::shared_ptr<Readers> readers_;

  mutable Mutex mutex_;
  std::vector<Task> tasks_ ABSL_GUARDED_BY(mutex_);
  uint64_t last_number_ ABSL_GUARDED_BY(mutex_) = 0;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace boardwalk::web
