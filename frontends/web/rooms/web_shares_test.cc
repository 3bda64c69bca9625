// What games and readers share: the threads that think, and memory.

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "framework/limits.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/session/seats.h"
#include "frontends/session/session_testing.h"
#include "frontends/web/room_testing.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

using session::kUsualTables;  // of each player here

class WebSharesTest : public ::testing::Test {
 protected:
  static Json LongGame(size_t moves) {
    return {{"game", "swing"},
            {"moves", std::vector<std::string>(moves, "left")}};
  }
  // Somebody at an address.
  static Client At(Lobby& lobby, const std::string& address) {
    Client client(lobby);
    client.set_address(address);
    return client;
  }
  // The same with a new game in which a computer thinks until it is stopped.
  static Client Thinks(Lobby& lobby, const std::string& address) {
    Client client = At(lobby, address);
    client.Create({{"game", "swing"}, {"seats", {"sleepy", "human"}}});
    return client;
  }
  static Json Place(Client& client) {
    return client.State()["thinking"]["waiting"];
  }
  // A player that thinks until it is stopped.
  static PlayerBinding<session::SwingRules> Sleepy() {
    return session::SwingPlayer::Binding(
        "sleepy", [](const auto&, const auto&, const Limits& limits) {
          while (!limits.StopRequested()) std::this_thread::yield();
          return session::SwingDecision(session::SwingState::kRight);
        });
  }

  const Catalog catalog_ = Catalog::Create({session::SwingPlugin()}).value();
  Lobby lobby_{catalog_, {.threads = 2}};
  Client client_{lobby_};
};

TEST_F(WebSharesTest, ThreadsAreSharedAndWhoWaitsKnowsItsPlace) {
  std::vector<Client> rooms;
  for (int i = 0; i < 4; ++i) {
    rooms.emplace_back(lobby_);
    rooms.back().Create({{"game", "swing"}, {"seats", {"sleepy", "human"}}});
  }
  while (rooms[0].State()["thinking"]["waiting"] != 0 ||
         rooms[1].State()["thinking"]["waiting"] != 0) {
    std::this_thread::yield();
  }
  EXPECT_EQ(rooms[2].State()["thinking"]["waiting"], 1);
  EXPECT_EQ(rooms[3].State()["thinking"]["waiting"], 2);
  EXPECT_EQ(rooms[2].State()["thinking"]["for_memory"], false);
  EXPECT_EQ(rooms[0].Act("move-now").status, 200);
  while (rooms[2].State()["thinking"]["waiting"] != 0) {
    std::this_thread::yield();
  }
  EXPECT_EQ(rooms[3].State()["thinking"]["waiting"], 1);
  EXPECT_EQ(rooms[0].State()["ply"], 1);
}

// A player that has answered quickly before is asked beside those that take
// long, of which as many wait as there may be.
TEST_F(WebSharesTest, QuickAnswersNeedNotWaitForLongThoughts) {
  client_.Create({{"game", "swing"}, {"seats", {"human", "witness"}}});
  const auto reader = client_.Read();
  ASSERT_EQ(reader->Next()->type, "state");
  const auto answered = [&](int ply) {
    EXPECT_EQ(client_.Move(ply, "left").status, 200);
    for (auto move = reader->NextOf("move"); move.has_value();
         move = reader->NextOf("move")) {
      if (move->data["ply"] == ply + 2) return true;
    }
    return false;
  };
  ASSERT_TRUE(answered(0));
  for (int i = 0; i < 60; ++i) {
    Client other(lobby_);
    other.Create({{"game", "swing"}, {"seats", {"sleepy", "sleepy"}}});
  }
  EXPECT_TRUE(answered(2));
}

