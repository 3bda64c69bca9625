#include "frontends/report/sentences.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"

namespace boardwalk::report {
namespace {

// With more sentences, those about undecided pairs are one.
constexpr size_t kMaxSentences = 12;

// How many more `noun`s: "about 120 more pairs would tell 30 Elo".
std::string MoreText(int64_t least, int64_t most, int elo, bool each,
                     const std::string& noun) {
  const std::string count =
      least == most ? Counted(most, absl::StrCat("more ", noun))
                    : absl::StrCat(least, " to ", most, " more ", noun, "s");
  return absl::StrCat("about ", count, each ? " each" : "", " would tell ", elo,
                      " Elo");
}

// The players that have games.
using Field = std::set<int>;

Field FieldOf(const std::vector<PlayerRow>& rows) {
  Field field;
  for (const PlayerRow& row : rows) {
    if (row.games > 0) field.insert(row.player);
  }
  return field;
}

Field FieldOf(const std::vector<OverallRow>& rows) {
  Field field;
  for (const OverallRow& row : rows) {
    if (row.variants > 0) field.insert(row.player);
  }
  return field;
}

// Verdicts that share a sentence.
class SentenceGroup {
 public:
  SentenceGroup(const Summary& summary, Field field, std::string noun)
      : summary_(&summary), field_(std::move(field)), noun_(std::move(noun)) {}

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
        each ? absl::StrCat(" and each of ", Others("the others"))
             : " and " + Others();
    return absl::StrCat(
        first, verb, ": undecided",
        mine.elo == 0
            ? ""
            : absl::StrCat("; ", MoreText(least, most, mine.elo, each, noun_)),
        ".");
  }

 private:
  // Many others are `all` of them, or all but a few.
  std::string Others(const char* all = "all others") const {
    Field left = field_;
    left.erase(verdicts_.front().first);
    std::vector<std::string> names;
    for (const Verdict& verdict : verdicts_) {
      left.erase(verdict.second);
      names.push_back(summary_->PlayerName(verdict.second));
    }
    if (names.size() <= kMaxNamedPlayers || left.size() > kMaxNamedPlayers) {
      return JoinWords(names, "and");
    }
    if (left.empty()) return all;
    names.clear();
    for (const int player : left) {
      names.push_back(summary_->PlayerName(player));
    }
    return absl::StrCat(all, " but ", JoinWords(names, "and"));
  }

  const Summary* summary_;
  Field field_;
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
                                   const Field& field,
                                   const std::string& noun) {
  std::vector<SentenceGroup> groups;
  for (const Verdict& verdict : verdicts) {
    auto group = std::ranges::find_if(groups, [&](const SentenceGroup& other) {
      return other.Takes(verdict);
    });
    if (group == groups.end()) {
      group = groups.insert(group, SentenceGroup(summary, field, noun));
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
  return Sentences(summary, variant.verdicts, FieldOf(variant.players),
                   BlockNoun(variant));
}

std::vector<std::string> OverallSentences(const Summary& summary) {
  return Sentences(summary, summary.verdicts, FieldOf(summary.overall),
                   "round");
}

void ExplainCertain(std::vector<std::string>& sentences, bool& explained) {
  const std::string certain = "(certain)";
  for (std::string& sentence : sentences) {
    const size_t at = sentence.find(certain);
    if (explained || at == std::string::npos) continue;
    sentence.replace(at, certain.size(),
                     "(certain: 5 % error over all comparisons together)");
    explained = true;
  }
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
