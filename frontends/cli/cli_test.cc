// The subcommands in process, on tic-tac-toe, whose numbers are all known.

#include "frontends/cli/command.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/conformance.h"
#include "framework/file.h"
#include "framework/testing/drop.h"
#include "framework/testing/temporary_folder.h"
#include "framework/testing/walk.h"
#include "framework/text.h"
#include "frontends/cli/command_testing.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"

namespace boardwalk {
namespace cli {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;
using JsonText = nlohmann::json;

const Catalog& Tictactoe() {
  static const Catalog catalog = *Catalog::Create({tictactoe::Plugin()});
  return catalog;
}

Outcome Execute(const std::vector<std::string>& arguments) {
  return cli::Execute(Tictactoe(), arguments);
}

JsonText ExecuteJson(const std::vector<std::string>& arguments) {
  return cli::ExecuteJson(Tictactoe(), arguments);
}

void ExpectRefused(const std::vector<std::string>& arguments,
                   const std::string& message) {
  cli::ExpectRefused(Tictactoe(), arguments, message);
}

// They would make folders in which nothing compiles, or nobody is meant.
TEST(CliTest, NewRefusesNamesThatMeanSomething) {
  for (const char* name : {"static", "xor", "requires", "nullptr", "clean",
                           "all", "std", "boardwalk", "human", "tictactoe"}) {
    ExpectRefused({"new", "game", name}, "has a meaning already");
    ExpectRefused({"new", "player", name}, "has a meaning already");
  }
  for (const char* name : {"", "My", "1st", "a-b", "a_b", "../x"}) {
    ExpectRefused({"new", "game", name}, "is no name; use lower case letters");
  }
}

TEST(CliTest, HelpListsEveryCommandOnStandardOutput) {
  const Outcome outcome = Execute({"--help"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  for (const Command& command : AllCommands()) {
    EXPECT_THAT(outcome.out, HasSubstr("\n  " + std::string(command.name)));
    const Outcome help = Execute({command.name, "--help"});
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.out, HasSubstr("Usage: boardwalk " + command.name));
    EXPECT_EQ(help.out, Execute({command.name, "-h"}).out);
  }
}

TEST(CliTest, HelpIsACommand) {
  EXPECT_EQ(Execute({"help"}).out, Execute({"--help"}).out);
  EXPECT_EQ(Execute({"-h"}).out, Execute({"--help"}).out);
  for (const Command& command : AllCommands()) {
    const Outcome help = Execute({"help", command.name});
    EXPECT_EQ(help.status, 0);
    EXPECT_EQ(help.out, Execute({command.name, "--help"}).out);
  }
  EXPECT_EQ(Execute({"help", "classic", "teeko"}).out,
            Execute({"classic", "teeko", "--help"}).out);
  ExpectRefused({"help", "prft"}, "no command 'prft'; did you mean 'perft'?");
  ExpectRefused({"help", "perft", "x"}, "boardwalk perft has none of its own");
  ExpectRefused({"help", "classic", "star"},
                "no command 'star' (there are chinese8, onejump, teeko)");
}

TEST(CliTest, HelpNeedsNoOtherArgument) {
  EXPECT_THAT(Execute({"perft", "--help"}).out,
              HasSubstr("perft [OPTIONS] GAME DEPTH"));
  EXPECT_THAT(Execute({"perft", "nogame", "--help"}).out, HasSubstr("DEPTH"));
}

TEST(CliTest, HelpShowsBoundsAndDefaults) {
  const std::string help = Execute({"playouts", "--help"}).out;
  EXPECT_THAT(help, HasSubstr("--seconds S:0.001..86400=1"));
  EXPECT_THAT(help, HasSubstr("--seed N:0..9007199254740992=0"));
  EXPECT_THAT(Execute({"export", "--help"}).out,
              HasSubstr("--format F:{jsonl,csv,csv-seats,pdn,moves}=jsonl"));
}

TEST(CliTest, Version) {
  const Outcome outcome = Execute({"--version"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              MatchesRegex("boardwalk [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(CliTest, UnknownCommandNamesTheNearest) {
  ExpectRefused({"mvoes", "tictactoe"}, "did you mean 'moves'?");
  ExpectRefused({""}, "no command ''");
  ExpectRefused({}, "which command?");
  ExpectRefused({"--nonsense"}, "no option '--nonsense'");
}

TEST(CliTest, WrongArgumentsSayWhatWouldBeRight) {
  ExpectRefused({"moves"},
                "GAME is required; usage: boardwalk moves [OPTIONS] GAME");
  ExpectRefused({"moves", "tictactoe", "x"}, "not expected: x");
  ExpectRefused({"moves", "tictactoe", "--jsno"}, "did you mean '--json'?");
  ExpectRefused({"moves", "--jsno"}, "no option '--jsno'");
  ExpectRefused({"moves", "tictactoe", "--json=1"}, "--json: 1 not in");
  ExpectRefused({"moves", "tictactoe", "--moves"},
                "--moves: 1 required TEXT missing");
  ExpectRefused({"moves", "tictactoe", "--moves", "--json"},
                "--moves: '--json' follows, which is no value");
  ExpectRefused({"moves", "tictactoe", "--moves=a1", "--moves=b1"},
                "--moves: At Most 1 required but received 2");
  ExpectRefused({"moves", "tictactoe", "--moves", "a1 b2 a1 c3"},
                "--moves: move 3 'a1': ");
  ExpectRefused({"moves", "tictactoe", "--moves", "a1 up\n"},
                "--moves: move 2 'up': ");
  ExpectRefused({"moves", "tictactoe", "-x"}, "no option '-x'");
  ExpectRefused({"moves", "--", "--json"}, "no game '--json'");
  ExpectRefused({"moves", "tictactoe", "--", "--json"}, "not expected: --json");
  ExpectRefused({"moves", "-", "tictactoe"}, "not expected: tictactoe");
  // The name of a command is an argument like any other.
  ExpectRefused({"moves", "tictactoe", "list"}, "not expected: list");
  ExpectRefused({"moves", "list"}, "no game 'list'");
}

TEST(CliTest, FlagsMayBeTurnedOff) {
  const std::string moves = Execute({"moves", "tictactoe"}).out;
  EXPECT_EQ(Execute({"moves", "tictactoe", "--json=false"}).out, moves);
  EXPECT_NE(Execute({"moves", "tictactoe", "--json=true"}).out, moves);
}

TEST(CliTest, ValuesAreTakenAsTheyAre) {
  for (const char* text : {"[1,2]", "{}", "", "-", "-1", "a=b", "%%", "1,2"}) {
    ExpectRefused({"moves", "tictactoe", "--moves", "a1", "--position", text},
                  "--position: ");
    ExpectRefused({"moves", absl::StrCat("--position=", text), "tictactoe"},
                  "--position: ");
    if (*text != '\0') {
      ExpectRefused({"perft", "tictactoe", text},
                    absl::StrCat("DEPTH: '", text, "' is not"));
    }
  }
}

TEST(CliTest, WrongNamesAreTheLibrarysOwnMessages) {
  ExpectRefused({"moves", ""}, "names nothing");
  ExpectRefused({"moves", "tictactoo"}, "did you mean 'tictactoe'?");
  ExpectRefused({"moves", "tictactoe:size=4"}, "no parameter 'size'");
  ExpectRefused({"moves", "tictactoe:"}, "is no setting");
  ExpectRefused({"think", "tictactoe", "radom"}, "did you mean 'random'?");
  ExpectRefused({"think", "tictactoe", "random:seed=-1"}, "nearest: seed=0");
  ExpectRefused({"think", "tictactoe", ""}, "names nothing");
}

TEST(CliTest, MessagesStayOneReadableLine) {
  ExpectRefused({"moves", "a\nb"}, "'a\\nb' has control characters");
  ExpectRefused({"moves", "\xff\xfe"}, "\\xff\\xfe");
  ExpectRefused({"moves", "\xc3\xa9"}, "\xc3\xa9");
  const Outcome outcome =
      Execute({"moves", "tictactoe", "--position", std::string(100'000, 'X')});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_LT(outcome.err.size(), 1500);
}

TEST(CliTest, OneLineEscapesWhatIsNotUtf8) {
  EXPECT_EQ(OneLine("a\tb\x7f"), "a\\x09b\\x7f");
  EXPECT_EQ(OneLine("\xe2\x82\xac \xf0\x9f\x8e\xb2"),
            "\xe2\x82\xac \xf0\x9f\x8e\xb2");
  EXPECT_EQ(OneLine("\xc0\x80"), "\\xc0\\x80");           // overlong
  EXPECT_EQ(OneLine("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // surrogate
  EXPECT_EQ(OneLine("\xe2\x82"), "\\xe2\\x82");           // cut off
  EXPECT_EQ(OneLine("\xc2\x9b"), "\\xc2\\x9b");  // a terminal's control code
  EXPECT_EQ(OneLine("\xf5\x80\x80\x80"), "\\xf5\\x80\\x80\\x80");
}

TEST(CliTest, MovesAreListedInByteOrder) {
  const Outcome outcome = Execute({"moves", "tictactoe", "--moves", "a1 c3"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "a2\na3\nb1\nb2\nb3\nc1\nc2\n");
  EXPECT_EQ(outcome.err, "");
}

TEST(CliTest, FinishedGameHasNoMoves) {
  const Outcome outcome =
      Execute({"moves", "tictactoe", "--moves=a1 a2 b1 b2 c1"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "the game is over: Player 1 wins (three in a row).\n");
  EXPECT_THAT(Execute({"show", "tictactoe", "--moves=a1 a2 b1 b2 c1"}).out,
              EndsWith("\n\nPlayer 1 wins (three in a row).\n"));
  EXPECT_THAT(Execute({"show", "tictactoe", "--position", "XOX/XOO/OXX"}).out,
              EndsWith("\n\nA draw (the board is full).\n"));
}

TEST(CliTest, IllegalMoveIsNamedWithItsNumberAndReason) {
  ExpectRefused({"moves", "tictactoe", "--moves", "a1 b2  a1"},
                "move 3 'a1': a1 is occupied");
  ExpectRefused({"perft", "tictactoe", "3", "--moves", "d9"},
                "move 1 'd9': 'd9' is no legal move here; the nearest: a1");
  ExpectRefused({"show", "tictactoe", "--moves", "a1 a2 b1 b2 c1 c2"},
                "move 6 'c2': the game is over");
}

TEST(CliTest, MovesAreAppliedAfterThePosition) {
  const Outcome outcome = Execute(
      {"show", "tictactoe", "--moves", "c3", "--position", "XO./.../..."});
  EXPECT_EQ(outcome.out, "  a  b  c\n1 X  O  .\n2 .  .  .\n3 .  . [X]\n");
  ExpectRefused(
      {"show", "tictactoe", "--moves", "a1", "--position", "XO./.../..."},
      "move 1 'a1': a1 is occupied");
}

TEST(CliTest, WrongPositionIsRefused) {
  ExpectRefused({"show", "tictactoe", "--position", "XO?/.../..."},
                "--position: write the rows from the top");
  ExpectRefused({"show", "tictactoe", "--position", ""}, "--position: ");
  ExpectRefused({"show", "tictactoe", "--position="}, "--position: ");
}

TEST(CliTest, ShowAsAPicture) {
  const Catalog walk = testing_games::WalkCatalog();
  cli::ExpectRefused(walk, {"show", "walk", "--svg", "--json"},
                     "two forms of output; choose one");
  cli::ExpectRefused(walk, {"show", "walk", "--svg"},
                     "the game 'walk' does not describe its board");
  EXPECT_EQ(cli::Execute(walk, {"show", "walk"}).out, "0 1 -\n");
  const Outcome picture =
      cli::Execute(*AllGames(), {"show", "teeko", "--svg", "--moves", "6 7"});
  EXPECT_EQ(picture.status, 0);
  EXPECT_THAT(picture.out, StartsWith("<svg "));
  EXPECT_THAT(picture.out,
              HasSubstr("Teeko on the 4x4 board, seat 1 (O) to move"));
  EXPECT_THAT(picture.out, HasSubstr("data-cell=\"16\""));
}

TEST(CliTest, PerftPrintsALineForEachDepthAndNoOther) {
  const Outcome outcome = Execute({"perft", "tictactoe", "6"});
  EXPECT_EQ(outcome.status, 0);
  std::vector<std::string> counts;
  for (absl::string_view line :
       absl::StrSplit(outcome.out, '\n', absl::SkipEmpty())) {
    const std::vector<std::string> fields = absl::StrSplit(line, ' ');
    ASSERT_EQ(fields.size(), 4) << line;
    EXPECT_THAT(fields[2], MatchesRegex("[0-9]+\\.[0-9]+"));
    EXPECT_THAT(fields[3], MatchesRegex("[0-9]+"));
    counts.push_back(fields[0] + ":" + fields[1]);
  }
  EXPECT_THAT(counts, ElementsAre("1:9", "2:72", "3:504", "4:3024", "5:15120",
                                  "6:54720"));
}

TEST(CliTest, PerftStartsAtThePositionGiven) {
  EXPECT_THAT(Execute({"perft", "tictactoe", "1", "--moves", "a1 c3"}).out,
              StartsWith("1 7 "));
  EXPECT_THAT(
      Execute({"perft", "tictactoe", "2", "--position", "XXX/OO./..."}).out,
      MatchesRegex("1 0 .*\n2 0 .*\n"));
}

TEST(CliTest, PerftDepthIsBounded) {
  for (const char* depth :
       {"0", "-1", "61", "1.5", "", "x", "99999999999999999999", "1e1"}) {
    ExpectRefused({"perft", "tictactoe", depth},
                  "is not a whole number from 1 to 60");
  }
  ExpectRefused({"perft", "tictactoe"}, "DEPTH is required");
}

TEST(CliTest, PlayoutsAreCutAtMaxPlies) {
  const JsonText json = ExecuteJson({"playouts", "tictactoe", "--seconds",
                                     "0.001", "--max-plies", "2", "--json"});
  EXPECT_EQ(json["moves"].get<int64_t>(), 2 * json["games"].get<int64_t>());
  EXPECT_EQ(json["branching"].get<double>(), 8.5);
}

TEST(CliTest, PlayoutsForPeople) {
  const Outcome outcome = Execute(
      {"playouts", "tictactoe", "--seconds", "0.001", "--max-plies", "2"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("moves/s"));
  EXPECT_THAT(outcome.out, HasSubstr("8.50 legal moves"));
}

TEST(CliTest, PlayoutsStopWithinALongGame) {
  static const Catalog games = *AllGames();
  const std::vector<std::string> arguments = {"playouts",    "star:size=6",
                                              "--seconds",   "0.001",
                                              "--max-plies", "1000000000"};
  EXPECT_THAT(cli::Execute(games, arguments).out,
              HasSubstr("games        0, the time was up within the first\n"));
}

TEST(CliTest, PlayoutOptionsAreBounded) {
  for (const char* seconds : {"0", "-1", "nan", "inf", "1e9", "", "1s"}) {
    ExpectRefused({"playouts", "tictactoe", "--seconds", seconds},
                  "--seconds: '");
  }
  ExpectRefused({"playouts", "tictactoe", "--max-plies", "0"},
                "whole number from 1 to 1000000000");
  ExpectRefused({"playouts", "tictactoe", "--seed", "-1"},
                "whole number from 0 to 9007199254740992");
}

TEST(CliTest, ThinkChoosesInThePositionGiven) {
  const Outcome outcome = Execute(
      {"think", "tictactoe", "random", "--moves", "a1 b1 c1 b2 b3 a2 c2 c3"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("move      a3\n"));
}

TEST(CliTest, ThinkRefusesWhatCannotThink) {
  ExpectRefused({"think", "tictactoe", "human"}, "boardwalk play");
  ExpectRefused({"think", "tictactoe", "random", "--moves", "a1 a2 b1 b2 c1"},
                "the game is over");
  ExpectRefused({"think", "tictactoe"}, "PLAYER is required");
}

TEST(CliTest, CheckSummarizes) {
  const Outcome outcome = Execute({"check", "tictactoe"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, MatchesRegex("tictactoe: [0-9]+ games, [0-9]+ "
                                        "positions, conforms\n"));
}

TEST(CliTest, ListForPeople) {
  const Outcome outcome = Execute({"list"});
  EXPECT_THAT(outcome.out,
              HasSubstr("\n  tictactoe  Tic-tac-toe, 2 players\n"));
  EXPECT_THAT(outcome.out, HasSubstr("\n  human  "));
  EXPECT_THAT(outcome.out,
              HasSubstr("    seed  0..9007199254740992  default 0  of its "
                        "random choices\n"));
}

TEST(CliTest, PlayRefusesSeatsThatAreNotThere) {
  ExpectRefused({"play", "tictactoe", "--seat", "3=random"},
                "--seat '3=random': seats are 1 to 2");
  ExpectRefused({"play", "tictactoe", "--seat", "0=human"}, "seats are 1 to 2");
  ExpectRefused({"play", "--seat", "7=human"}, "seats are 1 to 6");
  for (const char* seat : {"", "1", "=human", "1=", "one=human", "1:random"}) {
    ExpectRefused({"play", "tictactoe", "--seat", seat}, "is not N=PLAYER");
  }
  ExpectRefused({"play", "tictactoe", "--seat=1=random", "--seat=1=random"},
                "--seat 1 is given twice");
  ExpectRefused({"play", "nogame"}, "no game 'nogame'");
}

TEST(CliTest, PlayReadsClocksAsCompareDoes) {
  ExpectRefused({"play", "tictactoe", "--clock", "10"},
                "--clock: '10' is not BASE+INC, such as 10s+100ms");
  ExpectRefused({"play", "tictactoe", "--clock", "0s+1s"},
                "the time for the game is more than 0");
}

TEST(CliTest, RulesExplainTheGame) {
  const Outcome outcome = Execute({"rules", "tictactoe"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              StartsWith("Tic-tac-toe\n\nGet three of your marks in a "
                         "row.\n\nMark a square"));
  EXPECT_THAT(outcome.out, HasSubstr("\nPosition: .../.../...\n"));
  EXPECT_THAT(outcome.out, HasSubstr("\nMoves:    a1 a2 a3 b1"));
}

TEST(CliTest, OptionsWithADefaultAreNotRequired) {
  for (const Command& command : AllCommands()) {
    for (const Option& option : command.options) {
      EXPECT_FALSE(option.required && !option.fallback.empty())
          << command.name << " " << option.name;
    }
  }
}

// Prints its arguments.
absl::StatusOr<int> PrintArguments(const Arguments& arguments,
                                   const Context& context) {
  for (const char* name :
       {"OUT", "IN", "--players", "--seat", "--rounds", "--fast"}) {
    const auto texts = arguments.Texts(name);
    if (arguments.Has(name)) {
      context.out << name << ": " << absl::StrJoin(texts, "|") << "\n";
    }
  }
  return 0;
}

// The arguments that a command with every kind of argument gets.
std::string Parsed(std::vector<const char*> arguments) {
  const std::vector<Command> commands = {
      {.name = "sample",
       .help = "prints its arguments",
       .positionals = {{"OUT", "a file"},
                       {.name = "IN", .help = "files", .repeatable = true}},
       .options =
           {{.name = "--players",
             .value = "P",
             .help = "who",
             .multi_token = true},
            {.name = "--seat", .value = "P", .help = "who", .repeatable = true},
            {"--rounds", "N", "how many"},
            {"--fast", "", "soon"}},
       .run = PrintArguments}};
  arguments.insert(arguments.begin(), {"boardwalk", "sample"});
  std::istringstream in;
  std::ostringstream out, err;
  RunCli({.catalog = Tictactoe(), .in = in, .out = out, .err = err},
         static_cast<int>(arguments.size()), arguments.data(), commands);
  return out.str() + err.str();
}

TEST(ArgumentsTest, WordsReachToTheNextOption) {
  EXPECT_EQ(Parsed({"out", "in", "--players", "a:x=1", "b", "c", "--rounds",
                    "3", "more"}),
            "OUT: out\nIN: in|more\n--players: a:x=1|b|c\n--rounds: 3\n");
  EXPECT_EQ(Parsed({"--players", "a", "b", "--fast", "out", "in"}),
            "OUT: out\nIN: in\n--players: a|b\n--fast: true\n");
  EXPECT_EQ(Parsed({"--players=a", "b", "--", "out", "in"}),
            "OUT: out\nIN: in\n--players: a|b\n");
  EXPECT_EQ(Parsed({"--players", "a", "--players=c", "--fast", "out", "in"}),
            "OUT: out\nIN: in\n--players: a|c\n--fast: true\n");
  EXPECT_THAT(Parsed({"out", "in", "--players"}),
              HasSubstr("--players: 1 required P missing"));
}

TEST(ArgumentsTest, RepeatedOptionsTakeOneValueEach) {
  EXPECT_EQ(Parsed({"--seat", "a", "out", "--seat=b", "in", "--seat="}),
            "OUT: out\nIN: in\n--seat: a|b|\n");
}

TEST(ArgumentsTest, RepeatedPositionalsTakeAllThatAreLeft) {
  EXPECT_EQ(Parsed({"out", "a", "--fast", "b", "-", "c"}),
            "OUT: out\nIN: a|b|-|c\n--fast: true\n");
  EXPECT_THAT(Parsed({"out"}),
              HasSubstr("IN is required; usage: boardwalk sample [OPTIONS] "
                        "OUT IN..."));
}

// The options reach the programs of the documents. These have their own tests.
Outcome Classic(std::vector<std::string> arguments, const std::string& input) {
  arguments.insert(arguments.begin(), "classic");
  return cli::Execute(Tictactoe(), arguments, input);
}

const char kBoard[] = BOARDWALK_SOURCE_DIR "/no/such/gameboard.txt";

TEST(ClassicTest, UnknownProgramNamesTheNearest) {
  ExpectRefused({"classic"}, "boardwalk classic: which command?");
  ExpectRefused({"classic", "teko"}, "did you mean 'teeko'?");
  ExpectRefused({"classic", "star"}, "there are chinese8, onejump, teeko");
}

TEST(ClassicTest, OptionsAreBounded) {
  for (const char* part : {"0", "3", "-1", "", "one"}) {
    ExpectRefused({"classic", "teeko", "--part", part},
                  "is not a whole number from 1 to 2");
  }
  for (const char* width : {"0", "201", "wide"}) {
    ExpectRefused({"classic", "teeko", "--border-width", width},
                  "is not a whole number from 1 to 200");
  }
  ExpectRefused({"classic", "onejump", "--part", "1"}, "no option '--part'");
  ExpectRefused({"classic", "chinese8", "--computer-first=yes"},
                "--computer-first: yes not in");
}

TEST(ClassicTest, OnejumpTakesAnEmptyInput) {
  const Outcome outcome = Classic({"onejump"}, "");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, StartsWith("BOARD SIZE: 8x8\n"));
  EXPECT_EQ(outcome.err, "");
}

TEST(ClassicTest, OnejumpStopsAtAnIllegalAction) {
  const Outcome outcome = Classic({"onejump"}, "G6-G5\n");
  EXPECT_EQ(outcome.status, 1);
}

TEST(ClassicTest, TeekoTakesItsOptions) {
  EXPECT_THAT(Classic({"teeko"}, "2\n").out, HasSubstr("\n=====\n"));
  EXPECT_THAT(
      Classic({"teeko", "--border-width", "16"}, "2\n").out,
      AllOf(HasSubstr("================"), Not(HasSubstr("\n=====\n"))));
  EXPECT_EQ(Classic({"teeko"}, "").status, 1);
  const Outcome part2 =
      Classic({"teeko", "--part=2", "--board", kBoard}, "2\n");
  EXPECT_EQ(part2.status, 2);
  EXPECT_EQ(part2.out, "");
  EXPECT_THAT(part2.err, HasSubstr("no/such/gameboard.txt"));
}

TEST(ClassicTest, Chinese8LetsTheComputerBegin) {
  EXPECT_THAT(
      Classic({"chinese8"}, "2\n").out,
      AllOf(HasSubstr("Blue's turn\n"), Not(HasSubstr("Computer moves"))));
  const Outcome outcome = Classic({"chinese8", "--computer-first"}, "2\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("Blue's turn\nComputer moves "));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
}

// Tic-tac-toe with a conformance suite that fails or has a note, and a perft
// that fails.
class FailingGame final : public AnyGame {
 public:
  FailingGame(std::shared_ptr<const AnyGame> game, bool fails)
      : game_(std::move(game)), fails_(fails) {}
  const GameInfo& Info() const override { return game_->Info(); }
  const std::string& Name() const override { return game_->Name(); }
  int NumPlayers() const override { return game_->NumPlayers(); }
  std::unique_ptr<AnyState> InitialState() const override {
    return game_->InitialState();
  }
  absl::StatusOr<std::unique_ptr<AnyState>> ParsePosition(
      absl::string_view text) const override {
    return game_->ParsePosition(text);
  }
  uint64_t Fingerprint() const override { return game_->Fingerprint(); }
  const std::vector<PlayerInfo>& Players() const override {
    return game_->Players();
  }
  absl::StatusOr<std::unique_ptr<Player>> MakePlayer(
      absl::string_view name) const override {
    return game_->MakePlayer(name);
  }
  absl::StatusOr<uint64_t> Perft(const AnyState&, int) const override {
    return absl::InternalError("counting failed");
  }
  absl::StatusOr<PlayoutStatistics> Playouts(
      const AnyState& state, const PlayoutOptions& options) const override {
    return game_->Playouts(state, options);
  }
  // Of other rules.
  absl::string_view LearnedWeights() const override {
    return fails_ ? "" : "title\ngame tictactoe\nrules 0123456789abcdef\n";
  }
  ConformanceReport Check(const ConformanceOptions&) const override {
    ConformanceReport report;
    report.games = 3;
    report.positions = 21;
    if (fails_) {
      report.failures = {"undo forgets\nthe counter", "two equal moves"};
    } else {
      report.notes = {"it is long"};
    }
    return report;
  }

 private:
  std::shared_ptr<const AnyGame> game_;
  const bool fails_;
};

Catalog Failing(bool fails = true) {
  GamePlugin plugin = tictactoe::Plugin();
  plugin.make = [make = plugin.make, fails](Parameters parameters,
                                            std::vector<PlayerPlugin> more)
      -> absl::StatusOr<std::shared_ptr<const AnyGame>> {
    auto game = make(std::move(parameters), std::move(more));
    if (!game.ok()) return game.status();
    return std::make_shared<const FailingGame>(*std::move(game), fails);
  };
  return *Catalog::Create({std::move(plugin)});
}

TEST(CheckTest, EachFailureIsALineAndTheStatusOne) {
  const Outcome outcome = cli::Execute(Failing(), {"check", "tictactoe"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out,
            "tictactoe: 3 games, 21 positions, 2 failed\n"
            "  undo forgets\\x0athe counter\n"
            "  two equal moves\n");
}

Catalog WithDrop() {
  return *Catalog::Create({MakePlugin<testing_games::DropRules>({})});
}

// Over by a diagonal, so there is no move.
constexpr char kDiagonal[] = "OXOX/OOX/OX/X/-/-/X";

TEST(CheckTest, KnownNumbersFindWhatTheSuiteCannotKnow) {
  const TemporaryFolder folder;
  const std::string path = folder.File("perft.txt");
  ASSERT_TRUE(
      WriteFileAtomically(
          path,
          absl::StrCat("# of the opening\n- 1:7 2:49 # both\n- \"", kDiagonal,
                       "\" 1:0\nfault=diagonal \"", kDiagonal, "\"\t1:0 2:0\n"))
          .ok());
  const std::string faulty = "drop:fault=diagonal";
  EXPECT_THAT(cli::Execute(WithDrop(), {"check", faulty}).out,
              HasSubstr(" positions, conforms\n"));
  const Outcome outcome =
      cli::Execute(WithDrop(), {"check", faulty, "--perft", path});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("5 perft numbers, 2 failed\n"));
  EXPECT_THAT(outcome.out, HasSubstr(absl::StrCat(
                               "  perft: ", path,
                               ", line 4: depth 1 has 7 leaves, not 0; see it "
                               "with: boardwalk show drop:fault=diagonal "
                               "--position ",
                               kDiagonal, "\n")));
  EXPECT_EQ(cli::Execute(WithDrop(), {"show", faulty, "--position", kDiagonal})
                .status,
            0);
}

TEST(CheckTest, TheTableOfNumbersIsRead) {
  const TemporaryFolder folder;
  const std::string path = folder.File("perft.txt");
  const auto refused = [&](const std::string& row, const std::string& why) {
    ASSERT_TRUE(WriteFileAtomically(path, row).ok());
    cli::ExpectRefused(WithDrop(), {"check", "drop", "--perft", path}, why);
  };
  refused("- \"XX/-\" 1:7", "line 1: 'XX/-': write such as");
  refused("\n- \"-/-/-/-/-/-/- 1:7",
          "line 2: the quote of the position is open");
  refused("- \"\" 1:7", "line 1: the position is empty");
  refused("\"-/-/-/-/-/-/-\" 1:7", "line 1: no depths");
  refused("\"-/-/-/-/-/-/-\"", "line 1: no settings");
  refused("-", "line 1: no depths");
  refused("# nothing", "has no rows");
}

TEST(CheckTest, FailuresSayHowToSeeThem) {
  const Outcome outcome =
      cli::Execute(WithDrop(), {"check", "drop:fault=full"});
  EXPECT_EQ(outcome.status, 1);
  const std::string begin = "see it with: boardwalk ";
  const size_t at = outcome.out.find(begin);
  ASSERT_NE(at, std::string::npos) << outcome.out;
  // The words of the command; the moves are one, in quotes.
  std::string command = outcome.out.substr(at + begin.size());
  command.resize(command.find('\n'));
  const std::vector<std::string> parts = absl::StrSplit(command, '\'');
  ASSERT_EQ(parts.size(), 3) << command;
  std::vector<std::string> words =
      absl::StrSplit(parts[0], ' ', absl::SkipEmpty());
  EXPECT_THAT(words, ElementsAre("show", "drop:fault=full", "--moves"));
  words.push_back(parts[1]);
  const Outcome shown = cli::Execute(WithDrop(), words);
  EXPECT_EQ(shown.status, 0) << shown.err;
  words[0] = "moves";
  EXPECT_EQ(cli::Execute(WithDrop(), words).out, "");
}

TEST(CheckTest, NotesAreNoFailures) {
  const Outcome outcome =
      cli::Execute(Failing(/*fails=*/false), {"check", "tictactoe"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out,
            "tictactoe: 3 games, 21 positions, conforms\n"
            "  note: it is long\n"
            "  note: the learned evaluation that is kept with the game is for "
            "other rules or parameters, so players do not use it: `boardwalk "
            "learn tictactoe` makes one\n");
  auto json = cli::ExecuteJson(Failing(/*fails=*/false),
                               {"check", "tictactoe", "--json"});
  EXPECT_EQ(json["notes"].size(), 2);
  json["notes"].erase(1);
  EXPECT_EQ(json, JsonText::parse(R"({"game": "tictactoe", "games": 3,
                            "positions": 21, "perft": 0, "evaluated": 0,
                            "evaluation_hash": null,
                            "failures": [], "notes": ["it is long"]})"));
}

TEST(CheckTest, WorkThatFailsIsNotWrongUsage) {
  const Outcome outcome = cli::Execute(Failing(), {"perft", "tictactoe", "2"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.err, "boardwalk perft: counting failed\n");
}

}  // namespace
}  // namespace cli
}  // namespace boardwalk
