// One set of parameters of the star: the board, who sits where, and what
// follows for each cell. Both kinds of state build their tables from it. Also a
// position as plain data, from which both can be made.

#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/game.h"
#include "framework/parameters.h"
#include "framework/random.h"
#include "games/star/board.h"

namespace boardwalk::star {

inline constexpr int8_t kNobody = -1;

// The distance from a goal that cannot be left, see ExitDistance of the states.
inline constexpr int kNoExit = 1 << 16;

// The record of the game.
const GameInfo& Info();

// Removes from `parameters` what equals the defaults. Errors: a triangle is
// given twice, there are fewer than two seats, or their number is not that of
// the players.
absl::Status Normalize(Parameters& parameters);

class Setup {
 public:
  // Errors like Normalize.
  static absl::StatusOr<Setup> Create(const Parameters& parameters);

  const Board& board() const { return board_; }
  int num_players() const { return static_cast<int>(triangles_.size()); }
  // How many pieces each seat has.
  int pieces() const { return board_.size() * (board_.size() + 1) / 2; }

  // The triangle in which a seat starts, and the one that it must fill.
  int Home(int seat) const { return triangles_[seat]; }
  int Goal(int seat) const { return (triangles_[seat] + 3) % 6; }
  // The seat whose home that is, kNobody for none.
  int Host(int seat) const;
  bool InHome(int seat, int cell) const {
    return board_.Triangle(cell) == Home(seat);
  }
  bool InGoal(int seat, int cell) const {
    return board_.Triangle(cell) == Goal(seat);
  }
  // Whether moves of the seat may begin and end there.
  bool Allowed(int seat, int cell) const {
    return board_.Triangle(cell) < 0 || InHome(seat, cell) ||
           InGoal(seat, cell);
  }

  // The way still to go for a piece of `seat` on `cell`, without a unit. The
  // sum over its pieces is ToGoAtStart() in the opening and ToGoAtGoal() at the
  // end.
  int ToGo(int seat, int cell) const;
  // The sums over the home and over the goal triangle; the same for all seats.
  int64_t ToGoAtStart() const { return at_start_; }
  int64_t ToGoAtGoal() const { return at_goal_; }

 private:
  Setup(int size, std::vector<int> triangles);

  Board board_;
  std::vector<int> triangles_;  // by seat
  int64_t at_start_ = 0;
  int64_t at_goal_ = 0;
};

// The seats that have dropped out of a game.
class SeatsOut {
 public:
  // `seats` has a bit each.
  explicit SeatsOut(uint32_t seats = 0) : seats_(static_cast<uint8_t>(seats)) {}

  uint32_t seats() const { return seats_; }
  bool Has(int seat) const { return (seats_ >> seat & 1) != 0; }
  void Add(int seat) { seats_ |= static_cast<uint8_t>(1u << seat); }
  // The only one of `players` seats that is left, as a bit; 0 if there are
  // several or nobody has dropped out.
  uint32_t LeftAlone(int players) const {
    if (seats_ == 0) [[likely]] {
      return 0;
    }
    const uint32_t left = ~uint32_t{seats_} & ((1u << players) - 1);
    return std::has_single_bit(left) ? left : 0;
  }
  // What tells positions apart by their hash.
  static uint64_t Key(int seat) {
    return Mix64(uint64_t{1} << 41 | static_cast<uint64_t>(seat));
  }
  uint64_t Hash() const {
    uint64_t hash = 0;
    for (uint32_t left = seats_; left != 0; left &= left - 1) {
      hash ^= Key(std::countr_zero(left));
    }
    return hash;
  }
  bool operator==(const SeatsOut&) const = default;

 private:
  uint8_t seats_;
};

// A position as plain data.
struct Position {
  std::vector<int8_t> owner;  // by cell: a seat, or kNobody
  int to_move = 0;
  uint32_t out = 0;  // the seats that dropped out, a bit each
};

Position Opening(const Setup& setup);

// A move as plain data: cells, equal for a pass.
struct CellMove {
  int from = 0;
  int to = 0;
  bool IsPass() const { return from == to; }
};

// --- Text --------------------------------------------------------------------
//
// Moves and positions of the star as text, and the board described and drawn.
// All functions work on plain positions, so they serve both kinds of state.

// The letter of a seat's pieces: 'A' for seat 0.
constexpr char SeatLetter(int seat) { return static_cast<char>('A' + seat); }

// "4,-1:5,0", or "pass".
std::string FormatMove(const Board& board, CellMove move);

// The legal move of the seat to move with that text, or an error that says why
// there is none. REQUIRES: the game is not over.
absl::StatusOr<CellMove> ParseMove(const Setup& setup, const Position& position,
                                   absl::string_view text);

// The names of the cells that a legal move touches, by a shortest chain; empty
// for a pass.
std::vector<std::string> Path(const Board& board, const Position& position,
                              CellMove move);

// The cells in the order of their numbers, joined by lines. As text each row
// has its number and first column on the left and its last column on the right.
BoardLayout Layout(const Setup& setup);
std::vector<Piece> Pieces(const Position& position);

// One line: the rows from the top joined by '/', a blank, and the seat to move
// from 1. A row is its cells from the left, '.' or the letter of a piece; a
// number repeats what follows it.
std::string FormatPosition(const Setup& setup, const Position& position);
std::string ComposePosition(const Setup& setup,
                            const std::vector<Piece>& pieces, int to_move);

// Errors name the row and what is wrong in it, or the seat whose pieces are too
// many or too few, or which has filled its goal although it is out or still has
// a turn in this round.
absl::StatusOr<Position> ParsePosition(const Setup& setup,
                                       absl::string_view text);

BoardLegend Legend(const Setup& setup, const RenderOptions& options);

}  // namespace boardwalk::star
