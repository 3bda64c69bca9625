#include "framework/catalog.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/limits.h"
#include "framework/testing/walk.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::HasSubstr;
using testing_games::WalkCatalog;
using testing_games::WalkRules;

GamePlugin Walk() { return MakePlugin<WalkRules>({}); }

std::string CreateError(std::vector<GamePlugin> plugins) {
  return std::string(Catalog::Create(std::move(plugins)).status().message());
}

// The error for the walk with something about it changed.
template <typename Change>
std::string ErrorWith(Change change) {
  GamePlugin plugin = Walk();
  change(plugin);
  return CreateError({plugin});
}

TEST(CatalogTest, FindsGamesAndMakesThem) {
  const Catalog catalog = WalkCatalog();
  EXPECT_EQ((*catalog.Find("walk"))->info.title, "Walk");
  const auto game = catalog.MakeGame("walk:start=3");
  ASSERT_TRUE(game.ok()) << game.status();
  EXPECT_EQ((*game)->Name(), "walk:start=3");
  EXPECT_EQ((*game)->InitialState()->FormatPosition(), "3 1 -");
  EXPECT_EQ((*catalog.MakeGame("walk:start=0"))->Name(), "walk");
}

TEST(CatalogTest, SaysWhatIsWrongWithAName) {
  const Catalog catalog = WalkCatalog();
  EXPECT_EQ(catalog.MakeGame("wakl").status().message(),
            "no game 'wakl'; did you mean 'walk'? (there are walk)");
  EXPECT_EQ(catalog.MakeGame("chess").status().message(),
            "no game 'chess' (there are walk)");
  EXPECT_THAT(std::string(catalog.MakeGame("walk:start=9").status().message()),
              HasSubstr("from 0 to 4; nearest: start=4"));
  EXPECT_FALSE(catalog.MakeGame("").ok());
}

TEST(CatalogTest, PlayersOfPlugInsHaveIdsOfTheirOwn) {
  const auto error = [](const std::vector<std::string>& ids) {
    std::vector<PlayerPlugin> players;
    for (const std::string& id : ids) {
      // For no game that there is: its id counts all the same.
      players.push_back({.info = {.id = id, .title = "Title"},
                         .games = {"chess"},
                         .make = {}});
      players.back().info.origin = absl::StrCat(players.size(), ".so");
    }
    return std::string(Catalog::Create({Walk()}, players).status().message());
  };
  EXPECT_EQ(error({"mine", "yours"}), "");
  EXPECT_EQ(error({"mine", "yours", "mine"}),
            "two players have the id 'mine', of 1.so and of 3.so; ids are "
            "unique");
  EXPECT_THAT(error({"Bad id"}), HasSubstr("'Bad id' of 1.so is no player id"));
  EXPECT_THAT(error({"human"}), HasSubstr("'human' of 1.so is no player id"));
}

TEST(CatalogTest, APlayerCanBeAdded) {
  const auto player = [](const std::string& id) {
    return PlayerPlugin{.info = {.id = id, .title = "Title"},
                        .games = {"walk"},
                        .make = [](const AnyGame&, const Parameters&)
                            -> absl::StatusOr<std::unique_ptr<Player>> {
                          return std::make_unique<testing_games::ToldPlayer>(
                              std::deque<testing_games::Order>{{"left"}});
                        }};
  };
  const Catalog before = *Catalog::Create({Walk()}, {player("mine")});
  const auto after = before.With(player("yours"));
  ASSERT_TRUE(after.ok()) << after.status();
  for (const char* id : {"mine", "yours"}) {
    EXPECT_TRUE((*after->MakeGame("walk"))->MakePlayer(id).ok()) << id;
  }
  EXPECT_FALSE((*before.MakeGame("walk"))->MakePlayer("yours").ok());
  EXPECT_THAT(after->With(player("mine")).status().message(),
              HasSubstr("'walk' has two players called 'mine'"));
  EXPECT_THAT(after->With(player("human")).status().message(),
              HasSubstr("'human' is no player id"));
}

TEST(CatalogTest, ListsInAlphabeticalOrder) {
  GamePlugin other = Walk();
  other.info.id = "amble";
  other.info.test_sets.clear();
  const auto catalog = Catalog::Create({Walk(), other});
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  EXPECT_EQ(catalog->games()[0].info.id, "amble");
  EXPECT_EQ(catalog->games()[1].info.id, "walk");
}

TEST(CatalogTest, RefusesTwoGamesOfOneId) {
  GamePlugin other = Walk();
  other.info.title = "Another walk";
  EXPECT_EQ(CreateError({Walk(), other}),
            "two games have the id 'walk' (\"Walk\" and \"Another walk\"); ids "
            "are unique");
}

