// Where the lines that a person types come from: an editor with history and
// completion at a terminal, plain lines elsewhere, a script in tests.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_LINE_READER_H_
#define BOARDWALK_FRONTENDS_CONSOLE_LINE_READER_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk::console {

// Whole lines that the line may become, given what stands before the cursor.
// Each begins with that text, letter case aside.
using Completer =
    std::function<std::vector<std::string>(absl::string_view before_cursor)>;

struct Line {
  enum class Kind {
    kText,
    kEnd,          // the input has ended
    kInterrupted,  // Ctrl-C
  };
  Kind kind = Kind::kEnd;
  std::string text;  // without its line end
};

class LineReader {
 public:
  // Bytes of a line that are kept; of a longer one the rest is dropped.
  static constexpr size_t kMaxLine = 4096;

  virtual ~LineReader() = default;
  // Shows the prompt and reads a line. `completer` may be empty.
  virtual Line Read(const std::string& prompt, const Completer& completer) = 0;
};

// Reads a file descriptor byte by byte as lines. With `echo` it writes each
// line behind its prompt, so that the output of a script reads like a session.
std::unique_ptr<LineReader> PlainLineReader(int fd, std::ostream& out,
                                            bool echo);

// Edits lines on standard input and output, which must be a terminal. Null
// where the program was built without a line editor or the terminal is unfit.
std::unique_ptr<LineReader> EditingLineReader();

// What one may add to `text` for certain: the longest text that all of
// `candidates` begin with, letter case of `text` aside.
std::string CommonPrefix(const std::vector<std::string>& candidates);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_LINE_READER_H_
