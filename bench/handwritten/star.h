// Yardsticks of games/star: random games in loops written by hand, without the
// framework. Do not tune them: the generic code is measured against them.

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "framework/random.h"

namespace boardwalk::bench {

// The star as a graph: cells row by row, six neighbours each, -1 off the board.
struct StarGraph {
  explicit StarGraph(int size) {
    const int rows = 4 * size + 1;
    std::vector<std::vector<int>> id(
        static_cast<size_t>(rows),
        std::vector<int>(static_cast<size_t>(8 * size + 8), -1));
    for (int r = 0; r < rows; ++r) {
      const bool grows = r < size || (r >= 2 * size && r <= 3 * size);
      const int n = grows ? r + 1 : 4 * size + 1 - r;
      const int low = r % 2 == 0 ? -(n - 1) / 2 : -(n / 2) + 1;
      for (int c = low; c < low + n; ++c) {
        id[r][c + 4 * size] = cells++;
        places.emplace_back(r, c);
        triangle.push_back(TriangleOf(size, r, 2 * c - (r & 1)));
      }
    }
    for (const auto& [r, c] : places) {
      const int left = r % 2 == 0 ? c : c - 1;
      const int around[6][2] = {{r, c - 1},    {r, c + 1},
                                {r - 1, left}, {r - 1, left + 1},
                                {r + 1, left}, {r + 1, left + 1}};
      for (const auto& [y, x] : around) {
        const int column = x + 4 * size;
        const bool inside = y >= 0 && y < rows && column >= 0 &&
                            column < static_cast<int>(id[0].size());
        next.push_back(inside ? id[y][column] : -1);
      }
    }
  }

  static int TriangleOf(int size, int r, int across) {
    if (r < size) return 0;
    if (r > 3 * size) return 3;
    if (r < 2 * size) return across > r ? 1 : across < -r ? 5 : -1;
    const int reach = 4 * size - r;
    if (r == 2 * size) return -1;
    return across > reach ? 2 : across < -reach ? 4 : -1;
  }

  int Next(int cell, int direction) const { return next[cell * 6 + direction]; }

  int cells = 0;
  std::vector<std::pair<int, int>> places;  // row and column by cell
  std::vector<int> next;                    // cell * 6 + direction
  std::vector<int> triangle;                // -1 in the middle
};

// The plain loop: for each piece, a step in each direction and a depth-first
// search along jumps. All moves go in a list, from which one is drawn.
class PlainStar {
 public:
  PlainStar(int size, std::vector<int> seats, uint64_t seed)
      : graph_(size),
        seats_(std::move(seats)),
        random_(seed),
        mark_(static_cast<size_t>(graph_.cells), 0) {}

  // Plays one game of `rounds` turns per seat; returns the number of turns.
  int64_t Play(int rounds) {
    occupied_.assign(static_cast<size_t>(graph_.cells), 0);
    pieces_.assign(seats_.size(), {});
    for (int cell = 0; cell < graph_.cells; ++cell) {
      for (size_t p = 0; p < seats_.size(); ++p) {
        if (graph_.triangle[cell] != seats_[p]) continue;
        pieces_[p].push_back(cell);
        occupied_[cell] = 1;
      }
    }
    const int players = static_cast<int>(seats_.size());
    for (int ply = 0; ply < rounds * players; ++ply) Turn(ply % players);
    return static_cast<int64_t>(rounds) * players;
  }

 private:
  struct Move {
    int piece, to;
  };

  void Turn(int player) {
    moves_.clear();
    const int home = seats_[player], goal = (home + 3) % 6;
    std::vector<int>& own = pieces_[player];
    for (int q = 0; q < static_cast<int>(own.size()); ++q) {
      const int from = own[q];
      occupied_[from] = 0;
      mark_[from] = ++stamp_;
      todo_.clear();
      for (int d = 0; d < 6; ++d) {
        const int x = graph_.Next(from, d);
        if (x < 0) continue;
        if (occupied_[x] == 0) {
          Add(q, x, home, goal);
        } else {
          Jump(x, d);
        }
      }
      while (!todo_.empty()) {
        const int cell = todo_.back();
        todo_.pop_back();
        Add(q, cell, home, goal);
        for (int d = 0; d < 6; ++d) {
          const int x = graph_.Next(cell, d);
          if (x >= 0 && occupied_[x] != 0) Jump(x, d);
        }
      }
      occupied_[from] = 1;
    }
    if (moves_.empty()) return;
    const Move move =
        moves_[random_.Below(static_cast<uint32_t>(moves_.size()))];
    occupied_[own[move.piece]] = 0;
    own[move.piece] = move.to;
    occupied_[move.to] = 1;
  }

  void Add(int piece, int cell, int home, int goal) {
    const int t = graph_.triangle[cell];
    if (t < 0 || t == home || t == goal) moves_.push_back({piece, cell});
  }

