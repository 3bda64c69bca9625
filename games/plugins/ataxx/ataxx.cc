// Ataxx: a piece grows to a neighbouring square or jumps two squares away, and
// what it then touches changes sides; most pieces win.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "ai/bind.h"
#include "evaluate.h"
#include "framework/bits.h"
#include "framework/fen.h"
#include "framework/plugin.h"
#include "framework/status_macros.h"

namespace boardwalk::ataxx {

// By square: where a piece jumps to, or from.
constexpr auto kJumps = [] {
  std::array<Squares, 64> jumps{};
  for (Squares left = kBoard; left != 0; left &= left - 1) {
    const Squares square = left & (~left + 1);
    jumps[std::countr_zero(left)] = Near(square) & ~Around(square);
  }
  return jumps;
}();

struct State {
  struct Move {
    uint8_t from, to;  // bits; the same if a piece grows, kPass for a pass
    bool operator==(const Move&) const = default;
  };
  static constexpr uint8_t kPass = 63;
  // Every empty square is a move, and a jump from at most 16 squares. With n
  // pieces: 49 - n + 16 min(n, 49 - n) at most.
  static constexpr int kMaxMoves = 409;
  static constexpr int kDrawAfter = 100;  // plies in which no piece grows

  Squares own = 0x1000000000040, other = 1 | Squares{1} << 54;  // disjoint
  uint8_t to_move = 0, quiet = 0;

  int NumPlayers() const { return 2; }
  int ToMove() const { return to_move; }
  bool IsTerminal() const { return IsDecided() || quiet >= kDrawAfter; }
  SeatValues Returns() const {
    const int lead = std::popcount(own) - std::popcount(other);
    // The end of the board counts before the draw.
    if (lead == 0 || !IsDecided()) return {};
    return WinnerTakesAll(2, 1u << (lead > 0 ? to_move : 1 - to_move));
  }
  void LegalMoves(auto& list) const {
    if (IsTerminal()) return;
    const Squares near = Near(own) & Empty();
    if (near == 0) list.push_back({kPass, kPass});
    for (Squares grown = Around(own) & near; grown != 0;)
      list.push_back(Growth(PopLowest(grown)));
    for (Squares targets = near; targets != 0;) {
      const int to = PopLowest(targets);
      for (Squares jumps = kJumps[to] & own; jumps != 0;)
        list.push_back(Jump(PopLowest(jumps), to));
    }
  }
  int CountLegalMoves() const {
    if (IsTerminal()) return 0;
    int count = std::popcount(Around(own) & Empty());
    for (Squares left = own; left != 0;)
      count += std::popcount(kJumps[PopLowest(left)] & Empty());
    return count != 0 ? count : 1;  // a pass
  }
  std::optional<Move> RandomMove(auto& random) const {
    if (IsTerminal()) return std::nullopt;
    int index = static_cast<int>(random.Below(CountLegalMoves()));
    const Squares near = Near(own) & Empty(), grown = Around(own) & near;
    int count = std::popcount(grown);
    if (index < count) return Growth(SelectBit(grown, index));
    for (Squares targets = near; targets != 0;) {
      index -= count;
      const int to = PopLowest(targets);
      count = std::popcount(kJumps[to] & own);
      if (index < count) return Jump(SelectBit(kJumps[to] & own, index), to);
    }
    return Move{kPass, kPass};
  }
  void Apply(Move move) {
    ++quiet;
    if (move.from != kPass) {
      const Squares to = Squares{1} << move.to;
      const Squares turned = Around(to) & other;
      if (move.from == move.to) quiet = 0;
      if (move.from != move.to) own ^= Squares{1} << move.from;
      own |= to | turned;
      other ^= turned;
    }
    std::swap(own, other);
    to_move ^= 1;
  }
  uint64_t Hash() const {
    return MixPair(own, other) ^ Mix64(to_move + 2u * quiet);
  }
  bool operator==(const State&) const = default;

  Squares Of(int seat) const { return seat == to_move ? own : other; }

