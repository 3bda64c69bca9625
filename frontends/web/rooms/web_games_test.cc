// Every game, by clicks alone and by events alone, as a page plays it.

#include <algorithm>
#include <map>
#include <thread>

#include "absl/strings/str_join.h"
#include "framework/random.h"
#include "frontends/session/analysis.h"
#include "frontends/session/seats.h"
#include "frontends/session/session_testing.h"
#include "frontends/web/room_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

// The position as a page has it: the view, then the changes of each event.
class Page {
 public:
  explicit Page(const Json& view) {
    for (const Json& piece : view["pieces"]) pieces_[piece[0]] = piece[1];
    for (const auto& [kind, look] : view["kinds"].items()) {
      EXPECT_NE(look["svg"], "");
      EXPECT_NE(look["label"], "");
    }
  }
  void Apply(const Json& move) {
    for (const Json& change : move["changes"]) {
      if (change[1].is_null()) {
        EXPECT_EQ(pieces_.erase(change[0]), 1);
      } else {
        pieces_[change[0]] = change[1];
      }
    }
  }
  bool operator==(const Page&) const = default;

 private:
  std::map<int, std::string> pieces_;
};

std::string Joined(const std::vector<int>& cells) {
  return absl::StrJoin(cells, ",");
}

// A random move by clicks; "" if these clicks led nowhere.
std::string ClickMove(Client& client, int ply, Random& random) {
  const auto pick = [&](const Json& list) {
    return list[random.Below(static_cast<uint32_t>(list.size()))];
  };
  std::vector<int> cells;
  for (;;) {
    const Json pointed = client.Point(ply, Joined(cells));
    EXPECT_TRUE(pointed["reason"].is_null()) << pointed;
    if (!pointed["move"].is_null()) return pointed["move"];
    if (!pointed["moves"].empty() &&
        (pointed["next"].empty() || random.Below(2) == 0)) {
      return pick(pointed["moves"])["text"];
    }
    if (pointed["next"].empty()) {
      ADD_FAILURE() << "nothing comes after " << Joined(cells);
      return "";
    }
    cells.push_back(pick(pointed["next"]));
  }
}

void PlayByClicks(Lobby& lobby, const std::string& game, uint64_t seed) {
  constexpr int kMaxPlies = 150;
  SCOPED_TRACE(game);
  Client client(lobby);
  client.Create({{"game", game}, {"seed", 1}});
  const auto reader = client.Read();
  const auto first = reader->NextOf("state");
  ASSERT_TRUE(first.has_value());
  ASSERT_TRUE(first->data["view"].contains("pieces"));
  Page page(first->data["view"]);
  uint64_t number = first->number;
  Random random(seed);
  int ply = 0;
  for (; ply < kMaxPlies; ++ply) {
    const std::string text = ClickMove(client, ply, random);
    if (text.empty()) return;
    ASSERT_EQ(client.Move(ply, text).status, 200) << text;
    const auto event = reader->NextOf("move");
    ASSERT_TRUE(event.has_value());
    EXPECT_GT(event->number, number);
    number = event->number;
    EXPECT_EQ(event->data["ply"], ply + 1);
    EXPECT_EQ(event->data["move"], text);
    page.Apply(event->data);
    if (event->data["to_move"] == 0) break;
    EXPECT_EQ(event->data["starts"], client.Point(ply + 1, ""));
  }
  if (ply == kMaxPlies) {
    EXPECT_EQ(client.Act("resign").status, 200);
  }
  const auto over = reader->NextOf("over");
  ASSERT_TRUE(over.has_value());
  const Json state = client.State();
  Json over_now = over->data;
  over_now.erase("left_ms");
  over_now.erase("at");
  EXPECT_EQ(state["over"], over_now);
  EXPECT_EQ(page, Page(state["view"]));
  EXPECT_EQ(state["event"], over->number);
  // The record is one of the console's, and leads to the same game.
  const std::string record = client.Get(client.Path("record")).body;
  Client again(lobby);
  again.Create({{"record", record}});
  EXPECT_EQ(again.State()["over"], state["over"]);
  EXPECT_EQ(again.State()["view"], state["view"]);
}

