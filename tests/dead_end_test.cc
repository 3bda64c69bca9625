// A game that breaks the contract: a full board is no end, and nobody can move.
// Every player gets an error; nothing crashes or thinks for ever.

#include <memory>
#include <string>

#include "ai/bind.h"
#include "framework/catalog.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

struct DeadEndState : tictactoe::State {
  bool IsTerminal() const { return Winners() != 0; }
  bool operator==(const DeadEndState&) const = default;
};

class DeadEndRules : public tictactoe::Rules {
 public:
  using State = DeadEndState;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "deadend", .title = "Dead end", .rules = "Win or wait.\n"};
    return info;
  }
  static absl::StatusOr<std::unique_ptr<const DeadEndRules>> Create(
      const Parameters&) {
    return std::make_unique<const DeadEndRules>();
  }
  State InitialState() const { return {}; }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    const auto state = tictactoe::Rules::ParsePosition(text);
    if (!state.ok()) return state.status();
    return State{*state};
  }
};

class DeadEndTest : public testing::TestWithParam<const char*> {
 protected:
  DeadEndTest()
      : game_(*Catalog::Create({ai::BindGame<DeadEndRules>()})
                   ->MakeGame("deadend")),
        player_(*game_->MakePlayer(GetParam())) {}

  absl::StatusOr<Decision> Choose(const AnyState& state) {
    EXPECT_TRUE(player_->Start(state, 1).ok());
    return player_->Choose(state, {}, {});
  }

  const std::shared_ptr<const AnyGame> game_;
  const std::unique_ptr<Player> player_;
};

TEST_P(DeadEndTest, SaysThatThereIsNoMove) {
  const auto state = *game_->ParsePosition("XOX/XOO/OXX");
  EXPECT_THAT(std::string(Choose(*state).status().message()),
              HasSubstr("has no legal move"));
}

TEST_P(DeadEndTest, AnswersALegalMoveInFrontOfOne) {
  for (const char* text : {"XOX/XOO/OX.", "XOX/XO./O.."}) {
    const auto state = *game_->ParsePosition(text);
    const auto decision = Choose(*state);
    ASSERT_TRUE(decision.ok()) << decision.status();
    EXPECT_TRUE(state->IsLegal(decision->move)) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Players, DeadEndTest,
                         testing::Values("random", "greedy",
                                         "alphabeta:depth=5",
                                         "mcts:playouts=300"));

TEST(DeadEndCheckTest, TheSuiteNamesIt) {
  const auto report = CheckConformance(DeadEndRules(), {.games = 100});
  EXPECT_THAT(report.failures, Contains(HasSubstr("no legal move")));
}

}  // namespace
}  // namespace boardwalk
