// Which of two players is better, in sentences. head_to_head.h has the numbers.
//
// Example, given `const Summary& summary`:
//
//   for (const VariantSummary& variant : summary.variants) {
//     for (const std::string& sentence :
//          VerdictSentences(summary, variant)) {
//       std::cout << sentence << "\n";
//     }
//   }

#ifndef BOARDWALK_FRONTENDS_REPORT_SIGNIFICANCE_SENTENCES_H_
#define BOARDWALK_FRONTENDS_REPORT_SIGNIFICANCE_SENTENCES_H_

#include <cstddef>
#include <string>
#include <vector>

#include "frontends/report/comparison_summary.h"

namespace boardwalk::report {

// With more others in a sentence, they have numbers instead of names.
inline constexpr size_t kMaxNamedPlayers = 3;

// "a is better than b (certain).", "b and c: undecided; about 120 more pairs
// would tell 30 Elo.": certain verdicts first. Players with the same relation
// to another player share a sentence.
std::vector<std::string> VerdictSentences(const Summary& summary,
                                          const VariantSummary& variant);
std::vector<std::string> OverallSentences(const Summary& summary);

// "certain", "likely" or "undecided".
const char* SignificanceName(Significance significance);
// The name for two players of a variant; "-" if they had no whole pairs.
std::string SignificanceOf(const VariantSummary& variant, const PairRow& pair);
// The sentence of a single verdict; `noun` is the unit that it counts: "pair".
std::string VerdictSentence(const Summary& summary, const Verdict& verdict,
                            const std::string& noun);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_SIGNIFICANCE_SENTENCES_H_
