#include "frontends/console/game_text.h"

#include "frontends/session/wording.h"
#include "frontends/terminal/screen.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::console {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

using Lines = std::vector<std::string>;

Lines Numbered(int count, const std::string& begin = "row ") {
  Lines lines;
  for (int i = 1; i <= count; ++i) {
    lines.push_back(begin + std::to_string(i));
  }
  return lines;
}

void ExpectFits(const Lines& frame, const WindowSize& window) {
  EXPECT_LE(static_cast<int>(frame.size()), window.height - 1);
  for (const std::string& line : frame) {
    EXPECT_LE(terminal::ShownWidth(line), window.width) << line;
  }
}

// The frame of an opening, with everything that is shown with it.
Lines FrameOf(const std::string& game, const WindowSize& window,
              const Lines& notes = {}) {
  const Catalog catalog = AllGames().value();
  const auto made = catalog.MakeGame(game).value();
  std::vector<std::string> seats = {"human"};
  seats.resize(static_cast<size_t>(made->NumPlayers()), "mcts:time=1s");
  const session::Session session =
      session::Session::Create(*made->InitialState(), seats, 1).value();
  FrameContent content;
  content.title = session::TitleLine(*made);
  content.board = MarkMoves(session, 0, true, false).lines;
  const int side = SideWidth(content.board, window);
  content.seats = SeatLines(session, side > 0 ? side : window.width, side > 0);
  content.seats.insert(content.seats.begin(),
                       session::SeatDescription(session, 0, false));
  content.moves = Lines(static_cast<size_t>(made->NumPlayers() - 1),
                        "Player 2 (mcts:time=1s) plays 5,5:7,4");
  content.legend = LegendLines(session, false);
  content.notes = notes;
  return ArrangeFrame(content, window, {});
}

TEST(FrameTest, AStarOfSize4WithSixSeatsFits) {
  const Lines frame = FrameOf("star:players=6", {80, 24});
  ExpectFits(frame, {80, 24});
  std::string all;
  for (const std::string& line : frame) {
    for (const auto& glyph : terminal::Glyphs(line)) all += glyph.text;
    all += "\n";
  }
  EXPECT_THAT(all, AllOf(HasSubstr("\n  0: "), HasSubstr("\n 16: "),
                         HasSubstr("You are A (blue), from the top"),
                         HasSubstr("  F Player 6: mcts:time=1s\n"),
                         HasSubstr("[ ]         where a move ended"),
                         HasSubstr("row 0, columns -1 to 1")));
}

TEST(FrameTest, EveryGameFitsWithARefusal) {
  const Lines notes = {"Not a move: there is no piece on 3,0.",
                       "Nearest legal: 1,0:2,0  3,1:2,0  3,1:3,0  3,1:4,0   "
                       "('moves' lists all, 'help' the commands)"};
  for (const char* game :
       {"star:players=6", "chinese8", "onejump", "teeko",
        "star:size=3,players=6", "star:size=5", "star:size=6,players=3",
        "star:size=7,players=3", "star:size=20"}) {
    for (const WindowSize& window : {WindowSize{80, 24},
                                     {120, 40},
                                     {60, 24},
                                     {40, 30},
                                     {30, 14},
                                     {80, 14},
                                     {80, 12},
                                     {100, 30}}) {
      SCOPED_TRACE(game);
      ExpectFits(FrameOf(game, window), window);
      const Lines frame = FrameOf(game, window, notes);
      ExpectFits(frame, window);
      EXPECT_THAT(frame, Contains(HasSubstr("Not a move")));
    }
  }
}

TEST(FrameTest, ALargeBoardShowsWhatItCanAndSaysSo) {
  FrameContent content;
  content.title = "T";
  content.board = Numbered(30);
  content.marked = {18, 20};
  EXPECT_THAT(ArrangeFrame(content, {20, 8}, {}),
              ElementsAre("T", "row 18", "row 19", "row 20", "row 21", "row 22",
                          "Lines 18 to 22 of 30"));
  // From a line on, as far as there are lines.
  EXPECT_THAT(ArrangeFrame(content, {80, 8}, {2, 0})[1], HasSubstr("row 3"));
  EXPECT_THAT(ArrangeFrame(content, {80, 8}, {99, 0}),
              Contains(HasSubstr("Lines 26 to 30 of 30; 'board LINE' shows "
                                 "others, a larger window all")));
  // And from a column on.
  content.board = {"abcdefghijklmnopqrstuvwxyz"};
  EXPECT_THAT(ArrangeFrame(content, {10, 8}, {0, 4}),
              AllOf(Contains("efghijklmn"), Contains(HasSubstr("Lines"))));
  EXPECT_THAT(ArrangeFrame(content, {10, 8}, {0, 99}), Contains("qrstuvwxyz"));
}

