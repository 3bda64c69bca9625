// What is known of a room besides its game, and the first line of its journal.

#ifndef BOARDWALK_FRONTENDS_WEB_ROOMS_ROOM_INFO_H_
#define BOARDWALK_FRONTENDS_WEB_ROOMS_ROOM_INFO_H_

#include <chrono>
#include <string>

#include "absl/status/status.h"
#include "framework/json.h"
#include "frontends/web/http/keys.h"

namespace boardwalk::web {

struct RoomInfo {
  std::string id;
  RoomKeys keys;
  std::string parent = {};  // the room that it is a branch of
  // The least time from one move of a computer to the next where nobody plays
  // against them.
  std::chrono::milliseconds pace{0};
  static constexpr std::chrono::milliseconds kMaxPace{60'000};
};

// {"boardwalk-room": 1, "id", "keys", "parent", "pace_ms"}, which begin the
// first line of the room's journal.
Json HeadOf(const RoomInfo& info);
// Reads them. Errors: another version, another id than `info.id`, no keys.
absl::Status ReadHead(JsonFields& head, RoomInfo& info);

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_ROOMS_ROOM_INFO_H_
