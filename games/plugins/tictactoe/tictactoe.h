// Tic-tac-toe: three in a row on a board of nine squares.

#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "framework/any_game.h"
#include "framework/board.h"

namespace boardwalk::tictactoe {

class State {
 public:
  struct Move {
    int square;  // row * 3 + column, from the top left
    bool operator==(const Move&) const = default;
  };
  static constexpr int kMaxMoves = 9;

  int NumPlayers() const { return 2; }
  int ToMove() const { return std::popcount(Taken()) % 2; }
  bool IsTerminal() const { return Winners() != 0 || Taken() == 0777; }
  SeatValues Returns() const { return WinnerTakesAll(2, Winners()); }
  template <typename List>
  void LegalMoves(List& list) const {
    for (int square = 0; square < 9 && !IsTerminal(); ++square) {
      if (!Has(0, square) && !Has(1, square)) list.push_back({square});
    }
  }
  void Apply(Move move) { marks_[ToMove()] |= 1u << move.square; }
  uint64_t Hash() const { return Mix64(marks_[0] << 9 | marks_[1]); }
  bool operator==(const State&) const = default;
  bool Has(int seat, int square) const { return marks_[seat] >> square & 1; }
  void Put(int seat, int square) { marks_[seat] |= 1u << square; }
  uint32_t Marks(int seat) const { return marks_[seat]; }
  uint32_t Winners() const {  // bit s: seat s has three in a row
    return (Rows(0) != 0 ? 1u : 0) | (Rows(1) != 0 ? 2u : 0);
  }
  uint32_t Rows(int seat) const {  // the squares of its rows
    uint32_t rows = 0;
    for (const uint32_t row :  // a bit a square, a digit a row
         {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u}) {
      if ((marks_[seat] & row) == row) rows |= row;
    }
    return rows;
  }

 private:
  uint32_t Taken() const { return marks_[0] | marks_[1]; }
  uint32_t marks_[2] = {0, 0};  // of each seat, bit s for square s
};

class Rules {
 public:
  using State = tictactoe::State;
  using Move = State::Move;

  static const GameInfo& Info();
  State InitialState() const { return {}; }
  std::string FormatMove(const State& state, Move move) const;
  absl::StatusOr<Move> ParseMove(const State& state,
                                 absl::string_view text) const;
  std::string FormatPosition(const State& state) const;
  std::string ComposePosition(const std::vector<Piece>& pieces,
                              int to_move) const;
  absl::StatusOr<State> ParsePosition(absl::string_view text) const;
  BoardLayout Layout() const;
  std::vector<Piece> Pieces(const State& state) const;
  GameEnding Ending(const State& state) const;
  BoardPlanes<2, 1> Planes(const State& state) const {
    return {{state.Marks(0), state.Marks(1)}};
  }
  std::vector<int> PlaneBits() const { return GridBits(3, 3, 1, -3, 6); }
  int64_t NumActions() const { return 9; }
  int64_t MaxPlies() const { return 9; }
  int64_t ActionOf(const State&, Move move) const { return move.square; }
  std::vector<std::string> Path(const State& state, Move move) const {
    return {FormatMove(state, move)};
  }
};

GamePlugin Plugin();

}  // namespace boardwalk::tictactoe
