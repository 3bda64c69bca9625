#include "ai/learn/patterns.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "framework/catalog.h"
#include "games/registry.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

std::shared_ptr<const AnyGame> Game(const std::string& name) {
  static const Catalog catalog = *AllGames();
  return catalog.MakeGame(name).value();
}

BoardSymmetries SymmetriesOf(const std::string& name) {
  const auto game = Game(name);
  return FindSymmetries(*game, BoardGeometry(game->Layout()));
}

TEST(FindSymmetriesTest, AreThoseOfPlay) {
  // Every way to turn and mirror a square.
  EXPECT_EQ(SymmetriesOf("teeko").of_play.size(), 8u);
  // From corner to corner: the other diagonal is a mirror.
  EXPECT_EQ(SymmetriesOf("chinese8").of_play.size(), 2u);
  // The dark cells have no mirror.
  EXPECT_EQ(SymmetriesOf("onejump").of_play.size(), 1u);
  // A home is on top, its goal at the bottom.
  EXPECT_EQ(SymmetriesOf("star:size=3").of_play.size(), 2u);
}

TEST(FindSymmetriesTest, TurnTheBoardToEachSeat) {
  for (const std::string name : {"chinese8", "onejump", "star:size=3"}) {
    const auto game = Game(name);
    const BoardSymmetries symmetries = SymmetriesOf(name);
    ASSERT_EQ(symmetries.turned.size(), 2u);
    std::set<int> own, turned;
    for (const Piece& piece : game->InitialState()->Pieces()) {
      if (piece.owner == 0) turned.insert(symmetries.turned[1][piece.cell]);
      if (piece.owner == 1) own.insert(piece.cell);
    }
    EXPECT_EQ(turned, own) << name;
    for (size_t cell = 0; cell < symmetries.turned[0].size(); ++cell) {
      EXPECT_EQ(symmetries.turned[0][cell], static_cast<int>(cell));
    }
  }
}

TEST(MakePatternsTest, PlacesOfATypeAreImages) {
  const auto game = Game("teeko");
  const BoardGeometry geometry(game->Layout());
  const BoardSymmetries symmetries = FindSymmetries(*game, geometry);
  const auto lines = MakePatterns(geometry, symmetries.of_play, 3,
                                  {.blocks = false, .corners = false});
  // Edges, inner lines, long diagonals, short ones.
  ASSERT_EQ(lines.size(), 4u);
  std::vector<size_t> places;
  places.reserve(lines.size());
  for (const PatternType& type : lines) places.push_back(type.places.size());
  std::ranges::sort(places);
  EXPECT_EQ(places, (std::vector<size_t>{2, 4, 4, 4}));
  for (const PatternType& type : lines) {
    // A line read from its other end.
    std::vector<int> reversed(type.places[0].size());
    for (size_t i = 0; i < reversed.size(); ++i) {
      reversed[i] = static_cast<int>(reversed.size() - 1 - i);
    }
    EXPECT_EQ(type.mirrors, (std::vector<std::vector<int>>{reversed}));
  }
  const auto corners = MakePatterns(geometry, symmetries.of_play, 3,
                                    {.lines = false, .blocks = false});
  ASSERT_EQ(corners.size(), 1u);
  EXPECT_EQ(corners[0].places.size(), 4u);
  const auto all = MakePatterns(geometry, symmetries.of_play, 3, {});
  const auto blocks = MakePatterns(geometry, symmetries.of_play, 3,
                                   {.lines = false, .corners = false});
  EXPECT_EQ(all.size(), lines.size() + blocks.size() + 1);
  // Many kinds of pieces leave room for small patterns alone.
  for (const PatternType& type :
       MakePatterns(geometry, symmetries.of_play, 15, {})) {
    EXPECT_LE(type.places[0].size(), 3u);
  }
}

TEST(MakePatternsTest, TilesAreAsLargeAsTheirNumbersAllow) {
  const PatternKinds tiles = {
      .lines = false, .blocks = false, .corners = false, .tiles = true};
  const auto sizes = [&](const BoardGeometry& geometry, int digits) {
    std::set<size_t> found;
    for (const PatternType& type : MakePatterns(
             geometry, {geometry.Symmetries().front()}, digits, tiles)) {
      for (const CellList& place : type.places) found.insert(place.size());
    }
    return found;
  };
  const BoardLayout layout = CheckeredGrid(8, 8, ChessSquare);
  const BoardGeometry board(layout);
  EXPECT_EQ(sizes(board, 3), std::set<size_t>{8});
  EXPECT_EQ(sizes(board, 5), std::set<size_t>{6});
  EXPECT_EQ(sizes(board, 7), std::set<size_t>{4});
  EXPECT_EQ(sizes(board, 100), std::set<size_t>{});
  std::vector<bool> dark;
  for (const Cell& cell : layout.cells) dark.push_back(cell.dark);
  // Blocks of three by four.
  EXPECT_EQ(sizes(BoardGeometry(layout, dark), 5), std::set<size_t>{6});
  EXPECT_EQ(sizes(BoardGeometry(layout, dark), 7), std::set<size_t>{4});
}

TEST(SameNumbersTest, ReadsBothWays) {
  const PatternType line = {{{0, 1, 2}}, {{2, 1, 0}}};
  const std::vector<uint16_t> same = SameNumbers(line, 3);
  ASSERT_EQ(same.size(), 27u);
  EXPECT_EQ(same[1 + 3 * 2], 1 + 3 * 2);  // 1, 2, 0
  EXPECT_EQ(same[3 * 2 + 9], 1 + 3 * 2);  // 0, 2, 1
  EXPECT_EQ(same[2 + 9], 2 + 9 > 1 + 18 ? 1 + 18 : 2 + 9);
  for (size_t i = 0; i < same.size(); ++i) {
    EXPECT_LE(same[i], i);
    EXPECT_EQ(same[same[i]], same[i]);
  }
  EXPECT_EQ(SameNumbers({{{0, 1, 2}}}, 3)[15], 15);
}

}  // namespace
}  // namespace boardwalk::ai
