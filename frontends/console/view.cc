#include "frontends/console/view.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/text.h"
#include "frontends/console/seats.h"
#include "frontends/terminal/screen.h"
#include "frontends/terminal/styled_text.h"

namespace boardwalk::console {
namespace {

std::string Value(double value) {
  if (value >= 1) return "a proved win";
  if (value <= -1) return "a proved loss";
  return "value " + SignedValue(value);
}

// "Player 1", "Player 1 and Player 3".
std::string Seats(const std::vector<int>& seats) {
  return absl::StrJoin(seats, " and ", [](std::string* out, int seat) {
    absl::StrAppend(out, SeatTitle(seat));
  });
}

// "1.2 s", "12 ms", "0.5 us".
std::string Seconds(double seconds) {
  if (seconds < 0.995e-3) return absl::StrFormat("%.3g us", seconds * 1e6);
  if (seconds < 0.0995) return absl::StrFormat("%.2g ms", seconds * 1e3);
  return absl::StrFormat("%.1f s", seconds);
}

std::string Reason(const GameRecord& record) {
  switch (record.termination) {
    case Termination::kResignation:
      return absl::StrCat(SeatTitle(record.loser), " resigned");
    case Termination::kFailure:
    case Termination::kCrash:
    case Termination::kStall:
    case Termination::kNonsense:
    case Termination::kIllegalMove:
    case Termination::kTimeForfeit:
      return absl::StrCat(SeatTitle(record.loser), " forfeited",
                          record.detail.empty() ? "" : ": ", record.detail);
    case Termination::kAgreement:
      return record.detail.empty() ? "agreed" : record.detail;
    case Termination::kRepetition:
      return "the position occurred for the third time";
    case Termination::kPlyLimit:
      return absl::StrCat("no end after ", record.moves.size(), " moves");
    case Termination::kRules:
    case Termination::kUnfinished:
      return "";
  }
  return "";
}

// The lines of a board, as characters.
using Drawing = std::vector<std::vector<terminal::Glyph>>;

Drawing DrawingOf(const AnyState& state, const RenderOptions& options) {
  Drawing drawing;
  std::string text = Board(state, options);
  text.pop_back();  // the last line break
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    drawing.push_back(terminal::Glyphs(line));
  }
  return drawing;
}

// Copies to `marked` what `one` has other than `plain`: its marks.
void AddMarks(const std::vector<terminal::Glyph>& plain,
              const std::vector<terminal::Glyph>& one,
              std::vector<terminal::Glyph>& marked) {
  const terminal::Glyph blank = {" "};
  for (size_t i = 0; i < one.size(); ++i) {
    if ((i < plain.size() ? plain[i] : blank) == one[i]) continue;
    if (marked.size() <= i) marked.resize(i + 1, blank);
    marked[i] = one[i];
  }
}

// "Player 1: human", one for each seat.
std::vector<std::string> SeatTexts(const std::vector<std::string>& seats) {
  std::vector<std::string> texts;
  for (const std::string& name : seats) {
    const int seat = static_cast<int>(texts.size());
    texts.push_back(absl::StrCat(SeatTitle(seat), ": ", name));
  }
  return texts;
}

// "Player 1 wins", "Player 1 and Player 3 share the win", "a draw".
std::string Headline(const GameRecord& record) {
  std::vector<int> winners;
  const int seats = static_cast<int>(record.players.size());
  for (int seat = 0; seat < seats; ++seat) {
    if (record.returns[seat] > 0) winners.push_back(seat);
  }
  if (winners.empty()) return "a draw";
  return absl::StrCat(Seats(winners),
                      winners.size() == 1 ? " wins" : " share the win");
}

// What a decision has and a recorded move has not.
void AppendEffort(const Decision& decision, std::vector<std::string>& parts) {
  if (const auto rate = Rate(decision)) {
    parts.push_back(absl::StrCat(Count(static_cast<int64_t>(*rate)), "/s"));
  }
  if (decision.memory_use.has_value()) {
    parts.push_back(
        absl::StrFormat("table %.0f %% full", 100 * *decision.memory_use));
  }
}

// `selective` is the depth of the longest line.
std::vector<std::string> OpinionParts(const RecordedMove& move,
                                      std::optional<int> selective) {
  std::vector<std::string> parts;
  if (move.value.has_value()) parts.push_back(Value(*move.value));
  if (move.depth.has_value()) {
    parts.push_back(absl::StrCat("depth ", *move.depth));
    if (selective.has_value()) absl::StrAppend(&parts.back(), "/", *selective);
  }
  if (move.nodes.has_value()) {
    parts.push_back(absl::StrCat(Count(*move.nodes), " nodes"));
  }
  if (move.playouts.has_value()) {
    parts.push_back(absl::StrCat(Count(*move.playouts), " playouts"));
  }
  if (!parts.empty() || move.seconds > 0) {
    parts.push_back(Seconds(move.seconds));
  }
  return parts;
}

}  // namespace

