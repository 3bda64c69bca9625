// Ataxx: a piece grows to a neighbouring square or jumps two squares away, and
// what it then touches changes sides; most pieces win.

#include <bit>
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

namespace boardwalk::ataxx {

// Sets of squares: bit row * 8 + column, from the bottom left; the eighth bit
// of a row and all beyond the seventh row are empty.
using Squares = uint64_t;
constexpr Squares kBoard = 0x7f7f7f7f7f7f7f;
constexpr Squares Square(int cell) { return 1ull << (cell + cell / 7); }

// The squares and their eight neighbours.
constexpr Squares Around(Squares set) {
  const Squares wide = set | set << 1 | set >> 1;
  return (wide | wide << 8 | wide >> 8) & kBoard;
}
// The squares up to two away.
constexpr Squares Near(Squares set) { return Around(Around(set)); }

class State {
 public:
  struct Move {
    uint8_t from, to;  // bits; the same if a piece grows, kPass for a pass
    bool operator==(const Move&) const = default;
  };
  static constexpr uint8_t kPass = 63;
  // Every empty square is a move, and a jump from at most 16 squares. With n
  // pieces: 49 - n + 16 min(n, 49 - n) at most.
  static constexpr int kMaxMoves = 409;
  static constexpr int kDrawAfter = 100;  // plies in which no piece grows

  // REQUIRES: disjoint sets.
  State(Squares own, Squares other, int to_move, int quiet)
      : own_(own),
        other_(other),
        to_move_(static_cast<uint8_t>(to_move)),
        quiet_(static_cast<uint8_t>(quiet)) {}

  int NumPlayers() const { return 2; }
  int ToMove() const { return to_move_; }
  bool IsTerminal() const {
    return own_ == 0 || other_ == 0 || quiet_ >= kDrawAfter ||
           (Near(own_ | other_) & Empty()) == 0;
  }
  SeatValues Returns() const {
    const int lead = std::popcount(own_) - std::popcount(other_);
    if (lead == 0 || (quiet_ >= kDrawAfter && own_ != 0 && other_ != 0)) {
      return {};
    }
    return WinnerTakesAll(2, 1u << (lead > 0 ? to_move_ : 1 - to_move_));
  }
  template <typename List>
  void LegalMoves(List& list) const {
    if (IsTerminal()) return;
    const Squares near = Near(own_) & Empty();
    if (near == 0) list.push_back({kPass, kPass});
    for (Squares grown = Around(own_) & near; grown != 0;) {
      const auto to = static_cast<uint8_t>(PopLowest(grown));
      list.push_back({to, to});
    }
    for (Squares targets = near; targets != 0;) {
      const auto to = static_cast<uint8_t>(PopLowest(targets));
      const Squares square = Squares{1} << to;
      for (Squares jumps = Near(square) & ~Around(square) & own_; jumps != 0;) {
        list.push_back({static_cast<uint8_t>(PopLowest(jumps)), to});
      }
    }
  }
  void Apply(Move move) {
    ++quiet_;
    if (move.from != kPass) {
      const Squares to = Squares{1} << move.to;
      const Squares turned = Around(to) & other_;
      if (move.from == move.to) quiet_ = 0;
      if (move.from != move.to) own_ ^= Squares{1} << move.from;
      own_ |= to | turned;
      other_ ^= turned;
    }
    std::swap(own_, other_);
    to_move_ ^= 1;
  }
  uint64_t Hash() const {
    return MixPair(own_, other_) ^ Mix64(to_move_ + 2u * quiet_);
  }
  bool operator==(const State&) const = default;

  Squares own() const { return own_; }  // of the side to move
  Squares other() const { return other_; }
  int quiet() const { return quiet_; }

 private:
  Squares Empty() const { return kBoard & ~(own_ | other_); }

  Squares own_, other_;
  uint8_t to_move_, quiet_;
};

class Rules {
 public:
  using State = ataxx::State;
  using Move = State::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "ataxx",
        .title = "Ataxx",
        .rules =
            "Grow a piece to a neighbouring square, or let one jump two "
            "squares\n"
            "away; neighbours of the opponent change sides. x moves first, "
            "who\n"
            "cannot move passes (0000). Most pieces win when nobody can move "
            "or\n"
            "a side has none; 100 plies in which nothing grows are a draw.\n"
            "Moves are g2 or g1f3. A position is the rows from the top, x or "
            "o\n"
            "to move, plies without growth, 1: x5o/7/7/7/7/7/o5x x 0 1.\n"};
    return info;
  }
  State InitialState() const {
    return State(Square(6) | Square(42), Square(0) | Square(48), 0, 0);
  }
  std::string FormatMove(const State& state, Move move) const {
    return move.to == State::kPass ? "0000"
                                   : absl::StrJoin(Path(state, move), "");
  }
  std::string FormatPosition(const State& state) const {
    return absl::StrCat(FormatFen(Pieces(state), 7, 7, "xo"),
                        state.ToMove() == 0 ? " x " : " o ", state.quiet(),
                        " 1");
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    const std::vector<absl::string_view> words = absl::StrSplit(text, ' ');
    ASSIGN_OR_RETURN(const auto all, ParseFen(words[0], 7, 7, "xo"));
    Squares pieces[2] = {0, 0};
    for (const Piece& piece : all) pieces[piece.owner] |= Square(piece.cell);
    int quiet = 0, turn = 0;
    if (words.size() != 4 || (words[1] != "x" && words[1] != "o") ||
        !absl::SimpleAtoi(words[2], &quiet) || quiet < 0 ||
        quiet > State::kDrawAfter || !absl::SimpleAtoi(words[3], &turn)) {
      return absl::InvalidArgumentError(
          "after the rows write x or o to move, 0 to 100 plies without growth, "
          "and the number of the turn, such as x5o/7/7/7/7/7/o5x x 0 1");
    }
    const int mover = words[1] == "o";
    return State(pieces[mover], pieces[1 - mover], mover, quiet);
  }
  BoardLayout Layout() const {
    BoardLayout layout = SquareGrid(7, 7, ChessSquare);
    layout.symbols = "xo";
    return layout;
  }
  std::vector<Piece> Pieces(const State& state) const {
    std::vector<Piece> pieces;
    for (int cell = 0; cell < 49; ++cell) {
      const bool own = (state.own() & Square(cell)) != 0;
      if (!own && (state.other() & Square(cell)) == 0) continue;
      pieces.push_back({cell, own ? state.ToMove() : 1 - state.ToMove()});
    }
    return pieces;
  }
  std::vector<std::string> Path(const State&, Move move) const {
    if (move.to == State::kPass) return {};
    const std::string to = ChessSquare(move.to % 8, move.to / 8);
    if (move.from == move.to) return {to};
    return {ChessSquare(move.from % 8, move.from / 8), to};
  }
  // Pieces count; a jump leaves a square, so it gains one less.
  int Evaluate(const State& state, int seat) const {
    const int value =
        100 * (std::popcount(state.own()) - std::popcount(state.other()));
    return seat == state.ToMove() ? value : -value;
  }
  int EvaluateMove(const State& state, Move move) const {
    if (move.to == State::kPass) return 0;
    const Squares around = Around(Squares{1} << move.to);
    return 200 * std::popcount(around & state.other()) +
           5 * std::popcount(around & state.own()) +
           (move.from == move.to ? 100 : 0);
  }
};

}  // namespace boardwalk::ataxx

BOARDWALK_PLUGIN(contents) {
  contents.games.push_back(boardwalk::ai::BindGame<boardwalk::ataxx::Rules>());
}
