// The positions that are learned from, against games replayed by a record; and
// weights fitted to positions whose best weights are known.

#include "frontends/comparison/tuning.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/game.h"
#include "framework/record.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/results/store.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::comparison {
namespace {

class TrainingTest : public ::testing::Test {
 protected:
  // Plays `rounds` rounds of two players from openings of so many plies.
  void Play(const std::string& game, int rounds, int openings,
            const std::vector<std::string>& players = {"alphabeta:nodes=30",
                                                       "alphabeta:nodes=40"}) {
    Configuration configuration;
    configuration.games = {game};
    configuration.players = players;
    configuration.rounds = rounds;
    configuration.openings = openings;
    configuration.max_plies = 150;
    auto plan = Plan::Create(catalog_, configuration);
    ASSERT_TRUE(plan.ok()) << plan.status();
    plan_ = *std::move(plan);
    store_ = *results::OpenToPlay("", plan_->configuration());
    ASSERT_TRUE(RunPlan(*plan_, *store_, {}).ok());
  }

  // What is learned from games of the same configuration.
  absl::StatusOr<TrainingSet> Collect(
      const std::vector<FinishedGame>& games) const {
    const auto store = *results::OpenToPlay("", store_->configuration());
    for (const FinishedGame& game : games) {
      const auto added = store->Add(game);
      EXPECT_TRUE(added.ok()) << added.status();
    }
    return CollectPositions(catalog_, *plan_, *store);
  }

  static std::vector<std::string> MovesOf(const FinishedGame& game) {
    std::vector<std::string> moves = game.opening;
    for (const RecordedMove& move : game.record.moves) {
      moves.push_back(move.text);
    }
    return moves;
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
    int64_t block;
    std::vector<int> values;
    double result;
    bool operator==(const Expected&) const = default;
  };
  std::vector<Expected> ExpectedOf(
      const std::vector<FinishedGame>& games) const {
    std::vector<Expected> expected;
    std::set<std::vector<std::string>> known;
    for (const FinishedGame& game : games) {
      if (!known.insert(MovesOf(game)).second) continue;
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
        expected.push_back({game.summary.block, state.FeatureValues(), result});
      }
    }
    return expected;
  }
  static std::vector<Expected> Found(
      const statistics::Observations& positions) {
    std::vector<Expected> found;
    for (size_t i = 0; i < positions.size(); ++i) {
      const auto values = positions.values(i);
      found.push_back({positions.group(i),
                       {values.begin(), values.end()},
                       positions.result(i)});
    }
    return found;
  }

  // The games of these whose blocks are held out, or are not.
  static std::vector<FinishedGame> SideOf(
      const std::vector<FinishedGame>& games, const TrainingSet& set,
      bool held_out) {
    std::set<int64_t> blocks;
    for (size_t i = 0; i < set.held_out.size(); ++i) {
      blocks.insert(set.held_out.group(i));
    }
    std::vector<FinishedGame> side;
    for (const FinishedGame& game : games) {
      if (blocks.contains(game.summary.block) == held_out) side.push_back(game);
    }
    return side;
  }

  const Catalog catalog_ = *AllGames();
  std::optional<Plan> plan_;
  std::unique_ptr<Store> store_;
};

TEST_F(TrainingTest, TakesEachPositionWithTheResultOfTheFirstSeat) {
  Play("onejump", /*rounds=*/30, /*openings=*/3);
  const auto set = CollectPositions(catalog_, *plan_, *store_);
  ASSERT_TRUE(set.ok()) << set.status();
  const std::vector<FinishedGame> learned = SideOf(Games(), *set, false);
  const std::vector<FinishedGame> held_out = SideOf(Games(), *set, true);
  EXPECT_EQ(set->games + set->repeated, 60);
  EXPECT_GT(set->games, 50);
  EXPECT_GE(set->held_out_games, 2);
  EXPECT_LE(set->held_out_games, static_cast<int64_t>(held_out.size()));
  EXPECT_LE(held_out.size(), 24u);
  EXPECT_TRUE(Found(set->positions) == ExpectedOf(learned));
  EXPECT_TRUE(Found(set->held_out) == ExpectedOf(held_out));
  // Both seats win some, so a mistaken seat shows; and some is drawn.
  std::set<double> results;
  for (const Expected& found : Found(set->positions)) {
    results.insert(found.result);
  }
  EXPECT_THAT(results, ::testing::ElementsAre(0, 0.5, 1));
}

