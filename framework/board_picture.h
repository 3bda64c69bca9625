// Draws any board that a game describes (board.h) as an SVG picture, whole or
// in parts: with the usual colours of its style, on light and dark pages alike.
//
// Example, given `const AnyGame& game`:
//
//   std::cout << DrawSvg(game.Layout(), game.InitialState()->Pieces(),
//                        /*turn=*/0, /*paths=*/{}, game.Info().title);

#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/board.h"

namespace boardwalk {

// A complete picture, after `turn` of the layout's turns clockwise. Screen
// readers read `title`. Each cell is an element with the attribute data-cell,
// its name. The cells of `paths`, by their names, are tinted, the last of each
// more; a path of more than two cells is a line, too. REQUIRES:
// 0 <= turn < layout.turns.
std::string DrawSvg(const BoardLayout& layout, const std::vector<Piece>& pieces,
                    int turn,
                    const std::vector<std::vector<std::string>>& paths,
                    absl::string_view title);

// The turn that shows a board from the opposite side, as RenderOptions::flip
// does in a text.
inline int HalfTurn(const BoardLayout& layout) { return layout.turns / 2; }

// The board of that picture, for pages that move pieces. Its groups for tints
// and paths (class `paths`) and for pieces above them (`pieces`) are empty.
std::string DrawSvgBoard(const BoardLayout& layout, int turn,
                         absl::string_view title);

// A small picture for a list of games: without names and a style of its own, so
// the page has PictureStyle.
std::string DrawSvgIcon(const BoardLayout& layout,
                        const std::vector<Piece>& pieces);

// The style sheet of all pictures. Where the picture or something around it has
// the class `theme-slate`, the board is grey and not of wood, cloth or plastic;
// with `letters`, pieces show the symbols of their seats.
std::string PictureStyle();

// A piece around the origin, to be moved to the middle of its cell. Its <title>
// is PieceLabel; on a board of more than 1,000 cells it has none, no lights and
// no shadow. Pieces of one owner, kind and height look the same on cells of one
// shape.
std::string DrawSvgPiece(const BoardLayout& layout, const Piece& piece);

// "player 1", "player 2, king", "player 2, tower of 3", "nobody's".
std::string PieceLabel(const Piece& piece);
// That without whose it is: "", "king", "tower of 3".
std::string PieceKindLabel(const Piece& piece);

// The middles of the cells in the units of that picture.
struct SvgPoint {
  double x = 0, y = 0;
};
std::vector<SvgPoint> SvgMiddles(const BoardLayout& layout, int turn);

}  // namespace boardwalk
