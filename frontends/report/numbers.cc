#include "frontends/report/numbers.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace boardwalk::report {

using statistics::Certainty;
using statistics::EloEstimate;

std::string EloText(const EloEstimate& elo) {
  switch (elo.certainty) {
    case Certainty::kNone:
      return "-";
    case Certainty::kInterval:
      break;
    case Certainty::kAtLeast:
      return absl::StrFormat("> %+.0f", elo.low);
    case Certainty::kAtMost:
      return absl::StrFormat("< %+.0f", elo.high);
  }
  return absl::StrFormat("%+.0f", elo.value);
}

std::string ErrorText(const EloEstimate& elo) {
  if (elo.certainty != Certainty::kInterval) return "";
  return absl::StrFormat("%.0f", elo.error);
}

std::string EloWithError(const EloEstimate& elo) {
  if (elo.certainty != Certainty::kInterval) return EloText(elo);
  return absl::StrFormat("%+.1f +- %.1f", elo.value, elo.error);
}

std::string PercentText(double share) {
  return absl::StrFormat("%.1f", 100 * share);
}

std::string GroupedText(int64_t number) {
  std::string text = absl::StrCat(number);
  for (size_t at = text.size(); at > (number < 0 ? 4u : 3u);) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::string ShortText(std::optional<double> number) {
  if (!number) return "";
  double value = *number;
  const char* unit = "";
  for (const char* next : {"k", "M", "G", "T"}) {
    if (value < 999.5) break;
    value /= 1000;
    unit = next;
  }
  const int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  // Whole numbers stay whole.
  if (*unit == 0 && value == std::floor(value)) {
    return absl::StrFormat("%.0f", value);
  }
  return absl::StrFormat("%.*f%s", decimals, value, unit);
}

std::string SecondsText(double seconds) {
  if (seconds < 0.9995e-3) return absl::StrFormat("%.1f us", seconds * 1e6);
  if (seconds < 0.9995) return absl::StrFormat("%.2f ms", seconds * 1e3);
  return absl::StrFormat("%.2f s", seconds);
}

std::string Counted(int64_t number, absl::string_view singular) {
  return absl::StrCat(GroupedText(number), " ", singular,
                      number == 1 ? "" : "s");
}

}  // namespace boardwalk::report
