// Games that were cut off, by a closed terminal or a killed program. Each game
// is kept in a journal while it is played, and offered again when nobody plays
// it.
//
// Example, given `const Catalog& catalog` and
// `const session::Session& session`:
//
//   console::UnfinishedGames games(catalog, StateFolder().value_or(""));
//   games.Keep(session);  // after each move
//   games.Discard();      // once it is over

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/catalog.h"
#include "framework/record.h"
#include "frontends/session/kept_game.h"
#include "frontends/session/session.h"

namespace boardwalk::console {

// Not thread-safe. Programs that play at the same time use different files, at
// most kMaxGames; a lock on a file beside each says whether it is in use. With
// so many games, a further one takes the place of the oldest. Where a file
// cannot be written the game is not kept, and nothing is said.
class UnfinishedGames {
 public:
  static constexpr int kMaxGames = 8;

  // Keeps nothing if `folder` is "". `catalog` must outlive it.
  UnfinishedGames(const Catalog& catalog, std::string folder);
  ~UnfinishedGames();
  UnfinishedGames(const UnfinishedGames&) = delete;
  UnfinishedGames& operator=(const UnfinishedGames&) = delete;

  // The game that was cut off last, of those that are `playable` and that no
  // program plays; from now on its file is ours. Files that hold no game are
  // passed over. Earlier versions kept a record and not a journal; these are
  // read, too.
  std::optional<GameRecord> Find(
      const std::function<bool(const GameRecord&)>& playable);
  // Leaves the game that was found for another time.
  void Leave();

  // Adds what has changed since the last call to our file. A game without a
  // file gets one.
  void Keep(const session::Session& session);
  // Removes our file.
  void Discard();

 private:
  std::string File(int number) const;
  // The files that there are, by the time of their last change.
  std::vector<int> OldestFirst() const;
  // Takes a file for a game that has none; false if none is to be had.
  bool LockNew();
  // The game of the file that is ours; `kept_` then goes on with its journal.
  std::optional<GameRecord> ReadGame();
  // Whether `kept_` is a game with the start, the players and the clock of
  // `session`.
  bool IsKept(const session::Session& session) const;
  // Makes `kept_` the game of `session`.
  absl::Status Follow(const session::Session& session);
  absl::Status KeepAnew(const session::Session& session);
  // Whether the file is now ours: it is not in use.
  bool Lock(int number);

  const Catalog& catalog_;
  const std::string folder_;
  std::optional<session::KeptGame> kept_;  // as our file has it
  int number_ = 0;                         // of our file, from 1; 0 for none
  int lock_ = -1;                          // the descriptor of its lock
};

}  // namespace boardwalk::console
