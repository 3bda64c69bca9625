#include "frontends/report/calibration.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/game_history.h"
#include "framework/random.h"
#include "frontends/report/list_store_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace boardwalk::report {
namespace {

using comparison::Configuration;
using comparison::FinishedGame;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Of whole games.
class WholeStore final : public ListStore {
 public:
  using ListStore::ListStore;

  std::vector<FinishedGame> whole;

  absl::Status ForEachWhole(
      const comparison::GameFilter&,
      const std::function<absl::Status(const FinishedGame&)>& visit)
      const override {
    for (const FinishedGame& game : whole) {
      const absl::Status status = visit(game);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }
};

Configuration Of(const std::string& game, std::vector<std::string> players) {
  Configuration configuration;
  configuration.games = {game};
  configuration.players = std::move(players);
  configuration.rounds = 1000;
  return configuration;
}

// What a player says of its move, if anything, in a game in which it gets
// `returns` in the end.
using Says =
    std::function<std::optional<double>(int player, double returns, int ply)>;

// That many times what a seat gets; nothing in a game that nobody wins.
std::optional<double> Part(double part, double returns) {
  return returns == 0 ? std::nullopt : std::optional(part * returns);
}

// Random games of one variant.
class Study {
 public:
  explicit Study(const Configuration& configuration, uint64_t seed = 1)
      : plan_(PlanOf(configuration)), store_(configuration), random_(seed) {}

  FinishedGame& Add(const Says& says) {
    const comparison::PlannedGame planned =
        plan_.Game(static_cast<int64_t>(store_.whole.size()) + 1);
    GameHistory history(*plan_.game(planned.variant)->InitialState());
    GameRecord record;
    record.game = history.game().Name();
    record.start = history.state().FormatPosition();
    for (const int player : planned.seats) {
      record.players.push_back(store_.configuration().players[player]);
    }
    std::vector<int> movers;
    while (history.Adjudicate({}) == Termination::kUnfinished) {
      const auto moves = history.state().LegalMoves();
      const AnyMove move =
          moves[random_.Below(static_cast<uint32_t>(moves.size()))];
      record.moves.push_back({.text = history.state().FormatMove(move)});
      movers.push_back(history.state().ToMove());
      EXPECT_TRUE(history.Play(move).ok());
    }
    record.final = history.state().FormatPosition();
    record.termination = history.Adjudicate({});
    if (record.termination == Termination::kRules) {
      record.returns = history.state().Returns();
    }
    for (size_t ply = 0; ply < movers.size(); ++ply) {
      record.moves[ply].value =
          says(planned.seats[movers[ply]], record.returns[movers[ply]],
               static_cast<int>(ply));
    }
    store_.whole.push_back(
        comparison::Finish(planned, {}, movers, std::move(record)));
    return store_.whole.back();
  }

  std::vector<Calibration> Calibrated() const {
    auto made = Calibrate(plan_, store_);
    EXPECT_TRUE(made.ok()) << made.status();
    return *std::move(made);
  }

  const Configuration& configuration() const { return store_.configuration(); }
  int64_t moves() const {
    size_t moves = 0;
    for (const FinishedGame& game : store_.whole) {
      moves += game.record.moves.size();
    }
    return static_cast<int64_t>(moves);
  }

 private:
  const comparison::Plan plan_;
  WholeStore store_;
  Random random_;
};

TEST(CalibrationTest, ComparesValuesWithResults) {
  Study study(Of("onejump", {"greedy", "random"}));
  // Greedy is too careful by a half, random says nothing.
  constexpr int kGames = 12;
  for (int i = 0; i < kGames; ++i) {
    study.Add([](int player, double returns, int) {
      return player == 0 ? Part(0.5, returns) : std::nullopt;
    });
  }
  const std::vector<Calibration> all = study.Calibrated();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].player, 0);
  EXPECT_LE(all[0].games, kGames);
  EXPECT_GE(all[0].games, kGames / 3);
  EXPECT_GT(all[0].positions, study.moves() / 5);
  EXPECT_LT(all[0].positions, study.moves() * 3 / 5);
  ASSERT_EQ(all[0].bins.size(), 2u);
  const CalibrationBin &lost = all[0].bins[0], &won = all[0].bins[1];
  EXPECT_EQ(lost.low, -0.6);
  EXPECT_EQ(lost.high, -0.4);
  EXPECT_EQ(lost.value, -0.5);
  EXPECT_EQ(lost.returns, -1);
  EXPECT_EQ(won.low, 0.4);
  EXPECT_EQ(won.high, 0.6);
  EXPECT_EQ(won.Difference(), 0.5);
  EXPECT_EQ(won.positions + lost.positions, all[0].positions);
  EXPECT_EQ(all[0].difference, 0.5);
  // No slope is steep enough for values that are always right.
  EXPECT_EQ(all[0].slope, std::nullopt);
  // They are always wrong by as much.
  EXPECT_EQ(won.error, 0);
  EXPECT_EQ(all[0].by_chance, 0);
}

