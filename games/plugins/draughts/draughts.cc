// English draughts: men go forward, kings both ways, captures must be made.

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "actions.h"
#include "ai/bind.h"
#include "evaluate.h"
#include "framework/bits.h"
#include "framework/evaluated_by.h"
#include "framework/fen.h"
#include "framework/plugin.h"
#include "framework/status_macros.h"

namespace boardwalk::draughts {

struct State {
  // `way` is the index of a step; or a 1 and the indices of jumps, 2 bits each.
  struct Move {
    int from, way;
    bool operator==(const Move&) const = default;
    int Jumps() const { return (std::bit_width(1u | way) - 1) / 2; }
    // The square where it ends; adds those it jumps over to `captured`.
    int End(Squares& captured) const {
      int at = from + (Jumps() == 0 ? kSteps[way] : 0);
      for (int i = Jumps(); i-- > 0; at += 2 * kSteps[way >> 2 * i & 3])
        captured |= Squares{1} << (at + kSteps[way >> 2 * i & 3]);
      return at;
    }
  };
  static constexpr int kMaxMoves = 12 * 16;  // 16 ways to jump for a piece
  static constexpr int kDrawAfter = 80;  // plies without capture or man's move
  std::array<Squares, 2> pieces = {kBoard >> 40 << 40, kBoard & 0xffffff};
  Squares kings = 0;
  int to_move = 0, quiet = 0;

