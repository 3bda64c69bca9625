// Othello: discs that are enclosed turn over; most discs win.

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ai/bind.h"
#include "evaluate.h"
#include "framework/bits.h"
#include "framework/fen.h"
#include "framework/linear_evaluation.h"
#include "framework/plugin.h"
#include "framework/status_macros.h"

namespace boardwalk::othello {

// The discs of `other` that a disc of `own` on `square` turns over.
inline Squares Turned(Squares square, Squares own, Squares other) {
  return JoinRows(square, other, [own](const auto& row, const auto& end) {
    return (end & own) != 0 ? row : row ^ row;
  });
}

class State {
 public:
  struct Move {
    uint8_t square;  // kPass for a pass
    bool operator==(const Move&) const = default;
  };
  static constexpr uint8_t kPass = 64;
  static constexpr int kMaxMoves = 60;

  State() : State(0x1008000000, 0x0810000000, 0, 0) {}
  // REQUIRES: the sets are disjoint. `passes` have been made in a row.
  State(Squares own, Squares other, int to_move, int passes)
      : own_(own), other_(other), to_move_(static_cast<uint8_t>(to_move)) {
    FindMoves(passes);
  }

  int NumPlayers() const { return 2; }
  int ToMove() const { return to_move_; }
  bool IsTerminal() const { return passes_ == 2 || ~(own_ | other_) == 0; }
  SeatValues Returns() const {
    const int lead = std::popcount(own_) - std::popcount(other_);
    return WinnerTakesAll(2, lead == 0 ? 0 : 1u << (to_move_ ^ (lead < 0)));
  }
  void LegalMoves(auto& list) const {
    if (IsTerminal()) return;
    if (moves_ == 0) list.push_back({kPass});
    for (Squares moves = moves_; moves != 0;) {
      list.push_back({static_cast<uint8_t>(PopLowest(moves))});
    }
  }
  int CountLegalMoves() const {
    return IsTerminal() ? 0 : std::popcount(moves_) + (moves_ == 0 ? 1 : 0);
  }
  std::optional<Move> RandomMove(auto& random) const {
    if (IsTerminal()) return std::nullopt;
    const int index = static_cast<int>(random.Below(CountLegalMoves()));
    if (moves_ == 0) return Move{kPass};
    return Move{static_cast<uint8_t>(SelectBit(moves_, index))};
  }
  void Apply(Move move) {
    if (move.square != kPass) {
      const Squares square = Squares{1} << move.square;
      const Squares turned = Turned(square, own_, other_);
      own_ |= square | turned;
      other_ ^= turned;
    }
    std::swap(own_, other_);
    to_move_ ^= 1;
    FindMoves(move.square == kPass ? passes_ + 1 : 0);
  }
  uint64_t Hash() const {
    return MixPair(own_, other_) ^ Mix64(to_move_ + 2u * passes_);
  }
  bool operator==(const State&) const = default;

  Squares Discs(int seat) const { return seat == to_move_ ? own_ : other_; }
  int passes() const { return passes_; }

 private:
  void FindMoves(int passes) {
    moves_ = Moves(own_, other_);
    const bool stuck =
        moves_ == 0 && Moves(other_, own_) == 0 && ~(own_ | other_) != 0;
    passes_ = static_cast<uint8_t>(stuck ? passes : 0);
  }

