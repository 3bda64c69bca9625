#include "ai/learn/learner.h"

#include <atomic>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "ai/learn/games_file.h"
#include "framework/catalog.h"
#include "games/registry.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

std::shared_ptr<const AnyGame> Game(const std::string& name) {
  static const Catalog catalog = *AllGames();
  return catalog.MakeGame(name).value();
}

SelfPlay Quick(int jobs) {
  return {
      .player = "alphabeta:evaluation=plain",
      .options = {.nodes = 40, .max_opening = 4, .max_plies = 60, .seed = 3},
      .games = 24,
      .jobs = jobs};
}

std::vector<LearnedGame> Played(const AnyGame& game, const SelfPlay& play,
                                const std::set<uint64_t>& found = {}) {
  std::vector<LearnedGame> games;
  const absl::Status status = PlayGames(game, play, found, [&](auto played) {
    games.push_back(std::move(played));
    return absl::OkStatus();
  });
  EXPECT_TRUE(status.ok()) << status;
  std::ranges::sort(games, {}, &LearnedGame::number);
  return games;
}

TEST(LearnerTest, GamesDependOnTheirNumbersAlone) {
  const auto game = Game("onejump");
  const std::vector<LearnedGame> alone = Played(*game, Quick(1));
  ASSERT_EQ(alone.size(), 24u);
  const std::vector<LearnedGame> together = Played(*game, Quick(3));
  ASSERT_EQ(together.size(), 24u);
  size_t positions = 0;
  for (size_t i = 0; i < alone.size(); ++i) {
    EXPECT_EQ(alone[i].number, i);
    EXPECT_EQ(alone[i].positions, together[i].positions);
    positions += alone[i].positions.size();
  }
  EXPECT_GT(positions, 200u);
  EXPECT_NE(alone[0].positions, alone[1].positions);
  // Those that are there already are not played again.
  const std::vector<LearnedGame> rest = Played(*game, Quick(1), {0, 1, 23});
  ASSERT_EQ(rest.size(), 21u);
  EXPECT_EQ(rest[0].number, 2u);
  EXPECT_EQ(rest[0].positions, alone[2].positions);
}

TEST(LearnerTest, PositionsAreSound) {
  const auto game = Game("onejump");
  const PlaneShape shape = game->Planes();
  bool first = false, second = false;
  for (const LearnedGame& played : Played(*game, Quick(1))) {
    for (const LearnedPosition& position : played.positions) {
      EXPECT_EQ(static_cast<int>(position.planes.size()), shape.TotalWords());
      ASSERT_EQ(position.views.size(), 1u);
      EXPECT_GE(position.views[0].target, 0);
      EXPECT_LE(position.views[0].target, 1);
      (position.mover == 0 ? first : second) = true;
    }
  }
  EXPECT_TRUE(first && second) << "both seats are learned for";
}

TEST(LearnerTest, AFileHasTheGamesAsTheyWerePlayed) {
  const auto game = Game("onejump");
  for (const LearnedGame& played : Played(*game, Quick(1))) {
    const auto read = ParseGame(FormatGame(played));
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(read->positions, played.positions);
  }
}

TEST(LearnerTest, EndsWhenTheTimeIsUpOrAnyoneStopsIt) {
  const auto game = Game("onejump");
  SelfPlay play = Quick(1);
  int asked = 0;
  play.out_of_time = [&] { return ++asked > 5; };
  EXPECT_EQ(Played(*game, play).size(), 5u);
  play.out_of_time = nullptr;
  const std::atomic<bool> stop{true};
  play.options.stop = &stop;
  EXPECT_TRUE(Played(*game, play).empty());
}

TEST(LearnerTest, ReportsWhatFails) {
  const auto game = Game("onejump");
  SelfPlay play = Quick(2);
  play.player = "nobody";
  const absl::Status unknown =
      PlayGames(*game, play, {}, [](auto) { return absl::OkStatus(); });
  EXPECT_FALSE(unknown.ok());
  const absl::Status full = PlayGames(*game, Quick(2), {}, [](auto) {
    return absl::ResourceExhaustedError("full");
  });
  EXPECT_EQ(full.message(), "full");
}

TEST(LearnerTest, LearnsWhatWins) {
  // In placement alone, games are decided at once by lines and squares.
  const auto game = Game("onejump");
  SelfPlay play = Quick(1);
  play.games = 150;
  std::vector<LearnedGame> games = Played(*game, play);
  std::vector<double> losses;
  FitSettings settings;
  settings.options.epochs = 3;
  settings.progress = [&](int, double loss) { losses.push_back(loss); };
  const auto fit = FitTo(*game, games, settings);
  ASSERT_TRUE(fit.ok()) << fit.status();
  EXPECT_EQ(losses.size(), 3u);
  EXPECT_LT(fit->loss_plain, 0.65) << "pieces tell who wins";
  EXPECT_GT(fit->loss_plain, 0.1);
  EXPECT_LT(fit->loss, fit->loss_plain + 0.02);
  EXPECT_GT(fit->plain_points_per_logit.front(), 20);
  EXPECT_LT(fit->plain_points_per_logit.front(), 1000);
  // The order in which threads end games does not matter.
  std::ranges::reverse(games);
  EXPECT_EQ(FitTo(*game, games, settings)->weights, fit->weights);
}

