// Breakthrough (Troyka 2000): two rows of pieces each; who reaches the last row
// wins.

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "ai/bind.h"
#include "evaluate.h"
#include "framework/bits.h"
#include "framework/evaluated_by.h"
#include "framework/fen.h"
#include "framework/plugin.h"
#include "framework/status_macros.h"

namespace boardwalk::breakthrough {

class State {
 public:
  struct Move {
    uint8_t from, to;  // as the side to move sees them
    bool operator==(const Move&) const = default;
  };
  // Sixteen pieces with three moves each.
  static constexpr int kMaxMoves = 48;

  State() = default;
  // REQUIRES: disjoint sets, the side to move has not reached the last row.
  State(Squares own, Squares other, int to_move)
      : own_(own), other_(other), to_move_(static_cast<uint64_t>(to_move)) {}

  int NumPlayers() const { return 2; }
  int ToMove() const { return static_cast<int>(to_move_); }
  // A foremost piece can always move to a side, so nobody is ever blocked.
  bool IsTerminal() const { return (other_ & kRow) != 0 || own_ == 0; }
  SeatValues Returns() const { return WinnerTakesAll(2, 1u << (1 - ToMove())); }
  void LegalMoves(auto& list) const {
    if (IsTerminal()) return;
    Add(Left(), 7, list);
    Add(Forward(), 8, list);
    Add(Right(), 9, list);
  }
  void Apply(Move move) {
    own_ ^= Squares{1} << move.from | Squares{1} << move.to;
    other_ &= ~(Squares{1} << move.to);
    std::swap(own_, other_);
    own_ = Turned(own_);
    other_ = Turned(other_);
    to_move_ ^= 1;
  }
  uint64_t Hash() const { return MixPair(own_, other_) ^ Mix64(to_move_); }
  bool operator==(const State&) const = default;

  int CountLegalMoves() const {
    if (IsTerminal()) return 0;
    return std::popcount(Left()) + std::popcount(Forward()) +
           std::popcount(Right());
  }
  // Captures, in the order of LegalMoves.
  void NoisyMoves(auto& list) const {
    if (IsTerminal()) return;
    Add(Left() & other_, 7, list);
    Add(Right() & other_, 9, list);
  }
  bool HasQuietMoves() const {
    return !IsTerminal() && (Forward() | ((Left() | Right()) & ~other_)) != 0;
  }

  Squares Own() const { return own_; }
  Squares Other() const { return other_; }
  // As White sees them.
  Squares Of(int seat) const {
    const Squares seen = seat == ToMove() ? own_ : other_;
    return to_move_ == 0 ? seen : Turned(seen);
  }
  // The targets of moves.
  Squares Left() const { return LeftOf(own_) & ~own_; }
  Squares Forward() const { return own_ << 8 & ~(own_ | other_); }
  Squares Right() const { return RightOf(own_) & ~own_; }

 private:
  static Move To(int to, int step) {
    return {static_cast<uint8_t>(to - step), static_cast<uint8_t>(to)};
  }
  static void Add(Squares targets, int step, auto& list) {
    while (targets != 0) list.push_back(To(PopLowest(targets), step));
  }

