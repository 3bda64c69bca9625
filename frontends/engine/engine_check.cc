#include "frontends/engine/engine_check.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "framework/parameters.h"
#include "framework/random.h"
#include "framework/status_macros.h"
#include "framework/text.h"

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

constexpr size_t kMaxSaid = 200;  // lines of a step
// How long ExpectSilence waits.
constexpr std::chrono::milliseconds kCheckSilence{150};

// The conversation with a program. It records all lines and all faults of a
// step.
class Conversation {
 public:
  using Position = std::vector<std::string>;  // moves from the beginning

  // Both must outlive it.
  Conversation(const AnyGame& game, const EngineSettings& settings)
      : game_(game),
        settings_(settings),
        ugi_(settings.protocol == Protocol::kUgi),
        state_(game.InitialState()) {}

  const AnyGame& game() const { return game_; }
  const EngineSettings& settings() const { return settings_; }
  // Whether the protocol is UGI, not UCI.
  bool ugi() const { return ugi_; }
  // Null if the program must be started again.
  process::Process* process() const { return process_.get(); }
  // Of the last position.
  const AnyState& state() const { return *state_; }
  // The options in its introduction.
  const std::vector<EngineOption>& options() const { return options_; }
  void AddOption(EngineOption option) { options_.push_back(std::move(option)); }

  // Lines and `info` lines seen so far that are not part of the protocol.
  const std::set<std::string>& strange_lines() const { return strange_lines_; }
  const std::set<std::string>& strange_infos() const { return strange_infos_; }

  // Begins a step, and returns the one before it.
  CheckStep NextStep(const std::string& what) {
    return std::exchange(step_, {.what = what, .said = {}, .wrong = {}});
  }

  void Wrong(const std::string& what) { step_.wrong.push_back(what); }
  void Note(const std::string& what) { step_.notes.push_back(what); }

  // Starts the program; an error if it cannot be started.
  absl::Status Start() {
    ASSIGN_OR_RETURN(process_, process::Process::Start(settings_.process));
    return absl::OkStatus();
  }

  // Starts it, if it can be started, and makes it ready.
  void Greet() {
    if (!Start().ok()) return;
    state_ = game_.InitialState();
    Send(ugi_ ? "ugi" : "uci");
    if (!Expect(ugi_ ? "ugiok" : "uciok").has_value()) return;
    for (const EngineOption& option : options_) {
      const bool is_game = ugi_ && option.name == kGameOption;
      const bool is_variant = !ugi_ && option.name == kVariantOption;
      if (is_game || is_variant) {
        Send(absl::StrCat("setoption name ", option.name, " value ",
                          is_game ? game_.Name() : game_.Info().id));
      }
    }
    for (const auto& [name, value] : settings_.options) {
      Send(absl::StrCat("setoption name ", name, " value ", value));
    }
    ExpectReady();
  }

  // Ends it.
  void Drop() { process_.reset(); }
  // Whether its end is wrong.
  void SetMayEnd(bool may_end) { may_end_ = may_end; }

  void Send(const std::string& line) {
    if (process_ == nullptr) return;
    Said("> ", line);
    const process::IoResult talk =
        process_->WriteLine(line, steady_clock::now() + settings_.ready);
    // Of one that has ended Read tells why.
    if (talk != process::IoResult::kDeadline) return;
    Wrong("it does not read what it is sent");
    process_.reset();
  }

  // The next line; false if there is none in time or the program has ended.
  bool Read(steady_clock::time_point deadline, std::string& line) {
    while (process_ != nullptr) {
      const process::IoResult talk =
          process_->ReadLine(deadline, nullptr, &line);
      if (talk == process::IoResult::kDeadline) return false;
      if (talk == process::IoResult::kEnded && may_end_) return false;
      if (talk != process::IoResult::kDone) {
        const std::string words = process_->LastWords();
        std::string why = talk == process::IoResult::kFlood
                              ? "it writes without end"
                              : process_->HowItEnded();
        if (why.empty()) why = "it closed its output";
        Wrong(absl::StrCat(why,
                           words.empty() ? "" : "; its last words: ", words));
        process_.reset();
        return false;
      }
      Said("< ", line);
      const std::vector<absl::string_view> words = SplitWords(line);
      if (words.empty()) continue;
      if (words[0] == "query" && words.size() == 2) {
        const auto answer = AnswerQuery(*state_, words[1]);
        Send(answer.ok() ? absl::StrCat("response ", *answer)
                         : "info string error no such query");
        continue;
      }
      static constexpr absl::string_view kKnown[] = {
          "id",   "option",   "ugiok",    "uciok",          "readyok",
          "info", "bestmove", "response", "copyprotection", "registration"};
      if (std::ranges::find(kKnown, words[0]) == std::end(kKnown)) {
        strange_lines_.insert(OneLine(line, 100));
      }
      if (words[0] == "info") CheckInfo(line);
      return true;
    }
    return false;
  }

