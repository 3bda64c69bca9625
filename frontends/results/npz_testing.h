// For tests: reads a file of arrays of numpy, whose every byte must be as zip
// and numpy want it. Shares nothing with what writes them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/file.h"
#include "gtest/gtest.h"

namespace boardwalk::results {

struct NpyArray {
  std::string type;  // "<f4"
  std::vector<int64_t> shape;
  std::string bytes;

  // The elements. REQUIRES: T is of that type.
  template <typename T>
  std::vector<T> As() const {
    EXPECT_EQ(bytes.size() % sizeof(T), 0u);
    std::vector<T> elements(bytes.size() / sizeof(T));
    if (!elements.empty()) {
      std::memcpy(elements.data(), bytes.data(), bytes.size());
    }
    return elements;
  }
  // Of ASCII.
  std::vector<std::string> Texts() const {
    EXPECT_TRUE(absl::StartsWith(type, "<U")) << type;
    size_t length = 0;
    EXPECT_TRUE(absl::SimpleAtoi(type.substr(2), &length));
    std::vector<std::string> texts;
    const auto characters = As<uint32_t>();
    for (size_t i = 0; i < characters.size(); ++i) {
      if (i % length == 0) texts.emplace_back();
      if (characters[i] != 0) texts.back() += static_cast<char>(characters[i]);
    }
    return texts;
  }
};

using NpyArrays = std::map<std::string, NpyArray>;

// Bit by bit.
inline uint32_t SlowCrc(absl::string_view bytes) {
  uint32_t crc = ~0u;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ (crc % 2 == 1 ? 0xEDB88320u : 0u);
    }
  }
  return ~crc;
}

class NpzReader {
 public:
  explicit NpzReader(std::string bytes) : bytes_(std::move(bytes)) {}

  NpyArrays Read() {
    ReadDirectory();
    return std::move(arrays_);
  }

 private:
  // A number of so many bytes, the lowest first.
  uint64_t Number(size_t at, size_t size) {
    EXPECT_LE(at + size, bytes_.size());
    uint64_t number = 0;
    for (size_t i = size; at + size <= bytes_.size() && i-- > 0;) {
      number = number << 8 | static_cast<unsigned char>(bytes_[at + i]);
    }
    return number;
  }
  void Expect(size_t at, const std::vector<std::pair<size_t, uint64_t>>& fields,
              const std::string& what) {
    for (const auto& [size, value] : fields) {
      EXPECT_EQ(Number(at, size), value) << what << ", byte " << at;
      at += size;
    }
  }

