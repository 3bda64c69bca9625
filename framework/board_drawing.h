// Draws any board that its game describes (board.h): as text for a terminal and
// as an SVG picture, whole or in parts. Names of a path that are no cells are
// ignored.

#ifndef BOARDWALK_FRAMEWORK_BOARD_DRAWING_H_
#define BOARDWALK_FRAMEWORK_BOARD_DRAWING_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/board.h"
#include "framework/game.h"

namespace boardwalk {

// The character for the pieces of a seat; '*' for those of nobody.
char SeatSymbol(const BoardLayout& layout, int owner);

// Lines of text, the same columns whatever stands on the cells. A piece is its
// seat's symbol, followed by the first letter of its kind or by its height. An
// empty cell is its name where all names have at most three characters, else a
// dot. The end of the path is in brackets, the rest of it in parentheses.
std::string DrawText(const BoardLayout& layout,
                     const std::vector<Piece>& pieces,
                     const RenderOptions& options);

// How to read it: the symbol of each seat, where its pieces stand in the
// opening if that is one side or corner of the board, and the marks that
// `pieces` need.
BoardLegend DrawTextLegend(const BoardLayout& layout,
                           const std::vector<Piece>& opening,
                           const std::vector<Piece>& pieces, int num_players,
                           const RenderOptions& options);

// Which side or corner of the board the pieces of `seat` are on, as it is seen:
// "bottom", "top left corner"; "" if they are spread evenly or there are none.
std::string SideOfBoard(const BoardLayout& layout,
                        const std::vector<Piece>& pieces, int seat, bool flip);

// A picture that stands for itself: readable on light and dark pages, in print
// without colours, and with a text for screen readers, which is `title`. Each
// cell is an element with the attribute data-cell, its name. The path is a line
// with a ring at its end. `options.color` is ignored.
std::string DrawSvg(const BoardLayout& layout, const std::vector<Piece>& pieces,
                    const RenderOptions& options, absl::string_view title);

// The parts of that picture, for pages that move pieces. First the board: the
// groups of the classes `paths`, under the pieces, `pieces` and `ends`, over
// them, are empty.
std::string DrawSvgBoard(const BoardLayout& layout, bool flip,
                         absl::string_view title);

// A piece around the origin, to be put on the middle of its cell; its <title>
// is PieceLabel. The same for all pieces of one owner, kind and height on cells
// of one shape.
std::string DrawSvgPiece(const BoardLayout& layout, const Piece& piece);

// "player 1", "player 2, king", "player 2, tower of 3", "nobody's".
std::string PieceLabel(const Piece& piece);

// The middle of a cell in the units of the picture.
struct SvgPoint {
  double x = 0, y = 0;
};
SvgPoint SvgMiddle(const Cell& cell, bool flip);

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_BOARD_DRAWING_H_
