#include "frontends/python/compare.h"

#include <atomic>
#include <memory>

#include "absl/status/status.h"
#include "framework/status_macros.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/python/game_fault.h"
#include "frontends/python/interruptible.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/report/report.h"
#include "frontends/results/store.h"

namespace boardwalk::python {
namespace {

absl::StatusOr<Report> ReportOf(const comparison::Plan& plan,
                                const comparison::Store& store) {
  ASSIGN_OR_RETURN(const report::Summary summary,
                   report::Summarize(plan, store));
  return Report{report::JsonReport(summary, /*indent=*/-1),
                report::TextReport(summary)};
}

}  // namespace

absl::StatusOr<Report> Compare(const Catalog& catalog,
                               const comparison::Configuration& configuration,
                               int jobs, const std::string& file,
                               GameCall& call,
                               absl::FunctionRef<bool()> interrupted) {
  // The call may outlive this function.
  const auto stop = std::make_shared<std::atomic<bool>>(false);
  // A game that ends by a fault does not count.
  call.OnFault([stop] { *stop = true; });
  const auto work = [&]() -> absl::StatusOr<Report> {
    ASSIGN_OR_RETURN(const comparison::Plan plan,
                     comparison::Plan::Create(catalog, configuration,
                                              {.time = kUsualMoveTime}));
    ASSIGN_OR_RETURN(const auto store,
                     results::OpenToPlay(file, plan.configuration()));
    ASSIGN_OR_RETURN(const comparison::RunCounts counts,
                     comparison::PlayMissing(
                         plan, *store, {.jobs = jobs, .stop = stop.get()}));
    if (counts.stopped) return absl::CancelledError("it was interrupted");
    return ReportOf(plan, *store);
  };
  return RunInterruptibly(work, interrupted, [stop] { *stop = true; });
}

absl::StatusOr<Report> ReadReport(const Catalog& catalog,
                                  const std::string& file) {
  ASSIGN_OR_RETURN(const results::CheckedResults checked,
                   results::OpenChecked(catalog, file));
  return ReportOf(checked.plan, *checked.store);
}

}  // namespace boardwalk::python
