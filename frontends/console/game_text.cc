#include "frontends/console/game_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "frontends/session/wording.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::console {
namespace {

// "Player 1: human", one for each seat.
std::vector<std::string> SeatTexts(const std::vector<std::string>& seats) {
  std::vector<std::string> texts;
  for (const std::string& name : seats) {
    const int seat = static_cast<int>(texts.size());
    texts.push_back(absl::StrCat(session::SeatTitle(seat), ": ", name));
  }
  return texts;
}

}  // namespace

std::string FittingMoveLine(const session::Session& session, int ply,
                            bool details, int width) {
  const std::string whole = session::MoveLine(session, ply, details);
  if (whole.size() <= static_cast<size_t>(width)) return whole;
  const RecordedMove& move = session.RecordedAt(ply);
  const std::string plain = absl::StrCat(
      session::SeatTitle(session.history().SeatAt(ply)), ": ", move.text);
  const std::string opinion =
      details ? session::Opinion(move) : session::OpinionInWords(session, ply);
  const std::string value = opinion.substr(0, opinion.find(','));
  const std::string with_value = absl::StrCat(plain, "  ", value);
  return !value.empty() && with_value.size() <= static_cast<size_t>(width)
             ? with_value
             : plain;
}

std::string SeatsLine(const std::vector<std::string>& seats) {
  return absl::StrJoin(SeatTexts(seats), "   ");
}

std::string SeatsText(const std::vector<std::string>& seats, int width) {
  std::string line = SeatsLine(seats);
  if (line.size() <= static_cast<size_t>(width)) return line;
  std::string columns =
      terminal::Columns(SeatTexts(seats), width, seats.size());
  columns.pop_back();  // the last line break
  return columns;
}

MarkedBoard MarkMoves(const session::Session& session, int since, bool color,
                      bool flip) {
  RenderOptions options{.color = color, .flip = flip};
  const GameHistory& history = session.history();
  for (int ply = since; ply < session.plies(); ++ply) {
    options.paths.push_back(history.StateAt(ply).Path(history.MoveAt(ply)));
  }
  std::string text = Board(session.state(), options);
  text.pop_back();  // the last line break
  return {absl::StrSplit(text, '\n'), session.state().MarkedLines(options)};
}

std::vector<std::string> LegendLines(const session::Session& session,
                                     bool flip) {
  const BoardLegend legend = session.state().Legend({.flip = flip});
  size_t width = 0;
  for (const auto& [mark, meaning] : legend.marks) {
    width = std::max(width, mark.size());
  }
  std::vector<std::string> lines;
  for (const auto& [mark, meaning] : legend.marks) {
    lines.push_back(
        absl::StrFormat("%-*s  %s", static_cast<int>(width), mark, meaning));
  }
  return lines;
}

std::string LegendLine(const session::Session& session, bool flip) {
  const BoardLegend legend = session.state().Legend({.flip = flip});
  std::vector<std::string> marks;
  for (const auto& [mark, meaning] : legend.marks) {
    marks.push_back(absl::StrCat(mark, " = ", meaning));
  }
  return marks.empty()
             ? ""
             : absl::StrCat("On the board ", absl::StrJoin(marks, "; "), ".");
}

std::vector<std::string> SeatLines(const session::Session& session, int width,
                                   bool beside) {
  if (!beside) {
    return absl::StrSplit(SeatsText(session.seats(), width), '\n');
  }
  const BoardLegend legend = session.state().Legend({});
  const int to_move = session.Over() ? -1 : session.state().ToMove();
  std::vector<std::string> lines = SeatTexts(session.seats());
  for (size_t seat = 0; seat < lines.size(); ++seat) {
    const std::string symbol =
        seat < legend.seats.size()
            ? absl::StrCat(legend.seats[seat].substr(0, 1), " ")
            : "";
    lines[seat] = absl::StrCat(
        static_cast<int>(seat) == to_move ? "> " : "  ", symbol, lines[seat],
        session.clock().has_value()
            ? absl::StrCat(
                  ", ", session::TimeText(session.Left(static_cast<int>(seat))))
            : "");
  }
  return lines;
}

std::vector<std::string> HistoryLines(const session::Session& session) {
  const int players = session.game().NumPlayers();
  const int plies = session.plies();
  size_t width = 0;
  for (int ply = 0; ply < plies; ++ply) {
    width = std::max(width, session.RecordedAt(ply).text.size());
  }
  const int digits = static_cast<int>(
      absl::StrCat(session::MoveNumber(plies, players)).size());
  std::vector<std::string> lines;
  for (int ply = 0; ply < plies; ++ply) {
    if (ply % players == 0) {
      lines.push_back(
          absl::StrFormat("%*d.", digits, session::MoveNumber(ply, players)));
    }
    const bool last = ply % players == players - 1 || ply + 1 == plies;
    absl::StrAppend(&lines.back(), " ",
                    absl::StrFormat("%-*s", last ? 0 : static_cast<int>(width),
                                    session.RecordedAt(ply).text));
  }
  return lines;
}

std::string Board(const AnyState& state, const RenderOptions& options) {
  std::string board = state.Render(options);
  if (board.empty() || board.back() != '\n') board += '\n';
  return board;
}

}  // namespace boardwalk::console
