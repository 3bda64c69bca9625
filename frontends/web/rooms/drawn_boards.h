// Boards as pages get them, kept for a while: a large one takes a fifth of a
// second to draw, and all games with the same name have the same.

#ifndef BOARDWALK_FRONTENDS_WEB_ROOMS_DRAWN_BOARDS_H_
#define BOARDWALK_FRONTENDS_WEB_ROOMS_DRAWN_BOARDS_H_

#include <cstddef>
#include <list>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "framework/mutex.h"
#include "frontends/board/board_view.h"

namespace boardwalk::web {

// Thread-safe.
class DrawnBoards {
 public:
  // Keeps those that were asked for last, as far as `max_bytes` go.
  explicit DrawnBoards(size_t max_bytes = 32 << 20) : max_bytes_(max_bytes) {}

  // BoardJson of `board`, which is that of the game called `name`.
  std::shared_ptr<const std::string> Get(const std::string& name,
                                         const board::BoardView& board,
                                         bool flip) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Drawn {
    std::string name;
    bool flip = false;
    std::shared_ptr<const std::string> json;
  };

  // Null if it is not there.
  std::shared_ptr<const std::string> Find(const std::string& name, bool flip)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t max_bytes_;
  Mutex mutex_;
  std::list<Drawn> drawn_ ABSL_GUARDED_BY(mutex_);  // asked for last, first
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_ROOMS_DRAWN_BOARDS_H_
