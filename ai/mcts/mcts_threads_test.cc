// Several threads in one tree, for ThreadSanitizer, too.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "ai/mcts/mcts_player.h"
#include "ai/testing/bare_rules.h"
#include "ai/testing/trio.h"
#include "framework/random.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

template <GameRules R>
MctsOptions Threads(int threads, int64_t nodes) {
  MctsOptions options = DefaultMctsOptions(HasEvaluate<R>);
  options.threads = threads;
  options.memory_bytes = nodes * static_cast<int64_t>(sizeof(Node));
  return options;
}

TEST(PlayoutLimitTest, HandsOutAsManyAsThereAre) {
  PlayoutLimit limit(2);
  for (const int64_t max : {0, 1, 7, 1000}) {
    limit.Start(max);
    for (int64_t made = 0; made < max; ++made) {
      ASSERT_TRUE(limit.Claim(0)) << made << " of " << max;
      EXPECT_EQ(limit.Done(), made);
      limit.CountDone(0);
    }
    EXPECT_FALSE(limit.Claim(0));
    EXPECT_FALSE(limit.Claim(1));
    EXPECT_EQ(limit.Done(), max);
  }
}

TEST(PlayoutLimitTest, ThreadsHoldFewNearTheEnd) {
  // A thread that claims and then sleeps keeps few from the others.
  PlayoutLimit limit(2);
  limit.Start(1000);
  ASSERT_TRUE(limit.Claim(0));
  int64_t others = 0;
  while (limit.Claim(1)) ++others;
  EXPECT_GE(others, 1000 - 16);
  // Near the end a thread claims one at a time.
  limit.Start(8);
  ASSERT_TRUE(limit.Claim(0));
  others = 0;
  while (limit.Claim(1)) ++others;
  EXPECT_EQ(others, 7);
}

TEST(PlayoutLimitTest, CountsAllThreads) {
  constexpr int kThreads = 4;
  constexpr int64_t kMax = 3'000'003;
  PlayoutLimit limit(kThreads);
  limit.Start(kMax);
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&limit, i] {
      while (limit.Claim(i)) limit.CountDone(i);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(limit.Done(), kMax);
}

