// The positions that are learned from, against games replayed by a record; and
// weights fitted to positions whose best weights are known.

#include "frontends/tournament/training.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "framework/game.h"
#include "framework/record.h"
#include "frontends/tournament/plan.h"
#include "frontends/tournament/runner.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::tournament {
namespace {

class TrainingTest : public ::testing::Test {
 protected:
  // Plays `rounds` rounds of two searches from openings of so many plies.
  void Play(const std::string& game, int rounds, int openings) {
    Configuration configuration;
    configuration.games = {game};
    configuration.players = {"alphabeta:nodes=30", "alphabeta:nodes=40"};
    configuration.rounds = rounds;
    configuration.openings = openings;
    configuration.max_plies = 150;
    const auto plan = Plan::Create(catalog_, configuration);
    ASSERT_TRUE(plan.ok()) << plan.status();
    game_ = *catalog_.MakeGame(game);
    store_ = *Store::OpenToPlay("", plan->configuration());
    ASSERT_TRUE(RunPlan(*plan, *store_, {}).ok());
  }

  // All games of the store.
  std::vector<FinishedGame> Games() const {
    std::vector<FinishedGame> games;
    EXPECT_TRUE(store_
                    ->ForEachWhole({},
                                   [&](const FinishedGame& game) {
                                     games.push_back(game);
                                     return absl::OkStatus();
                                   })
                    .ok());
    return games;
  }

  // What is to be learned from `games`.
  struct Expected {
    int64_t game;
    std::vector<int> values;
    double result;
    bool operator==(const Expected&) const = default;
  };
  std::vector<Expected> ExpectedOf(const std::vector<FinishedGame>& games,
                                   bool held_out) const {
    std::vector<Expected> expected;
    for (const FinishedGame& game : games) {
      if ((game.summary.block % 5 == 4) != held_out) continue;
      const auto history = ReplayRecord(catalog_, game.record);
      EXPECT_TRUE(history.ok()) << history.status();
      // Of the seat that began, whoever is to move after the opening.
      const double returns = game.record.returns[0];
      const double result = returns > 0 ? 1 : returns < 0 ? 0 : 0.5;
      std::set<std::string> seen;
      for (int ply = 0; ply < history->last_ply(); ++ply) {
        const AnyState& state = history->StateAt(ply);
        if (!seen.insert(state.FormatPosition()).second) continue;
        if (!state.IsQuiet()) continue;
        expected.push_back({game.summary.id, state.FeatureValues(), result});
      }
    }
    return expected;
  }
  static std::vector<Expected> Found(
      const statistics::Observations& positions) {
    std::vector<Expected> found;
    for (size_t i = 0; i < positions.size(); ++i) {
      const auto values = positions.values(i);
      found.push_back({positions.game(i),
                       {values.begin(), values.end()},
                       positions.result(i)});
    }
    return found;
  }

