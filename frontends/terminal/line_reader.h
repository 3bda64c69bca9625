// Reads typed lines: by an editor with history and completion at a terminal, as
// plain lines elsewhere, from a script in tests.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk::terminal {

// Returns the lines that complete the text before the cursor. Each begins with
// that text, ignoring case.
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
  // In bytes; the rest of a longer line is dropped.
  static constexpr size_t kMaxLine = 4096;

  virtual ~LineReader() = default;
  // Shows the prompt and reads a line. `completer` may be empty.
  virtual Line Read(const std::string& prompt, const Completer& completer) = 0;
};

// Reads lines from a file descriptor. With `echo`, writes each line after its
// prompt, so that the output of a script reads like a dialogue.
std::unique_ptr<LineReader> PlainLineReader(int fd, std::ostream& out,
                                            bool echo);

// Edits lines on standard input and output, which must be a terminal; reads
// plain lines while the window has no room for editing. Null where the program
// was built without libedit.
std::unique_ptr<LineReader> EditingLineReader();

}  // namespace boardwalk::terminal
