// A game being played: its positions, its players, and the way back. Knows
// nothing of terminals.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_SESSION_H_
#define BOARDWALK_FRONTENDS_CONSOLE_SESSION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/record.h"

namespace boardwalk::console {

// Not thread-safe. Computer players are made when they are first asked and are
// told the whole game so far, so they are the same after undo, redo or loading
// as in a game that went here directly.
class Session {
 public:
  // A game from its opening position. `seats` are names for SeatName, one a
  // seat.
  static absl::StatusOr<Session> Create(std::shared_ptr<const AnyGame> game,
                                        const std::vector<std::string>& seats,
                                        uint64_t seed);
  // The game of a record, at its end.
  static absl::StatusOr<Session> FromRecord(const Catalog& catalog,
                                            const GameRecord& record);

  const AnyGame& game() const { return *game_; }
  const AnyState& state() const { return *states_[at_]; }
  const std::vector<std::string>& seats() const { return seats_; }
  // What the players lack who sit here instead of those asked for.
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Moves played so far; move i led from StateAt(i) to StateAt(i + 1).
  int plies() const { return static_cast<int>(at_); }
  const AnyState& StateAt(int ply) const { return *states_[ply]; }
  AnyMove MoveAt(int ply) const { return moves_[ply]; }
  const RecordedMove& RecordedAt(int ply) const { return recorded_[ply]; }

  // Whether a person sits in the seat to move; false when the game is over.
  bool HumanToMove() const;
  bool HasHuman() const;

  // Whether the game has ended, by the rules or otherwise; how, and what each
  // seat gets.
  bool Over() const { return termination() != Termination::kUnfinished; }
  Termination termination() const;
  int loser() const { return loser_; }
  const std::string& detail() const { return detail_; }
  SeatValues Returns() const;

  // How often the position has stood on the board, now included.
  int Occurrences() const;

  // The choice of the player to move; does not play it. REQUIRES: the game is
  // not over and a computer is to move.
  absl::StatusOr<Decision> Think(const Limits& limits,
                                 const Observer& observer);
  // What `player` would do in the seat to move. REQUIRES: the game is not over.
  absl::StatusOr<Decision> Advise(const std::string& player,
                                  const Limits& limits,
                                  const Observer& observer) const;

  // Plays a move; an illegal one, or any when the game is over, is an error and
  // changes nothing. What was undone can then no longer be redone.
  absl::Status Play(const Decision& decision);

  // Back to the previous position with a person to move, or out of an ending
  // that was not by the rules; false where there is none.
  bool Undo();
  // Forward to the next position with a person to move, or to the end of what
  // was undone; false where nothing was undone.
  bool Redo();

  // Ends the game without the rules. REQUIRES: it is not over.
  void Resign(int seat);
  void Draw(Termination termination, std::string detail);
  void Fail(int seat, std::string detail);

  // The same game and seats from the start, with another seed.
  void Restart();

  GameRecord Record() const;

 private:
  Session() = default;
  void ForgetPlayers();
  void ClearEnding();
  absl::StatusOr<std::unique_ptr<Player>> MakePlayer(const std::string& name,
                                                     int seat) const;

  std::shared_ptr<const AnyGame> game_;
  std::vector<std::string> seats_;  // canonical names
  std::vector<std::string> warnings_;
  uint64_t seed_ = 0;
  // The history, with what was undone behind at_.
  std::vector<std::unique_ptr<AnyState>> states_;
  std::vector<AnyMove> moves_;
  std::vector<RecordedMove> recorded_;
  size_t at_ = 0;
  std::vector<std::unique_ptr<Player>> players_;  // null until first asked
  // An ending without the rules.
  Termination termination_ = Termination::kUnfinished;
  int loser_ = -1;
  std::string detail_;
};

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_SESSION_H_
