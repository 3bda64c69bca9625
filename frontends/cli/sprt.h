// Plays a sequential test: for `sprt`, and for `tune`, which tests the weights
// that it finds.

#ifndef BOARDWALK_FRONTENDS_CLI_SPRT_H_
#define BOARDWALK_FRONTENDS_CLI_SPRT_H_

#include <ostream>
#include <string>

#include "absl/status/statusor.h"
#include "frontends/cli/command.h"
#include "frontends/comparison/plan.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/statistics/sprt.h"

namespace boardwalk::cli {

struct SprtOutcome {
  int status = 0;  // the exit status
  report::Summary summary;
};

// Plays the test of the plan until it is decided, and prints its result to
// `out`. Results are kept in the file of --db, with `db_suffix` behind its
// name. Errors are those of PlayComparison.
absl::StatusOr<SprtOutcome> RunSprtPlan(const comparison::Plan& plan,
                                        const std::string& db_suffix,
                                        const Arguments& arguments,
                                        const Context& context,
                                        std::ostream& out);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_SPRT_H_
