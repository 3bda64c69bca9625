#include "frontends/report/verdict.h"

#include <cstddef>

#include "absl/strings/str_cat.h"

namespace boardwalk::report {

std::string VerdictSentence(const Summary& summary, const SprtSummary& sprt) {
  const std::vector<std::string>& players = summary.configuration.players;
  const statistics::SprtHypotheses& hypotheses = sprt.hypotheses;
  const char* unit = hypotheses.model == statistics::EloModel::kNormalized
                         ? " normalized Elo"
                         : " Elo";
  const std::string first = players[static_cast<size_t>(sprt.first)];
  const std::string second = players[static_cast<size_t>(sprt.second)];
  const auto by = [&](double elo, double rather) {
    return absl::StrCat("the advantage of ", first, " over ", second, " is ",
                        elo, unit, " rather than ", rather);
  };
  switch (sprt.state.verdict) {
    case statistics::SprtVerdict::kAcceptH1:
      return absl::StrCat("Yes: ", by(hypotheses.elo1, hypotheses.elo0),
                          " (H1 accepted).");
    case statistics::SprtVerdict::kAcceptH0:
      return absl::StrCat("No: ", by(hypotheses.elo0, hypotheses.elo1),
                          " (H0 accepted).");
    case statistics::SprtVerdict::kContinue:
      break;
  }
  return absl::StrCat("Undecided whether ",
                      by(hypotheses.elo1, hypotheses.elo0), ".");
}

}  // namespace boardwalk::report
