#include "ai/mcts/tree.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/game.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

MctsOptions Plain() {
  MctsOptions options;
  options.exploration = 1;
  options.memory_bytes = 1 << 20;
  return options;
}

// Creates children for the moves 10, 11, ... of `seat`.
Slot Expand(Tree& tree, Slot parent, uint32_t count, uint8_t seat) {
  const Slot first = tree.arena.Allocate(parent, count);
  for (uint32_t i = 0; i < count; ++i) {
    Node& node = *new (&tree.arena[first + i]) Node();
    node.move = {10 + i};
    node.seat = seat;
  }
  tree.arena[parent].first_child = first;
  return first;
}

void Visit(Tree& tree, Slot child, double value) {
  AddVisit(tree, tree.arena[child], value);
  AddVisit(tree, tree.arena[kRoot], 0);
}

void SetProof(Tree& tree, Slot node, const SeatValues& values) {
  const uint8_t number = tree.outcomes.NumberOf(values);
  tree.arena[node].bounds = ResultBounds{number, number};
}

TEST(SelectionTest, TriesEveryChildThenTheBestBound) {
  Tree tree(Plain(), 2);
  const Slot first = Expand(tree, kRoot, 3, 0);
  const double values[] = {0.5, -0.5, 0.4};
  for (Slot i = 0; i < 3; ++i) {
    ASSERT_EQ(SelectChild(tree, kRoot, 0).child, first + i);
    Visit(tree, first + i, values[i]);
  }
  EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first);
  Visit(tree, first, 0.5);
  // Now 0.5 + sqrt(ln 4 / 2) = 1.33 against 0.4 + sqrt(ln 4) = 1.58.
  EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first + 2);
}

TEST(SelectionTest, FirstPlayUrgencyStandsInForVisits) {
  MctsOptions options = Plain();
  options.exploration = 0;
  options.fpu = -0.2;
  Tree tree(options, 2);
  const Slot first = Expand(tree, kRoot, 2, 0);
  EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first);
  Visit(tree, first, 0.5);
  EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first);  // 0.5 against 0.5 - 0.2
  Tree eager(
      [&] {
        options.fpu = 0.2;
        return options;
      }(),
      2);
  const Slot same = Expand(eager, kRoot, 2, 0);
  Visit(eager, same, 0.5);
  EXPECT_EQ(SelectChild(eager, kRoot, 0).child, same + 1);
}

TEST(SelectionTest, ThreadsBelowCountAsLostVisits) {
  MctsOptions options = Plain();
  options.threads = 2;
  options.exploration = 0;
  Tree tree(options, 2);
  const Slot first = Expand(tree, kRoot, 2, 0);
  Visit(tree, first, 0.5);
  Visit(tree, first + 1, 0.2);
  EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first);
  IncrementVirtualLoss(tree, tree.arena[first]);  // (0.5 - 1) / 2
  EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first + 1);
  CancelVirtualLoss(tree, tree.arena[first]);
  EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first);
}

// With more players a loss costs less, but history counts it as 0 all the same.
TEST(SelectionTest, HistoryOfALossIsWorthNothing) {
  for (const int n : {2, 3, 6}) {
    MctsOptions options = Plain();
    options.exploration = 0;
    options.fpu = 0;
    options.history = 1;
    Tree tree(options, n);
    const Slot first = Expand(tree, kRoot, 3, 1);
    const uint64_t origin = tree.history.Origin(1);
    const double loss = -1.0 / (n - 1) - 1e-6;  // rounding must not add
    tree.history.Add(MoveTable::Key(tree.arena[first + 1].move, origin), loss);
    EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first) << n;
    tree.history.Add(MoveTable::Key(tree.arena[first + 2].move, origin), 0);
    EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first + 2) << n;
  }
}

