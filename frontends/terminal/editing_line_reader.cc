// Line editing by libedit, where the build has it.

#include "frontends/terminal/line_reader.h"

#ifdef BOARDWALK_HAVE_LIBEDIT

#include <histedit.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdint>
#include <cstdio>
#include <cwchar>
#include <iostream>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "frontends/terminal/interrupt.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::terminal {
namespace {

constexpr int kHistoryLines = 500;
constexpr size_t kMaxCandidates = 200;

// The windows in which lines are edited. libedit writes past its buffers where
// a window is narrower than what it moves at once or where a line does not fit,
// and allocates a buffer for every cell of the size that the window claims.
constexpr int kMinColumns = 10;
constexpr int kMinRows = 3;

// The cells of the screen that `text` takes, at most.
int Cells(absl::string_view text) {
  constexpr int kEscaped = 8;  // as libedit writes what cannot be printed
  int cells = 0;
  std::mbstate_t decoder{};
  while (!text.empty()) {
    wchar_t character = 0;
    const size_t used =
        std::mbrtowc(&character, text.data(), text.size(), &decoder);
    const bool valid = used != 0 && used <= text.size();
    const int width = valid ? wcwidth(character) : -1;
    cells += width < 0 ? kEscaped : width;
    text.remove_prefix(valid ? used : 1);
    if (!valid) decoder = {};
  }
  return cells;
}

// What can be added to a line for certain: the longest text that all of
// `candidates` begin with.
std::string CommonPrefix(const std::vector<std::string>& candidates) {
  std::string prefix = candidates.front();
  for (const std::string& candidate : candidates) {
    const auto end = std::mismatch(prefix.begin(), prefix.end(),
                                   candidate.begin(), candidate.end());
    prefix.erase(end.first, prefix.end());
  }
  return prefix;
}

bool HasControlCharacters(absl::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return absl::ascii_iscntrl(static_cast<unsigned char>(c));
  });
}

// libedit crashes if the window changes while it holds a line, or if a line is
// longer than the screen. Before either happens the line is taken out of the
// editor. It comes back if there is room, else a plain reader reads on.
class EditingReader final : public LineReader {
 public:
  EditingReader() = default;
  ~EditingReader() override {
    if (editor_ != nullptr) el_end(editor_);
    if (history_ != nullptr) history_end(history_);
  }
  EditingReader(const EditingReader&) = delete;
  EditingReader& operator=(const EditingReader&) = delete;

  Line Read(const std::string& prompt, const Completer& completer) override {
    prompt_ = prompt;
    completer_ = &completer;
    begun_.clear();
    behind_cursor_ = 0;
    interrupts_ = Interrupts::count();
    std::optional<Line> line;
    while (!line.has_value()) {
      line = Fits(begun_, WindowSize()) && Start() ? Edit() : ReadPlainly();
    }
    completer_ = nullptr;
    if (history_ != nullptr && line->kind == Line::Kind::kText &&
        line->text.find_first_not_of(" \t") != std::string::npos) {
      HistEvent event;
      history(history_, &event, H_ENTER, line->text.c_str());
    }
    return *std::move(line);
  }

 private:
  enum class EditEnd { kEndOfInput, kInterrupted, kTakenOut };

