#include "frontends/engine/engine_player.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/clock.h"
#include "framework/errors.h"
#include "framework/json.h"
#include "framework/mutex.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/process/sandbox.h"

namespace boardwalk::engine {
namespace {

using std::chrono::nanoseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

// An engine that sleeps for so long after kTimeGrace has stalled.
constexpr nanoseconds kSleep = 15ms;
constexpr nanoseconds kLook = 5ms;  // how often that is looked at
// For an answer to `stop` when time is over: kTimeGrace, kSleep and this are
// less than 100 ms. For one when somebody else wants an answer.
constexpr nanoseconds kLastChance = 20ms;
constexpr nanoseconds kStopTime = 1s;
constexpr int kMaxUnknownLines = 1000;

// Whether it can be a line of text: UTF-8 without control characters.
bool IsText(absl::string_view line) {
  while (!line.empty()) {
    const size_t length = Utf8Length(line);
    const bool is_tab = line[0] == '\t';
    if (length == 0 ||
        (IsControlCharacter(line.substr(0, length)) && !is_tab)) {
      return false;
    }
    line.remove_prefix(length);
  }
  return true;
}

// The time that a program has thought: that of the wall clock, but no more than
// the CPU time that it used. It stands still between moves.
class ThinkingClock final : public Clock {
 public:
  nanoseconds Now() const override { return before_ + Elapsed(); }
  void Start(process::Process& process) {
    process_ = &process;
    cpu_start_ = process.CpuTime();
    wall_start_ = WallClock().Now();
  }
  nanoseconds Elapsed() const {
    if (process_ == nullptr) return 0ns;
    return std::min(process_->CpuTime() - cpu_start_,
                    WallClock().Now() - wall_start_);
  }
  void Stop() {
    before_ += Elapsed();
    process_ = nullptr;
  }

 private:
  nanoseconds before_{0};
  process::Process* process_ = nullptr;  // while it thinks
  nanoseconds cpu_start_{0}, wall_start_{0};
};

class EnginePlayer final : public Player {
 public:
  EnginePlayer(const AnyGame& game, EngineSettings settings,
               std::unique_ptr<Engine> engine)
      : game_(game),
        settings_(std::move(settings)),
        engine_(std::move(engine)) {}
  ~EnginePlayer() override {
    if (engine_ != nullptr) GiveBack(std::move(engine_));
  }
  EnginePlayer(const EnginePlayer&) = delete;
  EnginePlayer& operator=(const EnginePlayer&) = delete;

  const Clock* OwnClock() const override { return &clock_; }
  absl::Status Start(const AnyState& state, uint64_t seed) override;
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& outer,
                                  const Observer& observer) override;
  void Observe(AnyMove move) override;

 private:
  // Of one move.
  struct Turn {
    const AnyState& state;
    const Limits limits;
    const Observer& observer;
    nanoseconds limit;  // of time
    bool by_cpu;        // limit is judged by clock_
    steady_clock::time_point start;
    // The next moment to look at the clocks.
    steady_clock::time_point next;
    std::optional<steady_clock::time_point> asleep_since = {};
    bool told_to_stop = false;  // because time is over
    bool was_stopped = false;   // because somebody wants an answer
    std::string unknown = {};   // the first line that is not of the protocol
    int unknown_lines = 0;
    std::string error = {};  // the last one that it told
    std::string last_pv = {};
    Decision decision = {};
  };

  absl::Status StartGame(uint64_t seed);
  absl::StatusOr<Decision> Think(Turn& turn);
  std::string GoLine(const Limits& limits) const;
  // Reads until the answer, which is the word after "bestmove".
  absl::StatusOr<std::string> AwaitAnswer(Turn& turn);
  absl::Status TakeLine(const std::string& line, Turn& turn);
  // Time is over, or might be: sets the next moment, or says who is to blame.
  absl::Status Judge(Turn& turn);
  bool MayGoOn(Turn& turn, steady_clock::time_point now);
  absl::Status Verdict(const Turn& turn);

