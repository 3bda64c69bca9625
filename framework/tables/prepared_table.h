// Large tables that are computed once and kept in files of the cache folder.
//
// Example, given `const std::string& path` and `const std::string& values`:
//
//   const TableKind kind = {.id = "nim-values", .version = 1, .bytes = 100};
//   RETURN_IF_ERROR(WriteTable(path, kind, values));
//   ASSIGN_OR_RETURN(const auto table, PreparedTable::Open(path, kind));
//   table->data()[99];
//
// A file is a header and the bytes:
//
//    0  "boardwlk" as a number in the machine's byte order
//    8  the checksum of all that follows
//   16  the number of bytes in the table
//   24  the version, and 0
//   32  the id, filled up with 0
//   64  the table
//
// Numbers are in the machine's byte order, so a file from a machine with the
// other order is refused and computed again.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace boardwalk {

// How to do work that takes seconds or minutes.
struct LongWork {
  int threads = 1;  // at least 1, the caller's included
  // Set to give up; may be null. The work then returns a kCancelled error.
  const std::atomic<bool>* stop = nullptr;
  // Called with the part that is done, from 0 to 1, in the caller's thread; may
  // be empty.
  std::function<void(double done)> progress = {};

  bool StopRequested() const {
    return stop != nullptr && stop->load(std::memory_order_relaxed);
  }
};

inline constexpr size_t kTableHeaderBytes = 64;

// Which table is in a file.
struct TableKind {
  std::string id;        // less than 32 characters that file names may have
  uint32_t version = 1;  // raised when the contents come to mean another thing
  uint64_t bytes = 0;
};

// A table that a game's players can use and that must be computed first.
struct Preparation {
  std::string title;  // what is in the table, for people, one line
  TableKind table;
  // Computes it: table.bytes bytes.
  std::function<absl::StatusOr<std::string>(const LongWork&)> build;
};

// A table in memory. Immutable and thread-safe. It is read whole and not
// mapped: a mapped file that somebody truncates would end the program (SIGBUS).
class PreparedTable {
 public:
  // Checks everything, the checksum included; takes some 20 ms for 40 MB.
  // Errors name the file and say what is wrong with it: kDataLoss where it is
  // damaged or something else, otherwise those of ReadFile.
  static absl::StatusOr<std::shared_ptr<const PreparedTable>> Open(
      const std::string& path, const TableKind& kind);
  PreparedTable(const PreparedTable&) = delete;
  PreparedTable& operator=(const PreparedTable&) = delete;

  const char* data() const { return file_.data() + kTableHeaderBytes; }

 private:
  explicit PreparedTable(std::string file) : file_(std::move(file)) {}

  const std::string file_;
};

// The file of a table of this kind: CacheFolder()/ID.table.
absl::StatusOr<std::string> TablePath(const TableKind& kind);

// Opens the table in its place, once for each process. The error is
// kUnavailable and says that `boardwalk prepare GAME` makes it.
absl::StatusOr<std::shared_ptr<const PreparedTable>> FindTable(
    const TableKind& kind, absl::string_view game);

// Writes the file whole or not at all (WriteFileAtomically). REQUIRES: `table`
// has kind.bytes bytes.
absl::Status WriteTable(const std::string& path, const TableKind& kind,
                        absl::string_view table);

}  // namespace boardwalk
