// Every game, plug-ins included, tells through the boundary what stands on its
// board as sets of bits: from planes of its own if its board is small.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/catalog.h"
#include "framework/planes.h"
#include "framework/random.h"
#include "games/chinese8/chinese8.h"
#include "games/onejump/onejump.h"
#include "games/star/star.h"
#include "games/teeko/teeko.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {
namespace {

// Large stars would be taken for rules whose Planes have a wrong form.
static_assert(HasPlanes<chinese8::Rules> && HasPlaneBits<chinese8::Rules>);
static_assert(HasPlanes<teeko::Rules> && HasPlanes<onejump::Rules>);
static_assert(HasPlanes<star::CompactRules> &&
              HasPlaneBits<star::CompactRules>);
static_assert(!HasPlanes<star::LargeRules> && !HasPlaneBits<star::LargeRules>);
static_assert(!HasPlanes<star::CompactRulesOf<2>>);

using Form = std::vector<int>;  // seats, kinds, words

TEST(PlaneShapeTest, IsTheGamesOwnWhereTheBoardIsSmall) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const std::map<std::string, Form> forms = {
      {"ataxx", {2, 1, 1}},       {"breakthrough", {2, 1, 1}},
      {"chinese8", {2, 1, 1}},    {"connectfour", {2, 1, 1}},
      {"draughts", {2, 2, 1}},    {"onejump", {2, 2, 1}},
      {"othello", {2, 1, 1}},     {"star", {6, 1, 4}},
      {"star:size=5", {2, 2, 3}},  // of its pieces
      {"teeko", {2, 1, 1}},       {"tictactoe", {2, 1, 1}}};
  std::set<std::string> ids;
  for (const auto& [name, form] : forms) {
    const auto game = catalog->MakeGame(name);
    ASSERT_TRUE(game.ok()) << game.status();
    const PlaneShape shape = (*game)->Planes();
    EXPECT_EQ(Form({shape.seats, shape.kinds, shape.words}), form) << name;
    ids.insert((*game)->Info().id);
  }
  EXPECT_EQ(ids.size(), catalog->games().size()) << "a game is left out";
}

class GamePlanesTest : public testing::TestWithParam<std::string> {};

std::vector<std::string> NamesToTest() {
  const auto& catalog = AllGamesAndPlugins();
  if (!catalog.ok()) return {};  // games_conformance_test says why
  return catalog->NamesWithTestSets();
}

// A cell and the seat to which it belongs.
using Owners = std::set<std::pair<int, int>>;

Owners OwnersByPieces(const AnyState& state) {
  Owners owners;
  for (const Piece& piece : state.Pieces()) {
    owners.emplace(piece.cell, piece.owner);
  }
  return owners;
}

Owners OwnersByPlanes(const PlaneShape& shape,
                      const std::vector<uint64_t>& words) {
  Owners owners;
  for (size_t cell = 0; cell < shape.bits.size(); ++cell) {
    const int bit = shape.bits[cell];
    for (int plane = 0; plane < shape.seats * shape.kinds; ++plane) {
      const uint64_t word = words[plane * shape.words + bit / 64];
      if ((word >> bit % 64 & 1) == 0) continue;
      owners.emplace(static_cast<int>(cell), plane / shape.kinds);
    }
  }
  return owners;
}

TEST_P(GamePlanesTest, AreThePieces) {
  const auto& catalog = AllGamesAndPlugins();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = catalog->MakeGame(GetParam());
  ASSERT_TRUE(game.ok()) << game.status();
  const PlaneShape shape = (*game)->Planes();
  ASSERT_EQ(shape.bits.size(), (*game)->Layout().cells.size());
  const auto state = (*game)->InitialState();
  Random random(1);
  for (int ply = 0; ply < 60; ++ply) {
    const std::vector<uint64_t> words = state->PlaneWords();
    ASSERT_EQ(static_cast<int>(words.size()), shape.TotalWords());
    ASSERT_EQ(OwnersByPlanes(shape, words), OwnersByPieces(*state)) << ply;
    if (state->IsTerminal()) break;
    const auto moves = state->LegalMoves();
    const auto count = static_cast<uint32_t>(moves.size());
    ASSERT_TRUE(state->Apply(moves[random.Below(count)]).ok());
  }
}

INSTANTIATE_TEST_SUITE_P(AllGames, GamePlanesTest,
                         testing::ValuesIn(NamesToTest()), TestNameOfGame);

}  // namespace
}  // namespace boardwalk
