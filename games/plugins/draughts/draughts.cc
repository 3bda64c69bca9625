// English draughts: men move and capture forward, kings both ways, captures
// must be made.

#include <bit>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "ai/bind.h"
#include "framework/bits.h"
#include "framework/fen.h"
#include "framework/plugin.h"
#include "framework/status_macros.h"

namespace boardwalk::draughts {

// Sets of dark squares. After every eight squares a bit is left out, so that
// the diagonal neighbours are 4 and 5 bits away everywhere (Samuel 1959).
// Square 1 of the notation is bit 0, at the top; Black has the first squares.
using Squares = uint64_t;
constexpr Squares kBoard = 0x7fbfdfeff;
constexpr Squares kLastRows[] = {Squares{0xf} << 31, 0xf};  // of each seat

constexpr Squares Shift(Squares set, int d) {
  return d > 0 ? set << d : set >> -d;
}

class State {
 public:
  struct Move {
    uint32_t captured;  // a bit for each number
    uint16_t from, to;  // bits of squares
    bool operator==(const Move&) const = default;
  };
  // A king has at most 10 captures, counted over all sets of what it can take,
  // and a side 12 pieces; 48 moves are no captures.
  static constexpr int kMaxMoves = 128;
  static constexpr int kDrawAfter = 80;  // plies without capture or man's move

  State() : State(kBoard & 0x1fff, kBoard & 0x7ffc00000, 0, 0, 0) {}
  State(Squares black, Squares white, Squares kings, int to_move, int quiet)
      : pieces_{black, white},
        kings_(kings),
        to_move_(static_cast<uint8_t>(to_move)),
        quiet_(static_cast<uint8_t>(quiet)) {}

  int NumPlayers() const { return 2; }
  int ToMove() const { return to_move_; }
  bool IsTerminal() const {
    return quiet_ >= kDrawAfter || (!HasCaptures() && CountSteps() == 0);
  }
  SeatValues Returns() const {
    const bool draw = HasCaptures() || CountSteps() != 0;
    return WinnerTakesAll(2, draw ? 0 : 1u << (1 - to_move_));
  }
  template <typename List>
  void LegalMoves(List& list) const {
    if (quiet_ >= kDrawAfter) return;
    if (HasCaptures()) return AddCaptures(list);
    for (const int d : {4, 5, -4, -5}) {
      for (Squares to = Steps(d); to != 0;)
        list.push_back(Step(PopLowest(to), d));
    }
  }
  template <typename RandomSource>
  std::optional<Move> RandomMove(RandomSource& random) const {
    if (quiet_ >= kDrawAfter) return std::nullopt;
    if (HasCaptures()) {
      FixedMoveList<Move, kMaxMoves> list;
      AddCaptures(list);
      return list[random.Below(static_cast<uint32_t>(list.size()))];
    }
    const int count = CountSteps();
    if (count == 0) return std::nullopt;
    int pick = static_cast<int>(random.Below(static_cast<uint32_t>(count)));
    for (const int d : {4, 5, -4, -5}) {
      const Squares to = Steps(d);
      const int here = std::popcount(to);
      if (pick < here) return Step(SelectBit(to, pick), d);
      pick -= here;
    }
    return std::nullopt;
  }
  void Apply(Move move) {
    const Squares from = Squares{1} << move.from, to = Squares{1} << move.to;
    const bool man = (kings_ & from) == 0;
    const Squares captured = DepositBits(move.captured, kBoard);
    pieces_[to_move_] = (pieces_[to_move_] & ~from) | to;
    pieces_[1 - to_move_] &= ~captured;
    kings_ &= ~(from | captured);
    if (!man || (to & kLastRows[to_move_]) != 0) kings_ |= to;
    const bool quiet = !man && captured == 0;
    quiet_ = static_cast<uint8_t>(quiet ? quiet_ + 1 : 0);
    to_move_ ^= 1;
  }
  uint64_t Hash() const {
    return MixPair(pieces_[0] | Squares{quiet_} << 40, pieces_[1]) ^
           Mix64(kings_ | Squares{to_move_} << 40);
  }
  bool operator==(const State&) const = default;

  template <typename List>
  void NoisyMoves(List& list) const {
    if (quiet_ < kDrawAfter && HasCaptures()) AddCaptures(list);
  }
  bool HasQuietMoves() const { return !IsTerminal() && !HasCaptures(); }

