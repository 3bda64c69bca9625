// Othello: a disc that encloses others of the opponent turns them over; most
// discs win.

#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ai/bind.h"
#include "framework/bits.h"
#include "framework/fen.h"
#include "framework/plugin.h"
#include "framework/status_macros.h"

namespace boardwalk::othello {

// Sets of squares: bit row * 8 + column, from the bottom left.
using Squares = uint64_t;

constexpr Squares Shift(Squares set, int d) {
  return d > 0 ? set << d : set >> -d;
}

constexpr int kDirections[] = {1, 7, 8, 9, -1, -7, -8, -9};

// The discs of `other` that follow a square of `from` without a gap, up to the
// edge.
constexpr Squares Row(Squares from, Squares other, int d) {
  if (d != 8 && d != -8) other &= 0x7e7e7e7e7e7e7e7e;
  Squares row = other & Shift(from, d);
  for (int i = 0; i < 5; ++i) row |= other & Shift(row, d);
  return row;
}

// The squares where `own` encloses some of `other`.
constexpr Squares Moves(Squares own, Squares other) {
  Squares moves = 0;
  for (const int d : kDirections) moves |= Shift(Row(own, other, d), d);
  return moves & ~(own | other);
}

// The discs of `other` that a disc of `own` on `square` turns over.
constexpr Squares Turned(Squares square, Squares own, Squares other) {
  Squares turned = 0;
  for (const int d : kDirections) {
    const Squares row = Row(square, other, d);
    if ((Shift(row, d) & own) != 0) turned |= row;
  }
  return turned;
}

class State {
 public:
  struct Move {
    uint8_t square;  // kPass for a pass
    bool operator==(const Move&) const = default;
  };
  static constexpr uint8_t kPass = 64;
  static constexpr int kMaxMoves = 60;

  // REQUIRES: the sets are disjoint. `passes` have been made in a row.
  State(Squares own, Squares other, int to_move, int passes)
      : own_(own), other_(other), to_move_(static_cast<uint8_t>(to_move)) {
    FindMoves(passes);
  }

  int NumPlayers() const { return 2; }
  int ToMove() const { return to_move_; }
  bool IsTerminal() const { return moves_ == kOver; }
  SeatValues Returns() const {
    const int lead = std::popcount(own_) - std::popcount(other_);
    return WinnerTakesAll(2, lead == 0 ? 0 : lead > 0 ? 1 : 2);
  }
  template <typename List>
  void LegalMoves(List& list) const {
    if (IsTerminal()) return;
    if (moves_ == 0) list.push_back({kPass});
    for (Squares moves = moves_; moves != 0;) {
      list.push_back({static_cast<uint8_t>(PopLowest(moves))});
    }
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

  Squares own() const { return own_; }  // of the side to move
  Squares other() const { return other_; }
  int passes() const { return passes_; }

 private:
  static constexpr Squares kOver = ~Squares{0};  // no set of moves

  void FindMoves(int passes) {
    moves_ = Moves(own_, other_);
    passes_ = static_cast<uint8_t>(moves_ == 0 ? passes : 0);
    if (passes_ < 2 && ~(own_ | other_) != 0) return;
    moves_ = kOver;
    passes_ = 0;
    if (to_move_ == 1) std::swap(own_, other_);
    to_move_ = 0;  // nobody is to move: one state a board
  }

  Squares own_, other_, moves_;
  uint8_t to_move_, passes_ = 0;  // passes that others have made, if this can't
};

class Rules {
 public:
  using State = othello::State;
  using Move = State::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "othello",
        .title = "Othello",
        .rules =
            "Place a disc, X first, so that it encloses discs of the opponent\n"
            "in a line to another of yours; these turn over. Who cannot must\n"
            "pass. Two passes or a full board end the game; most discs win.\n"
            "Squares are a1, top left, to h8. A position is the rows from the\n"
            "top and who is to move: 8/8/8/3OX3/3XO3/8/8/8 1, - at the end.\n"};
    return info;
  }
  State InitialState() const { return {0x1008000000, 0x0810000000, 0, 0}; }
  std::string FormatMove(const State&, Move move) const {
    return move.square == State::kPass ? "pass"
                                       : Name(move.square % 8, move.square / 8);
  }
  std::string FormatPosition(const State& state) const {
    const char* mover = state.ToMove() == 0 ? " 1" : " 2";
    return absl::StrCat(FormatFen(Pieces(state), 8, 8, "XO"),
                        state.IsTerminal() ? " -" : mover,
                        state.passes() > 0 ? " pass" : "");
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    const absl::string_view board = text.substr(0, text.find(' '));
    ASSIGN_OR_RETURN(const auto pieces, ParseFen(board, 8, 8, "XO"));
    Squares discs[2] = {0, 0};
    for (const auto& piece : pieces) discs[piece.owner] |= 1ull << piece.cell;
    for (const int mover : {0, 1}) {
      for (const int passes : {0, 1, 2}) {
        const State state(discs[mover], discs[1 - mover], mover, passes);
        if (FormatPosition(state) == text) return state;
      }
    }
    return absl::InvalidArgumentError(
        "after the rows write who is to move, 1 or 2, or - at the end; 1 pass "
        "if neither side can move and the other one has passed");
  }
  BoardLayout Layout() const { return SquareGrid(8, 8, Name); }
  std::vector<Piece> Pieces(const State& state) const {
    std::vector<Piece> pieces;
    AddPieces(state.own(), state.ToMove(), pieces);
    AddPieces(state.other(), 1 - state.ToMove(), pieces);
    return pieces;
  }
  std::vector<std::string> Path(const State& state, Move move) const {
    if (move.square == State::kPass) return {};
    return {FormatMove(state, move)};
  }

  int Evaluate(const State& state, int seat) const {
    const int value =
        Worth(state.own(), state.other()) - Worth(state.other(), state.own());
    return seat == state.ToMove() ? value : -value;
  }
  int EvaluateMove(State state, Move move) const {
    state.Apply(move);
    return Worth(state.other(), state.own()) -
           Worth(state.own(), state.other());
  }

 private:
  // Rows are counted from the bottom, their names from the top.
  static std::string Name(int column, int row) {
    return ChessSquare(column, 7 - row);
  }
  // Moves and corners count, and discs at the end; squares beside an empty
  // corner cost.
  static int Worth(Squares own, Squares other) {
    constexpr Squares kCorners = 0x8100000000000081;
    const Squares open = kCorners & ~(own | other);
    Squares beside = 0;
    for (const int d : kDirections) beside |= Row(open, own, d);
    return 10 * std::popcount(Moves(own, other)) +
           120 * std::popcount(own & kCorners) - 25 * std::popcount(beside) +
           (std::popcount(own | other) > 52 ? 10 : 0) * std::popcount(own);
  }
};

}  // namespace boardwalk::othello

BOARDWALK_PLUGIN(contents) {
  contents.games.push_back(
      boardwalk::ai::BindGame<boardwalk::othello::Rules>());
}
