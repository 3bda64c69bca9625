// Rules for small games in tests of searches: without text for people.
//
// Example of declarations, given `using CoinState = State;`:
//
//   class CoinRules : public BareRules<CoinRules, CoinState> {};

#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "framework/game.h"
#include "framework/game_adapter.h"

namespace boardwalk::ai {

// `R` derives from this class and may add optional functions such as Evaluate.
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
};

}  // namespace boardwalk::ai
