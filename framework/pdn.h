// Portable Draughts Notation (PDN), the text in which programs exchange games
// of draughts (https://pdn.fmjd.org), for any game that says its GameType
// (GameInfo::pdn_type): one of two seats, black and white, on squares that are
// numbered from 1, with kings or without. A game is tags such as
// [Event "Final"] and moves: "1. 11-15 23-19 2. 8-11 {a comment} 22-17 *".
//
// Example, given `const AnyGame& game` and `absl::string_view text`:
//
//   ASSIGN_OR_RETURN(const std::vector<PdnGame> games, ParsePdn(game, text));
//   for (const PdnGame& one : games) {
//     std::cout << one.line << ": " << one.moves.size() << " moves\n";
//   }

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"

namespace boardwalk {

struct PdnTag {
  std::string name, value;
};

// A game that was read.
struct PdnGame {
  int line = 1;  // where it begins in the text
  std::unique_ptr<AnyState> start;
  std::vector<std::string> moves = {};  // in the notation of the game
};

// Whether games of this one are written so.
bool HasPdn(const AnyGame& game);

// Whether `text` is a position in the form of PDN, "W:..." or "B:...", and the
// game has one.
bool IsPdnPosition(const AnyGame& game, absl::string_view text);

// The position after "B:W18,24,K10:B12,K22": the side to move, and the squares
// of each, kings with a K; 1-12 is a range. The error says what is wrong.
// REQUIRES: HasPdn.
absl::StatusOr<std::unique_ptr<AnyState>> ParsePdnPosition(
    const AnyGame& game, absl::string_view text);

// The board and the side to move; counters are no part of it. REQUIRES:
// HasPdn.
std::string FormatPdnPosition(const AnyState& state);

// A game as text, with an empty line behind it: `tags`, then those that follow
// from the game: Result ("*" where `returns` are none), GameType, and the
// position where it does not begin with the opening. `ending` is a comment
// before the result; "" for none. REQUIRES: HasPdn; the moves are legal.
std::string FormatPdn(const AnyState& start,
                      const std::vector<std::string>& moves,
                      const std::vector<PdnTag>& tags,
                      const SeatValues* returns, absl::string_view ending);

// The games in a text. Comments, variations, numbers, results and signs such as
// "!" are passed over; a capture may name its ends alone, where that says which
// it is. The error begins with "line N: " and says what is wrong. REQUIRES:
// HasPdn.
absl::StatusOr<std::vector<PdnGame>> ParsePdn(const AnyGame& game,
                                              absl::string_view text);

}  // namespace boardwalk
