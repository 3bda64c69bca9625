#include "frontends/engine/engine_player.h"

#include <sys/stat.h>
#include <unistd.h>

#include <thread>  // the label of tests with threads

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/match.h"
#include "framework/parameters.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using namespace std::chrono_literals;

const char* const kFake = BOARDWALK_BINARY_DIR "/bin/fake_engine";
const char* const kProgram = BOARDWALK_BINARY_DIR "/bin/boardwalk";

// All games with the player `engine`.
const Catalog& Games() {
  static const Catalog* const catalog =
      new Catalog(*Catalog::Create(BuiltInGames(), {EnginePlayerPlugin()}));
  return *catalog;
}

std::string Named(const std::string& command,
                  const std::string& settings = "") {
  return absl::StrCat("engine:cmd=", QuoteValue(command), settings);
}

GameRecord Play(const std::string& game_name,
                const std::vector<std::string>& names,
                const MatchOptions& options) {
  const auto game = Games().MakeGame(game_name).value();
  std::vector<std::unique_ptr<Player>> players;
  std::vector<Contestant> contestants;
  for (const std::string& name : names) {
    auto player = game->MakePlayer(name);
    EXPECT_TRUE(player.ok()) << player.status();
    players.push_back(*std::move(player));
    contestants.push_back({name, players.back().get()});
  }
  auto record = PlayMatch(*game->InitialState(), contestants, options);
  EXPECT_TRUE(record.ok()) << record.status();
  return *std::move(record);
}

// --- Faults ------------------------------------------------------------------

struct Fault {
  std::string how;
  Termination with_time;
  Termination without;  // a limit of time: nodes alone, or nothing
  std::string detail;
  // Whether it shows by what the program does, however long that takes it, and
  // not by the end of its time.
  bool shows_itself = false;
};

const std::vector<Fault>& Faults() {
  static const std::vector<Fault> faults = {
      {"crash", Termination::kCrash, Termination::kCrash,
       "it ended: signal 6 (Aborted); its last words: fatal: out of ideas",
       true},
      {"exit", Termination::kCrash, Termination::kCrash,
       "it ended: exit status 3", true},
      {"close", Termination::kCrash, Termination::kCrash,
       "it closed its output", true},
      {"stall", Termination::kStall, Termination::kStall,
       "no answer within 0."},
      {"loop", Termination::kTimeForfeit, Termination::kStall,
       "no answer within 0."},
      {"nonsense", Termination::kNonsense, Termination::kNonsense,
       "no bestmove, but 'shall we play a game?'"},
      {"binary", Termination::kNonsense, Termination::kNonsense,
       "it wrote what is no answer: '\\x01\\xff\\x80'"},
      {"nomove", Termination::kNonsense, Termination::kNonsense,
       "its bestmove has no move"},
      {"lines", Termination::kNonsense, Termination::kNonsense,
       "it wrote what is no answer: 'hello'"},
      {"flood", Termination::kNonsense, Termination::kNonsense,
       "it wrote too much for one answer", true},
      {"endless", Termination::kNonsense, Termination::kNonsense,
       "it wrote too much for one answer", true},
      {"illegal", Termination::kIllegalMove, Termination::kIllegalMove,
       "its answer is 'zz99': ", true},
      {"ask", Termination::kStall, Termination::kStall,
       "it does not read what it is sent"}};
  return faults;
}

// Plays until the engine, second to move, errs in its second move; then a game
// in which it does not. On a slow machine, too.
void ExpectFault(const Fault& fault, Termination expected,
                 MatchOptions options) {
  SCOPED_TRACE(fault.how);
  if (fault.shows_itself && options.limits.time.has_value()) {
    options.limits.time = 30s;
  }
  // Another argument, or it would be the process that played before.
  static int number = 0;
  const std::string name =
      Named(absl::StrCat(kFake, " ", fault.how, " 2 ", ++number),
            fault.shows_itself ? ",wall=30s" : ",wall=700ms");
  const GameRecord record = Play("teeko", {"random:seed=1", name}, options);
  EXPECT_EQ(TerminationName(record.termination), TerminationName(expected));
  EXPECT_EQ(record.loser, 1);
  EXPECT_EQ(record.moves.size(), 3u);
  EXPECT_THAT(record.detail, StartsWith(fault.detail));
  MatchOptions once = options;
  once.draw_rules.max_plies = 2;
  EXPECT_EQ(Play("teeko", {"random:seed=1", name}, once).termination,
            Termination::kPlyLimit);
}