TEST(CalibrationTest, CountsNeitherProofsNorGamesWithoutAResult) {
  Study study(Of("onejump", {"greedy", "random"}));
  const auto never = [](int, double, int ply) { return ply % 4 < 2 ? 1 : -1; };
  const auto once = [](int, double, int ply) { return ply == 0 ? 0.1 : -1; };
  study.Add(never);
  study.Add(once);
  FinishedGame& forfeited = study.Add([](int, double, int) { return 0.3; });
  SetForfeit(forfeited.summary, Termination::kCrash, 1);
  study.Add([](int, double, int) { return 0.3; }).summary.termination =
      Termination::kPlyLimit;
  const std::vector<Calibration> all = study.Calibrated();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].games, 1);
  EXPECT_EQ(all[0].positions, 1);
  // A single pair says nothing of how results vary.
  EXPECT_EQ(all[0].bins[0].error, std::nullopt);
}

TEST(CalibrationTest, ALossOfThreeIsProvedByMinusAHalf) {
  Study study(
      Of("star:size=3,players=3", {"greedy", "random", "greedy:seed=2"}));
  study.Add([](int, double, int ply) { return ply < 30 ? -0.5 : -0.49; })
      .summary.termination = Termination::kRepetition;
  const std::vector<Calibration> all = study.Calibrated();
  ASSERT_EQ(all.size(), 4u);  // three and all together
  for (const Calibration& one : all) {
    ASSERT_EQ(one.bins.size(), 1u);
    EXPECT_EQ(one.bins[0].low, -0.6);
    EXPECT_LT(one.bins[0].value, -0.48);
  }
  EXPECT_EQ(all[0].positions + all[1].positions + all[2].positions,
            study.moves() - 30);
  EXPECT_EQ(all[3].positions, study.moves() - 30);
}

// Values of 0.2 that are right in three of four games stand for 0.5: odds of
// 1.5, where they are 3.
TEST(CalibrationTest, TheSlopeTellsValuesThatAreTooCareful) {
  Study study(Of("onejump", {"greedy", "random"}));
  int decided = 0;
  const Says says = [&](int, double returns, int ply) -> std::optional<double> {
    if (returns == 0 || ply > 1) return std::nullopt;
    if (ply == 0) ++decided;
    return (decided % 4 == 0 ? -0.2 : 0.2) * returns;
  };
  while (decided < 12) study.Add(says);
  const std::vector<Calibration> all = study.Calibrated();
  ASSERT_EQ(all.size(), 3u);
  for (const Calibration& one : all) {
    ASSERT_TRUE(one.slope.has_value());
    EXPECT_NEAR(*one.slope, std::log(3) / std::log(1.5), 1e-6);
  }
}

TEST(CalibrationTest, TheLuckOfOnePlayerIsTheBadLuckOfTheOther) {
  Study study(Of("onejump", {"greedy", "random"}));
  for (int i = 0; i < 40; ++i) {
    // Greedy is as good as random in these values, and wins all that count.
    study.Add([](int player, double returns, int) {
      return returns == (player == 0 ? 1 : -1) ? std::optional(0.1)
                                               : std::nullopt;
    });
  }
  const std::vector<Calibration> all = study.Calibrated();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].player, 0);
  EXPECT_NEAR(all[0].difference, 0.9, 1e-9);
  EXPECT_EQ(all[1].player, 1);
  EXPECT_NEAR(all[1].difference, 1.1, 1e-9);
  EXPECT_EQ(all[2].player, std::nullopt);
  EXPECT_EQ(all[2].positions, all[0].positions + all[1].positions);
  EXPECT_EQ(all[2].games, std::max(all[0].games, all[1].games));
  EXPECT_NEAR(all[2].difference, 0.1, 0.03);
  EXPECT_THAT(CalibrationText(study.configuration(), all),
              HasSubstr("onejump, all players: "));
}

