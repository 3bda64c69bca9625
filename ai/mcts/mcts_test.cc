#include "ai/mcts/mcts_player.h"

#include <atomic>
#include <cmath>
#include <vector>

#include "ai/mcts/log.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/tictactoe/tictactoe.h"

namespace boardwalk::ai {
namespace {

using ::testing::HasSubstr;

TEST(LogTest, IsTheNaturalLogarithm) {
  for (uint32_t n = 1; n < 5'000; ++n) {
    ASSERT_NEAR(DeterministicLog(n), std::log(n), 1e-12) << n;
  }
  for (int bit = 12; bit < 32; ++bit) {
    for (const int off : {-1, 0, 1}) {
      const uint32_t n = (1u << bit) + static_cast<uint32_t>(off);
      ASSERT_NEAR(DeterministicLog(n), std::log(n), 1e-12) << n;
    }
  }
  // Bits, not just digits: searches on all machines hang on them.
  EXPECT_EQ(DeterministicLog(1), 0);
  EXPECT_EQ(DeterministicLog(10), 0x1.26bb1bbb55515p+1);
  EXPECT_EQ(DeterministicLog(1'000'003), 0x1.ba18afe39c37fp+3);
}

TEST(TreeTest, TriesEveryChildThenTheBestBound) {
  Tree tree(1 << 20, /*exploration=*/1);
  const std::vector<AnyMove> moves = {{10}, {11}, {12}};
  ASSERT_TRUE(tree.Expand(0, moves));
  const double values[] = {0.5, -0.5, 0.4};
  for (uint32_t i = 0; i < 3; ++i) {
    const uint32_t child = tree.SelectChild(0);
    EXPECT_EQ(tree[child].move, moves[i]);
    tree.AddVisit();
    tree.Add(0, child, values[i]);
  }
  EXPECT_EQ(tree[tree.SelectChild(0)].move, moves[0]);
  tree.AddVisit();
  tree.Add(0, tree.SelectChild(0), 0.5);
  // Now 0.5 + sqrt(ln 4 / 2) = 1.33 against 0.4 + sqrt(ln 4) = 1.58.
  EXPECT_EQ(tree[tree.SelectChild(0)].move, moves[2]);
  EXPECT_EQ(tree[tree.MostVisited(0)].move, moves[0]);
  EXPECT_EQ(tree.MostVisited(tree.SelectChild(0)), 0u);
}

TEST(TreeTest, KeepsItsBound) {
  Tree tree(/*max_bytes=*/32 * 10, 1);
  const std::vector<AnyMove> five(5);
  ASSERT_TRUE(tree.Expand(0, five));
  EXPECT_FALSE(tree.Expand(1, five));  // 11 nodes
  EXPECT_EQ(tree[1].num_children, 0u);
  EXPECT_TRUE(tree.Expand(1, absl::MakeSpan(five).first(4)));
  EXPECT_EQ(tree.size(), 10u);
  tree.Clear();
  EXPECT_EQ(tree[0].num_children, 0u);
  EXPECT_TRUE(tree.Expand(0, five));
}

TEST(TreeTest, ChildrenMaySpanBlocks) {
  Tree tree(4 << 20, 1);
  std::vector<AnyMove> moves(20'000);
  for (size_t i = 0; i < moves.size(); ++i) moves[i].bits = i;
  ASSERT_TRUE(tree.Expand(0, moves));
  for (const AnyMove move : moves) {
    const uint32_t child = tree.SelectChild(0);
    ASSERT_EQ(tree[child].move, move);
    tree.AddVisit();
    tree.Add(0, child, 0);
  }
}

TEST(MctsTest, EvaluationsOfAllSeatsSumToNothing) {
  const auto two = MakeAdapter<trio::Rules>("players=2");
  for (const auto& state : RandomPositions(two->rules(), 100, 30, 2)) {
    const SeatValues values = EvaluationValues(two->rules(), state);
    EXPECT_EQ(values[0], -values[1]);
    EXPECT_NEAR(values[0], ValueOf(two->rules().Evaluate(state, 0), 2), 1e-15);
  }
  const auto three = MakeAdapter<trio::Rules>("players=3");
  for (const auto& state : RandomPositions(three->rules(), 100, 30, 2)) {
    const SeatValues values = EvaluationValues(three->rules(), state);
    EXPECT_NEAR(values[0] + values[1] + values[2], 0, 1e-12);
    for (const int seat : {1, 2}) {
      EXPECT_EQ(values[0] < values[seat],
                three->rules().Evaluate(state, 0) <
                    three->rules().Evaluate(state, seat));
    }
  }
}

// The line is legal, starts with the move, and value and counts are sane.
TEST(MctsTest, AnswersMakeSense) {
  const auto game = MakeAdapter<trio::Rules>("players=3");
  for (const auto& root : RandomPositions(game->rules(), 50, 30, 4)) {
    const Decision decision = Ask(game, root, "mcts:playouts=200");
    ASSERT_FALSE(decision.line.empty());
    EXPECT_EQ(decision.line[0], decision.move);
    trio::State state = root;
    for (const AnyMove move : decision.line) {
      ASSERT_TRUE(Erase(game, state).IsLegal(move));
      state.Apply(RestoreMove<trio::State::Move>(move));
    }
    if (decision.value == 1) continue;
    EXPECT_LT(std::abs(*decision.value), 1);
    EXPECT_EQ(decision.playouts, 200);
  }
}

// Perfect play for the other side cannot beat it, nor it perfect play.
TEST(MctsTest, DrawsTicTacToeWithPerfectPlay) {
  const auto game = MakeAdapter<tictactoe::Rules>();
  for (uint64_t seed = 0; seed < 6; ++seed) {
    auto state = game->rules().InitialState();
    while (!state.IsTerminal()) {
      const bool mine = state.ToMove() == static_cast<int>(seed % 2);
      const Decision decision =
          Ask(game, state, mine ? "mcts:playouts=4000" : "alphabeta:depth=9",
              {}, seed);
      state.Apply(RestoreMove<tictactoe::State::Move>(decision.move));
    }
    EXPECT_EQ(state.Returns()[0], 0) << game->rules().FormatPosition(state);
  }
}

// What alpha-beta proves to be won, against all others at once, must look good;
// with three that takes crediting every seat with its own value.
TEST(MctsTest, LikesWhatIsProvedToWin) {
  for (const std::string settings : {"players=2", "players=3"}) {
    const auto game = MakeAdapter<trio::Rules>(settings);
    int compared = 0;
    for (const auto& state : RandomPositions(game->rules(), 300, 30, 9)) {
      const Decision exact = Ask(game, state, "alphabeta:depth=7");
      if (exact.value != 1) continue;
      ++compared;
      EXPECT_GT(*Ask(game, state, "mcts:playouts=2000").value, 0.5)
          << game->rules().FormatPosition(state);
    }
    EXPECT_GT(compared, 20);
  }
}

// Exact results of fixed searches; an unintended change of behaviour shows
// here, and so does a machine that computes otherwise.
TEST(MctsTest, Signature) {
  const auto three = MakeAdapter<trio::Rules>("players=3");
  const auto two = MakeAdapter<trio::Rules>("players=2");
  const auto start3 = three->rules().InitialState();
  const auto start2 = two->rules().InitialState();
  EXPECT_EQ(
      Ask(three, start3, "mcts:playouts=5000,exploration=1,cutoff=24").value,
      0x1.69219ff48e68bp-1);
  EXPECT_EQ(
      Ask(two, start2, "mcts:playouts=5000,exploration=1,cutoff=24").value,
      0x1.8d96483e4cb0bp-1);
  EXPECT_EQ(
      Ask(two, start2, "mcts:playouts=5000,cutoff=0,exploration=0.5").value,
      0x1.bd7300aaa1ea9p-1);
}

TEST(MctsTest, RepeatsItselfBySeed) {
  const auto game = MakeAdapter<trio::Rules>("players=3");
  const auto start = game->rules().InitialState();
  const auto value = [&](const std::string& name, uint64_t seed) {
    return *Ask(game, start, name, {}, seed).value;
  };
  EXPECT_EQ(value("mcts:playouts=500", 1), value("mcts:playouts=500", 1));
  EXPECT_NE(value("mcts:playouts=500", 1), value("mcts:playouts=500", 2));
  EXPECT_NE(value("mcts:playouts=500", 1),
            value("mcts:playouts=500,seed=3", 1));
}

TEST(MctsTest, AFullTreeGoesOnWithPlayouts) {
  const trio::Rules rules(3);
  const auto run = [&rules](int64_t nodes) {
    MctsOptions options;
    options.memory_bytes = nodes * static_cast<int64_t>(sizeof(Node));
    MctsSearch<trio::Rules> search(rules, options);
    search.Seed(1);
    Limits limits;
    limits.playouts = 5'000;
    return search.Run(rules.InitialState(), limits, {});
  };
  const Decision full = run(100);
  EXPECT_EQ(full.playouts, 5'000);
  EXPECT_TRUE(full.value.has_value());
  EXPECT_NE(full.value, run(100'000).value);
  // No room for the moves of the root: any of them will do.
  EXPECT_EQ(run(1).playouts, 0);
  EXPECT_EQ(run(1).line.size(), 1u);
}

TEST(MctsTest, AnImmediateWinIsTheOnlyProof) {
  const auto game = MakeAdapter<tictactoe::Rules>();
  auto state = game->rules().ParsePosition("XX./OO./...").value();
  Decision decision = Ask(game, state, "mcts:playouts=1");
  EXPECT_EQ(Erase(game, state).FormatMove(decision.move), "c1");
  EXPECT_EQ(decision.value, 1);
  // Lost whatever O does, and every playout may say so; it is no proof.
  state = game->rules().ParsePosition("X.X/.O./O.X").value();
  decision = Ask(game, state, "mcts:playouts=2000");
  EXPECT_LT(*decision.value, -0.8);
  EXPECT_GT(*decision.value, -1);
}

TEST(MctsTest, StopsByClockAndFlag) {
  const auto game = MakeAdapter<trio::Rules>("players=3");
  const auto start = game->rules().InitialState();
  const TickingClock clock(std::chrono::milliseconds(1));
  Limits limits;
  limits.clock = &clock;
  const Decision timed = Ask(game, start, "mcts:time=20ms", limits);
  EXPECT_GE(timed.seconds, 0.020);
  EXPECT_LE(timed.seconds, 0.100);
  EXPECT_GT(timed.playouts, 0);
  const std::atomic<bool> stop = true;
  limits.stop = &stop;
  const Decision stopped = Ask(game, start, "mcts:playouts=1e9", limits);
  EXPECT_EQ(stopped.playouts, 0);
  EXPECT_FALSE(stopped.value.has_value());
  EXPECT_TRUE(Erase(game, start).IsLegal(stopped.move));
}

TEST(MctsTest, ReportsTenTimesASecondWithoutChangingItsMind) {
  const auto game = MakeAdapter<trio::Rules>("players=3");
  const auto any = Erase(game, game->rules().InitialState());
  const TickingClock clock(std::chrono::milliseconds(5));
  Limits limits;
  limits.clock = &clock;
  int reports = 0;
  double last = 0;
  const auto run = [&](const Observer& observer) {
    auto player = game->MakePlayer("mcts:playouts=20000").value();
    EXPECT_TRUE(player->Start(any, 7).ok());
    return player->Choose(any, limits, observer).value();
  };
  const Decision watched = run([&](const Decision& so_far) {
    ++reports;
    EXPECT_GE(so_far.seconds - last, 0.1);
    last = so_far.seconds;
    EXPECT_GT(so_far.playouts, 0);
  });
  EXPECT_GT(reports, 3);
  const Decision alone = run({});
  EXPECT_EQ(watched.value, alone.value);
  EXPECT_EQ(watched.line, alone.line);
}

TEST(MctsTest, RefusesWithoutALimitOfItsOwn) {
  const auto game = MakeAdapter<trio::Rules>();
  const auto any = Erase(game, game->rules().InitialState());
  auto player = game->MakePlayer("mcts").value();
  ASSERT_TRUE(player->Start(any, 0).ok());
  Limits limits;
  limits.nodes = 100;
  limits.depth = 3;
  const auto refused = player->Choose(any, limits, {});
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(refused.status().message(), HasSubstr("playouts=1000"));
  limits.playouts = 100;
  EXPECT_EQ(player->Choose(any, limits, {})->playouts, 100);
}

}  // namespace
}  // namespace boardwalk::ai