// The games of one opening resemble each other, whatever their block.
TEST_F(TrainingTest, AnOpeningIsHeldOutInAllGamesOrInNone) {
  // Random players, so that the few openings lead to other games each time.
  Play("onejump", /*rounds=*/40, /*openings=*/1, {"random", "greedy"});
  const auto set = CollectPositions(catalog_, *plan_, *store_);
  ASSERT_TRUE(set.ok()) << set.status();
  std::set<int64_t> blocks;
  for (size_t i = 0; i < set->held_out.size(); ++i) {
    blocks.insert(set->held_out.group(i));
  }
  // A game that is left out as repeated is on neither side.
  std::set<std::vector<std::string>> known, learned, held_out;
  for (const FinishedGame& game : Games()) {
    if (!known.insert(MovesOf(game)).second) continue;
    (blocks.contains(game.summary.block) ? held_out : learned)
        .insert(game.opening);
  }
  EXPECT_FALSE(held_out.empty());
  EXPECT_GT(known.size(), 70u);
  for (const auto& opening : held_out) EXPECT_FALSE(learned.contains(opening));
}

TEST_F(TrainingTest, AGameThatIsRepeatedCountsOnceWhoeverPlaysIt) {
  Play("chinese8", /*rounds=*/3, /*openings=*/0);
  const auto set = CollectPositions(catalog_, *plan_, *store_);
  ASSERT_TRUE(set.ok()) << set.status();
  // Both players play one game, in either seat.
  EXPECT_EQ(set->games, 1);
  EXPECT_EQ(set->repeated, 5);
}

TEST_F(TrainingTest, GamesBeyondThePlanAreLeftOut) {
  Play("onejump", /*rounds=*/7, /*openings=*/3);
  const std::vector<FinishedGame> games = Games();
  const auto first = Collect({games.begin(), games.begin() + 6});
  ASSERT_TRUE(first.ok()) << first.status();
  Configuration configuration = plan_->configuration();
  configuration.rounds = 3;
  plan_ = *Plan::Create(catalog_, configuration);
  const auto set = CollectPositions(catalog_, *plan_, *store_);
  ASSERT_TRUE(set.ok()) << set.status();
  EXPECT_EQ(set->games + set->repeated, 6);
  EXPECT_TRUE(Found(set->positions) == Found(first->positions));
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
  const auto set = Collect(games);
  ASSERT_TRUE(set.ok()) << set.status();
  EXPECT_EQ(set->forfeited, 1);
  EXPECT_EQ(set->games + set->repeated, 3);
  games.erase(games.begin() + 1);
  EXPECT_TRUE(Found(set->positions) == ExpectedOf(SideOf(games, *set, false)));
}

// Only the moves are believed.
TEST_F(TrainingTest, RefusesResultsThatTheMovesDoNotLeadTo) {
  Play("onejump", /*rounds=*/20, /*openings=*/3);
  const auto with = [](FinishedGame game, double returns) {
    game.record.returns = {returns, -returns};
    game.summary.seats[0].returns = returns;
    game.summary.seats[1].returns = -returns;
    return game;
  };
  std::set<double> results;
  for (const FinishedGame& game : Games()) {
    if (game.record.termination != Termination::kRules) continue;
    const double returns = game.record.returns[0];
    if (!results.insert(returns).second) continue;
    EXPECT_TRUE(Collect({game}).ok());
    for (const double wrong : {-returns, 0.0}) {
      const auto set = Collect({with(game, wrong)});
      EXPECT_THAT(std::string(set.status().message()),
                  ::testing::HasSubstr(": by the rules the result is"));
    }
  }
  EXPECT_THAT(results, ::testing::ElementsAre(-1, 1));
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
  // The standard error of log odds of 3 in 400 games, for a sum of 100.
  EXPECT_NEAR(fit->errors[0],
              1.96 / std::sqrt(400 * 0.1875) * 50 / std::log(3.0), 0.2);
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

TEST(FitToGamesTest, RefusesWeightsThatAreTooSmallToBeRounded) {
  const auto fit = FitToGames(SetOf(400, {2}), {9}, {});
  EXPECT_THAT(std::string(fit.status().message()),
              ::testing::HasSubstr("start from larger weights"));
  EXPECT_TRUE(FitToGames(SetOf(400, {2}), {12}, {}).ok());
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
}  // namespace boardwalk::comparison
