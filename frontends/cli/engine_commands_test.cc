// Other programs as players in every command that takes players, and what
// becomes of those that err. Runs the program itself.

#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace boardwalk::cli {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Ended {
  int status = 0;
  std::string out;
};

class EngineCommandsTest : public ::testing::Test {
 protected:
  EngineCommandsTest() {
    setenv("B", BOARDWALK_BINARY_DIR "/bin/boardwalk", 1);
    setenv("F", BOARDWALK_BINARY_DIR "/bin/fake_engine", 1);
    setenv("D", folder_.path().c_str(), 1);
    setenv("XDG_STATE_HOME", folder_.path().c_str(), 1);
  }

  // Runs a shell command; $B is the program, $F the engine for tests, $D a
  // folder.
  static Ended Shell(const std::string& command) {
    Ended ended;
    FILE* pipe = popen(command.c_str(), "r");
    if (pipe == nullptr) return {-1, "popen failed"};
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof(buffer), pipe)) > 0;) {
      ended.out.append(buffer, n);
    }
    const int status = pclose(pipe);
    ended.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return ended;
  }

  void Write(const std::string& name, const std::string& text) const {
    EXPECT_TRUE(
        WriteFileAtomically(absl::StrCat(folder_.path(), "/", name), text)
            .ok());
  }

  const TemporaryFolder folder_;
};

TEST_F(EngineCommandsTest, EnginesPlayWhereverPlayersDo) {
  const Ended think = Shell(
      "$B think teeko \"engine:cmd=\\\"$F chat\\\",nodes=5\" --json 2>&1");
  EXPECT_EQ(think.status, 0) << think.out;
  EXPECT_THAT(think.out, StartsWith("{\"move\":\"1\","));
  const Ended play =
      Shell("$B play onejump --seat 1=engine:cmd=$F --seat 2=random 2>&1");
  EXPECT_EQ(play.status, 0) << play.out;
  const Ended sprt = Shell(
      "$B sprt onejump --players engine:cmd=$F random --rounds 2 --no-db "
      "2>&1");
  EXPECT_EQ(sprt.status, 0) << sprt.out;
  const Ended tune = Shell("$B list --json");
  EXPECT_THAT(tune.out,
              HasSubstr("\"name\":\"cmd\",\"type\":\"text\",\"default\":"
                        "null,\"min\":null,\"max\":null"));
}

// Names with blanks, quotes and commas, from the command line to the results
// and back.
TEST_F(EngineCommandsTest, NamesInQuotesGoEverywhere) {
  const std::string players =
      absl::StrCat("--players random ", "'short=engine:cmd=\"", folder_.path(),
                   "/link play\",nodes=5' ");
  Shell("ln -s $F $D/link");
  const std::string compare =
      "$B compare --games teeko --rounds 1 --max-plies 8 " + players;
  const Ended played = Shell(compare + "--db $D/r 2>&1");
  EXPECT_EQ(played.status, 0) << played.out;
  EXPECT_THAT(played.out, HasSubstr("short"));
  const std::string canonical =
      absl::StrCat("engine:cmd=\\\"", folder_.path(), "/link play\\\",nodes=5");
  EXPECT_THAT(Shell("$B export $D/r --format jsonl").out, HasSubstr(canonical));
  // No limit makes its games the same again.
  const Ended reproduced = Shell("$B reproduce $D/r 2>&1");
  EXPECT_EQ(reproduced.status, 2);
  EXPECT_THAT(reproduced.out,
              HasSubstr("can be compared: 2 games with another program; "
                        "whether another program plays the same again, only "
                        "it knows\n"));
  // It resumes by the same names.
  EXPECT_EQ(Shell(compare + "--db $D/r 2>&1").status, 0);
  // And from a file.
  const Ended printed = Shell(compare + "--print-config");
  EXPECT_EQ(printed.status, 0) << printed.out;
  Write("config", printed.out);
  const Ended again =
      Shell("$B compare --config $D/config --print-config 2>&1");
  EXPECT_EQ(again.out, printed.out);
  EXPECT_EQ(Shell("$B compare --config $D/config --db $D/s 2>&1").status, 0);
  EXPECT_EQ(Shell("$B export $D/r --format jsonl --no-times").out,
            Shell("$B export $D/s --format jsonl --no-times").out);
}

