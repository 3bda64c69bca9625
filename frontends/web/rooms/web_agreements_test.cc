// What people agree on: undo that is asked of the others, and a rematch.

#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "framework/testing/full_disk.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/session/session_testing.h"
#include "frontends/web/room_testing.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

using ::testing::HasSubstr;

class WebAgreementsTest : public ::testing::Test {
 protected:
  std::unique_ptr<Lobby> Open(LobbyOptions options = {}) const {
    options.folder = folder_.File("rooms");
    options.threads = 2;
    return std::make_unique<Lobby>(catalog_, options);
  }
  // Somebody with this key alone, in the room that `owner` has made.
  static Client With(const Client& owner, const Json& key) {
    Client client = owner;
    client.set_keys({key});
    return client;
  }
  // One for each seat.
  static std::vector<Client> Seats(const Client& owner, const Json& created) {
    std::vector<Client> clients;
    for (const Json& key : created["keys"]["seats"]) {
      clients.push_back(With(owner, key));
    }
    return clients;
  }
  static Answer AsGuest(Client& client, const std::string& action) {
    return client.Ask({.method = "POST",
                       .path = absl::StrCat("/api/1/", client.Path("actions")),
                       .body = Json({{"action", action}}).dump(),
                       .guest = true});
  }
  static void End(Client& client) {
    ASSERT_EQ(
        client.Post(client.Path("actions"), {{"action", "resign"}, {"seat", 1}})
            .status,
        200);
  }

  const TemporaryFolder folder_;
  const Catalog catalog_ = Catalog::Create({session::SwingPlugin()}).value();
  Lobby lobby_{catalog_, {.threads = 2}};
  Client client_{lobby_};
};

TEST_F(WebAgreementsTest, UndoIsDoneOnceAllOthersAccept) {
  const Json created = client_.Create({{"game", "swing:players=3"}}).json;
  auto seats = Seats(client_, created);
  Client watcher = With(client_, created["keys"]["watch"]);
  const auto reader = watcher.Read();
  EXPECT_TRUE(reader->NextOf("state")->data["undo_asked_by"].is_null());
  EXPECT_EQ(seats[0].Act("ask-undo").status, 422);  // has not moved
  for (int ply = 0; ply < 4; ++ply) {
    ASSERT_EQ(client_.Move(ply, "left").status, 200);
  }
  EXPECT_EQ(watcher.Act("ask-undo").status, 403);
  EXPECT_EQ(seats[1].Act("accept-undo").status, 422);
  EXPECT_EQ(seats[2].Act("ask-undo").status, 200);
  EXPECT_EQ(reader->NextOf("offer")->data,
            Json::parse(R"({"draw_offered_by": null, "draw_agreed": [],
                            "undo_asked_by": 3, "undo_agreed": [3]})"));
  EXPECT_EQ(seats[0].Act("ask-undo").status, 422);
  EXPECT_EQ(seats[2].Act("accept-undo").status, 422);
  EXPECT_EQ(watcher.Act("accept-undo").status, 403);
  EXPECT_EQ(seats[0].Act("accept-undo").status, 200);
  EXPECT_EQ(seats[0].Act("accept-undo").status, 200);
  EXPECT_EQ(client_.State()["ply"], 4);
  EXPECT_EQ(client_.State()["undo_asked_by"], 3);
  EXPECT_EQ(client_.State()["undo_agreed"], Json({1, 3}));
  EXPECT_EQ(reader->NextOf("offer")->data["undo_agreed"], Json({1, 3}));
  EXPECT_EQ(seats[1].Act("accept-undo").status, 200);
  const Json state = reader->NextOf("state")->data;
  EXPECT_EQ(state["ply"], 2);  // where seat 3 was to move
  EXPECT_TRUE(state["undo_asked_by"].is_null());
  EXPECT_EQ(state["undo_agreed"], Json::array());
  EXPECT_EQ(seats[1].Act("accept-undo").status, 422);
}

