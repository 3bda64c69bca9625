// Learning gives a stranger's plug-in that has no evaluation, Konane
// (plugins/konane), one that tells who wins, and that wins.

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ai/common/chances.h"
#include "ai/learn/learned_evaluation.h"
#include "ai/learn/learner.h"
#include "ai/learn/weights_file.h"
#include "framework/catalog.h"
#include "framework/file.h"
#include "framework/match.h"
#include "framework/plugin_loader.h"
#include "framework/random.h"
#include "framework/testing/temporary_folder.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

const AnyGame& Konane() {
  static const std::shared_ptr<const AnyGame> game = [] {
    PluginContents contents;
    for (const absl::Status& refused :
         LoadPlugins({BOARDWALK_BINARY_DIR "/lib/boardwalk/tests/konane.so"},
                     contents)) {
      ADD_FAILURE() << refused;
    }
    return Catalog::Create(contents.games)->MakeGame("konane").value();
  }();
  return *game;
}

std::vector<LearnedGame> Play(int games, uint64_t seed, double trust) {
  const SelfPlay play = {.player = "alphabeta",
                         .options = {.nodes = 100,
                                     .max_opening = 16,
                                     .trust = trust,
                                     .seed = seed},
                         .games = games};
  std::vector<LearnedGame> played;
  const absl::Status status = PlayGames(Konane(), play, {}, [&](auto game) {
    played.push_back(std::move(game));
    return absl::OkStatus();
  });
  EXPECT_TRUE(status.ok()) << status;
  return played;
}

const PatternFit& Learned() {
  static const PatternFit fit = [] {
    std::vector<LearnedGame> games = Play(1600, /*seed=*/1, /*trust=*/0.95);
    return FitTo(Konane(), games, {.options = {.epochs = 6}}).value();
  }();
  return fit;
}

TEST(LearningTest, ForetellsTheResultsOfOtherGames) {
  const auto evaluation =
      *LearnedEvaluation::Create(Learned().weights, Konane().Planes());
  double loss = 0, won = 0;
  int positions = 0;
  for (const LearnedGame& game : Play(200, /*seed=*/2, /*trust=*/1)) {
    for (const LearnedPosition& position : game.positions) {
      const int points = evaluation->Evaluate(
          position.planes.data(), position.mover, position.views[0].plain);
      const double win =
          Logistic(static_cast<double>(points) / kLearnedPointsPerLogit);
      const double target = position.views[0].target;
      loss -= target * std::log(win) + (1 - target) * std::log(1 - win);
      won += target;
      ++positions;
    }
  }
  EXPECT_GT(positions, 5000);
  const double mean = won / positions;
  const double constant =
      -mean * std::log(mean) - (1 - mean) * std::log(1 - mean);
  EXPECT_LT(loss / positions, constant - 0.01);
}

// Planes that are made of pieces have room for two kinds.
TEST(LearningTest, HasPatternsOfTheOnlyKindOfPieces) {
  EXPECT_EQ(Konane().Planes().kinds, 2);
  EXPECT_EQ(Learned().weights.kinds, 1);
}

// The share of games that `first` wins, from random openings, each played twice
// with seats swapped.
double Score(const std::string& first, const std::string& second, int pairs) {
  Random random(3);
  double won = 0;
  for (int i = 0; i < pairs; ++i) {
    const auto start = Konane().InitialState();
    for (int ply = 0; ply < 6; ++ply) {
      const std::vector<AnyMove> moves = start->LegalMoves();
      EXPECT_TRUE(
          start->Apply(moves[random.Below(static_cast<uint32_t>(moves.size()))])
              .ok());
    }
    for (const int seat : {0, 1}) {
      const std::string names[] = {seat == 0 ? first : second,
                                   seat == 0 ? second : first};
      const auto x = Konane().MakePlayer(names[0]).value();
      const auto o = Konane().MakePlayer(names[1]).value();
      const GameRecord record =
          PlayMatch(*start, {{names[0], x.get()}, {names[1], o.get()}}, {})
              .value();
      won += record.returns[seat] > 0 ? 1 : 0;
    }
  }
  return won / (2 * pairs);
}

TEST(LearningTest, WinsWithAsManyNodes) {
  const TemporaryFolder folder;
  const std::string file = folder.File("konane.weights");
  ASSERT_TRUE(WriteFileAtomically(file, FormatWeights(Learned().weights)).ok());
  const double score =
      Score(absl::StrCat("alphabeta:nodes=200,evaluation=", file),
            "alphabeta:nodes=200", 40);
  EXPECT_GT(score, 0.75);
}

}  // namespace
}  // namespace boardwalk::ai
