#include "frontends/report/head_to_head.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "framework/number_text.h"
#include "frontends/report/blocks.h"

namespace boardwalk::report {
namespace {

// The error of all comparisons of a family together if a verdict is certain,
// and of each by itself if it is likely: that of the verdicts on a whole study,
// and that of all verdicts before and after. Together they are 5 %, for a study
// may be looked at before it is whole.
constexpr double kWholeError = 0.04, kSequentialError = 0.01;
// The differences that further blocks might tell: the first that those played
// so far do not.
constexpr std::array<int, 4> kTellable = {30, 10, 3, 1};
constexpr double kLn10 = 2.302585092994046;
// Every number of seats of a player divides it.
constexpr int64_t kSeatsUnit = 60;

// The players in a game.
int PlayersIn(const VariantSummary& variant) {
  const auto with_games = std::ranges::count_if(
      variant.players, [](const PlayerRow& row) { return row.games > 0; });
  return std::min(variant.seats, static_cast<int>(with_games));
}

// The mean difference of two of `players` equal players, if they were `elo`
// apart: in the Plackett-Luce model, one wins instead of the other with the
// probability 1/(1 + 10^(-elo/400)).
double DifferenceOfElo(double elo, int players) {
  return 2.0 / players * std::tanh(elo * kLn10 / 800);
}

// The variance of a block, if one further block had the variance of equal
// players that never draw: what did not occur is rare, not impossible.
double CarefulVariance(const HeadToHead& meeting,
                       const VariantSummary& variant) {
  const auto n = static_cast<double>(meeting.blocks());
  const double added = 2.0 / PlayersIn(variant) / variant.seats;
  return (n * meeting.Variance(variant.seats) + added) / (n + 1);
}

// Two players, as the one sees it that is ahead.
struct Comparison {
  Verdict verdict;
  double tail = 0.5;  // of the sign-flip test
  double p = 1;       // two-sided, as the progress of the study wants it
  // Of the mean difference over the variants in one round.
  double variance_of_round = 0;
  std::vector<int> players_in;  // by variant in which they met
};

// How many blocks, all won by one player, make it certain for whom looks again
// and again.
int64_t WonToTell(double alpha) {
  int64_t blocks = 1;
  while (statistics::SequentialP({{{.value = 1, .count = blocks}}}, 1) >
         alpha) {
    ++blocks;
  }
  return blocks;
}

// How many further rounds (blocks, within a variant) would make it certain if
// `pairs` of players are looked at. A study that has got more is one that was
// looked at.
void PlanMore(size_t pairs, Comparison& comparison) {
  Verdict& verdict = comparison.verdict;
  const double alpha = kSequentialError / static_cast<double>(pairs);
  const auto played = static_cast<double>(verdict.blocks);
  if (verdict.won_all && comparison.players_in.size() == 1) {
    verdict.more = std::max<int64_t>(1, WonToTell(alpha) - verdict.blocks);
    return;
  }
  for (const int elo : kTellable) {
    double difference = 0;
    for (const int players : comparison.players_in) {
      difference += DifferenceOfElo(elo, players);
    }
    difference /= static_cast<double>(comparison.players_in.size());
    const double more = statistics::BlocksToTell(
                            difference, comparison.variance_of_round, alpha) -
                        played;
    if (more <= 0) continue;
    verdict.more = TwoDigitsUp(more);
    verdict.elo = elo;
    return;
  }
}

// Judges all of a family together.
std::vector<Verdict> Judge(std::vector<Comparison> comparisons,
                           Progress progress) {
  if (progress == Progress::kIncomplete) return {};
  const double error =
      progress == Progress::kWhole ? kWholeError : kSequentialError;
  std::vector<double> p_values;
  p_values.reserve(comparisons.size());
  for (const Comparison& comparison : comparisons) {
    p_values.push_back(comparison.p);
  }
  const std::vector<double> adjusted = statistics::HolmAdjusted(p_values);
  std::vector<Verdict> verdicts;
  for (size_t i = 0; i < comparisons.size(); ++i) {
    Comparison& comparison = comparisons[i];
    Verdict& verdict = comparison.verdict;
    verdict.superiority = 1 - comparison.tail;
    verdict.adjusted_p = adjusted[i];
    verdict.significance = adjusted[i] <= error    ? Significance::kCertain
                           : comparison.p <= error ? Significance::kLikely
                                                   : Significance::kUndecided;
    if (verdict.significance == Significance::kUndecided) {
      PlanMore(comparisons.size(), comparison);
    }
    verdicts.push_back(verdict);
  }
  return verdicts;
}

std::pair<int, int> KeyOfPair(int a, int b) {
  return {std::min(a, b), std::max(a, b)};
}

// `higher` is ranked higher. `mean` is the advantage of the player with the
// lower number.
Verdict Directed(int higher, int lower, double mean) {
  Verdict verdict;
  const bool higher_is_ahead = higher < lower ? mean >= 0 : mean <= 0;
  verdict.first = higher_is_ahead ? higher : lower;
  verdict.second = higher_is_ahead ? lower : higher;
  return verdict;
}

// How fine the differences of blocks are that count differently.
constexpr double kSteps = 720;

// Two players over several variants. The sign-flip test works for the mean over
// the variants as well: a block counts 1/n if there are n of its variant.
Comparison CompareOverall(const Summary& summary,
                          const std::vector<HeadToHeads>& meetings, int higher,
                          int lower) {
  Comparison comparison;
  struct Met {
    const HeadToHead* meeting;
    const VariantSummary* variant;
  };
  std::vector<Met> met;
  int64_t fewest = 0;
  for (size_t v = 0; v < meetings.size(); ++v) {
    const auto found = meetings[v].find(KeyOfPair(higher, lower));
    if (found == meetings[v].end()) continue;
    met.push_back({&found->second, &summary.variants[v]});
    const int64_t blocks = found->second.blocks();
    fewest = met.size() == 1 ? blocks : std::min(fewest, blocks);
  }
  if (met.empty()) return comparison;
  double sum = 0, of_round = 0;
  int64_t rounds = 0;
  bool won_all = true;
  // How much a block counts depends on the number of blocks, which a martingale
  // must not know.
  std::vector<statistics::Difference> differences, unweighted;
  for (const auto& [meeting, variant] : met) {
    const auto blocks = static_cast<double>(meeting->blocks());
    const int64_t begun = std::max<int64_t>(variant->rounds, 1);
    sum += meeting->Mean(variant->seats);
    of_round += CarefulVariance(*meeting, *variant) /
                (blocks / static_cast<double>(begun));
    rounds = std::max(rounds, begun);
    won_all = won_all && meeting->WonAll(variant->seats);
    comparison.players_in.push_back(PlayersIn(*variant));
    meeting->AppendRounded(variant->seats,
                           kSteps * static_cast<double>(fewest) / blocks,
                           differences);
    meeting->AppendRounded(variant->seats, kSteps, unweighted);
  }
  const auto count = static_cast<double>(met.size());
  comparison.verdict = Directed(higher, lower, sum);
  comparison.verdict.blocks = rounds;
  comparison.verdict.won_all = won_all;
  comparison.variance_of_round = of_round / count / count;
  comparison.tail =
      statistics::SignFlipTail(differences, static_cast<int64_t>(kSteps));
  comparison.p = 2 * comparison.tail;
  if (summary.progress != Progress::kWhole) {
    // Evidence that comes from the game with most blocks alone is none that the
    // player is better over all games.
    comparison.p = std::max(
        comparison.p,
        statistics::SequentialP(unweighted, static_cast<int64_t>(kSteps)));
  }
  return comparison;
}

}  // namespace

int64_t HeadToHead::Unit(int64_t games) { return games * kPoint * kSeatsUnit; }

int64_t HeadToHead::OfCredits(int credit, int seats, int other,
                              int other_seats) {
  return credit * (kSeatsUnit / seats) - other * (kSeatsUnit / other_seats);
}

int64_t HeadToHead::blocks() const {
  int64_t blocks = 0;
  for (const auto& [value, count] : counts_) blocks += count;
  return blocks;
}

double HeadToHead::Mean(int64_t games) const {
  double sum = 0;
  for (const auto& [value, count] : counts_) {
    sum += static_cast<double>(value) * static_cast<double>(count);
  }
  return sum / static_cast<double>(blocks()) / static_cast<double>(Unit(games));
}

double HeadToHead::Variance(int64_t games) const {
  const double mean = Mean(games);
  double sum = 0;
  for (const auto& [value, count] : counts_) {
    const double distance =
        static_cast<double>(value) / static_cast<double>(Unit(games)) - mean;
    sum += distance * distance * static_cast<double>(count);
  }
  return sum / static_cast<double>(blocks());
}

double HeadToHead::Tail(int64_t games) const {
  std::vector<statistics::Difference> differences;
  for (const auto& [value, count] : counts_) {
    differences.push_back({.value = value, .count = count});
  }
  return statistics::SignFlipTail(differences, Unit(games));
}

double HeadToHead::SequentialP(int64_t games) const {
  std::vector<statistics::Difference> differences;
  for (const auto& [value, count] : counts_) {
    differences.push_back({.value = value, .count = count});
  }
  return statistics::SequentialP(differences, Unit(games));
}

void HeadToHead::AppendRounded(
    int64_t games, double steps,
    std::vector<statistics::Difference>& differences) const {
  for (const auto& [value, count] : counts_) {
    const double difference =
        static_cast<double>(value) / static_cast<double>(Unit(games));
    differences.push_back(
        {.value = std::llround(difference * steps), .count = count});
  }
}

bool HeadToHead::WonAll(int64_t games) const {
  return counts_.size() == 1 && std::abs(counts_.begin()->first) == Unit(games);
}

std::vector<Verdict> VariantVerdicts(const VariantSummary& variant,
                                     const HeadToHeads& meetings,
                                     Progress progress) {
  std::vector<Comparison> comparisons;
  for (size_t i = 0; i < variant.players.size(); ++i) {
    for (size_t j = i + 1; j < variant.players.size(); ++j) {
      const int higher = variant.players[i].player;
      const int lower = variant.players[j].player;
      const auto found = meetings.find(KeyOfPair(higher, lower));
      if (found == meetings.end()) continue;
      const HeadToHead& meeting = found->second;
      Comparison comparison;
      comparison.verdict = Directed(higher, lower, meeting.Mean(variant.seats));
      comparison.verdict.blocks = meeting.blocks();
      comparison.verdict.won_all = meeting.WonAll(variant.seats);
      comparison.tail = meeting.Tail(variant.seats);
      comparison.p = progress == Progress::kWhole
                         ? 2 * comparison.tail
                         : meeting.SequentialP(variant.seats);
      comparison.variance_of_round = CarefulVariance(meeting, variant);
      comparison.players_in = {PlayersIn(variant)};
      comparisons.push_back(std::move(comparison));
    }
  }
  return Judge(std::move(comparisons), progress);
}

std::vector<Verdict> OverallVerdicts(const Summary& summary,
                                     const std::vector<HeadToHeads>& meetings) {
  std::vector<Comparison> comparisons;
  for (size_t i = 0; i < summary.overall.size(); ++i) {
    for (size_t j = i + 1; j < summary.overall.size(); ++j) {
      Comparison comparison =
          CompareOverall(summary, meetings, summary.overall[i].player,
                         summary.overall[j].player);
      if (!comparison.players_in.empty()) {
        comparisons.push_back(std::move(comparison));
      }
    }
  }
  return Judge(std::move(comparisons), summary.progress);
}

}  // namespace boardwalk::report
