// Rooms through the interface: who may do what, moves, events, computers.

#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "frontends/session/session_testing.h"
#include "frontends/web/http/server.h"
#include "frontends/web/room_testing.h"
#include "frontends/web/rooms/advice.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

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
            Json::parse(R"({"seats": [], "owner": false, "for_all": false,
                            "guest": false})"));
  EXPECT_EQ(client_.Move(0, "left").status, 403);
  EXPECT_EQ(client_.Act("resign").status, 403);
  EXPECT_EQ(client_.Act("hint").status, 403);
  EXPECT_EQ(client_.Get(client_.Path("keys")).status, 403);

  client_.set_keys({keys["seats"][1]});
  EXPECT_EQ(client_.Move(0, "left").status, 403);
  EXPECT_EQ(client_.Act("undo").status, 403);
  client_.set_keys({keys["seats"][0]});
  EXPECT_EQ(client_.Move(0, "left").status, 200);
  EXPECT_EQ(client_.Move(1, "left").status, 403);
  EXPECT_EQ(client_.Move(0, "left").status, 409);
  client_.set_keys({keys["owner"]});
  EXPECT_EQ(client_.Get(client_.Path("keys")).json, created);
  EXPECT_EQ(client_.Move(1, "left").status, 200);
  const Answer wrong = client_.Move(2, "up");
  EXPECT_EQ(wrong.status, 422);
  EXPECT_THAT(wrong.error(), HasSubstr("a swing goes left or right"));
}

TEST_F(WebRoomsTest, WhatIsTakenBackAndReplacedIsKeptAndCanBeBranched) {
  client_.Create({{"game", "swing"}});
  for (int ply = 0; ply < 3; ++ply) {
    EXPECT_EQ(client_.Move(ply, "left").status, 200);
  }
  EXPECT_EQ(client_.Act("undo").status, 200);
  EXPECT_EQ(client_.Act("undo").status, 200);
  EXPECT_EQ(client_.State()["ply"], 1);
  EXPECT_EQ(client_.State()["moves"].size(), 3);
  EXPECT_EQ(client_.Act("redo").status, 200);
  EXPECT_EQ(client_.Act("undo").status, 200);
  EXPECT_EQ(client_.Move(1, "right").status, 200);
  EXPECT_EQ(client_.Act("redo").status, 422);
  Json state = client_.State();
  EXPECT_EQ(state["variations"],
            Json::parse(R"([{"ply": 1, "moves": ["left", "left"]}])"));
  const Answer branch =
      client_.Post(client_.Path("branches"), {{"variation", 0}});
  ASSERT_EQ(branch.status, 200) << branch.body;
  Client other(lobby_);
  other.Enter(branch.json);
  state = other.State();
  EXPECT_EQ(state["parent"], client_.room());
  EXPECT_EQ(state["ply"], 3);
  EXPECT_EQ(state["moves"][2]["text"], "left");
  const Answer other_seats = client_.Post(
      client_.Path("branches"), {{"ply", 1}, {"seats", {"sleepy", "human"}}});
  ASSERT_EQ(other_seats.status, 200) << other_seats.body;
  EXPECT_TRUE(other_seats.json["keys"]["seats"][0].is_null());
  EXPECT_EQ(client_
                .Post(client_.Path("branches"),
                      {{"ply", 1}, {"seats", {"nobody", "human"}}})
                .status,
            400);
  EXPECT_EQ(client_.Post(client_.Path("branches"), {{"variation", 1}}).status,
            404);
  EXPECT_EQ(client_.Post(client_.Path("branches"), {{"ply", 7}}).status, 404);
  EXPECT_EQ(client_.Act("restart").status, 200);
  EXPECT_EQ(client_.State()["ply"], 0);
  EXPECT_EQ(client_.State()["variations"].size(), 2);
}

TEST_F(WebRoomsTest, GamesThatAreReplacedTakeLittleMemoryAndAreCounted) {
  client_.Create({{"game", "swing"}});
  const auto room = lobby_.Find(client_.room(), client_.keys());
  ASSERT_TRUE(room.ok());
  const size_t before = (*room)->Bytes();
  for (size_t i = 0; i < session::KeptGame::kMaxVariations + 5; ++i) {
    EXPECT_EQ(client_.Move(0, "left").status, 200);
    EXPECT_EQ(client_.Move(1, "right").status, 200);
    EXPECT_EQ(client_.Act("restart").status, 200);
  }
  EXPECT_EQ(client_.State()["variations"].size(),
            session::KeptGame::kMaxVariations);
  const size_t each =
      ((*room)->Bytes() - before) / session::KeptGame::kMaxVariations;
  EXPECT_GE(each, std::string("left right ").size());
  EXPECT_LE(each, 100);
  // Of games so long that no two have their place, the last one is there.
  std::vector<std::string> moves(7000);
  for (size_t i = 0; i < moves.size(); ++i) {
    moves[i] = i % 2 == 0 ? "left" : "right";
  }
  client_.Create({{"game", "swing"}, {"moves", moves}});
  EXPECT_EQ(client_.Act("restart").status, 200);
  EXPECT_EQ(client_.State()["variations"].size(), 1);
  EXPECT_EQ(client_.Move(0, "right").status, 200);
  EXPECT_EQ(client_.Act("restart").status, 200);
  const Json variations = client_.State()["variations"];
  ASSERT_EQ(variations.size(), 1);
  EXPECT_EQ(variations[0]["moves"], Json::parse(R"(["right"])"));
}

