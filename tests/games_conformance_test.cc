// Every registered game passes the conformance suite, with its defaults and
// with each parameter set that it names.

#include "framework/conformance.h"

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "framework/catalog.h"
#include "games/registry.h"
#include "gtest/gtest.h"
#include "tests/game_names.h"

namespace boardwalk {
namespace {

class GameConformanceTest : public testing::TestWithParam<std::string> {};

std::vector<std::string> NamesToTest() {
  const auto catalog = AllGames();
  if (!catalog.ok()) return {};  // TheListOfGamesIsSound says why
  return catalog->NamesWithTestSets();
}

TEST(RegistryTest, TheListOfGamesIsSound) {
  const auto catalog = AllGames();
  EXPECT_TRUE(catalog.ok()) << catalog.status();
}

TEST_P(GameConformanceTest, Conforms) {
  const auto catalog = AllGames();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = catalog->MakeGame(GetParam());
  ASSERT_TRUE(game.ok()) << game.status();
  const ConformanceReport report = (*game)->Check({});
  EXPECT_TRUE(report.ok()) << absl::StrJoin(report.failures, "\n");
  EXPECT_GT(report.positions, report.games);
}

INSTANTIATE_TEST_SUITE_P(AllGames, GameConformanceTest,
                         testing::ValuesIn(NamesToTest()), TestNameOfGame);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GameConformanceTest);

}  // namespace
}  // namespace boardwalk
