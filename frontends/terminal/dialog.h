// Asks questions at a terminal. All prompts go through a Dialog, which handles
// Ctrl-C, the end of input, and lines that are too long or hold control
// characters.

#pragma once

#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "frontends/terminal/line_reader.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::terminal {

class Dialog {
 public:
  // The arguments must outlive it. `err` is for messages after the input ended.
  Dialog(LineReader& reader, Screen& screen, std::ostream& err)
      : reader_(reader), screen_(screen), err_(err) {}

  Screen& screen() { return screen_; }
  std::ostream& out() { return screen_.out(); }
  std::ostream& err() { return err_; }

  // Reads a line, without the blanks around it. Returns nothing after the end
  // of input or a second Ctrl-C; leaving() tells which.
  std::optional<std::string> Ask(const std::string& prompt,
                                 const Completer& completer = {});

  enum class Leaving { kNo, kEndOfInput, kInterrupted };
  Leaving leaving() const { return leaving_; }

 private:
  LineReader& reader_;
  Screen& screen_;
  std::ostream& err_;
  Leaving leaving_ = Leaving::kNo;
};

// The dialog on standard input and output: with colours and line editing on a
// terminal, with plain lines elsewhere. REQUIRES: an `Interrupts` exists, and
// no other StandardDialog.
class StandardDialog {
 public:
  StandardDialog();

  Dialog& dialog() { return dialog_; }
  const TerminalTraits& traits() const { return traits_; }

 private:
  const TerminalTraits traits_;
  Screen screen_;
  const std::unique_ptr<LineReader> reader_;
  Dialog dialog_;
};

}  // namespace boardwalk::terminal
