#include "ai/learn/board_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <utility>

namespace boardwalk::ai {
namespace {

constexpr double kSlack = 0.05;  // within which points are the same
// Neighbours are at most this much farther away than the nearest: the diagonal
// of a square is, the second ring of hexagons is not.
constexpr double kReach = 1.5;

}  // namespace

BoardGeometry::BoardGeometry(const BoardLayout& layout, std::vector<bool> used)
    : used_(std::move(used)) {
  used_.resize(layout.cells.size(), used_.empty());
  for (const Cell& cell : layout.cells) cells_.push_back({cell.x, cell.y});
  const auto distance = [&](size_t a, size_t b) {
    return std::hypot(cells_[a].x - cells_[b].x, cells_[a].y - cells_[b].y);
  };
  spacing_ = std::numeric_limits<double>::max();
  for (size_t a = 0; a < cells_.size(); ++a) {
    for (size_t b = 0; b < a; ++b)
      spacing_ = std::min(spacing_, distance(a, b));
  }
  neighbours_.assign(cells_.size(), 0);
  std::set<std::pair<int, int>> known;
  for (size_t a = 0; a < cells_.size(); ++a) {
    for (size_t b = 0; b < cells_.size(); ++b) {
      if (a == b || distance(a, b) > kReach * spacing_) continue;
      ++neighbours_[a];
      const Vector step = {cells_[b].x - cells_[a].x,
                           cells_[b].y - cells_[a].y};
      // One of each two opposite ones.
      if (step.y < -kSlack || (step.y < kSlack && step.x < 0)) continue;
      const auto rounded = [](double size) {
        return static_cast<int>(std::lround(size / kSlack));
      };
      if (!known.emplace(rounded(step.x), rounded(step.y)).second) continue;
      steps_.push_back(step);
      if (distance(a, b) < (1 + kSlack) * spacing_) near_steps_.push_back(step);
    }
  }
}

int BoardGeometry::CellAt(Vector point) const {
  for (size_t i = 0; i < cells_.size(); ++i) {
    if (std::abs(cells_[i].x - point.x) < kSlack &&
        std::abs(cells_[i].y - point.y) < kSlack) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

std::vector<CellList> BoardGeometry::Used(std::vector<CellList> groups) const {
  for (CellList& group : groups) {
    std::erase_if(group, [this](int cell) { return !used_[cell]; });
  }
  return groups;
}

std::vector<CellList> BoardGeometry::Lines(int min, int max) const {
  std::vector<CellList> lines;
  for (const Vector step : steps_) {
    for (int first = 0; first < cells(); ++first) {
      if (Beyond(first, {-step.x, -step.y}) >= 0) continue;
      CellList line;
      for (int cell = first; cell >= 0; cell = Beyond(cell, step)) {
        line.push_back(cell);
      }
      const int size = static_cast<int>(line.size());
      if (size < min) continue;
      const int length = std::min(size, max);
      for (int begin = 0; begin + length <= size; ++begin) {
        lines.emplace_back(line.begin() + begin, line.begin() + begin + length);
      }
    }
  }
  return Used(std::move(lines));
}

std::vector<CellList> BoardGeometry::BlocksAlong(Vector down, Vector across,
                                                 int rows, int columns) const {
  std::vector<CellList> blocks;
  for (int corner = 0; corner < cells(); ++corner) {
    CellList block;
    int first = corner;
    for (int row = 0; row < rows && first >= 0; ++row) {
      int cell = first;
      for (int column = 0; column < columns && cell >= 0; ++column) {
        block.push_back(cell);
        cell = Beyond(cell, across);
      }
      first = Beyond(first, down);
    }
    if (static_cast<int>(block.size()) == rows * columns) {
      blocks.push_back(std::move(block));
    }
  }
  return blocks;
}

std::vector<std::vector<CellList>> BoardGeometry::OrientedBlocks(
    int rows, int columns) const {
  std::vector<std::vector<CellList>> all;
  for (size_t a = 0; a < near_steps_.size(); ++a) {
    for (size_t b = 0; b < a; ++b) {
      all.push_back(BlocksAlong(near_steps_[a], near_steps_[b], rows, columns));
      if (rows == columns) continue;
      all.push_back(BlocksAlong(near_steps_[b], near_steps_[a], rows, columns));
    }
  }
  return all;
}

std::vector<CellList> BoardGeometry::Blocks(int rows, int columns) const {
  std::vector<CellList> blocks;
  for (const auto& oriented : OrientedBlocks(rows, columns)) {
    blocks.insert(blocks.end(), oriented.begin(), oriented.end());
  }
  return Used(std::move(blocks));
}

std::vector<CellList> BoardGeometry::Tilings(int rows, int columns) const {
  std::vector<CellList> tiles;
  for (const auto& oriented : OrientedBlocks(rows, columns)) {
    std::vector<bool> covered(cells_.size());
    // First those that cover as many new cells as they have, then others.
    for (int fresh = rows * columns; fresh > 0; --fresh) {
      for (const CellList& block : oriented) {
        const auto count = std::ranges::count_if(
            block, [&](int cell) { return !covered[cell]; });
        if (count < fresh) continue;
        for (const int cell : block) covered[cell] = true;
        tiles.push_back(block);
      }
    }
  }
  return Used(std::move(tiles));
}

CellList BoardGeometry::Corners() const {
  const int least = *std::ranges::min_element(neighbours_);
  const int most = *std::ranges::max_element(neighbours_);
  CellList corners;
  for (int cell = 0; cell < cells() && 2 * least < most; ++cell) {
    if (neighbours_[cell] == least) corners.push_back(cell);
  }
  return corners;
}

std::vector<CellMap> BoardGeometry::Symmetries() const {
  Vector middle;
  for (const Vector cell : cells_) {
    middle.x += cell.x / cells();
    middle.y += cell.y / cells();
  }
  std::vector<CellMap> maps;
  // Quarters and sixths of a turn are all that a regular board can have.
  for (const bool mirrored : {false, true}) {
    for (const int turn : {0, 30, 45, 60, 90, 120, 135, 150, 180, 210, 225, 240,
                           270, 300, 315, 330}) {
      const double angle = turn * std::numbers::pi / 180;
      CellMap map;
      for (const Vector cell : cells_) {
        const double x = (cell.x - middle.x) * (mirrored ? -1 : 1);
        const double y = cell.y - middle.y;
        const int to =
            CellAt({middle.x + x * std::cos(angle) - y * std::sin(angle),
                    middle.y + x * std::sin(angle) + y * std::cos(angle)});
        if (to < 0) break;
        map.push_back(to);
      }
      if (map.size() == cells_.size()) maps.push_back(std::move(map));
    }
  }
  return maps;
}

}  // namespace boardwalk::ai
