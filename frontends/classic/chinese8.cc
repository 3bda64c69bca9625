#include "frontends/classic/classic.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "framework/status_macros.h"
#include "games/registry.h"

namespace boardwalk::classic {
namespace {

// The player of "Computer moves". Limited by wall time: the user waits.
constexpr char kComputer[] = "alphabeta:time=2s";

constexpr char kModes[] =
    "Enter 1 --> \"human v.s. human\" mode\n"
    "Enter 2 --> \"human v.s. computer\" mode\n";

// The next word of the input, std::nullopt at its end. A word that is too long
// to be valid is cut to save memory.
std::optional<std::string> ReadWord(std::istream& in) {
  constexpr size_t kLongest = 16;
  std::string word;
  for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
    if (!absl::ascii_isspace(static_cast<unsigned char>(c))) {
      if (word.size() < kLongest) word += static_cast<char>(c);
    } else if (!word.empty()) {
      return word;
    }
  }
  if (word.empty()) return std::nullopt;
  return word;
}

// One run of the program.
class Transcript {
 public:
  Transcript(std::shared_ptr<const AnyGame> game, std::istream& in,
             std::ostream& out, std::ostream& err)
      : game_(std::move(game)),
        state_(game_->InitialState()),
        in_(in),
        out_(out),
        err_(err) {}

  int Run(const Chinese8Options& options);

 private:
  // Asks until the answer is 1 or 2; std::nullopt at the end of the input.
  std::optional<int> ReadMode();
  absl::Status StartComputer(const Chinese8Options& options);
  // One turn, read or computed.
  std::optional<AnyMove> ReadMove();
  absl::StatusOr<AnyMove> ComputeMove();

  // The document's error message for a word that should be a move; empty if it
  // is one.
  absl::string_view Complaint(absl::string_view word) const;
  void PrintBoard();
  void PrintResult();
  int InputEnded();
  int Failed(const absl::Status& status);

  std::shared_ptr<const AnyGame> game_;
  std::unique_ptr<AnyState> state_;
  std::unique_ptr<Player> computer_;
  int computers_seat_ = -1;  // -1: no computer
  std::istream& in_;
  std::ostream& out_;
  std::ostream& err_;
};

int Transcript::Run(const Chinese8Options& options) {
  const std::optional<int> mode = ReadMode();
  if (!mode.has_value()) return InputEnded();
  if (*mode == 2) {
    const absl::Status started = StartComputer(options);
    if (!started.ok()) return Failed(started);
  }
  while (!state_->IsTerminal()) {
    PrintBoard();
    out_ << (state_->ToMove() == 0 ? "Blue's turn\n" : "Red's turn\n");
    AnyMove move;
    if (state_->ToMove() == computers_seat_) {
      const absl::StatusOr<AnyMove> computed = ComputeMove();
      if (!computed.ok()) return Failed(computed.status());
      move = *computed;
      out_ << "Computer moves " << state_->FormatMove(move) << '\n';
    } else {
      const std::optional<AnyMove> read = ReadMove();
      if (!read.has_value()) return InputEnded();
      move = *read;
    }
    const absl::Status applied = state_->Apply(move);
    if (!applied.ok()) return Failed(applied);
    if (computer_ != nullptr) computer_->Observe(move);
  }
  PrintBoard();
  PrintResult();
  return 0;
}

std::optional<int> Transcript::ReadMode() {
  while (true) {
    out_ << kModes << std::flush;
    const std::optional<std::string> word = ReadWord(in_);
    if (!word.has_value()) return std::nullopt;
    if (*word == "1") return 1;
    if (*word == "2") return 2;
  }
}

absl::Status Transcript::StartComputer(const Chinese8Options& options) {
  ASSIGN_OR_RETURN(auto player, options.computer
                                    ? options.computer(*game_)
                                    : game_->MakePlayer(kComputer));
  computer_ = std::move(player);
  computers_seat_ = options.computer_first ? 0 : 1;
  return computer_->Start(*state_, /*seed=*/0);
}

std::optional<AnyMove> Transcript::ReadMove() {
  while (true) {
    out_ << std::flush;
    const std::optional<std::string> word = ReadWord(in_);
    if (!word.has_value()) return std::nullopt;
    const absl::string_view complaint = Complaint(*word);
    if (complaint.empty()) {
      const absl::StatusOr<AnyMove> move = state_->ParseMove(*word);
      if (move.ok()) return *move;
    }
    out_ << (complaint.empty() ? "The move violates the game rule" : complaint)
         << ", please input again:\n";
  }
}

absl::StatusOr<AnyMove> Transcript::ComputeMove() {
  out_ << std::flush;  // the computer may take a while
  ASSIGN_OR_RETURN(const Decision decision, computer_->Choose(*state_, {}, {}));
  if (!state_->IsLegal(decision.move)) {
    return absl::InternalError("the computer chose an illegal move");
  }
  return decision.move;
}

absl::string_view Transcript::Complaint(absl::string_view word) const {
  if (word.size() != 4 || !std::ranges::all_of(word, absl::ascii_isdigit)) {
    return "Invalid input format";
  }
  for (const char digit : word) {
    if (digit < '1' || digit > '8') return "Input out of the game board";
  }
  // A position's text begins with the rows of the board, a slash after each.
  const std::string cells = state_->FormatPosition();
  const auto cell = [&](size_t i) {
    return cells[static_cast<size_t>(word[i] - '1') * 9 +
                 static_cast<size_t>(word[i + 1] - '1')];
  };
  if (cell(0) != (state_->ToMove() == 0 ? '#' : 'O')) {
    return "Invalid starting location";
  }
  if (cell(2) != '.') return "Invalid ending location";
  return "";
}

void Transcript::PrintBoard() {
  const std::string cells = state_->FormatPosition();
  out_ << "  1 2 3 4 5 6 7 8\n";
  for (size_t row = 0; row < 8; ++row) {
    out_ << row + 1;
    for (size_t column = 0; column < 8; ++column) {
      out_ << ' ' << cells[row * 9 + column];
    }
    out_ << '\n';
  }
}

void Transcript::PrintResult() {
  const double blue = state_->Returns()[0];
  out_ << (blue > 0   ? "Blue(#) wins!\n"
           : blue < 0 ? "Red(O) wins!\n"
                      : "Draw!\n")
       << std::flush;
}

int Transcript::InputEnded() {
  return Failed(absl::OutOfRangeError("the input ended before the game did"));
}

int Transcript::Failed(const absl::Status& status) {
  out_ << std::flush;
  err_ << "chinese8: " << status.message() << '\n';
  return 1;
}

absl::StatusOr<std::shared_ptr<const AnyGame>> MakeGame() {
  ASSIGN_OR_RETURN(const Catalog catalog, AllGames());
  return catalog.MakeGame("chinese8");
}

}  // namespace

int RunChinese8(const Chinese8Options& options, std::istream& in,
                std::ostream& out, std::ostream& err) {
  auto game = MakeGame();
  if (game.ok()) return Transcript(*std::move(game), in, out, err).Run(options);
  err << "chinese8: " << game.status().message() << '\n';
  return 1;
}

}  // namespace boardwalk::classic
