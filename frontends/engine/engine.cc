#include "frontends/engine/engine.h"

#include <algorithm>
#include <deque>
#include <map>

#include "absl/base/thread_annotations.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/mutex.h"
#include "framework/parameters.h"
#include "framework/player.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk::engine {
namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

// For the pipe to take a line. A program that does not read has 64 KiB before.
constexpr std::chrono::seconds kWriteTime{1};
// For a program to get ready that did not, so many times in a row, in all of
// the time that it has.
constexpr int kPatientTimes = 2;
constexpr std::chrono::seconds kReadyAgain{1};
// Programs that wait for a game; the oldest one goes first.
constexpr size_t kMaxIdle = 64;
constexpr std::chrono::milliseconds kQuitTime{100};

class Pool {
 public:
  Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() {
    const MutexLock lock(&mutex_);
    const auto deadline = steady_clock::now() + kQuitTime;
    for (const auto& engine : idle_) {
      (void)engine->process().WriteLine("quit", deadline);
    }
    for (const auto& engine : idle_) {
      (void)engine->process().WaitForEnd(deadline);
    }
  }

  std::unique_ptr<Engine> Take(const std::string& key)
      ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(&mutex_);
    // The last one in, whose memory is still at hand.
    const auto found =
        std::find_if(idle_.rbegin(), idle_.rend(),
                     [&](const auto& engine) { return engine->key() == key; });
    if (found == idle_.rend()) return nullptr;
    std::unique_ptr<Engine> engine = std::move(*found);
    idle_.erase(found.base() - 1);
    return engine;
  }

  void Give(std::unique_ptr<Engine> engine) ABSL_LOCKS_EXCLUDED(mutex_) {
    std::unique_ptr<Engine> oldest;  // destroyed without the lock
    const MutexLock lock(&mutex_);
    idle_.push_back(std::move(engine));
    if (idle_.size() <= kMaxIdle) return;
    oldest = std::move(idle_.front());
    idle_.pop_front();
  }

 private:
  Mutex mutex_;
  std::deque<std::unique_ptr<Engine>> idle_ ABSL_GUARDED_BY(mutex_);
};

Pool& ThePool() {
  static Pool pool;
  return pool;
}

// How many times in a row programs with a command were not ready in time.
class SlowPrograms {
 public:
  int Times(const std::vector<std::string>& argv) ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(&mutex_);
    const auto found = times_.find(argv);
    return found == times_.end() ? 0 : found->second;
  }
  void Note(const std::vector<std::string>& argv, bool was_ready)
      ABSL_LOCKS_EXCLUDED(mutex_) {
    const MutexLock lock(&mutex_);
    if (was_ready) {
      times_.erase(argv);
    } else {
      ++times_[argv];
    }
  }

 private:
  Mutex mutex_;
  std::map<std::vector<std::string>, int> times_ ABSL_GUARDED_BY(mutex_);
};

SlowPrograms& TheSlowPrograms() {
  static SlowPrograms programs;
  return programs;
}

