// What is read of boards: from the planes of a game, from its pieces where it
// has none, and nothing where it has no layout.

#include "framework/planes.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "framework/bits.h"
#include "framework/board.h"
#include "framework/testing/walk.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_games::WalkRules;
using testing_games::WalkState;

// The walk on `kCells` cells of which the first five are its ring: the token of
// the seat to move, a king after a win, and a tower of nobody on the last cell.
template <int kCells>
class PieceRules {
 public:
  using State = WalkState;
  static const GameInfo& Info() { return WalkRules::Info(); }
  State InitialState() const { return {}; }
  std::string FormatMove(const State&, State::Move) const { return ""; }
  BoardLayout Layout() const { return SquareGrid(kCells, 1, ChessSquare); }
  std::vector<Piece> Pieces(const State& state) const {
    return {{state.cell(), state.ToMove(), state.IsTerminal() ? "king" : ""},
            {kCells - 2, 1, "", 2},
            {kCells - 1, -1}};
  }
};

// The same with planes, whose bits are in the opposite order.
class PlaneRules : public PieceRules<7> {
 public:
  BoardPlanes<2, 2> Planes(const State& state) const {
    const uint64_t token = uint64_t{1} << (6 - state.cell());
    BoardPlanes<2, 2> planes;
    planes.words[state.ToMove() * 2 + (state.IsTerminal() ? 1 : 0)] = token;
    return planes;
  }
  std::vector<int> PlaneBits() const { return GridBits(7, 1, -1, 0, 6); }
};

static_assert(HasPlanes<PlaneRules> && HasPlaneBits<PlaneRules>);
static_assert(!HasPlanes<PieceRules<7>> && !HasPlanes<WalkRules>);

TEST(PlanesTest, AreThoseOfTheGame) {
  const PlaneRules rules;
  const PlaneReader<PlaneRules> reader(rules);
  const auto planes = reader.Read(WalkState(2, 1, -1));
  static_assert(std::is_same_v<decltype(planes), const BoardPlanes<2, 2>>);
  EXPECT_EQ(planes.At(1, 0), 0b0010000u);
  EXPECT_EQ(Occupied(planes), 1);
  const PlaneShape shape = PlaneShapeOf(rules);
  EXPECT_EQ(shape.seats, 2);
  EXPECT_EQ(shape.kinds, 2);
  EXPECT_EQ(shape.words, 1);
  EXPECT_EQ(shape.TotalWords(), 4);
  EXPECT_THAT(shape.bits, ElementsAre(6, 5, 4, 3, 2, 1, 0));
}

TEST(PlanesTest, AreMadeOfPiecesWhereTheGameHasNone) {
  const PieceRules<7> rules;
  const PlaneReader<PieceRules<7>> reader(rules);
  EXPECT_THAT(reader.Read(WalkState(2, 0, -1)).words,
              ElementsAre(0b100u, 0, 0, 0b100000u));
  const auto won = reader.Read(WalkState(3, 1, 0));
  EXPECT_THAT(won.words, ElementsAre(0, 0, 0, 0b101000u));
  EXPECT_EQ(won.At(1, 1), 0b101000u);
  EXPECT_EQ(Occupied(won), 2) << "the piece of nobody is left out";
  EXPECT_THAT(PlaneShapeOf(rules).bits, ElementsAre(0, 1, 2, 3, 4, 5, 6));
}

TEST(PlanesTest, GoOnInAnotherWord) {
  const PieceRules<66> rules;
  const PlaneReader<PieceRules<66>> reader(rules);
  const PlaneShape shape = reader.Shape();
  EXPECT_EQ(shape.words, 2);
  EXPECT_EQ(shape.TotalWords(), 8);
  EXPECT_EQ(shape.bits.back(), 65);
  const auto planes = reader.Read(WalkState(2, 0, -1));
  EXPECT_EQ(planes.At(0, 0, 0), 0b100u);
  EXPECT_EQ(planes.At(1, 1, 1), 1u) << "the tower is on cell 64";
  EXPECT_EQ(Occupied(planes), 2);
}

TEST(PlanesTest, AreEmptyWithoutALayout) {
  const WalkRules rules(0);
  EXPECT_EQ(PlaneShapeOf(rules).seats, 0);
  EXPECT_THAT(PlaneShapeOf(rules).bits, IsEmpty());
  EXPECT_THAT(PlaneReader<WalkRules>(rules).Read({}).words, IsEmpty());
}

TEST(BoardPlanesTest, HaveAPlaneForEachSeatAndKind) {
  const BoardPlanes<2, 2> planes = PlanesOn(0b0011, 0b1100, 0b0101);
  EXPECT_EQ(planes.At(0, 0), 0b0010u);
  EXPECT_EQ(planes.At(0, 1), 0b0001u);
  EXPECT_EQ(planes.At(1, 0), 0b1000u);
  EXPECT_EQ(planes.At(1, 1), 0b0100u);
  BoardPlanes<3, 2, 4> large;
  large.words.back() = 7;
  EXPECT_EQ(large.At(2, 1, 3), 7u);
}

TEST(BoardPlanesTest, BitsOfCells) {
  EXPECT_THAT(GridBits(3, 2, 1, -3, 3), ElementsAre(3, 4, 5, 0, 1, 2));
  EXPECT_THAT(BoardBits(0b101001), ElementsAre(0, 3, 5));
}

}  // namespace
}  // namespace boardwalk