TEST(WebGamesTest, EveryGameIsPlayedByClicks) {
  const Catalog catalog = AllGames().value();
  Lobby lobby(catalog, {.threads = 1});
  ASSERT_FALSE(catalog.games().empty());
  for (const GamePlugin& plugin : catalog.games()) {
    PlayByClicks(lobby, plugin.info.id, 1);
    if (plugin.info.max_players >= 6) {
      PlayByClicks(lobby, absl::StrCat(plugin.info.id, ":players=6"), 2);
    }
  }
}

TEST(WebGamesTest, EventsOfLargeBoardsDoNotSayWhereMovesBegin) {
  const Catalog catalog = AllGames().value();
  Lobby lobby(catalog, {.threads = 1});
  Client client(lobby);
  client.Create({{"game", "star:size=13"}, {"seed", 1}});
  const auto reader = client.Read();
  ASSERT_TRUE(reader->NextOf("state").has_value());
  Random random(1);
  ASSERT_EQ(client.Move(0, ClickMove(client, 0, random)).status, 200);
  const auto event = reader->NextOf("move");
  ASSERT_TRUE(event.has_value());
  EXPECT_TRUE(event->data["starts"].is_null());
  EXPECT_FALSE(client.Point(1, "")["next"].empty());
}

TEST(WebGamesTest, EveryGameIsListedWithItsPlayers) {
  const Catalog catalog = AllGames().value();
  Lobby lobby(catalog, {.threads = 1});
  Client client(lobby);
  const Json games = client.Get("games").json["games"];
  EXPECT_EQ(games.size(), catalog.games().size());
  for (const Json& game : games) {
    const Answer one =
        client.Get(absl::StrCat("games/", std::string(game["id"])));
    ASSERT_EQ(one.status, 200) << one.body;
    EXPECT_NE(one.json["rules"], "");
    bool has_usual = false, has_adviser = false;
    const std::string adviser = one.json["adviser"];
    for (const Json& player : one.json["players"]) {
      has_usual = has_usual || player["id"] == one.json["usual"];
      has_adviser =
          has_adviser || player["id"] == adviser.substr(0, adviser.find(':'));
    }
    EXPECT_TRUE(has_usual) << game["id"];
    EXPECT_TRUE(has_adviser) << game["id"];
    ASSERT_EQ(one.json["grades"].size(), session::kGrades.size());
    EXPECT_EQ(one.json["grades"][0]["name"],
              std::string(session::kGrades[0].name));
    EXPECT_EQ(one.json["grades"][0]["least_loss"],
              session::kGrades[0].least_loss);
  }
  EXPECT_EQ(client.Get("games/star:players=3").json["seats"], 3);
  const Answer wrong = client.Get("games/star:players=9");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_THAT(wrong.error(), ::testing::HasSubstr("players"));
}

// A player's bounds here are those that its form shows.
TEST(WebGamesTest, PlayersGetNoMoreOfTheMachineThanTheirBoundsSay) {
  const Catalog catalog = AllGames().value();
  Lobby lobby(catalog, {.threads = 2});
  Client client(lobby);
  const Json players = client.Get("games/teeko").json["players"];
  const auto mcts =
      std::find_if(players.begin(), players.end(),
                   [](const Json& player) { return player["id"] == "mcts"; });
  ASSERT_NE(mcts, players.end());
  const std::map<std::string, std::pair<Json, std::string>> bounds = {
      {"memory", {256, "257"}},
      {"threads", {2, "3"}},
      {"time", {"60s", "61s"}}};
  size_t found = 0;
  for (const Json& parameter : (*mcts)["parameters"]) {
    const auto bound = bounds.find(parameter["name"]);
    if (bound == bounds.end()) continue;
    ++found;
    EXPECT_EQ(parameter["max"], bound->second.first);
    const Answer answer = client.Post(
        "rooms", {{"game", "teeko"},
                  {"seats",
                   {"human", absl::StrCat("mcts:", bound->first, "=",
                                          bound->second.second)}}});
    EXPECT_EQ(answer.status, 400);
    EXPECT_THAT(answer.error(), ::testing::HasSubstr(bound->first));
  }
  EXPECT_EQ(found, bounds.size());
}

// Levels are limited by work, which depends on the board.
TEST(WebGamesTest, LevelsTakeMoreOnLargeBoards) {
  const Catalog catalog = AllGames().value();
  const auto usual = catalog.MakeGame("star").value();
  EXPECT_EQ(session::TableBytes(*usual, "hard"), session::kUsualTables);
  EXPECT_EQ(session::ThoughtTime(*usual, "hard"),
            std::chrono::milliseconds(800));
  const auto large = catalog.MakeGame("star:size=64").value();
  EXPECT_EQ(session::TableBytes(*large, "beginner"), session::kUsualTables);
  EXPECT_GT(session::TableBytes(*large, "hard"), size_t{100} << 20);
  EXPECT_EQ(session::TableBytes(*large, "expert"), size_t{256} << 20);
  EXPECT_EQ(session::ThoughtTime(*large, "hard"), std::nullopt);
}

