// boardwalk list and rules: the games and the players with their parameters,
// and the rules of one game.

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/levels.h"
#include "framework/linear_evaluation.h"
#include "framework/observations.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/session/seats.h"
#include "frontends/web/rooms/game_json.h"

namespace boardwalk::cli {
namespace {

// The players of the games and the human, by id.
std::vector<PlayerInfo> Players(const Catalog& catalog) {
  std::vector<PlayerInfo> players = catalog.Players();
  PlayerInfo human = session::HumanInfo();
  const auto place = std::ranges::find_if(
      players, [&](const PlayerInfo& p) { return p.id > human.id; });
  players.insert(place, std::move(human));
  return players;
}

// The file of the plug-in that it comes from, null if it is built in.
Json OriginJson(const std::string& origin) {
  return origin.empty() ? Json(nullptr) : Json(origin);
}

std::string OriginText(const std::string& origin) {
  return origin.empty() ? "" : absl::StrCat("    from ", OneLine(origin), "\n");
}

void PrintListJson(const Catalog& catalog, std::ostream& out) {
  Json json = {{"games", Json::array()}, {"players", Json::array()}};
  for (const GamePlugin& plugin : catalog.games()) {
    json["games"].push_back(
        {{"id", plugin.info.id},
         {"title", plugin.info.title},
         {"min_players", plugin.info.min_players},
         {"max_players", plugin.info.max_players},
         {"parameters", web::ParametersJson(plugin.info.parameters)},
         {"plugin", OriginJson(plugin.origin)}});
  }
  for (const PlayerInfo& player : Players(catalog)) {
    json["players"].push_back(
        {{"id", player.id},
         {"title", player.title},
         {"parameters", web::ParametersJson(player.parameters)},
         {"plugin", OriginJson(player.origin)},
         {"needs_limit", player.needs_limit}});
  }
  PrintLine(json, out);
}

std::string ValuesText(const ParameterSpec& spec) {
  if (spec.type == ParameterType::kChoice) return std::string(spec.choices);
  if (spec.type == ParameterType::kText) return "TEXT";
  const std::string range = absl::StrCat(spec.MinText(), "..", spec.MaxText());
  return spec.type == ParameterType::kList ? absl::StrCat(range, " joined by +")
                                           : range;
}

// A line for each parameter, indented: its name, its values, its default and
// its help with a note behind it, in columns. "" if there are none.
std::string ParameterTable(
    const std::vector<ParameterSpec>& specs,
    const std::function<std::string(const ParameterSpec&)>& note = {}) {
  constexpr size_t kColumns = 3;  // padded; the help after them is not
  std::vector<std::array<std::string, kColumns + 1>> rows;
  std::array<size_t, kColumns> widths{};
  for (const ParameterSpec& spec : specs) {
    rows.push_back(
        {std::string(spec.name), ValuesText(spec),
         spec.has_default ? absl::StrCat("default ", spec.DefaultText()) : "",
         absl::StrCat(spec.help, note == nullptr ? "" : note(spec))});
    for (size_t i = 0; i < kColumns; ++i) {
      widths[i] = std::max(widths[i], rows.back()[i].size());
    }
  }
  std::string table;
  for (const auto& row : rows) {
    table += "    ";
    for (size_t i = 0; i < kColumns; ++i) {
      if (widths[i] == 0) continue;
      absl::StrAppend(&table, row[i],
                      std::string(widths[i] + 2 - row[i].size(), ' '));
    }
    absl::StrAppend(&table, row[kColumns], "\n");
  }
  return table;
}

// The ids of the games that offer `player`, with the parameter `parameter` if
// that is not ""; "" if all of those do that offer it.
std::string OnlyIn(const Catalog& catalog, const std::string& player,
                   absl::string_view parameter = "") {
  std::vector<std::string> games;
  size_t all = parameter.empty() ? catalog.games().size() : 0;
  for (const GamePlugin& plugin : catalog.games()) {
    for (const PlayerInfo& offered : plugin.players) {
      if (offered.id != player) continue;
      if (!parameter.empty()) ++all;
      if (parameter.empty() ||
          std::ranges::any_of(offered.parameters, [&](const auto& spec) {
            return spec.name == parameter;
          })) {
        games.push_back(plugin.info.id);
      }
    }
  }
  if (games.empty() || games.size() == all) return "";
  return absl::StrCat(" (", absl::StrJoin(games, ", "), " only)");
}

void PrintListText(const Catalog& catalog, std::ostream& out) {
  out << "Games (write GAME or GAME:key=value,key=value)\n";
  for (const GamePlugin& plugin : catalog.games()) {
    const GameInfo& info = plugin.info;
    out << "\n  " << info.id << "  " << info.title << ", " << info.min_players;
    if (info.max_players > info.min_players) out << " to " << info.max_players;
    out << " players\n"
        << OriginText(plugin.origin) << ParameterTable(info.parameters);
  }
  out << "\nLevels (players for every game, the weakest first)\n\n";
  for (const Level& level : kLevels) {
    out << absl::StrFormat("  %-8s  %s\n", std::string(level.id),
                           std::string(level.title));
  }
  out << "\nPlayers (write PLAYER or PLAYER:key=value,key=value)\n";
  for (const PlayerInfo& player : Players(catalog)) {
    if (IsLevel(player.id)) continue;
    out << "\n  " << player.id << "  " << player.title
        << OnlyIn(catalog, player.id) << "\n"
        << OriginText(player.origin)
        << ParameterTable(player.parameters, [&](const ParameterSpec& spec) {
             return OnlyIn(catalog, player.id, spec.name);
           });
  }
}

absl::StatusOr<int> RunList(const Arguments& arguments,
                            const Context& context) {
  if (arguments.Has(kJsonOption.name)) {
    PrintListJson(context.catalog, context.out);
  } else {
    PrintListText(context.catalog, context.out);
  }
  return 0;
}

// As many words as fit on one line of a terminal.
std::string FirstOf(const std::vector<std::string>& words) {
  constexpr size_t kWidth = 60;
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty() && line.size() + word.size() > kWidth) {
      return line + " ...";
    }
    absl::StrAppend(&line, line.empty() ? "" : " ", word);
  }
  return line;
}

