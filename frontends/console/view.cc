#include "frontends/console/view.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::console {
namespace {

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

std::string Board(const Session& session, bool color, bool flip) {
  RenderOptions options;
  options.color = color;
  options.flip = flip;
  if (session.plies() > 0) {
    const int last = session.plies() - 1;
    const GameHistory& history = session.history();
    options.path = history.StateAt(last).Path(history.MoveAt(last));
  }
  return Board(session.state(), options);
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
                   Counted(static_cast<int64_t>(record.moves.size()), "move"),
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
