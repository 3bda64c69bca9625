// Writes arrays of numpy into one file, as numpy.savez does (.npz): a zip
// archive in which each array is an uncompressed file in numpy's own format
// (NEP 1). All arrays are filled at the same time, and memory does not grow
// with them: their sizes are known before, so each has its place in the file,
// of any length (zip64).
//
// Example, given `const std::vector<float>& measured`:
//
//   NpzWriter npz("measurements", 1);
//   const auto rows = static_cast<int64_t>(measured.size());
//   const auto pairs = npz.Add<float>("pairs", {rows, 2});
//   RETURN_IF_ERROR(npz.Open("measured.npz"));
//   for (const float x : measured) npz.Append<float>(pairs, {x, x * x});
//   RETURN_IF_ERROR(npz.Finish());

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/file.h"

namespace boardwalk::results {

// An array of the file.
template <typename T>
struct NpzArray {
  size_t index = 0;
};

// Not thread-safe. Without Finish nothing is left of the file.
class NpzWriter {
 public:
  // The file begins with an array `kind` of one number, `version`. Files that
  // do not begin so are not replaced.
  NpzWriter(absl::string_view kind, int32_t version);

  // Adds an array of this shape, {} for a single number, in row-major order.
  // REQUIRES: the name is new, of letters, digits and '_'; before Open.
  template <typename T>
  NpzArray<T> Add(absl::string_view name, const std::vector<int64_t>& shape) {
    return {Add(name, TypeName<T>(), sizeof(T), shape)};
  }
  // Adds texts, which are UTF-8: one for a single text, or a row of them.
  void AddText(absl::string_view name, absl::string_view text);
  void AddTexts(absl::string_view name, const std::vector<std::string>& texts);

  // Begins to write, beside `path`. Errors: those of WriteFileAtomically; the
  // disk has less space than the arrays need.
  absl::Status Open(const std::string& path);

  // Adds elements of an array to those before. After an error, which status()
  // tells, it does nothing. REQUIRES: the array has room for them; Open.
  template <typename T>
  void Append(NpzArray<T> array,
              absl::Span<const std::type_identity_t<T>> elements) {
    Append(array.index,
           absl::string_view(reinterpret_cast<const char*>(elements.data()),
                             elements.size() * sizeof(T)));
  }
  template <typename T>
  void Append(NpzArray<T> array, std::type_identity_t<T> element) {
    Append(array, absl::MakeConstSpan(&element, 1));
  }

  const absl::Status& status() const { return status_; }

  // Completes the file, which takes its name. REQUIRES: all arrays are full.
  absl::Status Finish();

 private:
  // A file of the archive.
  struct Member {
    std::string name;
    std::string head;       // numpy's, before the elements
    int64_t size = 0;       // with the head
    int64_t offset = 0;     // of its place in the archive
    int64_t written = 0;    // of `size`, without what is in `buffer`
    uint32_t checksum = 0;  // of what was written
    std::string buffer = {};

    // What stands in the archive before the head.
    std::string Header() const;
    int64_t End() const;
  };

  // "<f4", as numpy writes it.
  template <typename T>
  static std::string TypeName() {
    static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>);
    constexpr char kKind = std::is_floating_point_v<T> ? 'f'
                           : std::is_unsigned_v<T>     ? 'u'
                                                       : 'i';
    return absl::StrCat(ByteOrder(sizeof(T)), std::string(1, kKind), sizeof(T));
  }
  // Of this machine, which decides how the elements are written.
  static absl::string_view ByteOrder(size_t size) {
    if (size == 1) return "|";
    return std::endian::native == std::endian::little ? "<" : ">";
  }

  size_t Add(absl::string_view name, const std::string& type, size_t size,
             const std::vector<int64_t>& shape);
  void AddTexts(absl::string_view name, const std::vector<std::string>& texts,
                const std::vector<int64_t>& shape);
  void Append(size_t index, absl::string_view bytes);
  void Flush(Member& member);
  absl::Status CheckSpace(const std::string& path) const;

  std::vector<Member> members_;
  double bytes_ = 0;  // of all arrays; may be more than an int64_t holds
  std::unique_ptr<AtomicFile> file_;
  absl::Status status_;
};

}  // namespace boardwalk::results
