#include "frontends/tournament/play_game.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/match.h"
#include "framework/status_macros.h"

namespace boardwalk::tournament {
namespace {

absl::StatusOr<GameRecord> PlayRecord(const Plan& plan,
                                      const PlannedGame& planned,
                                      const AnyState& start,
                                      const MatchOptions& options) {
  std::vector<std::unique_ptr<Player>> players;
  std::vector<Contestant> contestants;
  for (const int index : planned.seats) {
    const std::string& name = plan.configuration().players[index];
    ASSIGN_OR_RETURN(auto player, plan.game(planned.variant).MakePlayer(name));
    contestants.push_back({name, player.get()});
    players.push_back(std::move(player));
  }
  return PlayMatch(start, contestants, options);
}

}  // namespace

absl::StatusOr<FinishedGame> PlayGame(const Plan& plan,
                                      const PlannedGame& planned,
                                      const Clock* clock,
                                      const std::atomic<bool>& stop) {
  const Configuration& configuration = plan.configuration();
  Opening opening = plan.openings(planned.variant).Get(planned.round, &stop);
  std::vector<int> movers;
  MatchOptions options;
  options.limits = configuration.limits;
  options.limits.clock = clock;
  options.limits.stop = &stop;
  options.time_control = configuration.clock;
  options.draw_rules.max_plies = configuration.max_plies;
  options.seed = planned.seed;
  options.on_move = [&movers](const AnyState& before, const Decision&) {
    movers.push_back(before.ToMove());
  };
  auto record = PlayRecord(plan, planned, *opening.state, options);
  if (!record.ok()) {
    return absl::Status(record.status().code(),
                        absl::StrCat("game ", planned.id, " of '",
                                     configuration.games[planned.variant],
                                     "': ", record.status().message()));
  }
  return Finish(planned, std::move(opening.moves), movers, *std::move(record));
}

}  // namespace boardwalk::tournament
