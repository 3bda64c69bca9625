// Lists of moves that the caller owns, so that generating moves never
// allocates: `State::LegalMoves(list)` appends to them.
//
// Example, given `const State& state`:
//
//   MoveListFor<State> list;
//   state.LegalMoves(list);
//   for (const State::Move move : list) std::cout << move.square;

#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

namespace boardwalk {

// At most `kCapacity` moves, on the stack; nothing is initialised until it is
// pushed. The interface is part of that of std::vector.
template <typename Move, size_t kCapacity>
class FixedMoveList {
 public:
  // REQUIRES: size() < kCapacity.
  void push_back(Move move) {
    assert(size_ < kCapacity);
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move& operator[](size_t i) { return moves_[i]; }
  const Move& operator[](size_t i) const { return moves_[i]; }
  Move* begin() { return moves_; }
  Move* end() { return moves_ + size_; }
  const Move* begin() const { return moves_; }
  const Move* end() const { return moves_ + size_; }

 private:
  size_t size_ = 0;
  union {  // so that default member initialisers of Move do not run
    Move moves_[kCapacity];
  };

 public:
  FixedMoveList() {}  // NOLINT: moves_ stays uninitialised on purpose
};

template <typename S>
concept HasMaxMoves = requires {
  S::kMaxMoves;
};

namespace internal {
template <typename S>
struct MoveListType {
  using type = std::vector<typename S::Move>;
};
template <HasMaxMoves S>
struct MoveListType<S> {
  using type =
      FixedMoveList<typename S::Move, static_cast<size_t>(S::kMaxMoves)>;
};
}  // namespace internal

// The list to use for the states `S`: on the stack where they declare
// `kMaxMoves`, else growing. Reuse growing ones.
template <typename S>
using MoveListFor = typename internal::MoveListType<S>::type;

}  // namespace boardwalk
