// Names of games as names of tests.

#pragma once

#include <string>

#include "absl/strings/ascii.h"
#include "gtest/gtest.h"

namespace boardwalk {

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
