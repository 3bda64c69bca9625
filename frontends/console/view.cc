#include "frontends/console/view.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "frontends/console/columns.h"

namespace boardwalk::console {
namespace {

// 1234567 as "1.2M".
std::string Count(int64_t number) {
  const auto value = static_cast<double>(number);
  if (number < 10'000) return absl::StrCat(number);
  if (number < 1'000'000) return absl::StrFormat("%.1fk", value / 1e3);
  return absl::StrFormat("%.1fM", value / 1e6);
}

std::string Value(double value) {
  if (value >= 1) return "a proved win";
  if (value <= -1) return "a proved loss";
  // No "-0.00".
  return absl::StrFormat("value %+.2f", std::abs(value) < 0.005 ? 0.0 : value);
}

// "Player 1", "Player 1 and Player 3".
std::string Seats(const std::vector<int>& seats) {
  return absl::StrJoin(seats, " and ", [](std::string* out, int seat) {
    absl::StrAppend(out, SeatTitle(seat));
  });
}

std::string Reason(const Session& session) {
  switch (session.ending()) {
    case Ending::kResignation:
      return absl::StrCat(SeatTitle(session.loser()), " resigned");
    case Ending::kFailure:
    case Ending::kIllegalMove:
    case Ending::kOverrun:
      return absl::StrCat(SeatTitle(session.loser()), " forfeited",
                          session.detail().empty() ? "" : ": ",
                          session.detail());
    case Ending::kAgreement:
      return session.detail().empty() ? "agreed" : session.detail();
    case Ending::kRepetition:
      return "the position stood for the third time";
    case Ending::kPlyLimit:
      return absl::StrCat("no end after ", session.plies(), " moves");
    case Ending::kRules:
    case Ending::kUnfinished:
      return "";
  }
  return "";
}

// "Player 1: human", one for each seat.
std::vector<std::string> SeatTexts(const Session& session) {
  std::vector<std::string> seats;
  for (const std::string& name : session.seats()) {
    const int seat = static_cast<int>(seats.size());
    seats.push_back(absl::StrCat(SeatTitle(seat), ": ", name));
  }
  return seats;
}

// "Player 1 wins", "Player 1 and Player 3 share the win", "a draw".
std::string Headline(const Session& session) {
  const SeatValues returns = session.Returns();
  std::vector<int> winners;
  for (int seat = 0; seat < session.state().NumPlayers(); ++seat) {
    if (returns[seat] > 0) winners.push_back(seat);
  }
  if (winners.empty()) return "a draw";
  return absl::StrCat(Seats(winners),
                      winners.size() == 1 ? " wins" : " share the win");
}

}  // namespace

std::string SeatTitle(int seat) { return absl::StrCat("Player ", seat + 1); }

std::string SeatTitle(const Session& session, int seat) {
  return absl::StrCat(SeatTitle(seat), " (", session.seats()[seat], ")");
}

std::string TitleLine(const Session& session) {
  return absl::StrCat(session.game().Info().title, "  [", session.game().Name(),
                      "]");
}

std::string SeatsLine(const Session& session) {
  return absl::StrJoin(SeatTexts(session), "   ");
}

std::string SeatsText(const Session& session, int width) {
  std::string line = SeatsLine(session);
  if (line.size() <= static_cast<size_t>(width)) return line;
  const std::vector<std::string> seats = SeatTexts(session);
  std::string columns = Columns(seats, width, seats.size());
  columns.pop_back();  // the last line break
  return columns;
}

std::string Board(const Session& session, bool color, bool flip) {
  RenderOptions options;
  options.color = color;
  options.flip = flip;
  if (session.plies() > 0) {
    const int last = session.plies() - 1;
    options.path = session.StateAt(last).Path(session.MoveAt(last));
  }
  std::string board = session.state().Render(options);
  if (board.empty() || board.back() != '\n') board += '\n';
  return board;
}

std::string Opinion(const RecordedMove& move) {
  std::vector<std::string> parts;
  if (move.value.has_value()) parts.push_back(Value(*move.value));
  if (move.depth.has_value())
    parts.push_back(absl::StrCat("depth ", *move.depth));
  if (move.nodes.has_value()) {
    parts.push_back(absl::StrCat(Count(*move.nodes), " nodes"));
  }
  if (move.playouts.has_value()) {
    parts.push_back(absl::StrCat(Count(*move.playouts), " playouts"));
  }
  if (!parts.empty() || move.seconds > 0) {
    parts.push_back(absl::StrFormat("%.1f s", move.seconds));
  }
  return absl::StrJoin(parts, ", ");
}

std::string Opinion(const Decision& decision) {
  RecordedMove move;
  move.value = decision.value;
  move.depth = decision.depth;
  move.nodes = decision.nodes;
  move.playouts = decision.playouts;
  move.seconds = decision.seconds;
  return Opinion(move);
}

std::string MoveLine(const Session& session, int ply) {
  const RecordedMove& move = session.RecordedAt(ply);
  const int seat = session.StateAt(ply).ToMove();
  const std::string opinion = Opinion(move);
  return absl::StrCat(SeatTitle(session, seat), " plays ", move.text,
                      opinion.empty() ? "" : "   ", opinion);
}

std::vector<std::string> LineTexts(const AnyState& state,
                                   const std::vector<AnyMove>& line) {
  std::vector<std::string> texts;
  const std::unique_ptr<AnyState> position = state.Clone();
  for (const AnyMove move : line) {
    if (!position->IsLegal(move)) break;
    texts.push_back(position->FormatMove(move));
    if (!position->Apply(move).ok()) break;
  }
  return texts;
}

std::string LineText(const AnyState& state, const std::vector<AnyMove>& line,
                     size_t most) {
  const size_t count = std::min(most, line.size());
  return absl::StrJoin(
      LineTexts(state,
                {line.begin(), line.begin() + static_cast<ptrdiff_t>(count)}),
      " ");
}

std::string ResultText(const Session& session) {
  const std::string reason = Reason(session);
  std::string text = absl::StrCat(
      "Game over after ", session.plies(),
      session.plies() == 1 ? " move" : " moves", ": ", Headline(session),
      reason.empty() ? "" : " (", reason, reason.empty() ? ".\n" : ").\n");
  const SeatValues returns = session.Returns();
  size_t width = 0;
  for (const std::string& seat : session.seats()) {
    width = std::max(width, seat.size());
  }
  for (int seat = 0; seat < session.state().NumPlayers(); ++seat) {
    const double value = returns[seat];
    absl::StrAppend(
        &text, absl::StrFormat("  %s  %-*s  %s\n", SeatTitle(seat),
                               static_cast<int>(width), session.seats()[seat],
                               value > 0   ? "won"
                               : value < 0 ? "lost"
                                           : "drew"));
  }
  return text;
}

}  // namespace boardwalk::console
