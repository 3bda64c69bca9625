#include "frontends/statistics/ratings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "frontends/statistics/plackett_luce.h"

namespace boardwalk::statistics {
namespace {

constexpr double kEloOfLog = 400 / 2.302585092994046;
constexpr double kTail = 0.025;                       // beyond each end
constexpr double kBoundDrop = 3.688879454113936;      // -ln kTail
constexpr double kIntervalDrop = 1.9207294103470563;  // 1.959964^2 / 2
// The weight of the draws that are added to each kind of stage: to order
// players where there is no maximum; to a sample without one; and, negligible,
// to the likelihood of a bound.
constexpr double kOrderingDraws = 1;
constexpr double kSampleDraws = 0.05;
constexpr double kVanishingDraws = 1e-9;
constexpr double kRounding = 1e-6;  // Elo; smaller numbers are 0

// The players whose ratings have mean 0, and all that met somebody.
struct Reference {
  std::vector<int> members;
  std::vector<int> met;
};

// How good a reference a group is: its size, then how many others can be
// compared with it, then how close it is to their middle.
using Merit = std::array<int, 3>;

Reference ChooseReference(const LossGraph& graph, int players) {
  Reference reference;
  Merit best = {};
  for (int player = 0; player < players; ++player) {
    if (!graph.Met(player)) continue;
    reference.met.push_back(player);
    std::vector<int> group;
    int above = 0;
    int below = 0;
    for (int other = 0; other < players; ++other) {
      if (graph.Equals(player, other)) {
        group.push_back(other);
      } else {
        above += graph.Lost(player, other) ? 1 : 0;
        below += graph.Lost(other, player) ? 1 : 0;
      }
    }
    const Merit merit = {static_cast<int>(group.size()), above + below,
                         -std::abs(above - below)};
    if (merit > best) {
      best = merit;
      reference.members = std::move(group);
    }
  }
  return reference;
}

double StageWeight(const CountedBlock& block) {
  double weight = 0;
  for (const Stage& stage : block.stages) weight += std::max(stage.weight, 0.0);
  return weight;
}

// The stage among `members` only. Of the other players, those above would have
// won it, and those below do not matter for the maximum of the likelihood.
Stage Among(const Stage& stage, const std::vector<bool>& members) {
  Stage among = {.players = {}, .credit = {}, .weight = stage.weight};
  double credit = 0;
  for (size_t seat = 0; seat < stage.players.size(); ++seat) {
    if (!members[stage.players[seat]]) continue;
    among.players.push_back(stage.players[seat]);
    among.credit.push_back(stage.credit[seat]);
    credit += stage.credit[seat];
  }
  if (credit <= 0) among.weight = 0;
  return among;
}

std::vector<CountedBlock> Among(absl::Span<const CountedBlock> blocks,
                                const std::vector<bool>& members) {
  std::vector<CountedBlock> result;
  for (const CountedBlock& block : blocks) {
    CountedBlock& among = result.emplace_back();
    among.count = block.count;
    for (const Stage& stage : block.stages) {
      among.stages.push_back(Among(stage, members));
    }
  }
  return result;
}

// The weight of the stages of each block: the count of the block, ...
std::vector<double> CountStages(absl::Span<const CountedBlock> blocks) {
  std::vector<double> times;
  for (const CountedBlock& block : blocks) {
    times.push_back(static_cast<double>(std::max<int64_t>(block.count, 0)));
  }
  return times;
}
// ... or such that each block weighs as much as one stage.
std::vector<double> CountBlocks(absl::Span<const CountedBlock> blocks) {
  std::vector<double> times = CountStages(blocks);
  for (size_t i = 0; i < blocks.size(); ++i) {
    const double weight = StageWeight(blocks[i]);
    if (weight > 0) times[i] /= weight;
  }
  return times;
}

ChoiceTable TableOf(int players, absl::Span<const CountedBlock> blocks,
                    absl::Span<const double> times) {
  ChoiceTable table(players);
  for (size_t i = 0; i < blocks.size(); ++i) {
    for (const Stage& stage : blocks[i].stages) table.Add(stage, times[i]);
  }
  return table;
}

double MeanOver(const std::vector<int>& members,
                const std::vector<double>& numbers) {
  double sum = 0;
  for (const int member : members) sum += numbers[member];
  return sum / static_cast<double>(members.size());
}

// The credits that one block of each kind adds to a table.
class BlockCredits {
 public:
  BlockCredits(absl::Span<const CountedBlock> blocks, ChoiceTable& table) {
    for (const CountedBlock& block : blocks) {
      ChoiceTable one(table.players());
      if (block.count > 0) {
        for (const Stage& stage : block.stages) one.Add(stage, 1);
      }
      std::vector<Credit>& credits = credits_.emplace_back();
      for (const ChoiceKind& kind : one.kinds()) Append(kind, table, credits);
    }
  }

