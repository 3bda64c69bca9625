// The principal variations of a depth-first search, one a ply, as a triangular
// table in fixed memory: a search allocates nothing.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include "absl/types/span.h"
#include "ai/common/score.h"

namespace boardwalk::ai {

// For plies 0 to kMaxPly + 1. REQUIRES: a ply is cleared before it is used.
template <typename Move>
class PvTable {
 public:
  PvTable() : moves_(std::make_unique_for_overwrite<Move[]>(kPlies * kPlies)) {}

  void Clear(int ply) { sizes_[ply] = 0; }
  // Makes the variation of `ply` <= kMaxPly: `move`, then the next ply's.
  void Set(int ply, Move move) {
    const absl::Span<const Move> rest = Pv(ply + 1);
    Move* const row = Row(ply);
    row[0] = move;
    std::copy(rest.begin(), rest.end(), row + 1);
    sizes_[ply] = sizes_[ply + 1] + 1;
  }

  // The variation of `ply`; valid until the next change there.
  absl::Span<const Move> Pv(int ply) const {
    return {Row(ply), static_cast<size_t>(sizes_[ply])};
  }

 private:
  static constexpr int kPlies = kMaxPly + 2;

  Move* Row(int ply) const { return moves_.get() + ply * kPlies; }

  std::unique_ptr<Move[]> moves_;
  std::array<int, kPlies> sizes_{};
};

}  // namespace boardwalk::ai