TEST_F(WebAgreementsTest, UndoIsDeclinedOrPassedOver) {
  const Json created = client_.Create({{"game", "swing"}}).json;
  auto seats = Seats(client_, created);
  ASSERT_EQ(client_.Move(0, "left").status, 200);
  const auto asked = [&] { return client_.State()["undo_asked_by"]; };
  EXPECT_EQ(seats[0].Act("ask-undo").status, 200);
  EXPECT_EQ(seats[1].Act("decline-undo").status, 200);
  EXPECT_TRUE(asked().is_null());
  EXPECT_EQ(seats[0].Act("ask-undo").status, 200);
  // An offer of another kind stands beside it.
  EXPECT_EQ(seats[0].Act("offer-draw").status, 200);
  EXPECT_EQ(asked(), 1);
  EXPECT_EQ(seats[1].Act("decline-draw").status, 200);
  EXPECT_EQ(asked(), 1);
  EXPECT_EQ(seats[1].Move(1, "left").status, 200);
  EXPECT_TRUE(asked().is_null());
  EXPECT_EQ(seats[0].Act("ask-undo").status, 200);
  EXPECT_EQ(client_.Act("undo").status, 200);
  EXPECT_TRUE(asked().is_null());
  EXPECT_EQ(seats[0].Act("ask-undo").status, 200);
  EXPECT_EQ(seats[1].Act("offer-draw").status, 200);
  EXPECT_EQ(seats[1].Act("resign").status, 200);
  EXPECT_TRUE(asked().is_null());
  EXPECT_TRUE(client_.State()["draw_offered_by"].is_null());
  EXPECT_EQ(seats[0].Act("ask-undo").status, 409);
}

TEST_F(WebAgreementsTest, ADrawIsAgreedOnOnceAllHaveAccepted) {
  const Json created = client_.Create({{"game", "swing:players=3"}}).json;
  auto seats = Seats(client_, created);
  const auto reader = seats[2].Read();
  ASSERT_TRUE(reader->NextOf("state").has_value());
  EXPECT_EQ(seats[1].Act("offer-draw").status, 200);
  EXPECT_EQ(reader->NextOf("offer")->data["draw_agreed"], Json({2}));
  EXPECT_EQ(seats[0].Act("accept-draw").status, 200);
  EXPECT_EQ(reader->NextOf("offer")->data["draw_agreed"], Json({1, 2}));
  EXPECT_EQ(seats[2].Act("accept-draw").status, 200);
  EXPECT_FALSE(reader->Over().is_null());
}

// An owner who plays has one voice among several.
TEST_F(WebAgreementsTest, WhoPlaysAndOwnsTheRoomAsksTheOthers) {
  const Json created = client_.Create({{"game", "swing"}}).json;
  Client owner = client_, both = client_;
  owner.set_keys({created["keys"]["owner"]});
  client_.set_keys({created["keys"]["owner"], created["keys"]["seats"][0]});
  Client friendly = With(client_, created["keys"]["seats"][1]);
  Client watcher = With(client_, created["keys"]["watch"]);
  const auto for_all = [](Client& client) {
    return client.State()["role"]["for_all"];
  };
  EXPECT_EQ(for_all(owner), true);
  EXPECT_EQ(for_all(both), true);
  EXPECT_EQ(for_all(client_), false);
  EXPECT_EQ(for_all(friendly), false);
  EXPECT_EQ(for_all(watcher), false);
  ASSERT_EQ(client_.Move(0, "left").status, 200);
  ASSERT_EQ(friendly.Move(1, "left").status, 200);
  const Answer refused = client_.Act("undo");
  EXPECT_EQ(refused.status, 403);
  EXPECT_THAT(refused.error(), HasSubstr("'ask-undo'"));
  EXPECT_EQ(client_.Act("redo").status, 403);
  EXPECT_EQ(client_.Act("restart").status, 403);
  EXPECT_EQ(client_.Act("ask-undo").status, 200);
  EXPECT_EQ(client_
                .Post(client_.Path("actions"),
                      {{"action", "accept-undo"}, {"seat", 2}})
                .status,
            403);
  EXPECT_EQ(client_.State()["ply"], 2);
  EXPECT_EQ(friendly.Act("accept-undo").status, 200);
  EXPECT_EQ(client_.State()["ply"], 0);
  ASSERT_EQ(both.Move(0, "left").status, 200);
  ASSERT_EQ(both.Move(1, "left").status, 200);
  EXPECT_EQ(both.Act("undo").status, 200);
  EXPECT_EQ(owner.Act("restart").status, 200);
  // Nor does it resign for whoever is to move.
  ASSERT_EQ(client_.Move(0, "left").status, 200);
  EXPECT_EQ(client_.Act("resign").status, 200);
  EXPECT_EQ(client_.State()["over"]["returns"], Json({-1.0, 1.0}));
  EXPECT_EQ(client_.Act("rematch").status, 200);
  EXPECT_EQ(client_.State()["rematch"],
            Json::parse(R"({"by": [1], "room": null})"));
  EXPECT_EQ(friendly.Act("rematch").status, 200);
  EXPECT_TRUE(client_.State()["rematch"]["room"].is_string());
}