// However a game begins, it is in the turn of who made it; and advice in that
// of who wants it.
TEST_F(WebSharesTest, ThoseWhoAskTakeTurns) {
  Lobby lobby(catalog_, {.threads = 1});
  Client held = Thinks(lobby, "192.0.2.1");
  while (Place(held) != 0) std::this_thread::yield();
  std::vector<Client> many;
  many.reserve(9);
  for (int i = 0; i < 9; ++i) many.push_back(Thinks(lobby, "192.0.2.2"));
  EXPECT_EQ(Place(many[0]), 1);
  EXPECT_EQ(Place(many[8]), 9);

  Client fields = Thinks(lobby, "192.0.2.3");
  Client record = At(lobby, "192.0.2.3"), branch = At(lobby, "192.0.2.3");
  record.Create({{"record", fields.Get(fields.Path("record")).body}});
  branch.Enter(fields.Post(fields.Path("branches"), {{"ply", 0}}).json);
  EXPECT_EQ(Place(fields), 2);
  EXPECT_EQ(Place(record), 4);
  EXPECT_EQ(Place(branch), 6);

  Client own = Thinks(lobby, "192.0.2.4");
  EXPECT_EQ(Place(own), 3);
  Client guest = many[8];
  guest.set_address("192.0.2.4");
  const Answer look =
      guest.Get(guest.Path("think"), {{"ply", "0"}, {"player", "sleepy"}});
  ASSERT_EQ(look.status, 200) << look.body;
  bool ended = false;
  const auto waits = look.events->Take(&ended);
  ASSERT_NE(waits, nullptr);
  EXPECT_THAT(waits->Whole().value(), ::testing::HasSubstr("\"waiting\":6"));

  Client played = At(lobby, "192.0.2.2");
  played.Create({{"game", "swing"}, {"moves", {"left", "left"}}});
  played.set_address("192.0.2.5");
  EXPECT_EQ(played.Post(played.Path("analysis"), {{"player", "sleepy"}}).status,
            200);
  Client behind_it = Thinks(lobby, "192.0.2.5");
  EXPECT_EQ(Place(behind_it), 8);
}

// A hint is a short thought, so it waits only while another one is thought.
TEST_F(WebSharesTest, HintsAreInTheTurnOfWhoWantsThem) {
  const Catalog catalog =
      Catalog::Create({MakePlugin<session::SwingRules>({Sleepy()})}).value();
  Lobby lobby(catalog, {.threads = 1});
  Client held = Thinks(lobby, "192.0.2.1");
  while (Place(held) != 0) std::this_thread::yield();
  Client hinted = At(lobby, "192.0.2.1"), guest = At(lobby, "192.0.2.1");
  for (Client* const client : {&hinted, &guest}) {
    client->Create({{"game", "swing"}});
  }
  EXPECT_EQ(hinted.Act("hint").status, 200);
  Client one = Thinks(lobby, "192.0.2.2"), two = Thinks(lobby, "192.0.2.2");
  while (Place(one) != 1) std::this_thread::yield();  // the hint has a thread
  guest.set_address("192.0.2.3");
  EXPECT_EQ(guest.Act("hint").status, 200);
  Client behind_it = Thinks(lobby, "192.0.2.3");
  EXPECT_EQ(Place(behind_it), 4);
}

// In its turn or for advice.
TEST_F(WebSharesTest, WhoThinksWithManyThreadsWaitsForOthers) {
  auto wide = Sleepy();
  wide.info.id = "wide";
  wide.info.parameters = {IntParameter("threads", 1, {1, 64}, "that think")};
  const Catalog catalog =
      Catalog::Create({MakePlugin<session::SwingRules>({Sleepy(), wide})})
          .value();
  for (const bool advice : {false, true}) {
    Lobby lobby(catalog, {.threads = 3});
    Client first = At(lobby, "192.0.2.1");
    Answer look;
    if (advice) {
      first.Create({{"game", "swing"}});
      look = first.Get(first.Path("think"),
                       {{"ply", "0"}, {"player", "wide:threads=3"}});
      ASSERT_EQ(look.status, 200) << look.body;
    } else {
      first.Create({{"game", "swing"}, {"seats", {"wide:threads=3", "human"}}});
    }
    Client one = Thinks(lobby, "192.0.2.2"), two = Thinks(lobby, "192.0.2.2");
    while (Place(one) != 0 || Place(two) != 0) std::this_thread::yield();
    Client probe = Thinks(lobby, "192.0.2.3");
    while (Place(probe) != 1) std::this_thread::yield();  // all threads think
    EXPECT_EQ(probe.Act("delete").status, 200);
    Client wide_again = Thinks(lobby, "192.0.2.1");
    Client narrow = Thinks(lobby, "192.0.2.2");
    EXPECT_EQ(one.Act("move-now").status, 200);
    while (Place(narrow) != 0 && Place(wide_again) != 0) {
      std::this_thread::yield();
    }
    EXPECT_EQ(Place(narrow), 0);
    EXPECT_EQ(Place(wide_again), 1);
  }
}

