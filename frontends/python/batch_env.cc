#include "frontends/python/batch_env.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "frontends/python/arrays.h"
#include "frontends/python/errors.h"
#include "frontends/python/in_use.h"
#include "frontends/python/python_game.h"
#include "frontends/python/unlocked.h"

namespace py = pybind11;

namespace boardwalk::python {
namespace {

// How often a thread looks for work before it sleeps: some 20 microseconds, as
// waking it takes as long.
constexpr int kSpins = 2000;

void Pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

// Waits until `value` is not `old`.
void Await(const std::atomic<uint32_t>& value, uint32_t old) {
  for (int i = 0; i < kSpins; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
    Pause();
  }
  value.wait(old, std::memory_order_acquire);
}

template <typename T>
absl::Span<T> SpanOf(py::array_t<T>& array) {
  return {array.mutable_data(), static_cast<size_t>(array.size())};
}

// numpy's bool is a byte.
absl::Span<uint8_t> BytesOf(py::array_t<bool>& array) {
  return {reinterpret_cast<uint8_t*>(array.mutable_data()),
          static_cast<size_t>(array.size())};
}

}  // namespace

// What threads share; owned by the process that started them.
struct Workers::Crew {
  explicit Crew(int helpers) : process(getpid()) {
    try {
      for (int i = 0; i < helpers; ++i) {
        threads.emplace_back([this, part = i + 1] { Serve(part); });
      }
    } catch (...) {
      End();
      throw;
    }
  }
  ~Crew() { End(); }

  void End() {
    work = nullptr;
    Begin();
    for (std::thread& thread : threads) thread.join();
    threads.clear();
  }
  void Begin() {
    left.store(static_cast<uint32_t>(threads.size()),
               std::memory_order_relaxed);
    round.fetch_add(1, std::memory_order_release);
    round.notify_all();
  }
  void Serve(int part) {
    for (uint32_t seen = 0;; ++seen) {
      Await(round, seen);
      if (work == nullptr) return;
      Do(part);
      if (left.fetch_sub(1, std::memory_order_acq_rel) == 1) left.notify_one();
    }
  }
  void Do(int part) {
    try {
      (*work)(part);
    } catch (...) {  // there is no memory
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
    }
  }
  void AwaitEnd() {
    for (uint32_t now; (now = left.load(std::memory_order_acquire)) != 0;) {
      Await(left, now);
    }
  }

