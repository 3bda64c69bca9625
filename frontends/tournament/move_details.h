// What the players said of their moves, as one line of text: an item a move,
// joined by blanks.
//
//   v0.12d6n12345p100t81200w90000 v-0.5d7n40000t100000 - t512
//
// An item is, in this order and where known, v: value, d: depth, n: nodes, p:
// playouts, t: time by the clock that judged, w: time by the clock on the wall;
// "-" where nothing is known. Times are whole nanoseconds; one that is none is
// written in seconds and ends in 's'.

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_MOVE_DETAILS_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_MOVE_DETAILS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/record.h"

namespace boardwalk::tournament {

// All but the texts of the moves, exactly. What a record does not hold
// (framework/record.h) is left out: a value outside [-1, 1], a negative count,
// a time that is not positive and finite.
std::string FormatMoveDetails(absl::Span<const RecordedMove> moves);

// The other way: fills in all but the texts of the moves. An error says which
// item makes no sense, or that there are not as many as moves.
absl::Status ParseMoveDetails(absl::string_view text,
                              std::vector<RecordedMove>& moves);

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_MOVE_DETAILS_H_
