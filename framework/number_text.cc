#include "framework/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace boardwalk {
namespace {

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

// The unit of the last of two digits.
double TwoDigitUnit(double count) {
  double unit = 1;
  while (count / unit > 100) unit *= 10;
  return unit;
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

std::string FormatPercent(double share) {
  return absl::StrCat(FormatFixed(100 * share, 1), " %");
}

std::string FormatPercent(const std::optional<double>& share) {
  return share.has_value() ? FormatPercent(*share) : kNoNumber;
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

std::string FormatSecondsBriefly(double seconds) {
  if (seconds < 0.995e-3) return absl::StrFormat("%.3g us", seconds * 1e6);
  if (seconds < 0.0995) return absl::StrFormat("%.2g ms", seconds * 1e3);
  return absl::StrFormat("%.1f s", seconds);
}

std::string FormatClock(std::chrono::nanoseconds time) {
  const int64_t seconds =
      std::chrono::duration_cast<std::chrono::seconds>(time).count();
  const int64_t hours = seconds / 3600, minutes = seconds / 60 % 60;
  return hours > 0
             ? absl::StrFormat("%d:%02d:%02d", hours, minutes, seconds % 60)
             : absl::StrFormat("%d:%02d", minutes, seconds % 60);
}

int64_t TwoDigitsUp(double count) {
  const double unit = TwoDigitUnit(count);
  return static_cast<int64_t>(std::ceil(count / unit) * unit);
}

int64_t TwoDigits(double count) {
  const double unit = TwoDigitUnit(count);
  return static_cast<int64_t>(std::round(count / unit) * unit);
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

std::string FormatCountBriefly(int64_t count) {
  const auto number = static_cast<double>(count);
  if (count < 10'000) return absl::StrCat(count);
  if (count < 1'000'000) return absl::StrFormat("%.1fk", number / 1e3);
  return absl::StrFormat("%.1fM", number / 1e6);
}

std::string FormatSecondsTick(double seconds) {
  return WithoutZeros(FormatSeconds(seconds));
}

std::string FormatCountTick(double count) {
  return WithoutZeros(FormatCount(count));
}

}  // namespace boardwalk
