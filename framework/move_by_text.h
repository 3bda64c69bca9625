// The simplest ParseMove for a game: compares the text with those of all legal
// moves. Good for a game with few moves or for its first version.
//
// Example, given `const Rules& rules`, `const State& state` and
// `absl::string_view text`:
//
//   ASSIGN_OR_RETURN(const Move move, MoveByText(rules, state, text));

#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "framework/errors.h"
#include "framework/game.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk {

// The names of cells that `text` is made of, with signs between them: "8-11".
// Empty if something else is among them.
inline std::vector<std::string> CellsIn(absl::string_view text,
                                        const BoardLayout& layout) {
  std::vector<std::string> names =
      absl::StrSplit(text, absl::ByAnyChar(" -x"), absl::SkipEmpty());
  const bool known = std::ranges::all_of(names, [&](const std::string& name) {
    return std::ranges::any_of(
        layout.cells, [&](const Cell& cell) { return cell.name == name; });
  });
  return known ? names : std::vector<std::string>();
}

// Whether a path leads from the first to the last of `cells`. REQUIRES: there
// are some.
inline bool JoinsCells(const std::vector<std::string>& path,
                       const std::vector<std::string>& cells) {
  return !path.empty() && path.front() == cells.front() &&
         (cells.size() == 1 || path.back() == cells.back());
}

// The legal move of `state` that FormatMove writes as `text`, else an error
// that names the nearest legal moves, and the reason where the rules have
// WhyIllegal and the text begins with a cell. O(number of legal moves).
template <GameRules R>
absl::StatusOr<typename R::State::Move> MoveByText(
    const R& rules, const typename R::State& state, absl::string_view text) {
  constexpr int kMaxNearest = 3;
  std::vector<std::string> cells, texts;
  if constexpr (HasWhyIllegal<R> && HasLayout<R> && HasPath<R>) {
    cells = CellsIn(text, rules.Layout());
  }
  MoveListFor<typename R::State> list;
  state.LegalMoves(list);
  for (const auto move : list) {
    texts.push_back(rules.FormatMove(state, move));
    if (texts.back() == text) return move;
    if constexpr (HasPath<R>) {
      // Another spelling of it is no reason.
      if (!cells.empty() && JoinsCells(rules.Path(state, move), cells)) {
        cells.clear();
      }
    }
  }
  if (texts.empty()) return absl::FailedPreconditionError("the game is over");
  std::string reason;
  if constexpr (HasWhyIllegal<R>) {
    if (!cells.empty()) reason = rules.WhyIllegal(state, cells);
  }
  return InvalidArgument(
      Quoted(text), " is no legal move here",
      reason.empty() ? "" : absl::StrCat(": ", reason), "; the nearest: ",
      absl::StrJoin(Nearest(text, texts, kMaxNearest), ", "));
}

}  // namespace boardwalk
