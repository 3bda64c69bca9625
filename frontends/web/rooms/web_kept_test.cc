// Games survive their server; damaged files harm nothing.

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "framework/testing/temporary_folder.h"
#include "frontends/session/journal.h"
#include "frontends/session/session_testing.h"
#include "frontends/web/room_testing.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Clock = std::chrono::steady_clock;

class WebKeptTest : public ::testing::Test {
 protected:
  std::unique_ptr<Lobby> Open(LobbyOptions options = {}) const {
    options.folder = folder_.File("rooms");
    options.threads = 2;
    return std::make_unique<Lobby>(catalog_, options);
  }
  std::string FileOf(const Client& client) const {
    return folder_.File(absl::StrCat("rooms/", client.room(), ".room"));
  }
  static std::string Contents(const std::string& path) {
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static void Write(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::trunc) << text;
  }
  // Everything of a state but what differs from server to server.
  static Json Lasting(Json state) {
    state.erase("event");
    state.erase("at");
    state.erase("thinking");
    for (Json& seat : state["seats"]) {
      seat.erase("left_ms");
      seat.erase("present");
      seat.erase("came");
    }
    return state;
  }
  // What the room is when another program reads the file with this text.
  Answer Reopened(const Client& client, const std::string& text) {
    Write(FileOf(client), text);
    const auto lobby = Open();
    Client again = client.With(*lobby);
    return again.Get(again.Path());
  }

  const TemporaryFolder folder_;
  const Catalog catalog_ = Catalog::Create({session::SwingPlugin()}).value();
};

TEST_F(WebKeptTest, AllThatHappenedIsThereAfterANewStart) {
  auto lobby = Open();
  ASSERT_TRUE(lobby->status().ok()) << lobby->status();
  Client client(*lobby);
  client.Create({{"game", "swing:players=3"},
                 {"seats", {"human", "witness", "human"}},
                 {"names", {"Ann"}},
                 {"clock", "300s+3s"}});
  const auto wait_for = [&](int ply) {
    while (client.State()["ply"] != ply) std::this_thread::yield();
  };
  EXPECT_EQ(client.Move(0, "left").status, 200);
  wait_for(2);
  EXPECT_EQ(client.Move(2, "left").status, 200);
  EXPECT_EQ(client.Act("undo").status, 200);
  EXPECT_EQ(client.Move(2, "right").status, 200);  // a variation
  EXPECT_EQ(client.Move(3, "left").status, 200);
  wait_for(5);
  EXPECT_EQ(client
                .Post(client.Path("actions"),
                      {{"action", "seat"}, {"seat", 3}, {"player", "sleepy"}})
                .status,
            200);
  const Json before = client.State();
  EXPECT_EQ(before["variations"].size(), 1);
  const std::string written = Contents(FileOf(client));

  // As after kill -9: what stands on disk is all that is left.
  lobby.reset();
  EXPECT_EQ(Contents(FileOf(client)), written);
  lobby = Open();
  client = client.With(*lobby);
  EXPECT_EQ(Lasting(client.State()), Lasting(before));
  EXPECT_EQ(client.State()["seats"][0]["left_ms"].is_number(), true);

  EXPECT_EQ(
      client.Post(client.Path("actions"), {{"action", "resign"}, {"seat", 1}})
          .status,
      200);
  const Json over = client.State()["over"];
  EXPECT_EQ(over["how"], "resignation");
  lobby.reset();
  lobby = Open();
  client = client.With(*lobby);
  EXPECT_EQ(client.State()["over"], over);
  EXPECT_THAT(lobby->problems(), IsEmpty());
}

TEST_F(WebKeptTest, ComputersAmongThemselvesGoOnForThoseWhoLook) {
  auto lobby = Open();
  Client client(*lobby);
  client.Create(
      {{"game", "swing"}, {"seats", {"witness", "witness"}}, {"pace_ms", 20}});
  while (client.State()["ply"] < 2) std::this_thread::yield();
  const int before = client.State()["ply"];
  lobby.reset();
  // A server that begins leaves it alone.
  EXPECT_THAT(Contents(FileOf(client)), Not(HasSubstr("active")));
  lobby = Open();
  client = client.With(*lobby);
  EXPECT_GE(client.State()["ply"], before);
  // It ends, as it never would by its rules.
  while (Contents(FileOf(client)).find("\"end\"") == std::string::npos) {
    std::this_thread::yield();
  }
  const Json state = client.State();
  EXPECT_GT(state["ply"], before);
  EXPECT_EQ(state["over"]["how"], "repetition");
}

