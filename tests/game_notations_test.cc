// The notations of the field: moves in one word, and games of draughts in PDN.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "framework/any_game.h"
#include "framework/file.h"
#include "framework/pdn.h"
#include "framework/random.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

class NotationsTest : public ::testing::Test {
 protected:
  static std::shared_ptr<const AnyGame> Game(const std::string& name) {
    return AllGamesAndPlugins()->MakeGame(name).value();
  }
  // The moves that PlayMoves makes of one word; its error if it refuses it.
  static std::vector<std::string> Read(const std::string& game,
                                       const std::string& word,
                                       const std::string& position = "") {
    const auto made = Game(game);
    const auto state = position.empty() ? made->InitialState()
                                        : made->ParsePosition(position).value();
    std::vector<std::string> moves;
    const absl::Status status = PlayMoves(*state, {word}, [&](AnyMove move) {
      moves.push_back(state->FormatMove(move));
    });
    if (!status.ok()) return {std::string(status.message())};
    return moves;
  }
  static absl::StatusOr<std::vector<PdnGame>> Draughts(
      const std::string& text) {
    return ParsePdn(*draughts_, text);
  }
  static std::string Error(const std::string& text) {
    return std::string(Draughts(text).status().message());
  }
  static std::string PositionError(const std::string& text) {
    return std::string(draughts_->ParsePosition(text).status().message());
  }

  static inline const std::shared_ptr<const AnyGame> draughts_ =
      Game("draughts");
};

TEST_F(NotationsTest, AWordMayBeSeveralMoves) {
  EXPECT_THAT(Read("connectfour", "4453"), ElementsAre("4", "4", "5", "3"));
  EXPECT_THAT(Read("othello", "F5d6C3"), ElementsAre("f5", "d6", "c3"));
  EXPECT_THAT(Read("breakthrough", "a2a3h7h6"), ElementsAre("a2a3", "h7h6"));
}

TEST_F(NotationsTest, TheShortestGameOfOthelloEndsInNineMoves) {
  const auto game = Game("othello");
  const auto state = game->InitialState();
  ASSERT_TRUE(PlayMoves(*state, {"e6f4e3f6g5d6e7f5c5", "pass", "pass"}).ok());
  EXPECT_TRUE(state->IsTerminal());
  EXPECT_EQ(state->Returns()[0], 1);
}

TEST_F(NotationsTest, WhatIsNotAllMovesIsRefusedAsItStands) {
  EXPECT_THAT(Read("connectfour", "4489"),
              ElementsAre(HasSubstr("move 1 '4489': its move 3 '89': ")));
  EXPECT_THAT(Read("othello", "f5d6a1"), ElementsAre(HasSubstr("'f5d6a1'")));
  // Where moves have several lengths, a slip could read as two moves.
  EXPECT_THAT(Read("teeko", "17"), ElementsAre(HasSubstr("'17'")));
  EXPECT_THAT(Read("ataxx", "a6g6"), ElementsAre(HasSubstr("'a6g6'")));
}

TEST_F(NotationsTest, PassesAreLeftOutAndReadBack) {
  const auto game = Game("othello");
  int passes = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    std::vector<std::string> moves;
    for (const auto state = game->InitialState(); !state->IsTerminal();) {
      const std::vector<AnyMove> legal = state->LegalMoves();
      const AnyMove move =
          legal[random.Below(static_cast<uint32_t>(legal.size()))];
      if (state->Path(move).empty()) ++passes;
      moves.push_back(state->FormatMove(move));
      state->ApplyLegal(move);
    }
    const std::string word = JoinMoves(*game->InitialState(), moves);
    EXPECT_THAT(word, MatchesRegex("([a-h][1-8])+"));
    // The passes that end the game have no move behind them.
    while (moves.back() == "pass") moves.pop_back();
    EXPECT_EQ(Read("othello", word), moves);
  }
  EXPECT_GT(passes, 10);
}

