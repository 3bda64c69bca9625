// The learned evaluations that are kept with games, plug-ins included, are what
// their weights say, and the same on every machine and with every compiler.

#include <cstdint>
#include <map>
#include <string>

#include "ai/learn/learned_check.h"
#include "ai/learn/weights_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk::ai {
namespace {

TEST(KeptEvaluationsTest, AreTheSameEverywhere) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  std::map<std::string, uint64_t> hashes;
  for (const GamePlugin& plugin : catalog->games()) {
    const auto game = catalog->MakeGame(plugin.info.id);
    ASSERT_TRUE(game.ok()) << game.status();
    const auto text = (*game)->LearnedWeights();
    if (text.empty()) continue;
    EXPECT_LE(text.size(), size_t{256} << 10) << plugin.info.id;
    const auto weights = ParseWeightsFor(text, (*game)->Fingerprint());
    ASSERT_TRUE(weights.ok()) << weights.status();
    const LearnedCheck check = CheckLearned(**game, *weights, /*seed=*/1);
    EXPECT_THAT(check.failures, testing::IsEmpty());
    hashes[plugin.info.id] = check.values;
  }
  const std::map<std::string, uint64_t> expected = {
      {"ataxx", 5064923738026620138u},
      {"breakthrough", 2474677602800627143u},
      {"chinese8", 17017878779283549471u},
      {"onejump", 17072026750826518167u},
      {"othello", 2514097520497623645u}};
  EXPECT_EQ(hashes, expected);
}

}  // namespace
}  // namespace boardwalk::ai
