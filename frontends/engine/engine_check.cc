#include "frontends/engine/engine_check.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/engine/check_talk.h"

namespace boardwalk::engine {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

// How late an answer may be after its limit.
constexpr nanoseconds kLate = 100ms;
// What an idle program may use while it waits.
constexpr nanoseconds kIdleTime = 50ms;
// Plies of the longest line, and of a whole game.
constexpr int kLongGame = 200;
constexpr int kMaxFailedStarts = 2;

class Checker : private CheckTalk {
 public:
  Checker(const AnyGame& game, const EngineSettings& settings,
          const std::function<void(const CheckStep&)>& on_step)
      : CheckTalk(game, settings), on_step_(on_step) {}

  absl::StatusOr<std::vector<CheckStep>> Run();

 private:
  // Takes a step, with a program that is ready for it.
  template <typename Try>
  void Step(const std::string& what, const Try& attempt);
  void CheckIntroduction();
  void CheckOptions();

  void TryGreeting();
  void TryOptions();
  void TryQueries();
  void TrySearches();
  void TryPositions();
  void TryStopping();
  void TryNonsense();
  void TryGames();
  void TryEnds();

  const std::function<void(const CheckStep&)>& on_step_;
  int failed_starts_ = 0;  // one after the other
  std::vector<std::string> introduction_;
  std::vector<CheckStep> steps_;
};

template <typename Try>
void Checker::Step(const std::string& what, const Try& attempt) {
  if (process() == nullptr && failed_starts_ < kMaxFailedStarts) {
    Greet();
    failed_starts_ = process() == nullptr ? failed_starts_ + 1 : 0;
  }
  NextStep(what);  // What was said until now is of none.
  if (process() == nullptr) {
    Wrong("it was started again, and did not get ready");
  } else {
    attempt();
  }
  steps_.push_back(NextStep(""));
  if (on_step_) on_step_(steps_.back());
}

void Checker::CheckIntroduction() {
  const std::string word = ugi() ? "ugi" : "uci";
  Send(word);
  const auto deadline = steady_clock::now() + settings().ready;
  std::string line;
  while (Read(deadline, line)) {
    if (line == word + "ok") return;
    introduction_.push_back(line);
    auto option = absl::StartsWith(line, "option")
                      ? ParseOption(line)
                      : absl::StatusOr<EngineOption>(absl::UnknownError(""));
    if (option.ok()) AddOption(*std::move(option));
  }
  if (process() != nullptr) {
    Wrong(absl::StrCat("no ", word, "ok within ",
                       FormatDuration(settings().ready)));
  }
  Drop();
}

void Checker::CheckOptions() {
  std::set<std::string> names;
  for (const std::string& line : introduction_) {
    if (!absl::StartsWith(line, "option")) continue;
    const auto option = ParseOption(line);
    if (!option.ok()) {
      Wrong(std::string(option.status().message()));
      continue;
    }
    if (!names.insert(absl::AsciiStrToLower(option->name)).second) {
      Wrong(absl::StrCat("two options are called ", OneLine(option->name)));
    }
    const bool in_choices =
        std::find(option->choices.begin(), option->choices.end(),
                  option->fallback) != option->choices.end();
    if (option->type == "combo" && !in_choices) {
      Wrong(absl::StrCat("the default of ", OneLine(option->name),
                         " is none of its values"));
    }
    if (option->type == "check" && option->fallback != "true" &&
        option->fallback != "false") {
      Wrong(absl::StrCat("the default of ", OneLine(option->name),
                         " is neither true nor false"));
    }
    if (option->type != "spin") continue;
    double value = 0, min = 0, max = 0;
    if (!absl::SimpleAtod(option->fallback, &value) ||
        !absl::SimpleAtod(option->min, &min) ||
        !absl::SimpleAtod(option->max, &max) || value < min || value > max) {
      Wrong(absl::StrCat("the default of ", OneLine(option->name),
                         " is not between its min and max"));
    }
  }
}

void Checker::TryGreeting() {
  const std::string word = ugi() ? "ugi" : "uci";
  Step(absl::StrCat("introduces itself after ", word),
       [&] { CheckIntroduction(); });
  const auto expect_id = [&](const std::string& begin) {
    if (std::none_of(introduction_.begin(), introduction_.end(),
                     [&](const std::string& line) {
                       return absl::StartsWith(line, begin);
                     })) {
      Wrong(absl::StrCat("no line begins with '", begin, "'"));
    }
  };
  Step("has told its name", [&] { expect_id("id name "); });
  Step("has told its author", [&] { expect_id("id author "); });
  Step("has told well-formed options, if any", [&] { CheckOptions(); });
  Step("is ready", [&] { ExpectReady(); });
  Step("is ready again", [&] { ExpectReady(); });
}

void Checker::TryOptions() {
  Step("takes the game, if it offers that", [&] {
    for (const EngineOption& option : options()) {
      if (option.name != (ugi() ? kGameOption : kVariantOption)) continue;
      const std::string& id = game().Info().id;
      if (!ugi() && std::find(option.choices.begin(), option.choices.end(),
                              id) == option.choices.end()) {
        Wrong(absl::StrCat(option.name, " has no value ", id));
        continue;
      }
      Send(absl::StrCat("setoption name ", option.name, " value ",
                        ugi() ? game().Name() : id));
    }
    ExpectReady();
  });
  Step("takes the defaults of its options", [&] {
    for (const EngineOption& option : options()) {
      if (option.type != "spin" && option.type != "check") continue;
      Send(absl::StrCat("setoption name ", option.name, " value ",
                        option.fallback));
    }
    ExpectReady();
  });
  Step("survives an option that it does not have", [&] {
    Send("setoption name NoSuchOption value 1");
    ExpectReady();
  });
  Step("survives an option without a name", [&] {
    Send("setoption");
    ExpectReady();
  });
  Step("begins a new game", [&] {
    Send(ugi() ? "uginewgame" : "ucinewgame");
    ExpectReady();
  });
}

void Checker::TryQueries() {
  const std::vector<std::pair<std::string, bool>> questions = {
      {"p1turn", true}, {"gameover", true}, {"result", true},
      {"turn", false},  {"scores", false},  {"legalmoves", false}};
  for (const auto& [question, required] : questions) {
    const std::string asked = question;
    const bool is_required = required;
    Step(absl::StrCat("answers query ", asked), [&] {
      SetPosition({});
      CheckQuery(asked, is_required);
    });
  }
  Step("answers query p1turn after a move", [&] {
    SetPosition(RandomMoves(1, 1));
    CheckQuery("p1turn", true);
  });
}

void Checker::TrySearches() {
  const auto search = [&](const std::string& limits, nanoseconds time) {
    Step(absl::StrCat("thinks for ", limits), [&] {
      SetPosition({});
      const auto begin = steady_clock::now();
      const nanoseconds cpu = process() == nullptr ? 0ns : process()->CpuTime();
      Go(limits);
      if (process() == nullptr || time == 0ns) return;
      // Other programs may keep the processor from it.
      const nanoseconds wall = steady_clock::now() - begin;
      if (wall > time + kLate && process()->CpuTime() - cpu > time + kLate) {
        Wrong(absl::StrFormat("it took %.3f s",
                              std::chrono::duration<double>(wall).count()));
      }
    });
  };
  search("movetime 100", 100ms);
  search("movetime 1", 1ms);
  search("nodes 100", 0ns);
  search("nodes 1", 0ns);
  search("depth 1", 0ns);
  if (ugi()) search("playouts 20", 0ns);
  const std::string clocks = ugi() ? "p1time 1000 p1inc 10 p2time 1000 p2inc 10"
                                   : "wtime 1000 winc 10 btime 1000 binc 10";
  search(clocks, 1s);
  search("depth 3 movetime 200", 200ms);
}

void Checker::TryPositions() {
  const auto think_after = [&](const std::string& what, const Position& moves) {
    Step(what, [&] {
      SetPosition(moves);
      Go("movetime 20");
    });
  };
  think_after("thinks after one move", RandomMoves(1, 1));
  const Position ten = RandomMoves(10, 2);
  think_after("thinks after some moves", ten);
  think_after("thinks there once more", ten);
  think_after(
      "takes moves back",
      {ten.begin(),
       ten.begin() + static_cast<ptrdiff_t>(std::min<size_t>(ten.size(), 4))});
  think_after("follows another line", RandomMoves(7, 3));
  think_after("follows a long line", RandomMoves(kLongGame, 4));
  Step("thinks in a position that is given by its text", [&] {
    SendFen(RandomMoves(5, 5), {});
    Go("movetime 20");
  });
  Step("thinks after moves from such a position", [&] {
    const Position moves = RandomMoves(9, 6);
    const auto middle =
        moves.begin() + static_cast<ptrdiff_t>(moves.size() / 2);
    SendFen({moves.begin(), middle}, {middle, moves.end()});
    Go("movetime 20");
  });
  Step("is back at the beginning", [&] {
    SetPosition({});
    Go("movetime 20");
  });
}

void Checker::TryStopping() {
  Step("thinks for ever, until it is told to stop", [&] {
    SetPosition({});
    Send("go infinite");
    if (Await("bestmove", kCheckSilence).has_value()) {
      Note("it answered before it was told to stop");
      Send("stop");
      ExpectReady();
      return;
    }
    Send("stop");
    ExpectMove();
  });
  Step("answers isready while it thinks", [&] {
    SetPosition({});
    Send("go movetime 300");
    Send("isready");
    // A bestmove before it, of one that is quick, is fine.
    bool moved = false;
    std::string line;
    const auto deadline = steady_clock::now() + settings().ready;
    while (Read(deadline, line) && line != "readyok") {
      moved |= absl::StartsWith(line, "bestmove");
    }
    if (process() != nullptr && line != "readyok") {
      Wrong("no readyok");
      Drop();
    }
    if (!moved) ExpectMove();
  });
  Step("stops a search with a limit", [&] {
    SetPosition({});
    Send("go movetime 60000");
    Send("stop");
    ExpectMove();
  });
  Step("answers one search once", [&] { ExpectSilence(); });
  Step("has nothing to stop", [&] {
    Send("stop");
    ExpectSilence();
    ExpectReady();
  });
  Step("thinks after all that", [&] {
    SetPosition({});
    Go("movetime 20");
  });
  Step("rests while it waits", [&] {
    if (process() == nullptr) return;
    const nanoseconds before = process()->CpuTime();
    ExpectSilence();
    if (process() != nullptr && process()->CpuTime() - before > kIdleTime) {
      Wrong("it uses the processor while it has nothing to do");
    }
  });
}

void Checker::TryNonsense() {
  const auto survive = [&](const std::string& what, const std::string& line) {
    Step(what, [&] {
      Send(line);
      ExpectReady();
    });
  };
  survive("survives a command that does not exist", "xyzzy 1 2 3");
  survive("survives an empty line", "");
  survive("survives a position that is none", "position fen no such position");
  survive("survives an illegal move",
          "position startpos moves nosuchmove nosuchmove");
  survive("survives a line of 20,000 bytes", std::string(20'000, 'x'));
  Step("reads past blanks", [&] {
    Send("  isready \t");
    Expect("readyok");
  });
  Step("thinks after all that nonsense", [&] {
    SetPosition({});
    Go("movetime 20");
  });
}

void Checker::TryGames() {
  const auto play = [&](const std::string& what) {
    Step(what, [&] {
      Send(ugi() ? "uginewgame" : "ucinewgame");
      ExpectReady();
      Position moves;
      while (process() != nullptr &&
             static_cast<int>(moves.size()) < kLongGame) {
        SetPosition(moves);
        if (state().IsTerminal()) break;
        const std::string move = Go(ugi() ? "nodes 20 playouts 20 movetime 20"
                                          : "nodes 20 movetime 20");
        if (move.empty()) return;
        moves.push_back(move);
      }
      if (!ugi() || process() == nullptr || !state().IsTerminal()) return;
      CheckQuery("gameover", true);
      CheckQuery("result", true);
    });
  };
  play("plays a whole game with itself");
  play("plays a second game");
  Step("survives a search where the game may be over", [&] {
    Send("go nodes 1");
    Await("bestmove", 500ms);
    ExpectReady();
  });
}

void Checker::TryEnds() {
  const auto expect_end = [&](bool expects_status) {
    if (process() == nullptr) return;
    // It may still ask something.
    const auto deadline = steady_clock::now() + settings().ready;
    std::string line;
    SetMayEnd(true);
    while (Read(deadline, line) && steady_clock::now() < deadline) {
    }
    SetMayEnd(false);
    if (process() == nullptr) return;
    if (!process()->WaitForEnd(deadline)) {
      Wrong(
          absl::StrCat("it goes on after ", FormatDuration(settings().ready)));
    } else if (expects_status && process()->ExitStatus() != 0) {
      Wrong(absl::StrCat("it ended by ", process()->HowItEnded()));
    }
    Drop();
  };
  Step("writes what the protocol knows, and nothing else", [&] {
    for (const std::string& line : strange_lines()) {
      Note(absl::StrCat("'", line, "' is passed over"));
    }
  });
  Step("writes info that can be read", [&] {
    for (const std::string& info : strange_infos()) Wrong(info);
  });
  Step("ends when it is told to", [&] {
    Send("quit");
    expect_end(true);
  });
  Step("ends when it is told to while it thinks", [&] {
    SetPosition({});
    Send("go infinite");
    Send("quit");
    expect_end(true);
  });
  Step("ends with its input", [&] {
    if (process() != nullptr) process()->CloseInput();
    expect_end(false);
  });
  Step("starts again, and thinks", [&] {
    SetPosition({});
    Go("movetime 20");
  });
}

absl::StatusOr<std::vector<CheckStep>> Checker::Run() {
  RETURN_IF_ERROR(Start());
  TryGreeting();
  TryOptions();
  if (ugi()) TryQueries();
  TrySearches();
  TryPositions();
  TryStopping();
  TryNonsense();
  TryGames();
  TryEnds();
  return std::move(steps_);
}

}  // namespace

absl::StatusOr<std::vector<CheckStep>> CheckEngine(
    const AnyGame& game, const EngineSettings& settings,
    const std::function<void(const CheckStep&)>& on_step) {
  return Checker(game, settings, on_step).Run();
}

}  // namespace boardwalk::engine