TEST_F(NotationsTest, MovesAreJoinedWhereTheyReadBack) {
  const auto joined = [](const std::string& game,
                         const std::vector<std::string>& moves) {
    return JoinMoves(*Game(game)->InitialState(), moves);
  };
  EXPECT_EQ(joined("othello", {"f5", "d6", "c3"}), "f5d6c3");
  EXPECT_EQ(joined("connectfour", {"4", "4"}), "44");
  EXPECT_EQ(joined("teeko", {"1", "2"}), "1 2");
  EXPECT_EQ(joined("star", {"3,0:4,0", "13,0:12,0"}), "3,0:4,0 13,0:12,0");
  EXPECT_EQ(joined("othello", {}), "");
}

TEST_F(NotationsTest, PdnIsRead) {
  const auto games = Draughts(
      "[Event \"Goose \\\"Walk\\\"\"]\n"
      "[Black \"A [b]\"]\n[GameType \"21,B,8,8,N1,0\"]\n"
      "\n"
      "1. 9-13 22-18 {a shot} 2. 6-9?! 18-14 (2... 25-22 {) no} 3. 1-6)\n"
      "; the trap\n"
      "3.9x18 23x14 $4 4. 10x17 21x14 0-1\n"
      "1. 11-15 *\n"
      "% no line of the game\n"
      "[FEN \"W:W18,K24:B1-3,K30\"]\n"
      "1. 18-15");
  ASSERT_TRUE(games.ok()) << games.status();
  ASSERT_EQ(games->size(), 3u);
  EXPECT_THAT((*games)[0].moves,
              ElementsAre("9-13", "22-18", "6-9", "18-14", "9x18", "23x14",
                          "10x17", "21x14"));
  EXPECT_EQ((*games)[0].line, 1);
  EXPECT_THAT((*games)[1].moves, ElementsAre("11-15"));
  EXPECT_EQ((*games)[1].line, 8);
  EXPECT_TRUE((*games)[1].start->Equals(*draughts_->InitialState()));
  EXPECT_EQ((*games)[2].start->FormatPosition(), "bbb1/4/4/4/1w2/3W/4/1B2 w 0");
  EXPECT_THAT((*games)[2].moves, ElementsAre("18-15"));
  EXPECT_THAT(*Draughts(""), ElementsAre());
  EXPECT_THAT((*Draughts("1 11-15 {x} *"))[0].moves, ElementsAre("11-15"));
}

TEST_F(NotationsTest, ACaptureMayNameItsEndsAlone) {
  const std::string start = "[FEN \"B:W18,26,27:B14,K32\"]\n";
  const auto games = Draughts(start + "1. 14x30");
  ASSERT_TRUE(games.ok()) << games.status();
  EXPECT_THAT((*games)[0].moves, ElementsAre(StartsWith("14x23x30")));
  // 32 captures 27 and 18 or not at all; by two ways it must say which.
  EXPECT_THAT(Error("[FEN \"B:W6,7,14,15:BK2\"]\n1. 2x2"),
              HasSubstr("may be several captures; name every square"));
}

TEST_F(NotationsTest, PdnThatIsWrongIsRefusedByLine) {
  EXPECT_EQ(Error("\n1. 11-15 23-19 2. 11-16"),
            "line 2: '11-16' is no legal move here; the nearest: 12-16, "
            "15-18, 10-14");
  EXPECT_EQ(Error("[Event \"x\""),
            "line 1: a tag has no end; write [Name \"value\"]");
  EXPECT_EQ(Error("[Event]"),
            "line 1: ['Event'] is no tag; write [Name \"value\"]");
  EXPECT_EQ(Error("\n[GameType \"20\"]"),
            "line 2: GameType '20' is another game; English draughts is 21");
  EXPECT_THAT(Error("[FEN \"bbbb/4\"]"),
              HasSubstr("line 1: 'bbbb/4' is no position of PDN; write"));
  EXPECT_EQ(Error("1. 11-15\n{no end *\n1. 11-15"),
            "line 2: a comment has no end; write }");
  EXPECT_EQ(Error("1. 11-15\n(11-16\n(9-13)"),
            "line 2: a variation has no end; write )");
  EXPECT_EQ(Error("1. 11-15)"), "line 1: ) ends no variation");
  EXPECT_THAT(Error("11-15 }"), HasSubstr("line 1: "));
}