  // The first line with this first word, having passed over those before it.
  std::optional<std::string> Await(absl::string_view word, nanoseconds time) {
    const auto deadline = steady_clock::now() + time;
    std::string line;
    while (Read(deadline, line)) {
      if (SplitWords(line)[0] == word) return line;
      if (steady_clock::now() > deadline) return std::nullopt;
    }
    return std::nullopt;
  }

  // The same, and it is wrong if none comes.
  std::optional<std::string> Expect(absl::string_view word) {
    if (process_ == nullptr) return std::nullopt;
    auto line = Await(word, settings_.ready);
    if (!line.has_value() && process_ != nullptr) {
      Wrong(absl::StrCat("no ", word, " within ",
                         FormatDuration(settings_.ready)));
      process_.reset();  // What it still says belongs to this step.
    }
    return line;
  }

  void ExpectReady() {
    Send("isready");
    Expect("readyok");
  }

  void ExpectSilence() {
    const auto deadline = steady_clock::now() + kCheckSilence;
    std::string line;
    while (Read(deadline, line)) {
      if (SplitWords(line)[0] != "info") {
        Wrong(absl::StrCat("it wrote '", OneLine(line, 100),
                           "', which nobody asked for"));
      }
    }
  }

  // Sets up a position, ours and the program's.
  void SetPosition(const Position& moves) {
    state_ = StateAfter(moves);
    Send(PositionLine(game_, game_.InitialState()->FormatPosition(), moves));
  }

  void SendFen(const Position& before, const Position& after) {
    Position all = before;
    all.insert(all.end(), after.begin(), after.end());
    state_ = StateAfter(all);
    Send(PositionLine(game_, StateAfter(before)->FormatPosition(), after));
  }

  // Moves at random, at most so many, to a position that is not over.
  Position RandomMoves(int plies, uint64_t seed) const {
    Random random(seed);
    Position moves;
    auto state = game_.InitialState();
    while (static_cast<int>(moves.size()) < plies) {
      const std::vector<AnyMove> legal = state->LegalMoves();
      const AnyMove move =
          legal[random.Below(static_cast<uint32_t>(legal.size()))];
      const std::string text = state->FormatMove(move);
      const auto next = state->Clone();
      if (!next->Apply(move).ok() || next->IsTerminal()) break;
      moves.push_back(text);
      state = next->Clone();
    }
    return moves;
  }

  // Awaits the answer to a search and checks it; "" if there is none.
  std::string ExpectMove() {
    const auto line = Expect("bestmove");
    if (!line.has_value()) return "";
    const std::vector<absl::string_view> words = SplitWords(*line);
    if (words.size() < 2) {
      Wrong("bestmove has no move");
      return "";
    }
    const auto move = state_->ParseMove(words[1]);
    if (!move.ok() || !state_->IsLegal(*move)) {
      Wrong(absl::StrCat(Quoted(words[1]), " is not legal: ",
                         move.ok() ? "" : move.status().message()));
      return "";
    }
    return state_->FormatMove(*move);
  }

  std::string Go(const std::string& limits) {
    Send(absl::StrCat("go", limits.empty() ? "" : " ", limits));
    return ExpectMove();
  }

  void CheckQuery(const std::string& question, bool required) {
    Send("query " + question);
    const auto line =
        Await("response", std::min<nanoseconds>(settings_.ready, 500ms));
    if (process_ == nullptr) return;
    if (!line.has_value()) {
      Note(required ? "no response, which other programs ask for"
                    : "no response; it is an extension");
      return;
    }
    const std::string right = AnswerQuery(*state_, question).value();
    std::vector<absl::string_view> got = SplitWords(*line),
                                   expected = SplitWords(right);
    got.erase(got.begin());
    if (question == "legalmoves") std::ranges::sort(got);
    if (got != expected) {
      Wrong(absl::StrCat("the right response is '", OneLine(right, 100), "'"));
    }
  }

 private:
  void Said(absl::string_view mark, absl::string_view line) {
    if (step_.said.size() == kMaxSaid) step_.said.emplace_back("...");
    if (step_.said.size() > kMaxSaid) return;
    step_.said.push_back(absl::StrCat(mark, OneLine(line, 300)));
  }