TEST_F(WebRoomsTest, PeopleAgreeOnDrawsAndComputersDoNot) {
  const Json keys = client_.Create({{"game", "swing"}}).json["keys"];
  Client first = client_, second = client_, watcher = client_;
  first.set_keys({keys["seats"][0]});
  second.set_keys({keys["seats"][1]});
  watcher.set_keys({keys["watch"]});
  const auto reader = watcher.Read();
  EXPECT_EQ(reader->Next()->type, "state");
  EXPECT_EQ(second.Act("accept-draw").status, 422);
  EXPECT_EQ(first.Act("offer-draw").status, 200);
  EXPECT_EQ(reader->NextOf("offer")->data["draw_offered_by"], 1);
  EXPECT_EQ(first.Act("accept-draw").status, 422);
  EXPECT_EQ(second.Act("decline-draw").status, 200);
  EXPECT_TRUE(reader->NextOf("offer")->data["draw_offered_by"].is_null());
  EXPECT_EQ(second.Act("offer-draw").status, 200);
  EXPECT_EQ(first.Move(0, "left").status, 200);  // passes over it
  EXPECT_TRUE(first.State()["draw_offered_by"].is_null());
  EXPECT_EQ(first.Act("offer-draw").status, 200);
  EXPECT_EQ(second.Act("accept-draw").status, 200);
  EXPECT_EQ(reader->NextOf("over")->data["how"], "agreement");

  client_.Create({{"game", "swing"}, {"seats", {"human", "sleepy"}}});
  EXPECT_EQ(client_.Act("offer-draw").status, 422);
}

TEST_F(WebRoomsTest, ADrawIsClaimedAtTheThirdRepetition) {
  client_.Create({{"game", "swing"}});
  for (int ply = 0; ply < 4; ++ply) {
    EXPECT_EQ(client_.Act("claim-draw").status, 422);
    EXPECT_EQ(client_.Move(ply, ply % 2 == 0 ? "left" : "right").status, 200);
  }
  EXPECT_EQ(client_.State()["can_claim_draw"], true);
  EXPECT_EQ(client_.Act("claim-draw").status, 200);
  EXPECT_EQ(client_.State()["over"]["how"], "agreement");
}

// Neither waits for a player that thinks.
TEST_F(WebRoomsTest, UndoAndResignationNeedNotWaitForThinking) {
  client_.Create({{"game", "swing"}, {"seats", {"human", "sleepy"}}});
  EXPECT_EQ(client_.Move(0, "left").status, 200);
  EXPECT_EQ(client_.State()["thinking"]["seat"], 2);
  EXPECT_EQ(client_.Act("undo").status, 200);
  EXPECT_EQ(client_.State()["ply"], 0);
  EXPECT_TRUE(client_.State()["thinking"].is_null());
  EXPECT_EQ(client_.Move(0, "right").status, 200);
  while (client_.State()["thinking"]["waiting"] != 0) std::this_thread::yield();
  EXPECT_EQ(client_.Act("move-now").status, 200);
  while (client_.State()["ply"] != 2) std::this_thread::yield();
  EXPECT_EQ(client_.Move(2, "right").status, 200);
  EXPECT_EQ(
      client_.Post(client_.Path("actions"), {{"action", "resign"}, {"seat", 1}})
          .status,
      200);
  EXPECT_EQ(client_.State()["over"]["how"], "resignation");
  EXPECT_TRUE(client_.State()["thinking"].is_null());
  // Out of the ending, and it thinks again.
  EXPECT_EQ(client_.Act("undo").status, 200);
  EXPECT_EQ(client_.State()["thinking"]["seat"], 2);
}

TEST_F(WebRoomsTest, PlayersThatFailForfeit) {
  std::set<size_t> bytes;  // of the rooms, without what is said of the end
  for (const auto& [player, how] :
       std::vector<std::pair<std::string, std::string>>{
           {"sick", "failure"}, {"foul", "illegal-move"}}) {
    client_.Create({{"game", "swing"}, {"seats", {player, "human"}}});
    const auto reader = client_.Read();
    Json over = client_.State()["over"];
    if (over.is_null()) over = reader->Over();
    ASSERT_FALSE(over.is_null());
    EXPECT_EQ(over["how"], how);
    EXPECT_EQ(over["returns"], Json::parse("[-1.0, 1.0]"));
    const auto room = lobby_.Find(client_.room(), client_.keys()).value();
    const Answer record = client_.Get(client_.Path("record"));
    bytes.insert(room->Bytes() - ParseRecord(record.body)->detail.size());
  }
  EXPECT_EQ(bytes.size(), 1u);
}