// Both players say 0.5 in three of four games that they win, else -0.5, and the
// reverse where they lose: such values are right.
TEST(CalibrationTest, RightValuesDifferByChanceAlone) {
  int outside = 0;
  double difference = 0, by_chance = 0, error = 0;
  Random random(5);
  constexpr int kStudies = 100, kGames = 60;
  for (int i = 0; i < kStudies; ++i) {
    Study study(Of("teeko", {"greedy", "random"}), random.Next());
    for (int game = 0; game < kGames; ++game) {
      const double says = random.Below(4) != 0 ? 0.5 : -0.5;
      study.Add([says](int, double returns, int ply) {
        return ply < 6 ? Part(says, returns) : std::nullopt;
      });
    }
    const Calibration greedy = study.Calibrated()[0];
    for (const CalibrationBin& bin : greedy.bins) {
      outside += std::abs(bin.Difference()) > *bin.error ? 1 : 0;
      error += *bin.error / (2 * kStudies);
    }
    difference += greedy.difference / kStudies;
    by_chance += greedy.by_chance / kStudies;
  }
  EXPECT_NEAR(difference, by_chance, 0.15 * by_chance);
  // Some 30 games, of variance 3/4; that there are several positions of each
  // tells nothing more.
  EXPECT_NEAR(error, 1.96 * std::sqrt(0.75 / 30), 0.03);
  // Of 200 intervals; of single positions it would be a quarter.
  EXPECT_LE(outside, 25);
}

TEST(CalibrationTest, HasThreeForms) {
  Study study(Of("onejump", {"greedy", "random"}));
  for (int i = 0; i < 8; ++i) {
    study.Add([](int player, double returns, int) {
      return player == 0 ? Part(0.75, returns) : std::nullopt;
    });
  }
  const std::vector<Calibration> all = study.Calibrated();
  ASSERT_EQ(all.size(), 1u);
  const std::string text = CalibrationText(study.configuration(), all);
  EXPECT_THAT(text, HasSubstr("onejump, greedy: "));
  EXPECT_THAT(text,
              HasSubstr(", mean difference 0.250, of right values 0.000"));
  EXPECT_THAT(text, HasSubstr("  +0.6 to +0.8  "));
  EXPECT_THAT(text, HasSubstr("      +0.750       +1.000  +0.250 +- 0.000\n"));
  const std::string csv = CalibrationCsv(study.configuration(), all);
  EXPECT_THAT(csv, StartsWith("game,player,low,high,positions,value,returns,"
                              "error\r\n"));
  EXPECT_THAT(csv, HasSubstr("\nonejump,greedy,0.6,0.8,"));
  const auto json = nlohmann::json::parse(
      CalibrationJson(study.configuration(), all))["calibration"];
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0]["game"], "onejump");
  EXPECT_EQ(json[0]["player"], "greedy");
  EXPECT_EQ(json[0]["positions"], all[0].positions);
  EXPECT_EQ(json[0]["difference"], 0.25);
  EXPECT_EQ(json[0]["by_chance"], 0);
  ASSERT_EQ(json[0]["bins"].size(), 2u);
  EXPECT_EQ(json[0]["bins"][1]["low"], 0.6);
  EXPECT_EQ(json[0]["bins"][1]["value"], 0.75);
  EXPECT_EQ(json[0]["bins"][1]["returns"], 1);
}

TEST(CalibrationTest, SaysSoWhereNothingWasReported) {
  const Study study(Of("onejump", {"greedy", "random"}));
  EXPECT_THAT(CalibrationText(study.configuration(), study.Calibrated()),
              HasSubstr("No player reported values that are not proved."));
}

}  // namespace
}  // namespace boardwalk::report
