#include "frontends/console/console.h"

#include <algorithm>
#include <iostream>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"
#include "frontends/console/commands.h"
#include "frontends/console/game_text.h"
#include "frontends/session/wording.h"
#include "frontends/terminal/interrupt.h"

namespace boardwalk::console {
namespace {

using terminal::Dialog;
using terminal::Screen;

class ReplayLoop {
 public:
  ReplayLoop(const ReplayedGame& game, Dialog& dialog)
      : game_(game), dialog_(dialog), screen_(dialog.screen()) {}

  int Run(int ply, bool keyboard);
  // Shows the positions after `ply` and more moves, one below the other.
  void ShowAll(int ply);

 private:
  enum CommandId {
    kNext,
    kBack,
    kFirst,
    kLast,
    kGo,
    kFlipBoard,
    kListMoves,
    kShowHelp,
    kLeave
  };

  static const CommandTable& Commands() {
    static const CommandTable commands = {
        {kNext, "next", "", "the position after the next move; so does Enter"},
        {kBack, "back", "", "the position before it"},
        {kFirst, "first", "", "the position that the game begins with"},
        {kLast, "last", "", "the position that it ends with"},
        {kGo, "go", "N", "the position after N moves"},
        {kFlipBoard, "flip", "", "turn the board round"},
        {kListMoves, "moves", "", "the moves of the game"},
        {kShowHelp, "help", "", "this list"},
        {kLeave, "quit", "", "leave"}};
    return commands;
  }

  // False when the person leaves.
  bool Execute(const std::string& line);
  void Move(int ply, absl::string_view problem);
  void GoTo(const std::string& argument);
  void ListMoves();

  void Introduce();
  void Draw();
  void DrawFrame();
  void DrawBelow();
  std::string EndText() const;
  std::string MoveText(int ply) const;
  std::string BoardText() const;
  int plies() const { return static_cast<int>(game_.record.moves.size()); }

