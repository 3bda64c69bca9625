#include "framework/number_text.h"

#include <chrono>

#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(NumberTextTest, ZeroHasNoMinus) {
  EXPECT_EQ(FormatFixed(-0.004, 2), "0.00");
  EXPECT_EQ(FormatSigned(-0.004, 2), "+0.00");
  EXPECT_EQ(FormatSigned(0.3, 2), "+0.30");
  EXPECT_EQ(FormatSigned(-2.96, 1), "-3.0");
}

TEST(NumberTextTest, UnsetNumbersAreADash) {
  EXPECT_EQ(FormatPercent(std::optional<double>()), "-");
  EXPECT_EQ(FormatCount(std::optional<double>()), "-");
  EXPECT_EQ(FormatPercent(0.635), "63.5 %");
}

TEST(NumberTextTest, CountsHaveThreeDigits) {
  EXPECT_EQ(FormatCount(0.25), "0.25");
  EXPECT_EQ(FormatCount(0.001), "< 0.01");
  EXPECT_EQ(FormatCount(950.0), "950");
  EXPECT_EQ(FormatCount(999.6), "1.00k");
  EXPECT_EQ(FormatCount(12'345.0), "12.3k");
  EXPECT_EQ(FormatCount(4.56e6), "4.56M");
  EXPECT_EQ(FormatCountTick(2'500), "2.5k");
}

TEST(NumberTextTest, BriefCounts) {
  EXPECT_EQ(FormatCountBriefly(9'876), "9876");
  EXPECT_EQ(FormatCountBriefly(12'345), "12.3k");
  EXPECT_EQ(FormatCountBriefly(1'234'567), "1.2M");
}

TEST(NumberTextTest, SecondsHaveAUnit) {
  EXPECT_EQ(FormatSeconds(0), "0");
  EXPECT_EQ(FormatSeconds(812e-6), "812 us");
  EXPECT_EQ(FormatSeconds(0.0123), "12.3 ms");
  EXPECT_EQ(FormatSeconds(1.234), "1.23 s");
  EXPECT_EQ(FormatSecondsTick(1e-3), "1 ms");
  EXPECT_EQ(FormatSecondsBriefly(0.0123), "12 ms");
  EXPECT_EQ(FormatSecondsBriefly(1.234), "1.2 s");
}

TEST(NumberTextTest, ClocksShowHoursWhereThereAreAny) {
  EXPECT_EQ(FormatClock(milliseconds(59'999)), "0:59");
  EXPECT_EQ(FormatClock(seconds(62)), "1:02");
  EXPECT_EQ(FormatClock(minutes(75) + seconds(9)), "1:15:09");
}

TEST(NumberTextTest, KeepsTwoDigits) {
  EXPECT_EQ(TwoDigitsUp(117.3), 120);
  EXPECT_EQ(TwoDigitsUp(99.5), 100);
  EXPECT_EQ(TwoDigitsUp(4), 4);
  EXPECT_EQ(TwoDigits(114.3), 110);
  EXPECT_EQ(TwoDigits(995), 1000);
  EXPECT_EQ(TwoDigits(4.4), 4);
  EXPECT_EQ(TwoDigits(0), 0);
}

}  // namespace
}  // namespace boardwalk
