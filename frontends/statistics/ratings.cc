#include "frontends/statistics/ratings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "framework/random.h"
#include "frontends/statistics/plackett_luce.h"

namespace boardwalk::statistics {
namespace {

const double kEloPerLog = 400 / std::log(10.0);
const double kLogOf25PerMille = std::log(0.025);
// Above it a Poisson distribution is taken for a normal one.
constexpr double kManyEvents = 100;

// A number with the Poisson distribution of `mean`.
double Poisson(double mean, Random& random) {
  if (mean > kManyEvents) {
    const double radius = std::sqrt(-2 * std::log(1 - random.Real()));
    const double normal = radius * std::cos(6.283185307179586 * random.Real());
    return std::max(0.0, std::round(mean + std::sqrt(mean) * normal));
  }
  double events = 0;
  double left = 1 - random.Real();
  for (const double none = std::exp(-mean); left > none; ++events) {
    left *= 1 - random.Real();
  }
  return events;
}

void AddWins(const Stage& stage, Components& components) {
  for (size_t a = 0; a < stage.players.size(); ++a) {
    for (size_t b = 0; b < stage.players.size(); ++b) {
      if (stage.credit[a] > 0 && stage.players[a] != stage.players[b]) {
        components.AddWin(stage.players[a], stage.players[b]);
      }
    }
  }
}

double Weight(const CountedBlock& block) {
  return static_cast<double>(block.count);
}

// The blocks, ready to be drawn from again and again.
class Sample {
 public:
  Sample(int players, absl::Span<const CountedBlock> blocks)
      : blocks_(blocks), choices_(players), components_(players) {
    for (const CountedBlock& block : blocks) {
      for (const Stage& stage : block.stages) {
        meetings_.push_back(choices_.Meeting(stage.players));
      }
    }
    Weigh(Weight);
    for (int i = 0; i < players; ++i) {
      if (choices_.HasGames(i)) present_.push_back(i);
    }
  }

  // Counts every block as often as `times` says.
  template <typename Times>
  void Weigh(Times&& times) {
    choices_.Clear();
    components_ = Components(choices_.players());
    size_t next = 0;
    for (const CountedBlock& block : blocks_) {
      const double weight = times(block);
      for (const Stage& stage : block.stages) {
        if (weight > 0) AddWins(stage, components_);
        choices_.Add(meetings_[next++], weight);
        for (size_t i = 0; i < stage.players.size(); ++i) {
          choices_.AddCredit(stage.players[i], weight * stage.credit[i]);
        }
      }
    }
    components_.Close();
  }

  const Choices& choices() const { return choices_; }
  const Components& components() const { return components_; }
  const std::vector<int>& present() const { return present_; }
  // Whether there are no most likely strengths.
  bool bounded() const {
    return !present_.empty() && !components_.Connected(present_);
  }

  // The most likely strengths; where there are none, with a draw of all who met
  // added to every meeting.
  std::vector<double> Fit() const {
    if (!bounded()) return choices_.Fit();
    Choices with_draws = choices_;
    with_draws.AddDraws();
    return with_draws.Fit();
  }

