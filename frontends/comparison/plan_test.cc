#include "frontends/comparison/plan.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/testing/walk.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::comparison {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAreArray;
using namespace std::chrono_literals;

using Names = std::vector<std::string>;

const Catalog& Games() {
  static const Catalog* const catalog = new Catalog(*AllGames());
  return *catalog;
}

Configuration Of(Names games, Names players, int64_t rounds = 1) {
  Configuration configuration;
  configuration.games = std::move(games);
  configuration.players = std::move(players);
  configuration.rounds = rounds;
  configuration.seed = 5;
  return configuration;
}

Names RandomPlayers(int number) {
  Names names;
  for (int i = 1; i <= number; ++i) {
    names.push_back(absl::StrCat("random:seed=", i));
  }
  return names;
}

Plan PlanOf(const Configuration& configuration) {
  auto plan = Plan::Create(Games(), configuration);
  EXPECT_TRUE(plan.ok()) << plan.status();
  return *std::move(plan);
}

// Why it cannot be played; "" if it can.
std::string Refusal(const Configuration& configuration,
                    const Catalog& catalog = Games()) {
  return std::string(Plan::Create(catalog, configuration).status().message());
}

TEST(PlanTest, AGauntletHasThePairingsWithItsPlayers) {
  Configuration configuration =
      Of({"teeko", "star:players=3"}, RandomPlayers(5), 2);
  configuration.gauntlet = {"random:seed=2", "random:seed=4"};
  const Plan plan = PlanOf(configuration);
  using Pairings = std::vector<std::vector<int>>;
  EXPECT_EQ(plan.pairings(0),
            (Pairings{{0, 1}, {0, 3}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {3, 4}}));
  // Of 10 all but that of the other three.
  EXPECT_THAT(plan.pairings(1), SizeIs(9));
  EXPECT_EQ(plan.games(), 2 * (7 * 2 + 9 * 3));
  // Every game is one of the whole comparison.
  configuration.gauntlet.clear();
  const Plan whole = PlanOf(configuration);
  for (int64_t id = 1; id <= plan.games(); ++id) {
    const PlannedGame game = plan.Game(id);
    const std::vector<int>& pairing = plan.pairings(game.variant)[game.pairing];
    const PlannedGame same =
        whole.Game(game.round, game.variant, pairing, game.rotation);
    EXPECT_EQ(same.seed, game.seed);
    EXPECT_EQ(same.seats, game.seats);
    EXPECT_EQ(plan.Game(game.round, game.variant, pairing, game.rotation).id,
              id);
  }
  EXPECT_EQ(plan.Game(0, 0, {0, 2}, 0).id, 0);
  EXPECT_EQ(whole.Game(0, 0, {0, 0}, 0).id, 0);
}

TEST(PlanTest, TheGauntletMayBeGivenInAnyOrderAndByAliases) {
  Configuration configuration = Of({"teeko"}, {"random", "mcts:playouts=1e2"});
  configuration.aliases = {"fast=mcts:playouts=100"};
  configuration.gauntlet = {"fast", "random:seed=0", "fast"};
  const Configuration canonical = PlanOf(configuration).configuration();
  EXPECT_THAT(canonical.gauntlet, ElementsAre("random", "mcts:playouts=100"));
  EXPECT_THAT(canonical.aliases, ElementsAre("fast=mcts:playouts=100"));
}

// --- Who plays ---------------------------------------------------------------

TEST(PlanTest, NamesBecomeCanonical) {
  const Configuration once =
      PlanOf(Of({"star:players=3,size=4", " teeko:phase=full"},
                {"mcts:seed=0,playouts=1e2", "random"}))
          .configuration();
  EXPECT_THAT(once.games, ElementsAre("star:players=3", "teeko"));
  EXPECT_THAT(once.players, ElementsAre("mcts:playouts=100", "random"));
  EXPECT_EQ(FormatConfiguration(PlanOf(once).configuration()),
            FormatConfiguration(once));
}

