// Boards that people set up.

#include <memory>
#include <string>

#include "frontends/session/session_testing.h"
#include "frontends/web/room_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

class WebPositionsTest : public ::testing::Test {
 protected:
  Answer Ask(const Json& body) { return client_.Post("positions", body); }

  const Catalog catalog_ = AllGames().value();
  Lobby lobby_{catalog_, {.threads = 2}};
  Client client_{lobby_};
};

TEST_F(WebPositionsTest, EachGameIsTakenApartAndComposedAgain) {
  for (const GamePlugin& plugin : catalog_.games()) {
    const std::string& id = plugin.info.id;
    const Answer opening = Ask({{"game", id}});
    ASSERT_EQ(opening.status, 200) << id << opening.body;
    const auto game = catalog_.MakeGame(id).value();
    EXPECT_EQ(opening.json["position"], game->InitialState()->FormatPosition());
    EXPECT_EQ(opening.json["board"]["cells"].size(),
              game->Layout().cells.size());
    const Json& palette = opening.json["palette"];
    ASSERT_EQ(palette.size(), static_cast<size_t>(game->NumPlayers()));
    for (const Json& seat : palette) {
      ASSERT_EQ(seat.size(), game->Layout().kinds.size());
      for (const Json& kind : seat) {
        const Json& look = opening.json["kinds"][kind.get<std::string>()];
        EXPECT_THAT(look["svg"].get<std::string>(), HasSubstr("<"));
        EXPECT_NE(look["label"], "");
        EXPECT_THAT(look["label"].get<std::string>(),
                    EndsWith(look["kind"].get<std::string>()));
      }
    }
    const Answer again = Ask({{"game", id},
                              {"pieces", opening.json["pieces"]},
                              {"to_move", opening.json["to_move"]}});
    ASSERT_EQ(again.status, 200) << id << again.body;
    for (const char* member : {"position", "to_move", "view"}) {
      EXPECT_EQ(again.json[member], opening.json[member]) << id << member;
    }
    EXPECT_FALSE(again.json.contains("board"));
    const Answer given =
        Ask({{"game", id}, {"position", opening.json["position"]}});
    EXPECT_EQ(given.json, opening.json) << id;
  }
}

TEST_F(WebPositionsTest, TheBoardIsTurnedAsTheScreenOfAGameHasIt) {
  client_.Create({{"game", "star"}});
  const Json turned = client_.Get(client_.Path("board"), {{"turn", "3"}}).json;
  const Answer half = Ask({{"game", "star"}, {"turn", 3}});
  ASSERT_EQ(half.status, 200) << half.body;
  EXPECT_EQ(half.json["board"], turned);
  const Answer usual = Ask({{"game", "star"}});
  EXPECT_NE(usual.json["board"], turned);
  EXPECT_EQ(half.json["pieces"], usual.json["pieces"]);
  const Answer none = Ask({{"game", "star"}, {"turn", 6}});
  EXPECT_EQ(none.status, 400);
  EXPECT_THAT(none.error(), HasSubstr("from 0 to 5"));
  EXPECT_EQ(Ask({{"game", "star"}, {"turn", -1}}).status, 400);
}

TEST_F(WebPositionsTest, KindsOfPiecesAreKept) {
  const Answer towers = Ask({{"game", "onejump"},
                             {"pieces", {{0, 1, 1}, {63, 2, 0}}},
                             {"to_move", 2}});
  ASSERT_EQ(towers.status, 200) << towers.body;
  EXPECT_EQ(towers.json["to_move"], 2);
  const Answer back =
      Ask({{"game", "onejump"}, {"position", towers.json["position"]}});
  EXPECT_EQ(back.json["pieces"], Json::parse("[[0, 1, 1], [63, 2, 0]]"));
  EXPECT_EQ(back.json["view"], towers.json["view"]);
  // What the palette calls it stands on the board.
  EXPECT_EQ(back.json["view"]["pieces"][0][1], back.json["palette"][0][1]);
  // And one plays from there.
  const Answer room = client_.Post(
      "rooms", {{"game", "onejump"}, {"position", towers.json["position"]}});
  EXPECT_EQ(room.status, 200) << room.body;
}