TEST(SelectionTest, BiasAndHistoryAndRaveAndMinimaxLeadTheWay) {
  for (const char term : {'b', 'h', 'r', 'm'}) {
    SCOPED_TRACE(term);
    MctsOptions options = Plain();
    options.exploration = 0;
    options.fpu = 0;
    options.bias = term == 'b' ? 1 : 0;
    options.history = term == 'h' ? 1 : 0;
    options.rave = term == 'r' ? 10 : 0;
    options.minimax = term == 'm' ? 0.5 : 0;
    Tree tree(options, 2);
    const Slot first = Expand(tree, kRoot, 3, 1);
    for (Slot i = 0; i < 3; ++i) {
      if (term == 'm') SetMinimaxValues(tree, first + i, {});
    }
    const AnyMove good = tree.arena[first + 1].move;
    constexpr uint64_t kPosition = 5;
    if (term == 'b') tree.arena[first + 1].bias = 3'000;
    if (term == 'h') {
      tree.history.Add(MoveTable::Key(good, tree.history.Origin(0)), -1);
      EXPECT_EQ(SelectChild(tree, kRoot, kPosition).child,
                first);  // of the other seat
      tree.history.Add(MoveTable::Key(good, tree.history.Origin(1)), 0.5);
    }
    if (term == 'r') {
      tree.rave.Add(MoveTable::Key(good, tree.rave.Origin(1, kPosition + 1)),
                    1);
      EXPECT_EQ(SelectChild(tree, kRoot, kPosition).child,
                first);  // at another position
      tree.rave.Add(MoveTable::Key(good, tree.rave.Origin(1, kPosition)), 0.5);
    }
    if (term == 'm') SetMinimaxValues(tree, first + 1, {-0.5, 0.5});
    EXPECT_EQ(SelectChild(tree, kRoot, kPosition).child, first + 1);
    // With more visits the mean decides.
    for (int i = 0; i < 200; ++i) {
      for (Slot slot = first; slot < first + 3; ++slot) {
        Visit(tree, slot, slot == first + 2 ? 0.4 : -0.4);
      }
    }
    EXPECT_EQ(SelectChild(tree, kRoot, kPosition).child, first + 2);
  }
}

