#include "frontends/engine/ugi_server.h"

#include <thread>  // the label of tests with threads

#include <cstdint>
#include <memory>
#include <optional>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/limits.h"
#include "framework/parameters.h"
#include "framework/player.h"
#include "frontends/engine/protocol.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;
using Lines = std::vector<std::string>;

const Catalog& Games() {
  static const Catalog* const catalog = new Catalog(*AllGames());
  return *catalog;
}

// What the server answers to `input`, line by line.
Lines Talk(const std::string& input, const std::string& game = "teeko") {
  std::istringstream in(input);
  std::ostringstream out;
  UgiServer server(Games(), Games().MakeGame(game).value(), out);
  EXPECT_TRUE(server.Run(in));
  Lines lines = absl::StrSplit(out.str(), '\n');
  EXPECT_EQ(lines.back(), "");
  lines.pop_back();
  return lines;
}

std::string Last(const Lines& lines) {
  return lines.empty() ? "" : lines.back();
}

TEST(UgiServerTest, IntroducesItself) {
  const Lines lines = Talk("ugi\n");
  EXPECT_THAT(lines[0], StartsWith("id name Boardwalk "));
  EXPECT_THAT(lines[1], StartsWith("id author "));
  EXPECT_EQ(lines.back(), "ugiok");
  EXPECT_THAT(
      lines,
      IsSupersetOf<std::string>(
          {"option name Game type string default teeko",
           "option name GameSeed type string default 0",
           "option name seed type spin default 0 min 0 max 9007199254740992",
           "option name solver type check default true"}));
  for (size_t i = 2; i + 1 < lines.size(); ++i) {
    EXPECT_TRUE(ParseOption(lines[i]).ok()) << lines[i];
  }
}

TEST(UgiServerTest, ThinksWithinLimits) {
  EXPECT_THAT(
      Talk("position startpos moves 1 2\ngo playouts 50\n"),
      ElementsAre(HasSubstr(" playouts 50 "), MatchesRegex("bestmove [0-9]+")));
  for (const char* limit : {"movetime 5", "p1time 100 p1inc 1 p2time 1",
                            "nodes 10 playouts 10", "depth 2 movetime 5"}) {
    EXPECT_THAT(Last(Talk(absl::StrCat("go ", limit, "\n"))),
                MatchesRegex("bestmove [0-9]+"))
        << limit;
  }
}

TEST(UgiServerTest, OptionsChooseThePlayerAndItsParameters) {
  const std::string go = "position startpos\ngo nodes 1000\n";
  const Lines deep = Talk(
      "setoption name Player value alphabeta\nsetoption name depth value 2\n" +
      go);
  EXPECT_THAT(deep[deep.size() - 2], StartsWith("info depth 2 "));
  // In one, in any order, and regardless of case.
  const auto info = [&](const std::string& options) {
    const Lines lines = Talk(options + go);
    const std::string& line = lines[lines.size() - 2];
    return line.substr(0, line.find(" nps"));
  };
  EXPECT_EQ(info("setoption name player value alphabeta:depth=2\n"),
            info("setoption name Depth value 2\n"
                 "setoption name Player value alphabeta\n"));
  EXPECT_NE(info("setoption name player value alphabeta:depth=2\n"
                 "setoption name depth value <empty>\n"),
            info("setoption name player value alphabeta:depth=2\n"));
  EXPECT_THAT(Talk("setoption name Player value alfabeta\n"),
              ElementsAre(HasSubstr("error no player 'alfabeta' for this game; "
                                    "did you mean 'alphabeta'")));
  EXPECT_THAT(Talk("setoption name playouts value 0\n"),
              ElementsAre(HasSubstr("nearest: playouts=1")));
  EXPECT_THAT(Talk("setoption name ploy value 0\n"),
              ElementsAre(HasSubstr("error no option 'ploy'")));
  EXPECT_THAT(Talk("setoption name solver value maybe\n"),
              ElementsAre(HasSubstr("solver is one of on, off")));
  EXPECT_THAT(Talk("setoption value 0\n"),
              ElementsAre(HasSubstr("error no option is named")));
  EXPECT_THAT(Talk("setoption name Clock value cpu\nsetoption name Clock value "
                   "x\ngo movetime 3\n")[0],
              EndsWith("it is wall or cpu"));
}

