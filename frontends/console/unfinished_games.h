// Games that were cut off, by a closed terminal or a killed program: each game
// is kept in a file while it is played, and offered again when nobody plays it.
//
// Example, given `const GameRecord& record`:
//
//   console::UnfinishedGames games(StateFolder().value_or(""));
//   games.Keep(record);  // after each move
//   games.Discard();     // once it is over

#ifndef BOARDWALK_FRONTENDS_CONSOLE_UNFINISHED_GAMES_H_
#define BOARDWALK_FRONTENDS_CONSOLE_UNFINISHED_GAMES_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/record.h"

namespace boardwalk::console {

// Not thread-safe. Programs that play at the same time use different files, at
// most kMaxGames; a lock on a file beside each says whether it is in use. With
// so many games, a further one takes the place of the oldest. Where a file
// cannot be written the game is not kept, and nothing is said.
class UnfinishedGames {
 public:
  static constexpr int kMaxGames = 8;

  // Keeps nothing if `folder` is "".
  explicit UnfinishedGames(std::string folder);
  ~UnfinishedGames();
  UnfinishedGames(const UnfinishedGames&) = delete;
  UnfinishedGames& operator=(const UnfinishedGames&) = delete;

  // The game that was cut off last, of those that are `playable` and that no
  // program plays; from now on its file is ours. Files that hold no game are
  // passed over.
  std::optional<GameRecord> Find(
      const std::function<bool(const GameRecord&)>& playable);
  // Leaves the game that was found for another time.
  void Leave();

  // Writes the game to our file, or to one that holds none.
  void Keep(const GameRecord& record);
  // Removes our file.
  void Discard();

 private:
  std::string File(int number) const;
  // The files that there are, by the time of their last change.
  std::vector<int> OldestFirst() const;
  // Whether the file is now ours: it is not in use.
  bool Lock(int number);
  void LockOldest();
  void Unlock();

  const std::string folder_;
  int number_ = 0;  // of our file, from 1; 0 for none
  int lock_ = -1;   // the descriptor of its lock
};

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_UNFINISHED_GAMES_H_
