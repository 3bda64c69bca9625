// How the games of a tournament stand while they come in: what the line of
// progress says of them. What they mean in the end is said by the report.

#ifndef BOARDWALK_FRONTENDS_CLI_STANDING_H_
#define BOARDWALK_FRONTENDS_CLI_STANDING_H_

#include <cstdint>
#include <string>
#include <vector>

#include "frontends/report/outcome.h"
#include "frontends/statistics/elo.h"
#include "frontends/statistics/sprt.h"
#include "frontends/tournament/configuration.h"
#include "frontends/tournament/result.h"

namespace boardwalk::cli {

// Need not be thread-safe.
class Standing {
 public:
  virtual ~Standing() = default;
  virtual void Add(const tournament::GameSummary& game) = 0;
  // One line.
  virtual std::string Text() const = 0;
  // Whether no more games are needed.
  virtual bool Decided() const { return false; }
};

// The score of each player. It scores 1 against each other player in the game
// that did worse, and 1/2 against each that did as well.
class RunningScore final : public Standing {
 public:
  explicit RunningScore(const tournament::Configuration& configuration);

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

// A sequential test between player 0 and player 1, from the side of player 0.
class SprtStanding final : public Standing {
 public:
  explicit SprtStanding(statistics::SequentialTest test);
  SprtStanding(const SprtStanding&) = delete;
  SprtStanding& operator=(const SprtStanding&) = delete;

  // A pair counts once both of its games are there. REQUIRES: games of two
  // players for two, both games of a pair one after the other.
  void Add(const tournament::GameSummary& game) override;

  // "LLR +0.51 (-2.94 +2.94)  Elo +12.3 +- 40.1  +5 =2 -3".
  std::string Text() const override;

  bool Decided() const override {
    return test_.state().verdict != statistics::SprtVerdict::kContinue;
  }

  const statistics::SequentialTest& test() const { return test_; }
  // All of them, those of broken and of repeated pairs too.
  const statistics::GameCounts& games() const { return games_; }

 private:
  statistics::SequentialTest test_;
  statistics::GameCounts games_;
  report::BlockCollector pairs_;
};

// The names without their parameters where that tells them apart.
std::vector<std::string> ShortNames(const std::vector<std::string>& players);

// "+12.3 +- 40.1", "above +120.4", "none".
std::string EloText(const statistics::EloEstimate& elo);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_STANDING_H_
