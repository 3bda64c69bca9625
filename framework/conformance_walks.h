// The trees of the conformance suite: perft by copying, by undoing and by
// replaying from the opening must agree, and transpositions must be equal.

#ifndef BOARDWALK_FRAMEWORK_CONFORMANCE_WALKS_H_
#define BOARDWALK_FRAMEWORK_CONFORMANCE_WALKS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/conformance_context.h"
#include "framework/perft.h"

namespace boardwalk::internal {

template <GameRules R>
class ConformanceWalks {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Place = typename ConformanceContext<R>::Place;

  ConformanceWalks(ConformanceContext<R>& context,
                   PositionRegistry<R>& registry)
      : context_(context), registry_(registry) {}

  // Compares the perfts of the position after `line` as deep as `max_leaves`
  // allows, then those of some of its children, which go a ply deeper.
  void ComparePerfts(const std::vector<Move>& line, uint64_t max_leaves) {
    const State root = context_.Replay(line);
    const Depth deepest = CompareFrom(root, line, max_leaves);
    std::vector<Move> moves = ListMoves(root);
    uint64_t spent = deepest.leaves;
    for (int i = 0; i < kMaxChildren && spent < max_leaves && !moves.empty();
         ++i) {
      const Move move = moves[context_.Below(moves.size())];
      State child = root;
      child.Apply(move);
      std::vector<Move> longer = line;
      longer.push_back(move);
      spent += 1 + CompareAt(child, longer, deepest.depth);
    }
  }

  // Meets positions by many orders of the same few moves, so that
  // transpositions come about.
  void RegisterTree(const std::vector<Move>& line, int depth, size_t width) {
    std::vector<Move> path = line;
    RegisterFrom(context_.Replay(line), path, depth, width);
  }

 private:
  struct Depth {
    int depth = 0;
    uint64_t leaves = 1;
  };
  static constexpr int kMaxDepth = 24;
  static constexpr int kMaxChildren = 6;

  // One depth after the other while the next one promises to stay within
  // `max_leaves`; returns the last.
  Depth CompareFrom(const State& root, const std::vector<Move>& line,
                    uint64_t max_leaves) {
    Depth last;
    double growth = 1;
    while (last.depth < kMaxDepth && last.leaves > 0 &&
           static_cast<double>(last.leaves) * growth <=
               static_cast<double>(max_leaves)) {
      const uint64_t leaves = CompareAt(root, line, last.depth + 1);
      growth = std::max(
          1.0, static_cast<double>(leaves) / static_cast<double>(last.leaves));
      last = {last.depth + 1, leaves};
    }
    return last;
  }

  uint64_t CompareAt(const State& root, const std::vector<Move>& line,
                     int depth) {
    const uint64_t copied = CopyWalk(root, depth);
    State undone = root;
    const uint64_t counted = Perft(undone, depth);
    std::vector<Move> path = line;
    const uint64_t replayed = ReplayWalk(root, path, depth);
    const auto differ = [&](absl::string_view other, uint64_t leaves) {
      return absl::StrCat("depth ", depth, " has ", copied,
                          " leaves by copying and ", leaves, " by ", other);
    };
    if (counted != copied) {
      context_.Fail("perft", {line}, differ("the framework's perft", counted));
    }
    if (replayed != copied) {
      context_.Fail("replay", {line}, differ("replaying", replayed));
    }
    if constexpr (HasUndo<State>) {
      const uint64_t taken_back = UndoWalk(undone, path, depth);
      if (taken_back != copied) {
        context_.Fail("undo", {line}, differ("undoing", taken_back));
      }
    }
    return copied;
  }

  static uint64_t CopyWalk(const State& state, int depth) {
    const std::vector<Move> moves = ListMoves(state);
    if (depth <= 1) return moves.size();
    uint64_t leaves = 0;
    for (const Move move : moves) {
      State child = state;
      child.Apply(move);
      leaves += CopyWalk(child, depth - 1);
    }
    return leaves;
  }

  // `path` leads to `copied`, which must be what the moves lead to when they
  // are made one after the other on one object.
  uint64_t ReplayWalk(const State& copied, std::vector<Move>& path, int depth) {
    const State fresh = context_.Replay(path);
    if (!(fresh == copied) || fresh.Hash() != copied.Hash()) {
      context_.Fail("replay", {path},
                    "a position reached on copies differs from the one that a "
                    "fresh replay reaches");
    }
    const std::vector<Move> moves = ListMoves(fresh);
    if (depth <= 1) return moves.size();
    uint64_t leaves = 0;
    for (const Move move : moves) {
      State child = copied;
      child.Apply(move);
      path.push_back(move);
      leaves += ReplayWalk(child, path, depth - 1);
      path.pop_back();
    }
    return leaves;
  }

  uint64_t UndoWalk(State& state, std::vector<Move>& path, int depth) {
    const std::vector<Move> moves = ListMoves(state);
    if (depth <= 1) return moves.size();
    const State before = state;
    uint64_t leaves = 0;
    for (const Move move : moves) {
      const typename State::UndoInfo info = state.ApplyWithUndo(move);
      path.push_back(move);
      leaves += UndoWalk(state, path, depth - 1);
      state.Undo(info);
      if (!(state == before) || state.Hash() != before.Hash()) {
        context_.Fail(
            "undo", {path},
            "taking back the last move does not restore the position");
        state = before;
      }
      path.pop_back();
    }
    return leaves;
  }

  void RegisterFrom(const State& state, std::vector<Move>& path, int depth,
                    size_t width) {
    registry_.Add(state, {path});
    if (depth == 0) return;
    std::vector<Move> moves = ListMoves(state);
    // The same moves wherever they are legal, whatever the order of the list.
    const uint64_t seed = context_.options.seed;
    std::sort(moves.begin(), moves.end(), [seed](Move a, Move b) {
      return Mix64(BitsOf(a) ^ seed) < Mix64(BitsOf(b) ^ seed);
    });
    if (moves.size() > width) moves.resize(width);
    for (const Move move : moves) {
      State child = state;
      child.Apply(move);
      path.push_back(move);
      RegisterFrom(child, path, depth - 1, width);
      path.pop_back();
    }
  }

  ConformanceContext<R>& context_;
  PositionRegistry<R>& registry_;
};

}  // namespace boardwalk::internal

#endif  // BOARDWALK_FRAMEWORK_CONFORMANCE_WALKS_H_
