#include "frontends/report/head_to_head.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"
#include "frontends/report/blocks.h"
#include "frontends/report/elo_text.h"
#include "frontends/report/sentences.h"

namespace boardwalk::report {
namespace {

// The error of a single comparison, and of all of a family together.
constexpr double kError = 0.05;
// The differences that further blocks might tell: the first that those played
// so far do not.
constexpr std::array<int, 4> kTellable = {30, 10, 3, 1};
constexpr double kLn10 = 2.302585092994046;
// Every number of seats of a player divides it.
constexpr int64_t kSeatsUnit = 60;
// With more sentences, those about undecided pairs are one.
constexpr size_t kMaxSentences = 12;

// The players in a game.
int PlayersIn(const VariantSummary& variant) {
  const auto with_games =
      std::count_if(variant.players.begin(), variant.players.end(),
                    [](const PlayerRow& row) { return row.games > 0; });
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
  double p = 1;  // two-sided
  // Of the mean difference over the variants in one round.
  double variance_of_round = 0;
  std::vector<int> players_in;  // by variant in which they met
};

// How many further rounds (blocks, within a variant) would make it certain if
// `pairs` of players are looked at.
void PlanMore(size_t pairs, Comparison& comparison) {
  Verdict& verdict = comparison.verdict;
  const double alpha = kError / static_cast<double>(pairs);
  const auto played = static_cast<double>(verdict.blocks);
  if (verdict.won_all && comparison.players_in.size() == 1) {
    verdict.more = std::max<int64_t>(
        1, std::llround(std::ceil(std::log2(2 / alpha) - played)));
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
    verdict.more = TwoDigits(more);
    verdict.elo = elo;
    return;
  }
}

// Judges all of a family together.
std::vector<Verdict> Judge(std::vector<Comparison> comparisons) {
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
    verdict.superiority = 1 - comparison.p / 2;
    verdict.adjusted_p = adjusted[i];
    verdict.finding = adjusted[i] <= kError    ? Finding::kCertain
                      : comparison.p <= kError ? Finding::kLikely
                                               : Finding::kUndecided;
    if (verdict.finding == Finding::kUndecided) {
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
  std::vector<statistics::Difference> differences;
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
  }
  const auto count = static_cast<double>(met.size());
  comparison.verdict = Directed(higher, lower, sum);
  comparison.verdict.blocks = rounds;
  comparison.verdict.won_all = won_all;
  comparison.variance_of_round = of_round / count / count;
  comparison.p =
      2 * statistics::SignFlipTail(differences, static_cast<int64_t>(kSteps));
  return comparison;
}

// The numbers of players in a table, from 1: "2", "2 to 5 and 7".
std::string Numbers(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::vector<std::string> ranges;
  for (size_t i = 0; i < numbers.size();) {
    size_t last = i;
    while (last + 1 < numbers.size() &&
           numbers[last + 1] == numbers[last] + 1) {
      ++last;
    }
    ranges.push_back(last == i ? absl::StrCat(numbers[i])
                     : last == i + 1
                         ? absl::StrCat(numbers[i], ", ", numbers[last])
                         : absl::StrCat(numbers[i], " to ", numbers[last]));
    i = last + 1;
  }
  return absl::StrCat("# ", absl::StrJoin(ranges, ", "));
}

std::string Names(const std::vector<std::string>& names) {
  if (names.size() < 2) return absl::StrJoin(names, "");
  return absl::StrCat(
      absl::StrJoin(std::vector<std::string>(names.begin(), names.end() - 1),
                    ", "),
      " and ", names.back());
}

// How many more `noun`s: "about 120 more pairs would tell 30 Elo".
std::string MoreText(int64_t least, int64_t most, int elo, bool each,
                     const std::string& noun) {
  const std::string count =
      least == most ? Counted(most, absl::StrCat("more ", noun))
                    : absl::StrCat(least, " to ", most, " more ", noun, "s");
  return absl::StrCat("about ", count, each ? " each" : "", " would tell ", elo,
                      " Elo");
}

// The number that the table prints before a player, if before no other one.
using RankNumbers = std::map<int, int>;

RankNumbers NumbersOf(const std::vector<PlayerRow>& rows) {
  RankNumbers ranks;
  for (const PlayerRow& row : rows) {
    const auto same = std::count_if(
        rows.begin(), rows.end(),
        [&](const PlayerRow& other) { return other.rank == row.rank; });
    if (same == 1) ranks[row.player] = row.rank;
  }
  return ranks;
}

RankNumbers NumbersOf(const std::vector<OverallRow>& rows) {
  RankNumbers ranks;
  for (const OverallRow& row : rows) {
    ranks.emplace(row.player, static_cast<int>(ranks.size()) + 1);
  }
  return ranks;
}

// Verdicts that share a sentence.
class SentenceGroup {
 public:
  SentenceGroup(const Summary& summary, RankNumbers ranks, std::string noun)
      : summary_(&summary), ranks_(std::move(ranks)), noun_(std::move(noun)) {}

  bool Takes(const Verdict& verdict) const {
    const Verdict& mine = verdicts_.front();
    return verdict.first == mine.first && verdict.finding == mine.finding &&
           verdict.elo == mine.elo && verdict.blocks == mine.blocks;
  }
  void Add(const Verdict& verdict) { verdicts_.push_back(verdict); }

  Finding finding() const { return verdicts_.front().finding; }

