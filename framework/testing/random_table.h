// A prepared table of random bytes in a cache folder of its own, for tests of
// what reads it.
//
// Example, given `const TableKind& kind`:
//
//   RandomTable table(kind);  // the folder is there, the file is not
//   table.Write();
//   FindTable(kind, "nim").value()->data()[99] == table.contents()[99];

#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "framework/file.h"
#include "framework/random.h"
#include "framework/tables/prepared_table.h"
#include "framework/testing/temporary_folder.h"

namespace boardwalk {

class RandomTable {
 public:
  explicit RandomTable(TableKind kind) : kind_(std::move(kind)) {
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
    path_ = TablePath(kind_).value();
  }

  // Writes the file, its bytes limited to the bits of `mask`.
  void Write(int mask = 255) {
    contents_.resize(kind_.bytes);
    Random random(2);
    for (char& byte : contents_) {
      byte = static_cast<char>(static_cast<int>(random.Next() >> 40) & mask);
    }
    WriteVersion(kind_.version);
  }
  void WriteVersion(uint32_t version) {
    TableKind kind = kind_;
    kind.version = version;
    ASSERT_TRUE(MakeFolders(CacheFolder().value()).ok());
    ASSERT_TRUE(WriteTable(path_, kind, contents_).ok());
  }
  // Flips a bit of one byte in the file. REQUIRES: Write() before; the table
  // has that byte.
  void Damage(size_t byte) const {
    FILE* const file = std::fopen(path_.c_str(), "r+");
    ASSERT_NE(file, nullptr);
    fseeko(file, static_cast<off_t>(byte + kTableHeaderBytes), SEEK_SET);
    std::fputc(static_cast<unsigned char>(contents_[byte]) ^ 4, file);
    std::fclose(file);
  }

  const std::string& path() const { return path_; }
  const std::string& contents() const { return contents_; }

 private:
  const TableKind kind_;
  const TemporaryFolder folder_;
  std::string path_;
  std::string contents_;
};

}  // namespace boardwalk
