#include "frontends/results/sqlite.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/status_macros.h"

namespace boardwalk::results {
namespace {

// The log and the file, as far as they are open.
std::vector<sqlite3_file*> OpenFiles(sqlite3* database) {
  std::vector<sqlite3_file*> files;
  for (const int which :
       {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER}) {
    sqlite3_file* file = nullptr;
    if (sqlite3_file_control(database, "main", which, &file) == SQLITE_OK &&
        file != nullptr && file->pMethods != nullptr) {
      files.push_back(file);
    }
  }
  return files;
}

// The system's error number of the last read or write that failed, in the log
// or in the file; 0 if there is none.
int LastError(sqlite3* database) {
  for (sqlite3_file* file : OpenFiles(database)) {
    int error = 0;
    if (file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error) ==
            SQLITE_OK &&
        error != 0) {
      return error;
    }
  }
  return 0;
}

// The system's message for `error`, or `otherwise` if it is 0.
std::string Reason(int error, const std::string& otherwise) {
  return error != 0 ? std::generic_category().message(error) : otherwise;
}

// The size of the file and its log in bytes.
int64_t FileSize(sqlite3* database) {
  int64_t sum = 0;
  for (sqlite3_file* file : OpenFiles(database)) {
    sqlite3_int64 size = 0;
    if (file->pMethods->xFileSize(file, &size) == SQLITE_OK) sum += size;
  }
  return sum;
}

// How many steps of SQLite's machine a statement may take in a file. The
// busiest, which looks for a player in every game, takes 17 a game; a game
// takes more than 100 bytes.
constexpr int kStepsAtOnce = 1'000'000;
constexpr int64_t kFreeSteps = 20'000'000;
constexpr int64_t kStepsPerByte = 16;

// The error for a `code` of SQLite; `database` may be null.
absl::Status Failure(sqlite3* database, int code, const std::string& name) {
  const std::string file = absl::StrCat("'", name, "'");
  const std::string said = database != nullptr && sqlite3_errcode(database) != 0
                               ? sqlite3_errmsg(database)
                               : sqlite3_errstr(code);
  switch (code & 0xff) {
    case SQLITE_FULL:
      return ResourceExhausted("cannot write ", file, ": the disk is full");
    case SQLITE_NOMEM:
      return ResourceExhausted("not enough memory for ", file);
    case SQLITE_IOERR:
      if (code == SQLITE_IOERR_SHMOPEN || code == SQLITE_IOERR_SHMSIZE ||
          code == SQLITE_IOERR_SHMMAP) {
        return ResourceExhausted(
            "cannot use ", file,
            ": the disk has no room for the 32 kB that SQLite "
            "needs beside it");
      }
      return FailedPrecondition("cannot read or write ", file, ": ",
                                Reason(LastError(database), said));
    case SQLITE_CANTOPEN:
      return FailedPrecondition("cannot open ", file, ": ",
                                Reason(sqlite3_system_errno(database), said));
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return PermissionDenied("cannot write ", file, ": it is read-only");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return Unavailable("cannot use ", file,
                         ": another program keeps it busy");
    case SQLITE_INTERRUPT:
      return DataLoss(
          file, " is damaged: to read it takes longer than its size explains");
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG:
      return InvalidArgument("cannot store this in ", file, ": ", said);
    default:
      // The remaining codes mean that the file is not as it was written.
      return DataLoss(file, " is damaged: ", said);
  }
}

// The path as a URI, encoded as SQLite wants it.
std::string FileUri(const std::string& path, absl::string_view parameters) {
  std::string uri = "file:";
  for (const char c : path) {
    if (absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '/' ||
        c == '.' || c == '-' || c == '_') {
      uri += c;
    } else {
      std::array<char, 4> escaped;
      std::snprintf(escaped.data(), escaped.size(), "%%%02X",
                    static_cast<unsigned>(static_cast<unsigned char>(c)));
      uri += escaped.data();
    }
  }
  return absl::StrCat(uri, parameters);
}

}  // namespace

// --- Statement ---------------------------------------------------------------

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void Statement::BindOne(int parameter, int64_t value) {
  const int code = sqlite3_bind_int64(statement_.get(), parameter, value);
  if (code != SQLITE_OK) bind_error_ = code;
}