TEST(UgiServerTest, TheGameIsAnOption) {
  EXPECT_THAT(Talk("setoption name Game value star:players=3,size=3\n"
                   "query p3turn\nquery legalmoves\n"
                   "setoption name Game value nim\n"),
              ElementsAre("response false", HasSubstr(":"),
                          HasSubstr("error no game 'nim'")));
}

TEST(UgiServerTest, SeedsRepeatAGameAndDifferInOthers) {
  const auto game = [](int seed) {
    return Last(
        Talk(absl::StrCat("setoption name Player value random\n"
                          "setoption name GameSeed value ",
                          seed, "\nuginewgame\ngo\n")));
  };
  EXPECT_EQ(game(5), game(5));
  bool differ = false;
  for (int seed = 0; seed < 20; ++seed) differ |= game(seed) != game(5);
  EXPECT_TRUE(differ);
}

TEST(UgiServerTest, PositionsAreCheckedAndWrongOnesChangeNothing) {
  const std::string ask = "query position\n";
  const std::string there = "position startpos moves 1 2\n";
  const Lines good = Talk(there + ask);
  for (const char* wrong :
       {"position startpos moves 1 2 1", "position startpos moves 3 3",
        "position fen nothing", "position", "position startpos 5",
        "position fen", "position end"}) {
    const Lines lines = Talk(absl::StrCat(there, wrong, "\n", ask));
    ASSERT_EQ(lines.size(), 2u) << wrong;
    EXPECT_THAT(lines[0], StartsWith("info string error ")) << wrong;
    EXPECT_EQ(lines[1], good[0]) << wrong;
  }
  EXPECT_THAT(Talk("position startpos moves 1 2 1\n")[0],
              StartsWith("info string error move 3 '1': "));
  // By its text, with moves after it.
  const std::string text = good[0].substr(9);
  EXPECT_EQ(Talk("position fen " + text + " moves 3\n" + ask),
            Talk("position startpos moves 1 2 3\n" + ask));
}

TEST(UgiServerTest, WhereNobodyCanMoveThereIsNoMove) {
  const auto over = [](const std::string& go) {
    // White has four in a row.
    return Talk("position startpos moves 1 5 2 6 3 9 4\nquery result\n" + go);
  };
  EXPECT_THAT(over("go movetime 5\n"),
              ElementsAre("response p1win", HasSubstr("the game is over"),
                          "bestmove none"));
}

TEST(UgiServerTest, NonsenseIsAnsweredAndKillsNothing) {
  EXPECT_THAT(
      Talk("xyzzy\n\n  \ngoo\nquery\nquery x y\n\x01\xff\n"),
      ElementsAre(HasSubstr("error no command 'xyzzy'"),
                  HasSubstr("error no command 'goo'; did you mean 'go'"),
                  HasSubstr("error no query ''"),
                  HasSubstr("error no query ''"),
                  HasSubstr("error no command '\\x01\\xff'")));
  EXPECT_THAT(Talk("go fast\ngo nodes\ngo nodes -1\ngo movetime nan\n"),
              ElementsAre(HasSubstr("error no limit 'fast'"), "bestmove none",
                          HasSubstr("error 'nodes' takes a number"),
                          "bestmove none", HasSubstr("error"), "bestmove none",
                          HasSubstr("error"), "bestmove none"));
  const Lines lines = Talk(std::string(kMaxCommand + 1, 'x') + "\nisready\n");
  EXPECT_THAT(lines,
              ElementsAre(HasSubstr("error a line of more than"), "readyok"));
}

// Gives the server its next line when the test says so.
class Pipe final : public std::streambuf {
 public:
  void Send(const std::string& text) {
    const MutexLock lock(&mutex_);
    waiting_ += text;
    changed_.NotifyAll();
  }
  void Close() {
    const MutexLock lock(&mutex_);
    closed_ = true;
    changed_.NotifyAll();
  }

