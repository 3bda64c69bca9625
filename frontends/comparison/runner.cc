#include "frontends/comparison/runner.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/match.h"
#include "framework/mutex.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "frontends/comparison/game_check.h"

namespace boardwalk::comparison {
namespace {

// How often the request to stop is checked.
constexpr std::chrono::milliseconds kCheckEvery{20};

// In order: how many games may be taken but not yet committed. More than there
// are jobs, so that one long game does not block the others.
constexpr int64_t kWindowPerJob = 4;
constexpr int64_t kWindow = 16;

// Whether a player stalled, which only the wall clock says.
bool IsDoubtful(const GameSummary& game) {
  return game.termination == Termination::kStall ||
         std::ranges::any_of(game.faults, [](const Fault& fault) {
           return fault.kind == Termination::kStall;
         });
}

absl::Status CheckOptions(const Plan& plan, const RunOptions& options) {
  if (options.hold_doubtful && options.in_order) {
    return absl::InvalidArgumentError(
        "games in order cannot leave out those that are doubtful");
  }
  const Shard& shard = options.shard;
  if (shard.count < 1 || shard.count > kMaxShards || shard.index < 0 ||
      shard.index >= shard.count) {
    return InvalidArgument("shard ", shard.index + 1, " of ", shard.count,
                           "; there are 1 to ", kMaxShards,
                           ", and the first is 1");
  }
  return CheckJobs(plan, options.jobs);
}

// The player's name, with the setting that tells it its seat, from 1, if it has
// one.
std::string NameForSeat(const AnyGame& game, const std::string& name,
                        size_t seat) {
  const auto parsed = ParseName(name);
  if (!parsed.ok()) return name;
  for (const PlayerInfo& player : game.Players()) {
    if (player.id != parsed->id) continue;
    for (const ParameterSpec& parameter : player.parameters) {
      if (parameter.name == kSeatParameter) {
        return absl::StrCat(name, parsed->given.empty() ? ":" : ",",
                            kSeatParameter, "=", seat + 1);
      }
    }
  }
  return name;
}

absl::StatusOr<GameRecord> PlayRecord(const Plan& plan,
                                      const PlannedGame& planned,
                                      const AnyState& start,
                                      const MatchOptions& options) {
  std::vector<std::unique_ptr<Player>> players;
  std::vector<Contestant> contestants;
  for (const int index : planned.seats) {
    const std::string& name = plan.configuration().players[index];
    const AnyGame& game = *plan.game(planned.variant);
    ASSIGN_OR_RETURN(auto player, game.MakePlayer(NameForSeat(
                                      game, name, contestants.size())));
    contestants.push_back({name, player.get()});
    players.push_back(std::move(player));
  }
  return PlayMatch(start, contestants, options);
}

std::atomic<int> g_abandoned_threads{0};

// A game that is being played. The thread that plays it shares it with the run,
// and keeps it if a player never returns.
struct CurrentGame {
  CurrentGame(const PlannedGame& the_game, int64_t the_number,
              const RunOptions& options)
      : planned(the_game),
        number(the_number),
        watch(options.patience, options.wall_clock) {}