TEST(PlanTest, RefusesNamesThatAreWrong) {
  const std::vector<std::string> two = {"random", "greedy"};
  EXPECT_THAT(Refusal(Of({"teko"}, two)),
              AllOf(HasSubstr("no game 'teko'"), HasSubstr("'teeko'")));
  EXPECT_THAT(Refusal(Of({"star", "teeko", "star:players=2"}, two)),
              HasSubstr("the game 'star' is given twice"));
  EXPECT_THAT(Refusal(Of({"teeko"}, {"random", "gredy"})),
              AllOf(HasSubstr("'gredy' in 'teeko'"), HasSubstr("'greedy'")));
  EXPECT_THAT(Refusal(Of({"teeko"}, {"random", "greedy", "random:seed=0"})),
              HasSubstr("the player 'random' is given twice"));
  EXPECT_THAT(Refusal(Of({"teeko"}, {"random:seed=-1", "greedy"})),
              HasSubstr("'random:seed=-1' in 'teeko': seed=-1"));
  EXPECT_THAT(Refusal(Of({"teeko"}, {"random", "human"})),
              HasSubstr("'human' is no program"));
  EXPECT_EQ(Refusal(Of({"teeko"}, {"random", "scripted"})), "");
  EXPECT_THAT(Refusal(Of({"teeko", "chinese8"}, {"random", "scripted"})),
              HasSubstr("'scripted' in 'chinese8': no player 'scripted'"));
}

TEST(PlanTest, ATestIsOfAGameForTwo) {
  Configuration configuration = Of({"star:players=3"}, {"random", "greedy"});
  configuration.sprt.emplace();
  EXPECT_THAT(Refusal(configuration), HasSubstr("'star:players=3' is for 3"));
  configuration.games = {"star"};
  EXPECT_EQ(Refusal(configuration), "");
  configuration.rounds = 0;
  EXPECT_THAT(Refusal(configuration), HasSubstr("number of rounds is 0"));
}

TEST(PlanTest, ASearchNeedsALimitThatItUnderstands) {
  Configuration configuration = Of({"teeko"}, {"mcts", "alphabeta:depth=2"});
  EXPECT_EQ(Refusal(configuration),
            "'mcts' in 'teeko': mcts has no limit: give time=1s or "
            "playouts=1000");
  configuration.limits.nodes = 100;
  EXPECT_THAT(Refusal(configuration), HasSubstr("playouts=1000"));
  configuration.limits.playouts = 100;
  EXPECT_EQ(Refusal(configuration), "");
  configuration.limits = {.time = 10ms};
  EXPECT_EQ(Refusal(configuration), "");
  configuration.limits = {};
  configuration.clock = TimeControl{.base = 10s};
  EXPECT_EQ(Refusal(configuration), "");
}

// The game "walk" under another name.
class RunRules : public testing_games::WalkRules {
 public:
  using WalkRules::WalkRules;
  static const GameInfo& Info() {
    static const GameInfo info = [] {
      GameInfo run = WalkRules::Info();
      run.id = "run";
      return run;
    }();
    return info;
  }
  static absl::StatusOr<std::unique_ptr<const RunRules>> Create(
      const Parameters&) {
    return std::make_unique<const RunRules>(0);
  }
};

// A game with the player `told`.
template <typename Rules>
GamePlugin WithTold(ParameterSpec strength) {
  return MakePlugin<Rules>({PlayerBinding<Rules>{
      .info = {.id = "told",
               .title = "Told",
               .parameters = {strength},
               .needs_limit = false},
      .make = [](const Rules&,
                 const Parameters&) -> absl::StatusOr<std::unique_ptr<Player>> {
        return std::make_unique<testing_games::ToldPlayer>(
            std::deque<testing_games::Order>{{"left"}});
      }}});
}

