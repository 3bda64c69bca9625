#include "frontends/tournament/configuration.h"

#include <atomic>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/any_game.h"
#include "framework/limits.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::tournament {
namespace {

// OK if `number` is unset or within what a player's own limit may be.
absl::Status CheckLimit(const ParameterSpec& spec, std::optional<double> number,
                        absl::string_view text) {
  if (!number.has_value() || (*number >= spec.min && *number <= spec.max)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("a limit of ", spec.name, "=",
                                                 text, ": ", spec.name, " is ",
                                                 spec.Accepts()));
}

absl::Status CheckLimits(const Limits& limits) {
  absl::Status status;
  if (limits.time.has_value()) {
    status.Update(CheckLimit(
        // As the declaration reckons its bounds.
        kTimeParameter, static_cast<double>(limits.time->count()) * 1e-9,
        FormatDuration(*limits.time)));
  }
  const auto count = [&](const ParameterSpec& spec,
                         const std::optional<int64_t>& limit) {
    if (!limit.has_value()) return;
    status.Update(
        CheckLimit(spec, static_cast<double>(*limit), absl::StrCat(*limit)));
  };
  count(kNodesParameter, limits.nodes);
  count(kPlayoutsParameter, limits.playouts);
  count(kDepthParameter, limits.depth);
  return status;
}

absl::Status CheckRange(absl::string_view what, int64_t number, int64_t min,
                        int64_t max) {
  if (number >= min && number <= max) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "the number of ", what, " is ", number, "; give ", min, " to ", max));
}

// Games by their canonical names, each once.
absl::StatusOr<std::vector<std::shared_ptr<const AnyGame>>> MakeGames(
    const Catalog& catalog, const std::vector<std::string>& names) {
  std::vector<std::shared_ptr<const AnyGame>> games;
  for (const std::string& name : names) {
    ASSIGN_OR_RETURN(auto game, catalog.MakeGame(name));
    for (const auto& other : games) {
      if (other->Name() == game->Name()) {
        return absl::InvalidArgumentError(absl::StrCat(
            "the game '", other->Name(), "' is given twice; once is enough"));
      }
    }
    games.push_back(std::move(game));
  }
  return games;
}

// What `error` says of a player in a game.
absl::Status About(absl::string_view player, const AnyGame& game,
                   const absl::Status& error) {
  return absl::Status(
      error.code(),
      absl::StrCat("'", player, "' in '", game.Name(), "': ", error.message()));
}

// The player's canonical name, which must be the same in all games: results
// name a player once for all of them.
absl::StatusOr<std::string> CommonName(
    const std::vector<std::shared_ptr<const AnyGame>>& games,
    const std::string& player) {
  ASSIGN_OR_RETURN(const auto parsed, ParseName(player));
  if (parsed.id == "human") {
    return absl::InvalidArgumentError(
        "'human' is no program, and only programs are compared; name one such "
        "as random");
  }
  std::string common;
  for (const auto& game : games) {
    auto name = CanonicalPlayerName(game->Players(), player);
    if (!name.ok()) return About(player, *game, name.status());
    if (common.empty()) common = *name;
    if (common != *name) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", player, "' is '", common, "' in '", games.front()->Name(),
          "' and '", *name, "' in '", game->Name(),
          "', which have other defaults; compare these games apart"));
    }
  }
  return common;
}

// Whether the player is ready to play with the limits that it will get. A
// search says by itself what it lacks; asked to stop, it answers at once.
absl::Status CheckPlays(const AnyGame& game, const std::string& player,
                        const Configuration& configuration) {
  const auto made = game.MakePlayer(player);
  if (!made.ok()) return About(player, game, made.status());
  const auto state = game.InitialState();
  const absl::Status started = (*made)->Start(*state, configuration.seed);
  if (!started.ok()) return About(player, game, started);
  const std::atomic<bool> stop{true};
  Limits limits = configuration.limits;
  // Of a clock a player gets a share as the time of a move.
  if (configuration.clock.has_value() && !limits.time.has_value()) {
    limits.time = configuration.clock->base;
  }
  limits.stop = &stop;
  const auto decision = (*made)->Choose(*state, limits, {});
  if (!decision.ok()) return About(player, game, decision.status());
  return absl::OkStatus();
}

std::string TextOf(const Limits& limits) {
  std::vector<std::string> parts;
  if (limits.time.has_value()) {
    parts.push_back(absl::StrCat("time=", FormatDuration(*limits.time)));
  }
  const auto count = [&](absl::string_view name,
                         const std::optional<int64_t>& limit) {
    if (limit.has_value()) parts.push_back(absl::StrCat(name, "=", *limit));
  };
  count("nodes", limits.nodes);
  count("playouts", limits.playouts);
  count("depth", limits.depth);
  return parts.empty() ? "none" : absl::StrJoin(parts, ",");
}

std::string TextOf(const std::optional<TimeControl>& clock) {
  return clock.has_value() ? FormatTimeControl(*clock) : "none";
}

