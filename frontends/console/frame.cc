#include "frontends/console/game_text.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::console {
namespace {

using Lines = std::vector<std::string>;

constexpr int kGap = 3;            // between the board and what is beside it
constexpr int kMinSideWidth = 26;  // for a sentence
constexpr int kMinBoardLines = 3;
// More than that, and a board that is cut yields lines to other things.
constexpr int kAmpleBoardLines = 6;

int LineCount(const Lines& lines) { return static_cast<int>(lines.size()); }

int WidthOf(const Lines& lines) {
  int width = 0;
  for (const std::string& line : lines) {
    width = std::max(width, terminal::ShownWidth(line));
  }
  return width;
}

void AddWrapped(Lines& lines, const Lines& more, int width) {
  for (const std::string& text : more) {
    for (const absl::string_view line :
         absl::StrSplit(terminal::Wrapped(text, width), '\n')) {
      lines.push_back(terminal::CutShown(line, 0, width));
    }
  }
}

void Append(Lines& lines, const Lines& more) {
  lines.insert(lines.end(), more.begin(), more.end());
}

// What stands beside the board, in at most `height` lines: without the blank
// lines, then without the end, where there is no room.
Lines SideLines(const FrameContent& content, int width, int height) {
  Lines lines, spaced;
  for (const Lines* part : {&content.seats, &content.moves, &content.legend}) {
    if (part->empty()) continue;
    if (!spaced.empty()) spaced.emplace_back();
    AddWrapped(lines, *part, width);
    AddWrapped(spaced, *part, width);
  }
  if (LineCount(spaced) <= height) return spaced;
  if (LineCount(lines) > height) lines.resize(static_cast<size_t>(height));
  return lines;
}

// The part of the board that has room, and what says so, below it.
struct VisibleBoard {
  Lines lines;
  Lines told;  // empty if the whole board is visible
};

VisibleBoard PartOfBoard(const FrameContent& content, const WindowSize& room,
                         const BoardCorner& corner) {
  const Lines& board = content.board;
  const int height = LineCount(board), width = WidthOf(board);
  if (height <= room.height && width <= room.width) return {board, {}};
  const int shown = std::min(std::max(room.height - 1, 1), height);
  int line = corner.line;
  if (line < 0) {
    line = content.marked.has_value()
               ? (content.marked->first + content.marked->last + 1 - shown) / 2
               : 0;
  }
  line = std::clamp(line, 0, height - shown);
  const int column =
      std::clamp(corner.column, 0, std::max(width - room.width, 0));
  VisibleBoard visible;
  for (int i = line; i < line + shown; ++i) {
    visible.lines.push_back(terminal::CutShown(board[i], column, room.width));
  }
  std::string told =
      absl::StrCat("Lines ", line + 1, " to ", line + shown, " of ", height);
  if (width > room.width) {
    absl::StrAppend(&told, ", columns ", column + 1, " to ",
                    column + room.width, " of ", width);
  }
  // As much of it as has room.
  for (const std::string& more :
       {absl::StrCat("; 'board LINE", width > room.width ? " COLUMN" : "",
                     "' shows others"),
        std::string(", a larger window all")}) {
    if (terminal::ShownWidth(told + more) > room.width) break;
    told += more;
  }
  visible.told = {terminal::CutShown(told, 0, room.width)};
  return visible;
}

Lines Beside(const Lines& board, const Lines& side) {
  const int width = WidthOf(board);
  Lines lines;
  for (int i = 0; i < std::max(LineCount(board), LineCount(side)); ++i) {
    std::string line = i < LineCount(board) ? board[i] : "";
    if (i < LineCount(side) && !side[i].empty()) {
      line.append(
          static_cast<size_t>(width + kGap - terminal::ShownWidth(line)), ' ');
      line += side[i];
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

// The description of the person's own seat, the first of the texts.
Lines SeatDescription(const FrameContent& content, int width) {
  Lines lines;
  if (!content.seats.empty()) {
    AddWrapped(lines, {content.seats.front()}, width);
  }
  return lines;
}

// The board with what has room above and below it, the moves before the seats,
// these before the blank lines.
Lines Stacked(const FrameContent& content, const Lines& board, int width,
              int height) {
  Lines seats, moves, legend;
  AddWrapped(seats, content.seats, width);
  AddWrapped(moves, content.moves, width);
  AddWrapped(legend, content.legend, width);
  int left = height - LineCount(board);
  const auto fits = [&left](const Lines& lines) {
    if (lines.empty() || LineCount(lines) > left) return false;
    left -= LineCount(lines);
    return true;
  };
  if (!fits(moves)) {  // the last ones are the newest
    const int kept = std::clamp(left, 0, LineCount(moves));
    moves.erase(moves.begin(), moves.end() - kept);
    left -= kept;
  }
  if (!fits(seats)) {
    seats = SeatDescription(content, width);
    const int kept = std::clamp(left, 0, LineCount(seats));
    seats.resize(static_cast<size_t>(kept));
    left -= kept;
  }
  if (!fits(legend)) legend.clear();
  if (left > 0 && !seats.empty()) {
    seats.emplace_back();
    --left;
  }
  Lines lines = seats;
  Append(lines, board);
  if (left > 0) lines.emplace_back();
  Append(lines, moves);
  Append(lines, legend);
  return lines;
}

}  // namespace

int SideWidth(const std::vector<std::string>& board, const WindowSize& window) {
  const int width = window.width - WidthOf(board) - kGap;
  return width >= kMinSideWidth ? width : 0;
}

std::vector<std::string> ArrangeFrame(const FrameContent& content,
                                      const WindowSize& window,
                                      const BoardCorner& corner) {
  Lines notes;
  AddWrapped(notes, content.notes, window.width);
  // The title and the prompt take a line each.
  const int room =
      std::max(window.height - 2 - LineCount(notes), kMinBoardLines + 1);
  const int side = SideWidth(content.board, window);
  int board_room = room;
  if (side == 0 && LineCount(content.board) > room) {
    // It is cut anyway: who one is and what was moved is told, too.
    const int more = LineCount(content.moves) +
                     LineCount(SeatDescription(content, window.width));
    board_room -= std::clamp(room - kAmpleBoardLines, 0, more);
  }
  VisibleBoard board = PartOfBoard(content, {window.width, board_room}, corner);
  Lines lines = {terminal::CutShown(content.title, 0, window.width)};
  if (side > 0) {
    const int beside = room - LineCount(board.told);
    Append(lines, Beside(board.lines, SideLines(content, side, beside)));
    Append(lines, board.told);
  } else {
    Append(board.lines, board.told);
    Append(lines, Stacked(content, board.lines, window.width, room));
  }
  Append(lines, notes);
  return lines;
}

}  // namespace boardwalk::console
