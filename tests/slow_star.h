// The rules of the star, written for plainness and not for speed, directly from
// the description of the board. They share nothing with the game; its tests
// compare it with them.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace boardwalk::star {

class SlowStar {
 public:
  using Cell = std::pair<int, int>;  // row, column

  SlowStar(int size, std::vector<int> seats)
      : size_(size), seats_(std::move(seats)) {
    for (int row = 0; row <= 4 * size; ++row) {
      const int columns = Columns(row);
      const int last = columns / 2;
      const int first = row % 2 == 0 ? -((columns - 1) / 2) : -last + 1;
      for (int column = first; column <= last; ++column) {
        board_[{row, column}] = -1;
        for (size_t seat = 0; seat < seats_.size(); ++seat) {
          if (Triangle({row, column}) == seats_[seat]) {
            board_[{row, column}] = static_cast<int>(seat);
          }
        }
      }
    }
  }

  int to_move() const { return to_move_; }

  // The legal moves of a live position, sorted.
  std::vector<std::string> Moves() const {
    std::vector<std::string> texts;
    for (const auto& [from, owner] : board_) {
      if (owner != to_move_ || !Allowed(to_move_, from)) continue;
      for (const Cell& to : Targets(from)) {
        if (Allowed(to_move_, to)) texts.push_back(Name(from) + ":" + Name(to));
      }
    }
    if (texts.empty()) texts.emplace_back("pass");
    std::sort(texts.begin(), texts.end());
    return texts;
  }

  void Play(const std::string& text) {
    if (text != "pass") {
      const size_t colon = text.find(':');
      const Cell from = Read(text.substr(0, colon));
      const Cell to = Read(text.substr(colon + 1));
      board_[to] = board_[from];
      board_[from] = -1;
    }
    to_move_ = (to_move_ + 1) % static_cast<int>(seats_.size());
  }

  // The seats that have won together; empty while the game goes on.
  std::set<int> Winners() const {
    std::set<int> winners;
    if (to_move_ != 0) return winners;
    for (int seat = 0; seat < static_cast<int>(seats_.size()); ++seat) {
      bool all = true;
      for (const auto& [cell, owner] : board_) {
        if (owner == seat && Triangle(cell) != (seats_[seat] + 3) % 6) {
          all = false;
        }
      }
      if (all) winners.insert(seat);
    }
    return winners;
  }

  uint64_t Perft(int depth) const {
    if (depth == 0) return 1;
    if (!Winners().empty()) return 0;
    uint64_t leaves = 0;
    for (const std::string& move : Moves()) {
      SlowStar next = *this;
      next.Play(move);
      leaves += next.Perft(depth - 1);
    }
    return leaves;
  }

 private:
  int Columns(int row) const {
    if (row < size_) return row + 1;
    if (row < 2 * size_) return 4 * size_ + 1 - row;
    if (row <= 3 * size_) return row + 1;
    return 4 * size_ + 1 - row;
  }

  int Triangle(Cell cell) const {
    const auto [row, column] = cell;
    const int across = 2 * column - (row % 2 == 0 ? 0 : 1);
    const int reach = row < 2 * size_ ? row : 4 * size_ - row;
    if (row < size_) return 0;
    if (row > 3 * size_) return 3;
    if (row == 2 * size_ || std::abs(across) <= reach) return -1;
    if (row < 2 * size_) return across > 0 ? 1 : 5;
    return across > 0 ? 2 : 4;
  }

  bool Allowed(int seat, Cell cell) const {
    const int triangle = Triangle(cell);
    return triangle < 0 || triangle == seats_[seat] ||
           triangle == (seats_[seat] + 3) % 6;
  }

  // Left, right, then the four others, in pairs of opposites.
  static Cell Next(Cell cell, int direction) {
    const auto [row, column] = cell;
    const int shift = row % 2 == 0 ? 1 : -1;
    const int left = shift < 0 ? column + shift : column;
    const int right = left + 1;
    switch (direction) {
      case 0:
        return {row, column - 1};
      case 1:
        return {row, column + 1};
      case 2:
        return {row - 1, left};
      case 3:
        return {row + 1, right};
      case 4:
        return {row - 1, right};
      default:
        return {row + 1, left};
    }
  }

  bool Taken(Cell cell) const {
    const auto found = board_.find(cell);
    return found != board_.end() && found->second >= 0;
  }

  // Where the piece on `from` can go, allowed there or not.
  std::set<Cell> Targets(Cell from) const {
    std::set<Cell> targets;
    Chain(from, from, targets);
    for (int direction = 0; direction < 6; ++direction) {
      const Cell next = Next(from, direction);
      if (board_.count(next) != 0 && !Taken(next)) targets.insert(next);
    }
    targets.erase(from);
    return targets;
  }

  // The piece on `start` is off the board while it jumps.
  void Chain(Cell start, Cell at, std::set<Cell>& reached) const {
    for (int direction = 0; direction < 6; ++direction) {
      const Cell over = Next(at, direction);
      if (over == start || !Taken(over)) continue;
      const Cell landing = Next(over, direction);
      if (board_.count(landing) == 0) continue;
      if (landing != start && Taken(landing)) continue;
      if (reached.insert(landing).second) Chain(start, landing, reached);
    }
  }

  static std::string Name(Cell cell) {
    return std::to_string(cell.first) + "," + std::to_string(cell.second);
  }
  static Cell Read(const std::string& name) {
    const size_t comma = name.find(',');
    return {std::stoi(name.substr(0, comma)),
            std::stoi(name.substr(comma + 1))};
  }

  int size_;
  std::vector<int> seats_;
  std::map<Cell, int> board_;
  int to_move_ = 0;
};

}  // namespace boardwalk::star
