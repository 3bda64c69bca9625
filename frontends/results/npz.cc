#include "frontends/results/npz.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <filesystem>
#include <system_error>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::results {
namespace {

// Of an array that waits to be written.
constexpr size_t kBuffer = 1 << 18;

// --- The checksum of zip: CRC-32, eight bytes at a time ----------------------

using CrcTable = std::array<uint32_t, 256>;

// Table i is of a byte that i others follow.
constexpr std::array<CrcTable, 8> MakeCrcTables() {
  std::array<CrcTable, 8> tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ (crc % 2 == 1 ? 0xEDB88320u : 0u);
    }
    tables[0][byte] = crc;
  }
  for (size_t i = 1; i < tables.size(); ++i) {
    for (size_t byte = 0; byte < 256; ++byte) {
      const uint32_t before = tables[i - 1][byte];
      tables[i][byte] = before >> 8 ^ tables[0][before & 255];
    }
  }
  return tables;
}
constexpr std::array<CrcTable, 8> kCrcTables = MakeCrcTables();

// The checksum of bytes with the checksum `crc` and `bytes` behind them.
uint32_t ExtendCrc(uint32_t crc, absl::string_view bytes) {
  crc = ~crc;
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
  size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) {
    crc = kCrcTables[7][(crc & 255) ^ at[0]] ^
          kCrcTables[6][(crc >> 8 & 255) ^ at[1]] ^
          kCrcTables[5][(crc >> 16 & 255) ^ at[2]] ^
          kCrcTables[4][crc >> 24 ^ at[3]] ^ kCrcTables[3][at[4]] ^
          kCrcTables[2][at[5]] ^ kCrcTables[1][at[6]] ^ kCrcTables[0][at[7]];
  }
  for (; left > 0; --left, ++at) {
    crc = crc >> 8 ^ kCrcTables[0][(crc ^ *at) & 255];
  }
  return ~crc;
}

// --- Records of zip (APPNOTE.TXT 6.3) ----------------------------------------

// Appends numbers with their lowest byte first.
void Put16(std::string& out, uint32_t number) {
  for (int i = 0; i < 2; ++i) out += static_cast<char>(number >> 8 * i);
}
void Put32(std::string& out, uint32_t number) {
  for (int i = 0; i < 4; ++i) out += static_cast<char>(number >> 8 * i);
}
void Put64(std::string& out, int64_t number) {
  const auto bits = static_cast<uint64_t>(number);
  for (int i = 0; i < 8; ++i) out += static_cast<char>(bits >> 8 * i);
}

// Every size and offset is in a field of zip64, of small files, too: there is
// one form.
constexpr uint32_t kZipVersion = 45;  // the first with zip64
constexpr uint32_t kZip64Field = 1;
constexpr uint32_t kInZip64 = 0xFFFFFFFF, kInZip64Short = 0xFFFF;
// No time is kept, so that the same arrays are the same file.
constexpr uint32_t kFirstOfJanuary1980 = 1 << 5 | 1;
constexpr uint32_t kUnix = 3 << 8;
constexpr uint32_t kPermissions = 0100644u << 16;

// What the headers of a member share, before the lengths of name and fields.
void PutCommon(std::string& out, uint32_t checksum) {
  Put16(out, kZipVersion);
  Put16(out, 0);  // no flags
  Put16(out, 0);  // not compressed
  Put16(out, 0);  // midnight
  Put16(out, kFirstOfJanuary1980);
  Put32(out, checksum);
  Put32(out, kInZip64);
  Put32(out, kInZip64);
}

// --- Arrays of numpy ---------------------------------------------------------

// Before the elements of an array: version 1.0 of the format.
std::string NpyHead(const std::string& type,
                    const std::vector<int64_t>& shape) {
  constexpr size_t kAlignment = 64, kPreamble = 10;
  std::string text = absl::StrCat(
      "{'descr': '", type, "', 'fortran_order': False, 'shape': (",
      absl::StrJoin(shape, ", "), shape.size() == 1 ? ",), }" : "), }");
  text.resize((kPreamble + text.size() + kAlignment) / kAlignment * kAlignment -
                  kPreamble - 1,
              ' ');
  text += '\n';
  std::string head("\x93NUMPY\x01\x00", 8);
  Put16(head, static_cast<uint32_t>(text.size()));
  return head + text;
}

// The characters of UTF-8, those that are not well-formed as U+FFFD.
std::vector<char32_t> Characters(absl::string_view text) {
  std::vector<char32_t> characters;
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    char32_t character = 0xFFFD;
    if (length == 1) {
      character = static_cast<unsigned char>(text[0]);
    } else if (length > 1) {
      character = static_cast<unsigned char>(text[0]) & (0x7F >> length);
      for (size_t i = 1; i < length; ++i) {
        character = character << 6 | (static_cast<unsigned char>(text[i]) & 63);
      }
    }
    characters.push_back(character);
    text.remove_prefix(std::max<size_t>(length, 1));
  }
  return characters;
}

}  // namespace

std::string NpzWriter::Member::Header() const {
  std::string header;
  Put32(header, 0x04034b50);
  PutCommon(header, checksum);
  Put16(header, static_cast<uint32_t>(name.size()));
  Put16(header, 20);
  header += name;
  Put16(header, kZip64Field);
  Put16(header, 16);
  Put64(header, size);
  Put64(header, size);
  return header;
}

int64_t NpzWriter::Member::End() const {
  return offset + static_cast<int64_t>(Header().size()) + size;
}

NpzWriter::NpzWriter(absl::string_view kind, int32_t version) {
  const auto array = Add<int32_t>(kind, {});
  Append(array, version);
}

