// Numbers as reports write them for people.

#ifndef BOARDWALK_FRONTENDS_REPORT_NUMBERS_H_
#define BOARDWALK_FRONTENDS_REPORT_NUMBERS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "frontends/statistics/elo.h"

namespace boardwalk::report {

// "+123", "> +412" for a bound, "-" for none.
std::string EloText(const statistics::EloEstimate& elo);
// "35", half of the 95 % interval; "" where there is none.
std::string ErrorText(const statistics::EloEstimate& elo);
// "+12.3 +- 40.1", "> +120.4", "-".
std::string EloWithError(const statistics::EloEstimate& elo);
// "62.5" for a share of 0.625.
std::string PercentText(double share);
// "1,234,567".
std::string GroupedText(int64_t number);
// Three digits and a unit: "1.23k", "12.3M"; "" where there is nothing.
std::string ShortText(std::optional<double> number);
// "12.3 us", "1.50 ms", "2.00 s".
std::string SecondsText(double seconds);
// "1 game", "2 games".
std::string Counted(int64_t number, absl::string_view singular);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_NUMBERS_H_
