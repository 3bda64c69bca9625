// Games, players, moves, endings and boards as JSON, in the form that README.md
// describes.

#ifndef BOARDWALK_FRONTENDS_WEB_ROOMS_GAME_JSON_H_
#define BOARDWALK_FRONTENDS_WEB_ROOMS_GAME_JSON_H_

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/types/span.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/json.h"
#include "framework/mutex.h"
#include "framework/parameters.h"
#include "framework/player.h"
#include "framework/record.h"
#include "frontends/board/board_view.h"
#include "frontends/session/session.h"

namespace boardwalk::web {

class Pointing;

// Numbers as numbers, everything else as the user types it.
Json ParametersJson(const std::vector<ParameterSpec>& specs);

Json GamesJson(const Catalog& catalog);
// One game with its parameters, and the players that are offered for it.
Json GameJson(const AnyGame& game, const std::vector<PlayerInfo>& offered);

// How the drawing of the position is read.
Json LegendJson(const board::BoardView& board, const AnyState& state);

// A move that was played, and what its player said of it.
Json MoveJson(int seat, const RecordedMove& move);

// What these cells, clicked in order, mean.
Json PointedJson(const Pointing& pointing, absl::Span<const int> cells);

// How the game ended. REQUIRES: it is over.
Json OverJson(const session::Session& session);

// What a player thinks of `state`.
Json ThinkingJson(const board::BoardView& board, const AnyState& state,
                  const Decision& so_far);

// Boards as pages get them, kept for a while: a large one takes a fifth of a
// second to draw, and all games with the same name have the same. Thread-safe.
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

#endif  // BOARDWALK_FRONTENDS_WEB_ROOMS_GAME_JSON_H_
