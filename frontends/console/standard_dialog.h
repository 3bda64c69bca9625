// The dialog on standard input and output: in colour and with line editing
// where they are a terminal, plain lines elsewhere.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_STANDARD_DIALOG_H_
#define BOARDWALK_FRONTENDS_CONSOLE_STANDARD_DIALOG_H_

#include <memory>

#include "frontends/console/dialog.h"
#include "frontends/console/line_reader.h"
#include "frontends/console/terminal.h"

namespace boardwalk::console {

// REQUIRES: an `Interrupts` is alive, and no other of these is.
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

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_STANDARD_DIALOG_H_