TEST_F(WebKeptTest, ComputersAmongThemselvesStopWhenNobodyLooks) {
  const auto lobby = Open({.idle = std::chrono::nanoseconds(0),
                           .tick = std::chrono::milliseconds(1)});
  Client client(*lobby);
  client.Create({{"game", "swing"}, {"seats", {"sleepy", "sleepy"}}});
  auto reader = client.Read();
  std::shared_ptr<Room> room =
      lobby->Find(client.room(), client.keys()).value();
  while (client.State()["thinking"]["waiting"] != 0) std::this_thread::yield();
  EXPECT_FALSE(room->CloseIfIdle(Clock::time_point::max()));
  reader.reset();
  while (!room->closed()) std::this_thread::yield();
  // Who comes again sees it go on.
  reader = client.Read();
  EXPECT_EQ(reader->NextOf("state")->data["thinking"]["seat"], 1);
  // One in which a person plays is the person's to go on with.
  Client person(*lobby);
  person.Create({{"game", "swing"}, {"seats", {"sleepy", "human"}}});
  room = lobby->Find(person.room(), person.keys()).value();
  EXPECT_FALSE(room->CloseIfIdle(Clock::time_point::max()));
}

TEST_F(WebKeptTest, ReadersUseTheRoomUntilTheyLeave) {
  const auto lobby = Open();
  Client client(*lobby);
  client.Create({{"game", "swing"}, {"seats", {"sleepy", "sleepy"}}});
  auto reader = client.Read();
  const std::shared_ptr<Room> room =
      lobby->Find(client.room(), client.keys()).value();
  const auto before = Clock::now();
  reader.reset();
  EXPECT_FALSE(room->CloseIfIdle(before));
  EXPECT_TRUE(room->CloseIfIdle(Clock::now()));
}

TEST_F(WebKeptTest, GamesThatNobodyLooksAtMakePlaceAtOnce) {
  const auto lobby = Open({.max_rooms = 2, .idle = std::chrono::hours(1)});
  std::vector<Client> clients;
  for (int i = 0; i < 6; ++i) {
    clients.emplace_back(*lobby);
    clients.back().Create({{"game", "swing"}, {"seats", {"sleepy", "sleepy"}}});
  }
}

TEST_F(WebKeptTest, WhereAPersonBeginsANewStartLeavesTheGameAlone) {
  const auto lobby = Open();
  Client client(*lobby);
  client.Create({{"game", "swing"}, {"seats", {"human", "sleepy"}}});
  const auto last_line = [&] {
    return session::Journal::LastLine(FileOf(client));
  };
  EXPECT_EQ(client.Move(0, "left").status, 200);
  EXPECT_THAT(last_line(), HasSubstr("active"));
  EXPECT_EQ(client.Act("restart").status, 200);
  EXPECT_EQ(last_line(), "{\"restart\":true}");
}

// A clock that runs for long keeps no place, and runs on.
TEST_F(WebKeptTest, GamesWithLongClocksMakePlace) {
  const auto lobby = Open({.max_rooms = 1, .idle = std::chrono::hours(1)});
  Client client(*lobby);
  client.Create({{"game", "swing"}, {"clock", "1000h"}});
  for (int ply = 0; ply < 3; ++ply) {
    EXPECT_EQ(client.Move(ply, "left").status, 200);
  }
  const auto left = [&] {
    return client.State()["seats"][1]["left_ms"].get<int64_t>();
  };
  const int64_t begin = left();
  while (left() > begin - 100) std::this_thread::yield();
  const int64_t before = left();
  Client other(*lobby);
  other.Create({{"game", "swing"}});
  EXPECT_LE(left(), before);
}

TEST_F(WebKeptTest, GamesComeBackForTheirClocks) {
  const auto lobby = Open({.idle = std::chrono::nanoseconds(0),
                           .soon = std::chrono::nanoseconds(0),
                           .tick = std::chrono::milliseconds(1)});
  Client client(*lobby);
  client.Create({{"game", "swing"}, {"clock", "2s"}});
  for (int ply = 0; ply < 3; ++ply) {
    EXPECT_EQ(client.Move(ply, "left").status, 200);
  }
  while (Contents(FileOf(client)).find("\"end\"") == std::string::npos) {
    std::this_thread::yield();
  }
  EXPECT_EQ(client.State()["over"]["how"], "overrun");
}

