// Completion of command lines: what the scripts in completion/ ask the program
// when somebody presses Tab. All knowledge is here and in the declarations of
// the commands.
//
//   $ boardwalk complete play te          # the last word, maybe empty, is
//   teeko                                 # completed
//   $ boardwalk complete think teeko mcts:reu
//   mcts:reuse=
//   $ boardwalk complete report ''
//   :files

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/record.h"
#include "frontends/cli/command.h"
#include "frontends/session/seats.h"

namespace boardwalk::cli {
namespace {

bool LooksLikeOption(absl::string_view word) {
  return word.size() > 1 && word[0] == '-';
}

// --- The words before the last one -------------------------------------------

// What they have chosen, read like CLI11 reads them, but nothing is wrong.
struct LineSoFar {
  const Command* command = nullptr;  // none: one that does not exist
  size_t num_positionals = 0;
  std::string game;              // as it was given, or ""
  const Option* open = nullptr;  // what a value is given to next
  bool options_end = false;      // after "--"
  std::set<std::string> used;    // options
  // Of `help`: what the next word may be; null if nothing.
  const std::vector<Command>* topics = nullptr;
  std::vector<std::string> plugins;
  std::vector<std::string> engines;
};

// The options of a command, or of the program, which is `program`.
std::vector<const Option*> OptionsFor(const Command& command,
                                      const Command& program) {
  std::vector<const Option*> options;
  for (const Option& option : command.options) options.push_back(&option);
  if (command.config) options.push_back(&kConfigOption);
  options.push_back(&kPluginOption);
  options.push_back(&kEngineOption);
  if (&command == &program) options.push_back(&kVersionOption);
  options.push_back(&kHelpOption);
  return options;
}

// The option of a word such as "--db" or "--db=results"; null if there is none.
const Option* OptionOf(absl::string_view word, const LineSoFar& line,
                       const Command& program) {
  const absl::string_view name = word.substr(0, word.find('='));
  for (const Option* option : OptionsFor(*line.command, program)) {
    if (option->name == name) return option;
  }
  return nullptr;
}

std::vector<std::string> Names(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const Command& command : commands) names.push_back(command.name);
  return names;
}

// The positional that the next word is; null if there are enough.
const Positional* NextPositional(const LineSoFar& line) {
  const std::vector<Positional>& all = line.command->positionals;
  if (line.num_positionals < all.size()) return &all[line.num_positionals];
  return !all.empty() && all.back().repeatable ? &all.back() : nullptr;
}

void ReadValue(absl::string_view word, LineSoFar& line) {
  if (line.open == &kPluginOption) line.plugins.emplace_back(word);
  if (line.open == &kEngineOption) line.engines.emplace_back(word);
  if (!line.open->multi_token) line.open = nullptr;
}

void ReadOption(absl::string_view word, const Command& program,
                LineSoFar& line) {
  const Option* option = OptionOf(word, line, program);
  line.open = nullptr;
  if (option == nullptr) return;
  line.used.insert(option->name);
  if (option->value.empty()) return;
  line.open = option;
  const size_t equals = word.find('=');
  if (equals != absl::string_view::npos) {
    ReadValue(word.substr(equals + 1), line);
  }
}

const Command* FindCommand(const std::vector<Command>& commands,
                           absl::string_view name) {
  const auto found = std::ranges::find(commands, name, &Command::name);
  return found == commands.end() ? nullptr : &*found;
}

void ReadPositional(absl::string_view word, LineSoFar& line) {
  const std::vector<Command>& group = line.command->group;
  if (!group.empty()) {
    line.command = FindCommand(group, word);
    return;
  }
  const Positional* positional = NextPositional(line);
  if (positional != nullptr && positional->completion == Completion::kCommand &&
      line.topics != nullptr) {
    const Command* topic = FindCommand(*line.topics, word);
    line.topics = topic == nullptr ? nullptr : &topic->group;
  }
  if (positional != nullptr && positional->completion == Completion::kGame) {
    line.game = std::string(word);
  }
  ++line.num_positionals;
}

LineSoFar ReadLine(const std::vector<std::string>& words,
                   const Command& program) {
  LineSoFar line;
  line.command = &program;
  line.topics = &program.group;
  for (const std::string& word : words) {
    if (line.command == nullptr) break;
    if (!line.options_end && word == "--") {
      line.options_end = true;
      line.open = nullptr;
    } else if (!line.options_end && absl::StartsWith(word, "--")) {
      ReadOption(word, program, line);
    } else if (line.open != nullptr) {
      ReadValue(word, line);
    } else if (line.options_end || !LooksLikeOption(word)) {
      ReadPositional(word, line);
    }
  }
  return line;
}

// --- Games and players -------------------------------------------------------

// A game or a player: its id and its parameters.
using NamedParameters = std::pair<std::string, std::vector<ParameterSpec>>;

std::vector<NamedParameters> GamesOf(const Catalog& catalog) {
  std::vector<NamedParameters> games;
  for (const GamePlugin& plugin : catalog.games()) {
    games.emplace_back(plugin.info.id, plugin.info.parameters);
  }
  return games;
}

// The players of `game`; all there are if it is no game.
std::vector<NamedParameters> PlayersOf(const Catalog& catalog,
                                       const std::string& game) {
  const auto plugin = catalog.Find(game.substr(0, game.find(':')));
  std::vector<NamedParameters> players;
  for (const PlayerInfo& player :
       plugin.ok() ? (*plugin)->players : catalog.Players()) {
    players.emplace_back(player.id, player.parameters);
  }
  return players;
}

// Words that a parameter may be. Of many numbers none is likelier than others.
std::vector<std::string> LikelyValues(const ParameterSpec& spec) {
  constexpr double kFew = 10;
  if (spec.type == ParameterType::kChoice) {
    return absl::StrSplit(spec.choices, '|');
  }
  std::vector<std::string> values;
  if (spec.type == ParameterType::kInt && spec.max - spec.min < kFew) {
    for (double value = spec.min; value <= spec.max; ++value) {
      values.push_back(absl::StrCat(value));
    }
  }
  return values;
}

// What the last setting of "id:key=value,key" may be, and the text before it.
std::vector<std::string> SettingCandidates(
    absl::string_view text, const std::vector<ParameterSpec>& specs) {
  std::vector<absl::string_view> settings =
      SplitOutsideQuotes(text.substr(text.find(':') + 1), ",");
  const absl::string_view last = settings.back();
  const absl::string_view before = text.substr(0, text.size() - last.size());
  settings.pop_back();
  std::set<absl::string_view> given;
  for (const absl::string_view setting : settings) {
    given.insert(setting.substr(0, setting.find('=')));
  }
  const size_t equals = last.find('=');
  std::vector<std::string> candidates;
  for (const ParameterSpec& spec : specs) {
    if (given.count(spec.name) != 0) continue;
    const std::string key = absl::StrCat(before, spec.name, "=");
    if (equals == absl::string_view::npos) {
      candidates.push_back(key);
    } else if (last.substr(0, equals) == spec.name) {
      for (const std::string& value : LikelyValues(spec)) {
        candidates.push_back(key + value);
      }
    }
  }
  return candidates;
}

// What a name such as "id:key=value" may be.
std::vector<std::string> NameCandidates(
    absl::string_view text, const std::vector<NamedParameters>& names) {
  const size_t colon = text.find(':');
  std::vector<std::string> candidates;
  for (const auto& [id, parameters] : names) {
    if (colon == absl::string_view::npos) {
      candidates.push_back(id);
      // Whoever asks about a whole id may want its settings.
      if (text == id && !parameters.empty()) candidates.push_back(id + ":");
    } else if (id == text.substr(0, colon)) {
      return SettingCandidates(text, parameters);
    }
  }
  return candidates;
}

// What the last part of a list of names may be, with all before it: another
// name, or one more setting of the last name.
std::vector<std::string> ListCandidates(
    absl::string_view text, const std::vector<NamedParameters>& names) {
  const std::vector<absl::string_view> pieces = SplitOutsideQuotes(text, ",");
  // The last name with settings: its colon is no part of a value.
  auto named = pieces.end();
  for (auto piece = pieces.begin(); piece != pieces.end(); ++piece) {
    if (piece->find(':') < piece->find('=')) named = piece;
  }
  const auto last = pieces.end() - 1;
  std::vector<std::string> candidates;
  const auto add = [&](absl::string_view piece) {
    const auto begin = static_cast<size_t>(piece.data() - text.data());
    for (const std::string& name : NameCandidates(text.substr(begin), names)) {
      candidates.push_back(absl::StrCat(text.substr(0, begin), name));
    }
  };
  if (named != pieces.end()) {
    // Only settings stand between that name and the cursor.
    if (std::all_of(named, last, [](absl::string_view setting) {
          return absl::StrContains(setting, '=');
        })) {
      add(*named);
    }
    if (named == last) return candidates;
  }
  add(*last);
  return candidates;
}

// --- The last word -----------------------------------------------------------

std::vector<std::string> Endings() {
  std::vector<std::string> names;
  for (int i = 0;; ++i) {
    const absl::string_view name = TerminationName(static_cast<Termination>(i));
    if (name.empty()) return names;
    names.emplace_back(name);
  }
}

class Completer {
 public:
  Completer(LineSoFar line, const Command& program, const Context& context)
      : line_(std::move(line)), program_(program), context_(context) {}

