// Secrets that cannot be guessed: the names of rooms, and the keys that give
// permissions in them.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace boardwalk::web {

// 128 random bits of the system as 26 lower case letters and digits.
std::string RandomKey();
// Whether `text` looks like one.
bool LooksLikeKey(absl::string_view text);
// 64 random bits.
uint64_t RandomBits();
// Of a new game: one that JSON readers do not round.
inline uint64_t RandomSeed() { return RandomBits() >> 11; }

// Compares in a time that does not depend on where they differ.
bool SameKey(absl::string_view a, absl::string_view b);

// The permissions of a client in a room.
struct Role {
  bool watch = false;  // see it; everybody with any key may
  bool owner = false;
  bool guest = false;  // Request::guest
  uint32_t seats = 0;  // a bit each

  bool Holds(int seat) const { return (seats >> seat & 1) != 0; }
  // Whether it may move for the seat.
  bool MayPlay(int seat) const { return owner || Holds(seat); }
  // The role in a rematch, where each of the `count` seats has moved on by one.
  Role MovedOn(int count) const {
    Role next = *this;
    next.seats = (seats << 1 | seats >> (count - 1)) & ((1U << count) - 1);
    return next;
  }
  bool operator==(const Role&) const = default;
};

struct RoomKeys {
  std::string owner, watch;
  std::vector<std::string> seats;

  static RoomKeys Make(int seats);
  // The permissions of these keys together. Compares all of them, in a time
  // that does not depend on the result.
  Role RoleOf(const std::vector<std::string>& keys) const;
};

}  // namespace boardwalk::web
