#include "frontends/tournament/runner.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/mutex.h"
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
  ASSIGN_OR_RETURN(const std::string player, MultithreadedPlayer(plan));
  if (player.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "'", player,
      "' thinks with several threads, whose time can only be judged with one "
      "game at a time; run one job, not ",
      options.jobs));
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

  std::vector<std::thread> StartWorkers() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Work();
  // The next game that is not in the store; unset when there is no more to do.
  std::optional<Task> Take();
  void HandIn(int64_t place, absl::StatusOr<FinishedGame> played);

  // Whether the run ends here, its games played or not. Looks at the caller's
  // flag.
  bool Halted() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Halt(const absl::Status& status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // In order: whether a game more may be taken.
  bool HasRoom() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void CommitWaiting() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Commit(const absl::StatusOr<FinishedGame>& played)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void CommitFound(int64_t id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Tell(const GameSummary& summary) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Plan& plan_;
  Store& store_;
  const RunOptions& options_;
  // No more games are stored; those on their way end.
  std::atomic<bool> halt_{false};

  Mutex mutex_;
  CondVar room_;  // HasRoom, or the run is halted
  CondVar done_;  // no worker is left
  int working_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t next_id_ ABSL_GUARDED_BY(mutex_) = 1;
  RunCounts counts_ ABSL_GUARDED_BY(mutex_);
  absl::Status error_ ABSL_GUARDED_BY(mutex_);
  // By place; how many places are given away, and whose turn is over.
  std::map<int64_t, Waiting> waiting_ ABSL_GUARDED_BY(mutex_);
  int64_t taken_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t committed_ ABSL_GUARDED_BY(mutex_) = 0;
};

absl::StatusOr<RunCounts> Run::Play() {
  std::vector<std::thread> workers;
  {
    const MutexLock lock(&mutex_);
    workers = StartWorkers();
    while (working_ > 0) {
      if (options_.stop == nullptr) {
        done_.Wait(&mutex_);
      } else {
        done_.WaitFor(&mutex_, kLookEvery);
        (void)Halted();
      }
    }
  }
  for (std::thread& worker : workers) worker.join();
  const MutexLock lock(&mutex_);
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
  const MutexLock lock(&mutex_);
  if (--working_ == 0) done_.NotifyAll();
}

std::optional<Run::Task> Run::Take() {
  const MutexLock lock(&mutex_);
  while (!Halted()) {
    if (!HasRoom()) {
      room_.Wait(&mutex_);
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
  const MutexLock lock(&mutex_);
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
  if (!halt_.exchange(true)) room_.NotifyAll();
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
    room_.NotifyAll();
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

absl::StatusOr<std::string> MultithreadedPlayer(const Plan& plan) {
  const Configuration& configuration = plan.configuration();
  for (size_t i = 0; i < configuration.games.size(); ++i) {
    for (const std::string& name : configuration.players) {
      ASSIGN_OR_RETURN(const auto player,
                       plan.game(static_cast<int>(i)).MakePlayer(name));
      if (player->Threads() > 1) return name;
    }
  }
  return "";
}

absl::StatusOr<RunCounts> RunPlan(const Plan& plan, Store& store,
                                  const RunOptions& options) {
  RETURN_IF_ERROR(CheckOptions(plan, options));
  return Run(plan, store, options).Play();
}

}  // namespace boardwalk::tournament
