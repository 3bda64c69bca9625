#include "ai/mcts/tree.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <new>

#include "ai/mcts/log.h"

namespace boardwalk::ai {

Tree::Tree(int64_t max_bytes, double exploration)
    : max_nodes_(
          std::clamp<int64_t>(max_bytes / static_cast<int64_t>(sizeof(Node)), 1,
                              std::numeric_limits<uint32_t>::max())),
      exploration_(exploration) {
  blocks_.push_back(std::make_unique<Node[]>(kBlockNodes));
  Clear();
}

void Tree::Clear() {
  At(0) = Node();
  size_ = 1;
}

// Makes room for `size` nodes in all; false where there is none, by the bound
// or because the machine has no more.
bool Tree::Reserve(int64_t size) {
  if (size > max_nodes_) return false;
  while (static_cast<int64_t>(blocks_.size()) * kBlockNodes < size) {
    std::unique_ptr<Node[]> block(new (std::nothrow) Node[kBlockNodes]);
    if (block == nullptr) return false;
    blocks_.push_back(std::move(block));
  }
  return true;
}

bool Tree::Expand(uint32_t index, absl::Span<const AnyMove> moves) {
  assert(At(index).num_children == 0 && !moves.empty());
  if (!Reserve(int64_t{size_} + static_cast<int64_t>(moves.size()))) {
    return false;
  }
  Node& node = At(index);
  node.first_child = size_;
  node.num_children = static_cast<uint32_t>(moves.size());
  node.tried = 0;
  for (const AnyMove move : moves) {
    Node& child = At(size_++);
    child = Node();
    child.move = move;
  }
  return true;
}

uint32_t Tree::SelectChild(uint32_t index) const {
  const Node& node = (*this)[index];
  assert(node.num_children > 0);
  if (node.tried < node.num_children) return node.first_child + node.tried;
  const double log = DeterministicLog(std::max<uint32_t>(node.visits, 1));
  uint32_t best = node.first_child;
  double best_bound = -std::numeric_limits<double>::infinity();
  for (uint32_t i = 0; i < node.num_children; ++i) {
    const Node& child = (*this)[node.first_child + i];
    const double visits = child.visits;
    const double bound =
        child.total / visits + exploration_ * std::sqrt(log / visits);
    if (bound > best_bound) {
      best_bound = bound;
      best = node.first_child + i;
    }
  }
  return best;
}

void Tree::Add(uint32_t parent, uint32_t child, double value) {
  Node& node = At(child);
  if (node.visits++ == 0) ++At(parent).tried;
  node.total += value;
}

uint32_t Tree::MostVisited(uint32_t index) const {
  const Node& node = (*this)[index];
  uint32_t best = 0;
  for (uint32_t i = 0; i < node.tried; ++i) {
    const uint32_t child = node.first_child + i;
    const Node& candidate = (*this)[child];
    if (best == 0 || candidate.visits > (*this)[best].visits ||
        (candidate.visits == (*this)[best].visits &&
         candidate.Mean() > (*this)[best].Mean())) {
      best = child;
    }
  }
  return best;
}

}  // namespace boardwalk::ai
