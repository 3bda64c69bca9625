// Rooms through the interface: who may do what, moves, events, computers.

#include <thread>

#include "frontends/session/testing.h"
#include "frontends/web/testing.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

using ::testing::HasSubstr;

class WebRoomsTest : public ::testing::Test {
 protected:
  const Catalog catalog_ = Catalog::Create({session::SwingPlugin()}).value();
  Lobby lobby_{catalog_, {.threads = 2}};
  Client client_{lobby_};
};

TEST_F(WebRoomsTest, APersonPlaysAComputerAndEachEventComesOnce) {
  client_.Create({{"game", "swing"}, {"seats", {"human", "witness"}}});
  const auto reader = client_.Read();
  auto event = reader->NextOf("state");
  ASSERT_TRUE(event.has_value());
  uint64_t number = event->number;
  EXPECT_EQ(event->data["event"], number);
  for (int ply = 0; ply < 10; ply += 2) {
    EXPECT_EQ(client_.Move(ply, "left").status, 200);
    for (int i = 1; i <= 2; ++i) {
      event = reader->NextOf("move");
      ASSERT_TRUE(event.has_value());
      EXPECT_GT(event->number, number);
      number = event->number;
      EXPECT_EQ(event->data["ply"], ply + i);
      EXPECT_EQ(event->data["move"], i == 1 ? "left" : "right");
    }
  }
  EXPECT_EQ(client_.Move(10, "resig").status, 200);
  event = reader->NextOf("over");
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->data["how"], "rules");
  EXPECT_EQ(event->data["returns"], Json::parse("[1.0, -1.0]"));
  EXPECT_EQ(client_.Move(11, "left").status, 409);
}

TEST_F(WebRoomsTest, KeysSayWhoMayDoWhat) {
  const Json created =
      client_.Create({{"game", "swing"}, {"seats", {"human", "human"}}}).json;
  const Json& keys = created["keys"];
  client_.set_keys({});
  EXPECT_EQ(client_.Get(client_.Path()).status, 403);
  client_.set_keys({std::string(26, 'a')});
  EXPECT_EQ(client_.Get(client_.Path()).status, 403);
  EXPECT_EQ(client_.Get("rooms/nothing").status, 404);

  client_.set_keys({keys["watch"]});
  EXPECT_EQ(client_.State()["role"],
            Json::parse(R"({"seats": [], "owner": false})"));
  EXPECT_EQ(client_.Move(0, "left").status, 403);
  EXPECT_EQ(client_.Act("resign").status, 400);

  client_.set_keys({keys["seats"][1]});
  EXPECT_EQ(client_.Move(0, "left").status, 403);
  EXPECT_EQ(client_.Act("undo").status, 403);
  client_.set_keys({keys["seats"][0]});
  EXPECT_EQ(client_.Move(0, "left").status, 200);
  EXPECT_EQ(client_.Move(1, "left").status, 403);
  EXPECT_EQ(client_.Move(0, "left").status, 409);
  client_.set_keys({keys["owner"]});
  EXPECT_EQ(client_.Move(1, "left").status, 200);
  const Answer wrong = client_.Move(2, "up");
  EXPECT_EQ(wrong.status, 422);
  EXPECT_THAT(wrong.error(), HasSubstr("a swing goes left or right"));
}

}  // namespace
}  // namespace boardwalk::web