  const PlannedGame planned;
  const int64_t number;  // among the games of the run, from 0
  MatchWatch watch;
  // Of the thread; the run reads them once it has abandoned the match.
  std::vector<std::string> opening = {};
  std::vector<int> movers = {};
};

// Adds time that a seat took beside its moves.
void AddTime(FinishedGame& game, int seat, std::chrono::nanoseconds took) {
  SeatResult& result = game.summary.seats[static_cast<size_t>(seat)];
  const double seconds = std::chrono::duration<double>(took).count();
  result.seconds += seconds;
  result.max_seconds = std::max(result.max_seconds, seconds);
}

// Plays a game of the plan with players made for it, from the opening of its
// round. `clock` judges them; null for the CPU clock. Once `stop` is set or the
// watch told to stop, the game does not count, even if it ends: its last move
// was cut short. If the game is abandoned, the plan may be gone on return.
// Errors: a player that cannot be made or refuses to start; kAborted for an
// abandoned game.
absl::StatusOr<FinishedGame> PlayGame(const Plan& plan, CurrentGame& game,
                                      const Clock* clock,
                                      const std::atomic<bool>& stop) {
  const PlannedGame& planned = game.planned;
  const Configuration& configuration = plan.configuration();
  Opening opening = plan.openings(planned.variant).Get(planned.round, &stop);
  game.opening = std::move(opening.moves);
  MatchOptions options;
  options.limits = configuration.limits;
  options.limits.clock = clock;
  options.watch = &game.watch;
  options.time_control = configuration.clock;
  options.draw_rules.max_plies = configuration.max_plies;
  options.adjudication = configuration.adjudication;
  options.seed = planned.seed;
  const GameRules rules = RulesOf(configuration);
  options.play_on = rules.play_on;
  options.charge_all_calls = rules.charge_all_calls;
  options.ask_both = rules.ask_both;
  options.on_move = [&game](const AnyState& before, const Decision&) {
    game.movers.push_back(before.ToMove());
  };
  std::vector<std::pair<int, std::chrono::nanoseconds>> rests;
  options.on_rest = [&](int seat, std::chrono::nanoseconds took) {
    rests.emplace_back(seat, took);
  };
  auto played = PlayRecord(plan, planned, *opening.state, options);
  if (game.watch.abandoned()) return absl::AbortedError("abandoned");
  ASSIGN_OR_RETURN(GameRecord record,
                   At(absl::StrCat("game ", planned.id, " of '",
                                   configuration.games[planned.variant], "'"),
                      std::move(played)));
  FinishedGame finished =
      Finish(planned, game.opening, game.movers, std::move(record));
  for (const auto& [seat, took] : rests) AddTime(finished, seat, took);
  return finished;
}

// The error for an exception that ended a run with so many jobs. One that is
// neither about memory nor about threads is thrown again.
absl::Status StatusOf(const std::exception_ptr& failure, int64_t jobs) {
  const std::string advice =
      jobs > 1 ? absl::StrCat("; run fewer jobs than ", jobs) : "";
  try {
    std::rethrow_exception(failure);
  } catch (const std::bad_alloc&) {
    return ResourceExhausted("there is not enough memory to play", advice);
  } catch (const std::system_error& error) {  // what std::thread throws
    return ResourceExhausted("the system gives no more threads (", error.what(),
                             ")", advice);
  }
}

// One run. Workers take games in order, play them and commit them. The calling
// thread waits for them, passes on a request to stop, and watches the players:
// a worker whose player does not return is left behind, and another one takes
// its place.
class Run {
 public:
  Run(const Plan& plan, Store& store, const RunOptions& options)
      : plan_(plan), store_(store), options_(options) {
    counts_.planned = plan.games(options.shard);
  }

  absl::StatusOr<RunCounts> Play();

 private:
  struct Worker {
    std::thread thread;
    std::shared_ptr<CurrentGame> game;  // null between two games
    bool abandoned = false;
  };
  // In order: a game that waits for its turn.
  struct Waiting {
    int64_t found = 0;  // the id of a game in the store, or 0
    absl::StatusOr<FinishedGame> played;
  };

