// The simplest ParseMove for a game: compares the text with those of all legal
// moves. Good for a game with few moves or for its first version.
//
// Example, given `const Rules& rules`, `const State& state` and
// `absl::string_view text`:
//
//   ASSIGN_OR_RETURN(const Move move, MoveByText(rules, state, text));

#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "framework/errors.h"
#include "framework/game.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk {

// The legal move of `state` that FormatMove writes as `text`, else an error
// that names the nearest legal moves. It cannot say why a move is illegal; a
// game that people play should, here or by WhyIllegal. O(number of legal
// moves).
template <GameRules R>
absl::StatusOr<typename R::State::Move> MoveByText(
    const R& rules, const typename R::State& state, absl::string_view text) {
  constexpr int kMaxNearest = 3;
  MoveListFor<typename R::State> list;
  state.LegalMoves(list);
  std::vector<std::string> texts;
  for (const auto move : list) {
    texts.push_back(rules.FormatMove(state, move));
    if (texts.back() == text) return move;
  }
  if (texts.empty()) return absl::FailedPreconditionError("the game is over");
  return InvalidArgument(
      Quoted(text), " is no legal move here; the nearest: ",
      absl::StrJoin(Nearest(text, texts, kMaxNearest), ", "));
}

}  // namespace boardwalk
