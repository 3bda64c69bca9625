// The positions that a line has been through, by their hashes, so that one that
// comes back is noticed at the cost of a look into the cache.

#ifndef BOARDWALK_AI_COMMON_REPETITION_HISTORY_H_
#define BOARDWALK_AI_COMMON_REPETITION_HISTORY_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace boardwalk::ai {

class RepetitionHistory {
 public:
  // Room for so many, so that pushing them allocates nothing.
  void Reserve(size_t size) { hashes_.reserve(size); }
  // Begins anew with the game's past and the root of a search.
  void Start(absl::Span<const uint64_t> past, uint64_t root) {
    Clear();
    for (const uint64_t hash : past) Push(hash);
    Push(root);
  }
  void Clear() {
    hashes_.clear();
    counts_ = {};
  }
  void Push(uint64_t hash) {
    hashes_.push_back(hash);
    ++counts_[Slot(hash)];
  }
  // REQUIRES: something is left.
  void Pop() {
    --counts_[Slot(hashes_.back())];
    hashes_.pop_back();
  }
  // Until so many are left.
  void PopTo(size_t size) {
    while (hashes_.size() > size) Pop();
  }
  size_t size() const { return hashes_.size(); }
  bool Has(uint64_t hash) const {
    // Nearly always nothing on the path shares the slot, while it is short.
    return counts_[Slot(hash)] != 0 &&
           std::find(hashes_.rbegin(), hashes_.rend(), hash) != hashes_.rend();
  }

 private:
  static constexpr size_t kSlots = 4096;
  static size_t Slot(uint64_t hash) { return hash % kSlots; }

  std::vector<uint64_t> hashes_;
  std::array<uint16_t, kSlots> counts_{};
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_COMMON_REPETITION_HISTORY_H_
