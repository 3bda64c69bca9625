#include "frontends/terminal/line_reader.h"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "frontends/terminal/interrupt.h"

namespace boardwalk::terminal {
namespace {

class PlainReader final : public LineReader {
 public:
  PlainReader(int fd, std::ostream& out, bool echo)
      : fd_(fd), out_(out), echo_(echo), keyboard_(isatty(fd) != 0) {}

  Line Read(const std::string& prompt, const Completer&) override {
    interrupts_ = Interrupts::count();
    out_ << prompt << std::flush;
    Line line = ReadLine();
    if (line.kind == Line::Kind::kText) {
      if (echo_) out_ << line.text << "\n";
    } else {
      out_ << "\n";
    }
    out_ << std::flush;
    return line;
  }

 private:
  // A last line without a line end counts as a line.
  Line ReadLine() {
    std::string text;
    for (bool any = false;; any = true) {
      if (begin_ == end_ && !Fill()) {
        if (interrupted_) return {Line::Kind::kInterrupted, ""};
        return any ? Finished(std::move(text)) : Line{Line::Kind::kEnd, ""};
      }
      char c = buffer_[begin_++];
      // As an editor left it that had the keyboard when Enter was typed.
      if (keyboard_ && c == '\r') c = '\n';
      if (c == '\n') return Finished(std::move(text));
      if (text.size() < kMaxLine) text += c;
    }
  }

  static Line Finished(std::string text) {
    if (!text.empty() && text.back() == '\r') text.pop_back();
    return {Line::Kind::kText, std::move(text)};
  }

  // False at the end of input and on Ctrl-C.
  bool Fill() {
    interrupted_ = false;
    for (;;) {
      Interrupts::WaitForInput(fd_, interrupts_);
      if (Interrupts::count() != interrupts_) {
        interrupted_ = true;
        return false;
      }
      // Of a keyboard it takes no more than the line: an editor may read on.
      const ssize_t got =
          read(fd_, buffer_.data(), keyboard_ ? 1 : buffer_.size());
      if (got < 0 && errno == EINTR) continue;
      begin_ = 0;
      end_ = got > 0 ? static_cast<size_t>(got) : 0;
      return got > 0;
    }
  }

  const int fd_;
  std::ostream& out_;
  const bool echo_;
  const bool keyboard_;
  std::array<char, 4096> buffer_;
  size_t begin_ = 0, end_ = 0;
  int interrupts_ = 0;  // at the beginning of the line
  bool interrupted_ = false;
};

}  // namespace

std::unique_ptr<LineReader> PlainLineReader(int fd, std::ostream& out,
                                            bool echo) {
  return std::make_unique<PlainReader>(fd, out, echo);
}

}  // namespace boardwalk::terminal
