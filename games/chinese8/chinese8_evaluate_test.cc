// The distance table's board, and the evaluation that uses the table. The whole
// table takes half a minute to build: bench/prepare_bench.cc counts its entries
// and checks them.

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include "framework/random.h"
#include "framework/testing/random_table.h"
#include "games/chinese8/chinese8.h"
#include "gtest/gtest.h"

namespace boardwalk::chinese8 {

namespace {

uint64_t Scattered(Random& random, uint64_t taken) {
  uint64_t pieces = 0;
  while (std::popcount(pieces) < kPiecesPerSeat) {
    pieces |= uint64_t{1} << random.Below(64) & ~taken;
  }
  return pieces;
}

State ScatteredState(Random& random) {
  const uint64_t blue = Scattered(random, 0);
  return State({blue, Scattered(random, blue)},
               static_cast<int>(random.Below(200)));
}

TEST(EvaluateMoveTest, IsWhatTheCellsOfThePlainEvaluationGain) {
  std::vector<int> cells(kWeights.begin(), kWeights.begin() + kTurn);
  cells.resize(kFeatureCount);
  const Rules plain;
  const auto by_cells = plain.WithWeights(cells);
  Random random(4);
  for (int i = 0; i < 2000; ++i) {
    const State state = ScatteredState(random);
    if (state.IsTerminal()) continue;
    const State::Move move = state.RandomMove(random).value();
    State after = state;
    after.Apply(move);
    const int gain = plain.EvaluateMove(state, move);
    ASSERT_EQ(by_cells->EvaluateMove(state, move), gain);
    // Both sums are rounded.
    ASSERT_NEAR(by_cells->Evaluate(after, state.ToMove()) -
                    by_cells->Evaluate(state, state.ToMove()),
                gain, 2);
  }
}

// Cell by cell.
int PlainHops(const State& state, int seat) {
  const int step = seat == 0 ? 1 : -1;
  int hops = 0;
  for (int cell = 0; cell < 64; ++cell) {
    if ((state.Pieces(seat) >> cell & 1) == 0) continue;
    for (const auto& [down, right] : {std::pair(0, 1), {1, 0}, {1, 1}}) {
      const int row = cell / 8 + 2 * step * down;
      const int column = cell % 8 + 2 * step * right;
      if (row < 0 || row > 7 || column < 0 || column > 7) continue;
      const int middle = cell + step * (8 * down + right);
      hops += (state.Occupied() >> middle & 1) != 0 &&
              (state.Occupied() >> (8 * row + column) & 1) == 0;
    }
  }
  return hops;
}

TEST(FeaturesTest, CountHopsMovesAndTheLongestLeap) {
  const Rules rules;
  Random random(5);
  int64_t hops = 0;
  for (int i = 0; i < 2000; ++i) {
    const State state = ScatteredState(random);
    const Values values = rules.Features(state);
    ASSERT_EQ(values[kHops], PlainHops(state, 0) - PlainHops(state, 1));
    hops += PlainHops(state, 0);
    int moves[2] = {}, leap[2] = {};
    for (int seat = 0; seat < 2; ++seat) {
      for (uint64_t left = state.Pieces(seat); left != 0;) {
        const int from = PopLowest(left);
        for (uint64_t to = state.DestinationsOf(from); to != 0;) {
          const int cell = PopLowest(to);
          const int gain = cell / 8 + cell % 8 - from / 8 - from % 8;
          ++moves[seat];
          leap[seat] = std::max(leap[seat], seat == 0 ? gain : -gain);
        }
      }
    }
    ASSERT_EQ(values[kMoves], moves[0] - moves[1]);
    ASSERT_EQ(values[kLeap], leap[0] - leap[1]);
  }
  EXPECT_GT(hops, 500);
}

// Where the piece on a cell can go among `others`, cell by cell.
void JumpOn(uint64_t others, int from, std::set<int>& reached) {
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      for (int half = 1; half <= 3; ++half) {
        const int row = from / 8 + 2 * half * down;
        const int column = from % 8 + 2 * half * right;
        if (row < 0 || row > 7 || column < 0 || column > 7) continue;
        bool open = down != 0 || right != 0;
        for (int i = 1; i <= 2 * half; ++i) {
          const int cell = from + i * (8 * down + right);
          open = open && (others >> cell & 1) == (i == half ? 1 : 0);
        }
        const int to = 8 * row + column;
        if (open && reached.insert(to).second) JumpOn(others, to, reached);
      }
    }
  }
}