TEST(LearnerTest, PatternsAreOfCellsWherePiecesStand) {
  const auto game = Game("onejump");
  std::vector<LearnedGame> games = Played(*game, Quick(1));
  FitSettings settings;
  settings.options.epochs = 1;
  settings.patterns = {
      .lines = false, .blocks = false, .corners = false, .tiles = true};
  const auto fit = FitTo(*game, games, settings);
  ASSERT_TRUE(fit.ok()) << fit.status();
  std::set<int> cells;
  for (const PatternType& type : fit->weights.types) {
    for (const CellList& place : type.places) {
      EXPECT_EQ(place.size(), 6u);
      cells.insert(place.begin(), place.end());
    }
  }
  EXPECT_EQ(cells.size(), 32u) << "the dark ones";
}

TEST(LearnerTest, RefusesPositionsOfAnotherGame) {
  const auto game = Game("onejump");
  const std::vector<LearnedGame> games = Played(*game, Quick(1));
  const auto refused = [&](const std::function<void(LearnedPosition&)>& spoil) {
    std::vector<LearnedGame> spoilt = games;
    spoil(spoilt[7].positions.back());
    EXPECT_EQ(FitTo(*game, spoilt, {}).status().message(),
              "game 7 has positions of another game than onejump; remove the "
              "file of games");
  };
  refused([](LearnedPosition& position) { position.planes.pop_back(); });
  refused([](LearnedPosition& position) { position.planes.push_back(1); });
  refused([](LearnedPosition& position) { position.mover = 2; });
  refused([](LearnedPosition& position) {
    position.views.push_back(position.views.front());
  });
}

SelfPlay QuickForMany() {
  SelfPlay play = Quick(1);
  play.player = "mcts:evaluation=plain";
  play.options.max_plies = 300;
  return play;
}

TEST(LearnerTest, AllOfManySeatsLearnFromAPosition) {
  const auto game = Game("star:size=3,players=3");
  const PlaneShape shape = game->Planes();
  int wins[3] = {}, positions = 0;
  SelfPlay play = QuickForMany();
  // The result alone.
  play.options.trust = 1;
  for (const LearnedGame& played : Played(*game, play)) {
    ASSERT_EQ(ParseGame(FormatGame(played))->positions, played.positions);
    for (const LearnedPosition& position : played.positions) {
      EXPECT_EQ(static_cast<int>(position.planes.size()), shape.TotalWords());
      ASSERT_EQ(position.views.size(), 3u);
      double sum = 0;
      for (size_t seat = 0; seat < 3; ++seat) {
        sum += position.views[seat].target;
        wins[seat] += position.views[seat].target == 1 ? 1 : 0;
      }
      // Targets are rounded.
      EXPECT_NEAR(sum, 1, 2e-4);
      ++positions;
    }
  }
  EXPECT_GT(positions, 24 * 10);
  for (const int count : wins) EXPECT_GT(count, 0) << "each seat wins some";
}

TEST(LearnerTest, LearnsWhatTheTurnIsWorthToManySeats) {
  const auto game = Game("star:size=3,players=3");
  SelfPlay play = QuickForMany();
  play.games = 150;
  std::vector<LearnedGame> games = Played(*game, play);
  FitSettings settings;
  settings.options.epochs = 2;
  settings.patterns = {.lines = false, .blocks = true, .corners = false};
  const auto fit = FitTo(*game, games, settings);
  ASSERT_TRUE(fit.ok()) << fit.status();
  EXPECT_EQ(fit->weights.turned.size(), 3u);
  EXPECT_LT(fit->loss_plain, 0.62) << "a third of 1 would have 0.64";
  for (const LearnedWeights::Stage& stage : fit->weights.by_stage) {
    EXPECT_GT(stage.plain, 0);
    EXPECT_EQ(stage.waits.size(), 2u);
  }
}

TEST(LearnerTest, RefusesWhatCannotBeLearned) {
  EXPECT_TRUE(CheckLearnable(*Game("teeko")).ok());
  EXPECT_TRUE(CheckLearnable(*Game("star:players=6")).ok());
  EXPECT_EQ(CheckLearnable(*Game("star:size=9")).message(),
            "the board of star:size=9 has 541 cells; evaluations are learned "
            "for at most 128");
  std::vector<LearnedGame> none(3);
  const auto fit = FitTo(*Game("teeko"), none, {});
  ASSERT_FALSE(fit.ok());
  EXPECT_EQ(fit.status().message(),
            "no position of 3 games can be learned from, as a search proves "
            "all results; play more games, with fewer nodes or longer "
            "openings");
}

TEST(LearnerTest, OpeningsFitTheLengthOfGames) {
  EXPECT_EQ(UsualOpening(*Game("chinese8")).value(), 30);
  const int teeko = UsualOpening(*Game("teeko")).value();
  EXPECT_GE(teeko, 4);
  EXPECT_LE(teeko, 30);
}

}  // namespace
}  // namespace boardwalk::ai
