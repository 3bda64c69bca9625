// The commands of the game loop: what `undo` and the others do.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/file.h"
#include "framework/suggest.h"
#include "framework/text.h"
#include "frontends/console/game_loop.h"
#include "frontends/console/seats.h"
#include "frontends/console/view.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::console {
namespace {

enum GameCommand {
  kHelp,
  kMoves,
  kHint,
  kUndo,
  kRedo,
  kSave,
  kLoad,
  kFlip,
  kDraw,
  kResign,
  kRestart,
  kQuit,
};

const CommandTable& GameCommands() {
  static const CommandTable commands = {
      {kHelp, "help", "[rules]", "this list, or the rules of the game"},
      {kMoves, "moves", "[BEGINNING]",
       "the legal moves, or those that begin so"},
      {kHint, "hint", "", "what a computer would play here"},
      {kUndo, "undo", "", "back to your previous move, replies included"},
      {kRedo, "redo", "", "forward again after undo"},
      {kSave, "save", "FILE", "write the game to a file", true},
      {kLoad, "load", "FILE", "go on with a saved game", true},
      {kFlip, "flip", "", "turn the board round"},
      {kDraw, "draw", "", "accept a draw that is offered"},
      {kResign, "resign", "", "give the game up"},
      {kRestart, "restart", "", "the same game from the start"},
      {kQuit, "quit", "", "leave"},
  };
  return commands;
}

constexpr size_t kMaxMovesListed = 300;
constexpr int kNearestMoves = 5;

std::vector<std::string> SortedMoves(const AnyState& state) {
  std::vector<std::string> moves = state.LegalMoveTexts();
  std::sort(moves.begin(), moves.end());
  return moves;
}

bool NeedsRunningGame(GameCommand command) {
  return command == kMoves || command == kHint || command == kDraw ||
         command == kResign;
}

// Whether `line` is a word of letters: more likely a command than a move.
bool LooksLikeWord(absl::string_view line) {
  return line.size() >= 3 && std::all_of(line.begin(), line.end(), [](char c) {
           return absl::ascii_isalpha(static_cast<unsigned char>(c));
         });
}

// A problem as a sentence.
std::string Sentence(absl::string_view begin, const absl::Status& problem) {
  return absl::StrCat(begin, problem.message(),
                      absl::EndsWith(problem.message(), ".") ? "" : ".");
}

// `path` with "~/" at its beginning replaced by the home folder.
std::string ExpandHome(const std::string& path) {
  const char* home = std::getenv("HOME");
  if (home == nullptr || !absl::StartsWith(path, "~/")) return path;
  return absl::StrCat(home, path.substr(1));
}

// The files that `path` may become, sorted; folders end with a slash.
std::vector<std::string> Files(const std::string& path) {
  namespace fs = std::filesystem;
  const size_t slash = path.rfind('/');
  const std::string folder =
      slash == std::string::npos ? "" : path.substr(0, slash + 1);
  std::vector<std::string> files;
  std::error_code error;
  fs::directory_iterator entry(folder.empty() ? "." : ExpandHome(folder),
                               error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::string file = absl::StrCat(folder, entry->path().filename().string());
    std::error_code unknown;
    if (entry->is_directory(unknown)) file += '/';
    if (absl::StartsWith(file, path)) files.push_back(std::move(file));
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

GameLoop::Outcome GameLoop::RunCommand(const std::string& line) {
  const auto request = ParseRequest(GameCommands(), line);
  if (request.ok()) return Execute(*request);
  if (absl::IsNotFound(request.status()) && !session_.Over()) {
    ExplainWrongMove(line, session_.state().ParseMove(line).status(),
                     request.status());
  } else {
    screen_.Say(Sentence("", request.status()));
  }
  return std::nullopt;
}

GameLoop::Outcome GameLoop::Execute(const Request& request) {
  const auto command = static_cast<GameCommand>(request.command->id);
  if (session_.Over() && NeedsRunningGame(command)) {
    dialog_.out() << "The game is over.\n";
    return std::nullopt;
  }
  switch (command) {
    case kHelp:
      Help(request.argument);
      break;
    case kMoves:
      ListMoves(request.argument);
      break;
    case kHint:
      Hint();
      break;
    case kUndo:
      Undo();
      break;
    case kRedo:
      Redo();
      break;
    case kSave:
      Save(ExpandHome(request.argument));
      break;
    case kLoad:
      Load(ExpandHome(request.argument));
      break;
    case kFlip:
      flip_ = !flip_;
      changed_ = true;
      break;
    case kDraw:
      AcceptDraw();
      break;
    case kResign:
      session_.Resign(session_.state().ToMove());
      changed_ = true;
      break;
    case kRestart:
      session_.Restart();
      changed_ = true;
      Note("A new game.");
      break;
    case kQuit:
      return 0;
  }
  return std::nullopt;
}

void GameLoop::ExplainWrongMove(const std::string& line,
                                const absl::Status& problem,
                                const absl::Status& no_command) {
  if (LooksLikeWord(line) &&
      absl::StrContains(no_command.message(), "did you mean")) {
    dialog_.out() << no_command.message() << "\n";
    return;
  }
  const std::vector<std::string> nearest =
      Nearest(line, SortedMoves(session_.state()), kNearestMoves);
  screen_.Say(Sentence("Not a move: ", problem));
  screen_.Say(absl::StrCat("Nearest legal: ", absl::StrJoin(nearest, "  "),
                           "   ('moves' lists all, 'help' the commands)"));
}

void GameLoop::Help(const std::string& topic) {
  if (absl::EqualsIgnoreCase(topic, "rules")) {
    const std::string& rules = session_.game().Info().rules;
    dialog_.out() << rules
                  << (rules.empty() || rules.back() != '\n' ? "\n" : "");
    return;
  }
  const std::vector<std::string> moves = SortedMoves(session_.state());
  dialog_.out() << (session_.Over()
                        ? std::string("Type a command:\n")
                        : absl::StrCat("Type a move, such as ", moves.front(),
                                       ", or a command:\n"))
                << CommandHelp(GameCommands())
                << "The beginning of a command is enough. Ctrl-C makes a "
                   "thinking computer move; twice, it leaves.\n";
}

void GameLoop::ListMoves(const std::string& beginning) {
  std::vector<std::string> moves = SortedMoves(session_.state());
  std::erase_if(moves, [&](const std::string& move) {
    return !absl::StartsWithIgnoreCase(move, beginning);
  });
  const int count = static_cast<int>(moves.size());
  dialog_.out() << Counted(count, "legal move")
                << (beginning.empty()
                        ? ""
                        : absl::StrCat(" beginning with '", beginning, "'"))
                << (count == 0 ? ".\n" : ":\n")
                << terminal::Columns(moves, terminal::TerminalWidth(),
                                     kMaxMovesListed);
}

void GameLoop::Hint() {
  const std::string adviser = DefaultOpponent(session_.game());
  const auto decision =
      Watch(adviser, [&](const Limits& limits, const Observer& observer) {
        return session_.Advise(adviser, limits, observer);
      });
  if (!decision.ok()) {
    screen_.Say(Sentence("No hint: ", decision.status()));
    return;
  }
  const std::string opinion = Opinion(*decision);
  dialog_.out() << "Hint: " << session_.state().FormatMove(decision->move)
                << (opinion.empty() ? "" : "   ") << opinion << "\n";
  const std::string line = PvText(session_.state(), decision->line, 8);
  if (decision->line.size() > 1) dialog_.out() << "Line: " << line << "\n";
}

void GameLoop::Undo() {
  if (!session_.Undo()) {
    dialog_.out() << "There is no move of yours to take back.\n";
    return;
  }
  changed_ = true;
  Note(absl::StrCat("Back to move ", session_.plies() + 1, "."));
}

void GameLoop::Redo() {
  if (!session_.Redo()) {
    dialog_.out() << "Nothing was undone.\n";
    return;
  }
  changed_ = true;
  Note(absl::StrCat("Forward to move ", session_.plies() + 1, "."));
}

void GameLoop::Save(const std::string& path) {
  std::error_code unknown;
  const bool replaces = std::filesystem::exists(path, unknown) &&
                        !std::filesystem::is_empty(path, unknown);
  const absl::Status status = WriteFileAtomically(
      path, FormatRecord(session_.Record()), kRecordSignature);
  if (!status.ok()) {
    screen_.Say(Sentence("Not saved: ", status));
    return;
  }
  dialog_.out() << "Saved " << Counted(session_.plies(), "move") << " to "
                << path
                << (replaces ? ", replacing the game that was there.\n"
                             : ".\n");
}

void GameLoop::Load(const std::string& path) {
  const auto refuse = [this](absl::string_view begin, const absl::Status& why) {
    screen_.Say(
        absl::StrCat(Sentence(begin, why), " The current game goes on."));
  };
  const auto text = ReadFile(path);
  if (!text.ok()) {
    refuse("Not loaded: ", text.status());
    return;
  }
  const auto record = ParseRecord(*text);
  auto session = record.ok() ? Session::FromRecord(catalog_, *record)
                             : absl::StatusOr<Session>(record.status());
  if (!session.ok()) {
    refuse(absl::StrCat("Not loaded: ", path, ": "), session.status());
    return;
  }
  session_ = *std::move(session);
  changed_ = true;
  Note(absl::StrCat("Loaded ", Counted(session_.plies(), "move"), " from ",
                    path, "."));
  for (const std::string& warning : session_.warnings()) Note(warning);
  if (!screen_.redraws()) {
    dialog_.out() << TitleLine(session_.game()) << "\n"
                  << SeatsLine(session_.seats()) << "\n";
  }
}

void GameLoop::AcceptDraw() {
  if (session_.DrawOffered()) {
    session_.AgreeOnDraw("agreed, as the position occurred for the third time");
    changed_ = true;
  } else if (session_.game().Info().endless) {
    dialog_.out() << "No draw is on offer; it is offered when a position "
                     "occurs for the third time.\n";
  } else {
    dialog_.out() << "No draw is on offer; this game ends by its rules.\n";
  }
}

std::vector<std::string> GameLoop::Completions(
    absl::string_view before_cursor) const {
  std::vector<std::string> lines;
  for (const absl::string_view command : {"save ", "load "}) {
    if (!absl::StartsWithIgnoreCase(before_cursor, command)) continue;
    for (const std::string& file :
         Files(std::string(before_cursor.substr(command.size())))) {
      lines.push_back(absl::StrCat(command, file));
    }
    return lines;
  }
  for (std::string& move : session_.state().LegalMoveTexts()) {
    if (absl::StartsWithIgnoreCase(move, before_cursor)) lines.push_back(move);
  }
  std::sort(lines.begin(), lines.end());
  for (std::string& command : CompleteCommand(GameCommands(), before_cursor)) {
    lines.push_back(std::move(command));
  }
  return lines;
}

}  // namespace boardwalk::console
