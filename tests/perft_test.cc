// Every game, plug-ins included, against the table of its folder, perft.txt.
//
// Rows go as deep as BOARDWALK_PERFT_LEAVES allows (an environment variable; by
// default less in builds that are slow), but at least one depth; the depths
// that are left out are printed.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/catalog.h"
#include "framework/perft_table.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {

// For GoogleTest, which looks for it here.
inline void PrintTo(const PerftRow& row, std::ostream* out) {
  *out << row.game;
}

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BOARDWALK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BOARDWALK_SANITIZED 1
#endif
#endif

#if defined(BOARDWALK_SANITIZED)
constexpr uint64_t kDefaultLeaves = 2'000'000;
#elif defined(NDEBUG)
constexpr uint64_t kDefaultLeaves = 400'000'000;
#else
constexpr uint64_t kDefaultLeaves = 10'000'000;
#endif

uint64_t MostLeaves() {
  uint64_t leaves = kDefaultLeaves;
  const char* text = std::getenv("BOARDWALK_PERFT_LEAVES");
  if (text != nullptr && !absl::SimpleAtoi(text, &leaves)) {
    ADD_FAILURE() << "BOARDWALK_PERFT_LEAVES=" << text << " is no number";
  }
  return leaves;
}

absl::StatusOr<std::vector<PerftRow>> ReadTable(const GamePlugin& plugin) {
  const std::string folder =
      absl::StrCat(BOARDWALK_SOURCE_DIR,
                   plugin.origin.empty() ? "/games/" : "/games/plugins/");
  return ReadPerftTable(absl::StrCat(folder, plugin.info.id, "/perft.txt"),
                        plugin.info.id);
}

std::vector<PerftRow> AllRows() {
  std::vector<PerftRow> all;
  const auto& catalog = AllGamesAndPlugins();
  if (!catalog.ok()) return all;  // RegistryTest says why
  for (const GamePlugin& plugin : catalog->games()) {
    const auto rows = ReadTable(plugin);
    if (rows.ok()) all.insert(all.end(), rows->begin(), rows->end());
  }
  return all;
}

TEST(PerftTableTest, EveryGameHasOne) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  for (const GamePlugin& plugin : catalog->games()) {
    const auto rows = ReadTable(plugin);
    EXPECT_TRUE(rows.ok()) << rows.status();
  }
}

class PerftTest : public testing::TestWithParam<PerftRow> {};

TEST_P(PerftTest, CountsAsTheTable) {
  const PerftRow& row = GetParam();
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = catalog->MakeGame(row.game);
  ASSERT_TRUE(game.ok()) << game.status();
  const auto start = StartOf(row, **game);
  ASSERT_TRUE(start.ok()) << start.status();
  const uint64_t most = MostLeaves();
  int counted = 0;
  for (const auto& [depth, expected] : row.leaves) {
    if (expected > most) {
      std::cout << row.game << " depth " << depth << " left out: " << expected
                << " leaves of at most " << most << "\n";
      continue;
    }
    const auto leaves = (*game)->Perft(**start, depth);
    ASSERT_TRUE(leaves.ok()) << leaves.status();
    EXPECT_EQ(*leaves, expected) << row.game << " at depth " << depth;
    ++counted;
  }
  EXPECT_GT(counted, 0) << "every depth was left out";
}

std::string TestName(const testing::TestParamInfo<PerftRow>& info) {
  return AsTestName(absl::StrCat(info.param.game, "_line", info.param.line));
}

INSTANTIATE_TEST_SUITE_P(AllGames, PerftTest, testing::ValuesIn(AllRows()),
                         TestName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PerftTest);

}  // namespace
}  // namespace boardwalk
