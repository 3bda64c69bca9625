// boardwalk check: the conformance suite on one game, and its perft table.

#include <cstdint>
#include <limits>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/conformance.h"
#include "framework/perft_table.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"

namespace boardwalk::cli {
namespace {

const Option kRandomGames = {.name = "--games",
                             .value = "N",
                             .help =
                                 "random games to play; default: 20, and "
                                 "more of a short game",
                             .values = Bounds<int64_t>{1, 1'000'000}};
const Option kRandomSeed = {.name = "--seed",
                            .value = "N",
                            .help = "seed of these games",
                            .values = kSeedBounds,
                            .fallback = "1"};
const Option kPerftFile = {.name = "--perft",
                           .value = "FILE",
                           .help =
                               "compares perft with the table in FILE, lines "
                               "such as: - 1:9 2:72",
                           .completion = Completion::kFile};
const Option kMostLeaves = {
    .name = "--leaves",
    .value = "N",
    .help = "leaves out the depths of the table with more",
    .values = Bounds<int64_t>{1, int64_t{1} << 53}};

// Adds to `report` what differs from the table.
absl::Status CheckPerft(const Catalog& catalog, const std::string& path,
                        absl::string_view id, int64_t max_leaves,
                        ConformanceReport& report, int64_t& compared) {
  ASSIGN_OR_RETURN(const auto rows, ReadPerftTable(path, id));
  for (const PerftRow& row : rows) {
    const auto place = [&] {
      return absl::StrCat(OneLine(path), ", line ", row.line, ": ");
    };
    const auto game = catalog.MakeGame(row.game);
    if (!game.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(place(), game.status().message()));
    }
    const auto start = (*game)->InitialState();
    for (const auto& [depth, expected] : row.leaves) {
      if (expected > static_cast<uint64_t>(max_leaves)) continue;
      ASSIGN_OR_RETURN(const uint64_t leaves, (*game)->Perft(*start, depth));
      ++compared;
      if (leaves == expected) continue;
      report.failures.push_back(absl::StrCat("perft: ", place(), "depth ",
                                             depth, " has ", leaves,
                                             " leaves, not ", expected));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<int> RunCheck(const Arguments& arguments,
                             const Context& context) {
  ASSIGN_OR_RETURN(const auto game, context.catalog.MakeGame(
                                        arguments.Text(kGameArgument.name)));
  ConformanceOptions options = {
      .seed = static_cast<uint64_t>(arguments.Int(kRandomSeed.name))};
  if (arguments.Has(kRandomGames.name)) {
    options.games = static_cast<int>(arguments.Int(kRandomGames.name));
  }
  ConformanceReport report = game->Check(options);
  int64_t compared = 0;
  if (arguments.Has(kPerftFile.name)) {
    const int64_t max_leaves = arguments.Has(kMostLeaves.name)
                                   ? arguments.Int(kMostLeaves.name)
                                   : std::numeric_limits<int64_t>::max();
    RETURN_IF_ERROR(CheckPerft(context.catalog, arguments.Text(kPerftFile.name),
                               game->Info().id, max_leaves, report, compared));
  }
  if (arguments.Has(kJsonOption.name)) {
    PrintLine({{"game", game->Name()},
               {"games", report.games},
               {"positions", report.positions},
               {"perft", compared},
               {"failures", report.failures}},
              context.out);
    return report.ok() ? 0 : 1;
  }
  context.out << game->Name() << ": " << report.games << " games, "
              << report.positions << " positions, ";
  if (compared > 0) {
    context.out << Counted(compared, "perft number") << ", ";
  }
  if (report.ok()) {
    context.out << "conforms\n";
    return 0;
  }
  context.out << report.failures.size() << " failed\n";
  for (const std::string& failure : report.failures) {
    context.out << "  " << OneLine(failure) << "\n";
  }
  return 1;
}

}  // namespace

Command CheckCommand() {
  return {.name = "check",
          .help = "tests whether a game fulfils the contract of games",
          .positionals = {kGameArgument},
          .options = {kRandomGames, kRandomSeed, kPerftFile, kMostLeaves,
                      kJsonOption},
          .run = RunCheck};
}

}  // namespace boardwalk::cli
