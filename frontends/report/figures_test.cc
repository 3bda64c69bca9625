// Figures: strength against effort, and pictures that stand alone as files.

#include "frontends/report/figures.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontends/report/list_store_testing.h"
#include "frontends/report/pictures.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::report {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

comparison::Configuration Of(std::vector<std::string> games,
                             std::vector<std::string> players) {
  comparison::Configuration configuration;
  configuration.games = std::move(games);
  configuration.players = std::move(players);
  configuration.rounds = 20;
  return configuration;
}

Summary Summarized(const ListStore& store) {
  auto summary = Summarize(PlanOf(store.configuration()), store);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return *std::move(summary);
}

// Two settings of one algorithm among others, the first with an alias.
Summary TwoSettings() {
  comparison::Configuration configuration = Of(
      {"teeko", "star:size=3,players=3"},
      {"greedy", "mcts:playouts=20", "alphabeta:depth=2", "mcts:playouts=80"});
  configuration.aliases = {"plain=greedy"};
  return Summarized(SimulatedStore(configuration, 400, {.ratio = 1.2}));
}

int CountIn(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(SettingTest, LimitsAreNotPartOfTheAlgorithm) {
  const Setting setting = SettingOf("mcts:playouts=20,exploration=2,time=5ms");
  EXPECT_EQ(setting.algorithm, "mcts:exploration=2");
  EXPECT_EQ(setting.limits, "playouts=20,time=5ms");
  EXPECT_EQ(SettingOf("alphabeta:depth=4,nodes=9").algorithm, "alphabeta");
  EXPECT_EQ(SettingOf("engine:cmd=\"./a b\",time=1s").algorithm,
            "engine:cmd=\"./a b\"");
  EXPECT_EQ(SettingOf("random").limits, "");
}

TEST(StrengthTest, SettingsOfAnAlgorithmAreOneLine) {
  const Summary summary = TwoSettings();
  const auto points =
      StrengthPoints(summary, &summary.variants[0], Effort::kTime);
  ASSERT_EQ(points.size(), 4u);
  std::set<int> algorithms;
  double before = 0;
  for (const StrengthPoint& point : points) {
    EXPECT_GE(point.effort, before);
    before = point.effort;
    algorithms.insert(point.algorithm);
    EXPECT_EQ(point.algorithm, point.player == 3 ? 1 : point.player);
  }
  const std::string picture =
      StrengthPicture(summary, "teeko", points, Effort::kTime).ForPage();
  EXPECT_THAT(
      picture,
      AllOf(HasSubstr(">playouts=20</text>"), HasSubstr(">playouts=80</text>"),
            HasSubstr(">mcts</text>"), HasSubstr(">plain</text>"),
            HasSubstr(">alphabeta:depth=2</text>")));
  // The line, and of each interval itself and its two ends.
  EXPECT_EQ(CountIn(picture, "<line class=\"bar q1\""), 1 + 2 * 3);
  EXPECT_EQ(CountIn(picture, "<line class=\"bar q0\""), 3);
}

// Only those that report an effort have a place on its axis.
TEST(StrengthTest, PlayersWithoutTheEffortAreLeftOut) {
  const Summary summary = TwoSettings();
  for (const StrengthPoint& point :
       StrengthPoints(summary, nullptr, Effort::kPlayouts)) {
    EXPECT_EQ(point.player, 1);
  }
  for (const Figure& figure : OverallFigures(summary)) {
    EXPECT_NE(figure.name, "strength-playouts");
  }
}

TEST(StrengthTest, ABoundIsAnArrowAndNoPartOfALine) {
  const Summary summary = TwoSettings();
  auto points = StrengthPoints(summary, &summary.variants[0], Effort::kTime);
  for (StrengthPoint& point : points) {
    if (point.player == 3) {
      point.rating = {.certainty = statistics::Certainty::kAtMost,
                      .value = -500,
                      .low = -900,
                      .high = -400};
    }
  }
  const std::string picture =
      StrengthPicture(summary, "teeko", points, Effort::kTime).ForPage();
  EXPECT_EQ(CountIn(picture, "<line class=\"bar q1\""), 3 + 1);
  EXPECT_THAT(picture, HasSubstr("<polygon class=\"p1\""));
  EXPECT_THAT(picture, HasSubstr("&lt; -400"));
}

// A game with a quarter of the rounds weighs as much as the other one.
TEST(StrengthTest, EachGameWeighsTheSame) {
  const auto configuration = Of({"teeko", "onejump"}, {"greedy", "random"});
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  for (int64_t id = 1; id <= plan.games(); ++id) {
    comparison::GameSummary game = PlannedSummary(plan, id);
    if (game.variant == 1 && game.round >= 4) continue;
    const bool first = (game.round % 4 != 0) == (game.variant == 0);
    SetWinners(game, game.seats[0].player == (first ? 0 : 1) ? 1u : 2u);
    store.games.push_back(game);
  }
  const Summary summary = Summarized(store);
  EXPECT_GT(summary.variants[0].players[0].rating.value, 50);
  for (const OverallRow& row : summary.overall) {
    EXPECT_NEAR(row.rating.value, 0, 1);
    EXPECT_GT(row.rating.high, 20);
  }
}

TEST(FilesTest, APictureStandsAlone) {
  const Summary summary = TwoSettings();
  for (const Figure& figure : VariantFigures(summary, summary.variants[0])) {
    const std::string file = figure.picture.ForFile();
    EXPECT_THAT(file, StartsWith(Svg::kFileSignature));
    // Converters know no custom properties of CSS.
    EXPECT_THAT(file, Not(HasSubstr("var(")));
    EXPECT_THAT(file, AllOf(HasSubstr(".p1 { fill: #d55e00; }"),
                            HasSubstr("id=\"stripes-drawn\""),
                            HasSubstr("fill=\"#ffffff\"")));
    EXPECT_FALSE(figure.points.rows().empty()) << figure.name;
    EXPECT_EQ(CsvTable(figure.points).find("\r\n"),
              CsvTable(figure.points).find('\r'));
  }
}

}  // namespace
}  // namespace boardwalk::report
