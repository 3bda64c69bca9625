// A sequential test while its games come in, pair by pair.
//
//   SprtStanding standing(question);
//   standing.Add(game);  // in the order of their ids
//   if (standing.state().verdict != SprtVerdict::kContinue) ...

#ifndef BOARDWALK_FRONTENDS_CLI_SPRT_STANDING_H_
#define BOARDWALK_FRONTENDS_CLI_SPRT_STANDING_H_

#include <cstdint>
#include <string>

#include "frontends/cli/match_progress.h"
#include "frontends/statistics/elo.h"
#include "frontends/statistics/sprt.h"
#include "frontends/tournament/configuration.h"

namespace boardwalk::cli {

// All is from the side of the first of the two players.
class SprtStanding final : public Standing {
 public:
  explicit SprtStanding(const tournament::SprtQuestion& question);

  // A pair counts once both of its games are there. REQUIRES: games of two
  // players for two, both games of a pair one after the other.
  void Add(const tournament::GameSummary& game) override;

  // "LLR +0.51 (-2.94 +2.94)  Elo +12.3 +- 40.1  +5 =2 -3".
  std::string Text() const override;

  const statistics::SprtState& state() const { return state_; }
  const statistics::GameCounts& games() const { return games_; }
  const statistics::PairCounts& pairs() const { return pairs_; }

 private:
  const statistics::SprtHypotheses hypotheses_;
  statistics::GameCounts games_;
  statistics::PairCounts pairs_;
  statistics::SprtState state_;  // of the pairs
  // The first game of a pair, in halves of a point.
  int64_t block_ = -1;
  int half_points_ = 0;
};

// "+12.3 +- 40.1", "above +120.4", "none".
std::string EloText(const statistics::EloEstimate& elo);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_SPRT_STANDING_H_