TEST_F(WebPositionsTest, TheRulesSayWhatTheyRefuse) {
  // Teeko has four pieces a seat.
  const Answer refused =
      Ask({{"game", "teeko"},
           {"pieces", {{0, 1, 0}, {1, 1, 0}, {2, 1, 0}, {3, 1, 0}, {4, 1, 0}}},
           {"to_move", 2}});
  EXPECT_EQ(refused.status, 422);
  EXPECT_NE(refused.error(), "");
  EXPECT_EQ(Ask({{"game", "teeko"}, {"position", "nonsense"}}).status, 422);
}

TEST_F(WebPositionsTest, WhatMakesNoSenseIsRefused) {
  EXPECT_EQ(client_.Get("positions").status, 405);
  EXPECT_EQ(Ask(Json::object()).status, 400);
  EXPECT_EQ(Ask({{"game", "chess"}}).status, 400);
  EXPECT_EQ(Ask({{"game", "teeko"}, {"to_move", 1}}).status, 400);
  EXPECT_EQ(Ask({{"game", "teeko"}, {"pieces", Json::array()}}).status, 400);
  const auto error = [&](const char* pieces, int to_move = 1) {
    const Answer answer = Ask({{"game", "teeko"},
                               {"pieces", Json::parse(pieces)},
                               {"to_move", to_move}});
    EXPECT_EQ(answer.status, 400) << pieces << answer.body;
    return answer.error();
  };
  EXPECT_THAT(error("[]", 3), HasSubstr("seat from 1 to 2"));
  EXPECT_THAT(error("[[0, 1, 0], [0, 2, 0]]"),
              HasSubstr("piece 2 of \"pieces\" stands on cell 0, where"));
  for (const char* wrong :
       {"[[16, 1, 0]]", "[[-1, 1, 0]]", "[[0, 0, 0]]", "[[0, 3, 0]]",
        "[[0, 1, 1]]", "[[0, 1, -1]]", "[[0.5, 1, 0]]", "[[\"a1\", 1, 0]]",
        "[[18446744073709551615, 1, 0]]"}) {
    EXPECT_THAT(error(wrong), HasSubstr("cell from 0 to 15, seat from 1 to 2 "
                                        "and kind from 0 to 0"));
  }
  EXPECT_THAT(error("[[0, 1]]"), HasSubstr("[cell, seat, kind]"));
  EXPECT_THAT(error("[7]"), HasSubstr("[cell, seat, kind]"));
  EXPECT_THAT(error("7"), HasSubstr("a list of [cell, seat, kind]"));
  EXPECT_EQ(Ask({{"game", "teeko"},
                 {"pieces", Json::array()},
                 {"position", "x"},
                 {"to_move", 1}})
                .status,
            400);
}

TEST_F(WebPositionsTest, GamesSayTheirAimAndWhetherTheirBoardsAreSetUp) {
  const Json teeko = client_.Get("games/teeko").json;
  EXPECT_EQ(teeko["editor"], true);
  EXPECT_EQ(teeko["aim"], catalog_.MakeGame("teeko").value()->Info().aim);
  EXPECT_NE(teeko["aim"], "");
  client_.Create({{"game", "teeko"}});
  EXPECT_EQ(client_.State()["legend"]["aim"], teeko["aim"]);
}

TEST(WebPositionsWithoutTest, OtherGamesAreSetUpByTheirText) {
  const Catalog catalog = Catalog::Create({session::SwingPlugin()}).value();
  Lobby lobby(catalog, {.threads = 2});
  Client client(lobby);
  const Answer refused = client.Post("positions", {{"game", "swing"}});
  EXPECT_EQ(refused.status, 422);
  EXPECT_THAT(refused.error(), HasSubstr("set up by their text"));
  EXPECT_EQ(client.Get("games/swing").json["editor"], false);
}

}  // namespace
}  // namespace boardwalk::web
