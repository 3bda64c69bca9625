// The files of the page, as the build puts them into the program.

#ifndef BOARDWALK_FRONTENDS_WEB_PAGE_PAGE_FILES_H_
#define BOARDWALK_FRONTENDS_WEB_PAGE_PAGE_FILES_H_

#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk::web {

struct PageFile {
  absl::string_view name;  // "board.js", below page/
  absl::string_view type;  // "text/javascript; charset=utf-8"
  absl::string_view hash;  // of the text
  absl::string_view text;
};

const std::vector<PageFile>& PageFiles();

// Null if there is none. The path "/" is that of index.html.
const PageFile* FindPageFile(absl::string_view path);

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_PAGE_PAGE_FILES_H_
