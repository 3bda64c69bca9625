// A hash of text that is the same on every machine, for seeds and fingerprints
// in files.

#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"
#include "framework/random.h"

namespace boardwalk {

// FNV-1a in 64 bits (Fowler, Noll, Vo), O(length). The last characters change
// few bits, so mix the result.
constexpr uint64_t Fnv1a(absl::string_view text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  return hash;
}

// `hash` combined with `text`; the order of the calls matters.
constexpr uint64_t Mixed(uint64_t hash, absl::string_view text) {
  return Mix64(Mix64(hash) ^ Fnv1a(text));
}
constexpr uint64_t Mixed(uint64_t hash, uint64_t number) {
  return Mix64(Mix64(hash) ^ number);
}

}  // namespace boardwalk
