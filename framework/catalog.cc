#include "framework/catalog.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

bool IsId(absl::string_view id) {
  return !id.empty() && std::all_of(id.begin(), id.end(), [](unsigned char c) {
    return absl::ascii_islower(c) || absl::ascii_isdigit(c);
  });
}

absl::Status CheckParameters(absl::string_view owner,
                             const std::vector<ParameterSpec>& specs) {
  std::set<absl::string_view> names;
  for (const ParameterSpec& spec : specs) {
    if (spec.name.empty()) {
      return InvalidArgument(
          "a parameter of '", owner,
          "' was not declared; use IntParameter and its kin, which take "
          "bounds");
    }
    if (!names.insert(spec.name).second) {
      return InvalidArgument("'", owner, "' declares the parameter '",
                             spec.name, "' twice");
    }
  }
  return absl::OkStatus();
}

// Adds to `all` the parameters that `player` has in another game.
void AddParameters(const PlayerInfo& player, PlayerInfo& all) {
  for (const ParameterSpec& spec : player.parameters) {
    const bool known =
        std::any_of(all.parameters.begin(), all.parameters.end(),
                    [&](const auto& other) { return other.name == spec.name; });
    if (!known) all.parameters.push_back(spec);
  }
}

bool Plays(const PlayerPlugin& player, const std::string& game) {
  return player.games.empty() ||
         std::find(player.games.begin(), player.games.end(), game) !=
             player.games.end();
}

std::string FromFile(const std::string& origin) {
  return origin.empty() ? "" : absl::StrCat(" of ", OneLine(origin));
}

absl::Status CheckPlayerId(const PlayerInfo& player) {
  if (IsId(player.id) && player.id != "human") return absl::OkStatus();
  return InvalidArgument(
      Quoted(player.id), FromFile(player.origin),
      " is no player id; use lower case letters and digits, and not 'human'");
}

absl::Status CheckPlugin(const GamePlugin& plugin) {
  const GameInfo& info = plugin.info;
  if (!IsId(info.id)) {
    return InvalidArgument(Quoted(info.id),
                           " is no game id; use lower case letters and digits");
  }
  if (info.min_players < 2 || info.max_players < info.min_players ||
      info.max_players > kMaxPlayers) {
    return InvalidArgument("'", info.id, "' says that ", info.min_players,
                           " to ", info.max_players,
                           " can play; a game has 2 to ", kMaxPlayers);
  }
  absl::Status status = CheckParameters(info.id, info.parameters);
  std::set<absl::string_view> ids;
  for (const PlayerInfo& player : plugin.players) {
    RETURN_IF_ERROR(CheckPlayerId(player));
    if (!ids.insert(player.id).second) {
      return AlreadyExists("'", info.id, "' has two players called '",
                           player.id, "'", FromFile(player.origin),
                           "; ids are unique");
    }
    status.Update(CheckParameters(player.id, player.parameters));
  }
  return status;
}

absl::Status CheckPlayers(const std::vector<PlayerPlugin>& players) {
  std::map<std::string, std::string> origins;  // by id
  for (const PlayerPlugin& player : players) {
    const PlayerInfo& info = player.info;
    RETURN_IF_ERROR(CheckPlayerId(info));
    const auto [other, is_new] = origins.emplace(info.id, info.origin);
    if (is_new) continue;
    return AlreadyExists("two players have the id '", info.id, "',",
                         FromFile(other->second), " and", FromFile(info.origin),
                         "; ids are unique");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Catalog> Catalog::Create(std::vector<GamePlugin> plugins,
                                        std::vector<PlayerPlugin> players) {
  RETURN_IF_ERROR(CheckPlayers(players));
  Catalog catalog;
  for (const PlayerPlugin& player : players) {
    for (GamePlugin& plugin : plugins) {
      if (Plays(player, plugin.info.id)) plugin.players.push_back(player.info);
    }
  }
  catalog.players_ = std::move(players);
  std::sort(plugins.begin(), plugins.end(),
            [](const GamePlugin& a, const GamePlugin& b) {
              return a.info.id < b.info.id;
            });
  for (size_t i = 0; i < plugins.size(); ++i) {
    RETURN_IF_ERROR(CheckPlugin(plugins[i]));
    if (i > 0 && plugins[i].info.id == plugins[i - 1].info.id) {
      return AlreadyExists("two games have the id '", plugins[i].info.id,
                           "' (\"", plugins[i - 1].info.title, "\"",
                           FromFile(plugins[i - 1].origin), " and \"",
                           plugins[i].info.title, "\"",
                           FromFile(plugins[i].origin), "); ids are unique");
    }
  }
  catalog.plugins_ = std::move(plugins);
  for (const GamePlugin& plugin : catalog.plugins_) {
    for (const std::string& set : plugin.info.test_sets) {
      const auto game =
          catalog.MakeGame(absl::StrCat(plugin.info.id, ":", set));
      if (!game.ok()) {
        return InvalidArgument("the test set '", set, "' of '", plugin.info.id,
                               "' is refused: ", game.status().message());
      }
    }
  }
  return catalog;
}

absl::StatusOr<Catalog> Catalog::With(PlayerPlugin player) const {
  Catalog catalog = *this;
  RETURN_IF_ERROR(CheckPlayers({player}));
  for (GamePlugin& plugin : catalog.plugins_) {
    if (!Plays(player, plugin.info.id)) continue;
    plugin.players.push_back(player.info);
    RETURN_IF_ERROR(CheckPlugin(plugin));
  }
  catalog.players_.push_back(std::move(player));
  return catalog;
}

std::vector<std::string> Catalog::NamesWithTestSets() const {
  std::vector<std::string> names;
  for (const GamePlugin& plugin : plugins_) {
    names.push_back(plugin.info.id);
    for (const std::string& set : plugin.info.test_sets) {
      names.push_back(absl::StrCat(plugin.info.id, ":", set));
    }
  }
  return names;
}

absl::StatusOr<const GamePlugin*> Catalog::Find(absl::string_view id) const {
  std::vector<std::string> ids;
  for (const GamePlugin& plugin : plugins_) {
    if (plugin.info.id == id) return &plugin;
    ids.push_back(plugin.info.id);
  }
  return NotFound("no game '", id, "'", DidYouMean(id, ids), " (there are ",
                  absl::StrJoin(ids, ", "), ")");
}

absl::StatusOr<std::shared_ptr<const AnyGame>> Catalog::MakeGame(
    absl::string_view text) const {
  ASSIGN_OR_RETURN(const auto name, ParseName(text));
  ASSIGN_OR_RETURN(const auto plugin, Find(name.id));
  ASSIGN_OR_RETURN(
      auto parameters,
      Parameters::Parse(name.id, plugin->info.parameters, name.given));
  std::vector<PlayerPlugin> more;
  for (const PlayerPlugin& player : players_) {
    if (Plays(player, plugin->info.id)) more.push_back(player);
  }
  return plugin->make(std::move(parameters), std::move(more));
}

std::vector<PlayerInfo> Catalog::Players() const {
  std::vector<PlayerInfo> players;
  for (const GamePlugin& plugin : plugins_) {
    for (const PlayerInfo& player : plugin.players) {
      const auto known =
          std::find_if(players.begin(), players.end(),
                       [&](const PlayerInfo& p) { return p.id == player.id; });
      if (known == players.end()) {
        players.push_back(player);
      } else {
        AddParameters(player, *known);
      }
    }
  }
  std::sort(
      players.begin(), players.end(),
      [](const PlayerInfo& a, const PlayerInfo& b) { return a.id < b.id; });
  return players;
}

}  // namespace boardwalk