  const AnyGame& game_;
  const EngineSettings settings_;
  std::unique_ptr<Engine> engine_;  // null after a fault
  ThinkingClock clock_;
  absl::Status fault_;               // which the next Choose returns
  std::unique_ptr<AnyState> state_;  // null before Start
  std::string position_;             // the line that sets it up
  bool has_moves_ = false;
};

absl::Status EnginePlayer::StartGame(uint64_t seed) {
  // One that waited for this game may have ended long since.
  for (const bool is_last : {false, true}) {
    if (engine_ == nullptr) {
      ASSIGN_OR_RETURN(engine_, TakeEngine(settings_, game_));
    }
    const absl::Status status = engine_->NewGame(game_, seed);
    if (status.ok()) return status;
    engine_.reset();
    if (is_last || status.code() != kPlayerCrashed) return status;
  }
  return absl::OkStatus();
}

absl::Status EnginePlayer::Start(const AnyState& state, uint64_t seed) {
  state_ = state.Clone();
  position_ = PositionLine(game_, state.FormatPosition(), {});
  has_moves_ = false;
  fault_ = StartGame(seed);
  // A fault is a result of the game, and not an error of the match.
  return absl::OkStatus();
}

void EnginePlayer::Observe(AnyMove move) {
  absl::StrAppend(&position_, has_moves_ ? " " : " moves ",
                  state_->FormatMove(move));
  has_moves_ = true;
  (void)state_->Apply(move);
}

std::string EnginePlayer::GoLine(const Limits& limits) const {
  std::string line = "go";
  if (limits.time.has_value()) {
    absl::StrAppend(&line, " movetime ",
                    std::max<int64_t>(*limits.time / 1ms, 1));
  }
  std::optional<int64_t> nodes = limits.nodes;
  const bool ugi = settings_.protocol == Protocol::kUgi;
  if (!ugi && !nodes.has_value()) nodes = limits.playouts;
  if (nodes.has_value()) absl::StrAppend(&line, " nodes ", *nodes);
  if (limits.depth.has_value()) {
    absl::StrAppend(&line, " depth ", *limits.depth);
  }
  if (ugi && limits.playouts.has_value()) {
    absl::StrAppend(&line, " playouts ", *limits.playouts);
  }
  if (line == "go" && !ugi) {  // a UCI program would never answer
    absl::StrAppend(&line, " movetime ", kUsualMoveTime / 1ms);
  }
  return line;
}

absl::StatusOr<Decision> EnginePlayer::Choose(const AnyState& state,
                                              const Limits& outer,
                                              const Observer& observer) {
  if (!fault_.ok()) return fault_;
  if (engine_ == nullptr) {
    return absl::FailedPreconditionError("the game has not been started");
  }
  const Limits limits = Tighter(settings_.limits, outer);
  const auto now = steady_clock::now();
  const nanoseconds limit = limits.time.value_or(settings_.wall);
  Turn turn = {.state = state,
               .limits = limits,
               .observer = observer,
               .limit = limit,
               .by_cpu = limits.clock == &clock_ && limits.time.has_value(),
               .start = now,
               .next = now + limit + kTimeGrace};
  clock_.Start(engine_->process());
  auto decision = Think(turn);
  clock_.Stop();
  if (!decision.ok()) {
    fault_ = decision.status();
    engine_.reset();
  }
  return decision;
}

absl::StatusOr<Decision> EnginePlayer::Think(Turn& turn) {
  RETURN_IF_ERROR(engine_->Tell(
      kClockOption, turn.limits.clock == &clock_ ? "cpu" : "wall", turn.next));
  RETURN_IF_ERROR(engine_->Write(
      absl::StrCat(position_, "\n", GoLine(turn.limits)), turn.next));
  ASSIGN_OR_RETURN(const std::string answer, AwaitAnswer(turn));
  turn.decision.seconds = process::Seconds(
      turn.by_cpu ? clock_.Elapsed() : steady_clock::now() - turn.start);
  const auto move = turn.state.ParseMove(answer);
  if (!move.ok() || !turn.state.IsLegal(*move)) {
    return engine_->Fault(kPlayerMovedIllegally,
                          absl::StrCat("its answer is ", Quoted(answer), ": ",
                                       !turn.error.empty() ? turn.error
                                       : move.ok()         ? "not legal"
                                                   : move.status().message()));
  }
  turn.decision.move = *move;
  turn.decision.line = ReadPv(turn.last_pv, turn.state);
  if (turn.decision.line.empty() || turn.decision.line[0] != *move) {
    turn.decision.line = {*move};
  }
  return turn.decision;
}

absl::StatusOr<std::string> EnginePlayer::AwaitAnswer(Turn& turn) {
  for (;;) {
    std::string line;
    ASSIGN_OR_RETURN(
        const process::IoResult talk,
        engine_->Read(turn.next, turn.was_stopped ? nullptr : turn.limits.stop,
                      line));
    if (talk == process::IoResult::kStopped) {
      turn.was_stopped = true;
      turn.next = steady_clock::now() + kStopTime;
      RETURN_IF_ERROR(engine_->Write("stop", turn.next));
      continue;
    }
    if (talk == process::IoResult::kDone) {
      const std::vector<absl::string_view> words = SplitWords(line);
      if (!words.empty() && words[0] == "bestmove") {
        if (words.size() < 2) {
          return engine_->Fault(kPlayerWroteNonsense,
                                "its bestmove has no move");
        }
        if (turn.told_to_stop) {
          return engine_->Fault(
              kPlayerOverranTime,
              absl::StrFormat("no answer within %.3g s, until it was told to "
                              "stop",
                              process::Seconds(turn.limit)));
        }
        return std::string(words[1]);
      }
      RETURN_IF_ERROR(TakeLine(line, turn));
    }
    if (steady_clock::now() >= turn.next) RETURN_IF_ERROR(Judge(turn));
  }
}

absl::Status EnginePlayer::TakeLine(const std::string& line, Turn& turn) {
  const std::vector<absl::string_view> words = SplitWords(line);
  if (words.empty() || words[0] == "readyok" || words[0] == "response") {
    return absl::OkStatus();
  }
  if (words[0] == "info") {
    ReadInfo(line, turn.decision);
    if (words.size() > 3 && words[1] == "string" && words[2] == "error") {
      turn.error = OneLine(absl::StrJoin(words.begin() + 3, words.end(), " "));
    }
    if (std::ranges::find(words, "pv") == words.end()) {
      return absl::OkStatus();
    }
    turn.last_pv = line;
    if (!turn.observer) return absl::OkStatus();
    turn.decision.line = ReadPv(line, turn.state);
    if (turn.decision.line.empty()) return absl::OkStatus();
    turn.decision.move = turn.decision.line[0];
    turn.decision.seconds = process::Seconds(steady_clock::now() - turn.start);
    turn.observer(turn.decision);
    return absl::OkStatus();
  }
  if (words[0] == "query") {
    const auto answer =
        AnswerQuery(turn.state, words.size() == 2 ? words[1] : "");
    return engine_->Write(answer.ok() ? absl::StrCat("response ", *answer)
                                      : absl::StrCat("info string error ",
                                                     answer.status().message()),
                          turn.next);
  }
  // What is not of the protocol is to be passed over, but if it is all that
  // there is, it is the reason why there is no answer.
  if (turn.unknown.empty()) turn.unknown = OneLine(line, 100);
  if (!IsText(line) || ++turn.unknown_lines > kMaxUnknownLines) {
    return engine_->Fault(
        kPlayerWroteNonsense,
        absl::StrCat("it wrote what is no answer: '", turn.unknown, "'"));
  }
  return absl::OkStatus();
}

bool EnginePlayer::MayGoOn(Turn& turn, steady_clock::time_point now) {
  if (!turn.by_cpu || turn.told_to_stop || turn.was_stopped) return false;
  if (clock_.Elapsed() > turn.limit + kTimeGrace) return false;
  if (now - turn.start > turn.limit * process::kWallTimes + process::kWallExtra)
    return false;
  // It has not used its time up, perhaps because others use the processor. But
  // if it sleeps, then of its own will.
  if (engine_->process().IsBusy()) {
    turn.asleep_since.reset();
  } else if (!turn.asleep_since.has_value()) {
    turn.asleep_since = now;
  } else if (now - *turn.asleep_since >= kSleep) {
    return false;
  }
  turn.next = now + kLook;
  return true;
}

absl::Status EnginePlayer::Judge(Turn& turn) {
  const auto now = steady_clock::now();
  if (MayGoOn(turn, now)) return absl::OkStatus();
  if (turn.told_to_stop || turn.was_stopped) return Verdict(turn);
  turn.told_to_stop = true;
  turn.next = now + kLastChance;
  return engine_->Write("stop", turn.next);
}

absl::Status EnginePlayer::Verdict(const Turn& turn) {
  if (!turn.unknown.empty()) {
    return engine_->Fault(
        kPlayerWroteNonsense,
        absl::StrCat("no bestmove, but '", turn.unknown, "'"));
  }
  const std::string how =
      absl::StrFormat("no answer within %.3g s", process::Seconds(turn.limit));
  const bool thinks = turn.limits.time.has_value() && !turn.was_stopped &&
                      engine_->process().IsBusy();
  return thinks ? engine_->Fault(kPlayerOverranTime, how + "; it still thinks")
                : engine_->Fault(kPlayerStalled, how);
}

// --- The plug-in -------------------------------------------------------------

constexpr ParameterSpec kCmdParameter = OptionalTextParameter(
    "cmd", "the program with its arguments, as typed; required");
constexpr ParameterSpec kProtocolParameter =
    ChoiceParameter("protocol", "ugi", "ugi|uci", "that the program speaks");
constexpr ParameterSpec kOptionsParameter = OptionalTextParameter(
    "options", "of the program, such as \"Hash=16;Threads=1\"");
constexpr ParameterSpec kWallParameter = OptionalDurationParameter(
    "wall", {1ms, 24h}, "to answer where no time is set; 1m unless given");
constexpr ParameterSpec kLogParameter =
    OptionalTextParameter("log", "the file that gets its standard error");
constexpr ParameterSpec kFolderParameter =
    OptionalTextParameter("folder", "that it starts in");

constexpr ParameterSpec kSandboxParameter = ChoiceParameter(
    kSandboxWord, "off", "off|on", "whether bubblewrap holds it");

const std::vector<ParameterSpec>& EngineParameters() {
  static const std::vector<ParameterSpec> parameters = {
      kCmdParameter,   kProtocolParameter, kOptionsParameter,  kTimeParameter,
      kNodesParameter, kDepthParameter,    kPlayoutsParameter, kWallParameter,
      kLogParameter,   kFolderParameter,   kSandboxParameter};
  return parameters;
}

absl::StatusOr<EngineSettings> SettingsFrom(const Parameters& parameters) {
  EngineSettings settings;
  if (!parameters.Has(kCmdParameter.name)) {
    return absl::InvalidArgumentError(
        "an engine needs its program: engine:cmd=\"python3 bot.py\"");
  }
  ASSIGN_OR_RETURN(settings.process.argv,
                   SplitCommand(parameters.Text(kCmdParameter.name)));
  settings.process.log = std::string(parameters.Text(kLogParameter.name));
  settings.process.folder = std::string(parameters.Text(kFolderParameter.name));
  if (parameters.Choice(kProtocolParameter.name) == "uci") {
    settings.protocol = Protocol::kUci;
  }
  for (const absl::string_view pair :
       absl::StrSplit(parameters.Text(kOptionsParameter.name), ';',
                      absl::SkipWhitespace())) {
    const std::pair<std::string, std::string> option =
        absl::StrSplit(pair, absl::MaxSplits('=', 1));
    settings.options.emplace_back(absl::StripAsciiWhitespace(option.first),
                                  absl::StripAsciiWhitespace(option.second));
  }
  settings.limits = LimitsFrom(parameters);
  if (parameters.Has(kWallParameter.name)) {
    settings.wall = parameters.Duration(kWallParameter.name);
  }
  return settings;
}

// What a program that plays in the sandbox may take: threads for a search, and
// room for tables and for interpreters.
process::SandboxLimits EngineLimits() {
  process::SandboxLimits limits;
  limits.memory_bytes = int64_t{4} << 30;
  limits.processes = 64;
  return limits;
}

// Looked for once, when the first program needs it.
const absl::StatusOr<process::Sandbox>& TheSandbox() {
  static const absl::StatusOr<process::Sandbox> sandbox =
      process::Sandbox::Find();
  return sandbox;
}

absl::StatusOr<std::unique_ptr<Player>> MakeFromParameters(
    const AnyGame& game, const Parameters& parameters) {
  ASSIGN_OR_RETURN(auto settings, SettingsFrom(parameters));
  if (parameters.Choice(kSandboxParameter.name) == "on") {
    RETURN_IF_ERROR(TheSandbox().status());
    ASSIGN_OR_RETURN(settings.process, TheSandbox()->WrapCommand(
                                           settings.process, EngineLimits()));
  }
  return MakeEnginePlayer(game, std::move(settings));
}

// A value of a file as the text of a parameter.
absl::StatusOr<std::string> TextOf(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) {
    std::vector<std::string> words;
    for (const Json& word : value) {
      if (!word.is_string()) {
        return absl::InvalidArgumentError("an array has texts alone");
      }
      words.push_back(ShellWord(word.get<std::string>()));
    }
    return absl::StrJoin(words, " ");
  }
  if (value.is_object()) {
    std::vector<std::string> pairs;
    for (const auto& [name, inner] : value.items()) {
      ASSIGN_OR_RETURN(const std::string text, TextOf(inner));
      pairs.push_back(absl::StrCat(name, "=", text));
    }
    return absl::StrJoin(pairs, ";");
  }
  return JsonText(value);
}

}  // namespace