std::string KeyOf(const EngineSettings& settings, const AnyGame& game) {
  std::string key = absl::StrCat(game.Name(), "\n", settings.process.folder,
                                 "\n", settings.process.log, "\n",
                                 settings.protocol == Protocol::kUgi);
  for (const std::string& word : settings.process.argv) {
    absl::StrAppend(&key, "\n", word);
  }
  for (const std::string& variable : settings.process.environment) {
    absl::StrAppend(&key, "\n", variable);
  }
  for (const auto& [name, value] : settings.options) {
    absl::StrAppend(&key, "\n", name, "=", value);
  }
  return key;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Engine>> Engine::Start(
    const EngineSettings& settings, std::string key) {
  ASSIGN_OR_RETURN(auto process, process::Process::Start(settings.process));
  std::unique_ptr<Engine> engine(
      new Engine(settings, std::move(key), std::move(process)));
  // If it cannot be written, NewGame finds out.
  (void)engine->process_->WriteLine(
      settings.protocol == Protocol::kUgi ? "ugi" : "uci",
      steady_clock::now() + kWriteTime);
  return engine;
}

absl::Status Engine::Fault(absl::StatusCode code, absl::string_view what) {
  const std::string words = process_->LastWords();
  return absl::Status(
      code,
      absl::StrCat(what, words.empty()
                             ? ""
                             : absl::StrCat("; its last words: ", words)));
}

absl::Status Engine::Write(absl::string_view lines,
                           process::Process::Deadline deadline) {
  switch (process_->WriteLine(lines, deadline)) {
    case process::IoResult::kDone:
      return absl::OkStatus();
    case process::IoResult::kEnded:
      // What it still said may tell why.
      process_->WaitForEnd(steady_clock::now() + 50ms);
      return Fault(kPlayerCrashed,
                   absl::StrCat("it ended: ", process_->HowItEnded()));
    default:
      return Fault(kPlayerStalled, "it does not read what it is sent");
  }
}

absl::StatusOr<process::IoResult> Engine::Read(
    process::Process::Deadline deadline, const std::atomic<bool>* stop,
    std::string& line) {
  const process::IoResult talk = process_->ReadLine(deadline, stop, &line);
  if (talk == process::IoResult::kEnded) {
    const std::string how = process_->HowItEnded();
    return Fault(kPlayerCrashed, how.empty() ? "it closed its output"
                                             : absl::StrCat("it ended: ", how));
  }
  if (talk == process::IoResult::kFlood) {
    return Fault(kPlayerWroteNonsense, "it wrote too much for one answer");
  }
  return talk;
}

void Engine::NoteIntroduction(absl::string_view line) {
  if (absl::StartsWith(line, "id name ")) {
    name_ = OneLine(line.substr(8), 100);
  } else if (absl::StartsWith(line, "option ")) {
    auto option = ParseOption(line);
    constexpr size_t kMaxOptions = 1000;
    if (option.ok() && options_.size() < kMaxOptions) {
      options_.push_back(*std::move(option));
    }
  }
}

absl::Status Engine::Await(absl::string_view word,
                           std::chrono::nanoseconds ready) {
  const auto deadline = steady_clock::now() + ready;
  std::string line;
  do {
    ASSIGN_OR_RETURN(const process::IoResult talk,
                     Read(deadline, nullptr, line));
    if (talk != process::IoResult::kDone || steady_clock::now() > deadline) {
      return Fault(kPlayerStalled, absl::StrCat("no ", word, " within ",
                                                FormatDuration(ready)));
    }
    if (!greeted_) NoteIntroduction(line);
  } while (line != word);
  return absl::OkStatus();
}

const EngineOption* Engine::Find(absl::string_view name) const {
  for (const EngineOption& option : options_) {
    if (absl::EqualsIgnoreCase(option.name, name)) return &option;
  }
  return nullptr;
}

absl::Status Engine::Tell(absl::string_view name, absl::string_view value,
                          process::Process::Deadline deadline) {
  const EngineOption* option = Find(name);
  if (option == nullptr) return absl::OkStatus();
  const auto told = std::ranges::find_if(
      told_, [&](const auto& pair) { return pair.first == name; });
  if (told != told_.end() && told->second == value) return absl::OkStatus();
  if (told != told_.end()) {
    told->second = std::string(value);
  } else {
    told_.emplace_back(name, value);
  }
  return Write(
      absl::StrCat("setoption name ", option->name,
                   value.empty() ? "" : absl::StrCat(" value ", value)),
      deadline);
}

absl::Status Engine::SetOptions(const AnyGame& game,
                                process::Process::Deadline deadline) {
  const std::string& id = game.Info().id;
  if (settings_.protocol == Protocol::kUgi) {
    RETURN_IF_ERROR(Tell(kGameOption, game.Name(), deadline));
  } else if (const EngineOption* variant = Find(kVariantOption)) {
    const std::vector<std::string>& known = variant->choices;
    const bool is_given =
        std::ranges::any_of(settings_.options, [](const auto& o) {
          return absl::EqualsIgnoreCase(o.first, kVariantOption);
        });
    if (std::ranges::find(known, id) != known.end()) {
      RETURN_IF_ERROR(Tell(kVariantOption, id, deadline));
    } else if (!is_given) {
      return InvalidArgument(OneLine(name_), " does not play ", id, ": ",
                             kVariantOption, " has no such value");
    }
  }
  for (const auto& [name, value] : settings_.options) {
    if (Find(name) == nullptr) {
      std::vector<std::string> names;
      for (const EngineOption& option : options_) names.push_back(option.name);
      return InvalidArgument(
          OneLine(name_), " has no option ", Quoted(name),
          DidYouMean(name, names), " (it has ",
          names.empty() ? "none" : OneLine(absl::StrJoin(names, ", ")), ")");
    }
    RETURN_IF_ERROR(Tell(name, value, deadline));
  }
  return absl::OkStatus();
}

absl::Status Engine::NewGame(const AnyGame& game, uint64_t seed) {
  const std::vector<std::string>& argv = settings_.process.argv;
  const std::chrono::nanoseconds ready =
      TheSlowPrograms().Times(argv) < kPatientTimes
          ? settings_.ready
          : std::min<std::chrono::nanoseconds>(settings_.ready, kReadyAgain);
  const absl::Status status = GetReady(game, seed, ready);
  if (status.ok() || status.code() == kPlayerStalled) {
    TheSlowPrograms().Note(argv, status.ok());
  }
  return status;
}

absl::Status Engine::GetReady(const AnyGame& game, uint64_t seed,
                              std::chrono::nanoseconds ready) {
  const bool ugi = settings_.protocol == Protocol::kUgi;
  const auto write_until = [] { return steady_clock::now() + kWriteTime; };
  if (!greeted_) {
    RETURN_IF_ERROR(Await(ugi ? "ugiok" : "uciok", ready));
    greeted_ = true;
    RETURN_IF_ERROR(SetOptions(game, write_until()));
  }
  RETURN_IF_ERROR(Tell(kGameSeedOption, absl::StrCat(seed), write_until()));
  RETURN_IF_ERROR(Write(ugi ? "uginewgame\nisready" : "ucinewgame\nisready",
                        write_until()));
  return Await("readyok", ready);
}

absl::StatusOr<std::unique_ptr<Engine>> TakeEngine(
    const EngineSettings& settings, const AnyGame& game) {
  std::string key = KeyOf(settings, game);
  std::unique_ptr<Engine> engine = ThePool().Take(key);
  if (engine != nullptr) return engine;
  return Engine::Start(settings, std::move(key));
}

void GiveBack(std::unique_ptr<Engine> engine) {
  ThePool().Give(std::move(engine));
}

}  // namespace boardwalk::engine
