#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/templates.h"

namespace boardwalk::cli {
namespace {

constexpr char kEntryId[] = "--id";
constexpr char kEntryTime[] = "--time";
constexpr char kForceEntry[] = "--force";

constexpr size_t kMaxEntryId = 32;
// The competition allows 5 s a move, on a machine that may be busy.
constexpr std::chrono::milliseconds kShortestTime{1}, kLongestTime{4000};
constexpr char kTemplateTime[] = "500ms";
// The line of the template with the time, in seconds.
constexpr char kTimeLine[] = "#define AI_SECONDS_STUDENTID ";

// It becomes the end of names in C, and a part of names of files.
absl::Status CheckEntryId(const std::string& id) {
  const bool fits = !id.empty() && id.size() <= kMaxEntryId &&
                    std::ranges::all_of(id, [](unsigned char c) {
                      return absl::ascii_isalnum(c) || c == '_';
                    });
  if (fits) return absl::OkStatus();
  return InvalidArgument(
      kEntryId, " ", Quoted(id),
      " cannot end a name in C; use letters, digits and '_', at "
      "most ",
      kMaxEntryId, ", such as 1155123456");
}

absl::StatusOr<double> ReadSeconds(const std::string& text) {
  const auto time = ParseDuration(text);
  if (time.ok() && *time >= kShortestTime && *time <= kLongestTime) {
    return std::chrono::duration<double>(*time).count();
  }
  return InvalidArgument(kEntryTime, " ", Quoted(text), " is not a time from ",
                         FormatDuration(kShortestTime), " to ",
                         FormatDuration(kLongestTime));
}

absl::StatusOr<int> RunExportEntry(const Arguments& arguments,
                                   const Context& context) {
  const std::string id = arguments.Text(kEntryId);
  RETURN_IF_ERROR(CheckEntryId(id));
  ASSIGN_OR_RETURN(const double seconds,
                   ReadSeconds(arguments.Text(kEntryTime)));
  ASSIGN_OR_RETURN(const double usual, ReadSeconds(kTemplateTime));
  std::vector<std::pair<std::string, std::string>> files;
  for (const TemplateFile& file : TemplateFiles()) {
    if (absl::string_view(file.kind) != "entry") continue;
    const std::string text = absl::StrReplaceAll(
        file.text, {{absl::StrCat(kTimeLine, usual, "\n"),
                     absl::StrCat(kTimeLine, seconds, "\n")}});
    files.emplace_back(absl::StrReplaceAll(file.name, {{file.id, id}}),
                       absl::StrReplaceAll(text, {{file.id, id}}));
  }
  for (const auto& [name, text] : files) {
    std::error_code error;
    if (!arguments.Has(kForceEntry) &&
        std::filesystem::symlink_status(name, error).type() !=
            std::filesystem::file_type::not_found) {
      return FailedPrecondition(name, " is here already; nothing is changed (",
                                kForceEntry, " replaces it)");
    }
  }
  for (const auto& [name, text] : files) {
    RETURN_IF_ERROR(WriteFileAtomically(name, text));
  }
  context.out << "aiplayer_" << id << ".h and aiplayer_" << id
              << ".c are an entry for the tournament. Look whether they "
                 "compile:\n  cc -std=c99 -Wall -Wextra -pedantic -O2 -c "
                 "aiplayer_"
              << id << ".c\n";
  return 0;
}

}  // namespace

Command ExportEntryCommand() {
  return {.name = "export-entry",
          .help = "writes a player in C for a tournament of programs",
          .group = {
              {.name = "chinese8",
               .help = "aiplayer_ID.h and aiplayer_ID.c, in this folder",
               .options = {{.name = kEntryId,
                            .value = "ID",
                            .help = "of the entrant, such as 1155123456: all "
                                    "names end in it",
                            .required = true},
                           {.name = kEntryTime,
                            .value = "T",
                            .help = "processor time for a move, at most 4s",
                            .fallback = kTemplateTime},
                           {kForceEntry, "", "replaces files of these names"}},
               .run = RunExportEntry}}};
}

}  // namespace boardwalk::cli
