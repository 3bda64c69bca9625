#include "frontends/classic/classic.h"

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "games/onejump/onejump.h"
#include "games/onejump/scripted.h"

namespace boardwalk::classic {
namespace {

using onejump::Square;
using onejump::State;

constexpr int kActionsOfPlay = 10;  // of command P
constexpr absl::string_view kBorder = "   +---+---+---+---+---+---+---+---+\n";

// The next line that is not blank, without its end; std::nullopt at the end of
// the input. A line that is too long to be valid is cut to save memory.
std::optional<std::string> ReadLine(std::istream& in) {
  constexpr size_t kLongest = 16;
  std::string line;
  bool last_was_return = false;
  bool blank = true;  // the whole line, including what is cut off
  const auto finish = [&line, &last_was_return, &blank] {
    if (last_was_return && line.size() < kLongest) line.pop_back();
    return !blank;
  };
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    if (c == '\n') {
      if (finish()) return line;
      line.clear();
      last_was_return = false;
      blank = true;
      continue;
    }
    last_was_return = c == '\r';
    blank = blank && absl::ascii_isspace(static_cast<unsigned char>(c));
    if (line.size() < kLongest) line += static_cast<char>(c);
  }
  if (finish()) return line;
  return std::nullopt;
}

// A or P, with or without more text after a blank; else '\0'.
char CommandOf(absl::string_view line) {
  const bool alone = line.size() == 1 ||
                     absl::ascii_isspace(static_cast<unsigned char>(line[1]));
  return alone && (line[0] == 'A' || line[0] == 'P') ? line[0] : '\0';
}

// Whether the line has the form of an action: a letter and a digit, a minus, a
// letter and a digit.
bool IsAction(absl::string_view line) {
  const auto is_cell = [](absl::string_view cell) {
    return absl::ascii_isalpha(static_cast<unsigned char>(cell[0])) &&
           absl::ascii_isdigit(static_cast<unsigned char>(cell[1]));
  };
  return line.size() == 5 && line[2] == '-' && is_cell(line.substr(0, 2)) &&
         is_cell(line.substr(3));
}

// The move of an action, or the error message of the document.
struct Reading {
  State::Move move{};
  absl::string_view error = {};
};

Reading ReadAction(const State& state, absl::string_view line) {
  constexpr absl::string_view kIllegal = "ERROR: Illegal action.";
  if (!IsAction(line)) return {.error = kIllegal};
  const std::optional<Square> source = onejump::ParseSquare(line.substr(0, 2));
  const std::optional<Square> target = onejump::ParseSquare(line.substr(3));
  if (!source) return {.error = "ERROR: Source cell is outside of the board."};
  if (!target) return {.error = "ERROR: Target cell is outside of the board."};
  const char piece = onejump::PieceAt(state, *source);
  if (piece == '.') return {.error = "ERROR: Source cell is empty."};
  if (onejump::PieceAt(state, *target) != '.') {
    return {.error = "ERROR: Target cell is not empty."};
  }
  if (absl::ascii_tolower(static_cast<unsigned char>(piece)) !=
      (state.ToMove() == 0 ? 'b' : 'w')) {
    return {.error = "ERROR: Source cell holds opponent's piece/tower."};
  }
  MoveListFor<State> list;
  state.LegalMoves(list);
  for (const State::Move move : list) {
    if (move.from == onejump::CellAt(*source) &&
        move.to == onejump::CellAt(*target)) {
      return {.move = move};
    }
  }
  return {.error = kIllegal};
}

// One run of the program.
class Transcript {
 public:
  explicit Transcript(std::ostream& out) : out_(out) {}

  void PrintOpening() {
    out_ << "BOARD SIZE: 8x8\n"
         << "#BLACK PIECES: " << onejump::kPiecesPerSide << "\n"
         << "#WHITE PIECES: " << onejump::kPiecesPerSide << "\n";
    PrintBoard();
  }

  // Plays the action of the line. If it is wrong, prints why and returns false.
  bool PlayAction(absl::string_view line) {
    const Reading reading = ReadAction(state_, line);
    if (!reading.error.empty()) {
      out_ << reading.error << "\n";
      return false;
    }
    Play(reading.move, "");
    return true;
  }

  // Plays up to `count` computed actions.
  void Compute(int count) {
    for (int i = 0; i < count; ++i) {
      const std::optional<State::Move> move = onejump::ComputedAction(state_);
      if (!move.has_value()) {
        out_ << (state_.ToMove() == 0 ? "WHITE" : "BLACK") << " WIN!\n";
        return;
      }
      Play(*move, "*** ");
    }
  }

 private:
  void Play(State::Move move, absl::string_view prefix) {
    out_ << std::string(37, '=') << "\n"
         << prefix << (state_.ToMove() == 0 ? "BLACK" : "WHITE") << " ACTION #"
         << ++actions_ << ": " << onejump::CellName(move.from) << "-"
         << onejump::CellName(move.to) << "\n";
    state_.Apply(move);
    out_ << "BOARD COST: " << onejump::BoardCost(state_) << "\n";
    PrintBoard();
  }

  void PrintBoard() {
    out_ << "     A   B   C   D   E   F   G   H\n" << kBorder;
    for (int row = 0; row < 8; ++row) {
      out_ << " " << row + 1 << " |";
      for (int column = 0; column < 8; ++column) {
        out_ << " " << onejump::PieceAt(state_, {row, column}) << " |";
      }
      out_ << "\n" << kBorder;
    }
  }

  std::ostream& out_;
  State state_;
  int64_t actions_ = 0;
};

}  // namespace

int RunOnejump(std::istream& in, std::ostream& out) {
  Transcript transcript(out);
  transcript.PrintOpening();
  for (;;) {
    out.flush();  // the user may be at a terminal
    const std::optional<std::string> line = ReadLine(in);
    if (!line.has_value()) return 0;
    if (const char command = CommandOf(*line); command != '\0') {
      transcript.Compute(command == 'A' ? 1 : kActionsOfPlay);
      out.flush();
      return 0;
    }
    if (!transcript.PlayAction(*line)) {
      out.flush();
      return 1;
    }
  }
}

}  // namespace boardwalk::classic