TEST(PlanTest, APlayerHasOneNameInAllGames) {
  const Catalog catalog = *Catalog::Create(
      {WithTold<testing_games::WalkRules>(
           IntParameter("strength", 3, {1, 9}, "how strong")),
       WithTold<RunRules>(IntParameter("strength", 4, {1, 9}, "how strong"))});
  const auto error = [&](std::vector<std::string> games) {
    return Refusal(Of(std::move(games), {"told:strength=4", "told:strength=5"}),
                   catalog);
  };
  EXPECT_EQ(error({"walk"}), "");
  EXPECT_EQ(error({"run"}), "");
  EXPECT_EQ(error({"walk", "run"}),
            "'told:strength=4' is 'told:strength=4' in 'walk' and 'told' in "
            "'run', which have other defaults; compare these games apart");
}

TEST(PlanTest, NotesWhatIsFromPlugIns) {
  GamePlugin walk = WithTold<testing_games::WalkRules>(
      IntParameter("strength", 3, {1, 9}, "how strong"));
  walk.origin = "/some/where/walk.so";
  walk.players[0].origin = "told\n.so";
  const Catalog catalog = *Catalog::Create({walk});
  const auto plan = Plan::Create(
      catalog, Of({"walk", "walk:start=2"}, {"told", "told:strength=4"}));
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_THAT(plan->configuration().plugins,
              ElementsAre("walk from walk.so", "told from told\\x0a.so"));
  EXPECT_THAT(
      PlanOf(Of({"teeko"}, {"random", "greedy"})).configuration().plugins,
      SizeIs(0));
}

// A game with a player that counts how often it is made.
class MadePlayersTest : public testing::Test {
 protected:
  using Walk = testing_games::WalkRules;

  MadePlayersTest() {
    catalog_ = *Catalog::Create({MakePlugin<Walk>({PlayerBinding<Walk>{
        .info = {.id = "told",
                 .title = "Told",
                 .parameters = {kSeedParameter},
                 .needs_limit = false},
        .make = [this](const Walk&, const Parameters& parameters)
            -> absl::StatusOr<std::unique_ptr<Player>> {
          ++made_;
          auto told = std::make_unique<testing_games::ToldPlayer>(
              std::deque<testing_games::Order>{{order_}});
          told->start = start_;
          told->threads = parameters.Int("seed") == 1 ? 2 : 1;
          return told;
        }}})});
  }

  Catalog catalog_;
  int made_ = 0;
  std::string order_ = "left";
  absl::Status start_;
};

TEST_F(MadePlayersTest, EachIsMadeOnceInEachGame) {
  const auto plan = Plan::Create(
      catalog_,
      Of({"walk", "walk:start=2"}, {"told", "told:seed=1", "told:seed=2"}));
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(made_, 2 * 3);
  EXPECT_EQ(plan->multithreaded_player(), "told:seed=1");
  // Also if it is not ready, with the default limits or without.
  made_ = 0;
  start_ = absl::InternalError("out of order");
  EXPECT_THAT(
      std::string(Plan::Create(catalog_, Of({"walk"}, {"told", "told:seed=2"}),
                               {.depth = 1})
                      .status()
                      .message()),
      HasSubstr("'told' in 'walk'"));
  EXPECT_EQ(made_, 1);
}

// One that never stops would never let the tournament begin.
TEST_F(MadePlayersTest, NoneIsAskedForAMove) {
  order_ = "?";
  EXPECT_TRUE(
      Plan::Create(catalog_, Of({"walk"}, {"told", "told:seed=2"})).ok());
}

// Files only have the names; the players know.
TEST(PlanTest, APlayerWithThreadsSaysSoByItsName) {
  for (const std::string player :
       {"mcts:playouts=9,threads=2", "alphabeta:threads=2,depth=2"}) {
    const Plan plan = PlanOf(Of({"teeko"}, {"random", player}));
    EXPECT_EQ(plan.multithreaded_player(), plan.configuration().players[1]);
    EXPECT_FALSE(IsReproducible(plan.configuration()));
  }
  const Plan plan =
      PlanOf(Of({"teeko"}, {"mcts:playouts=9", "alphabeta:depth=2"}));
  EXPECT_EQ(plan.multithreaded_player(), "");
  EXPECT_TRUE(IsReproducible(plan.configuration()));
}

