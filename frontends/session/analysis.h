// Analyses a game with a strong player: the value of each position, and the
// moves that changed it. What the player has proved counts more than what it
// believes of the positions that follow. Values are chances, so moves have the
// grades of lichess, by the same limits.
//
// Example, given `const Session& session`:
//
//   session::GameAnalysis analysis("mcts:time=1s", session.plies());
//   while (!analysis.done()) {
//     RETURN_IF_ERROR(analysis.LookAtNext(session, /*stop=*/nullptr));
//   }
//   std::cout << analysis.Text(session);

#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "frontends/session/session.h"

namespace boardwalk::session {

// How much a move cost. The limits are those of lichess, for values from -1 to
// 1; with more than two players, who loses has more than -1, they are the same.
struct Grade {
  double least_loss = 0;
  absl::string_view name, plural, sign;
};
inline constexpr std::array<Grade, 3> kGrades = {
    {{0.3, "blunder", "blunders", "??"},
     {0.2, "mistake", "mistakes", "?"},
     {0.1, "inaccuracy", "inaccuracies", "?!"}}};

// In how many plies the game ends as the decision proves; nothing where it
// proves nothing or its line does not lead to that end.
std::optional<int> EndsIn(const AnyState& state, const Decision& decision);

class GameAnalysis {
 public:
  // What the player thought of a position, or has proved of it.
  struct Choice {
    double value = 0;  // for the seat to move; +-1 if it is proved
    std::string best;  // the move that it would play
    // The plies to the end of the game, where a line to it is known that keeps
    // what is proved.
    std::optional<int> ends_in = {};
  };
  // A move after which its player had less, by the limits of kGrades.
  struct Turn {
    int ply = 0;
    Choice choice = {};  // in the position before it
    double after = 0;    // the value after it, for the seat that moved
    // Null if it was the choice: then the player saw further after it.
    const Grade* grade = nullptr;

    double Loss() const { return choice.value - after; }
  };

  // `player` looks at each of the positions before `plies` moves. They share
  // half a minute; a position gets a second at most.
  GameAnalysis(std::string player, int plies);

  const std::string& player() const { return player_; }
  // The time for a position.
  std::chrono::milliseconds each() const { return each_; }
  // How many positions it has looked at, and whether these are all.
  int looked_at() const { return looked_at_; }
  bool done() const { return looked_at_ == static_cast<int>(looks_.size()); }

  // Looks at the next position of `session`, and at the same one again after an
  // error of the player. Where `stop` becomes true it takes what the player has
  // so far. REQUIRES: !done(); the first moves of `session` stay the same.
  absl::Status LookAtNext(const Session& session,
                          const std::atomic<bool>* stop);

  // What the player would do in the position after `ply` moves, from 0 to below
  // the number of plies. One without a value counts as not analysed.
  void Add(const Session& session, int ply, const Decision& choice);

  // By ply; nothing where it was not analysed. A proof is carried on while
  // moves follow that are proved to keep it.
  std::vector<std::optional<Choice>> Choices(const Session& session) const;
  // In the order of play.
  std::vector<Turn> Turns(const Session& session) const;
  // For people: those of them that cost most, how many of each grade each seat
  // has, then the values, seat by seat.
  std::string Text(const Session& session) const;

 private:
  // What the player said of a position.
  struct Look {
    Choice choice = {};
    std::vector<std::string> wins = {};  // the moves that are proved to win
    std::vector<std::string> line = {};  // how the game ends, if that is proved
  };
  // A position, with what was proved before it.
  struct Judged {
    std::optional<Choice> choice = {};
    // False if the position is proved to be won, but not by which move.
    bool knows_best = true;
    // The value after the move, for who made it, if that is proved.
    std::optional<double> after = {};
  };

  // By ply.
  std::vector<Judged> Judge(const Session& session) const;
  // The value after the move of `ply`, for the seat that played it; nothing if
  // that is not known.
  std::optional<double> ValueAfter(const Session& session,
                                   const std::vector<Judged>& judged,
                                   int ply) const;

  // In the order of play; those with a grade come before others.
  static std::vector<Turn> Worst(std::vector<Turn> turns);
  std::string TurnText(const Session& session,
                       const std::vector<std::optional<Choice>>& choices,
                       const Turn& turn) const;
  // Of more than two seats, who stood best before the move of `ply` and after
  // it; "" where that is not known.
  std::string BestText(const Session& session,
                       const std::vector<std::optional<Choice>>& choices,
                       int ply) const;

  const std::string player_;
  std::chrono::milliseconds each_;
  int looked_at_ = 0;
  std::vector<std::optional<Look>> looks_;  // by ply
};

// Such as "2 blunders, 1 inaccuracy", "no mistakes": those with a grade.
std::string GradesText(absl::Span<const GameAnalysis::Turn> turns);

}  // namespace boardwalk::session
