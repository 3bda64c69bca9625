#include "ai/learn/weights_file.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "ai/testing/random_weights.h"
#include "framework/hash_text.h"
#include "games/registry.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

std::shared_ptr<const AnyGame> Game(const std::string& name) {
  static const Catalog catalog = *AllGames();
  return catalog.MakeGame(name).value();
}

TEST(WeightsFileTest, ReadsBackWhatItWrote) {
  for (const std::string name : {"chinese8", "onejump", "teeko", "star",
                                 "star:size=3,players=3", "star:players=6"}) {
    const LearnedWeights weights =
        RoundedToGrain(RandomWeights(*Game(name), 9));
    const std::string text = FormatWeights(weights);
    const auto read = ParseWeights(text);
    ASSERT_TRUE(read.ok()) << name << ": " << read.status();
    EXPECT_EQ(*read, weights) << name;
    EXPECT_EQ(FormatWeights(*read), text);
  }
}

TEST(WeightsFileTest, SaysWhatPointsMeanUnlessTheyAreTheUsualOnes) {
  LearnedWeights weights = RoundedToGrain(RandomWeights(*Game("teeko"), 9));
  EXPECT_FALSE(absl::StrContains(FormatWeights(weights), "\nlogit "));
  weights.points_per_logit = 480;
  const std::string text = FormatWeights(weights);
  EXPECT_TRUE(absl::StrContains(text, "\nlogit 480\n"));
  EXPECT_EQ(ParseWeights(text).value(), weights);
  const auto game = Game("teeko");
  EXPECT_EQ(LoadWeights(text, game->Planes(), game->Fingerprint())
                .value()
                ->points_per_logit(),
            480);
}

TEST(WeightsFileTest, HasANumberForEachSeatThatMayMoveBefore) {
  const std::string name = "star:size=3,players=3";
  LearnedWeights weights = RandomWeights(*Game(name), 9);
  weights.by_stage[0].waits.pop_back();
  const auto read = ParseWeights(FormatWeights(weights));
  ASSERT_FALSE(read.ok());
  EXPECT_TRUE(absl::EndsWith(read.status().message(), "' is no stage"));
}

TEST(WeightsFileTest, IsAStringLiteral) {
  const std::string text = FormatWeights(RandomWeights(*Game("teeko"), 9));
  EXPECT_TRUE(absl::StartsWith(text, "R\"weights(boardwalk learned"));
  EXPECT_TRUE(absl::EndsWith(text, ")weights\"\n"));
  // A program that includes it sees it without its ends.
  const std::string inside = text.substr(10, text.size() - 10 - 10);
  EXPECT_TRUE(ParseWeights(inside).ok());
}

TEST(WeightsFileTest, RoundsToTheNearestGrain) {
  LearnedWeights weights = RandomWeights(*Game("teeko"), 9);
  weights.by_stage[0].weights[0][0] = 3 * kWeightGrain + kWeightGrain / 2 - 1;
  weights.by_stage[0].weights[0][1] = -(2 * kWeightGrain + 1);
  const LearnedWeights rounded = RoundedToGrain(weights);
  EXPECT_EQ(rounded.by_stage[0].weights[0][0], 3 * kWeightGrain);
  EXPECT_EQ(rounded.by_stage[0].weights[0][1], -2 * kWeightGrain);
}

TEST(WeightsFileTest, RefusesDamage) {
  const std::string text =
      FormatWeights(RoundedToGrain(RandomWeights(*Game("teeko"), 9)));
  const auto weights = ParseWeights(text);
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string damaged = text;
    const size_t at = random.Below(static_cast<uint32_t>(text.size()));
    switch (i % 3) {
      case 0:
        damaged[at] = static_cast<char>(damaged[at] ^ 1 << random.Below(7));
        break;
      case 1:
        damaged.erase(at, 1);
        break;
      default:
        damaged.resize(at);
    }
    const auto read = ParseWeights(damaged);
    // Its ends may be missing; what is between them may not change.
    EXPECT_TRUE(!read.ok() || *read == *weights) << "at " << at;
  }
}

// A forged file has the right checksum.
std::string WithChecksum(std::string text) {
  const std::string open = "R\"weights(", word = "checksum ";
  text = text.substr(open.size(), text.rfind(word) - open.size());
  return absl::StrCat(open, text, word,
                      absl::StrFormat("%016x", Mix64(Fnv1a(text))),
                      "\n)weights\"\n");
}

TEST(WeightsFileTest, SaysWhatIsWrongWithAForgedOne) {
  const std::string text =
      FormatWeights(RoundedToGrain(RandomWeights(*Game("teeko"), 9)));
  ASSERT_EQ(WithChecksum(text), text);
  const auto error = [&](const std::string& from, const std::string& to) {
    const std::string forged =
        WithChecksum(absl::StrReplaceAll(text, {{from, to}}));
    EXPECT_NE(forged, text) << from;
    const auto read = ParseWeights(forged);
    return read.ok() ? "none" : std::string(read.status().message());
  };
  EXPECT_EQ(error("board 16 2 1", "board 16 7 1"), "'16 7 1' is no board");
  EXPECT_EQ(error("board 16 2 1", "board 99999 2 1"),
            "'99999' is no number from 1 to 1024");
  EXPECT_EQ(error("game ", "gone "), "no line 'game'");
  EXPECT_TRUE(
      absl::EndsWith(error("rules ", "rules x"), "' is no fingerprint"));
  EXPECT_EQ(error("\nstages ", "\nlogit 0\nstages "), "no line 'stages'");
  EXPECT_EQ(error("\nturned ", "\nlogit 0\nturned "),
            "'0' is no number from 1 to 100000");
  EXPECT_EQ(error("\nstages ", "\nstages 1,2,3,"), "no line 'stage'");
  EXPECT_EQ(error("type 0,", "type 1,"),
            "the places of a pattern are not as many different cells each");
  EXPECT_EQ(error("weights\n", "weights\nAAAA"),
            "it is damaged; write it again by boardwalk learn");
}

TEST(WeightsFileTest, LoadsWhatSuitsTheRulesAndKeepsIt) {
  const auto game = Game("teeko");
  const std::string text =
      FormatWeights(RoundedToGrain(RandomWeights(*game, 9)));
  const auto loaded = LoadWeights(text, game->Planes(), game->Fingerprint());
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(*loaded, *LoadWeights(text, game->Planes(), game->Fingerprint()));
  const auto other = LoadWeights(text, game->Planes(), 1);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.status().message(),
            "it was learned for other rules (of teeko); learn for this game by "
            "boardwalk learn");
}

}  // namespace
}  // namespace boardwalk::ai
