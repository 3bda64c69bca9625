#include "frontends/web/http/keys.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <span>

namespace boardwalk::web {
namespace {

constexpr absl::string_view kAlphabet = "0123456789abcdefghijkmnpqrstuvwx";
constexpr size_t kKeyLength = 26;  // of five bits each: 130

// A system without random numbers can keep no secret.
void FillRandom(std::span<uint8_t> bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got =
        getrandom(bytes.data() + done, bytes.size() - done, /*flags=*/0);
    if (got < 0 && errno != EINTR) std::abort();
    if (got > 0) done += static_cast<size_t>(got);
  }
}

}  // namespace

std::string RandomKey() {
  std::array<uint8_t, kKeyLength> bytes{};
  FillRandom(bytes);
  std::string key;
  for (const uint8_t byte : bytes) key += kAlphabet[byte % kAlphabet.size()];
  return key;
}

bool LooksLikeKey(absl::string_view text) {
  return text.size() == kKeyLength && std::ranges::all_of(text, [](char c) {
           return kAlphabet.find(c) != absl::string_view::npos;
         });
}

uint64_t RandomBits() {
  std::array<uint8_t, sizeof(uint64_t)> bytes{};
  FillRandom(bytes);
  uint64_t bits = 0;
  for (const uint8_t byte : bytes) bits = bits << 8 | byte;
  return bits;
}

bool SameKey(absl::string_view a, absl::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned different = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    different |=
        static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return different == 0;
}

RoomKeys RoomKeys::Make(int seats) {
  RoomKeys keys;
  keys.owner = RandomKey();
  keys.watch = RandomKey();
  for (int seat = 0; seat < seats; ++seat) keys.seats.push_back(RandomKey());
  return keys;
}

Role RoomKeys::RoleOf(const std::vector<std::string>& keys) const {
  Role role;
  for (const std::string& key : keys) {
    const bool is_owner = SameKey(key, owner);
    const bool is_watcher = SameKey(key, watch);
    role.owner |= is_owner;
    role.watch |= is_owner | is_watcher;
    for (size_t seat = 0; seat < seats.size(); ++seat) {
      const bool holds = SameKey(key, seats[seat]);
      role.seats |= (holds ? uint32_t{1} : 0) << seat;
      role.watch |= holds;
    }
  }
  return role;
}

}  // namespace boardwalk::web
