#include "frontends/console/terminal.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "absl/strings/str_cat.h"
#include "frontends/console/columns.h"

namespace boardwalk::console {
namespace {

bool SetInEnvironment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

winsize WindowSize() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 &&
      ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0) {
    size = {};
  }
  if (size.ws_col == 0) size.ws_col = 80;
  if (size.ws_row == 0) size.ws_row = 24;
  return size;
}

}  // namespace

bool ObeysCursor(int fd) {
  return isatty(fd) != 0 && SetInEnvironment("TERM") &&
         absl::string_view(std::getenv("TERM")) != "dumb";
}

TerminalTraits DetectTerminal() {
  TerminalTraits traits;
  traits.input = isatty(STDIN_FILENO) != 0;
  traits.output = isatty(STDOUT_FILENO) != 0;
  traits.cursor = ObeysCursor(STDOUT_FILENO);
  traits.color = traits.cursor && !SetInEnvironment("NO_COLOR");
  return traits;
}

int TerminalWidth() { return WindowSize().ws_col; }
int TerminalHeight() { return WindowSize().ws_row; }

std::string Screen::Bold(absl::string_view text) const {
  return traits_.color ? absl::StrCat("\033[1m", text, "\033[0m")
                       : std::string(text);
}

std::string Screen::Dim(absl::string_view text) const {
  return traits_.color ? absl::StrCat("\033[2m", text, "\033[0m")
                       : std::string(text);
}

void Screen::Say(absl::string_view text) {
  out_ << (watched() ? Wrapped(text, TerminalWidth()) : std::string(text))
       << "\n";
}

void Screen::Clear() {
  if (!redraws()) return;
  if (!cleared_) {
    out_ << std::string(static_cast<size_t>(TerminalHeight()), '\n');
  }
  cleared_ = true;
  out_ << "\033[H\033[J";
}

void Screen::Progress(absl::string_view line) {
  Progress(std::vector<std::string>{std::string(line)});
}

void Screen::Progress(const std::vector<std::string>& lines) {
  if (!redraws() || lines.empty()) return;
  // The last column and the last row stay free: some terminals go on to the
  // next line when a line fills the last column.
  const auto width = static_cast<size_t>(std::max(TerminalWidth() - 1, 0));
  const auto height = static_cast<size_t>(std::max(TerminalHeight() - 1, 1));
  const size_t shown = std::min(lines.size(), height);
  GoToProgress();
  for (size_t i = 0; i < shown; ++i) {
    out_ << (i > 0 ? "\n" : "") << lines[i].substr(0, width) << "\033[K";
  }
  // What stands below is progress, too.
  if (progress_lines_ > shown) out_ << "\033[J";
  out_ << std::flush;
  progress_lines_ = shown;
}

void Screen::GoToProgress() {
  if (progress_lines_ > 1) out_ << "\033[" << progress_lines_ - 1 << "A";
  out_ << "\r";
}

void Screen::EndProgress() {
  if (progress_lines_ == 0) return;
  GoToProgress();
  out_ << (progress_lines_ > 1 ? "\033[J" : "\033[K") << std::flush;
  progress_lines_ = 0;
}

void Screen::Pause(std::chrono::milliseconds time) {
  if (!watched() || time.count() <= 0) return;
  out_ << std::flush;
  // Without a keyboard there is nothing to look at but the clock.
  pollfd keyboard = {STDIN_FILENO, POLLIN, 0};
  const nfds_t watched_files = traits_.input ? 1 : 0;
  if (poll(&keyboard, watched_files, static_cast<int>(time.count())) > 0) {
    std::array<char, 256> typed;
    (void)!read(STDIN_FILENO, typed.data(), typed.size());
  }
}

}  // namespace boardwalk::console