TEST(EnginePlayerTest, FaultsWithALimitOfTime) {
  for (const Fault& fault : Faults()) {
    ExpectFault(fault, fault.with_time, {.limits = {.time = 900ms}});
  }
}

TEST(EnginePlayerTest, FaultsByTheWallClock) {
  for (const Fault& fault : Faults()) {
    ExpectFault(fault, fault.with_time,
                {.limits = {.time = 900ms, .clock = &WallClock()}});
  }
}

TEST(EnginePlayerTest, FaultsWithALimitOfNodes) {
  for (const Fault& fault : Faults()) {
    ExpectFault(fault, fault.without, {.limits = {.nodes = 100}});
  }
}

TEST(EnginePlayerTest, FaultsWithoutALimit) {
  for (const Fault& fault : Faults()) {
    ExpectFault(fault, fault.without, {});
  }
}

// A program has 20 ms for an answer when it is told to stop: on a busy machine
// some come later, and count as none.
TEST(EnginePlayerTest, WhoAnswersWhenItIsToldToStopOverranItsTime) {
  for (const MatchOptions& options :
       {MatchOptions{.limits = {.time = 200ms}},
        MatchOptions{.limits = {.time = 200ms, .clock = &WallClock()}},
        MatchOptions{.limits = {.nodes = 100}}, MatchOptions{}}) {
    int tries = 0;
    GameRecord record;
    do {
      record = Play("teeko",
                    {"random:seed=1",
                     Named(absl::StrCat(kFake, " stoppable"), ",wall=150ms")},
                    options);
    } while (record.termination == Termination::kStall && ++tries < 200);
    EXPECT_EQ(record.termination, Termination::kTimeForfeit);
    EXPECT_EQ(record.loser, 1);
    EXPECT_THAT(record.detail, StartsWith("no answer within 0."));
    EXPECT_THAT(record.detail, HasSubstr("until it was told to stop"));
  }
}

// What a program does that never gets ready is a fault in its first move.
TEST(EnginePlayerTest, AProgramThatIsNotReadyForfeits) {
  const auto game = Games().MakeGame("teeko").value();
  const auto play = [&](std::vector<std::string> argv) {
    EngineSettings settings;
    settings.process.argv = std::move(argv);
    settings.ready = 100ms;
    const auto engine = MakeEnginePlayer(*game, settings).value();
    const auto random = game->MakePlayer("random").value();
    return PlayMatch(*game->InitialState(),
                     {{"engine", engine.get()}, {"random", random.get()}}, {})
        .value();
  };
  const GameRecord mute = play({kFake, "mute"});
  EXPECT_EQ(mute.termination, Termination::kStall);
  EXPECT_EQ(mute.detail, "no ugiok within 100ms");
  const GameRecord gone = play({"sh", "-c", "echo sorry >&2; exit 4"});
  EXPECT_EQ(gone.termination, Termination::kCrash);
  EXPECT_EQ(gone.detail, "it ended: exit status 4; its last words: sorry");
}

