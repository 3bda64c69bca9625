#include "framework/file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "framework/testing/temporary_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class FileTest : public testing::Test {
 protected:
  // So that the folder can go.
  ~FileTest() override {
    fs::permissions(folder_.path(), fs::perms::owner_all);
  }
  std::string Path(const std::string& name) const { return folder_.File(name); }
  std::string WriteError(const std::string& path) {
    return std::string(WriteFileAtomically(path, "new").message());
  }
  std::string ReadError(const std::string& path, size_t limit = 100) {
    return std::string(ReadFile(path, limit).status().message());
  }
  int64_t Files() const {
    return std::distance(fs::directory_iterator(folder_.path()),
                         fs::directory_iterator());
  }

  const TemporaryFolder folder_;
};

TEST_F(FileTest, WritesAndReadsBytesExactly) {
  std::string contents;
  for (int i = 0; i < 300'000; ++i) contents += static_cast<char>(i * 7);
  ASSERT_TRUE(WriteFileAtomically(Path("a"), contents).ok());
  EXPECT_EQ(*ReadFile(Path("a")), contents);
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "").ok());
  EXPECT_EQ(*ReadFile(Path("a")), "");
  EXPECT_EQ(Files(), 1);
}

TEST_F(FileTest, KeepsThePermissionsOfWhatItReplaces) {
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "old").ok());
  ASSERT_EQ(chmod(Path("a").c_str(), 0640), 0);
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "new").ok());
  struct stat info {};
  ASSERT_EQ(stat(Path("a").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0640u);
  EXPECT_EQ(*ReadFile(Path("a")), "new");
}

TEST_F(FileTest, WritesIntoTheWorkingFolder) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  EXPECT_TRUE(WriteFileAtomically("plain", "x").ok());
  fs::current_path(before);
  EXPECT_EQ(*ReadFile(Path("plain")), "x");
}

TEST_F(FileTest, WhatIsReadOnlyStands) {
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "old").ok());
  ASSERT_EQ(chmod(Path("a").c_str(), 0444), 0);
  EXPECT_EQ(WriteError(Path("a")),
            "cannot write '" + Path("a") +
                "': it is read-only; choose another name or make it writable");
  EXPECT_EQ(*ReadFile(Path("a")), "old");
  EXPECT_EQ(Files(), 1);
}

TEST_F(FileTest, ASymbolicLinkIsNotReplaced) {
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "old").ok());
  ASSERT_EQ(symlink(Path("a").c_str(), Path("link").c_str()), 0);
  EXPECT_THAT(WriteError(Path("link")), HasSubstr("it is a symbolic link"));
  EXPECT_EQ(*ReadFile(Path("link")), "old");
  EXPECT_EQ(Files(), 2);
}

TEST_F(FileTest, AFileOfAnotherKindIsNotReplaced) {
  const auto write = [this](absl::string_view contents) {
    return WriteFileAtomically(Path("a"), contents, /*signature=*/"page:");
  };
  for (const char* other : {"note", "page", "Page: 1", "a page:"}) {
    ASSERT_TRUE(WriteFileAtomically(Path("a"), other).ok());
    EXPECT_THAT(std::string(write("page: 2").message()),
                HasSubstr("it is a file of another kind; choose another"));
    EXPECT_EQ(*ReadFile(Path("a")), other);
  }
  for (const char* same : {"", "page:", "page: 1"}) {
    ASSERT_TRUE(WriteFileAtomically(Path("a"), same).ok());
    EXPECT_TRUE(write("page: 2").ok()) << same;
    EXPECT_EQ(*ReadFile(Path("a")), "page: 2");
  }
}

