// What is kept of a finished game.

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_RESULT_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_RESULT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/record.h"
#include "frontends/tournament/plan.h"

namespace boardwalk::tournament {

// A seat of a finished game. Sums are over its moves.
struct SeatResult {
  int player = 0;      // index in Configuration::players
  double returns = 0;  // see framework/game.h
  int64_t moves = 0;
  double seconds = 0;       // by the clock that judged: CPU time
  double wall_seconds = 0;  // beside it
  double max_seconds = 0;   // the longest move
  int64_t nodes = 0;        // 0 where the player tells none
  int64_t playouts = 0;
  int64_t depth = 0;  // sum of the depths told
  bool operator==(const SeatResult&) const = default;
};

// A finished game without its moves: all that tables and reports need.
struct GameSummary {
  int64_t id = 0;  // from here to `seed`: see PlannedGame
  int64_t block = 0;
  int64_t round = 0;
  int variant = 0;
  int pairing = 0;
  int rotation = 0;
  uint64_t seed = 0;
  Termination termination = Termination::kRules;
  int loser = -1;      // seat
  std::string detail;  // why
  int64_t plies = 0;   // the opening not counted
  // A hash of variant, players by seat, start and moves: two games of one
  // fingerprint are the same game played twice.
  uint64_t fingerprint = 0;
  std::vector<SeatResult> seats;
};

// A finished game, whole. The record's start is the position after the opening.
struct FinishedGame {
  GameSummary summary;
  std::vector<std::string> opening;  // moves before the record's start
  GameRecord record;
};

// What tells two games apart: the game's name, the players, the start and the
// moves, as a hash.
uint64_t Fingerprint(const GameRecord& record);

// OK when the game is the one that the plan has in its place; else an error
// that says what is not: the file was changed, or another version planned it.
absl::Status CheckPlanned(const PlannedGame& planned, const GameSummary& game);

// Draws the summary of a finished game out of its record. `movers` are the
// seats that made the recorded moves, in their order. REQUIRES: as many movers
// as moves; the record is of the planned game.
FinishedGame Finish(const PlannedGame& planned,
                    std::vector<std::string> opening,
                    const std::vector<int>& movers, GameRecord record);

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_RESULT_H_
