#include "frontends/contest/continuation.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>

#include "framework/errors.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/contest/entrant.h"
#include "frontends/contest/standings.h"

namespace boardwalk::contest {
namespace {

using comparison::Configuration;
using comparison::FinishedGame;
using comparison::Plan;
using comparison::PlannedGame;

// The player of `there`, an entry of `here`; nothing if it is gone.
std::optional<int> FindEntry(const Configuration& there, int player,
                             const Configuration& here) {
  if (const auto source = SourceOf(there, player)) {
    return FindSource(here, source->name);
  }
  const auto found = std::ranges::find(here.players, there.players[player]);
  if (found == here.players.end()) return std::nullopt;
  return static_cast<int>(found - here.players.begin());
}

// The players of `there` by their indices in `here`; nothing for those that
// have changed.
std::vector<std::optional<int>> UnchangedEntries(const Configuration& there,
                                                 const Configuration& here) {
  std::vector<std::optional<int>> same;
  for (int player = 0; player < static_cast<int>(there.players.size());
       ++player) {
    std::optional<int> now = FindEntry(there, player, here);
    if (now.has_value() &&
        (there.players[player] != here.players[*now] ||
         CannotPlay(there, player) != CannotPlay(here, *now))) {
      now.reset();
    }
    same.push_back(now);
  }
  return same;
}

// Moves a game of unchanged players to its place in another plan; false if that
// has no such game.
bool MoveTo(const Plan& before, const Plan& after,
            const std::vector<std::optional<int>>& same, FinishedGame& game) {
  const PlannedGame old = before.Game(game.summary.id);
  const auto& games = after.configuration().games;
  const auto variant =
      std::ranges::find(games, before.configuration().games[old.variant]);
  if (variant == games.end()) return false;
  std::vector<int> pairing;
  for (const int player : before.pairings(old.variant)[old.pairing]) {
    pairing.push_back(*same[player]);
  }
  const PlannedGame now =
      after.Game(old.round, static_cast<int>(variant - games.begin()), pairing,
                 old.rotation);
  if (now.id == 0) return false;
  static_cast<comparison::GameNumbers&>(game.summary) = now;
  for (comparison::SeatResult& seat : game.summary.seats) {
    seat.player = *same[seat.player];
  }
  return true;
}

}  // namespace

std::optional<SourceEntry> SourceOf(const Configuration& configuration,
                                    int player) {
  const std::string& text = configuration.players[player];
  const auto name = ParseName(text);
  if (!name.ok() || name->id != kSourceId) return std::nullopt;
  SourceEntry source;
  source.name = comparison::ShownName(configuration, player);
  for (const auto& [key, value] : name->given) {
    if (key == "file") source.file = value;
    if (key == "hash") source.hash = value;
  }
  if (source.name == text) {
    source.name = std::filesystem::path(source.file).stem().string();
  }
  return source;
}

std::optional<int> FindSource(const Configuration& configuration,
                              const std::string& name) {
  for (int player = 0; player < static_cast<int>(configuration.players.size());
       ++player) {
    const auto source = SourceOf(configuration, player);
    if (source.has_value() && source->name == name) return player;
  }
  return std::nullopt;
}

absl::StatusOr<Continuation> MatchEntries(const Configuration& there,
                                          const Configuration& here) {
  Continuation result{.there = there};
  std::vector<bool> known(here.players.size(), false);
  const auto same = UnchangedEntries(there, here);
  for (size_t player = 0; player < there.players.size(); ++player) {
    const auto now = FindEntry(there, static_cast<int>(player), here);
    if (!now.has_value()) {
      const std::string name =
          OneLine(comparison::ShownName(there, static_cast<int>(player)), 200);
      return FailedPrecondition(
          "the entry ", Quoted(name),
          " has games there and is not given here; give it, too, or begin "
          "another file");
    }
    known[*now] = true;
    if (!same[player].has_value()) {
      result.changed.push_back(comparison::ShownName(here, *now));
    }
    result.there.players[player] = here.players[*now];
  }
  std::erase_if(result.there.aliases, [&](const std::string& alias) {
    return !comparison::Contains(result.there.players,
                                 comparison::AliasedName(alias));
  });
  for (size_t player = 0; player < known.size(); ++player) {
    if (known[player]) continue;
    result.late.push_back(
        comparison::ShownName(here, static_cast<int>(player)));
  }
  return result;
}

absl::Status CheckSameTournament(const Configuration& there,
                                 const Configuration& here) {
  Configuration expected = there;
  expected.players = here.players;
  if (expected.contest.has_value() && here.contest.has_value()) {
    expected.contest->faults = here.contest->faults;
  }
  const bool grown =
      std::ranges::all_of(there.games, [&](const std::string& game) {
        return comparison::Contains(here.games, game);
      });
  if (grown) expected.games = here.games;
  return comparison::CheckSame(expected, here);
}

absl::StatusOr<CarriedGames> CarryOver(const Plan& before,
                                       const comparison::Store& from,
                                       const Plan& after,
                                       comparison::Store& to) {
  const auto same =
      UnchangedEntries(before.configuration(), after.configuration());
  CarriedGames counts;
  const absl::Status read =
      from.ForEachWhole({}, [&](const FinishedGame& played) {
        const bool unchanged = std::ranges::all_of(
            played.summary.seats, [&](const comparison::SeatResult& seat) {
              return same[seat.player].has_value();
            });
        if (!unchanged) {
          ++counts.replaced;
          return absl::OkStatus();
        }
        FinishedGame game = played;
        if (!MoveTo(before, after, same, game)) {
          ++counts.unplanned;
          return absl::OkStatus();
        }
        ++counts.kept;
        return to.Add(game).status();
      });
  RETURN_IF_ERROR(read);
  return counts;
}

}  // namespace boardwalk::contest