// Nobody waits ten seconds in every game for a program that never gets ready.
TEST(EnginePlayerTest, AProgramThatNeverGetsReadyHasShortTimeInTheEnd) {
  const auto game = Games().MakeGame("teeko").value();
  const auto state = game->InitialState();
  const auto detail = [&](std::vector<std::string> argv) {
    EngineSettings settings;
    settings.process.argv = std::move(argv);
    settings.ready = 1500ms;
    const auto engine = MakeEnginePlayer(*game, settings).value();
    EXPECT_TRUE(engine->Start(*state, 0).ok());
    return std::string(engine->Choose(*state, {}, {}).status().message());
  };
  EXPECT_EQ(detail({kFake, "mute", "1"}), "no ugiok within 1500ms");
  EXPECT_EQ(detail({kFake, "mute", "1"}), "no ugiok within 1500ms");
  EXPECT_EQ(detail({kFake, "mute", "1"}), "no ugiok within 1s");
  EXPECT_EQ(detail({kFake, "mute", "2"}), "no ugiok within 1500ms");
}

// A program may read late, as long as it answers in time.
TEST(EnginePlayerTest, TheTimeToReadIsThatOfTheMove) {
  MatchOptions options = {.limits = {.time = 30s}};
  options.draw_rules.max_plies = 2;
  const GameRecord record =
      Play("teeko", {"random:seed=1", Named(absl::StrCat(kFake, " readlate"))},
           options);
  EXPECT_EQ(record.termination, Termination::kPlyLimit) << record.detail;
}

TEST(EnginePlayerTest, ChatIsPassedOver) {
  MatchOptions options;
  options.draw_rules.max_plies = 6;
  const GameRecord record = Play(
      "teeko", {"random:seed=1", Named(absl::StrCat(kFake, " chat"))}, options);
  EXPECT_EQ(record.termination, Termination::kPlyLimit);
  EXPECT_EQ(record.moves[1].depth, 3);
  EXPECT_EQ(record.moves[1].nodes, 7);
  EXPECT_GT(*record.moves[1].value, 0.2);
}

TEST(EnginePlayerTest, WhoWantsAnAnswerGetsOne) {
  std::atomic<bool> stop{true};
  const auto game = Games().MakeGame("teeko").value();
  const auto state = game->InitialState();
  const auto think = [&](const std::string& how) {
    const auto player =
        game->MakePlayer(Named(absl::StrCat(kFake, " ", how))).value();
    EXPECT_TRUE(player->Start(*state, 0).ok());
    return player->Choose(*state, {.stop = &stop}, {}).status();
  };
  EXPECT_TRUE(think("stoppable").ok());
  EXPECT_EQ(think("stall").code(), kPlayerStalled);
}

// --- Processes ---------------------------------------------------------------

int ProcessId(const std::string& log) {
  std::ifstream file(log);
  int id = 0, last = 0;
  while (file >> id) last = id;
  return last;
}

TEST(EnginePlayerTest, AProcessIsReusedUntilItErrs) {
  const std::string log = ::testing::TempDir() + "/engine_player_test.log";
  const auto play = [&](const std::string& how, int plies) {
    // The shell tells its process id, which is that of what it becomes.
    const std::string command =
        absl::StrCat("sh -c 'echo $$ >&2; exec ", kFake, " ", how, " 3 2>&-'");
    MatchOptions options;
    options.draw_rules.max_plies = plies;
    Play("teeko",
         {Named(command, absl::StrCat(",log=", QuoteValue(log))), "random"},
         options);
    return ProcessId(log);
  };
  std::remove(log.c_str());
  const int first = play("crash", 2);
  EXPECT_EQ(play("crash", 2), first);
  EXPECT_EQ(play("crash", 2), first);  // which crashes in its third move
  const int second = play("crash", 2);
  EXPECT_NE(second, first);
  EXPECT_NE(play("exit", 2), second);  // other arguments: not the same program
  std::remove(log.c_str());
}

