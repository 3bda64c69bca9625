#include "frontends/report/elo_text.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/number_text.h"

namespace boardwalk::report {
namespace {

using statistics::Certainty;

std::string FormatEnds(const statistics::EloEstimate& elo, int digits) {
  return absl::StrCat(FormatSigned(elo.value, digits), " (",
                      FormatSigned(elo.low, digits), " to ",
                      FormatSigned(elo.high, digits), ")");
}

}  // namespace

KnownElo KnownParts(const statistics::EloEstimate& elo) {
  switch (elo.certainty) {
    case Certainty::kInterval:
      return {elo.value, elo.error, elo.low, elo.high};
    case Certainty::kAtLeast:
      return {.low = elo.low};
    case Certainty::kAtMost:
      return {.high = elo.high};
    default:
      return {};
  }
}

std::string FormatElo(const statistics::EloEstimate& elo, int digits) {
  switch (elo.certainty) {
    case Certainty::kNone:
      break;
    case Certainty::kReference:
      return "reference";
    case Certainty::kInterval:
      // "+- error" must not say something else about 0 than the interval does.
      if ((elo.value - elo.error > 0) != (elo.low > 0) ||
          (elo.value + elo.error < 0) != (elo.high < 0)) {
        return FormatEnds(elo, digits);
      }
      return absl::StrCat(FormatSigned(elo.value, digits), " +- ",
                          FormatFixed(elo.error, digits));
    case Certainty::kAtLeast:
      return absl::StrCat("> ", FormatSigned(elo.low, digits));
    case Certainty::kAtMost:
      return absl::StrCat("< ", FormatSigned(elo.high, digits));
  }
  return "-";
}

std::string FormatEloEnds(const statistics::EloEstimate& elo) {
  if (elo.certainty != Certainty::kInterval) return FormatElo(elo, 0);
  return FormatEnds(elo, 0);
}

std::string FormatShareInterval(double share, double error, int digits) {
  if (share - error < 0 || share + error > 1) {
    return absl::StrCat(
        FormatFixed(100 * share, digits), " (",
        FormatFixed(100 * std::max(share - error, 0.0), digits), " to ",
        FormatFixed(100 * std::min(share + error, 1.0), digits), ") %");
  }
  return absl::StrCat(FormatFixed(100 * share, digits), " +- ",
                      FormatFixed(100 * error, digits), " %");
}

std::string FormatSuperiority(double likelihood) {
  if (likelihood >= 0.9995) return "> 99.9 %";
  return likelihood < 0.0005 ? "< 0.1 %" : FormatPercent(likelihood);
}

std::string FormatResults(int64_t wins, int64_t draws, int64_t losses) {
  return absl::StrCat("+", wins, "=", draws, "-", losses);
}

}  // namespace boardwalk::report
