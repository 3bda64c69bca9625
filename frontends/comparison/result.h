// A finished game as it is kept, and its players' reports as one line of text.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/record.h"
#include "frontends/comparison/plan.h"

namespace boardwalk::comparison {

// A seat of a finished game. Sums are over its moves; the seconds also have the
// turn in which it forfeited.
struct SeatResult {
  int player = 0;      // index in Configuration::players
  double returns = 0;  // see framework/game.h
  int64_t moves = 0;
  double seconds = 0;  // by the clock that judged: CPU time
  double wall_seconds = 0;
  double max_seconds = 0;  // the longest move, or that turn
  int64_t nodes = 0;       // 0 where the player reports none
  int64_t playouts = 0;
  int64_t depth = 0;  // sum of the depths reported
  bool operator==(const SeatResult&) const = default;
};

// A finished game without its moves: all that tables and reports need.
struct GameSummary : GameNumbers {
  Termination termination = Termination::kRules;
  int loser = -1;                  // seat
  std::string detail;              // why
  std::vector<Fault> faults = {};  // as in the record
  int64_t plies = 0;               // the opening not counted
  // See Fingerprint.
  uint64_t fingerprint = 0;
  std::vector<SeatResult> seats;
  bool operator==(const GameSummary&) const = default;
};

// A finished game, whole. The record's start is the position after the opening.
struct FinishedGame {
  GameSummary summary;
  std::vector<std::string> opening;  // moves before the record's start
  GameRecord record;
  bool operator==(const FinishedGame&) const = default;
};

// A hash of the game's name, the players by seat, the start and the moves:
// games with the same fingerprint are one game, played again.
uint64_t Fingerprint(const GameRecord& record);

// A hash of what of a game does not follow from its moves and the plan: what
// its players reported, the times, and how it ended. Tells that it was edited,
// not that it was forged. Not of its numbers, which may change (OpenToGrow of
// results/store.h).
uint64_t Checksum(const FinishedGame& game);

// Whether `seat` forfeited, also where the others played on. The time of its
// last turn, in which it did not move, counts.
bool Forfeited(const GameSummary& game, int seat);

// The turns that SeatResult::seconds is the time of: the moves, and the one in
// which it forfeited, if the record does not have that as a move. Who has
// dropped out passes without time; these passes are moves, too.
int64_t Turns(const GameSummary& game, int seat);

// OK if the game is what was planned. The error says what differs: the file was
// changed, or another version planned the game.
absl::Status CheckPlanned(const PlannedGame& planned, const GameSummary& game);

// The summary of a game, made from its record. `movers` are the seats that made
// the moves, in order. REQUIRES: as many movers as moves; the record is of the
// planned game.
GameSummary SummaryOf(const PlannedGame& planned,
                      const std::vector<int>& movers, const GameRecord& record);

// A finished game with its summary. REQUIRES: as SummaryOf.
FinishedGame Finish(const PlannedGame& planned,
                    std::vector<std::string> opening,
                    const std::vector<int>& movers, GameRecord record);

// What the players reported with their moves, as one line of text: an item for
// each move, joined by blanks.
//
//   v0.12d6n12345p100t81200w90000 v-0.5d7n40000t100000 - t512
//
// An item has, in this order and where known, v: value, d: depth, n: nodes, p:
// playouts, t: time by the clock that judged, w: wall time; "-" if nothing is
// known. Times are whole nanoseconds; a time that is not a whole number of them
// is in seconds and ends in 's'. Everything but the moves' texts reads back
// exactly. What a record does not hold (framework/record.h) is left out: a
// value outside [-1, 1], a negative count, a time that is not positive and
// finite.
std::string FormatMoveDetails(absl::Span<const RecordedMove> moves);

// The reverse: fills in everything but the texts of the moves. The error says
// which item makes no sense, or that there are not as many items as moves.
absl::Status ParseMoveDetails(absl::string_view text,
                              std::vector<RecordedMove>& moves);

}  // namespace boardwalk::comparison
