// boardwalk tournament with sources: compiled, confined, judged. What an
// entrant can do to the machine is tested in frontends/engine/.

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/file.h"
#include "framework/parameters.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "frontends/contest/entrant_testing.h"
#include "frontends/engine/engine_player.h"
#include "games/registry.h"

namespace boardwalk {
namespace cli {
namespace {

using contest::kStep;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;
using Words = std::vector<std::string>;
using Json = nlohmann::json;

const Catalog& Games() {
  static const Catalog catalog = *AllGames();
  return catalog;
}

// Solves the star challenge by any step that is legal; `body` runs before it
// answers, `on_move` when it is told of a move. Ends the program unless it is
// told of one move, or a pass, of each other player between its own.
std::string StarSolution(const std::string& body = "",
                         const std::string& on_move = "") {
  return absl::StrCat(R"c(
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
typedef struct Position { long row; long col; } Position;
static long size, own, turns, goal, home, others, told;
static int owner[257][400];  /* 1 + the player */
static long Count(long r) {
  return r < size ? r + 1 : r < 2 * size ? 4 * size + 1 - r
       : r <= 3 * size ? r + 1 : 4 * size + 1 - r;
}
static long First(long r) {
  const long c = Count(r);
  return r % 2 == 0 ? -(c - 1) / 2 : -(c / 2) + 1;
}
static int On(long r, long c) {
  return r >= 0 && r <= 4 * size && c >= First(r) && c < First(r) + Count(r);
}
static int Triangle(long r, long c) {
  const long left = c - First(r), right = First(r) + Count(r) - 1 - c;
  if (r < size) return 0;
  if (r > 3 * size) return 3;
  if (r < 2 * size) return right < 2 * size - r ? 1 : left < 2 * size - r ? 5 : -1;
  return right < r - 2 * size ? 2 : left < r - 2 * size ? 4 : -1;
}
void InitChineseCheckers(long players, long game_size, long where[6], long me) {
  others = players - 1; size = game_size; own = me; home = where[me]; goal = (home + 3) % 6;
  memset(owner, 0, sizeof owner);
  for (long r = 0; r <= 4 * size; ++r)
    for (long c = First(r); c < First(r) + Count(r); ++c)
      for (long p = 0; p < players; ++p)
        if (Triangle(r, c) == where[p]) owner[r][c + 200] = (int)p + 1;
}
void YourMove(Position* from, Position* to) {
  if (told != (turns++ == 0 ? own : others)) abort();
  told = 0;
)c",
                      body, R"c(
  for (long r = 0; r <= 4 * size; ++r)
    for (long c = First(r); c < First(r) + Count(r); ++c) {
      if (owner[r][c + 200] != own + 1) continue;
      from->row = r; from->col = c;
      const long d = r % 2 == 0 ? 0 : -1;
      const long next[6][2] = {{r + 1, c + d}, {r + 1, c + d + 1}, {r, c + 1},
                               {r, c - 1}, {r - 1, c + d}, {r - 1, c + d + 1}};
      for (int i = 0; i < 6; ++i) {
        const long y = next[i][0], x = next[i][1];
        if (!On(y, x) || owner[y][x + 200] != 0) continue;
        const int t = Triangle(y, x);
        if (t >= 0 && t != home && t != goal) continue;
        to->row = y; to->col = x;
        owner[y][x + 200] = (int)own + 1;
        owner[r][c + 200] = 0;
        return;
      }
    }
  *to = *from;
}
void OpponentMove(long who, Position from, Position to) {
  ++told;
)c",
                      on_move, R"c(
  if (owner[from.row][from.col + 200] != who + 1) abort();
  if (from.row == to.row && from.col == to.col) return;
  owner[to.row][to.col + 200] = (int)who + 1;
  owner[from.row][from.col + 200] = 0;
}
void TermChineseCheckers(void) {}
)c");
}

class TournamentSourcesTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.File(name); }
  // The path of a file with this text.
  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
    return Path(name);
  }
  // The source of an entrant that runs `body` and then steps.
  std::string Source(const std::string& id, const std::string& body,
                     const std::string& before = "") const {
    return Write(absl::StrCat("aiplayer_", id, ".c"),
                 absl::StrCat("#include <stdio.h>\n#include <stdlib.h>\n"
                              "#include <unistd.h>\n",
                              kStep, before, "\nint ai_player_", id,
                              "(int player, const int* board) {\n", body,
                              "\nreturn step(player, board);\n}\n"));
  }
  static Outcome Run(const Words& words) {
    Words arguments = {"tournament"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    return Execute(Games(), arguments);
  }
  // The object of a tournament on the 8x8 board.
  static Json Chinese8(Words entrants) {
    entrants.insert(entrants.begin(), "chinese8");
    entrants.insert(entrants.end(),
                    {"--jobs", "1", "--json", "--time", "300ms"});
    const Outcome outcome = Run(entrants);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return Json::parse(outcome.out, nullptr, false);
  }

  const TemporaryFolder folder_;
};

