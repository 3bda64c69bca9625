#include "frontends/report/outcome.h"

#include <bit>

#include "framework/game.h"

namespace boardwalk::report {

static_assert(kMaxPlayers == 6 && kPoint % 4 == 0 && kPoint % 5 == 0 &&
              kPoint % 6 == 0);

int Outcome::Credit(int seat) const {
  const int shared = std::popcount(winners);
  if (shared == 0) return kPoint / seats();
  return Won(seat) ? kPoint / shared : 0;
}

Outcome OutcomeOf(const tournament::GameSummary& game) {
  Outcome outcome;
  outcome.players.reserve(game.seats.size());
  for (const tournament::SeatResult& seat : game.seats) {
    if (seat.returns > 0) outcome.winners |= 1u << outcome.players.size();
    outcome.players.push_back(seat.player);
  }
  outcome.fingerprint = game.fingerprint;
  return outcome;
}

void BlockCollector::Add(const tournament::GameSummary& game) {
  if (game.block != number_) Finish();
  number_ = game.block;
  block_.variant = game.variant;
  block_.games.push_back(OutcomeOf(game));
}

void BlockCollector::Finish() {
  if (block_.games.empty()) return;
  block_.whole = block_.games.size() == block_.games[0].players.size();
  on_block_(block_);
  block_.games.clear();
}

}  // namespace boardwalk::report
