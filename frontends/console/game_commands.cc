// The commands of the game loop: what `undo` and the others do.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/file.h"
#include "framework/suggest.h"
#include "framework/text.h"
#include "frontends/console/game_loop.h"
#include "frontends/console/game_text.h"
#include "frontends/session/analysis.h"
#include "frontends/session/move_input.h"
#include "frontends/session/seats.h"
#include "frontends/session/wording.h"
#include "frontends/terminal/interrupt.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::console {
namespace {

enum GameCommand {
  kHelp,
  kRules,
  kBoard,
  kMoves,
  kHistory,
  kHint,
  kAnalyse,
  kUndo,
  kRedo,
  kSave,
  kLoad,
  kFlip,
  kDetails,
  kDraw,
  kResign,
  kRestart,
  kQuit,
};

const CommandTable& GameCommands() {
  static const CommandTable commands = {
      {kHelp, "help", "[board]", "this list; what the marks on the board mean"},
      {kRules, "rules", "", "the rules of the game"},
      {kBoard, "board", "[LINE COLUMN]",
       "draw the board; a large one from a line and column on"},
      {kMoves, "moves", "[CELL]", "the legal moves, or those of one piece"},
      {kHistory, "history", "", "the moves that were played"},
      {kHint, "hint", "", "what a computer would play here"},
      {kAnalyse, "analyse", "", "where the value of the game turned"},
      {kUndo, "undo", "", "back to your previous move, replies included"},
      {kRedo, "redo", "", "forward again after undo"},
      {kSave, "save", "FILE", "write the game to a file", true},
      {kLoad, "load", "FILE", "go on with a saved game", true},
      {kFlip, "flip", "", "turn the board round"},
      {kDetails, "details", "",
       "figures of what the computer thinks, or words"},
      {kDraw, "draw", "", "accept a draw that is offered"},
      {kResign, "resign", "", "give the game up"},
      {kRestart, "restart", "", "the same game from the start"},
      {kQuit, "quit", "", "leave; at a terminal the game is kept"},
  };
  return commands;
}

constexpr size_t kMaxMovesListed = 300;
constexpr int kNearestMoves = 5;

std::vector<std::string> SortedMoves(const AnyState& state) {
  std::vector<std::string> moves = state.LegalMoveTexts();
  std::ranges::sort(moves);
  return moves;
}

bool NeedsRunningGame(GameCommand command) {
  return command == kMoves || command == kHint || command == kDraw ||
         command == kResign;
}

// Whether `line` is a word of letters: more likely a command than a move.
bool LooksLikeWord(absl::string_view line) {
  return line.size() >= 3 && std::ranges::all_of(line, [](char c) {
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
  std::ranges::sort(files);
  return files;
}

}  // namespace

GameLoop::Outcome GameLoop::RunCommand(const std::string& line) {
  const auto request = ParseRequest(GameCommands(), line);
  if (request.ok()) return Execute(*request);
  if (absl::IsNotFound(request.status()) && !session().Over()) {
    ExplainWrongMove(
        line,
        session::WhyNoMove(state(), line, session::InNotation(state(), line)),
        request.status());
  } else {
    Note(Sentence("", request.status()));
  }
  return std::nullopt;
}

GameLoop::Outcome GameLoop::Execute(const Request& request) {
  const auto command = static_cast<GameCommand>(request.command->id);
  if (session().Over() && NeedsRunningGame(command)) {
    Note("The game is over.");
    return std::nullopt;
  }
  switch (command) {
    case kHelp:
      return Help(request.argument);
    case kRules:
      return Help("rules");
    case kBoard:
      ShowBoard(request.argument);
      break;
    case kMoves:
      return ListMoves(request.argument);
    case kHistory:
      return ShowText(HistoryText());
    case kHint:
      Hint();
      break;
    case kAnalyse:
      return Analyse();
    case kUndo:
    case kRedo:
      UndoOrRedo(command == kUndo);
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
    case kDetails:
      details_ = !details_;
      changed_ = true;
      Note(details_ ? "The computer's moves come with figures."
                    : "The computer's moves come with words.");
      break;
    case kDraw:
      AcceptDraw();
      break;
    case kResign:
      return Resign();
    case kRestart:
      // The file has the old game until a person moves in the new one.
      game_.Close();
      game_.Restart().IgnoreError();
      NewGame();
      Note("A new game.");
      break;
    case kQuit:
      SayKept();
      return 0;
  }
  return std::nullopt;
}

void GameLoop::ExplainWrongMove(const std::string& line,
                                const absl::Status& problem,
                                const absl::Status& no_command) {
  if (LooksLikeWord(line) &&
      absl::StrContains(no_command.message(), "did you mean")) {
    Note(std::string(no_command.message()));
    return;
  }
  // Games without a reason of their own name the nearest themselves.
  const absl::string_view why = problem.message();
  Note(Sentence("Not a move: ",
                absl::Status(problem.code(),
                             why.substr(0, why.find("; the nearest: ")))));
  const auto piece = session::PieceMeant(state(), line, /*whole=*/false);
  if (piece.has_value() && piece->moves.empty()) {
    Note(absl::StrCat("The piece on ", piece->cell,
                      " has no legal move.   ('moves' lists all)"));
    return;
  }
  const std::vector<std::string> nearest =
      session::NearestMoves(state(), line, kNearestMoves);
  Note(absl::StrCat(piece.has_value()
                        ? absl::StrCat("Nearest legal of ", piece->cell, ": ")
                        : "Nearest legal: ",
                    absl::StrJoin(nearest, "  "), "   ('moves",
                    piece.has_value() ? absl::StrCat(" ", piece->cell) : "",
                    "' lists all, 'help' the commands)"));
}

GameLoop::Outcome GameLoop::Resign() {
  // A script means it, and its next line is no answer.
  if (at_terminal_) {
    const auto answer = dialog_.Ask("Resign: yes or no [no]: ");
    if (!answer.has_value()) return Leave();
    if (answer->empty() ||
        !absl::StartsWith("yes", absl::AsciiStrToLower(*answer))) {
      Note("The game goes on.");
      return std::nullopt;
    }
  }
  game_.Resign(state().ToMove()).IgnoreError();
  PositionChanged();
  return std::nullopt;
}

GameLoop::Outcome GameLoop::Help(const std::string& topic) {
  if (absl::EqualsIgnoreCase(topic, "rules")) {
    return ShowText(session().game().Info().rules);
  }
  if (absl::EqualsIgnoreCase(topic, "board")) {
    std::string text = "On the board:";
    for (const std::string& line : LegendLines(session(), Turned())) {
      absl::StrAppend(&text, "\n  ", line);
    }
    return ShowText(
        absl::StrCat(text, "\nMarked are the moves since your own last one.",
                     Turned() ? " The board is turned round." : ""));
  }
  if (!topic.empty()) {
    Note(absl::StrCat("There is no help on ", Quoted(topic),
                      "; it knows 'rules' and 'board'."));
    return std::nullopt;
  }
  return ShowText(absl::StrCat(
      session().Over()
          ? std::string("Type a command:\n")
          : absl::StrCat("Type a move, such as ", SortedMoves(state()).front(),
                         ", or a command:\n"),
      CommandHelp(GameCommands()),
      "The beginning of a command is enough. Ctrl-C makes a thinking computer "
      "move; twice, it leaves."));
}

GameLoop::Outcome GameLoop::ListMoves(const std::string& which) {
  std::vector<std::string> moves = SortedMoves(state());
  std::string whose;
  const auto piece = session::PieceMeant(state(), which, /*whole=*/true);
  if (piece.has_value()) {
    moves = piece->moves;
    whose = absl::StrCat(" of ", piece->cell);
  } else if (!which.empty()) {
    std::erase_if(moves, [&](const std::string& move) {
      return !absl::StartsWithIgnoreCase(move, which);
    });
    whose = absl::StrCat(" beginning with '", which, "'");
  }
  listed_ = moves;
  if (listed_.size() > kMaxMovesListed) listed_.resize(kMaxMovesListed);
  const auto digits = static_cast<int>(absl::StrCat(listed_.size()).size());
  std::vector<std::string> numbered;
  for (size_t i = 0; i < moves.size(); ++i) {
    numbered.push_back(absl::StrFormat("%*d %s", digits, i + 1, moves[i]));
  }
  const int count = static_cast<int>(moves.size());
  return ShowText(absl::StrCat(
      Counted(count, "legal move"), whose,
      count == 0 ? "." : absl::StrCat("; ", HowToPlayNumbers(), ":"), "\n",
      terminal::Columns(numbered, terminal::TerminalWidth(), kMaxMovesListed)));
}

// A number that is itself a legal move counts as that.
std::string GameLoop::HowToPlayNumbers() const {
  std::string told = "a number plays one";
  for (size_t number = 1; number <= listed_.size(); ++number) {
    const std::string text = absl::StrCat(number);
    if (!state().ParseMove(text).ok()) continue;
    told = absl::StrCat("here numbers are moves; #", text, " plays ",
                        listed_[number - 1]);
    if (listed_[number - 1] != text) break;  // a clear example
  }
  return told;
}

std::string GameLoop::HistoryText() const {
  if (session().plies() == 0) return "No move has been played.";
  return absl::StrJoin(HistoryLines(session()), "\n");
}

void GameLoop::ShowBoard(const std::string& corner) {
  const std::vector<std::string> words =
      absl::StrSplit(corner, ' ', absl::SkipEmpty());
  BoardCorner from = {-1, 1};
  if (words.size() > 2 ||
      (!words.empty() && !absl::SimpleAtoi(words[0], &from.line)) ||
      (words.size() == 2 && !absl::SimpleAtoi(words[1], &from.column))) {
    Note(absl::StrCat("'board ", corner,
                      "' is not board LINE COLUMN, such as board 8 or "
                      "board 8 20."));
    return;
  }
  corner_ = {words.empty() ? -1 : std::max(from.line, 1) - 1,
             std::max(from.column, 1) - 1};
  changed_ = true;
}

void GameLoop::Hint() {
  const std::string adviser = session::DefaultAdviser(session().game());
  const auto decision =
      Watch(adviser, [&](const Limits& limits, const Observer& observer) {
        return session().Advise(adviser, session().plies(), limits, observer);
      });
  if (!decision.ok()) {
    Note(Sentence("No hint: ", decision.status()));
    return;
  }
  const std::string opinion = session::Opinion(*decision);
  Note(absl::StrCat("Hint: ", state().FormatMove(decision->move),
                    opinion.empty() ? "" : "   ", opinion));
  const std::string line = session::PvText(state(), decision->line, 8);
  if (decision->line.size() > 1) Note(absl::StrCat("Line: ", line));
}

// The player that gives the hints looks at each position, for a share of the
// time; Ctrl-C ends it with what is known.
GameLoop::Outcome GameLoop::Analyse() {
  const int plies = session().plies();
  if (plies == 0) {
    Note("There is nothing to analyse: no move has been played.");
    return std::nullopt;
  }
  session::GameAnalysis analysis(session::DefaultAdviser(session().game()),
                                 plies);
  const terminal::ThinkingScope thinking;
  const int interrupts = terminal::Interrupts::count();
  while (!analysis.done() && terminal::Interrupts::count() == interrupts) {
    screen_.Progress(absl::StrCat(analysis.player(), " looks at turn ",
                                  analysis.looked_at() + 1, " of ", plies,
                                  " ...   (Ctrl-C: show what is known)"));
    const absl::Status looked =
        analysis.LookAtNext(session(), terminal::Interrupts::stop());
    if (!looked.ok()) {
      screen_.EndProgress();
      Note(Sentence("No analysis: ", looked));
      return std::nullopt;
    }
  }
  screen_.EndProgress();
  return ShowText(absl::StrCat(
      "Analysis by ", analysis.player(), ", ", analysis.each().count(),
      " ms a position",
      analysis.done() ? ""
                      : absl::StrCat("; stopped after ", analysis.looked_at(),
                                     " of ", plies, " turns"),
      ".\n",
      terminal::Wrapped(analysis.Text(session()), terminal::TerminalWidth())));
}

void GameLoop::UndoOrRedo(bool undo) {
  const absl::Status done = undo ? game_.Undo() : game_.Redo();
  if (done.ok()) {
    PositionChanged();
    Note(absl::StrCat(undo ? "Back" : "Forward", " to ", MoveText(), "."));
  } else {
    Note(undo ? "There is no move of yours to take back."
              : "Nothing was undone.");
  }
}

void GameLoop::Save(const std::string& path) {
  std::error_code unknown;
  const bool replaces = std::filesystem::exists(path, unknown) &&
                        !std::filesystem::is_empty(path, unknown);
  const absl::Status status = WriteFileAtomically(
      path, FormatRecord(session().Record()), kRecordSignature);
  if (!status.ok()) {
    Note(Sentence("Not saved: ", status));
    return;
  }
  Note(absl::StrCat("Saved ", Counted(session().plies(), "move"), " to ", path,
                    replaces ? ", replacing the game that was there." : "."));
}

void GameLoop::Load(const std::string& path) {
  const auto refuse = [this](absl::string_view begin, const absl::Status& why) {
    Note(absl::StrCat(Sentence(begin, why), " The current game goes on."));
  };
  const auto text = ReadFile(path);
  if (!text.ok()) {
    refuse("Not loaded: ", text.status());
    return;
  }
  const auto record = ParseRecord(*text);
  auto loaded = record.ok() ? session::Session::FromRecord(catalog_, *record)
                            : absl::StatusOr<session::Session>(record.status());
  if (!loaded.ok()) {
    refuse(absl::StrCat("Not loaded: ", path, ": "), loaded.status());
    return;
  }
  game_ = session::KeptGame(*std::move(loaded));
  game_.PlayOnUnkept();
  NewGame();
  Note(absl::StrCat("Loaded ", Counted(session().plies(), "move"), " from ",
                    path, "."));
  for (const std::string& warning : session().warnings()) Note(warning);
  Introduce();
}

void GameLoop::AcceptDraw() {
  if (session().DrawOffered()) {
    game_.AgreeOnDraw(session::Session::kDrawTaken).IgnoreError();
    PositionChanged();
  } else if (session().game().Info().endless) {
    Note(
        "No draw is on offer; it is offered when a position occurs for the "
        "third time.");
  } else {
    Note("No draw is on offer; this game ends by its rules.");
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
  for (std::string& move : state().LegalMoveTexts()) {
    if (absl::StartsWithIgnoreCase(move, before_cursor)) lines.push_back(move);
  }
  std::ranges::sort(lines);
  for (std::string& command : CompleteCommand(GameCommands(), before_cursor)) {
    lines.push_back(std::move(command));
  }
  return lines;
}

}  // namespace boardwalk::console
