// Completion of command lines: what the scripts in completion/ ask the program
// when somebody presses Tab. All knowledge is here and in the declarations of
// the commands.
//
//   $ boardwalk complete play te          # the last word, maybe empty, is
//   teeko                                 # completed
//   $ boardwalk complete think teeko mcts:reu
//   mcts:reuse=
//   $ boardwalk complete report ''
//   :files

#ifndef BOARDWALK_FRONTENDS_CLI_COMPLETE_H_
#define BOARDWALK_FRONTENDS_CLI_COMPLETE_H_

#include <string>
#include <vector>

#include "frontends/cli/command.h"

namespace boardwalk::cli {

// The name of the command, which no help lists: `boardwalk complete WORD...`.
inline constexpr char kCompleteCommand[] = "complete";

// What is printed instead of candidates where the name of a file is expected.
// After "--db=", only what follows is that name.
inline constexpr char kFilesMarker[] = ":files";

// Prints what the last of `words`, those behind the name of the program up to
// the cursor, may be: a whole word per line, or kFilesMarker. One that ends in
// '=' or ':' goes on. Where nothing is known, and whatever is wrong with the
// words, it prints nothing. Plug-ins that the words name are loaded if games or
// players are asked for.
void PrintCompletions(const std::vector<std::string>& words,
                      const std::vector<Command>& commands,
                      const Context& context);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_COMPLETE_H_