absl::StatusOr<std::vector<std::string>> SplitCommand(
    absl::string_view command) {
  std::vector<std::string> words;
  char quote = 0;
  bool in_word = false;
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == 0 && absl::ascii_isspace(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      words.back() += command[++i];
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) {
    return InvalidArgument("a ", std::string(1, quote), " in the command ",
                           Quoted(command), " has no second one");
  }
  if (words.empty()) {
    return absl::InvalidArgumentError("the command has no words");
  }
  return words;
}

absl::StatusOr<process::ProcessOptions> SandboxedEngine(
    process::ProcessOptions program) {
  RETURN_IF_ERROR(TheSandbox().status());
  return TheSandbox()->WrapCommand(std::move(program), EngineLimits());
}

absl::StatusOr<std::string> SandboxOfEngines() {
  RETURN_IF_ERROR(TheSandbox().status());
  return TheSandbox()->Describe(EngineLimits());
}

absl::StatusOr<std::unique_ptr<Player>> MakeEnginePlayer(
    const AnyGame& game, EngineSettings settings) {
  static Mutex mutex;
  static std::set<std::vector<std::string>> known;
  auto engine = TakeEngine(settings, game);
  const MutexLock lock(&mutex);
  if (engine.ok()) {
    known.insert(settings.process.argv);
  } else if (known.count(settings.process.argv) == 0) {
    return engine.status();
  }
  return std::make_unique<EnginePlayer>(
      game, std::move(settings), engine.ok() ? *std::move(engine) : nullptr);
}