TEST_F(WebAgreementsTest, TheKeyOfASeatThatAComputerHasCountsForNothing) {
  const Json created = client_
                           .Create({{"game", "swing:players=3"},
                                    {"seats", {"human", "human", "sleepy"}}})
                           .json;
  client_.set_keys({created["keys"]["owner"], created["keys"]["seats"][0]});
  Client second = With(client_, created["keys"]["seats"][1]);
  const auto reader = client_.Read(), seconds = second.Read();
  EXPECT_EQ(reader->NextOf("state")->data["role"]["for_all"], false);
  EXPECT_EQ(seconds->NextOf("state")->data["role"]["seats"], Json({2}));
  ASSERT_EQ(client_.Move(0, "left").status, 200);
  const auto sits = [&](const std::string& player) {
    EXPECT_EQ(client_
                  .Post(client_.Path("actions"),
                        {{"action", "seat"}, {"seat", 2}, {"player", player}})
                  .status,
              200);
  };
  sits("sleepy");
  EXPECT_EQ(reader->NextOf("state")->data["role"]["for_all"], true);
  EXPECT_EQ(seconds->NextOf("state")->data["role"]["seats"], Json::array());
  EXPECT_EQ(second.Act("move-now").status, 403);
  EXPECT_EQ(second.Act("undo").status, 403);
  EXPECT_EQ(second.Act("restart").status, 403);
  EXPECT_EQ(second
                .Post(second.Path("actions"),
                      {{"action", "comment"}, {"ply", 0}, {"text", "I see"}})
                .status,
            403);
  EXPECT_EQ(client_.Act("restart").status, 200);
  EXPECT_EQ(client_.Act("resign").status, 200);
  EXPECT_EQ(second.Act("rematch").status, 403);
  // A stream from before has the seat again, too.
  sits("human");
  Json state = seconds->NextOf("state")->data;
  while (state["role"]["seats"].empty()) {
    state = seconds->NextOf("state")->data;
  }
  EXPECT_EQ(state["role"]["seats"], Json({2}));
}

// All have agreed, but what they agreed on cannot be written.
TEST_F(WebAgreementsTest, WhatCannotBeDoneIsAskedForNoMore) {
  const auto lobby = Open();
  Client client(*lobby);
  const Json created = client.Create({{"game", "swing"}}).json;
  auto seats = Seats(client, created);
  ASSERT_EQ(client.Move(0, "left").status, 200);
  const auto reader = client.Read();
  ASSERT_TRUE(reader->NextOf("state").has_value());
  for (const std::string what : {"undo", "draw"}) {
    const std::string ask = what == "undo" ? "ask-undo" : "offer-draw";
    EXPECT_EQ(seats[0].Act(ask).status, 200);
    EXPECT_FALSE(reader->NextOf("offer")->data[what + "_agreed"].empty());
    {
      const FullDisk full;
      EXPECT_EQ(seats[1].Act("accept-" + what).status, 503);
    }
    EXPECT_EQ(reader->NextOf("offer")->data[what + "_agreed"], Json::array());
    const Answer late = client.Act("accept-" + what);
    EXPECT_EQ(late.status, 422);
    EXPECT_THAT(late.error(), HasSubstr("nobody has"));
  }
  EXPECT_EQ(client.State()["ply"], 1);
  EXPECT_TRUE(client.State()["over"].is_null());
}

