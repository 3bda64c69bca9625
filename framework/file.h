// Files read and written whole or not at all, and the folders for them.
//
// Example, given `const std::string& text`:
//
//   const absl::Status status = WriteFileAtomically("game.txt", text);
//   if (!status.ok()) std::cerr << status.message() << '\n';

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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

// Writes beside `path`, flushes to disk and renames: a reader of `path` sees
// the old contents or the new, whatever happens in between. A new file gets the
// usual permissions, one that is replaced keeps its own. On an error, which
// names the file, the old contents stay and nothing else is left behind.
// Refuses to replace anything that is not a regular file, a symbolic link (the
// rename would replace the link, not its target), a read-only file, and a file
// of another kind: one that has contents which do not begin with `signature`.
absl::Status WriteFileAtomically(const std::string& path,
                                 absl::string_view contents,
                                 absl::string_view signature = "");
// The same for a file with secrets: nobody but the user may read or write it,
// whatever was allowed of the one that it replaces.
absl::Status WritePrivateFile(const std::string& path,
                              absl::string_view contents);

// The same for a file that is too large for memory: written piece by piece, it
// takes its name when it is complete. A process that is killed before leaves it
// beside `path` under a name that ends in ".tmp".
class AtomicFile {
 public:
  enum class Access { kUsual, kUserAlone };
  // Errors are those of WriteFileAtomically, here and below.
  static absl::StatusOr<std::unique_ptr<AtomicFile>> Create(
      const std::string& path, absl::string_view signature = "",
      Access access = Access::kUsual);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  // Removes what was written, unless it was committed.
  ~AtomicFile();

  // Bytes before it that are never written are 0.
  absl::Status WriteAt(int64_t offset, absl::string_view bytes);
  // Flushes the file to disk and gives it its name. REQUIRES: not committed,
  // no error.
  absl::Status Commit();

 private:
  AtomicFile(const std::string& path, absl::string_view signature)
      : path_(path), signature_(signature) {}

  const std::string path_;
  const std::string signature_;
  std::string name_;  // until it has its own; "" if there is no file
  int fd_ = -1;
};

// Where the program keeps what it can compute again, $XDG_CACHE_HOME/boardwalk,
// else ~/.cache/boardwalk; and what it has been through, such as results and
// games that were cut off: $XDG_STATE_HOME/boardwalk, else
// ~/.local/state/boardwalk. The folders need not be there. As the XDG base
// directory specification has it, a variable that is no absolute path counts as
// unset. An error where both variables are unset.
absl::StatusOr<std::string> CacheFolder();
absl::StatusOr<std::string> StateFolder();

// Makes the folder `path` and those above it, for the user alone, as far as
// they are not there. An error names the folder that could not be made.
absl::Status MakeFolders(const std::string& path);
// The same for files with secrets. Takes the rights of others away from a
// folder that is empty; others may need theirs in one that is not, so that is
// an error which says what to do.
absl::Status MakePrivateFolder(const std::string& path);

}  // namespace boardwalk
