// What a sequential test says, in a sentence.

#ifndef BOARDWALK_FRONTENDS_REPORT_VERDICT_H_
#define BOARDWALK_FRONTENDS_REPORT_VERDICT_H_

#include <string>

#include "frontends/report/summary.h"

namespace boardwalk::report {

// "Yes: the advantage of a over b is 10 Elo rather than 0 (H1 accepted)."
std::string VerdictSentence(const Summary& summary, const SprtSummary& sprt);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_VERDICT_H_
