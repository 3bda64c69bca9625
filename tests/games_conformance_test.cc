// Every game, plug-ins included, passes the conformance suite, with its
// defaults and with each parameter set that it names.

#include "framework/conformance.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/catalog.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {
namespace {

class GameConformanceTest : public testing::TestWithParam<std::string> {};

std::vector<std::string> NamesToTest() {
  const auto& catalog = AllGamesAndPlugins();
  if (!catalog.ok()) return {};  // TheListOfGamesIsSound says why
  return catalog->NamesWithTestSets();
}

TEST(RegistryTest, TheListOfGamesIsSound) {
  const auto& catalog = AllGamesAndPlugins();
  EXPECT_TRUE(catalog.ok()) << catalog.status();
}

TEST(RegistryTest, PluginsAreLoaded) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  int plugins = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::string(BOARDWALK_SOURCE_DIR) + "/games/plugins")) {
    if (!entry.is_directory()) continue;
    const std::string id = entry.path().filename().string();
    const auto plugin = catalog->Find(id);
    ASSERT_TRUE(plugin.ok()) << plugin.status();
    EXPECT_THAT((*plugin)->origin, testing::EndsWith("/" + id + ".so"));
    ++plugins;
  }
  EXPECT_GT(plugins, 0);
}

// What people need to begin, and to set up positions on the board.
TEST(RegistryTest, GamesSayTheirAimAndComposePositions) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  for (const GamePlugin& plugin : catalog->games()) {
    EXPECT_THAT(plugin.info.aim, testing::EndsWith(".")) << plugin.info.id;
    const auto game = catalog->MakeGame(plugin.info.id).value();
    const auto opening = game->InitialState();
    const auto composed =
        game->ComposePosition(opening->Pieces(), opening->ToMove());
    ASSERT_TRUE(composed.ok()) << composed.status();
    EXPECT_EQ(*composed, opening->FormatPosition());
  }
}

// A game is small, but for the weights that make its players strong and a table
// that numbers its moves. Comments and blank lines are free.
TEST(RegistryTest, PluginsTakeAtMost200LinesOfCodeBesideTables) {
  std::map<std::string, int64_t> lines;  // by folder
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::string(BOARDWALK_SOURCE_DIR) + "/games/plugins")) {
    const std::string file = entry.path().filename().string();
    if (!absl::EndsWith(file, ".h") && !absl::EndsWith(file, ".cc")) continue;
    if (absl::EndsWith(file, "_test.cc")) continue;
    if (file == "evaluate.h" || file == "actions.h") continue;
    std::ifstream text(entry.path());
    for (std::string line; std::getline(text, line);) {
      const auto code = absl::StripAsciiWhitespace(line);
      if (code.empty() || absl::StartsWith(code, "//")) continue;
      lines[entry.path().parent_path().filename().string()] += 1;
    }
  }
  EXPECT_GT(lines.size(), 0u);
  for (const auto& [game, count] : lines) EXPECT_LE(count, 200) << game;
}

// Rules that change would leave it out without a word.
TEST(RegistryTest, WhatWasLearnedIsForTheRulesOfToday) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  int learned = 0;
  for (const GamePlugin& plugin : catalog->games()) {
    const auto game = catalog->MakeGame(plugin.info.id).value();
    for (const PlayerInfo& player : game->Players()) {
      for (const ParameterSpec& spec : player.parameters) {
        if (!absl::StrContains(spec.choices, "learned")) continue;
        ++learned;
        const auto made =
            game->MakePlayer(absl::StrCat(player.id, ":evaluation=learned"));
        EXPECT_TRUE(made.ok()) << plugin.info.id << ": " << made.status();
      }
    }
  }
  EXPECT_GT(learned, 0);
}

TEST_P(GameConformanceTest, Conforms) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = catalog->MakeGame(GetParam());
  ASSERT_TRUE(game.ok()) << game.status();
  const ConformanceReport report = (*game)->Check({});
  EXPECT_TRUE(report.ok()) << absl::StrJoin(report.failures, "\n");
  EXPECT_GT(report.positions, report.games);
  for (const std::string& note : report.notes) {
    EXPECT_FALSE(absl::StartsWith(note, "for programs that learn")) << note;
  }
}

INSTANTIATE_TEST_SUITE_P(AllGames, GameConformanceTest,
                         testing::ValuesIn(NamesToTest()), TestNameOfGame);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GameConformanceTest);

}  // namespace
}  // namespace boardwalk