// A child with mean 0.2 and four visits that has a term, against one without,
// whose mean is slightly below and then slightly above what the formula says.
TEST(SelectionTest, TermsWeighWhatTheirFormulasSay) {
  constexpr double kMean = 0.2, kMargin = 0.005;
  constexpr uint64_t kPosition = 5;
  const struct {
    char term;
    double bound;
  } cases[] = {
      {'b', kMean + 2 * 3'000.0 / (kMaxEvaluation + 1) / (4 + 1)},
      // The mean of a draw and a win is 0.75 wins; of four visits 1.6 are lost.
      {'h', kMean + 2 * 0.75 / (4 * 0.4 + 1)},
      {'r', kMean + std::sqrt(10.0 / (3 * 4 + 10)) * (0.5 - kMean)},
      {'m', kMean + 0.25 * (0.6 - kMean)},
  };
  for (const auto& [term, bound] : cases) {
    for (const double other : {bound - kMargin, bound + kMargin}) {
      SCOPED_TRACE(absl::StrCat(std::string(1, term), " against ", other));
      MctsOptions options = Plain();
      options.exploration = 0;
      options.bias = term == 'b' ? 2 : 0;
      options.history = term == 'h' ? 2 : 0;
      options.rave = term == 'r' ? 10 : 0;
      options.minimax = term == 'm' ? 0.25 : 0;
      Tree tree(options, 2);
      const Slot first = Expand(tree, kRoot, 2, 1);
      for (int i = 0; i < 4; ++i) {
        Visit(tree, first, kMean);
        Visit(tree, first + 1, other);
      }
      const AnyMove move = tree.arena[first].move;
      for (const double value : {0.0, 1.0}) {
        tree.history.Add(MoveTable::Key(move, tree.history.Origin(1)), value);
        tree.rave.Add(MoveTable::Key(move, tree.rave.Origin(1, kPosition)),
                      value);
      }
      tree.arena[first].bias = 3'000;
      if (term == 'm') {
        SetMinimaxValues(tree, first, {-0.6, 0.6});
        SetMinimaxValues(tree, first + 1, {-other, other});
      }
      EXPECT_EQ(SelectChild(tree, kRoot, kPosition).child,
                other < bound ? first : first + 1);
    }
  }
}

TEST(MinimaxTest, TheBestChildForTheMoverIsBackedUp) {
  MctsOptions options = Plain();
  options.minimax = 0.5;
  Tree tree(options, 3);
  const Slot first = Expand(tree, kRoot, 2, 1);
  SetMinimaxValues(tree, first, {0.5, -0.25, -0.25});
  SetMinimaxValues(tree, first + 1, {-0.5, 0.25, 0.25});
  BackUpMinimaxValues(tree, kRoot);
  EXPECT_NEAR(MinimaxValue(tree, kRoot, 0), -0.5, 1e-4);
  EXPECT_NEAR(MinimaxValue(tree, kRoot, 1), 0.25, 1e-4);
  EXPECT_NEAR(MinimaxValue(tree, kRoot, 2), 0.25, 1e-4);
}

TEST(SolverTest, OneWinProvesAndAllLossesDo) {
  Tree tree(Plain(), 2);
  const Slot first = Expand(tree, kRoot, 2, 1);
  EXPECT_FALSE(Prove(tree, kRoot));
  SetProof(tree, first, {1, -1});
  EXPECT_FALSE(Prove(tree, kRoot));
  SetProof(tree, first + 1, {0, 0});
  EXPECT_TRUE(Prove(tree, kRoot));
  EXPECT_EQ(tree.ProvedResult(tree.arena[kRoot]), (SeatValues{0, 0}));

  tree.Clear();
  const Slot again = Expand(tree, kRoot, 2, 1);
  SetProof(tree, again + 1, {-1, 1});
  EXPECT_TRUE(Prove(tree, kRoot));
  EXPECT_EQ(tree.ProvedResult(tree.arena[again + 1])[1], 1);
  EXPECT_EQ(tree.ProvedResult(tree.arena[kRoot]), (SeatValues{-1, 1}));
}

TEST(SolverTest, AKingmakerProvesNothing) {
  Tree tree(Plain(), 3);
  const Slot first = Expand(tree, kRoot, 3, 0);
  SetProof(tree, first, WinnerTakesAll(3, 0b010));
  SetProof(tree, first + 1, WinnerTakesAll(3, 0b100));
  SetProof(tree, first + 2, WinnerTakesAll(3, 0b010));
  EXPECT_FALSE(Prove(tree, kRoot));
  // A shared win is better, and unique.
  tree.Clear();
  const Slot again = Expand(tree, kRoot, 3, 0);
  SetProof(tree, again, WinnerTakesAll(3, 0b010));
  SetProof(tree, again + 1, WinnerTakesAll(3, 0b101));
  SetProof(tree, again + 2, WinnerTakesAll(3, 0b100));
  EXPECT_TRUE(Prove(tree, kRoot));
  EXPECT_EQ(tree.ProvedResult(tree.arena[kRoot]), WinnerTakesAll(3, 0b101));
}

constexpr SeatValues kDraw = {0, 0};

// What a node is proved to be, for seat 0 or 1 of two.
void SetBounds(Tree& tree, Slot node, int seat, const SeatValues* low,
               const SeatValues* high) {
  ResultBounds bounds;
  if (low != nullptr) bounds.low = tree.outcomes.NumberOf(*low);
  if (high != nullptr) bounds.high = tree.outcomes.NumberOf(*high);
  if (seat == 1) std::swap(bounds.low, bounds.high);
  tree.arena[node].bounds = bounds;
}

// However bad it looks, it may be what decides the game.
TEST(SolverTest, TheLastUnprovedChildIsVisited) {
  for (const int players : {2, 3}) {
    Tree tree(Plain(), players);
    const Slot first = Expand(tree, kRoot, 3, 1);
    const SeatValues shared = WinnerTakesAll(players, 0b011);
    SetProof(tree, first, shared);
    SetProof(tree, first + 2, WinnerTakesAll(players, 0b001));
    for (int i = 0; i < 100; ++i) Visit(tree, first + 1, -0.9);
    Prove(tree, kRoot);
    const Selection worse = SelectChild(tree, kRoot, 0);
    EXPECT_EQ(worse.child, first + 1);
    EXPECT_FALSE(worse.closed);
    // The nodes above are as good as the proved result, while that is better.
    ASSERT_NE(worse.secured, Outcomes::kUnproved);
    EXPECT_EQ(tree.outcomes[worse.secured], shared);
    for (int i = 0; i < 1000; ++i) Visit(tree, first + 1, 0.9);
    EXPECT_EQ(SelectChild(tree, kRoot, 0).secured, Outcomes::kUnproved);
    // With no child left, the best is next.
    SetProof(tree, first + 1, WinnerTakesAll(players, 0b001));
    EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first);
    EXPECT_TRUE(SelectChild(tree, kRoot, 0).closed);
  }
}

