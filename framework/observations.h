// What a network sees of a position: planes of numbers over the cells of the
// board, as a seat sees it, usually the one to move. Made of what the game says
// of its board (planes.h) and of its counters; no game is known here.
//
// The planes, in order, with n seats and k kinds of pieces:
//   n k   1 where a piece stands: of the seat that sees, of the next seat, ...;
//         for each its kinds in order. Without Planes there are two kinds, the
//         usual pieces and all others
//   1     1 where a piece of nobody stands; only in games without Planes
//   n     1 everywhere if that seat has dropped out, in the same order; only
//         with three and more seats, in games that they can leave
//   n - 1 1 everywhere if seat 1, 2, ... (from 0) is to move. Neither boards nor
//         numbers of moves are turned, so a network may have to know
//   ...   each counter of the game divided by its maximum, everywhere
// When the game is over they are as if seat 0 were to move. Only the order of
// the seats depends on who sees: who is to move, and counters, are the same for
// all.
//
// Example, given `const Rules& rules` and `const State& state`:
//
//   const ObservationWriter<Rules> writer(rules);
//   std::vector<float> planes(writer.shape().Size());
//   writer.Write(state, absl::MakeSpan(planes));

#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/board.h"
#include "framework/game.h"
#include "framework/planes.h"

namespace boardwalk {

// The form of a game's observations, the same for all positions.
struct ObservationShape {
  std::vector<std::string> planes = {};  // names; none: no board is described
  // Of a board that is a grid, row 0 at the top; else columns are the cells of
  // the layout, in its order, in one row.
  int rows = 0, columns = 0;
  bool is_grid = false;
  // Whether all numbers are 0 or 1.
  bool is_binary = true;

  int PlaneSize() const { return rows * columns; }
  // The numbers of an observation: planes, in each its rows.
  size_t Size() const {
    return planes.size() * static_cast<size_t>(PlaneSize());
  }
  // Its dimensions: (planes, rows, columns) on a grid, else (planes, columns);
  // (0) without planes.
  std::vector<int64_t> Sizes() const {
    std::vector<int64_t> sizes = {static_cast<int64_t>(planes.size())};
    if (is_grid) sizes.push_back(rows);
    if (!planes.empty()) sizes.push_back(columns);
    return sizes;
  }
};

// Makes observations. It is thread-safe. REQUIRES: the rules outlive it.
template <GameRules R>
class ObservationWriter {
 public:
  using State = typename R::State;

  explicit ObservationWriter(const R& rules) : rules_(&rules) {
    if constexpr (HasLayout<R>) {
      pieces_ = PlaneShapeOf(rules);
      SetPlaces(rules.Layout());
      NamePlanes(rules.InitialState().NumPlayers());
    }
  }

  const ObservationShape& shape() const { return shape_; }

  // As the seat to move sees it.
  void Write(const State& state, absl::Span<float> out) const {
    Write(state, MoverOf(state), out);
  }

  // As `seat` sees it. Without an allocation where the rules have Planes.
  // REQUIRES: `out` has the size of the shape.
  void Write(const State& state, int seat, absl::Span<float> out) const {
    assert(out.size() == shape_.Size());
    if (out.empty()) return;
    std::fill(out.begin(), out.end(), 0.0F);
    const int seats = state.NumPlayers();
    float* plane = out.data();
    plane = WritePieces(state, seat, plane);
    if (SeatsCanDropOut(seats)) {
      for (int i = 0; i < seats; ++i) {
        plane = Fill(plane, IsOut(state, (seat + i) % seats) ? 1.0F : 0.0F);
      }
    }
    const int mover = MoverOf(state);
    for (int other = 1; other < seats; ++other) {
      plane = Fill(plane, mover == other ? 1.0F : 0.0F);
    }
    if constexpr (HasCounters<R>) {
      for (const Counter& counter : rules_->Counters(state)) {
        plane = Fill(plane, static_cast<float>(counter.value) /
                                static_cast<float>(counter.max));
      }
    }
    assert(plane == out.data() + out.size());
  }

 private:
  static constexpr bool kHasNobodys = HasPieces<R> && !HasPlanes<R>;

