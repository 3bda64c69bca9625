// The line that a depth-first search is on, from the root to the node being
// searched: what its plies work with, and what every node on it has in common.

#ifndef BOARDWALK_AI_ALPHABETA_SEARCH_LINE_H_
#define BOARDWALK_AI_ALPHABETA_SEARCH_LINE_H_

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "ai/alphabeta/line_table.h"
#include "ai/alphabeta/move_picker.h"
#include "ai/alphabeta/options.h"
#include "ai/alphabeta/turns.h"
#include "ai/common/repetition_history.h"
#include "ai/common/score.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"

namespace boardwalk::ai {

// Scores are for the side to move of a node, where a side is the searching seat
// ("mine") or all the others.
inline Score Signed(bool mine, Score score) { return mine ? score : -score; }

// Where a node stands.
struct Place {
  bool mine;
  int depth;
  int ply;
  bool on_line;    // the best line of the iteration before led here
  bool null_move;  // the move that led here passed
  int deviations;  // of opponents since the searching seat's last move
};

template <GameRules R>
struct SearchLine {
  using State = typename R::State;
  using Move = typename State::Move;

  // What a ply works with, kept so that a warm search allocates nothing.
  struct Frame {
    MovePicker<R> picker;
    uint64_t hash = 0;  // of the position
    Move move{};        // that is being tried
    size_t index = 0;   // its place in the game's order
    Turns rest;         // moves that are left for later
  };

  SearchLine(const R& of_rules, const AlphaBetaOptions& by_options)
      : rules(of_rules), options(by_options) {
    frames.resize(kMaxPly + 2);
  }

  // Goes out from `root`, which is live. The positions with the hashes `past`
  // count as if the line had been through them.
  void SetRoot(const State& root, absl::Span<const uint64_t> past,
               Budget& of_search) {
    budget = &of_search;
    seat = root.ToMove();
    num_players = root.NumPlayers();
    path.Start(past, root.Hash());
    frames[0].hash = root.Hash();
    selective_depth = 0;
    stopped = interrupted = false;
    ForgetNodes();
  }

  // Counts a position, `child` at `ply`; false when the search has to stop.
  bool Enter(const State& child, int ply) {
    if (budget->Exhausted()) {
      stopped = true;
      return false;
    }
    if (news != nullptr && news->load(std::memory_order_relaxed) != heard)
        [[unlikely]] {
      stopped = interrupted = true;
      return false;
    }
    budget->Spend();
    if ((budget->spent() & 1023) == 0) PublishNodes();
    frames[ply].hash = child.Hash();
    return true;
  }
  void ForgetNodes() { published.store(0, std::memory_order_relaxed); }
  void PublishNodes() {
    published.store(budget->spent(), std::memory_order_relaxed);
  }

  // The score of a position that need not be searched, for the side that moved
  // to it, whether `mine` or not. It has been entered at `ply`.
  std::optional<Score> Known(const State& child, bool mine, int ply) {
    best.Clear(ply);
    selective_depth = std::max(selective_depth, ply);
    if (child.IsTerminal()) {
      return Signed(mine, ResultScore(child.Returns(), num_players, seat, ply));
    }
    if (Repeats(ply)) return 0;
    if constexpr (HasProbe<R>) {
      if (const auto exact = rules.Probe(child)) {
        const Score score = ExactScore(*exact, ply);
        return (child.ToMove() == seat) == mine ? score : -score;
      }
    }
    return std::nullopt;
  }

  // Whether the game or the line has been at the position of `ply` before: a
  // draw, which also ends endless lines. It trusts the hash, and once in some
  // 2^60 nodes it may be wrong.
  bool Repeats(int ply) {
    if (!path.Has(frames[ply].hash)) return false;
    repeated = true;
    return true;
  }

  // Lists the moves of `state` for `picker`.
  void List(const State& state, MovePicker<R>& picker) {
    picker.List(state);
    budget->ChargeOverhead(static_cast<int64_t>(picker.moves().size()) / 8);
  }

  const R& rules;
  const AlphaBetaOptions options;

  Budget* budget = nullptr;  // from SetRoot on
  int seat = 0;              // the searching one
  int num_players = 0;
  int selective_depth = 0;   // the deepest ply
  bool stopped = false;      // the budget was exhausted, or
  bool interrupted = false;  // there was news
  // Of the subtree being searched: whether a score came from somewhere else
  // than ends of the game, and whether one came from a repetition.
  bool horizon = false;
  bool repeated = false;

  // From another thread: what this one is at may not be wanted any more. It has
  // come when this is not what has been heard. Null for none.
  const std::atomic<uint64_t>* news = nullptr;
  uint64_t heard = 0;

  std::vector<Frame> frames;          // by ply
  LineTable<Move> best;               // lines from each ply on
  RepetitionHistory path;             // the game's past, the root, the line
  std::atomic<int64_t> published{0};  // nodes, more or less
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_SEARCH_LINE_H_
