// What the fuzzers share: how they report what they find, and the games that
// they try, which are all registered ones, with their defaults and with each
// set of parameters that their tests name.

#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "framework/catalog.h"
#include "games/registry.h"

namespace boardwalk::fuzz {

// Stops the program, which makes the fuzzer keep the input, unless `holds`.
inline void Require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what.c_str());
  std::abort();
}

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
