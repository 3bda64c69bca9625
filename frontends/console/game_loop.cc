#include "frontends/console/game_loop.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "frontends/console/thinking.h"
#include "frontends/console/view.h"
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

GameLoop::GameLoop(const Catalog& catalog, Session session, Dialog& dialog)
    : catalog_(catalog),
      session_(std::move(session)),
      dialog_(dialog),
      screen_(dialog.screen()) {}

int GameLoop::Run() {
  for (const std::string& warning : session_.warnings()) Note(warning);
  if (!screen_.redraws()) {
    dialog_.out() << TitleLine(session_.game()) << "\n"
                  << SeatsLine(session_.seats()) << "\n";
  }
  for (;;) {
    const Outcome status = Turn();
    if (status.has_value()) return *status;
    // The reader of the output has gone: a game without a person ends, too.
    if (!dialog_.out()) return 1;
  }
}

GameLoop::Outcome GameLoop::Turn() {
  // Nobody is there to agree on a draw.
  if (!session_.Over() && !session_.HasHuman()) session_.Adjudicate();
  if (session_.Over()) return AfterGame();
  return session_.HumanToMove() ? HumanTurn() : ComputerTurn();
}

GameLoop::Outcome GameLoop::HumanTurn() {
  Draw();
  const AnyState& state = session_.state();
  const auto line =
      dialog_.Ask(absl::StrCat(SeatTitle(state.ToMove()), " to move, move ",
                               session_.plies() + 1, " > "),
                  [this](absl::string_view text) { return Completions(text); });
  if (!line.has_value()) return Leave();
  if (line->empty()) {
    changed_ = screen_.redraws();
    return std::nullopt;
  }
  const auto move = state.ParseMove(*line);
  if (!move.ok()) return RunCommand(*line);
  Decision decision;
  decision.move = *move;
  const absl::Status status = session_.Play(decision);
  if (!status.ok()) {
    screen_.Say(absl::StrCat("Not a move: ", status.message(), "."));
    return std::nullopt;
  }
  changed_ = true;
  return std::nullopt;
}

GameLoop::Outcome GameLoop::ComputerTurn() {
  const bool alone = !session_.HasHuman();
  if (alone || screen_.redraws()) Draw();
  const auto start = steady_clock::now();
  const int seat = session_.state().ToMove();
  changed_ = true;
  const auto decision =
      Watch(SeatTitle(session_, seat),
            [this](const Limits& limits, const Observer& observer) {
              return session_.Think(limits, observer);
            });
  if (Interrupts::count() >= 2) return kInterruptedStatus;
  if (!decision.ok()) {
    session_.Fail(seat, std::string(decision.status().message()));
    return std::nullopt;
  }
  const absl::Status played = session_.Play(*decision);
  if (!played.ok()) {
    session_.Fail(seat, "its move is not legal");
    return std::nullopt;
  }
  if (!screen_.redraws()) {
    dialog_.out() << MoveLine(session_, session_.plies() - 1) << "\n";
  }
  if (alone && !session_.Over()) {
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
    ThinkingView view(who, session_.state(), screen_,
                      ThinkingView::Detail::kLine);
    return think(limits, view.observer());
  }();
  if (Interrupts::count() > interrupts) {
    Note("Stopped thinking. Press Ctrl-C again to leave.");
  }
  return decision;
}

GameLoop::Outcome GameLoop::AfterGame() {
  if (changed_) {
    Draw();
    dialog_.out() << "\n" << screen_.Bold(ResultText(session_.Record()));
  }
  if (!session_.HasHuman()) {
    dialog_.out() << std::flush;
    return session_.termination() == Termination::kFailure ? 1 : 0;
  }
  const auto line =
      dialog_.Ask("Game over: undo, restart, save FILE or quit [quit] > ",
                  [this](absl::string_view text) { return Completions(text); });
  if (!line.has_value()) return Leave();
  if (line->empty()) return 0;
  return RunCommand(*line);
}

GameLoop::Outcome GameLoop::Leave() {
  if (dialog_.leaving() == Dialog::Leaving::kInterrupted) {
    return kInterruptedStatus;
  }
  if (session_.Over()) return 0;
  dialog_.out() << std::flush;
  dialog_.err() << "The input ended before the game did.\n";
  return 1;
}

void GameLoop::Draw() {
  if (!changed_) return;
  changed_ = false;
  DrawFrame();
  for (const std::string& note : notes_) screen_.Say(note);
  notes_.clear();
  if (session_.DrawOffered() && session_.HumanToMove()) {
    screen_.Say(absl::StrCat(
        "This position has occurred ", session_.history().Occurrences(),
        " times. A draw is offered: accept it with 'draw', or play on."));
  }
}

void GameLoop::DrawFrame() {
  const std::string board = Board(session_, screen_.color(), flip_);
  if (!screen_.redraws()) {
    dialog_.out() << "\n" << board;
    return;
  }
  screen_.Clear();
  dialog_.out() << screen_.Bold(TitleLine(session_.game())) << "\n"
                << screen_.Dim(
                       SeatsText(session_.seats(), terminal::TerminalWidth()))
                << "\n\n"
                << board << "\n";
  // The moves since this seat moved last.
  const int first =
      std::max(0, session_.plies() - session_.state().NumPlayers());
  for (int ply = first; ply < session_.plies(); ++ply) {
    dialog_.out() << MoveLine(session_, ply) << "\n";
  }
}

void GameLoop::Note(std::string text) {
  if (screen_.redraws() && changed_) {
    notes_.push_back(std::move(text));
  } else {
    screen_.Say(text);
  }
}

}  // namespace boardwalk::console
