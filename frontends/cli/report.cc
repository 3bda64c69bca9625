// boardwalk report: ratings and tables of a file of results.

#include "frontends/report/report.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/figure_files.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/cli/results_arguments.h"
#include "frontends/cli/standings_output.h"
#include "frontends/comparison/plan.h"
#include "frontends/report/calibration.h"
#include "frontends/report/comparison_summary.h"

namespace boardwalk::cli {
namespace {

constexpr char kReportFormat[] = "--format";
constexpr char kCalibration[] = "--calibration";
constexpr char kFigures[] = "--figures";

// Forms that only the report of a comparison has.
bool IsOfComparison(absl::string_view format) {
  return format != "text" && format != "csv" && format != "json";
}

// Unset for a form that is not for a paper.
std::optional<report::PaperForm> PaperFormOf(absl::string_view format) {
  if (format == "markdown") return report::PaperForm::kMarkdown;
  if (format == "latex") return report::PaperForm::kLatex;
  return std::nullopt;
}

std::string ReportText(const report::Summary& summary,
                       absl::string_view format) {
  if (const auto form = PaperFormOf(format)) {
    return report::PaperReport(summary, *form);
  }
  return format == "csv"           ? report::CsvReport(summary)
         : format == "csv-overall" ? report::OverallCsv(summary)
         : format == "csv-pairs"   ? report::PairsCsv(summary)
         : format == "json"        ? report::JsonReport(summary)
                                   : report::TextReport(summary);
}

std::string CalibrationText(
    const comparison::Configuration& configuration,
    const std::vector<report::Calibration>& calibrations,
    absl::string_view format) {
  if (const auto form = PaperFormOf(format)) {
    return report::CalibrationPaper(configuration, calibrations, *form);
  }
  return format == "csv" ? report::CalibrationCsv(configuration, calibrations)
         : format == "json"
             ? report::CalibrationJson(configuration, calibrations)
             : report::CalibrationText(configuration, calibrations);
}

// Keeps what does not change when the same games are played again.
void ForgetTimes(report::Summary& summary) {
  summary.origins.clear();
  for (report::VariantSummary& variant : summary.variants) {
    for (report::PlayerRow& row : variant.players) {
      row.seconds = row.wall_seconds = row.max_seconds = 0;
    }
  }
}

absl::Status WriteFiguresOf(const report::Summary& summary,
                            const Arguments& arguments,
                            const Context& context) {
  if (!arguments.Has(kFigures)) return absl::OkStatus();
  const std::string folder = arguments.Text(kFigures);
  const auto written = WriteFigures(summary, folder);
  RETURN_IF_ERROR(WorkFailed(written.status()));
  context.err << "wrote " << OneLine(folder) << ": "
              << Counted(static_cast<int64_t>(written->figures), "figure")
              << " as SVG" << (written->pdf ? ", PDF" : "") << " and CSV"
              << std::endl;
  if (!written->pdf) {
    context.err << "no PDF: there is no rsvg-convert; on Debian: apt-get "
                   "install librsvg2-bin"
                << std::endl;
  }
  return absl::OkStatus();
}

absl::StatusOr<int> RunReport(const Arguments& arguments,
                              const Context& context) {
  // With a page or figures, the text is printed only on request.
  const bool as_json = arguments.Has(kJsonOption.name);
  if (as_json && arguments.Has(kReportFormat)) {
    return absl::InvalidArgumentError(
        "--json is --format json: leave one of both out");
  }
  for (const absl::string_view other : {kHtml, kGradescope, kFigures}) {
    if (arguments.Has(kCalibration) && arguments.Has(other)) {
      return InvalidArgument(kCalibration, " is not part of what ", other,
                             " writes: leave one of both out");
    }
  }
  const bool print = (!arguments.Has(kHtml) && !arguments.Has(kFigures)) ||
                     as_json || arguments.Has(kReportFormat);
  const std::string format = as_json ? "json" : arguments.Text(kReportFormat);
  ASSIGN_OR_RETURN(const auto results,
                   OpenCheckedResults(arguments, context.catalog));
  const auto& [plan, store] = results;
  if (arguments.Has(kCalibration)) {
    if (IsOfComparison(format) && !PaperFormOf(format).has_value()) {
      return InvalidArgument(kReportFormat, " ", format,
                             " has no calibration; csv has");
    }
    ASSIGN_OR_RETURN(const auto calibrations, report::Calibrate(plan, *store));
    context.out << CalibrationText(plan.configuration(), calibrations, format);
    return 0;
  }
  if (comparison::RulesOf(plan.configuration()).has_standings) {
    if (IsOfComparison(format)) {
      return InvalidArgument(kReportFormat, " ", format,
                             " is for comparisons; of a tournament there are "
                             "text, csv and json");
    }
    if (arguments.Has(kFigures)) {
      return InvalidArgument(
          kFigures,
          " is for the results of boardwalk compare and sprt; these are of a "
          "tournament");
    }
    ASSIGN_OR_RETURN(auto standings, contest::RankEntrants(plan, *store));
    if (arguments.Has(kNoTimes)) contest::ForgetTimes(standings);
    RETURN_IF_ERROR(
        WriteStandings(plan, *store, standings, arguments, context));
    if (print) PrintStandings(standings, format, context);
    return 0;
  }
  if (arguments.Has(kGradescope)) {
    return InvalidArgument(
        kGradescope,
        " is for the results of boardwalk tournament; these are "
        "of a comparison");
  }
  ASSIGN_OR_RETURN(auto summary, report::Summarize(plan, *store));
  if (arguments.Has(kNoTimes)) ForgetTimes(summary);
  RETURN_IF_ERROR(WritePage(plan, *store, arguments, context,
                            [&](const report::ShownGames& games) {
                              return report::HtmlReport(summary, games);
                            }));
  RETURN_IF_ERROR(WriteFiguresOf(summary, arguments, context));
  if (print) context.out << ReportText(summary, format);
  return 0;
}

}  // namespace

Command ReportCommand() {
  return {
      .name = "report",
      .help = "prints ratings and crosstables of a file of results",
      .positionals = {kFileArgument},
      .options = {{.name = kHtml,
                   .value = "OUT",
                   .help = "writes a page with pictures to OUT and prints "
                           "nothing without --format",
                   .completion = Completion::kFile},
                  {.name = kFigures,
                   .value = "DIR",
                   .help = "writes each picture into the folder DIR as SVG, "
                           "PDF and the CSV of its points, and prints nothing "
                           "without --format",
                   .completion = Completion::kFile},
                  {.name = kReportFormat,
                   .value = "F",
                   .help = "the form of the printed report; csv has a row for "
                           "each game and player, csv-overall for each player, "
                           "csv-pairs for every two",
                   .values =
                       std::vector<std::string>{"text", "csv", "csv-overall",
                                                "csv-pairs", "json", "markdown",
                                                "latex"},
                   .fallback = "text"},
                  {kJsonOption.name, "", "the same as --format json"},
                  {kCalibration, "",
                   "prints instead how well the values that players report "
                   "foretell results"},
                  GradescopeOption(),
                  {kNoTimes, "",
                   "shows 0 for all times, which differ between runs"}},
      .run = RunReport};
}

}  // namespace boardwalk::cli
