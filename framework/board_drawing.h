// Draws any board that a game describes (board.h) as text for a terminal, and
// has what texts and pictures (board_picture.h) have in common. Names in paths
// that are no cells are ignored.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/board.h"
#include "framework/game.h"

namespace boardwalk {

// A colour of pieces, the same in all drawings.
struct ColorWords {
  absl::string_view ansi;  // parameters of the escape sequence: "1;34"
  absl::string_view name;  // "blue"
  absl::string_view fill;  // in pictures: "#1f6aa5"
  absl::string_view ink;   // of signs on them: "#fff"
};
const ColorWords& WordsOf(PieceColor color);
// REQUIRES: 0 <= seat < kMaxPlayers.
const ColorWords& ColorOfSeat(const BoardLayout& layout, int seat);

// The indices of the cells that each path names, in its order.
std::vector<std::vector<int>> PathCells(
    const BoardLayout& layout,
    const std::vector<std::vector<std::string>>& paths);

// Whether cells show their names: there are no labels at the edge, and all
// names are short.
bool ShowsNames(const BoardLayout& layout);

// The character for the pieces of a seat; '*' for those of nobody.
char SeatSymbol(const BoardLayout& layout, int owner);

// The symbol and the name of its colour, as rules and pictures have them:
// "X (red)".
std::string SeatSign(const BoardLayout& layout, int seat);

// What tells pieces of one seat apart: "K" for a king, "2" for a tower of two,
// "" for the usual piece.
std::string PieceMark(const Piece& piece);
// What stands for a piece: "X", "XK" for a king, "X2" for a tower of two.
std::string PieceSign(const BoardLayout& layout, const Piece& piece);

// The rows of cells from the top, joined by '/', for positions in one line: a
// dot for an empty cell, and PieceSign for a piece. "#./.O"
std::string BoardRows(const BoardLayout& layout,
                      const std::vector<Piece>& pieces);

// Lines of text, the same columns whatever stands on the cells. A piece is its
// seat's symbol, followed by the first letter of its kind or by its height. An
// empty cell is its name where ShowsNames, else a dot. The end of a path is in
// brackets, the rest of it in parentheses; where paths share a cell, the last
// one marks it. `layout.text` changes details.
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

}  // namespace boardwalk
