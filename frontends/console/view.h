// A game as text: what the console shows of it.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_VIEW_H_
#define BOARDWALK_FRONTENDS_CONSOLE_VIEW_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/record.h"
#include "frontends/console/session.h"

namespace boardwalk::console {

// "Player 2", and "Player 2 (mcts:time=1s)".
std::string SeatTitle(int seat);
std::string SeatTitle(const Session& session, int seat);

// What is played and who plays it, in one line each. `seats` holds the names of
// the players.
std::string TitleLine(const AnyGame& game);
std::string SeatsLine(const std::vector<std::string>& seats);
// Who plays it, in lines no longer than `width` unless a single name is.
std::string SeatsText(const std::vector<std::string>& seats, int width);

// "+0.30"; no "-0.00".
std::string SignedValue(double value);

// The board, lines ended by '\n'.
std::string Board(const AnyState& state, const RenderOptions& options);

// The lines of the board in which the moves since the first `since` are marked,
// and the first and last line with a mark, -1 for none.
struct MarkedBoard {
  std::vector<std::string> lines;
  int first_marked = -1, last_marked = -1;
};
MarkedBoard MarkMoves(const Session& session, int since, bool color, bool flip);

// Whether the pieces of `seat` begin at the other end of the board than those
// of the first seat, as which the board is drawn.
bool SitsOpposite(const AnyGame& game, int seat);

// "You are # (blue), from the top left corner to the bottom right."; "Player 2,
// you are ..." where several people play; "" where there is nothing to say.
std::string WhoAmI(const Session& session, int seat, bool color, bool flip);
// "[ ]  where a move ended", a line for each mark on the board.
std::vector<std::string> LegendLines(const Session& session, bool color,
                                     bool flip);

// The same in a line; "" where there are no marks.
std::string LegendLine(const Session& session, bool color, bool flip);

// Who plays: beside the board in a line for each seat, "> # Player 1: human",
// with the seat to move marked; above it in lines no longer than `width` unless
// a single name is.
std::vector<std::string> SeatLines(const Session& session, int width,
                                   bool beside);

// A time on a clock: "1:02:03", "4:32", "9.8 s"; "0.0 s" where none is left.
std::string TimeText(std::chrono::nanoseconds time);

// The number of the move that follows `plies` plies, as people count: all
// players have made their first move before move 2.
int MoveNumber(int plies, int num_players);
// The moves that were played, a line for each number.
std::vector<std::string> HistoryLines(const Session& session);

// "Player 2 (mcts:time=1s) plays 6-7   value +0.12, depth 9, 1.0 s".
std::string MoveLine(const Session& session, int ply);
// The same in at most `width` characters, if it can be: "Player 2: 6-7".
std::string MoveLine(const Session& session, int ply, int width);
std::string MoveLine(int seat, absl::string_view player,
                     const RecordedMove& move);

// What a player reported with its move: "value +0.12, depth 9, 1.0 s", or "".
std::string Opinion(const RecordedMove& move);
// The same with its speed and the use of its table:
// "value +0.12, depth 9/14, 1.2M nodes, 1.0 s, 1.2M/s, table 45 % full".
std::string Opinion(const Decision& decision);

// 1234567 as "1.2M".
std::string Count(int64_t number);
// Nodes, or else playouts, a second; unset where nothing was counted or timed.
std::optional<double> Rate(const Decision& decision);

// The moves of a principal variation that begins in `state`, up to one that is
// illegal.
std::vector<std::string> PvTexts(const AnyState& state,
                                 const std::vector<AnyMove>& pv);
// The first `max_moves` of them: "6-7 7-8 ...".
std::string PvText(const AnyState& state, const std::vector<AnyMove>& pv,
                   size_t max_moves);

// How the game ended, seat by seat. REQUIRES: it is over.
std::string ResultText(const GameRecord& record);

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_VIEW_H_
