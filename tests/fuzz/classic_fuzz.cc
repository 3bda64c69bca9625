// The documents' programs fed with anything. The first byte chooses the
// program; whatever comes, they end by themselves with a status of theirs. For
// the second part of Teeko the text up to '#' is the file with the board.

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "frontends/classic/classic.h"
#include "tests/fuzz/games.h"

namespace boardwalk::classic {
namespace {

// Plays the second part on a board file that lives in memory alone.
int RunTeekoMovement(const std::string& text, std::ostream& out,
                     std::ostream& err) {
  const size_t end = text.find('#');
  const std::string board = text.substr(0, end);
  std::istringstream in(end == std::string::npos ? "" : text.substr(end + 1));
  const int file = memfd_create("board", 0);
  fuzz::Require(file >= 0 && write(file, board.data(), board.size()) ==
                                 static_cast<ssize_t>(board.size()),
                "the board file can be written");
  TeekoOptions options;
  options.part = 2;
  options.board = "/proc/self/fd/" + std::to_string(file);
  const int status = RunTeeko(options, in, out, err);
  close(file);
  return status;
}

int Run(int program, const std::string& text) {
  std::istringstream in(text);
  std::ostringstream out, err;
  switch (program) {
    case 0:
      return RunOnejump(in, out);
    case 1:
      return RunTeeko(TeekoOptions{}, in, out, err);
    case 2:
      return RunTeekoMovement(text, out, err);
    default: {
      // Its computer thinks for seconds, so two people play.
      std::istringstream people("1 " + text);
      return RunChinese8(Chinese8Options{}, people, out, err);
    }
  }
}

}  // namespace
}  // namespace boardwalk::classic

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  const int status = boardwalk::classic::Run(data[0] % 4, text);
  boardwalk::fuzz::Require(status >= 0 && status <= 2,
                           "the exit status is one of the documented");
  return 0;
}
