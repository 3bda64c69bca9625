// Games, players, moves, endings and boards as JSON, in the form that README.md
// describes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/any_game.h"
#include "framework/catalog.h"
#include "framework/comments.h"
#include "framework/json.h"
#include "framework/mutex.h"
#include "framework/parameters.h"
#include "framework/player.h"
#include "framework/record.h"
#include "frontends/board/board_view.h"
#include "frontends/comparison/result.h"
#include "frontends/session/kept_game.h"
#include "frontends/session/session.h"
#include "frontends/web/http/texts.h"

namespace boardwalk::web {

class Pointing;

// Numbers as numbers, everything else as the user types it.
Json ParametersJson(const std::vector<ParameterSpec>& specs);

Json GamesJson(const Catalog& catalog);
// Whether the game composes positions of pieces.
bool ComposesPositions(const AnyGame& game);
// One game with its parameters, and the players that are offered for it.
Json GameJson(const AnyGame& game, const std::vector<PlayerInfo>& offered);

// How the drawing of the position is read.
Json LegendJson(const board::BoardView& board, const AnyState& state);

// A move that was played, and what its player said of it.
Json MoveJson(int seat, const RecordedMove& move);

// [{"ply", "text"}] by ply.
Json CommentsJson(const Comments& comments);

// The most characters that texts of people have: {"name", "comment"}.
Json LimitsJson();

// What these cells, clicked in order, mean.
Json PointedJson(const Pointing& pointing, absl::Span<const int> cells);

// A position of a game, to be drawn without the lock of the game.
struct PositionCopy {
  int ply = 0;
  std::unique_ptr<AnyState> state = {};
  // The move that led to it; "" and -1 for the first position.
  std::string move = {};
  int seat = -1;
  std::vector<std::string> path = {};
};
Json ViewJson(const board::BoardView& board, const PositionCopy& position);

// A game of a record to step through: {"game", "ending", "detail", "position":
// where it begins, or null for the game's first position, "record", "board",
// "views", "moves", "opening", "comments"}. Errors as those of ViewsOfGame.
absl::StatusOr<Json> RecordedGameJson(const AnyGame& rules,
                                      const board::BoardView& board,
                                      const comparison::FinishedGame& game);

// The state for a reader, copied under the lock and written without it. As text
// it has two parts, the second of which is the same for all readers.
struct RoomSnapshot {
  uint64_t event = 0;
  uint64_t change = 0;  // grows with each of the large members
  Json small = {};      // the members that take no time
  // The second part if it is known, else what it is made of.
  std::shared_ptr<const SharedText> large = {};
  PositionCopy position = {};
  std::vector<std::pair<int, RecordedMove>> moves = {};  // with their seats
  std::vector<session::Variation> variations = {};
  Comments comments = {};
};
// The first part: the small members, without the end of the object.
std::string SmallStateText(const RoomSnapshot& snapshot);
// The second: the other members, the end of the object, and that of an event.
std::string LargeStateText(const board::BoardView& board,
                           const RoomSnapshot& snapshot);

// A move that is about to be played, with the members of its event that depend
// on the position alone. Made without the lock.
struct NextMove {
  Decision decision = {};
  Json event = {};
  std::shared_ptr<const Pointing> pointing = {};  // after the move, or null
};
// Lists the moves after it if one of `pointing_seats`, a bit each, is to play
// them. An error if the move is not legal.
absl::StatusOr<NextMove> PrepareMove(const board::BoardView& board,
                                     const AnyState& before,
                                     const Decision& decision,
                                     uint32_t pointing_seats);

// How the game ended: {"text", "returns", "how", "cells", "reason"}. REQUIRES:
// it is over.
Json OverJson(const board::BoardView& board, const session::Session& session);

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
                                         int turn) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Drawn {
    std::string name;
    int turn = 0;
    std::shared_ptr<const std::string> json;
  };

  // Null if it is not there.
  std::shared_ptr<const std::string> Find(const std::string& name, int turn)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const size_t max_bytes_;
  Mutex mutex_;
  std::list<Drawn> drawn_ ABSL_GUARDED_BY(mutex_);  // asked for last, first
  size_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace boardwalk::web