  const Catalog catalog_ = *AllGames();
  std::shared_ptr<const AnyGame> game_;
  std::unique_ptr<Store> store_;
};

TEST_F(TrainingTest, TakesEachPositionWithTheResultOfTheFirstSeat) {
  Play("onejump", /*rounds=*/10, /*openings=*/3);
  const auto set = CollectPositions(*game_, *store_);
  ASSERT_TRUE(set.ok()) << set.status();
  const std::vector<FinishedGame> games = Games();
  EXPECT_EQ(set->games, 20);
  EXPECT_EQ(set->held_out_games, 4);
  EXPECT_TRUE(Found(set->positions) == ExpectedOf(games, false));
  EXPECT_TRUE(Found(set->held_out) == ExpectedOf(games, true));
  EXPECT_GT(set->held_out.size(), 20u);
  // Both seats win some, so a mistaken seat shows; and some is drawn.
  std::set<double> results;
  for (const Expected& found : Found(set->positions)) {
    results.insert(found.result);
  }
  EXPECT_THAT(results, ::testing::ElementsAre(0, 0.5, 1));
}

TEST_F(TrainingTest, AGameThatIsRepeatedCountsOnce) {
  Play("chinese8", /*rounds=*/3, /*openings=*/0);
  const auto set = CollectPositions(*game_, *store_);
  ASSERT_TRUE(set.ok()) << set.status();
  EXPECT_EQ(set->games, 2);
  EXPECT_EQ(set->repeated, 4);
}

TEST_F(TrainingTest, ForfeitsAreLeftOut) {
  Play("onejump", /*rounds=*/2, /*openings=*/3);
  std::vector<FinishedGame> games = Games();
  FinishedGame& lost = games[1];
  lost.record.termination = lost.summary.termination = Termination::kFailure;
  lost.record.loser = lost.summary.loser = 1;
  lost.record.returns = LoserPaysAll(2, 1);
  lost.summary.seats[0].returns = 1;
  lost.summary.seats[1].returns = -1;
  const auto store = *Store::OpenToPlay("", store_->configuration());
  for (const FinishedGame& game : games) {
    const auto added = store->Add(game);
    ASSERT_TRUE(added.ok()) << added.status();
  }
  const auto set = CollectPositions(*game_, *store);
  ASSERT_TRUE(set.ok()) << set.status();
  EXPECT_EQ(set->forfeited, 1);
  EXPECT_EQ(set->games, 3);
  games.erase(games.begin() + 1);
  EXPECT_TRUE(Found(set->positions) == ExpectedOf(games, false));
}

// A set of `games` games of one position with these values, three of four won.
TrainingSet SetOf(int games, const std::vector<int>& values) {
  TrainingSet set = {.positions = statistics::Observations(values.size()),
                     .held_out = statistics::Observations(values.size())};
  for (int game = 0; game < games; ++game) {
    set.positions.Add(game, values, game % 4 == 0 ? 0 : 1);
  }
  set.games = games;
  return set;
}

TEST(FitToGamesTest, ReportsWhatItFound) {
  TrainingSet set = SetOf(400, {2});
  set.held_out.Add(400, {1}, 1);
  ++set.games;
  ++set.held_out_games;
  const auto fit = FitToGames(set, {50}, {});
  ASSERT_TRUE(fit.ok()) << fit.status();
  EXPECT_THAT(fit->old_weights, ::testing::ElementsAre(50));
  // They predicted as well as can be: one feature alone has no ratio to fit.
  EXPECT_THAT(fit->weights, ::testing::ElementsAre(50));
  EXPECT_GT(fit->errors[0], 1);
  EXPECT_NEAR(fit->scale, std::log(3.0) / 100, 1e-6);
  EXPECT_NEAR(fit->loss_after, std::log(1 + std::exp(-std::log(3.0) / 2)),
              1e-4);
  EXPECT_NEAR(fit->loss_before, fit->loss_after, 1e-4);
}

// Weights that point the other way have the least scale, and so would the new
// ones: these become smaller together.
TEST(FitToGamesTest, WeightsKeepTheirRatiosWithinTheBounds) {
  TrainingSet set = SetOf(400, {1, 0});
  for (int game = 0; game < 400; ++game) {
    set.positions.Add(400 + game, {0, 2}, game % 4 == 0 ? 0 : 1);
  }
  set.games += 400;
  const auto fit = FitToGames(set, {-10, -10}, {});
  ASSERT_TRUE(fit.ok()) << fit.status();
  EXPECT_THAT(fit->weights, ::testing::ElementsAre(kMaxWeight, kMaxWeight / 2));
  EXPECT_NEAR(fit->scale * kMaxWeight, std::log(3.0), 0.01);
  // Not so if one must stay.
  const auto fixed = FitToGames(set, {-10, -10}, {true, false});
  ASSERT_FALSE(fixed.ok());
  EXPECT_THAT(
      std::string(fixed.status().message()),
      ::testing::HasSubstr("beyond +-5000; start from smaller weights"));
}

TEST(FitToGamesTest, RefusesGamesThatTeachNothing) {
  const auto message = [](const TrainingSet& set) {
    const auto fit = FitToGames(set, {1}, {});
    return std::string(fit.status().message());
  };
  EXPECT_EQ(message(SetOf(0, {1})),
            "no position can be learned from, of 0 different games; play more "
            "of them");
  TrainingSet drawn = SetOf(0, {1});
  drawn.positions.Add(0, {1}, 0.5);
  drawn.positions.Add(0, {2}, 0.5);
  drawn.games = 1;
  EXPECT_THAT(message(drawn),
              ::testing::HasSubstr("all of 1 different game were drawn"));
}

TEST(VariedWeightsTest, AreATenthMoreOrLess) {
  const std::vector<int> weights = {100, -100, 4, 0, kMaxWeight};
  std::set<std::vector<int>> found;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const std::vector<int> varied = VariedWeights(weights, seed);
    EXPECT_TRUE(varied[0] == 90 || varied[0] == 110) << varied[0];
    EXPECT_TRUE(varied[1] == -90 || varied[1] == -110) << varied[1];
    EXPECT_TRUE(varied[2] == 3 || varied[2] == 5) << varied[2];
    EXPECT_EQ(varied[3], 0);
    EXPECT_TRUE(varied[4] == 4500 || varied[4] == kMaxWeight) << varied[4];
    found.insert(varied);
  }
  EXPECT_GT(found.size(), 8u);
}

}  // namespace
}  // namespace boardwalk::tournament