TEST(CatalogTest, RefusesPluginsThatMakeNoSense) {
  EXPECT_EQ(ErrorWith([](GamePlugin& plugin) { plugin.info.id = "The Walk"; }),
            "'The Walk' is no game id; use lower case letters and digits");
  EXPECT_EQ(ErrorWith([](GamePlugin& plugin) { plugin.info.max_players = 7; }),
            "'walk' says that 2 to 7 can play; a game has 2 to 6");
  EXPECT_EQ(ErrorWith([](GamePlugin& plugin) {
              plugin.info.parameters.emplace_back();
            }),
            "a parameter of 'walk' was not declared; use IntParameter and its "
            "kin, which take bounds");
  EXPECT_EQ(ErrorWith([](GamePlugin& plugin) {
              plugin.info.parameters.push_back(plugin.info.parameters[0]);
            }),
            "'walk' declares the parameter 'start' twice");
  EXPECT_EQ(ErrorWith([](GamePlugin& plugin) {
              plugin.info.test_sets = {"start=7"};
            }),
            "the test set 'start=7' of 'walk' is refused: start=7 of walk: "
            "start is a whole number from 0 to 4; nearest: start=4");
  EXPECT_EQ(ErrorWith([](GamePlugin& plugin) {
              plugin.players = {{"a", "A"}, {"a", "B"}};
            }),
            "'walk' has two players called 'a'; ids are unique");
  EXPECT_EQ(ErrorWith([](GamePlugin& plugin) {
              plugin.players = {{"A", "a"}};
            }),
            "'A' is no player id; use lower case letters and digits, and "
            "not 'human'");
}

TEST(CatalogTest, PlayersAreListedOnceEach) {
  GamePlugin walk = Walk(), other = Walk();
  walk.players = {{"b", "B", {kSeedParameter}}, {"a", "A"}};
  other.info.id = "amble";
  other.info.test_sets.clear();
  other.players = {{"b", "B", {kSeedParameter, kNodesParameter}}, {"c", "C"}};
  const auto catalog = Catalog::Create({walk, other});
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  std::string ids;
  for (const PlayerInfo& player : catalog->Players()) ids += player.id;
  EXPECT_EQ(ids, "abc");
  // Those of all games, each once.
  const std::vector<ParameterSpec> parameters =
      catalog->Players()[1].parameters;
  ASSERT_EQ(parameters.size(), 2u);
  EXPECT_EQ(parameters[0].name, kSeedParameter.name);
  EXPECT_EQ(parameters[1].name, kNodesParameter.name);
}

TEST(CatalogTest, PlayersAreChosenByName) {
  const std::vector<PlayerInfo> players = {
      {"random", "Random", {kSeedParameter}}, {"human", "Human"}};
  EXPECT_EQ(*CanonicalPlayerName(players, "random:seed=7"), "random:seed=7");
  EXPECT_EQ(*CanonicalPlayerName(players, "random:seed=0"), "random");
  EXPECT_EQ(ChoosePlayer(players, "human")->index, 1u);
  EXPECT_EQ(CanonicalPlayerName(players, "randon").status().message(),
            "no player 'randon' for this game; did you mean 'random'? (there "
            "are random, human)");
}

// The erased boundary answers what makes no sense.
TEST(AnyGameTest, RefusesPositionsOfOtherGames) {
  const Catalog catalog = WalkCatalog();
  const auto one = *catalog.MakeGame("walk"), two = *catalog.MakeGame("walk");
  const auto state = one->InitialState();
  EXPECT_EQ(two->Perft(*state, 1).status().message(),
            "the position belongs to another game");
  EXPECT_FALSE(two->Playouts(*state, {}).ok());
  EXPECT_FALSE(state->Equals(*two->InitialState()));
  EXPECT_TRUE(state->Equals(*one->InitialState()));
  EXPECT_EQ(one->Perft(*state, -1).status().message(),
            "perft depth -1 is not from 0 to 200");
  EXPECT_EQ(*one->Perft(*state, 0), 1u);
  EXPECT_EQ(*one->Perft(*state, 3), 12u);
}

TEST(AnyGameTest, RefusesMovesThatAreNone) {
  const auto state = (*WalkCatalog().MakeGame("walk"))->InitialState();
  AnyMove move = *state->ParseMove(" left\n");
  EXPECT_EQ(state->FormatMove(move), "left");
  AnyMove stray = move;
  stray.bits |= uint64_t{1} << 40;  // where no move has a bit
  EXPECT_FALSE(state->IsLegal(stray));
  EXPECT_EQ(state->FormatMove(stray), "(illegal)");
  EXPECT_EQ(state->Apply(stray).message(),
            "the move is not legal in this position");
  EXPECT_TRUE(state->Apply(*state->ParseMove("win")).ok());
  EXPECT_EQ(state->ToMove(), -1);
  EXPECT_EQ(state->Apply(move).message(), "the game is over");
  EXPECT_EQ(state->ParseMove("left").status().message(), "the game is over");
  EXPECT_TRUE(state->LegalMoves().empty());
}

