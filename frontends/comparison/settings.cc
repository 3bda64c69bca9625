// The loops over the table of settings.

#include "frontends/comparison/settings.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/errors.h"
#include "framework/json.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/comparison/settings_table.h"

namespace boardwalk::comparison {
namespace {

using Form = SettingOption::Form;

constexpr char kVersionKey[] = "boardwalk-comparison";
// Increased when older programs would fail on the text or misread it.
constexpr int kVersion = 1;
// More than the largest number of games and players with long names needs.
constexpr size_t kMaxText = 1 << 20;

bool IsOf(const OptionRow& option, SettingsOf command) {
  return option.commands.empty() ||
         std::ranges::find(option.commands, command) != option.commands.end();
}

// Visits the options of a command, in the order of the table.
template <typename Visit>
void ForEachOption(SettingsOf command, const Visit& visit) {
  for (const SettingRow& row : SettingsTable()) {
    for (const OptionRow& option : row.options) {
      if (IsOf(option, command)) visit(option);
    }
  }
}

bool IsArgument(const SettingOption& option) { return option.name[0] != '-'; }

// Where the name of a player begins in "alias=NAME"; 0 if `piece` is no alias.
size_t AliasEnd(absl::string_view piece, bool begins_word,
                const std::vector<PlayerInfo>& players) {
  const size_t equals = piece.find('=');
  const size_t colon = piece.find(':');
  if (equals == absl::string_view::npos || equals > colon ||
      (colon == absl::string_view::npos && !begins_word)) {
    return 0;
  }
  const absl::string_view id = piece.substr(
      equals + 1,
      colon == absl::string_view::npos ? colon : colon - equals - 1);
  return std::ranges::any_of(
             players, [&](const PlayerInfo& player) { return player.id == id; })
             ? equals + 1
             : 0;
}

// In a file, a number stands as it is, a text in quotes; a text with double
// quotes in single ones, which have a backslash before them inside.
std::string ConfigValue(const std::string& text) {
  double number = 0;
  if (absl::SimpleAtod(text, &number)) return text;
  return absl::StrContains(text, '"')
             ? absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "\\'"}}), "'")
             : absl::StrCat("\"", text, "\"");
}

// NAME = VALUE, or NAME = [VALUE, ...] with a value on each line.
void AppendConfigLine(const SettingOption& option, const Texts& texts,
                      std::string& lines) {
  absl::StrAppend(
      &lines, IsArgument(option) ? option.name : option.name.substr(2), " = ");
  if (option.form == Form::kOne) {
    absl::StrAppend(&lines, ConfigValue(texts.front()), "\n");
  } else if (option.form == Form::kFlag) {
    lines += "true\n";
  } else {
    lines += "[\n";
    for (const std::string& text : texts) {
      absl::StrAppend(&lines, "  ", ConfigValue(text), ",\n");
    }
    lines += "]\n";
  }
}

// The words of a command line that give the option these texts; each is one
// line of a command on several.
Texts CommandWords(const SettingOption& option, const Texts& texts) {
  Texts quoted;
  for (const std::string& text : texts) quoted.push_back(ShellWord(text));
  if (IsArgument(option)) return quoted;
  if (option.form == Form::kFlag) return {option.name};
  if (option.form == Form::kWords) {
    return {absl::StrCat(option.name, " ", absl::StrJoin(quoted, " "))};
  }
  for (std::string& text : quoted) text = absl::StrCat(option.name, " ", text);
  return quoted;
}

Texts CommandOf(absl::string_view name, SettingsOf command,
                const Configuration& configuration) {
  Texts words = {absl::StrCat("boardwalk ", name)};
  ForEachOption(command, [&](const OptionRow& option) {
    const Texts texts = option.texts(configuration);
    if (texts.empty()) return;
    for (const std::string& word : CommandWords(option.declared, texts)) {
      if (IsArgument(option.declared)) {
        absl::StrAppend(&words.front(), " ", word);
      } else {
        words.push_back(word);
      }
    }
  });
  return words;
}

