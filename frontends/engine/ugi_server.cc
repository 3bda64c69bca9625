#include "frontends/engine/ugi_server.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/clock.h"
#include "framework/errors.h"
#include "framework/match.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "framework/text.h"
#include "framework/version.h"

namespace boardwalk::engine {
namespace {

using std::chrono::nanoseconds;
using namespace std::chrono_literals;

constexpr char kPlayerOption[] = "Player";
constexpr char kUsualPlayer[] = "mcts";
constexpr char kUnset[] = "<empty>";
constexpr nanoseconds kUnlimited = 24h;
constexpr nanoseconds kEndOfInputPatience = 10s;
constexpr nanoseconds kStopPatience = 2s;

// A line without its end; false at the end of the input. Of a line that is too
// long only the beginning is kept, and `too_long` is set.
bool ReadCommand(std::istream& in, std::string& line, bool& too_long) {
  line.clear();
  too_long = false;
  std::streambuf* const buffer = in.rdbuf();
  for (;;) {
    const int c = buffer->sbumpc();
    if (c == std::char_traits<char>::eof()) return !line.empty();
    if (c == '\n') return true;
    if (line.size() < kMaxCommand) {
      line += static_cast<char>(c);
    } else {
      too_long = true;
    }
  }
}

nanoseconds Milliseconds(double number) {
  return nanoseconds(static_cast<int64_t>(std::min(number * 1e6, 1e15)));
}

bool IsSwitch(const ParameterSpec& spec) {
  return spec.choices == "on|off" || spec.choices == "off|on";
}

// A parameter as an option of the protocol.
EngineOption OptionOf(const ParameterSpec& spec) {
  EngineOption option = {.name = std::string(spec.name), .type = "string"};
  option.fallback = spec.has_default ? spec.DefaultText() : kUnset;
  if (!spec.has_default) return option;
  if (spec.type == ParameterType::kInt) {
    option.type = "spin";
    option.min = spec.MinText();
    option.max = spec.MaxText();
  } else if (spec.type == ParameterType::kChoice && IsSwitch(spec)) {
    option.type = "check";
    option.fallback = option.fallback == "on" ? "true" : "false";
  } else if (spec.type == ParameterType::kChoice) {
    option.type = "combo";
    option.choices = absl::StrSplit(spec.choices, '|');
  }
  return option;
}

const ParameterSpec* FindSpec(const PlayerInfo& player,
                              absl::string_view name) {
  for (const ParameterSpec& spec : player.parameters) {
    if (absl::EqualsIgnoreCase(spec.name, name)) return &spec;
  }
  return nullptr;
}

const PlayerInfo* FindPlayer(const AnyGame& game, absl::string_view id) {
  for (const PlayerInfo& player : game.Players()) {
    if (player.id == id) return &player;
  }
  return nullptr;
}

}  // namespace

UgiServer::UgiServer(const Catalog& catalog,
                     std::shared_ptr<const AnyGame> game, std::ostream& out,
                     std::optional<SoleEngine> sole)
    : catalog_(catalog),
      game_(std::move(game)),
      out_(out),
      sole_(std::move(sole)),
      player_id_(UsualPlayer()),
      start_(game_->InitialState()),
      state_(game_->InitialState()) {}

UgiServer::~UgiServer() {
  Stop();
  if (thread_.joinable()) thread_.join();
}

void UgiServer::Say(absl::string_view line) {
  const MutexLock lock(&out_mutex_);
  out_ << line << std::endl;
}

void UgiServer::SayError(absl::string_view what) {
  Say(absl::StrCat("info string error ", OneLine(what)));
}

bool UgiServer::Run(std::istream& in) {
  std::string line;
  bool too_long = false;
  bool quit = false;
  while (!quit && ReadCommand(in, line, too_long)) {
    quit = absl::StripAsciiWhitespace(line) == "quit";
    if (too_long) {
      SayError(absl::StrCat("a line of more than ", kMaxCommand, " bytes"));
    } else if (!quit) {
      Execute(line);
    }
  }
  const bool may_finish = !quit && (search_ == nullptr || !search_->infinite);
  bool ended = may_finish && AwaitEnd(kEndOfInputPatience);
  if (!ended) {
    Stop();
    ended = AwaitEnd(kStopPatience);
  }
  if (ended) {
    DropPlayer();
  } else {
    thread_.detach();
  }
  return ended;
}

void UgiServer::Execute(absl::string_view line) {
  const std::vector<absl::string_view> words = SplitWords(line);
  if (words.empty()) return;
  const absl::string_view command = words[0];
  absl::Status status;
  if (command == "ugi") {
    Introduce();
  } else if (command == "isready") {
    // What takes long, such as reading tables, is done before the answer.
    if (!IsThinking()) status = PreparePlayer();
    if (!status.ok()) SayError(status.message());
    Say("readyok");
    return;
  } else if (command == "stop") {
    Stop();
  } else if (command == "query") {
    const auto answer = AnswerQuery(*state_, words.size() == 2 ? words[1] : "");
    status = answer.status();
    if (answer.ok()) Say(absl::StrCat("response ", *answer));
  } else if (IsThinking()) {
    status = FailedPrecondition(Quoted(command),
                                " while thinking; send stop, and wait "
                                "for bestmove");
  } else if (command == "setoption") {
    status = SetOptionLine(words);
  } else if (command == "uginewgame") {
    DropPlayer();
    SetUpOpening();
  } else if (command == "position") {
    status = SetPosition(words);
  } else if (command == "go") {
    status = Go(words);
    if (!status.ok()) {
      SayError(status.message());
      Say("bestmove none");  // Nobody waits in vain.
    }
    return;
  } else {
    static const std::vector<std::string> kCommands = {
        "ugi", "isready", "setoption", "uginewgame", "position",
        "go",  "stop",    "query",     "quit"};
    status = InvalidArgument("no command ", Quoted(command),
                             DidYouMean(command, kCommands), " (there are ",
                             absl::StrJoin(kCommands, ", "), ")");
  }
  if (!status.ok()) SayError(status.message());
}

// --- Options -----------------------------------------------------------------

void UgiServer::Introduce() {
  if (sole_.has_value()) {
    Say(absl::StrCat("id name ", OneLine(sole_->name)));
    Say("id author unknown");
  } else {
    Say(absl::StrCat("id name Boardwalk " BOARDWALK_VERSION ", ",
                     game_->Info().title));
    Say("id author The authors of Boardwalk");
  }
  for (const EngineOption& option : Options()) Say(FormatOption(option));
  Say("ugiok");
}

std::string UgiServer::UsualPlayer() const {
  if (sole_.has_value()) return sole_->player;
  if (FindPlayer(*game_, kUsualPlayer) != nullptr) return kUsualPlayer;
  return game_->Players().empty() ? "" : game_->Players().front().id;
}

bool UgiServer::Offers(const PlayerInfo& player) const {
  return !sole_.has_value() || player.id == sole_->player;
}

std::vector<EngineOption> UgiServer::Options() const {
  std::vector<EngineOption> options = {
      {.name = kGameOption, .type = "string", .fallback = game_->Name()},
      {.name = kGameSeedOption, .type = "string", .fallback = "0"},
      {.name = kClockOption,
       .type = "combo",
       .fallback = "wall",
       .choices = {"wall", "cpu"}}};
  if (!sole_.has_value()) {
    EngineOption choice = {
        .name = kPlayerOption, .type = "combo", .fallback = player_id_};
    for (const PlayerInfo& player : game_->Players()) {
      choice.choices.push_back(player.id);
    }
    options.insert(options.begin() + 1, std::move(choice));
  }
  // Players share parameters; the first one says what they are.
  for (const PlayerInfo& player : game_->Players()) {
    if (!Offers(player)) continue;
    for (const ParameterSpec& spec : player.parameters) {
      const bool known = std::ranges::any_of(
          options,
          [&](const EngineOption& option) { return option.name == spec.name; });
      if (!known) options.push_back(OptionOf(spec));
    }
  }
  return options;
}

absl::Status UgiServer::SetOptionLine(
    const std::vector<absl::string_view>& words) {
  const auto value = std::ranges::find(words, "value");
  if (words.size() < 3 || words[1] != "name" || value <= words.begin() + 2) {
    return absl::InvalidArgumentError(
        "no option is named; write 'setoption name NAME value VALUE'");
  }
  const std::string name = absl::StrJoin(words.begin() + 2, value, " ");
  return SetOption(name, value == words.end()
                             ? ""
                             : absl::StrJoin(value + 1, words.end(), " "));
}

absl::Status UgiServer::SetOption(absl::string_view name,
                                  absl::string_view value) {
  if (absl::EqualsIgnoreCase(name, kGameOption)) return SetGame(value);
  if (!sole_.has_value() && absl::EqualsIgnoreCase(name, kPlayerOption)) {
    return SetPlayer(value);
  }
  if (absl::EqualsIgnoreCase(name, kGameSeedOption)) {
    DropPlayer();
    if (absl::SimpleAtoi(value, &seed_)) return absl::OkStatus();
    return InvalidArgument(kGameSeedOption, " ", Quoted(value),
                           " is no whole number from 0 on");
  }
  if (absl::EqualsIgnoreCase(name, kClockOption)) {
    if (value != "wall" && value != "cpu") {
      return InvalidArgument(kClockOption, " is ", Quoted(value),
                             "; it is wall or cpu");
    }
    cpu_clock_ = value == "cpu";
    return absl::OkStatus();
  }
  return SetParameter(name, value);
}

absl::Status UgiServer::SetGame(absl::string_view name) {
  ASSIGN_OR_RETURN(auto game, catalog_.MakeGame(name));
  if (game->Name() == game_->Name()) return absl::OkStatus();
  DropPlayer();
  game_ = std::move(game);
  SetUpOpening();
  if (FindPlayer(*game_, player_id_) == nullptr) {
    player_id_ = UsualPlayer();
  }
  return absl::OkStatus();
}

absl::Status UgiServer::SetPlayer(absl::string_view name) {
  ASSIGN_OR_RETURN(const auto choice, ChoosePlayer(game_->Players(), name));
  ASSIGN_OR_RETURN(const Name parsed, ParseName(name));
  player_id_ = game_->Players()[choice.index].id;
  for (const auto& [key, value] : parsed.given) settings_[key] = value;
  DropPlayer();
  return absl::OkStatus();
}

absl::Status UgiServer::SetParameter(absl::string_view name,
                                     absl::string_view value) {
  // The player that thinks says what is right, else any that has it.
  const PlayerInfo* owner = FindPlayer(*game_, player_id_);
  const ParameterSpec* spec =
      owner == nullptr ? nullptr : FindSpec(*owner, name);
  for (const PlayerInfo& player : game_->Players()) {
    if (spec != nullptr) break;
    if (!Offers(player)) continue;
    owner = &player;
    spec = FindSpec(player, name);
  }
  if (spec == nullptr) {
    std::vector<std::string> names;
    for (const EngineOption& option : Options()) names.push_back(option.name);
    return InvalidArgument("no option ", Quoted(name), DidYouMean(name, names),
                           " (there are ", absl::StrJoin(names, ", "), ")");
  }
  DropPlayer();
  if (value.empty() || value == kUnset) {
    settings_.erase(std::string(spec->name));
    return absl::OkStatus();
  }
  if (IsSwitch(*spec) && value == "true") value = "on";
  if (IsSwitch(*spec) && value == "false") value = "off";
  ASSIGN_OR_RETURN(auto checked,
                   Parameters::Parse(owner->id, owner->parameters, {}));
  RETURN_IF_ERROR(checked.Set(spec->name, value));
  settings_[std::string(spec->name)] = std::string(value);
  return absl::OkStatus();
}

absl::StatusOr<std::string> UgiServer::PlayerName() const {
  ASSIGN_OR_RETURN(auto choice, ChoosePlayer(game_->Players(), player_id_));
  for (const ParameterSpec& spec : game_->Players()[choice.index].parameters) {
    const auto setting = settings_.find(std::string(spec.name));
    if (setting == settings_.end()) continue;
    RETURN_IF_ERROR(choice.parameters.Set(spec.name, setting->second));
  }
  return CanonicalName(player_id_, choice.parameters);
}

// --- Positions ---------------------------------------------------------------

void UgiServer::SetUpOpening() {
  start_ = game_->InitialState();
  state_ = game_->InitialState();
  moves_.clear();
  position_.clear();
}

absl::Status UgiServer::SetPosition(
    const std::vector<absl::string_view>& words) {
  // Mostly it is the last one and a few moves; then the player goes on.
  const bool extends =
      !position_.empty() && words.size() >= position_.size() &&
      std::equal(position_.begin(), position_.end(), words.begin());
  const size_t more = position_.size();
  const bool has_moves =
      std::ranges::find(position_, "moves") != position_.end();
  absl::Status status;
  if (extends && (has_moves || words.size() == more)) {
    status = AddMoves(words, more);
  } else if (extends && words[more] == "moves") {
    status = AddMoves(words, more + 1);
  } else {
    status = ReadPosition(words);
  }
  // A wrong line changes nothing but that the next one is read from the start.
  position_.clear();
  if (status.ok()) {
    for (const absl::string_view word : words) position_.emplace_back(word);
  }
  return status;
}

absl::Status UgiServer::ReadPosition(
    const std::vector<absl::string_view>& words) {
  const auto moves = std::ranges::find(words, "moves");
  std::unique_ptr<AnyState> start;
  if (words.size() > 1 && words[1] == "startpos" &&
      moves <= words.begin() + 2) {
    start = game_->InitialState();
  } else if (words.size() > 2 && words[1] == "fen") {
    ASSIGN_OR_RETURN(start, game_->ParsePosition(
                                absl::StrJoin(words.begin() + 2, moves, " ")));
  } else {
    return absl::InvalidArgumentError(
        "no position is given; write 'position startpos moves MOVE MOVE' or "
        "'position fen POSITION moves MOVE MOVE'");
  }
  // The old position stays until the new one is known to be good.
  std::swap(start_, start);
  std::unique_ptr<AnyState> state = start_->Clone();
  std::swap(state_, state);
  std::vector<AnyMove> old_moves = std::move(moves_);
  moves_.clear();
  const absl::Status status =
      moves == words.end()
          ? absl::OkStatus()
          : AddMoves(words, static_cast<size_t>(moves - words.begin()) + 1);
  if (!status.ok()) {
    start_ = std::move(start);
    state_ = std::move(state);
    moves_ = std::move(old_moves);
    return status;
  }
  if (asked_) {
    DropPlayer();
  } else if (observed_ > 0 || !start_->Equals(*start)) {
    // It got ready for another game than this one.
    started_ = false;
  }
  return status;
}

absl::Status UgiServer::AddMoves(const std::vector<absl::string_view>& words,
                                 size_t begin) {
  std::unique_ptr<AnyState> state = state_->Clone();
  std::vector<AnyMove> moves;
  RETURN_IF_ERROR(PlayMoves(
      *state, absl::MakeSpan(words).subspan(begin),
      [&](AnyMove move) { moves.push_back(move); }, moves_.size() + 1));
  state_ = std::move(state);
  moves_.insert(moves_.end(), moves.begin(), moves.end());
  return absl::OkStatus();
}

// --- Thinking ----------------------------------------------------------------

void UgiServer::DropPlayer() {
  if (started_) player_->GameOver();
  player_ = nullptr;
  started_ = false;
  asked_ = false;
}

absl::Status UgiServer::PreparePlayer() {
  if (thread_.joinable()) thread_.join();
  if (player_ == nullptr) {
    ASSIGN_OR_RETURN(const std::string name, PlayerName());
    ASSIGN_OR_RETURN(player_, game_->MakePlayer(name));
  }
  if (!started_) {
    RETURN_IF_ERROR(player_->Start(*start_, seed_));
    started_ = true;
    observed_ = 0;
  }
  for (; observed_ < moves_.size(); ++observed_) {
    player_->Observe(moves_[observed_]);
  }
  return absl::OkStatus();
}

absl::StatusOr<Limits> UgiServer::ReadLimits(
    const std::vector<absl::string_view>& words, bool& infinite) const {
  Limits limits;
  const std::string seat = absl::StrCat("p", state_->ToMove() + 1);
  std::optional<double> left;
  double increment = 0;
  for (size_t i = 1; i < words.size(); ++i) {
    const absl::string_view name = words[i];
    if (name == "infinite") {
      infinite = true;
      continue;
    }
    const bool is_clock = name.size() > 2 && name[0] == 'p' &&
                          absl::ascii_isdigit(name[1]) &&
                          (name.substr(2) == "time" || name.substr(2) == "inc");
    const bool is_time = is_clock || name == "movetime";
    if (!is_time && name != "nodes" && name != "depth" && name != "playouts") {
      return InvalidArgument(
          "no limit ", Quoted(name),
          "; there are movetime, nodes, depth, playouts, infinite, p1time, "
          "p1inc, p2time ...");
    }
    double number = 0;
    if (i + 1 == words.size() || !absl::SimpleAtod(words[i + 1], &number) ||
        !(number >= 0) || number > 1e12) {
      return InvalidArgument(Quoted(name), " takes a number from 0 to 1e12");
    }
    ++i;
    const auto count = std::max<int64_t>(static_cast<int64_t>(number), 1);
    if (name == "nodes") limits.nodes = count;
    if (name == "depth") limits.depth = std::min<int64_t>(count, kMaxDepth);
    if (name == "playouts") limits.playouts = count;
    if (name == "movetime") limits.time = Milliseconds(number);
    if (name == seat + "time") left = number;
    if (name == seat + "inc") increment = number;
  }
  if (left.has_value()) {
    const nanoseconds share = ShareOfClock(
        {.increment = Milliseconds(increment)}, Milliseconds(*left));
    limits.time = std::min(share, limits.time.value_or(share));
  }
  return limits;
}

absl::Status UgiServer::Go(const std::vector<absl::string_view>& words) {
  if (state_->IsTerminal()) {
    return absl::FailedPreconditionError("the game is over in this position");
  }
  bool infinite = false;
  ASSIGN_OR_RETURN(Limits limits, ReadLimits(words, infinite));
  RETURN_IF_ERROR(PreparePlayer());
  if (!player_->CheckLimits(limits).ok()) {
    limits.time = infinite ? kUnlimited : kUsualMoveTime;
    RETURN_IF_ERROR(player_->CheckLimits(limits));
  }
  if (cpu_clock_) {
    limits.clock =
        player_->Threads() > 1 ? &ProcessCpuClock() : &ThreadCpuClock();
  }
  search_ = std::make_shared<Search>();
  search_->infinite = infinite;
  limits.stop = &search_->stop;
  asked_ = true;
  thread_ = std::thread([this, limits] { Think(limits); });
  return absl::OkStatus();
}

void UgiServer::Think(const Limits& limits) {
  const std::shared_ptr<Search> search = search_;
  const auto decision = player_->Choose(
      *state_, limits,
      [this](const Decision& so_far) { Say(FormatInfo(*state_, so_far)); });
  std::string last =
      decision.ok()
          ? absl::StrCat(FormatInfo(*state_, *decision), "\nbestmove ",
                         state_->FormatMove(decision->move))
          : absl::StrCat("info string error ",
                         OneLine(decision.status().message()),
                         "\nbestmove none");
  {
    const MutexLock lock(&search->mutex);
    while (search->infinite && !search->stop) {
      search->changed.Wait(&search->mutex);
    }
    // From here on commands are taken again, and nothing but `last` is used.
    search->done = true;
    search->changed.NotifyAll();
  }
  Say(last);
}

void UgiServer::Stop() {
  if (search_ == nullptr) return;
  const MutexLock lock(&search_->mutex);
  search_->stop = true;
  search_->changed.NotifyAll();
}

bool UgiServer::AwaitEnd(nanoseconds patience) {
  if (!thread_.joinable()) return true;
  const auto end = std::chrono::steady_clock::now() + patience;
  {
    const MutexLock lock(&search_->mutex);
    while (!search_->done) {
      const nanoseconds left = end - std::chrono::steady_clock::now();
      if (left <= 0ns) return false;
      search_->changed.WaitFor(&search_->mutex, left);
    }
  }
  thread_.join();
  return true;
}

}  // namespace boardwalk::engine
