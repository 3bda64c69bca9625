#include "frontends/console/standard_dialog.h"

#include <unistd.h>

#include <iostream>

namespace boardwalk::console {
namespace {

std::unique_ptr<LineReader> MakeReader(const TerminalTraits& traits) {
  if (traits.input && traits.cursor) {
    if (auto reader = EditingLineReader()) return reader;
  }
  return PlainLineReader(STDIN_FILENO, std::cout, !traits.input);
}

}  // namespace

StandardDialog::StandardDialog()
    : traits_(DetectTerminal()),
      screen_(std::cout, traits_),
      reader_(MakeReader(traits_)),
      dialog_(*reader_, screen_, std::cerr) {}

}  // namespace boardwalk::console
