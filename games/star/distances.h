// How many moves a seat needs to fill its goal when nobody else is on the
// board, for every placement of its pieces on the star of size 3: the table
// behind the evaluation `table`. 14 MB, computed by `boardwalk prepare
// star:size=3`.
//
// A seat's pieces stand on 49 of the 73 cells, the four triangles that are
// neither its home nor its goal being no place to stay. Turned so that its home
// is on top, all seats see the same board, so one table serves them all.

#ifndef BOARDWALK_GAMES_STAR_DISTANCES_H_
#define BOARDWALK_GAMES_STAR_DISTANCES_H_

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/bits.h"
#include "framework/tables/distance_table.h"
#include "framework/tables/prepared_table.h"
#include "games/star/board.h"
#include "games/star/compact.h"
#include "games/star/setup.h"

namespace boardwalk::star {

inline constexpr int kTableSize = 3;  // of the stars that have a table
inline constexpr absl::string_view kTableGame = "star:size=3";

// The cells that the pieces of a seat may stand on, numbered in the order of
// the board's cells when its home is on top, and where its pieces can go.
class LoneCells {
 public:
  static constexpr int kCount = 49;

  LoneCells();

  // The number of a cell for the seat whose home that triangle is; -1 where it
  // is no place to stay.
  int Number(int home, int cell) const;
  // The cells of the goal.
  uint64_t goal() const { return goal_; }
  // Where the piece on `from` can move to when `pieces` are all there is.
  uint64_t Destinations(uint64_t pieces, int from) const;

 private:
  static constexpr int kAll = 73;
  static constexpr int kNowhere = 255;

  const Board board_;
  // Number by cell, home on top. Those that are no place to stay come after
  // all others.
  std::array<uint8_t, kAll> numbers_{};
  uint64_t goal_ = 0;
  // By number, what is next to it or behind: a bit each where one can stay,
  // and by direction the number, kNowhere off the board.
  std::array<uint64_t, kAll> steps_{};
  std::array<std::array<uint8_t, kDirections>, kAll> near_{}, far_{};
};

// `kPieceCount` pieces of a seat, alone. The game is the one with six; those
// with fewer, whose goal is the tip of the triangle, are for tests.
template <int kPieceCount>
class LoneBoardOf {
 public:
  static constexpr int kCells = LoneCells::kCount;
  static constexpr int kPieces = kPieceCount;
  static constexpr int kBits = 8;  // the farthest are 21 moves away

  uint64_t Goal() const {
    uint64_t goal = cells_.goal();
    // The tip has the highest number.
    while (std::popcount(goal) > kPieces) goal &= goal - 1;
    return goal;
  }
  void Destinations(uint64_t pieces, std::array<uint64_t, kPieces>& to) const {
    uint64_t left = pieces;
    for (uint64_t& cells : to) {
      cells = cells_.Destinations(pieces, PopLowest(left));
    }
  }
  const LoneCells& cells() const { return cells_; }

 private:
  const LoneCells cells_;
};
using LoneBoard = LoneBoardOf<6>;

// An error that says which stars have a table unless this one has.
absl::Status CheckTableSize(const Setup& setup);

// The file, and how it is computed.
Preparation DistancePreparation();

// The table, and how the states of a set of parameters look it up.
class Distances {
 public:
  // Of a seat with a piece where it cannot stay, which it never gets out of:
  // farther than any other.
  static constexpr int kNever = 32;

  // The error is kUnavailable where there is no sound table, and says how to
  // make it. REQUIRES: the star's size is kTableSize.
  static absl::StatusOr<std::unique_ptr<const Distances>> Find(
      const CompactTables& tables);

  // How many moves the seat needs alone.
  int ToGo(const CompactState& state, int seat) const {
    uint64_t pieces = 0;
    for (int i = 0; i < kLattices; ++i) {
      for (uint64_t bits = state.Pieces(seat)[i]; bits != 0;) {
        pieces |= uint64_t{1} << numbers_[seat][i * 64 + PopLowest(bits)];
      }
    }
    if (pieces >> kNoPlace != 0) return kNever;
    return DistanceAt<LoneBoard>(table_->data(), pieces);
  }

  // How many moves the seat is ahead of the mean of the others, times their
  // number. Rounds are played out, so those who are still to move in this one
  // have a move more than the others.
  int Lead(const CompactState& state, int seat) const {
    const int players = state.NumPlayers();
    int sum = 0, own = 0;
    for (int i = 0; i < players; ++i) {
      const int to_go = ToGo(state, i) - (i >= state.ToMove() ? 1 : 0);
      sum += to_go;
      if (i == seat) own = to_go;
    }
    return sum - players * own;
  }

 private:
  static constexpr int kNoPlace = 63;

  explicit Distances(std::shared_ptr<const PreparedTable> table)
      : table_(std::move(table)) {}

  const std::shared_ptr<const PreparedTable> table_;
  // LoneCells' number by seat and place, kNoPlace where it is none.
  std::array<std::array<uint8_t, kPlaces>, kMaxPlayers> numbers_{};
};

}  // namespace boardwalk::star

#endif  // BOARDWALK_GAMES_STAR_DISTANCES_H_
