// Draws any board that a game describes (board.h) as an SVG picture, whole or
// in parts: with the usual colours of its style, on light and dark pages alike.
//
// Example, given `const AnyGame& game`:
//
//   std::cout << DrawSvg(game.Layout(), game.InitialState()->Pieces(), {},
//                        game.Info().title);

#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/board.h"
#include "framework/game.h"

namespace boardwalk {

// A complete picture. Screen readers read `title`. Each cell is an element with
// the attribute data-cell, its name. The cells of paths are tinted, the last of
// each more; a path of more than two cells is a line, too. `options.color` is
// ignored.
std::string DrawSvg(const BoardLayout& layout, const std::vector<Piece>& pieces,
                    const RenderOptions& options, absl::string_view title);

// The board of that picture, for pages that move pieces. Its groups for tints
// and paths (class `paths`) and for pieces above them (`pieces`) are empty.
std::string DrawSvgBoard(const BoardLayout& layout, bool flip,
                         absl::string_view title);

// A small picture for a list of games: without names and a style of its own, so
// the page has PictureStyle.
std::string DrawSvgIcon(const BoardLayout& layout,
                        const std::vector<Piece>& pieces);

// The style sheet of all pictures. Where the picture or something around it has
// the class `theme-slate`, the board is grey and not wooden; with `letters`,
// pieces show the symbols of their seats.
std::string PictureStyle();

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