TEST_F(WebAgreementsTest, ComputersNeedNotAgreeAndWhoPlaysThemAloneAsksNobody) {
  const Json created = client_
                           .Create({{"game", "swing:players=3"},
                                    {"seats", {"human", "human", "sleepy"}}})
                           .json;
  ASSERT_EQ(client_.Move(0, "left").status, 200);
  Client first = With(client_, created["keys"]["seats"][0]);
  Client second = With(client_, created["keys"]["seats"][1]);
  EXPECT_EQ(first.Act("ask-undo").status, 200);
  EXPECT_EQ(second.Act("accept-undo").status, 200);
  EXPECT_EQ(client_.State()["ply"], 0);
  // Who is asked sits there no more.
  ASSERT_EQ(client_.Move(0, "left").status, 200);
  EXPECT_EQ(first.Act("ask-undo").status, 200);
  EXPECT_EQ(client_
                .Post(client_.Path("actions"),
                      {{"action", "seat"}, {"seat", 2}, {"player", "sleepy"}})
                .status,
            200);
  EXPECT_TRUE(client_.State()["undo_asked_by"].is_null());
  const Answer alone = first.Act("ask-undo");
  EXPECT_EQ(alone.status, 422);
  EXPECT_THAT(alone.error(), HasSubstr("use 'undo'"));
}

