#include "frontends/tournament/runner.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"
#include "frontends/tournament/play_game.h"

namespace boardwalk::tournament {
namespace {

// How soon a request to stop reaches the games on their way.
constexpr std::chrono::milliseconds kLookEvery{20};

// In order: how many games may be taken and not yet have had their turn. More
// than there are jobs, so that a long game does not keep them all waiting.
constexpr int64_t kWindowPerJob = 4;
constexpr int64_t kWindow = 16;

absl::Status CheckOptions(const Plan& plan, const RunOptions& options) {
  if (options.jobs < 1 || options.jobs > kMaxJobs) {
    return absl::InvalidArgumentError(
        absl::StrCat(options.jobs, " games at once; give 1 to ", kMaxJobs));
  }
  const Shard& shard = options.shard;
  if (shard.count < 1 || shard.count > kMaxShards || shard.index < 0 ||
      shard.index >= shard.count) {
    return absl::InvalidArgumentError(
        absl::StrCat("shard ", shard.index + 1, " of ", shard.count,
                     "; there are 1 to ", kMaxShards, ", and the first is 1"));
  }
  if (options.jobs == 1) return absl::OkStatus();
  const Configuration& configuration = plan.configuration();
  for (size_t i = 0; i < configuration.games.size(); ++i) {
    for (const std::string& name : configuration.players) {
      const auto player = plan.game(static_cast<int>(i)).MakePlayer(name);
      if (!player.ok()) return player.status();
      if ((*player)->Threads() > 1) {
        return absl::InvalidArgumentError(absl::StrCat(
            "'", name, "' thinks with ", (*player)->Threads(),
            " threads, whose time can only be judged with one game at a time; "
            "run one job, not ",
            options.jobs));
      }
    }
  }
  return absl::OkStatus();
}

// One run on its way. Workers take games in order, play them and hand them in;
// the thread that called waits for them and passes a request to stop on.
class Run {
 public:
  Run(const Plan& plan, Store& store, const RunOptions& options)
      : plan_(plan), store_(store), options_(options) {
    counts_.planned = plan.games(options.shard);
  }

  absl::StatusOr<RunCounts> Play();

 private:
  // A game to be played, and its place among those of the run, from 0.
  struct Task {
    PlannedGame game;
    int64_t place = 0;
  };
  // In order: what came before its turn.
  struct Waiting {
    int64_t found = 0;  // the id of a game in the store, or 0
    absl::StatusOr<FinishedGame> played;
  };

  // Starts the workers, with `mutex_` held.
  std::vector<std::thread> StartWorkers();
  void Work();
  // The next game that is not in the store; unset when there is no more to do.
  std::optional<Task> Take();
  void HandIn(int64_t place, absl::StatusOr<FinishedGame> played);

  // The rest is called with `mutex_` held.

  // Whether the run ends here, its games played or not. Looks at the caller's
  // flag.
  bool Halted();
  void Halt(const absl::Status& status);
  // In order: whether a game more may be taken.
  bool HasRoom() const;
  void CommitWaiting();
  void Commit(const absl::StatusOr<FinishedGame>& played);
  void CommitFound(int64_t id);
  void Tell(const GameSummary& summary);

  const Plan& plan_;
  Store& store_;
  const RunOptions& options_;
  // No more games are stored; those on their way end.
  std::atomic<bool> halt_{false};

