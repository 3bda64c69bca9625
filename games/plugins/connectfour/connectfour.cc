// Connect Four: stones fall down seven columns of six; four in a row win.

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ai/bind.h"
#include "framework/bits.h"
#include "framework/fen.h"
#include "framework/plugin.h"
#include "framework/status_macros.h"

namespace boardwalk::connectfour {

// Sets of squares have seven bits a column, from the left and from the bottom;
// the seventh is always empty, so that no line goes on in the next column
// (Tromp's bitboards).
using Squares = uint64_t;
constexpr int kColumns = 7, kRows = 6;
constexpr Squares kBottom = 0x0040810204081, kColumn = 0x3f;  // the first
constexpr Squares kBoard = kBottom * kColumn;

// Bits row * 7 + column, from the bottom, as bits column * 7 + row; and back.
constexpr uint64_t Transposed(uint64_t bits) { return TransposeBits(bits, 7); }

constexpr bool HasFour(Squares stones) {
  for (const int d : {1, 6, 7, 8}) {
    const Squares pairs = stones & stones >> d;
    if ((pairs & pairs >> 2 * d) != 0) return true;
  }
  return false;
}
// Those in lines of four.
constexpr Squares Fours(Squares stones) {
  Squares fours = 0;
  for (const int d : {1, 6, 7, 8}) {
    const Squares first = stones & stones >> d & stones >> 2 * d;
    const Squares low = first & stones >> 3 * d;
    fours |= low | low << d | low << 2 * d | low << 3 * d;
  }
  return fours;
}

// The squares where one more of `stones` makes four.
constexpr Squares Threats(Squares stones) {
  Squares threats = stones << 1 & stones << 2 & stones << 3;
  for (const int d : {6, 7, 8}) {
    const Squares up = stones << d & stones << 2 * d;
    const Squares down = stones >> d & stones >> 2 * d;
    threats |= up & (stones << 3 * d | stones >> d);
    threats |= down & (stones >> 3 * d | stones << d);
  }
  return threats & kBoard;
}

class State {
 public:
  struct Move {
    Squares square;  // where the stone falls
    bool operator==(const Move&) const = default;
  };
  static constexpr int kMaxMoves = kColumns;

  State() = default;
  // REQUIRES: the stones lie as they fall, the side to move has as many as the
  // other or one less.
  State(Squares own, Squares other) : own_(own), taken_(own | other) {}

  int NumPlayers() const { return 2; }
  int ToMove() const { return std::popcount(taken_) & 1; }
  bool IsTerminal() const { return HasFour(Other()) || taken_ == kBoard; }
  SeatValues Returns() const {
    return WinnerTakesAll(2, HasFour(Other()) ? 1u << (1 - ToMove()) : 0);
  }
  void LegalMoves(auto& list) const {
    if (HasFour(Other())) return;
    for (Squares next = Next(); next != 0;) list.push_back({TakeLowest(next)});
  }
  void Apply(Move move) {
    own_ = Other();
    taken_ |= move.square;
  }
  uint64_t Hash() const { return Mix64(own_ + taken_); }
  bool operator==(const State&) const = default;

  int CountLegalMoves() const {
    return HasFour(Other()) ? 0 : std::popcount(Next());
  }
  std::optional<Move> RandomMove(auto& random) const {
    if (IsTerminal()) return std::nullopt;
    const auto count = static_cast<uint32_t>(std::popcount(Next()));
    const auto chosen = static_cast<int>(random.Below(count));
    return Move{Squares{1} << SelectBit(Next(), chosen)};
  }

  // Of the side to move and of the other.
  Squares Own() const { return own_; }
  Squares Other() const { return own_ ^ taken_; }
  Squares Stones(int seat) const { return seat == ToMove() ? Own() : Other(); }
  Squares Next() const { return (taken_ + kBottom) & kBoard; }

