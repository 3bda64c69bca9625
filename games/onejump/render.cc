// Draws the board of one-jump checkers for people.

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "games/onejump/notation.h"

namespace boardwalk::onejump {
namespace {

constexpr absl::string_view kBorder = "   +---+---+---+---+---+---+---+---+\n";

// Cyan for black, yellow for white, faint for empty cells; towers are capitals.
std::string Colored(char piece) {
  const absl::string_view code = piece == '.'                        ? "2"
                                 : absl::ascii_tolower(piece) == 'b' ? "1;36"
                                                                     : "1;33";
  return absl::StrCat("\x1b[", code, "m", std::string(1, piece), "\x1b[0m");
}

// Three characters: the end of the last move in brackets, where it came from
// in parentheses.
std::string DrawCell(const State& state, Place place,
                     const RenderOptions& options) {
  const char piece = PieceAt(state, place);
  const std::string name = {static_cast<char>('A' + place.column),
                            static_cast<char>('1' + place.row)};
  absl::string_view left = " ", right = " ";
  const auto& path = options.path;
  if (!path.empty() && path.back() == name) {
    left = "[", right = "]";
  } else if (std::find(path.begin(), path.end(), name) != path.end()) {
    left = "(", right = ")";
  }
  return absl::StrCat(
      left, options.color ? Colored(piece) : std::string(1, piece), right);
}

}  // namespace

std::string Rules::Render(const State& state,
                          const RenderOptions& options) const {
  std::string text = "  ";
  const auto seen = [&options](int i) { return options.flip ? 7 - i : i; };
  for (int i = 0; i < 8; ++i) {
    absl::StrAppend(&text, "   ",
                    std::string(1, static_cast<char>('A' + seen(i))));
  }
  absl::StrAppend(&text, "\n", kBorder);
  for (int i = 0; i < 8; ++i) {
    absl::StrAppend(&text, " ", seen(i) + 1, " |");
    for (int j = 0; j < 8; ++j) {
      absl::StrAppend(&text, DrawCell(state, {seen(i), seen(j)}, options), "|");
    }
    absl::StrAppend(&text, "\n", kBorder);
  }
  return text;
}

}  // namespace boardwalk::onejump