  void Jump(int over, int direction) {
    const int landing = graph_.Next(over, direction);
    if (landing < 0 || occupied_[landing] != 0 || mark_[landing] == stamp_) {
      return;
    }
    mark_[landing] = stamp_;
    todo_.push_back(landing);
  }

  const StarGraph graph_;
  const std::vector<int> seats_;
  Random random_;
  std::vector<uint8_t> occupied_;
  std::vector<std::vector<int>> pieces_;
  std::vector<int> mark_;
  int stamp_ = 0;
  std::vector<int> todo_;
  std::vector<Move> moves_;
};

// The careful loop, for size 4: a byte per cell, tables of neighbours and
// landings padded by a cell that is always occupied, and no branch where a
// condition can be added to a counter instead.
class CarefulStar {
 public:
  CarefulStar(std::vector<int> seats, uint64_t seed)
      : seats_(std::move(seats)), random_(seed) {
    const StarGraph graph(4);
    cells_ = graph.cells;
    for (int cell = 0; cell < cells_; ++cell) {
      triangle_[cell] = graph.triangle[cell];
      for (int d = 0; d < 6; ++d) {
        const int near = graph.Next(cell, d);
        const int far = near < 0 ? -1 : graph.Next(near, d);
        lines_[cell].near[d] = static_cast<uint8_t>(near < 0 ? cells_ : near);
        lines_[cell].far[d] = static_cast<uint8_t>(far < 0 ? cells_ : far);
      }
      for (size_t p = 0; p < seats_.size(); ++p) {
        const int t = triangle_[cell];
        allowed_[p][cell] =
            t < 0 || t == seats_[p] || t == (seats_[p] + 3) % 6 ? 1 : 0;
      }
    }
  }

  // Like PlainStar::Play. The board is a local variable: after a write through
  // an opaque pointer to bytes the compiler would have to reload everything.
  int64_t Play(int rounds) {
    const int players = static_cast<int>(seats_.size());
    uint8_t occupied[128] = {};
    occupied[cells_] = 1;
    uint8_t pieces[6][10] = {};
    for (int p = 0; p < players; ++p) {
      int count = 0;
      for (int cell = 0; cell < cells_; ++cell) {
        if (triangle_[cell] != seats_[p]) continue;
        pieces[p][count++] = static_cast<uint8_t>(cell);
        occupied[cell] = 1;
      }
    }
    Random random = random_;
    Move moves[2048];
    for (int ply = 0; ply < rounds * players; ++ply) {
      const int player = ply % players;
      uint8_t* const own = pieces[player];
      const uint32_t count = ListMoves(own, allowed_[player], occupied, moves);
      if (count == 0) continue;
      const Move move = moves[random.Below(count)];
      occupied[own[move.piece]] = 0;
      own[move.piece] = move.to;
      occupied[move.to] = 1;
    }
    random_ = random;
    return static_cast<int64_t>(rounds) * players;
  }

 private:
  struct Move {
    uint8_t piece, to;
  };
  struct Lines {
    uint8_t near[6], far[6];
  };

  [[gnu::always_inline]] uint32_t ListMoves(const uint8_t* own,
                                            const uint8_t* allowed,
                                            uint8_t* occupied,
                                            Move* moves) const {
    uint32_t count = 0;
    for (uint8_t q = 0; q < 10; ++q) {
      const int from = own[q];
      occupied[from] = 0;
      const Lines& start = lines_[from];
      uint8_t todo[128];
      int found = 0;
      uint64_t seen[2] = {0, 0};
      seen[from >> 6] |= uint64_t{1} << (from & 63);
      for (int d = 0; d < 6; ++d) {
        const int near = start.near[d], far = start.far[d];
        const bool empty = occupied[near] == 0;
        moves[count] = {q, static_cast<uint8_t>(near)};
        count += empty & allowed[near];
        const bool jump = !empty & (occupied[far] == 0);
        todo[found] = static_cast<uint8_t>(far);
        found += jump;
        seen[far >> 6] |= static_cast<uint64_t>(jump) << (far & 63);
      }
      for (int i = 0; i < found; ++i) {
        const int cell = todo[i];
        moves[count] = {q, static_cast<uint8_t>(cell)};
        count += allowed[cell];
        const Lines& lines = lines_[cell];
        for (int d = 0; d < 6; ++d) {
          const int near = lines.near[d], far = lines.far[d];
          const bool jump = (occupied[near] != 0) & (occupied[far] == 0) &
                            ((seen[far >> 6] >> (far & 63) & 1) == 0);
          todo[found] = static_cast<uint8_t>(far);
          found += jump;
          seen[far >> 6] |= static_cast<uint64_t>(jump) << (far & 63);
        }
      }
      occupied[from] = 1;
    }
    return count;
  }

  const std::vector<int> seats_;
  Random random_;
  int cells_ = 0;
  Lines lines_[128] = {};
  int triangle_[128] = {};
  uint8_t allowed_[6][128] = {};
};

}  // namespace boardwalk::bench
