// boardwalk games: lists the games in a file of results.

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/results_arguments.h"

namespace boardwalk::cli {
namespace {

constexpr char kLimit[] = "--limit";
constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();

// "1-0", "1/2-1/2-0": the share of each seat in the win.
std::string ResultText(const comparison::GameSummary& game) {
  size_t winners = 0;
  for (const comparison::SeatResult& seat : game.seats) {
    if (seat.returns > 0) ++winners;
  }
  const size_t shared_by = winners == 0 ? game.seats.size() : winners;
  return absl::StrJoin(
      game.seats, "-",
      [&](std::string* out, const comparison::SeatResult& seat) {
        if (winners > 0 && seat.returns <= 0) {
          absl::StrAppend(out, "0");
        } else {
          absl::StrAppend(out, "1",
                          shared_by == 1 ? "" : absl::StrCat("/", shared_by));
        }
      });
}

// One line per game, in columns. The widths follow from the configuration, so
// each line is printed at once.
class Table {
 public:
  Table(const comparison::Configuration& configuration, std::ostream& out)
      : configuration_(configuration), out_(out) {
    for (const std::string& name : configuration.games) {
      width_ = std::max(width_, static_cast<int>(name.size()));
    }
    out_ << absl::StrFormat("%7s  %-*s  %5s  %5s  %9s  %-12s  %-7s  %s\n", "id",
                            width_, "game", "round", "plies", "CPU s", "ending",
                            "result", "players");
  }

  void Print(const comparison::GameSummary& game) {
    double seconds = 0;
    for (const comparison::SeatResult& seat : game.seats)
      seconds += seat.seconds;
    out_ << absl::StrFormat("%7d  %-*s  %5d  %5d  %9.3f  %-12s  %-7s  %s%s\n",
                            game.id, width_, configuration_.games[game.variant],
                            game.round + 1, game.plies, seconds,
                            std::string(TerminationName(game.termination)),
                            ResultText(game), Players(game), Why(game));
  }

 private:
  std::string Players(const comparison::GameSummary& game) const {
    return absl::StrJoin(
        game.seats, " ",
        [&](std::string* out, const comparison::SeatResult& seat) {
          absl::StrAppend(out, configuration_.players[seat.player]);
        });
  }

  // Behind the players: why one lost without the rules, in a program's own
  // words.
  static std::string Why(const comparison::GameSummary& game) {
    std::vector<std::string> reasons;
    const bool resigned = game.termination == Termination::kResignation;
    if (game.loser >= 0 && !resigned && !game.detail.empty()) {
      reasons.push_back(
          absl::StrCat("seat ", game.loser + 1, ": ", game.detail));
    }
    if (!game.faults.empty()) reasons.push_back(FaultsText(game.faults));
    return reasons.empty()
               ? ""
               : absl::StrCat("  -- ", absl::StrJoin(reasons, "; "));
  }

  const comparison::Configuration& configuration_;
  std::ostream& out_;
  int width_ = 4;  // of "game"
};

absl::StatusOr<int> RunGames(const Arguments& arguments,
                             const Context& context) {
  const int64_t limit =
      arguments.Has(kLimit) ? arguments.Int(kLimit) : kUnlimited;
  ASSIGN_OR_RETURN(const auto results,
                   OpenCheckedResults(arguments, context.catalog));
  const auto& store = results.store;
  const comparison::Configuration configuration = store->configuration();
  ASSIGN_OR_RETURN(const auto filter,
                   ReadFilter(arguments, configuration, context.catalog));
  absl::Status status;
  if (arguments.Has("--json")) {
    status = PrintEach(*store, filter, limit, context.out,
                       [&](const comparison::GameSummary& game) {
                         PrintLine(GameJson(game, configuration, Times::kShown),
                                   context.out);
                       });
  } else {
    Table table(configuration, context.out);
    status = PrintEach(
        *store, filter, limit, context.out,
        [&](const comparison::GameSummary& game) { table.Print(game); });
  }
  if (!status.ok()) return status;
  return 0;
}

}  // namespace

Command GamesCommand() {
  return {.name = "games",
          .help = "lists the games in a file of results",
          .positionals = {kFileArgument},
          .options = {kGameFilter,
                      kPlayerFilter,
                      kEndingFilter,
                      kRoundFilter,
                      {.name = kLimit,
                       .value = "N",
                       .help = "at most N games",
                       .values = Bounds<int64_t>{1, kUnlimited}},
                      {"--json", "", "prints a JSON object per line"}},
          .run = RunGames};
}

}  // namespace boardwalk::cli
