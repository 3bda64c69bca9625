// The score of each player while games are being played, for a line of
// progress. What the games mean is said by the report at the end.

#ifndef BOARDWALK_FRONTENDS_CLI_RUNNING_SCORE_H_
#define BOARDWALK_FRONTENDS_CLI_RUNNING_SCORE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "frontends/cli/match_progress.h"
#include "frontends/tournament/configuration.h"

namespace boardwalk::cli {

// The names without their parameters where that tells them apart.
std::vector<std::string> ShortNames(const std::vector<std::string>& players);

class RunningScore final : public Standing {
 public:
  explicit RunningScore(const tournament::Configuration& configuration);

  // A player scores 1 against each other one in the game that did worse, and
  // 1/2 against each that did as well.
  void Add(const tournament::GameSummary& game) override;

  // "mcts 78%  greedy 31%": best first; those without games are left out.
  std::string Text() const override;

 private:
  struct Score {
    std::string name;
    double points = 0;
    int64_t opponents = 0;
  };
  std::vector<Score> scores_;
};

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_RUNNING_SCORE_H_
