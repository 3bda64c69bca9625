#include "frontends/console/game_loop.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/text.h"
#include "frontends/console/game_text.h"
#include "frontends/console/thinking_lines.h"
#include "frontends/session/move_input.h"
#include "frontends/session/seats.h"
#include "frontends/session/wording.h"
#include "frontends/terminal/interrupt.h"

namespace boardwalk::console {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using terminal::Dialog;
using terminal::Interrupts;
using terminal::kInterruptedStatus;

// The least time of a move where a person only watches.
constexpr milliseconds kWatchedMove(1000);

milliseconds Since(steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

}  // namespace

GameLoop::GameLoop(const Catalog& catalog, session::KeptGame game,
                   Dialog& dialog, UnfinishedGames& unfinished, bool details,
                   bool at_terminal)
    : catalog_(catalog),
      game_(std::move(game)),
      dialog_(dialog),
      screen_(dialog.screen()),
      unfinished_(unfinished),
      turn_began_(steady_clock::now()),
      details_(details),
      at_terminal_(at_terminal) {
  // So no change fails for its journal.
  game_.PlayOnUnkept();
}

int GameLoop::Run(std::string note) {
  if (!note.empty()) Note(std::move(note));
  for (const std::string& warning : session().warnings()) Note(warning);
  Introduce();
  for (;;) {
    const Outcome status = Turn();
    if (status.has_value()) return *status;
    KeepGame();
    // The reader of the output has gone: a game without a person ends, too.
    if (!dialog_.out()) return 1;
  }
}

void GameLoop::Introduce() {
  const std::string& aim = session().game().Info().aim;
  const std::string begin =
      absl::StrCat(aim, aim.empty() ? "" : " ", "'help' lists what to type.");
  if (screen_.redraws()) {
    if (session().HasHuman()) Note(begin);
    return;
  }
  screen_.Say(session::TitleLine(session().game()));
  screen_.Say(SeatsLine(session().seats()));
  for (int seat = 0; seat < session().game().NumPlayers(); ++seat) {
    if (!session::IsHuman(session().seats()[seat])) continue;
    const bool turned = flip_ != session::SitsOpposite(session().game(), seat);
    const std::string who = session::SeatDescription(session(), seat, turned);
    if (who.empty()) continue;
    screen_.Say(
        absl::StrCat(who, turned ? " The board is turned to you." : ""));
  }
  const std::string legend = LegendLine(session(), flip_);
  if (!session().HasHuman()) return;
  if (!legend.empty()) screen_.Say(legend);
  screen_.Say(begin);
}

void GameLoop::KeepGame() {
  if (!to_keep_ || !session().HasHuman()) return;
  to_keep_ = false;
  if (session().Over()) {
    unfinished_.Discard(game_);
  } else if (session().HumanHasMoved()) {
    unfinished_.Keep(game_);
  }
}

std::chrono::nanoseconds GameLoop::TurnTime() const {
  return steady_clock::now() - turn_began_;
}

bool GameLoop::LosesOnTime(int seat) {
  const auto how = session().OutOfTime(TurnTime());
  if (!how.has_value()) return false;
  game_.Forfeit(seat, Termination::kTimeForfeit, *how).IgnoreError();
  PositionChanged();
  return true;
}

GameLoop::Outcome GameLoop::Turn() {
  // Nobody is there to agree on a draw.
  if (!session().Over() && !session().HasHuman()) {
    game_.Adjudicate().IgnoreError();
  }
  if (session().Over()) return AfterGame();
  return session().HumanToMove() ? HumanTurn() : ComputerTurn();
}

GameLoop::Outcome GameLoop::HumanTurn() {
  const int seat = state().ToMove();
  changed_ = changed_ || viewer_ != seat;
  viewer_ = seat;
  Draw();
  const auto line = dialog_.Ask(
      Prompt(), [this](absl::string_view text) { return Completions(text); });
  if (!line.has_value()) return Leave();
  if (LosesOnTime(seat)) return std::nullopt;
  if (line->empty()) {
    corner_ = {};
    changed_ = true;
    return std::nullopt;
  }
  const auto numbered = NumberedMove(*line);
  const std::string text = numbered.value_or(*line);
  if (text.empty()) return std::nullopt;  // a number that the list has not
  const auto meant = session::MovesMeant(state(), text);
  if (meant.empty()) return RunCommand(text);
  if (meant.size() == 1) {
    PlayMove(meant.front().move);
  } else {
    std::vector<std::string> texts;
    texts.reserve(meant.size());
    for (const auto& [move, move_text] : meant) texts.push_back(move_text);
    Note(absl::StrCat(Quoted(text), " could be ", JoinWords(texts, "or"), "."));
  }
  return std::nullopt;
}

std::string GameLoop::Prompt() const {
  const int seat = state().ToMove();
  return absl::StrCat(
      session::SeatTitle(seat), " to move, ", MoveText(),
      session().clock().has_value()
          ? absl::StrCat(", ",
                         session::TimeText(session().Left(seat) - TurnTime()),
                         " left")
          : "",
      " > ");
}

std::string GameLoop::MoveText() const {
  return absl::StrCat(
      "move ",
      session::MoveNumber(session().plies(), session().game().NumPlayers()));
}

void GameLoop::NewGame() {
  PositionChanged();
  viewer_ = -1;
}

void GameLoop::PlayMove(AnyMove move) {
  Decision decision;
  decision.move = move;
  const absl::Status status = game_.Play(decision, ClockTime());
  if (!status.ok()) {
    Note(absl::StrCat("Not a move: ", status.message(), "."));
    return;
  }
  PositionChanged();
}

std::chrono::nanoseconds GameLoop::ClockTime() const {
  return session().clock().has_value() ? TurnTime()
                                       : std::chrono::nanoseconds(0);
}

void GameLoop::PositionChanged() {
  changed_ = true;
  to_keep_ = true;
  turn_began_ = steady_clock::now();
  listed_.clear();
  corner_ = {};
}

std::optional<std::string> GameLoop::NumberedMove(absl::string_view line) {
  const bool marked = absl::ConsumePrefix(&line, "#");
  size_t number = 0;
  if (!absl::SimpleAtoi(line, &number)) return std::nullopt;
  if (!marked && (listed_.empty() || state().ParseMove(line).ok())) {
    return std::nullopt;
  }
  if (listed_.empty()) {
    Note("No moves are listed; 'moves' lists and numbers them.");
    return "";
  }
  if (number < 1 || number > listed_.size()) {
    Note(absl::StrCat("The moves that are listed have the numbers 1 to ",
                      listed_.size(), "."));
    return "";
  }
  return listed_[number - 1];
}

GameLoop::Outcome GameLoop::ComputerTurn() {
  const bool alone = !session().HasHuman();
  if (alone || screen_.redraws()) Draw();
  const auto start = steady_clock::now();
  const int seat = state().ToMove();
  PositionChanged();
  session::Thinking thinking = game_.BeginThinking();
  const auto decision =
      Watch(session::SeatTitle(session(), seat),
            [&](const Limits& limits, const Observer& observer) {
              Limits own = limits;
              own.time = session().TimeForMove();
              return thinking.Choose(own, observer);
            });
  game_.FinishThinking(std::move(thinking));
  if (Interrupts::count() >= 2) return kInterruptedStatus;
  if (LosesOnTime(seat)) return std::nullopt;
  if (!decision.ok()) {
    game_.ForfeitFailed(seat, decision.status()).IgnoreError();
    return std::nullopt;
  }
  const absl::Status played = game_.Play(*decision, ClockTime());
  turn_began_ = steady_clock::now();
  if (!played.ok()) {
    game_.ForfeitIllegal(seat).IgnoreError();
    return std::nullopt;
  }
  if (!screen_.redraws()) {
    screen_.Say(session::MoveLine(session(), session().plies() - 1, details_));
  }
  if (alone && !session().Over()) {
    const int interrupts = Interrupts::count();
    screen_.Pause(kWatchedMove - Since(start));
    if (Interrupts::count() >= 2) return kInterruptedStatus;
    if (Interrupts::count() > interrupts) {
      Note("Press Ctrl-C again to leave.");
    }
  }
  return std::nullopt;
}

absl::StatusOr<Decision> GameLoop::Watch(
    const std::string& who,
    const std::function<absl::StatusOr<Decision>(const Limits&,
                                                 const Observer&)>& think) {
  // Before anything is shown: a person who sees it may press Ctrl-C.
  const terminal::ThinkingScope thinking;
  const int interrupts = Interrupts::count();
  // Pressed twice before the player began to think.
  if (interrupts >= 2) return absl::CancelledError("interrupted");
  Limits limits;
  limits.stop = Interrupts::stop();
  auto decision = [&] {
    ThinkingDisplay view(who, state(), screen_, ThinkingDisplay::Detail::kLine);
    return think(limits, view.observer());
  }();
  if (Interrupts::count() > interrupts) {
    Note("Stopped thinking. Press Ctrl-C again to leave.");
  }
  return decision;
}

// All lines of the result where they have room below the board, else the first,
// which says who has won.
std::string GameLoop::FittingResult(const std::string& result) const {
  const std::string text(absl::StripTrailingAsciiWhitespace(result));
  return HasRoom(terminal::Wrapped(text, terminal::TerminalWidth()))
             ? text
             : text.substr(0, text.find('\n'));
}

GameLoop::Outcome GameLoop::AfterGame() {
  if (changed_) {
    const std::string result = session::ResultText(session().Record(), state());
    if (screen_.redraws()) notes_.push_back(FittingResult(result));
    Draw();
    if (!screen_.redraws()) dialog_.out() << "\n" << result;
  }
  if (!session().HasHuman()) {
    dialog_.out() << std::flush;
    const Termination ending = session().termination();
    return IsFailure(ending) || ending == Termination::kIllegalMove ? 1 : 0;
  }
  const auto line = dialog_.Ask(
      "Game over: analyse, undo, restart, save FILE or quit [quit] > ",
      [this](absl::string_view text) { return Completions(text); });
  if (!line.has_value()) return Leave();
  if (line->empty()) return 0;
  return RunCommand(*line);
}

void GameLoop::SayKept() {
  if (session().Over() || !game_.kept()) return;
  screen_.Say("The game is kept; 'boardwalk play --resume' goes on with it.");
}

GameLoop::Outcome GameLoop::Leave() {
  SayKept();
  if (dialog_.leaving() == Dialog::Leaving::kInterrupted) {
    return kInterruptedStatus;
  }
  if (session().Over()) return 0;
  dialog_.out() << std::flush;
  dialog_.err() << "The input ended before the game did.\n";
  return 1;
}

void GameLoop::Draw() {
  if (!changed_) return;
  changed_ = false;
  std::string offer;
  if (session().DrawOffered() && session().HumanToMove()) {
    offer = absl::StrCat(
        "This position has occurred ", session().history().Occurrences(),
        " times. A draw is offered: accept it with 'draw', or play on.");
    notes_.push_back(offer);
  }
  DrawFrame();
  notes_.clear();
  if (!offer.empty() && !screen_.redraws()) screen_.Say(offer);
}

int GameLoop::FirstMarkedPly() const {
  const GameHistory& history = session().history();
  const int plies = session().plies();
  const bool mine = session().HumanToMove();
  // A watcher sees the moves of the last round.
  const int earliest =
      viewer_ < 0 ? std::max(0, plies - session().game().NumPlayers() + 1) : 0;
  for (int ply = plies; ply-- > earliest;) {
    if (history.SeatAt(ply) == viewer_) return mine ? ply + 1 : ply;
  }
  return earliest;
}

bool GameLoop::Turned() const {
  return flip_ !=
         (viewer_ >= 0 && session::SitsOpposite(session().game(), viewer_));
}

void GameLoop::DrawFrame() {
  const int since = FirstMarkedPly();
  const bool turned = Turned();
  const MarkedBoard board =
      MarkMoves(session(), since, screen_.color(), turned);
  if (!screen_.redraws()) {
    dialog_.out() << "\n" << absl::StrJoin(board.lines, "\n") << "\n";
    return;
  }
  const WindowSize window = {terminal::TerminalWidth(),
                             terminal::TerminalHeight()};
  FrameContent content;
  content.title = screen_.Bold(session::TitleLine(session().game()));
  content.board = board.lines;
  content.marked = board.marked;
  const int side = SideWidth(content.board, window);
  if (viewer_ >= 0) {
    std::string who = session::SeatDescription(session(), viewer_, turned);
    if (!who.empty()) content.seats.push_back(std::move(who));
  }
  for (const std::string& line :
       SeatLines(session(), side > 0 ? side : window.width, side > 0)) {
    content.seats.push_back(line);
  }
  for (int ply = since; ply < session().plies(); ++ply) {
    content.moves.push_back(FittingMoveLine(session(), ply, details_,
                                            side > 0 ? side : window.width));
  }
  content.legend = LegendLines(session(), turned);
  if (side == 0 && !content.legend.empty()) {
    content.legend = {LegendLine(session(), turned)};
  }
  content.notes = notes_;
  screen_.Clear();
  for (const std::string& line : ArrangeFrame(content, window, corner_)) {
    dialog_.out() << line << "\n";
  }
}

void GameLoop::Note(std::string text) {
  if (screen_.redraws()) {
    notes_.push_back(std::move(text));
    changed_ = true;
  } else {
    screen_.Say(text);
  }
}

GameLoop::Outcome GameLoop::ShowText(const std::string& text) {
  std::string body(absl::StripTrailingAsciiWhitespace(text));
  if (!screen_.redraws()) {
    screen_.Say(body);
    return std::nullopt;
  }
  const std::vector<std::string> lines =
      absl::StrSplit(terminal::Wrapped(body, terminal::TerminalWidth()), '\n');
  if (HasRoom(absl::StrJoin(lines, "\n"))) {
    Note(std::move(body));
    return std::nullopt;
  }
  constexpr int kLeastLines = 5;  // of a page, in a window of any size
  const auto page = static_cast<size_t>(
      std::max(terminal::TerminalHeight() - 2, kLeastLines));
  for (size_t at = 0; at < lines.size(); at += page) {
    screen_.Clear();
    for (size_t i = at; i < std::min(at + page, lines.size()); ++i) {
      dialog_.out() << lines[i] << "\n";
    }
    if (at + page >= lines.size()) {  // the prompt follows
      dialog_.out() << screen_.Dim("(Enter shows the board.)") << "\n";
      return std::nullopt;
    }
    const auto answer = dialog_.Ask("-- Enter: more; q: the board -- ");
    if (!answer.has_value()) return Leave();
    if (!answer->empty()) break;
  }
  changed_ = true;
  return std::nullopt;
}

bool GameLoop::HasRoom(absl::string_view wrapped) const {
  const auto lines = std::ranges::count(wrapped, '\n') + 1;
  const std::string board = Board(state(), {});
  const auto board_lines = std::ranges::count(board, '\n');
  // The title and the prompt take a line each.
  return lines + board_lines + 2 <= terminal::TerminalHeight();
}

}  // namespace boardwalk::console
