#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "frontends/comparison/plan.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::comparison {
namespace {

// In how many sets every two players are together, and how many sets each is
// in; -1 where that is not the same for all.
struct Balance {
  int together = 0;
  int each = 0;
};
Balance BalanceOf(int players, const std::vector<std::vector<int>>& sets) {
  std::vector<std::vector<int>> counts(
      static_cast<size_t>(players),
      std::vector<int>(static_cast<size_t>(players), 0));
  for (const std::vector<int>& set : sets) {
    for (const int a : set) {
      for (const int b : set) ++counts[a][b];
    }
  }
  Balance balance{.together = counts[0][1], .each = counts[0][0]};
  for (int a = 0; a < players; ++a) {
    for (int b = 0; b < players; ++b) {
      int& wanted = a == b ? balance.each : balance.together;
      if (counts[a][b] != wanted) wanted = -1;
    }
  }
  return balance;
}

int64_t Choose(int n, int k) {
  int64_t sets = 1;
  for (int i = 1; i <= k; ++i) sets = sets * (n - i + 1) / i;
  return sets;
}

TEST(SeatingTest, EveryTwoMeetEquallyOften) {
  for (int players = 2; players <= 12; ++players) {
    for (int seats = 2; seats <= std::min(players, 6); ++seats) {
      SCOPED_TRACE(absl::StrCat(players, " players, ", seats, " seats"));
      const auto sets = BalancedPairings(players, seats);
      const Balance balance = BalanceOf(players, sets);
      EXPECT_GT(balance.together, 0);
      EXPECT_GT(balance.each, 0);
      EXPECT_LE(static_cast<int64_t>(sets.size()), Choose(players, seats));
      // As Plan needs them.
      EXPECT_TRUE(std::is_sorted(sets.begin(), sets.end()));
      EXPECT_EQ(std::set(sets.begin(), sets.end()).size(), sets.size());
      for (const std::vector<int>& set : sets) {
        EXPECT_EQ(static_cast<int>(set.size()), seats);
        EXPECT_TRUE(std::is_sorted(set.begin(), set.end()));
        EXPECT_EQ(std::set(set.begin(), set.end()).size(), set.size());
        EXPECT_GE(set.front(), 0);
        EXPECT_LT(set.back(), players);
      }
    }
  }
}

// Far fewer than all sets; some are the well-known smallest designs.
TEST(SeatingTest, TheDesignsAreSmall) {
  const std::map<std::pair<int, int>, size_t> expected = {
      {{7, 3}, 7},    // the Fano plane
      {{13, 4}, 13},  // the projective plane of order 3
      {{11, 5}, 11},  // the biplane
      {{8, 4}, 14},  {{9, 3}, 24},   {{12, 3}, 44},
      {{12, 4}, 33}, {{12, 5}, 132}, {{12, 6}, 22}};
  for (const auto& [key, size] : expected) {
    EXPECT_EQ(BalancedPairings(key.first, key.second).size(), size)
        << key.first << " players, " << key.second << " seats";
  }
}

TEST(SeatingTest, AClassIsBalancedToo) {
  for (const int players : {13, 17, 24, 31}) {
    for (int seats = 2; seats <= 6; ++seats) {
      const auto sets = BalancedPairings(players, seats);
      const Balance balance = BalanceOf(players, sets);
      EXPECT_GT(balance.together, 0) << players << ", " << seats;
      EXPECT_GT(balance.each, 0) << players << ", " << seats;
      EXPECT_LE(sets.size(), 4096u) << players << ", " << seats;
    }
  }
}

// Where the search finds no balance and there are too many sets for all.
TEST(SeatingTest, VeryManyAreNearlyBalanced) {
  std::vector<std::vector<int>> together(64, std::vector<int>(64, 0));
  for (const std::vector<int>& set : BalancedPairings(64, 6)) {
    for (const int a : set) {
      for (const int b : set) ++together[a][b];
    }
  }
  const auto [min, max] =
      std::minmax_element(together[0].begin() + 1, together[0].end());
  EXPECT_GT(*min, 0);
  EXPECT_LE(*max - *min, 2);
}

TEST(SeatingTest, TheSameEveryTime) {
  EXPECT_EQ(BalancedPairings(10, 4), BalancedPairings(10, 4));
}

}  // namespace
}  // namespace boardwalk::comparison
