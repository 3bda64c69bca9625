// Commands of the program, run in the process of a fuzzer.

#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "frontends/cli/command.h"
#include "tests/fuzz/games.h"

namespace boardwalk::fuzz {

struct Outcome {
  int status = 0;
  std::string err;
};

// `boardwalk` with these words, without input, with all games.
inline Outcome Run(const std::vector<std::string>& words) {
  std::vector<const char*> arguments = {"boardwalk"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  std::istringstream in;
  std::ostringstream out, err;
  const cli::Context context = {
      .catalog = AllGamesOnce(), .in = in, .out = out, .err = err};
  const int status = cli::RunCli(context, static_cast<int>(arguments.size()),
                                 arguments.data());
  return {status, err.str()};
}

}  // namespace boardwalk::fuzz