  const pid_t process;
  const absl::FunctionRef<void(int)>* work = nullptr;
  std::atomic<uint32_t> round = 0;  // of work that has begun
  std::atomic<uint32_t> left = 0;   // helpers that are not done
  std::mutex mutex;
  std::exception_ptr failure;
  std::vector<std::thread> threads;
};

Workers::Workers(int threads) : threads_(threads) {}

Workers::~Workers() {
  // The threads of another process cannot be joined.
  if (crew_ != nullptr && crew_->process != getpid()) (void)crew_.release();
}

void Workers::Run(absl::FunctionRef<void(int)> work) {
  if (threads_ == 1) return work(0);
  if (crew_ != nullptr && crew_->process != getpid()) (void)crew_.release();
  if (crew_ == nullptr) crew_ = std::make_unique<Crew>(threads_ - 1);
  crew_->failure = nullptr;
  crew_->work = &work;
  crew_->Begin();
  crew_->Do(0);
  crew_->AwaitEnd();
  if (crew_->failure != nullptr) std::rethrow_exception(crew_->failure);
}

absl::StatusOr<std::unique_ptr<BatchEnv>> BatchEnv::Create(
    std::shared_ptr<const AnyGame> game, const BatchEnvOptions& options) {
  if (options.threads < 1 || options.threads > kMaxThreads) {
    return InvalidArgument(options.threads, " threads are not from 1 to ",
                           kMaxThreads);
  }
  BatchEnvOptions chosen = options;
  chosen.max_plies =
      options.max_plies.value_or(game->Info().endless ? kUsualMaxPlies : 0);
  const BatchOptions batch = {.games = chosen.games,
                              .max_plies = *chosen.max_plies};
  // What is out of bounds is told before memory for it is asked for.
  if (batch.games < 1 || batch.games > kMaxBatchGames) {
    return game->MakeBatch(batch).status();
  }
  std::unique_ptr<BatchEnv> env(new BatchEnv(std::move(game), chosen));
  ASSIGN_OR_RETURN(env->batch_, env->game_->MakeBatch(batch));
  env->Reset();
  return env;
}

BatchEnv::BatchEnv(std::shared_ptr<const AnyGame> game,
                   const BatchEnvOptions& options)
    : obs(py::none()),
      final_obs(py::none()),
      mask(py::none()),
      rewards(Zeros<float>({options.games, game->NumPlayers()})),
      terminated(Zeros<bool>({options.games})),
      truncated(Zeros<bool>({options.games})),
      current_player(Zeros<int32_t>({options.games})),
      game_(std::move(game)),
      options_(options),
      actions_(static_cast<size_t>(options.games)),
      checks_(static_cast<size_t>(options.threads)),
      workers_(options.threads) {
  const ObservationShape shape = game_->Observation();
  if (options.observations && !shape.planes.empty()) {
    const std::vector<int64_t> sizes = RowsOf(options.games, shape);
    auto now = Zeros<float>(sizes), last = Zeros<float>(sizes);
    rows_.observations = SpanOf(now);
    rows_.final_observations = SpanOf(last);
    obs = now;
    final_obs = last;
  }
  if (options.masks) {
    auto legal = Zeros<uint8_t>({options.games, game_->NumActions()});
    rows_.masks = SpanOf(legal);
    mask = legal;
  }
  rows_.rewards = SpanOf(rewards);
  rows_.terminated = BytesOf(terminated);
  rows_.truncated = BytesOf(truncated);
  rows_.current_player = SpanOf(current_player);
  randoms_.reserve(static_cast<size_t>(options.games));
  for (int64_t i = 0; i < options.games; ++i) {
    randoms_.emplace_back(Mix64(options.seed) ^ static_cast<uint64_t>(i));
  }
}

GameRange BatchEnv::PartOf(int part) const {
  const int threads = workers_.threads();
  return {games() * part / threads, games() * (part + 1) / threads};
}

void BatchEnv::Reset() {
  const InUse in_use(in_use_);
  CallUnlocked(GameCall(FaultsOf(*game_)), [&] {
    workers_.Run([&](int part) { batch_->Reset(rows_, PartOf(part)); });
  });
}

void BatchEnv::Step(const py::object& given) {
  const py::array actions = py::array::ensure(given);
  if (!actions) {
    throw py::value_error(
        "actions are an array of integers, one for each game");
  }
  const char kind = actions.dtype().kind();
  if (kind != 'i' && kind != 'u') {
    throw py::value_error(
        absl::StrCat("actions are integers (numpy.int64), not ",
                     std::string(py::str(actions.dtype()))));
  }
  if (actions.ndim() != 1 || actions.shape(0) != games()) {
    throw py::value_error(absl::StrCat("actions have the shape (", games(),
                                       ",), one for each game, not ",
                                       ShapeText(actions)));
  }
  const auto numbers =
      py::array_t<int64_t, py::array::c_style | py::array::forcecast>(actions);
  const InUse in_use(in_use_);
  // Another thread may write to the array of the caller between the check and
  // the step.
  std::copy_n(numbers.data(), games(), actions_.begin());
  CallUnlocked(GameCall(FaultsOf(*game_)), [&] {
    workers_.Run([&](int part) {
      checks_[part] = batch_->Check(actions_, PartOf(part));
    });
    bool legal = true;
    for (const absl::Status& check : checks_) legal &= check.ok();
    if (legal) {
      workers_.Run(
          [&](int part) { batch_->Step(actions_, rows_, PartOf(part)); });
    }
  });
  for (const absl::Status& check : checks_) ThrowIfError(check);
}

py::array_t<int64_t> BatchEnv::SampleActions() {
  py::array_t<int64_t> actions(games());
  int64_t* const chosen = actions.mutable_data();
  const InUse in_use(in_use_);
  for (absl::Status& check : checks_) check = absl::OkStatus();
  CallUnlocked(GameCall(FaultsOf(*game_)), [&] {
    workers_.Run([&](int part) {
      const GameRange range = PartOf(part);
      for (int64_t i = range.begin; i < range.end; ++i) {
        const auto legal = batch_->LegalActions(i);
        if (legal.empty()) {
          checks_[part] = absl::FailedPreconditionError(
              absl::StrCat("no move of game ", i, " has a number from 0 to ",
                           game_->NumActions() - 1, ": boardwalk check ",
                           game_->Name(), " says why"));
          return;
        }
        chosen[i] =
            legal[randoms_[i].Below(static_cast<uint32_t>(legal.size()))];
      }
    });
  });
  for (const absl::Status& check : checks_) ThrowIfError(check);
  return actions;
}

int64_t BatchEnv::CheckedIndex(int64_t game) const {
  if (game >= 0 && game < games()) return game;
  throw py::index_error(
      absl::StrCat("game ", game, " is not from 0 to ", games() - 1));
}

std::vector<int64_t> BatchEnv::LegalActions(int64_t game) const {
  const InUse in_use(in_use_);
  const auto legal = batch_->LegalActions(CheckedIndex(game));
  return {legal.begin(), legal.end()};
}

std::unique_ptr<State> BatchEnv::StateOf(int64_t game) const {
  const InUse in_use(in_use_);
  return std::make_unique<State>(batch_->State(CheckedIndex(game)));
}

}  // namespace boardwalk::python
