// Shared by the tests of the console: a way to run it on a script.

#pragma once

#include <deque>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "frontends/console/console.h"
#include "frontends/terminal/dialog.h"
#include "frontends/terminal/interrupt.h"
#include "gtest/gtest.h"

namespace boardwalk::console {

// Returns the lines of a script, then the end of input.
class ScriptReader final : public terminal::LineReader {
 public:
  ScriptReader(std::vector<std::string> lines, std::ostream& out)
      : lines_(lines.begin(), lines.end()), out_(out) {}
  terminal::Line Read(const std::string& prompt,
                      const terminal::Completer&) override {
    out_ << prompt;
    if (lines_.empty()) {
      EXPECT_LT(++ends_, 2) << "read on after the end of input";
      return {};
    }
    terminal::Line line = {terminal::Line::Kind::kText,
                           std::move(lines_.front())};
    lines_.pop_front();
    out_ << line.text << "\n";
    return line;
  }

 private:
  std::deque<std::string> lines_;
  std::ostream& out_;
  int ends_ = 0;
};

struct Played {
  int status = 0;
  std::string out;
  std::string err;
};

// Runs the console on the lines, then the end of input.
inline Played PlayScript(const Catalog& catalog, const PlayOptions& options,
                         std::vector<std::string> lines,
                         const terminal::TerminalTraits& traits = {}) {
  const terminal::Interrupts interrupts;
  std::ostringstream out, err;
  terminal::Screen screen(out, traits);
  ScriptReader reader(std::move(lines), out);
  terminal::Dialog dialog(reader, screen, err);
  const int status = Run(catalog, options, dialog);
  return {status, out.str(), err.str()};
}

}  // namespace boardwalk::console