// The walk without a way to end it.
struct EndlessWalk : testing_games::WalkState {
  template <typename List>
  void LegalMoves(List& list) const {
    list.push_back({1});
  }
  bool operator==(const EndlessWalk&) const = default;
};

TEST(PlayoutTest, CanBeStoppedWithinAGameWhichDoesNotCount) {
  const PlayoutStatistics within = RunPlayouts(
      EndlessWalk(), 1, 1'000'000'000,
      [](const PlayoutStatistics& so_far) { return so_far.moves >= 5000; });
  EXPECT_EQ(within.games, 0);
  EXPECT_GE(within.moves, 5000);
  EXPECT_LE(within.moves, 5000 + kPliesBetweenStops);
  EXPECT_EQ(within.stopped_moves, within.moves);
  const PlayoutStatistics cut = RunPlayouts(
      EndlessWalk(), 1, 3000,
      [](const PlayoutStatistics& so_far) { return so_far.moves >= 6000; });
  EXPECT_EQ(cut.games, 2);
  EXPECT_EQ(cut.finished, 0);
  EXPECT_EQ(cut.moves, 6000);
  EXPECT_EQ(cut.stopped_moves, 0);
  EXPECT_EQ(cut.legal_moves, 6000u);
}

std::string LimitError(const PlayerInfo& info, const Limits& limits) {
  return std::string(CheckHasLimit(info, limits).message());
}

TEST(PlayerLimitTest, OneOfThoseAmongItsParameters) {
  const PlayerInfo search = {.id = "search",
                             .title = "",
                             .parameters = {kSeedParameter, kDepthParameter,
                                            kTimeParameter, kNodesParameter}};
  EXPECT_EQ(LimitError(search, {}),
            "search has no limit: give time=1s, nodes=10000 or depth=6");
  EXPECT_EQ(LimitError(search, {.playouts = 5}), LimitError(search, {}));
  EXPECT_EQ(LimitError(search, {.depth = 5}), "");
  EXPECT_EQ(LimitError(search, {.time = std::chrono::seconds(1)}), "");
  const PlayerInfo playouts = {
      .id = "mc", .title = "", .parameters = {kPlayoutsParameter}};
  EXPECT_EQ(LimitError(playouts, {.depth = 5}),
            "mc has no limit: give playouts=1000");
}

TEST(PlayerLimitTest, AnyForAPlayerThatDeclaresNone) {
  PlayerInfo player = {.id = "mine", .title = ""};
  EXPECT_THAT(
      LimitError(player, {}),
      HasSubstr("mine has no limit: give one for each move; if it needs "
                "none, its PlayerInfo should say .needs_limit"));
  EXPECT_EQ(LimitError(player, {.nodes = 5}), "");
  player.needs_limit = false;
  EXPECT_EQ(LimitError(player, {}), "");
}

// Whatever the author of a player has forgotten.
TEST(PlayerLimitTest, APlayerIsNotAskedWithoutOne) {
  const std::atomic<bool> never{false};
  const PlayerBinding<WalkRules> endless = {
      .info = {.id = "endless", .title = "", .parameters = {kNodesParameter}},
      .make = [&never](const WalkRules&, const Parameters&)
          -> absl::StatusOr<std::unique_ptr<Player>> {
        return std::make_unique<testing_games::StubbornPlayer>(never, true);
      }};
  const auto catalog = Catalog::Create({MakePlugin<WalkRules>({endless})});
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = *catalog->MakeGame("walk");
  const auto player = *game->MakePlayer("endless");
  const auto state = game->InitialState();
  EXPECT_THAT(std::string(player->CheckLimits({}).message()),
              HasSubstr("give nodes=10000"));
  EXPECT_EQ(player->Choose(*state, {}, {}).status(), player->CheckLimits({}));
  const std::atomic<bool> stop{true};
  EXPECT_TRUE(player->Choose(*state, {.nodes = 5, .stop = &stop}, {}).ok());
  const auto limited = *game->MakePlayer("endless:nodes=5");
  EXPECT_TRUE(limited->CheckLimits({}).ok());
  EXPECT_TRUE(limited->Choose(*state, {.stop = &stop}, {}).ok());
}

// A state keeps its game alive.
TEST(AnyGameTest, StatesOutliveTheirCatalog) {
  std::unique_ptr<AnyState> state;
  {
    const Catalog catalog = WalkCatalog();
    state = (*catalog.MakeGame("walk"))->InitialState();
  }
  EXPECT_EQ(state->Clone()->Game().Name(), "walk");
}

}  // namespace
}  // namespace boardwalk
