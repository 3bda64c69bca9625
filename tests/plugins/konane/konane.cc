// Konane, Hawaiian checkers: stones jump over each other until a side cannot;
// it has lost. No evaluation is written by hand.

#include <bit>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "ai/bind.h"
#include "framework/bits.h"
#include "framework/fen.h"
#include "framework/plugin.h"
#include "framework/status_macros.h"

namespace boardwalk::konane {

// Sets of squares: bit row * 8 + column, from the bottom left. A stone jumps
// two squares at a time, so it stays on squares of its own colour for ever.
using Squares = uint64_t;
constexpr Squares kFileA = 0x0101010101010101, kFileH = kFileA << 7;
constexpr Squares kSquaresOf[] = {0x55aa55aa55aa55aa, 0xaa55aa55aa55aa55};
// Where the first stone is taken: d5, e4, a8 and h1.
constexpr Squares kFirst = 0x0100000810000080;
constexpr int kDirections[] = {1, -1, 8, -8};

// The neighbours in a direction.
constexpr Squares Beside(Squares squares, int direction) {
  if (direction == 1) squares &= ~kFileH;
  if (direction == -1) squares &= ~kFileA;
  return ShiftBits(squares, direction);
}

class State {
 public:
  struct Move {
    uint8_t from, to;  // bits; the same where a stone is just taken away
    bool operator==(const Move&) const = default;
  };
  // Six squares of its colour are in line with a stone. At most 16 stones have
  // 16 empty ones to go to.
  static constexpr int kMaxMoves = 6 * 16;

  State() = default;
  State(Squares stones, int to_move)
      : stones_(stones), to_move_(static_cast<uint64_t>(to_move)) {}

  int NumPlayers() const { return 2; }
  int ToMove() const { return static_cast<int>(to_move_); }
  bool IsTerminal() const {
    if (Removable() != 0) return false;
    for (const int direction : kDirections) {
      if (Landings(Own(), direction) != 0) return false;
    }
    return true;
  }
  SeatValues Returns() const { return WinnerTakesAll(2, 1u << (1 - ToMove())); }
  void LegalMoves(auto& list) const {
    for (Squares squares = Removable(); squares != 0;) {
      list.push_back(To(PopLowest(squares), 0));
    }
    for (const int direction : kDirections) {
      Squares landings = Landings(Own(), direction);
      for (int way = 2 * direction; landings != 0; way += 2 * direction) {
        for (Squares squares = landings; squares != 0;) {
          list.push_back(To(PopLowest(squares), way));
        }
        landings = Landings(landings, direction);
      }
    }
  }
  void Apply(Move move) {
    const int up = move.from / 8 == move.to / 8 ? 1 : 8;
    const int step = move.to > move.from ? up : -up;
    for (int square = move.from; square != move.to; square += step) {
      stones_ &= ~(Squares{1} << square);
    }
    stones_ ^= Squares{1} << move.to;
    to_move_ ^= 1;
  }
  uint64_t Hash() const { return MixPair(stones_, to_move_); }
  bool operator==(const State&) const = default;

  Squares Of(int seat) const { return stones_ & kSquaresOf[seat]; }
  // Whether play can lead here, as far as the first two moves tell.
  bool IsReachable() const {
    const Squares holes = ~stones_;
    const int count = std::popcount(holes);
    if (count > 2) return true;
    return ToMove() == count % 2 && (count == 0 || (holes & kFirst) != 0) &&
           (count < 2 || (Around(holes) & holes) != 0);
  }

 private:
  static Move To(int to, int way) {
    return {static_cast<uint8_t>(to - way), static_cast<uint8_t>(to)};
  }
  static Squares Around(Squares squares) {
    Squares around = 0;
    for (const int d : kDirections) around |= Beside(squares, d);
    return around;
  }
  Squares Own() const { return Of(ToMove()); }
  // The stones that the first two moves can take away.
  Squares Removable() const {
    const Squares holes = ~stones_;
    if (holes == 0) return kFirst;
    return std::has_single_bit(holes) ? Around(holes) : 0;
  }
  // Where one jump leads.
  Squares Landings(Squares from, int direction) const {
    return Beside(Beside(from, direction) & stones_, direction) & ~stones_;
  }

  Squares stones_ = ~Squares{0};
  uint64_t to_move_ = 0;
};

class Rules {
 public:
  using State = konane::State;
  using Move = State::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "konane",
        .title = "Konane",
        .rules =
            R"(X takes a stone of its own from the middle, d5 or e4, or from a corner,
a8 or h1, then O one beside the hole. From then on a stone jumps over one of
the opponent's beside it to the empty square behind, up, down or to a side,
and takes it away; it may go on in the same line. Who cannot jump loses.
Moves are d5 or e2e6. A position is the rows from the top and who moves:
8/8/8/3X4/3O4/8/8/8 X.
)"};
    return info;
  }
  State InitialState() const { return {}; }
  std::string FormatMove(const State& state, Move move) const {
    return absl::StrJoin(Path(state, move), "");
  }
  std::string FormatPosition(const State& state) const {
    return FormatFen({{state.Of(0), state.Of(1)}, 0, state.ToMove()}, kFen);
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const;
  BoardLayout Layout() const { return CheckeredGrid(8, 8, ChessSquare); }
  std::vector<Piece> Pieces(const State& state) const {
    return PiecesOn(state.Of(0), state.Of(1));
  }
  std::vector<std::string> Path(const State&, Move move) const {
    const std::string to = ChessSquare(move.to % 8, move.to / 8);
    if (move.from == move.to) return {to};
    return {ChessSquare(move.from % 8, move.from / 8), to};
  }

 private:
  static constexpr FenFormat kFen = {.symbols = "XO",
                                     .max_pieces = 32,
                                     .movers = "XO",
                                     .example = "8/8/8/3X4/3O4/8/8/8 X"};
};

absl::StatusOr<State> Rules::ParsePosition(absl::string_view text) const {
  ASSIGN_OR_RETURN(const Fen fen, ParseFen(text, kFen));
  for (const int seat : {0, 1}) {
    if ((fen.pieces[seat] & ~kSquaresOf[seat]) != 0) {
      return absl::InvalidArgumentError(
          "a stone is on a square of the other colour; h1 is one of X");
    }
  }
  const State state(fen.pieces[0] | fen.pieces[1], fen.to_move);
  if (!state.IsReachable()) {
    return absl::InvalidArgumentError(
        "X takes the first stone, from a8, d5, e4 or h1, and O one beside it");
  }
  return state;
}

BOARDWALK_PLUGIN(contents) { contents.games.push_back(ai::BindGame<Rules>()); }

}  // namespace boardwalk::konane
