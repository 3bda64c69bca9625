// An engine: a program that speaks UGI or UCI, with its process. A pool keeps
// idle engines for the next game.
//
// Example, given `const engine::EngineSettings& settings` and
// `const AnyGame& game`:
//
//   ASSIGN_OR_RETURN(auto program, engine::TakeEngine(settings, game));
//   RETURN_IF_ERROR(program->NewGame(game, 7));
//   engine::GiveBack(std::move(program));

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/limits.h"
#include "frontends/engine/protocol.h"
#include "frontends/process/process.h"

namespace boardwalk::engine {

// The time for an answer where nothing else limits it.
inline constexpr std::chrono::nanoseconds kUsualWall = std::chrono::minutes(1);
// The time for a program to start, and to get ready for a game.
inline constexpr std::chrono::nanoseconds kUsualReady =
    std::chrono::seconds(10);

struct EngineSettings {
  process::ProcessOptions process = {};
  Protocol protocol = Protocol::kUgi;
  std::vector<std::pair<std::string, std::string>> options = {};
  Limits limits = {};  // of each move, besides those of the match
  std::chrono::nanoseconds wall = kUsualWall;
  std::chrono::nanoseconds ready = kUsualReady;
};

// Not thread-safe. Errors have the codes of player.h (kPlayerCrashed and the
// others) and end with the program's last words. Discard the engine after an
// error.
class Engine {
 public:
  // Starts the program and greets it, but does not wait for its answer. An
  // error if it cannot be started.
  static absl::StatusOr<std::unique_ptr<Engine>> Start(
      const EngineSettings& settings, std::string key);

  // Announces a new game and waits until the program is ready; the first time
  // it also waits for the greeting and sets the options. Each wait takes
  // `ready` at most, or one second after two programs with this command in a
  // row were not ready.
  absl::Status NewGame(const AnyGame& game, uint64_t seed);

  // Writes lines, joined by line ends. An error if the program has not read all
  // of its input at the deadline.
  absl::Status Write(absl::string_view lines,
                     process::Process::Deadline deadline);
  // Reads a line, see Process. An end of the program or a flood is an error.
  absl::StatusOr<process::IoResult> Read(process::Process::Deadline deadline,
                                         const std::atomic<bool>* stop,
                                         std::string& line);
  // An error with the code, the reason, and the program's last words.
  absl::Status Fault(absl::StatusCode code, absl::string_view what);

  // Sets an option if the program offers it and has not been told this value.
  absl::Status Tell(absl::string_view name, absl::string_view value,
                    process::Process::Deadline deadline);

  // As the program introduced itself in the first NewGame.
  const std::string& name() const { return name_; }
  const std::vector<EngineOption>& options() const { return options_; }

  process::Process& process() { return *process_; }
  // Engines with equal keys are interchangeable.
  const std::string& key() const { return key_; }

 private:
  Engine(const EngineSettings& settings, std::string key,
         std::unique_ptr<process::Process> process)
      : settings_(settings),
        key_(std::move(key)),
        process_(std::move(process)) {}
  absl::Status GetReady(const AnyGame& game, uint64_t seed,
                        std::chrono::nanoseconds ready);
  // Reads until the line `word`.
  absl::Status Await(absl::string_view word, std::chrono::nanoseconds ready);
  absl::Status SetOptions(const AnyGame& game,
                          process::Process::Deadline deadline);
  const EngineOption* Find(absl::string_view name) const;
  void NoteIntroduction(absl::string_view line);

  const EngineSettings settings_;
  const std::string key_;
  const std::unique_ptr<process::Process> process_;
  bool greeted_ = false;
  std::string name_;
  std::vector<EngineOption> options_;
  std::vector<std::pair<std::string, std::string>> told_;
};

// Takes an idle engine with these settings for the game from the pool, or
// starts one. An error if it cannot be started. Thread-safe.
absl::StatusOr<std::unique_ptr<Engine>> TakeEngine(
    const EngineSettings& settings, const AnyGame& game);
// Returns an engine to the pool. Idle engines are told to quit after a while,
// at the end of our process at the latest. Thread-safe. REQUIRES: the program
// waits for a command.
void GiveBack(std::unique_ptr<Engine> engine);

}  // namespace boardwalk::engine
