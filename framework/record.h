// Records of games: written, read back and replayed exactly.
//
// A record is lines of text, in this order and ended by '\n':
//
//   boardwalk-record 1
//   game star:players=3
//   start <position text>
//   seed 42
//   player 1 mcts:playouts=100         one line a seat, counted from 1
//   player 2 human
//   player 3 random
//   move 1 4,-1:5,0 value=0.12 depth=4 nodes=123 playouts=9 seconds=0.5
//   wall=0.6
//   ...                                counted from 1; what follows the move
//                                      in this order, where known
//   result 0.5 -1 0.5                  a number a seat
//   ending overrun
//   loser 2                            of a game resigned or forfeited only
//   detail took 2.1s of 2s             where there is something to say
//   final <position text>
//   end

#ifndef BOARDWALK_FRAMEWORK_RECORD_H_
#define BOARDWALK_FRAMEWORK_RECORD_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/catalog.h"

namespace boardwalk {

// How a game came to its end.
enum class Termination {
  kUnfinished,  // it has none: saved, or stopped
  kRules,       // by the rules of the game
  kRepetition,  // adjudicated: a position stood for the third time
  kPlyLimit,    // adjudicated: too many plies
  kAgreement,   // a draw that the players agreed on
  kResignation,
  kIllegalMove,  // forfeits
  kTimeForfeit,
  kFailure,  // a player returned an error
};

// Whether a seat lost the game by resigning or by a fault of its player; the
// record then names it as `loser`.
bool HasLoser(Termination termination);

// "unfinished", "rules", "repetition", "ply-limit", "agreement", "resignation",
// "illegal-move", "overrun", "failure".
absl::string_view TerminationName(Termination termination);
absl::StatusOr<Termination> ParseTermination(absl::string_view name);

// One move and what its player said of it.
struct RecordedMove {
  std::string text = {};
  std::optional<double> value = {};
  std::optional<int> depth = {};
  std::optional<int64_t> nodes = {};
  std::optional<int64_t> playouts = {};
  double seconds = 0;       // by the clock that judged it
  double wall_seconds = 0;  // by the clock on the wall; 0 where not looked at
  bool operator==(const RecordedMove&) const = default;
};

struct GameRecord {
  std::string game;   // canonical name
  std::string start;  // position text
  uint64_t seed = 0;
  std::vector<std::string> players;  // canonical names, one a seat
  std::vector<RecordedMove> moves;
  Termination termination = Termination::kUnfinished;
  int loser = -1;        // the seat that resigned or forfeited, else -1
  std::string detail;    // why, one line for people; may be empty
  SeatValues returns{};  // all 0 while unfinished
  std::string final;     // position text after the last move
  bool operator==(const GameRecord&) const = default;
};

// A record holds at most as many moves, a line of it as many bytes.
inline constexpr int kMaxRecordMoves = 100'000;
inline constexpr size_t kMaxRecordLine = 1 << 20;
// The line of a record, counted from 1, that names the player of a seat.
constexpr int RecordPlayerLine(int seat) { return 5 + seat; }

// The record as text. Numbers are written so that they read back exactly, and
// ParseRecord gives an equal record back if `record` makes sense: texts of one
// line, moves without blanks, finite numbers, returns that fit the ending.
// Control characters in a text become blanks, and a number about a move that
// ParseRecord would refuse is left out.
std::string FormatRecord(const GameRecord& record);

// Reads a record. Anything damaged, missing, repeated, out of order or cut off
// is an error that begins with "line N: " and says what should stand there. The
// moves are not looked at: ReplayRecord does that.
absl::StatusOr<GameRecord> ParseRecord(absl::string_view text);

// A record brought back to life.
struct Replay {
  std::shared_ptr<const AnyGame> game;
  // The start, then the position after each move.
  std::vector<std::unique_ptr<AnyState>> states;
  std::vector<AnyMove> moves;
};

// Plays the record again. Checks the names, each move, the final position and,
// of a game that ended by the rules, the result; that the rules let a game end
// as the record says (a game that is over has no other ending; only endless
// ones are adjudicated). An error begins with "line N: ", the line of
// FormatRecord(record) at fault.
absl::StatusOr<Replay> ReplayRecord(const Catalog& catalog,
                                    const GameRecord& record);

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_RECORD_H_
