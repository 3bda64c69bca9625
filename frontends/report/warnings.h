// What a reader must know before believing the numbers, in plain words.

#ifndef BOARDWALK_FRONTENDS_REPORT_WARNINGS_H_
#define BOARDWALK_FRONTENDS_REPORT_WARNINGS_H_

#include <string>
#include <vector>

#include "frontends/report/summary.h"

namespace boardwalk::report {

// About one variant of `summary`, the rest of which is filled in; one sentence
// or two each.
std::vector<std::string> VariantWarnings(const Summary& summary,
                                         const VariantSummary& variant);

// About the whole; those about single variants are not told again.
std::vector<std::string> GeneralWarnings(const Summary& summary);

// What blocks are called: "pairs" with two seats, else "blocks"; of one
// without the s.
std::string BlocksWord(const VariantSummary& variant, int64_t count);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_WARNINGS_H_
