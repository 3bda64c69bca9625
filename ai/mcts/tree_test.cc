#include "ai/mcts/tree.h"

#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ai/mcts/heuristics.h"
#include "ai/mcts/solver.h"
#include "framework/game.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

MctsSettings Plain() {
  MctsOptions options;
  options.exploration = 1;
  options.memory_bytes = 1 << 20;
  return Settle(options, /*has_evaluation=*/true);
}

// Children of a node for moves 10, 11, ... by `seat`.
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

void Settle(Tree& tree, Slot node, const SeatValues& values) {
  tree.arena[node].proof = tree.outcomes.NumberOf(values);
}

TEST(SelectionTest, TriesEveryChildThenTheBestBound) {
  Tree tree(Plain(), 2);
  const Slot first = Expand(tree, kRoot, 3, 0);
  const double values[] = {0.5, -0.5, 0.4};
  for (Slot i = 0; i < 3; ++i) {
    ASSERT_EQ(SelectChild(tree, kRoot, 0), first + i);
    Visit(tree, first + i, values[i]);
  }
  EXPECT_EQ(SelectChild(tree, kRoot, 0), first);
  Visit(tree, first, 0.5);
  // Now 0.5 + sqrt(ln 4 / 2) = 1.33 against 0.4 + sqrt(ln 4) = 1.58.
  EXPECT_EQ(SelectChild(tree, kRoot, 0), first + 2);
}

TEST(SelectionTest, FirstPlayUrgencyStandsInForVisits) {
  MctsSettings settings = Plain();
  settings.exploration = 0;
  settings.fpu = -0.2;
  Tree tree(settings, 2);
  const Slot first = Expand(tree, kRoot, 2, 0);
  EXPECT_EQ(SelectChild(tree, kRoot, 0), first);
  Visit(tree, first, 0.5);
  EXPECT_EQ(SelectChild(tree, kRoot, 0), first);  // 0.5 against 0.5 - 0.2
  Tree eager(
      [&] {
        settings.fpu = 0.2;
        return settings;
      }(),
      2);
  const Slot same = Expand(eager, kRoot, 2, 0);
  Visit(eager, same, 0.5);
  EXPECT_EQ(SelectChild(eager, kRoot, 0), same + 1);
}

TEST(SelectionTest, ThreadsBelowCountAsLostVisits) {
  MctsSettings settings = Plain();
  settings.threads = 2;
  settings.exploration = 0;
  Tree tree(settings, 2);
  const Slot first = Expand(tree, kRoot, 2, 0);
  Visit(tree, first, 0.5);
  Visit(tree, first + 1, 0.2);
  EXPECT_EQ(SelectChild(tree, kRoot, 0), first);
  SetOut(tree, tree.arena[first]);  // (0.5 - 1) / 2
  EXPECT_EQ(SelectChild(tree, kRoot, 0), first + 1);
  ComeBack(tree, tree.arena[first]);
  EXPECT_EQ(SelectChild(tree, kRoot, 0), first);
}

// A loss is one for any number of players, though it pays less.
TEST(SelectionTest, HistoryOfALossIsWorthNothing) {
  for (const int n : {2, 3, 6}) {
    MctsSettings settings = Plain();
    settings.exploration = 0;
    settings.fpu = 0;
    settings.history = 1;
    Tree tree(settings, n);
    const Slot first = Expand(tree, kRoot, 3, 1);
    const uint64_t origin = tree.history.Origin(1);
    const double loss = -1.0 / (n - 1) - 1e-6;  // never more, by rounding
    tree.history.Add(MoveTable::Key(tree.arena[first + 1].move, origin), loss);
    EXPECT_EQ(SelectChild(tree, kRoot, 0), first) << n;
    tree.history.Add(MoveTable::Key(tree.arena[first + 2].move, origin), 0);
    EXPECT_EQ(SelectChild(tree, kRoot, 0), first + 2) << n;
  }
}

