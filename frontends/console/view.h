// A game as text: what the console shows of it.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_VIEW_H_
#define BOARDWALK_FRONTENDS_CONSOLE_VIEW_H_

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

// The board with the last move marked, lines ended by '\n'.
std::string Board(const Session& session, bool color, bool flip);
std::string Board(const AnyState& state, const RenderOptions& options);

// "Player 2 (mcts:time=1s) plays 6-7   value +0.12, depth 9, 1.0 s".
std::string MoveLine(const Session& session, int ply);
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
