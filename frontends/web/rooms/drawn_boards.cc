#include "frontends/web/rooms/drawn_boards.h"

#include <algorithm>

#include "framework/json.h"

namespace boardwalk::web {

std::shared_ptr<const std::string> DrawnBoards::Find(const std::string& name,
                                                     bool flip) {
  const auto found =
      std::find_if(drawn_.begin(), drawn_.end(), [&](const Drawn& drawn) {
        return drawn.name == name && drawn.flip == flip;
      });
  if (found == drawn_.end()) return nullptr;
  drawn_.splice(drawn_.begin(), drawn_, found);
  return found->json;
}

std::shared_ptr<const std::string> DrawnBoards::Get(
    const std::string& name, const board::BoardView& board, bool flip) {
  {
    const MutexLock lock(&mutex_);
    if (auto json = Find(name, flip)) return json;
  }
  // Without the lock: others need not wait for a large one.
  auto json =
      std::make_shared<const std::string>(JsonText(board.BoardJson(flip)));
  const MutexLock lock(&mutex_);
  if (auto drawn_meanwhile = Find(name, flip)) return drawn_meanwhile;
  bytes_ += json->size();
  drawn_.push_front({name, flip, json});
  while (bytes_ > max_bytes_) {
    bytes_ -= drawn_.back().json->size();
    drawn_.pop_back();
  }
  return json;
}

}  // namespace boardwalk::web