  static Move Jump(int from, int to) {
    return {static_cast<uint8_t>(from), static_cast<uint8_t>(to)};
  }
  static Move Growth(int square) { return Jump(square, square); }
  // Whether a side has no piece, or nobody can move.
  bool IsDecided() const {
    return own == 0 || other == 0 || (Near(own | other) & Empty()) == 0;
  }
  Squares Empty() const { return kBoard & ~(own | other); }
};

inline constexpr FenFormat kFen = {
    .columns = 7,
    .rows = 7,
    .board = kBoard,
    .symbols = "xo",
    .movers = "xo",
    .fields = {{{"plies without growth", State::kDrawAfter},
                {"number of the turn", 100'000, 1}}},
    .example = "x5o/7/7/7/7/7/o5x x 0 1"};

class Rules : public ComposesFen<kFen> {
 public:
  using State = ataxx::State;
  using Move = State::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "ataxx",
        .title = "Ataxx",
        .aim = "Have the most pieces when nobody can move any more.",
        .minutes = 10,
        .rules =
            R"(Grow a piece to a neighbouring square, or let one jump two squares away;
neighbours of the opponent change sides. Black (x) begins; who cannot move
passes (0000). Most pieces win when nobody can move or a side has none; 100
plies without growth are a draw. Moves are g2 or g1f3. A position is the rows
from the top, who moves, plies without growth, 1: x5o/7/7/7/7/7/o5x x 0 1.
)"};
    return info;
  }
  State InitialState() const { return {}; }
  std::string FormatMove(const State& state, Move move) const {
    return move.to == State::kPass ? "0000"
                                   : absl::StrJoin(Path(state, move), "");
  }
  std::string FormatPosition(const State& state) const {
    return FormatFen(
        {{state.Of(0), state.Of(1)}, 0, state.ToMove(), {state.quiet, 1}},
        kFen);
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    ASSIGN_OR_RETURN(const Fen fen, ParseFen(text, kFen));
    if ((fen.pieces[0] | fen.pieces[1]) == 0) {
      return absl::InvalidArgumentError("the board is empty");
    }
    return State{fen.pieces[fen.to_move], fen.pieces[1 - fen.to_move],
                 static_cast<uint8_t>(fen.to_move),
                 static_cast<uint8_t>(fen.numbers[0])};
  }
  BoardLayout Layout() const {
    return WithPieces(SquareGrid(7, 7, ChessSquare, "xo"), PieceShape::kDisc);
  }
  GameEnding Ending(const State& state) const {
    if (!state.IsDecided()) return {"100 plies without growth"};
    const int first = std::popcount(state.Of(0));
    return MostPieces(first, std::popcount(state.Of(1)), "pieces");
  }
  std::vector<Piece> Pieces(const State& state) const {
    return PiecesOn(state.Of(0), state.Of(1), 0, kBoard);
  }
  BoardPlanes<2, 1> Planes(const State& state) const {
    return {{state.Of(0), state.Of(1)}};
  }
  std::vector<int> PlaneBits() const { return BoardBits(kBoard); }
  int64_t NumActions() const { return 64 * 64; }
  // 45 squares are empty; that many moves grow a piece, and fewer than
  // kDrawAfter others are between two of them.
  int64_t MaxPlies() const { return (45 + 1) * State::kDrawAfter; }
  int64_t ActionOf(const State&, Move move) const {
    return ActionOfCells(move.from, move.to, 64);
  }
  std::array<Counter, 1> Counters(const State& state) const {
    return {{{kFen.fields[0].name, state.quiet, kFen.fields[0].max}}};
  }
  std::vector<std::string> Path(const State&, Move move) const {
    if (move.to == State::kPass) return {};
    const std::string to = ChessSquare(move.to % 8, move.to / 8);
    if (move.from == move.to) return {to};
    return {ChessSquare(move.from % 8, move.from / 8), to};
  }
  std::string PlayerDefaults(absl::string_view id) const {
    return id == "mcts" ? "valuetemperature=0.69" : "";
  }
  // Measured, see bench/results/README.md.
  PlayersOfLevels LevelPlayers() const {
    return {"greedy:overlooks=0.6", "greedy", "mcts:playouts=200",
            "mcts:playouts=600", "mcts:playouts=2500,time=5s"};
  }
  // Of `boardwalk learn`, see the file.
  static constexpr absl::string_view kLearnedWeights =
#include "ataxx.weights"
      ;
  int PointsPerLogit(const State& state) const {
    return PointsAt(std::popcount(state.Of(0) | state.Of(1)));
  }
  int Evaluate(const State& state, int seat) const {
    return Lead(state.Of(seat), state.Of(1 - seat));
  }
  int EvaluateMove(const State& state, Move move) const {
    if (move.to == State::kPass) return 0;
    return Gain(move.to, move.from == move.to, state.Of(state.ToMove()),
                state.Of(1 - state.ToMove()));
  }
};

BOARDWALK_PLUGIN(contents) { contents.games.push_back(ai::BindGame<Rules>()); }

}  // namespace boardwalk::ataxx