TEST_F(NotationsTest, PositionsOfPdnArePositions) {
  const auto state = draughts_->ParsePosition("B:W18,24,K10:B12,K22,1-3");
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_EQ(FormatPdnPosition(**state), "B:WK10,18,24:B1,2,3,12,K22");
  EXPECT_EQ(FormatPdnPosition(*draughts_->InitialState()),
            "B:W21,22,23,24,25,26,27,28,29,30,31,32:"
            "B1,2,3,4,5,6,7,8,9,10,11,12");
  EXPECT_EQ(PositionError("W:W33:B1"),
            "'33' is off the board: squares are 1 to 32");
  EXPECT_EQ(PositionError("W:W0:B1"),
            "'0' is off the board: squares are 1 to 32");
  EXPECT_EQ(PositionError("W:W5-3:B1"),
            "'5-3' is off the board: squares are 1 to 32");
  EXPECT_THAT(PositionError("W:Wx:B1"), HasSubstr("'x' is no square"));
  EXPECT_THAT(PositionError("W:W1-2-3:B1"), HasSubstr("is no square"));
  EXPECT_EQ(PositionError("W:W20:B20"), "there are two pieces on square 20");
  for (const char* const wrong : {"W:X20", "W:", "W:W1:W2", "W:W1:"}) {
    EXPECT_THAT(PositionError(wrong), HasSubstr("such as B:W18,24,K10"));
  }
  EXPECT_THAT(PositionError("W:W1:B2:B3"), HasSubstr("such as B:W18,24,K10"));
  EXPECT_EQ(PositionError("B:W20:B29"),
            "men stand in the last row, or no king made the plies by kings");
  // Another game has none.
  EXPECT_FALSE(HasPdn(*Game("othello")));
  EXPECT_THAT(Game("othello")->ParsePosition("B:W1:B2").status().message(),
              HasSubstr("rows"));
}

TEST_F(NotationsTest, PdnGoesOutAndIn) {
  const std::vector<std::string> moves = {"11-15", "22-18", "15x22", "25x18"};
  SeatValues returns{};
  returns[0] = 1;
  returns[1] = -1;
  const auto opening = draughts_->InitialState();
  const std::string text =
      FormatPdn(*opening, moves, {{"White", "a \"b\" c\\"}}, &returns,
                "resignation: no {hope}");
  EXPECT_EQ(text,
            "[White \"a \\\"b\\\" c\\\\\"]\n[Result \"0-1\"]\n"
            "[GameType \"21\"]\n\n"
            "1. 11-15 22-18 2. 15x22 25x18 {resignation: no {hope)} 0-1\n\n");
  const auto back = Draughts(text + text);
  ASSERT_TRUE(back.ok()) << back.status();
  ASSERT_EQ(back->size(), 2u);
  EXPECT_EQ((*back)[1].moves, moves);
  const auto middle = draughts_->ParsePosition("W:W18:BK1").value();
  EXPECT_EQ(FormatPdn(*middle, {}, {}, nullptr, ""),
            "[Result \"*\"]\n[GameType \"21\"]\n[SetUp \"1\"]\n"
            "[FEN \"W:W18:BK1\"]\n\n*\n\n");
  // Long games are in lines of at most 80 characters.
  std::vector<std::string> many;
  const auto state = draughts_->InitialState();
  while (!state->IsTerminal() && many.size() < 60) {
    many.push_back(state->LegalMoveTexts().front());
    ASSERT_TRUE(PlayMoves(*state, {many.back()}).ok());
  }
  const std::string written = FormatPdn(*opening, many, {}, nullptr, "");
  for (const absl::string_view line : absl::StrSplit(written, '\n')) {
    EXPECT_LE(line.size(), 80u);
  }
  EXPECT_EQ((*Draughts(written))[0].moves, many);
}

