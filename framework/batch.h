// Many games at once, for programs that learn: a step of all of them is one
// call, compiled for their game. What is seen of them is written into arrays of
// the caller. A game that ends begins again by itself.
//
// Example, given `const AnyGame& game`, `BatchRows rows` and a legal action for
// each game in `std::vector<int64_t> actions`:
//
//   ASSIGN_OR_RETURN(const auto batch, game.MakeBatch({.games = 256}));
//   const GameRange all = {0, 256};
//   batch->Reset(rows, all);
//   RETURN_IF_ERROR(batch->Check(actions, all));
//   batch->Step(actions, rows, all);

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"

namespace boardwalk {

class AnyState;

inline constexpr int64_t kMaxBatchGames = 1 << 20;

struct BatchOptions {
  int64_t games = 1;      // from 1 to kMaxBatchGames
  int64_t max_plies = 0;  // after which a game is cut off; 0 for never
};

// Where a batch writes: row i of each array belongs to game i. An array without
// elements is left out.
struct BatchRows {
  // As observations.h says: the size of an observation a game.
  absl::Span<float> observations = {};
  // 1 for each legal action, else 0: NumActions a game.
  absl::Span<uint8_t> masks = {};
  // What each seat got by the last step: NumPlayers a game.
  absl::Span<float> rewards = {};
  // Whether the last step ended the game by its rules, or cut it off. The rows
  // above and current_player then show the opening of the next game.
  absl::Span<uint8_t> terminated = {};
  absl::Span<uint8_t> truncated = {};
  // Written only where one of these is 1: the last position of the game that
  // has ended.
  absl::Span<float> final_observations = {};
  absl::Span<int32_t> current_player = {};
};

// The games from `begin`, before `end`.
struct GameRange {
  int64_t begin = 0, end = 0;
};

// Functions may be called at once for ranges that do not overlap. Moves whose
// number is not below NumActions, which `check` finds, cannot be played.
// REQUIRES: the ranges are within the batch, the arrays have the sizes above,
// and those of a batch stay the same: only what changes is written.
class AnyBatch {
 public:
  virtual ~AnyBatch() = default;

  // Begins the games and writes their rows.
  virtual void Reset(const BatchRows& rows, GameRange range) = 0;
  // Whether each action is legal in its game; an error names the first that is
  // not. `actions` has one for each game of the batch.
  virtual absl::Status Check(absl::Span<const int64_t> actions,
                             GameRange range) const = 0;
  // Plays them and writes the rows. REQUIRES: Reset; Check.
  virtual void Step(absl::Span<const int64_t> actions, const BatchRows& rows,
                    GameRange range) = 0;
  // The legal ones of a game, in the order of its moves, until its next Reset
  // or Step. REQUIRES: Reset.
  virtual absl::Span<const int64_t> LegalActions(int64_t game) const = 0;
  virtual std::unique_ptr<AnyState> State(int64_t game) const = 0;
};

}  // namespace boardwalk
