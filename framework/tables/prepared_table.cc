#include "framework/tables/prepared_table.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/file.h"
#include "framework/mutex.h"
#include "framework/random.h"
#include "framework/status_macros.h"

namespace boardwalk {
namespace {

struct Header {
  uint64_t magic = 0;
  uint64_t checksum = 0;
  uint64_t bytes = 0;
  uint32_t version = 0;
  uint32_t unused = 0;
  std::array<char, 32> id{};
};
static_assert(sizeof(Header) == kTableHeaderBytes);

constexpr uint64_t kMagic = 0x6b6c7764'72616f62u;  // "boardwlk"
// Where the bytes begin that the checksum is of.
constexpr size_t kChecked = offsetof(Header, bytes);

// Adds a word. Multiplying by an odd factor and the shift are bijections, so a
// flipped bit anywhere changes the sum.
inline uint64_t Fold(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
  return sum ^ sum >> 32;
}

// Of all bytes and their number. Four independent sums let the processor
// overlap the multiplications.
uint64_t Checksum(absl::string_view bytes) {
  constexpr size_t kLanes = 4;
  std::array<uint64_t, kLanes> sums = {1, 2, 3, 4};
  std::array<uint64_t, kLanes> words;
  size_t at = 0;
  for (; at + sizeof(words) <= bytes.size(); at += sizeof(words)) {
    std::memcpy(words.data(), bytes.data() + at, sizeof(words));
    for (size_t i = 0; i < kLanes; ++i) sums[i] = Fold(sums[i], words[i]);
  }
  words.fill(0);
  bytes.remove_prefix(at);
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(words.data()));
  uint64_t sum = at + bytes.size();
  for (size_t i = 0; i < kLanes; ++i) {
    sum = Fold(Fold(sum, sums[i]), words[i]);
  }
  return Mix64(sum);
}

Header HeaderOf(const TableKind& kind) {
  assert(kind.id.size() < sizeof(Header::id));
  Header header;
  header.magic = kMagic;
  header.bytes = kind.bytes;
  header.version = kind.version;
  std::memcpy(header.id.data(), kind.id.data(),
              std::min(kind.id.size(), header.id.size() - 1));
  return header;
}

absl::Status Damaged(const std::string& path, absl::string_view why) {
  return DataLoss("'", path, "' ", why);
}

// Checks the header, the size and the checksum of the file.
absl::Status Check(const std::string& path, const TableKind& kind,
                   absl::string_view file) {
  Header found;
  if (file.empty()) return Damaged(path, "is damaged: it is empty");
  if (file.size() < sizeof(found)) {
    return Damaged(path, absl::StrCat("is damaged: it ends after ", file.size(),
                                      " bytes"));
  }
  std::memcpy(&found, file.data(), sizeof(found));
  const Header wanted = HeaderOf(kind);
  if (found.magic != wanted.magic || found.id != wanted.id) {
    return Damaged(
        path, absl::StrCat("is something else than the table '", kind.id, "'"));
  }
  if (found.version != wanted.version) {
    return Damaged(path, absl::StrCat("has version ", found.version,
                                      " of the table, not ", kind.version));
  }
  const uint64_t whole = kTableHeaderBytes + kind.bytes;
  if (found.bytes != kind.bytes || file.size() != whole) {
    return Damaged(path, absl::StrCat("is damaged: it has ", file.size(),
                                      " bytes, not ", whole));
  }
  if (found.checksum != Checksum(file.substr(kChecked))) {
    return Damaged(path, "is damaged: its checksum is wrong");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::shared_ptr<const PreparedTable>> PreparedTable::Open(
    const std::string& path, const TableKind& kind) {
  ASSIGN_OR_RETURN(auto file, ReadFile(path, kTableHeaderBytes + kind.bytes));
  RETURN_IF_ERROR(Check(path, kind, file));
  return std::shared_ptr<const PreparedTable>(
      new PreparedTable(std::move(file)));
}

absl::StatusOr<std::string> TablePath(const TableKind& kind) {
  ASSIGN_OR_RETURN(const auto folder, CacheFolder());
  return absl::StrCat(folder, "/", kind.id, ".table");
}

absl::StatusOr<std::shared_ptr<const PreparedTable>> FindTable(
    const TableKind& kind, absl::string_view game) {
  static Mutex mutex;
  static auto& found ABSL_GUARDED_BY(mutex) =
      *new std::map<std::string, std::shared_ptr<const PreparedTable>>();
  const auto path = TablePath(kind);
  if (!path.ok()) return absl::UnavailableError(path.status().message());
  const MutexLock lock(&mutex);
  auto& table = found[*path];
  if (table != nullptr) return table;
  auto opened = PreparedTable::Open(*path, kind);
  if (absl::IsResourceExhausted(opened.status())) {
    return absl::UnavailableError(opened.status().message());
  }
  if (!opened.ok()) {
    return Unavailable(opened.status().message(), "; boardwalk prepare ", game,
                       " makes it");
  }
  table = *std::move(opened);
  return table;
}

absl::Status WriteTable(const std::string& path, const TableKind& kind,
                        absl::string_view table) {
  assert(table.size() == kind.bytes);
  Header header = HeaderOf(kind);
  std::string file(kTableHeaderBytes + table.size(), '\0');
  std::memcpy(file.data(), &header, sizeof(header));
  std::memcpy(file.data() + sizeof(header), table.data(), table.size());
  header.checksum = Checksum(absl::string_view(file).substr(kChecked));
  std::memcpy(file.data(), &header, sizeof(header));
  return WriteFileAtomically(path, file);
}

}  // namespace boardwalk
