// Monte-Carlo tree search guided by a network: PUCT (C. Rosin, Multi-armed
// bandits with episode context, 2011; D. Silver et al., Mastering the game of
// Go without human knowledge, 2017). It searches many positions of a game at
// once; the leaves of all trees are evaluated together by the caller, in
// batches. It sees games through their boundary: a network takes longer than
// that.
//
// Example, given `const AnyState& state` and
// `void Evaluate(absl::Span<const float> observations, std::vector<float>&
// priors, std::vector<float>& values);`
//
//   ai::PuctSearch search(state.Game().shared_from_this(), 1, {});
//   RETURN_IF_ERROR(search.SetRoot(0, state));
//   std::vector<float> observations(8 * search.observation_size());
//   std::vector<float> priors, values;
//   while (search.Gather(400, absl::MakeSpan(observations), {}) > 0) {
//     Evaluate(observations, priors, values);
//     RETURN_IF_ERROR(search.Expand(priors, values));
//   }

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "framework/any_game.h"
#include "framework/random.h"

namespace boardwalk::ai {

struct PuctOptions {
  // Of the bonus exploration * prior * sqrt(visits of the parent) / (1 +
  // visits).
  double exploration = 1.5;
  // A move without a visit has the value of its position less this.
  double fpu = 0.25;
  // Leaves of one tree in one batch. Each waits as a loss for its mover
  // (virtual loss), so that the next goes elsewhere.
  int leaves = 8;
  // The share of Dirichlet noise in the priors of a root, and its parameter.
  double noise = 0;
  double noise_alpha = 0.3;
  uint64_t seed = 0;  // of the noise
};

// What a search thinks of a legal move of its root.
struct PuctMove {
  int64_t action = 0;
  int64_t visits = 0;
  double prior = 0;
  double value = 0;  // the mean return of the mover; 0 without visits
};

// Not thread-safe.
class PuctSearch {
 public:
  // Errors: options out of bounds; a game without numbers for its moves, or
  // with more than 2^31, or without a board. Moves whose number is not below
  // NumActions, which `check` finds, are left out.
  static absl::Status Check(const AnyGame& game, int64_t trees,
                            const PuctOptions& options);
  // REQUIRES: Check.
  PuctSearch(std::shared_ptr<const AnyGame> game, int64_t trees,
             const PuctOptions& options);

  int64_t trees() const { return static_cast<int64_t>(trees_.size()); }
  size_t observation_size() const { return observation_size_; }

  // Begins the search of a tree at `state`. Errors: another game; it is over.
  absl::Status SetRoot(int64_t tree, const AnyState& state);
  // Goes on behind a legal action of the root, with what was searched there;
  // the rest is freed, and playouts are counted from here.
  // Errors: IllegalAction; no root; the game is then over.
  absl::Status Advance(int64_t tree, int64_t action);

  // Descends from the roots until each tree has had so many playouts since it
  // has its root, or the batch is full. Writes what a network sees of the
  // leaves, a row each, and, unless `masks` is empty, 1 for their legal actions
  // and 0 for others. Returns the number of leaves; 0 when all trees are done.
  // Trees without a root are left out. A playout that ends the game needs no
  // evaluation. Leaves that were gathered before and not expanded are
  // forgotten. REQUIRES: `observations` is of whole rows, at least one, and
  // `masks` of as many.
  int64_t Gather(int64_t playouts, absl::Span<float> observations,
                 absl::Span<uint8_t> masks);
  // The evaluation of the leaves of the last Gather. A row of `priors` has a
  // number for each action; those of legal actions are at least 0, and are
  // divided by their sum. `values` has a number from -1 to 1 for each leaf, the
  // expected return of the seat to move, or one for each seat, that of the seat
  // to move first. Of one number, the other seats share the opposite. Errors:
  // sizes and numbers that are not so; the leaves are then forgotten.
  absl::Status Expand(absl::Span<const float> priors,
                      absl::Span<const float> values);

  // In the order of the root's moves; empty before the root was expanded.
  std::vector<PuctMove> Moves(int64_t tree) const;
  // The mean return of the root's mover; 0 without playouts.
  double Value(int64_t tree) const;

 private:
  // A position and the move that leads to it.
  struct Node {
    AnyMove move;
    double value_sum = 0;  // of the seat that makes the move
    float prior = 0;
    int32_t visits = 0;
    int32_t first_child = 0;  // in the tree's nodes
    int32_t children = 0;     // 0: not expanded, or the game is over
    int32_t waiting = 0;      // leaves below that are not evaluated
    int32_t action = 0;
  };
  struct Tree {
    std::unique_ptr<AnyState> root;  // null: none
    std::vector<Node> nodes;         // the first is the root
    int64_t playouts = 0;            // since it has this root
    int64_t waiting = 0;
    bool blocked = false;  // its next leaf waits already
  };
  struct Step {
    int32_t node = 0;
    int seat = 0;  // that moved to it
  };
  struct Leaf {
    Tree* tree = nullptr;
    std::vector<Step> path;  // without the root
    int to_move = 0;
    std::vector<AnyMove> moves;
    std::vector<int64_t> actions;
  };

  bool IsNumber(int64_t action) const {
    return action >= 0 && static_cast<size_t>(action) < num_actions_;
  }
  // Adds a leaf to the batch and returns true; or plays to an end of the game,
  // or finds one that waits already.
  bool Descend(Tree& tree, Leaf& leaf, absl::Span<float> observation,
               absl::Span<uint8_t> mask);
  int32_t Select(const Tree& tree, const Node& parent) const;
  void Wait(Tree& tree, const Leaf& leaf, int32_t change);
  void BackUp(Tree& tree, const std::vector<Step>& path,
              const SeatValues& values);
  void Grow(const Leaf& leaf, absl::Span<const float> priors);
  void AddNoise(Tree& tree);
  void ForgetLeaves();
  absl::Status CheckEvaluation(absl::Span<const float> priors,
                               absl::Span<const float> values) const;
  SeatValues ValuesOf(const Leaf& leaf, absl::Span<const float> row) const;

  std::shared_ptr<const AnyGame> game_;
  const PuctOptions options_;
  const int seats_;
  const size_t num_actions_;
  const size_t observation_size_;
  Random random_;
  std::vector<Tree> trees_;
  int64_t next_tree_ = 0;     // where the next batch begins
  std::vector<Leaf> leaves_;  // the first `gathered_` are of the batch
  int64_t gathered_ = 0;
};

}  // namespace boardwalk::ai
