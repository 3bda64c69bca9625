// Numbers for people to read: plain ASCII, never "inf" or "nan", and "-" if
// there is no number.

#ifndef BOARDWALK_FRONTENDS_REPORT_FORMAT_H_
#define BOARDWALK_FRONTENDS_REPORT_FORMAT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "frontends/statistics/elo.h"
#include "frontends/statistics/sprt.h"

namespace boardwalk::report {

// With `digits` decimals: "12.50"; never "-0".
std::string FormatFixed(double number, int digits);
// The same with its sign: "+12.5", "-3.0", "+0".
std::string FormatSigned(double number, int digits);

// "+123 +- 34"; "+123 (+0 to +170)" if the interval is so far from symmetric
// that +- would be wrong about 0; a bound as "> +412" or "< -412"; "reference".
std::string FormatElo(const statistics::EloEstimate& elo, int digits);
// "+123 (+90 to +170)", for intervals that are far from symmetric.
std::string FormatEloEnds(const statistics::EloEstimate& elo);

// "63.5 %"
std::string FormatPercent(double share);
std::string FormatPercent(const std::optional<double>& share);

// "63.5 +- 4.0 %", or "98.0 (93.0 to 100.0) %" where the interval ends at 0 or
// 1. The error is half of the interval.
std::string FormatShareInterval(double share, double error, int digits);

// The likelihood of superiority, which is never certain: "97.6 %", "> 99.9 %".
std::string FormatSuperiority(double likelihood);

// Three digits and a unit: "812 us", "12.3 ms", "1.23 s"; "0" for nothing.
std::string FormatSeconds(double seconds);

// Rounded up to two digits, for "about": 117 is 120, 4 is 4.
int64_t TwoDigits(double count);

// Three digits: "0.25", "950", "12.3k", "4.56M".
std::string FormatCount(double count);
std::string FormatCount(const std::optional<double>& count);

// Without zeros at the end, for the ticks of an axis: "1 ms", "2.5k".
std::string FormatSecondsTick(double seconds);
std::string FormatCountTick(double count);

// "+12=3-4"
std::string FormatResults(int64_t wins, int64_t draws, int64_t losses);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_FORMAT_H_
