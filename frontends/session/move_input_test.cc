#include "frontends/session/move_input.h"

#include <memory>
#include <string>
#include <vector>

#include "frontends/session/session_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::session {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// What MovesMeant gives, each the move of its text.
std::vector<std::string> Texts(const AnyState& state, const std::string& line) {
  std::vector<std::string> texts;
  for (const auto& [move, text] : MovesMeant(state, line)) {
    EXPECT_EQ(state.FormatMove(move), text);
    texts.push_back(text);
  }
  return texts;
}

class MoveInputTest : public ::testing::Test {
 protected:
  std::unique_ptr<AnyState> Opening(const std::string& game) const {
    return catalog_.MakeGame(game).value()->InitialState();
  }
  std::unique_ptr<AnyState> Position(const std::string& game,
                                     const std::string& text) const {
    return catalog_.MakeGame(game).value()->ParsePosition(text).value();
  }
  std::vector<std::string> Meant(const std::string& game,
                                 const std::string& line) const {
    return Texts(*Opening(game), line);
  }

  const Catalog catalog_ = AllGames().value();
};

TEST(WordsTest, AreWhatStandsBetweenTheSigns) {
  EXPECT_THAT(Words("1,0:3,-1"), ElementsAre("1", "0", "3", "-1"));
  EXPECT_THAT(Words("1,0-3,-1"), ElementsAre("1", "0", "3", "-1"));
  EXPECT_THAT(Words(" 1 0  3 -1 "), ElementsAre("1", "0", "3", "-1"));
  EXPECT_THAT(Words("-1 - 2"), ElementsAre("-1", "2"));
  EXPECT_THAT(Words("A6-B5"), ElementsAre("a", "6", "b", "5"));
  EXPECT_THAT(Words("a6xb5!"), ElementsAre("a", "6", "xb", "5"));
  EXPECT_THAT(Words("\xc3\xa4:9"), ElementsAre("\xc3\xa4", "9"));
  EXPECT_THAT(Words(" -,: -"), IsEmpty());
  EXPECT_THAT(Words(""), IsEmpty());
}

TEST_F(MoveInputTest, CellsAreNamedWithWhateverBetweenThem) {
  const auto star = Opening("star");
  EXPECT_THAT(CellsNamed(*star, "2,0:4,-1"), ElementsAre("2,0", "4,-1"));
  EXPECT_THAT(CellsNamed(*star, "2 0 x 4 -1"), ElementsAre("2,0", "4,-1"));
  EXPECT_THAT(CellsNamed(*star, "2 0"), ElementsAre("2,0"));
  EXPECT_THAT(CellsNamed(*star, "2 0 4"), IsEmpty());
  EXPECT_THAT(CellsNamed(*star, "undo 2 0"), IsEmpty());
  EXPECT_THAT(CellsNamed(*star, "77 77"), IsEmpty());
  EXPECT_THAT(CellsNamed(*star, ""), IsEmpty());
  EXPECT_THAT(CellsNamed(*Opening("onejump"), "a6 x b5"),
              ElementsAre("A6", "B5"));
  EXPECT_THAT(CellsNamed(*Opening("onejump"), "a6 b5"),
              ElementsAre("A6", "B5"));
}

// Where the game does not explain by cells, its words for the text stand.
TEST_F(MoveInputTest, WhatIsNoMoveHasAReason) {
  const auto state = Opening("onejump");
  for (const char* line : {"A6-H1", "nonsense"}) {
    EXPECT_FALSE(WhyNoMove(*state, line, line).ok());
    EXPECT_EQ(MoveMeant(*state, line).status(), WhyNoMove(*state, line, line));
    EXPECT_EQ(WhyNoMove(*state, "nonsense", line),
              state->ParseMove(line).status());
  }
}

TEST_F(MoveInputTest, OneMoveIsUnderstoodHoweverItIsSeparated) {
  for (const char* line :
       {"2,0:4,-1", "2 0 4 -1", "2,0-4,-1", "2,0 4,-1", "(2,0) to... 4,-1"}) {
    const bool has_word = std::string(line).find("to") != std::string::npos;
    if (has_word) {
      EXPECT_THAT(Meant("star", line), IsEmpty()) << line;
    } else {
      EXPECT_THAT(Meant("star", line), ElementsAre("2,0:4,-1")) << line;
    }
  }
  for (const char* line : {"a6b5", "A6 B5", "a6-b5", "a 6 b 5"}) {
    EXPECT_THAT(Meant("onejump", line), ElementsAre("A6-B5")) << line;
  }
  for (const char* line : {"11 33", "11-33", "1 1 3 3", "1,1:3,3"}) {
    EXPECT_THAT(Meant("chinese8", line), ElementsAre("1133")) << line;
  }
}