// What is due after a start does not take more than there is.
TEST_F(WebKeptTest, GamesThatDoNotFitTogetherAreReadAsTheyFit) {
  constexpr int kGames = 6;
  auto lobby = Open();
  std::vector<Client> clients;
  for (int i = 0; i < kGames; ++i) {
    clients.emplace_back(*lobby);
    clients.back().Create({{"game", "swing"},
                           {"seats", {"human", "sleepy"}},
                           {"moves", std::vector<std::string>(1001, "left")}});
  }
  lobby.reset();
  // One fits; those that are due are nobody's, and leave a quarter to others.
  lobby = Open({.memory = 2 << 20, .tick = std::chrono::milliseconds(1)});
  Client visitor(*lobby);
  int there = 0;
  for (const Client& client : clients) {
    const Answer answer = client.With(*lobby).Get(client.Path());
    there += answer.status == 200 ? 1 : 0;
  }
  EXPECT_EQ(there, 1);
  visitor.Create({{"game", "swing"}});
}

// Who knows a game and none of its keys neither reads nor uses it.
TEST_F(WebKeptTest, OnlyThoseWithKeysUseAGame) {
  auto lobby = Open();
  Client client(*lobby);
  client.Create({{"game", "swing"}});
  lobby.reset();
  lobby = Open();
  client = client.With(*lobby);
  Client stranger = client;
  stranger.set_keys({std::string(26, 'k')});
  EXPECT_EQ(stranger.Get(client.Path()).status, 403);
  const auto room = lobby->Find(client.room(), client.keys(), "192.0.2.1");
  ASSERT_TRUE(room.ok());
  EXPECT_EQ((*room)->asker(), "192.0.2.1");
  const auto before = Clock::now();
  EXPECT_EQ(stranger.Get(client.Path()).status, 403);
  EXPECT_TRUE((*room)->CloseIfIdle(before));
  EXPECT_THAT(lobby->problems(), IsEmpty());
}

TEST_F(WebKeptTest, NumbersOfEventsGoOnAfterANewStart) {
  auto lobby = Open();
  Client client(*lobby);
  const Json created = client.Create({{"game", "swing"}}).json;
  Client watcher = client;
  watcher.set_keys({created["keys"]["watch"]});
  auto reader = watcher.Read();
  const uint64_t first = reader->NextOf("state")->number;
  EXPECT_EQ(client.Move(0, "left").status, 200);
  const uint64_t second = reader->NextOf("move")->number;
  EXPECT_GT(second, first);
  // The one who was gone for a moment gets the state that has what came
  // meanwhile; the one who missed nothing gets what comes next.
  auto late = watcher.Read(absl::StrCat(first));
  std::optional<Event> event = late->Next();
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->type, "state");
  EXPECT_EQ(event->number, second);
  EXPECT_EQ(event->data["ply"], 1);
  auto same = watcher.Read(absl::StrCat(second));
  EXPECT_EQ(client.Act("undo").status, 200);
  EXPECT_EQ(client.Move(0, "left").status, 200);
  event = same->Next();
  ASSERT_TRUE(event.has_value());
  EXPECT_GT(event->number, second);
  same.reset();
  late.reset();
  reader.reset();
  lobby.reset();
  lobby = Open();
  client = client.With(*lobby);
  event = client.Read(absl::StrCat(second))->Next();
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->type, "state");
  EXPECT_GT(event->number, second);
  EXPECT_EQ(event->data["ply"], 1);
}

TEST_F(WebKeptTest, RoomsThatNobodyUsesLeaveTheMemoryAndComeBack) {
  const auto lobby = Open({.max_rooms = 2, .idle = std::chrono::hours(1)});
  std::vector<Client> clients;
  for (int i = 0; i < 6; ++i) {
    clients.emplace_back(*lobby);
    clients.back().Create({{"game", "swing"}});
    EXPECT_EQ(clients.back().Move(0, i % 2 == 0 ? "left" : "right").status,
              200);
  }
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(clients[i].State()["ply"], 1) << i;
    EXPECT_EQ(clients[i].Move(1, "left").status, 200);
  }
  // Rooms that are read stay.
  const auto reader = clients[0].Read();
  const auto other = clients[1].Read();
  const Answer full = clients[2].Get(clients[2].Path());
  EXPECT_EQ(full.status, 503);
  EXPECT_THAT(full.error(), HasSubstr("all places are taken"));
  EXPECT_EQ(clients[2].Post("rooms", {{"game", "swing"}}).status, 503);
}