TEST_F(WebRoomsTest, APersonsTimeRunsOutAlthoughNobodyCalls) {
  client_.Create({{"game", "swing"}, {"clock", "50ms"}});
  const auto reader = client_.Read();
  ASSERT_EQ(client_.Move(0, "left").status, 200);
  ASSERT_EQ(client_.Move(1, "left").status, 200);
  const Json over = reader->Over();
  ASSERT_FALSE(over.is_null());
  EXPECT_EQ(over["how"], "overrun");
  EXPECT_EQ(over["left_ms"], Json::parse("[0, 50]"));
  EXPECT_EQ(client_.State()["seats"][0]["left_ms"], 0);
  EXPECT_EQ(client_.Move(2, "left").status, 409);
}

TEST_F(WebRoomsTest, NobodysClockRunsBeforeTheFirstMove) {
  client_.Create({{"game", "swing"}, {"clock", "50ms"}});
  const auto reader = client_.Read();
  EXPECT_EQ(reader->NextOf("state")->data["clock_runs"], false);
  for (int ply = 0; ply < 2; ++ply) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const Json state = client_.State();
    EXPECT_EQ(state["over"], nullptr);
    EXPECT_EQ(state["seats"][ply]["left_ms"], 50);
    ASSERT_EQ(client_.Move(ply, "left").status, 200);
    const bool both_have_moved = ply == 1;
    EXPECT_EQ(reader->NextOf("move")->data["clock_runs"], both_have_moved);
  }
}

