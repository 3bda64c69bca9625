#include "frontends/cli/results_arguments.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/quote.h"
#include "framework/record.h"
#include "framework/suggest.h"

namespace boardwalk::cli {
namespace {

// The place of `name` among the results' `names`.
absl::StatusOr<int> Find(absl::string_view option, const std::string& name,
                         const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  return absl::InvalidArgumentError(absl::StrCat(
      option, " ", Quoted(name), " is not in these results",
      DidYouMean(name, names), " (there are ", absl::StrJoin(names, " "), ")"));
}

// A game's name in full where the catalog knows it.
std::string GameName(const Catalog& catalog, const std::string& name) {
  const auto game = catalog.MakeGame(name);
  return game.ok() ? (*game)->Name() : name;
}

std::string PlayerName(const Catalog& catalog, const std::string& name) {
  return CanonicalPlayerName(catalog.Players(), name).value_or(name);
}

// How a visitor says that it has seen enough.
absl::Status Enough() { return absl::CancelledError("enough"); }

absl::Status UnlessEnough(const absl::Status& status) {
  return absl::IsCancelled(status) ? absl::OkStatus() : status;
}

}  // namespace

absl::StatusOr<std::unique_ptr<compare::Store>> OpenResults(
    const Arguments& arguments) {
  return compare::Store::OpenToRead(arguments.Text(kFileArgument.name));
}

absl::StatusOr<compare::GameFilter> ReadFilter(
    const Arguments& arguments, const compare::Configuration& configuration,
    const Catalog& catalog) {
  compare::GameFilter filter;
  if (arguments.Has(kGameFilter.name)) {
    const auto variant = Find(
        kGameFilter.name, GameName(catalog, arguments.Text(kGameFilter.name)),
        configuration.games);
    if (!variant.ok()) return variant.status();
    filter.variant = *variant;
  }
  if (arguments.Has(kPlayerFilter.name)) {
    const auto player =
        Find(kPlayerFilter.name,
             PlayerName(catalog, arguments.Text(kPlayerFilter.name)),
             configuration.players);
    if (!player.ok()) return player.status();
    filter.player = *player;
  }
  if (arguments.Has(kEndingFilter.name)) {
    const auto ending = ParseEnding(arguments.Text(kEndingFilter.name));
    if (!ending.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(kEndingFilter.name, ": ", ending.status().message()));
    }
    filter.ending = *ending;
  }
  if (arguments.Has(kRoundFilter.name)) {
    const auto round =
        arguments.Int(kRoundFilter.name, {1, compare::kMaxRounds}, 1);
    if (!round.ok()) return round.status();
    filter.round = *round - 1;
  }
  return filter;
}

absl::Status PrintEach(
    const compare::Store& store, const compare::GameFilter& filter,
    int64_t limit, const std::ostream& out,
    const std::function<void(const compare::GameSummary&)>& print) {
  return UnlessEnough(
      store.ForEach(filter, [&](const compare::GameSummary& game) {
        if (limit-- <= 0 || !out) return Enough();
        print(game);
        return absl::OkStatus();
      }));
}

absl::Status PrintEachWhole(
    const compare::Store& store, const compare::GameFilter& filter,
    const std::ostream& out,
    const std::function<void(const compare::FinishedGame&)>& print) {
  return UnlessEnough(
      store.ForEachWhole(filter, [&](const compare::FinishedGame& game) {
        if (!out) return Enough();
        print(game);
        return absl::OkStatus();
      }));
}

}  // namespace boardwalk::cli