  // Candidates for `word`; not all of them begin with it.
  std::vector<std::string> Complete(absl::string_view word);

 private:
  std::vector<std::string> OptionNames() const;
  std::vector<std::string> OptionValues(const std::string& word);
  std::vector<std::string> MembersOrPositionals(absl::string_view word);
  std::vector<std::string> ValuesOf(const Values& values, Completion completion,
                                    absl::string_view text);
  std::vector<std::string> SeatCandidates(absl::string_view text);
  const Catalog& GetCatalog();

  const LineSoFar line_;
  const Command& program_;
  const Context& context_;
  std::optional<Catalog> catalog_;
};

std::vector<std::string> Completer::Complete(absl::string_view word) {
  if (line_.command == nullptr) return {};
  const bool needs_value = line_.open != nullptr && !line_.open->multi_token;
  if (!needs_value && !line_.options_end && absl::StartsWith(word, "-")) {
    return absl::StrContains(word, '=') ? OptionValues(std::string(word))
                                        : OptionNames();
  }
  if (line_.open != nullptr) {
    return ValuesOf(line_.open->values, line_.open->completion, word);
  }
  return MembersOrPositionals(word);
}

std::vector<std::string> Completer::OptionNames() const {
  std::vector<std::string> names;
  for (const Option* option : OptionsFor(*line_.command, program_)) {
    const bool again = option->repeatable || option->multi_token;
    if (again || line_.used.count(option->name) == 0) {
      names.push_back(option->name);
    }
  }
  return names;
}

// Of a word such as "--format=cs".
std::vector<std::string> Completer::OptionValues(const std::string& word) {
  const Option* option = OptionOf(word, line_, program_);
  if (option == nullptr || option->value.empty()) return {};
  const size_t begin = word.find('=') + 1;
  std::vector<std::string> values =
      ValuesOf(option->values, option->completion, word.substr(begin));
  for (std::string& value : values) {
    if (value != kFilesMarker) value.insert(0, word, 0, begin);
  }
  return values;
}

std::vector<std::string> Completer::MembersOrPositionals(
    absl::string_view word) {
  if (!line_.command->group.empty()) return Names(line_.command->group);
  const Positional* positional = NextPositional(line_);
  if (positional != nullptr) {
    return ValuesOf(positional->values, positional->completion, word);
  }
  // Nothing but options is left.
  return line_.options_end ? std::vector<std::string>() : OptionNames();
}

std::vector<std::string> Completer::ValuesOf(const Values& values,
                                             Completion completion,
                                             absl::string_view text) {
  if (const auto* words = std::get_if<std::vector<std::string>>(&values)) {
    return *words;
  }
  std::vector<std::string> candidates;
  switch (completion) {
    case Completion::kNone:
      return {};
    case Completion::kGame:
      return NameCandidates(text, GamesOf(GetCatalog()));
    case Completion::kGames:
      candidates = ListCandidates(text, GamesOf(GetCatalog()));
      candidates.emplace_back("all");
      return candidates;
    case Completion::kPlayer:
      return NameCandidates(text, PlayersOf(GetCatalog(), line_.game));
    case Completion::kPlayers:
      return ListCandidates(text, PlayersOf(GetCatalog(), line_.game));
    case Completion::kEntrant:
      candidates = NameCandidates(text, PlayersOf(GetCatalog(), line_.game));
      if (std::ranges::none_of(candidates, [&](const std::string& candidate) {
            return absl::StartsWith(candidate, text);
          })) {
        return {kFilesMarker};
      }
      return candidates;
    case Completion::kSeat:
      return SeatCandidates(text);
    case Completion::kEnding:
      return Endings();
    case Completion::kFile:
      return {kFilesMarker};
    case Completion::kCommand:
      return line_.topics == nullptr ? candidates : Names(*line_.topics);
  }
  return {};
}

std::vector<std::string> Completer::SeatCandidates(absl::string_view text) {
  std::vector<std::string> candidates;
  const size_t begin = text.find('=') + 1;
  if (begin == 0) {
    const auto game = GetCatalog().MakeGame(line_.game);
    const int seats = game.ok() ? (*game)->NumPlayers() : kMaxPlayers;
    for (int seat = 1; seat <= seats; ++seat) {
      candidates.push_back(absl::StrCat(seat, "="));
    }
    return candidates;
  }
  std::vector<NamedParameters> players = PlayersOf(GetCatalog(), line_.game);
  players.emplace_back(session::HumanInfo().id, std::vector<ParameterSpec>());
  for (const std::string& name : NameCandidates(text.substr(begin), players)) {
    candidates.push_back(absl::StrCat(text.substr(0, begin), name));
  }
  return candidates;
}

// Made only if it is needed: plug-ins take time to load. One that the words
// name and that cannot be loaded does not hide the games of the program.
const Catalog& Completer::GetCatalog() {
  if (context_.make_catalog == nullptr) return context_.catalog;
  if (!catalog_.has_value()) {
    auto catalog = context_.make_catalog(line_.plugins, line_.engines);
    if (!catalog.ok()) catalog = context_.make_catalog({}, {});
    catalog_ = catalog.ok() ? *std::move(catalog) : context_.catalog;
  }
  return *catalog_;
}

}  // namespace

void PrintCompletions(const std::vector<std::string>& words,
                      const std::vector<Command>& commands,
                      const Context& context) {
  std::vector<std::string> before = words;
  std::string last;
  if (!before.empty()) {
    last = std::move(before.back());
    before.pop_back();
  }
  Command program;
  program.group = commands;
  Completer completer(ReadLine(before, program), program, context);
  for (const std::string& candidate : completer.Complete(last)) {
    const bool fits = absl::StartsWith(candidate, last) &&
                      !absl::StrContains(candidate, '\n');
    if (fits || candidate == kFilesMarker) context.out << candidate << "\n";
  }
}

}  // namespace boardwalk::cli
