// Every registered game against its table, games/<id>/perft.txt: known numbers
// of move sequences, by parameter set and depth.
//
// Rows go as deep as BOARDWALK_PERFT_LEAVES allows (an environment variable; by
// default less in builds that are slow), but at least one depth; the depths
// that are left out are printed.

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/file.h"
#include "games/registry.h"
#include "gtest/gtest.h"
#include "tests/game_names.h"

namespace boardwalk {
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

struct Row {
  std::string game;                              // a name
  int line = 0;                                  // of its table
  std::vector<std::pair<int, uint64_t>> leaves;  // by depth
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.game; }

// Reads "settings|- depth:count depth:count ..."; "" is for a comment.
absl::StatusOr<Row> ParseRow(absl::string_view id, absl::string_view text) {
  text = text.substr(0, text.find('#'));
  const std::vector<absl::string_view> words =
      absl::StrSplit(text, ' ', absl::SkipEmpty());
  Row row;
  if (words.empty()) return row;
  row.game =
      words[0] == "-" ? std::string(id) : absl::StrCat(id, ":", words[0]);
  for (size_t i = 1; i < words.size(); ++i) {
    const std::vector<absl::string_view> pair = absl::StrSplit(words[i], ':');
    int depth = 0;
    uint64_t count = 0;
    if (pair.size() != 2 || !absl::SimpleAtoi(pair[0], &depth) || depth < 1 ||
        !absl::SimpleAtoi(pair[1], &count)) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", words[i], "' is not depth:count"));
    }
    row.leaves.emplace_back(depth, count);
  }
  if (row.leaves.empty()) return absl::InvalidArgumentError("no depths");
  return row;
}

absl::StatusOr<std::vector<Row>> ReadTable(absl::string_view id) {
  const std::string path =
      absl::StrCat(BOARDWALK_SOURCE_DIR, "/games/", id, "/perft.txt");
  const auto text = ReadFile(path);
  if (!text.ok()) return text.status();
  std::vector<Row> rows;
  int line = 0;
  for (absl::string_view row_text : absl::StrSplit(*text, '\n')) {
    ++line;
    auto row = ParseRow(id, row_text);
    if (!row.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ", line ", line, ": ", row.status().message()));
    }
    row->line = line;
    if (!row->game.empty()) rows.push_back(*std::move(row));
  }
  if (rows.empty()) return absl::NotFoundError(absl::StrCat(path, " is empty"));
  return rows;
}

std::vector<Row> AllRows() {
  std::vector<Row> all;
  const auto catalog = AllGames();
  if (!catalog.ok()) return all;  // RegistryTest says why
  for (const GamePlugin& plugin : catalog->games()) {
    const auto rows = ReadTable(plugin.info.id);
    if (rows.ok()) all.insert(all.end(), rows->begin(), rows->end());
  }
  return all;
}

TEST(PerftTableTest, EveryGameHasOne) {
  const auto catalog = AllGames();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  for (const GamePlugin& plugin : catalog->games()) {
    const auto rows = ReadTable(plugin.info.id);
    EXPECT_TRUE(rows.ok()) << rows.status();
  }
}

class PerftTest : public testing::TestWithParam<Row> {};

TEST_P(PerftTest, CountsAsTheTable) {
  const Row& row = GetParam();
  const auto catalog = AllGames();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = catalog->MakeGame(row.game);
  ASSERT_TRUE(game.ok()) << game.status();
  const auto start = (*game)->InitialState();
  const uint64_t most = MostLeaves();
  int counted = 0;
  for (const auto& [depth, expected] : row.leaves) {
    if (expected > most) {
      std::cout << row.game << " depth " << depth << " left out: " << expected
                << " leaves of at most " << most << "\n";
      continue;
    }
    const auto leaves = (*game)->Perft(*start, depth);
    ASSERT_TRUE(leaves.ok()) << leaves.status();
    EXPECT_EQ(*leaves, expected) << row.game << " at depth " << depth;
    ++counted;
  }
  EXPECT_GT(counted, 0) << "every depth was left out";
}

std::string TestName(const testing::TestParamInfo<Row>& info) {
  return AsTestName(absl::StrCat(info.param.game, "_line", info.param.line));
}

INSTANTIATE_TEST_SUITE_P(AllGames, PerftTest, testing::ValuesIn(AllRows()),
                         TestName);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PerftTest);

}  // namespace
}  // namespace boardwalk