size_t NpzWriter::Add(absl::string_view name, const std::string& type,
                      size_t size, const std::vector<int64_t>& shape) {
  assert(file_ == nullptr);
  auto bytes = static_cast<double>(size);
  auto length = static_cast<int64_t>(size);
  for (const int64_t dimension : shape) {
    bytes *= static_cast<double>(dimension);
    // Too large a product is told by CheckSpace, and nothing uses it.
    length = static_cast<int64_t>(static_cast<uint64_t>(length) *
                                  static_cast<uint64_t>(dimension));
  }
  Member& member = members_.emplace_back();
  member.name = absl::StrCat(name, ".npy");
  member.head = NpyHead(type, shape);
  member.size = static_cast<int64_t>(member.head.size()) + length;
  member.buffer = member.head;
  bytes_ += bytes;
  return members_.size() - 1;
}

void NpzWriter::AddText(absl::string_view name, absl::string_view text) {
  AddTexts(name, {std::string(text)}, {});
}

void NpzWriter::AddTexts(absl::string_view name,
                         const std::vector<std::string>& texts) {
  AddTexts(name, texts, {static_cast<int64_t>(texts.size())});
}

void NpzWriter::AddTexts(absl::string_view name,
                         const std::vector<std::string>& texts,
                         const std::vector<int64_t>& shape) {
  size_t longest = 1;
  std::vector<std::vector<char32_t>> all;
  for (const std::string& text : texts) {
    longest = std::max(longest, all.emplace_back(Characters(text)).size());
  }
  const NpzArray<char32_t> array = {
      Add(name, absl::StrCat(ByteOrder(sizeof(char32_t)), "U", longest),
          longest * sizeof(char32_t), shape)};
  for (std::vector<char32_t>& characters : all) {
    characters.resize(longest);
    Append(array, characters);
  }
}

absl::Status NpzWriter::CheckSpace(const std::string& path) const {
  std::error_code unknown;
  const std::filesystem::path folder =
      std::filesystem::absolute(path, unknown).parent_path();
  const auto space = std::filesystem::space(folder, unknown);
  if (unknown || bytes_ <= static_cast<double>(space.available)) {
    return absl::OkStatus();
  }
  return ResourceExhausted(
      "cannot write '", path, "': it takes ",
      absl::StrFormat("%.3g GB, and there are %.3g", bytes_ / 1e9,
                      static_cast<double>(space.available) / 1e9));
}

absl::Status NpzWriter::Open(const std::string& path) {
  RETURN_IF_ERROR(CheckSpace(path));
  int64_t end = 0;
  for (Member& member : members_) {
    member.offset = end;
    end = member.End();
  }
  Member kind = members_.front();
  kind.checksum = ExtendCrc(0, kind.buffer);
  ASSIGN_OR_RETURN(file_, AtomicFile::Create(
                              path, absl::StrCat(kind.Header(), kind.buffer)));
  return absl::OkStatus();
}

void NpzWriter::Append(size_t index, absl::string_view bytes) {
  Member& member = members_[index];
  member.buffer.append(bytes.data(), bytes.size());
  if (file_ != nullptr && member.buffer.size() >= kBuffer) Flush(member);
}

void NpzWriter::Flush(Member& member) {
  if (status_.ok()) {
    const int64_t start =
        member.offset + static_cast<int64_t>(member.Header().size());
    status_ = file_->WriteAt(start + member.written, member.buffer);
  }
  member.checksum = ExtendCrc(member.checksum, member.buffer);
  member.written += static_cast<int64_t>(member.buffer.size());
  assert(member.written <= member.size);
  member.buffer.clear();
}

absl::Status NpzWriter::Finish() {
  std::string directory;
  for (Member& member : members_) {
    Flush(member);
    assert(member.written == member.size);
    RETURN_IF_ERROR(status_);
    RETURN_IF_ERROR(file_->WriteAt(member.offset, member.Header()));
    Put32(directory, 0x02014b50);
    Put16(directory, kUnix | kZipVersion);
    PutCommon(directory, member.checksum);
    Put16(directory, static_cast<uint32_t>(member.name.size()));
    Put16(directory, 28);
    Put16(directory, 0);  // no comment
    Put16(directory, 0);  // the first disk
    Put16(directory, 0);  // no text
    Put32(directory, kPermissions);
    Put32(directory, kInZip64);
    directory += member.name;
    Put16(directory, kZip64Field);
    Put16(directory, 24);
    Put64(directory, member.size);
    Put64(directory, member.size);
    Put64(directory, member.offset);
  }
  const int64_t start = members_.back().End();
  const auto size = static_cast<int64_t>(directory.size());
  const auto count = static_cast<int64_t>(members_.size());
  // The end of the directory, where that stands, and what stands for both in
  // archives without zip64.
  Put32(directory, 0x06064b50);
  Put64(directory, 44);  // the bytes that follow
  Put16(directory, kUnix | kZipVersion);
  Put16(directory, kZipVersion);
  Put32(directory, 0);
  Put32(directory, 0);
  Put64(directory, count);
  Put64(directory, count);
  Put64(directory, size);
  Put64(directory, start);
  Put32(directory, 0x07064b50);
  Put32(directory, 0);
  Put64(directory, start + size);
  Put32(directory, 1);
  Put32(directory, 0x06054b50);
  Put16(directory, 0);
  Put16(directory, 0);
  Put16(directory, kInZip64Short);
  Put16(directory, kInZip64Short);
  Put32(directory, kInZip64);
  Put32(directory, kInZip64);
  Put16(directory, 0);
  RETURN_IF_ERROR(file_->WriteAt(start, directory));
  return file_->Commit();
}

}  // namespace boardwalk::results