void Statement::BindOne(int parameter, double value) {
  const int code = sqlite3_bind_double(statement_.get(), parameter, value);
  if (code != SQLITE_OK) bind_error_ = code;
}

void Statement::BindOne(int parameter, absl::string_view value) {
  // The address of an empty view may be null, which SQLite stores as NULL.
  const int code = sqlite3_bind_text64(
      statement_.get(), parameter, value.empty() ? "" : value.data(),
      value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  if (code != SQLITE_OK) bind_error_ = code;
}

void Statement::BindOne(int parameter, std::nullopt_t) {
  const int code = sqlite3_bind_null(statement_.get(), parameter);
  if (code != SQLITE_OK) bind_error_ = code;
}

absl::StatusOr<bool> Statement::Step() {
  *steps_ = 0;
  const int code = bind_error_ != 0 ? std::exchange(bind_error_, 0)
                                    : sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    Reset();
    return false;
  }
  const absl::Status status =
      Failure(sqlite3_db_handle(statement_.get()), code, *name_);
  Reset();
  return status;
}

absl::Status Statement::Run() {
  RETURN_IF_ERROR(Step().status());
  Reset();
  return absl::OkStatus();
}

absl::StatusOr<int64_t> Statement::Number() {
  ASSIGN_OR_RETURN(const bool row, Step());
  const int64_t number = row ? Integer(0) : 0;
  Reset();
  return number;
}

void Statement::Reset() { sqlite3_reset(statement_.get()); }

int64_t Statement::Integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::Real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