uint64_t PlainDestinations(uint64_t pieces, int from) {
  const uint64_t others = pieces & ~(uint64_t{1} << from);
  std::set<int> reached;
  JumpOn(others, from, reached);
  for (int to = 0; to < 64; ++to) {
    const bool near =
        std::abs(to / 8 - from / 8) <= 1 && std::abs(to % 8 - from % 8) <= 1;
    if (near && (others >> to & 1) == 0) reached.insert(to);
  }
  reached.erase(from);
  uint64_t cells = 0;
  for (const int to : reached) cells |= uint64_t{1} << to;
  return cells;
}

TEST(LoneBoardTest, MovesAsIfNobodyElseWereThere) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    // Crowded every other time, where there is much to jump over.
    uint64_t pieces = Scattered(random, i % 2 == 0 ? 0 : ~0x1f1f1f1f1fu);
    std::array<uint64_t, 6> to;
    LoneBoard::Destinations(pieces, to);
    const uint64_t all = pieces;
    for (int piece = 0; piece < 6; ++piece) {
      ASSERT_EQ(to[piece], PlainDestinations(all, PopLowest(pieces)));
    }
  }
}

TEST(LoneBoardTest, TheGoalIsTheFarCampFromEitherSide) {
  EXPECT_EQ(LoneBoard::Goal(), kCamps[1]);
  EXPECT_EQ(TurnedRound(LoneBoard::Goal()), kCamps[0]);
  for (int cell = 0; cell < 64; ++cell) {
    EXPECT_EQ(TurnedRound(uint64_t{1} << cell), uint64_t{1} << (63 - cell));
  }
}

int CellsBesideTable(const State& state) {
  int sum = 0;
  for (uint64_t blue = state.Pieces(0); blue != 0;) {
    sum += kWorthBesideTable[PopLowest(blue)];
  }
  for (uint64_t red = state.Pieces(1); red != 0;) {
    sum -= kWorthBesideTable[63 - PopLowest(red)];
  }
  return sum / kWeightUnit;
}

class TableTest : public ::testing::Test {
 protected:
  RandomTable table_{DistancePreparation().table};
};

TEST_F(TableTest, EvaluatesByTheDistancesOfBothSides) {
  const auto plain = Rules::Create({}).value();
  EXPECT_EQ(DistancePreparation().table.bytes, 37'487'184u);
  table_.Write();
  const char* const packed = table_.contents().data();
  const auto rules = plain->WithEvaluation("table");
  ASSERT_TRUE(rules.ok()) << rules.status();
  EXPECT_EQ(&(*rules)->Original(), plain.get());
  EXPECT_EQ(&plain->Original(), plain.get());
  Random random(3);
  for (int i = 0; i < 5000; ++i) {
    const State state = ScatteredState(random);
    const int value = (*rules)->Evaluate(state, 0);
    ASSERT_EQ((*rules)->Evaluate(state, 1), -value);
    ASSERT_LE(std::abs(value), kMaxEvaluation);
    uint64_t red = 0;  // by its own cells
    for (int cell = 0; cell < 64; ++cell) {
      red |= (state.Pieces(1) >> cell & 1) << (63 - cell);
    }
    ASSERT_EQ(value, ByDistances(DistanceAt<LoneBoard>(packed, state.Pieces(0)),
                                 DistanceAt<LoneBoard>(packed, red),
                                 state.ToMove(), CellsBesideTable(state)));
    ASSERT_EQ(plain->Evaluate(state, 0),
              WeightedSum(plain->Features(state), kWeights, kWeightUnit));
  }
}

TEST(ByDistancesTest, CountsMovesThenTheMoveThenProgress) {
  EXPECT_EQ(ByDistances(5, 5, 0, 0), -ByDistances(5, 5, 1, 0));
  EXPECT_GT(ByDistances(5, 5, 0, 0), 0);
  EXPECT_GT(ByDistances(5, 6, 1, 0), ByDistances(5, 5, 0, 0) - 1);
  EXPECT_GT(ByDistances(5, 5, 0, 50), ByDistances(5, 5, 0, 0));
  EXPECT_LE(ByDistances(0, 15, 0, kMaxEvaluation), kMaxEvaluation);
  EXPECT_GE(ByDistances(15, 0, 1, -kMaxEvaluation), -kMaxEvaluation);
}

}  // namespace
}  // namespace boardwalk::chinese8