TEST_F(WebKeptTest, NoMoreGamesAreKeptThanThereMayBeAndOwnersDeleteTheirs) {
  auto lobby = Open({.max_kept = 1});
  Client client(*lobby);
  const Json keys = client.Create({{"game", "swing"}}).json["keys"];
  const Answer refused = client.Post("rooms", {{"game", "swing"}});
  EXPECT_EQ(refused.status, 503);
  EXPECT_THAT(refused.error(), HasSubstr("delete one"));
  Client seat = client;
  seat.set_keys({keys["seats"][0]});
  EXPECT_EQ(seat.Act("delete").status, 403);
  const auto reader = seat.Read();
  EXPECT_EQ(reader->Next()->type, "state");
  EXPECT_EQ(client.Act("delete").status, 200);
  EXPECT_FALSE(reader->Next().has_value());
  EXPECT_EQ(client.Get(client.Path()).status, 404);
  EXPECT_FALSE(std::filesystem::exists(FileOf(client)));
  EXPECT_EQ(client.Act("delete").status, 404);
  Client other(*lobby);
  other.Create({{"game", "swing"}});
  EXPECT_EQ(client.Post("rooms", {{"game", "swing"}}).status, 503);
  lobby.reset();
  lobby = Open();
  EXPECT_EQ(client.With(*lobby).Get(client.Path()).status, 404);
  EXPECT_EQ(other.With(*lobby).State()["ply"], 0);
}

TEST_F(WebKeptTest, GamesThatNobodyUsedForLongMakePlace) {
  namespace fs = std::filesystem;
  auto lobby = Open();
  std::vector<Client> clients;
  for (int i = 0; i < 3; ++i) {
    clients.emplace_back(*lobby);
    clients.back().Create({{"game", "swing"}});
  }
  const auto make_old = [&](const Client& client) {
    fs::last_write_time(FileOf(client), fs::file_time_type::clock::now() -
                                            std::chrono::hours(31 * 24));
  };
  // The first is old, the second is looked at again, the third is in use.
  lobby.reset();
  make_old(clients[0]);
  make_old(clients[1]);
  lobby = Open();
  EXPECT_EQ(clients[1].With(*lobby).State()["ply"], 0);
  lobby.reset();
  lobby = Open({.max_kept = 3});
  const auto reader = clients[2].With(*lobby).Read();
  make_old(clients[2]);
  Client fresh(*lobby);
  fresh.Create({{"game", "swing"}});
  EXPECT_FALSE(fs::exists(FileOf(clients[0])));
  EXPECT_TRUE(fs::exists(FileOf(clients[1])));
  EXPECT_TRUE(fs::exists(FileOf(clients[2])));
  EXPECT_EQ(fresh.Post("rooms", {{"game", "swing"}}).status, 503);
}

// As where the clock jumps a month: then all games seem to be outdated.
TEST_F(WebKeptTest, ANewGameTakesThePlaceOfOneOldGame) {
  namespace fs = std::filesystem;
  constexpr int kGames = 5;
  auto lobby = Open();
  std::vector<Client> clients;
  for (int i = 0; i < kGames; ++i) {
    clients.emplace_back(*lobby);
    clients.back().Create({{"game", "swing"}});
  }
  lobby.reset();
  for (int i = 0; i < kGames; ++i) {
    fs::last_write_time(
        FileOf(clients[i]),
        fs::file_time_type::clock::now() - std::chrono::hours((31 + i) * 24));
  }
  const auto left = [&] {
    return std::ranges::count_if(
        clients, [&](const Client& c) { return fs::exists(FileOf(c)); });
  };
  lobby = Open({.max_kept = kGames});
  Client fresh(*lobby);
  fresh.Create({{"game", "swing"}});
  EXPECT_EQ(left(), kGames - 1);
  EXPECT_FALSE(fs::exists(FileOf(clients[kGames - 1])));
  // The next in line is looked at, so it stays.
  EXPECT_EQ(clients[kGames - 2].With(*lobby).State()["ply"], 0);
  fresh.Create({{"game", "swing"}});
  EXPECT_EQ(left(), kGames - 2);
  EXPECT_FALSE(fs::exists(FileOf(clients[kGames - 3])));
}

