// Records of games: written, read and replayed exactly.
//
// A record is lines of text, in this order and ended by '\n':
//
//   boardwalk-record 1
//   game star:players=3
//   start <position text>
//   seed 42
//   player 1 mcts:playouts=100         a line for each seat, counted from 1
//   player 2 human
//   player 3 random
//   move 1 4,-1:5,0 value=0.12 depth=4 nodes=123 playouts=9 seconds=0.5 wall=1
//   ...                                counted from 1; what is known, in this
//                                      order
//   comment 1 a bold move              what people say of the position after so
//                                      many moves, 0 for the first one
//   result 0.5 -1 0.5                  a number for each seat
//   ending overrun
//   loser 2                            only if resigned or forfeited
//   fault 3 14 crash it ended          a line for each fault: seat, move, how,
//                                      and why, which may be missing
//   detail took 2.1s of 2s             optional
//   final <position text>
//   end

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/comments.h"
#include "framework/game_history.h"

namespace boardwalk {

// Whether a seat forfeited by a failure of its player, other than by an illegal
// move or its time.
bool IsFailure(Termination termination);

// Whether a game that could go on for ever was ended.
bool IsAdjudicated(Termination termination);

// Whether a seat forfeited.
bool IsForfeit(Termination termination);

// Whether a seat resigned or forfeited; the record then names it as `loser`.
bool HasLoser(Termination termination);

// "unfinished", "rules", "repetition", "ply-limit", "agreement", "resignation",
// "illegal-move", "overrun", "failure", "crash", "stall", "nonsense".
absl::string_view TerminationName(Termination termination);
absl::StatusOr<Termination> ParseTermination(absl::string_view name);

// The returns of a game that did not end by its rules: LoserPaysAll if a seat
// resigned or forfeited, else a draw.
SeatValues ReturnsWithoutRules(Termination termination, int num_players,
                               int loser);

// A move and what its player reported.
struct RecordedMove {
  std::string text = {};
  std::optional<double> value = {};
  std::optional<int> depth = {};
  std::optional<int64_t> nodes = {};
  std::optional<int64_t> playouts = {};
  double seconds = 0;       // by the clock that judged it
  double wall_seconds = 0;  // by the wall clock; 0 if not measured
  bool operator==(const RecordedMove&) const = default;
};

// The record of `decision`, which is legal in `before`. What a player says that
// no record can hold, such as a value above 1, is left out.
RecordedMove RecordOf(const AnyState& before, const Decision& decision);

// A rule that the player of a seat broke, or how it failed.
struct Fault {
  int seat = 0;
  // The number, from 1, of the move of the record that it failed to make.
  int move = 0;
  Termination kind = Termination::kFailure;  // how it forfeited
  std::string reason = {};                   // one line; may be empty
  bool operator==(const Fault&) const = default;
};

// "seat 2, move 14, overrun: took 6 s of 5 s"; several are joined by "; ".
std::string FaultsText(const std::vector<Fault>& faults);

// Whether a record of so many seats and moves may have these faults. The error
// says which one is wrong, and how.
absl::Status CheckFaults(const std::vector<Fault>& faults, size_t seats,
                         int64_t moves, int loser);

struct GameRecord {
  std::string game;   // canonical name
  std::string start;  // position text
  uint64_t seed = 0;
  std::vector<std::string> players;  // canonical names, one a seat
  std::vector<RecordedMove> moves;
  Comments comments = {};
  Termination termination = Termination::kUnfinished;
  int loser = -1;  // the seat that resigned or forfeited, else -1
  // Of seats that did not end the game by them, in the order of their moves:
  // one that dropped out in that move (kDropOut), and one that failed when it
  // was asked after the end (MatchOptions::ask_both).
  std::vector<Fault> faults = {};
  std::string detail;    // of the end, one line for people; may be empty
  SeatValues returns{};  // all 0 while unfinished
  std::string final;     // position text after the last move
  bool operator==(const GameRecord&) const = default;
};

// The greatest number of moves in a record, and of bytes in a line of it.
inline constexpr int kMaxRecordMoves = 100'000;
inline constexpr size_t kMaxRecordLine = 1 << 20;
// The line of a record, counted from 1, that names the player of a seat.
constexpr int RecordPlayerLine(int seat) { return 5 + seat; }

// The record as text. ParseRecord returns an equal record if `record` makes
// sense: texts of one line, moves without blanks, finite numbers, returns that
// fit the ending. Control characters in a text become blanks, and a number of a
// move that ParseRecord would refuse is left out.
std::string FormatRecord(const GameRecord& record);
// What the text of every record begins with, of any version.
inline constexpr absl::string_view kRecordSignature = "boardwalk-record ";

// Reads a record. Anything damaged, missing, repeated, out of order or cut off
// is an error that begins with "line N: " and says what should stand there. The
// moves are not checked: ReplayRecord does that.
absl::StatusOr<GameRecord> ParseRecord(absl::string_view text);

// Plays the moves of the record again. Checks the names, each move and who
// dropped out in it, the final position, and whether a game can end so and with
// this result: one that is over by its rules has no other ending, and only
// endless games are adjudicated. An error begins with "line N: ", the line of
// FormatRecord(record) at fault.
absl::StatusOr<GameHistory> ReplayRecord(const Catalog& catalog,
                                         const GameRecord& record);
// The same for a record of `game`.
absl::StatusOr<GameHistory> ReplayRecord(const AnyGame& game,
                                         const GameRecord& record);

}  // namespace boardwalk
