// Moves and positions of the star as text, and the board described and drawn.
// All functions work on plain positions, so they serve both kinds of state.

#ifndef BOARDWALK_GAMES_STAR_NOTATION_H_
#define BOARDWALK_GAMES_STAR_NOTATION_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/game.h"
#include "games/star/setup.h"

namespace boardwalk::star {

// The letter of a seat's pieces: 'A' for seat 0.
constexpr char SeatLetter(int seat) { return static_cast<char>('A' + seat); }

// "4,-1:5,0", or "pass".
std::string FormatMove(const Board& board, CellMove move);

// The legal move of the seat to move with that text, or an error that says why
// there is none. REQUIRES: the game is not over.
absl::StatusOr<CellMove> ParseMove(const Setup& setup, const Position& position,
                                   absl::string_view text);

// The names of the cells that a legal move touches, by a shortest chain; empty
// for a pass.
std::vector<std::string> Path(const Board& board, const Position& position,
                              CellMove move);

// The cells in the order of their numbers, joined by lines; region 0 is the
// hexagon, region t + 1 triangle t. As text each row has its number and first
// column on the left and its last column on the right.
BoardLayout Layout(const Board& board);
std::vector<Piece> Pieces(const Position& position);

// One line: the rows from the top joined by '/', a blank, and the seat to move
// from 1. A row is its cells from the left, '.' or the letter of a piece; a
// number repeats what follows it.
std::string FormatPosition(const Setup& setup, const Position& position);

// Errors name the row and what is wrong in it, or the seat whose pieces are too
// many or too few.
absl::StatusOr<Position> ParsePosition(const Setup& setup,
                                       absl::string_view text);

BoardLegend Legend(const Setup& setup, const RenderOptions& options);

}  // namespace boardwalk::star

#endif  // BOARDWALK_GAMES_STAR_NOTATION_H_
