#include "frontends/report/sentences.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"

namespace boardwalk::report {
namespace {

// With more sentences, those about undecided pairs are one.
constexpr size_t kMaxSentences = 12;

// The numbers of players in a table, from 1: "2", "2 to 5 and 7".
std::string NumberRanges(std::vector<int> numbers) {
  std::ranges::sort(numbers);
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
    const auto same = std::ranges::count(rows, row.rank, &PlayerRow::rank);
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
    return verdict.first == mine.first &&
           verdict.significance == mine.significance &&
           verdict.elo == mine.elo && verdict.blocks == mine.blocks;
  }
  void Add(const Verdict& verdict) { verdicts_.push_back(verdict); }

  Significance significance() const { return verdicts_.front().significance; }

  std::string Sentence() const {
    const Verdict& mine = verdicts_.front();
    const std::string& first = summary_->PlayerName(mine.first);
    if (mine.significance != Significance::kUndecided) {
      return absl::StrCat(first, " is better than ", Others(), " (",
                          SignificanceName(mine.significance), ").");
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
    if (!numbers.empty()) names.insert(names.begin(), NumberRanges(numbers));
    return JoinWords(names, "and");
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
    if (verdict.significance != Significance::kUndecided) continue;
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
    auto group = std::ranges::find_if(groups, [&](const SentenceGroup& other) {
      return other.Takes(verdict);
    });
    if (group == groups.end()) {
      group = groups.insert(group, SentenceGroup(summary, ranks, noun));
    }
    group->Add(verdict);
  }
  std::ranges::stable_sort(groups, std::ranges::greater(),
                           &SentenceGroup::significance);
  std::vector<std::string> sentences;
  for (const SentenceGroup& group : groups) {
    if (groups.size() > kMaxSentences &&
        group.significance() == Significance::kUndecided) {
      sentences.push_back(UndecidedSentence(verdicts, noun));
      break;
    }
    sentences.push_back(group.Sentence());
  }
  return sentences;
}

}  // namespace

std::vector<std::string> VerdictSentences(const Summary& summary,
                                          const VariantSummary& variant) {
  return Sentences(summary, variant.verdicts, NumbersOf(variant.players),
                   BlockNoun(variant));
}

std::vector<std::string> OverallSentences(const Summary& summary) {
  return Sentences(summary, summary.verdicts, NumbersOf(summary.overall),
                   "round");
}

const char* SignificanceName(Significance significance) {
  switch (significance) {
    case Significance::kCertain:
      return "certain";
    case Significance::kLikely:
      return "likely";
    case Significance::kUndecided:
      break;
  }
  return "undecided";
}

std::string SignificanceOf(const VariantSummary& variant, const PairRow& pair) {
  for (const Verdict& verdict : variant.verdicts) {
    if (std::minmax(verdict.first, verdict.second) ==
        std::minmax(pair.first, pair.second)) {
      return SignificanceName(verdict.significance);
    }
  }
  return "-";
}

std::string VerdictSentence(const Summary& summary, const Verdict& verdict,
                            const std::string& noun) {
  SentenceGroup group(summary, {}, noun);
  group.Add(verdict);
  return group.Sentence();
}

}  // namespace boardwalk::report