TEST_F(WebSharesTest, PeopleNeedNotWaitForComputersAmongThemselves) {
  Lobby lobby(catalog_, {.threads = 1});
  Client held = Thinks(lobby, "192.0.2.1");
  while (Place(held) != 0) std::this_thread::yield();
  Client watched(lobby);
  for (int i = 0; i < 9; ++i) {
    watched = At(lobby, "192.0.2.1");
    watched.Create({{"game", "swing"}, {"seats", {"sleepy", "sleepy"}}});
  }
  EXPECT_EQ(Place(watched), 9);
  Client person = Thinks(lobby, "192.0.2.1");
  EXPECT_EQ(Place(person), 1);
  EXPECT_EQ(Place(watched), 10);
}

// Games that go on after a restart are nobody's at first.
TEST_F(WebSharesTest, WhoComesFirstIsTheOneWhoAsks) {
  const TemporaryFolder folder;
  const LobbyOptions options = {.folder = folder.File("rooms"), .threads = 1};
  const Json body = {{"game", "swing"}, {"seats", {"human", "sleepy"}}};
  Client one(lobby_), two(lobby_), other(lobby_);
  {
    Lobby before(catalog_, options);
    for (Client* const client : {&one, &two, &other}) {
      *client = Client(before);
      client->Create(body);
    }
  }
  Lobby lobby(catalog_, options);
  for (Client* const client : {&one, &two, &other}) {
    *client = client->With(lobby);
    client->set_address(client == &other ? "192.0.2.2" : "192.0.2.1");
    ASSERT_TRUE(lobby.Find(client->room(), client->keys()).ok());
  }
  Client held = Thinks(lobby, "192.0.2.3");
  while (Place(held) != 0) std::this_thread::yield();
  // Who comes later only plays.
  EXPECT_EQ(one.State()["ply"], 0);
  Client later = one;
  later.set_address("192.0.2.2");
  for (Client* const client : {&later, &two, &other}) {
    EXPECT_EQ(client->Move(0, "left").status, 200);
  }
  EXPECT_EQ(Place(one), 1);
  EXPECT_EQ(Place(other), 2);
  EXPECT_EQ(Place(two), 3);
}

// What a name says of the time is believed until it is seen to be wrong, and a
// search that has had little to do so far is no short one.
TEST_F(WebSharesTest, WhatMayTakeLongWaitsForALongThread) {
  std::atomic<bool> was_slow{false};
  const auto slow = session::SwingPlayer::Binding(
      "easy", [&was_slow](const auto&, const auto&, const Limits&) {
        const auto until =
            std::chrono::steady_clock::now() + std::chrono::milliseconds(1100);
        while (!was_slow && std::chrono::steady_clock::now() < until) {
          std::this_thread::yield();
        }
        was_slow = true;
        return session::SwingDecision(session::SwingState::kRight);
      });
  const auto right = [](const auto&, const auto&, const Limits&) {
    return session::SwingDecision(session::SwingState::kRight);
  };
  const auto quick = session::SwingPlayer::Binding("beginner", right);
  auto deep = session::SwingPlayer::Binding("deep", right);
  deep.info.parameters = {kDepthParameter};
  deep.info.needs_limit = true;
  const Catalog catalog =
      Catalog::Create(
          {MakePlugin<session::SwingRules>({slow, quick, deep, Sleepy()})})
          .value();
  Lobby lobby(catalog, {.threads = 1});
  const auto answer = [](Client& client, int ply) {
    EXPECT_EQ(client.Move(ply, "left").status, 200);
    while (client.State()["ply"] != ply + 2) std::this_thread::yield();
  };
  std::vector<Client> rooms;
  for (const char* const player : {"easy", "deep:depth=40"}) {
    rooms.emplace_back(lobby);
    rooms.back().Create({{"game", "swing"}, {"seats", {"human", player}}});
    for (const int ply : {0, 2}) answer(rooms.back(), ply);
  }
  Client held = Thinks(lobby, "");
  while (Place(held) != 0) std::this_thread::yield();
  for (Client& room : rooms) EXPECT_EQ(room.Move(4, "left").status, 200);
  Client beside(lobby);
  beside.Create({{"game", "swing"}, {"seats", {"human", "beginner"}}});
  answer(beside, 0);
  EXPECT_EQ(Place(rooms[0]), 1);
  EXPECT_EQ(Place(rooms[1]), 2);
}

