#include "frontends/report/format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace boardwalk::report {
namespace {

using statistics::Certainty;

constexpr char kNoNumber[] = "-";

// Three digits of a number in [1, 1000).
std::string ThreeDigits(double number) {
  return FormatFixed(number, number < 9.995 ? 2 : number < 99.95 ? 1 : 0);
}

// Without zeros at the end of the decimals.
std::string WithoutZeros(std::string text) {
  const size_t point = text.find('.');
  if (point == std::string::npos) return text;
  const size_t end =
      std::min(text.find_first_not_of("0123456789", point + 1), text.size());
  size_t kept = end;
  while (text[kept - 1] == '0') --kept;
  if (text[kept - 1] == '.') --kept;
  return text.erase(kept, end - kept);
}

std::string FormatEnds(const statistics::EloEstimate& elo, int digits) {
  return absl::StrCat(FormatSigned(elo.value, digits), " (",
                      FormatSigned(elo.low, digits), " to ",
                      FormatSigned(elo.high, digits), ")");
}

}  // namespace

std::string FormatFixed(double number, int digits) {
  const std::string text = absl::StrFormat("%.*f", digits, number);
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  return zero && text[0] == '-' ? text.substr(1) : text;
}

std::string FormatSigned(double number, int digits) {
  const std::string text = FormatFixed(number, digits);
  return text[0] == '-' ? text : absl::StrCat("+", text);
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
  return kNoNumber;
}

std::string FormatEloEnds(const statistics::EloEstimate& elo) {
  if (elo.certainty != Certainty::kInterval) return FormatElo(elo, 0);
  return FormatEnds(elo, 0);
}

std::string FormatPercent(double share) {
  return absl::StrCat(FormatFixed(100 * share, 1), " %");
}

std::string FormatPercent(const std::optional<double>& share) {
  return share.has_value() ? FormatPercent(*share) : kNoNumber;
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

std::string FormatSeconds(double seconds) {
  if (!(seconds > 0)) return "0";
  struct Unit {
    double seconds;
    const char* name;
  };
  constexpr std::array<Unit, 3> kUnits = {Unit{1, "s"}, Unit{1e-3, "ms"},
                                          Unit{1e-6, "us"}};
  for (const Unit& unit : kUnits) {
    const double number = seconds / unit.seconds;
    if (number >= 0.9995) {
      return absl::StrCat(ThreeDigits(number), " ", unit.name);
    }
  }
  return seconds < 5e-9 ? "< 0.01 us"
                        : absl::StrCat(FormatFixed(seconds * 1e6, 2), " us");
}

int64_t TwoDigits(double count) {
  double unit = 1;
  while (count / unit > 100) unit *= 10;
  return static_cast<int64_t>(std::ceil(count / unit) * unit);
}

std::string FormatCount(double count) {
  if (count > 0 && count < 0.005) return "< 0.01";
  if (count < 0.9995) return FormatFixed(count, 2);
  constexpr std::array<const char*, 5> kUnits = {"", "k", "M", "G", "T"};
  size_t unit = 0;
  while (count >= 999.5 && unit + 1 < kUnits.size()) {
    count /= 1000;
    ++unit;
  }
  const bool whole = unit == 0 && count == std::floor(count);
  return absl::StrCat(whole ? FormatFixed(count, 0) : ThreeDigits(count),
                      kUnits[unit]);
}

std::string FormatCount(const std::optional<double>& count) {
  return count.has_value() ? FormatCount(*count) : kNoNumber;
}

std::string FormatSecondsTick(double seconds) {
  return WithoutZeros(FormatSeconds(seconds));
}

std::string FormatCountTick(double count) {
  return WithoutZeros(FormatCount(count));
}

std::string FormatResults(int64_t wins, int64_t draws, int64_t losses) {
  return absl::StrCat("+", wins, "=", draws, "-", losses);
}

}  // namespace boardwalk::report
