#include "frontends/cli/standings_output.h"

#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/results_arguments.h"
#include "frontends/report/report.h"

namespace boardwalk::cli {
namespace {

// What every results.json of ours begins with.
constexpr absl::string_view kGradescopeSignature = "{\n  \"score\": ";

// The name of an entrant as that of a folder, which `taken` does not have yet.
std::string FolderName(const std::string& entrant,
                       std::set<std::string>& taken) {
  constexpr size_t kMaxName = 100;
  std::string name = entrant.substr(0, kMaxName);
  std::replace_if(
      name.begin(), name.end(),
      [](char c) {
        return !absl::ascii_isalnum(static_cast<unsigned char>(c)) &&
               absl::string_view("-_=,:+").find(c) == absl::string_view::npos;
      },
      '_');
  std::string folder = name;
  for (int i = 2; !taken.insert(folder).second; ++i) {
    folder = absl::StrCat(name, "-", i);
  }
  return folder;
}

absl::Status WriteGradescope(const contest::Standings& standings,
                             const std::string& folder) {
  std::set<std::string> taken;
  for (size_t row = 0; row < standings.entrants.size(); ++row) {
    const std::string of_entrant = absl::StrCat(
        folder, "/",
        FolderName(standings.PlayerName(standings.entrants[row].player),
                   taken));
    RETURN_IF_ERROR(MakeFolders(of_entrant));
    RETURN_IF_ERROR(WriteFileAtomically(
        absl::StrCat(of_entrant, "/results.json"),
        contest::GradescopeJson(standings, row), kGradescopeSignature));
  }
  return absl::OkStatus();
}

}  // namespace

Option GradescopeOption() {
  return {.name = kGradescope,
          .value = "FOLDER",
          .help =
              "writes FOLDER/ENTRANT/results.json for each entrant of a "
              "tournament, as Gradescope reads it",
          .completion = Completion::kFile};
}

absl::Status WritePage(
    const comparison::Plan& plan, const comparison::Store& store,
    const Arguments& arguments, const Context& context,
    const std::function<std::string(const report::ShownGames&)>& page) {
  if (!arguments.Has(kHtml)) return absl::OkStatus();
  const std::string path = arguments.Text(kHtml);
  ASSIGN_OR_RETURN(
      const auto games,
      report::ShowGames(plan, store,
                        {.max_bytes = report::SpaceForGames(page({})),
                         .times = !arguments.Has(kNoTimes)}));
  RETURN_IF_ERROR(WorkFailed(
      WriteFileAtomically(path, page(games), report::kHtmlSignature)));
  context.err << "wrote " << OneLine(path) << std::endl;
  return absl::OkStatus();
}

absl::Status WriteStandings(const comparison::Plan& plan,
                            const comparison::Store& store,
                            const contest::Standings& standings,
                            const Arguments& arguments,
                            const Context& context) {
  RETURN_IF_ERROR(WritePage(plan, store, arguments, context,
                            [&](const report::ShownGames& games) {
                              return contest::StandingsHtml(standings, games);
                            }));
  if (arguments.Has(kGradescope)) {
    const std::string folder = arguments.Text(kGradescope);
    RETURN_IF_ERROR(WorkFailed(WriteGradescope(standings, folder)));
    context.err << "wrote " << OneLine(folder) << "/*/results.json"
                << std::endl;
  }
  return absl::OkStatus();
}

void PrintStandings(const contest::Standings& standings,
                    absl::string_view format, const Context& context) {
  context.out << (format == "csv"    ? contest::StandingsCsv(standings)
                  : format == "json" ? contest::StandingsJson(standings)
                                     : contest::StandingsText(standings));
}

}  // namespace boardwalk::cli
