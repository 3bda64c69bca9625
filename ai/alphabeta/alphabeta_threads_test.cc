// Several threads that share a table (Lazy SMP), for ThreadSanitizer, too.

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "ai/alphabeta/alphabeta_player.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

template <GameRules R>
std::shared_ptr<const GameAdapter<R>> MakeGame(
    const std::string& settings = "") {
  return MakeAdapter<R>(settings, {AlphaBetaPlayer<R>::Binding()});
}

TEST(AlphaBetaThreadsTest, FindTheSameProofs) {
  const auto game = MakeGame<tictactoe::Rules>();
  for (const auto& state :
       RandomPositions(game->rules(), 40, /*max_plies=*/9, /*seed=*/2)) {
    const auto one = Ask(game, state, "alphabeta:depth=9,reductions=off");
    const auto two =
        Ask(game, state, "alphabeta:depth=9,threads=3,reductions=off");
    EXPECT_EQ(one.value, two.value);
  }
  const auto start = game->rules().InitialState();
  // A limit of nodes is spent by all threads, and never exceeded.
  EXPECT_EQ(Ask(game, start, "alphabeta:nodes=999,threads=3").nodes, 999);
  EXPECT_EQ(Ask(game, start, "alphabeta:nodes=2,threads=3").nodes, 2);
  EXPECT_EQ(game->MakePlayer("alphabeta:threads=3").value()->Threads(), 3);
  // Nodes of an earlier search are not counted again.
  const auto player = game->MakePlayer("alphabeta:threads=3").value();
  ASSERT_TRUE(player->Start(Erase(game, start), /*seed=*/1).ok());
  ASSERT_TRUE(player->Choose(Erase(game, start), {.nodes = 999}, {}).ok());
  EXPECT_EQ(player->Choose(Erase(game, start), {.nodes = 2}, {})->nodes, 2);
}

// The race with a hook in the evaluation.
class HookedRules : public trio::Rules {
 public:
  static absl::StatusOr<std::unique_ptr<const HookedRules>> Create(
      const Parameters&) {
    return std::make_unique<const HookedRules>();
  }
  HookedRules() : trio::Rules(2) {}
  int Evaluate(const State& state, int seat) const {
    if (on_evaluate) on_evaluate();
    return trio::Rules::Evaluate(state, seat);
  }
  static inline std::function<void()> on_evaluate;  // in any thread
};

TEST(AlphaBetaThreadsTest, EndWhenTheObserverThrows) {
  const auto game = MakeGame<HookedRules>();
  const auto start = Erase(game, game->rules().InitialState());
  const auto first_thread = std::this_thread::get_id();
  // The helpers wait: one that ended first would end the search.
  std::atomic<bool> thrown = false;
  HookedRules::on_evaluate = [&] {
    while (std::this_thread::get_id() != first_thread && !thrown) {
      std::this_thread::yield();
    }
  };
  const auto player = game->MakePlayer("alphabeta:threads=3").value();
  ASSERT_TRUE(player->Start(start, /*seed=*/1).ok());
  const Observer once_deep = [&](const Decision& so_far) {
    if (*so_far.depth < 5) return;
    thrown = true;
    throw 1;
  };
  EXPECT_THROW((void)player->Choose(start, {.depth = 100}, once_deep), int);
  HookedRules::on_evaluate = nullptr;
  // The player can search again.
  EXPECT_EQ(player->Choose(start, {.depth = 6}, {})->depth, 6);
}

TEST(AlphaBetaThreadsTest, TheThreadWithTheDeepestIterationAnswers) {
  const auto game = MakeGame<HookedRules>();
  const auto start = Erase(game, game->rules().InitialState());
  const auto first_thread = std::this_thread::get_id();
  std::atomic<int> helper_evaluations = 0;
  HookedRules::on_evaluate = [&] {
    if (std::this_thread::get_id() != first_thread) ++helper_evaluations;
  };
  const auto player = game->MakePlayer("alphabeta:threads=2").value();
  ASSERT_TRUE(player->Start(start, /*seed=*/1).ok());
  std::atomic<bool> stop = false;
  // The first thread waits behind its first iteration.
  const Decision decision = player
                                ->Choose(start, {.depth = 12, .stop = &stop},
                                         [&](const Decision&) {
                                           while (helper_evaluations < 150) {
                                             std::this_thread::yield();
                                           }
                                           stop = true;
                                         })
                                .value();
  HookedRules::on_evaluate = nullptr;
  EXPECT_GT(decision.depth, 1);
  EXPECT_GT(decision.nodes, 50);
  EXPECT_TRUE(start.IsLegal(decision.move));
}

TEST(AlphaBetaThreadsTest, AHelperWithTheAnswerEndsTheSearch) {
  const auto game = MakeGame<HookedRules>();
  const auto start = Erase(game, game->rules().InitialState());
  const auto first_thread = std::this_thread::get_id();
  static std::atomic<bool> helper_ended;
  helper_ended = false;
  struct Ending {
    ~Ending() { helper_ended = true; }
  };
  HookedRules::on_evaluate = [&] {
    if (std::this_thread::get_id() != first_thread) {
      thread_local const Ending ending;
    }
  };
  const auto player = game->MakePlayer("alphabeta:threads=2").value();
  ASSERT_TRUE(player->Start(start, /*seed=*/1).ok());
  // The first thread waits behind its first iteration.
  int iterations = 0;
  const Decision decision = player
                                ->Choose(start, {.depth = 10},
                                         [&](const Decision&) {
                                           ++iterations;
                                           while (!helper_ended) {
                                             std::this_thread::yield();
                                           }
                                         })
                                .value();
  HookedRules::on_evaluate = nullptr;
  EXPECT_EQ(decision.depth, 10);
  EXPECT_LT(iterations, 10);
}

TEST(AlphaBetaThreadsTest, WhatAHelperThrowsIsThrown) {
  const auto game = MakeGame<HookedRules>();
  const auto first_thread = std::this_thread::get_id();
  std::atomic<bool> thrown = false;
  HookedRules::on_evaluate = [&] {
    if (std::this_thread::get_id() != first_thread) {
      thrown = true;
      throw 1;
    }
    while (!thrown) std::this_thread::yield();
  };
  EXPECT_THROW(
      Ask(game, game->rules().InitialState(), "alphabeta:time=1h,threads=2"),
      int);
  HookedRules::on_evaluate = nullptr;
}

}  // namespace
}  // namespace boardwalk::ai
