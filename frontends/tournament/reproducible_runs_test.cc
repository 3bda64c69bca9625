// Real players in real games: what limits other than time decide is the same
// games, however many are played at once, however often a run is interrupted,
// and whoever plays which part.

#include <atomic>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "frontends/tournament/fake_store.h"
#include "frontends/tournament/runner.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::tournament {
namespace {

using ::testing::SizeIs;

class ReproducibleRunsTest : public testing::Test {
 protected:
  static Configuration Configured() {
    Configuration configuration;
    configuration.games = {"teeko", "star:size=3,players=3"};
    configuration.players = {"random", "greedy", "mcts:playouts=25",
                             "alphabeta"};
    configuration.limits = {.nodes = 200, .depth = 3};
    configuration.rounds = 2;
    configuration.seed = 20;
    configuration.openings = 3;
    configuration.max_plies = 60;
    EXPECT_EQ(Normalize(*AllGames(), configuration), absl::OkStatus());
    EXPECT_TRUE(IsReproducible(configuration));
    return configuration;
  }
  void Run(FakeStore& store, const RunOptions& options) {
    const auto counts = RunPlan(plan_, store, options);
    EXPECT_TRUE(counts.ok()) << counts.status();
  }

  const Configuration configuration_ = Configured();
  const Plan plan_ = Plan::Create(*AllGames(), configuration_).value();
};

TEST_F(ReproducibleRunsTest, OneGoManyJobsInterruptionsAndShards) {
  FakeStore whole(configuration_);
  Run(whole, {});
  // Six pairs and four triples, two rounds, each in all seats.
  ASSERT_THAT(whole.games(), SizeIs(2 * (6 * 2 + 4 * 3)));
  const std::vector<std::string> expected = whole.Texts();

  FakeStore three(configuration_);
  Run(three, {.jobs = 3});
  EXPECT_EQ(three.Texts(), expected);

  FakeStore interrupted(configuration_);
  while (*interrupted.Count() < plan_.games()) {
    std::atomic<bool> stop{false};
    int games = 0;
    Run(interrupted,
        {.jobs = 2, .stop = &stop, .on_game = [&](const GameSummary&) {
           stop = ++games == 7;
           return true;
         }});
  }
  EXPECT_EQ(interrupted.Texts(), expected);

  FakeStore joined(configuration_);
  for (int index = 0; index < 3; ++index) {
    FakeStore part(configuration_);
    Run(part, {.shard = {index, 3}});
    for (const auto& [id, game] : part.games()) {
      ASSERT_TRUE(joined.Add(game).ok());
    }
  }
  EXPECT_EQ(joined.Texts(), expected);
}

TEST_F(ReproducibleRunsTest, WhatIsStoredCanBeReplayed) {
  const Catalog catalog = *AllGames();
  FakeStore store(configuration_);
  Run(store, {.jobs = 2});
  std::set<uint64_t> fingerprints;
  for (const auto& [id, game] : store.games()) {
    const auto replay = ReplayRecord(catalog, game.record);
    ASSERT_TRUE(replay.ok()) << replay.status();
    // The opening leads to where the record starts.
    const auto state = replay->game().InitialState();
    for (const std::string& move : game.opening) {
      ASSERT_TRUE(state->Apply(state->ParseMove(move).value()).ok());
    }
    EXPECT_TRUE(state->Equals(replay->StateAt(0)));
    EXPECT_THAT(game.opening, SizeIs(3));
    fingerprints.insert(game.summary.fingerprint);
  }
  EXPECT_THAT(fingerprints, SizeIs(store.games().size()));
}

}  // namespace
}  // namespace boardwalk::tournament