TEST_F(MoveInputTest, WhatCouldBeAnotherMoveIsNoMove) {
  // A sign that is missing or too many.
  EXPECT_THAT(Meant("star", "2 0 4 -2"), IsEmpty());
  EXPECT_THAT(Meant("star", "2 0 4 0"), IsEmpty());
  EXPECT_THAT(Meant("star", "2 0 -4 -1"), IsEmpty());
  EXPECT_THAT(Meant("star", "20 4 -1"), IsEmpty());
  EXPECT_THAT(Meant("star", "2 0 4"), IsEmpty());
  EXPECT_THAT(Meant("star", ""), IsEmpty());
  // Two placements are not one on 11.
  EXPECT_THAT(Meant("teeko", "1 1"), IsEmpty());
  EXPECT_THAT(Meant("teeko", "11"), ElementsAre("11"));
}

// Like Connect Four: a move is written otherwise than the cell that it takes.
class DropRules : public SwingRules {
 public:
  using SwingRules::SwingRules;
  static absl::StatusOr<std::unique_ptr<const DropRules>> Create(
      const Parameters&) {
    return std::make_unique<const DropRules>(2);
  }
  std::vector<std::string> Path(const State&, Move move) const {
    return {move.step == State::kLeft ? "a1" : "d1"};
  }
};

TEST_F(MoveInputTest, APlacementIsUnderstoodByItsCell) {
  const auto games = Catalog::Create({MakePlugin<DropRules>({})}).value();
  const auto state = games.MakeGame("swing").value()->InitialState();
  EXPECT_THAT(Texts(*state, "a1"), ElementsAre("left"));
  EXPECT_THAT(Texts(*state, "A 1"), ElementsAre("left"));
  EXPECT_THAT(Texts(*state, "d1"), ElementsAre("right", "resig"));
  EXPECT_THAT(Texts(*state, "left"), ElementsAre("left"));
  EXPECT_THAT(Texts(*state, "a2"), IsEmpty());
  EXPECT_THAT(Texts(*state, "a"), IsEmpty());
}

TEST_F(MoveInputTest, ATextIsPutIntoTheNotationOfTheGame) {
  EXPECT_EQ(InNotation(*Opening("star"), "3 0 9 -9"), "3,0:9,-9");
  EXPECT_EQ(InNotation(*Opening("onejump"), "a3b9"), "a3-b9");
  EXPECT_EQ(InNotation(*Opening("star"), "3 0 9"), "3 0 9");
  EXPECT_EQ(InNotation(*Opening("star"), ""), "");
  // As many words, but a letter where the game has a number.
  EXPECT_EQ(InNotation(*Opening("star"), "a 0 9 9"), "a 0 9 9");
  EXPECT_EQ(InNotation(*Opening("teeko"), "x"), "x");
}

TEST_F(MoveInputTest, TheNearestMovesAreThoseOfTheCellsAndThePieceNamed) {
  EXPECT_THAT(NearestMoves(*Opening("star"), "3 0 9 9", 5),
              ElementsAre("3,0:4,0", "3,0:4,-1"));
  EXPECT_THAT(NearestMoves(*Opening("teeko"), "x", 2), ElementsAre("1", "2"));
  // Whatever else is written, those that place a mark on 6 and 15 come first.
  EXPECT_THAT(NearestMoves(*Opening("teeko"), "6 to 15", 2),
              ElementsAre("6", "15"));
}

TEST_F(MoveInputTest, ThePieceMeantIsTheOneThatTheLineBeginsWith) {
  const auto star = Opening("star");
  auto piece = PieceMeant(*star, "3 0 9 9", false);
  ASSERT_TRUE(piece.has_value());
  EXPECT_EQ(piece->cell, "3,0");
  EXPECT_THAT(piece->moves, ElementsAre("3,0:4,-1", "3,0:4,0"));
  // A piece that cannot move is meant, too.
  piece = PieceMeant(*star, "0,0", true);
  ASSERT_TRUE(piece.has_value());
  EXPECT_THAT(piece->moves, IsEmpty());
  // Another's piece, no piece, no cell.
  EXPECT_FALSE(PieceMeant(*star, "13,0:12,0", false).has_value());
  EXPECT_FALSE(PieceMeant(*star, "8,0:8,1", false).has_value());
  EXPECT_FALSE(PieceMeant(*star, "x", false).has_value());
  EXPECT_FALSE(PieceMeant(*star, "", false).has_value());
  // The whole text names it.
  EXPECT_FALSE(PieceMeant(*star, "3,0:4", true).has_value());

  piece = PieceMeant(*Opening("chinese8"), "1199", false);
  ASSERT_TRUE(piece.has_value());
  EXPECT_EQ(piece->cell, "11");
  EXPECT_THAT(piece->moves, ElementsAre("1133"));
}

TEST_F(MoveInputTest, ANumberIsNotTheBeginningOfAnother) {
  const auto teeko = Position("teeko", "..../OX../XO../XXOO 1");
  const auto piece = PieceMeant(*teeko, "4-8", false);
  ASSERT_TRUE(piece.has_value());
  EXPECT_EQ(piece->cell, "4");
  EXPECT_FALSE(PieceMeant(*teeko, "44-8", false).has_value());
  // Where pieces are placed no piece is meant.
  EXPECT_FALSE(
      PieceMeant(*Position("teeko", "...X/..../..../O... 1"), "1", true)
          .has_value());
}

}  // namespace
}  // namespace boardwalk::session