// The large part of the state of a long game is there once, however many do not
// read it.
TEST_F(WebSharesTest, ReadersShareOneStateAndAllStatesAreBounded) {
  constexpr size_t kMaxSending = size_t{1} << 20;
  Lobby lobby(catalog_, {.max_sending = kMaxSending});
  Client client(lobby);
  client.Create(LongGame(3000));
  // The second part of the state, of a reader that takes no more.
  std::vector<std::unique_ptr<EventStream>> streams;
  const auto begin = [&] {
    streams.push_back(client.Get(client.Path("events")).events);
    bool ended = false;
    const auto own = streams.back()->Take(&ended);
    EXPECT_LT(own->size(), 2000);
    return streams.back()->Take(&ended);
  };
  const auto first = begin();
  EXPECT_GT(first->size(), 100'000);
  EXPECT_LT(2 * first->size(), kMaxSending);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(begin(), first);
  // Each position has a state of its own.
  std::vector<std::shared_ptr<const SharedText>> others;
  size_t bytes = first->size();
  for (int ply = 3000; bytes <= kMaxSending; ++ply) {
    EXPECT_FALSE(first->withdrawn());
    ASSERT_EQ(client.Move(ply, "left").status, 200);
    others.push_back(begin());
    EXPECT_NE(others.back(), first);
    bytes += others.back()->size();
  }
  EXPECT_TRUE(first->withdrawn());
  for (const auto& other : others) EXPECT_FALSE(other->withdrawn());
  EXPECT_EQ(client.State()["moves"].size(), 3000 + others.size());
  // Who reads gets the whole.
  const auto event = client.Read()->Next();
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->type, "state");
  EXPECT_EQ(event->data["ply"], 3000 + others.size());
  Json state = client.State();
  EXPECT_EQ(event->data["moves"], state["moves"]);
}

TEST_F(WebSharesTest, ThoughtsWaitForMemory) {
  // A quarter is for those that think: for two, and for a short thought.
  Lobby lobby(catalog_, {.threads = 8,
                         .memory = 4 * 3 * kUsualTables,
                         .tick = std::chrono::milliseconds(1)});
  std::vector<Client> rooms;
  for (int i = 0; i < 3; ++i) {
    rooms.emplace_back(lobby);
    rooms.back().Create({{"game", "swing"}, {"seats", {"sleepy", "human"}}});
    while (i < 2 && rooms[i].State()["thinking"]["waiting"] != 0) {
      std::this_thread::yield();
    }
  }
  // There are threads for it, and it is told again and again that it waits.
  const auto reader = rooms[2].Read();
  for (int i = 0; i < 20; ++i) {
    const auto event = reader->NextOf("waiting");
    ASSERT_TRUE(event.has_value());
    EXPECT_EQ(event->data["waiting"], 1);
    EXPECT_EQ(event->data["for_memory"], true);
  }
  EXPECT_EQ(rooms[0].Act("move-now").status, 200);
  while (rooms[2].State()["thinking"]["waiting"] != 0) {
    std::this_thread::yield();
  }
}

