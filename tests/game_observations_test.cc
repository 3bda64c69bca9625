// What networks see of every game: exact planes of some, and of all that the
// form is that of the board.

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/random.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/all_games.h"

namespace boardwalk {
namespace {

using ::testing::ElementsAre;

std::shared_ptr<const AnyGame> GameNamed(const std::string& name) {
  return AllGamesAndPlugins().value().MakeGame(name).value();
}

std::vector<float> Observe(const AnyState& state) {
  std::vector<float> out(state.Game().Observation().Size(), -1);
  state.WriteObservation(absl::MakeSpan(out));
  return out;
}

// A plane, row by row from the top: '.' for 0, 'x' for 1, '?' for all else.
std::string Plane(const AnyState& state, int plane) {
  const ObservationShape shape = state.Game().Observation();
  const std::vector<float> values = Observe(state);
  std::string text;
  for (int i = 0; i < shape.PlaneSize(); ++i) {
    const float value = values[plane * shape.PlaneSize() + i];
    text += value == 0 ? '.' : value == 1 ? 'x' : '?';
    if (i % shape.columns == shape.columns - 1) text += '/';
  }
  return text;
}

TEST(ObservationsTest, AreAsTheSeatToMoveSees) {
  const auto game = GameNamed("connectfour");
  const ObservationShape shape = game->Observation();
  EXPECT_THAT(shape.planes, ElementsAre("own pieces", "opponent's pieces",
                                        "seat 1 is to move"));
  EXPECT_TRUE(shape.is_grid);
  EXPECT_EQ(shape.rows, 6);
  EXPECT_EQ(shape.columns, 7);
  const auto state = game->InitialState();
  for (const char* move : {"3", "3", "7"}) {
    ASSERT_TRUE(state->Apply(state->ParseMove(move).value()).ok());
  }
  const std::string nothing = "......./......./......./......./";
  EXPECT_EQ(Plane(*state, 0), nothing + "..x..../......./");
  EXPECT_EQ(Plane(*state, 1), nothing + "......./..x...x/");
  EXPECT_EQ(Plane(*state, 2),
            "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/");
  ASSERT_TRUE(state->Apply(state->ParseMove("1").value()).ok());
  EXPECT_EQ(Plane(*state, 0), nothing + "......./..x...x/");
  EXPECT_EQ(Plane(*state, 1), nothing + "..x..../x....../");
  EXPECT_EQ(Plane(*state, 2),
            "......./......./......./......./......./......./");
}

TEST(ObservationsTest, EachSeatSeesItsOwnPiecesFirst) {
  const auto game = GameNamed("star:players=3,size=3");
  const auto state = game->InitialState();
  const ObservationShape shape = game->Observation();
  const auto plane_names = [&](const char* name) {
    return std::find(shape.planes.begin(), shape.planes.end(), name) -
           shape.planes.begin();
  };
  const auto plane = [&](int seat, const char* name) {
    std::vector<float> out(shape.Size(), -1);
    state->WriteObservation(seat, absl::MakeSpan(out));
    const auto begin = out.begin() + plane_names(name) * shape.PlaneSize();
    return std::vector<float>(begin, begin + shape.PlaneSize());
  };
  ASSERT_TRUE(state->Apply(state->LegalMoves().front()).ok());
  ASSERT_TRUE(state->Apply(kDropOut).ok());
  ASSERT_EQ(state->ToMove(), 2);
  for (int seat = 0; seat < 3; ++seat) {
    // The next seat's own pieces are those that it shows first.
    EXPECT_EQ(plane(seat, "seat +1's pieces"),
              plane((seat + 1) % 3, "own pieces"));
    EXPECT_EQ(plane(seat, "seat +2's pieces"),
              plane((seat + 2) % 3, "own pieces"));
    EXPECT_EQ(plane(seat, "own seat is out").front(), seat == 1 ? 1 : 0);
    EXPECT_EQ(plane(seat, "seat 2 is to move").front(), 1);
    EXPECT_EQ(plane(seat, "seat 1 is to move").front(), 0);
  }
  EXPECT_NE(plane(0, "own pieces"), plane(1, "own pieces"));
  std::vector<float> to_move(shape.Size());
  state->WriteObservation(absl::MakeSpan(to_move));
  std::vector<float> named(shape.Size());
  state->WriteObservation(2, absl::MakeSpan(named));
  EXPECT_EQ(to_move, named);
}

TEST(ObservationsTest, HaveKindsAndCounters) {
  const auto game = GameNamed("draughts");
  EXPECT_THAT(
      game->Observation().planes,
      ElementsAre("own men", "own kings", "opponent's men", "opponent's kings",
                  "seat 1 is to move", "plies by kings / 80"));
  const auto state = game->ParsePosition("b3/4/4/2W1/4/4/4/1B2 w 20").value();
  const std::string nothing = "......../";
  const std::string half = nothing + nothing + nothing;
  EXPECT_EQ(Plane(*state, 0), half + nothing + half + nothing);
  EXPECT_EQ(Plane(*state, 1), half + "....x.../" + nothing + half);
  EXPECT_EQ(Plane(*state, 2), ".x....../" + half + nothing + half);
  EXPECT_EQ(Plane(*state, 3), half + nothing + half + "..x...../");
  const std::vector<float> values = Observe(*state);
  EXPECT_EQ(std::count(values.end() - 64, values.end(), 0.25F), 64);
}

TEST(ObservationsTest, OfLargeStarsAreCellsAndSeatsInTheOrderOfPlay) {
  const auto game = GameNamed("star:size=3,players=3");
  const ObservationShape shape = game->Observation();
  EXPECT_THAT(shape.planes,
              ElementsAre("own pieces", "seat +1's pieces", "seat +2's pieces",
                          "own seat is out", "seat +1's seat is out",
                          "seat +2's seat is out", "seat 1 is to move",
                          "seat 2 is to move"));
  EXPECT_FALSE(shape.is_grid);
  EXPECT_EQ(shape.rows, 1);
  EXPECT_EQ(shape.columns, 73);
  const auto state = game->InitialState();
  const std::string home = Plane(*state, 1);  // of seat 1
  EXPECT_EQ(std::count(home.begin(), home.end(), 'x'), 6);
  ASSERT_TRUE(state->Apply(state->LegalMoves().front()).ok());
  EXPECT_EQ(Plane(*state, 0), home);
  EXPECT_THAT(Plane(*state, 6), testing::Not(testing::HasSubstr(".")));
  EXPECT_THAT(Plane(*state, 7), testing::Not(testing::HasSubstr("x")));
  ASSERT_TRUE(state->Apply(kDropOut).ok());
  EXPECT_THAT(Plane(*state, 5), testing::Not(testing::HasSubstr(".")));
  EXPECT_THAT(Plane(*state, 3), testing::Not(testing::HasSubstr("x")));
}

// A cell and the seat to which it belongs, as seen from the seat to move.
using Owners = std::set<std::pair<int, int>>;

Owners OwnersByPieces(const AnyState& state) {
  Owners owners;
  for (const Piece& piece : state.Pieces()) {
    const int players = state.NumPlayers();
    owners.emplace(piece.cell,
                   (piece.owner - state.ToMove() + players) % players);
  }
  return owners;
}

Owners OwnersByObservation(const AnyState& state, const BoardLayout& layout) {
  const ObservationShape shape = state.Game().Observation();
  const std::vector<float> values = Observe(state);
  const int kinds = state.Game().Planes().kinds;
  Owners owners;
  for (size_t cell = 0; cell < layout.cells.size(); ++cell) {
    const Cell& at = layout.cells[cell];
    // Every grid of these games begins at 0.
    const int place = shape.is_grid ? static_cast<int>(at.y) * shape.columns +
                                          static_cast<int>(at.x)
                                    : static_cast<int>(cell);
    for (int plane = 0; plane < state.NumPlayers() * kinds; ++plane) {
      if (values[plane * shape.PlaneSize() + place] == 0) continue;
      owners.emplace(static_cast<int>(cell), plane / kinds);
    }
  }
  return owners;
}

class GameObservationsTest : public testing::TestWithParam<std::string> {};

TEST_P(GameObservationsTest, AreOfTheBoard) {
  const auto game = GameNamed(GetParam());
  const ObservationShape shape = game->Observation();
  const size_t cells = game->Layout().cells.size();
  ASSERT_FALSE(shape.planes.empty());
  EXPECT_GE(static_cast<size_t>(shape.PlaneSize()), cells);
  EXPECT_TRUE(shape.is_grid || static_cast<size_t>(shape.columns) == cells);
  const BoardLayout layout = game->Layout();
  const auto state = game->InitialState();
  Random random(1);
  for (int ply = 0; ply < 40 && !state->IsTerminal(); ++ply) {
    ASSERT_EQ(OwnersByObservation(*state, layout), OwnersByPieces(*state))
        << ply;
    const auto moves = state->LegalMoves();
    const auto count = static_cast<uint32_t>(moves.size());
    ASSERT_TRUE(state->Apply(moves[random.Below(count)]).ok());
  }
}

std::vector<std::string> NamesToTest() {
  const auto& catalog = AllGamesAndPlugins();
  if (!catalog.ok()) return {};  // games_conformance_test says why
  return catalog->NamesWithTestSets();
}

INSTANTIATE_TEST_SUITE_P(AllGames, GameObservationsTest,
                         testing::ValuesIn(NamesToTest()), TestNameOfGame);

}  // namespace
}  // namespace boardwalk
