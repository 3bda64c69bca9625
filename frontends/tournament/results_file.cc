#include "frontends/tournament/results_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "framework/status_macros.h"

namespace boardwalk::tournament {
namespace {

namespace fs = std::filesystem;

// How long another program's transaction is waited for. Its games take
// milliseconds; a merge or a full disk's clean-up may take seconds.
constexpr std::chrono::seconds kBusyTimeout(60);
// Pages of the log that are moved into the file at once: each time costs two
// flushes to the disk.
constexpr int kCheckpointPages = 2000;

ResultsHead NewHead(const Configuration& configuration) {
  return {configuration, BOARDWALK_VERSION};
}

absl::Status Refuse(const std::string& path, absl::string_view why) {
  return absl::FailedPreconditionError(
      absl::StrCat("cannot use '", path, "': ", why));
}

absl::Status RefuseBySystem(const std::string& path, int error) {
  const absl::Status status =
      Refuse(path, std::generic_category().message(error));
  return error == ENOENT ? absl::NotFoundError(status.message()) : status;
}

// Where a file of results is, and what may be done with it.
struct Place {
  std::string real_path;  // where SQLite puts its log beside it
  int64_t size = 0;       // in bytes
  bool writable = false;  // the file and the folder
  bool has_log = false;   // somebody has it open, or was killed
};

absl::StatusOr<Place> FindPlace(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) return RefuseBySystem(path, errno);
  if (S_ISDIR(info.st_mode)) return Refuse(path, "it is a folder");
  if (!S_ISREG(info.st_mode)) return Refuse(path, "it is no regular file");
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error) return RefuseBySystem(path, error.value());
  Place place;
  place.real_path = real.string();
  place.size = info.st_size;
  place.writable = access(real.c_str(), W_OK) == 0 &&
                   access(real.parent_path().c_str(), W_OK | X_OK) == 0;
  place.has_log = fs::exists(place.real_path + "-wal", error);
  return place;
}

// Opens the file and reads who made it, but leaves all as it is.
absl::StatusOr<ResultsFile> Inspect(const std::string& path,
                                    const Place& place) {
  auto access = Database::Access::kWrite;
  if (!place.writable) {
    access = place.has_log ? Database::Access::kRead
                           : Database::Access::kReadUnchanging;
  }
  ASSIGN_OR_RETURN(auto database,
                   Database::OpenFile(path, place.real_path, access));
  ASSIGN_OR_RETURN(const auto header, database.FirstBytes(kHeaderBytes));
  absl::Status status = CheckHeader(header, path);
  if (!status.ok()) return status;
  // With a log, pages that are cut off may be found there.
  if (!place.has_log && place.size % PageSize(header) != 0) {
    return absl::DataLossError(
        absl::StrCat("'", path, "' is damaged: it is cut off"));
  }
  database.SetBusyTimeout(kBusyTimeout);
  database.KeepLogAtClose(place.has_log);
  // The file may come from anywhere: damage is to be noticed early, and nothing
  // in it to be run.
  status = database.Execute(
      "PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF");
  if (!status.ok()) return status;
  status = CheckSchema(database);
  auto head = status.ok() ? ReadHead(database) : status;
  if (access == Database::Access::kRead && !head.ok()) {
    return Refuse(
        path, absl::StrCat(head.status().message(), "; '", path,
                           "-wal' has games that were not moved into it, and "
                           "its folder is read-only: copy both to another"));
  }
  if (!head.ok()) return head.status();
  return ResultsFile{std::move(database), *std::move(head)};
}

// --- Making ------------------------------------------------------------------

// A name beside `path` that nobody else uses.
std::string NameBeside(const std::string& path) {
  static std::atomic<uint32_t> counter{0};
  return absl::StrCat(path, ".", getpid(), "-", counter++, ".new");
}

// Gives the complete file at `made` its name, unless there is one already.
absl::Status GiveName(const std::string& made, const std::string& path) {
  if (link(made.c_str(), path.c_str()) == 0 || errno == EEXIST) {
    return absl::OkStatus();
  }
  // Some file systems have no links.
  std::error_code error;
  if (!fs::exists(path, error)) fs::rename(made, path, error);
  return error ? RefuseBySystem(path, error.value()) : absl::OkStatus();
}

