// boardwalk games, export, report and replay in process, on one file of
// results.

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "framework/file.h"
#include "framework/testing/full_disk.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "frontends/cli/json.h"
#include "frontends/results/npz_testing.h"
#include "games/registry.h"

namespace boardwalk::cli {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using JsonText = nlohmann::json;
using Words = std::vector<std::string>;

// Lines without their ends.
Words Lines(const std::string& text) {
  return absl::StrSplit(text, '\n', absl::SkipEmpty());
}

class ResultsCommandsTest : public ::testing::Test {
 protected:
  // Two games between three players in three rounds.
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    catalog_ = new Catalog(*AllGames());
    const Outcome outcome =
        Run({"compare", "--games", "teeko,star:players=3,size=3", "--players",
             "random,greedy,alphabeta:depth=1", "--rounds", "3", "--max-plies",
             "40", "--db", File()});
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  }
  static void TearDownTestSuite() {
    delete folder_;
    delete catalog_;
  }

  static std::string File() { return Path("results"); }
  static std::string Path(const std::string& name) {
    return folder_->File(name);
  }
  static Outcome Run(const Words& arguments) {
    return Execute(*catalog_, arguments);
  }
  static void ExpectRefused(const Words& arguments,
                            const std::string& message) {
    cli::ExpectRefused(*catalog_, arguments, message);
  }
  // The games that `boardwalk games` lists.
  static std::vector<JsonText> List(const Words& filters) {
    Words arguments = {"games", File(), "--json"};
    arguments.insert(arguments.end(), filters.begin(), filters.end());
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    std::vector<JsonText> games;
    for (const std::string& line : Lines(outcome.out)) {
      games.push_back(JsonText::parse(line));
    }
    return games;
  }

  static TemporaryFolder* folder_;
  static Catalog* catalog_;
};

TemporaryFolder* ResultsCommandsTest::folder_ = nullptr;
Catalog* ResultsCommandsTest::catalog_ = nullptr;

// 3 pairings in 2 seatings of teeko and 1 in 3 of star, a round.
constexpr size_t kTeeko = 6, kStar = 3, kRounds = 3;

TEST_F(ResultsCommandsTest, GamesAreALineEachUnderAHeading) {
  const Outcome outcome = Run({"games", File()});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  const Words lines = Lines(outcome.out);
  ASSERT_EQ(lines.size(), 1 + (kTeeko + kStar) * kRounds);
  EXPECT_EQ(lines[0],
            "     id  game                   round  plies      CPU s  ending   "
            "     result   players");
  EXPECT_THAT(lines[1], AllOf(StartsWith("      1  teeko                      "
                                         "1  "),
                              HasSubstr("  rules  "), HasSubstr("random")));
  EXPECT_THAT(lines[9], HasSubstr("  ply-limit     1/3-1/3-1/3  "));
  EXPECT_THAT(lines.back(),
              StartsWith("     27  star:size=3,players=3      3 "));
}

TEST_F(ResultsCommandsTest, ResultsAreWhatEachSeatHasOfTheWin) {
  for (const std::string& line : Lines(Run({"games", File()}).out)) {
    if (absl::StrContains(line, " 1-0 ")) {
      const int id = std::stoi(line);
      const JsonText game = List({})[id - 1];
      EXPECT_EQ(game["returns"], JsonText({1.0, -1.0}));
      EXPECT_EQ(game["id"], id);
    }
  }
}