PlayerPlugin EnginePlayerPlugin() {
  return {.info = {.id = "engine",
                   .title = "Another program, by the protocol UGI or UCI",
                   .parameters = EngineParameters(),
                   .needs_limit = false},
          .games = {},
          .make = MakeFromParameters};
}

absl::StatusOr<PlayerPlugin> NamedEngine(absl::string_view id,
                                         absl::string_view json,
                                         absl::string_view origin) {
  const auto wrong = [&](absl::string_view what) {
    return InvalidArgument(
        Quoted(origin, 200), ": ", what,
        "; write {\"cmd\": \"python3 bot.py\", \"protocol\": \"ugi\"}");
  };
  const absl::StatusOr<Json> file =
      ParseJson(json, {.max_bytes = kMaxEngineFile});
  if (!file.ok()) return wrong(file.status().message());
  ASSIGN_OR_RETURN(auto settings,
                   Parameters::Parse(id, EngineParameters(), {}));
  std::string title = "An engine";
  for (const auto& [name, value] : file->items()) {
    const absl::StatusOr<std::string> text =
        name == kSandboxWord && value.is_boolean()
            ? std::string(value.get<bool>() ? "on" : "off")
            : TextOf(value);
    if (!text.ok())
      return wrong(absl::StrCat(name, ": ", text.status().message()));
    if (name == "title") {
      title = OneLine(*text, 100);
      continue;
    }
    const absl::Status set = settings.Set(name, *text);
    if (!set.ok()) return wrong(set.message());
  }
  if (!settings.Has(kCmdParameter.name)) return wrong("there is no cmd");
  PlayerPlugin plugin = EnginePlayerPlugin();
  plugin.info.id = std::string(id);
  plugin.info.title = title;
  plugin.info.origin = std::string(origin);
  plugin.info.stands_for =
      CanonicalName(EnginePlayerPlugin().info.id, settings);
  const absl::Status name = ParseName(plugin.info.stands_for).status();
  if (!name.ok()) return wrong(name.message());
  return plugin;
}

}  // namespace boardwalk::engine