TEST_F(MadePlayersTest, NoneIsMadeToLookUpResults) {
  const auto plan = Plan::OfResults(catalog_, Of({"walk"}, {"told", "gone"}));
  ASSERT_TRUE(plan.ok()) << plan.status();
  EXPECT_EQ(made_, 0);
  EXPECT_THAT(plan->configuration().players, ElementsAre("told", "gone"));
  EXPECT_EQ(plan->games(), 2);
}

TEST_F(MadePlayersTest, OneThatWillNotStartIsRefused) {
  start_ = absl::InternalError("no book");
  EXPECT_EQ(Refusal(Of({"walk"}, {"told", "told:seed=1"}), catalog_),
            "'told' in 'walk': no book");
}

TEST(PlanTest, DefaultLimitsApplyWhereAPlayerHasNone) {
  const Limits defaults = {.nodes = 9, .playouts = 9};
  const auto limits = [&](const Configuration& configuration) {
    auto plan = Plan::Create(Games(), configuration, defaults);
    EXPECT_TRUE(plan.ok()) << plan.status();
    return plan->configuration().limits;
  };
  EXPECT_EQ(limits(Of({"teeko"}, {"random", "mcts:playouts=5"})), Limits{});
  EXPECT_EQ(limits(Of({"teeko"}, {"mcts:playouts=5", "mcts", "alphabeta"})),
            defaults);
  Configuration limited = Of({"teeko"}, {"random", "mcts"});
  limited.limits.playouts = 3;
  EXPECT_EQ(limits(limited), limited.limits);
  limited.limits = {};
  limited.clock = TimeControl{.base = std::chrono::seconds(10)};
  EXPECT_EQ(limits(limited), Limits{});
  limited.clock.reset();
  limited.limits.depth = 3;
  EXPECT_THAT(
      std::string(Plan::Create(Games(), limited, defaults).status().message()),
      HasSubstr("mcts has no limit"));
}

// --- Which games -------------------------------------------------------------

// How often each player occurs in the most even pairings, by trying all counts.
std::set<std::vector<int>> EvenCounts(int players, int seats) {
  std::set<std::vector<int>> even;
  std::vector<int> counts(static_cast<size_t>(players), 0);
  const int base = seats + 1;
  int64_t all = 1;
  for (int i = 0; i < players; ++i) all *= base;
  for (int64_t code = 0; code < all; ++code) {
    int64_t rest = code;
    int sum = 0;
    for (int& count : counts) {
      count = static_cast<int>(rest % base);
      rest /= base;
      sum += count;
    }
    const auto [least, most] =
        std::minmax_element(counts.begin(), counts.end());
    if (sum == seats && *most - *least <= 1) even.insert(counts);
  }
  return even;
}

std::vector<int> Counts(const std::vector<int>& seats, int players) {
  std::vector<int> counts(static_cast<size_t>(players), 0);
  for (const int player : seats) ++counts[player];
  return counts;
}

TEST(PlanTest, PairingsAreAsEvenAsPossible) {
  for (const auto& [name, seats] :
       {std::pair("teeko", 2), std::pair("star:players=3", 3),
        std::pair("star:players=4", 4), std::pair("star:players=6", 6)}) {
    for (int players = 2; players <= 8; ++players) {
      const Plan plan = PlanOf(Of({name}, RandomPlayers(players)));
      std::set<std::vector<int>> found;
      for (const std::vector<int>& pairing : plan.pairings(0)) {
        EXPECT_TRUE(std::is_sorted(pairing.begin(), pairing.end()));
        EXPECT_THAT(pairing, SizeIs(seats));
        EXPECT_TRUE(found.insert(Counts(pairing, players)).second);
      }
      EXPECT_EQ(found, EvenCounts(players, seats)) << name << players;
    }
  }
}

TEST(PlanTest, PairingsAreSorted) {
  const Plan plan = PlanOf(Of({"teeko", "star:players=3"}, RandomPlayers(3)));
  EXPECT_THAT(
      plan.pairings(0),
      ElementsAre(ElementsAre(0, 1), ElementsAre(0, 2), ElementsAre(1, 2)));
  EXPECT_THAT(plan.pairings(1), ElementsAre(ElementsAre(0, 1, 2)));
  EXPECT_THAT(PlanOf(Of({"star:players=3"}, RandomPlayers(2))).pairings(0),
              ElementsAre(ElementsAre(0, 0, 1), ElementsAre(0, 1, 1)));
}

