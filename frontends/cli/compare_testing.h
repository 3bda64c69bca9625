// What the tests of `compare`, of its configuration files and of what keeps and
// repeats its games share.

#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"

namespace boardwalk::cli {

using Words = std::vector<std::string>;

inline const Catalog& Tictactoe() {
  static const Catalog catalog = *Catalog::Create({tictactoe::Plugin()});
  return catalog;
}

inline const Catalog& RealGames() {
  static const Catalog catalog = *AllGames();
  return catalog;
}

// Each test has a folder of its own.
class CompareCommandTest : public ::testing::Test {
 protected:
  CompareCommandTest() {
    for (const char* name :
         {"SLURM_ARRAY_TASK_ID", "PARALLEL_SEQ", "JOB_COMPLETION_INDEX"}) {
      unsetenv(name);
    }
  }

  std::string Path(const std::string& name) const { return folder_.File(name); }

  // `boardwalk compare` on tic-tac-toe between three quick players.
  static Outcome Compare(const Words& more, bool terminal = false) {
    Words arguments = {"compare", "--players",
                       "random,greedy,alphabeta:depth=2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(Tictactoe(), arguments, "", terminal);
  }
  static void ExpectRefused(const Words& more, const std::string& message) {
    Words arguments = {"compare"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    cli::ExpectRefused(Tictactoe(), arguments, message);
  }
  // The games in a file, without what differs between runs.
  std::string Games(const std::string& name) const {
    const Outcome outcome =
        Execute(Tictactoe(), {"export", Path(name), "--no-times"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }

  // The tables of a file, without what differs between runs.
  std::string Tables(const std::string& name) const {
    const Outcome outcome =
        Execute(Tictactoe(), {"report", Path(name), "--no-times"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }

  const TemporaryFolder folder_;
};

}  // namespace boardwalk::cli
