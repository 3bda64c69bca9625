// Batches play every game as its states do, one game at a time.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "framework/any_game.h"
#include "framework/batch.h"
#include "framework/catalog.h"
#include "framework/random.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<const AnyGame> GameNamed(const std::string& name) {
  return AllGamesAndPlugins().value().MakeGame(name).value();
}

// Arrays for all games of a batch.
struct Arrays {
  Arrays(const AnyGame& game, int64_t games, bool with_masks)
      : observation(game.Observation().Size()),
        actions(game.NumActions()),
        players(game.NumPlayers()),
        observations(observation * games, -1),
        masks(with_masks ? actions * games : 0, 9),
        rewards(players * games, -9),
        terminated(games, 9),
        truncated(games, 9),
        final_observations(observation * games, -1),
        current_player(games, -9) {}

  BatchRows Rows() {
    return {absl::MakeSpan(observations),  absl::MakeSpan(masks),
            absl::MakeSpan(rewards),       absl::MakeSpan(terminated),
            absl::MakeSpan(truncated),     absl::MakeSpan(final_observations),
            absl::MakeSpan(current_player)};
  }

  size_t observation;
  int64_t actions, players;
  std::vector<float> observations;
  std::vector<uint8_t> masks;
  std::vector<float> rewards;
  std::vector<uint8_t> terminated, truncated;
  std::vector<float> final_observations;
  std::vector<int32_t> current_player;
};

// A game beside the batch.
struct Shadow {
  std::unique_ptr<AnyState> state;
  int64_t plies = 0;
};

// Whether row `i` is what is seen of `state`.
void ExpectRow(const AnyState& state, const std::vector<float>& rows,
               int64_t i) {
  std::vector<float> seen(state.Game().Observation().Size());
  state.WriteObservation(absl::MakeSpan(seen));
  EXPECT_TRUE(std::equal(seen.begin(), seen.end(),
                         rows.begin() + i * static_cast<int64_t>(seen.size())));
}

// Compares the rows of game `i` with what the shadow shows.
void ExpectPosition(const Arrays& arrays, const AnyBatch& batch, int64_t i,
                    const AnyState& state) {
  EXPECT_TRUE(batch.State(i)->Equals(state));
  EXPECT_EQ(arrays.current_player[i], state.ToMove());
  const std::vector<int64_t> legal = state.LegalActions();
  const auto listed = batch.LegalActions(i);
  EXPECT_EQ(std::vector<int64_t>(listed.begin(), listed.end()), legal);
  EXPECT_EQ(std::set<int64_t>(legal.begin(), legal.end()).size(),
            state.LegalMoves().size());
  if (!arrays.masks.empty()) {
    std::vector<uint8_t> mask(arrays.actions, 0);
    for (const int64_t action : legal) mask[action] = 1;
    const auto row = arrays.masks.begin() + i * arrays.actions;
    EXPECT_TRUE(std::equal(mask.begin(), mask.end(), row));
  }
  ExpectRow(state, arrays.observations, i);
}

class GameBatchesTest : public testing::TestWithParam<std::string> {};

TEST_P(GameBatchesTest, PlayAsStatesDo) {
  constexpr int64_t kGames = 3, kMaxPlies = 40;
  constexpr int64_t kMaxMask = 1'000'000;  // a star of 64 has 600 million
  const auto game = GameNamed(GetParam());
  const bool small = game->Layout().cells.size() < 1000;
  const auto batch =
      game->MakeBatch({.games = kGames, .max_plies = kMaxPlies}).value();
  Arrays arrays(*game, kGames, game->NumActions() <= kMaxMask);
  const GameRange all = {0, kGames};
  batch->Reset(arrays.Rows(), all);
  std::vector<Shadow> shadows(kGames);
  for (int64_t i = 0; i < kGames; ++i) {
    shadows[i].state = game->InitialState();
    ExpectPosition(arrays, *batch, i, *shadows[i].state);
    EXPECT_EQ(arrays.terminated[i] + arrays.truncated[i], 0);
  }
  Random random(7);
  std::vector<int64_t> actions(kGames);
  for (int step = 0; step < (small ? 130 : 3); ++step) {
    std::vector<AnyMove> moves;
    for (int64_t i = 0; i < kGames; ++i) {
      const auto legal = batch->LegalActions(i);
      const auto index = random.Below(static_cast<uint32_t>(legal.size()));
      actions[i] = legal[index];
      moves.push_back(shadows[i].state->LegalMoves()[index]);
    }
    ASSERT_TRUE(batch->Check(actions, all).ok());
    batch->Step(actions, arrays.Rows(), all);
    for (int64_t i = 0; i < kGames; ++i) {
      Shadow& shadow = shadows[i];
      EXPECT_EQ(shadow.state->MoveOfAction(actions[i]).value(), moves[i]);
      const auto next = shadow.state->Clone();
      ASSERT_TRUE(next->Apply(moves[i]).ok());
      ASSERT_TRUE(shadow.state->ApplyAction(actions[i]).ok());
      EXPECT_TRUE(shadow.state->Equals(*next));
      ++shadow.plies;
      const bool over = shadow.state->IsTerminal();
      const bool cut = !over && shadow.plies == kMaxPlies;
      EXPECT_EQ(arrays.terminated[i], over);
      EXPECT_EQ(arrays.truncated[i], cut);
      for (int seat = 0; seat < game->NumPlayers(); ++seat) {
        EXPECT_EQ(arrays.rewards[i * arrays.players + seat],
                  static_cast<float>(shadow.state->Returns()[seat]));
      }
      if (over || cut) {
        ExpectRow(*shadow.state, arrays.final_observations, i);
        shadow = {game->InitialState(), 0};
      }
      ExpectPosition(arrays, *batch, i, *shadow.state);
    }
  }
}

