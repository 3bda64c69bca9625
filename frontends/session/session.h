// A game being played: its history and its players. Knows nothing of terminals.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/comments.h"
#include "framework/game_history.h"
#include "framework/match.h"
#include "framework/record.h"

namespace boardwalk::session {

// A computer's turn, detached from its session, so that it can run in another
// thread. Session::BeginThinking makes it.
class Thinking {
 public:
  int seat() const { return seat_; }
  const std::string& player() const { return name_; }
  // The position to think about, which follows from the start by all moves.
  const AnyState& state() const { return *state_; }

  // The player's choice. Makes the player if there is none yet. An exception of
  // a player is an error (kInternal).
  absl::StatusOr<Decision> Choose(const Limits& limits,
                                  const Observer& observer);

 private:
  friend class Session;

  std::string name_;
  int seat_ = 0;
  uint64_t seed_ = 0;  // for Player::Start
  std::unique_ptr<AnyState> start_, state_;
  std::vector<AnyMove> moves_;  // from start_ to state_
  std::unique_ptr<Player> player_;
  uint64_t change_ = 0;  // Session::change() when it began
};

// Not thread-safe. A computer player is made when it is first asked to move and
// then observes the whole game so far. So it plays the same after undo, redo or
// loading as in a game that came here directly.
class Session {
 public:
  // A game from a position. `seats` are names for SeatName, one a seat.
  static absl::StatusOr<Session> Create(const AnyState& start,
                                        const std::vector<std::string>& seats,
                                        uint64_t seed);
  // The game of a record, at its end.
  static absl::StatusOr<Session> FromRecord(const Catalog& catalog,
                                            const GameRecord& record);

  const GameHistory& history() const { return history_; }
  const AnyGame& game() const { return history_.game(); }
  const AnyState& state() const { return history_.state(); }
  int plies() const { return history_.plies(); }
  const std::vector<std::string>& seats() const { return seats_; }
  // Which players stand in for others that were asked for, and why.
  const std::vector<std::string>& warnings() const { return warnings_; }

  const RecordedMove& RecordedAt(int ply) const { return recorded_[ply]; }

  // What people say of positions, of those that were undone, too. They go with
  // the positions that they are about.
  const Comments& comments() const { return comments_; }
  // As Comments::Set.
  absl::Status SetComment(int ply, absl::string_view text,
                          const Comments::Confirm& confirm = nullptr) {
    return comments_.Set(ply, text, history_.last_ply(), confirm);
  }

  // Whether a person sits in the seat to move; false when the game is over.
  bool HumanToMove() const;
  bool HasHuman() const;
  bool HumanHasMoved() const;

  // Whether the game has ended, by the rules or otherwise; how, and what each
  // seat gets.
  bool Over() const { return termination() != Termination::kUnfinished; }
  Termination termination() const;
  int loser() const { return loser_; }
  const std::string& detail() const { return detail_; }
  SeatValues Returns() const;

  // A computer's turn: BeginThinking, Thinking::Choose, FinishThinking. None of
  // them plays the move. The session may change in between; if it has not,
  // FinishThinking takes the player back, so that it need not be made again.
  // Returns whether the choice is still asked for. One Thinking at a time.
  // REQUIRES: the game is not over and a computer is to move.
  Thinking BeginThinking();
  bool FinishThinking(Thinking thinking);
  // Gives the players away, with what they remember; to destroy them may take
  // its time. They are made again when they are asked.
  std::vector<std::unique_ptr<Player>> ForgetPlayers();
  // Grows with each change of the position or of a seat.
  uint64_t change() const { return change_; }

  // What `player` would do in the seat to move after `ply` moves. REQUIRES: the
  // game is not over there.
  absl::StatusOr<Decision> Advise(const std::string& player, int ply,
                                  const Limits& limits,
                                  const Observer& observer) const;
  // The first step of it; nothing need be given back.
  Thinking BeginAdvice(const std::string& player, int ply) const;