// Makes a file of results without games. If somebody else makes one meanwhile,
// it is that one which stays.
absl::Status MakeFile(const std::string& path,
                      const Configuration& configuration) {
  const std::string folder = fs::path(path).parent_path().string();
  if (!folder.empty() && !fs::is_directory(folder)) {
    return absl::NotFoundError(absl::StrCat(
        "cannot make '", path, "': there is no folder '", folder, "'"));
  }
  // SQLite would take it for the new file's own.
  for (const char* ending : {"-wal", "-journal"}) {
    std::error_code error;
    if (fs::exists(path + ending, error)) {
      // Another process that makes the same file now has one, too.
      if (fs::exists(path, error)) return absl::OkStatus();
      return Refuse(path, absl::StrCat("it is not there, but '", path, ending,
                                       "' is, which belongs to another file "
                                       "of that name; move it away"));
    }
  }
  ASSIGN_OR_RETURN(const auto file, MakeResultsInMemory(configuration));
  ASSIGN_OR_RETURN(std::string image, file.database.Image());
  // In the mode of a write-ahead log from the first byte on: of several
  // processes that open the file, SQLite lets only one change the mode and does
  // not wait. (Write and read version 2, in section 1.3 of SQLite's file
  // format.)
  image[18] = image[19] = 2;
  const std::string made = NameBeside(path);
  absl::Status status = WriteFileAtomically(made, image);
  if (!status.ok()) {
    return absl::Status(status.code(), absl::StrCat("cannot make '", path,
                                                    "': ", status.message()));
  }
  status = GiveName(made, path);
  unlink(made.c_str());
  return status;
}

absl::Status PrepareToAdd(ResultsFile& file,
                          const Configuration& configuration) {
  // A file that was copied by SQLite has no log yet. What is committed survives
  // the death of this program without being flushed to the disk at once.
  absl::Status status = file.database.Execute(
      absl::StrCat("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; "
                   "PRAGMA wal_autocheckpoint = ",
                   kCheckpointPages));
  if (!status.ok()) return status;
  if (configuration.rounds <= file.head.configuration.rounds) return status;
  ASSIGN_OR_RETURN(auto transaction, Transaction::Begin(file.database));
  // Somebody else may have written them since.
  ASSIGN_OR_RETURN(auto head, ReadHead(file.database));
  file.head = std::move(head);
  if (configuration.rounds <= file.head.configuration.rounds) return status;
  file.head.configuration.rounds = configuration.rounds;
  status = WriteRounds(file.database, file.head);
  return status.ok() ? transaction.Commit() : status;
}

}  // namespace

absl::StatusOr<ResultsFile> MakeResultsInMemory(
    const Configuration& configuration) {
  ASSIGN_OR_RETURN(auto database, Database::OpenMemory());
  ResultsHead head = NewHead(configuration);
  RETURN_IF_ERROR(CreateTables(database, head));
  return ResultsFile{std::move(database), std::move(head)};
}

absl::StatusOr<ResultsFile> OpenResultsToPlay(
    const std::string& path, const Configuration& configuration) {
  auto place = FindPlace(path);
  if (absl::IsNotFound(place.status())) {
    RETURN_IF_ERROR(MakeFile(path, configuration));
    place = FindPlace(path);
  }
  if (!place.ok()) return place.status();
  auto file = Inspect(path, *place);
  if (!file.ok()) return file;
  absl::Status status = CheckSame(file->head.configuration, configuration);
  if (!status.ok()) return Refuse(path, status.message());
  if (file->head.program_version != BOARDWALK_VERSION) {
    return Refuse(
        path, absl::StrCat("boardwalk ", file->head.program_version,
                           " began it and this is " BOARDWALK_VERSION
                           ", whose players may be others; begin a new file"));
  }
  if (!place->writable) {
    return Refuse(path, "it or its folder is read-only; both are written to");
  }
  status = CheckUndamaged(file->database);
  if (!status.ok()) return status;
  file->database.KeepLogAtClose(false);
  status = PrepareToAdd(*file, configuration);
  if (!status.ok()) return status;
  return file;
}

absl::StatusOr<ResultsFile> OpenResultsToRead(const std::string& path) {
  ASSIGN_OR_RETURN(const auto place, FindPlace(path));
  auto file = Inspect(path, place);
  if (!file.ok()) return file;
  RETURN_IF_ERROR(file->database.Execute("PRAGMA query_only = ON"));
  file->database.KeepLogAtClose(false);
  return file;
}

}  // namespace boardwalk::tournament
