#include "frontends/terminal/screen.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/text.h"

namespace boardwalk::terminal {
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
  size.ws_col = std::min(size.ws_col, uint16_t{kMaxWindowSide});
  size.ws_row = std::min(size.ws_row, uint16_t{kMaxWindowSide});
  return size;
}

// Appends a line, broken between words.
void AppendWrapped(std::string& wrapped, absl::string_view line,
                   size_t max_length) {
  while (line.size() > max_length) {
    size_t end = line.rfind(' ', max_length);
    if (end == absl::string_view::npos || end == 0) end = line.find(' ', 1);
    if (end == absl::string_view::npos) break;
    absl::StrAppend(&wrapped, line.substr(0, end), "\n");
    line.remove_prefix(end + 1);
  }
  absl::StrAppend(&wrapped, line);
}

constexpr absl::string_view kBegin = "\033[";
constexpr absl::string_view kReset = "\033[0m";

// The length of the escape sequence that `text` begins with, 0 for none.
size_t EscapeLength(absl::string_view text) {
  if (!absl::StartsWith(text, kBegin)) return 0;
  const size_t end = text.find_first_not_of("0123456789;", kBegin.size());
  return end == absl::string_view::npos ? text.size() : end + 1;
}

// The line of these characters; every style ends before the next begins.
std::string FromGlyphs(const std::vector<Glyph>& glyphs) {
  std::string line, style;
  for (const Glyph& glyph : glyphs) {
    if (glyph.style != style) {
      absl::StrAppend(&line, style.empty() ? "" : kReset, glyph.style);
      style = glyph.style;
    }
    line += glyph.text;
  }
  return absl::StrCat(line, style.empty() ? "" : kReset);
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

std::string Columns(const std::vector<std::string>& words, int width,
                    size_t max_words) {
  constexpr size_t kGap = 2;
  const size_t shown = std::min(words.size(), max_words);
  size_t longest = 0;
  for (size_t i = 0; i < shown; ++i) {
    longest = std::max(longest, words[i].size());
  }
  const size_t column = longest + kGap;
  const size_t per_line =
      std::max<size_t>(1, static_cast<size_t>(std::max(width, 0)) / column);
  std::string text;
  for (size_t i = 0; i < shown; ++i) {
    text += words[i];
    if (i + 1 == shown || (i + 1) % per_line == 0) {
      text += '\n';
    } else {
      text.append(column - words[i].size(), ' ');
    }
  }
  if (shown < words.size()) {
    absl::StrAppend(&text, "... and ", words.size() - shown, " more\n");
  }
  return text;
}

std::string Wrapped(absl::string_view text, int width) {
  const auto max_length = static_cast<size_t>(std::max(width, 1));
  std::string wrapped;
  for (;;) {
    const size_t line_end = std::min(text.find('\n'), text.size());
    AppendWrapped(wrapped, text.substr(0, line_end), max_length);
    if (line_end == text.size()) return wrapped;
    wrapped += '\n';
    text.remove_prefix(line_end + 1);
  }
}

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
  // The last column and the last row stay free: some terminals move to the next
  // line when a line fills the last column.
  const auto width = static_cast<size_t>(std::max(TerminalWidth() - 1, 0));
  const auto height = static_cast<size_t>(std::max(TerminalHeight() - 1, 1));
  const size_t shown = std::min(lines.size(), height);
  GoToProgress();
  for (size_t i = 0; i < shown; ++i) {
    out_ << (i > 0 ? "\n" : "") << lines[i].substr(0, width) << "\033[K";
  }
  // Erases the lines of progress below that are not shown any more.
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
  // Without a keyboard this waits for the clock alone.
  pollfd keyboard = {STDIN_FILENO, POLLIN, 0};
  const nfds_t keyboards = traits_.input ? 1 : 0;
  if (poll(&keyboard, keyboards, static_cast<int>(time.count())) > 0) {
    std::array<char, 256> typed;
    (void)!read(STDIN_FILENO, typed.data(), typed.size());
  }
}

std::vector<Glyph> Glyphs(absl::string_view line) {
  std::vector<Glyph> glyphs;
  std::string style;
  while (!line.empty()) {
    size_t length = EscapeLength(line);
    if (length > 0) {
      const absl::string_view escape = line.substr(0, length);
      if (escape == kReset || escape == "\033[m") {
        style.clear();
      } else {
        absl::StrAppend(&style, escape);
      }
    } else {
      length = std::max<size_t>(Utf8Length(line), 1);
      glyphs.push_back({std::string(line.substr(0, length)), style});
    }
    line.remove_prefix(length);
  }
  return glyphs;
}

int ShownWidth(absl::string_view line) {
  return static_cast<int>(Glyphs(line).size());
}

std::string CutShown(absl::string_view line, int from, int width) {
  const std::vector<Glyph> glyphs = Glyphs(line);
  const size_t begin =
      std::min(static_cast<size_t>(std::max(from, 0)), glyphs.size());
  const size_t end =
      std::min(begin + static_cast<size_t>(std::max(width, 0)), glyphs.size());
  return FromGlyphs({glyphs.begin() + static_cast<std::ptrdiff_t>(begin),
                     glyphs.begin() + static_cast<std::ptrdiff_t>(end)});
}

}  // namespace boardwalk::terminal
