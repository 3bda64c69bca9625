// Where the program keeps what it can compute again: by the XDG base directory
// specification $XDG_CACHE_HOME/boardwalk, else ~/.cache/boardwalk.

#ifndef BOARDWALK_FRAMEWORK_TABLES_CACHE_FOLDER_H_
#define BOARDWALK_FRAMEWORK_TABLES_CACHE_FOLDER_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace boardwalk {

// The folder's path, whether or not it is there. As the specification has it, a
// variable that is no absolute path counts as unset. An error where both
// XDG_CACHE_HOME and HOME are unset.
absl::StatusOr<std::string> CacheFolder();

// Makes the folder `path` and those above it, for the user alone, as far as
// they are not there. An error names the folder that could not be made.
absl::Status MakeFolders(const std::string& path);

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_TABLES_CACHE_FOLDER_H_