  Squares own_, other_, moves_;
  uint8_t to_move_, passes_ = 0;  // passes in a row, if nobody can move
};

inline constexpr FenFormat kFen = {.symbols = "XO",
                                   .movers = "12",
                                   .fields = {{{"passes", 2}}},
                                   .example = "8/8/8/3OX3/3XO3/8/8/8 1 0"};

class Rules : public LinearEvaluation<Rules, kFeatures>,
              public ComposesFen<kFen> {
 public:
  using State = othello::State;
  using Move = State::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "othello",
        .title = "Othello",
        .aim = "Have the most discs of your colour at the end.",
        .minutes = 20,
        .rules =
            R"(Place a disc, Black (X) first, so that it encloses discs of the opponent
in a line to another of yours; these turn over. Who cannot must pass. Two
passes or a full board end the game; most discs win. Squares are a1, top
left, to h8. A position is the rows from the top, White is O, who is to move
and the passes before, if nobody can move: 8/8/8/3OX3/3XO3/8/8/8 1 0.
)"};
    return info;
  }
  State InitialState() const { return {}; }
  std::string FormatMove(const State&, Move move) const {
    return move.square == State::kPass ? "pass"
                                       : Name(move.square % 8, move.square / 8);
  }
  std::string FormatPosition(const State& state) const {
    return FormatFen({Planes(state).words, 0, state.ToMove(), {state.passes()}},
                     kFen);
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    ASSIGN_OR_RETURN(const Fen fen, ParseFen(text, kFen));
    const State state(fen.pieces[fen.to_move], fen.pieces[1 - fen.to_move],
                      fen.to_move, fen.numbers[0]);
    constexpr Squares kMiddle = 0x1818000000;
    if (((fen.pieces[0] | fen.pieces[1]) & kMiddle) != kMiddle) {
      return absl::InvalidArgumentError(
          "a square in the middle is empty; all four are taken from the start");
    }
    if (state.passes() == fen.numbers[0]) return state;
    return absl::InvalidArgumentError(
        "passes are counted only where neither side can move; write 0");
  }
  BoardLayout Layout() const {
    BoardLayout layout = WithPieces(SquareGrid(8, 8, Name), PieceShape::kDisc);
    layout.style = BoardStyle::kFelt;
    return layout;
  }
  GameEnding Ending(const State& state) const {
    const int first = std::popcount(state.Discs(0));
    return MostPieces(first, std::popcount(state.Discs(1)), "discs");
  }
  std::string WhyIllegal(const State&, const std::vector<std::string>&) const {
    return "a disc must enclose discs of the opponent in a line";
  }
  std::vector<Piece> Pieces(const State& state) const {
    return PiecesOn(state.Discs(0), state.Discs(1));
  }
  BoardPlanes<2, 1> Planes(const State& state) const {
    return {{state.Discs(0), state.Discs(1)}};
  }
  int64_t NumActions() const { return State::kPass + 1; }
  // 60 squares are empty; after a disc at most one pass, but two at the end.
  int64_t MaxPlies() const { return 60 + 60 + 1; }
  int64_t ActionOf(const State&, Move move) const { return move.square; }
  std::array<Counter, 1> Counters(const State& state) const {
    return {{{kFen.fields[0].name, state.passes(), kFen.fields[0].max}}};
  }
  std::vector<std::string> Path(const State& state, Move move) const {
    if (move.square == State::kPass) return {};
    return {FormatMove(state, move)};
  }
  std::array<int, 4> Features(const State& state) const {
    return FeaturesOf(state.Discs(0), state.Discs(1));
  }
  // Of `boardwalk learn`, see the file.
  static constexpr absl::string_view kLearnedWeights =
#include "othello.weights"
      ;
  int PointsPerLogit(const State&) const { return 250; }
  std::string PlayerDefaults(absl::string_view id) const {
    return id == "mcts" ? "valuetemperature=0.65" : "";
  }
  // Measured, see bench/results/README.md.
  PlayersOfLevels LevelPlayers() const {
    return {"greedy:overlooks=0.7", "", "mcts:playouts=20", "mcts:playouts=100",
            "mcts:playouts=700,time=5s"};
  }

 private:
  // Rows are counted from the bottom, their names from the top.
  static std::string Name(int x, int y) { return ChessSquare(x, 7 - y); }
};

BOARDWALK_PLUGIN(contents) { contents.games.push_back(ai::BindGame<Rules>()); }

}  // namespace boardwalk::othello