TEST(SelectionTest, BiasAndHistoryAndRaveAndMinimaxLeadTheWay) {
  for (const char term : {'b', 'h', 'r', 'm'}) {
    SCOPED_TRACE(term);
    MctsSettings settings = Plain();
    settings.exploration = 0;
    settings.fpu = 0;
    settings.bias = term == 'b' ? 1 : 0;
    settings.history = term == 'h' ? 1 : 0;
    settings.rave = term == 'r' ? 10 : 0;
    settings.minimax = term == 'm' ? 0.5 : 0;
    Tree tree(settings, 2);
    const Slot first = Expand(tree, kRoot, 3, 1);
    for (Slot i = 0; i < 3; ++i) {
      if (term == 'm') SetHeuristics(tree, first + i, {});
    }
    const AnyMove good = tree.arena[first + 1].move;
    constexpr uint64_t kPlace = 5;
    if (term == 'b') tree.arena[first + 1].bias = 3'000;
    if (term == 'h') {
      tree.history.Add(MoveTable::Key(good, tree.history.Origin(0)), -1);
      EXPECT_EQ(SelectChild(tree, kRoot, kPlace), first);  // the other's
      tree.history.Add(MoveTable::Key(good, tree.history.Origin(1)), 0.5);
    }
    if (term == 'r') {
      tree.rave.Add(MoveTable::Key(good, tree.rave.Origin(1, kPlace + 1)), 1);
      EXPECT_EQ(SelectChild(tree, kRoot, kPlace), first);  // elsewhere
      tree.rave.Add(MoveTable::Key(good, tree.rave.Origin(1, kPlace)), 0.5);
    }
    if (term == 'm') SetHeuristics(tree, first + 1, {-0.5, 0.5});
    EXPECT_EQ(SelectChild(tree, kRoot, kPlace), first + 1);
    // What playouts say counts more and more.
    for (int i = 0; i < 200; ++i) {
      for (Slot slot = first; slot < first + 3; ++slot) {
        Visit(tree, slot, slot == first + 2 ? 0.4 : -0.4);
      }
    }
    EXPECT_EQ(SelectChild(tree, kRoot, kPlace), first + 2);
  }
}

