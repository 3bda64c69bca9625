// The sentences of reports: what must be known before the
// numbers can be trusted, and what a sequential test found.

#ifndef BOARDWALK_FRONTENDS_REPORT_WORDING_H_
#define BOARDWALK_FRONTENDS_REPORT_WORDING_H_

#include <string>
#include <utility>
#include <vector>

#include "frontends/comparison/configuration.h"
#include "frontends/report/summary.h"

namespace boardwalk::report {

// By what the games were played (Store::origins), in one line.
std::string DescribeOrigins(const Summary& summary);

// "Yes: a is better than b: a lead of 10 Elo fits the results better than one
// of 0 (H1 accepted).", and how often such a test errs. If it is undecided, it
// says about how many more pairs would decide.
// REQUIRES: summary.sprt is set.
std::string VerdictSentence(const Summary& summary);

// "The first seat scores 54.0 +- 3.0 %: an advantage."; "" without whole
// blocks.
std::string SeatSentence(const VariantSummary& variant);

// What the scores of games for three and more mean; "" for two.
std::string ScoresOfMany(const VariantSummary& variant);

// What the table over all games shows.
std::string OverallNote();

// How to read the verdicts and intervals of this report: a title and a
// paragraph each.
std::vector<std::pair<std::string, std::string>> ReadingNotes(
    const Summary& summary);

// Warnings about one variant of `summary`, which is complete except for the
// warnings; one or two sentences each.
std::vector<std::string> VariantWarnings(const Summary& summary,
                                         const VariantSummary& variant);

// Warnings about the whole, without those about single variants.
std::vector<std::string> GeneralWarnings(const Summary& summary);

// "pair" with two seats, else "block".
const char* BlockNoun(const VariantSummary& variant);

// "3 openings", or that they are not known.
std::string OpeningsText(const VariantSummary& variant);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_WORDING_H_
