#include <cstdint>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "ai/alphabeta/alphabeta_player.h"
#include "ai/testing/bare_rules.h"
#include "ai/testing/player_testing.h"
#include "framework/random.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

// After a first quiet move come captures in a row, each of which changes the
// evaluation. A side may stop capturing unless it is bound to capture; seat 0
// decides that by its first move.
class ExchangeState {
 public:
  struct Move {
    bool captures;
    bool binds;
    bool operator==(const Move&) const = default;
  };
  static constexpr int kMaxMoves = 2;
  static constexpr uint8_t kCaptures = 2;
  int NumPlayers() const { return 2; }
  int ToMove() const { return plies_ % 2; }
  bool IsTerminal() const { return false; }
  SeatValues Returns() const { return {}; }
  template <typename List>
  void LegalMoves(List& list) const {
    NoisyMoves(list);
    if (HasQuietMoves()) list.push_back({false, false});
    if (plies_ == 0) list.push_back({false, true});
  }
  template <typename List>
  void NoisyMoves(List& list) const {
    if (plies_ > 0 && captured_ < kCaptures) list.push_back({true, false});
  }
  bool HasQuietMoves() const { return !bound_ || captured_ == kCaptures; }
  void Apply(Move move) {
    ++plies_;
    if (move.captures) ++captured_;
    bound_ |= move.binds;
  }
  uint64_t Hash() const { return Mix64(plies_ * 8u + captured_ * 2u + bound_); }
  bool operator==(const ExchangeState&) const = default;
  int captured() const { return captured_; }
  bool bound() const { return bound_; }

 private:
  uint8_t plies_ = 0;
  uint8_t captured_ = 0;
  bool bound_ = false;
};

class ExchangeRules : public BareRules<ExchangeRules, ExchangeState> {
 public:
  // Seat 1 loses by capturing, unless seat 0 stops; before the captures,
  // binding looks worse than not binding.
  int Evaluate(const State& state, int seat) const {
    constexpr int kWorth[][3] = {{300, -500, 700}, {100, -500, 700}};
    const int worth = kWorth[state.bound()][state.captured()];
    return seat == 0 ? worth : -worth;
  }
};

TEST(QuiescenceTest, FollowsNoisyMovesBeyondTheLastPly) {
  const auto game = MakeAdapter<ExchangeRules>(
      "", {AlphaBetaPlayer<ExchangeRules>::Binding()});
  const auto ask = [&](const std::string& settings) {
    return Ask(game, game->rules().InitialState(), "alphabeta:" + settings);
  };
  EXPECT_EQ(ask("depth=1,quiescence=off").value, ValueOf(300, 2));
  // Seat 1 need not capture at a loss, unless it has no other move.
  EXPECT_EQ(ask("depth=1").value, ValueOf(700, 2));
  const Decision both = ask("depth=1,multipv=2");
  ASSERT_EQ(both.ranking.size(), 2u);
  EXPECT_EQ(both.ranking[0].value, ValueOf(700, 2));
  EXPECT_EQ(both.ranking[1].value, ValueOf(300, 2));
  // The exact work of a fixed search.
  EXPECT_EQ(ask("depth=4").nodes, 31);
  // Stopped during quiescence, the value is a possible one, or missing.
  for (int nodes = 1; nodes <= *ask("depth=4").nodes; ++nodes) {
    const Decision cut = ask(absl::StrCat("depth=4,nodes=", nodes));
    EXPECT_EQ(cut.nodes, nodes);
    EXPECT_LE(std::abs(cut.value.value_or(0)), ValueOf(700, 2));
  }
}

}  // namespace
}  // namespace boardwalk::ai
