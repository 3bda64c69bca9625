#include "ai/common/chances.h"

#include <algorithm>
#include <cmath>

#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

TEST(ChancesTest, LogisticIsExactEnough) {
  for (double x = -20; x <= 20; x += 0.0103) {
    const double exact = 1 / (1 + std::exp(-std::clamp(x, -16.0, 16.0)));
    EXPECT_NEAR(Logistic(x), exact, 2e-5) << x;
    EXPECT_EQ(Logistic(x), 1 - Logistic(-x)) << x;
    EXPECT_GT(Logistic(x), 0);
    EXPECT_LT(Logistic(x), 1);
    EXPECT_LE(Logistic(x), Logistic(x + 0.01));
  }
  EXPECT_EQ(Logistic(0), 0.5);
}

TEST(ChancesTest, LogitOfIsLogisticTheOtherWayRound) {
  for (double x = -15.99; x < 16; x += 0.0103) {
    // Near 1 the spacing of doubles blurs p.
    EXPECT_NEAR(LogitOf(Logistic(x)), x, 1e-8) << x;
  }
  EXPECT_EQ(LogitOf(0.5), 0);
  EXPECT_EQ(LogitOf(0.75), -LogitOf(0.25));
  EXPECT_EQ(LogitOf(1), 16);
  EXPECT_EQ(LogitOf(0), -16);
}

TEST(ChancesTest, TemperaturesDivideLogits) {
  for (int players = 2; players <= 6; ++players) {
    for (const double logits : {-5.0, -0.3, 0.0, 0.7, 4.0}) {
      const double value = ExpectedReturn(logits, players);
      EXPECT_EQ(AtTemperature(value, players, 1), value);
      for (const double temperature : {0.25, 0.9, 3.0}) {
        EXPECT_NEAR(AtTemperature(value, players, temperature),
                    ExpectedReturn(logits / temperature, players), 1e-6)
            << players << " " << logits << " " << temperature;
      }
    }
    const double loss = -1.0 / (players - 1);
    EXPECT_EQ(AtTemperature(1, players, 0.5), 1);
    EXPECT_EQ(AtTemperature(loss, players, 3), loss);
  }
  EXPECT_EQ(AtTemperature(0.4, 2, 3), -AtTemperature(-0.4, 2, 3));
}

TEST(ChancesTest, ReturnsFollowFromChances) {
  EXPECT_EQ(ExpectedReturn(0, 2), 0);
  EXPECT_NEAR(ExpectedReturn(std::log(3), 2), 0.5, 1e-4);
  EXPECT_EQ(ExpectedReturn(0.7, 2), -ExpectedReturn(-0.7, 2));
  for (int players = 3; players <= 6; ++players) {
    EXPECT_NEAR(WinProbability(0, players), 1.0 / players, 1e-4);
    EXPECT_NEAR(ExpectedReturn(0, players), 0, 1e-4);
    EXPECT_LT(ExpectedReturn(15, players), 1);
    EXPECT_GT(ExpectedReturn(-15, players), -1.0 / (players - 1));
  }
}

}  // namespace
}  // namespace boardwalk::ai
