// Questions and answers: the one place that deals with Ctrl-C at a prompt, the
// end of input and lines that hold rubbish.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_DIALOG_H_
#define BOARDWALK_FRONTENDS_CONSOLE_DIALOG_H_

#include <optional>
#include <ostream>
#include <string>

#include "frontends/console/line_reader.h"
#include "frontends/console/terminal.h"

namespace boardwalk::console {

class Dialog {
 public:
  // The arguments must outlive it. `err` hears why the input ended.
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

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_DIALOG_H_