 protected:
  int underflow() override {
    const MutexLock lock(&mutex_);
    while (waiting_.empty() && !closed_) changed_.Wait(&mutex_);
    if (waiting_.empty()) return traits_type::eof();
    current_ = waiting_[0];
    waiting_.erase(0, 1);
    setg(&current_, &current_, &current_ + 1);
    return traits_type::to_int_type(current_);
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  std::string waiting_ ABSL_GUARDED_BY(mutex_);
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  char current_ = 0;
};

// Lines that the server writes, for a test that waits for them.
class Sink final : public std::streambuf {
 public:
  // Waits for a line that begins so.
  std::string Await(const std::string& beginning) {
    const MutexLock lock(&mutex_);
    for (;;) {
      for (; seen_ < lines_.size(); ++seen_) {
        if (absl::StartsWith(lines_[seen_], beginning)) return lines_[seen_++];
      }
      changed_.Wait(&mutex_);
    }
  }

 protected:
  int overflow(int c) override {
    const MutexLock lock(&mutex_);
    if (c == '\n') {
      lines_.push_back(line_);
      line_.clear();
      changed_.NotifyAll();
    } else {
      line_ += static_cast<char>(c);
    }
    return c;
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  std::string line_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> lines_ ABSL_GUARDED_BY(mutex_);
  size_t seen_ ABSL_GUARDED_BY(mutex_) = 0;
};

class Conversation {
 public:
  explicit Conversation(const std::string& game = "chinese8",
                        const Catalog& catalog = Games(),
                        const std::optional<SoleEngine>& sole = {})
      : thread_([this, game, &catalog, sole] {
          std::istream in(&pipe_);
          std::ostream out(&sink_);
          UgiServer server(catalog, catalog.MakeGame(game).value(), out, sole);
          EXPECT_TRUE(server.Run(in));
        }) {}
  ~Conversation() {
    pipe_.Close();
    thread_.join();
  }
  void Send(const std::string& line) { pipe_.Send(line + "\n"); }
  std::string Await(const std::string& line) { return sink_.Await(line); }

