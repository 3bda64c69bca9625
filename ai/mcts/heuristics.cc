#include "ai/mcts/heuristics.h"

#include <atomic>
#include <cstdint>

#include "ai/mcts/tree.h"

namespace boardwalk::ai {
namespace {

// As evaluations are: a win is kMaxEvaluation + 1.
using Small = int16_t;
using SharedSmall = std::atomic_ref<Small>;

SharedSmall At(Tree& tree, Slot node, int seat) {
  return SharedSmall(reinterpret_cast<Small*>(tree.arena.Extra(node))[seat]);
}

Small Load(const Tree& tree, Slot node, int seat) {
  // Reading it does not change it, but atomic_ref has no other way.
  auto* const values = const_cast<Small*>(
      reinterpret_cast<const Small*>(tree.arena.Extra(node)));
  return SharedSmall(values[seat]).load(std::memory_order_relaxed);
}

}  // namespace

size_t HeuristicBytes(const Tree& tree) {
  if (tree.settings.minimax <= 0) return 0;
  return sizeof(Small) * static_cast<size_t>(tree.num_players);
}

double Heuristic(const Tree& tree, Slot node, int seat) {
  return static_cast<double>(Load(tree, node, seat)) / (kMaxEvaluation + 1);
}

void SetHeuristics(Tree& tree, Slot node, const SeatValues& values) {
  for (int seat = 0; seat < tree.num_players; ++seat) {
    At(tree, node, seat)
        .store(static_cast<Small>(values[seat] * (kMaxEvaluation + 1)),
               std::memory_order_relaxed);
  }
}

void BackUpHeuristics(Tree& tree, Slot node) {
  const Slot first =
      tree.arena[node].first_child.load(std::memory_order_acquire);
  const Slot end = first + tree.arena.CountChildren(first);
  const int seat = tree.arena[first].seat;
  Slot best = first;
  Small best_value = Load(tree, first, seat);
  for (Slot child = first + 1; child < end; ++child) {
    const Small value = Load(tree, child, seat);
    if (value > best_value) {
      best = child;
      best_value = value;
    }
  }
  for (int i = 0; i < tree.num_players; ++i) {
    At(tree, node, i).store(Load(tree, best, i), std::memory_order_relaxed);
  }
}

}  // namespace boardwalk::ai