TEST_F(WebSharesTest, AdviceWaitsForMemory) {
  std::atomic<bool> looks{false};
  const auto looker = session::SwingPlayer::Binding(
      "looker", [&looks](const auto&, const auto&, const Limits&) {
        looks = true;
        return session::SwingDecision(session::SwingState::kRight);
      });
  const auto quick = session::SwingPlayer::Binding(
      "beginner", [](const auto&, const auto&, const Limits&) {
        return session::SwingDecision(session::SwingState::kRight);
      });
  const Catalog catalog =
      Catalog::Create(
          {MakePlugin<session::SwingRules>({looker, Sleepy(), quick})})
          .value();
  Lobby lobby(catalog, {.threads = 4, .memory = 4 * 2 * kUsualTables});
  Client room = Thinks(lobby, "");
  while (Place(room) != 0) std::this_thread::yield();
  const Answer look =
      room.Get(room.Path("think"), {{"ply", "0"}, {"player", "looker"}});
  ASSERT_EQ(look.status, 200) << look.body;
  Client beside(lobby);
  beside.Create({{"game", "swing"}, {"seats", {"human", "beginner"}}});
  EXPECT_EQ(beside.Move(0, "left").status, 200);
  while (beside.State()["ply"] != 2) std::this_thread::yield();
  EXPECT_FALSE(looks);
  EXPECT_EQ(room.Act("move-now").status, 200);
  while (!looks) std::this_thread::yield();
}

// Players that do not fit into the memory are made anew for each move.
TEST_F(WebSharesTest, PlayersAreKeptWithinTheMemory) {
  std::atomic<int> made{0};
  PlayerBinding<session::SwingRules> counted = session::SwingPlayer::Binding(
      "counted", [](const auto&, const auto&, const Limits&) {
        return session::SwingDecision(session::SwingState::kRight);
      });
  counted.make = [&made, make = counted.make](const auto& rules,
                                              const Parameters& parameters) {
    ++made;
    return make(rules, parameters);
  };
  const Catalog catalog =
      Catalog::Create({MakePlugin<session::SwingRules>({counted})}).value();
  Lobby lobby(catalog, {.threads = 1, .memory = 4 * kUsualTables});
  Client kept(lobby), other(lobby);
  for (Client* const client : {&kept, &other}) {
    client->Create({{"game", "swing"}, {"seats", {"human", "counted"}}});
  }
  // How many players a move takes.
  const auto made_for = [&made](Client& client, int ply) {
    const int before = made;
    EXPECT_EQ(client.Move(ply, "left").status, 200);
    while (client.State()["ply"] != ply + 2) std::this_thread::yield();
    return made - before;
  };
  made_for(kept, 0);
  EXPECT_EQ(made_for(kept, 2), 0);
  made_for(other, 0);
  EXPECT_EQ(made_for(other, 2), 1);
  EXPECT_THAT(kept.State()["warnings"], ::testing::IsEmpty());
  EXPECT_THAT(other.State()["warnings"][0].get<std::string>(),
              ::testing::HasSubstr("no memory for what computers remember"));
  EXPECT_EQ(kept.Act("delete").status, 200);
  made_for(other, 4);
  EXPECT_EQ(made_for(other, 6), 0);
}