 private:
  Pipe pipe_;
  Sink sink_;
  std::thread thread_;
};

// A player that is told of more moves goes on; so it thinks what it thinks in a
// match, where it reuses its tree.
TEST(UgiServerTest, APositionThatGoesOnContinuesTheGame) {
  // What it thinks last, after each of these positions.
  const auto think = [](const std::vector<std::string>& commands) {
    Conversation talk("teeko");
    talk.Send("setoption name Player value mcts:playouts=100");
    std::string info;
    for (const std::string& command : commands) {
      talk.Send(command + "\ngo");
      info = talk.Await("info");
      EXPECT_THAT(talk.Await("bestmove"), Not(HasSubstr("none")));
    }
    return info.substr(0, info.find(" nps"));
  };
  const std::string early = "position startpos moves 1 2";
  const std::string late = "position startpos moves 1 2 3 4";
  const std::string fresh = think({late});
  EXPECT_NE(think({early, late}), fresh);
  EXPECT_NE(think({late, late}), fresh);
  EXPECT_EQ(think({early, "uginewgame\n" + late}), fresh);
  EXPECT_EQ(think({"position startpos moves 5 6", late}), fresh);
}

TEST(UgiServerTest, WhileItThinksItAnswersAndStops) {
  Conversation talk;
  talk.Send("go infinite");
  talk.Send("isready");
  EXPECT_EQ(talk.Await("readyok"), "readyok");
  talk.Send("query turn");
  EXPECT_EQ(talk.Await("response"), "response 1");
  for (const char* command : {"go", "position startpos",
                              "setoption name seed value 1", "uginewgame"}) {
    talk.Send(command);
    EXPECT_THAT(talk.Await("info string error"), HasSubstr("while thinking"));
  }
  talk.Send("stop");
  EXPECT_THAT(talk.Await("bestmove"), Not(HasSubstr("none")));
  // At once after the answer it takes commands again.
  talk.Send("position startpos\ngo nodes 10 playouts 10");
  EXPECT_THAT(talk.Await("bestmove"), Not(HasSubstr("none")));
}

TEST(UgiServerTest, QuitAndTheEndStopIt) {
  for (const char* end : {"quit", ""}) {
    Conversation talk;
    talk.Send("go infinite");
    talk.Send("isready");
    talk.Await("readyok");
    talk.Send(end);
  }
}

// A search that has its answer before it is told to stop keeps it to itself.
TEST(UgiServerTest, InfiniteMeansUntilStop) {
  Conversation talk;
  talk.Send("setoption name Player value random\ngo infinite\nisready");
  talk.Await("readyok");
  talk.Send("go");
  EXPECT_THAT(talk.Await("info string error"), HasSubstr("while thinking"));
  talk.Send("stop");
  EXPECT_THAT(talk.Await("bestmove"), Not(HasSubstr("none")));
}

// Plays the first legal move, and notes when games begin and end.
class Noting final : public Player {
 public:
  explicit Noting(Lines& notes) : notes_(notes) {}
  absl::Status Start(const AnyState& /*state*/, uint64_t /*seed*/) override {
    notes_.emplace_back("start");
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> Choose(const AnyState& state,
                                  const Limits& /*outer*/,
                                  const Observer& /*observer*/) override {
    return Decision{.move = state.LegalMoves().front(), .line = {}};
  }
  void Observe(AnyMove /*move*/) override { notes_.emplace_back("move"); }
  void GameOver() override { notes_.emplace_back("over"); }

 private:
  Lines& notes_;
};

TEST(UgiServerTest, ASolePlayerIsToldOfGamesAndHasNoOthersOptions) {
  Lines notes;
  const auto make =
      [&notes](const AnyGame&,
               const Parameters&) -> absl::StatusOr<std::unique_ptr<Player>> {
    return std::make_unique<Noting>(notes);
  };
  const Catalog catalog = *Games().With(
      {.info = {.id = "noting", .title = "notes", .needs_limit = false},
       .games = {},
       .make = make});
  const SoleEngine sole = {.player = "noting", .name = "My\nbot"};
  const auto talk = [&](const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out;
    UgiServer server(catalog, catalog.MakeGame("teeko").value(), out, sole);
    EXPECT_TRUE(server.Run(in));
    return Lines(absl::StrSplit(out.str(), '\n', absl::SkipEmpty()));
  };
  EXPECT_THAT(
      talk("ugi\n"),
      ElementsAre("id name My\\x0abot", "id author unknown",
                  "option name Game type string default teeko",
                  "option name GameSeed type string default 0",
                  "option name Clock type combo default wall var wall var cpu",
                  "ugiok"));
  for (const char* option : {"Player", "depth"}) {
    EXPECT_THAT(talk(absl::StrCat("setoption name ", option, " value 3\n")),
                ElementsAre(HasSubstr("(there are Game, GameSeed, Clock)")));
  }
  // What the player is told while it hears these lines.
  const auto noted = [&](const Lines& lines) {
    notes.clear();
    {
      Conversation conversation("teeko", catalog, sole);
      for (const std::string& line : lines) {
        conversation.Send(line);
        if (line == "go") conversation.Await("bestmove");
      }
    }
    return notes;
  };
  const std::string moves = "position startpos moves 1 2";
  const std::string fen =
      "position fen " + Last(talk("query position\n")).substr(9) + " moves 3";
  const std::string other_fen =
      "position fen " + Last(talk(moves + "\nquery position\n")).substr(9);
  EXPECT_THAT(noted({"ugi", moves}), ElementsAre());
  // It is made for the game before the game's position is told.
  EXPECT_THAT(noted({"uginewgame", "isready", moves, "go"}),
              ElementsAre("start", "move", "move", "over"));
  EXPECT_THAT(noted({"isready", fen, "go"}),
              ElementsAre("start", "move", "over"));
  EXPECT_THAT(noted({"isready", other_fen, "go"}),
              ElementsAre("start", "start", "over"));
  EXPECT_THAT(noted({moves, "isready", fen, "go"}),
              ElementsAre("start", "move", "move", "start", "move", "over"));
  EXPECT_THAT(noted({"go", fen, "go", "quit"}),
              ElementsAre("start", "over", "start", "move", "over"));
  EXPECT_THAT(
      noted({moves, "go", "uginewgame", "isready", fen, "go"}),
      ElementsAre("start", "move", "move", "over", "start", "move", "over"));
  EXPECT_THAT(noted({"isready", "setoption name Game value star"}),
              ElementsAre("start", "over"));
}

}  // namespace
}  // namespace boardwalk::engine