// So that a page can show why it is over.
TEST(WebGamesTest, TheEndHasItsLine) {
  const Catalog catalog = AllGames().value();
  Lobby lobby(catalog, {.threads = 1});
  Client client(lobby);
  client.Create(
      {{"game", "teeko"}, {"moves", {"1", "5", "2", "7", "3", "10"}}});
  const auto reader = client.Read();
  EXPECT_TRUE(reader->NextOf("state")->data["over"].is_null());
  ASSERT_EQ(client.Move(6, "4").status, 200);
  const Json over = reader->NextOf("over")->data;
  Json names = Json::array();
  const Json cells = client.Get(client.Path("board")).json["cells"];
  for (const size_t cell : over["cells"]) names.push_back(cells[cell]["name"]);
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, Json::parse(R"(["1", "2", "3", "4"])"));
  EXPECT_TRUE(over["reason"].is_string());
  EXPECT_EQ(client.State()["over"]["cells"], over["cells"]);
  // An end that is not the rules' has none.
  EXPECT_EQ(client.Act("undo").status, 200);
  EXPECT_EQ(
      client.Post(client.Path("actions"), {{"action", "resign"}, {"seat", 2}})
          .status,
      200);
  const Json resigned = client.State()["over"];
  EXPECT_EQ(resigned["cells"], Json::array());
  EXPECT_EQ(resigned["reason"], "");
}

TEST(WebGamesTest, AProvedGameTellsInHowManyPliesItEnds) {
  const Catalog catalog = AllGames().value();
  Lobby lobby(catalog, {.threads = 1});
  Client client(lobby);
  // Player 1 has three in a row with a free cell at the end.
  client.Create(
      {{"game", "teeko"}, {"moves", {"1", "5", "2", "7", "3", "10"}}});
  const auto think = [&](int ply) {
    Answer answer = client.Get(
        client.Path("think"),
        {{"ply", absl::StrCat(ply)}, {"player", "alphabeta:depth=6"}});
    EventReader reader(std::move(answer.events));
    return reader.NextOf("decision")->data;
  };
  const Json decision = think(6);
  EXPECT_EQ(decision["value"], 1.0);
  EXPECT_EQ(decision["ends_in"], 1);
  EXPECT_TRUE(think(0)["ends_in"].is_null());
  const auto reader = client.Read();
  ASSERT_EQ(client.Move(6, "4").status, 200);
  ASSERT_EQ(
      client.Post(client.Path("analysis"), {{"player", "alphabeta:depth=6"}})
          .status,
      200);
  Json analysis = reader->NextOf("analysis")->data;
  while (analysis["done"] != 7) analysis = reader->NextOf("analysis")->data;
  EXPECT_EQ(analysis["ends_in"].size(), 7u);
  EXPECT_EQ(analysis["ends_in"][6], 1);
  EXPECT_TRUE(analysis["ends_in"][0].is_null());
}

// A computer's whole game against a computer, which somebody watches.
TEST(WebGamesTest, ComputersPlayToTheEndWhoeverWatches) {
  const Catalog catalog = AllGames().value();
  Lobby lobby(catalog, {.threads = 2});
  Client client(lobby);
  client.Create({{"game", "onejump"}, {"seats", {"greedy", "random"}}});
  const auto reader = client.Read();
  const auto state = reader->NextOf("state");
  ASSERT_TRUE(state.has_value());
  int ply = state->data["ply"];
  uint64_t number = state->number;
  if (state->data["over"].is_null()) {
    for (;;) {
      const auto event = reader->Next();
      ASSERT_TRUE(event.has_value());
      if (event->number != 0) {
        EXPECT_EQ(event->number, ++number);
      }
      if (event->type == "over") break;
      if (event->type == "move") {
        EXPECT_EQ(event->data["ply"], ++ply);
      }
    }
  }
  EXPECT_EQ(client.State()["ply"], ply);
}