TEST_F(FileTest, NamesWhatCannotBeWritten) {
  EXPECT_THAT(WriteError(folder_.path()), HasSubstr("it is a folder"));
  EXPECT_EQ(WriteError(Path("no/such")), "cannot write '" + Path("no/such") +
                                             "': No such file or directory");
  EXPECT_THAT(WriteError(""), HasSubstr("cannot write ''"));
  EXPECT_THAT(WriteError(Path(std::string(300, 'x'))), HasSubstr("too long"));
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  EXPECT_THAT(WriteError(Path("pipe")), HasSubstr("no regular file"));
  EXPECT_EQ(Files(), 1);
}

TEST_F(FileTest, AFailureLeavesNothingBehind) {
  // A name that is long enough for the file but not for the one beside it.
  const std::string name = Path(std::string(250, 'x'));
  EXPECT_THAT(WriteError(name), HasSubstr("too long"));
  EXPECT_EQ(Files(), 0);
  if (geteuid() == 0) return;  // the superuser may write everywhere
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "old").ok());
  ASSERT_EQ(chmod(folder_.path().c_str(), 0500), 0);
  EXPECT_THAT(WriteError(Path("a")), HasSubstr("Permission denied"));
  EXPECT_EQ(*ReadFile(Path("a")), "old");
  EXPECT_EQ(Files(), 1);
}

TEST_F(FileTest, TakesItsNameWhenItIsComplete) {
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "old").ok());
  {
    const auto file = AtomicFile::Create(Path("a"));
    ASSERT_TRUE(file.ok()) << file.status();
    ASSERT_TRUE((*file)->WriteAt(3, "last").ok());
    ASSERT_TRUE((*file)->WriteAt(0, "1").ok());
    ASSERT_TRUE((*file)->WriteAt(1, "2").ok());
    EXPECT_EQ(*ReadFile(Path("a")), "old");
    EXPECT_EQ(Files(), 2);
    ASSERT_TRUE((*file)->Commit().ok());
    EXPECT_EQ(*ReadFile(Path("a")), std::string("12\0last", 7));
    EXPECT_EQ(Files(), 1);
  }
  EXPECT_EQ(Files(), 1);
}

TEST_F(FileTest, WhatIsNotCommittedIsNotKept) {
  for (const bool there_before : {false, true}) {
    if (there_before) {
      ASSERT_TRUE(WriteFileAtomically(Path("a"), "old").ok());
    }
    {
      const auto file = AtomicFile::Create(Path("a"));
      ASSERT_TRUE(file.ok()) << file.status();
      ASSERT_TRUE((*file)->WriteAt(0, "new").ok());
    }
    EXPECT_EQ(Files(), there_before ? 1 : 0);
  }
  EXPECT_EQ(*ReadFile(Path("a")), "old");
}

TEST_F(FileTest, AFileThatComesMeanwhileIsNotReplacedEither) {
  const auto file = AtomicFile::Create(Path("a"), /*signature=*/"page:");
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_TRUE((*file)->WriteAt(0, "page: 1").ok());
  ASSERT_TRUE(WriteFileAtomically(Path("a"), "note").ok());
  EXPECT_THAT(std::string((*file)->Commit().message()),
              HasSubstr("it is a file of another kind"));
  EXPECT_EQ(*ReadFile(Path("a")), "note");
}

TEST_F(FileTest, NamesWhatCannotBeRead) {
  EXPECT_EQ(ReadError(Path("no")),
            "cannot read '" + Path("no") + "': No such file or directory");
  EXPECT_TRUE(absl::IsNotFound(ReadFile(Path("no")).status()));
  EXPECT_EQ(ReadError(folder_.path()),
            "cannot read '" + folder_.path() + "': it is a folder");
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  EXPECT_THAT(ReadError(Path("pipe")), HasSubstr("no regular file"));
}

TEST_F(FileTest, RefusesWhatIsTooLong) {
  ASSERT_TRUE(WriteFileAtomically(Path("a"), std::string(101, 'x')).ok());
  EXPECT_THAT(ReadError(Path("a"), 100), HasSubstr("longer than 100 bytes"));
  EXPECT_EQ(ReadError(Path("a"), 101), "");
}