  const ReplayedGame& game_;
  Dialog& dialog_;
  Screen& screen_;
  int at_ = 0;
  bool flip_ = false;
  bool changed_ = true;
};

int ReplayLoop::Run(int ply, bool keyboard) {
  at_ = ply;
  Introduce();
  for (bool asked = false;; asked = true) {
    Draw();
    const auto line =
        dialog_.Ask(absl::StrCat("move ", at_, " of ", plies(), " > "),
                    [](absl::string_view text) {
                      return CompleteCommand(Commands(), text);
                    });
    if (!line.has_value()) {
      if (dialog_.leaving() == Dialog::Leaving::kInterrupted) {
        return terminal::kInterruptedStatus;
      }
      if (!asked && !keyboard) ShowAll(at_ + 1);
      return 0;
    }
    if (!Execute(line->empty() ? "next" : *line) || !dialog_.out()) return 0;
  }
}

void ReplayLoop::ShowAll(int ply) {
  if (ply == 0) Introduce();
  for (at_ = ply; at_ <= plies() && dialog_.out(); ++at_) DrawBelow();
  at_ = plies();
}

bool ReplayLoop::Execute(const std::string& line) {
  const auto request = ParseRequest(Commands(), line);
  if (!request.ok()) {
    screen_.Say(absl::StrCat(request.status().message(),
                             "; 'help' lists the commands."));
    return true;
  }
  switch (static_cast<CommandId>(request->command->id)) {
    case kNext:
      Move(at_ + 1, "This is the end of the game.");
      break;
    case kBack:
      Move(at_ - 1, "This is the beginning of the game.");
      break;
    case kFirst:
      Move(0, "");
      break;
    case kLast:
      Move(plies(), "");
      break;
    case kGo:
      GoTo(request->argument);
      break;
    case kFlipBoard:
      flip_ = !flip_;
      changed_ = true;
      break;
    case kListMoves:
      ListMoves();
      break;
    case kShowHelp:
      dialog_.out() << CommandHelp(Commands());
      break;
    case kLeave:
      return false;
  }
  return true;
}

void ReplayLoop::Move(int ply, absl::string_view problem) {
  if (ply < 0 || ply > plies()) {
    screen_.Say(problem);
    return;
  }
  at_ = ply;
  changed_ = true;
}

void ReplayLoop::GoTo(const std::string& argument) {
  int ply = 0;
  if (!absl::SimpleAtoi(argument, &ply) || ply < 0 || ply > plies()) {
    screen_.Say(absl::StrCat(
        "'go' needs a number of moves from 0 to ", plies(),
        argument.empty() ? "" : absl::StrCat(", not ", Quoted(argument)), "."));
    return;
  }
  Move(ply, "");
}

void ReplayLoop::ListMoves() {
  std::vector<std::string> texts;
  texts.reserve(game_.record.moves.size());
  for (int ply = 0; ply < plies(); ++ply) {
    texts.push_back(absl::StrCat(ply + 1, ". ", game_.record.moves[ply].text));
  }
  dialog_.out() << terminal::Columns(texts, terminal::TerminalWidth(),
                                     texts.size());
}

void ReplayLoop::Introduce() {
  if (screen_.redraws()) return;
  dialog_.out() << game_.title << "\n"
                << session::TitleLine(game_.history->game()) << "\n"
                << SeatsLine(game_.record.players) << "\n";
  if (!game_.opening.empty()) {
    dialog_.out() << "Opening: " << absl::StrJoin(game_.opening, " ") << "\n";
  }
}

void ReplayLoop::Draw() {
  if (!changed_) return;
  changed_ = false;
  if (screen_.redraws()) {
    DrawFrame();
  } else {
    DrawBelow();
  }
}

void ReplayLoop::DrawBelow() {
  dialog_.out() << "\n";
  if (at_ > 0) dialog_.out() << MoveText(at_ - 1) << "\n";
  dialog_.out() << BoardText();
  if (at_ == plies()) dialog_.out() << "\n" << EndText();
}

void ReplayLoop::DrawFrame() {
  const int width = terminal::TerminalWidth();
  screen_.Clear();
  dialog_.out() << screen_.Bold(
                       absl::StrCat(session::TitleLine(game_.history->game()),
                                    "  ", game_.title))
                << "\n"
                << screen_.Dim(SeatsText(game_.record.players, width)) << "\n";
  if (!game_.opening.empty()) {
    dialog_.out() << screen_.Dim(terminal::Wrapped(
                         absl::StrCat("Opening: ",
                                      absl::StrJoin(game_.opening, " ")),
                         width))
                  << "\n";
  }
  dialog_.out() << "\n" << BoardText() << "\n";
  // The last move of each seat.
  const int seats = static_cast<int>(game_.record.players.size());
  for (int ply = std::max(0, at_ - seats); ply < at_; ++ply) {
    dialog_.out() << MoveText(ply) << "\n";
  }
  if (at_ == plies()) dialog_.out() << "\n" << screen_.Bold(EndText());
}

std::string ReplayLoop::EndText() const {
  return game_.record.termination == Termination::kUnfinished
             ? "The game was not finished.\n"
             : session::ResultText(game_.record,
                                   game_.history->StateAt(plies()));
}

std::string ReplayLoop::MoveText(int ply) const {
  const int seat = game_.history->SeatAt(ply);
  return absl::StrCat(ply + 1, ". ",
                      session::MoveLine(seat, game_.record.players[seat],
                                        game_.record.moves[ply]));
}

std::string ReplayLoop::BoardText() const {
  RenderOptions options;
  options.color = screen_.color();
  options.flip = flip_;
  if (at_ > 0) {
    const AnyState& before = game_.history->StateAt(at_ - 1);
    options.paths = {before.Path(game_.history->MoveAt(at_ - 1))};
  }
  return Board(game_.history->StateAt(at_), options);
}

}  // namespace

int ReplayAtConsole(const ReplayedGame& game, int ply) {
  const terminal::Interrupts interrupts;
  terminal::StandardDialog standard;
  int status = 0;
  if (standard.traits().input && !standard.traits().output) {
    ReplayLoop(game, standard.dialog()).ShowAll(ply);
  } else {
    status = RunReplay(game, ply, standard.traits().input, standard.dialog());
  }
  std::cout << std::flush;
  return status;
}

int RunReplay(const ReplayedGame& game, int ply, bool keyboard,
              Dialog& dialog) {
  return ReplayLoop(game, dialog).Run(ply, keyboard);
}

}  // namespace boardwalk::console
