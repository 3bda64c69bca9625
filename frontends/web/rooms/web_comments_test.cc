// Comments on positions: who writes them, who is told, and what keeps them.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "framework/comments.h"
#include "framework/record.h"
#include "framework/testing/full_disk.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/session/session_testing.h"
#include "frontends/web/room_testing.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

using ::testing::HasSubstr;

class WebCommentsTest : public ::testing::Test {
 protected:
  std::unique_ptr<Lobby> Open() const {
    return std::make_unique<Lobby>(
        catalog_, LobbyOptions{.folder = folder_.File("rooms"), .threads = 2});
  }
  static int Comment(Client& client, const Json& ply, const std::string& text) {
    return client
        .Post(client.Path("actions"),
              {{"action", "comment"}, {"ply", ply}, {"text", text}})
        .status;
  }
  static void Play(Client& client, int moves) {
    for (int ply = 0; ply < moves; ++ply) {
      ASSERT_EQ(client.Move(ply, "left").status, 200);
    }
  }

  const TemporaryFolder folder_;
  const Catalog catalog_ = Catalog::Create({session::SwingPlugin()}).value();
};

TEST_F(WebCommentsTest, PlayersAndTheOwnerWriteThemAndAllAreTold) {
  const auto lobby = Open();
  Client client(*lobby);
  const Json created = client.Create({{"game", "swing"}}).json;
  Play(client, 2);
  Client second = client, watcher = client, owner = client;
  second.set_keys({created["keys"]["seats"][1]});
  watcher.set_keys({created["keys"]["watch"]});
  owner.set_keys({created["keys"]["owner"]});
  const auto reader = watcher.Read();
  EXPECT_EQ(reader->NextOf("state")->data["comments"], Json::array());
  EXPECT_EQ(Comment(watcher, 1, "hm"), 403);
  EXPECT_EQ(Comment(second, 2, " too \u00e9arly "), 200);
  EXPECT_EQ(reader->NextOf("comment")->data,
            Json::parse(R"({"ply": 2, "text": "too \u00e9arly"})"));
  EXPECT_EQ(Comment(second, 2, "too \u00e9arly"), 200);  // nothing changes
  EXPECT_EQ(Comment(owner, 0, "from the book"), 200);
  const Json both = Json::parse(
      R"([{"ply": 0, "text": "from the book"},
          {"ply": 2, "text": "too \u00e9arly"}])");
  EXPECT_EQ(reader->NextOf("comment")->data,
            Json::parse(R"({"ply": 0, "text": "from the book"})"));
  EXPECT_EQ(client.State()["comments"], both);
  EXPECT_EQ(Comment(owner, 3, "beyond"), 404);
  EXPECT_EQ(Comment(owner, -1, "before"), 400);
  EXPECT_EQ(Comment(owner, nullptr, "nowhere"), 400);
  EXPECT_EQ(Comment(owner, 1, "two\nlines"), 400);
  EXPECT_EQ(Comment(owner, 1, std::string(501, 'x')), 400);
  EXPECT_EQ(client.State()["comments"], both);
  // Also once the game is over.
  EXPECT_EQ(second.Act("resign").status, 200);
  EXPECT_EQ(Comment(second, 0, ""), 200);
  EXPECT_EQ(reader->NextOf("comment")->data,
            Json::parse(R"({"ply": 0, "text": ""})"));
  EXPECT_EQ(client.State()["comments"], Json::array({both[1]}));
}