  // Plays a move; an illegal one, or any when the game is over, is an error and
  // changes nothing. What was undone can then no longer be redone. `took` is
  // what the move takes from its seat's clock. `confirm` is called before the
  // move is played, with its record and the position that it leads to; if it
  // returns an error, the move is not played.
  using ConfirmMove = absl::FunctionRef<absl::Status(const RecordedMove& move,
                                                     const AnyState& next)>;
  absl::Status Play(const Decision& decision, std::chrono::nanoseconds took,
                    ConfirmMove confirm);
  absl::Status Play(const Decision& decision,
                    std::chrono::nanoseconds took = {});

  // A clock for each seat, from now on and for the next games of this session.
  // The moves that stand count; what else was used so far does not.
  // REQUIRES: CheckTimeControl accepts it.
  void SetClock(const TimeControl& clock);
  const std::optional<TimeControl>& clock() const { return clock_; }
  // The time on the clock of a seat, before the move that it thinks about. At
  // most 0 when the clock has run out, 0 for a seat that lost by it. Time that
  // was used is used: GoTo changes no clock.
  // REQUIRES: clock().
  std::chrono::nanoseconds Left(int seat) const;
  // Takes what a turn that ended without a move has used from the clock of its
  // seat. Nothing without a clock.
  void Spend(int seat, std::chrono::nanoseconds took);
  // The clocks as they are whatever has ended the game, by seat; empty without
  // clocks. SetClocks sets them so. REQUIRES (SetClocks): clock(), and a time
  // for each seat.
  std::vector<std::chrono::nanoseconds> Clocks() const;
  void SetClocks(const std::vector<std::chrono::nanoseconds>& left);
  // What the seat to move may think for; unset without a clock.
  std::optional<std::chrono::nanoseconds> TimeForMove() const;
  // If the seat to move, which takes `took` so far, has lost by its clock: how,
  // in words. It has the grace that matches give.
  std::optional<std::string> OutOfTime(std::chrono::nanoseconds took) const;

  // The ply that undo goes to: that of the previous position with a person to
  // move; the current one if the game has ended, but not by the rules. Nothing
  // if there is none.
  std::optional<int> UndoPly() const;
  // The ply that redo goes to: that of the next position with a person to move,
  // or the last one that was undone. Nothing if none was.
  std::optional<int> RedoPly() const;

  // Back or forth to the position after `ply` moves, without an ending other
  // than by the rules. REQUIRES: 0 <= ply <= history().last_ply().
  void GoTo(int ply);
  // Puts another player into a seat, by a name for SeatName.
  absl::Status SetSeat(int seat, const std::string& name);

  // Whether a draw by repetition is offered: the game goes on although the
  // position has occurred as often as draws a game by DrawRules.
  bool DrawOffered() const;
  // The detail of AgreeOnDraw where it is taken.
  static constexpr char kDrawTaken[] =
      "agreed, as the position occurred for the third time";

  // Ends the game without the rules. REQUIRES: it is not over.
  void Resign(int seat);
  void AgreeOnDraw(std::string detail);
  void Forfeit(int seat, Termination how, std::string detail);
  // Draws the game where DrawRules do.
  void Adjudicate();

  // The same game and seats from the start, with another seed.
  void Restart();

  GameRecord Record() const;

 private:
  Session(GameHistory history, std::vector<std::string> seats, uint64_t seed);
  void ClearEnding();

  GameHistory history_;
  std::vector<std::string> seats_;  // canonical names
  std::vector<std::string> warnings_;
  uint64_t seed_ = 0;
  std::optional<TimeControl> clock_;
  // What each seat has used besides the moves that stand, less the increments
  // that it keeps for those that were taken back. As long as seats_.
  std::vector<std::chrono::nanoseconds> spent_;
  std::vector<RecordedMove> recorded_;  // what was undone included
  Comments comments_;
  std::vector<std::unique_ptr<Player>> players_;  // null until first asked
  uint64_t change_ = 0;
  // An end that was not by the rules.
  Termination termination_ = Termination::kUnfinished;
  int loser_ = -1;
  std::string detail_;
};

}  // namespace boardwalk::session
