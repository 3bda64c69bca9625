#include "frontends/cli/standing.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace boardwalk::cli {

using statistics::Certainty;

std::vector<std::string> ShortNames(const std::vector<std::string>& players) {
  std::vector<std::string> names;
  std::set<std::string> different;
  for (const std::string& player : players) {
    names.push_back(player.substr(0, player.find(':')));
    different.insert(names.back());
  }
  return different.size() == players.size() ? names : players;
}

RunningScore::RunningScore(const tournament::Configuration& configuration) {
  for (std::string& name : ShortNames(configuration.players)) {
    scores_.push_back({.name = std::move(name)});
  }
}

void RunningScore::Add(const tournament::GameSummary& game) {
  for (const tournament::SeatResult& one : game.seats) {
    for (const tournament::SeatResult& other : game.seats) {
      if (one.player == other.player) continue;
      Score& score = scores_[one.player];
      score.points += one.returns > other.returns    ? 1
                      : one.returns == other.returns ? 0.5
                                                     : 0;
      ++score.opponents;
    }
  }
}

std::string RunningScore::Text() const {
  std::vector<std::pair<double, std::string>> shares;
  for (const Score& score : scores_) {
    if (score.opponents == 0) continue;
    shares.emplace_back(score.points / static_cast<double>(score.opponents),
                        score.name);
  }
  std::stable_sort(
      shares.begin(), shares.end(),
      [](const auto& a, const auto& b) { return a.first > b.first; });
  return absl::StrJoin(shares, "  ", [](std::string* out, const auto& share) {
    absl::StrAppend(out, share.second, " ",
                    absl::StrFormat("%.0f%%", 100 * share.first));
  });
}

SprtStanding::SprtStanding(statistics::SequentialTest test)
    : test_(std::move(test)), pairs_([this](const report::Block& pair) {
        report::AddPair(pair, test_);
      }) {}

void SprtStanding::Add(const tournament::GameSummary& game) {
  const report::Outcome outcome = report::OutcomeOf(game);
  const int seat = outcome.players[0] == 0 ? 0 : 1;
  ++games_.counts[outcome.winners == 0 ? 1 : outcome.Won(seat) ? 2 : 0];
  pairs_.Add(game);
}

std::string SprtStanding::Text() const {
  const statistics::SprtState& state = test_.state();
  return absl::StrFormat("LLR %+.2f (%+.2f %+.2f)  Elo %s  +%d =%d -%d",
                         state.llr, state.lower, state.upper,
                         EloText(statistics::EstimateElo(test_.pairs())),
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
