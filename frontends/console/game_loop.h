// Plays one game: the board, the prompt, the computer's turns and the commands.

#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "frontends/console/commands.h"
#include "frontends/console/game_text.h"
#include "frontends/console/unfinished_games.h"
#include "frontends/session/kept_game.h"
#include "frontends/session/session.h"
#include "frontends/terminal/dialog.h"

namespace boardwalk::console {

class GameLoop {
 public:
  // The arguments must outlive it. REQUIRES: an `Interrupts` exists.
  // `unfinished` gives the game a file once a person has moved.
  // `details` are figures of what computers think, instead of words;
  // `at_terminal` sits a person, who is asked before the game is given up.
  GameLoop(const Catalog& catalog, session::KeptGame game,
           terminal::Dialog& dialog, UnfinishedGames& unfinished, bool details,
           bool at_terminal);

  // Plays until the person leaves, or to the end where no person plays. Returns
  // the exit status, see Play. `note` is shown first; "" for none.
  int Run(std::string note);

 private:
  // The exit status, once the program is to end.
  using Outcome = std::optional<int>;

  // Says what the game is about; and prints the game, the players and the
  // description of each person's seat where the screen is not redrawn.
  void Introduce();
  Outcome Turn();
  Outcome HumanTurn();
  Outcome ComputerTurn();
  Outcome AfterGame();
  Outcome Leave();
  // Says how to go on with a game that is left, where it is kept.
  void SayKept();
  Outcome Resign();
  // Gives the game a file once a person has moved, until it is over, so that it
  // can go on if the program is cut off.
  void KeepGame();
  // Ends the game if the seat has used up its clock; whether it has.
  bool LosesOnTime(int seat);
  // The time since the position came up; 0 for ClockTime without a clock.
  std::chrono::nanoseconds TurnTime() const;
  std::chrono::nanoseconds ClockTime() const;

  const session::Session& session() const { return game_.session(); }
  const AnyState& state() const { return session().state(); }
  // "move 12"
  std::string MoveText() const;
  // Call when another game has begun, or the same again.
  void NewGame();
  // Call when the position changes.
  void PositionChanged();
  // Plays a person's move, or notes why the game refuses it.
  void PlayMove(AnyMove move);
  // The move with the number `line` in the list that was shown last; "" if the
  // list has no such number; nothing if `line` is no number, or is itself a
  // move and not marked by "#".
  std::optional<std::string> NumberedMove(absl::string_view line);

  // Handles a line that is no legal move.
  Outcome RunCommand(const std::string& line);
  Outcome Execute(const Request& request);
  void ExplainWrongMove(const std::string& line, const absl::Status& problem,
                        const absl::Status& no_command);
  Outcome Help(const std::string& topic);
  Outcome ListMoves(const std::string& which);
  std::string HowToPlayNumbers() const;
  std::string HistoryText() const;
  void ShowBoard(const std::string& corner);
  void Hint();
  Outcome Analyse();
  void UndoOrRedo(bool undo);
  void Save(const std::string& path);
  void Load(const std::string& path);
  void AcceptDraw();

  // Calls `think` and shows the progress of `who`.
  absl::StatusOr<Decision> Watch(const std::string& who,
                                 const std::function<absl::StatusOr<Decision>(
                                     const Limits&, const Observer&)>& think);

  // Shows the board if it has changed.
  void Draw();
  void DrawFrame();
  // The first ply to mark: the one after the viewer's last move.
  int FirstMarkedPly() const;
  // Whether the board is shown from the other side.
  bool Turned() const;
  // Shows `text` below the board, or at once if the screen is not redrawn.
  void Note(std::string text);
  // Shows a text that may be long: below the board if there is room, else
  // instead of the board, page by page. Enter brings the board back.
  Outcome ShowText(const std::string& text);
  // Whether the whole board has room above these lines.
  bool HasRoom(absl::string_view wrapped) const;
  std::string FittingResult(const std::string& result) const;
  std::string Prompt() const;
  std::vector<std::string> Completions(absl::string_view before_cursor) const;

  const Catalog& catalog_;
  session::KeptGame game_;
  terminal::Dialog& dialog_;
  terminal::Screen& screen_;
  std::vector<std::string> notes_;
  std::vector<std::string> listed_;  // moves that a number plays
  int viewer_ = -1;  // the seat of the person at the prompt; -1 at first
  BoardCorner corner_;
  UnfinishedGames& unfinished_;
  bool to_keep_ = false;  // whether the game has changed since KeepGame
  std::chrono::steady_clock::time_point turn_began_;
  bool details_;
  const bool at_terminal_;
  bool changed_ = true;
  bool flip_ = false;
};

}  // namespace boardwalk::console
