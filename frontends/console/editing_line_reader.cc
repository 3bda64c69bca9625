// Line editing by libedit, where the build has it.

#include "frontends/console/line_reader.h"

#ifdef BOARDWALK_HAVE_LIBEDIT

#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "frontends/console/columns.h"
#include "frontends/console/interrupt.h"
#include "frontends/console/terminal.h"

namespace boardwalk::console {
namespace {

constexpr int kHistoryLines = 500;
constexpr size_t kMaxShown = 200;

class EditingReader final : public LineReader {
 public:
  EditingReader() {
    // The editor turns typed bytes into characters by the locale.
    std::setlocale(LC_CTYPE, "");
    history_ = history_init();
    editor_ = el_init("boardwalk", stdin, stdout, stderr);
    if (!usable()) return;
    HistEvent event;
    history(history_, &event, H_SETSIZE, kHistoryLines);
    history(history_, &event, H_SETUNIQUE, 1);
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_SIGNAL, 0);
    el_set(editor_, EL_HIST, history, history_);
    el_set(editor_, EL_PROMPT, &PromptOf);
    el_set(editor_, EL_GETCFN, &ReadCharacter);
    el_set(editor_, EL_ADDFN, "boardwalk-complete", "complete", &Complete);
    Bind("^I", "boardwalk-complete");
    // Ctrl-D that was typed before the terminal was made ready for editing.
    Bind("^@", "em-delete-or-list");
    Bind("^R", "em-inc-search-prev");
    Bind("\\033[3~", "ed-delete-next-char");
    Bind("\\033[H", "ed-move-to-beg");
    Bind("\\033[F", "ed-move-to-end");
  }
  ~EditingReader() override {
    if (editor_ != nullptr) el_end(editor_);
    if (history_ != nullptr) history_end(history_);
  }
  EditingReader(const EditingReader&) = delete;
  EditingReader& operator=(const EditingReader&) = delete;

  bool usable() const { return editor_ != nullptr && history_ != nullptr; }

  Line Read(const std::string& prompt, const Completer& completer) override {
    prompt_ = prompt;
    completer_ = &completer;
    interrupted_ = false;
    interrupts_ = Interrupts::count();
    // Before the prompt: who sees the prompt may type, and what arrives while
    // the terminal still gathers lines means something else there.
    el_set(editor_, EL_PREP_TERM, 1);
    int length = 0;
    const char* typed = el_gets(editor_, &length);
    completer_ = nullptr;
    if (typed == nullptr || length <= 0) {
      std::fputs("\n", stdout);
      std::fflush(stdout);
      if (!interrupted_) return {Line::Kind::kEnd, ""};
      // The editor remembers the abandoned line otherwise.
      el_reset(editor_);
      return {Line::Kind::kInterrupted, ""};
    }
    std::string text(typed, std::min<size_t>(length, kMaxLine));
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) {
      text.pop_back();
    }
    if (text.find_first_not_of(" \t") != std::string::npos) {
      HistEvent event;
      history(history_, &event, H_ENTER, text.c_str());
    }
    return {Line::Kind::kText, std::move(text)};
  }

 private:
  static EditingReader* Of(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return static_cast<EditingReader*>(self);
  }

  void Bind(const char* key, const char* function) {
    el_set(editor_, EL_BIND, key, function, nullptr);
  }

  static char* PromptOf(EditLine* editor) { return Of(editor)->prompt_.data(); }

  static bool HasInput() {
    pollfd input = {STDIN_FILENO, POLLIN, 0};
    return poll(&input, 1, 0) != 0;
  }

  // The editor's own reader starts again after a signal; this one does not
  // after Ctrl-C. Returns 1 for a character, 0 at the end, -1 to give up.
  static int ReadCharacter(EditLine* editor, wchar_t* character) {
    std::mbstate_t decoder{};
    EditingReader* self = Of(editor);
    for (;;) {
      Interrupts::WaitForInput(STDIN_FILENO, self->interrupts_);
      if (Interrupts::count() != self->interrupts_) {
        self->interrupted_ = true;
        return -1;
      }
      if (Interrupts::TakeResized()) el_resize(editor);
      if (Interrupts::TakeContinued()) {
        el_set(editor, EL_PREP_TERM, 1);
        el_set(editor, EL_REFRESH);
      }
      if (!HasInput()) continue;
      char byte = 0;
      const ssize_t got = read(STDIN_FILENO, &byte, 1);
      if (got == 0) return 0;
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return -1;
      const size_t used = std::mbrtowc(character, &byte, 1, &decoder);
      if (used == static_cast<size_t>(-2)) continue;  // more bytes to come
      if (used != static_cast<size_t>(-1)) return 1;
      decoder = {};  // no character of this locale: passed over
    }
  }

  static unsigned char Complete(EditLine* editor, int) {
    EditingReader* self = Of(editor);
    const LineInfo* line = el_line(editor);
    const std::string before(line->buffer, line->cursor);
    if (self->completer_ == nullptr || !*self->completer_) return CC_ERROR;
    const std::vector<std::string> candidates = (*self->completer_)(before);
    if (candidates.empty()) return CC_REFRESH_BEEP;
    const std::string common = CommonPrefix(candidates);
    if (common.size() > before.size() || candidates.size() == 1) {
      el_deletestr(editor, static_cast<int>(before.size()));
      if (el_insertstr(editor, common.c_str()) == -1) return CC_REFRESH_BEEP;
      return CC_REFRESH;
    }
    std::fputs(
        absl::StrCat("\n", Columns(candidates, TerminalWidth(), kMaxShown))
            .c_str(),
        stdout);
    std::fflush(stdout);
    return CC_REDISPLAY;
  }

  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
  std::string prompt_;
  const Completer* completer_ = nullptr;
  int interrupts_ = 0;  // when the line was begun
  bool interrupted_ = false;
};

}  // namespace

std::unique_ptr<LineReader> EditingLineReader() {
  auto reader = std::make_unique<EditingReader>();
  if (!reader->usable()) return nullptr;
  return reader;
}

}  // namespace boardwalk::console

#else

namespace boardwalk::console {

std::unique_ptr<LineReader> EditingLineReader() { return nullptr; }

}  // namespace boardwalk::console

#endif  // BOARDWALK_HAVE_LIBEDIT
