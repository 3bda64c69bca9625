// Rules for a small game that only searches play: whatever people would read or
// write is left out.
//
// Example of declarations, given `using CoinState = State;`:
//
//   class CoinRules : public BareRules<CoinRules, CoinState> {};

#ifndef BOARDWALK_AI_TESTING_BARE_RULES_H_
#define BOARDWALK_AI_TESTING_BARE_RULES_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/game.h"
#include "framework/game_adapter.h"

namespace boardwalk::ai {

// `R` derives from it and may add the advice of a game, such as Evaluate.
template <typename R, GameState S>
class BareRules {
 public:
  using State = S;
  using Move = typename S::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {.id = "bare", .endless = true};
    return info;
  }
  static absl::StatusOr<std::unique_ptr<const R>> Create(const Parameters&) {
    return std::make_unique<const R>();
  }
  State InitialState() const { return {}; }
  std::string FormatMove(const State&, Move move) const {
    return absl::StrCat(EraseMove(move).bits);
  }
  absl::StatusOr<Move> ParseMove(const State&, absl::string_view) const {
    return absl::UnimplementedError("nobody reads moves of this game");
  }
  std::string FormatPosition(const State&) const { return ""; }
  absl::StatusOr<State> ParsePosition(absl::string_view) const {
    return absl::UnimplementedError("nobody reads positions of this game");
  }
  std::string Render(const State&, const RenderOptions&) const { return ""; }
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_TESTING_BARE_RULES_H_