 private:
  const absl::Span<const CountedBlock> blocks_;
  Choices choices_;
  Components components_;
  std::vector<int> meetings_;  // of every stage of every block
  std::vector<int> present_;   // players with games
};

Certainty CertaintyOf(const Components& components, int player) {
  const bool lost = components.HasLost(player);
  const bool won = components.HasWon(player);
  if (won && !lost) return Certainty::kAtLeast;
  if (lost && !won) return Certainty::kAtMost;
  return Certainty::kInterval;
}

// The log strength at which what `player` did, to win or lose everything, has a
// chance of 2.5 %. Of one who shares this fate with others that is nothing: the
// strength found with added draws stands.
double BoundOf(const Sample& sample, int player, bool wins,
               const std::vector<double>& strength) {
  for (const int other : sample.present()) {
    if (other != player && sample.components().Together(player, other)) {
      return strength[player];
    }
  }
  double low = -50, high = 50;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    const double chance =
        sample.choices().LogChanceOfAll(player, wins, middle, strength);
    ((chance < kLogOf25PerMille) == wins ? low : high) = middle;
  }
  return (low + high) / 2;
}

// The mean over those whose certainty is an interval, or over all present if
// there is none: what strengths of several samples are compared from.
double Middle(const std::vector<double>& strength,
              const std::vector<Rating>& ratings,
              const std::vector<int>& present) {
  double sum = 0, count = 0, all = 0;
  for (const int player : present) {
    all += strength[player];
    if (ratings[player].certainty != Certainty::kInterval) continue;
    sum += strength[player];
    count += 1;
  }
  return count > 0 ? sum / count : all / static_cast<double>(present.size());
}

void SetIntervals(Sample& sample, int replicates, uint64_t seed,
                  const std::vector<double>& strength,
                  std::vector<Rating>& ratings) {
  Random random(seed);
  std::vector<std::vector<double>> drawn(ratings.size());
  for (int i = 0; i < replicates; ++i) {
    sample.Weigh([&random](const CountedBlock& block) {
      return Poisson(Weight(block), random);
    });
    const std::vector<double> again = sample.Fit();
    const double middle = Middle(again, ratings, sample.present());
    for (const int player : sample.present()) {
      drawn[player].push_back(again[player] - middle);
    }
  }
  const double middle = Middle(strength, ratings, sample.present());
  const auto at = [replicates](const std::vector<double>& sorted,
                               double quantile) {
    return sorted[static_cast<size_t>(quantile * (replicates - 1) + 0.5)];
  };
  for (const int player : sample.present()) {
    Rating& rating = ratings[player];
    rating.value = strength[player] - middle;
    if (rating.certainty != Certainty::kInterval) {
      rating.low = rating.high = rating.value;
      continue;
    }
    std::sort(drawn[player].begin(), drawn[player].end());
    rating.low = std::min(rating.value, at(drawn[player], 0.025));
    rating.high = std::max(rating.value, at(drawn[player], 0.975));
  }
}

// From logarithms around some middle to Elo with mean 0.
void ScaleToElo(const std::vector<int>& present, std::vector<Rating>& ratings) {
  double mean = 0;
  for (const int player : present) {
    mean += ratings[player].value / static_cast<double>(present.size());
  }
  for (const int player : present) {
    Rating& rating = ratings[player];
    for (double* number : {&rating.value, &rating.low, &rating.high}) {
      *number = (*number - mean) * kEloPerLog;
    }
    rating.error = (rating.high - rating.low) / 2;
  }
}

}  // namespace

std::vector<Stage> StagesOfRanking(absl::Span<const int> ranking) {
  std::vector<Stage> stages;
  for (size_t place = 0; place + 1 < ranking.size(); ++place) {
    Stage stage;
    stage.players.assign(ranking.begin() + static_cast<std::ptrdiff_t>(place),
                         ranking.end());
    stage.credit.assign(stage.players.size(), 0);
    stage.credit[0] = 1;
    stages.push_back(std::move(stage));
  }
  return stages;
}

Strengths FitPlackettLuce(int players, absl::Span<const Stage> stages) {
  const std::vector<CountedBlock> blocks = {
      {.stages = {stages.begin(), stages.end()}, .count = 1}};
  Sample sample(players, blocks);
  return {.log_strength = sample.Fit(), .bounded = sample.bounded()};
}

std::vector<Rating> RatePlayers(int players,
                                absl::Span<const CountedBlock> blocks,
                                int replicates, uint64_t seed) {
  Sample sample(players, blocks);
  std::vector<Rating> ratings(players);
  if (sample.present().empty()) return ratings;
  const std::vector<double> strength = sample.Fit();
  std::vector<double> bounds = strength;
  for (const int player : sample.present()) {
    Rating& rating = ratings[player];
    rating.certainty = CertaintyOf(sample.components(), player);
    if (rating.certainty == Certainty::kInterval) continue;
    bounds[player] = BoundOf(sample, player,
                             rating.certainty == Certainty::kAtLeast, strength);
  }
  SetIntervals(sample, replicates, seed, bounds, ratings);
  ScaleToElo(sample.present(), ratings);
  return ratings;
}

}  // namespace boardwalk::statistics