// Every id against loops in the order that the header describes.
TEST(PlanTest, IdsRunByRoundGamePairingAndRotation) {
  const Configuration configuration =
      Of({"star:players=3", "teeko", "star:players=6", "onejump"},
         RandomPlayers(4), 3);
  const Plan plan = PlanOf(configuration);
  int64_t id = 0, block = 0;
  for (int64_t round = 0; round < 3; ++round) {
    for (int variant = 0; variant < 4; ++variant) {
      const int seats = plan.seats(variant);
      const auto& pairings = plan.pairings(variant);
      for (size_t pairing = 0; pairing < pairings.size(); ++pairing) {
        uint64_t seed = 0;
        for (int rotation = 0; rotation < seats; ++rotation) {
          const PlannedGame game = plan.Game(++id);
          EXPECT_EQ(game.id, id);
          EXPECT_EQ(game.block, block);
          EXPECT_EQ(game.round, round);
          EXPECT_EQ(game.variant, variant);
          EXPECT_EQ(game.pairing, static_cast<int>(pairing));
          EXPECT_EQ(game.rotation, rotation);
          EXPECT_THAT(game.seats, UnorderedElementsAreArray(pairings[pairing]));
          if (rotation == 0) seed = game.seed;
          EXPECT_EQ(game.seed, seed);
        }
        ++block;
      }
    }
  }
  EXPECT_EQ(plan.games(), id);
  EXPECT_EQ(plan.games_per_round() * 3, id);
  EXPECT_EQ(plan.blocks_per_round() * 3, block);
}

TEST(PlanTest, InABlockEverybodySitsEverywhereEquallyOften) {
  for (const auto& [name, players] :
       {std::pair("teeko", 3), std::pair("star:players=3", 2),
        std::pair("star:players=3", 5), std::pair("star:players=6", 4)}) {
    const Plan plan = PlanOf(Of({name}, RandomPlayers(players), 2));
    const int seats = plan.seats(0);
    for (int64_t first = 1; first < plan.games(); first += seats) {
      const std::vector<int> counts = Counts(plan.Game(first).seats, players);
      for (int seat = 0; seat < seats; ++seat) {
        std::vector<int> sat;
        for (int64_t id = first; id < first + seats; ++id) {
          sat.push_back(plan.Game(id).seats[seat]);
        }
        EXPECT_EQ(Counts(sat, players), counts) << name;
      }
    }
  }
}

// With fewer players than seats, an order such as a b a b repeats after two
// rotations.
TEST(PlanTest, TheSeatingsOfABlockDiffer) {
  for (const int seats : {3, 4, 6}) {
    const Plan plan = PlanOf(Of({absl::StrCat("star:size=3,players=", seats)},
                                {"random", "greedy"}, /*rounds=*/40));
    for (int64_t id = 1; id <= plan.games(); id += seats) {
      std::set<std::vector<int>> seatings;
      for (int i = 0; i < seats; ++i) seatings.insert(plan.Game(id + i).seats);
      EXPECT_EQ(seatings.size(), static_cast<size_t>(seats)) << id;
    }
  }
}

TEST(PlanTest, TwoChangePlaces) {
  const Plan plan = PlanOf(Of({"teeko"}, RandomPlayers(2), 20));
  for (int64_t id = 1; id <= plan.games(); id += 2) {
    EXPECT_THAT(plan.Game(id).seats, ElementsAre(0, 1));
    EXPECT_THAT(plan.Game(id + 1).seats, ElementsAre(1, 0));
  }
}