// What differs in a setting; "" if nothing does.
std::string DifferenceIn(const SettingRow& row, const Configuration& there,
                         const Configuration& here) {
  if (row.difference != nullptr) return row.difference(there, here);
  if (row.compared.text == nullptr || row.to_json(there) == row.to_json(here)) {
    return "";
  }
  const auto quoted = [&](const Configuration& configuration) {
    const std::string text = row.compared.text(configuration);
    return absl::StrCat("'", text.empty() ? "none" : text, "'");
  };
  return Difference(row.compared.name, quoted(there), quoted(here));
}

}  // namespace

// --- Options -----------------------------------------------------------------

std::vector<SettingOption> SettingOptions(SettingsOf command,
                                          const Configuration& defaults) {
  std::vector<SettingOption> options;
  ForEachOption(command, [&](const OptionRow& option) {
    options.push_back(option.declared);
    const Texts texts = option.has_fallback ? option.texts(defaults) : Texts();
    if (!texts.empty()) options.back().fallback = texts.front();
  });
  return options;
}

absl::StatusOr<Configuration> ReadSettings(SettingsOf command,
                                           const Configuration& defaults,
                                           const GivenTexts& given,
                                           const Catalog& catalog) {
  Configuration configuration = defaults;
  if (!RulesOf(defaults).has_standings) configuration.limits = {};
  absl::Status status;
  ForEachOption(command, [&](const OptionRow& option) {
    const std::string& name = option.declared.name;
    const auto texts = status.ok() ? given(name) : std::nullopt;
    if (!texts.has_value()) return;
    status = option.read(*texts, catalog, configuration);
    if (!absl::StartsWith(status.message(), name)) status = At(name, status);
  });
  if (!status.ok()) return status;
  return configuration;
}

absl::StatusOr<Parameters> ReadLimit(absl::string_view option,
                                     const std::string& text,
                                     const ParameterSpec& spec) {
  auto parsed =
      Parameters::Parse(option, {spec}, {{std::string(spec.name), text}});
  if (parsed.ok()) return parsed;
  return InvalidArgument(option, " ", Quoted(text), " is not ", spec.Accepts());
}

absl::Status ReadPlayers(const Texts& texts, const Catalog& catalog,
                         Configuration& configuration) {
  // Pieces between commas; an alias begins a new list of names.
  const std::vector<PlayerInfo> known = catalog.Players();
  std::vector<std::pair<std::optional<std::string>, std::string>> lists(1);
  const std::string text = absl::StrJoin(texts, " ");
  for (const absl::string_view word : SplitOutsideQuotes(text, " \t\n")) {
    bool begins_word = true;
    for (const absl::string_view piece : SplitOutsideQuotes(word, ",")) {
      if (piece.empty()) continue;
      const size_t end = AliasEnd(piece, begins_word, known);
      begins_word = false;
      if (end > 0)
        lists.emplace_back(std::string(piece.substr(0, end - 1)), "");
      absl::StrAppend(&lists.back().second, ",", piece.substr(end));
    }
  }
  configuration.players.clear();
  configuration.aliases.clear();
  for (const auto& [alias, list] : lists) {
    ASSIGN_OR_RETURN(const auto names, SplitNames(list));
    if (alias.has_value()) {
      configuration.aliases.push_back(absl::StrCat(*alias, "=", names.front()));
    }
    configuration.players.insert(configuration.players.end(), names.begin(),
                                 names.end());
  }
  return absl::OkStatus();
}

// --- Printed -----------------------------------------------------------------

std::string CommandLine(const Configuration& configuration,
                        const std::string& separator) {
  return absl::StrJoin(
      configuration.sprt.has_value()
          ? CommandOf("sprt", SettingsOf::kSprt, configuration)
          : CommandOf("compare", SettingsOf::kCompare, configuration),
      separator);
}

std::string TuneCommandLine(const Configuration& configuration,
                            const std::string& player) {
  Texts words = CommandOf("tune", SettingsOf::kTune, configuration);
  words.insert(words.begin() + 1, "--player " + ShellWord(player));
  return absl::StrJoin(words, " ");
}

