// A folder of a test's own, gone with all that is in it when the test ends:
// others may run at the same time, and other people on the same machine. It is
// made where TMPDIR says, else in /tmp.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace boardwalk {

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() / "boardwalk_XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) {
      throw std::runtime_error(absl::StrCat("no folder like ", path_));
    }
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  // The path of what has this name, or this path, in it.
  std::string File(absl::string_view name) const {
    return absl::StrCat(path_, "/", name);
  }

 private:
  std::string path_;
};

}  // namespace boardwalk
