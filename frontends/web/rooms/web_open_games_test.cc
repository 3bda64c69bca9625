// Games with open seats: the list of them, who joins, what takes them off it.

#include <chrono>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "framework/testing/full_disk.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/session/journal.h"
#include "frontends/session/session_testing.h"
#include "frontends/web/room_testing.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class WebOpenGamesTest : public ::testing::Test {
 protected:
  std::unique_ptr<Lobby> Open(LobbyOptions options = {}) const {
    options.folder = folder_.File("rooms");
    options.threads = 2;
    return std::make_unique<Lobby>(catalog_, options);
  }
  static std::vector<std::string> Listed(Client& client) {
    std::vector<std::string> rooms;
    const Answer answer = client.Get("open");
    EXPECT_EQ(answer.status, 200) << answer.body;
    for (const Json& game : answer.json["games"]) rooms.push_back(game["room"]);
    return rooms;
  }
  static Answer Join(Client& client, const std::string& room,
                     const Json& body = Json::object()) {
    return client.Post(absl::StrCat("rooms/", room, "/join"), body);
  }
  static Answer Act(Client& client, const Json& action) {
    return client.Post(client.Path("actions"), action);
  }

  const TemporaryFolder folder_;
  const Catalog catalog_ = Catalog::Create({session::SwingPlugin()}).value();
};

TEST_F(WebOpenGamesTest, WhoeverComesTakesASeatAndNoOther) {
  const auto lobby = Open();
  Client owner(*lobby), stranger(*lobby);
  EXPECT_THAT(Listed(stranger), IsEmpty());
  const Json created = owner
                           .Create({{"game", "swing:players=3"},
                                    {"seats", {"human", "human", "human"}},
                                    {"names", {"Ann"}},
                                    {"clock", "300s+3s"},
                                    {"open", {3, 2}}})
                           .json;
  EXPECT_EQ(owner.State()["open"], Json({2, 3}));
  const Json game = stranger.Get("open").json["games"][0];
  EXPECT_EQ(game, Json::parse(absl::StrCat(
                      R"({"room": ")", owner.room(), R"(",
      "game": "swing:players=3", "title": )",
                      owner.State()["title"].dump(), R"(, "seats": [
      {"player": "human", "name": "Ann", "open": false},
      {"player": "human", "name": "", "open": true},
      {"player": "human", "name": "", "open": true}],
      "clock": ")",
                      game["clock"].get<std::string>(), R"(", "plies": 0})")));
  EXPECT_THAT(game["clock"].get<std::string>(), HasSubstr("3"));
  const auto reader = owner.Read();
  EXPECT_EQ(reader->NextOf("state")->data["open"], Json({2, 3}));
  EXPECT_EQ(Join(stranger, owner.room(), {{"seat", 1}}).status, 409);
  EXPECT_EQ(Join(stranger, owner.room(), {{"seat", 4}}).status, 400);
  EXPECT_EQ(Join(stranger, owner.room(), {{"name", "a\nb"}}).status, 400);
  EXPECT_EQ(owner.State()["open"], Json({2, 3}));
  const Answer joined = Join(stranger, owner.room(), {{"name", "Zoe"}});
  ASSERT_EQ(joined.status, 200) << joined.body;
  EXPECT_EQ(
      joined.json,
      Json({{"room", owner.room()},
            {"keys",
             {{"owner", nullptr},
              {"watch", created["keys"]["watch"]},
              {"seats", {nullptr, created["keys"]["seats"][1], nullptr}}}}}));
  Json seats = reader->NextOf("seats")->data;
  while (seats["names"][1] != "Zoe") seats = reader->NextOf("seats")->data;
  EXPECT_EQ(seats["open"], Json({3}));
  EXPECT_EQ(Join(stranger, owner.room(), {{"seat", 2}}).status, 409);
  ASSERT_EQ(Join(stranger, owner.room(), {{"seat", 3}}).status, 200);
  EXPECT_EQ(owner.State()["open"], Json::array());
  EXPECT_THAT(Listed(stranger), IsEmpty());
  EXPECT_EQ(Join(stranger, owner.room()).status, 409);
  EXPECT_EQ(Join(stranger, std::string(26, 'a')).status, 404);
  EXPECT_EQ(stranger.Get(absl::StrCat("rooms/", owner.room(), "/join")).status,
            405);
}

