#include "frontends/cli/results_arguments.h"
#include "framework/errors.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_join.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/suggest.h"
#include "framework/text.h"

namespace boardwalk::cli {
namespace {

// The index of `name` in the results' `names`.
absl::StatusOr<int> Find(absl::string_view option, const std::string& name,
                         const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  return InvalidArgument(option, " ", Quoted(name), " is not in these results",
                         DidYouMean(name, names), " (there are ",
                         absl::StrJoin(names, " "), ")");
}

// The full name of a game if the catalog has it.
std::string GameName(const Catalog& catalog, const std::string& name) {
  const auto game = catalog.MakeGame(name);
  return game.ok() ? (*game)->Name() : name;
}

// The full name of a player, also by its alias in the results.
std::string PlayerName(const Catalog& catalog,
                       const comparison::Configuration& configuration,
                       const std::string& name) {
  for (size_t i = 0; i < configuration.players.size(); ++i) {
    if (ShownName(configuration, static_cast<int>(i)) == name) {
      return configuration.players[i];
    }
  }
  return CanonicalPlayerName(catalog.Players(), name).value_or(name);
}

// Stops the iteration; no error.
absl::Status Enough() { return absl::CancelledError("enough"); }

absl::Status UnlessEnough(const absl::Status& status) {
  return absl::IsCancelled(status) ? absl::OkStatus() : status;
}

}  // namespace

absl::StatusOr<results::CheckedResults> OpenCheckedResults(
    const Arguments& arguments, const Catalog& catalog) {
  return results::OpenChecked(catalog, arguments.Text(kFileArgument.name));
}

absl::StatusOr<comparison::GameFilter> ReadFilter(
    const Arguments& arguments, const comparison::Configuration& configuration,
    const Catalog& catalog) {
  comparison::GameFilter filter;
  if (arguments.Has(kGameFilter.name)) {
    ASSIGN_OR_RETURN(filter.variant,
                     Find(kGameFilter.name,
                          GameName(catalog, arguments.Text(kGameFilter.name)),
                          configuration.games));
  }
  if (arguments.Has(kPlayerFilter.name)) {
    ASSIGN_OR_RETURN(filter.player,
                     Find(kPlayerFilter.name,
                          PlayerName(catalog, configuration,
                                     arguments.Text(kPlayerFilter.name)),
                          configuration.players));
  }
  if (arguments.Has(kEndingFilter.name)) {
    ASSIGN_OR_RETURN(filter.termination,
                     At(kEndingFilter.name,
                        ParseTermination(arguments.Text(kEndingFilter.name))));
  }
  if (arguments.Has(kRoundFilter.name)) {
    filter.round = arguments.Int(kRoundFilter.name) - 1;
  }
  return filter;
}

absl::Status PrintEach(
    const comparison::Store& store, const comparison::GameFilter& filter,
    int64_t limit, const std::ostream& out,
    const std::function<void(const comparison::GameSummary&)>& print) {
  return UnlessEnough(
      store.ForEach(filter, [&](const comparison::GameSummary& game) {
        if (limit-- <= 0 || !out) return Enough();
        print(game);
        return absl::OkStatus();
      }));
}

absl::Status PrintEachWhole(
    const comparison::Store& store, const comparison::GameFilter& filter,
    const std::ostream& out,
    const std::function<void(const comparison::FinishedGame&)>& print) {
  return UnlessEnough(
      store.ForEachWhole(filter, [&](const comparison::FinishedGame& game) {
        if (!out) return Enough();
        print(game);
        return absl::OkStatus();
      }));
}

}  // namespace boardwalk::cli