// Who reads it late knows how much of it has gone since.
TEST_F(WebRoomsTest, ClocksAreToldWithTheTimeOfTelling) {
  const Json keys =
      client_.Create({{"game", "swing"}, {"clock", "60s"}}).json["keys"];
  const auto reader = client_.Read();
  EXPECT_TRUE(reader->NextOf("state")->data["at"].is_number());
  for (int ply = 0; ply < 2; ++ply) {
    ASSERT_EQ(client_.Move(ply, "left").status, 200);
  }
  struct Told {
    int64_t at = 0, left = 0;
  };
  const auto of_event = [](const Json& data) {
    return Told{data["at"], data["left_ms"][0]};
  };
  const auto of_state = [&] {
    const Json state = client_.State();
    return Told{state["at"], state["seats"][0]["left_ms"]};
  };
  std::vector<Told> told = {of_event(reader->NextOf("move")->data)};
  told.push_back(of_event(reader->NextOf("move")->data));
  EXPECT_EQ(told[0].left, 60'000);
  EXPECT_LE(told[0].at, told[1].at);
  told.erase(told.begin());  // its clock did not run yet
  while (told.back().left > told[0].left - 30) told.push_back(of_state());
  Client second = client_;
  second.set_keys({keys["seats"][1]});
  const auto other = second.Read();
  told.push_back(of_event(reader->NextOf("seats")->data));
  EXPECT_EQ(
      client_.Post(client_.Path("actions"), {{"action", "resign"}, {"seat", 1}})
          .status,
      200);
  const Json over = reader->NextOf("over")->data;
  EXPECT_TRUE(over["at"].is_number());
  EXPECT_LE(over["left_ms"][0], told.back().left);
  for (size_t i = 1; i < told.size(); ++i) {
    // Both are whole milliseconds.
    EXPECT_NEAR(static_cast<double>(told[0].left - told[i].left),
                static_cast<double>(told[i].at - told[0].at), 1)
        << i;
  }
}

// Whatever ends a turn takes what it used.
TEST_F(WebRoomsTest, NothingGivesThinkingTimeBack) {
  const std::vector<std::vector<std::string>> endings = {
      {"resign"},       {"offer-draw", "accept-draw"},
      {"claim-draw"},   {"undo"},
      {"undo", "redo"}, {"seat"}};
  for (const std::vector<std::string>& actions : endings) {
    client_.Create({{"game", "swing"}, {"clock", "60s"}});
    for (int ply = 0; ply < 4; ++ply) {
      ASSERT_EQ(client_.Move(ply, ply % 2 == 0 ? "left" : "right").status, 200);
    }
    const auto left = [&] {
      return client_.State()["seats"][0]["left_ms"].get<int64_t>();
    };
    const int64_t begin = left();
    while (left() > begin - 30) std::this_thread::yield();
    const int64_t used = left();
    for (const std::string& action : actions) {
      Json body = {{"action", action}};
      if (action != "undo" && action != "redo" && action != "claim-draw") {
        body["seat"] = action == "accept-draw" || action == "seat" ? 2 : 1;
      }
      if (action == "seat") body["player"] = "sleepy";
      const Answer answer = client_.Post(client_.Path("actions"), body);
      EXPECT_EQ(answer.status, 200) << action << answer.body;
    }
    EXPECT_LE(left(), used) << actions[0];
    if (actions[0] != "seat") continue;
    client_.Act("undo");
    EXPECT_LE(left(), used);
  }
}

// A computer that thinks is not told to begin again by what is refused.
TEST_F(WebRoomsTest, ARefusedActionLeavesAThinkingComputerAlone) {
  client_.Create({{"game", "swing"}, {"seats", {"human", "sleepy"}}});
  EXPECT_EQ(client_.Move(0, "left").status, 200);
  while (client_.State()["thinking"]["waiting"] != 0) std::this_thread::yield();
  EXPECT_EQ(client_.Act("redo").status, 422);
  EXPECT_EQ(client_.State()["thinking"]["seat"], 2);
  EXPECT_EQ(client_.Act("move-now").status, 200);
  while (client_.State()["ply"] != 2) std::this_thread::yield();
}

TEST_F(WebRoomsTest, PeopleAreCalledByTheirNames) {
  const Json keys = client_
                        .Create({{"game", "swing:players=3"},
                                 {"seats", {"human", "human", "sleepy"}},
                                 {"names", {"Ann", nullptr, "Sam"}}})
                        .json["keys"];
  const auto names = [](const Json& state) {
    Json list = Json::array();
    for (const Json& seat : state["seats"]) list.push_back(seat["name"]);
    return list;
  };
  // A computer has none.
  EXPECT_EQ(names(client_.State()), Json::parse(R"(["Ann", "", ""])"));
  Client second = client_;
  second.set_keys({keys["seats"][1]});
  const auto reader = second.Read();
  EXPECT_TRUE(reader->NextOf("state").has_value());
  const auto call = [](Client& client, const Json& more) {
    Json body = {{"action", "name"}};
    body.update(more);
    return client.Post(client.Path("actions"), body);
  };
  EXPECT_EQ(call(second, {{"name", "Bob"}}).status, 200);
  EXPECT_EQ(reader->NextOf("seats")->data["names"],
            Json::parse(R"(["Ann", "Bob", ""])"));
  EXPECT_EQ(names(client_.State()), Json::parse(R"(["Ann", "Bob", ""])"));
  // None but one's own, and not every text.
  EXPECT_EQ(call(second, {{"seat", 1}, {"name", "Eve"}}).status, 403);
  EXPECT_EQ(call(client_, {{"seat", 3}, {"name", "Eve"}}).status, 403);
  Client watcher = client_;
  watcher.set_keys({keys["watch"]});
  EXPECT_EQ(call(watcher, {{"seat", 1}, {"name", "Eve"}}).status, 403);
  const Answer refused = call(second, {{"name", std::string(41, 'x')}});
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.error(), HasSubstr("at most 40 characters"));
  EXPECT_EQ(names(client_.State()), Json::parse(R"(["Ann", "Bob", ""])"));
  const Answer branch = client_.Post(client_.Path("branches"), {{"ply", 0}});
  Client other(lobby_);
  other.Enter(branch.json);
  EXPECT_EQ(names(other.State()), Json::parse(R"(["Ann", "Bob", ""])"));
  for (const Json& wrong : std::vector<Json>{
           {"a\nb"}, {1}, "Ann", {std::string(41, 'x')}, {{{"a", 1}}}}) {
    const Answer answer =
        client_.Post("rooms", {{"game", "swing"}, {"names", wrong}});
    EXPECT_EQ(answer.status, 400) << wrong;
    EXPECT_THAT(answer.error(), HasSubstr("name")) << wrong;
  }
}

TEST_F(WebRoomsTest, WatchersAreCounted) {
  Lobby lobby(catalog_, {.tick = std::chrono::milliseconds(1)});
  Client client(lobby);
  const Json keys = client.Create({{"game", "swing"}}).json["keys"];
  Client watcher = client;
  watcher.set_keys({keys["watch"]});
  const auto reader = client.Read();
  EXPECT_EQ(reader->NextOf("state")->data["watchers"], 0);
  auto first = watcher.Read();
  EXPECT_EQ(reader->NextOf("watchers")->data["watchers"], 1);
  const auto second = watcher.Read();
  const Event both = *reader->NextOf("watchers");
  EXPECT_EQ(both.data, Json::parse(R"({"watchers": 2})"));
  EXPECT_EQ(both.number, 0);  // nothing of the game has changed
  EXPECT_EQ(client.State()["watchers"], 2);
  const auto same = client.Read();
  EXPECT_EQ(reader->NextOf("seats")->data["watchers"], 2);
  first.reset();
  EXPECT_EQ(reader->NextOf("watchers")->data["watchers"], 1);
}