TEST(FrameTest, WhatHasNoRoomIsLeftOutAndTheBoardLast) {
  FrameContent content;
  content.title = "T";
  content.board = Numbered(5);
  content.seats = {"seats"};
  content.moves = {"first", "second"};
  content.legend = {"legend"};
  const auto frame = [&](int height) {
    return ArrangeFrame(content, {12, height}, {});
  };
  EXPECT_THAT(frame(7),
              ElementsAre("T", "row 1", "row 2", "row 3", "row 4", "row 5"));
  EXPECT_THAT(frame(8), AllOf(Contains("second"), Not(Contains("first"))));
  EXPECT_THAT(frame(9), AllOf(Contains("first"), Not(Contains("seats"))));
  EXPECT_THAT(frame(10), AllOf(Contains("seats"), Not(Contains("legend"))));
  EXPECT_THAT(frame(11), AllOf(Contains("seats"), Contains("legend")));
  EXPECT_THAT(frame(6), AllOf(Contains("row 3"), Not(Contains("row 5"))));
}

TEST(FrameTest, ABoardThatIsCutAnywayLeavesRoomForTheMoves) {
  FrameContent content;
  content.title = "T";
  content.board = Numbered(30);
  content.seats = {"who", "seats"};
  content.moves = {"first", "second"};
  const Lines frame = ArrangeFrame(content, {12, 14}, {});
  EXPECT_THAT(frame, AllOf(Contains("who"), Not(Contains("seats")),
                           Contains("first"), Contains("second")));
  ExpectFits(frame, {12, 14});
}

TEST(FrameTest, TheRestStandsBesideTheBoardWhereThereIsRoom) {
  FrameContent content;
  content.title = "T";
  content.board = {"ab", "c"};
  content.seats = {"seat"};
  content.legend = {"\033[1mlegend\033[0m"};
  EXPECT_THAT(ArrangeFrame(content, {40, 24}, {}),
              ElementsAre("T", "ab   seat", "c", "     \033[1mlegend\033[0m"));
  EXPECT_EQ(SideWidth(content.board, {40, 24}), 35);
  // More than fits is left out at the end, the blank lines before that.
  content.legend = Numbered(8);
  EXPECT_EQ(ArrangeFrame(content, {40, 11}, {}).back(), "     row 8");
  content.legend = Numbered(99);
  EXPECT_EQ(ArrangeFrame(content, {40, 11}, {}).back(), "     row 8");
  EXPECT_EQ(SideWidth(content.board, {30, 24}), 0);
}

// What says that the board is cut is wider than the board.
TEST(FrameTest, ABoardThatIsTooHighHasTheRestBesideIt) {
  FrameContent content;
  content.title = "T";
  content.board = Numbered(30);
  content.seats = {"You are A."};
  const Lines frame = ArrangeFrame(content, {60, 10}, {});
  ExpectFits(frame, {60, 10});
  EXPECT_EQ(frame[1], "row 1   You are A.");
  EXPECT_EQ(frame.back(), "Lines 1 to 7 of 30; 'board LINE' shows others");
}

TEST(FrameTest, LinesBreakAtWords) {
  FrameContent content;
  content.notes = {"one two three\nfour"};
  EXPECT_THAT(ArrangeFrame(content, {8, 24}, {}),
              AllOf(Contains("one two"), Contains("three"), Contains("four")));
}

TEST(FrameTest, TheOwnSeatIsDescribedWholeAboveALargeBoard) {
  FrameContent content;
  content.seats = {"You are A, from the top triangle to the bottom triangle.",
                   "Player 1: human", "Player 2: random"};
  content.board.assign(40, std::string(60, '.'));
  EXPECT_THAT(ArrangeFrame(content, {40, 24}, {}),
              AllOf(Contains("You are A, from the top triangle to the"),
                    Contains("bottom triangle.")));
}

}  // namespace
}  // namespace boardwalk::console
