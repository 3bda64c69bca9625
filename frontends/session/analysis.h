// A game gone through with a strong player: what each position was worth, and
// the moves that changed it.
//
// Example, given `const Session& session` and `const Limits& limits`:
//
//   session::GameAnalysis analysis(session.plies());
//   for (int ply = 0; ply < session.plies(); ++ply) {
//     const auto choice = session.Advise("mcts:time=1s", ply, limits, {});
//     if (choice.ok()) analysis.Add(session, ply, *choice);
//   }
//   std::cout << analysis.Text(session);

#ifndef BOARDWALK_FRONTENDS_SESSION_ANALYSIS_H_
#define BOARDWALK_FRONTENDS_SESSION_ANALYSIS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "frontends/session/session.h"

namespace boardwalk::session {

class GameAnalysis {
 public:
  // A change of this much is told.
  static constexpr double kTurn = 0.25;

  // What the player thought of a position.
  struct Choice {
    double value = 0;  // for the seat to move
    std::string best;  // the move that it would play
  };
  // A move after which its player had at least kTurn less.
  struct Turn {
    int ply = 0;
    Choice choice = {};    // in the position before it
    double after = 0;      // what it led to, for who moved
    bool mistake = false;  // another move was the choice
  };

  explicit GameAnalysis(int plies) : choices_(static_cast<size_t>(plies)) {}

  // What the player would do in the position after `ply` moves, from 0 to below
  // the number of plies. One without a value counts as not analysed.
  void Add(const Session& session, int ply, const Decision& choice);

  // By ply; nothing where it was not analysed.
  const std::vector<std::optional<Choice>>& choices() const { return choices_; }
  // Those moves that cost most, in the order of play.
  std::vector<Turn> Turns(const Session& session) const;
  // For people: these moves, then the values, seat by seat.
  std::string Text(const Session& session) const;

 private:
  // What the position after the move of `ply` was worth for who played it;
  // nothing where that is not known.
  std::optional<double> ValueAfter(const Session& session, int ply) const;

  std::vector<std::optional<Choice>> choices_;
};

}  // namespace boardwalk::session

#endif  // BOARDWALK_FRONTENDS_SESSION_ANALYSIS_H_
