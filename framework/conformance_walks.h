// How the conformance suite gets around: the games that it plays, and the trees
// that it walks by copying, undoing and replaying. Internal; conformance.h is
// the interface.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/conformance_context.h"
#include "framework/game.h"
#include "framework/perft.h"
#include "framework/random.h"

namespace boardwalk::internal {

// What a game of the suite looks for. Uniformly random games rarely fill a
// board, are rarely long where a win is near, and make rare moves rarely.
enum class Seeking {
  kNothing,    // uniformly random
  kLength,     // avoids moves that end the game
  kEnd,        // makes them
  kFewMoves,   // leaves few legal moves, but some
  kManyMoves,  // leaves many
  kRareMoves,  // makes those of the kind that was made least often
};

// Every other game is uniformly random, the rest take turns.
inline Seeking SeekingOfGame(int game) {
  constexpr std::array kOthers = {Seeking::kLength, Seeking::kFewMoves,
                                  Seeking::kRareMoves, Seeking::kManyMoves,
                                  Seeking::kEnd};
  if (game % 2 == 0) return Seeking::kNothing;
  return kOthers[static_cast<size_t>(game / 2) % kOthers.size()];
}

// Chooses the moves of such games. It tries some moves, at random where there
// are many, and takes the one that suits best.
template <GameRules R>
class MoveSeeker {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  explicit MoveSeeker(ConformanceContext<R>& context) : context_(context) {}

  // One of `moves`, the legal moves of `state`; at least one.
  Move Choose(const State& state, const std::vector<Move>& moves,
              Seeking seeking) {
    if (seeking == Seeking::kNothing) {
      return moves[context_.Below(moves.size())];
    }
    // In a random order, so that the first of those that suit equally is any.
    const size_t tries = std::min(moves.size(), kMaxTries);
    std::vector<Move> order = moves;
    for (size_t i = 0; i < tries; ++i) {
      std::swap(order[i], order[i + context_.Below(order.size() - i)]);
    }
    Move best = order.front();
    int64_t best_score = 0;
    uint64_t best_kind = 0;
    for (size_t i = 0; i < tries; ++i) {
      State child = state;
      child.Apply(order[i]);
      uint64_t kind = 0;
      if (seeking == Seeking::kRareMoves) {
        kind = KindOf(state, moves.size(), order[i], child);
      }
      const int64_t score = Score(child, kind, seeking);
      if (i > 0 && score <= best_score) continue;
      best = order[i];
      best_score = score;
      best_kind = kind;
    }
    if (seeking == Seeking::kRareMoves) ++made_[best_kind];
    return best;
  }

 private:
  static constexpr size_t kMaxTries = 12;

  // The higher, the better.
  int64_t Score(const State& child, uint64_t kind, Seeking seeking) const {
    const bool over = child.IsTerminal();
    switch (seeking) {
      case Seeking::kNothing:
        return 0;
      case Seeking::kLength:
        return over ? 0 : 1;
      case Seeking::kEnd:
        return over ? 1 : 0;
      case Seeking::kFewMoves:
        return over ? INT64_MIN
                    : -static_cast<int64_t>(ListMoves(child).size());
      case Seeking::kManyMoves:
        return over ? -1 : static_cast<int64_t>(ListMoves(child).size());
      case Seeking::kRareMoves: {
        const auto made = made_.find(kind);
        return made == made_.end() ? 0 : -made->second;
      }
    }
    return 0;
  }

  // Moves of one kind look alike to a reader who does not know the game: their
  // notation has the same form, they touch as many cells, add or remove as many
  // pieces of each kind, and the same happens to the turn.
  uint64_t KindOf(const State& state, size_t num_moves, Move move,
                  const State& child) const {
    uint64_t kind = Mix64(num_moves == 1 ? 1 : 0);
    const auto add = [&kind](uint64_t number) { kind = Mix64(kind ^ number); };
    char last = '\0';
    for (const char c : context_.rules.FormatMove(state, move)) {
      const auto byte = static_cast<unsigned char>(c);
      // A number counts once, a letter always: a10 is like b9, not like pass.
      const char form = absl::ascii_isdigit(byte)   ? '0'
                        : absl::ascii_islower(byte) ? 'a'
                                                    : c;
      if (form != last || form != '0') add(static_cast<uint64_t>(form));
      last = form;
    }
    if constexpr (HasPath<R>) add(context_.rules.Path(state, move).size());
    if constexpr (HasPieces<R>) {
      add(CountPieces(child) - CountPieces(state));
    }
    if (child.IsTerminal()) {
      for (const double value : child.Returns()) {
        add(value > 0 ? 3 : value < 0 ? 4 : 5);
      }
    } else {
      add(child.ToMove() == state.ToMove() ? 6 : 7);
    }
    return kind;
  }

  // A number for how many pieces of each kind there are.
  uint64_t CountPieces(const State& state) const {
    uint64_t count = 0;
    if constexpr (HasPieces<R>) {
      for (const Piece& piece : context_.rules.Pieces(state)) {
        count += piece.kind.empty() ? 1 : 1000;
        count += 1'000'000 * static_cast<uint64_t>(piece.height - 1);
      }
    }
    return count;
  }

  ConformanceContext<R>& context_;
  std::unordered_map<uint64_t, int64_t> made_;  // by kind
};

// Trees: perft by copying, by undoing and by replaying from the opening must
// agree, and transpositions must be equal.
template <GameRules R>
class ConformanceWalks {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Origin = typename ConformanceContext<R>::Origin;

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

  // Registers the positions reached by the same few moves in many orders, so
  // that transpositions occur.
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

  // Compares at one depth after the other, as long as the next is expected to
  // stay within `max_leaves`; returns the last.
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

  // `path` leads to `copied`, which must equal the position that results when
  // the moves are made one after the other on one object.
  uint64_t ReplayWalk(const State& copied, std::vector<Move>& path, int depth) {
    const State fresh = context_.Replay(path);
    if (!(fresh == copied) || fresh.Hash() != copied.Hash() ||
        RepetitionHash(fresh) != RepetitionHash(copied)) {
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
      if (!(state == before) || state.Hash() != before.Hash() ||
          RepetitionHash(state) != RepetitionHash(before)) {
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