TEST(SolverTest, BoundsOfChildrenBoundTheNode) {
  for (const uint8_t seat : {uint8_t{0}, uint8_t{1}}) {
    Tree tree(Plain(), 2);
    const Slot first = Expand(tree, kRoot, 2, seat);
    SetBounds(tree, first, seat, &kDraw, nullptr);
    EXPECT_TRUE(Prove(tree, kRoot));
    EXPECT_FALSE(Prove(tree, kRoot));  // no news
    EXPECT_FALSE(tree.IsProved(tree.arena[kRoot]));
    EXPECT_EQ(tree.AtLeast(tree.arena[kRoot].bounds, seat), 0);
    EXPECT_EQ(tree.AtMost(tree.arena[kRoot].bounds, seat), 1);
    EXPECT_EQ(tree.AtMost(tree.arena[kRoot].bounds, 1 - seat), 0);
    // A child that cannot be better is closed: it need not be proved.
    EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first);
    Visit(tree, first, -0.5);
    EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first + 1);
    SetBounds(tree, first + 1, seat, nullptr, &kDraw);
    EXPECT_EQ(SelectChild(tree, kRoot, 0).child, first);
    SetProof(tree, first, kDraw);
    EXPECT_TRUE(SelectChild(tree, kRoot, 0).closed);
    EXPECT_TRUE(Prove(tree, kRoot));
    EXPECT_EQ(tree.ProvedResult(tree.arena[kRoot]), kDraw);
    EXPECT_EQ(MakeDecision(tree, {}).move, tree.arena[first].move);
    EXPECT_EQ(MakeDecision(tree, {}).value, 0);
  }
}

// What is known of a node outlives its children.
TEST(SolverTest, BoundsNeverLoosen) {
  Tree tree(Plain(), 2);
  const Slot first = Expand(tree, kRoot, 2, 0);
  SetBounds(tree, kRoot, 0, &kDraw, nullptr);
  SetBounds(tree, first, 0, nullptr, &kDraw);
  EXPECT_FALSE(Prove(tree, kRoot));
  EXPECT_EQ(tree.AtLeast(tree.arena[kRoot].bounds, 0), 0);
  SetProof(tree, first + 1, {-1, 1});
  EXPECT_TRUE(Prove(tree, kRoot));
  EXPECT_EQ(tree.ProvedResult(tree.arena[kRoot]), kDraw);
}

TEST(DecisionTest, AProvedDrawIsWorthItsValue) {
  for (const double other : {-0.5, 0.5}) {
    Tree tree(Plain(), 2);
    const Slot first = Expand(tree, kRoot, 4, 0);
    SetProof(tree, first, {-1, 1});
    SetProof(tree, first + 1, kDraw);
    for (int i = 0; i < 100; ++i) Visit(tree, first + 2, other);
    Visit(tree, first + 3, 0.9);  // one visit says little
    Prove(tree, kRoot);
    const Decision decision = MakeDecision(tree, {});
    ASSERT_EQ(decision.ranking.size(), 4u);
    const Slot best = other > 0 ? first + 2 : first + 1;
    EXPECT_EQ(decision.move, tree.arena[best].move);
    EXPECT_EQ(decision.ranking[3].move, tree.arena[first].move);
    // A move that is proved to be at least as good is as good as that.
    SetBounds(tree, first + 2, 0, &kDraw, nullptr);
    EXPECT_EQ(*MakeDecision(tree, {}).value, std::max(other, 0.0));
  }
}

