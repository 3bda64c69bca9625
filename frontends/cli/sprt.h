// A sequential test, for the commands that make one.

#ifndef BOARDWALK_FRONTENDS_CLI_SPRT_H_
#define BOARDWALK_FRONTENDS_CLI_SPRT_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "frontends/cli/command.h"
#include "frontends/comparison/plan.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/statistics/sprt.h"

namespace boardwalk::cli {

// --elo0, --elo1, --alpha, --beta and --normalized.
std::vector<Option> HypothesisOptions(const std::string& elo1);
statistics::SprtHypotheses ReadHypotheses(const Arguments& arguments);

struct SprtOutcome {
  int status = 0;  // to exit with
  report::Summary summary;
};

// Plays the test of the plan until it is decided, and prints to `out` what it
// found. Results are kept in the file of --db, with `db_suffix` behind its
// name. Errors are those of RunTournament.
absl::StatusOr<SprtOutcome> RunSprtPlan(const comparison::Plan& plan,
                                        const std::string& db_suffix,
                                        const Arguments& arguments,
                                        const Context& context,
                                        std::ostream& out);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_SPRT_H_
