// Describes a game in words, in one style for all front ends.

#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/record.h"
#include "frontends/session/session.h"

namespace boardwalk::session {

// "Player 2", and "Player 2 (mcts:time=1s)".
std::string SeatTitle(int seat);
std::string SeatTitle(const Session& session, int seat);

// What is played, in one line.
std::string TitleLine(const AnyGame& game);

// Whether the pieces of `seat` begin at the other end of the board than those
// of the first seat, as which the board is drawn.
bool SitsOpposite(const AnyGame& game, int seat);

// "You are # (blue), from the top left corner to the bottom right."; "Player 2,
// you are ..." where several people play; "" where there is nothing to say.
std::string SeatDescription(const Session& session, int seat, bool flip);

// A time on a clock: "1:02:03", "4:32", "9.8 s"; "0.0 s" where none is left.
std::string TimeText(std::chrono::nanoseconds time);

// The number of the move that follows `plies` plies, as people count: all
// players have made their first move before move 2.
int MoveNumber(int plies, int num_players);

// "Player 2 (mcts:time=1s) plays 6-7   value +0.12, depth 9, 1.0 s"; without
// `details` its opinion is in words.
std::string MoveLine(const Session& session, int ply, bool details);
std::string MoveLine(int seat, absl::string_view player,
                     const RecordedMove& move);

// What the player of a move thought of its chances, as it would say it to the
// person it plays: "I think that you are slightly ahead."; "" where it said
// nothing, and for people. A win or loss is certain where it is proved.
std::string OpinionInWords(const Session& session, int ply);

// What a player reported with its move: "value +0.12, depth 9, 1.0 s", or "".
std::string Opinion(const RecordedMove& move);
// The same with its speed and the use of its table:
// "value +0.12, depth 9/14, 1.2M nodes, 1.0 s, 1.2M/s, table 45 % full".
std::string Opinion(const Decision& decision);

// Nodes, or else playouts, a second; unset where nothing was counted or timed.
std::optional<double> Rate(const Decision& decision);

// The moves of a principal variation that begins in `state`, up to one that is
// illegal.
std::vector<std::string> PvTexts(const AnyState& state,
                                 const std::vector<AnyMove>& pv);
// The first `max_moves` of them: "6-7 7-8 ...".
std::string PvText(const AnyState& state, const std::vector<AnyMove>& pv,
                   size_t max_moves);

// How a game ended by its rules: "Player 1 wins (four in a row).". REQUIRES:
// `over` is terminal.
std::string ResultLine(const AnyState& over);

// How the game ended, seat by seat; `last` is its last position, which tells
// why the rules ended it. REQUIRES: it is over.
std::string ResultText(const GameRecord& record, const AnyState& last);

}  // namespace boardwalk::session