  // The bits of the squares that the piece touches, from the first on.
  std::vector<int> Way(Move move) const {
    std::vector<int> way = {move.from};
    if (move.captured == 0 ||
        !Find(DepositBits(move.captured, kBoard), move, way)) {
      way.push_back(move.to);
    }
    return way;
  }
  Squares pieces(int seat) const { return pieces_[seat]; }
  Squares kings() const { return kings_; }
  int quiet() const { return quiet_; }

 private:
  Squares Own() const { return pieces_[to_move_]; }
  Squares Other() const { return pieces_[1 - to_move_]; }
  Squares Empty() const { return kBoard & ~(pieces_[0] | pieces_[1]); }
  // Those of the side to move that may go in the direction `d`.
  Squares Movers(int d) const {
    return (d > 0) == (to_move_ == 0) ? Own() : Own() & kings_;
  }
  Squares Steps(int d) const { return Shift(Movers(d), d) & Empty(); }
  int CountSteps() const {
    return std::popcount(Steps(4)) + std::popcount(Steps(5)) +
           std::popcount(Steps(-4)) + std::popcount(Steps(-5));
  }
  static Move Step(int to, int d) {
    return {0, static_cast<uint16_t>(to - d), static_cast<uint16_t>(to)};
  }
  Squares Jumps(Squares from, int d) const {
    return Shift(Shift(from, d) & Other(), d) & Empty();
  }
  bool HasCaptures() const {
    return (Jumps(Movers(4), 4) | Jumps(Movers(5), 5) | Jumps(Movers(-4), -4) |
            Jumps(Movers(-5), -5)) != 0;
  }
  // Goes on over all pieces of `left`.
  bool Find(Squares left, Move move, std::vector<int>& way) const {
    if (left == 0) return way.back() == move.to;
    for (const int d : {4, 5, -4, -5}) {
      const Squares over = Shift(Squares{1} << way.back(), d) & left;
      const Squares to = Shift(over, d) & (Empty() | Squares{1} << move.from);
      if (to == 0) continue;
      way.push_back(std::countr_zero(to));
      if (Find(left & ~over, move, way)) return true;
      way.pop_back();
    }
    return false;
  }
  // Each way once: two that end alike and capture the same are one move.
  template <typename List>
  void AddCaptures(List& list) const {
    FixedMoveList<Move, kMaxMoves> found;
    for (Squares own = Own(); own != 0; own &= own - 1) {
      const Squares from = own & (~own + 1);
      Capture(from, from, (kings_ & from) != 0, 0, found);
    }
    for (const Move move : found) list.push_back(move);
  }
  template <typename List>
  void Capture(Squares from, Squares at, bool king, Squares captured,
               List& found) const {
    bool ends = captured != 0;
    for (const int d : {4, 5, -4, -5}) {
      if (!king && (d > 0) != (to_move_ == 0)) continue;
      const Squares over = Shift(at, d) & Other() & ~captured;
      const Squares to = Shift(over, d) & (Empty() | from);
      if (to == 0) continue;
      ends = false;
      const bool crowned = !king && (to & kLastRows[to_move_]) != 0;
      if (crowned) Add(from, to, captured | over, found);
      if (!crowned) Capture(from, to, king, captured | over, found);
    }
    if (ends) Add(from, at, captured, found);
  }
  template <typename List>
  static void Add(Squares from, Squares to, Squares captured, List& found) {
    const Move move = {static_cast<uint32_t>(ExtractBits(captured, kBoard)),
                       static_cast<uint16_t>(std::countr_zero(from)),
                       static_cast<uint16_t>(std::countr_zero(to))};
    for (const Move other : found) {
      if (other == move) return;
    }
    found.push_back(move);
  }

