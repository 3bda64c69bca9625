#include "frontends/console/replay_loop.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"
#include "frontends/console/columns.h"
#include "frontends/console/interrupt.h"
#include "frontends/console/view.h"
#include "frontends/console/words.h"

namespace boardwalk::console {
namespace {

struct Word {
  absl::string_view name;
  absl::string_view argument;
  absl::string_view help;
};

enum WordId : size_t {
  kNext,
  kBack,
  kFirst,
  kLast,
  kGo,
  kFlip,
  kMoves,
  kHelp,
  kQuit
};

// In the order of WordId.
const std::vector<Word>& Words() {
  static const std::vector<Word> words = {
      {"next", "", "the position after the next move; so does Enter"},
      {"back", "", "the position before it"},
      {"first", "", "the position that the game begins with"},
      {"last", "", "the position that it ends with"},
      {"go", "N", "the position after N moves"},
      {"flip", "", "turn the board round"},
      {"moves", "", "the moves of the game"},
      {"help", "", "this list"},
      {"quit", "", "leave"}};
  return words;
}

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const Word& word : Words()) names.emplace_back(word.name);
  return names;
}

}  // namespace

int ReplayLoop::Run(int ply, bool keyboard) {
  at_ = ply;
  Introduce();
  for (bool asked = false;; asked = true) {
    Draw();
    const auto line = dialog_.Ask(
        absl::StrCat("move ", at_, " of ", plies(), " > "),
        [this](absl::string_view text) { return Completions(text); });
    if (!line.has_value()) {
      if (dialog_.leaving() == Dialog::Leaving::kInterrupted) {
        return kInterruptedStatus;
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
  const size_t end = std::min(line.find_first_of(" \t"), line.size());
  const auto word = FindWord(line.substr(0, end), Names());
  const std::string argument(
      absl::StripAsciiWhitespace(absl::string_view(line).substr(end)));
  if (!word.ok()) {
    screen_.Say(
        absl::StrCat(word.status().message(), "; 'help' lists the commands."));
    return true;
  }
  if (!argument.empty() && Words()[*word].argument.empty()) {
    screen_.Say(absl::StrCat("'", Words()[*word].name, "' stands alone; ",
                             Quoted(argument), " is too much."));
    return true;
  }
  switch (static_cast<WordId>(*word)) {
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
      GoTo(argument);
      break;
    case kFlip:
      flip_ = !flip_;
      changed_ = true;
      break;
    case kMoves:
      ListMoves();
      break;
    case kHelp:
      Help();
      break;
    case kQuit:
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
  dialog_.out() << Columns(texts, TerminalWidth(), texts.size());
}

void ReplayLoop::Help() {
  for (const Word& word : Words()) {
    dialog_.out() << absl::StrFormat(
        "  %-8s%s\n", absl::StrCat(word.name, " ", word.argument), word.help);
  }
}

std::vector<std::string> ReplayLoop::Completions(
    absl::string_view before_cursor) const {
  std::vector<std::string> lines;
  for (const std::string& name : Names()) {
    if (absl::StartsWithIgnoreCase(name, before_cursor)) lines.push_back(name);
  }
  return lines;
}

void ReplayLoop::Introduce() {
  if (screen_.redraws()) return;
  dialog_.out() << game_.title << "\n"
                << TitleLine(game_.history->game()) << "\n"
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
  const int width = TerminalWidth();
  screen_.Clear();
  dialog_.out() << screen_.Bold(absl::StrCat(TitleLine(game_.history->game()),
                                             "  ", game_.title))
                << "\n"
                << screen_.Dim(SeatsText(game_.record.players, width)) << "\n";
  if (!game_.opening.empty()) {
    dialog_.out() << screen_.Dim(Wrapped(
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
             : ResultText(game_.record);
}

std::string ReplayLoop::MoveText(int ply) const {
  const int seat = game_.history->SeatAt(ply);
  return absl::StrCat(
      ply + 1, ". ",
      MoveLine(seat, game_.record.players[seat], game_.record.moves[ply]));
}

std::string ReplayLoop::BoardText() const {
  RenderOptions options;
  options.color = screen_.color();
  options.flip = flip_;
  if (at_ > 0) {
    const AnyState& before = game_.history->StateAt(at_ - 1);
    options.path = before.Path(game_.history->MoveAt(at_ - 1));
  }
  return Board(game_.history->StateAt(at_), options);
}

}  // namespace boardwalk::console
