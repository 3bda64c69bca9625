// Reads what stands on a board as sets of bits, from the game's Planes where it
// has them and from its Pieces elsewhere (see game.h). What is learned from a
// board, and what networks observe of it, needs no other knowledge of the game.
//
// Example, given `const Rules& rules` and `const State& state`:
//
//   const PlaneReader<Rules> reader(rules);
//   const auto planes = reader.Read(state);
//   const uint64_t men = planes.At(/*seat=*/0, /*kind=*/0);
//   const int pieces = Occupied(planes);

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "framework/board.h"
#include "framework/game.h"

namespace boardwalk {

// The form of a game's planes, in the order [seat][kind][word]. A seat that
// does not play has empty ones.
struct PlaneShape {
  int seats = 0;  // 0: the game does not describe its board
  int kinds = 0;
  int words = 0;               // of each plane
  std::vector<int> bits = {};  // of each cell of the layout: word * 64 + bit

  // Of all planes together.
  int TotalWords() const { return seats * kinds * words; }
};

// The planes of a game that has Pieces alone: kind 0 are the usual ones, kind 1
// all others; those of nobody are left out.
struct PiecePlanes {
  static constexpr int kKinds = 2;
  static int KindOf(const Piece& piece) {
    return piece.kind.empty() && piece.height == 1 ? 0 : 1;
  }

  int words_of_plane = 0;
  std::vector<uint64_t> words = {};

  uint64_t At(int seat, int kind, int word = 0) const {
    return words[(seat * kKinds + kind) * words_of_plane + word];
  }
};

// The number of pieces. `planes` are what PlaneReader::Read returns.
template <typename Planes>
int Occupied(const Planes& planes) {
  int count = 0;
  for (const uint64_t word : planes.words) count += std::popcount(word);
  return count;
}

// Makes PlaneShapes and planes. It is a value and thread-safe. REQUIRES: the
// rules outlive it.
template <GameRules R>
class PlaneReader {
 public:
  explicit PlaneReader(const R& rules) : rules_(&rules) {
    if constexpr (HasLayout<R> && !HasPlanes<R>) {
      words_of_plane_ = WordsFor(rules.Layout().cells.size());
    }
  }

  // Inline and without an allocation where the rules have Planes. Both types
  // that it returns have At(seat, kind, word) and the range `words`, which is
  // empty where the game does not describe its board.
  auto Read(const typename R::State& state) const {
    if constexpr (HasPlanes<R>) {
      return rules_->Planes(state);
    } else {
      return ReadPieces(state);
    }
  }

  PlaneShape Shape() const {
    PlaneShape shape;
    if constexpr (HasPlanes<R>) {
      using Planes = decltype(rules_->Planes(rules_->InitialState()));
      shape = {Planes::kSeats, Planes::kKinds, Planes::kWords};
    } else if constexpr (HasLayout<R>) {
      shape = {rules_->InitialState().NumPlayers(), PiecePlanes::kKinds,
               words_of_plane_};
    }
    shape.bits = Bits();
    return shape;
  }

 private:
  static int WordsFor(size_t cells) {
    return static_cast<int>((cells + 63) / 64);
  }

  std::vector<int> Bits() const {
    if constexpr (HasPlaneBits<R>) {
      return rules_->PlaneBits();
    } else if constexpr (HasLayout<R>) {
      std::vector<int> bits(rules_->Layout().cells.size());
      std::iota(bits.begin(), bits.end(), 0);
      return bits;
    }
    return {};
  }

  PiecePlanes ReadPieces(const typename R::State& state) const {
    PiecePlanes planes{words_of_plane_};
    if constexpr (HasPieces<R>) {
      planes.words.resize(static_cast<size_t>(state.NumPlayers()) *
                          PiecePlanes::kKinds * words_of_plane_);
      for (const Piece& piece : rules_->Pieces(state)) {
        if (piece.owner < 0) continue;
        const int plane =
            piece.owner * PiecePlanes::kKinds + PiecePlanes::KindOf(piece);
        planes.words[plane * words_of_plane_ + piece.cell / 64] |=
            uint64_t{1} << piece.cell % 64;
      }
    }
    return planes;
  }

  const R* rules_;
  int words_of_plane_ = 0;  // where the rules have no Planes
};

// The form of what PlaneReader reads.
template <GameRules R>
PlaneShape PlaneShapeOf(const R& rules) {
  return PlaneReader<R>(rules).Shape();
}

}  // namespace boardwalk
