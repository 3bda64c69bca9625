// The parts of UGI and UCI that both sides of the protocol share (README.md):
// reads and writes options, `info` lines and queries about a position.
//
// Example, given `const AnyState& state` and `const Decision& decision`:
//
//   std::cout << engine::FormatInfo(state, decision) << '\n';
//   Decision read;
//   engine::ReadInfo("info depth 3 value 0.25", read);

#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/player.h"

namespace boardwalk::engine {

enum class Protocol { kUgi, kUci };

// An option: `option name Hash type spin default 16 min 1 max 512`. All texts
// may contain blanks.
struct EngineOption {
  std::string name;
  std::string type;  // spin, check, combo, string or button
  std::string fallback = {};
  std::string min = {}, max = {};  // of a spin
  std::vector<std::string> choices = {};

  bool operator==(const EngineOption&) const = default;
};
std::string FormatOption(const EngineOption& option);
// Reads a line that begins with "option". An error says what it lacks.
absl::StatusOr<EngineOption> ParseOption(absl::string_view line);

// Options with a meaning for Boardwalk.
inline constexpr char kGameOption[] = "Game";          // its name
inline constexpr char kGameSeedOption[] = "GameSeed";  // of the next game
inline constexpr char kClockOption[] = "Clock";        // wall or cpu
inline constexpr char kVariantOption[] = "UCI_Variant";

// Formats a search result in `state`:
// "info depth 4 value 0.12 score cp 42 nodes 123 time 5 pv m m".
std::string FormatInfo(const AnyState& state, const Decision& decision);

// Reads the numbers of an `info` line into `decision`. Fields that are not
// numbers or out of bounds are ignored.
void ReadInfo(absl::string_view line, Decision& decision);

// The moves after "pv" in an `info` line, as far as they are legal from `state`
// on; empty if there are none.
std::vector<AnyMove> ReadPv(absl::string_view line, const AnyState& state);

// The answer after "response" to "query QUESTION", given one of
//
//   p1turn, p2turn ... true or false
//   turn               the seat to move from 1; 0 when the game is over
//   gameover           true or false
//   result             p1win, p2win ..., draw, none; p1p3win if they share it
//   scores             a number a seat
//   legalmoves         all moves, in byte order
//   position           as `position fen` takes it
//
// An error lists them.
absl::StatusOr<std::string> AnswerQuery(const AnyState& state,
                                        absl::string_view question);

// The line that sets up the position after `moves` from `start`, given by its
// text; `startpos` in place of it if it is that of `game`.
std::string PositionLine(const AnyGame& game, absl::string_view start,
                         const std::vector<std::string>& moves);

}  // namespace boardwalk::engine
