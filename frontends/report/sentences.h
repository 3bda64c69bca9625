// The sentences of reports: warnings, which of two players is better
// (head_to_head.h has the numbers), the result of a sequential test, and the
// glossary.
//
// Example, given `const Summary& summary`:
//
//   for (const VariantSummary& variant : summary.variants) {
//     for (const std::string& sentence :
//          VerdictSentences(summary, variant)) {
//       std::cout << sentence << "\n";
//     }
//   }

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frontends/report/comparison_summary.h"

namespace boardwalk::report {

// The programs and machines that played the games (Store::origins), in one
// line.
std::string DescribeOrigins(const std::vector<std::string>& origins);

// "Yes: a is better than b: a lead of 10 Elo fits the results better than one
// of 0 (H1 accepted).", and how often such a test errs. If it is undecided, it
// says about how many more pairs would decide.
// REQUIRES: summary.sprt is set.
std::string SprtSentence(const Summary& summary);

// "The first seat scores 54.0 +- 3.0 %: an advantage."; "" without whole
// blocks.
std::string SeatSentence(const VariantSummary& variant);

// The meaning of scores in games for three and more; "" in games for two.
std::string ScoresOfMany(const VariantSummary& variant);

// The meaning of the table over all games.
std::string OverallNote();

// A word of a report and its meaning.
struct Term {
  std::string name;
  std::string text;
};
// The words that need an explanation in this report. `with_titles` adds the
// titles of its tables, which a terminal has no space to explain.
std::vector<Term> Glossary(const Summary& summary, bool with_titles);

// Warnings about one variant of `summary`, which is complete except for the
// warnings; one or two sentences each.
std::vector<std::string> VariantWarnings(const Summary& summary,
                                         const VariantSummary& variant);

// Warnings about the whole, without those about single variants.
std::vector<std::string> GeneralWarnings(const Summary& summary);

// "pair" with two seats, else "block".
const char* BlockNoun(const VariantSummary& variant);

// "each player 40"; "" if the numbers of games differ.
std::string GamesEach(const VariantSummary& variant);

// With more others in a sentence, it says "all others" where they are.
inline constexpr size_t kMaxNamedPlayers = 3;

// "a is better than b (certain).", "b and c: undecided; about 120 more pairs
// would tell 30 Elo.": certain verdicts first. Players with the same relation
// to another player share a sentence.
std::vector<std::string> VerdictSentences(const Summary& summary,
                                          const VariantSummary& variant);
std::vector<std::string> OverallSentences(const Summary& summary);

// Says what "certain" means at its first use in a report, of which `explained`
// keeps whether it has been.
void ExplainCertain(std::vector<std::string>& sentences, bool& explained);

// "certain", "likely" or "undecided".
const char* SignificanceName(Significance significance);
// The name for two players of a variant; "-" if they had no whole pairs.
std::string SignificanceOf(const VariantSummary& variant, const PairRow& pair);
// The sentence of a single verdict; `noun` is the unit that it counts: "pair".
std::string VerdictSentence(const Summary& summary, const Verdict& verdict,
                            const std::string& noun);

}  // namespace boardwalk::report
