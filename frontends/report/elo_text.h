// Elo, scores and results as text: plain ASCII, "-" if there is no number.
// framework/number_text.h has the other numbers.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "frontends/statistics/elo.h"

namespace boardwalk::report {

// The numbers of an estimate that are known: a bound has only its own end.
struct KnownElo {
  std::optional<double> value = {}, error = {}, low = {}, high = {};
};
KnownElo KnownParts(const statistics::EloEstimate& elo);

// "+123 +- 34"; "+123 (+0 to +170)" if the interval is so far from symmetric
// that +- would be wrong about 0; a bound as "> +412" or "< -412"; "reference".
std::string FormatElo(const statistics::EloEstimate& elo, int digits);
// "+123 (+90 to +170)", for intervals that are far from symmetric.
std::string FormatEloEnds(const statistics::EloEstimate& elo);

// "63.5 +- 4.0 %", or "98.0 (93.0 to 100.0) %" where the interval ends at 0 or
// 1. The error is half of the interval.
std::string FormatShareInterval(double share, double error, int digits);

// The likelihood of superiority, which is never certain: "97.6 %", "> 99.9 %".
std::string FormatSuperiority(double likelihood);

// "+12=3-4"
std::string FormatResults(int64_t wins, int64_t draws, int64_t losses);

}  // namespace boardwalk::report