TEST_F(EngineCommandsTest, FaultsAreResultsAndTheNextGameIsPlayed) {
  // What shows itself at once has all the time that a busy machine takes. That
  // all lines were nonsense is said when the time is over.
  struct Case {
    std::string how, ending;
    const char* time;
  };
  for (const auto& [how, ending, time] : {Case{"crash", "crash", "20s"},
                                          {"stall", "stall", "50ms"},
                                          {"nonsense", "nonsense", "1s"},
                                          {"illegal", "illegal-move", "20s"},
                                          {"loop", "overrun", "50ms"}}) {
    SCOPED_TRACE(how);
    setenv("H", how.c_str(), 1);
    setenv("T", time, 1);
    const Ended compare = Shell(
        "rm -f $D/r; $B compare --games teeko --players \"engine:cmd=\\\"$F "
        "$H 2\\\"\" random --rounds 2 --time $T --db $D/r --json "
        "2>/dev/null");
    EXPECT_EQ(compare.status, 0);
    EXPECT_THAT(compare.out, HasSubstr("\"games\":4,"));
    EXPECT_THAT(compare.out, HasSubstr("\"forfeits\":4,"));
    const Ended games = Shell("$B export $D/r --format jsonl");
    EXPECT_EQ(Shell("$B games $D/r --ending " + ending + " | wc -l").out,
              Shell("$B games $D/r | wc -l").out);
    EXPECT_THAT(games.out, HasSubstr("\"ending\":\"" + ending + "\""));
    // The list and the report tell how each seat lost, in its own words.
    const std::string words =
        how == "crash" ? "its last words: fatal: out of ideas" : "";
    const Ended list = Shell("$B games $D/r");
    EXPECT_THAT(list.out, ContainsRegex("  -- seat 1: [^\n]*" + words));
    EXPECT_THAT(list.out, ContainsRegex("  -- seat 2: [^\n]*" + words));
    const Ended report = Shell("$B report $D/r | tr -s ' \n' ' '");
    EXPECT_THAT(report.out,
                ContainsRegex(", " + ending +
                              " in (4 games, first )?game 1: [^!]*" + words));
    // A saved game of it can be replayed.
    EXPECT_EQ(Shell("$B replay $D/r 1 2>&1").status, 0);
  }
  EXPECT_THAT(Shell("$B play teeko --seat 1=engine:cmd='\"'$F' crash\"' --seat "
                    "2=random 2>&1")
                  .out,
              HasSubstr("signal 6 (Aborted); its last words: fatal: out of "
                        "ideas"));
}

TEST_F(EngineCommandsTest, WhatCannotBeStartedIsWrongUsage) {
  for (const char* command :
       {"$B play teeko --seat 1=engine --seat 2=random",
        "$B play teeko --seat 1=engine:cmd=nosuchprogram --seat 2=random",
        "$B think teeko engine", "$B think teeko engine:cmd=./nosuchprogram",
        "$B think teeko 'engine:cmd=\"a'",
        "$B compare teeko --players random engine:cmd=nosuchprogram --no-db"}) {
    const Ended refused = Shell(absl::StrCat(command, " 2>&1"));
    EXPECT_EQ(refused.status, 2) << command;
    EXPECT_THAT(refused.out, StartsWith("boardwalk ")) << command;
    EXPECT_EQ(refused.out.find('\n'), refused.out.size() - 1) << refused.out;
  }
}

TEST_F(EngineCommandsTest, AFileGivesAShortName) {
  Write("fake.json", absl::StrCat("{\"title\": \"A fake\", \"cmd\": \"",
                                  BOARDWALK_BINARY_DIR,
                                  "/bin/fake_engine play\", \"nodes\": 5}"));
  for (const char* command :
       {"$B --engine fake=$D/fake.json think teeko fake 2>&1",
        "$B think teeko fake --engine fake=$D/fake.json 2>&1"}) {
    const Ended think = Shell(command);
    EXPECT_EQ(think.status, 0);
    EXPECT_THAT(think.out, HasSubstr("move      1\n"));
  }
  EXPECT_THAT(Shell("$B list --engine fake=$D/fake.json").out,
              HasSubstr("A fake"));
  // Results hold what the file says, under the short name.
  const std::string compare =
      "$B compare --games teeko --rounds 1 --max-plies 8 --db $D/named "
      "--players random fake --engine fake=$D/fake.json 2>&1";
  EXPECT_EQ(Shell(compare).status, 0);
  EXPECT_THAT(Shell("$B games $D/named").out,
              HasSubstr(absl::StrCat("engine:cmd=\"", BOARDWALK_BINARY_DIR,
                                     "/bin/fake_engine play\",nodes=5")));
  const Ended report = Shell("$B report $D/named");
  // Where this line is broken depends on the length of the folder's name.
  EXPECT_THAT(absl::StrReplaceAll(report.out, {{"\n  ", " "}}),
              HasSubstr("; names fake=engine:cmd="));
  EXPECT_THAT(report.out, HasSubstr("random and fake: "));
  const Ended again = Shell(compare);
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.out, HasSubstr("has all of them already"));
  // Another program under that name is another player.
  for (const char* changed :
       {"play\", \"nodes\": 6}", "play\", \"options\": {\"Level\": 3}}"}) {
    Write("fake.json", absl::StrCat("{\"cmd\": \"", BOARDWALK_BINARY_DIR,
                                    "/bin/fake_engine ", changed));
    const Ended refused = Shell(compare);
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.out, HasSubstr("is there and not here"));
    EXPECT_THAT(refused.out, HasSubstr("nodes=5"));
  }
  for (const size_t bytes : {size_t{1} << 20, (size_t{1} << 20) + 1}) {
    std::string file = "{\"cmd\": \"x\"}";
    file.resize(bytes, ' ');
    Write("large.json", file);
    EXPECT_EQ(Shell("$B list --engine x=$D/large.json 2>&1").status,
              bytes > size_t{1} << 20 ? 2 : 0);
  }
  Write("wrong.json", "{\"cmd\": \"x\", \"protocoll\": \"ugi\"}");
  for (const auto& [value, message] :
       {std::pair<std::string, std::string>{
            "x=$D/wrong.json", "no parameter 'protocoll'; did you mean"},
        {"x=$D/none.json", "none.json"},
        {"x", "write --engine NAME=FILE"},
        {"human=$D/fake.json", "'human' of "},
        {"mcts=$D/fake.json", "two players called 'mcts'"}}) {
    const Ended refused = Shell("$B list --engine " + value + " 2>&1");
    EXPECT_EQ(refused.status, 2) << value;
    EXPECT_THAT(refused.out, StartsWith("boardwalk list: ")) << value;
    EXPECT_THAT(refused.out, HasSubstr(message)) << value;
    EXPECT_EQ(refused.out.find('\n'), refused.out.size() - 1) << refused.out;
  }
}