TEST_F(WebAgreementsTest, UndoThatOthersAcceptGivesNoTimeBack) {
  const Json created =
      client_.Create({{"game", "swing"}, {"clock", "60s"}}).json;
  auto seats = Seats(client_, created);
  for (int ply = 0; ply < 3; ++ply) {
    ASSERT_EQ(client_.Move(ply, "left").status, 200);
  }
  const auto left = [&] {
    return client_.State()["seats"][1]["left_ms"].get<int64_t>();
  };
  while (left() > 59'970) std::this_thread::yield();
  EXPECT_EQ(seats[0].Act("ask-undo").status, 200);
  EXPECT_EQ(seats[1].Act("accept-undo").status, 200);
  EXPECT_EQ(client_.State()["ply"], 2);
  EXPECT_LE(left(), 59'970);
}

TEST_F(WebAgreementsTest, ARematchBeginsOnceAllWantItAndEachMovesOnByASeat) {
  const Json created = client_
                           .Create({{"game", "swing:players=3"},
                                    {"seats", {"human", "witness", "human"}},
                                    {"names", {"Ann", nullptr, "Zoe"}},
                                    {"position", "0 1 on"},
                                    {"clock", "60s+1s"},
                                    {"pace_ms", 70}})
                           .json;
  Client first = With(client_, created["keys"]["seats"][0]);
  Client third = With(client_, created["keys"]["seats"][2]);
  Client watcher = With(client_, created["keys"]["watch"]);
  const auto reader = watcher.Read();
  EXPECT_EQ(reader->NextOf("state")->data["rematch"],
            Json::parse(R"({"by": [], "room": null})"));
  EXPECT_EQ(first.Act("rematch").status, 422);
  EXPECT_EQ(first.Get(first.Path("rematch")).status, 404);
  End(client_);
  EXPECT_EQ(watcher.Act("rematch").status, 403);
  EXPECT_EQ(first.Act("rematch").status, 200);
  EXPECT_EQ(first.Act("rematch").status, 200);  // again, and nothing changes
  EXPECT_EQ(client_.State()["rematch"],
            Json::parse(R"({"by": [1], "room": null})"));
  EXPECT_EQ(third.Act("rematch").status, 200);
  Json told = reader->NextOf("rematch")->data;
  while (told["room"].is_null()) told = reader->NextOf("rematch")->data;
  EXPECT_EQ(told["by"], Json::parse("[1, 3]"));
  EXPECT_EQ(client_.State()["rematch"], told);
  EXPECT_EQ(third.Act("rematch").status, 200);  // there is one
  EXPECT_EQ(client_.State()["rematch"], told);

  Json all = client_.Get(client_.Path("rematch")).json;
  EXPECT_EQ(all["room"], told["room"]);
  EXPECT_EQ(all["seats"], Json({1, 2}));
  Client next(lobby_);
  next.Enter(all);
  all.erase("seats");
  EXPECT_EQ(next.Get(next.Path("keys")).json, all);
  const Json state = next.State();
  EXPECT_EQ(state["game"], "swing:players=3");
  EXPECT_EQ(state["ply"], 0);
  std::vector<std::string> players, names;
  for (const Json& seat : state["seats"]) {
    players.push_back(seat["player"]);
    names.push_back(seat["name"]);
    EXPECT_EQ(seat["left_ms"], 60'000);
  }
  EXPECT_THAT(players, ::testing::ElementsAre("human", "human", "witness"));
  EXPECT_THAT(names, ::testing::ElementsAre("Zoe", "Ann", ""));
  // Each gets the key of the seat that is now theirs, and no other.
  const auto keys = [](Client& client) {
    return client.Get(client.Path("rematch")).json["keys"];
  };
  EXPECT_EQ(keys(first),
            Json({{"owner", nullptr},
                  {"watch", all["keys"]["watch"]},
                  {"seats", {nullptr, all["keys"]["seats"][1], nullptr}}}));
  EXPECT_EQ(keys(third)["seats"],
            Json({all["keys"]["seats"][0], nullptr, nullptr}));
  EXPECT_EQ(keys(watcher)["seats"], Json({nullptr, nullptr, nullptr}));
  EXPECT_EQ(keys(watcher)["watch"], all["keys"]["watch"]);
  // The owner sees all keys, and which of them are for the own seat.
  Client owner = client_;
  owner.set_keys({created["keys"]["owner"], created["keys"]["seats"][2]});
  const Json own = owner.Get(owner.Path("rematch")).json;
  EXPECT_EQ(own["keys"], all["keys"]);
  EXPECT_EQ(own["seats"], Json({1}));
}

TEST_F(WebAgreementsTest, WhoSpeaksForAllDecidesOnARematchAlone) {
  client_.Create({{"game", "swing"}});
  End(client_);
  EXPECT_EQ(client_.Act("rematch").status, 200);
  EXPECT_TRUE(client_.State()["rematch"]["room"].is_string());
  // Those who want one want it of the game that has ended.
  const Json created = client_.Create({{"game", "swing"}}).json;
  End(client_);
  Client first = With(client_, created["keys"]["seats"][0]);
  EXPECT_EQ(first.Act("rematch").status, 200);
  EXPECT_EQ(client_.Act("undo").status, 200);
  EXPECT_EQ(client_.State()["rematch"]["by"].size(), 0);
}

TEST_F(WebAgreementsTest, OnlyWithTheTokenARematchIsMade) {
  const Json created = client_.Create({{"game", "swing"}}).json;
  auto seats = Seats(client_, created);
  End(client_);
  EXPECT_EQ(AsGuest(seats[0], "rematch").status, 200);
  const Answer refused = AsGuest(seats[1], "rematch");
  EXPECT_EQ(refused.status, 401);
  EXPECT_THAT(refused.error(), HasSubstr("?token="));
  EXPECT_EQ(client_.State()["rematch"],
            Json::parse(R"({"by": [1, 2], "room": null})"));
  EXPECT_EQ(seats[0].Act("rematch").status, 200);
  const Answer keys =
      seats[1].Ask({.method = "GET",
                    .path = absl::StrCat("/api/1/", seats[1].Path("rematch")),
                    .guest = true});
  EXPECT_EQ(keys.status, 200);
  EXPECT_TRUE(keys.json["keys"]["seats"][0].is_string());
}

TEST_F(WebAgreementsTest, ThoseWhoAgreeAtTheSameTimeGetOneRematch) {
  const auto lobby = Open();
  for (int i = 0; i < 20; ++i) {
    Client client(*lobby);
    const Json created = client.Create({{"game", "swing"}}).json;
    End(client);
    const auto rooms = [&] {
      const std::filesystem::directory_iterator files(folder_.File("rooms"));
      return std::distance(begin(files), end(files));
    };
    const auto before = rooms();
    std::vector<std::thread> threads;
    for (Client& seat : Seats(client, created)) {
      threads.emplace_back([seat]() mutable {
        EXPECT_EQ(seat.Act("rematch").status, 200);
        EXPECT_EQ(seat.Act("rematch").status, 200);
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(client.State()["rematch"]["room"].is_string());
    EXPECT_EQ(rooms(), before + 1);
  }
}

TEST_F(WebAgreementsTest, ARematchIsFoundAfterANewStart) {
  auto lobby = Open();
  Client client(*lobby);
  const Json created = client.Create({{"game", "swing"}}).json;
  End(client);
  EXPECT_EQ(client.Act("rematch").status, 200);
  const Json keys = client.Get(client.Path("rematch")).json;
  lobby.reset();
  lobby = Open();
  client = client.With(*lobby);
  EXPECT_EQ(client.State()["rematch"]["room"], keys["room"]);
  EXPECT_EQ(client.Get(client.Path("rematch")).json, keys);
  // Where it has been deleted, nothing is left of it.
  Client next(*lobby);
  next.Enter(keys);
  EXPECT_EQ(next.Act("delete").status, 200);
  EXPECT_EQ(client.Get(client.Path("rematch")).status, 404);
}

// Whether somebody goes there first, or wants another at once.
TEST_F(WebAgreementsTest, WhereTheRematchIsDeletedAnotherCanBeAgreedOn) {
  for (const bool looks : {false, true}) {
    auto lobby = Open();
    Client client(*lobby);
    const Json created = client.Create({{"game", "swing"}}).json;
    auto seats = Seats(client, created);
    End(client);
    for (Client& seat : seats) EXPECT_EQ(seat.Act("rematch").status, 200);
    const Json first = client.Get(client.Path("rematch")).json;
    Client next(*lobby);
    next.Enter(first);
    const auto reader = client.Read();
    ASSERT_TRUE(reader->NextOf("state").has_value());
    EXPECT_EQ(next.Act("delete").status, 200);
    if (looks) {
      {
        const FullDisk full;
        EXPECT_EQ(seats[0].Get(seats[0].Path("rematch")).status, 503);
      }
      EXPECT_EQ(seats[0].Get(seats[0].Path("rematch")).status, 404);
      EXPECT_EQ(reader->NextOf("rematch")->data,
                Json::parse(R"({"by": [], "room": null})"));
      lobby.reset();
      lobby = Open();
      client = client.With(*lobby);
      seats = Seats(client, created);
      EXPECT_TRUE(client.State()["rematch"]["room"].is_null());
    }
    EXPECT_EQ(seats[0].Act("rematch").status, 200);
    EXPECT_EQ(client.State()["rematch"],
              Json::parse(R"({"by": [1], "room": null})"));
    EXPECT_EQ(seats[1].Act("rematch").status, 200);
    const Json second = client.Get(client.Path("rematch")).json;
    EXPECT_TRUE(second["room"].is_string());
    EXPECT_NE(second["room"], first["room"]);
  }
}

TEST_F(WebAgreementsTest, ARematchThatCannotBeMadeIsAgreedOnAgain) {
  const auto lobby = Open();
  Client client(*lobby);
  client.Create({{"game", "swing"}});
  End(client);
  {
    const FullDisk full;
    EXPECT_EQ(client.Act("rematch").status, 503);
  }
  EXPECT_TRUE(client.State()["rematch"]["room"].is_null());
  EXPECT_EQ(client.Act("rematch").status, 200);
  EXPECT_TRUE(client.State()["rematch"]["room"].is_string());
}

}  // namespace
}  // namespace boardwalk::web
