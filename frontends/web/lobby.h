// All rooms: found by their names, which nobody can guess, within limits.
//
// Example, given `const Catalog& catalog`:
//
//   web::Lobby lobby(catalog, {});
//   web::Api api(lobby);

#ifndef BOARDWALK_FRONTENDS_WEB_LOBBY_H_
#define BOARDWALK_FRONTENDS_WEB_LOBBY_H_

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "framework/mutex.h"
#include "frontends/session/session.h"
#include "frontends/web/api.h"
#include "frontends/web/room.h"
#include "frontends/web/thinkers.h"
#include "frontends/web/timer.h"

namespace boardwalk::web {

struct LobbyOptions {
  // Where rooms are kept; "" to keep them in memory alone.
  std::string folder = {};
  int threads = 0;         // that think; 0 for as many as there are cores
  size_t max_rooms = 200;  // in memory
};

// What a room begins with.
struct NewRoom {
  session::Session session;
  std::string parent = {};
  std::chrono::milliseconds pace{0};
};

// Thread-safe.
class Lobby {
 public:
  // `catalog` must outlive it.
  Lobby(const Catalog& catalog, LobbyOptions options);
  // Stops the computers. No request may run.
  ~Lobby();
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  const Catalog& catalog() const { return catalog_; }
  // Makes the game, or finds it among those that rooms play.
  absl::StatusOr<std::shared_ptr<const AnyGame>> Game(const std::string& name);
  // Refuses players that are not offered, or that want more than there is.
  absl::Status CheckPlayer(const AnyGame& game, absl::string_view player) const;

  absl::StatusOr<std::shared_ptr<Room>> Add(NewRoom room)
      ABSL_LOCKS_EXCLUDED(mutex_);
  absl::StatusOr<std::shared_ptr<Room>> Find(const std::string& id)
      ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const Catalog& catalog_;
  const LobbyOptions options_;
  Timer timer_;
  Thinkers thinkers_;
  Mutex mutex_;
  std::map<std::string, std::shared_ptr<Room>> rooms_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_LOBBY_H_
