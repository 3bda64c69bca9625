#include "frontends/web/lobby.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/status_macros.h"
#include "frontends/session/seats.h"
#include "frontends/web/views.h"

namespace boardwalk::web {
namespace {

int ThreadsOf(const LobbyOptions& options) {
  return options.threads > 0
             ? options.threads
             : std::max(1,
                        static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

Lobby::Lobby(const Catalog& catalog, LobbyOptions options)
    : catalog_(catalog),
      options_(std::move(options)),
      thinkers_(ThreadsOf(options_)) {}

Lobby::~Lobby() {
  const MutexLock lock(&mutex_);
  for (const auto& [id, room] : rooms_) room->Close();
}

absl::StatusOr<std::shared_ptr<const AnyGame>> Lobby::Game(
    const std::string& name) {
  return catalog_.MakeGame(name);
}

absl::Status Lobby::CheckPlayer(const AnyGame& game,
                                absl::string_view player) const {
  // What a player may take of the machine: a MiB of memory, a thread.
  constexpr int64_t kMaxMemory = 512;
  ASSIGN_OR_RETURN(const auto choice,
                   ChoosePlayer(session::SeatChoices(game), player));
  ASSIGN_OR_RETURN(const Name name, ParseName(player));
  for (const PlayerInfo& info : game.Players()) {
    if (info.id == name.id && !IsOffered(info)) {
      return absl::PermissionDeniedError(
          absl::StrCat("the player ", name.id,
                       " runs programs or reads files, and is not offered"));
    }
  }
  for (const auto& [key, value] : name.given) {
    const int64_t most = key == "memory"    ? kMaxMemory
                         : key == "threads" ? thinkers_.threads()
                                            : 0;
    if (most == 0 || choice.parameters.Int(key) <= most) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "here a player has at most ", key, "=", most, ", not ", value));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<Room>> Lobby::Add(NewRoom room) {
  const auto seats = static_cast<int>(room.session.seats().size());
  auto made = std::make_shared<Room>(RoomInfo{.id = RandomKey(),
                                              .keys = RoomKeys::Make(seats),
                                              .parent = std::move(room.parent),
                                              .pace = room.pace},
                                     std::move(room.session),
                                     RoomServices{catalog_, thinkers_, timer_});
  {
    const MutexLock lock(&mutex_);
    if (rooms_.size() >= options_.max_rooms) {
      return absl::UnavailableError(absl::StrCat(
          "there are ", rooms_.size(), " games, as many as there can be"));
    }
    rooms_.emplace(made->id(), made);
  }
  made->Start();
  return made;
}

absl::StatusOr<std::shared_ptr<Room>> Lobby::Find(const std::string& id) {
  const MutexLock lock(&mutex_);
  const auto found = rooms_.find(id);
  if (found == rooms_.end()) {
    return absl::NotFoundError("there is no such game");
  }
  return found->second;
}

}  // namespace boardwalk::web
