// How well the values that players report foretell the results of their games.
// A value is the expected return of the seat to move: positions with values of
// about 0.5 should have given 0.5 on average. A table has the positions of each
// player, and of all together, in bins of values (a reliability diagram: Murphy
// and Winkler 1977).
//
// Example, given `const Catalog& catalog`:
//
//   ASSIGN_OR_RETURN(const auto store, results::OpenToRead("results.sqlite"));
//   ASSIGN_OR_RETURN(const auto plan, results::PlanOfResults(catalog, *store));
//   ASSIGN_OR_RETURN(const auto calibrations, Calibrate(plan, *store));
//   std::cout << CalibrationText(plan.configuration(), calibrations);

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/store.h"
#include "frontends/report/printable_table.h"

namespace boardwalk::report {

// The positions with values from `low` to `high`.
struct CalibrationBin {
  double low = 0, high = 0;
  int64_t positions = 0;
  double value = 0, returns = 0;  // means
  // Half of the 95 % interval of the difference of the two. All positions of a
  // block (comparison/plan.h) are one observation: those of a game share its
  // result. Unset for a single block.
  std::optional<double> error = {};

  double Difference() const { return returns - value; }
};

// A player in one variant, or all together.
struct Calibration {
  int variant = 0;  // index in the configuration
  // Index in the configuration; unset for all players together. Where one is
  // lucky its opponents are unlucky, so that all together tell more of the
  // values.
  std::optional<int> player = {};
  int64_t games = 0, positions = 0;
  std::vector<CalibrationBin> bins;  // those with positions, ascending
  // The mean over all positions of the difference of their bin, without its
  // sign (the expected calibration error of Naeini, Cooper, Hauskrecht 2015).
  double difference = 0;
  // What it is on average for a player whose values are right, since results
  // vary. Bins of a single block add nothing.
  double by_chance = 0;
  // The calibration slope (D. R. Cox 1958): the logarithms of the odds of its
  // values times this foretell the results best. 1 for values that are right,
  // less for extreme ones. Unset where the results tell nothing of it.
  std::optional<double> slope = {};
};

// Of every player that reports values, in the order of variants and players;
// behind several in a variant, of all together.
// Counts neither positions whose result the player has proved, nor games in
// which anybody forfeited or that the limit of plies ended, as whoever chose
// that made the result, nor those of a game that is not loaded. Errors:
// those of the store; a record that cannot be replayed.
absl::StatusOr<std::vector<Calibration>> Calibrate(
    const comparison::Plan& plan, const comparison::Store& store);

// For a terminal: a table for each.
std::string CalibrationText(const comparison::Configuration& configuration,
                            const std::vector<Calibration>& calibrations);
// The same tables with captions.
std::string CalibrationPaper(const comparison::Configuration& configuration,
                             const std::vector<Calibration>& calibrations,
                             PaperForm form);
// A row for each bin, with a header row; nothing without positions. RFC 4180.
std::string CalibrationCsv(const comparison::Configuration& configuration,
                           const std::vector<Calibration>& calibrations);
// An object with the member "calibration", an array with an object for each.
std::string CalibrationJson(const comparison::Configuration& configuration,
                            const std::vector<Calibration>& calibrations);

}  // namespace boardwalk::report
