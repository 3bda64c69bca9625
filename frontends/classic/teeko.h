// The documents' two Teeko programs, transcript for transcript.

#ifndef BOARDWALK_FRONTENDS_CLASSIC_TEEKO_H_
#define BOARDWALK_FRONTENDS_CLASSIC_TEEKO_H_

#include <istream>
#include <ostream>
#include <string>

namespace boardwalk::classic {

struct TeekoOptions {
  int part = 1;                         // 1 placement, 2 movement
  std::string board = "gameboard.txt";  // read by part 2
  int border_width = 5;                 // 1 to 200
};

// Plays on `in` and `out`, which gets the transcript alone; diagnostics go to
// `err`. Returns the exit status: 0 played to the end, 1 the input ended
// before, 2 the board file is unusable.
int RunTeeko(const TeekoOptions& options, std::istream& in, std::ostream& out,
             std::ostream& err);

}  // namespace boardwalk::classic

#endif  // BOARDWALK_FRONTENDS_CLASSIC_TEEKO_H_
