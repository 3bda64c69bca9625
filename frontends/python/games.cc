#include "frontends/python/games.h"

#include <dlfcn.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/parameters.h"
#include "framework/plugin_loader.h"
#include "framework/status_macros.h"
#include "games/registry.h"

namespace boardwalk::python {
namespace {

// The plug-ins that were built with this module are in `plugins` beside it, a
// folder or a link to one. "" if the system does not tell.
std::string PluginFolder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&PluginFolder), &info) == 0) {
    return "";
  }
  std::error_code error;
  const auto module = std::filesystem::canonical(info.dli_fname, error);
  if (error) return "";
  return (module.parent_path() / "plugins").string();
}

}  // namespace

Games::Games() {
  contents_.games = BuiltInGames();
  for (const absl::Status& left_out :
       LoadPluginFolders(PluginFolder(), contents_)) {
    warnings_.emplace_back(left_out.message());
  }
  auto catalog = Catalog::Create(contents_.games, contents_.players);
  if (!catalog.ok()) {
    warnings_.push_back(
        absl::StrCat("all plug-ins: ", catalog.status().message()));
    contents_ = {BuiltInGames(), {}};
    catalog = Catalog::Create(contents_.games, contents_.players);
  }
  catalog_ = std::make_shared<const Catalog>(*std::move(catalog));
}

std::vector<std::string> Games::Names() const {
  std::vector<std::string> names;
  for (const GamePlugin& game : catalog_->games())
    names.push_back(game.info.id);
  return names;
}

absl::StatusOr<std::shared_ptr<const AnyGame>> Games::Load(
    absl::string_view name) {
  const std::shared_ptr<const Catalog> catalog = catalog_;
  ASSIGN_OR_RETURN(auto game, catalog->MakeGame(name));
  if (game->NumActions() == 0) {
    return game->InitialState()->MoveOfAction(0).status();
  }
  std::weak_ptr<const AnyGame>& loaded = loaded_[game->Name()];
  if (auto same = loaded.lock()) return same;
  loaded = game;
  return game;
}

absl::StatusOr<std::shared_ptr<const AnyGame>> Games::LoadWith(
    absl::string_view name,
    const std::vector<std::pair<std::string, std::string>>& more) {
  std::string all(name);
  for (const auto& [key, value] : more) {
    absl::StrAppend(&all, absl::StrContains(all, ':') ? "," : ":", key, "=",
                    QuoteValue(value));
  }
  return Load(all);
}

absl::Status Games::AddPlugin(const std::string& file) {
  PluginContents contents = contents_;
  for (const absl::Status& refused : LoadPlugins({file}, contents)) {
    return refused;
  }
  return Take(std::move(contents));
}

absl::Status Games::AddPythonGame(GamePlugin game) {
  PluginContents contents = contents_;
  std::erase_if(contents.games, [&](const GamePlugin& other) {
    return other.info.id == game.info.id && other.origin == game.origin;
  });
  const std::string id = game.info.id;
  contents.games.push_back(std::move(game));
  RETURN_IF_ERROR(Take(std::move(contents)));
  std::erase_if(loaded_, [&](const auto& loaded) {
    return loaded.first == id || absl::StartsWith(loaded.first, id + ":");
  });
  return absl::OkStatus();
}

absl::Status Games::Take(PluginContents contents) {
  ASSIGN_OR_RETURN(Catalog catalog,
                   Catalog::Create(contents.games, contents.players));
  catalog_ = std::make_shared<const Catalog>(std::move(catalog));
  // Players that are new play with games that are loaded from now on.
  if (contents.players.size() > contents_.players.size()) loaded_.clear();
  contents_ = std::move(contents);
  return absl::OkStatus();
}

}  // namespace boardwalk::python
