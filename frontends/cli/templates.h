// The files that `boardwalk new` and `boardwalk export-entry` copy, as the
// build puts them into the program.

#ifndef BOARDWALK_FRONTENDS_CLI_TEMPLATES_H_
#define BOARDWALK_FRONTENDS_CLI_TEMPLATES_H_

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

#endif  // BOARDWALK_FRONTENDS_CLI_TEMPLATES_H_