// A full disk, as far as a program can be given one.
TEST_F(WebKeptTest, AnOldGameIsGoneOnlyOnceTheNewOneIsThere) {
  namespace fs = std::filesystem;
  auto lobby = Open();
  Client old(*lobby);
  old.Create({{"game", "swing"}});
  lobby.reset();
  fs::last_write_time(FileOf(old), fs::file_time_type::clock::now() -
                                       std::chrono::hours(31 * 24));
  lobby = Open({.max_kept = 1});
  Client fresh(*lobby);
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit none = before;
  none.rlim_cur = 0;
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
  const Answer refused = fresh.Post("rooms", {{"game", "swing"}});
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  signal(SIGXFSZ, handler);
  EXPECT_EQ(refused.status, 503);
  EXPECT_TRUE(fs::exists(FileOf(old)));
  fresh.Create({{"game", "swing"}});
  EXPECT_FALSE(fs::exists(FileOf(old)));
}

// Whose clock runs without a room is in use.
TEST_F(WebKeptTest, GamesWhoseClocksRunAreNotOld) {
  namespace fs = std::filesystem;
  const auto lobby =
      Open({.max_rooms = 1, .max_kept = 2, .idle = std::chrono::hours(1)});
  Client client(*lobby), other(*lobby);
  client.Create({{"game", "swing"}, {"clock", "1000h"}});
  for (int ply = 0; ply < 3; ++ply) {
    EXPECT_EQ(client.Move(ply, "left").status, 200);
  }
  other.Create({{"game", "swing"}});
  fs::last_write_time(FileOf(client), fs::file_time_type::clock::now() -
                                          std::chrono::hours(31 * 24));
  EXPECT_EQ(other.Post("rooms", {{"game", "swing"}}).status, 503);
  EXPECT_EQ(client.State()["ply"], 3);
}

TEST_F(WebKeptTest, OneServerUsesAFolder) {
  const auto lobby = Open();
  const auto second = Open();
  EXPECT_FALSE(second->status().ok());
  EXPECT_THAT(std::string(second->status().message()),
              HasSubstr("another program"));
  Client client(*second);
  EXPECT_EQ(client.Post("rooms", {{"game", "swing"}}).status, 503);
}

// It has the keys of all games.
TEST_F(WebKeptTest, AFolderThatOthersCanReadIsRefused) {
  namespace fs = std::filesystem;
  auto lobby = Open();
  Client client(*lobby);
  client.Create({{"game", "swing"}});
  lobby.reset();
  const fs::path rooms = folder_.File("rooms");
  for (const fs::perms open : {fs::perms::others_read, fs::perms::group_exec}) {
    fs::permissions(rooms, fs::perms::owner_all | open);
    lobby = Open();
    EXPECT_THAT(std::string(lobby->status().message()),
                HasSubstr("chmod 700 '" + rooms.string() + "'"));
    lobby.reset();
  }
  fs::permissions(rooms, fs::perms::owner_all);
  lobby = Open();
  EXPECT_EQ(client.With(*lobby).State()["ply"], 0);
}

TEST_F(WebKeptTest, NobodyElseReadsTheFileOfAGame) {
  namespace fs = std::filesystem;
  constexpr fs::perms kPrivate = fs::perms::owner_read | fs::perms::owner_write;
  auto lobby = Open();
  Client client(*lobby);
  client.Create({{"game", "swing"}});
  EXPECT_EQ(fs::status(FileOf(client)).permissions(), kPrivate);
  lobby.reset();
  // As an earlier version left it.
  fs::permissions(FileOf(client), kPrivate | fs::perms::others_read);
  lobby = Open();
  EXPECT_EQ(client.With(*lobby).State()["ply"], 0);
  EXPECT_EQ(fs::status(FileOf(client)).permissions(), kPrivate);
}

