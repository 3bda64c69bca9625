// Entrants of the class tournament and the star challenge: compiles each source
// to a library that a small program, the harness, runs as an engine (harness/
// and README.md), and lets it play as a player of its game.
//
// Example, given `const Catalog& catalog` and `const std::string& path`:
//
//   ASSIGN_OR_RETURN(const auto sandbox, process::Sandbox::Find());
//   ASSIGN_OR_RETURN(auto entrant,
//                    contest::Entrant::Compile(
//                        path, contest::EntrantGame::kChinese8, &sandbox));
//   if (entrant->fault() != contest::EntrantFault::kNone) {
//     std::cout << entrant->fault_text() << '\n';  // loses all its games
//   }
//   ASSIGN_OR_RETURN(const Catalog with_sources,
//                    catalog.With(contest::EntrantPlugin(
//                        {{"bot.c", std::move(entrant)}})));
//   ASSIGN_OR_RETURN(const auto game, with_sources.MakeGame("chinese8"));
//   ASSIGN_OR_RETURN(const auto player,
//                    game->MakePlayer("source:file=bot.c"));

#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "frontends/process/process.h"
#include "frontends/process/sandbox.h"

namespace boardwalk::contest {

enum class EntrantGame {
  kChinese8,  // int ai_player_ID(int, const int*), or ai_player; C
  kStar       // the four functions of the star challenge; C or C++
};

enum class EntrantFault {
  kNone,
  kNotCompiled,  // the text is the compiler's first error
  kHasMain,
  kLacksFunction
};

// Whether the file name has the extension of a C or C++ source.
bool IsSource(const std::string& path);

// Limits of the compiler.
struct CompilerTime {
  int cpu_seconds = 20;            // of each program of the tool chain
  std::chrono::seconds wall{120};  // of each, too
};

class ToolChain;

class Entrant {
 public:
  // Compiles the source `path` with the headers beside it that it includes, in
  // `sandbox` (null: in none) within limits on the size of the source and these
  // headers (4 MiB), memory and output (1 GiB, 32 MiB) and time (20 s of CPU,
  // 120 s in all). Faults of the source or its headers are in fault(); errors:
  // there is no such file, or no compiler.
  static absl::StatusOr<std::unique_ptr<Entrant>> Compile(
      const std::string& path, EntrantGame game,
      const process::Sandbox* sandbox, const CompilerTime& time = {});

  ~Entrant();  // removes what was compiled; no process of it may run any more
  Entrant(const Entrant&) = delete;
  Entrant& operator=(const Entrant&) = delete;

  EntrantFault fault() const { return fault_; }
  // "did not compile: ...", "has a main", "lacks the function ...", or empty.
  const std::string& fault_text() const { return fault_text_; }

  // The file name without folder and extension.
  const std::string& name() const { return name_; }

  // The text of its source and headers, or why they could not be read.
  const std::string& text() const { return text_; }

  // The engine, a new process for every game.
  // REQUIRES: fault() == kNone.
  const process::ProcessOptions& process() const { return process_; }

  // Describes the sandbox of the running entrant, for the results.
  const std::string& guard() const { return guard_; }

 private:
  Entrant() = default;
  absl::Status CopySource(const std::string& path, EntrantGame game);
  absl::Status CopyHeaders(const std::filesystem::path& from);
  absl::Status SetNotRead(const absl::Status& why);
  absl::Status CompileLibrary(EntrantGame game, const ToolChain& tools);
  void CheckSymbols(EntrantGame game, const std::string& symbols);
  absl::Status CompileHarness(EntrantGame game, const ToolChain& tools);
  void SetProcess(const process::Sandbox* sandbox);
  void SetFault(EntrantFault fault, std::string text);

  std::string folder_;  // of our own
  std::string source_;  // the copy
  std::string name_;
  std::string text_;
  std::vector<std::string> symbols_;  // of its functions
  EntrantFault fault_ = EntrantFault::kNone;
  std::string fault_text_;
  std::string guard_;
  process::ProcessOptions process_;
};

// By the path of the source.
using CompiledEntrants = std::map<std::string, std::shared_ptr<const Entrant>>;

inline constexpr absl::string_view kSourceId = "source";

// The player `source`, an entrant judged by the CPU time that its own functions
// take. Parameters: `file`, a path in `entrants`; `hash` of its text, a note
// that tells two versions apart; and `seat`, from 1, where it is going to sit,
// which the star challenge tells its solutions.
//
// Each game has a process of its own. A fault of the entrant is an error of
// Choose, with the code of player.h where it has one, and ends neither the
// match nor the run: a crash, a wrong answer, silence, printing, writing to the
// const board. What ended its process from outside is none, and ends the match
// without a result (kPlayerEndedFromOutside). An entrant that uses up its time,
// by the CPU clock, has overrun it; one that sleeps through it has stalled. On
// the star it is told each move before the next one is asked for, also passes
// and the turns of seats that dropped out; Init and Term are called before the
// first move and after the last. A call other than for a move has the limit of
// the move before it. Before the first move, and where nothing else limits a
// move, it is `limit`. Its time is what its functions took, or all that its
// process used where that is clearly more.
PlayerPlugin EntrantPlugin(
    CompiledEntrants entrants,
    std::chrono::nanoseconds limit = std::chrono::seconds(5));

// The player `source` where no source is at hand: in plans of tournaments that
// were played. Its Choose is an error.
PlayerPlugin AbsentEntrantPlugin();

// Parses `fault KIND TEXT`, which a harness writes before it ends with exit
// status 1: on standard output after `info string `, and as the last line of
// standard error. The kinds are `board` (wrote to the const board), `printed`,
// `crash`, `load`, and `outside`, which is nobody's fault. Returns KIND and
// TEXT, both empty if `words` are no fault.
std::pair<std::string, std::string> HarnessFault(const std::string& words);

}  // namespace boardwalk::contest
