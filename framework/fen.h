// Boards of squares in one line of text, as FEN writes those of chess (Edwards
// 1994): the rows from the top, separated by '/', a digit for so many empty
// squares.
//
// Example:
//
//   const std::string text = FormatFen({{.cell = 1, .owner = 0}}, 3, 1, "xo");
//   ASSIGN_OR_RETURN(const auto pieces, ParseFen("1x1", 3, 1, "xo"));

#ifndef BOARDWALK_FRAMEWORK_FEN_H_
#define BOARDWALK_FRAMEWORK_FEN_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/board.h"

namespace boardwalk {

// Pieces on a whole SquareGrid of `columns` (1 to 9) x `rows`. `symbols` has a
// character for each owner, 0 and 1; then one for each owner's pieces that have
// a kind, if there are such.
std::string FormatFen(const std::vector<Piece>& pieces, int columns, int rows,
                      absl::string_view symbols);

// The pieces by cell; those of the second two symbols have the kind `kind`. An
// error says what is wrong in which row.
absl::StatusOr<std::vector<Piece>> ParseFen(absl::string_view text, int columns,
                                            int rows, absl::string_view symbols,
                                            absl::string_view kind = "");

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_FEN_H_