std::vector<std::string> NamesToTest() {
  const auto& catalog = AllGamesAndPlugins();
  if (!catalog.ok()) return {};  // games_conformance_test says why
  return catalog->NamesWithTestSets();
}

INSTANTIATE_TEST_SUITE_P(AllGames, GameBatchesTest,
                         testing::ValuesIn(NamesToTest()), TestNameOfGame);

TEST(BatchTest, RefusesWhatIsWrong) {
  const auto game = GameNamed("tictactoe");
  EXPECT_THAT(game->MakeBatch({.games = 0}).status().message(),
              HasSubstr("0 games are not from 1 to 1048576"));
  EXPECT_THAT(game->MakeBatch({.games = 1, .max_plies = -1}).status().message(),
              HasSubstr("a limit of -1 plies"));
  const auto batch = game->MakeBatch({.games = 2}).value();
  Arrays arrays(*game, 2, true);
  batch->Reset(arrays.Rows(), {0, 2});
  const std::vector<int64_t> both = {4, 4};
  batch->Step(both, arrays.Rows(), {1, 2});
  EXPECT_EQ(batch->State(0)->FormatPosition(), ".../.../...");
  EXPECT_EQ(std::count(arrays.masks.begin(), arrays.masks.begin() + 9, 1), 9);
  EXPECT_EQ(std::count(arrays.masks.begin() + 9, arrays.masks.end(), 1), 8);
  EXPECT_TRUE(batch->Check(both, {0, 1}).ok());
  EXPECT_EQ(
      batch->Check(both, {0, 2}).message(),
      "action 4 is not legal in game 1: legal are 0, 1, 2, 3, 5, 6, 7, 8");
  EXPECT_EQ(batch->Check(std::vector<int64_t>{9, 0}, {0, 2}).message(),
            "action 9 is not legal in game 0: actions are from 0 to 8");
}

TEST(ActionsTest, IllegalOnesChangeNothing) {
  const auto game = GameNamed("tictactoe");
  const auto state = game->ParsePosition("XX./OO./...").value();
  const auto before = state->Clone();
  for (const auto& [action, error] :
       {std::pair{4, "action 4 is not legal: legal are 2, 5, 6, 7, 8"},
        std::pair{-1, "action -1 is not legal: actions are from 0 to 8"}}) {
    EXPECT_EQ(state->MoveOfAction(action).status().message(), error);
    EXPECT_EQ(state->ApplyAction(action).message(), error);
    EXPECT_TRUE(state->Equals(*before));
  }
  ASSERT_TRUE(state->ApplyAction(2).ok());
  EXPECT_EQ(state->ApplyAction(5).message(),
            "action 5 is not legal: the game is over");
}

TEST(BatchTest, NeedsNumbers) {
  const auto game = ai::MakeAdapter<trio::Rules>("players=3");
  EXPECT_EQ(game->NumActions(), 0);
  EXPECT_EQ(
      game->MakeBatch({}).status().message(),
      "trio has no numbers for its moves: its rules have neither ActionOf "
      "nor Layout and Path");
  EXPECT_EQ(game->InitialState()->ApplyAction(0).message(),
            game->MakeBatch({}).status().message());
  EXPECT_EQ(game->InitialState()->MoveOfAction(0).status(),
            game->MakeBatch({}).status());
}

// The numbers that games give their moves: where a pass is, and moves that
// differ in little.
TEST(ActionsTest, AreThoseOfTheGames) {
  struct Row {
    std::string game, position, move;
    int64_t action;
  };
  const std::vector<Row> rows = {
      {"connectfour", "", "4", 3},
      {"othello", "", "d3", 43},
      {"othello",
       "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/"
       "XXXXXXXX/XXXXXO1O 2 0",
       "pass", 64},
      {"breakthrough", "", "a2b3", (0 * 64 + 8) * 3 + 2},
      {"teeko", "", "6", 5},
      {"chinese8", "", "1133", 0 * 64 + 18},
  };
  for (const Row& row : rows) {
    const auto game = GameNamed(row.game);
    const auto state = row.position.empty()
                           ? game->InitialState()
                           : game->ParsePosition(row.position).value();
    const auto texts = state->LegalMoveTexts();
    const auto found = std::find(texts.begin(), texts.end(), row.move);
    ASSERT_NE(found, texts.end()) << row.game << " " << row.move;
    EXPECT_EQ(state->LegalActions()[found - texts.begin()], row.action)
        << row.game << " " << row.move;
  }
}

// Arrays that are left out are not written.
TEST(BatchTest, WritesWhatIsAskedFor) {
  const auto game = GameNamed("tictactoe");
  const auto batch = game->MakeBatch({}).value();
  batch->Reset({}, {0, 1});
  const std::vector<int64_t> corner = {0};
  batch->Step(corner, {}, {0, 1});
  EXPECT_EQ(batch->State(0)->FormatPosition(), "X../.../...");
}

}  // namespace
}  // namespace boardwalk
