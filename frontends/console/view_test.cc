#include "frontends/console/view.h"

#include "frontends/console/testing.h"
#include "gtest/gtest.h"

namespace boardwalk::console {
namespace {

TEST(ViewTest, TheSeatsStayWithinTheScreen) {
  const Catalog catalog = Catalog::Create({SwingPlugin()}).value();
  const Session session =
      Session::Create(catalog.MakeGame("swing:players=3").value(),
                      {"human", "witness", "human"}, 0)
          .value();
  const std::string line =
      "Player 1: human   Player 2: witness   Player 3: human";
  EXPECT_EQ(SeatsLine(session), line);
  EXPECT_EQ(SeatsText(session, static_cast<int>(line.size())), line);
  EXPECT_EQ(SeatsText(session, static_cast<int>(line.size()) - 1),
            "Player 1: human    Player 2: witness\nPlayer 3: human");
  EXPECT_EQ(SeatsText(session, 1),
            "Player 1: human\nPlayer 2: witness\nPlayer 3: human");
}

}  // namespace
}  // namespace boardwalk::console
