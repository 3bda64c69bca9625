#include "frontends/classic/classic.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "framework/file.h"
#include "framework/status_macros.h"
#include "games/teeko/scripted.h"
#include "games/teeko/teeko.h"

namespace boardwalk::classic {
namespace {

using teeko::Rules;
using teeko::State;

constexpr char kInvalid[] = "Invalid input, try again.";
constexpr char kOutOfBound[] = "Out of Bound, try again.";
constexpr char kOccupied[] = "Occupied, try again.";

// A word that the user typed.
struct Word {
  bool is_number = false;
  // Numbers beyond these bounds count as the bound: all are invalid.
  static constexpr int kBound = 1'000'000;
  int number = 0;
};

// The next word of the input, std::nullopt at its end. Reads a number of any
// length in constant memory.
std::optional<Word> ReadWord(std::istream& in) {
  Word word;
  bool negative = false, empty = true, digits = true, any_digit = false;
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    const auto byte = static_cast<unsigned char>(c);
    if (absl::ascii_isspace(byte)) {
      if (!empty) break;
      continue;
    }
    if (absl::ascii_isdigit(byte)) {
      any_digit = true;
      word.number = std::min(word.number * 10 + (c - '0'), Word::kBound);
    } else if (empty && (c == '-' || c == '+')) {
      negative = c == '-';
    } else {
      digits = false;
    }
    empty = false;
  }
  if (empty) return std::nullopt;
  word.is_number = digits && any_digit;
  if (negative) word.number = -word.number;
  return word;
}

// The board of part 2.
absl::StatusOr<State> ReadBoard(const std::string& path) {
  constexpr size_t kMaxBytes = 1 << 16;
  ASSIGN_OR_RETURN(const auto text, ReadFile(path, kMaxBytes));
  const auto error = [&path](absl::string_view what) {
    std::string line = absl::StrCat("board file ", path, ": ", what);
    for (char& c : line) {
      if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) c = '?';
    }
    return absl::InvalidArgumentError(line);
  };
  if (text.find('/') != std::string::npos ||
      absl::StripAsciiWhitespace(text).empty()) {
    return error(
        "it must hold four lines of four numbers, 0 for empty, "
        "1 for a circle, 2 for a cross");
  }
  const auto state = Rules(Rules::Phase::kMovement).ParsePosition(text);
  if (!state.ok()) return error(state.status().message());
  if (state->IsTerminal()) return error("the crosses have won already");
  return *state;
}

// One run of either program.
class Transcript {
 public:
  Transcript(const TeekoOptions& options, State state, std::istream& in,
             std::ostream& out)
      : border_(static_cast<size_t>(options.border_width), '='),
        placing_(options.part == 1),
        state_(state),
        in_(in),
        out_(out) {}

  // False when the input ended before the game.
  bool Run() {
    const std::optional<int> humans =
        Ask("How many human players [1-2]?", 1, 2);
    if (!humans.has_value()) return false;
    has_computer_ = *humans == 1;
    while (!state_.IsTerminal()) {
      PrintBoard();
      if (has_computer_ && state_.ToMove() == 1) {
        PlayComputer();
        continue;
      }
      const std::optional<State::Move> move =
          placing_ ? AskPlacement() : AskMovement();
      if (!move.has_value()) return false;
      state_.Apply(*move);
      if (!placing_) out_ << "Mark moved.\n";
    }
    PrintBoard();
    PrintResult();
    return true;
  }

 private:
  // Prints the prompt and reads a word; std::nullopt at the end of the input.
  std::optional<Word> Prompt(absl::string_view prompt) {
    out_ << prompt << "\n" << std::flush;
    return ReadWord(in_);
  }

  // Asks until the answer is a number from `min` to `max`.
  std::optional<int> Ask(absl::string_view prompt, int min, int max) {
    for (;;) {
      const std::optional<Word> word = Prompt(prompt);
      if (!word.has_value()) return std::nullopt;
      if (word->is_number && word->number >= min && word->number <= max) {
        return word->number;
      }
      out_ << kInvalid << "\n";
    }
  }

  bool Taken(int square) const {
    return ((state_.Marks(0) | state_.Marks(1)) >> square & 1) != 0;
  }

