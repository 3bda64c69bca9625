// The files that `boardwalk new` and `boardwalk export-entry` copy, as the
// build puts them into the program.

#pragma once

#include <vector>

namespace boardwalk::cli {

struct TemplateFile {
  const char* kind;  // "game", "player" or "entry"
  const char* id;    // what the template is called in its texts and file names
  const char* name;  // of the file
  const char* text;
};

const std::vector<TemplateFile>& TemplateFiles();

}  // namespace boardwalk::cli