 private:
  Squares own_ = 0, taken_ = 0;
};

inline constexpr FenFormat kFen = {.columns = kColumns,
                                   .rows = kRows,
                                   .symbols = "XO",
                                   .example = "7/7/7/7/3O3/3X3"};

class Rules : public ComposesFen<kFen> {
 public:
  using State = connectfour::State;
  using Move = State::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "connectfour",
        .title = "Connect Four",
        .aim = "Get four of your stones in a row.",
        .minutes = 5,
        .rules =
            R"(Drop a stone into a column, 1 to 7, Red (X) first. Four in a row win; a
full board is a draw. Square 41 is in column 4, at the bottom. A position is
the rows from the top, O is Yellow, digits are empty squares: 7/7/7/7/3O3/3X3.
)"};
    return info;
  }
  State InitialState() const { return {}; }
  std::string FormatMove(const State&, Move move) const {
    return absl::StrCat(std::countr_zero(move.square) / 7 + 1);
  }
  std::string FormatPosition(const State& state) const {
    return FormatFen(
        {{Transposed(state.Stones(0)), Transposed(state.Stones(1))}}, kFen);
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    ASSIGN_OR_RETURN(const Fen fen, ParseFen(text, kFen));
    const Squares stones[] = {Transposed(fen.pieces[0]),
                              Transposed(fen.pieces[1])};
    const Squares taken = stones[0] | stones[1];
    if ((((taken << 1) | kBottom) & taken) != taken) {
      return absl::InvalidArgumentError("a stone has no stone below it");
    }
    const int lead = std::popcount(stones[0]) - std::popcount(stones[1]);
    if (lead < 0 || lead > 1) {
      return absl::InvalidArgumentError(
          "X moves first, so X has as many stones as O, or one more");
    }
    if (HasFour(stones[lead]))
      return absl::InvalidArgumentError("the side to move has won before");
    return State(stones[lead], stones[1 - lead]);
  }
  BoardLayout Layout() const {
    BoardLayout layout =
        WithPieces(SquareGrid(kColumns, kRows, Name), PieceShape::kDisc,
                   PieceColor::kRed, PieceColor::kYellow);
    layout.style = BoardStyle::kSlotted;
    layout.turns = 1;
    return layout;
  }
  GameEnding Ending(const State& state) const {
    Squares line = Fours(state.Other());
    if (line == 0) return {"the board is full"};
    GameEnding ending{"four in a row"};
    while (line != 0)
      ending.cells.push_back(Path(state, {TakeLowest(line)})[0]);
    return ending;
  }
  std::vector<Piece> Pieces(const State& state) const {
    return PiecesOn(Transposed(state.Stones(0)), Transposed(state.Stones(1)));
  }
  BoardPlanes<2, 1> Planes(const State& state) const {
    return {{state.Stones(0), state.Stones(1)}};
  }
  std::vector<int> PlaneBits() const { return GridBits(kColumns, kRows, 7, 1); }
  int64_t NumActions() const { return kColumns; }
  int64_t MaxPlies() const { return kColumns * kRows; }
  int64_t ActionOf(const State&, Move move) const {
    return std::countr_zero(move.square) / 7;
  }
  std::vector<std::string> Path(const State&, Move move) const {
    const int bit = std::countr_zero(move.square);
    return {Name(bit / 7, bit % 7)};
  }
  int PointsPerLogit(const State&) const { return 53; }
  std::string PlayerDefaults(absl::string_view id) const {
    return id == "mcts" ? "valuetemperature=0.55" : "";
  }
  PlayersOfLevels LevelPlayers() const {
    return {"greedy:overlooks=0.9", "", "", "mcts:playouts=500",
            "mcts:playouts=16000,time=5s"};
  }
  int Evaluate(const State& state, int seat) const {
    const Squares own = state.Stones(seat), other = state.Stones(1 - seat);
    return Worth(own, other, seat) - Worth(other, own, 1 - seat);
  }
  // Weighs more than Evaluate, so that it decides the order of moves.
  int EvaluateMove(const State& state, Move move) const {
    const Squares own = state.Own() | move.square, other = state.Other();
    const int block = (Threats(other) & move.square) != 0 ? 500 : 0;
    return 8 * (Worth(own, other, state.ToMove()) + block);
  }
  // A win in one move; a loss in two, to a second threat elsewhere or on top.
  std::optional<ExactValue> Probe(const State& state) const {
    const Squares next = state.Next(), threats = Threats(state.Other());
    if ((Threats(state.Own()) & next) != 0) return ExactValue{1, 1};
    const Squares forced = threats & next;
    const Squares safe = (forced == 0 ? next : forced) & ~(threats >> 1);
    if (std::popcount(forced) < 2 && safe != 0) return std::nullopt;
    return ExactValue{-1, 2};
  }

 private:
  // The column as a move is, then the row.
  static std::string Name(int x, int y) { return absl::StrCat(x + 1, y + 1); }
  // Threats count, most in the rows that the parity of the empty squares gives
  // to a seat: 3 and 5, or 2, 4 and 6 (Allis 1988); so do middle columns.
  static int Worth(Squares own, Squares other, int seat) {
    const Squares threats = Threats(own) & ~other & ~own;
    const Squares rows = seat == 0 ? kBottom * 0x14 : kBottom * 0x2a;
    return 30 * std::popcount(threats) + 60 * std::popcount(threats & rows) +
           6 * std::popcount(own & kColumn << 21) +
           3 * std::popcount(own & (kColumn << 14 | kColumn << 28));
  }
};

BOARDWALK_PLUGIN(contents) { contents.games.push_back(ai::BindGame<Rules>()); }

}  // namespace boardwalk::connectfour
