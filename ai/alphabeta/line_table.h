// The best lines of a depth-first search, one a ply: a line is a move and the
// best line of the position after it. They are the rows of a table, so that a
// search allocates nothing.

#ifndef BOARDWALK_AI_ALPHABETA_LINE_TABLE_H_
#define BOARDWALK_AI_ALPHABETA_LINE_TABLE_H_

#include <algorithm>
#include <array>
#include <memory>

#include "ai/common/score.h"

namespace boardwalk::ai {

// For plies from 0 to kMaxPly + 1, each to be cleared before it is used.
template <typename Move>
class LineTable {
 public:
  LineTable()
      : moves_(std::make_unique_for_overwrite<Move[]>(kPlies * kPlies)) {}

  void Clear(int ply) { sizes_[ply] = 0; }
  // Makes the line of `ply`, which is not the last, `move` and then the line
  // of the next ply.
  void Set(int ply, Move move) {
    Move* const line = Row(ply);
    line[0] = move;
    std::copy(begin(ply + 1), end(ply + 1), line + 1);
    sizes_[ply] = sizes_[ply + 1] + 1;
  }

  // The line of `ply`.
  const Move* begin(int ply) const { return Row(ply); }
  const Move* end(int ply) const { return Row(ply) + sizes_[ply]; }

 private:
  static constexpr int kPlies = kMaxPly + 2;

  Move* Row(int ply) const { return moves_.get() + ply * kPlies; }

  std::unique_ptr<Move[]> moves_;
  std::array<int, kPlies> sizes_{};
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_LINE_TABLE_H_