// Who makes a room without a pace sees the own move land.
TEST_F(WebRoomsTest, AComputerAnswersAPersonAfterAPause) {
  using std::chrono::steady_clock;
  const auto create = [&](const Json& body) {
    const Answer made = client_.Post("rooms", body);
    ASSERT_EQ(made.status, 200) << made.body;
    client_.Enter(made.json);
  };
  create({{"game", "swing"},
          {"seats", {"human", "witness"}},
          {"clock", "60s"},
          {"moves", {"left", "right"}}});
  const auto reader = client_.Read();
  EXPECT_TRUE(reader->NextOf("state").has_value());
  const auto begin = steady_clock::now();
  ASSERT_EQ(client_.Move(2, "left").status, 200);
  EXPECT_EQ(reader->NextOf("move")->data["thinking"]["seat"], 2);
  const Json answer = reader->NextOf("move")->data;
  EXPECT_GE(steady_clock::now() - begin, RoomInfo::kUsualPace);
  // It decided at once; the pause is not of its time.
  EXPECT_EQ(answer["seat"], 2);
  EXPECT_GT(answer["left_ms"][1], 60'000 - RoomInfo::kUsualPace.count());
  // Who has it hurry, or takes the move back, need not wait.
  create({{"game", "swing"},
          {"seats", {"human", "witness"}},
          {"pace_ms", RoomInfo::kMaxPace.count()}});
  ASSERT_EQ(client_.Move(0, "left").status, 200);
  EXPECT_EQ(client_.Act("undo").status, 200);
  ASSERT_EQ(client_.Move(0, "right").status, 200);
  EXPECT_EQ(client_.Act("move-now").status, 200);
  while (client_.State()["ply"] != 2) std::this_thread::yield();
  EXPECT_EQ(client_.State()["moves"][0]["text"], "right");
  // It has decided: what was held is played when it is asked for.
  ASSERT_EQ(client_.Move(2, "left").status, 200);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(client_.State()["ply"], 3);
  EXPECT_EQ(client_.Act("move-now").status, 200);
  while (client_.State()["ply"] != 4) std::this_thread::yield();
}

// Its clock has stopped when it has decided, and the time is used if the turn
// ends otherwise.
TEST_F(WebRoomsTest, AClockStandsStillWhileAnAnswerIsHeld) {
  const Answer made =
      client_.Post("rooms", {{"game", "swing"},
                             {"seats", {"human", "witness"}},
                             {"clock", "60s"},
                             {"pace_ms", RoomInfo::kMaxPace.count()},
                             {"moves", {"left", "right"}}});
  ASSERT_EQ(made.status, 200) << made.body;
  client_.Enter(made.json);
  ASSERT_EQ(client_.Move(2, "left").status, 200);
  const auto left = [&] {
    return client_.State()["seats"][1]["left_ms"].get<int64_t>();
  };
  const auto decided = [&] {
    const int64_t before = left();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return left() == before && client_.State()["thinking"]["waiting"] == 0;
  };
  while (!decided()) {
  }
  const int64_t used = left();
  EXPECT_EQ(client_.State()["ply"], 3);
  EXPECT_EQ(client_.Act("resign").status, 200);
  EXPECT_EQ(left(), used);
}

// Where only computers play, the game would play itself out.
TEST_F(WebRoomsTest, APersonPlaysOnWhereComputersPlayed) {
  client_.Create({{"game", "swing"},
                  {"seats", {"sleepy", "sleepy"}},
                  {"moves", {"left", "left", "left"}}});
  const auto branch = [&](const Json& body) {
    const Answer made = client_.Post(client_.Path("branches"), body);
    EXPECT_EQ(made.status, 200) << made.body;
    Client other(lobby_);
    other.Enter(made.json);
    return other;
  };
  const auto people = [](const Json& state) {
    return std::vector<bool>{state["seats"][0]["human"],
                             state["seats"][1]["human"]};
  };
  for (int ply = 0; ply <= 3; ++ply) {
    Client other = branch({{"ply", ply}});
    EXPECT_EQ(people(other.State()),
              std::vector<bool>({ply % 2 == 0, ply % 2 == 1}));
    EXPECT_EQ(other.Move(ply, "left").status, 200);
  }
  // Who names the players has them.
  const Json named = {{"ply", 1}, {"seats", {"sleepy", "sleepy"}}};
  EXPECT_EQ(people(branch(named).State()), std::vector<bool>({false, false}));
  // A person who sits there stays where he is.
  client_.Create(
      {{"game", "swing"}, {"seats", {"human", "sleepy"}}, {"moves", {"left"}}});
  EXPECT_EQ(people(branch({{"ply", 1}}).State()),
            std::vector<bool>({true, false}));
  // Of a game that is over there is nothing to play.
  client_.Create({{"game", "swing"},
                  {"seats", {"sleepy", "sleepy"}},
                  {"moves", {"left", "resig"}}});
  EXPECT_EQ(people(branch({{"ply", 2}}).State()),
            std::vector<bool>({false, false}));
}

// What a link without the server's token allows.
TEST_F(WebRoomsTest, GuestsHaveTheirGameAndNothingElse) {
  const Json keys = client_.Create({{"game", "swing"}}).json["keys"];
  Client other(lobby_);
  other.Create({{"game", "swing"}});
  const auto ask = [&](const Json& key, const std::string& method,
                       const std::string& path,
                       std::map<std::string, std::string> query = {}) {
    return client_.Ask(
        {.method = method,
         .path = absl::StrCat("/api/1/", path),
         .query = std::move(query),
         .keys = {key},
         .body = method == "POST" ? R"({"ply": 0, "move": "left"})" : "",
         .guest = true});
  };
  const auto status = [&](const auto&... request) {
    return ask(request...).status;
  };
  const Json& watch = keys["watch"];
  for (const char* part : {"", "events", "board", "record", "views/0"}) {
    EXPECT_EQ(status(watch, "GET", client_.Path(part)), 200) << part;
    EXPECT_EQ(status(watch, "GET", other.Path(part)), 403) << part;
  }
  EXPECT_EQ(status(watch, "GET", client_.Path("keys")), 403);
  EXPECT_EQ(status(watch, "POST", client_.Path("moves")), 403);
  const std::map<std::string, std::string> witness = {{"ply", "0"},
                                                      {"player", "witness"}};
  EXPECT_EQ(status(watch, "GET", client_.Path("think"), witness), 401);
  EXPECT_EQ(status(watch, "POST", client_.Path("analysis")), 401);
  EXPECT_EQ(status(watch, "POST", client_.Path("branches")), 401);
  // Who plays may ask for advice, and makes no other games.
  const Json& seat = keys["seats"][0];
  EXPECT_EQ(status(seat, "GET", client_.Path("think"), witness), 200);
  EXPECT_EQ(status(watch, "GET", client_.Path("game")), 200);
  EXPECT_EQ(status(seat, "GET", client_.Path("game")), 200);
  EXPECT_EQ(client_.Get(client_.Path("game")).json,
            client_.Get("games/swing").json);
  EXPECT_EQ(client_.State()["role"]["guest"], false);
  EXPECT_EQ(ask(seat, "GET", client_.Path()).json["role"]["guest"], true);
  EXPECT_EQ(status(seat, "POST", client_.Path("branches")), 401);
  EXPECT_EQ(status(seat, "POST", client_.Path("moves")), 200);
}

// A record is shown as a game of results is; no room is made for it.
TEST_F(WebRoomsTest, RecordsAreShownWithoutARoom) {
  Lobby lobby(catalog_, {.max_rooms = 1});
  Client client(lobby);
  client.Create({{"game", "swing"},
                 {"seats", {"human", "sleepy"}},
                 {"moves", {"left", "left", "right"}}});
  const Answer record = client.Get(client.Path("record"));
  ASSERT_EQ(record.status, 200);
  const Answer shown = client.Post("records", {{"record", record.body}});
  ASSERT_EQ(shown.status, 200) << shown.body;
  EXPECT_EQ(shown.json["game"], "swing");
  EXPECT_EQ(shown.json["players"], Json::parse(R"(["human", "sleepy"])"));
  EXPECT_EQ(shown.json["ending"], "unfinished");
  EXPECT_EQ(shown.json["moves"].size(), 3);
  EXPECT_EQ(shown.json["views"].size(), 4);
  EXPECT_EQ(shown.json["views"][3]["to_move"], 2);
  EXPECT_EQ(shown.json["record"], record.body);
  EXPECT_EQ(client.Post("records", {{"record", "nonsense"}}).status, 400);
  // An end that is not that of the rules is not shown.
  GameRecord forged = ParseRecord(record.body).value();
  forged.termination = Termination::kRules;
  forged.returns[0] = 1;
  forged.returns[1] = -1;
  EXPECT_EQ(client.Post("records", {{"record", FormatRecord(forged)}}).status,
            422);
  // So much is shown at the same time.
  ASSERT_TRUE(lobby.shown_cells().Take(Lobby::kMaxShownCells));
  EXPECT_EQ(client.Post("records", {{"record", record.body}}).status, 503);
  lobby.shown_cells().Give(Lobby::kMaxShownCells);
  EXPECT_EQ(client.Post("records", {{"record", record.body}}).status, 200);
  EXPECT_EQ(client.Post("records", Json::object()).status, 400);
  EXPECT_EQ(client.Get("records").status, 405);
}

TEST_F(WebRoomsTest, PlayersLookAtPositionsAndAtTheWholeGame) {
  client_.Create({{"game", "swing"}});
  EXPECT_EQ(client_.Post(client_.Path("analysis"), Json::object()).status, 422);
  EXPECT_EQ(client_.Move(0, "left").status, 200);
  const auto think = [&](const std::string& ply, const std::string& player) {
    return client_.Get(client_.Path("think"),
                       {{"ply", ply}, {"player", player}});
  };
  Answer answer = think("0", "witness");
  ASSERT_EQ(answer.status, 200) << answer.body;
  EventReader first(std::move(answer.events));
  const auto decision = first.NextOf("decision");
  ASSERT_TRUE(decision.has_value());
  EXPECT_EQ(decision->data["ply"], 0);
  EXPECT_EQ(decision->data["move"], "right");
  EXPECT_EQ(decision->data["value"], 0.25);
  EXPECT_EQ(decision->data["line"], Json::parse(R"(["right"])"));
  EXPECT_FALSE(first.Next().has_value());  // it has ended
  EXPECT_EQ(think("2", "witness").status, 404);
  EXPECT_EQ(think("0", "nobody").status, 400);
  EXPECT_EQ(think("0", "human").status, 400);
  answer = think("1", "sick");
  EventReader sick(std::move(answer.events));
  EXPECT_EQ(sick.NextOf("decision")->data["error"], "it has a cold");

  const auto reader = client_.Read();
  EXPECT_EQ(client_.Act("hint").status, 200);
  const auto hint = reader->NextOf("hint");
  ASSERT_TRUE(hint.has_value());
  const auto room = lobby_.Find(client_.room(), client_.keys()).value();
  const size_t before = room->Bytes();
  EXPECT_EQ(hint->data["ply"], 1);
  EXPECT_EQ(hint->data["move"], "right");
  const Answer asked =
      client_.Post(client_.Path("analysis"), {{"player", "witness"}});
  EXPECT_EQ(asked.status, 200);
  auto analysis = reader->NextOf("analysis");
  while (analysis->data["done"] != 1) analysis = reader->NextOf("analysis");
  EXPECT_EQ(analysis->data["number"], asked.json["number"]);
  EXPECT_EQ(analysis->data["of"], 1);
  EXPECT_EQ(analysis->data["moves"], Json::parse(R"(["left"])"));
  EXPECT_EQ(analysis->data["values"], Json::parse("[0.25]"));
  EXPECT_EQ(analysis->data["best"], Json::parse(R"(["right"])"));
  // What the position after the only move is worth is not known.
  EXPECT_EQ(analysis->data["mistakes"], Json::array());
  EXPECT_EQ(analysis->data["text"], "");
  // Who comes later gets it, too, so it takes memory.
  EXPECT_GT(room->Bytes(), before);
  EXPECT_EQ(client_.Read()->NextOf("analysis")->data, analysis->data);
}

TEST_F(WebRoomsTest, WhoLeavesEndsTheThinkingThatWasForHim) {
  client_.Create({{"game", "swing"}});
  std::vector<std::unique_ptr<EventStream>> streams;
  Answer answer;
  for (size_t i = 0; i < Advice::kMaxTasks; ++i) {
    answer = client_.Get(client_.Path("think"),
                         {{"ply", "0"}, {"player", "sleepy"}});
    ASSERT_EQ(answer.status, 200);
    streams.push_back(std::move(answer.events));
  }
  answer =
      client_.Get(client_.Path("think"), {{"ply", "0"}, {"player", "witness"}});
  EXPECT_EQ(answer.status, 429);
  streams.clear();
  do {
    answer = client_.Get(client_.Path("think"),
                         {{"ply", "0"}, {"player", "witness"}});
  } while (answer.status == 429);
  ASSERT_EQ(answer.status, 200);
  EXPECT_TRUE(EventReader(std::move(answer.events)).NextOf("decision"));
}

TEST_F(WebRoomsTest, AServerThatEndsStopsWhoThinksAndEndsAllStreams) {
  auto lobby = std::make_unique<Lobby>(catalog_, LobbyOptions{.threads = 2});
  Client client(*lobby);
  client.Create({{"game", "swing"}, {"seats", {"sleepy", "human"}}});
  const auto reader = client.Read();
  EXPECT_EQ(reader->Next()->type, "state");
  Answer answer =
      client.Get(client.Path("think"), {{"ply", "0"}, {"player", "sleepy"}});
  ASSERT_EQ(answer.status, 200);
  EventReader advice(std::move(answer.events));
  lobby.reset();
  EXPECT_FALSE(reader->Next().has_value());
  while (advice.Next().has_value()) {
  }
}

// The server bounds streams, all together, and sends the pings that keep them
// alive. A room does neither.
TEST_F(WebRoomsTest, ReadersAreBoundedAndKeptByTheServerAlone) {
  Lobby lobby(catalog_, {.tick = std::chrono::milliseconds(1)});
  Client client(lobby);
  client.Create({{"game", "swing"}});
  std::vector<std::unique_ptr<EventStream>> readers;
  for (int i = 0; i <= ServerOptions().max_streams; ++i) {
    readers.push_back(client.Get(client.Path("events")).events);
    ASSERT_NE(readers.back(), nullptr);
  }
  std::string all;
  bool ended = false;
  for (int i = 0; i < 20; ++i) {
    const auto part = readers[0]->Take(&ended);
    if (part != nullptr) all += part->Whole().value();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_THAT(all, StartsWith("id: "));
  EXPECT_THAT(all, Not(HasSubstr("ping")));
}

// A reader that takes nothing costs a bounded memory, and loses nothing.
TEST_F(WebRoomsTest, WhoReadsSlowlyGetsTheStateInstead) {
  client_.Create({{"game", "swing"}});
  Answer answer = client_.Ask(
      {.method = "GET",
       .path = absl::StrCat("/api/1/", client_.Path("events")),
       .last_event_id = absl::StrCat(uint64_t{client_.State()["event"]})});
  int ply = 0;
  for (; ply < 1000; ++ply) {
    ASSERT_EQ(client_.Move(ply, "left").status, 200);
  }
  EventReader reader(std::move(answer.events));
  auto event = reader.Next();
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->type, "state");
  EXPECT_EQ(event->data["ply"], ply);
  EXPECT_EQ(client_.Move(ply, "left").status, 200);
  const uint64_t number = event->number;
  event = reader.Next();
  EXPECT_EQ(event->type, "move");
  EXPECT_EQ(event->number, number + 1);
}

TEST_F(WebRoomsTest, WhatMakesNoSenseIsRefusedWithAReason) {
  client_.Create({{"game", "swing"}});
  const auto post = [&](const std::string& path, const std::string& body) {
    return client_.Ask({.method = "POST",
                        .path = absl::StrCat("/api/1/", path),
                        .body = body});
  };
  const std::string moves = client_.Path("moves");
  for (const std::string body :
       {"", "{", "[]", "7", "null", "{\"ply\": 0}", "{\"ply\": -1}",
        "{\"ply\": 1e9, \"move\": \"left\"}",
        "{\"ply\": 18446744073709551615, \"move\": \"left\"}",
        "{\"ply\": \"0\", \"move\": \"left\"}",
        "{\"ply\": 0, \"move\": [\"left\"]}",
        "{\"ply\": 0, \"move\": \"left\", \"more\": 1}", "\xff\xfe",
        "{\"ply\": 0, \"move\": \"\xff\"}"}) {
    const Answer answer = post(moves, body);
    EXPECT_GE(answer.status, 400) << body;
    EXPECT_LE(answer.status, 422) << body;
    EXPECT_NE(answer.error(), "") << body;
  }
  EXPECT_EQ(post(moves, std::string(1'000'000, '[')).status, 400);
  EXPECT_EQ(post(moves, "{\"a\":" + std::string(1'000'000, '{')).status, 400);
  EXPECT_EQ(post(moves, std::string(5'000'000, ' ')).status, 400);
  EXPECT_THAT(post(moves, R"({"ply": 0, "move": "left", "more": 1})").error(),
              HasSubstr("'more' is no field"));
  EXPECT_EQ(client_.Move(0, std::string(kMaxMoveText + 1, 'x')).status, 422);
  for (const Json& body :
       std::vector<Json>{{{"game", "chess"}},
                         {{"game", ""}},
                         {{"game", "swing"}, {"seats", {"human"}}},
                         {{"game", "swing"}, {"seats", {"human", "nobody"}}},
                         {{"game", "swing"}, {"clock", "soon"}},
                         {{"game", "swing"}, {"clock", "-1s"}},
                         {{"game", "swing"}, {"position", "nowhere"}},
                         {{"game", "swing"}, {"pace_ms", -1}},
                         {{"game", "swing"}, {"seed", -5}},
                         {{"record", "boardwalk-record 1\nnonsense"}},
                         {{"record", "x"}, {"game", "swing"}}}) {
    const Answer answer = client_.Post("rooms", body);
    EXPECT_EQ(answer.status, 400) << body;
    EXPECT_NE(answer.error(), "");
  }
  EXPECT_EQ(
      client_.Post("rooms", {{"game", "swing"}, {"moves", {"left", "up"}}})
          .status,
      422);
  EXPECT_EQ(client_.Get("").status, 404);
  EXPECT_EQ(client_.Get("games/nothing").status, 404);
  EXPECT_EQ(client_.Ask({.method = "GET", .path = "/"}).status, 404);
  EXPECT_EQ(client_.Ask({.method = "PUT", .path = "/api/1/games"}).status, 405);
  EXPECT_EQ(client_.Get(moves).status, 405);
  EXPECT_EQ(client_.Get(client_.Path("views/1")).status, 404);
  EXPECT_EQ(client_.Get(client_.Path("views/-1")).status, 404);
  EXPECT_EQ(client_.Get(client_.Path("views/0")).status, 200);
  EXPECT_EQ(client_.Get(client_.Path("pointing")).status, 400);
  for (const std::string cells : {"x", "1,,2", "99999999999", "1;2"}) {
    EXPECT_EQ(
        client_.Get(client_.Path("pointing"), {{"ply", "0"}, {"cells", cells}})
            .status,
        400);
  }
  const auto room = lobby_.Find(client_.room(), client_.keys()).value();
  const size_t before = room->Bytes();
  EXPECT_EQ(client_.Point(0, "-5,7")["reason"], "there is no such cell");
  // The next click finds the moves.
  EXPECT_GT(room->Bytes(), before);
  EXPECT_EQ(client_.State()["ply"], 0);
}

}  // namespace
}  // namespace boardwalk::web
