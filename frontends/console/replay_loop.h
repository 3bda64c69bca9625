// Steps through a finished game, forward and back.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_REPLAY_LOOP_H_
#define BOARDWALK_FRONTENDS_CONSOLE_REPLAY_LOOP_H_

#include <optional>
#include <string>
#include <vector>

#include "framework/game_history.h"
#include "framework/record.h"
#include "frontends/console/dialog.h"

namespace boardwalk::console {

struct ReplayedGame {
  std::string title;                      // where it comes from, in a line
  std::vector<std::string> opening = {};  // moves before the record's start
  GameRecord record = {};
  std::optional<GameHistory> history = {};  // of the record
};

class ReplayLoop {
 public:
  // The arguments must outlive it; an `Interrupts` must be alive.
  ReplayLoop(const ReplayedGame& game, Dialog& dialog)
      : game_(game), dialog_(dialog), screen_(dialog.screen()) {}

  // Shows the position after `ply` moves, then what is asked for, until
  // somebody leaves. Input other than a keyboard that ends before a line was
  // read asks for nothing: then it is as ShowAll. Returns the exit status, 0 or
  // kInterruptedStatus. REQUIRES: 0 <= ply <= number of moves.
  int Run(int ply, bool keyboard);

  // Shows the positions after `ply` moves and more, each below the other.
  void ShowAll(int ply);

 private:
  // False when it was the last thing to do.
  bool Execute(const std::string& line);
  void GoTo(const std::string& argument);
  void ListMoves();
  void Help();
  void Move(int ply, absl::string_view problem);
  std::vector<std::string> Completions(absl::string_view before_cursor) const;

  void Introduce();
  void Draw();
  void DrawFrame();
  void DrawBelow();
  std::string MoveText(int ply) const;
  std::string EndText() const;
  std::string BoardText() const;
  int plies() const { return static_cast<int>(game_.record.moves.size()); }

  const ReplayedGame& game_;
  Dialog& dialog_;
  Screen& screen_;
  int at_ = 0;
  bool flip_ = false;
  bool changed_ = true;
};

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_REPLAY_LOOP_H_