// Beside one that takes the most there is place for others.
TEST_F(WebSharesTest, NoPlayerIsOfferedMoreThanHalfOfTheirMemory) {
  constexpr ParameterSpec kMemory =
      IntParameter("memory", 8, {1, 65'536}, "MiB for the table");
  auto deep = session::SwingPlayer::Binding("deep", {});
  deep.info.parameters = {kMemory};
  const Catalog catalog =
      Catalog::Create({MakePlugin<session::SwingRules>({deep})}).value();
  Lobby lobby(catalog, {.memory = size_t{1024} << 20});
  const auto game = catalog.MakeGame("swing").value();
  EXPECT_TRUE(lobby.CheckPlayer(*game, "deep:memory=128").ok());
  EXPECT_FALSE(lobby.CheckPlayer(*game, "deep:memory=129").ok());
}

// Who plays from elsewhere must not have files of this machine read.
TEST_F(WebSharesTest, NoPlayerIsOfferedAFile) {
  constexpr ParameterSpec kJudge =
      OptionalChoiceOrFileParameter("judge", "plain|fine", "what it judges by");
  auto wise = session::SwingPlayer::Binding("wise", {});
  wise.info.parameters = {kJudge};
  const Catalog catalog =
      Catalog::Create({MakePlugin<session::SwingRules>({wise})}).value();
  Lobby lobby(catalog, {});
  const auto game = catalog.MakeGame("swing").value();
  EXPECT_TRUE(lobby.CheckPlayer(*game, "wise:judge=fine").ok());
  const absl::Status file = lobby.CheckPlayer(*game, "wise:judge=/etc/passwd");
  EXPECT_THAT(std::string(file.message()),
              ::testing::HasSubstr("judge is one of plain, fine;"));
}

TEST_F(WebSharesTest, GamesTakeHalfOfTheMemory) {
  // Two games of 1.3 MB fit, and three do not.
  Lobby lobby(catalog_, {.memory = 7 << 20});
  Client client(lobby);
  const Json long_game = LongGame(3000);
  client.Create(long_game);
  client.Create(long_game);
  const Answer refused = client.Post("rooms", long_game);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(client.Act("delete").status, 200);
  client.Create(long_game);
}

// Whoever has a quarter leaves the last quarter to others.
TEST_F(WebSharesTest, NobodyTakesAllPlacesOrAllMemory) {
  const auto fill = [&](const LobbyOptions& options, const Json& game) {
    Lobby lobby(catalog_, options);
    Client client(lobby);
    const auto ask = [&](const std::string& address) {
      client.set_address(address);
      return client.Post("rooms", game).status;
    };
    int first = 0, second = 0, all = 0;
    while (ask("192.0.2.1") == 200) ++first;
    while (second < 1 && ask("192.0.2.2") == 200) ++second;
    EXPECT_EQ(ask("192.0.2.1"), 503);
    for (int i = 3; ask(absl::StrCat("192.0.2.", i)) == 200; ++i) ++all;
    all += first + second;
    return std::vector<int>{first, second, all};
  };
  EXPECT_THAT(fill({.max_rooms = 8}, {{"game", "swing"}}),
              ::testing::ElementsAre(6, 1, 8));
  // 0.46 MB each.
  EXPECT_THAT(fill({.memory = 8 << 20}, LongGame(1000)),
              ::testing::ElementsAre(6, 1, 9));
}

// Games grow after they have begun: those that are large wait, others go on.
TEST_F(WebSharesTest, GamesThatGrowStayWithinTheMemory) {
  Lobby lobby(catalog_,
              {.memory = 1 << 20, .tick = std::chrono::milliseconds(1)});
  Client small(lobby), large(lobby);
  small.Create({{"game", "swing"}});
  large.Create(LongGame(900));
  int ply = 900;
  Answer answer;
  while (ply < 5000 && (answer = large.Move(ply, "left")).status == 200) ++ply;
  EXPECT_EQ(answer.status, 429) << ply;
  EXPECT_THAT(answer.error(), ::testing::HasSubstr("all the memory"));
  EXPECT_THAT(large.State()["warnings"][0].get<std::string>(),
              ::testing::HasSubstr("this one waits"));
  EXPECT_EQ(small.Move(0, "left").status, 200);
  EXPECT_EQ(large.Act("restart").status, 200);
  while (large.Move(0, "left").status != 200) std::this_thread::yield();
}

// Nor do computers make a large game larger, or keep it in the memory.
TEST_F(WebSharesTest, ComputersWaitInGamesThatAreTooLarge) {
  Lobby lobby(
      catalog_,
      {.threads = 1, .memory = 1 << 20, .tick = std::chrono::milliseconds(1)});
  Client large = At(lobby, "192.0.2.1"), growing = At(lobby, "192.0.2.2");
  Client small = At(lobby, "192.0.2.3");
  large.Create(LongGame(700));
  growing.Create({{"game", "swing"}});
  small.Create({{"game", "swing"}, {"seats", {"human", "sleepy"}}});
  for (int ply = 0; large.State()["warnings"].empty(); ++ply) {
    ASSERT_EQ(growing.Move(ply, "left").status, 200);
  }
  EXPECT_EQ(large
                .Post(large.Path("actions"),
                      {{"action", "seat"}, {"seat", 1}, {"player", "sleepy"}})
                .status,
            200);
  // The thread is free for another.
  EXPECT_EQ(small.Move(0, "left").status, 200);
  while (Place(small) != 0) std::this_thread::yield();
  const auto room = lobby.Find(large.room(), large.keys()).value();
  EXPECT_TRUE(room->CloseIfIdle(std::chrono::steady_clock::time_point::max()));
}

}  // namespace
}  // namespace boardwalk::web