TEST_F(WebKeptTest, ALastLineThatIsCutOffIsDropped) {
  auto lobby = Open();
  Client client(*lobby);
  client.Create({{"game", "swing"}});
  EXPECT_EQ(client.Move(0, "left").status, 200);
  EXPECT_EQ(client.Move(1, "right").status, 200);
  lobby.reset();
  const std::string whole = Contents(FileOf(client));
  const size_t last = whole.rfind("{\"move\"");
  for (const size_t cut : {whole.size() - 1, last + 5, last + 1}) {
    const Answer answer = Reopened(client, whole.substr(0, cut));
    ASSERT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(answer.json["ply"], 1);
    EXPECT_EQ(Contents(FileOf(client)), whole.substr(0, cut));
    // What is added later begins a line.
    lobby = Open();
    Client again = client.With(*lobby);
    EXPECT_EQ(again.Move(1, "right").status, 200);
    lobby.reset();
    const std::string contents = Contents(FileOf(client));
    EXPECT_EQ(contents.substr(0, last), whole.substr(0, last));
    EXPECT_EQ(std::ranges::count(contents, '\n'),
              std::ranges::count(whole, '\n'));
    EXPECT_EQ(Json::parse(contents.substr(last))["move"], "right");
  }
}

TEST_F(WebKeptTest, DamagedAndForgedFilesAreRefusedOneByOne) {
  auto lobby = Open();
  Client client(*lobby);
  client.Create({{"game", "swing"}});
  EXPECT_EQ(client.Move(0, "left").status, 200);
  Client good(*lobby);
  good.Create({{"game", "swing"}});
  lobby.reset();
  const std::string whole = Contents(FileOf(client));
  const std::string first = whole.substr(0, whole.find('\n') + 1);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const std::vector<std::string> damaged = {
      "",
      "\n",
      "nonsense\n",
      "nonsense",
      first.substr(0, first.size() - 1),
      first + "nonsense\n" + whole.substr(first.size(), 5),
      first + "nonsense\n" + whole.substr(first.size()),
      changed("boardwalk-room\":1", "boardwalk-room\":2"),
      changed("\"id\":\"", "\"id\":\"x"),
      changed("\"owner\":\"", "\"owner\":\"\",\"x\":\""),
      changed("\"game\":\"swing\"", "\"game\":\"chess\""),
      changed("\"start\":\"0 1 on\"", "\"start\":\"9 9 on\""),
      changed("\"human\",\"human\"", "\"human\""),
      changed("\"human\",\"human\"", "\"human\",\"nobody\""),
      changed("\"clock\":null", "\"clock\":\"never\""),
      changed("\"seed\":\"", "\"seed\":\"-"),
      changed("\"move\":\"left\"", "\"move\":\"up\""),
      changed("\"move\":\"left\"", "\"move\":\"left\",\"value\":7"),
      changed("\"move\":\"left\"", "\"move\":\"left\",\"wall\":-1"),
      changed("\"move\":\"left\"", "\"move\":\"left\",\"more\":1"),
      whole + "{\"go\":7}\n",
      whole + "{\"go\":-1}\n",
      whole + "{\"go\":\"back\"}\n",
      whole + "{\"end\":\"rules\",\"loser\":0,\"detail\":\"\"}\n",
      whole + "{\"end\":\"resignation\",\"loser\":0,\"detail\":\"\"}\n",
      whole + "{\"end\":\"agreement\",\"loser\":1,\"detail\":\"\"}\n",
      whole + "{\"end\":\"resignation\",\"loser\":3,\"detail\":\"\"}\n",
      whole + "{\"seat\":3,\"player\":\"human\"}\n",
      whole + "{\"seat\":1,\"player\":\"nobody\"}\n",
      whole + "{}\n",
      whole + "{\"ply\":2,\"comment\":\"beyond\"}\n",
      whole + "{\"ply\":-1,\"comment\":\"before\"}\n",
      whole + "{\"comment\":\"nowhere\"}\n",
      whole + "{\"ply\":0,\"comment\":7}\n",
      whole + "{\"ply\":0,\"comment\":\"two\\nlines\"}\n",
      whole + "{\"ply\":0,\"comment\":\"x\",\"more\":1}\n",
      whole + "{\"note\":[1]}\n",
      whole + "{\"note\":{\"rematch\":\"here\"}}\n",
      whole + "{\"note\":{\"rematch\":1}}\n",
      whole + "{\"note\":{\"more\":1}}\n",
      whole + "[1]\n",
      whole + std::string(100'000, '[') + "\n",
      std::string("\0\0\0\n", 4),
  };
  for (const std::string& text : damaged) {
    const Answer answer = Reopened(client, text);
    EXPECT_EQ(answer.status, 404) << text.substr(0, 300);
    EXPECT_THAT(answer.error(), HasSubstr("damaged"));
    EXPECT_EQ(Contents(FileOf(client)).size(), text.size());
  }
  // It hinders no other, and is told with its file.
  lobby = Open();
  Client again = client.With(*lobby);
  EXPECT_EQ(again.Get(again.Path()).status, 404);
  EXPECT_EQ(again.Get(again.Path()).status, 404);
  EXPECT_EQ(good.With(*lobby).State()["ply"], 0);
  ASSERT_EQ(lobby->problems().size(), 1);
  EXPECT_THAT(lobby->problems()[0], HasSubstr(FileOf(client)));
}

TEST_F(WebKeptTest, FilesOfOtherKindsAreLeftAlone) {
  const auto lobby = Open();
  Client client(*lobby);
  const std::string id(26, 'b');
  namespace fs = std::filesystem;
  fs::create_directory(folder_.File(absl::StrCat("rooms/", id, ".room")));
  EXPECT_EQ(client.Get(absl::StrCat("rooms/", id)).status, 404);
  const std::string link(26, 'c');
  fs::create_symlink("/dev/zero",
                     folder_.File(absl::StrCat("rooms/", link, ".room")));
  EXPECT_EQ(client.Get(absl::StrCat("rooms/", link)).status, 404);
  EXPECT_EQ(client.Get("rooms/..").status, 404);
  EXPECT_EQ(client.Get("rooms/../rooms/x").status, 404);
}

// Where nothing can be written, nothing changes.
class FullJournalTest : public WebKeptTest {
 protected:
  // Two moves, the second of them undone, and then `last` in a journal that is
  // full.
  void Fill(const std::string& last) {
    auto lobby = Open();
    client_ = std::make_unique<Client>(*lobby);
    client_->Create({{"game", "swing"}});
    ASSERT_EQ(client_->Move(0, "left").status, 200);
    ASSERT_EQ(client_->Move(1, "left").status, 200);
    lobby.reset();
    std::string text = Contents(FileOf(*client_));
    const auto room = static_cast<size_t>(session::Journal::kMaxBytes) -
                      text.size() - last.size();
    text += absl::StrCat("{\"go\":1", std::string(room - 9, ' '), "}\n", last);
    Write(FileOf(*client_), text);
    lobby_ = Open();
    *client_ = client_->With(*lobby_);
    Answer answer = client_->Get(client_->Path());
    while (answer.status == 503) answer = client_->Get(client_->Path());
    ASSERT_EQ(answer.status, 200) << answer.body;
    before_ = State();
  }
  // All of it but the time of telling.
  Json State() const {
    Json state = client_->State();
    state.erase("at");
    return state;
  }
  void ExpectRefused(const Answer& answer) {
    EXPECT_EQ(answer.status, 429) << answer.body;
    EXPECT_THAT(answer.error(), HasSubstr("cannot be kept"));
    // The number of the last event, too: nobody was told of anything.
    EXPECT_EQ(State(), before_);
  }

  std::unique_ptr<Lobby> lobby_;
  std::unique_ptr<Client> client_;
  Json before_;
};

TEST_F(FullJournalTest, MovesThatCannotBeWrittenAreNotPlayed) {
  ASSERT_NO_FATAL_FAILURE(Fill(""));
  EXPECT_EQ(before_["ply"], 1);
  EXPECT_EQ(before_["moves"].size(), 2u);
  // Nor do they take the place of the one that was undone.
  for (const char* action : {"undo", "redo", "restart", "resign"}) {
    ExpectRefused(client_->Move(1, "right"));
    ExpectRefused(client_->Act(action));
  }
}

TEST_F(FullJournalTest, AnEndThatCannotBeTakenBackStays) {
  ASSERT_NO_FATAL_FAILURE(
      Fill("{\"end\":\"resignation\",\"loser\":2,\"detail\":\"\"}\n"));
  EXPECT_EQ(before_["over"]["how"], "resignation");
  ExpectRefused(client_->Act("undo"));
}

}  // namespace
}  // namespace boardwalk::web
