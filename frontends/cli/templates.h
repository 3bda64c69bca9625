// The files that `boardwalk new` and `boardwalk export-entry` copy, as the
// build puts them into the program.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace boardwalk::cli {

struct TemplateFile {
  const char* kind;  // "game", "player", "chinese8_entry", "star_entry", ...
  const char* id;    // what the template is called in its texts and file names
  const char* name;  // of the file
  const char* text;
};

const std::vector<TemplateFile>& TemplateFiles();

// The files of an entrant, each with its name and its text. Errors: an id with
// which a name in C cannot end. (In export_entry.cc.)
absl::StatusOr<std::vector<std::pair<std::string, std::string>>> EntryFiles(
    absl::string_view kind, const std::string& id);

// How their source is compiled, to look whether it is in order.
std::string CompileCommand(const std::string& source);

}  // namespace boardwalk::cli