TEST_F(TournamentSourcesTest, ASourcePlaysBesideOurPlayers) {
  const Outcome outcome =
      Run({"chinese8", Source("1155123456", ""), "greedy", "random", "--jobs",
           "2", "--db", Path("a"), "--html", Path("a.html")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("aiplayer_1155123456.c: compiled\n"));
  EXPECT_THAT(outcome.out, HasSubstr("aiplayer_1155123456"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("What was broken")));
  EXPECT_THAT(outcome.out, HasSubstr("sources: bubblewrap"));
  // The results tell all of it without the source.
  EXPECT_EQ(Execute(Games(), {"report", Path("a")}).out, outcome.out);
  EXPECT_THAT(*ReadFile(Path("a.html")), HasSubstr("aiplayer_1155123456"));
  // The same command finds everything played.
  const Outcome again = Run({"chinese8", Path("aiplayer_1155123456.c"),
                             "greedy", "random", "--db", Path("a")});
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr("has all of them already"));
}

// The source is not at hand, and the others play without it.
TEST_F(TournamentSourcesTest, ReproduceLeavesOutTheGamesOfSources) {
  const Outcome outcome =
      Run({"chinese8", Source("1155123456", ""), "greedy", "alphabeta:depth=1",
           "--jobs", "1", "--db", Path("a")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(Execute(Games(), {"reproduce", Path("a")}).out,
            "2 games compared: no difference\n"
            "not compared, as each run has its own: seconds, wall_seconds, "
            "max_seconds\n"
            "left out: 4 games with a source\n");
}

TEST_F(TournamentSourcesTest, TheTimeOfAnOverrunCounts) {
  const Json json = Chinese8({Source("1", "for (;;);"), "greedy"});
  const Json& entrant = json["entrants"][1];
  EXPECT_EQ(entrant["name"], "aiplayer_1");
  EXPECT_EQ(entrant["moves"], 0);
  EXPECT_GE(entrant["max_seconds"].get<double>(), 0.3);
  EXPECT_GE(entrant["seconds"].get<double>(), 2 * 0.3);
  for (const Json& game : json["games"]) {
    EXPECT_GE(game["seconds"][game["players"][0] == 0 ? 0 : 1].get<double>(),
              0.3);
  }
}

struct Broken {
  std::string body;
  std::string kind;
  std::string reason;  // a regular expression
  std::string before = {};
};

// Each loses both games, for the reason that is told.
TEST_F(TournamentSourcesTest, WhatIsBrokenIsTold) {
  const std::vector<Broken> all = {
      {"return 9999;", "illegal-move", "it answered 9999: .*"},
      {"return 8878;", "illegal-move", "it answered 8878: .*"},
      {"for (;;);", "overrun", "its move: no answer after [0-9.]+ s of 0.3 s"},
      {"for (;;) sleep(9);", "stall",
       "its move: no answer after [0-9.]+ s by the wall clock, of which it "
       "used 0.00 s"},
      {"abort();", "crash", "signal 6 \\(Aborted\\)"},
      {"return ((volatile const int*)board)[89];", "crash",
       "signal 11 \\(Segmentation fault\\), behind the board"},
      {"((int*)board)[11] = 0;", "failure", "wrote to the const board"},
      {"printf(\"Hello\\n\");", "failure", "printed 6 bytes: Hello "},
      {"", "crash", ".*exit status 7",
       "__attribute__((constructor)) static void load(void) { _exit(7); }"}};
  int id = 0;
  for (const Broken& broken : all) {
    SCOPED_TRACE(broken.body + broken.before);
    const Json json = Chinese8(
        {Source(absl::StrCat(++id), broken.body, broken.before), "greedy"});
    ASSERT_EQ(json["games"].size(), 2u);
    for (const Json& game : json["games"]) {
      const int seat = game["players"][0] == 0 ? 0 : 1;
      ASSERT_EQ(game["faults"].size(), 1u) << game;
      const Json& fault = game["faults"][0];
      EXPECT_EQ(fault["seat"], seat);
      EXPECT_EQ(fault["move"], seat + 1);
      EXPECT_EQ(fault["kind"], broken.kind);
      EXPECT_THAT(fault["reason"].get<std::string>(),
                  MatchesRegex(broken.reason));
      EXPECT_EQ(game["points"][seat], 0);
      EXPECT_EQ(game["points"][1 - seat], 2);
    }
  }
}

// Who gains by the fault of the other must itself answer.
TEST_F(TournamentSourcesTest, TwoThatBreakARuleGetNothingFromEachOther) {
  const Json json = Chinese8(
      {Source("1", "abort();"), Source("2", "return 9999;"), Source("3", "")});
  ASSERT_EQ(json["games"].size(), 6u);
  for (const Json& game : json["games"]) {
    const bool both = game["players"][0] != 2 && game["players"][1] != 2;
    ASSERT_EQ(game["faults"].size(), both ? 2u : 1u) << game;
    for (const size_t seat : {0, 1}) {
      EXPECT_EQ(game["points"][seat], game["players"][seat] == 2 ? 2 : 0);
    }
    if (!both) continue;
    EXPECT_EQ(game["results"], Json({"lost", "lost"}));
    EXPECT_EQ(game["faults"][0]["seat"], 0);
    EXPECT_EQ(game["faults"][0]["move"], 1);
    EXPECT_EQ(game["faults"][1]["seat"], 1);
    EXPECT_EQ(game["faults"][1]["move"], 2);
    const bool first_aborts = game["players"][0] == 0;
    EXPECT_THAT(
        game["faults"][1]["reason"].get<std::string>(),
        MatchesRegex(
            first_aborts
                ? "after [0-9-]+, made for the other: it answered 9999.*"
                : "after [0-9-]+, made for the other: signal 6.*"));
  }
  for (const Json& entrant : json["entrants"]) {
    EXPECT_EQ(entrant["points"], entrant["name"] == "aiplayer_3" ? 8 : 0);
  }
}

TEST_F(TournamentSourcesTest, ADoubtfulGameIsPlayedAgainAlone) {
  const Outcome outcome =
      Run({"chinese8", Source("1", "for (;;) sleep(9);"), "greedy", "random",
           "--jobs", "2", "--time", "200ms"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("in 4 games a player stalled; they were "
                                     "played again alone\n"));
  EXPECT_THAT(outcome.out, HasSubstr("aiplayer_1, 4 times stall, first in game "
                                     "1 (Blue), move 1: "));
}

TEST_F(TournamentSourcesTest, WhoCannotPlayLosesEveryGame) {
  const Json json = Chinese8(
      {Write("aiplayer_1.c", "int ai_player_1(int p, const int* b) { x }"),
       Write("aiplayer_2.c", "int main(void) { return 0; }"),
       Write("aiplayer_3.c",
             "int ai_player(void) { return 0; }\n"
             "int other_3(int x) { return x; }"),
       "random"});
  EXPECT_EQ(json["entrants"][0]["name"], "random");
  for (const Json& entrant : json["entrants"]) {
    const auto name = entrant["name"].get<std::string>();
    if (name == "random" || name == "aiplayer_3") continue;
    EXPECT_EQ(entrant["points"], 0) << name;
    EXPECT_EQ(entrant["lost"], 6) << name;
    EXPECT_THAT(entrant["cannot_play"].get<std::string>(),
                MatchesRegex(name == "aiplayer_1" ? "did not compile: .*"
                                                  : "has a main"));
  }
  // Two that cannot play get nothing from each other.
  for (const Json& game : json["games"]) {
    if (game["players"] == Json({0, 1})) {
      EXPECT_EQ(game["points"], Json({0, 0}));
      EXPECT_EQ(game["faults"].size(), 2u);
    }
  }
}

// Whatever the files are, the others play.
TEST_F(TournamentSourcesTest, WhatCannotBeReadCannotPlay) {
  const std::string large = Source("1", "");
  std::filesystem::resize_file(large, 100 << 20);
  const std::string header = Write("aiplayer_2.h", "");
  std::filesystem::resize_file(header, 5 << 20);
  std::filesystem::create_directory(Path("aiplayer_3.c"));
  const Json json = Chinese8({large, Source("2", ""), Path("aiplayer_3.c"),
                              Write("greedy.c", absl::StrCat(kStep, R"c(
int ai_player(int player, const int* board) { return step(player, board); }
)c")),
                              Source("ada_b", ""), "random"});
  std::map<std::string, std::string> why;
  for (const Json& entrant : json["entrants"]) {
    why[entrant["name"].get<std::string>()] =
        entrant["cannot_play"].is_null()
            ? ""
            : entrant["cannot_play"].get<std::string>();
  }
  EXPECT_THAT(
      why, ElementsAre(
               Pair("aiplayer_1",
                    "did not compile: the source is longer than 4 MiB "
                    "(104857600 bytes)"),
               Pair("aiplayer_2",
                    "did not compile: its header aiplayer_2.h is longer than "
                    "4 MiB (5242880 bytes)"),
               Pair("aiplayer_3", "did not compile: the source is no file"),
               Pair("aiplayer_ada_b", ""), Pair("greedy_source", ""),
               Pair("random", "")));
}

// A program that somebody names runs as it is unless it is told to be held, and
// the results tell which it was.
TEST_F(TournamentSourcesTest, TheSandboxHoldsProgramsWhereItIsWanted) {
  const Catalog games = Games().With(engine::EnginePlayerPlugin()).value();
  std::filesystem::permissions(
      folder_.path(),
      std::filesystem::perms::others_read | std::filesystem::perms::others_exec,
      std::filesystem::perm_options::add);
  std::filesystem::copy_file(BOARDWALK_SOURCE_DIR
                             "/frontends/engine/starters/starter.py",
                             Path("starter.py"));
  const std::string program = absl::StrCat(
      "ada=engine:cmd=", QuoteValue("/usr/bin/python3 " + Path("starter.py")));
  const auto sandbox = [&](const Words& more) {
    Words words = {"tournament", "chinese8", program, "random",
                   "--json",     "--jobs",   "1"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = Execute(games, words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const Json json = Json::parse(outcome.out, nullptr, false);
    for (const Json& entrant : json["entrants"]) {
      EXPECT_EQ(entrant["faults"], Json::object()) << entrant;
    }
    return json["sandbox"].get<std::string>();
  };
  EXPECT_THAT(sandbox({"--sandbox"}),
              StartsWith("none; programs: bubblewrap "));
  EXPECT_EQ(sandbox({}),
            "none; programs: no sandbox, they may do what the user may");
  EXPECT_THAT(sandbox({absl::StrCat(program.substr(4), ",sandbox=on")}),
              MatchesRegex("none; programs: bubblewrap .*, for 1 of 2; the "
                           "others may do what the user may"));
  EXPECT_THAT(sandbox({Source("1", "")}),
              MatchesRegex("bubblewrap .*; programs: no sandbox, .*"));
  EXPECT_THAT(sandbox({Path("aiplayer_1.c"), "--no-sandbox"}),
              MatchesRegex("no sandbox; .*; programs: no sandbox, .*"));
  ExpectRefused(games,
                {"tournament", "chinese8", "engine:cmd=cat,sandbox=off",
                 "greedy", "--sandbox"},
                "--sandbox: 'engine:cmd=cat,sandbox=off' is to run without");
}

TEST_F(TournamentSourcesTest, TheStarChallengeTakesSources) {
  const std::string good = Write("good.c", StarSolution());
  const std::string plus = Write("plus.cc", StarSolution());
  // Its third move is none.
  const std::string bad = Write(
      "bad.c", StarSolution("if (turns == 3) { from->row = 0; to->row = 9; "
                            "return; }"));
  const Outcome outcome =
      Run({"star", good, plus, bad, "greedy", "--sizes", "3", "--jobs", "2",
           "--json", "--max-plies", "60", "--time", "1s"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(outcome.out, nullptr, false);
  EXPECT_THAT(json["sandbox"].get<std::string>(), HasSubstr("bubblewrap"));
  for (const Json& entrant : json["entrants"]) {
    const auto name = entrant["name"].get<std::string>();
    EXPECT_GT(entrant["seconds"].get<double>(), 0) << name;
    if (name == "bad") {
      EXPECT_EQ(entrant["faults"]["illegal-move"], entrant["games"]);
    } else {
      EXPECT_EQ(entrant["faults"], Json::object()) << entrant;
    }
  }
  for (const Json& game : json["games"]) {
    for (const Json& fault : game["faults"]) {
      EXPECT_EQ(game["players"][fault["seat"].get<int>()], 2);
      const int seats = static_cast<int>(game["players"].size());
      EXPECT_EQ(fault["move"], 2 * seats + fault["seat"].get<int>() + 1);
    }
    // Nobody is alone, so the others played on.
    if (game["players"].size() > 2) {
      EXPECT_NE(game["ending"], "illegal-move");
    }
  }
}

TEST_F(TournamentSourcesTest, ASolutionThatLosesTimeOnMovesOfOthersIsOut) {
  const std::string slow =
      Write("slow.c", StarSolution("", "if (turns == 2) for (;;);"));
  const Outcome outcome =
      Run({"star", slow, "greedy", "random", "--sizes", "3", "--seats", "3",
           "--jobs", "2", "--json", "--max-plies", "30", "--time", "300ms",
           "--db", Path("r")});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  for (const Words& words : {Words{"games", Path("r")},
                             Words{"export", Path("r"), "--format", "csv"}}) {
    EXPECT_THAT(Execute(Games(), words).out,
                MatchesRegex("(.|\r|\n)*seat [123], move [0-9]+, overrun: "
                             "OpponentMove: no answer after(.|\r|\n)*"))
        << words[0];
  }
  const Json json = Json::parse(outcome.out, nullptr, false);
  for (const Json& game : json["games"]) {
    ASSERT_EQ(game["faults"].size(), 1u) << game;
    EXPECT_EQ(game["faults"][0]["kind"], "overrun");
    EXPECT_THAT(game["faults"][0]["reason"].get<std::string>(),
                MatchesRegex("OpponentMove: no answer after [0-9.]+ s of "
                             "0.3 s"));
  }
}

// The games of a solution against a player of ours. In all of them it used so
// much time, and a bit more.
Json GamesOfSolution(const std::string& file, double seconds) {
  const Outcome outcome =
      Execute(Games(), {"tournament", "star", file, "greedy", "--sizes", "3",
                        "--seats", "2", "--jobs", "1", "--json", "--max-plies",
                        "20", "--time", "300ms"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const Json json = Json::parse(outcome.out, nullptr, false);
  for (const Json& game : json["games"]) {
    const int seat = game["players"][0] == 0 ? 0 : 1;
    EXPECT_GE(game["seconds"][seat].get<double>(), seconds) << game;
    EXPECT_LT(game["seconds"][seat].get<double>(), seconds + 2) << game;
  }
  return json["games"];
}

// Also of calls that never end, of the turn in which it breaks a rule, and when
// nobody has moved.
TEST_F(TournamentSourcesTest, AllTimeOfASolutionCounts) {
  const auto with = [&](const std::string& name, const std::string& old,
                        const std::string& now) {
    return Write(name + ".c",
                 absl::StrReplaceAll(StarSolution(), {{old, now}}));
  };
  const std::string init = "others = players - 1;";
  for (const Json& game :
       GamesOfSolution(with("init", init, "for (;;); " + init), 0.3)) {
    // The limit of a move holds it before the first move, too.
    EXPECT_THAT(game["faults"][0]["reason"].get<std::string>(),
                MatchesRegex("InitChineseCheckers: no answer after [0-9.]+ s "
                             "of 0.3 s"));
  }
  const std::string term = "void TermChineseCheckers(void) {}";
  for (const Json& game : GamesOfSolution(
           with("term", term, "void TermChineseCheckers(void) { for (;;); }"),
           0.3)) {
    EXPECT_EQ(game["ending"], "ply-limit");
    EXPECT_EQ(game["faults"], Json::array());
  }
  const std::string told = "++told;";
  for (const Json& game :
       GamesOfSolution(with("told", told, "for (;;); " + told), 0.3)) {
    EXPECT_EQ(game["faults"][0]["kind"], "overrun");
  }
  for (const Json& game : GamesOfSolution(
           Write("bad.c",
                 StarSolution("while (clock() < CLOCKS_PER_SEC / 5) {} "
                              "from->row = 0; to->row = 9; return;")),
           0.19)) {
    EXPECT_EQ(game["faults"][0]["kind"], "illegal-move");
  }
}

TEST_F(TournamentSourcesTest, WithoutASandboxTheResultsSaySo) {
  const Outcome outcome = Run(
      {"chinese8", Source("1", ""), "greedy", "--no-sandbox", "--jobs", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("warning: no sandbox"));
  EXPECT_THAT(outcome.out,
              HasSubstr("sources: no sandbox; it reads files, and "));
  const Words both = {"tournament", "chinese8",  Path("aiplayer_1.c"),
                      "greedy",     "--sandbox", "--no-sandbox"};
  ExpectRefused(Games(), both,
                "--sandbox and --no-sandbox: leave one of both out");
  ExpectRefused(Games(),
                {"tournament", "chinese8", Path("nowhere.c"), "greedy"},
                "nowhere.c");
}

}  // namespace
}  // namespace cli
}  // namespace boardwalk