std::string SignedValue(double value) {
  return absl::StrFormat("%+.2f", std::abs(value) < 0.005 ? 0.0 : value);
}

std::string Count(int64_t number) {
  const auto value = static_cast<double>(number);
  if (number < 10'000) return absl::StrCat(number);
  if (number < 1'000'000) return absl::StrFormat("%.1fk", value / 1e3);
  return absl::StrFormat("%.1fM", value / 1e6);
}

std::optional<double> Rate(const Decision& decision) {
  const std::optional<int64_t> work =
      decision.nodes.has_value() ? decision.nodes : decision.playouts;
  if (!work.has_value() || decision.seconds <= 0) return std::nullopt;
  return static_cast<double>(*work) / decision.seconds;
}

std::string MoveLine(const Session& session, int ply, int width) {
  const std::string whole = MoveLine(session, ply);
  if (whole.size() <= static_cast<size_t>(width)) return whole;
  const RecordedMove& move = session.RecordedAt(ply);
  const std::string plain =
      absl::StrCat(SeatTitle(session.history().SeatAt(ply)), ": ", move.text);
  const std::string opinion = Opinion(move);
  const std::string value = opinion.substr(0, opinion.find(','));
  const std::string with_value = absl::StrCat(plain, "  ", value);
  return !value.empty() && with_value.size() <= static_cast<size_t>(width)
             ? with_value
             : plain;
}

std::string SeatTitle(int seat) { return absl::StrCat("Player ", seat + 1); }

std::string SeatTitle(const Session& session, int seat) {
  return absl::StrCat(SeatTitle(seat), " (", session.seats()[seat], ")");
}

std::string TitleLine(const AnyGame& game) {
  return absl::StrCat(game.Info().title, "  [", game.Name(), "]");
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

MarkedBoard MarkMoves(const Session& session, int since, bool color,
                      bool flip) {
  RenderOptions options;
  options.color = color;
  options.flip = flip;
  const Drawing plain = DrawingOf(session.state(), options);
  Drawing marked = plain;
  const GameHistory& history = session.history();
  for (int ply = since; ply < session.plies(); ++ply) {
    options.path = history.StateAt(ply).Path(history.MoveAt(ply));
    const Drawing one = DrawingOf(session.state(), options);
    if (ply == since || one.size() != plain.size()) {
      marked = one;
    } else {
      for (size_t i = 0; i < one.size(); ++i) {
        AddMarks(plain[i], one[i], marked[i]);
      }
    }
  }
  MarkedBoard board;
  for (size_t i = 0; i < marked.size(); ++i) {
    if (i >= plain.size() || marked[i] != plain[i]) {
      board.last_marked = static_cast<int>(i);
      if (board.first_marked < 0) board.first_marked = board.last_marked;
    }
    board.lines.push_back(terminal::FromGlyphs(marked[i]));
  }
  return board;
}

bool SitsOpposite(const AnyGame& game, int seat) {
  const BoardLayout layout = game.Layout();
  if (layout.cells.empty()) return false;
  double middle_x = 0, middle_y = 0;
  const auto cells = static_cast<double>(layout.cells.size());
  for (const Cell& cell : layout.cells) {
    middle_x += cell.x / cells;
    middle_y += cell.y / cells;
  }
  // The sums of the ways from the middle to the pieces.
  struct Way {
    double x = 0, y = 0;
  };
  std::vector<Way> ways(static_cast<size_t>(game.NumPlayers()));
  for (const Piece& piece : game.InitialState()->Pieces()) {
    if (piece.owner < 0) continue;
    ways[piece.owner].x += layout.cells[piece.cell].x - middle_x;
    ways[piece.owner].y += layout.cells[piece.cell].y - middle_y;
  }
  // Sums that only rounding keeps from 0 are no direction.
  constexpr double kNothing = -1e-6;
  return ways[0].x * ways[seat].x + ways[0].y * ways[seat].y < kNothing;
}

std::string WhoAmI(const Session& session, int seat, bool color, bool flip) {
  const std::vector<std::string>& seats = session.seats();
  const bool several = std::count_if(seats.begin(), seats.end(),
                                     [](auto& s) { return IsHuman(s); }) > 1;
  const BoardLegend legend =
      session.state().Legend({.color = color, .flip = flip});
  const auto index = static_cast<size_t>(seat);
  const bool described = index < legend.seats.size();
  if (several && !described) return "";
  return absl::StrCat(
      several ? absl::StrCat(SeatTitle(seat), ", you are ") : "You are ",
      described ? legend.seats[index] : SeatTitle(seat), ".");
}

std::vector<std::string> LegendLines(const Session& session, bool color,
                                     bool flip) {
  const BoardLegend legend =
      session.state().Legend({.color = color, .flip = flip});
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

std::string LegendLine(const Session& session, bool color, bool flip) {
  const BoardLegend legend =
      session.state().Legend({.color = color, .flip = flip});
  std::vector<std::string> marks;
  for (const auto& [mark, meaning] : legend.marks) {
    marks.push_back(absl::StrCat(mark, " = ", meaning));
  }
  return marks.empty()
             ? ""
             : absl::StrCat("On the board ", absl::StrJoin(marks, "; "), ".");
}

std::vector<std::string> SeatLines(const Session& session, int width,
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
            ? absl::StrCat(", ", TimeText(session.Left(static_cast<int>(seat))))
            : "");
  }
  return lines;
}

std::string TimeText(std::chrono::nanoseconds time) {
  const double left =
      std::max(std::chrono::duration<double>(time).count(), 0.0);
  constexpr double kTenths = 20;  // below that many seconds
  if (left < kTenths) return absl::StrFormat("%.1f s", left);
  const auto seconds = static_cast<int64_t>(left);
  const int64_t hours = seconds / 3600, minutes = seconds / 60 % 60;
  return hours > 0
             ? absl::StrFormat("%d:%02d:%02d", hours, minutes, seconds % 60)
             : absl::StrFormat("%d:%02d", minutes, seconds % 60);
}

int MoveNumber(int plies, int num_players) { return plies / num_players + 1; }

std::vector<std::string> HistoryLines(const Session& session) {
  const int players = session.game().NumPlayers();
  const int plies = session.plies();
  size_t width = 0;
  for (int ply = 0; ply < plies; ++ply) {
    width = std::max(width, session.RecordedAt(ply).text.size());
  }
  const int digits =
      static_cast<int>(absl::StrCat(MoveNumber(plies, players)).size());
  std::vector<std::string> lines;
  for (int ply = 0; ply < plies; ++ply) {
    if (ply % players == 0) {
      lines.push_back(
          absl::StrFormat("%*d.", digits, MoveNumber(ply, players)));
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

std::string Opinion(const RecordedMove& move) {
  return absl::StrJoin(OpinionParts(move, std::nullopt), ", ");
}

std::string Opinion(const Decision& decision) {
  RecordedMove move;
  move.value = decision.value;
  move.depth = decision.depth;
  move.nodes = decision.nodes;
  move.playouts = decision.playouts;
  move.seconds = decision.seconds;
  std::vector<std::string> parts = OpinionParts(move, decision.selective_depth);
  AppendEffort(decision, parts);
  return absl::StrJoin(parts, ", ");
}

std::string MoveLine(const Session& session, int ply) {
  const int seat = session.history().SeatAt(ply);
  return MoveLine(seat, session.seats()[seat], session.RecordedAt(ply));
}

std::string MoveLine(int seat, absl::string_view player,
                     const RecordedMove& move) {
  const std::string opinion = Opinion(move);
  return absl::StrCat(SeatTitle(seat), " (", player, ") plays ", move.text,
                      opinion.empty() ? "" : "   ", opinion);
}

std::vector<std::string> PvTexts(const AnyState& state,
                                 const std::vector<AnyMove>& pv) {
  std::vector<std::string> texts;
  const std::unique_ptr<AnyState> position = state.Clone();
  for (const AnyMove move : pv) {
    if (!position->IsLegal(move)) break;
    texts.push_back(position->FormatMove(move));
    if (!position->Apply(move).ok()) break;
  }
  return texts;
}

std::string PvText(const AnyState& state, const std::vector<AnyMove>& pv,
                   size_t max_moves) {
  const size_t count = std::min(max_moves, pv.size());
  return absl::StrJoin(
      PvTexts(state, {pv.begin(), pv.begin() + static_cast<ptrdiff_t>(count)}),
      " ");
}

std::string ResultText(const GameRecord& record) {
  const std::string reason = Reason(record);
  std::string text =
      absl::StrCat("Game over after ",
                   Counted(static_cast<int64_t>(record.moves.size()), "turn"),
                   ": ", Headline(record), reason.empty() ? "" : " (", reason,
                   reason.empty() ? ".\n" : ").\n");
  size_t width = 0;
  for (const std::string& player : record.players) {
    width = std::max(width, player.size());
  }
  const int seats = static_cast<int>(record.players.size());
  for (int seat = 0; seat < seats; ++seat) {
    const double value = record.returns[seat];
    absl::StrAppend(
        &text, absl::StrFormat("  %s  %-*s  %s\n", SeatTitle(seat),
                               static_cast<int>(width), record.players[seat],
                               value > 0   ? "won"
                               : value < 0 ? "lost"
                                           : "drew"));
  }
  return text;
}

}  // namespace boardwalk::console
