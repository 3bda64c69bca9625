#include "frontends/console/view.h"

#include "frontends/console/testing.h"
#include "gtest/gtest.h"

namespace boardwalk::console {
namespace {

TEST(ViewTest, TheSeatsStayWithinTheScreen) {
  const std::vector<std::string> seats = {"human", "witness", "human"};
  const std::string line =
      "Player 1: human   Player 2: witness   Player 3: human";
  EXPECT_EQ(SeatsLine(seats), line);
  EXPECT_EQ(SeatsText(seats, static_cast<int>(line.size())), line);
  EXPECT_EQ(SeatsText(seats, static_cast<int>(line.size()) - 1),
            "Player 1: human    Player 2: witness\nPlayer 3: human");
  EXPECT_EQ(SeatsText(seats, 1),
            "Player 1: human\nPlayer 2: witness\nPlayer 3: human");
}

}  // namespace
}  // namespace boardwalk::console
