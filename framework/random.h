// Random numbers that are the same on every machine.
//
// The standard library's distributions and Abseil's generators may differ
// between versions and processes; a seed given to this one names the same game
// everywhere.
//
// Example:
//
//   Random random(42);
//   int die = 1 + static_cast<int>(random.Below(6));

#pragma once

#include <cstdint>

namespace boardwalk {

// SplitMix64 (Steele, Lea, Flood 2014): mixes 64 bits bijectively. Turns
// related numbers (seeds, counters) into unrelated ones.
constexpr uint64_t Mix64(uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

inline constexpr uint64_t kMixPairFirst = 0x9e3779b97f4a7c15u;
inline constexpr uint64_t kMixPairSecond = 0xbf58476d1ce4e5b9u;

// Mixes 128 bits into 64: xors the two halves of a product, as in wyhash (Wang
// Yi 2019). Half the work of two calls of Mix64, but no bijection: where one
// number equals its constant, the other one is lost.
constexpr uint64_t MixPair(uint64_t a, uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a ^ kMixPairFirst} * (b ^ kMixPairSecond);
  return static_cast<uint64_t>(product >> 64) ^ static_cast<uint64_t>(product);
}

// xoroshiro128+ (Blackman, Vigna 2018), seeded by SplitMix64. The low bits of
// its output are weak; `Below` and `Real` use the high ones. A value type of 16
// bytes; not safe to share between threads.
class Random {
 public:
  explicit constexpr Random(uint64_t seed)
      : a_(Mix64(seed)), b_(Mix64(seed + 0x9e3779b97f4a7c15u)) {}

  // The next 64 bits.
  constexpr uint64_t Next() {
    const uint64_t a = a_;
    uint64_t b = b_;
    const uint64_t result = a + b;
    b ^= a;
    a_ = ((a << 24) | (a >> 40)) ^ b ^ (b << 16);
    b_ = (b << 37) | (b >> 27);
    return result;
  }

  // A number in [0, n), by multiply-shift (Lemire 2019, without the rejection
  // step); the bias is below n / 2^32. REQUIRES: n > 0.
  constexpr uint32_t Below(uint32_t n) {
    return static_cast<uint32_t>(((Next() >> 32) * n) >> 32);
  }

  // A number in [0, 1), a multiple of 2^-53.
  constexpr double Real() {
    return static_cast<double>(Next() >> 11) * 0x1.0p-53;
  }

 private:
  uint64_t a_;
  uint64_t b_;
};

}  // namespace boardwalk
