#include "ai/mcts/report.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "framework/game.h"

namespace boardwalk::ai {
namespace {

constexpr size_t kUsualLine = 64;  // lines are seldom longer

// What is known of a child at one moment; the tree may go on changing.
struct Candidate {
  Slot slot = 0;
  uint32_t visits = 0;
  double value = 0;  // for who moves there
  bool proved = false;
  int rank = 0;  // 2 for a proved win, 0 for a proved loss
};

Candidate Look(const Tree& tree, Slot slot) {
  const Node& node = tree.arena[slot];
  Candidate candidate;
  candidate.slot = slot;
  candidate.visits = node.visits.load(std::memory_order_relaxed);
  candidate.proved = tree.IsProved(node);
  candidate.rank = 1;
  if (candidate.proved) {
    candidate.value = tree.ProvedValue(node);
    if (candidate.value >= 1) candidate.rank = 2;
    if (candidate.value <= -1.0 / (tree.num_players - 1)) candidate.rank = 0;
  } else if (candidate.visits > 0) {
    // Playouts prove nothing, however well they went.
    constexpr double kMax =
        static_cast<double>(kMaxEvaluation) / (kMaxEvaluation + 1);
    candidate.value = std::clamp(node.Mean(), -kMax, kMax);
  }
  return candidate;
}

bool IsKnown(const Candidate& candidate) {
  return candidate.visits > 0 || candidate.proved;
}

// Whether `a` comes before `b`, which comes before it in the tree.
bool IsBetter(const Candidate& a, const Candidate& b, bool all_proved) {
  if (a.rank != b.rank) return a.rank > b.rank;
  if (all_proved && a.value != b.value) return a.value > b.value;
  if (a.visits != b.visits) return a.visits > b.visits;
  return a.value > b.value;
}

// The best children of a node, in order.
struct Best {
  std::array<Candidate, kMaxRanked> candidates;
  int size = 0;
};

Best BestChildren(const Tree& tree, Slot node, int most) {
  Best best;
  const Slot first =
      tree.arena[node].first_child.load(std::memory_order_acquire);
  if (first == kNoChildren || first == kBeingMade) return best;
  const Slot end = first + tree.arena.CountChildren(first);
  bool all_proved = true;
  for (Slot slot = first; slot < end && all_proved; ++slot) {
    all_proved = tree.IsProved(tree.arena[slot]);
  }
  for (Slot slot = first; slot < end; ++slot) {
    const Candidate candidate = Look(tree, slot);
    if (!IsKnown(candidate)) continue;
    int at = best.size;
    while (at > 0 && IsBetter(candidate, best.candidates[at - 1], all_proved)) {
      --at;
    }
    if (at >= most) continue;
    best.size = std::min(best.size + 1, most);
    for (int i = best.size - 1; i > at; --i) {
      best.candidates[i] = best.candidates[i - 1];
    }
    best.candidates[at] = candidate;
  }
  return best;
}

std::vector<AnyMove> LineFrom(const Tree& tree, Slot slot) {
  std::vector<AnyMove> line;
  line.reserve(kUsualLine);
  for (;;) {
    line.push_back(tree.arena[slot].move);
    const Best best = BestChildren(tree, slot, 1);
    if (best.size == 0) return line;
    slot = best.candidates[0].slot;
  }
}

}  // namespace

Decision DecisionOf(const Tree& tree, AnyMove any) {
  Decision decision;
  decision.move = any;
  decision.memory_use = static_cast<double>(tree.arena.used()) /
                        static_cast<double>(tree.arena.capacity());
  const Best best = BestChildren(tree, kRoot, kMaxRanked);
  decision.ranking.reserve(kMaxRanked);
  for (int i = 0; i < best.size; ++i) {
    const Candidate& candidate = best.candidates[i];
    decision.ranking.push_back({tree.arena[candidate.slot].move,
                                candidate.value, LineFrom(tree, candidate.slot),
                                int64_t{candidate.visits}});
  }
  if (best.size == 0) {
    decision.line = {any};
    return decision;
  }
  decision.move = decision.ranking[0].move;
  decision.value = decision.ranking[0].value;
  decision.line = decision.ranking[0].line;
  return decision;
}

}  // namespace boardwalk::ai