TEST_F(WebOpenGamesTest, TwoWhoComeAtTheSameTimeDoNotGetTheSameSeat) {
  const auto lobby = Open();
  for (int i = 0; i < 20; ++i) {
    Client owner(*lobby);
    owner.Create({{"game", "swing"}, {"open", {2}}});
    std::vector<int> statuses(4);
    std::vector<std::thread> threads;
    threads.reserve(statuses.size());
    for (int& status : statuses) {
      threads.emplace_back([&] {
        Client stranger(*lobby);
        status = Join(stranger, owner.room()).status;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_THAT(statuses, ::testing::UnorderedElementsAre(200, 409, 409, 409));
  }
}

TEST_F(WebOpenGamesTest, OnlySeatsOfPeopleAreOpen) {
  const auto lobby = Open();
  Client owner(*lobby);
  const auto status = [&](const Json& open) {
    return owner
        .Post(
            "rooms",
            {{"game", "swing"}, {"seats", {"human", "sleepy"}}, {"open", open}})
        .status;
  };
  for (const char* open :
       {"[2]", "[3]", "[0]", "[7]", "[1.5]", "[\"1\"]", "1", "[[1]]"}) {
    EXPECT_EQ(status(Json::parse(open)), 400) << open;
  }
  EXPECT_EQ(status({1}), 200);
  EXPECT_EQ(status(Json::array()), 200);
}

TEST_F(WebOpenGamesTest, TheListHasGamesThatGoOnAndAreOpen) {
  const auto lobby = Open();
  Client owner(*lobby), stranger(*lobby);
  const auto create = [&] {
    owner.Create({{"game", "swing"}, {"open", {2}}});
    EXPECT_THAT(Listed(stranger), ElementsAre(owner.room()));
  };
  create();
  EXPECT_EQ(Act(owner, {{"action", "resign"}, {"seat", 1}}).status, 200);
  EXPECT_THAT(Listed(stranger), IsEmpty());
  EXPECT_EQ(Join(stranger, owner.room()).status, 409);
  EXPECT_EQ(owner.State()["open"], Json::array());
  create();
  EXPECT_EQ(owner.Act("delete").status, 200);
  EXPECT_THAT(Listed(stranger), IsEmpty());
  EXPECT_EQ(Join(stranger, owner.room()).status, 404);
  create();
  Client seat = owner;
  seat.set_keys({owner.keys()[1]});
  EXPECT_EQ(seat.Act("close-seats").status, 403);
  EXPECT_EQ(owner.Act("close-seats").status, 200);
  EXPECT_THAT(Listed(stranger), IsEmpty());
  create();
  EXPECT_EQ(Act(owner, {{"action", "seat"}, {"seat", 2}, {"player", "sleepy"}})
                .status,
            200);
  EXPECT_EQ(
      Act(owner, {{"action", "seat"}, {"seat", 2}, {"player", "human"}}).status,
      200);
  EXPECT_THAT(Listed(stranger), IsEmpty());  // for good
  // A branch and a rematch are others' games.
  create();
  EXPECT_EQ(owner.Post(owner.Path("branches"), {{"ply", 0}}).status, 200);
  EXPECT_EQ(Act(owner, {{"action", "resign"}, {"seat", 1}}).status, 200);
  EXPECT_EQ(owner.Act("rematch").status, 200);
  EXPECT_THAT(Listed(stranger), IsEmpty());
}

TEST_F(WebOpenGamesTest,
       TheyStayListedWhenTheyLeaveTheMemoryAndAfterANewStart) {
  const LobbyOptions options = {.idle = std::chrono::nanoseconds(0),
                                .tick = std::chrono::milliseconds(1)};
  auto lobby = Open(options);
  Client owner(*lobby);
  const Json created =
      owner.Create({{"game", "swing:players=3"}, {"open", {2, 3}}}).json;
  ASSERT_EQ(owner.Move(0, "left").status, 200);
  std::weak_ptr<Room> room = *lobby->Find(owner.room(), owner.keys());
  while (!room.expired()) std::this_thread::yield();
  Client stranger(*lobby);
  EXPECT_THAT(Listed(stranger), ElementsAre(owner.room()));
  EXPECT_EQ(stranger.Get("open").json["games"][0]["plies"], 1);
  {
    const auto reader = owner.Read();  // it is in the memory again
    EXPECT_THAT(Listed(stranger), ElementsAre(owner.room()));
  }
  EXPECT_EQ(Join(stranger, owner.room()).json["keys"]["seats"][1],
            created["keys"]["seats"][1]);
  lobby.reset();
  lobby = Open(options);
  Client late(*lobby);
  while (Listed(late).empty()) std::this_thread::yield();
  EXPECT_EQ(late.Get("open").json["games"][0]["seats"][1]["open"], false);
  {
    const FullDisk full;
    EXPECT_NE(Join(late, owner.room()).status, 200);
  }
  EXPECT_EQ(Join(late, owner.room()).json["keys"]["seats"][2],
            created["keys"]["seats"][2]);
  EXPECT_EQ(Join(late, owner.room()).status, 409);
  EXPECT_THAT(Listed(late), IsEmpty());
  // A server that begins has nothing to list then.
  lobby.reset();
  lobby = Open();
  Client last(*lobby);
  EXPECT_EQ(Join(last, owner.room()).status, 409);
}

// A friend who has the link has the seat, however the link is used.
TEST_F(WebOpenGamesTest, ASeatWhoseKeyIsUsedIsOpenNoMore) {
  for (const bool reads : {true, false}) {
    auto lobby = Open();
    Client owner(*lobby);
    const Json created =
        owner.Create({{"game", "swing"}, {"open", {1, 2}}}).json;
    {
      const auto reader = owner.Read();  // has all keys, and is the owner
      ASSERT_EQ(owner.Move(0, "left").status, 200);
    }
    EXPECT_EQ(owner.State()["open"], Json({1, 2}));
    Client watcher = owner, guest = owner;
    watcher.set_keys({created["keys"]["watch"]});
    watcher.Read();
    EXPECT_EQ(owner.State()["open"], Json({1, 2}));
    const auto reader = owner.Read();
    ASSERT_TRUE(reader->NextOf("state").has_value());
    guest.set_keys({created["keys"]["seats"][1]});
    if (reads) {
      {
        const FullDisk full;
        EXPECT_EQ(guest.Get(guest.Path("events")).status, 503);
      }
      EXPECT_EQ(owner.State()["open"], Json({1, 2}));
      guest.Read();
    } else {
      EXPECT_EQ(guest.Move(1, "left").status, 200);
    }
    Json seats = reader->NextOf("seats")->data;
    while (seats["open"] != Json({1})) seats = reader->NextOf("seats")->data;
    Client stranger(*lobby);
    EXPECT_EQ(Join(stranger, owner.room(), {{"seat", 2}}).status, 409);
    lobby.reset();
    lobby = Open();
    Client late(*lobby);
    while (Listed(late).empty()) std::this_thread::yield();
    EXPECT_EQ(Join(late, owner.room(), {{"seat", 2}}).status, 409);
    EXPECT_EQ(Join(late, owner.room()).status, 200);
    EXPECT_EQ(Join(late, owner.room()).status, 409);
  }
}

// Else each start of the server would read it.
TEST_F(WebOpenGamesTest, AGameThatHasEndedIsNotKeptAsOpen) {
  auto lobby = Open();
  Client owner(*lobby);
  owner.Create({{"game", "swing"}, {"open", {2}}});
  const std::string path =
      absl::StrCat(folder_.File("rooms"), "/", owner.room(), ".room");
  const auto last = [&] { return session::Journal::LastLine(path); };
  EXPECT_THAT(last(), HasSubstr("\"open\""));
  {
    // Nor where the end came to the disk, and the note did not.
    std::ofstream(path, std::ios::app)
        << R"({"end":"resignation","loser":1,"detail":"","note":{"open":[2]}})"
        << "\n";
    lobby.reset();
    lobby = Open();
    Client late = owner.With(*lobby);
    EXPECT_FALSE(late.State()["over"].is_null());
    while (absl::StrContains(last(), "\"open\"")) std::this_thread::yield();
  }
  owner = owner.With(*lobby);
  owner.Create({{"game", "swing"}, {"open", {2}}});
  EXPECT_EQ(Act(owner, {{"action", "resign"}, {"seat", 1}}).status, 200);
  EXPECT_THAT(session::Journal::LastLine(absl::StrCat(
                  folder_.File("rooms"), "/", owner.room(), ".room")),
              Not(HasSubstr("\"open\"")));
  EXPECT_EQ(owner.Act("undo").status, 200);
  EXPECT_EQ(owner.State()["open"], Json::array());  // for good
}

TEST_F(WebOpenGamesTest, ASeatThatKeepsItsPersonStaysOpen) {
  const auto lobby = Open();
  Client owner(*lobby), stranger(*lobby);
  owner.Create({{"game", "swing"}, {"open", {2}}});
  const auto room = *lobby->Find(owner.room(), owner.keys());
  const RoomAction no_player = {
      .name = "seat", .seat = 1, .player = "sleepy:no=1"};
  EXPECT_FALSE(room->Act({.owner = true}, no_player).ok());
  EXPECT_EQ(owner.State()["open"], Json({2}));
  {
    const FullDisk full;
    EXPECT_EQ(
        Act(owner, {{"action", "seat"}, {"seat", 2}, {"player", "sleepy"}})
            .status,
        503);
  }
  EXPECT_EQ(owner.State()["open"], Json({2}));
  EXPECT_THAT(Listed(stranger), ElementsAre(owner.room()));
}

TEST_F(WebOpenGamesTest, GuestsDoNotJoin) {
  const auto lobby = Open();
  Client owner(*lobby);
  owner.Create({{"game", "swing"}, {"open", {2}}});
  const Answer answer =
      owner.Ask({.method = "POST",
                 .path = absl::StrCat("/api/1/rooms/", owner.room(), "/join"),
                 .body = "{}",
                 .guest = true});
  EXPECT_EQ(answer.status, 401);
  EXPECT_EQ(owner.State()["open"], Json({2}));
}

TEST_F(WebOpenGamesTest, TheListIsOfThoseUsedLast) {
  Lobby lobby(catalog_, {.threads = 2});
  Client owner(lobby);
  std::vector<std::string> rooms;
  for (size_t i = 0; i < Lobby::kMaxOpenGames + 2; ++i) {
    owner.Create({{"game", "swing"}, {"open", {1, 2}}});
    rooms.insert(rooms.begin(), owner.room());
  }
  rooms.resize(Lobby::kMaxOpenGames);
  EXPECT_EQ(Listed(owner), rooms);
}

}  // namespace
}  // namespace boardwalk::web
