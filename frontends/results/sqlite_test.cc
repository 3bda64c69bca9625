#include "frontends/results/sqlite.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontends/results/store_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::results {
namespace {

using testing::HasSubstr;

Database Memory() {
  auto database = Database::OpenMemory();
  EXPECT_TRUE(database.ok()) << database.status();
  return *std::move(database);
}

void Execute(Database& database, const std::string& sql) {
  const absl::Status status = database.Execute(sql);
  EXPECT_TRUE(status.ok()) << status;
}

Statement Prepared(const Database& database, const std::string& sql) {
  auto statement = database.Prepare(sql);
  EXPECT_TRUE(statement.ok()) << statement.status();
  return *std::move(statement);
}

int64_t Number(const Database& database, const std::string& sql) {
  Statement query = Prepared(database, sql);
  EXPECT_TRUE(query.Step().value());
  return query.Integer(0);
}

TEST(Statement, ValuesComeBackAsTheyWere) {
  const Database database = Memory();
  Statement query = Prepared(database, "SELECT ?1, ?2, ?3, ?4, ?5");
  const std::string text("a\0b'\xc3\xb6", 6);
  query.Bind(std::numeric_limits<int64_t>::min(), 0.1, text,
             absl::string_view(), std::optional<int>());
  for (int times = 0; times < 2; ++times) {
    ASSERT_TRUE(query.Step().value());
    EXPECT_EQ(query.Integer(0), std::numeric_limits<int64_t>::min());
    EXPECT_EQ(query.Real(1), 0.1);
    EXPECT_EQ(query.Text(2), text);
    EXPECT_EQ(query.Text(3), "");
    EXPECT_FALSE(query.IsNull(3));
    EXPECT_TRUE(query.IsNull(4));
    EXPECT_FALSE(query.Step().value());
  }
}

TEST(Statement, ErrorsSayWhatIsWrong) {
  Database database = Memory();
  Execute(database, "CREATE TABLE t (x REAL NOT NULL) STRICT");
  Statement insert = Prepared(database, "INSERT INTO t VALUES (?)");
  insert.Bind(std::nan(""));
  absl::Status status = insert.Run();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("'memory'"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("t.x"));
  insert.Bind("abc");
  EXPECT_EQ(insert.Run().code(), absl::StatusCode::kInvalidArgument);
  // A parameter that does not exist.
  insert.Bind(3.5, 7);
  EXPECT_FALSE(insert.Run().ok());
  insert.Bind(3.0);
  EXPECT_TRUE(insert.Run().ok());
  EXPECT_EQ(Number(database, "SELECT count(*) FROM t"), 1);
  EXPECT_FALSE(database.Prepare("SELECT nothing FROM nowhere").ok());
}

TEST(Statement, EndsWhenItRunsAway) {
  const TestFolder folder;
  folder.Write("file", "");
  const Database database =
      Database::OpenFile("file", folder.File("file"), Database::Access::kWrite)
          .value();
  const std::string numbers =
      "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n";
  Statement query = Prepared(database, numbers + ") SELECT count(*) FROM n");
  EXPECT_THAT(std::string(query.Step().status().message()),
              HasSubstr("takes longer than its size explains"));
  // Each row of a long query has as many steps again.
  query = Prepared(database, numbers + " LIMIT 2500000) SELECT x FROM n");
  int64_t rows = 0;
  while (query.Step().value()) ++rows;
  EXPECT_EQ(rows, 2'500'000);
  // What is in memory is our own, and may be long.
  const Database memory = Memory();
  EXPECT_EQ(
      Number(memory,
             absl::StrCat(numbers, " LIMIT 2500000) SELECT count(*) FROM n")),
      2'500'000);
}

TEST(Database, AFullDiskIsReportedAsSuch) {
  Database database = Memory();
  Execute(database, "CREATE TABLE t (x TEXT); PRAGMA max_page_count = 10");
  absl::Status status;
  for (int i = 0; i < 100 && status.ok(); ++i) {
    status = database.Execute("INSERT INTO t VALUES (hex(zeroblob(1000)))");
  }
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), HasSubstr("the disk is full"));
}

TEST(Database, FindsFilesWhateverTheyAreCalled) {
  const TestFolder folder;
  for (const std::string name : {"a b", "a?mode=memory", "a%20b", "a#b",
                                 "\xc3\xb6", ":memory:", "a+b"}) {
    folder.Write(name, "");
    auto database =
        Database::OpenFile(name, folder.File(name), Database::Access::kWrite);
    ASSERT_TRUE(database.ok()) << database.status();
    Execute(*database, "CREATE TABLE t (x)");
    EXPECT_GT(std::filesystem::file_size(folder.File(name)), 0) << name;
    EXPECT_EQ(database->FirstBytes(6).value(), "SQLite") << name;
  }
  EXPECT_EQ(folder.Contents().size(), 7);
}

TEST(Database, FirstBytesAreFewerInAShortFile) {
  const TestFolder folder;
  folder.Write("short", "abc");
  const auto database = Database::OpenFile("short", folder.File("short"),
                                           Database::Access::kReadUnchanging);
  ASSERT_TRUE(database.ok()) << database.status();
  EXPECT_EQ(database->FirstBytes(2).value(), "ab");
  EXPECT_EQ(database->FirstBytes(100).value(), "abc");
}

TEST(Database, DoesNotMakeAFile) {
  const TestFolder folder;
  for (const auto access :
       {Database::Access::kWrite, Database::Access::kRead}) {
    const auto database = Database::OpenFile("new", folder.File("new"), access);
    EXPECT_THAT(std::string(database.status().message()),
                HasSubstr("cannot open 'new': No such file"));
  }
  EXPECT_TRUE(folder.Contents().empty());
}

TEST(Transaction, IsUndoneUnlessCommitted) {
  Database database = Memory();
  Execute(database, "CREATE TABLE t (x)");
  {
    auto transaction = Transaction::Begin(database);
    ASSERT_TRUE(transaction.ok());
    Execute(database, "INSERT INTO t VALUES (1)");
  }
  EXPECT_EQ(Number(database, "SELECT count(*) FROM t"), 0);
  {
    auto transaction = Transaction::Begin(database);
    ASSERT_TRUE(transaction.ok());
    Execute(database, "INSERT INTO t VALUES (1)");
    // To move it undoes nothing.
    Transaction moved(*std::move(transaction));
    EXPECT_TRUE(moved.Commit().ok());
  }
  EXPECT_EQ(Number(database, "SELECT count(*) FROM t"), 1);
  EXPECT_EQ(Number(database, "SELECT sum(x) FROM t"), 1);
}

TEST(Transaction, DoesNotWaitForABusyFileUnlessAsked) {
  const TestFolder folder;
  folder.Write("file", "");
  auto one =
      Database::OpenFile("file", folder.File("file"), Database::Access::kWrite);
  auto two =
      Database::OpenFile("file", folder.File("file"), Database::Access::kWrite);
  ASSERT_TRUE(one.ok() && two.ok());
  const auto transaction = Transaction::Begin(*one);
  ASSERT_TRUE(transaction.ok());
  const absl::Status status = Transaction::Begin(*two).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()), HasSubstr("busy"));
}

}  // namespace
}  // namespace boardwalk::results