TEST_F(ResultsCommandsTest, GamesAsJsonHaveAllThatIsKnown) {
  const std::vector<JsonText> games = List({});
  ASSERT_EQ(games.size(), (kTeeko + kStar) * kRounds);
  const JsonText& game = games[8];  // the last of the first round
  EXPECT_EQ(game["id"], 9);
  EXPECT_EQ(game["game"], "star:size=3,players=3");
  EXPECT_EQ(game["round"], 1);
  EXPECT_EQ(game["block"], 4);
  EXPECT_EQ(game["ending"], "ply-limit");
  EXPECT_EQ(game["plies"], 40);
  EXPECT_EQ(game["loser"], nullptr);
  EXPECT_EQ(game["detail"], "no end after 40 plies");
  EXPECT_EQ(game["returns"], JsonText({0.0, 0.0, 0.0}));
  EXPECT_EQ(game["players"].size(), 3u);
  EXPECT_TRUE(game["seed"].is_string());
  EXPECT_EQ(game["seats"].size(), 3u);
  int moves = 0;
  for (size_t seat = 0; seat < 3; ++seat) {
    const JsonText& sums = game["seats"][seat];
    moves += static_cast<int>(sums["moves"]);
    EXPECT_GT(sums["wall"], 0);
    if (game["players"][seat] == "random") continue;
    EXPECT_EQ(sums["depth"], 1.0);
    EXPECT_GT(sums["nodes"], 13);
  }
  EXPECT_EQ(moves, 40);
}

TEST_F(ResultsCommandsTest, FiltersSelect) {
  EXPECT_EQ(List({"--game", "teeko"}).size(), kTeeko * kRounds);
  EXPECT_EQ(List({"--game", "star:players=3,size=3"}).size(), kStar * kRounds);
  for (const JsonText& game : List({"--round", "2"})) {
    EXPECT_EQ(game["round"], 2);
  }
  EXPECT_EQ(List({"--round", "2"}).size(), kTeeko + kStar);
  EXPECT_EQ(List({"--round", "4"}).size(), 0u);
  const auto limited = List({"--ending", "ply-limit"});
  EXPECT_GE(limited.size(), kStar);
  for (const JsonText& game : limited) EXPECT_EQ(game["ending"], "ply-limit");
  // Greedy sits in two of three pairings of teeko.
  EXPECT_EQ(List({"--player", "greedy", "--game", "teeko"}).size(),
            kTeeko * kRounds * 2 / 3);
  EXPECT_EQ(List({"--limit", "4"}).size(), 4u);
  EXPECT_EQ(List({"--round", "3", "--limit", "1"})[0]["id"], 19);
}

TEST_F(ResultsCommandsTest, WrongFiltersSayWhatThereIs) {
  ExpectRefused({"games", File(), "--game", "onejump"},
                "--game 'onejump' is not in these results");
  ExpectRefused({"games", File(), "--game", "teko"}, "did you mean 'teeko'?");
  ExpectRefused({"games", File(), "--player", "alphabeta"},
                "(there are random greedy alphabeta:depth=1)");
  ExpectRefused({"games", File(), "--ending", "rule"}, "did you mean 'rules'?");
  ExpectRefused({"games", File(), "--round", "0"}, "--round: '0'");
  ExpectRefused({"games", File(), "--limit", "0"}, "--limit: '0'");
}

TEST_F(ResultsCommandsTest, FilesThatAreNoResultsAreRefused) {
  ASSERT_TRUE(WriteFileAtomically(Path("text"), "no results\n").ok());
  for (const char* command : {"games", "report", "export", "replay"}) {
    for (const char* name : {"nothing", "text"}) {
      Words arguments = {command, Path(name)};
      if (arguments[0] == "replay") arguments.emplace_back("1");
      if (arguments[0] == "export") arguments.emplace_back("--format=csv");
      ExpectRefused(arguments, name);
    }
  }
  EXPECT_FALSE(std::filesystem::exists(Path("nothing")));
  EXPECT_EQ(*ReadFile(Path("text")), "no results\n");
}