std::string ConfigText(const Configuration& configuration) {
  const bool test = configuration.sprt.has_value();
  std::string lines = absl::StrCat("# boardwalk ", test ? "sprt" : "compare",
                                   " --config FILE plays this.\n");
  ForEachOption(test ? SettingsOf::kSprt : SettingsOf::kCompare,
                [&](const OptionRow& option) {
                  const Texts texts = option.texts(configuration);
                  if (texts.empty()) return;
                  AppendConfigLine(option.declared, texts, lines);
                });
  for (const std::string& plugin : configuration.plugins) {
    absl::StrAppend(&lines, "# needs --plugin: ", plugin, "\n");
  }
  return lines;
}

std::vector<std::pair<std::string, std::string>> DescribeSettings(
    const Configuration& configuration) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const SettingRow& row : SettingsTable()) {
    if (row.described.text == nullptr) continue;
    std::string text = row.described.text(configuration);
    if (!text.empty()) settings.emplace_back(row.described.name, text);
  }
  return settings;
}

std::string DescribeLimits(const Configuration& configuration) {
  const Limits& limits = configuration.limits;
  std::vector<std::string> parts;
  if (limits.time.has_value()) {
    parts.push_back(absl::StrCat(FormatDuration(*limits.time), " a move"));
  }
  const auto count = [&](const std::optional<int64_t>& limit,
                         const char* what) {
    if (limit.has_value()) parts.push_back(absl::StrCat(*limit, " ", what));
  };
  count(limits.nodes, "nodes a move");
  count(limits.playouts, "playouts a move");
  count(limits.depth, "plies deep");
  if (configuration.clock.has_value()) {
    parts.push_back(absl::StrCat(
        FormatDuration(configuration.clock->base), " a game + ",
        FormatDuration(configuration.clock->increment), " a move"));
  }
  return parts.empty() ? "the players' own" : absl::StrJoin(parts, ", ");
}

// --- Checked, compared and kept ----------------------------------------------

absl::Status CheckBounds(const Configuration& configuration) {
  for (const SettingRow& row : SettingsTable()) {
    if (row.check != nullptr) RETURN_IF_ERROR(row.check(configuration));
  }
  return absl::OkStatus();
}

absl::Status CheckSame(const Configuration& there, const Configuration& here) {
  Texts differences;
  for (const SettingRow& row : SettingsTable()) {
    const std::string difference = DifferenceIn(row, there, here);
    if (!difference.empty()) differences.push_back(difference);
  }
  if (differences.empty()) return absl::OkStatus();
  return FailedPrecondition(kTwoComparisons, absl::StrJoin(differences, "; "));
}

std::string FormatConfiguration(const Configuration& configuration) {
  Json json = {{kVersionKey, kVersion}};
  for (const SettingRow& row : SettingsTable()) {
    Json value = row.to_json(configuration);
    if (!row.omit_if_empty || !value.empty()) json[row.key] = std::move(value);
  }
  return JsonText(json);
}

absl::StatusOr<Configuration> ParseConfiguration(absl::string_view text) {
  constexpr char kPlace[] = "the configuration";
  ASSIGN_OR_RETURN(const Json json,
                   At(kPlace, ParseJson(text, {.max_bytes = kMaxText})));
  JsonFields fields(json);
  const auto version = fields.OptionalInt(kVersionKey, {1, INT32_MAX});
  if (version.value_or(0) > kVersion) {
    return InvalidArgument("the configuration is of version ", *version,
                           ", which a newer program wrote; this one knows ",
                           kVersion);
  }
  fields.Require(kVersionKey);
  Configuration configuration;
  for (const SettingRow& row : SettingsTable()) {
    if (!json.contains(row.key)) {
      if (!row.omit_if_empty) fields.Require(row.key);
      (void)fields.Find(row.key);  // a member that is known
      continue;
    }
    RETURN_IF_ERROR(At(kPlace, row.from_json(fields, configuration)));
  }
  RETURN_IF_ERROR(At(kPlace, fields.Check()));
  RETURN_IF_ERROR(CheckBounds(configuration));
  return configuration;
}

}  // namespace boardwalk::comparison
