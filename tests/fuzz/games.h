// The games that the fuzzers try: every registered one, with its defaults and
// with each set of parameters that its tests name.

#ifndef BOARDWALK_TESTS_FUZZ_GAMES_H_
#define BOARDWALK_TESTS_FUZZ_GAMES_H_

#include <memory>
#include <string>
#include <vector>

#include "framework/catalog.h"
#include "games/registry.h"
#include "tests/fuzz/require.h"

namespace boardwalk::fuzz {

inline const Catalog& AllGamesOnce() {
  static const auto* const catalog = [] {
    auto games = AllGames();
    Require(games.ok(), games.status().ToString());
    return new Catalog(*std::move(games));
  }();
  return *catalog;
}

inline const std::vector<std::shared_ptr<const AnyGame>>& Games() {
  static const auto* const games = [] {
    auto* const list = new std::vector<std::shared_ptr<const AnyGame>>;
    for (const GamePlugin& plugin : AllGamesOnce().games()) {
      std::vector<std::string> names = {plugin.info.id};
      for (const std::string& set : plugin.info.test_sets) {
        names.push_back(plugin.info.id + ":" + set);
      }
      for (const std::string& name : names) {
        auto game = AllGamesOnce().MakeGame(name);
        Require(game.ok(), name + ": " + game.status().ToString());
        list->push_back(*std::move(game));
      }
    }
    return list;
  }();
  return *games;
}

}  // namespace boardwalk::fuzz

#endif  // BOARDWALK_TESTS_FUZZ_GAMES_H_