TEST(FoldersTest, AreWhereTheSpecificationSays) {
  setenv("HOME", "/people/ada", 1);
  setenv("XDG_CACHE_HOME", "/x/cache", 1);
  setenv("XDG_STATE_HOME", "/x/state", 1);
  EXPECT_EQ(CacheFolder().value(), "/x/cache/boardwalk");
  EXPECT_EQ(StateFolder().value(), "/x/state/boardwalk");
  setenv("XDG_CACHE_HOME", "not/absolute", 1);
  setenv("XDG_STATE_HOME", "", 1);
  EXPECT_EQ(CacheFolder().value(), "/people/ada/.cache/boardwalk");
  EXPECT_EQ(StateFolder().value(), "/people/ada/.local/state/boardwalk");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  EXPECT_EQ(CacheFolder().status().message(),
            "there is no cache folder: neither XDG_CACHE_HOME nor HOME is an "
            "absolute path");
  EXPECT_EQ(StateFolder().status().message(),
            "there is no state folder: neither XDG_STATE_HOME nor HOME is an "
            "absolute path");
}

TEST_F(FileTest, MakesFolders) {
  EXPECT_TRUE(MakeFolders(folder_.File("a/b/c")).ok());
  EXPECT_TRUE(MakeFolders(folder_.File("a/b/c")).ok());
  struct stat info {};
  ASSERT_EQ(stat(folder_.File("a/b/c").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700u);
  std::ofstream(folder_.File("file")) << "x";
  const std::string below = folder_.File("file/d");
  EXPECT_EQ(MakeFolders(below).message(),
            "cannot make the folder '" + below + "': Not a directory");
}

mode_t ModeOf(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(stat(path.c_str(), &info), 0) << path;
  return info.st_mode & 07777;
}

TEST_F(FileTest, PrivateFilesAreForTheUserAlone) {
  ASSERT_TRUE(WritePrivateFile(Path("new"), "secret").ok());
  EXPECT_EQ(ModeOf(Path("new")), 0600u);
  ASSERT_TRUE(WriteFileAtomically(Path("open"), "old").ok());
  ASSERT_EQ(chmod(Path("open").c_str(), 0644), 0);
  ASSERT_TRUE(WritePrivateFile(Path("open"), "secret").ok());
  EXPECT_EQ(ModeOf(Path("open")), 0600u);
  EXPECT_EQ(*ReadFile(Path("open")), "secret");
  ASSERT_EQ(chmod(Path("open").c_str(), 0400), 0);
  EXPECT_THAT(std::string(WritePrivateFile(Path("open"), "x").message()),
              HasSubstr("read-only"));
}

TEST_F(FileTest, PrivateFoldersAreForTheUserAlone) {
  ASSERT_TRUE(MakePrivateFolder(Path("a/b")).ok());
  EXPECT_EQ(ModeOf(Path("a/b")), 0700u);
  // One that is empty is nobody else's.
  ASSERT_EQ(chmod(Path("a/b").c_str(), 0755), 0);
  EXPECT_TRUE(MakePrivateFolder(Path("a/b")).ok());
  EXPECT_EQ(ModeOf(Path("a/b")), 0700u);
  std::ofstream(Path("a/b/file")) << "x";
  EXPECT_TRUE(MakePrivateFolder(Path("a/b")).ok());
  for (const mode_t mode : {0755u, 0710u, 0701u, 0704u, 0770u}) {
    ASSERT_EQ(chmod(Path("a/b").c_str(), mode), 0);
    EXPECT_THAT(std::string(MakePrivateFolder(Path("a/b")).message()),
                HasSubstr("chmod 700 '" + Path("a/b") + "'"))
        << mode;
    EXPECT_EQ(ModeOf(Path("a/b")), mode);
  }
  EXPECT_FALSE(MakePrivateFolder(Path("a/b/file")).ok());
}

}  // namespace
}  // namespace boardwalk
