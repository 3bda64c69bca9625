// Plays one game between whoever sits at the table: the board, the prompt, the
// computer's turns and the commands.

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
#include "frontends/console/dialog.h"
#include "frontends/console/session.h"

namespace boardwalk::console {

class GameLoop {
 public:
  // The arguments must outlive it; an `Interrupts` must be alive.
  GameLoop(const Catalog& catalog, Session session, Dialog& dialog);

  // Plays until somebody leaves, or to the end where no person plays. Returns
  // the exit status, see Play.
  int Run();

 private:
  // A turn; an exit status when it was the last thing to happen.
  using Outcome = std::optional<int>;

  Outcome Turn();
  Outcome HumanTurn();
  Outcome ComputerTurn();
  Outcome AfterGame();
  Outcome Leave();

  // What a line means that is no legal move.
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
  void Resign();
  void Restart();

  // Lets somebody think while a line shows the progress.
  absl::StatusOr<Decision> Watch(const std::string& who,
                                 const std::function<absl::StatusOr<Decision>(
                                     const Limits&, const Observer&)>& think);

  // The board and what belongs to it; only if something changed since.
  void Draw();
  void DrawFrame();
  // Said with the next board, or at once where there is no redrawing.
  void Note(std::string text);
  std::vector<std::string> Completions(absl::string_view before_cursor) const;

  const Catalog& catalog_;
  Session session_;
  Dialog& dialog_;
  Screen& screen_;
  std::vector<std::string> notes_;
  bool changed_ = true;
  bool flip_ = false;
};

}  // namespace boardwalk::console

#endif  // BOARDWALK_FRONTENDS_CONSOLE_GAME_LOOP_H_