  static int MoverOf(const State& state) {
    return state.IsTerminal() ? 0 : state.ToMove();
  }
  static bool SeatsCanDropOut(int seats) {
    return HasDropOut<State> && seats > 2;
  }
  static bool IsOut(const State& state, int seat) {
    if constexpr (HasDropOut<State>) return state.IsOut(seat);
    return false;
  }

  float* WritePieces(const State& state, int viewer, float* plane) const {
    const int seats = state.NumPlayers();
    const int kinds = pieces_.kinds;
    if constexpr (HasPlanes<R>) {
      const auto planes = rules_->Planes(state);
      for (int i = 0; i < seats * kinds; ++i) {
        const int seat = (viewer + i / kinds) % seats;
        for (int word = 0; word < pieces_.words; ++word) {
          uint64_t left = planes.At(seat, i % kinds, word);
          const int32_t* const places = places_.data() + word * 64;
          for (; left != 0; left &= left - 1) {
            plane[places[std::countr_zero(left)]] = 1;
          }
        }
        plane += shape_.PlaneSize();
      }
      return plane;
    }
    if constexpr (kHasNobodys) {
      for (const Piece& piece : rules_->Pieces(state)) {
        const int own = (piece.owner - viewer + seats) % seats * kinds;
        const int index =
            piece.owner < 0 ? seats * kinds : own + PiecePlanes::KindOf(piece);
        plane[index * shape_.PlaneSize() + places_[piece.cell]] = 1;
      }
    }
    return plane + (seats * kinds + 1) * shape_.PlaneSize();
  }

  float* Fill(float* plane, float value) const {
    float* const end = plane + shape_.PlaneSize();
    if (value != 0) std::fill(plane, end, value);
    return end;
  }

  void SetPlaces(const BoardLayout& layout) {
    const GridSize grid = GridOf(layout);
    shape_.is_grid = grid.columns > 0;
    shape_.rows = shape_.is_grid ? grid.rows : 1;
    shape_.columns =
        shape_.is_grid ? grid.columns : static_cast<int>(layout.cells.size());
    places_.assign(static_cast<size_t>(pieces_.words) * 64, 0);
    for (size_t i = 0; i < layout.cells.size(); ++i) {
      places_[pieces_.bits[i]] =
          shape_.is_grid ? grid.PlaceOf(layout.cells[i]) : static_cast<int>(i);
    }
  }

  void NamePlanes(int seats) {
    const auto seat_name = [seats](int i) {
      if (i == 0) return std::string("own");
      return seats == 2 ? std::string("opponent's")
                        : absl::StrCat("seat +", i, "'s");
    };
    for (int i = 0; i < seats; ++i) {
      for (const std::string& kind : KindNames()) {
        shape_.planes.push_back(absl::StrCat(seat_name(i), " ", kind));
      }
    }
    if constexpr (kHasNobodys) shape_.planes.emplace_back("nobody's pieces");
    if (SeatsCanDropOut(seats)) {
      for (int i = 0; i < seats; ++i) {
        shape_.planes.push_back(absl::StrCat(seat_name(i), " seat is out"));
      }
    }
    for (int seat = 1; seat < seats; ++seat) {
      shape_.planes.push_back(absl::StrCat("seat ", seat, " is to move"));
    }
    if constexpr (HasCounters<R>) {
      for (const Counter& counter : rules_->Counters(rules_->InitialState())) {
        shape_.planes.push_back(absl::StrCat(counter.name, " / ", counter.max));
        shape_.is_binary = shape_.is_binary && counter.max == 1;
      }
    }
  }

  std::vector<std::string> KindNames() const {
    if constexpr (HasPlaneKinds<R>) {
      return absl::StrSplit(absl::string_view(R::kPlaneKinds), '|');
    }
    std::vector<std::string> names = {"pieces"};
    for (int kind = 1; kind < pieces_.kinds; ++kind) {
      names.push_back(kHasNobodys ? "other pieces"
                                  : absl::StrCat("pieces of kind ", kind));
    }
    return names;
  }

  const R* rules_;
  PlaneShape pieces_;
  ObservationShape shape_;
  std::vector<int32_t> places_;  // in a plane, of each bit of a plane's words
};

}  // namespace boardwalk