// Every playout that is asked for is made and counted once in the tree, which
// evicts nodes all the time.
TEST(MctsThreadsTest, ShareATree) {
  const trio::Rules rules(3);
  MctsOptions options = Threads<trio::Rules>(4, 400);
  options.exploration = 1;
  options.solver = false;
  options.minimax = 0.2;
  options.history = 1;
  options.rave = 50;
  options.memory_bytes *= 4;
  MctsSearch<trio::Rules> search(rules, options);
  search.Seed(1);
  trio::State state = rules.InitialState();
  std::vector<AnyMove> played;
  for (int move = 0; move < 5; ++move) {
    Limits limits;
    limits.playouts = 4'000;
    const auto decision = search.Run({state, played, {}, limits}, {}).value();
    if (decision.playouts == 0) break;  // a win in one move
    EXPECT_EQ(decision.playouts, 4'000);
    const Tree& tree = search.tree();
    ASSERT_TRUE(tree.arena.IsConsistent());
    const Slot first = tree.arena[kRoot].first_child;
    int64_t visits = 0;
    for (Slot i = 0; i < tree.arena.CountChildren(first); ++i) {
      EXPECT_EQ(tree.arena[first + i].in_flight, 0u);
      visits += tree.arena[first + i].visits;
    }
    if (move == 0) {
      EXPECT_EQ(visits, 4'000);
      EXPECT_EQ(tree.arena[kRoot].visits, 4'000u);
    }
    played = {decision.move};
    state.Apply(RestoreMove<trio::State::Move>(decision.move));
    if (state.IsTerminal()) break;
  }
}

// Even if there are fewer than threads.
TEST(MctsThreadsTest, MakeAsManyPlayoutsAsAreAskedFor) {
  const trio::Rules rules(3);
  MctsOptions options = Threads<trio::Rules>(3, 10'000);
  options.solver = false;
  options.reuse = false;
  MctsSearch<trio::Rules> search(rules, options);
  search.Seed(1);
  for (const int64_t playouts :
       {-5, 0, 1, 2, 3, 12, 13, 47, 48, 49, 193, 1'000}) {
    Limits limits;
    limits.playouts = playouts;
    const auto decision =
        search.Run({rules.InitialState(), {}, {}, limits}, {}).value();
    const int64_t made = std::max<int64_t>(playouts, 0);
    EXPECT_EQ(decision.playouts, made);
    EXPECT_EQ(search.tree().arena[kRoot].visits, made);
  }
}

TEST(MctsThreadsTest, ProveWhatOneProves) {
  const tictactoe::Rules rules;
  MctsSearch<tictactoe::Rules> search(rules,
                                      Threads<tictactoe::Rules>(3, 100'000));
  const auto state = rules.ParsePosition("X../.O./..X").value();
  Limits limits;
  limits.playouts = 1'000'000;
  for (uint64_t seed = 0; seed < 3; ++seed) {
    search.Seed(seed);
    const auto decision = search.Run({state, {}, {}, limits}, {}).value();
    EXPECT_EQ(decision.value, 0);
    EXPECT_LT(*decision.playouts, 1'000'000);
  }
}

// The player who takes the last of fourteen coins wins; a move takes one, two
// or three. The position is the list of moves, so that it owns memory.
class CoinsState {
 public:
  struct Move {
    int8_t coins;
    bool operator==(const Move&) const = default;
  };
  int NumPlayers() const { return 2; }
  int ToMove() const { return static_cast<int>(taken_.size() % 2); }
  bool IsTerminal() const { return Left() == 0; }
  SeatValues Returns() const { return WinnerTakesAll(2, 1u << (1 - ToMove())); }
  template <typename List>
  void LegalMoves(List& list) const {
    for (int8_t coins = 1; coins <= std::min(3, Left()); ++coins) {
      list.push_back({coins});
    }
  }
  void Apply(Move move) { taken_.push_back(move.coins); }
  uint64_t Hash() const {
    return Mix64(static_cast<uint64_t>(Left()) * 2 +
                 static_cast<uint64_t>(ToMove()));
  }
  bool operator==(const CoinsState&) const = default;

 private:
  int Left() const {
    return 14 - std::accumulate(taken_.begin(), taken_.end(), 0);
  }
  std::vector<int8_t> taken_;
};
class CoinsRules : public BareRules<CoinsRules, CoinsState> {};

TEST(MctsThreadsTest, PositionsMayOwnMemory) {
  const CoinsRules rules;
  MctsSearch<CoinsRules> search(rules, Threads<CoinsRules>(3, 100'000));
  search.Seed(1);
  Limits limits;
  limits.playouts = 1'000'000;
  const auto decision =
      search.Run({rules.InitialState(), {}, {}, limits}, {}).value();
  // The winning move leaves a multiple of four.
  EXPECT_EQ(decision.move, EraseMove(CoinsState::Move{2}));
  EXPECT_EQ(decision.value, 1);
}

TEST(MctsThreadsTest, StopByTimeAndFlagAndThrow) {
  const trio::Rules rules(3);
  MctsOptions options = Threads<trio::Rules>(4, 10'000);
  options.solver = false;
  MctsSearch<trio::Rules> search(rules, options);
  search.Seed(1);
  Limits limits;
  limits.time = std::chrono::milliseconds(30);
  const auto timed =
      search.Run({rules.InitialState(), {}, {}, limits}, {}).value();
  EXPECT_GE(timed.seconds, 0.030);
  EXPECT_GT(*timed.playouts, 0);
  std::atomic<bool> stop{true};
  limits.time.reset();
  limits.stop = &stop;
  EXPECT_EQ(search.Run({rules.InitialState(), {}, {}, limits}, {})->playouts,
            0);
  // If the observer throws, the threads are joined.
  stop = false;
  EXPECT_THROW(
      (void)search.Run({rules.InitialState(), {}, {}, limits},
                       [](const Decision&) { throw std::runtime_error("no"); }),
      std::runtime_error);
}

TEST(MctsThreadsTest, ThePlayerReportsItsThreads) {
  const auto binding = MctsPlayer<tictactoe::Rules>::Binding();
  const tictactoe::Rules rules;
  const auto parameters =
      Parameters::Parse("mcts", binding.info.parameters, {{"threads", "3"}})
          .value();
  EXPECT_EQ((*binding.make(rules, parameters))->Threads(), 3);
}

}  // namespace
}  // namespace boardwalk::ai
