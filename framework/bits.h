// Bit tricks that boards need, fast where the machine has the instruction and
// right everywhere.

#pragma once

#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace boardwalk {

// The index of the lowest bit set, which is cleared. REQUIRES: bits != 0.
inline int PopLowest(uint64_t& bits) {
  const int index = std::countr_zero(bits);
  bits &= bits - 1;
  return index;
}

// The lowest bit set, which is cleared. REQUIRES: bits != 0.
inline uint64_t TakeLowest(uint64_t& bits) {
  const uint64_t bit = bits & (~bits + 1);
  bits &= bits - 1;
  return bit;
}

// Towards the higher bits, or for n < 0 the lower ones. REQUIRES: |n| < 64.
constexpr uint64_t ShiftBits(uint64_t bits, int n) {
  return n > 0 ? bits << n : bits >> -n;
}

// Gathers the bits of `source` selected by `mask` into the low bits.
constexpr uint64_t ExtractBitsPortable(uint64_t source, uint64_t mask) {
  uint64_t result = 0;
  for (uint64_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1) {
    if ((source & mask & (~mask + 1)) != 0) result |= bit;
  }
  return result;
}

// Scatters the low bits of `source` to the positions selected by `mask`.
constexpr uint64_t DepositBitsPortable(uint64_t source, uint64_t mask) {
  uint64_t result = 0;
  for (; mask != 0; mask &= mask - 1, source >>= 1) {
    if ((source & 1) != 0) result |= mask & (~mask + 1);
  }
  return result;
}

inline uint64_t ExtractBits(uint64_t source, uint64_t mask) {
#ifdef __BMI2__
  return _pext_u64(source, mask);
#else
  return ExtractBitsPortable(source, mask);
#endif
}

inline uint64_t DepositBits(uint64_t source, uint64_t mask) {
#ifdef __BMI2__
  return _pdep_u64(source, mask);
#else
  return DepositBitsPortable(source, mask);
#endif
}

// Bits row * n + column as bits column * n + row. REQUIRES: n <= 8, and the
// bits are below n * n.
constexpr uint64_t TransposeBits(uint64_t bits, int n) {
  uint64_t result = 0;
  for (; bits != 0; bits &= bits - 1) {
    const int bit = std::countr_zero(bits);
    result |= uint64_t{1} << (bit % n * n + bit / n);
  }
  return result;
}

// The index of the n-th lowest bit set, from 0. REQUIRES: n < popcount(bits).
inline int SelectBit(uint64_t bits, int n) {
#ifdef __BMI2__
  return std::countr_zero(_pdep_u64(uint64_t{1} << n, bits));
#else
  for (; n > 0; --n) bits &= bits - 1;
  return std::countr_zero(bits);
#endif
}

}  // namespace boardwalk
