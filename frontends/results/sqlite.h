// The part of SQLite that results need: connections, statements and
// transactions that clean up after themselves, and readable error messages.
//
// Example, given `void Use(int64_t x);`:
//
//   ASSIGN_OR_RETURN(Database database, Database::OpenMemory());
//   ASSIGN_OR_RETURN(Statement query, database.Prepare("SELECT ? + 1"));
//   query.Bind(7);
//   for (;;) {
//     ASSIGN_OR_RETURN(const bool row, query.Step());
//     if (!row) break;
//     Use(query.Integer(0));
//   }

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

struct sqlite3;
struct sqlite3_file;
struct sqlite3_stmt;

namespace boardwalk::results {

// What every file of SQLite begins with.
inline constexpr absl::string_view kMagic("SQLite format 3\0", 16);

// A prepared statement. Not thread-safe. Its database must outlive it.
class Statement {
 public:
  // Empty; assign before use.
  Statement() = default;

  // Binds the parameters from the first on: whole numbers; real ones, of which
  // NaN becomes NULL; texts, which are copied; an unset optional as NULL. They
  // stay bound until they are bound again. The next Step reports an error.
  template <typename... Values>
  void Bind(const Values&... values) {
    int parameter = 0;
    (BindOne(++parameter, values), ...);
  }

  // Goes to the next row; false if there is none. After that, and after an
  // error, the statement can be run again.
  absl::StatusOr<bool> Step();
  // For statements without rows.
  absl::Status Run();
  // Runs a query for a number: that of its first row; 0 for none and NULL.
  absl::StatusOr<int64_t> Number();
  // Ends a query before its last row.
  void Reset();

  // Columns of the row, from 0. A text is valid until the next Step or Reset.
  int64_t Integer(int column) const;
  double Real(int column) const;
  absl::string_view Text(int column) const;
  bool IsNull(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  Statement(sqlite3_stmt* statement, const std::string* name, int64_t* steps)
      : statement_(statement), name_(name), steps_(steps) {}

  void BindOne(int parameter, int64_t value);
  // SQLite has no unsigned numbers.
  void BindOne(int parameter, uint64_t value) {
    BindOne(parameter, static_cast<int64_t>(value));
  }
  void BindOne(int parameter, int value) { BindOne(parameter, int64_t{value}); }
  void BindOne(int parameter, double value);
  void BindOne(int parameter, absl::string_view value);
  void BindOne(int parameter, std::nullopt_t);
  template <typename T>
  void BindOne(int parameter, const std::optional<T>& value) {
    if (value.has_value()) {
      BindOne(parameter, *value);
    } else {
      BindOne(parameter, std::nullopt);
    }
  }

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  const std::string* name_ = nullptr;
  int64_t* steps_ = nullptr;  // of the database
  int bind_error_ = 0;
};

// A connection. Not thread-safe. There may be several to one file.
class Database {
 public:
  enum class Access {
    kWrite,
    // For files that cannot be written. Sees what other programs add, through
    // the log beside the file.
    kRead,
    // For files that nobody changes. Needs no log and writes nothing.
    kReadUnchanging,
  };

  static absl::StatusOr<Database> OpenMemory();
  // In a file without a name that is deleted with the connection.
  static absl::StatusOr<Database> OpenTemporary();
  // Opens the file at the absolute path `path`; messages call it `name`. Does
  // not read, write or create it yet. A statement that takes far more steps
  // than the size of the file explains is ended with an error: the file is
  // forged.
  static absl::StatusOr<Database> OpenFile(const std::string& name,
                                           const std::string& path,
                                           Access access);

  const std::string& name() const { return *name_; }

  // The first bytes of the file, fewer if it is shorter. (To open and close the
  // file without SQLite would drop SQLite's locks on it.)
  absl::StatusOr<std::string> FirstBytes(size_t count) const;
  // The contents of a file that holds this database.
  absl::StatusOr<std::string> Image() const;

  // Runs statements and ignores their rows.
  absl::Status Execute(const std::string& sql);
  absl::StatusOr<Statement> Prepare(absl::string_view sql) const;
  absl::Status PrepareAll(
      absl::Span<const std::pair<Statement*, absl::string_view>> statements)
      const;
  // An error if the file was removed, renamed, replaced, cut off at its
  // beginning or written over there since it was opened: what is written would
  // be lost.
  absl::Status CheckInPlace() const;
  // An error if the system cannot lock the file, as on network disks without a
  // service for locks: SQLite would wait for a program that does not exist.
  // REQUIRES: nothing was read or written yet.
  absl::Status CheckLocks() const;
  // How many rows the last INSERT, UPDATE or DELETE changed.
  int64_t Changes() const;
  // How long to wait for a lock of another connection; 0 unless set.
  void SetBusyTimeout(std::chrono::milliseconds timeout);
  // The last connection that closes moves the log into the file and removes it,
  // unless it is to be kept.
  void KeepLogAtClose(bool keep);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  static absl::StatusOr<Database> Open(const std::string& name,
                                       const std::string& uri, int flags);
  Database(sqlite3* database, const std::string& name);
  void LimitSteps();
  absl::StatusOr<sqlite3_file*> File() const;

  // Declared before database_, which is closed first.
  std::unique_ptr<const std::string> name_;
  // Steps of SQLite's virtual machine since a statement was last called.
  struct Steps {
    sqlite3* database = nullptr;
    int64_t count = 0;
  };
  std::unique_ptr<Steps> steps_ = std::make_unique<Steps>();
  std::unique_ptr<sqlite3, Close> database_;
};

// A transaction that writes. It is undone unless Commit succeeds, which fails
// if the file is not in its place. The database must outlive it.
class Transaction {
 public:
  static absl::StatusOr<Transaction> Begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(other.database_) {
    other.database_ = nullptr;
  }
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  absl::Status Commit();

 private:
  explicit Transaction(Database* database) : database_(database) {}

  Database* database_;  // null when there is nothing to undo
};

}  // namespace boardwalk::results