  int NumPlayers() const { return 2; }
  int ToMove() const { return to_move; }
  bool IsTerminal() const { return quiet >= kDrawAfter || IsBlocked(); }
  SeatValues Returns() const {  // who is blocked has lost before a draw
    return WinnerTakesAll(2, IsBlocked() ? 1u << (1 - to_move) : 0);
  }
  void LegalMoves(auto& list) const {
    if (!HasQuietMoves()) return NoisyMoves(list);  // a capture must be made
    for (int i = 0; i < 4; ++i)
      for (Squares targets = Targets(i, false); targets != 0;)
        list.push_back({PopLowest(targets) - kSteps[i], i});
  }
  void NoisyMoves(auto& list) const {
    for (Squares able = quiet < kDrawAfter ? Movers(true) : 0; able != 0;) {
      const int from = PopLowest(able);
      Jump(from, pieces[1 - to_move], from, 1, list);
    }
  }
  bool HasQuietMoves() const { return Movers(true) == 0 && !IsTerminal(); }
  void Apply(Move move) {
    Squares captured = 0, from = Squares{1} << move.from;
    const Squares to = Squares{1} << move.End(captured);
    const bool man = (kings & from) == 0;
    pieces[to_move] = (pieces[to_move] & ~from) | to;
    pieces[1 - to_move] &= ~captured;
    kings &= ~(from | captured);
    if (!man || (to & kLastRows[to_move]) != 0) kings |= to;
    quiet = man || captured != 0 ? 0 : quiet + 1;
    to_move ^= 1;
  }
  uint64_t Hash() const {
    return MixPair(pieces[0], pieces[1]) ^ MixPair(kings, quiet << 1 | to_move);
  }
  bool operator==(const State&) const = default;
  Squares Empty() const { return kBoard & ~(pieces[0] | pieces[1]); }
  // Where the side to move gets in a direction, with a step or a jump.
  Squares Targets(int i, bool jump) const {
    const Squares movers = i / 2 == to_move ? kBoard : kings;
    Squares to = ShiftBits(pieces[to_move] & movers, kSteps[i]);
    if (jump) to = ShiftBits(to & pieces[1 - to_move], kSteps[i]);
    return to & Empty();
  }
  bool IsBlocked() const { return Movers(false) == 0 && Movers(true) == 0; }
  // The pieces of the side to move that can step, or jump.
  Squares Movers(bool jump) const {
    Squares movers = 0;
    for (int i = 0; i < 4; ++i)
      movers |= ShiftBits(Targets(i, jump), -kSteps[i] * (jump ? 2 : 1));
    return movers;
  }
  // Adds the ways to go on with a move that has come to the square `at`. Pieces
  // are taken off the board at its end, but jumped once: some are `left`.
  void Jump(int at, Squares left, int from, int way, auto& list) const {
    bool ends = true, king = (kings >> from & 1) != 0;
    for (int i = king ? 0 : 2 * to_move; i < (king || to_move ? 4 : 2); ++i) {
      const Squares over = ShiftBits(Squares{1} << at, kSteps[i]) & left;
      const Squares to = ShiftBits(over, kSteps[i]);
      if ((to & (Empty() | Squares{1} << from)) == 0) continue;
      ends = false;
      Jump(at + 2 * kSteps[i], left ^ over, from, way << 2 | i, list);
    }
    if (ends) list.push_back({from, way});
  }
};

inline constexpr FenFormat kFen = {
    .columns = 4,
    .board = kBoard,
    .symbols = "bwBW",
    .max_pieces = 12,
    .movers = "bw",
    .fields = {{{"plies by kings", State::kDrawAfter}}},
    .example = "bbbb/bbbb/bbbb/4/4/wwww/wwww/wwww b 0"};

class Rules : public EvaluatedBy<Rules, Evaluation>,
              public MoveNumbers,
              public ComposesFen<kFen> {
 public:
  using State = draughts::State;
  using Move = State::Move;
  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "draughts",
        .title = "English draughts",
        .aim = "Capture all of the opponent's pieces, or block them.",
        .pdn_type = 21,
        .minutes = 20,
        .rules =
            R"(Men move a square diagonally forward, Black first, and become kings at the end.
Captures must be made, to their end. Who cannot move loses; 80 moves by kings
alone are a draw. Moves: 11-15, 15x22x31. Positions: FEN of PDN, or rows, kings
B and W, who moves, plies by kings: bbbb/bbbb/bbbb/4/4/wwww/wwww/wwww b 0.
)"};
    return info;
  }
  State InitialState() const { return {}; }
  // A man's move or a capture begins the count again: 24 men have seven rows to
  // go, and 23 pieces can be captured.
  int64_t MaxPlies() const { return (24 * 7 + 23 + 1) * State::kDrawAfter; }
  std::string FormatMove(const State& state, Move move) const {
    return absl::StrJoin(Path(state, move), move.Jumps() == 0 ? "-" : "x");
  }
  std::string FormatPosition(const State& state) const {
    return FormatFen({state.pieces, state.kings, state.to_move, {state.quiet}},
                     kFen);
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    ASSIGN_OR_RETURN(const Fen fen, ParseFen(text, kFen));
    const auto [black, white] = fen.pieces;
    const Squares last = (black & kLastRows[0]) | (white & kLastRows[1]);
    if ((last & ~fen.kings) != 0 || (fen.kings == 0 && fen.numbers[0] > 0))
      return absl::InvalidArgumentError(
          "men stand in the last row, or no king made the plies by kings");
    return State{fen.pieces, fen.kings, fen.to_move, fen.numbers[0]};
  }
  BoardLayout Layout() const {
    auto layout = WithPieces(CheckeredGrid(8, 8, Name, "bw"), PieceShape::kMan);
    layout.kinds = {{}, {"king"}};
    return layout;
  }
  GameEnding Ending(const State& state) const {
    if (!state.IsBlocked()) return {"80 moves by kings"};
    return {state.to_move == 0 ? "black cannot move" : "white cannot move"};
  }
  std::string WhyIllegal(const State& state, const auto&) const {
    return state.HasQuietMoves() ? "" : "a capture must be made, to its end";
  }
  std::vector<Piece> Pieces(const State& state) const {
    return PiecesOn(state.pieces[0], state.pieces[1], state.kings, kBoard);
  }
  BoardPlanes<2, 2> Planes(const State& state) const {
    return PlanesOn(state.pieces[0], state.pieces[1], state.kings);
  }
  std::vector<int> PlaneBits() const { return BoardBits(kBoard); }
  static constexpr absl::string_view kPlaneKinds = "men|kings";
  std::array<Counter, 1> Counters(const State& state) const {
    return {{{kFen.fields[0].name, state.quiet, kFen.fields[0].max}}};
  }
  std::vector<std::string> Path(const State&, Move move) const {
    Squares captured = 0;
    std::vector<std::string> path = {Name(move.from % 8, move.from / 8)};
    for (int i = move.way < 4 ? 1 : move.Jumps(); i-- > 0;) {
      const int at = Move{move.from, move.way >> 2 * i}.End(captured);
      path.push_back(Name(at % 8, at / 8));
    }
    return path;
  }
  // `features` is the weighted sum of kFeatures; `plain` counts little more
  // than pieces.
  static constexpr absl::string_view kEvaluations = "features|plain";
  static constexpr auto& kFeatures = draughts::kFeatures;
  Values Features(const State& state) const {
    return Evaluation::Features(ViewOf(state), state.to_move);
  }
  int PointsPerLogit(const State&) const { return evaluation_.Points(); }
  // Greedy sees no recapture, which decides more than what `features` knows:
  // `plain` does no worse and is quicker.
  std::string PlayerDefaults(absl::string_view id) const {
    if (id == "mcts") return "valuetemperature=0.45";
    return id == "greedy" ? "evaluation=plain" : "";
  }
  // Measured, see bench/results/README.md.
  PlayersOfLevels LevelPlayers() const {
    return {"greedy:overlooks=0.9", "mcts:playouts=3,playout=uniform,cutoff=10",
            "mcts:playouts=3", "mcts:playouts=10", "mcts:playouts=60,time=5s"};
  }
  int Evaluate(const State& state, int seat) const {
    const int value = evaluation_.Of(ViewOf(state));
    return seat == state.to_move ? value : -value;
  }
  // What is captured and where a man goes, without making the move.
  int EvaluateMove(const State& state, Move move) const {
    if (evaluation_.plain()) return EvaluateAfter(*this, state, move);
    Squares captured = 0;
    const int end = move.End(captured);
    const int turn = state.to_move == 0 ? 63 : 0;
    const bool man = (state.kings >> move.from & 1) == 0;
    return evaluation_.Gain(move.from ^ turn, end ^ turn, man,
                            std::popcount(captured));
  }
};

BOARDWALK_PLUGIN(contents) { contents.games.push_back(ai::BindGame<Rules>()); }

}  // namespace boardwalk::draughts