absl::string_view Statement::Text(int column) const {
  const void* text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) return "";
  return {static_cast<const char*>(text),
          static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

bool Statement::IsNull(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

// --- Database ----------------------------------------------------------------

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

Database::Database(sqlite3* database, const std::string& name)
    : name_(std::make_unique<const std::string>(name)), database_(database) {}

absl::StatusOr<Database> Database::Open(const std::string& name,
                                        const std::string& uri, int flags) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(
      uri.c_str(), &handle,
      flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE,
      nullptr);
  // After most errors there is a handle, too, and it must be closed.
  Database database(handle, name);
  if (code != SQLITE_OK) return Failure(handle, code, name);
  sqlite3_extended_result_codes(handle, 1);
  return database;
}

void Database::LimitSteps() {
  steps_->database = database_.get();
  // Called after every kStepsAtOnce steps; not 0 ends the statement.
  const auto count_steps = [](void* data) {
    auto& [database, count] = *static_cast<Steps*>(data);
    count += kStepsAtOnce;
    return count > kFreeSteps && count > FileSize(database) * kStepsPerByte ? 1
                                                                            : 0;
  };
  sqlite3_progress_handler(database_.get(), kStepsAtOnce, count_steps,
                           steps_.get());
}

absl::StatusOr<Database> Database::OpenMemory() {
  return Open("memory",
              "file::memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY);
}

absl::StatusOr<Database> Database::OpenTemporary() {
  return Open("temporary", "", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

absl::StatusOr<Database> Database::OpenFile(const std::string& name,
                                            const std::string& path,
                                            Access access) {
  ASSIGN_OR_RETURN(
      Database database,
      Open(name,
           FileUri(path,
                   access == Access::kReadUnchanging ? "?immutable=1" : ""),
           access == Access::kWrite ? SQLITE_OPEN_READWRITE
                                    : SQLITE_OPEN_READONLY));
  database.LimitSteps();
  return database;
}

absl::StatusOr<sqlite3_file*> Database::File() const {
  sqlite3_file* file = nullptr;
  const int code = sqlite3_file_control(database_.get(), "main",
                                        SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return Failure(database_.get(), code, *name_);
  return file;
}

absl::StatusOr<std::string> Database::FirstBytes(size_t count) const {
  ASSIGN_OR_RETURN(sqlite3_file* const file, File());
  sqlite3_int64 size = 0;
  int code = file->pMethods->xFileSize(file, &size);
  if (code != SQLITE_OK) return Failure(database_.get(), code, *name_);
  std::string bytes(std::min(count, static_cast<size_t>(size)), '\0');
  code = file->pMethods->xRead(file, bytes.data(),
                               static_cast<int>(bytes.size()), 0);
  if (code != SQLITE_OK) return Failure(database_.get(), code, *name_);
  return bytes;
}

absl::StatusOr<std::string> Database::Image() const {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> image(
      sqlite3_serialize(database_.get(), "main", &size, 0), &sqlite3_free);
  if (image == nullptr) return Failure(nullptr, SQLITE_NOMEM, *name_);
  return std::string(reinterpret_cast<const char*>(image.get()),
                     static_cast<size_t>(size));
}

absl::Status Database::Execute(const std::string& sql) {
  steps_->count = 0;
  const int code =
      sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code == SQLITE_OK) return absl::OkStatus();
  return Failure(database_.get(), code, *name_);
}

absl::StatusOr<Statement> Database::Prepare(absl::string_view sql) const {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(
      database_.get(), sql.data(), static_cast<int>(sql.size()),
      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return Failure(database_.get(), code, *name_);
  return Statement(statement, name_.get(), &steps_->count);
}

absl::Status Database::PrepareAll(
    absl::Span<const std::pair<Statement*, absl::string_view>> statements)
    const {
  for (const auto& [statement, sql] : statements) {
    ASSIGN_OR_RETURN(*statement, Prepare(sql));
  }
  return absl::OkStatus();
}

absl::Status Database::CheckInPlace() const {
  constexpr absl::string_view kAdvice =
      " while it was in use; leave a file of results as it is, in its place, "
      "until the program that writes it has ended";
  int moved = 0;
  // A database in memory has no such control, and nobody can reach it.
  if (sqlite3_file_control(database_.get(), "main", SQLITE_FCNTL_HAS_MOVED,
                           &moved) != SQLITE_OK) {
    return absl::OkStatus();
  }
  if (moved != 0) {
    return FailedPrecondition("'", *name_, "' was removed, renamed or replaced",
                              kAdvice);
  }
  ASSIGN_OR_RETURN(const std::string begin, FirstBytes(kMagic.size()));
  if (begin == kMagic) return absl::OkStatus();
  return DataLoss("'", *name_, "' was cut off or written over", kAdvice);
}

absl::Status Database::CheckLocks() const {
  ASSIGN_OR_RETURN(sqlite3_file* const file, File());
  errno = 0;
  const int code = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
  const int error = errno;
  if (code == SQLITE_OK) {
    file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
    return absl::OkStatus();
  }
  // SQLite calls other errors busy, too, and waits for what does not come.
  const bool is_busy = code == SQLITE_BUSY &&
                       (error == 0 || error == EACCES || error == EAGAIN ||
                        error == EBUSY || error == EINTR);
  if (is_busy) return absl::OkStatus();
  return FailedPrecondition(
      "cannot use '", *name_, "': its disk ",
      error == ENOLCK ? "has no locks" : "refuses locks", " (",
      Reason(error, sqlite3_errstr(code)),
      "), which keep programs from disturbing each other; use it on another "
      "disk");
}

int64_t Database::Changes() const { return sqlite3_changes64(database_.get()); }

void Database::SetBusyTimeout(std::chrono::milliseconds timeout) {
  sqlite3_busy_timeout(database_.get(), static_cast<int>(timeout.count()));
}

void Database::KeepLogAtClose(bool keep) {
  sqlite3_db_config(database_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE,
                    keep ? 1 : 0, nullptr);
}

// --- Transaction -------------------------------------------------------------

absl::StatusOr<Transaction> Transaction::Begin(Database& database) {
  // Takes the lock at once: a transaction that first reads and then writes
  // fails if another connection has written in between.
  RETURN_IF_ERROR(database.Execute("BEGIN IMMEDIATE"));
  return Transaction(&database);
}

Transaction::~Transaction() {
  // This fails if an error has already undone it.
  if (database_ != nullptr) (void)database_->Execute("ROLLBACK");
}

absl::Status Transaction::Commit() {
  RETURN_IF_ERROR(database_->CheckInPlace());
  const absl::Status status = database_->Execute("COMMIT");
  if (status.ok()) database_ = nullptr;
  return status;
}

}  // namespace boardwalk::results