  std::mutex mutex_;
  std::condition_variable room_;  // HasRoom, or the run is halted
  std::condition_variable done_;  // no worker is left
  int working_ = 0;
  int64_t next_id_ = 1;
  RunCounts counts_;
  absl::Status error_;
  std::map<int64_t, Waiting> waiting_;  // by place
  int64_t taken_ = 0;                   // places given away
  int64_t committed_ = 0;               // places whose turn is over
};

absl::StatusOr<RunCounts> Run::Play() {
  std::unique_lock lock(mutex_);
  std::vector<std::thread> workers = StartWorkers();
  while (working_ > 0) {
    if (options_.stop == nullptr) {
      done_.wait(lock);
    } else {
      done_.wait_for(lock, kLookEvery);
      (void)Halted();
    }
  }
  lock.unlock();
  for (std::thread& worker : workers) worker.join();
  if (!error_.ok()) return error_;
  counts_.stopped = options_.stop != nullptr && options_.stop->load() &&
                    counts_.found + counts_.played < counts_.planned;
  return counts_;
}

std::vector<std::thread> Run::StartWorkers() {
  std::vector<std::thread> workers;
  const int64_t jobs = std::min<int64_t>(options_.jobs, counts_.planned);
  while (working_ < jobs) {
    try {
      workers.emplace_back([this] { Work(); });
    } catch (const std::system_error& error) {  // what std::thread does
      Halt(absl::ResourceExhaustedError(absl::StrCat(
          "no more than ", working_, " games can be played at once here (",
          error.what(), "); run fewer jobs")));
      break;
    }
    ++working_;
  }
  return workers;
}

void Run::Work() {
  while (const auto task = Take()) {
    HandIn(task->place, PlayGame(plan_, task->game, options_.clock, halt_));
  }
  const std::lock_guard lock(mutex_);
  if (--working_ == 0) done_.notify_all();
}

std::optional<Run::Task> Run::Take() {
  std::unique_lock lock(mutex_);
  while (!Halted()) {
    if (!HasRoom()) {
      room_.wait(lock);
      continue;
    }
    const int64_t id = plan_.NextInShard(next_id_, options_.shard);
    if (id > plan_.games()) break;
    next_id_ = id + 1;
    const auto found = store_.Has(id);
    if (!found.ok()) {
      Halt(found.status());
    } else if (!*found) {
      return Task{plan_.Game(id), taken_++};
    } else if (options_.in_order) {
      waiting_[taken_++].found = id;
      CommitWaiting();
    } else {
      ++counts_.found;
    }
  }
  return std::nullopt;
}

void Run::HandIn(int64_t place, absl::StatusOr<FinishedGame> played) {
  const std::lock_guard lock(mutex_);
  // A game that was told to stop is none, even if it came to an end.
  if (Halted()) return;
  if (options_.in_order) {
    waiting_[place].played = std::move(played);
    CommitWaiting();
  } else {
    Commit(played);
  }
}

bool Run::Halted() {
  if (options_.stop != nullptr && options_.stop->load()) {
    Halt(absl::OkStatus());
  }
  return halt_;
}

void Run::Halt(const absl::Status& status) {
  error_.Update(status);
  if (!halt_.exchange(true)) room_.notify_all();
}

bool Run::HasRoom() const {
  return !options_.in_order ||
         taken_ - committed_ < kWindowPerJob * options_.jobs + kWindow;
}

void Run::CommitWaiting() {
  while (!Halted() && !waiting_.empty() &&
         waiting_.begin()->first == committed_) {
    const Waiting next = std::move(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    if (next.found > 0) {
      CommitFound(next.found);
    } else {
      Commit(next.played);
    }
    ++committed_;
    room_.notify_all();
  }
}

void Run::Commit(const absl::StatusOr<FinishedGame>& played) {
  if (!played.ok()) return Halt(played.status());
  const auto added = store_.Add(*played);
  if (!added.ok()) return Halt(added.status());
  // Somebody else was sooner, and what the store has is what counts.
  if (!*added) return CommitFound(played->summary.id);
  ++counts_.played;
  Tell(played->summary);
}

void Run::CommitFound(int64_t id) {
  const auto game = store_.Get(id);
  if (!game.ok()) return Halt(game.status());
  ++counts_.found;
  Tell(game->summary);
}

void Run::Tell(const GameSummary& summary) {
  if (options_.on_game && !options_.on_game(summary)) Halt(absl::OkStatus());
}

}  // namespace

absl::StatusOr<RunCounts> RunPlan(const Plan& plan, Store& store,
                                  const RunOptions& options) {
  RETURN_IF_ERROR(CheckOptions(plan, options));
  return Run(plan, store, options).Play();
}

}  // namespace boardwalk::tournament
