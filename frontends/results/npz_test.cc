#include "frontends/results/npz.h"

#include <filesystem>
#include <string>
#include <vector>

#include "framework/file.h"
#include "framework/status_macros.h"
#include "framework/testing/full_disk.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/results/npz_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::results {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Shape = std::vector<int64_t>;

class NpzTest : public testing::Test {
 protected:
  std::string Path() const { return folder_.File("a.npz"); }
  int64_t Files() const {
    return std::distance(std::filesystem::directory_iterator(folder_.path()),
                         std::filesystem::directory_iterator());
  }
  // A file with one row.
  absl::Status WriteOne(const std::string& kind, int32_t version) const {
    NpzWriter npz(kind, version);
    const auto row = npz.Add<uint8_t>("row", {1});
    RETURN_IF_ERROR(npz.Open(Path()));
    npz.Append(row, 7);
    return npz.Finish();
  }

  const TemporaryFolder folder_;
};

TEST_F(NpzTest, HasArraysOfEachType) {
  NpzWriter npz("things", 3);
  const auto bytes = npz.Add<uint8_t>("bytes", {3});
  const auto seats = npz.Add<int8_t>("seats", {2, 1});
  const auto plies = npz.Add<int32_t>("plies", {1, 2, 2});
  const auto ids = npz.Add<int64_t>("ids", {});
  const auto values = npz.Add<float>("values", {2});
  npz.Add<double>("none", {0, 4});
  ASSERT_TRUE(npz.Open(Path()).ok());
  // In turn, as rows come.
  npz.Append(bytes, 255);
  npz.Append(values, 0.25F);
  npz.Append(seats, {-1, 2});
  npz.Append(plies, {1, 2, 3});
  npz.Append(bytes, {1, 2});
  npz.Append(ids, int64_t{-5'000'000'000});
  npz.Append(values, -3);
  npz.Append(plies, -4);
  const absl::Status finished = npz.Finish();
  ASSERT_TRUE(finished.ok()) << finished;
  EXPECT_EQ(Files(), 1);
  NpyArrays arrays = ReadNpz(Path());
  EXPECT_EQ(arrays.size(), 7u);
  EXPECT_EQ(arrays["things"].type, "<i4");
  EXPECT_EQ(arrays["things"].shape, Shape());
  EXPECT_THAT(arrays["things"].As<int32_t>(), ElementsAre(3));
  EXPECT_EQ(arrays["bytes"].type, "|u1");
  EXPECT_EQ(arrays["bytes"].shape, Shape({3}));
  EXPECT_THAT(arrays["bytes"].As<uint8_t>(), ElementsAre(255, 1, 2));
  EXPECT_EQ(arrays["seats"].type, "|i1");
  EXPECT_EQ(arrays["seats"].shape, Shape({2, 1}));
  EXPECT_THAT(arrays["seats"].As<int8_t>(), ElementsAre(-1, 2));
  EXPECT_EQ(arrays["plies"].type, "<i4");
  EXPECT_EQ(arrays["plies"].shape, Shape({1, 2, 2}));
  EXPECT_THAT(arrays["plies"].As<int32_t>(), ElementsAre(1, 2, 3, -4));
  EXPECT_EQ(arrays["ids"].type, "<i8");
  EXPECT_THAT(arrays["ids"].As<int64_t>(), ElementsAre(-5'000'000'000));
  EXPECT_EQ(arrays["values"].type, "<f4");
  EXPECT_THAT(arrays["values"].As<float>(), ElementsAre(0.25F, -3.0F));
  EXPECT_EQ(arrays["none"].type, "<f8");
  EXPECT_EQ(arrays["none"].shape, Shape({0, 4}));
}

TEST_F(NpzTest, HasTexts) {
  NpzWriter npz("things", 1);
  npz.AddText("game", "teeko");
  npz.AddTexts("names", {"random", "", "mcts:playouts=7"});
  npz.AddTexts("letters", {"e\u00e9\u20ac\U0001F600", "\xff"});
  npz.AddTexts("nothing", {});
  ASSERT_TRUE(npz.Open(Path()).ok());
  ASSERT_TRUE(npz.Finish().ok());
  NpyArrays arrays = ReadNpz(Path());
  EXPECT_EQ(arrays["game"].shape, Shape());
  EXPECT_THAT(arrays["game"].Texts(), ElementsAre("teeko"));
  EXPECT_EQ(arrays["names"].type, "<U15");
  EXPECT_THAT(arrays["names"].Texts(),
              ElementsAre("random", "", "mcts:playouts=7"));
  EXPECT_EQ(arrays["letters"].type, "<U4");
  EXPECT_THAT(arrays["letters"].As<uint32_t>(),
              ElementsAre('e', 0xE9, 0x20AC, 0x1F600, 0xFFFD, 0, 0, 0));
  EXPECT_EQ(arrays["nothing"].shape, Shape({0}));
}

// More than what waits in memory, of several arrays in turn, in pieces of every
// length.
TEST_F(NpzTest, LongArraysAreWrittenInPieces) {
  constexpr int kRows = 200'000;
  NpzWriter npz("things", 1);
  const auto numbers = npz.Add<int32_t>("numbers", {kRows});
  const auto bytes = npz.Add<uint8_t>("bytes", {kRows});
  ASSERT_TRUE(npz.Open(Path()).ok());
  std::vector<int32_t> piece;
  for (int32_t row = 0; row < kRows;) {
    piece.clear();
    const size_t length = static_cast<size_t>(row) % 1009 + 1;
    for (; piece.size() < length && row < kRows; ++row) piece.push_back(row);
    npz.Append(numbers, piece);
    for (const int32_t number : piece) {
      npz.Append(bytes, static_cast<uint8_t>(number * 7));
    }
  }
  // Most is on the disk, under another name.
  EXPECT_FALSE(std::filesystem::exists(Path()));
  ASSERT_EQ(Files(), 1);
  EXPECT_GT(std::filesystem::directory_iterator(folder_.path())->file_size(),
            size_t{kRows} * 3);
  ASSERT_TRUE(npz.Finish().ok());
  EXPECT_EQ(Files(), 1);
  NpyArrays arrays = ReadNpz(Path());
  const auto read = arrays["numbers"].As<int32_t>();
  const auto read_bytes = arrays["bytes"].As<uint8_t>();
  ASSERT_EQ(read.size(), size_t{kRows});
  ASSERT_EQ(read_bytes.size(), size_t{kRows});
  for (int32_t row = 0; row < kRows; ++row) {
    ASSERT_EQ(read[row], row);
    ASSERT_EQ(read_bytes[row], static_cast<uint8_t>(row * 7));
  }
}

TEST_F(NpzTest, ReplacesOnlyFilesOfItsKind) {
  ASSERT_TRUE(WriteOne("things", 1).ok());
  const std::string before = *ReadFile(Path());
  EXPECT_TRUE(WriteOne("things", 1).ok());
  EXPECT_EQ(*ReadFile(Path()), before);
  for (const auto& [kind, version] :
       {std::pair<const char*, int32_t>{"thinks", 1}, {"things", 2}}) {
    EXPECT_THAT(std::string(WriteOne(kind, version).message()),
                HasSubstr("it is a file of another kind"));
    EXPECT_EQ(*ReadFile(Path()), before);
  }
  EXPECT_EQ(Files(), 1);
}

TEST_F(NpzTest, AFullDiskLeavesNothing) {
  constexpr int64_t kRows = 1 << 20;
  NpzWriter npz("things", 1);
  const auto bytes = npz.Add<uint8_t>("bytes", {kRows});
  ASSERT_TRUE(npz.Open(Path()).ok());
  {
    const FullDisk full(kRows / 2);
    EXPECT_TRUE(npz.status().ok());
    for (int64_t row = 0; row < kRows; ++row) npz.Append(bytes, 1);
    EXPECT_THAT(std::string(npz.status().message()),
                HasSubstr(Path() + "': File too large"));
    EXPECT_EQ(npz.Finish(), npz.status());
  }
  EXPECT_FALSE(std::filesystem::exists(Path()));
}

TEST_F(NpzTest, WithoutFinishNothingIsLeft) {
  {
    NpzWriter npz("things", 1);
    npz.Add<uint8_t>("bytes", {1});
    ASSERT_TRUE(npz.Open(Path()).ok());
    EXPECT_EQ(Files(), 1);
  }
  EXPECT_EQ(Files(), 0);
}

TEST_F(NpzTest, WhatNoDiskHoldsIsNotBegun) {
  for (const Shape& shape :
       {Shape{int64_t{1} << 52}, Shape{int64_t{1} << 40, int64_t{1} << 40}}) {
    NpzWriter npz("things", 1);
    npz.Add<double>("numbers", shape);
    const absl::Status refused = npz.Open(Path());
    EXPECT_TRUE(absl::IsResourceExhausted(refused)) << refused;
    EXPECT_THAT(std::string(refused.message()), HasSubstr("a.npz': it takes "));
    EXPECT_EQ(Files(), 0);
  }
}

}  // namespace
}  // namespace boardwalk::results
