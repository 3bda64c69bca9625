#include "frontends/web/rooms/room_info.h"

#include <algorithm>
#include <cstdint>

#include "framework/game.h"
#include "framework/status_macros.h"

namespace boardwalk::web {
namespace {

constexpr char kVersion[] = "boardwalk-room";

}  // namespace

Json HeadOf(const RoomInfo& info) {
  return {{kVersion, 1},
          {"id", info.id},
          {"keys",
           {{"owner", info.keys.owner},
            {"watch", info.keys.watch},
            {"seats", info.keys.seats}}},
          {"parent", info.parent},
          {"pace_ms", info.pace.count()}};
}

absl::Status ReadHead(JsonFields& head, RoomInfo& info) {
  if (head.Int(kVersion, {1, 1}, 0) != 1) {
    return absl::InvalidArgumentError("this is no game of version 1");
  }
  if (head.Text("id") != info.id) {
    return absl::InvalidArgumentError("its name is not right");
  }
  info.parent = head.Text("parent");
  info.pace = std::chrono::milliseconds(
      head.Int("pace_ms", {0, RoomInfo::kMaxPace.count()}, 0));
  const Json* const json = head.Find("keys");
  if (json == nullptr) {
    head.Refuse("keys", "an object");
    return absl::OkStatus();
  }
  JsonFields keys(*json, "keys");
  info.keys.owner = keys.Text("owner");
  info.keys.watch = keys.Text("watch");
  info.keys.seats = keys.Texts("seats", kMaxPlayers);
  RETURN_IF_ERROR(keys.Check());
  const auto& seats = info.keys.seats;
  if (LooksLikeKey(info.id) && LooksLikeKey(info.keys.owner) &&
      LooksLikeKey(info.keys.watch) &&
      std::all_of(seats.begin(), seats.end(),
                  [](const std::string& key) { return LooksLikeKey(key); })) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError("a key is none");
}

}  // namespace boardwalk::web
