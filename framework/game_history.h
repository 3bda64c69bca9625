// A game as far as it has been played: its moves, each of its positions, how
// often a position stood, and whether the game is over. The one owner of the
// rule by which endless games are drawn: matches, sessions and replayed records
// all ask it.
//
// Example, given `const AnyGame& game` and
// `AnyMove ChooseMove(const AnyState& state);`:
//
//   GameHistory history(*game.InitialState());
//   while (history.Adjudicate({}) == Termination::kUnfinished) {
//     RETURN_IF_ERROR(history.Play(ChooseMove(history.state())));
//   }

#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "framework/any_game.h"

namespace boardwalk {

// How a game came to its end.
enum class Termination {
  kUnfinished,  // it has none: saved, or stopped
  kRules,       // by the rules of the game
  kRepetition,  // adjudicated: a position occurred too often
  kPlyLimit,    // adjudicated: too many plies
  kAgreement,   // a draw that the players agreed on
  kResignation,
  kIllegalMove,  // forfeits
  kTimeForfeit,
  kFailure,  // a player returned an error
  // Failures of players that are other programs.
  kCrash,     // it ended
  kStall,     // it does not answer, and does not think
  kNonsense,  // it answers what is no answer
};
inline constexpr size_t kNumTerminations =
    static_cast<size_t>(Termination::kNonsense) + 1;

// When a game that declares itself endless is a draw: when a position (the
// whole state, the side to move included) occurs for the `repetitions`-th time,
// or after `max_plies` plies. Both count from the position that the players
// were given, which is the first occurrence of itself; moves that led there,
// such as a random opening, do not count.
struct DrawRules {
  int max_plies = 1000;  // at least 1
  int repetitions = 3;   // at least 2
};

// Not thread-safe, its const functions included. Of a long game it keeps at
// most kMaxCheckpoints positions, evenly spread; the others are played again
// from the one before them when they are asked for. So memory grows by some 50
// bytes a ply, however large a position is.
class GameHistory {
 public:
  static constexpr size_t kMaxCheckpoints = 256;

  explicit GameHistory(const AnyState& start);

  const AnyState& state() const { return *state_; }
  const AnyGame& game() const { return state_->Game(); }
  int plies() const { return at_; }
  // Of the moves that are known, those taken back included.
  int last_ply() const { return static_cast<int>(positions_.size()) - 1; }

  // The position after `ply` moves, good until the next call of any function;
  // the seat to move there, -1 where the game is over; the move played there.
  // REQUIRES: 0 <= ply <= last_ply(), for MoveAt less than that.
  const AnyState& StateAt(int ply) const;
  int SeatAt(int ply) const { return positions_[ply].seat; }
  AnyMove MoveAt(int ply) const { return positions_[ply + 1].move; }

  // Plays a move and forgets those that were taken back. An illegal move is an
  // error and changes nothing.
  absl::Status Play(AnyMove move);
  // Goes back or forth to the position after `ply` moves. The moves behind it
  // are kept until another is played. REQUIRES: 0 <= ply <= last_ply().
  void GoTo(int ply);

  // How often the position has occurred, this time included. Exact: hashes
  // only find the candidates.
  int Occurrences() const { return positions_[at_].occurrences; }
  // kRules, or what draws the game; kUnfinished while it goes on.
  Termination Adjudicate(const DrawRules& rules) const {
    return AdjudicateAt(at_, rules);
  }
  // The same for the position after `ply` moves.
  Termination AdjudicateAt(int ply, const DrawRules& rules) const;

 private:
  struct Position {
    AnyMove move;  // that led here
    uint64_t hash = 0;
    int seat = -1;
    int previous = -1;  // the last ply before with the same hash
    int occurrences = 1;
  };

  void Forget();
  void Add(AnyMove move);
  void AddCheckpoint();

  std::vector<Position> positions_;
  std::unordered_map<uint64_t, int> last_with_hash_;
  // The positions at the multiples of `interval_`.
  std::vector<std::unique_ptr<AnyState>> checkpoints_;
  int interval_ = 1;
  int at_ = 0;
  std::unique_ptr<AnyState> state_;
  // What StateAt went to last.
  mutable std::unique_ptr<AnyState> visited_;
  mutable int visited_ply_ = 0;
};

}  // namespace boardwalk