  std::unique_ptr<AnyState> StateAfter(const Position& moves) const {
    auto state = game_.InitialState();
    for (const std::string& text : moves) {
      const auto move = state->ParseMove(text);
      if (!move.ok() || !state->Apply(*move).ok()) break;  // they are legal
    }
    return state;
  }

  void CheckInfo(const std::string& line) {
    const std::vector<absl::string_view> words = SplitWords(line);
    static constexpr absl::string_view kNumbers[] = {
        "depth", "seldepth", "nodes", "playouts", "nps",
        "time",  "hashfull", "value", "multipv"};
    for (size_t i = 1; i < words.size(); ++i) {
      if (words[i] == "string" || words[i] == "pv") break;
      if (std::ranges::find(kNumbers, words[i]) == std::end(kNumbers)) {
        continue;
      }
      double number = 0;
      if (i + 1 == words.size() || !absl::SimpleAtod(words[i + 1], &number)) {
        strange_infos_.insert(absl::StrCat("no number after ", words[i],
                                           " in '", OneLine(line, 100), "'"));
      }
    }
    const auto pv = std::ranges::find(words, "pv");
    const auto string = std::ranges::find(words, "string");
    if (pv == words.end() || string < pv) return;
    const size_t moves = static_cast<size_t>(words.end() - pv) - 1;
    if (ReadPv(line, *state_).size() != moves) {
      strange_infos_.insert(
          absl::StrCat("illegal moves in '", OneLine(line, 100), "'"));
    }
  }

  const AnyGame& game_;
  const EngineSettings& settings_;
  const bool ugi_;
  std::unique_ptr<process::Process> process_;
  bool may_end_ = false;
  std::unique_ptr<AnyState> state_;
  std::vector<EngineOption> options_;
  CheckStep step_;
  std::set<std::string> strange_lines_, strange_infos_;
};

// The steps.
class Checker : private Conversation {
 public:
  Checker(const AnyGame& game, const EngineSettings& settings,
          const std::function<void(const CheckStep&)>& on_step)
      : Conversation(game, settings), on_step_(on_step) {}

  absl::StatusOr<std::vector<CheckStep>> Run();

 private:
  // Takes a step, with a program that is ready for it.
  template <typename Try>
  void Step(const std::string& what, const Try& attempt);
  // Steps that think after these moves, and that send a line and then expect
  // the program to be ready.
  void TryThinking(const std::string& what, const Position& moves);
  void TryLine(const std::string& what, const std::string& line);
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

void Checker::TryThinking(const std::string& what, const Position& moves) {
  Step(what, [&] {
    SetPosition(moves);
    Go("movetime 20");
  });
}

void Checker::TryLine(const std::string& what, const std::string& line) {
  Step(what, [&] {
    Send(line);
    ExpectReady();
  });
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
        std::ranges::find(option->choices, option->fallback) !=
        option->choices.end();
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
    if (std::ranges::none_of(introduction_, [&](const std::string& line) {
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
      if (!ugi() &&
          std::ranges::find(option.choices, id) == option.choices.end()) {
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
  TryLine("survives an option that it does not have",
          "setoption name NoSuchOption value 1");
  TryLine("survives an option without a name", "setoption");
  TryLine("begins a new game", ugi() ? "uginewgame" : "ucinewgame");
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
  TryThinking("thinks after one move", RandomMoves(1, 1));
  const Position ten = RandomMoves(10, 2);
  TryThinking("thinks after some moves", ten);
  TryThinking("thinks there once more", ten);
  TryThinking(
      "takes moves back",
      {ten.begin(),
       ten.begin() + static_cast<ptrdiff_t>(std::min<size_t>(ten.size(), 4))});
  TryThinking("follows another line", RandomMoves(7, 3));
  TryThinking("follows a long line", RandomMoves(kLongGame, 4));
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
  TryThinking("is back at the beginning", {});
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
  TryThinking("thinks after all that", {});
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
  TryLine("survives a command that does not exist", "xyzzy 1 2 3");
  TryLine("survives an empty line", "");
  TryLine("survives a position that is none", "position fen no such position");
  TryLine("survives an illegal move",
          "position startpos moves nosuchmove nosuchmove");
  TryLine("survives a line of 20,000 bytes", std::string(20'000, 'x'));
  Step("reads past blanks", [&] {
    Send("  isready \t");
    Expect("readyok");
  });
  TryThinking("thinks after all that nonsense", {});
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
  TryThinking("starts again, and thinks", {});
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