TEST(EnginePlayerTest, OptionsAreSent) {
  const std::string log = ::testing::TempDir() + "/engine_options_test.log";
  std::remove(log.c_str());
  MatchOptions options;
  options.draw_rules.max_plies = 2;
  const std::string settings =
      absl::StrCat(",options=\" Level = 7 ; \",log=", QuoteValue(log));
  Play("star:size=3,players=2", {Named(kFake, settings), "random"}, options);
  std::stringstream text;
  text << std::ifstream(log).rdbuf();
  EXPECT_EQ(text.str(),
            "setoption name Game value star:size=3\n"
            "setoption name Level value 7\n");
  std::remove(log.c_str());
  const GameRecord record =
      Play("teeko", {Named(kFake, ",options=Lovel=7"), "random"}, options);
  EXPECT_EQ(record.termination, Termination::kFailure);
  EXPECT_EQ(record.detail,
            "Fake play has no option 'Lovel'; did you mean 'Level'? (it has "
            "Game, Level)");
}

// --- Games -------------------------------------------------------------------

// What a game was, apart from names and times.
std::string GameText(GameRecord record) {
  for (std::string& name : record.players) name = "player";
  for (RecordedMove& move : record.moves) {
    move.seconds = 0;
    move.wall_seconds = 0;
  }
  return FormatRecord(record);
}

// `boardwalk ugi` plays what its players play inside, to the last bit.
TEST(EnginePlayerTest, OurProgramPlaysAsOurPlayersDoInside) {
  struct Game {
    std::string game;
    std::vector<std::string> players;
    Limits limits;
  };
  const std::vector<Game> games = {
      {"teeko",
       {"mcts", "alphabeta:memory=1"},
       {.nodes = 2000, .playouts = 200}},
      {"onejump",
       {"alphabeta:memory=1", "mcts:reuse=off"},
       {.nodes = 500, .playouts = 100}},
      {"chinese8",
       {"alphabeta:memory=1,depth=2", "random:seed=4"},
       {.nodes = 300}},
      {"star:size=3,players=3",
       {"mcts:playouts=50", "alphabeta:memory=1,depth=1", "greedy"},
       {.nodes = 300}},
      {"star:size=3,players=6",
       {"mcts", "greedy", "mcts:seed=3", "random", "alphabeta:memory=1",
        "mcts"},
       {.nodes = 100, .playouts = 20}}};
  for (const Game& game : games) {
    SCOPED_TRACE(game.game);
    MatchOptions options = {.limits = game.limits, .seed = 11};
    options.draw_rules.max_plies = 60;
    std::vector<std::string> engines;
    for (const std::string& player : game.players) {
      engines.push_back(Named(
          absl::StrCat(kProgram, " ugi ", game.game, " --player ", player)));
    }
    const std::string inside = GameText(Play(game.game, game.players, options));
    EXPECT_EQ(GameText(Play(game.game, engines, options)), inside);
    // With the same processes once more, and from another seed.
    EXPECT_EQ(GameText(Play(game.game, engines, options)), inside);
    options.seed = 12;
    EXPECT_EQ(GameText(Play(game.game, engines, options)),
              GameText(Play(game.game, game.players, options)));
  }
}

// An engine alone in a match is judged by CPU time, and thinks by it.
TEST(EnginePlayerTest, OurProgramKeepsLimitsOfTime) {
  // It thinks for a part of it: in a build that looks for races, other threads
  // of its process use as much time.
  MatchOptions options = {.limits = {.time = 300ms}};
  options.draw_rules.max_plies = 8;
  const std::string engine = Named(
      absl::StrCat(kProgram, " ugi onejump --player alphabeta:time=100ms"));
  const GameRecord record = Play("onejump", {engine, engine}, options);
  EXPECT_EQ(record.termination, Termination::kPlyLimit) << record.detail;
}

// --- Names -------------------------------------------------------------------

