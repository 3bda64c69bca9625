// Positions in one line of text, as FEN writes those of chess (Edwards 1994):
// the rows of a board of squares from the top, separated by '/', a digit for so
// many empty squares; then, separated by spaces, who is to move and what else
// belongs to the position.
//
// Example:
//
//   constexpr FenFormat kFormat = {
//       .columns = 3, .rows = 1, .symbols = "xo", .movers = "xo",
//       .fields = {{{"plies", 100}}}, .example = "1x1 o 7"};
//   const std::string text =
//       FormatFen({.pieces = {2, 0}, .to_move = 1, .numbers = {7}}, kFormat);
//   ASSIGN_OR_RETURN(const Fen fen, ParseFen(text, kFormat));

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/board.h"

namespace boardwalk {

struct Fen {
  // The pieces of each seat and, of both, those that are kings, as bits of
  // FenFormat::board.
  std::array<uint64_t, 2> pieces = {0, 0};
  uint64_t kings = 0;
  int to_move = 0;                // an index of FenFormat::movers
  std::vector<int> numbers = {};  // in the order of the fields
};

// A number from 0 to `max`, called `name`; or, without `max`, the word `name`
// itself.
struct FenField {
  absl::string_view name = "";
  int max = -1;
  int opening = 0;  // the number in the opening
};

struct FenFormat {
  int columns = 8, rows = 8;  // at most 9 columns and 64 cells
  // The bits of the cells, row by row from the bottom left.
  uint64_t board = ~uint64_t{0};
  // A character for each seat; then one for each seat's kings, if there are
  // any.
  absl::string_view symbols = "";
  int max_pieces = 64;  // of each seat
  // A character for each seat to move; "" if the position does not tell.
  absl::string_view movers = "";
  std::array<FenField, 4> fields = {};  // those with a name
  absl::string_view example = "";       // for errors
};

std::string FormatFen(const Fen& fen, const FenFormat& format);

// An error says what is wrong in which row or word, and shows the example.
absl::StatusOr<Fen> ParseFen(absl::string_view text, const FenFormat& format);

// What these pieces make with the numbers of the opening. The cells of the
// layout are the bits of FenFormat::board, in their order (as for PiecesOn of
// board.h); those of any kind are kings.
std::string ComposeFen(const std::vector<Piece>& pieces, int to_move,
                       const FenFormat& format);

// A base of rules whose positions are of this format, a constant outside of
// them that is `inline`: it has ComposePosition of game.h.
template <const FenFormat& kFormat>
class ComposesFen {
 public:
  std::string ComposePosition(const std::vector<Piece>& pieces,
                              int to_move) const {
    return ComposeFen(pieces, to_move, kFormat);
  }
};

}  // namespace boardwalk
