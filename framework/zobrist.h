// Zobrist keys (Zobrist 1970), computed at compile time: they do not depend on
// the order of initialisation, and every build has the same ones.
//
// Example, given `uint64_t& hash`, `int seat` and `int square`:
//
//   static constexpr auto kKeys = ZobristKeys<2, 64>(0x6f6a);
//   hash ^= kKeys[seat][square];

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "framework/random.h"

namespace boardwalk {

// `kKinds` rows of `kSquares` keys. Different seeds give unrelated tables.
template <size_t kKinds, size_t kSquares>
constexpr std::array<std::array<uint64_t, kSquares>, kKinds> ZobristKeys(
    uint64_t seed) {
  std::array<std::array<uint64_t, kSquares>, kKinds> keys{};
  Random random(seed);
  for (auto& row : keys) {
    for (uint64_t& key : row) key = Mix64(random.Next());
  }
  return keys;
}

}  // namespace boardwalk
