#include "frontends/board/board_view.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/board_drawing.h"
#include "framework/board_picture.h"

namespace boardwalk::board {
namespace {

// Of pieces that are no bodies but signs on the board.
absl::string_view MarkOf(PieceShape shape) {
  if (shape == PieceShape::kRing) return "ring";
  return shape == PieceShape::kCross ? "cross" : "";
}

}  // namespace

BoardView::BoardView(const AnyGame& game, std::string title)
    : title_(std::move(title)),
      layout_(game.Layout()),
      num_players_(game.NumPlayers()) {
  for (size_t i = 0; i < layout_.cells.size(); ++i) {
    by_name_.emplace(layout_.cells[i].name, static_cast<int>(i));
  }
}

std::vector<int> BoardView::Cells(const std::vector<std::string>& names) const {
  std::vector<int> cells;
  for (const std::string& name : names) {
    const auto found = by_name_.find(name);
    if (found != by_name_.end()) cells.push_back(found->second);
  }
  return cells;
}

Json BoardView::BoardJson(int turn) const {
  const std::vector<SvgPoint> middles = SvgMiddles(layout_, turn);
  Json cells = Json::array();
  for (size_t cell = 0; cell < middles.size(); ++cell) {
    cells.push_back({{"name", layout_.cells[cell].name},
                     {"x", middles[cell].x},
                     {"y", middles[cell].y}});
  }
  Json seats = Json::array();
  for (int seat = 0; seat < num_players_; ++seat) {
    seats.push_back({{"color", ColorOfSeat(layout_, seat).name},
                     {"symbol", std::string(1, SeatSymbol(layout_, seat))},
                     {"mark", MarkOf(LookOfSeat(layout_, seat).shape)}});
  }
  return {{"svg", empty() ? "" : DrawSvgBoard(layout_, turn, title_)},
          {"cells", std::move(cells)},
          {"seats", std::move(seats)},
          {"letters", layout_.letters},
          {"turns", layout_.turns}};
}

std::string BoardView::KindOf(const Piece& piece, Json& kinds) const {
  std::string kind = piece.owner < 0 ? "0" : absl::StrCat(piece.owner + 1);
  absl::StrAppend(&kind, piece.kind.empty() ? "" : "-", piece.kind);
  if (piece.height > 1) absl::StrAppend(&kind, "x", piece.height);
  const CellShape shape = layout_.cells[piece.cell].shape;
  if (shape != layout_.cells[0].shape) {
    absl::StrAppend(&kind, ".", static_cast<int>(shape));
  }
  if (!kinds.contains(kind)) {
    kinds[kind] = {{"svg", DrawSvgPiece(layout_, piece)},
                   {"label", PieceLabel(piece)},
                   {"kind", PieceKindLabel(piece)}};
  }
  return kind;
}

Json BoardView::PiecesJson(const std::vector<Piece>& pieces,
                           Json& kinds) const {
  std::vector<const Piece*> sorted;
  sorted.reserve(pieces.size());
  for (const Piece& piece : pieces) sorted.push_back(&piece);
  std::ranges::sort(sorted, {}, &Piece::cell);
  Json list = Json::array();
  for (const Piece* piece : sorted) {
    list.push_back({piece->cell, KindOf(*piece, kinds)});
  }
  return list;
}

Json BoardView::ChangesJson(const std::vector<Piece>& before,
                            const std::vector<Piece>& after,
                            Json& kinds) const {
  std::vector<const Piece*> was(layout_.cells.size(), nullptr), is = was;
  for (const Piece& piece : before) was[piece.cell] = &piece;
  for (const Piece& piece : after) is[piece.cell] = &piece;
  Json changes = Json::array();
  for (size_t cell = 0; cell < is.size(); ++cell) {
    if (is[cell] == nullptr) {
      if (was[cell] != nullptr) changes.push_back({cell, nullptr});
    } else if (was[cell] == nullptr || *was[cell] != *is[cell]) {
      changes.push_back({cell, KindOf(*is[cell], kinds)});
    }
  }
  return changes;
}

std::string BoardView::Picture(const AnyState& state,
                               const std::vector<std::string>& path,
                               int turn) const {
  return DrawSvg(layout_, state.Pieces(), turn, {path}, title_);
}

}  // namespace boardwalk::board