  void ReadDirectory() {
    ASSERT_GE(bytes_.size(), 98u);
    const size_t end = bytes_.size() - 22;
    Expect(end,
           {{4, 0x06054b50},
            {2, 0},
            {2, 0},
            {2, 0xFFFF},
            {2, 0xFFFF},
            {4, 0xFFFFFFFF},
            {4, 0xFFFFFFFF},
            {2, 0}},
           "the end");
    const size_t locator = end - 20, end64 = locator - 56;
    Expect(locator, {{4, 0x07064b50}, {4, 0}, {8, end64}, {4, 1}}, "locator");
    const uint64_t count = Number(end64 + 24, 8);
    const uint64_t size = Number(end64 + 40, 8), start = Number(end64 + 48, 8);
    Expect(end64,
           {{4, 0x06064b50},
            {8, 44},
            {2, 3 << 8 | 45},
            {2, 45},
            {4, 0},
            {4, 0},
            {8, count},
            {8, count},
            {8, size},
            {8, end64 - size}},
           "the end of zip64");
    size_t at = start, place = 0;
    for (uint64_t i = 0; i < count; ++i) {
      const size_t name_size = Number(at + 28, 2);
      const std::string name = bytes_.substr(at + 46, name_size);
      const uint64_t crc = Number(at + 16, 4);
      const size_t field = at + 46 + name_size;
      const uint64_t length = Number(field + 4, 8);
      Expect(at,
             {{4, 0x02014b50},
              {2, 3 << 8 | 45},
              {2, 45},
              {2, 0},
              {2, 0},
              {2, 0},
              {2, 33},
              {4, crc},
              {4, 0xFFFFFFFF},
              {4, 0xFFFFFFFF},
              {2, name_size},
              {2, 28},
              {2, 0},
              {2, 0},
              {2, 0},
              {4, 0100644u << 16},
              {4, 0xFFFFFFFF}},
             name);
      Expect(field, {{2, 1}, {2, 24}, {8, length}, {8, length}, {8, place}},
             name);
      at = field + 28;
      // Members stand one behind the other, with nothing between.
      Expect(place,
             {{4, 0x04034b50},
              {2, 45},
              {2, 0},
              {2, 0},
              {2, 0},
              {2, 33},
              {4, crc},
              {4, 0xFFFFFFFF},
              {4, 0xFFFFFFFF},
              {2, name_size},
              {2, 20}},
             name);
      EXPECT_EQ(bytes_.substr(place + 30, name_size), name);
      Expect(place + 30 + name_size,
             {{2, 1}, {2, 16}, {8, length}, {8, length}}, name);
      place += 50 + name_size;
      ASSERT_LE(place + length, start) << name;
      const std::string member = bytes_.substr(place, length);
      EXPECT_EQ(SlowCrc(member), crc) << name;
      ReadArray(name, member);
      place += length;
    }
    EXPECT_EQ(place, start);
    EXPECT_EQ(at, end64);
  }

  void ReadArray(const std::string& name, const std::string& member) {
    ASSERT_TRUE(absl::EndsWith(name, ".npy")) << name;
    const std::string key = name.substr(0, name.size() - 4);
    EXPECT_EQ(arrays_.count(key), 0u) << name;
    NpyArray& array = arrays_[key];
    ASSERT_EQ(member.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const size_t head = static_cast<unsigned char>(member[8]) +
                        256 * static_cast<unsigned char>(member[9]);
    EXPECT_EQ((10 + head) % 64, 0u) << name;
    const std::string text = member.substr(10, head);
    ASSERT_EQ(text.back(), '\n');
    const std::vector<std::string> parts =
        absl::StrSplit(text, absl::ByAnyChar("'()"));
    ASSERT_EQ(parts.size(), 11u) << text;
    EXPECT_EQ(absl::StrCat(parts[0], parts[1], parts[2]), "{descr: ");
    array.type = parts[3];
    EXPECT_EQ(absl::StrCat(parts[4], parts[5], parts[6], parts[7], parts[8]),
              ", fortran_order: False, shape: ");
    uint64_t elements = 1;
    for (const absl::string_view part :
         absl::StrSplit(parts[9], ',', absl::SkipWhitespace())) {
      int64_t dimension = -1;
      ASSERT_TRUE(absl::SimpleAtoi(part, &dimension)) << text;
      array.shape.push_back(dimension);
      elements *= static_cast<uint64_t>(dimension);
    }
    EXPECT_EQ(absl::EndsWith(parts[9], ","), array.shape.size() == 1) << text;
    EXPECT_TRUE(absl::StartsWith(parts[10], ", } ") || parts[10] == ", }\n")
        << text;
    array.bytes = member.substr(10 + head);
    uint64_t size = 0;
    ASSERT_TRUE(absl::SimpleAtoi(array.type.substr(2), &size)) << text;
    if (array.type[1] == 'U') size *= 4;
    EXPECT_EQ(array.bytes.size(), elements * size) << name;
  }

  const std::string bytes_;
  NpyArrays arrays_;
};

inline NpyArrays ReadNpz(const std::string& path) {
  const auto bytes = ReadFile(path, size_t{1} << 30);
  EXPECT_TRUE(bytes.ok()) << bytes.status();
  return bytes.ok() ? NpzReader(*bytes).Read() : NpyArrays{};
}

}  // namespace boardwalk::results
