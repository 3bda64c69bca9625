#include "ai/mcts/solver.h"

namespace boardwalk::ai {

bool Prove(Tree& tree, Slot node) {
  Node& parent = tree.arena[node];
  if (tree.IsProved(parent)) return true;
  const Slot first = parent.first_child.load(std::memory_order_acquire);
  if (first == kNoChildren || first == kBeingMade) return false;
  const Slot end = first + tree.arena.CountChildren(first);
  const int seat = tree.arena[first].seat;
  bool all = true;
  bool certain = false;
  uint8_t best = Outcomes::kUnproved;
  for (Slot slot = first; slot < end; ++slot) {
    const uint8_t proof =
        tree.arena[slot].proof.load(std::memory_order_acquire);
    if (proof == Outcomes::kUnproved) {
      all = false;
      continue;
    }
    const double value = tree.outcomes[proof][seat];
    if (value >= 1) {
      parent.proof.store(proof, std::memory_order_release);
      return true;
    }
    const double best_value =
        best == Outcomes::kUnproved ? -2 : tree.outcomes[best][seat];
    if (value > best_value) {
      best = proof;
      certain = true;
    } else if (value == best_value && proof != best) {
      certain = false;
    }
  }
  if (!all || !certain) return false;
  parent.proof.store(best, std::memory_order_release);
  return true;
}

}  // namespace boardwalk::ai
