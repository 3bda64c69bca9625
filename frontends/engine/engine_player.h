// A program that speaks the protocol as a player, `engine:cmd=...`: anywhere
// a player's name is accepted.
//
// Example, given `const AnyGame& game`:
//
//   engine::EngineSettings settings;
//   settings.process.argv = {"python3", "bot.py"};
//   ASSIGN_OR_RETURN(const auto player,
//                    engine::MakeEnginePlayer(game, std::move(settings)));
//
// Nothing that the program does ends or holds up the caller. Choose returns
// within its limit of time and 100 ms: by the wall clock, or, in a match, by
// the CPU time of the program, of which one that sleeps uses none and is
// noticed by the wall clock all the same. Without a limit of time,
// EngineSettings::wall is the limit. How it forfeits is the code of the error
// (player.h); its process is then killed, and the next game has a new one.

#ifndef BOARDWALK_FRONTENDS_ENGINE_ENGINE_PLAYER_H_
#define BOARDWALK_FRONTENDS_ENGINE_ENGINE_PLAYER_H_

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

// The program is started at once, and asked to play `game`, which must outlive
// the player. An error if it cannot be started the first time; later that is a
// failure in its game.
absl::StatusOr<std::unique_ptr<Player>> MakeEnginePlayer(
    const AnyGame& game, EngineSettings settings);

// The parameter of the player `engine` that is `on` or `off`.
inline constexpr absl::string_view kSandboxWord = "sandbox";

// A program that somebody named by its command, in the sandbox; and what holds
// it there, for people. Errors say why there is none, and see
// Sandbox::WrapCommand.
absl::StatusOr<process::ProcessOptions> HeldEngine(
    process::ProcessOptions program);
absl::StatusOr<std::string> SandboxOfEngines();

// The player `engine` with its parameters.
PlayerPlugin EnginePlayerPlugin();

// A player `id` that stands for `engine` with the settings in `json`, an
// object: those of its parameters, where cmd may be an array of words and
// options an object, and a title. `origin` is the file that it is from. An
// error says what is wrong in it.
absl::StatusOr<PlayerPlugin> NamedEngine(absl::string_view id,
                                         absl::string_view json,
                                         absl::string_view origin);

}  // namespace boardwalk::engine

#endif  // BOARDWALK_FRONTENDS_ENGINE_ENGINE_PLAYER_H_
