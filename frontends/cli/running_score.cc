#include "frontends/cli/running_score.h"

#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace boardwalk::cli {

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

}  // namespace boardwalk::cli