  // Makes the editor, once; false where there is none. libedit looks at the
  // window at once, so this waits for one with room.
  bool Start() {
    if (started_) return editor_ != nullptr;
    started_ = true;
    // The editor turns typed bytes into characters by the locale.
    std::setlocale(LC_CTYPE, "");
    history_ = history_init();
    if (history_ == nullptr) return false;
    editor_ = el_init("boardwalk", stdin, stdout, stderr);
    if (editor_ == nullptr) return false;
    HistEvent event;
    history(history_, &event, H_SETSIZE, kHistoryLines);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_SIGNAL, 0);
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_PROMPT, &PromptOf);
    el_set(editor_, EL_GETCFN, &OnRead);
    el_set(editor_, EL_ADDFN, "boardwalk-complete", "complete", &OnComplete);
    Bind("^I", "boardwalk-complete");
    // Ctrl-D that was typed before the terminal was made ready for editing.
    Bind("^@", "em-delete-or-list");
    Bind("^R", "em-inc-search-prev");
    Bind("\\033[3~", "ed-delete-next-char");
    Bind("\\033[H", "ed-move-to-beg");
    Bind("\\033[F", "ed-move-to-end");
    // No control characters in a line, and no commands to the editor itself.
    Bind("^V", "ed-unassigned");
    Bind("\\033x", "ed-unassigned");
    return true;
  }

  void Bind(const char* key, const char* function) {
    el_set(editor_, EL_BIND, key, function, nullptr);
  }

  // A line from the editor, begun with begun_. Nothing when it was taken out.
  std::optional<Line> Edit() {
    ending_ = EditEnd::kEndOfInput;
    restored_ = begun_.empty();
    // el_gets takes the window as it is now.
    Interrupts::TakeResized();
    Interrupts::TakeContinued();
    // Before the prompt: a person who sees it may type, and the terminal would
    // still collect whole lines.
    el_set(editor_, EL_PREP_TERM, 1);
    int length = 0;
    const char* typed = el_gets(editor_, &length);
    if (typed != nullptr && length > 0) {
      std::string text(typed, std::min<size_t>(length, kMaxLine));
      while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
        text.pop_back();
      }
      return Line{Line::Kind::kText, std::move(text)};
    }
    el_reset(editor_);  // or it keeps the line
    if (ending_ == EditEnd::kTakenOut) return std::nullopt;
    std::cout << "\n" << std::flush;
    return Line{ending_ == EditEnd::kInterrupted ? Line::Kind::kInterrupted
                                                 : Line::Kind::kEnd,
                ""};
  }

  Line ReadPlainly() {
    Line line = plain_->Read(absl::StrCat(prompt_, begun_), {});
    if (line.kind == Line::Kind::kEnd && !begun_.empty()) {
      line.kind = Line::Kind::kText;
    }
    if (line.kind == Line::Kind::kText) {
      line.text = absl::StrCat(begun_, line.text).substr(0, kMaxLine);
    }
    return line;
  }

  // The size for which the editor was made ready.
  winsize EditorSize() const {
    int columns = 80, rows = 24;
    if (editor_ != nullptr) {
      el_get(editor_, EL_GETTC, "co", &columns);
      el_get(editor_, EL_GETTC, "li", &rows);
    }
    winsize size = {};
    size.ws_col = static_cast<uint16_t>(columns);
    size.ws_row = static_cast<uint16_t>(rows);
    return size;
  }

  // The size for which el_gets will make the editor ready: it keeps the old one
  // where the terminal knows none.
  winsize WindowSize() const {
    winsize size = EditorSize();
    winsize window = {};
    if (ioctl(STDIN_FILENO, TIOCGWINSZ, &window) == 0) {
      if (window.ws_col != 0) size.ws_col = window.ws_col;
      if (window.ws_row != 0) size.ws_row = window.ws_row;
    }
    return size;
  }

  // Whether the line fits with a row to spare.
  bool Fits(absl::string_view line, const winsize& size) const {
    return size.ws_col >= kMinColumns && size.ws_col <= kMaxWindowSide &&
           size.ws_row >= kMinRows && size.ws_row <= kMaxWindowSide &&
           (Cells(prompt_) + Cells(line)) / size.ws_col + 2 <= size.ws_row;
  }

  // Moves the line from the editor to begun_ and erases it from the screen.
  void TakeOut(bool resized) {
    const LineInfoW* wide = el_wline(editor_);
    behind_cursor_ = static_cast<int>(wide->lastchar - wide->cursor);
    const LineInfo* line = el_line(editor_);
    begun_.assign(line->buffer, line->lastchar);
    const std::string before(line->buffer, line->cursor);
    // A search of the history shows its own line below.
    if (const size_t end = begun_.find('\n'); end != std::string::npos) {
      begun_.resize(end);
      behind_cursor_ = 0;
    }
    if (begun_.size() > kMaxLine) begun_.resize(kMaxLine);
    ending_ = EditEnd::kTakenOut;
    // Some terminals wrap their lines anew when the window changes and some do
    // not: erase no row that may be another's.
    const int columns = std::max(EditorSize().ws_col, WindowSize().ws_col);
    const int rows = resized ? (Cells(prompt_) + Cells(before)) / columns : 0;
    if (rows > 0) std::cout << "\033[" << rows << "A";
    std::cout << "\r\033[J" << std::flush;
  }

  void PutBack() {
    if (restored_) return;
    restored_ = true;
    el_insertstr(editor_, begun_.c_str());
    el_cursor(editor_, -behind_cursor_);
    el_set(editor_, EL_REFRESH);
  }

  static EditingReader* Of(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return static_cast<EditingReader*>(self);
  }

  // A line that is put back brings its prompt with it.
  static char* PromptOf(EditLine* editor) {
    static char none[] = "";
    EditingReader* self = Of(editor);
    return self->restored_ ? self->prompt_.data() : none;
  }

  static int OnRead(EditLine* editor, wchar_t* character) {
    return Of(editor)->ReadCharacter(character);
  }

  // libedit's own reader would go on after Ctrl-C. Returns 1 for a character, 0
  // at the end of input, -1 to leave the editor.
  int ReadCharacter(wchar_t* character) {
    PutBack();
    const LineInfo* line = el_line(editor_);
    const absl::string_view text(
        line->buffer, static_cast<size_t>(line->lastchar - line->buffer));
    if (!Fits(text, EditorSize())) {
      TakeOut(true);
      return -1;
    }
    // A search of the history has a line of its own. There, Ctrl-W makes
    // libedit read behind its buffer.
    constexpr wchar_t kCtrlW = 0x17;
    const bool searches = absl::StrContains(text, '\n');
    std::mbstate_t decoder{};
    for (;;) {
      if (!WaitForKey()) return -1;
      char byte = 0;
      const ssize_t got = read(STDIN_FILENO, &byte, 1);
      if (got == 0) return 0;
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return -1;
      const size_t used = std::mbrtowc(character, &byte, 1, &decoder);
      if (used == static_cast<size_t>(-2)) continue;  // more bytes to come
      const bool valid = used != static_cast<size_t>(-1) &&
                         (*character < 0x80 || wcwidth(*character) >= 0);
      if (valid && !(searches && *character == kCtrlW)) return 1;
      decoder = {};
    }
  }

  // False when the editor has to be left.
  bool WaitForKey() {
    for (;;) {
      if (Interrupts::count() != interrupts_) {
        ending_ = EditEnd::kInterrupted;
        return false;
      }
      // What was typed goes first: it may be the rest of an arrow key.
      pollfd input = {STDIN_FILENO, POLLIN, 0};
      if (poll(&input, 1, 0) > 0) return true;
      const bool resized = Interrupts::TakeResized();
      // While the program was stopped the window may have changed, and others
      // have moved the cursor.
      if (Interrupts::TakeContinued() || resized) {
        TakeOut(resized);
        return false;
      }
      Interrupts::WaitForInput(STDIN_FILENO, interrupts_, true);
    }
  }

  static unsigned char OnComplete(EditLine* editor, int) {
    return Of(editor)->Complete();
  }

  unsigned char Complete() {
    const LineInfo* line = el_line(editor_);
    const std::string before(line->buffer, line->cursor);
    if (completer_ == nullptr || !*completer_) return CC_ERROR;
    std::vector<std::string> candidates = (*completer_)(before);
    std::erase_if(candidates, HasControlCharacters);
    if (candidates.empty()) return CC_REFRESH_BEEP;
    const std::string common = CommonPrefix(candidates);
    if (common.size() > before.size() || candidates.size() == 1) {
      const LineInfoW* wide = el_wline(editor_);
      el_deletestr(editor_, static_cast<int>(wide->cursor - wide->buffer));
      if (el_insertstr(editor_, common.c_str()) == -1) return CC_REFRESH_BEEP;
      return CC_REFRESH;
    }
    std::cout << "\n"
              << Columns(candidates, TerminalWidth(), kMaxCandidates)
              << std::flush;
    // The editor begins a new line below.
    el_set(editor_, EL_REFRESH);
    return CC_NORM;
  }

  const std::unique_ptr<LineReader> plain_ =
      PlainLineReader(STDIN_FILENO, std::cout, false);
  bool started_ = false;
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
  // The line being read.
  std::string prompt_;
  const Completer* completer_ = nullptr;
  std::string begun_;      // what was taken out of the editor
  int behind_cursor_ = 0;  // characters of it
  bool restored_ = true;   // whether the editor has it
  int interrupts_ = 0;     // at its beginning
  EditEnd ending_ = EditEnd::kEndOfInput;
};

}  // namespace

std::unique_ptr<LineReader> EditingLineReader() {
  return std::make_unique<EditingReader>();
}

}  // namespace boardwalk::terminal

#else

namespace boardwalk::terminal {

std::unique_ptr<LineReader> EditingLineReader() { return nullptr; }

}  // namespace boardwalk::terminal

#endif  // BOARDWALK_HAVE_LIBEDIT