TEST_F(ResultsCommandsTest, ExportedLinesAreWholeGames) {
  const Words lines = Lines(Run({"export", File(), "--format=jsonl"}).out);
  ASSERT_EQ(lines.size(), (kTeeko + kStar) * kRounds);
  for (const std::string& line : lines) {
    const JsonText game = JsonText::parse(line);
    EXPECT_EQ(game["opening"].size(), 2u);
    EXPECT_EQ(game["moves"].size(), game["plies"]);
    EXPECT_TRUE(game["moves"][0].contains("seconds"));
    // The moves lead from the start to the end.
    auto state = (*catalog_->MakeGame(std::string(game["game"])))
                     ->ParsePosition(std::string(game["start"]));
    ASSERT_TRUE(state.ok()) << state.status();
    for (const JsonText& move : game["moves"]) {
      const auto parsed = (*state)->ParseMove(std::string(move["move"]));
      ASSERT_TRUE(parsed.ok()) << parsed.status();
      ASSERT_TRUE((*state)->Apply(*parsed).ok());
    }
    EXPECT_EQ((*state)->FormatPosition(), game["final"]);
  }
}

TEST_F(ResultsCommandsTest, ExportWithoutTimesIsTheSameForEveryRun) {
  const std::string again = Path("again");
  Run({"compare", "--games", "teeko,star:players=3,size=3", "--players",
       "random,greedy,alphabeta:depth=1", "--rounds", "3", "--max-plies", "40",
       "--db", again, "--jobs", "3"});
  for (const char* format : {"--format=jsonl", "--format=csv"}) {
    const Outcome first = Run({"export", File(), format, "--no-times"});
    EXPECT_EQ(first.out, Run({"export", again, format, "--no-times"}).out);
    EXPECT_NE(first.out, Run({"export", File(), format}).out);
    for (const char* word : {"seconds", "wall"}) {
      EXPECT_THAT(first.out, Not(HasSubstr(word)));
      EXPECT_THAT(Run({"export", File(), format}).out, HasSubstr(word));
    }
  }
}

