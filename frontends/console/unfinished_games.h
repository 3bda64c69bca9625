// Games that were cut off, by a closed terminal or a killed program. Each game
// is kept in a journal while it is played, and offered again when nobody plays
// it.
//
// Example, given `const Catalog& catalog` and `session::KeptGame& game`:
//
//   console::UnfinishedGames games(catalog, StateFolder().value_or(""));
//   games.Keep(game);     // its changes are written to a file from now on
//   games.Discard(game);  // once it is over
//   games.ForEachWaiting([](int number, const session::Session& session) {
//     std::cout << number << "  " << session.game().Name() << '\n';
//   });

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "framework/catalog.h"
#include "frontends/session/kept_game.h"

namespace boardwalk::console {

// Not thread-safe. Programs that play at the same time use different files, at
// most kMaxGames; a lock on a file beside each says whether it is in use. With
// so many games, a further one takes the place of the oldest. Where a file
// cannot be written the game is not kept, and nothing is said.
class UnfinishedGames {
 public:
  static constexpr int kMaxGames = 100;

  // Keeps nothing if `folder` is "". `catalog` must outlive it.
  UnfinishedGames(const Catalog& catalog, std::string folder);
  ~UnfinishedGames();
  UnfinishedGames(const UnfinishedGames&) = delete;
  UnfinishedGames& operator=(const UnfinishedGames&) = delete;

  // Calls `function` with the number of each game that can go on and that no
  // program plays, the one that was left last first. Files that hold no game
  // are passed over, and those of a game that is over removed. Reads all files,
  // and leaves ours.
  void ForEachWaiting(
      absl::FunctionRef<void(int number, const session::Session& session)>
          function);
  // The game with the number; from now on its file is ours. None if it cannot
  // go on any more. Earlier versions kept a record and not a journal; these are
  // read, too.
  std::optional<session::KeptGame> Take(int number);
  // Leaves the game that was taken for another time. REQUIRES: it is closed or
  // destroyed.
  void Leave();

  // Begins the journal of `game` unless it is kept already: in our file, or in
  // one that it takes.
  void Keep(session::KeptGame& game);
  // Closes `game` and removes our file.
  void Discard(session::KeptGame& game);

 private:
  std::string File(int number) const;
  // The files that there are, by the time of their last change.
  std::vector<int> OldestFirst() const;
  // Takes a file for a game that has none; false if none is to be had.
  bool LockNew();
  // The game of the file that is ours.
  std::optional<session::KeptGame> ReadGame() const;
  // Whether the file is now ours: it is not in use.
  bool Lock(int number);

  const Catalog& catalog_;
  const std::string folder_;
  int number_ = 0;  // of our file, from 1; 0 for none
  int lock_ = -1;   // the descriptor of its lock
};

}  // namespace boardwalk::console
