// Stepping through games, on a script.

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "frontends/console/console.h"
#include "frontends/console/console_testing.h"
#include "frontends/session/session_testing.h"
#include "gmock/gmock.h"

namespace boardwalk::console {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Catalog& SwingCatalog() {
  static const Catalog catalog =
      Catalog::Create({session::SwingPlugin()}).value();
  return catalog;
}

// Right, right, left and a win, after an opening that went right.
ReplayedGame WonGame() {
  ReplayedGame game = {.title = "game 7 of test", .opening = {"right"}};
  GameRecord& record = game.record;
  record.game = "swing";
  record.start = "1 2 on";
  record.players = {"witness", "sick"};
  record.moves = {{.text = "right", .value = 0.25, .depth = 3, .seconds = 1.5},
                  {.text = "right", .seconds = 0.012},
                  {.text = "left"},
                  {.text = "resig"}};
  record.termination = Termination::kRules;
  record.returns[0] = 1;
  record.returns[1] = -1;
  record.final = "2 1 won";
  auto history = ReplayRecord(SwingCatalog(), record);
  EXPECT_TRUE(history.ok()) << history.status();
  if (history.ok()) game.history = *std::move(history);
  return game;
}

Played Replayed(const ReplayedGame& game, std::vector<std::string> lines,
                int ply = 0, const terminal::TerminalTraits& traits = {}) {
  const terminal::Interrupts interrupts;
  std::ostringstream out, err;
  terminal::Screen screen(out, traits);
  ScriptReader reader(std::move(lines), out);
  terminal::Dialog dialog(reader, screen, err);
  const int status = RunReplay(game, ply, traits.input, dialog);
  return {status, out.str(), err.str()};
}

TEST(ReplayConsoleTest, EnterGoesOnAndBackGoesBack) {
  const Played played = Replayed(WonGame(), {"", "next", "back", "quit"});
  EXPECT_EQ(played.status, 0);
  EXPECT_EQ(played.out,
            "game 7 of test\n"
            "Swing on a ring  [swing]\n"
            "Player 1: witness   Player 2: sick\n"
            "Opening: right\n"
            "\n"
            "token at 1 path \n"
            "move 0 of 4 > \n"
            "\n"
            "1. Player 2 (sick) plays right   value +0.25, depth 3, 1.5 s\n"
            "token at 2 path 1>2\n"
            "move 1 of 4 > next\n"
            "\n"
            "2. Player 1 (witness) plays right   12 ms\n"
            "token at 3 path 2>3\n"
            "move 2 of 4 > back\n"
            "\n"
            "1. Player 2 (sick) plays right   value +0.25, depth 3, 1.5 s\n"
            "token at 2 path 1>2\n"
            "move 1 of 4 > quit\n");
}

TEST(ReplayConsoleTest, FirstLastAndGo) {
  const Played played = Replayed(WonGame(), {"last", "first", "go 3", "go",
                                             "go 5", "go -1", "go x", "quit"});
  EXPECT_THAT(played.out,
              HasSubstr("> last\n"
                        "\n"
                        "4. Player 1 (witness) plays resig\n"
                        "token at 2 path 2>2\n"
                        "\n"
                        "Game over after 4 turns: Player 1 wins.\n"
                        "  Player 1  witness  won\n"
                        "  Player 2  sick     lost\n"
                        "move 4 of 4 > first\n"
                        "\n"
                        "token at 1 path \n"
                        "move 0 of 4 > go 3\n"
                        "\n"
                        "3. Player 2 (sick) plays left\n"
                        "token at 2 path 3>2\n"
                        "move 3 of 4 > go\n"
                        "'go' needs a number of moves from 0 to 4.\n"
                        "move 3 of 4 > go 5\n"
                        "'go' needs a number of moves from 0 to 4, not '5'.\n"
                        "move 3 of 4 > go -1\n"
                        "'go' needs a number of moves from 0 to 4, not '-1'.\n"
                        "move 3 of 4 > go x\n"));
}

TEST(ReplayConsoleTest, NothingIsBeyondTheEnds) {
  const Played played = Replayed(WonGame(), {"back", "last", "", "next"});
  EXPECT_THAT(played.out, HasSubstr("> back\n"
                                    "This is the beginning of the game.\n"
                                    "move 0 of 4 > last\n"));
  EXPECT_THAT(played.out, HasSubstr("move 4 of 4 > \n"
                                    "This is the end of the game.\n"
                                    "move 4 of 4 > next\n"
                                    "This is the end of the game.\n"
                                    "move 4 of 4 > "));
}

TEST(ReplayConsoleTest, BeginsWhereItIsTold) {
  const Played played = Replayed(WonGame(), {"quit"}, 2);
  EXPECT_THAT(played.out, AllOf(HasSubstr("token at 3 path 2>3\n"
                                          "move 2 of 4 > quit\n"),
                                Not(HasSubstr("token at 1"))));
}

TEST(ReplayConsoleTest, FlipMovesAndHelp) {
  const Played played = Replayed(WonGame(), {"flip", "moves", "h", "quit"});
  EXPECT_THAT(played.out, HasSubstr("token at 1 flipped path \n"));
  EXPECT_THAT(played.out, HasSubstr("1. right  2. right  3. left   4. resig"));
  EXPECT_THAT(played.out, HasSubstr("  go N   the position after N moves\n"));
}

TEST(ReplayConsoleTest, WordsMayBeShortAndWrongOnesAreExplained) {
  const Played played =
      Replayed(WonGame(), {"n", "f", "bakc", "next 3", "QUIT"});
  EXPECT_EQ(played.status, 0);
  EXPECT_THAT(played.out, HasSubstr("token at 2 path 1>2"));
  EXPECT_THAT(played.out, HasSubstr("'f' could be first or flip"));
  EXPECT_THAT(played.out, HasSubstr("did you mean 'back'?"));
  EXPECT_THAT(played.out,
              HasSubstr("'next' takes no argument; '3' is too much"));
  EXPECT_THAT(played.out, EndsWith("> QUIT\n"));
}

TEST(ReplayConsoleTest, EndOfInputEndsPolitely) {
  const Played played = Replayed(WonGame(), {"next"});
  EXPECT_EQ(played.status, 0);
  EXPECT_EQ(played.err, "");
  EXPECT_THAT(played.out, EndsWith("token at 2 path 1>2\nmove 1 of 4 > "));
}

TEST(ReplayConsoleTest, WithoutAnyInputTheWholeGameIsShown) {
  const Played played = Replayed(WonGame(), {});
  EXPECT_EQ(played.status, 0);
  const std::vector<std::string> boards =
      absl::StrSplit(played.out, "token at ");
  EXPECT_EQ(boards.size(), 6u) << played.out;
  EXPECT_THAT(played.out, HasSubstr("4. Player 1 (witness) plays resig"));
  EXPECT_THAT(played.out, EndsWith("  Player 2  sick     lost\n"));
}

TEST(ReplayConsoleTest, ADirectlyEndedKeyboardShowsNoMore) {
  const Played played = Replayed(
      WonGame(), {}, 0, {.input = true, .output = true, .cursor = false});
  EXPECT_EQ(played.status, 0);
  EXPECT_THAT(played.out, Not(HasSubstr("resig")));
}

TEST(ReplayConsoleTest, ScreenIsDrawnInPlace) {
  const Played played =
      Replayed(WonGame(), {"last", "quit"}, 0,
               {.input = true, .output = true, .cursor = true, .color = true});
  const std::vector<std::string> frames =
      absl::StrSplit(played.out, "\033[H\033[J");
  ASSERT_EQ(frames.size(), 3u) << played.out;
  EXPECT_THAT(frames[1],
              AllOf(StartsWith("\033[1mSwing on a ring  [swing]  game 7 of "
                               "test\033[0m\n"),
                    HasSubstr("Opening: right"), HasSubstr("\033[31mtoken")));
  EXPECT_THAT(frames[2], AllOf(HasSubstr("3. Player 2 (sick) plays left\n"
                                         "4. Player 1 (witness) plays resig\n"),
                               HasSubstr("Game over after 4 turns")));
}

TEST(ReplayConsoleTest, UnfinishedGameSaysSo) {
  ReplayedGame game = WonGame();
  game.opening.clear();
  game.record.moves.resize(1);
  game.record.termination = Termination::kUnfinished;
  game.record.returns = {};
  game.record.final = "2 1 on";
  game.history = ReplayRecord(SwingCatalog(), game.record).value();
  const Played played = Replayed(game, {"last"});
  EXPECT_THAT(played.out, HasSubstr("\nThe game was not finished.\n"));
  EXPECT_THAT(played.out, Not(HasSubstr("Opening")));
}

TEST(ReplayConsoleTest, ForfeitSaysWhoAndWhy) {
  ReplayedGame game = WonGame();
  game.record.moves.resize(2);
  game.record.termination = Termination::kFailure;
  game.record.loser = 1;
  game.record.detail = "it has a cold";
  game.record.final = "3 2 on";
  game.history = ReplayRecord(SwingCatalog(), game.record).value();
  EXPECT_THAT(Replayed(game, {"last"}).out,
              HasSubstr("Game over after 2 turns: Player 1 wins (Player 2 "
                        "forfeited: it has a cold).\n"));
}

}  // namespace
}  // namespace boardwalk::console