TEST(EnginePlayerTest, CommandsAreSplit) {
  EXPECT_THAT(*SplitCommand("  python3\tbot.py  --level 3"),
              ElementsAre("python3", "bot.py", "--level", "3"));
  EXPECT_THAT(*SplitCommand(R"('my bot' "a \"b\"" c\ d '\' "" x'y'z)"),
              ElementsAre("my bot", R"(a "b")", "c d", "\\", "", "xyz"));
  EXPECT_THAT(SplitCommand("  ").status().message(), HasSubstr("no words"));
  EXPECT_THAT(SplitCommand("a 'b").status().message(),
              HasSubstr("has no second one"));
}

std::string Refused(const std::string& name) {
  const auto game = Games().MakeGame("teeko").value();
  return std::string(game->MakePlayer(name).status().message());
}

// --- The sandbox -------------------------------------------------------------

// A folder that everybody can read, which for root the sandbox needs.
class OpenFolder {
 public:
  OpenFolder() {
    EXPECT_NE(mkdtemp(path_.data()), nullptr);
    chmod(path_.c_str(), 0755);
  }
  ~OpenFolder() { std::filesystem::remove_all(path_); }
  OpenFolder(const OpenFolder&) = delete;
  OpenFolder& operator=(const OpenFolder&) = delete;
  std::string Add(const std::string& name, const std::string& text) const {
    const std::string file = absl::StrCat(path_, "/", name);
    std::ofstream(file) << text;
    chmod(file.c_str(), 0755);
    return file;
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = ::testing::TempDir() + "/boardwalk-engine-XXXXXX";
};

// Answers with a move if it finds what it looks for, by the shell's condition.
std::string Script(const std::string& condition) {
  return absl::StrCat(R"sh(#!/bin/sh
while read word rest; do
  case $word in
    ugi) echo id name script; echo ugiok;;
    isready) echo readyok;;
    go) if )sh",
                      condition, R"sh(; then echo bestmove 5; else
        echo bestmove none; fi;;
    quit) exit;;
  esac
done
)sh");
}

TEST(EnginePlayerTest, WhyItHasNoMoveIsTold) {
  const OpenFolder folder;
  const std::string script = folder.Add(
      "engine.sh", Script("echo info string error no memory; false"));
  EXPECT_THAT(Play("teeko", {Named(script), "random"}, {}).detail,
              StartsWith("its answer is 'none': no memory"));
}

TEST(EnginePlayerTest, AProgramPlaysInTheSandbox) {
  const OpenFolder folder;
  const std::string secret = folder.Add("secret.txt", "x");
  const OpenFolder other;
  const std::string script =
      other.Add("engine.sh", Script("[ ! -e " + secret +
                                    " ] && [ ! -e $HOME/.bashrc ] && ! (: "
                                    ">/var/tmp/boardwalk) 2>/dev/null"));
  const std::string seen =
      other.Add("seen.sh", Script("[ -r " + secret + " ]"));
  MatchOptions options;
  options.draw_rules.max_plies = 1;
  const auto detail = [&](const std::string& name) {
    return Play("teeko", {name, "random"}, options).detail;
  };
  const std::string is_held = "no end after 1 plies";
  EXPECT_EQ(detail(Named(script, ",sandbox=on")), is_held);
  EXPECT_EQ(detail(Named("sh " + script, ",sandbox=on")), is_held);
  EXPECT_EQ(detail(Named("sh engine.sh",
                         absl::StrCat(",folder=", QuoteValue(other.path()),
                                      ",sandbox=on"))),
            is_held);
  EXPECT_THAT(detail(Named(script)), HasSubstr("its answer is 'none'"));
  // What is named among the arguments, or is its folder, can be read.
  EXPECT_EQ(
      detail(Named(absl::StrCat("sh ", seen, " ", secret), ",sandbox=on")),
      is_held);
  EXPECT_EQ(detail(Named(absl::StrCat("sh ", seen),
                         absl::StrCat(",folder=", QuoteValue(folder.path()),
                                      ",sandbox=on"))),
            is_held);
  EXPECT_THAT(Refused(Named("./nosuchprogram", ",sandbox=on")),
              HasSubstr("nosuchprogram"));
  chmod(folder.path().c_str(), 0700);
  const std::string closed = folder.Add("engine.sh", Script("true"));
  if (geteuid() == 0) {
    EXPECT_THAT(Refused(Named(closed, ",sandbox=on")),
                HasSubstr("cannot run in the sandbox, where it is the user "
                          "nobody: "));
  }
}

