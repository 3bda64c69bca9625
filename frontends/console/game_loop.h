// Plays one game: the board, the prompt, the computer's turns and the commands.

#ifndef BOARDWALK_FRONTENDS_CONSOLE_GAME_LOOP_H_
#define BOARDWALK_FRONTENDS_CONSOLE_GAME_LOOP_H_

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/catalog.h"
#include "frontends/console/commands.h"
#include "frontends/console/session.h"
#include "frontends/terminal/dialog.h"

namespace boardwalk::console {

class GameLoop {
 public:
  // The arguments must outlive it. REQUIRES: an `Interrupts` exists.
  GameLoop(const Catalog& catalog, Session session, terminal::Dialog& dialog);

  // Plays until the person leaves, or to the end where no person plays. Returns
  // the exit status, see Play.
  int Run();

 private:
  // The exit status, once the program is to end.
  using Outcome = std::optional<int>;

  Outcome Turn();
  Outcome HumanTurn();
  Outcome ComputerTurn();
  Outcome AfterGame();
  Outcome Leave();

  // Handles a line that is no legal move.
  Outcome RunCommand(const std::string& line);
  Outcome Execute(const Request& request);
  void ExplainWrongMove(const std::string& line, const absl::Status& problem,
                        const absl::Status& no_command);
  void Help(const std::string& topic);
  void ListMoves(const std::string& beginning);
  void Hint();
  void Undo();
  void Redo();
  void Save(const std::string& path);
  void Load(const std::string& path);
  void AcceptDraw();

  // Lets a player think, and shows its progress.
  absl::StatusOr<Decision> Watch(const std::string& who,
                                 const std::function<absl::StatusOr<Decision>(
                                     const Limits&, const Observer&)>& think);

  // Shows the board if it has changed.
  void Draw();
  void DrawFrame();
  // Says it with the next board, or at once where nothing is redrawn.
  void Note(std::string text);
  std::vector<std::string> Completions(absl::string_view before_cursor) const;

  const Catalog& catalog_;
  Session session_;
  terminal::Dialog& dialog_;
  terminal::Screen& screen_;
  std::vector<std::string> notes_;
  bool changed_ = true;
  bool flip_ = false;
};

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_GAME_LOOP_H_