// A child of mean 0.2 after four visits against one that no term speaks for,
// whose mean is a little less, then a little more than what the formula says.
TEST(SelectionTest, TermsWeighWhatTheirFormulasSay) {
  constexpr double kMean = 0.2, kMargin = 0.005;
  constexpr uint64_t kPlace = 5;
  const struct {
    char term;
    double bound;
  } cases[] = {
      {'b', kMean + 2 * 3'000.0 / (kMaxEvaluation + 1) / (4 + 1)},
      // Half of a draw and a win, 0.75 of a win; of the four visits 1.6 lost.
      {'h', kMean + 2 * 0.75 / (4 * 0.4 + 1)},
      {'r', kMean + std::sqrt(10.0 / (3 * 4 + 10)) * (0.5 - kMean)},
      {'m', kMean + 0.25 * (0.6 - kMean)},
  };
  for (const auto& [term, bound] : cases) {
    for (const double other : {bound - kMargin, bound + kMargin}) {
      SCOPED_TRACE(absl::StrCat(std::string(1, term), " against ", other));
      MctsSettings settings = Plain();
      settings.exploration = 0;
      settings.bias = term == 'b' ? 2 : 0;
      settings.history = term == 'h' ? 2 : 0;
      settings.rave = term == 'r' ? 10 : 0;
      settings.minimax = term == 'm' ? 0.25 : 0;
      Tree tree(settings, 2);
      const Slot first = Expand(tree, kRoot, 2, 1);
      for (int i = 0; i < 4; ++i) {
        Visit(tree, first, kMean);
        Visit(tree, first + 1, other);
      }
      const AnyMove move = tree.arena[first].move;
      for (const double value : {0.0, 1.0}) {
        tree.history.Add(MoveTable::Key(move, tree.history.Origin(1)), value);
        tree.rave.Add(MoveTable::Key(move, tree.rave.Origin(1, kPlace)), value);
      }
      tree.arena[first].bias = 3'000;
      if (term == 'm') {
        SetHeuristics(tree, first, {-0.6, 0.6});
        SetHeuristics(tree, first + 1, {-other, other});
      }
      EXPECT_EQ(SelectChild(tree, kRoot, kPlace),
                other < bound ? first : first + 1);
    }
  }
}

TEST(HeuristicsTest, TheBestChildForTheMoverIsBackedUp) {
  MctsSettings settings = Plain();
  settings.minimax = 0.5;
  Tree tree(settings, 3);
  const Slot first = Expand(tree, kRoot, 2, 1);
  SetHeuristics(tree, first, {0.5, -0.25, -0.25});
  SetHeuristics(tree, first + 1, {-0.5, 0.25, 0.25});
  BackUpHeuristics(tree, kRoot);
  EXPECT_NEAR(Heuristic(tree, kRoot, 0), -0.5, 1e-4);
  EXPECT_NEAR(Heuristic(tree, kRoot, 1), 0.25, 1e-4);
  EXPECT_NEAR(Heuristic(tree, kRoot, 2), 0.25, 1e-4);
}

TEST(SolverTest, OneWinProvesAndAllLossesDo) {
  Tree tree(Plain(), 2);
  const Slot first = Expand(tree, kRoot, 2, 1);
  EXPECT_FALSE(Prove(tree, kRoot));
  Settle(tree, first, {1, -1});
  EXPECT_FALSE(Prove(tree, kRoot));
  Settle(tree, first + 1, {0, 0});
  EXPECT_TRUE(Prove(tree, kRoot));
  EXPECT_EQ(tree.outcomes[tree.arena[kRoot].proof], (SeatValues{0, 0}));

  tree.Clear();
  const Slot again = Expand(tree, kRoot, 2, 1);
  Settle(tree, again + 1, {-1, 1});
  EXPECT_TRUE(Prove(tree, kRoot));
  EXPECT_EQ(tree.ProvedValue(tree.arena[again + 1]), 1);
  EXPECT_EQ(tree.outcomes[tree.arena[kRoot].proof], (SeatValues{-1, 1}));
}

TEST(SolverTest, AKingmakerProvesNothing) {
  Tree tree(Plain(), 3);
  const Slot first = Expand(tree, kRoot, 3, 0);
  Settle(tree, first, WinnerTakesAll(3, 0b010));
  Settle(tree, first + 1, WinnerTakesAll(3, 0b100));
  Settle(tree, first + 2, WinnerTakesAll(3, 0b010));
  EXPECT_FALSE(Prove(tree, kRoot));
  // A shared win is better, and certain.
  tree.Clear();
  const Slot again = Expand(tree, kRoot, 3, 0);
  Settle(tree, again, WinnerTakesAll(3, 0b010));
  Settle(tree, again + 1, WinnerTakesAll(3, 0b101));
  Settle(tree, again + 2, WinnerTakesAll(3, 0b100));
  EXPECT_TRUE(Prove(tree, kRoot));
  EXPECT_EQ(tree.outcomes[tree.arena[kRoot].proof], WinnerTakesAll(3, 0b101));
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
  // What was used more outlives what was used once.
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

// Moves that share a bucket do not get in each other's way as long as there is
// room for all.
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

TEST(TreeTest, TablesAndNodesShareTheMemory) {
  MctsSettings settings = Plain();
  const uint32_t alone = Tree(settings, 2).arena.capacity();
  EXPECT_EQ(alone, (1u << 20) / sizeof(Node));
  settings.rave = 100;
  EXPECT_LE(Tree(settings, 2).arena.capacity(), alone / 2);
  settings.rave = 0;
  settings.minimax = 0.5;
  EXPECT_EQ(Tree(settings, 4).arena.capacity(), (1u << 20) / 40);
}

}  // namespace
}  // namespace boardwalk::ai