TEST(PlanTest, MoreSitInAnotherOrderInEveryBlock) {
  const Plan plan = PlanOf(Of({"star:players=3"}, RandomPlayers(3), 1000));
  int behind = 0;  // blocks in which player 1 moves right after player 0
  for (int64_t round = 0; round < 1000; ++round) {
    const std::vector<int> seats = plan.Game(3 * round + 1).seats;
    const auto zero = std::find(seats.begin(), seats.end(), 0);
    if (seats[(zero - seats.begin() + 1) % 3] == 1) ++behind;
  }
  EXPECT_NEAR(behind, 500, 80);  // five standard deviations
}

// The seeds and seats of all games, by game, round, players and rotation.
std::map<std::string, std::string> About(const Configuration& configuration) {
  const Plan plan = PlanOf(configuration);
  std::map<std::string, std::string> about;
  for (int64_t id = 1; id <= plan.games(); ++id) {
    const PlannedGame game = plan.Game(id);
    const auto names = [&](const std::vector<int>& seats) {
      Names of_seats;
      for (const int i : seats) of_seats.push_back(configuration.players[i]);
      return absl::StrJoin(of_seats, " ");
    };
    const std::string key =
        absl::StrCat(configuration.games[game.variant], " round ", game.round,
                     " ", names(plan.pairings(game.variant)[game.pairing]),
                     " rotation ", game.rotation);
    const auto [place, is_new] =
        about.emplace(key, absl::StrCat(game.seed, " ", names(game.seats)));
    EXPECT_TRUE(is_new) << key;
  }
  return about;
}

TEST(PlanTest, WhatIsAddedChangesNothingElse) {
  const Names four = RandomPlayers(4);
  const auto few =
      About(Of({"teeko", "star:players=3"}, {four[0], four[1], four[3]}, 2));
  const auto more = About(Of({"onejump", "teeko", "star:players=3"}, four, 3));
  EXPECT_THAT(more, SizeIs(3 * (12 + 12 + 12)));
  for (const auto& [key, value] : few) {
    ASSERT_EQ(more.count(key), 1u) << key;
    EXPECT_EQ(more.at(key), value) << key;
  }
}

TEST(PlanTest, EveryBlockHasASeedOfItsOwn) {
  Configuration configuration =
      Of({"teeko", "star:players=3"}, RandomPlayers(3), 50);
  std::set<uint64_t> seeds;
  for (const uint64_t seed : {5u, 6u}) {
    configuration.seed = seed;
    const Plan plan = PlanOf(configuration);
    for (int64_t id = 1; id <= plan.games(); ++id) {
      seeds.insert(plan.Game(id).seed);
    }
  }
  EXPECT_THAT(seeds, SizeIs(2 * 50 * (3 + 1)));
}

// Files of results depend on these; a change would assign them to other games.
TEST(PlanTest, SeedsNeverChange) {
  const Plan plan = PlanOf(Of({"teeko", "star:players=3"},
                              {"greedy", "mcts:playouts=10", "random"}, 2));
  EXPECT_EQ(plan.Game(1).seed, 8745337501564095784u);
  EXPECT_EQ(plan.Game(16).seed, 16873231193519951865u);
  EXPECT_THAT(plan.Game(16).seats, ElementsAre(1, 2, 0));
}

TEST(PlanTest, ShardsAreDisjointAndTogetherAll) {
  const Plan plan =
      PlanOf(Of({"teeko", "star:players=3", "onejump"}, RandomPlayers(4), 7));
  for (const int count : {1, 2, 3, 5, 16, 17, 100, 1000}) {
    std::vector<int64_t> games(static_cast<size_t>(count), 0);
    for (int64_t id = 1; id <= plan.games(); ++id) {
      const PlannedGame game = plan.Game(id);
      int in = 0;
      for (int index = 0; index < count; ++index) {
        if (!plan.InShard(game, {index, count})) continue;
        ++in;
        ++games[index];
      }
      EXPECT_EQ(in, 1) << id << " of " << count;
    }
    for (int index = 0; index < count; ++index) {
      EXPECT_EQ(plan.games({index, count}), games[index])
          << index << " of " << count;
    }
  }
}

