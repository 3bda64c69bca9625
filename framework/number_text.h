// Numbers as people read them: plain ASCII, never "inf" or "nan", and "-" for
// a number that is unset. text.h has numbers that read back (ShortestNumber).
//
// Example:
//
//   std::cout << FormatCount(12'345.0) << " nodes in " << FormatSeconds(0.0123)
//             << ", value " << FormatSigned(0.25, 2);
//   // 12.3k nodes in 12.3 ms, value +0.25

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace boardwalk {

// With `digits` decimals: "12.50"; never "-0". REQUIRES: `number` is finite,
// here and below.
std::string FormatFixed(double number, int digits);
// The same with its sign: "+12.5", "-3.0", "+0".
std::string FormatSigned(double number, int digits);

// A share in [0, 1]: "63.5 %".
std::string FormatPercent(double share);
std::string FormatPercent(const std::optional<double>& share);

// Three digits and a unit: "812 us", "12.3 ms", "1.23 s"; "0" for nothing.
std::string FormatSeconds(double seconds);
// Two digits, for lines that change while they are read: "12 ms", "1.2 s".
std::string FormatSecondsBriefly(double seconds);

// A time as a clock shows it, in whole seconds: "4:07", "1:02:03".
// REQUIRES: time >= 0.
std::string FormatClock(std::chrono::nanoseconds time);

// Three digits: "0.25", "950", "12.3k", "4.56M".
std::string FormatCount(double count);
std::string FormatCount(const std::optional<double>& count);
// Below 10,000 all digits, else one decimal, for lines that change while they
// are read: "9876", "12.3k", "4.6M".
std::string FormatCountBriefly(int64_t count);

// Without zeros at the end, for the ticks of an axis: "1 ms", "2.5k".
std::string FormatSecondsTick(double seconds);
std::string FormatCountTick(double count);

// In two digits: rounded up, for "about" (117 is 120, 4 is 4), or to the
// nearest such number. REQUIRES: 0 <= count <= 1e18.
int64_t TwoDigitsUp(double count);
int64_t TwoDigits(double count);

}  // namespace boardwalk
