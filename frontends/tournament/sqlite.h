// SQLite, as far as results need it: connections, statements and transactions
// that clean up after themselves, and errors for people.
//
// Example, given `void Use(int64_t x);` and `const std::string& path`:
//
//   ASSIGN_OR_RETURN(Database database,
//                    Database::OpenFile("results.sqlite", path,
//                                       Database::Access::kWrite));
//   ASSIGN_OR_RETURN(Statement query,
//                    database.Prepare("SELECT x FROM t WHERE y = ?"));
//   query.BindInteger(1, 7);
//   for (;;) {
//     ASSIGN_OR_RETURN(const bool row, query.Step());
//     if (!row) break;
//     Use(query.Integer(0));
//   }

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_SQLITE_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_SQLITE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

struct sqlite3;
struct sqlite3_stmt;

namespace boardwalk::tournament {

// A prepared statement. Not thread-safe. Its database must outlive it.
class Statement {
 public:
  // Of no database; for nothing but being assigned to.
  Statement() = default;

  // Parameters are numbered from 1, and stay bound until they are bound again.
  // An error is told by the next Step.
  void BindInteger(int parameter, int64_t value);
  // NaN becomes NULL.
  void BindReal(int parameter, double value);
  // The text is copied.
  void BindText(int parameter, absl::string_view value);
  void BindNull(int parameter);

  // Goes to the next row. False, and ready to be run again, when there is none,
  // and after an error.
  absl::StatusOr<bool> Step();
  // For statements without rows.
  absl::Status Run();
  // Ends a query whose rows were not all read.
  void Reset();

  // Columns of the row, from 0. A text is good until the next Step or Reset.
  int64_t Integer(int column) const;
  double Real(int column) const;
  absl::string_view Text(int column) const;
  bool IsNull(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  Statement(sqlite3_stmt* statement, const std::string* name)
      : statement_(statement), name_(name) {}

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  const std::string* name_ = nullptr;
  int bind_error_ = 0;
};

// A connection. Not thread-safe; several to one file, also in one thread, are
// fine.
class Database {
 public:
  enum class Access {
    kWrite,
    // For files that cannot be written. What another program has added to them
    // is seen through the log beside the file.
    kRead,
    // The same for files that nobody changes; works without a log.
    kReadUnchanging,
  };

  static absl::StatusOr<Database> OpenMemory();
  // In a file without a name, which goes with the connection.
  static absl::StatusOr<Database> OpenTemporary();
  // Opens the file at `path`, which is absolute; `name` is what messages call
  // it. Nothing is read, written or made yet.
  static absl::StatusOr<Database> OpenFile(const std::string& name,
                                           const std::string& path,
                                           Access access);

  const std::string& name() const { return *name_; }

  // The first bytes of the file, fewer where it is shorter. (Who opens and
  // closes a file past SQLite drops the locks that it holds on it.)
  absl::StatusOr<std::string> FirstBytes(size_t count) const;
  // The file that holds this database.
  absl::StatusOr<std::string> Image() const;

  // Runs statements, whose rows are ignored.
  absl::Status Execute(const std::string& sql);
  absl::StatusOr<Statement> Prepare(absl::string_view sql) const;
  // How many rows the last INSERT, UPDATE or DELETE changed.
  int64_t Changes() const;
  // For how long a lock of another connection is waited for; not at all unless
  // set.
  void SetBusyTimeout(std::chrono::milliseconds timeout);
  // The last connection to be closed moves the log into the file and removes
  // it, unless this says that everything stays as it is.
  void KeepLogAtClose(bool keep);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  static absl::StatusOr<Database> Open(const std::string& name,
                                       const std::string& uri, int flags);
  Database(sqlite3* database, const std::string& name);

  // Before database_, which is closed first.
  std::unique_ptr<const std::string> name_;
  std::unique_ptr<sqlite3, Close> database_;
};

// A transaction that writes, undone unless committed. After an error of Commit
// it is undone, too. The database must outlive it.
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

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_SQLITE_H_