TEST(OutcomesTest, NumbersEachOnceAndNoMoreThanFit) {
  Outcomes outcomes;
  EXPECT_EQ(outcomes.NumberOf({1, -1}), 1);
  EXPECT_EQ(outcomes.NumberOf({-1, 1}), 2);
  EXPECT_EQ(outcomes.NumberOf({1, -1}), 1);
  for (int i = 3; i < 256; ++i) {
    EXPECT_EQ(outcomes.NumberOf({0, i * 0.001}), i);
  }
  EXPECT_EQ(outcomes.NumberOf({0, 0.9}), Outcomes::kUnproved);
  EXPECT_EQ(outcomes.NumberOf({-1, 1}), 2);
}

TEST(MoveTableTest, RemembersForgetsAndKeepsItsSize) {
  MoveTable table(1 << 12);
  const uint64_t origin = table.Origin(1);
  const uint64_t key = MoveTable::Key({3}, origin);
  EXPECT_EQ(table.Find(key).count, 0u);
  table.Add(key, 0.5);
  table.Add(key, -1);
  EXPECT_EQ(table.Find(key).count, 2u);
  EXPECT_NEAR(table.Find(key).mean, -0.25, 1e-8);
  EXPECT_EQ(table.Find(MoveTable::Key({3}, table.Origin(0))).count, 0u);
  EXPECT_EQ(table.Find(MoveTable::Key({3}, table.Origin(1, 7))).count, 0u);
  // Entries that are used more outlive those used once.
  for (uint64_t i = 100; i < 10'000; ++i) {
    table.Add(MoveTable::Key({i}, origin), 1);
  }
  EXPECT_EQ(table.Find(key).count, 2u);
  table.Clear();
  EXPECT_EQ(table.Find(MoveTable::Key({3}, table.Origin(1))).count, 0u);
  MoveTable none(0);
  none.Add(key, 1);
  EXPECT_EQ(none.Find(key).count, 0u);
}

// Moves that share a bucket keep their own entries while there is room.
TEST(MoveTableTest, NeighboursKeepTheirOwn) {
  MoveTable table(1 << 16);
  const uint64_t origin = table.Origin(0);
  constexpr uint64_t kMoves = 100;
  for (int round = 0; round < 3; ++round) {
    for (uint64_t i = 0; i < kMoves; ++i) {
      table.Add(MoveTable::Key({i}, origin), static_cast<double>(i) / kMoves);
    }
  }
  for (uint64_t i = 0; i < kMoves; ++i) {
    const MoveTable::Record record = table.Find(MoveTable::Key({i}, origin));
    ASSERT_EQ(record.count, 3u) << i;
    ASSERT_NEAR(record.mean, static_cast<double>(i) / kMoves, 1e-8);
  }
}

TEST(LogTest, IsTheNaturalLogarithm) {
  for (uint32_t n = 1; n < 5'000; ++n) {
    ASSERT_NEAR(DeterministicLog(n), std::log(n), 1e-12) << n;
  }
  for (int bit = 12; bit < 32; ++bit) {
    for (const int off : {-1, 0, 1}) {
      const uint32_t n = (1u << bit) + static_cast<uint32_t>(off);
      ASSERT_NEAR(DeterministicLog(n), std::log(n), 1e-12) << n;
    }
  }
  // Every bit counts: searches depend on it.
  EXPECT_EQ(DeterministicLog(1), 0);
  EXPECT_EQ(DeterministicLog(10), 0x1.26bb1bbb55515p+1);
  EXPECT_EQ(DeterministicLog(1'000'003), 0x1.ba18afe39c37fp+3);
}

TEST(TreeTest, TablesAndNodesShareTheMemory) {
  MctsOptions options = Plain();
  const uint32_t alone = Tree(options, 2).arena.capacity();
  EXPECT_EQ(alone, (1u << 20) / sizeof(Node));
  options.rave = 100;
  EXPECT_LE(Tree(options, 2).arena.capacity(), alone / 2);
  options.rave = 0;
  options.minimax = 0.5;
  EXPECT_EQ(Tree(options, 4).arena.capacity(), (1u << 20) / 40);
}

}  // namespace
}  // namespace boardwalk::ai
