// The player `engine:cmd=...`: a program that speaks UGI or UCI.
//
// Example, given `const AnyGame& game`:
//
//   engine::EngineSettings settings;
//   settings.process.argv = {"python3", "bot.py"};
//   ASSIGN_OR_RETURN(const auto player,
//                    engine::MakeEnginePlayer(game, std::move(settings)));
//
// The program cannot end or block the caller. Choose returns at most 100 ms
// after its time limit, which is measured by the wall clock, or in a match by
// the CPU time of the program; a program that sleeps is then ended by the wall
// clock. Without a time limit, EngineSettings::wall applies. The code of the
// error (player.h) says how the program forfeits; its process is killed, and
// the next game starts a new one.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/player.h"
#include "frontends/engine/engine.h"

namespace boardwalk::engine {

// Splits a command into words, as a shell does without its expansions: blanks
// separate; '...' and "..." hold them; a backslash, except in '...', holds the
// next character. Errors: no word, quotes that do not end.
absl::StatusOr<std::vector<std::string>> SplitCommand(
    absl::string_view command);

// Starts the program at once, to play `game`, which must outlive the player. An
// error if it cannot be started now; a failure later loses its game.
absl::StatusOr<std::unique_ptr<Player>> MakeEnginePlayer(
    const AnyGame& game, EngineSettings settings);

// The parameter of the player `engine` that is `on` or `off`.
inline constexpr absl::string_view kSandboxWord = "sandbox";

// A program in the sandbox of engines, and a description of that sandbox for
// people. Errors: those of Sandbox::Find and Sandbox::WrapCommand.
absl::StatusOr<process::ProcessOptions> SandboxedEngine(
    process::ProcessOptions program);
absl::StatusOr<std::string> SandboxOfEngines();

// The player `engine` with its parameters.
PlayerPlugin EnginePlayerPlugin();

// The most bytes of the `json` of NamedEngine.
inline constexpr size_t kMaxEngineFile = 1 << 20;

// A player `id` that stands for `engine` with the settings in `json`, an
// object: those of its parameters, where cmd may be an array of words and
// options an object, and a title. `origin` is the file that it is from. An
// error says what is wrong in it.
absl::StatusOr<PlayerPlugin> NamedEngine(absl::string_view id,
                                         absl::string_view json,
                                         absl::string_view origin);

}  // namespace boardwalk::engine
