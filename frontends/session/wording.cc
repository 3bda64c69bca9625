#include "frontends/session/wording.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/number_text.h"
#include "framework/text.h"
#include "frontends/session/seats.h"

namespace boardwalk::session {
namespace {

std::string Value(double value) {
  if (value >= 1) return "a proved win";
  if (value <= -1) return "a proved loss";
  return "value " + FormatSigned(value, 2);
}

std::string Reason(const GameRecord& record, const AnyState& last) {
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
      return last.Ending().reason;
    case Termination::kUnfinished:
      return "";
  }
  return "";
}

// "Player 1 wins", "Player 1, Player 2 and Player 3 share the win", "a draw".
std::string Headline(const SeatValues& returns, int seats) {
  std::vector<std::string> winners;
  for (int seat = 0; seat < seats; ++seat) {
    if (returns[seat] > 0) winners.push_back(SeatTitle(seat));
  }
  if (winners.empty()) return "a draw";
  return absl::StrCat(JoinWords(winners, "and"),
                      winners.size() == 1 ? " wins" : " share the win");
}

// What chances are called, up to a value.
struct ChancesInWords {
  double below;
  absl::string_view ahead, behind;
};
constexpr std::array<ChancesInWords, 4> kSteps = {
    {{0.1, "", ""},
     {0.3, "slightly ahead", "slightly behind"},
     {0.6, "ahead", "behind"},
     {2, "close to winning", "close to losing"}}};

std::string MoveLine(int seat, absl::string_view player, absl::string_view move,
                     absl::string_view opinion) {
  return absl::StrCat(SeatTitle(seat), " (", player, ") plays ", move,
                      opinion.empty() ? "" : "   ", opinion);
}

// What a decision has and a recorded move has not.
void AppendEffort(const Decision& decision, std::vector<std::string>& parts) {
  if (const auto rate = Rate(decision)) {
    parts.push_back(
        absl::StrCat(FormatCountBriefly(static_cast<int64_t>(*rate)), "/s"));
  }
  if (decision.memory_use.has_value()) {
    parts.push_back(
        absl::StrFormat("table %.0f %% full", 100 * *decision.memory_use));
  }
}

// "1 node", "12.3k nodes".
std::string Briefly(int64_t count, absl::string_view noun) {
  return absl::StrCat(FormatCountBriefly(count), " ", noun,
                      count == 1 ? "" : "s");
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
  if (move.nodes.has_value()) parts.push_back(Briefly(*move.nodes, "node"));
  if (move.playouts.has_value()) {
    parts.push_back(Briefly(*move.playouts, "playout"));
  }
  if (!parts.empty() || move.seconds > 0) {
    parts.push_back(FormatSecondsBriefly(move.seconds));
  }
  return parts;
}

}  // namespace

std::string SeatTitle(int seat) { return absl::StrCat("Player ", seat + 1); }

std::string SeatTitle(const Session& session, int seat) {
  return absl::StrCat(SeatTitle(seat), " (", session.seats()[seat], ")");
}

std::string TitleLine(const AnyGame& game) {
  return absl::StrCat(game.Info().title, "  [", game.Name(), "]");
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

std::string SeatDescription(const Session& session, int seat, bool flip) {
  const std::vector<std::string>& seats = session.seats();
  const bool several =
      std::ranges::count_if(seats, [](auto& s) { return IsHuman(s); }) > 1;
  const BoardLegend legend = session.state().Legend({.flip = flip});
  const auto index = static_cast<size_t>(seat);
  const bool described = index < legend.seats.size();
  if (several && !described) return "";
  return absl::StrCat(
      several ? absl::StrCat(SeatTitle(seat), ", you are ") : "You are ",
      described ? legend.seats[index] : SeatTitle(seat), ".");
}

std::string TimeText(std::chrono::nanoseconds time) {
  const double left =
      std::max(std::chrono::duration<double>(time).count(), 0.0);
  constexpr double kTenths = 20;  // below that many seconds
  if (left < kTenths) return absl::StrFormat("%.1f s", left);
  return FormatClock(time);
}

int MoveNumber(int plies, int num_players) { return plies / num_players + 1; }

std::string MoveLine(const Session& session, int ply, bool details) {
  const int seat = session.history().SeatAt(ply);
  const RecordedMove& move = session.RecordedAt(ply);
  return MoveLine(seat, session.seats()[seat], move.text,
                  details ? Opinion(move) : OpinionInWords(session, ply));
}

std::string MoveLine(int seat, absl::string_view player,
                     const RecordedMove& move) {
  return MoveLine(seat, player, move.text, Opinion(move));
}

std::string OpinionInWords(const Session& session, int ply) {
  const int seat = session.history().SeatAt(ply);
  const std::optional<double> value = session.RecordedAt(ply).value;
  const std::vector<std::string>& seats = session.seats();
  if (!value.has_value() || IsHuman(seats[seat])) return "";
  if (*value >= 1) return "I win, whatever comes.";
  if (*value <= -1) return "I lose, if nobody makes a mistake.";
  const auto step = std::ranges::find_if(
      kSteps,
      [&](const ChancesInWords& one) { return std::abs(*value) < one.below; });
  if (step == kSteps.begin()) return "I think that it is even.";
  // Of two seats the one that is ahead; of more its own alone.
  const int other = 1 - seat;
  if (*value > 0 || seats.size() > 2) {
    return absl::StrCat("I think that I am ",
                        *value > 0 ? step->ahead : step->behind, ".");
  }
  return absl::StrCat(
      "I think that ",
      IsHuman(seats[other]) ? "you are" : SeatTitle(other) + " is", " ",
      step->ahead, ".");
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

std::optional<double> Rate(const Decision& decision) {
  const std::optional<int64_t> work =
      decision.nodes.has_value() ? decision.nodes : decision.playouts;
  if (!work.has_value() || decision.seconds <= 0) return std::nullopt;
  return static_cast<double>(*work) / decision.seconds;
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

std::string ResultLine(const AnyState& over) {
  const std::string reason = over.Ending().reason;
  std::string line =
      absl::StrCat(Headline(over.Returns(), over.NumPlayers()),
                   reason.empty() ? "" : absl::StrCat(" (", reason, ")"), ".");
  line[0] = absl::ascii_toupper(static_cast<unsigned char>(line[0]));
  return line;
}

std::string ResultText(const GameRecord& record, const AnyState& last) {
  const std::string reason = Reason(record, last);
  std::string text = absl::StrCat(
      "Game over after ",
      Counted(static_cast<int64_t>(record.moves.size()), "turn"), ": ",
      Headline(record.returns, static_cast<int>(record.players.size())),
      reason.empty() ? "" : " (", reason, reason.empty() ? ".\n" : ").\n");
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

}  // namespace boardwalk::session