  Squares pieces_[2], kings_;
  uint8_t to_move_, quiet_;
};

class Rules {
 public:
  using State = draughts::State;
  using Move = State::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "draughts",
        .title = "English draughts",
        .rules =
            "Men move one square diagonally forward, Black first, and become\n"
            "kings in the last row. Captures must be made, to their end. Who\n"
            "cannot move loses; 40 moves each by kings alone are a draw.\n"
            "Moves: 11-15, 15x22x31. A position is the dark squares from the\n"
            "top (b, w; B, W kings), who is to move, and plies without "
            "progress:"
            "\nbbbb/bbbb/bbbb/4/4/wwww/wwww/wwww 1 0\n"};
    return info;
  }
  State InitialState() const { return {}; }
  std::string FormatMove(const State& state, Move move) const {
    return absl::StrJoin(Path(state, move), move.captured == 0 ? "-" : "x");
  }
  std::string FormatPosition(const State& state) const {
    return absl::StrCat(FormatFen(Pieces(state), 4, 8, "bwBW"), " ",
                        state.ToMove() + 1, " ", state.quiet());
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    const std::vector<absl::string_view> words = absl::StrSplit(text, ' ');
    ASSIGN_OR_RETURN(const auto all, ParseFen(words[0], 4, 8, "bwBW", "king"));
    Squares pieces[2] = {0, 0}, kings = 0;
    for (const Piece& piece : all) {
      const Squares square = Squares{1} << BitOfCell(piece.cell);
      pieces[piece.owner] |= square;
      if (!piece.kind.empty()) kings |= square;
    }
    int quiet = 0;
    if (words.size() != 3 || (words[1] != "1" && words[1] != "2") ||
        !absl::SimpleAtoi(words[2], &quiet) || quiet < 0 ||
        quiet > State::kDrawAfter) {
      return absl::InvalidArgumentError(
          "after the rows write the seat to move, 1 or 2, and 0 to 80 plies");
    }
    for (const int seat : {0, 1}) {
      if (std::popcount(pieces[seat]) > 12 ||
          (pieces[seat] & ~kings & kLastRows[seat]) != 0) {
        return absl::InvalidArgumentError(
            "a side has at most 12 pieces, and no man in its last row");
      }
    }
    return State(pieces[0], pieces[1], kings, words[1] == "2", quiet);
  }
  BoardLayout Layout() const {
    const auto number = [](int column, int row) {
      return (column + row) % 2 != 0
                 ? ""
                 : absl::StrCat((7 - row) * 4 + column / 2 + 1);
    };
    BoardLayout layout = SquareGrid(8, 8, number, /*checkered=*/true);
    layout.symbols = "bw";
    return layout;
  }
  std::vector<Piece> Pieces(const State& state) const {
    std::vector<Piece> pieces;
    for (int cell = 0; cell < 32; ++cell) {
      const Squares square = Squares{1} << BitOfCell(cell);
      const bool king = (state.kings() & square) != 0;
      for (const int seat : {0, 1}) {
        if ((state.pieces(seat) & square) == 0) continue;
        pieces.push_back({cell, seat, king ? "king" : ""});
      }
    }
    return pieces;
  }
  std::vector<std::string> Path(const State& state, Move move) const {
    std::vector<std::string> path;
    for (const int bit : state.Way(move)) {
      path.push_back(absl::StrCat(bit - bit / 9 + 1));
    }
    return path;
  }
  int Evaluate(const State& state, int seat) const {
    const int value = Worth(state, 0) - Worth(state, 1);
    return seat == 0 ? value : -value;
  }
  int EvaluateMove(const State& state, Move move) const {
    const Squares to = Squares{1} << move.to;
    const bool king = (state.kings() >> move.from & 1) != 0;
    const bool crowned = !king && (to & kLastRows[state.ToMove()]) != 0;
    return 110 * std::popcount(move.captured) + (crowned ? 45 : 0) +
           2 * std::popcount(to & kCentre);
  }

 private:
  static constexpr Squares kCentre = Squares{0x1fffff} << 9 & kBoard;
  // Cells are counted from the bottom row, bits from the top row.
  static int BitOfCell(int cell) {
    const int index = (7 - cell / 4) * 4 + cell % 4;
    return index + index / 8;
  }
  static int Worth(const State& state, int seat) {
    const Squares men = state.pieces(seat) & ~state.kings();
    const Squares kings = state.pieces(seat) & state.kings();
    return 100 * std::popcount(men) + 145 * std::popcount(kings) +
           6 * std::popcount(men & kLastRows[1 - seat]) +
           2 * std::popcount((men | kings) & kCentre);
  }
};

}  // namespace boardwalk::draughts

BOARDWALK_PLUGIN(contents) {
  contents.games.push_back(
      boardwalk::ai::BindGame<boardwalk::draughts::Rules>());
}
