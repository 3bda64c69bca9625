// SIGNATURES: the exact work and answers of fixed searches in every game, with
// the settings that players have there by default. Any unintended change of a
// game, an evaluation or a search shows here, and so does a compiler or a
// machine that computes otherwise. What is wrong says how its row would have to
// end to be right: that goes into the table where the change is meant.
//
// Prepared tables play no part, found or not: no player asks for them by
// default.

#include <cstdint>
#include <ostream>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/catalog.h"
#include "games/registry.h"
#include "gtest/gtest.h"
#include "tests/game_names.h"

namespace boardwalk {
namespace {

constexpr char kOpening[] = "";
constexpr char kEndOfChinese8[] =
    ".O..O.../OO....../O.#.#O../......../..#...#./....#.../......../.......# 2 "
    "23";
constexpr char kMiddleOfOnejump[] =
    ".w.w...w/w......./...b.w.w/w.w...../...b..../b...b.b./.......b/b.b.b.b. 2";
constexpr char kEndOfOnejump[] =
    ".......B/......../.w...w../......../...b...b/..b.b.../.....W../........ 2";
constexpr char kMiddleForThree[] =
    "A/2./2.A/4./6.A.AC3./5.A6./4.AB5./3.C.C4./C.B.B.2C./.A2.B5./4.BA.C2.B/"
    ".2C2.B.A.2B./6.C.B4./2.A./3./2./. 3";
constexpr char kMiddleOfSize3[] =
    "./2./.A./5.A4./4.B4./3.2A3./7./3.2B3./4.2A3./3.B6./.B./B./. 2";
constexpr char kEndOfSize3[] =
    "./.A/A2./4.A5./4.A4./3.A4./3.A3./8./9./3.B.2B3./.B./.B/B 2";
constexpr char kMovementOfTeeko[] = "O.../O.X./XOO./X.X. 1";

struct Signature {
  const char* game;
  const char* position;
  const char* player;
  // Nodes of a tree search; of a Monte-Carlo search the visits of its move.
  int64_t work;
  const char* value;  // to six digits
  const char* move;
};

constexpr Signature kSignatures[] = {
    {"chinese8", kOpening, "alphabeta:depth=7", 10893, "0.201067", "3142"},
    {"chinese8", kOpening, "mcts:playouts=1000", 583, "0.252025", "1133"},
    {"chinese8", kEndOfChinese8, "alphabeta:depth=5", 4588, "0.997695", "3634"},
    {"chinese8", kEndOfChinese8, "mcts:playouts=500", 81, "0.999333", "3632"},
    {"onejump", kOpening, "alphabeta:depth=10", 28442, "0.034707", "C6-B5"},
    {"onejump", kOpening, "mcts:playouts=2000", 845, "0.015452", "C6-B5"},
    {"onejump", kMiddleOfOnejump, "alphabeta:depth=9", 9654, "-0.970815",
     "F3-G4"},
    {"onejump", kMiddleOfOnejump, "mcts:playouts=2000", 1054, "-0.948399",
     "F3-G4"},
    {"onejump", kEndOfOnejump, "alphabeta:depth=9", 4587, "-0.995578", "F7-E8"},
    {"onejump", kEndOfOnejump, "mcts:playouts=2000", 1337, "-0.992858",
     "F7-E8"},
    {"star", kOpening, "alphabeta:depth=6", 3282, "0.000000", "2,-1:4,0"},
    {"star", kOpening, "mcts:playouts=500", 103, "0.121445", "2,-1:4,0"},
    {"star:players=3", kOpening, "alphabeta:depth=5,algorithm=paranoid", 6898,
     "0.052936", "2,-1:4,0"},
    {"star:players=3", kOpening, "alphabeta:depth=6,algorithm=brs", 2574,
     "0.000008", "2,-1:4,0"},
    {"star:players=3", kOpening, "alphabeta:depth=6,algorithm=opps", 1644,
     "0.000008", "2,-1:4,0"},
    {"star:players=3", kOpening, "alphabeta:depth=3,algorithm=maxn", 3178,
     "0.000008", "2,-1:4,0"},
    {"star:players=3", kOpening, "mcts:playouts=500", 90, "0.049538",
     "3,2:4,1"},
    {"star:players=3", kMiddleForThree, "alphabeta:depth=4", 2273, "0.477095",
     "8,-4:8,-3"},
    {"star:players=3", kMiddleForThree, "mcts:playouts=500", 345, "0.438778",
     "11,-4:11,-2"},
    {"star:players=6", kOpening, "alphabeta:depth=5", 549, "0.000291",
     "2,-1:4,0"},
    {"star:players=6", kOpening, "mcts:playouts=500", 51, "0.008489",
     "2,1:4,2"},
    {"star:size=3", kOpening, "alphabeta:depth=7", 6149, "0.460728", "1,0:3,1"},
    {"star:size=3", kOpening, "mcts:playouts=1000", 583, "0.415301", "2,1:3,1"},
    {"star:size=3", kMiddleOfSize3, "alphabeta:depth=6", 7038, "-0.895511",
     "4,0:4,1"},
    {"star:size=3", kMiddleOfSize3, "mcts:playouts=1000", 831, "-0.871093",
     "9,-1:8,-1"},
    {"star:size=3", kEndOfSize3, "alphabeta:depth=6", 6562, "-0.805163",
     "12,0:8,0"},
    {"star:size=3", kEndOfSize3, "mcts:playouts=1000", 895, "-0.697679",
     "12,0:8,0"},
    {"star:size=3,players=6", kOpening, "alphabeta:depth=6", 760, "-0.009522",
     "1,1:3,2"},
    {"star:size=3,players=6", kOpening, "mcts:playouts=1000", 165, "0.010604",
     "2,-1:3,0"},
    {"star:size=5", kOpening, "alphabeta:depth=5", 1125, "0.067438",
     "3,-1:5,0"},
    {"star:size=5", kOpening, "mcts:playouts=200", 44, "0.068279", "3,2:5,1"},
    {"star:size=5,players=6", kOpening, "alphabeta:depth=4", 330, "0.001958",
     "3,-1:5,0"},
    {"star:size=5,players=6", kOpening, "mcts:playouts=200", 27, "0.006736",
     "3,-1:5,-2"},
    {"star:size=8", kOpening, "alphabeta:depth=4", 961, "0.000000", "6,-1:8,0"},
    {"star:size=8", kOpening, "mcts:playouts=200", 114, "0.022992", "6,1:8,0"},
    {"star:size=9", kOpening, "alphabeta:depth=4", 1019, "0.000000",
     "7,-1:9,0"},
    {"star:size=9", kOpening, "mcts:playouts=100", 50, "0.012718", "7,2:9,1"},
    {"star:size=9,players=6", kOpening, "alphabeta:depth=3", 292, "0.000569",
     "7,-3:9,-2"},
    {"teeko", kOpening, "alphabeta:depth=8", 7680, "0.049956", "6"},
    {"teeko", kOpening, "mcts:playouts=2000", 169, "0.008618", "6"},
    {"teeko:phase=placement", kOpening, "alphabeta:depth=8", 18420, "0.000000",
     "6"},
    {"teeko:phase=placement", kOpening, "mcts:playouts=2000", 169, "0.008618",
     "6"},
    {"teeko:phase=movement", kOpening, "alphabeta:depth=8", 538, "1.000000",
     "3-7"},
    {"teeko:phase=movement", kOpening, "mcts:playouts=2000", 84, "1.000000",
     "3-7"},
    {"teeko:phase=movement", kMovementOfTeeko, "alphabeta:depth=8", 5588,
     "0.125336", "9-10"},
    {"teeko:phase=movement", kMovementOfTeeko, "mcts:playouts=2000", 667,
     "0.137493", "9-10"},
};

// What searching is to find out, as it is written above.
std::string EndOfRow(const Signature& signature) {
  return absl::StrFormat("%d, \"%s\", \"%s\"},", signature.work,
                         signature.value, signature.move);
}

void PrintTo(const Signature& signature, std::ostream* out) {
  *out << signature.game << " " << signature.position << " "
       << signature.player;
}

class SearchSignaturesTest : public ::testing::TestWithParam<Signature> {};

TEST_P(SearchSignaturesTest, AreAsEver) {
  const auto game = AllGames().value().MakeGame(GetParam().game).value();
  const auto state = *GetParam().position == '\0'
                         ? game->InitialState()
                         : game->ParsePosition(GetParam().position).value();
  const auto player = game->MakePlayer(GetParam().player).value();
  ASSERT_TRUE(player->Start(*state, /*seed=*/1).ok());
  const Decision decision = player->Choose(*state, {}, {}).value();
  ASSERT_TRUE(decision.value.has_value());
  const std::string value = absl::StrFormat("%.6f", *decision.value);
  const std::string move = state->FormatMove(decision.move);
  Signature found = GetParam();
  found.work =
      decision.nodes ? *decision.nodes : decision.ranking.at(0).visits.value();
  found.value = value.c_str();
  found.move = move.c_str();
  EXPECT_TRUE(EndOfRow(found) == EndOfRow(GetParam()))
      << "the row of " << ::testing::PrintToString(GetParam()) << " ends in\n  "
      << EndOfRow(GetParam())
      << "\nand if the change is meant should end in\n  " << EndOfRow(found);
}

std::string TestName(const ::testing::TestParamInfo<Signature>& info) {
  return AsTestName(
      absl::StrCat(info.index, "_", info.param.game, "_", info.param.player));
}

INSTANTIATE_TEST_SUITE_P(Searches, SearchSignaturesTest,
                         ::testing::ValuesIn(kSignatures), TestName);

// A game without a signature would go unwatched.
TEST(SearchSignaturesCoverageTest, CoversEveryGame) {
  std::set<std::string> with;
  for (const Signature& signature : kSignatures) {
    with.insert(signature.game);
  }
  const Catalog games = AllGames().value();
  for (const GamePlugin& plugin : games.games()) {
    EXPECT_EQ(with.count(plugin.info.id), 1u) << plugin.info.id;
  }
}

}  // namespace
}  // namespace boardwalk
