#include "frontends/comparison/openings.h"

#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "framework/random.h"
#include "framework/testing/walk.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::comparison {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

std::shared_ptr<const AnyGame> Game(const std::string& name) {
  auto plugins = AllGames()->games();
  plugins.push_back(MakePlugin<tictactoe::Rules>({}));
  return Catalog::Create(std::move(plugins))->MakeGame(name).value();
}

// By trying every move.
bool CanWin(const AnyState& state) {
  for (const AnyMove move : state.LegalMoves()) {
    const auto next = state.Clone();
    EXPECT_TRUE(next->Apply(move).ok());
    if (next->IsTerminal() && next->Returns()[state.ToMove()] > 0) return true;
  }
  return false;
}

// All positions after `plies` plies that an opening may lead to.
void Collect(const AnyState& state, int plies, std::set<std::string>& found) {
  if (state.IsTerminal()) return;
  if (plies == 0) {
    if (!CanWin(state)) found.insert(state.FormatPosition());
    return;
  }
  for (const AnyMove move : state.LegalMoves()) {
    const auto next = state.Clone();
    EXPECT_TRUE(next->Apply(move).ok());
    Collect(*next, plies - 1, found);
  }
}

class OpeningsByBruteForceTest
    : public testing::TestWithParam<std::pair<const char*, int>> {};

TEST_P(OpeningsByBruteForceTest, FindsAllThatThereAre) {
  const auto& [name, plies] = GetParam();
  const auto game = Game(name);
  std::set<std::string> all;
  Collect(*game->InitialState(), plies, all);
  Openings openings(game, plies, 3);
  const auto number = static_cast<int64_t>(all.size());
  std::set<std::string> found;
  for (int64_t round = 0; round < number; ++round) {
    const Opening opening = openings.Get(round);
    EXPECT_TRUE(found.insert(opening.state->FormatPosition()).second);
    // The moves lead to the position.
    const auto state = game->InitialState();
    for (const std::string& move : opening.moves) {
      ASSERT_TRUE(state->Apply(state->ParseMove(move).value()).ok());
    }
    EXPECT_TRUE(state->Equals(*opening.state));
    EXPECT_THAT(opening.moves, SizeIs(plies));
    EXPECT_TRUE(openings.Get(round + number).state->Equals(*opening.state));
    EXPECT_TRUE(openings.Get(round + 7 * number).state->Equals(*opening.state));
  }
  EXPECT_EQ(found, all);
}

INSTANTIATE_TEST_SUITE_P(
    Small, OpeningsByBruteForceTest,
    testing::Values(std::pair("teeko", 1), std::pair("teeko", 2),
                    std::pair("onejump", 1), std::pair("onejump", 2),
                    std::pair("star:size=3", 1),
                    // Some are won at once, or over.
                    std::pair("tictactoe", 4), std::pair("tictactoe", 6)));

TEST(OpeningsTest, NoneIsOverWonAtOnceOrThereTwice) {
  for (const auto& [name, plies] :
       {std::pair("teeko", 7), std::pair("chinese8", 4),
        std::pair("star:size=3,players=3", 5), std::pair("onejump", 6)}) {
    Openings openings(Game(name), plies, 1);
    std::set<std::string> positions;
    for (int64_t round = 0; round < 200; ++round) {
      const Opening opening = openings.Get(round);
      EXPECT_FALSE(opening.state->IsTerminal());
      EXPECT_FALSE(CanWin(*opening.state)) << name;
      EXPECT_THAT(opening.moves, SizeIs(plies));
      positions.insert(opening.state->FormatPosition());
    }
    EXPECT_THAT(positions, SizeIs(200)) << name;
  }
}

TEST(OpeningsTest, DoNotDependOnTheOrderOfAsking) {
  const auto game = Game("teeko");
  Openings forward(game, 4, 9), backward(game, 4, 9);
  std::vector<std::vector<std::string>> moves;
  for (int64_t round = 0; round < 60; ++round) {
    moves.push_back(forward.Get(round).moves);
  }
  for (int64_t round = 59; round >= 0; --round) {
    EXPECT_EQ(backward.Get(round).moves, moves[round]);
  }
}

TEST(OpeningsTest, FollowTheSeedAndTheGame) {
  const auto game = Game("star:size=3");
  const auto first = [](const std::shared_ptr<const AnyGame>& of,
                        uint64_t seed) {
    return Openings(of, 3, seed).Get(0).moves;
  };
  EXPECT_EQ(first(game, 1), first(game, 1));
  EXPECT_NE(first(game, 1), first(game, 2));
  // The games have different names, but the same moves.
  EXPECT_NE(first(Game("teeko"), 1), first(Game("teeko:phase=placement"), 1));
}

TEST(OpeningsTest, OfNoPliesThereIsOne) {
  const auto game = Game("onejump");
  Openings openings(game, 0, 5);
  for (const int64_t round : {0, 1, 1'000'000'000}) {
    EXPECT_TRUE(openings.Get(round).state->Equals(*game->InitialState()));
    EXPECT_THAT(openings.Get(round).moves, IsEmpty());
  }
}

TEST(OpeningsTest, TheInitialPositionWhereThereIsNone) {
  // The side to move can always win.
  const auto game = *testing_games::WalkCatalog().MakeGame("walk");
  Openings openings(game, 3, 5);
  EXPECT_TRUE(openings.Get(2).state->Equals(*game->InitialState()));
  EXPECT_THAT(openings.Get(2).moves, IsEmpty());
}

TEST(OpeningsTest, ThreadsMayAskAtOnce) {
  const auto game = Game("teeko");
  Openings one(game, 5, 9), shared(game, 5, 9);
  std::vector<std::string> expected, got(400);
  for (int64_t round = 0; round < 400; ++round) {
    expected.push_back(one.Get(round).state->FormatPosition());
  }
  std::vector<std::thread> threads;
  for (size_t first = 0; first < 4; ++first) {
    threads.emplace_back([&, first] {
      for (size_t i = first; i < got.size(); i += 4) {
        got[i] = shared.Get(static_cast<int64_t>(i)).state->FormatPosition();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(got, expected);
}

// The framework's answer against trying every move, in every game.
TEST(OpeningsTest, CanWinAtOnceIsWhatTryingEachMoveSays) {
  const Catalog catalog = *AllGames();
  for (const GamePlugin& plugin : catalog.games()) {
    std::vector<std::string> names = {plugin.info.id};
    for (const std::string& set : plugin.info.test_sets) {
      names.push_back(plugin.info.id + ":" + set);
    }
    int wins = 0;
    for (const std::string& name : names) {
      const auto game = *catalog.MakeGame(name);
      if (game->InitialState()->LegalMoves().size() > 200) continue;
      Random random(7);
      for (int walk = 0; walk < 20; ++walk) {
        auto state = game->InitialState();
        for (int ply = 0; ply < 60 && !state->IsTerminal(); ++ply) {
          const bool can_win = CanWin(*state);
          ASSERT_EQ(state->CanWinAtOnce(), can_win)
              << name << " " << state->FormatPosition();
          wins += can_win ? 1 : 0;
          const auto moves = state->LegalMoves();
          ASSERT_TRUE(
              state
                  ->Apply(
                      moves[random.Below(static_cast<uint32_t>(moves.size()))])
                  .ok());
        }
        if (state->IsTerminal()) {
          EXPECT_FALSE(state->CanWinAtOnce());
        }
      }
    }
    if (plugin.info.id == "teeko") {
      EXPECT_GT(wins, 10);
    }
  }
}

}  // namespace
}  // namespace boardwalk::comparison
