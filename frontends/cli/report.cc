// boardwalk report: what a file of results says about the players.

#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/cli.h"
#include "frontends/cli/commands.h"
#include "frontends/cli/results_arguments.h"
#include "frontends/report/report.h"
#include "frontends/report/summary.h"
#include "frontends/tournament/plan.h"

namespace boardwalk::cli {
namespace {

constexpr absl::string_view kFormat = "--format";
constexpr absl::string_view kHtml = "--html";
constexpr absl::string_view kNoTimes = "--no-times";

using Writer = std::string (*)(const report::Summary&);

absl::StatusOr<Writer> WriterOf(const std::string& format) {
  if (format == "text") return report::TextReport;
  if (format == "csv") return report::CsvReport;
  if (format == "json") return report::JsonReport;
  return absl::InvalidArgumentError(absl::StrCat(
      kFormat, " ", Quoted(format), " is none of text, csv and json"));
}

// Leaves in what the same games played again would say.
void ForgetTimes(report::Summary& summary) {
  for (report::VariantSummary& variant : summary.variants) {
    for (report::PlayerRow& row : variant.players) {
      row.seconds = row.wall_seconds = row.max_seconds = 0;
    }
  }
}

absl::StatusOr<int> RunReport(const Arguments& arguments,
                              const Context& context) {
  const bool html = arguments.Has(kHtml);
  // A page alone is not told twice.
  const bool print = !html || arguments.Has(kFormat);
  ASSIGN_OR_RETURN(
      const auto writer,
      WriterOf(arguments.Has(kFormat) ? arguments.Text(kFormat) : "text"));
  ASSIGN_OR_RETURN(const auto store, OpenResults(arguments));
  ASSIGN_OR_RETURN(
      const auto plan,
      tournament::Plan::OfResults(context.catalog, store->configuration()));
  ASSIGN_OR_RETURN(auto summary, report::Summarize(plan, *store));
  if (arguments.Has(kNoTimes)) ForgetTimes(summary);
  if (html) {
    const std::string path = arguments.Text(kHtml);
    const absl::Status status =
        WriteFileAtomically(path, report::HtmlReport(summary));
    // A place that cannot be written to is no wrong usage.
    if (!status.ok()) return absl::InternalError(status.message());
    context.err << "wrote " << OneLine(path) << std::endl;
  }
  if (print) {
    std::string text = (writer)(summary);
    if (text.empty() || text.back() != '\n') text += '\n';
    context.out << text;
  }
  return 0;
}

}  // namespace

Command ReportCommand() {
  return {.name = "report",
          .help = "says what a file of results means: ratings, crosstables",
          .positionals = {kFileArgument},
          .options = {{kHtml, "OUT",
                       "writes a page with pictures there, and prints nothing "
                       "without --format"},
                      {kFormat, "F", "text, csv or json; text unless said"},
                      {kNoTimes, "",
                       "takes all times for 0, as no two runs share them"}},
          .run = RunReport};
}

}  // namespace boardwalk::cli
