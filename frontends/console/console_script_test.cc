// Whole games on scripts, as when the input is piped.

#include <chrono>
#include <cstdlib>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "ai/bind.h"
#include "framework/file.h"
#include "framework/game_adapter.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/console/console_testing.h"
#include "frontends/session/session_testing.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "tests/all_games.h"

namespace boardwalk::console {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const PlayOptions kAgainstWitness = {.game = "swing"};
const PlayOptions kTwoPeople = {.game = "swing", .seats = {{1, "human"}}};

class ScriptTest : public ::testing::Test {
 protected:
  Played Run(const PlayOptions& options, std::vector<std::string> lines) const {
    return PlayScript(catalog_, options, std::move(lines));
  }
  // A file that does not exist yet, with blanks in its name.
  std::string FreshFile(const std::string& name) const {
    return folder_.File("boardwalk console " + name);
  }

  const Catalog catalog_ =
      Catalog::Create({session::SwingPlugin(), tictactoe::Plugin()}).value();
  const TemporaryFolder folder_;
};

// The games of the program, and tic-tac-toe.
class GamesTest : public ::testing::Test {
 protected:
  Played Run(const PlayOptions& options, std::vector<std::string> lines) const {
    return PlayScript(catalog_, options, std::move(lines));
  }

 private:
  static Catalog Games() {
    std::vector<GamePlugin> games = BuiltInGames();
    games.push_back(tictactoe::Plugin());
    return Catalog::Create(std::move(games)).value();
  }
  const Catalog catalog_ = Games();
};

TEST_F(ScriptTest, ShowsTheBoardTheTurnAndWhatTheComputerPlayed) {
  const Played played = Run(kAgainstWitness, {"left", "quit"});
  EXPECT_EQ(played.status, 0);
  EXPECT_EQ(played.err, "");
  EXPECT_EQ(played.out,
            "Swing on a ring  [swing]\n"
            "Player 1: human   Player 2: witness\n"
            "You are Player 1.\n"
            "'help' lists what to type.\n"
            "\ntoken at 0 path \n"
            "Player 1 to move, move 1 > left\n"
            "Player 2 (witness) plays right   I think that I am slightly "
            "ahead.\n"
            "\ntoken at 0 path 3>0\n"
            "Player 1 to move, move 2 > quit\n");
}

TEST_F(ScriptTest, PlaysToTheEndAndSaysTheResult) {
  const Played played = Run(kTwoPeople, {"left", "resig", ""});
  EXPECT_EQ(played.status, 0);
  EXPECT_THAT(played.out, HasSubstr("Game over after 2 turns: Player 2 wins.\n"
                                    "  Player 1  human  lost\n"
                                    "  Player 2  human  won\n"));
  // After the game, input may end.
  EXPECT_EQ(Run(kTwoPeople, {"left", "resig"}).status, 0);
}

TEST_F(ScriptTest, EndsPolitelyWithTheInput) {
  for (const PlayOptions& options : {kAgainstWitness, PlayOptions{}}) {
    const Played played = Run(options, {});
    EXPECT_EQ(played.status, 1);
    EXPECT_THAT(played.err, HasSubstr("The input ended before"));
  }
}

TEST_F(ScriptTest, RefusesUnusableNamesWithStatus2) {
  const std::vector<std::pair<PlayOptions, std::string>> cases = {
      {{.game = "swong"}, "no game 'swong'"},
      {{.game = "swing:players=9"}, "from 2 to 3"},
      {{.game = "swing", .seats = {{1, "witnes"}}}, "did you mean 'witness'"},
      {{.game = "swing", .seats = {{2, "human"}}}, "seat 3"},
  };
  for (const auto& [options, message] : cases) {
    const Played played = Run(options, {"quit"});
    EXPECT_EQ(played.status, 2);
    EXPECT_EQ(played.out, "");
    EXPECT_THAT(played.err, HasSubstr(message));
  }
}

TEST_F(ScriptTest, AWrongMoveIsExplainedAndTheNearestNamed) {
  const Played played = Run(kAgainstWitness, {"lefft", "quit"});
  EXPECT_THAT(played.out,
              HasSubstr("Not a move: a swing goes left or right, not 'lefft'.\n"
                        "Nearest legal: left  "));
  EXPECT_THAT(Run(kAgainstWitness, {"hlep"}).out,
              HasSubstr("'hlep' is no command; did you mean 'help'?\n"));
  EXPECT_THAT(Run(kAgainstWitness, {"re"}).out,
              HasSubstr("'re' could be redo, resign or restart.\n"));
}

TEST_F(ScriptTest, RubbishIsRefusedAndNotShownAgain) {
  const Played played = Run(
      kAgainstWitness, {std::string("\033[2Jx"), std::string(3000, 'x'), ""});
  EXPECT_EQ(played.status, 1);
  EXPECT_THAT(played.out,
              AllOf(HasSubstr("control characters"), HasSubstr("too long")));
  EXPECT_THAT(played.out, Not(HasSubstr("Not a move")));
}

TEST_F(ScriptTest, HelpAndMoves) {
  const Played played =
      Run(kAgainstWitness, {"help", "help rules", "moves", "moves RI", "m x"});
  EXPECT_THAT(played.out,
              AllOf(HasSubstr("Type a move, such as left, or a command:\n"),
                    HasSubstr("Move the token left or right, or win.\n"),
                    HasSubstr("3 legal moves; a number plays one:\n"
                              "1 left   2 resig  3 right\n"),
                    HasSubstr("1 legal move beginning with 'RI'; a number "
                              "plays one:\n1 right\n"),
                    HasSubstr("0 legal moves beginning with 'x'.\n")));
}

TEST_F(ScriptTest, ANumberPlaysAMoveThatWasListed) {
  Played played = Run(kAgainstWitness, {"moves", "4", "0", "3", "3", "#1"});
  EXPECT_THAT(
      played.out,
      AllOf(
          HasSubstr("> 4\nThe moves that are listed have the numbers 1 to 3."),
          HasSubstr("> 0\nThe moves that are listed have the numbers 1 to 3."),
          HasSubstr("> 3\nPlayer 2 (witness) plays right"),
          // Of another position.
          HasSubstr("> 3\nNot a move: "),
          HasSubstr("> #1\nNo moves are listed; ")));
  played = Run(kTwoPeople, {"moves ri", "#1", "history"});
  EXPECT_THAT(played.out, HasSubstr("> history\n1. right\n"));
}

TEST_F(GamesTest, WhereNumbersAreMovesTheMoveWins) {
  const Played played = Run({.game = "teeko", .seats = {{1, "human"}}},
                            {"moves", "3", "moves", "#2", "history"});
  EXPECT_THAT(
      played.out,
      AllOf(HasSubstr("16 legal moves; here numbers are moves; #2 plays 10:\n"),
            HasSubstr("> history\n1. 3  10\n")));
}

TEST_F(GamesTest, MovesAreUnderstoodAsPeopleTypeThem) {
  const Played played = Run({.game = "star", .seats = {{1, "human"}}},
                            {"2 0 4 -1", "14,0-12,1", "3,0 9 9", "moves 3,0",
                             "#1", "Pass", "history"});
  EXPECT_THAT(
      played.out,
      AllOf(HasSubstr("> 3,0 9 9\nNot a move: 9,9 is off the board"),
            HasSubstr("Nearest legal of 3,0: 3,0:2,0  3,0:4,0  3,0:5,-1   "
                      "('moves 3,0' lists all, 'help' the commands)\n"),
            HasSubstr("3 legal moves of 3,0; a number plays one:\n"
                      "1 3,0:2,0   2 3,0:4,0   3 3,0:5,-1\n"),
            HasSubstr("> Pass\nNot a move: "),
            HasSubstr("> history\n1. 2,0:4,-1  14,0:12,1\n2. 3,0:2,0\n")));
}

TEST(AllGamesTest, TheRuleThatForbidsAMoveIsTold) {
  const Played played =
      PlayScript(AllGamesAndPlugins().value(),
                 {.game = "draughts", .seats = {{1, "human"}}},
                 {"11-15", "22-18", "9-13"});
  EXPECT_THAT(played.out,
              HasSubstr("> 9-13\nNot a move: a capture must be made, to its "
                        "end.\n"));
}

TEST_F(GamesTest, ACommandIsNoMoveAndAMoveNoCommand) {
  // "b 2" is a move of the game and the beginning of a command.
  const Played played =
      Run({.game = "tictactoe", .seats = {{1, "human"}}}, {"B 2", "board", ""});
  EXPECT_THAT(played.out, HasSubstr("[X]"));
  const size_t board = played.out.find("> board\n\n");
  ASSERT_NE(board, std::string::npos);
  // And once more for the empty line.
  EXPECT_THAT(played.out.substr(board), HasSubstr("move 1 > \n\n"));
}

TEST_F(GamesTest, DescribesTheSeatsAndTheMarks) {
  EXPECT_THAT(
      Run({.game = "chinese8"}, {}).out,
      HasSubstr(
          "You are # (blue), from the top left corner to the bottom right.\n"
          "On the board . = an empty cell; [ ] = where a move ended; * = "
          "where it began; + = where it jumped through.\nFill the opposite "
          "corner; at least one piece in it must be yours. 'help' lists what "
          "to type.\n\n"
          "  1 2 3"));
  const std::string two =
      Run({.game = "onejump", .seats = {{1, "human"}}}, {"a6b5"}).out;
  EXPECT_THAT(
      two,
      AllOf(HasSubstr("\nPlayer 1, you are b (black), from the bottom to the "
                      "top.\nPlayer 2, you are w (white), from the bottom to "
                      "the top. The board is turned to you.\n"),
            // White looks from the other end.
            HasSubstr("> a6b5\n\n     H   G   F   E   D   C   B   A\n"),
            HasSubstr("\n 5 | . | . | . | . | . | . |[b]| . |\n")));
}

TEST_F(GamesTest, AllMovesSinceOnesOwnAreMarked) {
  const std::string out =
      Run({.game = "star:players=3", .seats = {{1, "human"}, {2, "human"}}},
          {"2 0 4 -1", "10 4 10 3", "10 -4 10 -3"})
          .out;
  const std::string board = out.substr(out.rfind("  0:"));
  EXPECT_THAT(board,
              AllOf(HasSubstr("[B]"), HasSubstr("[C]"), Not(HasSubstr("[A]"))));
}

TEST_F(GamesTest, TheNearestMovesAreNamedOnce) {
  const std::string out = Run({.game = "tictactoe"}, {"zz"}).out;
  EXPECT_THAT(out, AllOf(HasSubstr("Not a move: 'zz' is no legal move here.\n"
                                   "Nearest legal: a1  a2  a3  b1  b2   ("),
                         HasSubstr("\nYou are X (blue).\n")));
}

TEST_F(GamesTest, HelpKnowsTheBoardAndItsTopics) {
  EXPECT_THAT(
      Run({.game = "chinese8"}, {"help board", "help cats"}).out,
      AllOf(HasSubstr("On the board:\n  .    an empty cell\n"
                      "  [ ]  where a move ended\n"),
            HasSubstr("There is no help on 'cats'; it knows 'rules' and "
                      "'board'.\n")));
}

TEST_F(ScriptTest, AHintNamesAMoveAndPlaysNothing) {
  const Played played = Run(kAgainstWitness, {"left", "hint"});
  EXPECT_THAT(played.out, HasSubstr("> hint\nHint: right   value +0.25, 0.5 s\n"
                                    "Player 1 to move, move 2 > "));
}

TEST_F(ScriptTest, FiguresComeWhereTheyAreAskedFor) {
  const std::string figures = "plays right   value +0.25, 0.5 s\n";
  EXPECT_THAT(
      Run(kAgainstWitness, {"left", "details", "left", "quit"}).out,
      AllOf(HasSubstr("plays right   I think that I am slightly ahead.\n"),
            HasSubstr("> details\nThe computer's moves come with figures.\n"),
            HasSubstr(figures)));
  PlayOptions options = kAgainstWitness;
  options.details = true;
  EXPECT_THAT(Run(options, {"left", "quit"}).out, HasSubstr(figures));
}

TEST_F(ScriptTest, RulesAreACommand) {
  for (const char* const command : {"rules", "help rules", "rul"}) {
    EXPECT_THAT(Run({.game = "tictactoe"}, {command}).out,
                HasSubstr("> " + std::string(command) + "\nMark a square"));
  }
}

TEST_F(ScriptTest, UndoAndRedo) {
  const Played played = Run(kAgainstWitness, {"undo", "redo", "left", "undo",
                                              "redo", "undo", "right", "redo"});
  EXPECT_THAT(
      played.out,
      AllOf(HasSubstr("> undo\nThere is no move of yours to take back.\n"),
            HasSubstr("> redo\nNothing was undone.\n"),
            HasSubstr("move 2 > undo\nBack to move 1.\n\ntoken at 0 path \n"),
            HasSubstr("move 1 > redo\nForward to move 2.\n\n"
                      "token at 0 path 3>0\n"),
            HasSubstr("token at 2 path 1>2\n"
                      "Player 1 to move, move 2 > redo\nNothing was undone")));
}

TEST_F(ScriptTest, FlipTurnsTheBoard) {
  const Played played = Run(kAgainstWitness, {"flip", "flip"});
  EXPECT_THAT(played.out, HasSubstr("token at 0 flipped path \n"
                                    "Player 1 to move, move 1 > flip\n\n"
                                    "token at 0 path \n"));
}

TEST_F(ScriptTest, ResignAndRestart) {
  const PlayOptions options = {.game = "swing:players=3",
                               .seats = {{2, "human"}}};
  const Played played = Run(options, {"left", "resign", "hint", "moves",
                                      "resign", "restart", "quit"});
  EXPECT_EQ(played.status, 0);
  EXPECT_THAT(
      played.out,
      AllOf(HasSubstr("Game over after 2 turns: Player 1 and Player 2 share "
                      "the win (Player 3 resigned).\n"),
            HasSubstr("Player 3  human    lost\n"),
            HasSubstr("> hint\nThe game is over.\n"),
            HasSubstr("> moves\nThe game is over.\n"),
            HasSubstr("> restart\nA new game.\n\ntoken at 0 path \n"
                      "Player 1 to move, move 1 > quit\n")));
  // A person may have meant something else.
  PlayOptions person = options;
  person.at_terminal = true;
  EXPECT_THAT(
      Run(person, {"left", "resign", "", "resign", "no", "resign", "y"}).out,
      AllOf(HasSubstr("move 1 > resign\nResign: yes or no [no]: \nThe game "
                      "goes on.\nPlayer 3 to move, move 1 > resign\nResign: "
                      "yes or no [no]: no\nThe game goes on.\n"),
            HasSubstr("(Player 3 resigned).\n")));
}

TEST_F(ScriptTest, ADrawIsOfferedAtTheThirdTimeAndNeverImposed) {
  const std::vector<std::string> back_and_forth = {"left", "right", "left",
                                                   "right"};
  std::vector<std::string> lines = back_and_forth;
  lines.insert(lines.begin(), "draw");
  Played played = Run(kTwoPeople, lines);
  EXPECT_THAT(played.out, AllOf(HasSubstr("> draw\nNo draw is on offer"),
                                HasSubstr("A draw is offered")));
  lines.emplace_back("left");
  lines.emplace_back("draw");  // also the third time
  lines.emplace_back("quit");
  played = Run(kTwoPeople, lines);
  EXPECT_THAT(played.out, HasSubstr("Game over after 5 turns: a draw (agreed"));
  EXPECT_THAT(played.out, HasSubstr("Player 2  human  drew\n"));
  EXPECT_EQ(played.status, 0);
  // No draws are offered in a game that ends by its rules.
  EXPECT_THAT(Run({.game = "tictactoe"}, {"draw"}).out,
              HasSubstr("this game ends by its rules"));
}

TEST_F(ScriptTest, WithoutAPersonItPlaysItselfAndIsAdjudicated) {
  const Played played =
      Run({.game = "swing", .seats = {{0, "witness"}, {1, "witness"}}}, {});
  EXPECT_EQ(played.status, 0);
  EXPECT_EQ(played.err, "");
  // Four moves go round the ring, so the third time is after eight.
  EXPECT_THAT(
      played.out,
      HasSubstr("Game over after 8 turns: a draw (the position occurred "
                "for the third time).\n"));
}

TEST_F(ScriptTest, APlayerThatFailsForfeits) {
  EXPECT_THAT(Run({.game = "swing", .seats = {{1, "foul"}}}, {"left"}).out,
              HasSubstr("Player 1 wins (Player 2 forfeited: its move is not "
                        "legal).\n"));
  const Played played =
      Run({.game = "swing", .seats = {{0, "witness"}, {1, "sick"}}}, {});
  EXPECT_THAT(played.out, HasSubstr("forfeited: it has a cold"));
  EXPECT_EQ(played.status, 1);
}

TEST_F(ScriptTest, ASavedGameComesBackWithItsHistory) {
  const std::string file = FreshFile("saved game.txt");
  Played played =
      Run(kAgainstWitness, {"left", "right", "save " + file, "save " + file});
  EXPECT_THAT(
      played.out,
      AllOf(HasSubstr("Saved 4 moves to " + file + ".\n"),
            HasSubstr(file + ", replacing the game that was there.\n")));
  // Loaded during another game, with other players.
  played = Run({.game = "tictactoe"}, {"load " + file, "undo", "undo", "quit"});
  EXPECT_THAT(played.out,
              AllOf(HasSubstr("Loaded 4 moves from " + file),
                    HasSubstr("Swing on a ring  [swing]\n"
                              "Player 1: human   Player 2: witness\n"),
                    HasSubstr("token at 2 path 1>2\n"),
                    HasSubstr("Back to move 2"), HasSubstr("Back to move 1")));
  EXPECT_EQ(played.status, 0);
  // The players of the restored game know its history.
  EXPECT_THAT(Run({.game = "tictactoe"}, {"load " + file, "left"}).out,
              HasSubstr("Player 2 (witness) plays right"));
}

TEST_F(ScriptTest, OnlyASavedGameIsReplaced) {
  const std::string file = FreshFile("notes.txt");
  std::ofstream(file) << "precious";
  EXPECT_THAT(Run(kAgainstWitness, {"save " + file}).out,
              HasSubstr("Not saved: cannot write '" + file +
                        "': it is a file of another kind"));
  EXPECT_EQ(ReadFile(file).value(), "precious");
  ASSERT_TRUE(std::ofstream(file, std::ios::trunc).is_open());
  EXPECT_THAT(Run(kAgainstWitness, {"save " + file}).out,
              HasSubstr("Saved 0 moves to " + file + ".\n"));
}

TEST_F(ScriptTest, ADamagedFileIsRefusedByLineAndNothingIsLost) {
  const std::string file = FreshFile("damaged.txt");
  Run(kAgainstWitness, {"left", "save " + file});
  const std::string good = ReadFile(file).value();
  const auto load = [&](const std::string& text) {
    std::ofstream(file) << text;
    return Run(kAgainstWitness, {"right", "load " + file, "undo"}).out;
  };
  const size_t move = good.find("move 1 left");
  ASSERT_NE(move, std::string::npos);
  const auto line =
      std::count(good.begin(), good.begin() + static_cast<int>(move), '\n') + 1;
  std::string bad_move = good;
  bad_move.replace(move, 11, "move 1 lift");
  EXPECT_THAT(load(bad_move),
              AllOf(HasSubstr(absl::StrCat("Not loaded: ", file, ": line ",
                                           line, ": ")),
                    HasSubstr("The current game goes on.\n"),
                    HasSubstr("> undo\nBack to move 1.\n")));
  std::string bad_player = good;
  const size_t player = good.find("player 2 witness");
  ASSERT_NE(player, std::string::npos);
  bad_player.replace(player, 16, "player 2 nobody");
  EXPECT_THAT(load(bad_player),
              HasSubstr(absl::StrCat("Not loaded: ", file,
                                     ": line 6: no player 'nobody'")));
  // Cut anywhere, it is not a saved game.
  for (size_t length = 0; length + 1 < good.size(); length += 7) {
    EXPECT_THAT(load(good.substr(0, length)),
                AllOf(HasSubstr("Not loaded: "), HasSubstr("line ")))
        << length;
  }
  EXPECT_THAT(Run(kAgainstWitness, {"load " + file}).out,
              AllOf(HasSubstr("Not loaded: "), HasSubstr(file)));
  EXPECT_THAT(Run(kAgainstWitness, {"save " + file + "/x"}).out,
              HasSubstr("Not saved: "));
}

TEST_F(ScriptTest, TheMenuHasDefaultsForEverything) {
  const Played played = Run({}, {"", "", "", "", "", "quit"});
  EXPECT_EQ(played.status, 0);
  EXPECT_THAT(
      played.out,
      AllOf(HasSubstr("  1  swing      Swing on a ring\n"),
            HasSubstr("Which game [swing]: "), HasSubstr("  players [2]: "),
            HasSubstr("  mood [merry]: "), HasSubstr("Player 1 [human]: "),
            HasSubstr("Player 2 [witness]: "),
            HasSubstr("Player 1: human   Player 2: witness\n")));
}

TEST_F(ScriptTest, TheMenuExplainsBadAnswersAndAsksAgain) {
  const Played played =
      Run({}, {"chess",      // no game
               "1",          // swing
               "7",          // too many players
               "2", "grim",  // which contradict each other
               "3", "grim",  //
               "6",          // sick
               "nonsense",   // to its settings
               "?",          //
               "seed=4",     //
               "dragon", "human", "foul:seed=1,", "wit", "none", "quit"});
  EXPECT_EQ(played.status, 0) << played.out;
  EXPECT_THAT(
      played.out,
      AllOf(HasSubstr("Sorry: no game 'chess'"),
            HasSubstr("from 2 to 3; nearest: players=3.\n  players [2]: 2\n"),
            HasSubstr("Sorry: a grim swing needs players=3.\n"),
            HasSubstr("  seed: of its random choices; a whole number"),
            HasSubstr("Sorry: no player 'dragon'"),
            HasSubstr("Swing on a ring  [swing:players=3,mood=grim]\n"
                      "Player 1: sick:seed=4   Player 2: human   "
                      "Player 3: witness\n")));
}

TEST_F(ScriptTest, TheMenuTakesWholeNamesAndGivenSeats) {
  const Played played =
      Run({.seats = {{0, "foul"}}},
          {"swing:players=3,mood=odd", "human", "sleepy:seed=2"});
  EXPECT_THAT(played.out, HasSubstr("[swing:players=3,mood=odd]\n"
                                    "Player 1: foul   Player 2: human   "
                                    "Player 3: sleepy:seed=2\n"));
  EXPECT_THAT(played.out, Not(HasSubstr("Player 1 [")));
}

TEST_F(ScriptTest, TheMenuLeavesAtTheEndOfInputWhereverThatIs) {
  const std::vector<std::string> answers = {"1", "3", "odd", "1", "2", "none"};
  for (size_t count = 0; count <= answers.size(); ++count) {
    const Played played =
        Run({}, {answers.begin(), answers.begin() + static_cast<int>(count)});
    EXPECT_EQ(played.status, 1) << count;
    EXPECT_THAT(played.err, HasSubstr("The input ended before"));
  }
}

TEST_F(ScriptTest, TheMenuCanBeLeftAtEachQuestion) {
  for (const std::vector<std::string>& lines :
       std::vector<std::vector<std::string>>{{"quit"},
                                             {"Exit"},
                                             {"1", "quit"},
                                             {"1", "", "", "quit"},
                                             {"1", "", "", "6", "quit"}}) {
    const Played played = Run({}, lines);
    EXPECT_EQ(played.status, 0) << lines.size();
    EXPECT_EQ(played.err, "");
    EXPECT_THAT(played.out, Not(HasSubstr("Sorry")));
  }
}

TEST_F(ScriptTest, PeopleGetALevelAndScriptsASearch) {
  PlayOptions options = {.game = "tictactoe"};
  EXPECT_THAT(Run(options, {}).out, HasSubstr("Player 2: mcts:time=1s\n"));
  options.at_terminal = true;
  EXPECT_THAT(Run(options, {}).out, HasSubstr("Player 2: easy\n"));
}

TEST_F(ScriptTest, TheMenuGoesBack) {
  const Played played =
      Run({}, {"back",                      // nowhere
               "swing",  "back",            // from the first option
               "1",      "3",     "back",   // from the second one
               "2",      "odd",   "back",   // from the first seat to the game
               "swing",  "3",     "grim",   //
               "sick",   "back",  "deaf",   // from the settings to the seat
               "seed=7", "back",  "human",  // from the second seat
               "human",  "human", "BACK",   // from the settings of the third
               "sleepy", "none",  "quit"});
  EXPECT_EQ(played.status, 0) << played.out;
  EXPECT_THAT(
      played.out,
      AllOf(HasSubstr("[swing]: back\nThis is the first question.\n"),
            HasSubstr("  players [2]: back\nWhich game [swing]: 1\n"),
            HasSubstr("  mood [merry]: back\n  players: "),
            HasSubstr("[swing:players=3,mood=grim]\n"
                      "Player 1: human   Player 2: human   Player 3: ")));
}

TEST_F(ScriptTest, WhatWasAnsweredBeforeGoingBackIsForgotten) {
  const Played played =
      Run({}, {"swing", "3", "back", "", "", "human", "human", "quit"});
  EXPECT_THAT(played.out, HasSubstr("Swing on a ring  [swing]\n"));
}

TEST_F(ScriptTest, ASavedGameIsLoadedFromTheStart) {
  const std::string file = FreshFile("to load.txt");
  Run(kAgainstWitness, {"left", "save " + file});
  Played played = Run({.load = file}, {"undo", "quit"});
  EXPECT_EQ(played.status, 0);
  EXPECT_THAT(played.out, AllOf(HasSubstr("token at 0 path 3>0\n"
                                          "Player 1 to move, move 2 > undo\n"
                                          "Back to move 1."),
                                HasSubstr("Player 2: witness")));
  // Somebody else goes on with it.
  played = Run({.seats = {{1, "human"}}, .load = file}, {"quit"});
  EXPECT_THAT(played.out, HasSubstr("Player 1: human   Player 2: human\n"));
  EXPECT_THAT(Run({.seats = {{1, "nobody"}}, .load = file}, {}).err,
              HasSubstr("no player 'nobody'"));
  EXPECT_THAT(Run({.seats = {{2, "human"}}, .load = file}, {}).err,
              HasSubstr("seat 3 of swing: its seats are 1 to 2"));
  // What cannot be loaded is refused.
  std::ofstream(file) << "rubbish\n";
  for (const PlayOptions& options :
       {PlayOptions{.load = file}, PlayOptions{.load = file + "x"},
        PlayOptions{.game = "swing", .load = file}}) {
    const Played refused = Run(options, {"quit"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_THAT(refused.err, HasSubstr("boardwalk play: "));
  }
  EXPECT_THAT(Run({.load = file}, {}).err, HasSubstr(file + ": line 1: "));
}

// A game whose players may evaluate by a table that is nowhere.
TEST_F(GamesTest, SaysBeforeTheFirstMoveThatATableIsMissing) {
  const TemporaryFolder folder;
  setenv("XDG_CACHE_HOME", folder.path().c_str(), 1);
  const std::string asked = "alphabeta:depth=1,evaluation=table";
  EXPECT_THAT(Run({.game = "chinese8", .seats = {{1, asked}}}, {"quit"}).out,
              HasSubstr("; instead of " + asked + " plays alphabeta:depth=1"));
}

TEST_F(ScriptTest, AGameStartsFromAPosition) {
  const Played played =
      Run({.game = "swing", .position = "2 1 on"}, {"left", "quit"});
  EXPECT_THAT(played.out, HasSubstr("\n\ntoken at 2 path \n"));
  EXPECT_THAT(Run({.game = "swing", .position = "rubbish"}, {}).err,
              HasSubstr("--position: write a position such as '0 1 on'"));
  EXPECT_THAT(Run({.game = "swing", .position = "2 1 won"}, {}).err,
              HasSubstr("--position: the game is over there"));
  EXPECT_THAT(Run({.position = "2 1 on"}, {}).err, HasSubstr("give GAME"));
  EXPECT_EQ(Run({.position = "2 1 on"}, {}).status, 2);
}

TEST_F(ScriptTest, WhoseClockIsEmptyHasLost) {
  using std::chrono::hours;
  using std::chrono::nanoseconds;
  PlayOptions options = kTwoPeople;
  options.clock = {.base = hours(2), .increment = {}};
  EXPECT_THAT(Run(options, {"left", "quit"}).out,
              AllOf(HasSubstr("Player 1 to move, move 1, 1:59:5"),
                    HasSubstr("Player 2 to move, move 1, 1:59:5")));
  // A clock that is empty at once, beyond the grace of a move.
  options.clock = {.base = nanoseconds(1) - std::chrono::seconds(1),
                   .increment = {}};
  const Played played = Run(options, {"left", "quit"});
  EXPECT_THAT(played.out,
              AllOf(HasSubstr("move 1, 0.0 s left > left"),
                    HasSubstr("Player 2 wins (Player 1 forfeited: took 0.0 s "
                              "of 0.0 s on its clock).")));
}

// Games that were left.
class UnfinishedTest : public ScriptTest {
 protected:
  Played Run(const std::vector<std::string>& lines) const {
    PlayOptions options = kAgainstWitness;
    options.state_folder = folder_.File("state");
    return ScriptTest::Run(options, lines);
  }
  Played List(const std::vector<std::string>& lines) const {
    PlayOptions options;
    options.state_folder = folder_.File("state");
    options.resume = true;
    return ScriptTest::Run(options, lines);
  }
  // Goes on with the one that was left last.
  Played Resume(std::vector<std::string> lines) const {
    lines.insert(lines.begin(), "");
    return List(lines);
  }
  // What a new game says of those that wait.
  std::string Waiting() const {
    const std::string out = Run({}).out;
    return absl::StrContains(out, "--resume") ? out.substr(0, out.find('\n'))
                                              : "";
  }
};

TEST_F(UnfinishedTest, WaitUntilTheyAreOver) {
  EXPECT_EQ(Waiting(), "");
  Run({"left"});
  EXPECT_EQ(Waiting(), "1 game waits: boardwalk play --resume");
  // Going on with it; then it is cut off again, with one move more.
  EXPECT_THAT(Resume({"left"}).out, HasSubstr("move 3 > "));
  EXPECT_THAT(
      Resume({"undo", "undo", "history", "right"}).out,
      AllOf(HasSubstr("move 3 > undo"), HasSubstr("No move has been played.")));
  EXPECT_THAT(Resume({"resig"}).out, HasSubstr("Game over"));
  EXPECT_EQ(Waiting(), "");
  const Played none = List({});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("--resume: no game waits; "));
}

TEST_F(UnfinishedTest, EveryWayOutKeepsTheGameAndSaysSo) {
  const std::string kept =
      "The game is kept; 'boardwalk play --resume' goes on with it.\n";
  const Played quit = Run({"left", "quit"});
  EXPECT_EQ(quit.status, 0);
  EXPECT_THAT(quit.out, HasSubstr(kept));
  EXPECT_EQ(Waiting(), "1 game waits: boardwalk play --resume");
  EXPECT_THAT(Run({"left"}).out, HasSubstr(kept));
  EXPECT_EQ(Waiting(), "2 games wait: boardwalk play --resume");
  // One that is over, or in which no person has moved, is not.
  EXPECT_THAT(Run({"left", "resign", "quit"}).out, Not(HasSubstr(kept)));
  EXPECT_THAT(Run({"board", "quit"}).out, Not(HasSubstr(kept)));
  EXPECT_EQ(Waiting(), "2 games wait: boardwalk play --resume");
}

TEST_F(UnfinishedTest, AreChosenFromAListAndThrownAway) {
  Run({"left", "quit"});
  Run({"left", "left", "quit"});
  const Played played = List({"what", "3", "2", "quit"});
  EXPECT_THAT(
      played.out,
      AllOf(HasSubstr("These games wait, the one that was left last first:\n"
                      "   1  swing, move 3, human against witness\n"
                      "   2  swing, move 2, human against witness\n"
                      "Which, or 'drop N' to throw one away [1]: what\n"
                      "Sorry: write a number, 1 to 2, drop and a number, or "
                      "quit.\n"),
            HasSubstr("[1]: 3\nSorry: "), HasSubstr("move 2 > quit")));
  // The other one is now the last.
  EXPECT_THAT(List({"drop 1", "", "quit"}).out,
              AllOf(HasSubstr("   1  swing, move 3,"),
                    HasSubstr("[1]: drop 1\nThese games wait"),
                    HasSubstr("move 2 > quit")));
  const Played left = List({"quit"});
  EXPECT_EQ(left.status, 0);
  EXPECT_EQ(left.err, "");
  EXPECT_EQ(List({}).status, 1);  // the input ended
  EXPECT_THAT(List({"drop 1"}).err, HasSubstr("no game waits"));
  EXPECT_EQ(Waiting(), "");
  PlayOptions nowhere;
  nowhere.resume = true;
  EXPECT_THAT(ScriptTest::Run(nowhere, {}).err,
              HasSubstr("games are kept at a terminal alone"));
}

TEST_F(UnfinishedTest, KeepsWhatWasTakenBack) {
  // The journal begins where a resignation was taken back, before moves that
  // were, too.
  Run({"left", "left", "undo", "resign", "undo", "redo"});
  EXPECT_THAT(Resume({"history"}).out, HasSubstr("move 3 > "));
  EXPECT_THAT(Resume({"undo"}).out, HasSubstr("Back to move 2."));
  EXPECT_THAT(Resume({"redo"}).out, HasSubstr("Forward to move 3."));
}

TEST_F(UnfinishedTest, StaysUntilANewGameHasBegun) {
  Run({"left", "left", "restart"});
  EXPECT_THAT(Resume({"restart", "left"}).out, HasSubstr("move 3 > restart"));
  EXPECT_THAT(Resume({"quit"}).out, HasSubstr("move 2 > quit"));
}

TEST_F(UnfinishedTest, KeepsAGameThatWasLoaded) {
  const std::string file = folder_.File("saved");
  Run({"left", "left", absl::StrCat("save ", file)});
  Resume({"left"});
  PlayOptions load;
  load.state_folder = folder_.File("state");
  load.load = file;
  ScriptTest::Run(load, {"right"});
  EXPECT_THAT(Resume({"quit"}).out, HasSubstr("move 4 > quit"));
}

TEST_F(UnfinishedTest, GoesOnWithAnotherClock) {
  Run({"left"});
  PlayOptions clock;
  clock.state_folder = folder_.File("state");
  clock.resume = true;
  clock.clock = TimeControl{.base = std::chrono::seconds(3600)};
  EXPECT_THAT(ScriptTest::Run(clock, {"", "left"}).out, HasSubstr(" left > "));
  EXPECT_THAT(Resume({"quit"}).out,
              AllOf(HasSubstr("move 3"), HasSubstr(" left > ")));
}

TEST_F(ScriptTest, AnalyseGoesThroughTheGame) {
  const Played played = Run({.game = "swing", .seats = {{1, "human"}}},
                            {"analyse", "left", "resig", "analyse", "quit"});
  EXPECT_EQ(played.status, 0);
  EXPECT_THAT(
      played.out,
      AllOf(HasSubstr("> analyse\nThere is nothing to analyse: no move has "
                      "been played.\n"),
            HasSubstr("> analyse\nAnalysis by witness, 1000 ms a position.\n"
                      "Where the value turned most, for who moved:\n"
                      "  move 1, Player 1: left??, from +0.25 to -0.25; better "
                      "right, says witness\n")));
}

}  // namespace
}  // namespace boardwalk::console
