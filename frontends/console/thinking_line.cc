#include "frontends/console/thinking_line.h"

#include "absl/strings/str_cat.h"
#include "frontends/console/view.h"

namespace boardwalk::console {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenLines(100);

}  // namespace

ThinkingLine::ThinkingLine(absl::string_view who, const AnyState& state,
                           Screen& screen)
    : begin_(absl::StrCat(who, " thinks")),
      state_(state),
      screen_(screen),
      shown_(steady_clock::now()) {
  screen_.Progress(absl::StrCat(begin_, " ...   (Ctrl-C: decide now)"));
}

ThinkingLine::~ThinkingLine() { screen_.EndProgress(); }

Observer ThinkingLine::observer() {
  if (!screen_.redraws()) return {};
  return [this](const Decision& so_far) { Show(so_far); };
}

void ThinkingLine::Show(const Decision& so_far) {
  const auto now = steady_clock::now();
  if (now - shown_ < kBetweenLines) return;
  shown_ = now;
  screen_.Progress(absl::StrCat(begin_, ": ", LineText(state_, so_far.line, 1),
                                "   ", Opinion(so_far)));
}

}  // namespace boardwalk::console