TEST_F(WebCommentsTest, TheyGoWithTheirPositions) {
  const auto lobby = Open();
  Client client(*lobby);
  client.Create({{"game", "swing"}});
  Play(client, 4);
  for (int ply = 0; ply <= 4; ++ply) {
    ASSERT_EQ(Comment(client, ply, absl::StrCat("at ", ply)), 200);
  }
  const auto commented = [](const Json& state) {
    std::vector<int> plies;
    for (const Json& comment : state["comments"]) {
      plies.push_back(comment["ply"]);
      EXPECT_EQ(comment["text"], absl::StrCat("at ", plies.back()));
    }
    return plies;
  };
  using ::testing::ElementsAre;
  const Answer branch = client.Post(client.Path("branches"), {{"ply", 2}});
  ASSERT_EQ(branch.status, 200);
  Client other(*lobby);
  other.Enter(branch.json);
  EXPECT_THAT(commented(other.State()), ElementsAre(0, 1, 2));
  for (int i = 0; i < 3; ++i) ASSERT_EQ(client.Act("undo").status, 200);
  EXPECT_THAT(commented(client.State()), ElementsAre(0, 1, 2, 3, 4));
  // A record ends where the game stands.
  const Answer record = client.Get(client.Path("record"));
  EXPECT_THAT(record.body, HasSubstr("comment 0 at 0\ncomment 1 at 1\nresult"));
  other.Create({{"record", record.body}});
  EXPECT_THAT(commented(other.State()), ElementsAre(0, 1));
  const Answer shown = client.Post("records", {{"record", record.body}});
  EXPECT_THAT(commented(shown.json), ElementsAre(0, 1));
  // The same move again leads to the same position, another does not.
  ASSERT_EQ(client.Move(1, "left").status, 200);
  EXPECT_THAT(commented(client.State()), ElementsAre(0, 1, 2));
  ASSERT_EQ(client.Act("undo").status, 200);
  const auto reader = client.Read();
  ASSERT_TRUE(reader->NextOf("state").has_value());
  ASSERT_EQ(client.Move(1, "right").status, 200);
  EXPECT_THAT(commented(client.State()), ElementsAre(0, 1));
  // Who watches is told, but not where none went.
  ASSERT_EQ(client.Move(2, "right").status, 200);
  std::vector<std::string> told;
  for (auto event = reader->Next(); event.has_value(); event = reader->Next()) {
    told.push_back(event->type);
    if (event->type == "comments") {
      EXPECT_THAT(commented(event->data), ElementsAre(0, 1));
    }
    if (event->type == "move" && event->data["ply"] == 3) break;
  }
  EXPECT_THAT(told, ::testing::IsSupersetOf({"move", "comments", "move"}));
  EXPECT_EQ(std::ranges::count(told, "comments"), 1);
  ASSERT_EQ(client.Act("restart").status, 200);
  EXPECT_THAT(commented(client.State()), ElementsAre(0));
}

TEST_F(WebCommentsTest, TheyAreThereAfterANewStart) {
  auto lobby = Open();
  Client client(*lobby);
  client.Create({{"game", "swing"}});
  Play(client, 2);
  ASSERT_EQ(Comment(client, 2, "early"), 200);
  ASSERT_EQ(Comment(client, 1, "gone"), 200);
  ASSERT_EQ(Comment(client, 1, ""), 200);
  {
    const FullDisk full;
    EXPECT_NE(Comment(client, 0, "not written"), 200);
    EXPECT_EQ(Comment(client, 2, "early "), 200);  // nothing changes
  }
  const Json comments = client.State()["comments"];
  EXPECT_EQ(comments.size(), 1u);
  lobby.reset();
  lobby = Open();
  client = client.With(*lobby);
  EXPECT_EQ(client.State()["comments"], comments);
}

TEST_F(WebCommentsTest, TheyCountAndAreBoundedTogether) {
  const auto lobby = Open();
  Client client(*lobby);
  const std::string text(Comments::kMaxCharacters, 'x');
  const int most = static_cast<int>(Comments::kMaxBytes / text.size());
  std::vector<std::string> moves(static_cast<size_t>(most) + 1, "left");
  client.Create({{"game", "swing"}, {"moves", moves}});
  const auto room = lobby->Find(client.room(), client.keys()).value();
  const size_t before = room->Bytes();
  for (int ply = 0; ply < most; ++ply) {
    ASSERT_EQ(Comment(client, ply, text), 200);
  }
  EXPECT_GE(room->Bytes() - before, most * text.size());
  EXPECT_EQ(Comment(client, most, text), 429);
  EXPECT_EQ(Comment(client, most - 1, text + "!"), 400);
  const Json limits = client.State()["limits"];
  EXPECT_EQ(limits, client.Get("games").json["limits"]);
  EXPECT_EQ(limits["comment"], text.size());
  const auto name = [&](int64_t length) {
    return client
        .Post(client.Path("actions"),
              {{"action", "name"},
               {"seat", 1},
               {"name", std::string(static_cast<size_t>(length), 'x')}})
        .status;
  };
  EXPECT_EQ(name(limits["name"]), 200);
  EXPECT_EQ(name(limits["name"].get<int64_t>() + 1), 400);
  EXPECT_EQ(Comment(client, 0, ""), 200);
  EXPECT_EQ(Comment(client, most, text), 200);
}

}  // namespace
}  // namespace boardwalk::web
