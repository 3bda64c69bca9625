// Questions and answers. This is the one place that handles Ctrl-C at a prompt,
// the end of input, and lines that cannot be an answer.

#ifndef BOARDWALK_FRONTENDS_TERMINAL_DIALOG_H_
#define BOARDWALK_FRONTENDS_TERMINAL_DIALOG_H_

#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "frontends/terminal/line_reader.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::terminal {

class Dialog {
 public:
  // The arguments must outlive it. `err` takes the reason why input ended.
  Dialog(LineReader& reader, Screen& screen, std::ostream& err)
      : reader_(reader), screen_(screen), err_(err) {}

  Screen& screen() { return screen_; }
  std::ostream& out() { return screen_.out(); }
  std::ostream& err() { return err_; }

  // A line from the person, without blanks around it. Nothing once the input
  // has ended or Ctrl-C was pressed for a second time; then leaving() says
  // which.
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
// terminal, plain lines elsewhere. REQUIRES: an `Interrupts` exists, and no
// other of these does.
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

#endif  // BOARDWALK_FRONTENDS_TERMINAL_DIALOG_H_