  void StartWorkers() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void StartWorker() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Work(Worker& self);
  // The next game that is not in the store; null at the end of the run.
  std::shared_ptr<CurrentGame> Take(Worker& self);
  // Stores and reports a game that has ended; in order, once it is its turn.
  void Commit(int64_t number, absl::StatusOr<FinishedGame> played)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void CommitInTurn() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void CommitPlayed(const absl::StatusOr<FinishedGame>& played)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void CommitFound(int64_t id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Report(const GameSummary& summary) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Leaves behind the workers whose players do not stop.
  void WatchPlayers() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Abandon(Worker& worker, GameRecord record)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Whether the run has ended. Checks the caller's flag.
  bool Halted() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Halt(const absl::Status& status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Halts because of the exception that is being handled. Needs no memory.
  void HaltByException() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // In order: whether another game may be taken.
  bool HasRoom() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Plan& plan_;
  Store& store_;
  const RunOptions& options_;
  // Set at the end: no more games are stored, and unfinished ones stop.
  std::atomic<bool> halt_{false};

  Mutex mutex_;
  CondVar room_;  // HasRoom, or the run is halted
  CondVar done_;  // no worker is left
  std::vector<std::unique_ptr<Worker>> workers_ ABSL_GUARDED_BY(mutex_);
  int working_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t next_id_ ABSL_GUARDED_BY(mutex_) = 1;
  RunCounts counts_ ABSL_GUARDED_BY(mutex_);
  absl::Status error_ ABSL_GUARDED_BY(mutex_);
  std::exception_ptr exception_ ABSL_GUARDED_BY(mutex_);
  // By number; how many numbers were given out, and how many had their turn.
  std::map<int64_t, Waiting> waiting_ ABSL_GUARDED_BY(mutex_);
  int64_t taken_ ABSL_GUARDED_BY(mutex_) = 0;
  int64_t committed_ ABSL_GUARDED_BY(mutex_) = 0;
};

absl::StatusOr<RunCounts> Run::Play() {
  std::vector<std::unique_ptr<Worker>> workers;
  {
    const MutexLock lock(&mutex_);
    StartWorkers();
    while (working_ > 0) {
      done_.WaitFor(&mutex_, kCheckEvery);
      (void)Halted();
      WatchPlayers();
    }
    workers = std::move(workers_);
  }
  for (const auto& worker : workers) {
    if (!worker->abandoned) worker->thread.join();
  }
  const MutexLock lock(&mutex_);
  if (exception_ != nullptr) return StatusOf(exception_, options_.jobs);
  if (!error_.ok()) return error_;
  counts_.stopped =
      options_.stop != nullptr && options_.stop->load() &&
      counts_.found + counts_.played + counts_.held < counts_.planned;
  return counts_;
}

void Run::StartWorkers() {
  const int64_t jobs = std::min<int64_t>(options_.jobs, counts_.planned);
  try {
    workers_.reserve(static_cast<size_t>(jobs + kMaxAbandoned));
    while (working_ < jobs) StartWorker();
  } catch (...) {
    HaltByException();
  }
}

void Run::StartWorker() {
  auto worker = std::make_unique<Worker>();
  worker->thread = std::thread([this, self = worker.get()] { Work(*self); });
  workers_.push_back(std::move(worker));
  ++working_;
}

// Once its game is abandoned, the worker's thread touches nothing of the run.
void Run::Work(Worker& self) {
  std::shared_ptr<CurrentGame> game;
  try {
    while ((game = Take(self)) != nullptr) {
      auto played = PlayGame(plan_, *game, options_.clock, halt_);
      if (game->watch.abandoned()) {
        --g_abandoned_threads;
        return;
      }
      const MutexLock lock(&mutex_);
      Commit(game->number, std::move(played));
    }
  } catch (...) {
    if (game != nullptr && game->watch.abandoned()) {
      --g_abandoned_threads;
      return;
    }
    const MutexLock lock(&mutex_);
    HaltByException();
  }
  const MutexLock lock(&mutex_);
  self.game = nullptr;
  if (--working_ == 0) done_.NotifyAll();
}

void Run::WatchPlayers() {
  // By number, since Abandon adds workers.
  for (size_t i = 0; i < workers_.size(); ++i) {  // NOLINT
    Worker& worker = *workers_[i];
    if (worker.game == nullptr) continue;
    auto lost = worker.game->watch.Check();
    if (lost.has_value()) Abandon(worker, *std::move(lost));
  }
}

void Run::Abandon(Worker& worker, GameRecord record) {
  ++g_abandoned_threads;
  worker.thread.detach();
  worker.abandoned = true;
  const std::shared_ptr<CurrentGame> game = std::move(worker.game);
  --working_;
  ++counts_.abandoned;
  if (Halted()) return;
  const int loser = record.loser;
  const std::string who = record.players[static_cast<size_t>(loser)];
  FinishedGame finished =
      Finish(game->planned, game->opening, game->movers, std::move(record));
  // Its CPU time is not known, as its thread still runs.
  AddTime(finished, loser, game->watch.abandoned_after());
  Commit(game->number, std::move(finished));
  const bool judged_together = !plan_.multithreaded_player().empty();
  if (counts_.abandoned > kMaxAbandoned || judged_together) {
    return Halt(ResourceExhausted(
        "'", who, "' did not stop when it was asked to, in game ",
        game->planned.id,
        ", which it forfeits; its thread cannot be ended and ",
        judged_together ? "takes time that another player would be judged by"
                        : "is one too many to go on beside",
        "; what was played is kept"));
  }
  try {
    StartWorker();
  } catch (...) {
    HaltByException();
  }
}

std::shared_ptr<CurrentGame> Run::Take(Worker& self) {
  const MutexLock lock(&mutex_);
  self.game = nullptr;
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
      self.game =
          std::make_shared<CurrentGame>(plan_.Game(id), taken_++, options_);
      return self.game;
    } else if (options_.in_order) {
      waiting_[taken_++].found = id;
      CommitInTurn();
    } else {
      ++counts_.found;
    }
  }
  return nullptr;
}

void Run::Commit(int64_t number, absl::StatusOr<FinishedGame> played) {
  // A game that was stopped does not count, even if it ended.
  if (Halted()) return;
  if (options_.in_order) {
    waiting_[number].played = std::move(played);
    CommitInTurn();
  } else {
    CommitPlayed(played);
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
  if (halt_.exchange(true)) return;
  room_.NotifyAll();
  for (const auto& worker : workers_) {
    if (worker->game != nullptr) worker->game->watch.Stop();
  }
}

void Run::HaltByException() {
  if (exception_ == nullptr) exception_ = std::current_exception();
  Halt(absl::OkStatus());
}

bool Run::HasRoom() const {
  return !options_.in_order ||
         taken_ - committed_ < kWindowPerJob * options_.jobs + kWindow;
}

void Run::CommitInTurn() {
  while (!Halted() && !waiting_.empty() &&
         waiting_.begin()->first == committed_) {
    const Waiting next = std::move(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    if (next.found > 0) {
      CommitFound(next.found);
    } else {
      CommitPlayed(next.played);
    }
    ++committed_;
    room_.NotifyAll();
  }
}

void Run::CommitPlayed(const absl::StatusOr<FinishedGame>& played) {
  if (!played.ok()) return Halt(played.status());
  if (options_.hold_doubtful && IsDoubtful(played->summary)) {
    ++counts_.held;
    return;
  }
  const auto added = store_.Add(*played);
  if (!added.ok()) return Halt(added.status());
  // Another process added the game first; its result counts.
  if (!*added) return CommitFound(played->summary.id);
  ++counts_.played;
  Report(played->summary);
}

void Run::CommitFound(int64_t id) {
  const auto game = store_.Get(id);
  if (!game.ok()) return Halt(game.status());
  if (const absl::Status checked = CheckGame(plan_, *game); !checked.ok()) {
    return Halt(checked);
  }
  ++counts_.found;
  Report(game->summary);
}

void Run::Report(const GameSummary& summary) {
  if (options_.on_game && !options_.on_game(summary)) Halt(absl::OkStatus());
}

}  // namespace

int AbandonedThreads() { return g_abandoned_threads; }

absl::Status CheckJobs(const Plan& plan, int jobs) {
  if (jobs < 1 || jobs > kMaxJobs) {
    return InvalidArgument(jobs, " games at once; give 1 to ", kMaxJobs);
  }
  const std::string& player = plan.multithreaded_player();
  if (jobs == 1 || player.empty()) return absl::OkStatus();
  return InvalidArgument(
      "'", player,
      "' thinks with several threads, whose time can only be judged with one "
      "game at a time; run one job, not ",
      jobs);
}

absl::StatusOr<RunCounts> RunPlan(const Plan& plan, Store& store,
                                  const RunOptions& options) {
  RETURN_IF_ERROR(CheckOptions(plan, options));
  return Run(plan, store, options).Play();
}

absl::StatusOr<int64_t> VisitFound(
    const Plan& plan, const Store& store, const Shard& shard,
    const std::function<void(const GameSummary& game)>& visit) {
  int64_t found = 0;
  const absl::Status read = store.ForEach({}, [&](const GameSummary& game) {
    const PlannedGame planned = plan.Game(game.id);
    RETURN_IF_ERROR(CheckPlanned(planned, game));
    if (game.id <= plan.games() && plan.InShard(planned, shard)) {
      visit(game);
      ++found;
    }
    return absl::OkStatus();
  });
  if (!read.ok()) return read;
  return found;
}

absl::StatusOr<RunCounts> PlayMissing(const Plan& plan, Store& store,
                                      RunOptions options) {
  options.hold_doubtful = options.jobs > 1 && !options.in_order;
  ASSIGN_OR_RETURN(const RunCounts first, RunPlan(plan, store, options));
  if (first.held == 0 || first.stopped) return first;
  options.jobs = 1;
  options.hold_doubtful = false;
  ASSIGN_OR_RETURN(RunCounts counts, RunPlan(plan, store, options));
  // What the first run played is found by the second one.
  counts.found -= first.played;
  counts.played += first.played;
  counts.abandoned += first.abandoned;
  counts.held = first.held;
  return counts;
}

}  // namespace boardwalk::comparison