  Squares own_ = 0xffff, other_ = Squares{0xffff} << 48;
  uint64_t to_move_ = 0;
};

inline constexpr FenFormat kFen = {
    .symbols = "Pp",
    .max_pieces = 16,
    .movers = "wb",
    .fields = {{{"-"}, {"-"}, {"half moves", 9999}, {"full moves", 9999, 1}}},
    .example = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"};

class Rules : public EvaluatedBy<Rules, Evaluation>, public ComposesFen<kFen> {
 public:
  using State = breakthrough::State;
  using Move = State::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "breakthrough",
        .title = "Breakthrough",
        .aim = "Bring one piece to the last row.",
        .minutes = 15,
        .rules =
            "Move a piece one square straight or diagonally forward, White\n"
            "(W) first; diagonally it may capture. Who reaches the last row,\n"
            "or captures everything, wins. Moves are written as by\n"
            "Fairy-Stockfish, a2a3, and so are positions (White P, Black p),\n"
            "but for the counts of moves at their end, which are always 0 1:\n"
            "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1.\n"};
    return info;
  }
  State InitialState() const { return {}; }
  std::string FormatMove(const State& state, Move move) const {
    return absl::StrJoin(Path(state, move), "");
  }
  std::string FormatPosition(const State& state) const {
    return FormatFen({{state.Of(0), state.Of(1)}, 0, state.ToMove(), {0, 1}},
                     kFen);
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const;
  BoardLayout Layout() const {
    return WithPieces(CheckeredGrid(8, 8, ChessSquare, "WB"), PieceShape::kPawn,
                      PieceColor::kWhite, PieceColor::kBlack);
  }
  GameEnding Ending(const State& state) const {
    return {state.Own() == 0 ? "all pieces are captured"
                             : "a piece has reached the last row"};
  }
  std::vector<Piece> Pieces(const State& state) const {
    return PiecesOn(state.Of(0), state.Of(1));
  }
  BoardPlanes<2, 1> Planes(const State& state) const {
    return {{state.Of(0), state.Of(1)}};
  }
  // By the mover and where it looks from: a square and one of three ways.
  int64_t NumActions() const { return 2 * 64 * 3; }
  // Each move is a row forward. Of each side eight pieces can go six rows and
  // eight five without winning; then one more move wins.
  int64_t MaxPlies() const { return 2 * 8 * (6 + 5) + 1; }
  int64_t ActionOf(const State& state, Move move) const {
    const int way = move.to % 8 - move.from % 8 + 1;
    return (state.ToMove() * 64 + move.from) * 3 + way;
  }
  std::vector<std::string> Path(const State& state, Move move) const {
    const int turn = state.ToMove() == 0 ? 0 : 7;
    return {ChessSquare(move.from % 8, move.from / 8 ^ turn),
            ChessSquare(move.to % 8, move.to / 8 ^ turn)};
  }

  std::string PlayerDefaults(absl::string_view id) const {
    return id == "mcts" ? "minimax=0.8,fpu=0,bias=1,leaftemperature=5,"
                          "valuetemperature=1.4"
                        : "";
  }
  // Measured, see bench/results/README.md.
  PlayersOfLevels LevelPlayers() const {
    return {"", "greedy:overlooks=0.2", "mcts:playouts=3", "mcts:playouts=60",
            "mcts:playouts=500,time=5s"};
  }
  // `features` is the weighted sum of kFeatures; `plain` counts pieces, and the
  // more the further they are, and knows no result in advance. `learned` has a
  // share of `features`, and is the default.
  static constexpr absl::string_view kEvaluations = "features|plain|learned";
  static constexpr absl::string_view kLearnedWeights =
#include "breakthrough.weights"
      ;
  static constexpr auto& kFeatures = breakthrough::kFeatures;
  Values Features(const State& state) const {
    return Evaluation::Features({state.Own(), state.Other()}, state.ToMove());
  }
  // By results of play between equals (boardwalk report --calibration).
  int PointsPerLogit(const State&) const {
    return evaluation_.plain() ? 200 : 185;
  }
  int Evaluate(const State& state, int seat) const {
    const int value = evaluation_.Of({state.Own(), state.Other()});
    return seat == state.ToMove() ? value : -value;
  }
  // By rows alone, whatever the evaluation: it only has to sort.
  int EvaluateMove(const State& state, Move move) const {
    const Squares captured = state.Other() & Squares{1} << move.to;
    constexpr auto& kByRow = Form::kByRow;
    return kByRow[move.to / 8] - kByRow[move.from / 8] +
           (captured != 0 ? kByRow[7 - move.to / 8] : 0);
  }
  std::optional<ExactValue> Probe(const State& state) const {
    if (evaluation_.plain()) return std::nullopt;
    return DecidedRace(state.Own(), state.Other());
  }
};

absl::StatusOr<State> Rules::ParsePosition(absl::string_view text) const {
  ASSIGN_OR_RETURN(const Fen fen, ParseFen(text, kFen));
  const Squares white = fen.pieces[0], black = fen.pieces[1];
  const Squares own = fen.to_move == 0 ? white : Turned(black);
  const Squares other = fen.to_move == 0 ? black : Turned(white);
  if (own >> 56 != 0 || other == 0) {
    return absl::InvalidArgumentError("the side to move has won before");
  }
  if (std::popcount(other & kRow) > 1) {
    return absl::InvalidArgumentError(
        "two pieces are in their last row; the first one has won");
  }
  return State(own, other, fen.to_move);
}

BOARDWALK_PLUGIN(contents) { contents.games.push_back(ai::BindGame<Rules>()); }

}  // namespace boardwalk::breakthrough