// The games of a comparison, as the command line writes and reads them.
TEST_F(NotationsTest, GamesGoOutAndComeInAsOpenings) {
  const TemporaryFolder folder;
  const auto run = [](const std::vector<std::string>& arguments) {
    const cli::Outcome outcome = cli::Execute(*AllGamesAndPlugins(), arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  };
  const std::string results = folder.File("results");
  run({"compare", "--games", "draughts,othello", "--players", "random",
       "low=greedy", "--rounds", "2", "--max-plies", "20", "--db", results});
  const std::string pdn =
      run({"export", results, "--game", "draughts", "--format", "pdn"});
  EXPECT_THAT(
      pdn, HasSubstr("[Round \"2\"]\n[Black \"low\"]\n[White \"random\"]\n"));
  const std::string moves =
      run({"export", results, "--game", "othello", "--format", "moves"});
  const std::vector<std::string> lines =
      absl::StrSplit(moves, '\n', absl::SkipEmpty());
  ASSERT_EQ(lines.size(), 4u);
  for (const std::string& line : lines) {
    EXPECT_THAT(line, MatchesRegex("([a-h][1-8])+"));
  }
  // Whole games are no openings; their beginnings are.
  const auto given = [&](const std::string& game, const std::string& text) {
    EXPECT_TRUE(WriteFileAtomically(folder.File("book"), text).ok());
    return cli::Execute(
        *AllGamesAndPlugins(),
        {"compare", "--games", game, "--players", "random,greedy", "--rounds",
         "2", "--openings-file", folder.File("book"), "--print-config"});
  };
  EXPECT_THAT(given("draughts", pdn).err,
              HasSubstr("the game is over at its end"));
  EXPECT_THAT(given("othello", moves).err,
              HasSubstr("line 1: the game is over"));
  EXPECT_THAT(given("othello", lines[0].substr(0, 8)).out,
              HasSubstr("opening = [\n  \"" + lines[0].substr(0, 2) + " "));
  for (const char* const text :
       {"[Event \"x\"]\n1. 11-15 23-19 *",
        "\xef\xbb\xbf[Event \"x\"]\n1. 11-15 23-19", "{first} 1. 11-15 23-19 *",
        "1. 11-15 23-19 *"}) {
    EXPECT_THAT(given("draughts", text).out,
                HasSubstr("opening = [\n  \"11-15 23-19\",\n]"))
        << text;
  }
  const auto refused = [&](std::vector<std::string> arguments,
                           const std::string& why) {
    arguments.insert(arguments.begin(), {"export", results, "--format"});
    cli::ExpectRefused(*AllGamesAndPlugins(), arguments, why);
  };
  refused({"pdn"}, "a file of PDN is of one game: choose it with --game");
  refused({"pdn", "--game", "othello"},
          "othello is not written in PDN; --format moves writes its moves");
  // A game that begins at a position has no moves that lead there.
  const std::string late = folder.File("late");
  run({"compare", "--games", "draughts", "--players", "random,greedy",
       "--rounds", "1", "--max-plies", "4", "--opening",
       "position W:W18,K24:BK1,K2", "--db", late});
  EXPECT_THAT(run({"export", late, "--format", "pdn"}),
              HasSubstr("[SetUp \"1\"]\n[FEN \"W:W18,K24:BK1,K2\"]\n"));
  const cli::Outcome none = cli::Execute(*AllGamesAndPlugins(),
                                         {"export", late, "--format", "moves"});
  EXPECT_EQ(none.status, 1);
  EXPECT_THAT(none.err, HasSubstr("begins at a position"));
  // A whole game is no opening; PDN is no Othello.
  ASSERT_TRUE(WriteFileAtomically(folder.File("book"),
                                  "[Event \"x\"]\n1. 11-15 22-19 *")
                  .ok());
  cli::ExpectRefused(*AllGamesAndPlugins(),
                     {"compare", "--games", "othello", "--players",
                      "random,greedy", "--openings-file", folder.File("book")},
                     "in which othello is not written");
  cli::ExpectRefused(*AllGamesAndPlugins(),
                     {"compare", "--games", "draughts", "--players",
                      "random,greedy", "--openings-file", folder.File("book")},
                     "line 2: '22-19' is no legal move here");
}

}  // namespace
}  // namespace boardwalk
