// Files read and written whole.
//
// Example, given `const std::string& text`:
//
//   const absl::Status status = WriteFileAtomically("game.txt", text);
//   if (!status.ok()) std::cerr << status.message() << '\n';

#ifndef BOARDWALK_FRAMEWORK_FILE_H_
#define BOARDWALK_FRAMEWORK_FILE_H_

#include <cstddef>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace boardwalk {

// The contents of the regular file `path`; symbolic links are followed. An
// error names the file and says why it cannot be read: kNotFound where there is
// none, kResourceExhausted where memory is short, else kFailedPrecondition: it
// is no regular file (a pipe could hang the caller), is longer than
// `max_bytes`, or the system refuses.
absl::StatusOr<std::string> ReadFile(const std::string& path,
                                     size_t max_bytes = 64 << 20);

// Writes beside `path`, flushes to disk and renames: whoever reads `path` sees
// the old contents or the new, whatever happens in between. A new file gets the
// usual permissions, one that is replaced keeps its own. On an error, which
// names the file, the old contents stay and nothing else is left behind.
// Refuses to replace anything that is not a regular file, a symbolic link (the
// rename would replace the link, not its target), a read-only file, and a file
// of another kind: one that has contents which do not begin with `signature`.
absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view contents,
                                 absl::string_view signature = "");

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_FILE_H_