std::string TextOf(const std::optional<SprtQuestion>& sprt) {
  if (!sprt.has_value()) return "none";
  return absl::StrCat("elo0=", sprt->elo0, ",elo1=", sprt->elo1,
                      ",alpha=", sprt->alpha, ",beta=", sprt->beta,
                      sprt->normalized ? ",normalized" : "");
}

}  // namespace

statistics::SprtHypotheses SprtQuestion::Hypotheses() const {
  return {.elo0 = elo0,
          .elo1 = elo1,
          .alpha = alpha,
          .beta = beta,
          .model = normalized ? statistics::EloModel::kNormalized
                              : statistics::EloModel::kLogistic};
}

absl::Status CheckBounds(const Configuration& configuration) {
  absl::Status status = CheckLimits(configuration.limits);
  if (configuration.clock.has_value()) {
    status.Update(CheckTimeControl(*configuration.clock));
  }
  status.Update(CheckRange("games",
                           static_cast<int64_t>(configuration.games.size()), 1,
                           static_cast<int64_t>(kMaxGames)));
  status.Update(CheckRange("players",
                           static_cast<int64_t>(configuration.players.size()),
                           2, static_cast<int64_t>(kMaxEntrants)));
  status.Update(CheckRange("rounds", configuration.rounds, 1, kMaxRounds));
  status.Update(CheckRange("plies of an opening", configuration.openings, 0,
                           kMaxOpeningPlies));
  status.Update(
      CheckRange("plies at most", configuration.max_plies, 1, kMaxMaxPlies));
  if (configuration.sprt.has_value()) {
    status.Update(
        statistics::CheckHypotheses(configuration.sprt->Hypotheses()));
    if (configuration.games.size() != 1 || configuration.players.size() != 2) {
      status.Update(absl::InvalidArgumentError(absl::StrCat(
          "a sequential test is of two players in one game, not of ",
          configuration.players.size(), " in ", configuration.games.size())));
    }
  }
  return status;
}

absl::Status Normalize(const Catalog& catalog, Configuration& configuration) {
  RETURN_IF_ERROR(CheckBounds(configuration));
  ASSIGN_OR_RETURN(const auto games, MakeGames(catalog, configuration.games));
  if (configuration.sprt.has_value() && games.front()->NumPlayers() != 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a sequential test is of a game for two, and '", games.front()->Name(),
        "' is for ", games.front()->NumPlayers()));
  }
  Configuration normalized = configuration;
  normalized.games.clear();
  for (const auto& game : games) normalized.games.push_back(game->Name());
  normalized.players.clear();
  for (const std::string& player : configuration.players) {
    ASSIGN_OR_RETURN(auto name, CommonName(games, player));
    for (const std::string& other : normalized.players) {
      if (other == name) {
        return absl::InvalidArgumentError(absl::StrCat(
            "the player '", other,
            "' is given twice; tell them apart by a parameter, such as "
            "seed=1 of a random one"));
      }
    }
    normalized.players.push_back(std::move(name));
  }
  for (const auto& game : games) {
    for (const std::string& player : normalized.players) {
      RETURN_IF_ERROR(CheckPlays(*game, player, normalized));
    }
  }
  configuration = std::move(normalized);
  return absl::OkStatus();
}

bool IsReproducible(const Configuration& configuration) {
  if (configuration.limits.time.has_value() ||
      configuration.clock.has_value()) {
    return false;
  }
  for (const std::string& player : configuration.players) {
    const auto name = ParseName(player);
    if (!name.ok()) return false;
    for (const auto& [key, value] : name->given) {
      if (key == kTimeParameter.name) return false;
      // The default, one thread, does not stand in a canonical name.
      if (key == "threads" && value != "1") return false;
    }
  }
  return true;
}

absl::Status CheckSame(const Configuration& there, const Configuration& here) {
  std::vector<std::string> differences;
  const auto compare = [&](absl::string_view what, const std::string& a,
                           const std::string& b) {
    if (a == b) return;
    differences.push_back(
        absl::StrCat(what, ": '", a, "' there and '", b, "' here"));
  };
  compare("games", absl::StrJoin(there.games, ","),
          absl::StrJoin(here.games, ","));
  compare("players", absl::StrJoin(there.players, ","),
          absl::StrJoin(here.players, ","));
  compare("limits", TextOf(there.limits), TextOf(here.limits));
  compare("clock", TextOf(there.clock), TextOf(here.clock));
  compare("seed", absl::StrCat(there.seed), absl::StrCat(here.seed));
  compare("plies of openings", absl::StrCat(there.openings),
          absl::StrCat(here.openings));
  compare("plies at most", absl::StrCat(there.max_plies),
          absl::StrCat(here.max_plies));
  // Six digits, as messages have them, are not enough to tell numbers apart.
  if (there.sprt != here.sprt) {
    differences.push_back(absl::StrCat("test: '", TextOf(there.sprt),
                                       "' there and '", TextOf(here.sprt),
                                       "' here"));
  }
  if (differences.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "these are two comparisons; ", absl::StrJoin(differences, "; ")));
}

}  // namespace boardwalk::tournament