TEST(PlanTest, AShardsBlocksAreWhole) {
  const Plan plan =
      PlanOf(Of({"teeko", "star:players=3"}, RandomPlayers(3), 6));
  std::map<int64_t, std::set<bool>> in;
  for (int64_t id = 1; id <= plan.games(); ++id) {
    const PlannedGame game = plan.Game(id);
    in[game.block].insert(plan.InShard(game, {1, 3}));
  }
  for (const auto& [block, values] : in) EXPECT_THAT(values, SizeIs(1));
}

TEST(PlanTest, OverTheRoundsAShardGetsAsMuchOfEveryPairing) {
  // As many blocks in a round as shards: without the shift from round to round
  // a shard would only get one pairing.
  const Plan plan = PlanOf(Of({"teeko"}, RandomPlayers(3), 3));
  std::map<int, int> games;
  for (int64_t id = 1; id <= plan.games(); ++id) {
    const PlannedGame game = plan.Game(id);
    if (plan.InShard(game, {2, 3})) ++games[game.pairing];
  }
  EXPECT_EQ(games, (std::map<int, int>{{0, 2}, {1, 2}, {2, 2}}));
}

TEST(PlanTest, FindsTheNextOfAShardAsLookingAtEachWould) {
  const Plan plan =
      PlanOf(Of({"teeko", "star:players=3"}, RandomPlayers(4), 4));
  for (const int count : {1, 2, 3, 10, 37}) {
    for (const int index : {0, count / 2, count - 1}) {
      const Shard shard{index, count};
      for (int64_t id = 1; id <= plan.games(); ++id) {
        int64_t next = id;
        while (!plan.InShard(plan.Game(next), shard)) ++next;
        EXPECT_EQ(plan.NextInShard(id, shard), next)
            << id << " of " << index << "/" << count;
      }
    }
  }
}

TEST(PlanTest, AHugePlanCostsNothing) {
  Configuration configuration = Of({"teeko"}, RandomPlayers(64), kMaxRounds);
  Plan plan = PlanOf(configuration);
  EXPECT_EQ(plan.games(), kMaxRounds * 64 * 63);
  EXPECT_EQ(plan.Game(plan.games()).round, kMaxRounds - 1);
  EXPECT_EQ(plan.Game(plan.games() + 1).round, kMaxRounds);
  const Shard last{kMaxShards - 1, kMaxShards};
  // A thousand times as many rounds as shards.
  EXPECT_EQ(plan.games(last), int64_t{1000} * 64 * 63);
  EXPECT_TRUE(plan.InShard(plan.Game(plan.NextInShard(1, last)), last));
  configuration.rounds = int64_t{1} << 60;
  plan = *Plan::OfResults(Games(), configuration);
  EXPECT_EQ(plan.games(), int64_t{1} << 62);
  EXPECT_EQ(plan.games(last), int64_t{1} << 62);
}

TEST(PlanTest, RefusesMorePairingsThanItCanKeep) {
  const auto error = [](Names games, int players) {
    return Refusal(Of(std::move(games), RandomPlayers(players)));
  };
  EXPECT_THAT(error({"star:players=6"}, 64),
              HasSubstr("64 players make more than 1000000 pairings"));
  // 32 players make 906,192 pairings in each of the games.
  EXPECT_EQ(error({"star:players=6"}, 32), "");
  EXPECT_THAT(error({"star:players=6", "star:size=3,players=6"}, 32),
              HasSubstr("up to 'star:size=3,players=6'"));
  EXPECT_THAT(error({"chess"}, 2), HasSubstr("no game 'chess'"));
}

TEST(PlanTest, OpeningsFollowTheConfiguration) {
  Configuration configuration = Of({"teeko"}, RandomPlayers(2));
  EXPECT_TRUE(PlanOf(configuration).openings(0).Get(0).moves.empty());
  configuration.openings = 3;
  const Names five = PlanOf(configuration).openings(0).Get(0).moves;
  EXPECT_THAT(five, SizeIs(3));
  EXPECT_EQ(PlanOf(configuration).openings(0).Get(0).moves, five);
  configuration.seed = 6;
  EXPECT_NE(PlanOf(configuration).openings(0).Get(0).moves, five);
}

}  // namespace
}  // namespace boardwalk::comparison
