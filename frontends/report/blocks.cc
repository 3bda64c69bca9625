#include "frontends/report/blocks.h"

#include <algorithm>
#include <bit>

#include "framework/game.h"
#include "framework/hash_text.h"

namespace boardwalk::report {

static_assert(kMaxPlayers == 6 && kPoint % 4 == 0 && kPoint % 5 == 0 &&
              kPoint % 6 == 0);

int Outcome::Credit(int seat) const {
  const int shared = std::popcount(winners);
  if (shared == 0) return kPoint / seats();
  return Won(seat) ? kPoint / shared : 0;
}

Outcome OutcomeOf(const comparison::GameSummary& game) {
  Outcome outcome;
  outcome.players.reserve(game.seats.size());
  for (const comparison::SeatResult& seat : game.seats) {
    if (seat.returns > 0) outcome.winners |= 1u << outcome.players.size();
    outcome.players.push_back(seat.player);
  }
  outcome.fingerprint = game.fingerprint;
  return outcome;
}

uint64_t Block::Fingerprint() const {
  std::vector<uint64_t> fingerprints;
  for (const Outcome& game : games) fingerprints.push_back(game.fingerprint);
  std::ranges::sort(fingerprints);
  uint64_t hash = 0;
  for (const uint64_t fingerprint : fingerprints) {
    hash = Mixed(hash, fingerprint);
  }
  return hash;
}

int Block::Credit(int player) const {
  int credit = 0;
  for (const Outcome& game : games) {
    for (int seat = 0; seat < game.seats(); ++seat) {
      if (game.players[static_cast<size_t>(seat)] == player) {
        credit += game.Credit(seat);
      }
    }
  }
  return credit;
}

void AddPair(const Block& pair, statistics::SequentialTest& test) {
  if (!pair.whole) return;
  test.Add(/*half_points=*/2 * pair.Credit(0) / kPoint, pair.Fingerprint());
}

void BlockCollector::Add(const comparison::GameSummary& game) {
  if (game.block != number_) Finish();
  number_ = game.block;
  block_.variant = game.variant;
  block_.games.push_back(OutcomeOf(game));
  if (block_.games.size() == game.seats.size()) Finish();
}

void BlockCollector::Finish() {
  if (block_.games.empty()) return;
  block_.whole = block_.games.size() == block_.games[0].players.size();
  on_block_(block_);
  block_.games.clear();
}

}  // namespace boardwalk::report
