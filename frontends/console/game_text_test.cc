// What is shown of a game and of a player that thinks.

#include <sstream>
#include <tuple>

#include "ai/bind.h"
#include "framework/game_adapter.h"
#include "frontends/console/console_testing.h"
#include "frontends/console/game_text.h"
#include "frontends/console/thinking_lines.h"
#include "frontends/session/session_testing.h"
#include "frontends/session/wording.h"
#include "frontends/terminal/screen.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"
#include "gtest/gtest.h"

namespace boardwalk::console {
namespace {

using Lines = std::vector<std::string>;

constexpr auto kBlock = ThinkingDisplay::Detail::kBlock;

AnyMove Cell(uint8_t cell) { return EraseMove(tictactoe::State::Move{cell}); }

class ThinkingTest : public ::testing::Test {
 protected:
  ThinkingTest() {
    decision_.move = Cell(4);
    decision_.value = 0.25;
    decision_.line = {Cell(4), Cell(0)};
    decision_.depth = 7;
    decision_.selective_depth = 11;
    decision_.nodes = 3'000'000;
    decision_.seconds = 2;
    decision_.memory_use = 0.456;
    decision_.ranking = {{Cell(4), 0.25, {Cell(4), Cell(0)}, 12'345},
                         {Cell(8), -0.0001, {Cell(8), Cell(4)}, 678},
                         {Cell(2), {}, {Cell(2)}, {}}};
  }

  const std::shared_ptr<const AnyGame> game_ =
      ai::BindGame<tictactoe::Rules>({})
          .make(Parameters::Parse("tictactoe", {}, {}).value(), {})
          .value();
  const std::unique_ptr<AnyState> state_ = game_->InitialState();
  Decision decision_;
};

TEST_F(ThinkingTest, RankingIsInColumns) {
  EXPECT_EQ(RankingLines(*state_, decision_.ranking, 9, 80),
            (Lines{"b2  +0.250  12.3k  a1", "c3  +0.000    678  b2", "c1"}));
  EXPECT_EQ(RankingLines(*state_, decision_.ranking, 1, 80),
            (Lines{"b2  +0.250  12.3k  a1", "(2 more)"}));
  EXPECT_EQ(RankingLines(*state_, decision_.ranking, 3, 11),
            (Lines{"b2  +0.250", "c3  +0.000", "c1"}));
}

TEST_F(ThinkingTest, ColumnsWithoutContentAreLeftOut) {
  const std::vector<RankedMove> bare = {{Cell(4)}, {Cell(8)}};
  EXPECT_EQ(RankingLines(*state_, bare, 9, 80), (Lines{"b2", "c3"}));
  EXPECT_EQ(RankingLines(*state_, {}, 9, 80), Lines{});
}

TEST_F(ThinkingTest, LinesTellAllThatIsKnown) {
  decision_.ranking.resize(1);
  EXPECT_EQ(ThinkingLines(*state_, decision_, 80),
            (Lines{"value +0.25, depth 7/11, 3.0M nodes, 2.0 s, 1.5M/s, table "
                   "46 % full",
                   "b2 a1", "b2  +0.250  12.3k  a1"}));
}

TEST_F(ThinkingTest, OneIsNotSeveral) {
  decision_.nodes = 1;
  EXPECT_NE(session::Opinion(decision_).find(", 1 node, "), std::string::npos);
}

TEST_F(ThinkingTest, LinesAreNoLongerThanTheScreen) {
  EXPECT_EQ(ThinkingLines(*state_, decision_, 40),
            (Lines{"value +0.25, depth 7/11, 3.0M nodes, 2.0",
                   "s, 1.5M/s, table 46 % full", "b2 a1",
                   "b2  +0.250  12.3k  a1", "c3  +0.000    678  b2", "c1"}));
  for (const std::string& line : ThinkingLines(*state_, decision_, 4)) {
    EXPECT_LE(line.size(), 4u);
  }
}

TEST_F(ThinkingTest, AnObserverShowsTheBlock) {
  std::ostringstream out;
  terminal::Screen screen(out, {.cursor = true});
  {
    ThinkingDisplay block("me", *state_, screen, kBlock,
                          std::chrono::milliseconds(0));
    block.observer()(decision_);
    EXPECT_NE(out.str().find("\n" + ThinkingLines(*state_, decision_, 79)[1]),
              std::string::npos);
  }
  const std::string text = out.str();
  EXPECT_EQ(text.substr(text.size() - 4), "\r\033[J");
}

TEST_F(ThinkingTest, ALineNamesTheMoveAndTheOpinion) {
  std::ostringstream out;
  terminal::Screen screen(out, {.cursor = true});
  ThinkingDisplay line("me", *state_, screen, ThinkingDisplay::Detail::kLine,
                       std::chrono::milliseconds(0));
  EXPECT_NE(out.str().find("me thinks ...   (Ctrl-C"), std::string::npos);
  line.observer()(decision_);
  EXPECT_NE(out.str().find("me thinks: b2   value +0.25, depth 7/11"),
            std::string::npos);
}

TEST_F(ThinkingTest, NothingIsShownTwiceWithinTheInterval) {
  std::ostringstream out;
  terminal::Screen screen(out, {.cursor = true});
  ThinkingDisplay block("me", *state_, screen, kBlock, std::chrono::hours(1));
  const std::string before = out.str();
  block.observer()(decision_);
  EXPECT_EQ(out.str(), before);
}

TEST_F(ThinkingTest, NothingIsWrittenWithoutATerminal) {
  std::ostringstream out;
  terminal::Screen screen(out, {});
  {
    ThinkingDisplay block("me", *state_, screen, kBlock,
                          std::chrono::milliseconds(0));
    EXPECT_EQ(block.observer(), nullptr);
  }
  EXPECT_EQ(out.str(), "");
}

TEST(ViewTest, TheSeatsStayWithinTheScreen) {
  const std::vector<std::string> seats = {"human", "witness", "human"};
  const std::string line =
      "Player 1: human   Player 2: witness   Player 3: human";
  EXPECT_EQ(SeatsLine(seats), line);
  EXPECT_EQ(SeatsText(seats, static_cast<int>(line.size())), line);
  EXPECT_EQ(SeatsText(seats, static_cast<int>(line.size()) - 1),
            "Player 1: human    Player 2: witness\nPlayer 3: human");
  EXPECT_EQ(SeatsText(seats, 1),
            "Player 1: human\nPlayer 2: witness\nPlayer 3: human");
}

session::Session People(const std::string& game,
                        const std::vector<std::string>& moves = {}) {
  return session::GameOfPeople(AllGames().value(), game, moves);
}

TEST(ViewTest, EachSeatIsDescribedAsItIsSeen) {
  const auto who = [](const std::string& game, int seat, bool flip) {
    return session::SeatDescription(People(game), seat, flip);
  };
  EXPECT_EQ(who("chinese8", 0, false),
            "Player 1, you are # (blue), from the top left corner to the "
            "bottom right.");
  EXPECT_EQ(
      who("chinese8", 1, false),
      "Player 2, you are O (red), from the bottom right corner to the top "
      "left.");
  EXPECT_EQ(who("chinese8", 1, true),
            "Player 2, you are O (red), from the top left corner to the "
            "bottom right.");
  EXPECT_EQ(who("onejump", 0, false),
            "Player 1, you are b (black), from the bottom to the "
            "top.");
  EXPECT_EQ(who("onejump", 1, false),
            "Player 2, you are w (white), from the top to the bottom.");
  EXPECT_EQ(who("teeko", 1, false), "Player 2, you are X (red), the crosses.");
  EXPECT_EQ(
      who("star:players=3", 1, false),
      "Player 2, you are B (yellow), from the lower right triangle to the "
      "upper left triangle.");
  EXPECT_EQ(
      who("star:players=3", 1, true),
      "Player 2, you are B (yellow), from the upper left triangle to the lower "
      "right triangle.");
}

TEST(ViewTest, TheBoardIsTurnedForThoseAtTheOtherEnd) {
  const auto opposite = [](const std::string& game) {
    const auto made = AllGames().value().MakeGame(game).value();
    std::string seats;
    for (int seat = 0; seat < made->NumPlayers(); ++seat) {
      seats += session::SitsOpposite(*made, seat) ? 'x' : '.';
    }
    return seats;
  };
  EXPECT_EQ(opposite("chinese8"), ".x");
  EXPECT_EQ(opposite("onejump"), ".x");
  EXPECT_EQ(opposite("star:players=6"), "..xxx.");
  EXPECT_EQ(opposite("teeko"), "..");  // no pieces yet
}

TEST(ViewTest, AllMovesOfASeriesAreMarked) {
  const session::Session session =
      People("star:players=3", {"2,0:4,-1", "10,4:10,3", "10,-4:10,-3"});
  const auto board = [&](int since) {
    const MarkedBoard marked = MarkMoves(session, since, true, false);
    std::string text;
    for (const std::string& line : marked.lines) {
      for (const auto& glyph : terminal::Glyphs(line)) text += glyph.text;
      text += '\n';
    }
    const LineRange none = {-1, -1};
    const LineRange lines = marked.marked.value_or(none);
    return std::make_tuple(text, lines.first, lines.last);
  };
  const auto [all, first, last] = board(0);
  for (const char* mark : {"[A]", "[B]", "[C]"}) {
    EXPECT_NE(all.find(mark), std::string::npos) << mark << "\n" << all;
  }
  EXPECT_EQ(first, 2);
  EXPECT_EQ(last, 10);
  const auto [two, first_of_two, last_of_two] = board(1);
  EXPECT_EQ(two.find("[A]"), std::string::npos);
  EXPECT_NE(two.find("[B]"), std::string::npos);
  EXPECT_EQ(first_of_two, 10);
  const auto [none, no_first, no_last] = board(3);
  EXPECT_EQ(none.find('['), std::string::npos);
  EXPECT_EQ(no_first, -1);
  EXPECT_EQ(no_last, -1);
}

TEST(ViewTest, MovesAreCountedAsPeopleDo) {
  EXPECT_EQ(session::MoveNumber(0, 2), 1);
  EXPECT_EQ(session::MoveNumber(1, 2), 1);
  EXPECT_EQ(session::MoveNumber(2, 2), 2);
  EXPECT_EQ(session::MoveNumber(11, 6), 2);
  EXPECT_EQ(HistoryLines(People("teeko")), Lines{});
  EXPECT_EQ(HistoryLines(People("teeko", {"1", "16", "4"})),
            (Lines{"1. 1  16", "2. 4"}));
}

TEST(ViewTest, AMoveIsToldInTheRoomThatThereIs) {
  session::Session session = People("teeko");
  Decision decision;
  decision.move = session.state().ParseMove("16").value();
  decision.value = 0.5;
  decision.depth = 3;
  decision.seconds = 1;
  ASSERT_TRUE(session.Play(decision).ok());
  EXPECT_EQ(FittingMoveLine(session, 0, true, 80),
            "Player 1 (human) plays 16   value +0.50, depth 3, 1.0 s");
  EXPECT_EQ(FittingMoveLine(session, 0, true, 40), "Player 1: 16  value +0.50");
  EXPECT_EQ(FittingMoveLine(session, 0, true, 20), "Player 1: 16");
}

TEST(ViewTest, AComputerSaysInWordsWhatItThinks) {
  const Catalog games = AllGames().value();
  // What seat 2 says of such a value, to these players.
  const auto said = [&](double value, const std::vector<std::string>& seats) {
    const auto game =
        games.MakeGame(seats.size() == 2 ? "teeko" : "star:players=3");
    session::Session session =
        session::Session::Create(*(*game)->InitialState(), seats, 0).value();
    for (int ply = 0; ply < 2; ++ply) {
      Decision decision;
      decision.move = session.state().LegalMoves().front();
      decision.value = value;
      EXPECT_TRUE(session.Play(decision).ok());
    }
    EXPECT_EQ(session::OpinionInWords(session, 0).empty(), seats[0] == "human");
    return session::OpinionInWords(session, 1);
  };
  const std::vector<std::string> human = {"human", "random"};
  EXPECT_EQ(said(0.09, human), "I think that it is even.");
  EXPECT_EQ(said(-0.09, human), "I think that it is even.");
  EXPECT_EQ(said(0.1, human), "I think that I am slightly ahead.");
  EXPECT_EQ(said(-0.29, human), "I think that you are slightly ahead.");
  EXPECT_EQ(said(0.3, human), "I think that I am ahead.");
  EXPECT_EQ(said(-0.6, human), "I think that you are close to winning.");
  EXPECT_EQ(said(0.999, human), "I think that I am close to winning.");
  EXPECT_EQ(said(1, human), "I win, whatever comes.");
  EXPECT_EQ(said(-1, human), "I lose, if nobody makes a mistake.");
  EXPECT_EQ(said(-0.4, {"random", "random"}),
            "I think that Player 1 is ahead.");
  EXPECT_EQ(said(-0.4, {"human", "random", "human"}),
            "I think that I am behind.");
  EXPECT_EQ(said(0.4, {"human", "random", "human"}),
            "I think that I am ahead.");
}

TEST(ViewTest, ClocksAreReadAtAGlance) {
  using std::chrono::milliseconds;
  using std::chrono::seconds;
  EXPECT_EQ(session::TimeText(seconds(3723)), "1:02:03");
  EXPECT_EQ(session::TimeText(seconds(62)), "1:02");
  EXPECT_EQ(session::TimeText(milliseconds(19'940)), "19.9 s");
  EXPECT_EQ(session::TimeText(seconds(-5)), "0.0 s");
}

}  // namespace
}  // namespace boardwalk::console