TEST(EnginePlayerTest, WhatCannotBeStartedIsRefused) {
  EXPECT_THAT(Refused("engine"), HasSubstr("an engine needs its program"));
  EXPECT_THAT(Refused("engine:cmd=\"\""), HasSubstr("no words"));
  EXPECT_THAT(Refused("engine:cmd=nosuchprogram"),
              HasSubstr("no program 'nosuchprogram' is found"));
  EXPECT_THAT(Refused("engine:cmd=./nosuchprogram"), HasSubstr("No such file"));
  EXPECT_THAT(Refused("engine:cmd=x,protocol=cecp"),
              HasSubstr("protocol is one of ugi, uci"));
  EXPECT_THAT(Refused("engine:cmd=\"a \\\"b\""), HasSubstr("no second one"));
}

TEST(EnginePlayerTest, AFileGivesAShortName) {
  const std::string json =
      absl::StrCat(R"({"title": "A fake", "cmd": [")", kFake,
                   R"(", "chat"], "options": {"Level": 3}, "wall": "2s"})");
  auto plugin = NamedEngine("fake", json, "fake.json");
  ASSERT_TRUE(plugin.ok()) << plugin.status();
  EXPECT_EQ(plugin->info.title, "A fake");
  EXPECT_EQ(plugin->info.origin, "fake.json");
  const auto catalog =
      Catalog::Create(BuiltInGames(), {EnginePlayerPlugin(), *plugin});
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = catalog->MakeGame("teeko").value();
  const auto state = game->InitialState();
  const auto depth = [&](const std::string& name) {
    const auto player = game->MakePlayer(name);
    EXPECT_TRUE(player.ok()) << player.status();
    EXPECT_TRUE((*player)->Start(*state, 0).ok());
    return (*player)->Choose(*state, {}, {})->depth;
  };
  EXPECT_EQ(depth("fake"), 3);
  // The name comes before the file.
  EXPECT_EQ(depth(absl::StrCat("fake:cmd=", QuoteValue(kFake))), std::nullopt);
  // Its canonical name is what it is short for.
  const std::string canonical =
      absl::StrCat("engine:cmd=", QuoteValue(absl::StrCat(kFake, " chat")),
                   ",options=\"Level=3\"");
  EXPECT_EQ(CanonicalPlayerName(game->Players(), "fake").value(),
            canonical + ",wall=2s");
  EXPECT_EQ(CanonicalPlayerName(game->Players(), "fake:nodes=7").value(),
            canonical + ",nodes=7,wall=2s");
  // So is one whose file wants the sandbox.
  const auto held =
      NamedEngine("held", R"({"cmd": "x", "sandbox": true})", "held.json");
  ASSERT_TRUE(held.ok()) << held.status();
  EXPECT_EQ(held->info.stands_for, "engine:cmd=x,sandbox=on");
  const auto error = [](const std::string& text) {
    return std::string(NamedEngine("x", text, "x.json").status().message());
  };
  EXPECT_THAT(
      error("{"),
      HasSubstr(
          "'x.json': this is not JSON, and an object is needed; write {"));
  EXPECT_THAT(error("[]"), HasSubstr("this JSON is no object"));
  EXPECT_THAT(error(R"({"cmd": "x", "cmd": "y"})"), HasSubstr("twice"));
  EXPECT_THAT(error("{}"), HasSubstr("there is no cmd"));
  EXPECT_THAT(error(R"({"cmd": "x", "tyme": "1s"})"),
              HasSubstr("no parameter 'tyme'; did you mean 'time'"));
  EXPECT_THAT(error(R"({"cmd": "x", "nodes": 0})"),
              HasSubstr("nearest: nodes=1"));
  EXPECT_THAT(error(R"({"cmd": ["x", 1]})"), HasSubstr("has texts alone"));
  EXPECT_THAT(
      error(absl::StrCat("{\"cmd\": \"", std::string(1000, 'x'), "\"}")),
      HasSubstr("1000 characters"));
}

}  // namespace
}  // namespace boardwalk::engine
