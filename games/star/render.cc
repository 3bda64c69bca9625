// The star, drawn.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "games/star/notation.h"

namespace boardwalk::star {
namespace {

constexpr absl::string_view kSeatColors[kMaxPlayers] = {
    "\033[1;31m", "\033[1;34m", "\033[1;32m",
    "\033[1;33m", "\033[1;35m", "\033[1;36m"};
constexpr absl::string_view kEmptyColor = "\033[2m";
constexpr absl::string_view kPathColor = "\033[1;37m";
constexpr absl::string_view kPlain = "\033[0m";

enum class Mark : uint8_t { kNone, kOrigin, kThrough, kDestination };

std::vector<Mark> MarksOf(const Board& board,
                          const std::vector<std::string>& path) {
  std::vector<Mark> marks(static_cast<size_t>(board.cells()), Mark::kNone);
  if (path.empty()) return marks;
  for (int cell = 0; cell < board.cells(); ++cell) {
    const std::string name = board.Name(cell);
    if (std::find(path.begin(), path.end(), name) != path.end()) {
      marks[cell] = Mark::kThrough;
    }
    if (name == path.front()) marks[cell] = Mark::kOrigin;
    if (name == path.back()) marks[cell] = Mark::kDestination;
  }
  return marks;
}

class Drawing {
 public:
  Drawing(const Setup& setup, const Position& position,
          const RenderOptions& options)
      : board_(setup.board()),
        position_(position),
        marks_(MarksOf(setup.board(), options.path)),
        color_(options.color),
        flip_(options.flip) {}

  std::string Row(int row) const {
    int first = board_.At(row, board_.FirstColumn(row));
    int last = board_.At(row, board_.LastColumn(row));
    if (flip_) std::swap(first, last);
    const std::string label =
        absl::StrFormat("%3d: %d", row, board_.Column(first));
    // The left end of the widest row keeps room for its label.
    constexpr int kMargin = 11;
    const int half_width = std::abs(board_.Across(first));
    const int indent =
        kMargin + 3 * board_.size() - half_width;  // of the first cell
    std::string text = label.substr(0, 4);
    const std::string column = label.substr(5);
    text.append(static_cast<size_t>(indent) - 2 - column.size() - text.size(),
                ' ');
    absl::StrAppend(&text, Tint(column, kEmptyColor), " ");
    const int step = flip_ ? -1 : 1;
    bool closing = false;
    for (int cell = first;; cell += step) {
      const bool opening = marks_[cell] == Mark::kDestination;
      text += opening   ? Tint("[", kPathColor)
              : closing ? Tint("]", kPathColor)
                        : " ";
      closing = opening;
      absl::StrAppend(&text, Cell(cell));
      if (cell == last) break;
    }
    text += closing ? Tint("]", kPathColor) : " ";
    absl::StrAppend(&text, " ",
                    Tint(absl::StrCat(board_.Column(last)), kEmptyColor), "\n");
    return text;
  }

 private:
  std::string Tint(absl::string_view text, absl::string_view color) const {
    return color_ ? absl::StrCat(color, text, kPlain) : std::string(text);
  }

  std::string Cell(int cell) const {
    const int owner = position_.owner[cell];
    if (owner != kNobody) {
      return Tint(std::string(1, SeatLetter(owner)), kSeatColors[owner]);
    }
    if (marks_[cell] == Mark::kOrigin) return Tint("o", kPathColor);
    if (marks_[cell] == Mark::kThrough) return Tint("+", kPathColor);
    return Tint(".", kEmptyColor);
  }

  const Board& board_;
  const Position& position_;
  const std::vector<Mark> marks_;
  const bool color_;
  const bool flip_;
};

}  // namespace

std::string Render(const Setup& setup, const Position& position,
                   const RenderOptions& options) {
  const Drawing drawing(setup, position, options);
  const int rows = setup.board().rows();
  std::string text;
  for (int i = 0; i < rows; ++i) {
    absl::StrAppend(&text, drawing.Row(options.flip ? rows - 1 - i : i));
  }
  return text;
}

}  // namespace boardwalk::star
