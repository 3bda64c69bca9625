#include "framework/tables/cache_folder.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace boardwalk {
namespace {

// The variable's value where it is an absolute path, else "".
std::string PathIn(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && value[0] == '/' ? value : "";
}

}  // namespace

absl::StatusOr<std::string> CacheFolder() {
  std::string parent = PathIn("XDG_CACHE_HOME");
  if (parent.empty()) {
    parent = PathIn("HOME");
    if (parent.empty()) {
      return absl::FailedPreconditionError(
          "there is no cache folder: neither XDG_CACHE_HOME nor HOME is an "
          "absolute path");
    }
    parent += "/.cache";
  }
  return parent + "/boardwalk";
}

absl::Status MakeFolders(const std::string& path) {
  for (size_t end = 0; end != std::string::npos;) {
    end = path.find('/', end + 1);
    const std::string folder = path.substr(0, end);
    if (mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST) continue;
    // Above it may be folders that exist and may not be written to, which some
    // systems report before they look.
    const int error = errno;
    struct stat info {};
    if (stat(folder.c_str(), &info) == 0) continue;
    return absl::FailedPreconditionError(
        absl::StrCat("cannot make the folder '", folder,
                     "': ", std::generic_category().message(error)));
  }
  return absl::OkStatus();
}

}  // namespace boardwalk
