// The games that the suites of this folder run on, by name.

#ifndef BOARDWALK_TESTS_GAME_NAMES_H_
#define BOARDWALK_TESTS_GAME_NAMES_H_

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/any_game.h"
#include "gtest/gtest.h"

namespace boardwalk {

// Each game with its default parameters and with every set that tests must
// cover.
inline std::vector<std::string> NamesWithTestSets(
    const std::vector<GamePlugin>& games) {
  std::vector<std::string> names;
  for (const GamePlugin& plugin : games) {
    names.push_back(plugin.info.id);
    for (const std::string& set : plugin.info.test_sets) {
      names.push_back(absl::StrCat(plugin.info.id, ":", set));
    }
  }
  return names;
}

// `name` without the characters that GoogleTest does not take.
inline std::string AsTestName(std::string name) {
  for (char& c : name) {
    if (!absl::ascii_isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

inline std::string TestNameOfGame(
    const testing::TestParamInfo<std::string>& info) {
  return AsTestName(info.param);
}

}  // namespace boardwalk

#endif  // BOARDWALK_TESTS_GAME_NAMES_H_
