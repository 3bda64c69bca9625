#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
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
// The line of the template with the time, in seconds; the id follows.
constexpr char kTimeLine[] = "#define AI_SECONDS_";

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

// Whether another file of this name is here.
bool IsInTheWay(const std::string& name, const std::string& text) {
  std::error_code error;
  if (std::filesystem::symlink_status(name, error).type() ==
      std::filesystem::file_type::not_found) {
    return false;
  }
  const auto there = ReadFile(name);
  return !there.ok() || *there != text;
}

absl::StatusOr<int> WriteEntry(
    const std::vector<std::pair<std::string, std::string>>& files,
    const std::string& source, const Arguments& arguments,
    const Context& context) {
  for (const auto& [name, text] : files) {
    if (arguments.Has(kForceEntry) || !IsInTheWay(name, text)) continue;
    return FailedPrecondition(name, " is here already; nothing is changed (",
                              kForceEntry, " replaces it)");
  }
  std::vector<std::string> names;
  for (const auto& [name, text] : files) {
    RETURN_IF_ERROR(WriteFileAtomically(name, text));
    names.push_back(name);
  }
  context.out << absl::StrJoin(names, " and ")
              << " are an entry for the tournament. Look whether they "
                 "compile:\n  "
              << CompileCommand(source) << "\n";
  return 0;
}

absl::StatusOr<int> RunExportEntry(const Arguments& arguments,
                                   const Context& context) {
  const std::string id = arguments.Text(kEntryId);
  ASSIGN_OR_RETURN(auto files, EntryFiles("chinese8_entry", id));
  ASSIGN_OR_RETURN(const double seconds,
                   ReadSeconds(arguments.Text(kEntryTime)));
  ASSIGN_OR_RETURN(const double usual, ReadSeconds(kTemplateTime));
  for (auto& [name, text] : files) {
    const std::string line = absl::StrCat(kTimeLine, id, " ");
    text = absl::StrReplaceAll(text, {{absl::StrCat(line, usual, "\n"),
                                       absl::StrCat(line, seconds, "\n")}});
  }
  return WriteEntry(files, absl::StrCat("aiplayer_", id, ".c"), arguments,
                    context);
}

absl::StatusOr<int> RunExportStarEntry(const Arguments& arguments,
                                       const Context& context) {
  const std::string id = arguments.Text(kEntryId);
  ASSIGN_OR_RETURN(const auto files, EntryFiles("star_entry", id));
  return WriteEntry(files, absl::StrCat("star", id, ".c"), arguments, context);
}

Option IdOption() {
  return {.name = kEntryId,
          .value = "ID",
          .help = "of the entrant, such as 1155123456: all names end in it",
          .required = true};
}

}  // namespace

absl::StatusOr<std::vector<std::pair<std::string, std::string>>> EntryFiles(
    absl::string_view kind, const std::string& id) {
  RETURN_IF_ERROR(CheckEntryId(id));
  std::vector<std::pair<std::string, std::string>> files;
  for (const TemplateFile& file : TemplateFiles()) {
    if (file.kind != kind) continue;
    const auto renamed = [&](absl::string_view text) {
      return absl::StrReplaceAll(
          text, {{"STUDENTID", id}, {"star1", absl::StrCat("star", id)}});
    };
    files.emplace_back(renamed(file.name), renamed(file.text));
  }
  return files;
}

std::string CompileCommand(const std::string& source) {
  return absl::StrCat("cc -std=c99 -Wall -Wextra -pedantic -O2 -c ", source);
}

Command ExportEntryCommand() {
  const Option force = {kForceEntry, "", "replaces files of these names"};
  return {
      .name = "export-entry",
      .help = "writes a player in C for a tournament of programs",
      .group = {{.name = "chinese8",
                 .help = "aiplayer_ID.h and aiplayer_ID.c, in this folder",
                 .options = {IdOption(),
                             {.name = kEntryTime,
                              .value = "T",
                              .help = "processor time for a move, at most 4s",
                              .fallback = kTemplateTime},
                             force},
                 .run = RunExportEntry},
                {.name = "star",
                 .help = "starID.c and the challenge's header, in this folder",
                 .options = {IdOption(), force},
                 .run = RunExportStarEntry}}};
}

}  // namespace boardwalk::cli
