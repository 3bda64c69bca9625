// A game gone through with a strong player: what each position was worth, and
// the moves that changed it.
//
// Example, given `const Session& session` and `const Limits& limits`:
//
//   console::GameAnalysis analysis(session.plies());
//   for (int ply = 0; ply < session.plies(); ++ply) {
//     const auto choice = session.Advise("mcts:time=1s", ply, limits, {});
//     if (choice.ok()) analysis.Add(session, ply, *choice);
//   }
//   std::cout << analysis.Text(session, 80);

#ifndef BOARDWALK_FRONTENDS_CONSOLE_ANALYSIS_H_
#define BOARDWALK_FRONTENDS_CONSOLE_ANALYSIS_H_

#include <optional>
#include <string>
#include <vector>

#include "frontends/console/session.h"

namespace boardwalk::console {

class GameAnalysis {
 public:
  // A change of this much is told.
  static constexpr double kTurn = 0.25;

  explicit GameAnalysis(int plies) : choices_(static_cast<size_t>(plies)) {}

  // What the player would do in the position after `ply` moves, from 0 to below
  // the number of plies. One without a value counts as not analysed.
  void Add(const Session& session, int ply, const Decision& choice);

  // For people: the moves with which their player lost at least kTurn, those
  // that lost most, in the order of play; then the values, seat by seat. Lines
  // of at most `width` characters where words allow.
  std::string Text(const Session& session, int width) const;

 private:
  struct Choice {
    double value = 0;  // for the seat to move
    std::string best;
  };
  // What the position after the move of `ply` was worth for who played it;
  // nothing where that is not known.
  std::optional<double> ValueAfter(const Session& session, int ply) const;
  std::string Turns(const Session& session) const;

  std::vector<std::optional<Choice>> choices_;  // by ply
};

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_ANALYSIS_H_
