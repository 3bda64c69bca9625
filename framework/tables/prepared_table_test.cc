#include "framework/tables/prepared_table.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr size_t kBytes = 1003;  // no whole number of words

const TableKind& Kind() {
  static const auto* const kind =
      new TableKind{.id = "test-values", .version = 3, .bytes = kBytes};
  return *kind;
}

std::string Contents() {
  std::string contents;
  for (size_t i = 0; i < kBytes; ++i) {
    contents += static_cast<char>(i * i % 251);
  }
  return contents;
}

class PreparedTableTest : public ::testing::Test {
 protected:
  PreparedTableTest() {
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
    EXPECT_TRUE(MakeFolders(folder_.File("boardwalk")).ok());
  }

  void Write() { ASSERT_TRUE(WriteTable(path_, Kind(), Contents()).ok()); }
  // The file with other contents.
  std::string File() const { return ReadFile(path_).value(); }
  void Replace(const std::string& file) const {
    std::ofstream(path_, std::ios::binary) << file;
  }
  absl::Status Opened() const {
    return PreparedTable::Open(path_, Kind()).status();
  }
  std::string Problem() const { return std::string(Opened().message()); }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.File("boardwalk/test-values.table");
};

TEST_F(PreparedTableTest, GivesBackWhatWasWritten) {
  Write();
  const auto table = PreparedTable::Open(path_, Kind());
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ(std::string((*table)->data(), kBytes), Contents());
  EXPECT_EQ(File().size(), kTableHeaderBytes + kBytes);
}

TEST_F(PreparedTableTest, SaysThatThereIsNone) {
  EXPECT_TRUE(absl::IsNotFound(Opened()));
  EXPECT_EQ(Problem(),
            "cannot read '" + path_ + "': No such file or directory");
}

TEST_F(PreparedTableTest, SaysThatItIsTooShortOrTooLong) {
  Write();
  const std::string file = File();
  Replace("");
  EXPECT_TRUE(absl::IsDataLoss(Opened()));
  EXPECT_EQ(Problem(), "'" + path_ + "' is damaged: it is empty");
  Replace(file.substr(0, kTableHeaderBytes - 1));
  EXPECT_EQ(Problem(), "'" + path_ + "' is damaged: it ends after 63 bytes");
  Replace(file.substr(0, file.size() - 1));
  EXPECT_EQ(Problem(),
            "'" + path_ + "' is damaged: it has 1066 bytes, not 1067");
  Replace(file + '\0');
  EXPECT_EQ(Problem(),
            "cannot read '" + path_ + "': it is longer than 1067 bytes");
}

TEST_F(PreparedTableTest, SeesAFlippedBitInAnyByte) {
  Write();
  const std::string file = File();
  for (size_t i = 0; i < file.size(); ++i) {
    std::string damaged = file;
    damaged[i] = static_cast<char>(damaged[i] ^ 1 << i % 8);
    Replace(damaged);
    ASSERT_TRUE(absl::IsDataLoss(Opened())) << "byte " << i;
  }
  std::string damaged = file;
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  Replace(damaged);
  EXPECT_EQ(Problem(), "'" + path_ + "' is damaged: its checksum is wrong");
}

TEST_F(PreparedTableTest, SaysThatItIsOfAnotherVersionOrKind) {
  TableKind other = Kind();
  other.version = 2;
  ASSERT_TRUE(WriteTable(path_, other, Contents()).ok());
  EXPECT_TRUE(absl::IsDataLoss(Opened()));
  EXPECT_EQ(Problem(), "'" + path_ + "' has version 2 of the table, not 3");
  other = Kind();
  other.id = "test-value";
  ASSERT_TRUE(WriteTable(path_, other, Contents()).ok());
  EXPECT_EQ(Problem(),
            "'" + path_ + "' is something else than the table 'test-values'");
  Replace(std::string(1000, 'x'));
  EXPECT_EQ(Problem(),
            "'" + path_ + "' is something else than the table 'test-values'");
}

TEST_F(PreparedTableTest, RefusesWhatIsNoFile) {
  ASSERT_EQ(mkdir(path_.c_str(), 0700), 0);
  EXPECT_EQ(Problem(), "cannot read '" + path_ + "': it is a folder");
  ASSERT_EQ(rmdir(path_.c_str()), 0);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(Problem(), "cannot read '" + path_ + "': it is no regular file");
  const auto below = PreparedTable::Open(path_ + "/deeper", Kind());
  EXPECT_EQ(below.status().message(),
            "cannot read '" + path_ + "/deeper': Not a directory");
}

TEST_F(PreparedTableTest, IsFoundInTheCacheFolderOnceItIsSound) {
  EXPECT_EQ(TablePath(Kind()).value(), path_);
  const absl::Status missing = FindTable(Kind(), "nim:size=2").status();
  EXPECT_TRUE(absl::IsUnavailable(missing));
  EXPECT_EQ(missing.message(),
            "cannot read '" + path_ +
                "': No such file or directory; boardwalk prepare nim:size=2 "
                "makes it");
  Write();
  const std::string file = File();
  Replace("x" + file.substr(1));
  EXPECT_THAT(std::string(FindTable(Kind(), "nim").status().message()),
              EndsWith("; boardwalk prepare nim makes it"));
  Replace(file);
  const auto table = FindTable(Kind(), "nim");
  ASSERT_TRUE(table.ok()) << table.status();
  EXPECT_EQ((*table)->data()[5], Contents()[5]);
  // What is in use stays so, whatever becomes of the file.
  ASSERT_EQ(truncate(path_.c_str(), 0), 0);
  EXPECT_EQ(std::string((*table)->data(), kBytes), Contents());
  unlink(path_.c_str());
  EXPECT_EQ(FindTable(Kind(), "nim").value(), *table);
}

TEST_F(PreparedTableTest, LeavesTheOldFileWhereItCannotWrite) {
  Write();
  const std::string file = File();
  chmod(path_.c_str(), 0400);
  const absl::Status status = WriteTable(path_, Kind(), std::string(kBytes, 0));
  EXPECT_THAT(std::string(status.message()), HasSubstr("it is read-only"));
  EXPECT_EQ(File(), file);
}

TEST_F(PreparedTableTest, NoCacheFolderIsNoTable) {
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  EXPECT_EQ(FindTable({.id = "other"}, "nim").status().code(),
            absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace boardwalk
