// boardwalk list: the games and the players, with their parameters.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/json.h"
#include "frontends/cli/parameter_table.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/console/seats.h"

namespace boardwalk::cli {
namespace {

// Those of the games, and the one at the console, by id.
std::vector<PlayerInfo> Players(const Catalog& catalog) {
  std::vector<PlayerInfo> players = catalog.Players();
  PlayerInfo human = console::HumanInfo();
  const auto place =
      std::find_if(players.begin(), players.end(),
                   [&](const PlayerInfo& p) { return p.id > human.id; });
  players.insert(place, std::move(human));
  return players;
}

// Numbers as numbers, all else as it would be typed.
Json ValueJson(const ParameterSpec& spec, double number,
               const std::string& text) {
  switch (spec.type) {
    case ParameterType::kInt:
    case ParameterType::kList:
      return static_cast<int64_t>(number);
    case ParameterType::kReal:
      return number;
    case ParameterType::kDuration:
    case ParameterType::kChoice:
      return text;
  }
  return nullptr;
}

Json ParametersJson(const std::vector<ParameterSpec>& specs) {
  Json list = Json::array();
  for (const ParameterSpec& spec : specs) {
    const bool choice = spec.type == ParameterType::kChoice;
    Json json;
    json["name"] = std::string(spec.name);
    json["type"] = std::string(ParameterTypeName(spec.type));
    json["default"] = spec.has_default ? ValueJson(spec, spec.default_number,
                                                   spec.DefaultText())
                                       : Json(nullptr);
    json["min"] =
        choice ? Json(nullptr) : ValueJson(spec, spec.min, spec.MinText());
    json["max"] =
        choice ? Json(nullptr) : ValueJson(spec, spec.max, spec.MaxText());
    if (choice) {
      json["choices"] =
          std::vector<std::string>(absl::StrSplit(spec.choices, '|'));
    }
    json["help"] = std::string(spec.help);
    list.push_back(std::move(json));
  }
  return list;
}

void PrintJson(const Catalog& catalog, std::ostream& out) {
  Json json = {{"games", Json::array()}, {"players", Json::array()}};
  for (const GamePlugin& plugin : catalog.games()) {
    json["games"].push_back(
        {{"id", plugin.info.id},
         {"title", plugin.info.title},
         {"min_players", plugin.info.min_players},
         {"max_players", plugin.info.max_players},
         {"parameters", ParametersJson(plugin.info.parameters)}});
  }
  for (const PlayerInfo& player : Players(catalog)) {
    json["players"].push_back(
        {{"id", player.id},
         {"title", player.title},
         {"parameters", ParametersJson(player.parameters)}});
  }
  PrintLine(json, out);
}

// The ids of the games that offer `player`, where not all do; else "".
std::string OnlyIn(const Catalog& catalog, const std::string& player) {
  std::vector<std::string> games;
  for (const GamePlugin& plugin : catalog.games()) {
    for (const PlayerInfo& offered : plugin.players) {
      if (offered.id == player) games.push_back(plugin.info.id);
    }
  }
  if (games.empty() || games.size() == catalog.games().size()) return "";
  return absl::StrCat(" (", absl::StrJoin(games, ", "), " only)");
}

void PrintText(const Catalog& catalog, std::ostream& out) {
  out << "Games (write GAME or GAME:key=value,key=value)\n";
  for (const GamePlugin& plugin : catalog.games()) {
    const GameInfo& info = plugin.info;
    out << "\n  " << info.id << "  " << info.title << ", " << info.min_players;
    if (info.max_players > info.min_players) out << " to " << info.max_players;
    out << " players\n" << ParameterTable(info.parameters);
  }
  out << "\nPlayers (write PLAYER or PLAYER:key=value,key=value)\n";
  for (const PlayerInfo& player : Players(catalog)) {
    out << "\n  " << player.id << "  " << player.title
        << OnlyIn(catalog, player.id) << "\n"
        << ParameterTable(player.parameters);
  }
}

absl::StatusOr<int> RunList(const Arguments& arguments,
                            const Context& context) {
  if (arguments.Has(kJsonOption.name)) {
    PrintJson(context.catalog, context.out);
  } else {
    PrintText(context.catalog, context.out);
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

}  // namespace boardwalk::cli
