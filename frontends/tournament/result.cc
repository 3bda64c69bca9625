#include "frontends/tournament/result.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontends/tournament/hash_text.h"

namespace boardwalk::tournament {
namespace {

void AddMove(const RecordedMove& move, SeatResult& seat) {
  ++seat.moves;
  seat.seconds += move.seconds;
  seat.wall_seconds += move.wall_seconds;
  seat.max_seconds = std::max(seat.max_seconds, move.seconds);
  seat.nodes += move.nodes.value_or(0);
  seat.playouts += move.playouts.value_or(0);
  seat.depth += move.depth.value_or(0);
}

}  // namespace

uint64_t Fingerprint(const GameRecord& record) {
  uint64_t hash = Mixed(0, record.game);
  for (const std::string& player : record.players) hash = Mixed(hash, player);
  hash = Mixed(hash, record.start);
  for (const RecordedMove& move : record.moves) hash = Mixed(hash, move.text);
  return hash;
}

absl::Status CheckPlanned(const PlannedGame& planned, const GameSummary& game) {
  std::vector<int> seats;
  for (const SeatResult& seat : game.seats) seats.push_back(seat.player);
  const char* wrong = game.round != planned.round         ? "round"
                      : game.block != planned.block       ? "block"
                      : game.variant != planned.variant   ? "game"
                      : game.pairing != planned.pairing   ? "pairing"
                      : game.rotation != planned.rotation ? "rotation"
                      : game.seed != planned.seed         ? "seed"
                      : seats != planned.seats            ? "seats"
                                                          : nullptr;
  if (wrong == nullptr) return absl::OkStatus();
  return absl::DataLossError(absl::StrCat(
      "game ", game.id, " is none of this comparison: its ", wrong,
      wrong[std::char_traits<char>::length(wrong) - 1] == 's' ? " are" : " is",
      " not what is planned; the results were changed, or are of another "
      "version"));
}

FinishedGame Finish(const PlannedGame& planned,
                    std::vector<std::string> opening,
                    const std::vector<int>& movers, GameRecord record) {
  FinishedGame finished;
  GameSummary& summary = finished.summary;
  summary.id = planned.id;
  summary.block = planned.block;
  summary.round = planned.round;
  summary.variant = planned.variant;
  summary.pairing = planned.pairing;
  summary.rotation = planned.rotation;
  summary.seed = planned.seed;
  summary.termination = record.termination;
  summary.loser = record.loser;
  summary.detail = record.detail;
  summary.plies = static_cast<int64_t>(record.moves.size());
  summary.fingerprint = Fingerprint(record);
  for (size_t seat = 0; seat < planned.seats.size(); ++seat) {
    summary.seats.push_back(
        {.player = planned.seats[seat], .returns = record.returns[seat]});
  }
  for (size_t i = 0; i < record.moves.size(); ++i) {
    AddMove(record.moves[i], summary.seats[movers[i]]);
  }
  finished.opening = std::move(opening);
  finished.record = std::move(record);
  return finished;
}

}  // namespace boardwalk::tournament
