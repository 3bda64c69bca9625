// A file that grows by a line for each change, each on disk before Append
// returns. A crash leaves whole lines and at most one cut line, which is
// removed before the next one is added. Nobody but the user may read it.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace boardwalk::session {

// Not thread-safe.
class Journal {
 public:
  // A journal has at most so many bytes.
  static constexpr int64_t kMaxBytes = 16 << 20;

  // Creates a file with `lines`, each ended by '\n'. The file must not be
  // there.
  static absl::StatusOr<std::unique_ptr<Journal>> Create(
      const std::string& path, absl::string_view lines);
  // Opens a file to append to it; `lines` gets its whole lines. What is in the
  // file stays until Append.
  static absl::StatusOr<std::unique_ptr<Journal>> Open(const std::string& path,
                                                       std::string* lines);
  // Locks a folder against other programs that lock it, by a file of its own.
  // Makes the folder if it is not there, and refuses one that others may look
  // into (MakePrivateFolder).
  static absl::StatusOr<std::unique_ptr<Journal>> LockFolder(
      const std::string& folder);
  // The last whole line of the file, without reading it all; "" if that cannot
  // be told.
  static std::string LastLine(const std::string& path);

  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // Adds `line` and '\n'. On an error nothing is added.
  absl::Status Append(absl::string_view line);

 private:
  absl::Status RemoveCutLine();

  Journal(std::string path, int fd, int64_t size)
      : path_(std::move(path)), fd_(fd), size_(size) {}

  const std::string path_;
  const int fd_;
  int64_t size_;
  bool has_cut_line_ = false;  // behind the whole ones
};

}  // namespace boardwalk::session
