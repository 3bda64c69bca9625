#include "frontends/cli/standings_output.h"

#include <optional>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/file.h"
#include "framework/json.h"
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

// `shown` are the standings, maybe without the names of the entrants.
absl::Status WriteGradescope(const contest::Standings& standings,
                             const contest::Standings& shown,
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
        contest::GradescopeJson(shown, row), kGradescopeSignature));
  }
  return absl::OkStatus();
}

// Without how the games ended, which may tell names. The page says it beside.
report::ShownGames WithoutDetails(report::ShownGames games) {
  Json json = Json::parse(games.json, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return games;
  for (Json& game : json["games"]) game.erase("d");
  games.json = absl::StrReplaceAll(JsonText(json), {{"<", "\\u003c"}});
  return games;
}

// Says who is who.
void PrintHiddenNames(const contest::Standings& standings,
                      const contest::Standings& shown, std::ostream& err) {
  for (const contest::EntrantRow& row : standings.entrants) {
    const std::string name = standings.PlayerName(row.player);
    const std::string there = shown.PlayerName(row.player);
    if (name != there) err << OneLine(name) << " is " << there << std::endl;
  }
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
  contest::Standings shown = standings;
  std::optional<comparison::Plan> hidden;
  if (arguments.Has(kAnonymous)) {
    contest::HideNames(arguments.Text(kAnonymous), shown);
    PrintHiddenNames(standings, shown, context.err);
    ASSIGN_OR_RETURN(hidden, comparison::Plan::OfResults(context.catalog,
                                                         shown.configuration));
  }
  RETURN_IF_ERROR(WritePage(
      hidden.has_value() ? *hidden : plan, store, arguments, context,
      [&](const report::ShownGames& games) {
        return contest::StandingsHtml(
            shown, hidden.has_value() ? WithoutDetails(games) : games);
      }));
  if (arguments.Has(kGradescope)) {
    const std::string folder = arguments.Text(kGradescope);
    RETURN_IF_ERROR(WorkFailed(WriteGradescope(standings, shown, folder)));
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
