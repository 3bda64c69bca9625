#include "frontends/tournament/configuration.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/levels.h"
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
        // In seconds, as the bounds of the parameter are.
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

std::string TextOf(const std::optional<statistics::SprtHypotheses>& sprt) {
  if (!sprt.has_value()) return "none";
  return absl::StrCat("elo0=", sprt->elo0, ",elo1=", sprt->elo1,
                      ",alpha=", sprt->alpha, ",beta=", sprt->beta,
                      sprt->normalized() ? ",normalized" : "");
}

}  // namespace

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
    status.Update(statistics::CheckHypotheses(*configuration.sprt));
    if (configuration.games.size() != 1 || configuration.players.size() != 2) {
      status.Update(absl::InvalidArgumentError(absl::StrCat(
          "a sequential test is of two players in one game, not of ",
          configuration.players.size(), " in ", configuration.games.size())));
    }
  }
  return status;
}

bool IsReproducible(const Configuration& configuration) {
  if (configuration.limits.time.has_value() ||
      configuration.clock.has_value()) {
    return false;
  }
  for (const std::string& player : configuration.players) {
    const auto name = ParseName(player);
    if (!name.ok() || name->id == kTimedLevel) return false;
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
  // Compared as numbers: the six digits of a message may hide a difference.
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
