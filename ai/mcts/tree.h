// The tree of a Monte-Carlo search, and how UCT walks it: which child to try
// next (Kocsis, Szepesvari 2006) and what to remember of it. Knows no game;
// moves are bytes to it.

#ifndef BOARDWALK_AI_MCTS_TREE_H_
#define BOARDWALK_AI_MCTS_TREE_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "framework/player.h"

namespace boardwalk::ai {

// Nodes lie in blocks of kBlockNodes that never move and are named by 32-bit
// indices, 0 for the root. The children of a node follow each other:
//
//   index   0      1     2     3     4     5    ...
//         +------+-----+-----+-----+-----+-----+
//         | root |  a  |  b  |  c  | b.d | b.e | ...
//         +------+-----+-----+-----+-----+-----+
//            |      ^     |           ^
//            +------+     +-----------+    first_child
//
// The first `tried` children have been visited, the others not yet; those of
// root are in the order given to Expand.
struct Node {
  AnyMove move;         // that led here
  double total = 0;     // of the values seen, for the seat that made `move`
  uint32_t visits = 0;  // at the root, of the whole search
  uint32_t first_child = 0;
  uint32_t num_children = 0;  // 0 until expanded
  uint32_t tried = 0;

  // REQUIRES: visits > 0.
  double Mean() const { return total / visits; }
};
static_assert(sizeof(Node) == 32);

// Not thread-safe.
class Tree {
 public:
  static constexpr uint32_t kMostVisits = std::numeric_limits<uint32_t>::max();

  // Holds the root and as many nodes more as fit into `max_bytes`; weighs
  // exploration by `exploration` >= 0, for values in [-1, 1].
  Tree(int64_t max_bytes, double exploration);

  // Back to a bare root; keeps its memory.
  void Clear();

  const Node& operator[](uint32_t index) const {
    return blocks_[index >> kBlockBits][index & (kBlockNodes - 1)];
  }
  uint32_t size() const { return size_; }

  // Gives the node a child for each of `moves`, to be tried in that order. When
  // they do not fit it changes nothing and returns false.
  // REQUIRES: the node is not expanded; `moves` is not empty.
  bool Expand(uint32_t index, absl::Span<const AnyMove> moves);

  // The child to visit next: the first not yet tried, else the one with the
  // highest upper confidence bound. REQUIRES: the node is expanded.
  uint32_t SelectChild(uint32_t index) const;

  // Notes a visit to the root.
  void AddVisit() { ++At(0).visits; }
  // Notes a visit to `child`, after one to `parent`, that was worth `value` to
  // the seat which chose it.
  void Add(uint32_t parent, uint32_t child, double value);

  // The most visited child, of equals the better and then the first; 0 where
  // none was visited.
  uint32_t MostVisited(uint32_t index) const;

 private:
  static constexpr int kBlockBits = 14;
  static constexpr uint32_t kBlockNodes = 1u << kBlockBits;

  Node& At(uint32_t index) {
    return blocks_[index >> kBlockBits][index & (kBlockNodes - 1)];
  }
  bool Reserve(int64_t size);

  const int64_t max_nodes_;
  const double exploration_;
  std::vector<std::unique_ptr<Node[]>> blocks_;
  uint32_t size_ = 0;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_TREE_H_
