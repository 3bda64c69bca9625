// Draws any board that a game describes (board.h): as text for a terminal and
// as an SVG picture, whole or in parts. Names in paths that are no cells are
// ignored.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/board.h"
#include "framework/game.h"

namespace boardwalk {

// The colour of a seat, the same in all drawings of all games.
struct SeatColor {
  absl::string_view ansi;  // parameters of the escape sequence: "1;34"
  absl::string_view name;  // of that colour: "blue"
  absl::string_view fill;  // of its pieces in pictures: "#1b5e8c"
  absl::string_view ink;   // of the symbol on them: "#fff"
};
// REQUIRES: 0 <= seat < kMaxPlayers.
const SeatColor& ColorOfSeat(int seat);

// The character for the pieces of a seat; '*' for those of nobody.
char SeatSymbol(const BoardLayout& layout, int owner);

// The symbol and, with `color`, the name of its colour: "X (blue)".
std::string SeatSign(const BoardLayout& layout, int seat, bool color);

// Lines of text, the same columns whatever stands on the cells. A piece is its
// seat's symbol, followed by the first letter of its kind or by its height. An
// empty cell is its name where all names have at most three characters, else a
// dot. The end of a path is in brackets, the rest of it in parentheses; where
// paths share a cell, the last one marks it. `layout.text` changes details.
std::string DrawText(const BoardLayout& layout,
                     const std::vector<Piece>& pieces,
                     const RenderOptions& options);

// The first and the last line of that text, from 0, in which `options.paths`
// mark a cell; nothing if there are no marks.
std::optional<LineRange> MarkedLines(const BoardLayout& layout,
                                     const RenderOptions& options);

// The marks of DrawText that `pieces` and paths need, and their meanings.
LegendMarks DrawTextMarks(const BoardLayout& layout,
                          const std::vector<Piece>& pieces);

// How to read it: the symbol of each seat, where its pieces stand in the
// opening if that is one side or corner of the board, and DrawTextMarks.
BoardLegend DrawTextLegend(const BoardLayout& layout,
                           const std::vector<Piece>& opening,
                           const std::vector<Piece>& pieces, int num_players,
                           const RenderOptions& options);

// The side or corner of the drawn board where the pieces of `seat` are:
// "bottom", "top left corner"; "" if they are spread evenly or there are none.
std::string SideOfBoard(const BoardLayout& layout,
                        const std::vector<Piece>& pieces, int seat, bool flip);

// A complete picture: readable on light and dark pages and in print without
// colours. Screen readers read `title`. Each
// cell is an element with the attribute data-cell, its name. A path is a line
// with a ring at its end. `options.color` is ignored.
std::string DrawSvg(const BoardLayout& layout, const std::vector<Piece>& pieces,
                    const RenderOptions& options, absl::string_view title);

// The board of that picture, for pages that move pieces. Its groups for pieces
// (class `pieces`), for paths under them (`paths`) and for ends of paths over
// them (`ends`) are empty.
std::string DrawSvgBoard(const BoardLayout& layout, bool flip,
                         absl::string_view title);

// A piece around the origin, to be moved to the middle of its cell. Its <title>
// is PieceLabel. Pieces of one owner, kind and height look the same on cells of
// one shape.
std::string DrawSvgPiece(const BoardLayout& layout, const Piece& piece);

// "player 1", "player 2, king", "player 2, tower of 3", "nobody's".
std::string PieceLabel(const Piece& piece);

// The middle of a cell in the units of the picture.
struct SvgPoint {
  double x = 0, y = 0;
};
SvgPoint SvgMiddle(const Cell& cell, bool flip);

}  // namespace boardwalk