TEST_F(ResultsCommandsTest, ReportTellsHowWellValuesForetellResults) {
  // The games of the star ended by the limit of plies, and random says nothing.
  const Outcome text = Run({"report", File(), "--calibration"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_THAT(text.out, StartsWith("teeko, greedy: "));
  EXPECT_THAT(text.out, HasSubstr("\nteeko, alphabeta:depth=1: "));
  const auto all =
      JsonText::parse(Run({"report", File(), "--calibration", "--json"}).out);
  ASSERT_EQ(all["calibration"].size(), 3u);
  EXPECT_EQ(all["calibration"][2]["player"], "all players");
  for (const JsonText& one : all["calibration"]) {
    int positions = 0;
    for (const JsonText& bin : one["bins"]) {
      positions += bin["positions"].get<int>();
    }
    EXPECT_EQ(one["positions"], positions);
  }
  EXPECT_THAT(Run({"report", File(), "--calibration", "--format=csv"}).out,
              StartsWith("game,player,low,"));
  ExpectRefused({"report", File(), "--calibration", "--html", Path("page")},
                "--calibration is not part of what --html writes");
}

TEST_F(ResultsCommandsTest, ReportWithoutTimesIsTheSameForEveryRun) {
  const std::string again = Path("once_more");
  Run({"compare", "--games", "teeko,star:players=3,size=3", "--players",
       "random,greedy,alphabeta:depth=1", "--rounds", "3", "--max-plies", "40",
       "--db", again});
  for (const char* format :
       {"--format=text", "--format=csv", "--format=json"}) {
    EXPECT_EQ(Run({"report", File(), format, "--no-times"}).out,
              Run({"report", again, format, "--no-times"}).out);
    EXPECT_NE(Run({"report", File(), "--format=json"}).out,
              Run({"report", again, "--format=json"}).out);
  }
}

// As when the plug-ins that brought the games and the players are missing.
TEST_F(ResultsCommandsTest, ResultsOfGamesThatAreGoneAreStillReported) {
  const Catalog none;
  const auto without = [&](const Words& arguments) {
    const Outcome outcome = Execute(none, arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  };
  const auto known =
      JsonText::parse(Run({"report", File(), "--format=json"}).out);
  auto unknown = JsonText::parse(without({"report", File(), "--format=json"}));
  ASSERT_EQ(unknown["variants"].size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(unknown["variants"][i]["openings"],
              known["variants"][i]["openings"]);
    EXPECT_EQ(unknown["variants"][i]["seats"], known["variants"][i]["seats"]);
    EXPECT_EQ(unknown["variants"][i]["players"],
              known["variants"][i]["players"]);
    EXPECT_EQ(unknown["variants"][i]["pairings"],
              known["variants"][i]["pairings"]);
  }
  EXPECT_THAT(without({"report", File()}),
              HasSubstr("teeko is no game of this program (its plug-in is "
                        "missing?)"));
  EXPECT_EQ(without({"export", File(), "--format=csv"}),
            Run({"export", File(), "--format=csv"}).out);
  EXPECT_EQ(without({"games", File()}), Run({"games", File()}).out);
}

TEST_F(ResultsCommandsTest, CsvHasARowAGameAndEqualColumns) {
  const Outcome outcome = Run({"export", File(), "--format", "csv"});
  const Words rows = absl::StrSplit(outcome.out, "\r\n", absl::SkipEmpty());
  ASSERT_EQ(rows.size(), 1 + (kTeeko + kStar) * kRounds);
  EXPECT_THAT(rows[0], StartsWith("id,game,round,block,seed,ending,loser,"
                                  "detail,plies,fingerprint,player_1,"));
  EXPECT_THAT(rows[0],
              EndsWith(",wall_3,max_seconds_3,faults,alias_1,alias_2,alias_3"));
  // Names of several settings hold commas and are quoted.
  EXPECT_THAT(rows[9], StartsWith("9,\"star:size=3,players=3\",1,4,"));
  for (const std::string& row : rows) {
    int fields = 1;
    bool quoted = false;
    for (const char c : row) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted) ++fields;
    }
    EXPECT_EQ(fields, 11 + 3 * 10) << row;
  }
}

// Programs that read CSV make a column with an empty cell one of floating-point
// numbers, and a seed is then another one.
TEST_F(ResultsCommandsTest, SeatsHaveRowsWithoutEmptyNumbers) {
  const Outcome outcome = Run({"export", File(), "--format", "csv-seats"});
  const Words rows = absl::StrSplit(outcome.out, "\r\n", absl::SkipEmpty());
  ASSERT_EQ(rows.size(), 1 + (2 * kTeeko + 3 * kStar) * kRounds);
  EXPECT_EQ(rows[0],
            "game,variant,round,block,seed,seat,player,alias,returns,ending,"
            "forfeited,plies,fingerprint,moves,nodes,playouts,depth,seconds,"
            "wall_seconds,max_seconds,detail");
  for (size_t i = 1; i < rows.size(); ++i) {
    // The only fields that may be empty are the alias and the detail.
    EXPECT_EQ(rows[i].find(",,"), rows[i].rfind(",,")) << rows[i];
    EXPECT_THAT(rows[i], HasSubstr(",0x")) << rows[i];
  }
  EXPECT_THAT(rows[1], StartsWith("1,teeko,1,1,"));
  EXPECT_THAT(Run({"export", File(), "--format=csv-seats", "--no-times"}).out,
              Not(HasSubstr("seconds")));
}

TEST_F(ResultsCommandsTest, TablesNameAPlayerAlikeAndItsAlias) {
  const std::string file = Path("aliases");
  ASSERT_EQ(
      Run({"compare", "--games", "teeko,onejump", "--players", "dice=random",
           "greedy", "--rounds", "2", "--max-plies", "20", "--db", file})
          .status,
      0);
  const auto out = [&](const char* command, const char* format) {
    return Run({command, file, "--format", format}).out;
  };
  EXPECT_THAT(out("report", "csv"),
              AllOf(HasSubstr(",random,"), HasSubstr(",dice\r\n")));
  EXPECT_THAT(out("report", "csv-overall"),
              AllOf(StartsWith("rank,player,alias,variants,mean_rank,first_in,"
                               "score,score_error,certainty,rating,"),
                    HasSubstr(",random,dice,2,")));
  EXPECT_THAT(out("report", "csv-pairs"),
              AllOf(StartsWith("game,first,first_alias,second,second_alias,"
                               "wins,draws,losses,pairs_0_of_4,"),
                    HasSubstr("random,dice"), HasSubstr("onejump,")));
  EXPECT_THAT(out("export", "csv"), HasSubstr(",dice"));
  EXPECT_THAT(out("export", "csv-seats"), HasSubstr(",random,dice,"));
}

TEST_F(ResultsCommandsTest, ExportsWholeGamesUnlessAskedForRows) {
  EXPECT_EQ(Run({"export", File()}).out,
            Run({"export", File(), "--format", "jsonl"}).out);
  ExpectRefused({"export", File(), "--format", "xml"},
                "--format: xml not in {jsonl,csv,csv-seats,pdn,moves}");
}

TEST_F(ResultsCommandsTest, ExportFiltersAsGamesDoes) {
  const Words lines =
      Lines(Run({"export", File(), "--game", "teeko", "--round", "2"}).out);
  ASSERT_EQ(lines.size(), kTeeko);
  for (const std::string& line : lines) {
    EXPECT_EQ(JsonText::parse(line)["game"], "teeko");
    EXPECT_EQ(JsonText::parse(line)["round"], 2);
  }
  const Outcome rows = Run({"export", File(), "--format=csv", "--player",
                            "greedy", "--game", "teeko"});
  EXPECT_EQ(Lines(rows.out).size(), 1 + kTeeko * kRounds * 2 / 3);
  ExpectRefused({"export", File(), "--game", "teko"}, "did you mean 'teeko'?");
}

TEST_F(ResultsCommandsTest, PositionsAreArraysOfOneGame) {
  const std::string path = Path("star.npz");
  const Outcome outcome = Run({"export", File(), "--positions", path, "--game",
                               "star:players=3,size=3", "--round", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "wrote " + path + ": 120 positions of 3 games\n");
  results::NpyArrays arrays = results::ReadNpz(path);
  EXPECT_EQ(arrays["rules"].Texts(), Words{"star:size=3,players=3"});
  EXPECT_EQ(arrays["action"].shape, std::vector<int64_t>{120});
  EXPECT_EQ(arrays["game"].As<int64_t>()[119], 9);
  // The same games are the same file, which replaces the first.
  const std::string before = *ReadFile(path);
  EXPECT_EQ(Run({"export", File(), "--positions", path, "--game",
                 "star:players=3,size=3", "--no-times", "--round=1"})
                .status,
            0);
  EXPECT_EQ(*ReadFile(path), before);
}

TEST_F(ResultsCommandsTest, PositionsThatCannotBeHadAreRefused) {
  const std::string path = Path("refused.npz");
  ExpectRefused({"export", File(), "--positions", path},
                "a file of positions is of one game: choose it with --game "
                "(there are teeko star:size=3,players=3)");
  ExpectRefused({"export", File(), "--positions", path, "--game", "chinese8"},
                "--game 'chinese8' is not in these results");
  ExpectRefused(
      {"export", File(), "--positions", path, "--game=teeko", "--round=4"},
      "there are no positions: no game of teeko is selected");
  for (const char* format : {"csv", "jsonl"}) {
    ExpectRefused(
        {"export", File(), "--positions", path, "--format", format},
        "--positions writes arrays, and --format is of what is printed");
  }
  ASSERT_TRUE(WriteFileAtomically(Path("no results"), "nothing").ok());
  ExpectRefused({"export", Path("no results"), "--positions", path},
                "no results");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(ResultsCommandsTest, PositionsThatCannotBeWrittenAreAFailure) {
  const auto expect_failure = [](const std::string& path,
                                 const std::string& message) {
    const Outcome outcome =
        Run({"export", File(), "--positions", path, "--game", "teeko"});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(path));
    EXPECT_THAT(outcome.err, HasSubstr(message));
  };
  expect_failure(Path("no/such.npz"), "No such file or directory");
  expect_failure(folder_->path(), "it is a folder");
  // Neither the results nor an archive of somebody else's.
  ASSERT_TRUE(WriteFileAtomically(Path("other.npz"), "PK\x03\x04").ok());
  for (const std::string& other : {File(), Path("other.npz")}) {
    const std::string before = *ReadFile(other);
    expect_failure(other, "it is a file of another kind");
    EXPECT_EQ(*ReadFile(other), before);
  }
  {
    const FullDisk full(1000);
    expect_failure(Path("full.npz"), "File too large");
  }
  // No part of a file is left.
  for (const auto& entry :
       std::filesystem::directory_iterator(folder_->path())) {
    EXPECT_NE(entry.path().extension(), ".tmp") << entry.path();
    EXPECT_NE(entry.path().filename(), "full.npz");
  }
}

TEST_F(ResultsCommandsTest, ReaderThatGoesAwayIsNoError) {
  std::istringstream in;
  std::ostringstream out, err;
  out.setstate(std::ios::badbit);
  const Context context = {
      .catalog = *catalog_, .in = in, .out = out, .err = err};
  for (const char* command : {"games", "export"}) {
    const std::string file = File();
    const char* argv[] = {"boardwalk", command, file.c_str(),
                          command[0] == 'e' ? "--format=jsonl" : "--json"};
    EXPECT_EQ(RunCli(context, 4, argv), 0);
    EXPECT_EQ(err.str(), "");
  }
}

TEST_F(ResultsCommandsTest, ReportHasThreeFormsAndAPage) {
  const Outcome text = Run({"report", File()});
  EXPECT_EQ(text.status, 0);
  EXPECT_THAT(text.out, HasSubstr("star:size=3,players=3"));
  EXPECT_EQ(text.out, Run({"report", File(), "--format=text"}).out);
  const Outcome csv = Run({"report", File(), "--format=csv"});
  EXPECT_THAT(csv.out, HasSubstr("alphabeta:depth=1"));
  const Outcome json = Run({"report", File(), "--format=json"});
  EXPECT_TRUE(JsonText::accept(json.out));
  EXPECT_THAT(json.out, EndsWith("\n"));
  const Outcome page = Run({"report", File(), "--html", Path("page.html")});
  EXPECT_EQ(page.status, 0);
  EXPECT_EQ(page.out, "");
  EXPECT_THAT(page.err, AllOf(StartsWith("wrote "), EndsWith("page.html\n")));
  EXPECT_THAT(*ReadFile(Path("page.html")), HasSubstr("<html"));
  const Outcome both =
      Run({"report", File(), "--html", Path("page.html"), "--format", "text"});
  EXPECT_EQ(both.out, text.out);
}

TEST_F(ResultsCommandsTest, PageThatCannotBeWrittenIsAFailure) {
  const Outcome outcome =
      Run({"report", File(), "--html", Path("no/such/page.html")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("no/such/page.html"));
  // The page does not replace the results.
  ASSERT_TRUE(WriteFileAtomically(Path("note.html"), "<!DOCTYPE html>").ok());
  for (const std::string& other : {File(), Path("note.html")}) {
    const std::string before = *ReadFile(other);
    const Outcome refused = Run({"report", File(), "--html", other});
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.err, HasSubstr("it is a file of another kind"));
    EXPECT_EQ(*ReadFile(other), before);
  }
  ExpectRefused({"report", File(), "--format", "xml"},
                "--format: xml not in {text,csv,csv-overall,csv-pairs,json,"
                "markdown,latex}");
}

TEST_F(ResultsCommandsTest, ReportHasFiguresAndTablesForAPaper) {
  const Outcome figures = Run({"report", File(), "--figures", Path("figures")});
  EXPECT_EQ(figures.status, 0) << figures.err;
  EXPECT_EQ(figures.out, "");
  EXPECT_THAT(figures.err,
              AllOf(StartsWith("wrote "), HasSubstr("figures as SVG")));
  EXPECT_THAT(*ReadFile(Path("figures/teeko-strength-time.svg")),
              StartsWith("<svg xmlns="));
  // Either there are PDFs, or a line says how to get them.
  EXPECT_EQ(ReadFile(Path("figures/teeko-ratings.pdf")).ok(),
            figures.err.find("librsvg2-bin") == std::string::npos);
  const Outcome again =
      Run({"report", File(), "--figures", Path("figures"), "--format=latex"});
  EXPECT_THAT(again.out, HasSubstr("\\begin{tabular}"));
  EXPECT_THAT(Run({"report", File(), "--format=markdown"}).out,
              StartsWith("Table: "));
  const Outcome refused = Run({"report", File(), "--figures", File()});
  EXPECT_EQ(refused.status, 1);
  EXPECT_THAT(refused.err, HasSubstr(File()));
  ExpectRefused({"report", File(), "--calibration", "--figures", Path("f")},
                "--calibration is not part of what --figures writes");
}

TEST_F(ResultsCommandsTest, ReplayRefusesWhatItCannotShow) {
  ExpectRefused({"replay", File(), "28"}, "28");
  ExpectRefused({"replay", File(), "x"}, "ID: 'x' is not a whole number");
  ExpectRefused({"replay", File(), "9", "--ply", "41"}, "write 0 to 40");
  ExpectRefused({"replay", File()}, "which game of");
  ASSERT_TRUE(
      WriteFileAtomically(Path("record"), "boardwalk-record 1\nshape x\n")
          .ok());
  ExpectRefused({"replay", Path("record")}, "line 2: ");
}

TEST(GameJsonTest, WhatDiffersFromRunToRunIsLeftOut) {
  comparison::GameSummary game;
  game.termination = Termination::kTimeForfeit;
  game.loser = 0;
  game.detail = "took 1.2s of 1s";
  game.seats = {{.player = 0, .moves = 4, .seconds = 3, .depth = 10}};
  comparison::Configuration configuration;
  configuration.games = {"teeko"};
  configuration.players = {"mcts"};
  const Json shown = GameJson(game, configuration, Times::kShown);
  EXPECT_EQ(shown["detail"], "took 1.2s of 1s");
  EXPECT_EQ(shown["seats"][0]["seconds"], 3.0);
  EXPECT_EQ(shown["seats"][0]["depth"], 2.5);
  EXPECT_EQ(shown["loser"], 0);
  const Json left_out = GameJson(game, configuration, Times::kLeftOut);
  EXPECT_EQ(left_out["detail"], "");
  EXPECT_FALSE(left_out["seats"][0].contains("seconds"));
  // The details of other endings do not differ between runs.
  game.termination = Termination::kIllegalMove;
  game.detail = "it played 99";
  EXPECT_EQ(GameJson(game, configuration, Times::kLeftOut)["detail"],
            "it played 99");
}

TEST(GameJsonTest, FaultsOfSeatsThatDidNotEndTheGameAreTold) {
  comparison::GameSummary game;
  game.seats.resize(3);
  game.faults = {{.seat = 1,
                  .move = 5,
                  .kind = Termination::kTimeForfeit,
                  .reason = "took 1.2s of 1s"},
                 {.seat = 2,
                  .move = 9,
                  .kind = Termination::kCrash,
                  .reason = "signal 6"}};
  comparison::Configuration configuration;
  configuration.games = {"star:players=3"};
  configuration.players = {"mcts"};
  EXPECT_EQ(GameJson(game, configuration, Times::kShown)["faults"],
            Json::parse(R"([{"seat": 1, "move": 5, "kind": "overrun",
                       "reason": "took 1.2s of 1s"},
                      {"seat": 2, "move": 9, "kind": "crash",
                       "reason": "signal 6"}])"));
  EXPECT_EQ(
      GameJson(game, configuration, Times::kLeftOut)["faults"],
      Json::parse(R"([{"seat": 1, "move": 5, "kind": "overrun", "reason": ""},
                      {"seat": 2, "move": 9, "kind": "crash",
                       "reason": "signal 6"}])"));
}

}  // namespace
}  // namespace boardwalk::cli
