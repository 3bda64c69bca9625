// The document's one-jump checkers program: reads actions, prints the game.

#ifndef BOARDWALK_FRONTENDS_CLASSIC_ONEJUMP_H_
#define BOARDWALK_FRONTENDS_CLASSIC_ONEJUMP_H_

#include <istream>
#include <ostream>

namespace boardwalk::classic {

// Reads from `in`, writes the transcript to `out`. Returns the exit status: 0,
// or 1 after an erroneous action.
int RunOnejump(std::istream& in, std::ostream& out);

}  // namespace boardwalk::classic

#endif  // BOARDWALK_FRONTENDS_CLASSIC_ONEJUMP_H_
