#include "ai/learn/patterns.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "framework/random.h"

namespace boardwalk::ai {
namespace {

CellList Image(const CellMap& map, const CellList& cells) {
  CellList image;
  for (const int cell : cells) image.push_back(map[cell]);
  return image;
}

// --- Symmetries --------------------------------------------------------------

using PlacedPieces = std::set<std::pair<int, std::string>>;

// The pieces of a seat after `map`.
PlacedPieces PiecesOf(const std::vector<Piece>& pieces, int seat,
                      const CellMap& map) {
  PlacedPieces placed;
  for (const Piece& piece : pieces) {
    if (piece.owner != seat) continue;
    placed.emplace(map[piece.cell], piece.kind + std::to_string(piece.height));
  }
  return placed;
}

// Plays random games and their images; whether they stay the same.
class SymmetryCheck {
 public:
  SymmetryCheck(const AnyGame& game, const CellMap& map) : game_(game) {
    const BoardLayout layout = game.Layout();
    for (size_t i = 0; i < layout.cells.size(); ++i) {
      image_[layout.cells[i].name] =
          layout.cells[static_cast<size_t>(map[i])].name;
    }
  }

  bool Holds() const {
    constexpr int kGames = 8;
    for (uint64_t seed = 0; seed < kGames; ++seed) {
      if (!HoldsInGame(Random(seed))) return false;
    }
    return true;
  }

 private:
  using Paths = std::vector<std::vector<std::string>>;

  static constexpr int kMaxPlies = 300;

  bool HoldsInGame(Random random) const {
    const std::unique_ptr<AnyState> state = game_.InitialState();
    const std::unique_ptr<AnyState> image = game_.InitialState();
    for (int ply = 0; ply < kMaxPlies && !state->IsTerminal(); ++ply) {
      if (image->IsTerminal() || state->ToMove() != image->ToMove()) {
        return false;
      }
      const std::vector<AnyMove> moves = state->LegalMoves();
      const std::vector<AnyMove> image_moves = image->LegalMoves();
      Paths paths = EndsOf(state->LegalMovePaths());
      Paths image_paths = EndsOf(image->LegalMovePaths());
      if (paths.size() != moves.size() || image_paths.size() != paths.size()) {
        return false;
      }
      const size_t chosen = random.Below(static_cast<uint32_t>(moves.size()));
      const std::vector<std::string> wanted = ImageOf(paths[chosen]);
      const auto found = std::ranges::find(image_paths, wanted);
      if (found == image_paths.end()) return false;
      const AnyMove image_move =
          image_moves[static_cast<size_t>(found - image_paths.begin())];
      if (!SamePaths(std::move(paths), std::move(image_paths))) return false;
      if (!state->Apply(moves[chosen]).ok() || !image->Apply(image_move).ok()) {
        return false;
      }
    }
    return state->IsTerminal() == image->IsTerminal() &&
           state->Returns() == image->Returns();
  }

  // Where each move begins and ends: of several ways there a game tells one.
  static Paths EndsOf(Paths paths) {
    for (auto& path : paths) {
      if (path.size() > 2) path = {path.front(), path.back()};
    }
    return paths;
  }
  bool SamePaths(Paths paths, Paths image_paths) const {
    for (auto& path : paths) path = ImageOf(path);
    std::ranges::sort(paths);
    std::ranges::sort(image_paths);
    return paths == image_paths;
  }
  std::vector<std::string> ImageOf(std::vector<std::string> path) const {
    for (std::string& name : path) {
      const auto found = image_.find(name);
      if (found != image_.end()) name = found->second;
    }
    return path;
  }

  const AnyGame& game_;
  std::map<std::string, std::string> image_;
};

// --- Patterns ----------------------------------------------------------------

// What is learned and kept in a file: beyond that it would take too many games
// and too much space.
constexpr size_t kMaxNumbers = size_t{1} << 19;
// Beyond that an evaluation would take too long.
constexpr size_t kMaxPlaces = 256;

// Collects types: a group of cells and what symmetries make of it.
class TypeCollector {
 public:
  explicit TypeCollector(const std::vector<CellMap>& symmetries)
      : symmetries_(symmetries) {}

  // Leaves them all out if there were more than kMaxPlaces with them.
  void AddAll(const std::vector<CellList>& groups) {
    if (known_.size() + groups.size() > kMaxPlaces) return;
    for (const CellList& cells : groups) Add(cells);
  }
  std::vector<PatternType> Take() { return std::move(types_); }

 private:
  void Add(const CellList& cells) {
    if (cells.size() < 2) return;
    if (!known_.insert(Sorted(cells)).second) return;
    PatternType& type = types_.emplace_back();
    type.places.push_back(cells);
    std::set<std::vector<int>> mirrors;
    for (const CellMap& map : symmetries_) {
      CellList image = Image(map, cells);
      if (Sorted(image) == Sorted(cells)) {
        mirrors.insert(OrderOf(image, cells));
      } else if (known_.insert(Sorted(image)).second) {
        type.places.push_back(std::move(image));
      }
    }
    mirrors.erase(OrderOf(cells, cells));
    type.mirrors.assign(mirrors.begin(), mirrors.end());
  }
  // Where in `cells` each of `image` is.
  static std::vector<int> OrderOf(const CellList& image,
                                  const CellList& cells) {
    std::vector<int> order;
    for (const int cell : image) {
      order.push_back(
          static_cast<int>(std::ranges::find(cells, cell) - cells.begin()));
    }
    return order;
  }
  static CellList Sorted(CellList cells) {
    std::ranges::sort(cells);
    return cells;
  }

