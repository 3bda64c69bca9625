#include "frontends/terminal/dialog.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "frontends/terminal/interrupt.h"

namespace boardwalk::terminal {
namespace {

// Why a line cannot be an answer, "" where it can. Control characters would
// confuse the terminal when they are shown again.
std::string Unreadable(absl::string_view text) {
  constexpr size_t kMaxAnswer = 1000;
  if (text.size() > kMaxAnswer) {
    return absl::StrCat("That line is too long; at most ", kMaxAnswer,
                        " characters make sense here.");
  }
  const bool control = std::ranges::any_of(text, [](char c) {
    return absl::ascii_iscntrl(static_cast<unsigned char>(c)) && c != '\t';
  });
  return control ? "That line holds control characters." : "";
}

std::unique_ptr<LineReader> MakeReader(const TerminalTraits& traits) {
  if (traits.input && traits.cursor) {
    if (auto reader = EditingLineReader()) return reader;
  }
  return PlainLineReader(STDIN_FILENO, std::cout, !traits.input);
}

}  // namespace

std::optional<std::string> Dialog::Ask(const std::string& prompt,
                                       const Completer& completer) {
  for (;;) {
    Line line = reader_.Read(prompt, completer);
    if (line.kind == Line::Kind::kEnd) {
      leaving_ = Leaving::kEndOfInput;
      return std::nullopt;
    }
    if (line.kind == Line::Kind::kInterrupted) {
      if (Interrupts::count() >= 2) {
        leaving_ = Leaving::kInterrupted;
        return std::nullopt;
      }
      out() << "Press Ctrl-C again to leave.\n";
      continue;
    }
    Interrupts::Forget();
    absl::StripAsciiWhitespace(&line.text);
    const std::string problem = Unreadable(line.text);
    if (problem.empty()) return std::move(line.text);
    out() << problem << "\n";
  }
}

StandardDialog::StandardDialog()
    : traits_(DetectTerminal()),
      screen_(std::cout, traits_),
      reader_(MakeReader(traits_)),
      dialog_(*reader_, screen_, std::cerr) {}

}  // namespace boardwalk::terminal