// What the evaluation is a weighted sum of, if it is one.
void PrintFeatures(const AnyGame& game, std::ostream& out) {
  const std::vector<Feature> features = game.Features();
  if (features.empty()) return;
  out << "\nFeatures of the evaluation (write weights="
      << WeightsText(DeclaredWeights(features)) << " of a player):\n";
  size_t width = 0;
  for (const Feature& feature : features) {
    width = std::max(width, feature.name.size());
  }
  for (const Feature& feature : features) {
    out << absl::StrFormat("    %-*s  %6d  %s\n", static_cast<int>(width),
                           std::string(feature.name), feature.weight,
                           std::string(feature.help));
  }
}

void PrintRulesJson(const AnyGame& game, const AnyState& opening,
                    const std::vector<std::string>& moves, std::ostream& out) {
  const GameInfo& info = game.Info();
  Json features = Json::array();
  for (const Feature& feature : game.Features()) {
    features.push_back({{"name", std::string(feature.name)},
                        {"weight", feature.weight},
                        {"help", std::string(feature.help)}});
  }
  const ObservationShape seen = game.Observation();
  PrintLine({{"game", game.Name()},
             {"id", info.id},
             {"title", info.title},
             {"players", game.NumPlayers()},
             {"endless", info.endless},
             {"aim", info.aim},
             {"rules", info.rules},
             {"parameters", web::ParametersJson(info.parameters)},
             {"features", std::move(features)},
             {"position", opening.FormatPosition()},
             {"moves", moves},
             {"num_distinct_actions", game.NumActions()},
             {"observation",
              {{"planes", seen.planes},
               {"rows", seen.rows},
               {"columns", seen.columns},
               {"grid", seen.is_grid}}}},
            out);
}

void PrintRulesText(const AnyGame& game, const AnyState& opening,
                    const std::vector<std::string>& moves, bool color,
                    std::ostream& out) {
  const GameInfo& info = game.Info();
  RenderOptions render;
  render.color = color;
  out << info.title << "\n\n";
  if (!info.aim.empty()) out << info.aim << "\n\n";
  out << info.rules;
  if (!info.rules.empty() && !absl::EndsWith(info.rules, "\n")) out << "\n";
  if (!info.parameters.empty()) {
    out << "\nParameters (write " << info.id << ":key=value,key=value):\n"
        << ParameterTable(info.parameters);
  }
  PrintFeatures(game, out);
  out << "\nThe opening of " << game.Name() << ":\n\n"
      << opening.Render(render) << "\nPosition: " << opening.FormatPosition()
      << "\nMoves:    " << FirstOf(moves) << "\n";
}

absl::StatusOr<int> RunRules(const Arguments& arguments,
                             const Context& context) {
  ASSIGN_OR_RETURN(const auto game, ReadGame(arguments, context));
  const auto opening = game->InitialState();
  std::vector<std::string> moves = opening->LegalMoveTexts();
  std::ranges::sort(moves);
  if (arguments.Has(kJsonOption.name)) {
    PrintRulesJson(*game, *opening, moves, context.out);
  } else {
    PrintRulesText(*game, *opening, moves, context.color, context.out);
  }
  return 0;
}

}  // namespace

Command ListCommand() {
  return {.name = "list",
          .help = "lists the games and the players with their parameters",
          .options = {kJsonOption},
          .run = RunList};
}

Command RulesCommand() {
  return {.name = "rules",
          .help = "explains a game: rules, notation, parameters, an example",
          .positionals = {kGameArgument},
          .options = {kJsonOption},
          .run = RunRules};
}

}  // namespace boardwalk::cli
