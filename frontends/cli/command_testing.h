// Runs a subcommand in process, for tests.

#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "frontends/cli/command.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace boardwalk::cli {

struct Outcome {
  int status = 0;
  std::string out;
  std::string err;
};

// Runs `boardwalk ARGUMENTS`; progress is shown where `terminal`. Nothing is
// written to the state folder unless `keeps_results`.
inline Outcome Execute(const Catalog& catalog,
                       const std::vector<std::string>& arguments,
                       const std::string& input = "", bool terminal = false,
                       bool keeps_results = false) {
  std::vector<const char*> argv = {"boardwalk"};
  for (const std::string& argument : arguments) {
    argv.push_back(argument.c_str());
  }
  std::istringstream in(input);
  std::ostringstream out, err;
  const Context context = {.catalog = catalog,
                           .in = in,
                           .out = out,
                           .err = err,
                           .color = terminal,
                           .progress = terminal,
                           .keeps_results = keeps_results};
  const int status =
      RunCli(context, static_cast<int>(argv.size()), argv.data());
  return {status, out.str(), err.str()};
}

// The one line of JSON that the command prints.
inline nlohmann::json ExecuteJson(const Catalog& catalog,
                                  const std::vector<std::string>& arguments) {
  const Outcome outcome = Execute(catalog, arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 1);
  return nlohmann::json::parse(outcome.out, nullptr, false);
}

// Wrong usage: status 2, nothing on standard output, one line with `message`
// on standard error.
inline void ExpectRefused(const Catalog& catalog,
                          const std::vector<std::string>& arguments,
                          const std::string& message) {
  const Outcome outcome = Execute(catalog, arguments);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, ::testing::StartsWith("boardwalk"));
  EXPECT_THAT(outcome.err, ::testing::HasSubstr(message));
  EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
}

}  // namespace boardwalk::cli