  // Sets `table` to these counts of the blocks.
  void Set(absl::Span<const int64_t> counts, ChoiceTable& table) const {
    for (ChoiceKind& kind : table.kinds()) {
      std::ranges::fill(kind.credit, 0);
    }
    for (size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      const double count = static_cast<double>(counts[i]);
      for (const Credit& credit : credits_[i]) {
        table.kinds()[credit.kind].credit[credit.entry] +=
            count * credit.credit;
      }
    }
  }

 private:
  struct Credit {
    int kind;
    int entry;
    double credit;
  };

  static void Append(const ChoiceKind& kind, ChoiceTable& table,
                     std::vector<Credit>& credits) {
    std::vector<int> seats;
    for (size_t i = 0; i < kind.players.size(); ++i) {
      seats.insert(seats.end(), static_cast<size_t>(kind.seats[i]),
                   kind.players[i]);
    }
    const int index = table.KindOf(seats);
    for (size_t i = 0; i < kind.players.size(); ++i) {
      if (kind.credit[i] <= 0) continue;
      credits.push_back({.kind = index,
                         .entry = static_cast<int>(i),
                         .credit = kind.credit[i]});
    }
  }

  std::vector<std::vector<Credit>> credits_;
};

// For each player the log strengths in all samples, centred on `members`.
std::vector<std::vector<double>> Bootstrap(
    ChoiceTable table, absl::Span<const CountedBlock> blocks,
    const std::vector<int>& members, const std::vector<double>& estimate,
    int replicates, uint64_t seed) {
  const BlockCredits credits(blocks, table);
  std::vector<int64_t> counts;
  for (const CountedBlock& block : blocks) {
    counts.push_back(std::max<int64_t>(block.count, 0));
  }
  Random random(seed);
  std::vector<std::vector<double>> result(estimate.size());
  for (int i = 0; i < replicates; ++i) {
    credits.Set(Resample(counts, random), table);
    if (!LossGraph(table).StronglyConnected()) table.AddDraws(kSampleDraws);
    std::vector<double> theta = estimate;
    Maximize(table, {}, theta);
    const double mean = MeanOver(members, theta);
    for (const int member : members) {
      result[member].push_back(theta[member] - mean);
    }
  }
  return result;
}

// The quantile by linear interpolation: a further sample is below it with the
// probability `share`. REQUIRES: `sorted` is not empty.
double Quantile(const std::vector<double>& sorted, double share) {
  const double last = static_cast<double>(sorted.size() - 1);
  const double place =
      std::clamp(share * static_cast<double>(sorted.size() + 1) - 1, 0.0, last);
  const size_t below = static_cast<size_t>(place);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

// Elo of a log strength; 0 if it differs from 0 only by rounding.
double Elo(double log_strength) {
  const double elo = kEloOfLog * log_strength;
  return std::abs(elo) < kRounding ? 0 : elo;
}

Rating Interval(double value, double low, double high) {
  low = std::min(low, value);
  high = std::max(high, value);
  return {.certainty = Certainty::kInterval,
          .value = Elo(value),
          .error = Elo(high - low) / 2,
          .low = Elo(low),
          .high = Elo(high)};
}

// The contrast that is a player's log strength minus the mean of `members`.
std::vector<double> Contrast(int players, int player,
                             const std::vector<int>& members) {
  std::vector<double> contrast(players);
  for (const int member : members) {
    contrast[member] -= 1 / static_cast<double>(members.size());
  }
  contrast[player] += 1;
  return contrast;
}

double ValueOf(const std::vector<double>& contrast,
               const std::vector<double>& theta) {
  double sum = 0;
  for (size_t i = 0; i < theta.size(); ++i) sum += contrast[i] * theta[i];
  return sum;
}

// Rates a group in which each lost to each other.
void RateMembers(int players, absl::Span<const CountedBlock> blocks,
                 const std::vector<int>& members, int replicates, uint64_t seed,
                 std::vector<Rating>& ratings) {
  std::vector<bool> is_member(players);
  for (const int member : members) is_member[member] = true;
  const std::vector<CountedBlock> among = Among(blocks, is_member);
  const ChoiceTable table = TableOf(players, among, CountStages(blocks));
  std::vector<double> estimate(players);
  Maximize(table, {}, estimate);
  std::vector<std::vector<double>> samples =
      Bootstrap(table, among, members, estimate, replicates, seed);

  const ChoiceTable by_block = TableOf(players, among, CountBlocks(blocks));
  std::vector<double> peak = estimate;
  Maximize(by_block, {}, peak);
  const double mean = MeanOver(members, estimate);
  for (const int member : members) {
    const double value = estimate[member] - mean;
    std::vector<double>& sample = samples[member];
    double low = value;
    double high = value;
    if (!sample.empty()) {
      std::ranges::sort(sample);
      low = Quantile(sample, kTail);
      high = Quantile(sample, 1 - kTail);
    }
    if ((high - low) * kEloOfLog < kRounding) {
      const std::vector<double> contrast = Contrast(players, member, members);
      low = ContrastAtDrop(by_block, peak, contrast, kIntervalDrop, -1);
      high = ContrastAtDrop(by_block, peak, contrast, kIntervalDrop, 1);
    }
    ratings[member] = Interval(value, low, high);
  }
}

// Bounds on contrasts without a finite estimate.
class Bounds {
 public:
  Bounds(int players, absl::Span<const CountedBlock> blocks)
      : ordering_(TableOf(players, blocks, CountStages(blocks))),
        vanishing_(TableOf(players, blocks, CountBlocks(blocks))),
        order_(players),
        peak_(players) {
    ordering_.AddDraws(kOrderingDraws);
    Maximize(ordering_, {}, order_);
    vanishing_.AddDraws(kVanishingDraws);
    Maximize(vanishing_, {}, peak_);
  }

  // For a contrast that grows without end with the likelihood.
  Rating AtLeast(const std::vector<double>& contrast) const {
    const double low =
        ContrastAtDrop(vanishing_, peak_, contrast, kBoundDrop, -1);
    const double value = std::max(low, ValueOf(contrast, order_));
    Rating rating = Interval(value, low, value);
    rating.certainty = Certainty::kAtLeast;
    return rating;
  }

  Rating AtMost(std::vector<double> contrast) const {
    for (double& part : contrast) part = -part;
    const Rating mirrored = AtLeast(contrast);
    return {.certainty = Certainty::kAtMost,
            .value = -mirrored.value,
            .error = mirrored.error,
            .low = -mirrored.high,
            .high = -mirrored.low};
  }

 private:
  ChoiceTable ordering_;
  ChoiceTable vanishing_;
  std::vector<double> order_;
  std::vector<double> peak_;
};

constexpr double kHalfLogTwoPi = 0.9189385332046727;
constexpr double kNegligible = 1e-30;

// ln n!, by Stirling's series; std::lgamma writes a global variable.
double LogFactorial(int64_t n) {
  if (n < 16) {
    double product = 1;
    for (int64_t i = 2; i <= n; ++i) product *= static_cast<double>(i);
    return std::log(product);
  }
  const double x = static_cast<double>(n);
  const double inverse = 1 / x;
  const double square = inverse * inverse;
  return (x + 0.5) * std::log(x) - x + kHalfLogTwoPi +
         inverse * (1.0 / 12 - square * (1.0 / 360 - square / 1260));
}

}  // namespace

std::vector<Rating> RatePlayers(int players,
                                absl::Span<const CountedBlock> blocks,
                                int replicates, uint64_t seed) {
  std::vector<Rating> ratings(players);
  const LossGraph graph(TableOf(players, blocks, CountStages(blocks)));
  const Reference reference = ChooseReference(graph, players);
  const std::vector<int>& members = reference.members;
  if (members.size() > 1) {
    RateMembers(players, blocks, members, replicates, seed, ratings);
  } else if (members.size() == 1) {
    ratings[members[0]] = {.certainty = Certainty::kReference};
  }
  if (members.size() == reference.met.size()) return ratings;

  const Bounds bounds(players, blocks);
  if (reference.met.size() == 2) {
    for (const int player : reference.met) {
      const std::vector<double> contrast =
          Contrast(players, player, reference.met);
      const int other = reference.met[player == reference.met[0] ? 1 : 0];
      ratings[player] = graph.Lost(other, player) ? bounds.AtLeast(contrast)
                                                  : bounds.AtMost(contrast);
    }
    return ratings;
  }
  for (const int player : reference.met) {
    const bool above = graph.Lost(members[0], player);
    const bool below = graph.Lost(player, members[0]);
    if (above == below) continue;  // in the reference, or not comparable
    const std::vector<double> contrast = Contrast(players, player, members);
    ratings[player] =
        above ? bounds.AtLeast(contrast) : bounds.AtMost(contrast);
  }
  return ratings;
}

int64_t DrawBinomial(int64_t n, double p, Random& random) {
  double left = random.Real();  // of the probability still to pass
  if (n == 0 || p <= 0) return 0;
  if (p >= 1) return n;
  const double odds = p / (1 - p);
  const double trials = static_cast<double>(n);
  const int64_t mode = std::min(n, static_cast<int64_t>((trials + 1) * p));
  double below =
      std::exp(LogFactorial(n) - LogFactorial(mode) - LogFactorial(n - mode) +
               static_cast<double>(mode) * std::log(p) +
               static_cast<double>(n - mode) * std::log1p(-p));
  double above = below;
  left -= below;
  if (left < 0) return mode;
  int64_t low = mode;
  int64_t high = mode;
  // The rest that rounding leaves beyond the tails goes to the mode.
  while (below + above > kNegligible) {
    if (low > 0) {
      below *=
          static_cast<double>(low) / (static_cast<double>(n - low + 1) * odds);
      left -= below;
      --low;
      if (left < 0) return low;
    } else {
      below = 0;
    }
    if (high < n) {
      above *=
          static_cast<double>(n - high) * odds / static_cast<double>(high + 1);
      left -= above;
      ++high;
      if (left < 0) return high;
    } else {
      above = 0;
    }
  }
  return mode;
}

std::vector<int64_t> Resample(absl::Span<const int64_t> counts,
                              Random& random) {
  int64_t mass = 0;  // of the remaining kinds
  for (const int64_t count : counts) mass += count;
  int64_t draws = mass;
  std::vector<int64_t> sample(counts.size(), 0);
  for (size_t i = 0; i < counts.size() && draws > 0; ++i) {
    if (counts[i] == 0) continue;
    sample[i] = DrawBinomial(
        draws, static_cast<double>(counts[i]) / static_cast<double>(mass),
        random);
    draws -= sample[i];
    mass -= counts[i];
  }
  return sample;
}

}  // namespace boardwalk::statistics