TEST(WebGamesTest, AGameWithoutABoardIsTextAndListsItsMoves) {
  const Catalog catalog = Catalog::Create({session::SwingPlugin()}).value();
  Lobby lobby(catalog, {.threads = 1});
  Client client(lobby);
  client.Create({{"game", "swing"}});
  const Json view = client.State()["view"];
  EXPECT_FALSE(view.contains("pieces"));
  EXPECT_EQ(view["text"], "token at 0 path \n");
  const Json pointed = client.Point(0, "");
  EXPECT_EQ(pointed["next"].size(), 0);
  ASSERT_EQ(pointed["moves"].size(), 3);
  EXPECT_EQ(pointed["moves"][0]["text"], "left");
  EXPECT_EQ(client.Get(client.Path("board")).json["cells"].size(), 0);
  EXPECT_EQ(client.Get(client.Path("picture.svg"), {{"ply", "0"}}).status, 404);
}

TEST(WebGamesTest, BoardsAndPicturesAreTurned) {
  const Catalog catalog = AllGames().value();
  Lobby lobby(catalog, {.threads = 1});
  Client client(lobby);
  client.Create({{"game", "star:size=3"}});
  const Json usual = client.Get(client.Path("board")).json;
  EXPECT_EQ(usual["turns"], 6);
  const Json turned = client.Get(client.Path("board"), {{"turn", "5"}}).json;
  EXPECT_NE(turned["cells"], usual["cells"]);
  EXPECT_EQ(client.Get(client.Path("board"), {{"turn", "0"}}).json, usual);
  for (const char* const turn : {"6", "-1", "1.5", "x", ""}) {
    for (const char* const path : {"board", "picture.svg"}) {
      const Answer refused =
          client.Get(client.Path(path), {{"ply", "0"}, {"turn", turn}});
      EXPECT_EQ(refused.status, 400) << path << turn;
      EXPECT_THAT(refused.error(),
                  ::testing::HasSubstr("turn is a whole number from 0 to 5"));
    }
  }
}

// A link may come from anybody.
TEST(WebGamesTest, RecordsThatTakeLongAreNotShown) {
  const Catalog catalog = AllGames().value();
  Lobby lobby(catalog, {.threads = 1});
  Client client(lobby);
  const auto game = catalog.MakeGame("star:size=64").value();
  GameRecord record;
  record.game = game->Name();
  record.start = record.final = game->InitialState()->FormatPosition();
  record.players = {"human", "human"};
  EXPECT_EQ(client.Post("records", {{"record", FormatRecord(record)}}).status,
            200);
  record.moves.resize(100, {.text = "no-move"});
  const Answer refused =
      client.Post("records", {{"record", FormatRecord(record)}});
  EXPECT_EQ(refused.status, 422);
  EXPECT_THAT(refused.error(), ::testing::HasSubstr("too long"));
}

TEST(WebBoardsTest, ABoardIsDrawnOnceForAllGamesOfItsNameWhileThereIsPlace) {
  const Catalog catalog = AllGames().value();
  const auto game = catalog.MakeGame("star:size=3").value();
  const board::BoardView board(*game, "a star");
  const auto size = JsonText(board.BoardJson(/*turn=*/0)).size();
  DrawnBoards boards(2 * size + size / 2);
  const auto first = boards.Get("a", board, /*turn=*/0);
  EXPECT_EQ(*first, JsonText(board.BoardJson(/*turn=*/0)));
  const auto turned = boards.Get("a", board, /*turn=*/1);
  EXPECT_EQ(*turned, JsonText(board.BoardJson(/*turn=*/1)));
  EXPECT_NE(*first, *turned);
  EXPECT_EQ(boards.Get("a", board, /*turn=*/0), first);
  EXPECT_EQ(boards.Get("a", board, /*turn=*/1), turned);
  // The one that was asked for longest ago is dropped.
  EXPECT_EQ(boards.Get("a", board, /*turn=*/0), first);
  EXPECT_NE(boards.Get("b", board, /*turn=*/0), first);
  EXPECT_EQ(boards.Get("a", board, /*turn=*/0), first);
  EXPECT_NE(boards.Get("a", board, /*turn=*/1), turned);
  EXPECT_LE(first.use_count(), 2);
  // One that is larger than all that is kept is drawn all the same.
  DrawnBoards none(1);
  EXPECT_EQ(*none.Get("a", board, /*turn=*/0), *first);
}

}  // namespace
}  // namespace boardwalk::web
