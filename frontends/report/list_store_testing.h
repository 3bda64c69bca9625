// For tests of reports: a store of games, given or drawn at random, without
// their moves.

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/game.h"
#include "framework/random.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/store.h"
#include "frontends/report/comparison_summary.h"
#include "games/registry.h"

namespace boardwalk::report {

// Games in the order of their ids. Has only what a summary needs.
class ListStore : public comparison::Store {
 public:
  explicit ListStore(comparison::Configuration configuration)
      : configuration_(std::move(configuration)) {}

  std::vector<comparison::GameSummary> games;
  int64_t grown = 0;

  const comparison::Configuration& configuration() const override {
    return configuration_;
  }
  const std::string& program_version() const override { return version_; }
  int64_t times_grown() const override { return grown; }
  absl::Status ForEach(
      const comparison::GameFilter&,
      const std::function<absl::Status(const comparison::GameSummary&)>& visit)
      const override {
    for (const comparison::GameSummary& game : games) {
      const absl::Status status = visit(game);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }
  absl::StatusOr<int64_t> CountDistinct(int variant) const override {
    std::set<uint64_t> fingerprints;
    for (const comparison::GameSummary& game : games) {
      if (game.variant == variant) fingerprints.insert(game.fingerprint);
    }
    return static_cast<int64_t>(fingerprints.size());
  }

  // As if each round had another one.
  absl::StatusOr<int64_t> CountOpenings(int variant) const override {
    std::set<int64_t> rounds;
    for (const comparison::GameSummary& game : games) {
      if (game.variant == variant) rounds.insert(game.round);
    }
    return static_cast<int64_t>(rounds.size());
  }

  absl::StatusOr<bool> Has(int64_t) const override { return NotHere(); }
  absl::StatusOr<int64_t> Count() const override { return NotHere(); }
  absl::StatusOr<bool> Add(const comparison::FinishedGame&) override {
    return NotHere();
  }
  absl::Status ForEachWhole(
      const comparison::GameFilter&,
      const std::function<absl::Status(const comparison::FinishedGame&)>&)
      const override {
    return NotHere();
  }
  absl::StatusOr<comparison::FinishedGame> Get(int64_t) const override {
    return NotHere();
  }

 private:
  static absl::Status NotHere() { return absl::UnimplementedError("not here"); }

  const comparison::Configuration configuration_;
  const std::string version_ = "1.2.3";
};

inline comparison::Plan PlanOf(const comparison::Configuration& configuration) {
  return comparison::Plan::OfResults(AllGames().value(), configuration).value();
}

// The planned game with this id, as a draw in 0 plies.
inline comparison::GameSummary PlannedSummary(const comparison::Plan& plan,
                                              int64_t id) {
  const comparison::PlannedGame planned = plan.Game(id);
  comparison::GameSummary game;
  static_cast<comparison::GameNumbers&>(game) = planned;
  game.fingerprint = static_cast<uint64_t>(id);
  for (const int player : planned.seats) {
    game.seats.push_back({.player = player});
  }
  return game;
}

// `winners` has a bit for each winning seat.
inline void SetWinners(comparison::GameSummary& game, uint32_t winners) {
  const SeatValues values =
      WinnerTakesAll(static_cast<int>(game.seats.size()), winners);
  for (size_t seat = 0; seat < game.seats.size(); ++seat) {
    game.seats[seat].returns = values[seat];
  }
}

inline void SetForfeit(comparison::GameSummary& game, Termination termination,
                       int loser) {
  const SeatValues values =
      LoserPaysAll(static_cast<int>(game.seats.size()), loser);
  for (size_t seat = 0; seat < game.seats.size(); ++seat) {
    game.seats[seat].returns = values[seat];
  }
  game.termination = termination;
  game.loser = loser;
}

// The distribution of random games.
struct Simulation {
  uint64_t seed = 1;
  // The strength of each player divided by that of the next.
  double ratio = 1.5;
  double draws = 0.1, adjudicated = 0.05, forfeits = 0.01;
  double length = 40;  // about the mean number of plies
};

// Gives `game` a result with everything that reports show.
inline void Simulate(const Simulation& simulation, Random& random,
                     comparison::GameSummary& game) {
  const auto seats = static_cast<uint32_t>(game.seats.size());
  double sum = 0;
  for (const comparison::SeatResult& seat : game.seats) {
    sum += std::pow(simulation.ratio, -seat.player);
  }
  double left = random.Real() * sum;
  uint32_t winner = 0;
  while (winner + 1 < seats) {
    left -= std::pow(simulation.ratio, -game.seats[winner].player);
    if (left < 0) break;
    ++winner;
  }
  const double kind = random.Real();
  if (kind < simulation.adjudicated) {
    game.termination = kind < simulation.adjudicated / 3
                           ? Termination::kPlyLimit
                           : Termination::kRepetition;
    SetWinners(game, 0);
  } else if (kind < simulation.adjudicated + simulation.draws) {
    SetWinners(game, 0);
  } else if (kind <
             simulation.adjudicated + simulation.draws + simulation.forfeits) {
    SetForfeit(
        game,
        static_cast<Termination>(static_cast<int>(Termination::kIllegalMove) +
                                 static_cast<int>(random.Below(3))),
        static_cast<int>(random.Below(seats)));
  } else {
    SetWinners(game, 1u << winner);
  }
  game.plies =
      static_cast<int64_t>(simulation.length * (0.4 + random.Real() +
                                                random.Real() * random.Real()));
  if (game.termination == Termination::kPlyLimit) game.plies = 1000;
  game.fingerprint = random.Next();
  for (comparison::SeatResult& seat : game.seats) {
    seat.moves = game.plies / seats;
    const auto moves = static_cast<double>(seat.moves);
    seat.seconds =
        moves * 0.2 * std::pow(0.2, seat.player) * (0.8 + 0.4 * random.Real());
    seat.wall_seconds = seat.seconds * 1.1;
    seat.max_seconds = moves > 0 ? seat.seconds / moves * 2 : 0;
    if (seat.player % 3 == 0) {
      seat.nodes = static_cast<int64_t>(seat.seconds * 2e6);
      seat.depth = seat.moves * 7;
    } else if (seat.player % 3 == 1) {
      seat.playouts = static_cast<int64_t>(seat.seconds * 1e5);
    }
  }
}

// The first `games` of the planned games.
inline ListStore SimulatedStore(const comparison::Configuration& configuration,
                                int64_t games, const Simulation& simulation) {
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  Random random(simulation.seed);
  for (int64_t id = 1; id <= games; ++id) {
    store.games.push_back(PlannedSummary(plan, id));
    Simulate(simulation, random, store.games.back());
  }
  return store;
}

}  // namespace boardwalk::report