  const std::vector<CellMap>& symmetries_;
  std::set<CellList> known_;
  std::vector<PatternType> types_;
};

// How many cells with that many digits have at most 2^15 numbers.
int MaxCells(int digits) {
  int cells = 0;
  while (PatternNumbers(digits, static_cast<size_t>(cells) + 1) <= 1 << 15) {
    ++cells;
  }
  return cells;
}

size_t NumbersOf(const std::vector<PatternType>& types, int digits) {
  size_t numbers = 0;
  for (const PatternType& type : types) {
    numbers +=
        static_cast<size_t>(PatternNumbers(digits, type.places[0].size()));
  }
  return numbers;
}

// Of tiles that have at most `max` cells each, the largest.
std::vector<CellList> LargestTiles(int max, const BoardGeometry& geometry) {
  constexpr std::pair<int, int> kSizes[] = {{3, 4}, {2, 4}, {2, 3}, {2, 2}};
  for (const auto& [rows, columns] : kSizes) {
    std::vector<CellList> tiles = geometry.Tilings(rows, columns);
    const bool fit = std::ranges::all_of(tiles, [max](const CellList& tile) {
      return static_cast<int>(tile.size()) <= max;
    });
    if (fit) return tiles;
  }
  return {};
}

// Patterns of at most `max` cells.
std::vector<PatternType> PatternsUpTo(int max, const BoardGeometry& geometry,
                                      const std::vector<CellMap>& symmetries,
                                      const PatternKinds& kinds) {
  constexpr int kLongest = 8;
  TypeCollector collector(symmetries);
  if (kinds.lines) {
    collector.AddAll(geometry.Lines(std::min(3, max), std::min(kLongest, max)));
  }
  if (kinds.corners && max >= 9) {
    const CellList corners = geometry.Corners();
    std::vector<CellList> blocks = geometry.Blocks(3, 3);
    std::erase_if(blocks, [&](const CellList& block) {
      return std::ranges::find_first_of(corners, block) == corners.end();
    });
    collector.AddAll(blocks);
  }
  if (kinds.blocks && max >= 4) {
    collector.AddAll(geometry.Blocks(2, max >= 6 ? 3 : 2));
  }
  if (kinds.tiles) collector.AddAll(LargestTiles(max, geometry));
  return collector.Take();
}

}  // namespace

BoardSymmetries FindSymmetries(const AnyGame& game,
                               const BoardGeometry& geometry) {
  const std::vector<CellMap> of_board = geometry.Symmetries();
  const CellMap& identity = of_board.front();
  const std::vector<Piece> pieces = game.InitialState()->Pieces();
  const auto takes = [&](const CellMap& map, int from, int to) {
    return PiecesOf(pieces, from, map) == PiecesOf(pieces, to, identity);
  };
  BoardSymmetries symmetries;
  for (const CellMap& map : of_board) {
    bool keeps = true;
    for (int seat = 0; seat < game.NumPlayers(); ++seat) {
      keeps &= takes(map, seat, seat);
    }
    if (map == identity || (keeps && SymmetryCheck(game, map).Holds())) {
      symmetries.of_play.push_back(map);
    }
  }
  for (int seat = 0; seat < game.NumPlayers(); ++seat) {
    const auto found = std::ranges::find_if(
        of_board, [&](const CellMap& map) { return takes(map, 0, seat); });
    symmetries.turned.push_back(found == of_board.end() ? identity : *found);
  }
  return symmetries;
}

std::vector<PatternType> MakePatterns(const BoardGeometry& geometry,
                                      const std::vector<CellMap>& symmetries,
                                      int digits, const PatternKinds& kinds) {
  // Many kinds of pieces or few symmetries: with smaller patterns.
  for (int max = MaxCells(digits);; --max) {
    std::vector<PatternType> types =
        PatternsUpTo(max, geometry, symmetries, kinds);
    if (max <= 2 || NumbersOf(types, digits) <= kMaxNumbers) return types;
  }
}

std::vector<uint16_t> SameNumbers(const PatternType& type, int digits) {
  const size_t size = type.places.front().size();
  const int numbers = PatternNumbers(digits, size);
  std::vector<uint16_t> same;
  for (int number = 0; number < numbers; ++number) {
    int least = number;
    for (const std::vector<int>& mirror : type.mirrors) {
      int rest = number, mapped = 0;
      for (size_t i = 0; i < size; ++i, rest /= digits) {
        mapped += rest % digits *
                  PatternNumbers(digits, static_cast<size_t>(mirror[i]));
      }
      least = std::min(least, mapped);
    }
    same.push_back(static_cast<uint16_t>(least));
  }
  return same;
}

}  // namespace boardwalk::ai