  std::string Sentence() const {
    const Verdict& mine = verdicts_.front();
    const std::string& first = summary_->PlayerName(mine.first);
    if (mine.finding != Finding::kUndecided) {
      return absl::StrCat(first, " is better than ", Others(), " (",
                          FindingName(mine.finding), ").");
    }
    int64_t least = mine.more, most = mine.more;
    for (const Verdict& verdict : verdicts_) {
      least = std::min(least, verdict.more);
      most = std::max(most, verdict.more);
    }
    const bool each = verdicts_.size() > 1;
    if (mine.elo == 0 && mine.won_all) {
      return absl::StrCat(
          first,
          mine.blocks == 1
              ? absl::StrCat(" won its only ", noun_)
              : absl::StrCat(" won all of its ", Counted(mine.blocks, noun_)),
          " against ", Others(), ": undecided; ",
          Counted(most, "more such " + noun_), each ? " each" : "",
          " would do.");
    }
    const std::string verb =
        each ? absl::StrCat(" and each of ", Others()) : " and " + Others();
    return absl::StrCat(
        first, verb, ": undecided",
        mine.elo == 0
            ? ""
            : absl::StrCat("; ", MoreText(least, most, mine.elo, each, noun_)),
        ".");
  }

 private:
  std::string Others() const {
    const bool by_number = verdicts_.size() > kMaxNamedPlayers;
    std::vector<std::string> names;
    std::vector<int> numbers;
    for (const Verdict& verdict : verdicts_) {
      const auto rank = ranks_.find(verdict.second);
      if (by_number && rank != ranks_.end()) {
        numbers.push_back(rank->second);
      } else {
        names.push_back(summary_->PlayerName(verdict.second));
      }
    }
    if (!numbers.empty()) names.insert(names.begin(), Numbers(numbers));
    return Names(names);
  }

  const Summary* summary_;
  RankNumbers ranks_;
  std::string noun_;
  std::vector<Verdict> verdicts_;
};

// All undecided pairs of players in one sentence.
std::string UndecidedSentence(const std::vector<Verdict>& verdicts,
                              const std::string& noun) {
  int64_t undecided = 0, least = 0, most = 0;
  int elo = 0;
  for (const Verdict& verdict : verdicts) {
    if (verdict.finding != Finding::kUndecided) continue;
    ++undecided;
    if (verdict.elo < elo || verdict.elo == 0) continue;
    least = verdict.elo > elo ? verdict.more : std::min(least, verdict.more);
    most = verdict.elo > elo ? verdict.more : std::max(most, verdict.more);
    elo = verdict.elo;
  }
  return absl::StrCat(
      undecided, " of ", verdicts.size(), " comparisons are undecided",
      elo == 0 ? ""
               : absl::StrCat("; ", MoreText(least, most, elo, true, noun)),
      ". The table of every two players has each of them.");
}

std::vector<std::string> Sentences(const Summary& summary,
                                   const std::vector<Verdict>& verdicts,
                                   const RankNumbers& ranks,
                                   const std::string& noun) {
  std::vector<SentenceGroup> groups;
  for (const Verdict& verdict : verdicts) {
    auto group = std::find_if(
        groups.begin(), groups.end(),
        [&](const SentenceGroup& other) { return other.Takes(verdict); });
    if (group == groups.end()) {
      group = groups.insert(group, SentenceGroup(summary, ranks, noun));
    }
    group->Add(verdict);
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const SentenceGroup& a, const SentenceGroup& b) {
                     return a.finding() > b.finding();
                   });
  std::vector<std::string> sentences;
  for (const SentenceGroup& group : groups) {
    if (groups.size() > kMaxSentences &&
        group.finding() == Finding::kUndecided) {
      sentences.push_back(UndecidedSentence(verdicts, noun));
      break;
    }
    sentences.push_back(group.Sentence());
  }
  return sentences;
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
                                     const HeadToHeads& meetings) {
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
      comparison.p = 2 * meeting.Tail(variant.seats);
      comparison.variance_of_round = CarefulVariance(meeting, variant);
      comparison.players_in = {PlayersIn(variant)};
      comparisons.push_back(std::move(comparison));
    }
  }
  return Judge(std::move(comparisons));
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
  return Judge(std::move(comparisons));
}

std::vector<std::string> VerdictSentences(const Summary& summary,
                                          const VariantSummary& variant) {
  return Sentences(summary, variant.verdicts, NumbersOf(variant.players),
                   BlockNoun(variant));
}

std::vector<std::string> OverallSentences(const Summary& summary) {
  return Sentences(summary, summary.verdicts, NumbersOf(summary.overall),
                   "round");
}

const char* FindingName(Finding finding) {
  switch (finding) {
    case Finding::kCertain:
      return "certain";
    case Finding::kLikely:
      return "likely";
    case Finding::kUndecided:
      break;
  }
  return "undecided";
}

std::string FindingOf(const VariantSummary& variant, const PairRow& pair) {
  for (const Verdict& verdict : variant.verdicts) {
    if (KeyOfPair(verdict.first, verdict.second) ==
        KeyOfPair(pair.first, pair.second)) {
      return FindingName(verdict.finding);
    }
  }
  return "-";
}

std::string VerdictText(const Summary& summary, const Verdict& verdict,
                        const std::string& noun) {
  SentenceGroup group(summary, {}, noun);
  group.Add(verdict);
  return group.Sentence();
}

}  // namespace boardwalk::report