  std::optional<State::Move> AskPlacement() {
    const std::string prompt = absl::StrCat("Player ", state_.ToMove() + 1,
                                            ", please place your mark [1-16]:");
    for (;;) {
      const std::optional<int> square = Ask(prompt, 1, teeko::kSquares);
      if (!square.has_value()) return std::nullopt;
      if (!Taken(*square - 1)) {
        return State::Move{State::kHand, static_cast<uint8_t>(*square - 1)};
      }
      out_ << kInvalid << "\n";
    }
  }

  std::optional<State::Move> AskMovement() {
    const std::string prompt = absl::StrCat(
        "Player ", state_.ToMove() + 1, ", please select your mark [1-16]:");
    for (;;) {
      const std::optional<int> square = Ask(prompt, 1, teeko::kSquares);
      if (!square.has_value()) return std::nullopt;
      if ((state_.Marks(state_.ToMove()) >> (*square - 1) & 1) == 0) {
        out_ << "Wrong pick, try again.\n";
        continue;
      }
      const std::optional<int> target = AskDirection(*square - 1);
      if (!target.has_value()) return std::nullopt;
      if (*target == kBack) continue;
      return State::Move{static_cast<uint8_t>(*square - 1),
                         static_cast<uint8_t>(*target)};
    }
  }

  // The square that the mark on `from` moves to, or kBack.
  std::optional<int> AskDirection(int from) {
    // The answer to a direction above 8: the last error message.
    absl::string_view refusal = kOutOfBound;
    for (;;) {
      const std::optional<int> direction = Ask(
          "Please select moving direction [1-8] or back [0]:", 0, Word::kBound);
      if (!direction.has_value()) return std::nullopt;
      if (*direction == 0) return kBack;
      if (*direction <= teeko::kDirections) {
        const std::optional<int> to = teeko::Neighbour(from, *direction);
        if (to.has_value() && !Taken(*to)) return to;
        refusal = to.has_value() ? kOccupied : kOutOfBound;
      }
      out_ << refusal << "\n";
    }
  }

  void PlayComputer() {
    const State::Move move = teeko::ScriptedMove(state_);
    if (placing_) {
      out_ << "Computer places the mark:\n" << move.to + 1 << "\n";
    } else {
      out_ << "Computer moves the mark:\n"
           << move.from + 1 << "\nDirection\n"
           << teeko::DirectionOf(move.from, move.to) << "\n";
    }
    state_.Apply(move);
  }

  void PrintBoard() {
    out_ << border_ << "\n";
    for (int row = 3; row >= 0; --row) {
      for (int square = row * 4; square < row * 4 + 4; ++square) {
        const bool circle = (state_.Marks(0) >> square & 1) != 0;
        out_ << (!Taken(square) ? absl::StrFormat("|%2d|", square + 1)
                 : circle       ? "| O|"
                                : "| X|");
      }
      out_ << "\n";
    }
    out_ << border_ << "\n";
  }

  void PrintResult() {
    const SeatValues returns = state_.Returns();
    if (returns[0] == returns[1]) {
      out_ << "Draw game!\n";
    } else if (returns[1] > 0 && has_computer_) {
      out_ << "Computer wins!\n";
    } else {
      out_ << "Player " << (returns[0] > 0 ? 1 : 2)
           << " wins! Congratulations!\n";
    }
    out_.flush();
  }

  static constexpr int kBack = -1;

  const std::string border_;
  const bool placing_;
  State state_;
  bool has_computer_ = false;
  std::istream& in_;
  std::ostream& out_;
};

}  // namespace

int RunTeeko(const TeekoOptions& options, std::istream& in, std::ostream& out,
             std::ostream& err) {
  State state = Rules(Rules::Phase::kPlacement).InitialState();
  if (options.part == 2) {
    const auto board = ReadBoard(options.board);
    if (!board.ok()) {
      err << board.status().message() << "\n";
      return 2;
    }
    state = *board;
  }
  if (!Transcript(options, state, in, out).Run()) {
    err << "the input ended before the game did\n";
    return 1;
  }
  return 0;
}

}  // namespace boardwalk::classic