TEST_F(EngineCommandsTest, CheckTellsWhatIsWrong) {
  const Ended right = Shell("$B engine-check \"$F play\" teeko 2>&1");
  EXPECT_EQ(right.status, 0) << right.out;
  EXPECT_THAT(right.out, HasSubstr(" steps, all right\n"));
  EXPECT_THAT(right.out,
              HasSubstr(" 1 ok    introduces itself after ugi\n"
                        "         > ugi\n         < id name Fake play\n"));
  const Ended wrong =
      Shell("$B engine-check \"$F illegal\" teeko --patience 0.5 2>&1");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.out, HasSubstr(" WRONG thinks for movetime 100\n"));
  EXPECT_THAT(wrong.out, HasSubstr("wrong: 'zz99' is not legal: "));
  const Ended json =
      Shell("$B engine-check \"$F illegal\" teeko --patience 0.5 --json");
  EXPECT_EQ(json.status, 1);
  const auto report = nlohmann::json::parse(json.out, nullptr, false);
  EXPECT_FALSE(report["ok"]);
  EXPECT_GE(report["steps"].size(), 40u);
  EXPECT_EQ(report["steps"][0]["said"][0], "> ugi");
  const Ended none = Shell("$B engine-check ./nosuchprogram teeko 2>&1");
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.out, HasSubstr("No such file"));
}

TEST_F(EngineCommandsTest, AProgramIsHeldWhereItIsWanted) {
  // Its folder is open to everybody, which the sandbox of root needs. It is in
  // Python, for the sandbox leaves no room to the address sanitizer.
  Shell(
      "chmod 755 $D; cp frontends/engine/starters/starter.py $D/bot.py; "
      "chmod 644 $D/bot.py");
  const std::string bot = "/usr/bin/python3 $D/bot.py";
  const Ended check =
      Shell("$B engine-check \"" + bot + "\" teeko --sandbox --json 2>&1");
  EXPECT_EQ(check.status, 0) << check.out;
  const auto report = nlohmann::json::parse(check.out, nullptr, false);
  EXPECT_THAT(report["sandbox"].get<std::string>(), StartsWith("bubblewrap "));
  const Ended think = Shell("$B think teeko \"engine:cmd=\\\"" + bot +
                            "\\\",sandbox=on\" 2>&1");
  EXPECT_EQ(think.status, 0) << think.out;
  const Ended none = Shell(
      "PATH=$D:/nowhere $B think teeko \"engine:cmd=$F,sandbox=on\" 2>&1");
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.out, HasSubstr("bubblewrap is needed"));
}

TEST_F(EngineCommandsTest, UgiAnswersOnItsOutput) {
  const Ended ended = Shell(
      "printf 'ugi\\nposition startpos moves 1\\ngo\\nquit\\n' | $B ugi teeko "
      "--player mcts:playouts=10");
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("ugiok\n"));
  EXPECT_THAT(ended.out, HasSubstr("\nbestmove "));
  EXPECT_THAT(ended.out, Not(HasSubstr("error")));
  const Ended refused = Shell("$B ugi teeko --player nobody </dev/null 2>&1");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.out,
              StartsWith("boardwalk ugi: --player: no player 'nobody'"));
}

}  // namespace
}  // namespace boardwalk::cli
