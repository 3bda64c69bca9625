#include "frontends/cli/sprt_standing.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace boardwalk::cli {
namespace {

using statistics::Certainty;

// What the first player made of a game, in halves of a point.
int HalfPoints(const tournament::GameSummary& game) {
  for (const tournament::SeatResult& seat : game.seats) {
    if (seat.player == 0)
      return seat.returns > 0 ? 2 : seat.returns < 0 ? 0 : 1;
  }
  return 1;
}

}  // namespace

SprtStanding::SprtStanding(const tournament::SprtQuestion& question)
    : hypotheses_(question.Hypotheses()),
      state_(statistics::EvaluateSprt(pairs_, hypotheses_)) {}

void SprtStanding::Add(const tournament::GameSummary& game) {
  const int half_points = HalfPoints(game);
  ++games_.counts[half_points];
  if (game.block != block_) {
    block_ = game.block;
    half_points_ = half_points;
    return;
  }
  ++pairs_.counts[half_points_ + half_points];
  state_ = statistics::EvaluateSprt(pairs_, hypotheses_);
}

std::string SprtStanding::Text() const {
  return absl::StrFormat("LLR %+.2f (%+.2f %+.2f)  Elo %s  +%d =%d -%d",
                         state_.llr, state_.lower, state_.upper,
                         EloText(statistics::EstimateElo(pairs_)),
                         games_.counts[2], games_.counts[1], games_.counts[0]);
}

std::string EloText(const statistics::EloEstimate& elo) {
  switch (elo.certainty) {
    case Certainty::kNone:
      return "-";
    case Certainty::kInterval:
      return absl::StrFormat("%+.1f +- %.1f", elo.value, elo.error);
    case Certainty::kAtLeast:
      return absl::StrFormat("above %+.1f", elo.low);
    case Certainty::kAtMost:
      return absl::StrFormat("below %+.1f", elo.high);
  }
  return "-";
}

}  // namespace boardwalk::cli
