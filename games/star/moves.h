// All moves of a seat on a star of up to size 8, as sets of cells: they are
// counted, and one is chosen, without a list of them.
//
// Example, given the pieces that may move, `const Cells<1>& movers`, where they
// may end, `const Cells<1>& targets`, `const Cells<1>& occupied`, `const
// Cells<1>& empty`, `std::vector<Slots>& list` and `Random& random`:
//
//   const MovesOf<1> moves(movers, targets, occupied, empty);
//   moves.ForEach([&list](int from, int to) { list.push_back({from, to}); });
//   if (moves.count() > 0) std::cout << moves.At(random.Below(moves.count())).to;
//
// The classes of this file share these members. The order of the moves is that
// of ForEach, and At(index) is the move with that number from 0.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "framework/bits.h"
#include "games/star/lattices.h"

namespace boardwalk::star::compact {

// Moves that lead one cell along a line, of the board or of a lattice: by line,
// word, direction, lattice and target. `slots` is kStepSlots or kJumpSlots.
template <int kWords>
class LineMoves {
 public:
  // The targets in direction `line` and in the opposite one.
  void Set(int line, int word, const Words& there, const Words& back) {
    std::memcpy(sets_ + FirstSet<kWords>(line, word, false), &there,
                sizeof(there));
    std::memcpy(sets_ + FirstSet<kWords>(line, word, true), &back,
                sizeof(back));
  }
  // REQUIRES: all sets are there.
  void Count() {
    for (const uint64_t set : sets_) count_ += std::popcount(set);
  }

  int count() const { return count_; }
  Slots At(int index, const LineSlots<kWords>& slots) const {
    for (int set = 0;; ++set) {
      const int count = std::popcount(sets_[set]);
      if (index < count) {
        const int bit = SelectBit(sets_[set], index);
        return {slots[set].from + bit, slots[set].to + bit};
      }
      index -= count;
    }
  }
  template <typename F>
  void ForEach(const LineSlots<kWords>& slots, F&& f) const {
    for (int set = 0; set < kLineSets<kWords>; ++set) {
      for (uint64_t targets = sets_[set]; targets != 0;) {
        const int bit = PopLowest(targets);
        f(slots[set].from + bit, slots[set].to + bit);
      }
    }
  }

 private:
  uint64_t sets_[kLineSets<kWords>];
  int count_ = 0;
};

// Chains where a lattice is one word: flooded piece by piece, in each round the
// next one of each lattice, or the next two. By round, lane and target.
class ChainsByPiece {
 public:
  ChainsByPiece(const Cells<1>& movers, const Cells<1>& targets,
                const Cells<1>& occupied, const Cells<1>& empty) {
    const Jumps<1, Lanes> jumps(occupied, empty);
    Words left = movers[0];
    Lanes ends;
    Spread(targets[0], ends);
    for (; Any(left); ++rounds_) {
      std::array<Lanes, 1> pieces, reached;
      TakeFirst(left, pieces[0]);
      jumps.From(pieces, reached);
      jumps.Close(reached);
      reached[0] &= ends;
      uint64_t* const to = targets_ + rounds_ * kLanes;
      std::memcpy(to, &reached, sizeof(reached));
      std::memcpy(pieces_ + rounds_ * kLanes, &pieces, sizeof(pieces));
      for (int i = 0; i < kLanes; ++i) count_ += std::popcount(to[i]);
    }
  }

  int count() const { return count_; }
  Slots At(int index) const {
    for (int set = 0;; ++set) {
      const int count = std::popcount(targets_[set]);
      if (index < count) return Chain(set, SelectBit(targets_[set], index));
      index -= count;
    }
  }
  template <typename F>
  void ForEach(F&& f) const {
    for (int set = 0; set < rounds_ * kLanes; ++set) {
      for (uint64_t targets = targets_[set]; targets != 0;) {
        const Slots chain = Chain(set, PopLowest(targets));
        f(chain.from, chain.to);
      }
    }
  }

 private:
  // All pieces on one lattice, one a round.
  static constexpr int kMaxRounds = RowsOf<1>::kMaxPieces;

  Slots Chain(int set, int bit) const {
    const int lattice = set % kLattices * 64;
    return {lattice + std::countr_zero(pieces_[set]), lattice + bit};
  }

  // By round and lane: a piece, if any, and where its chains end.
  uint64_t pieces_[kMaxRounds * kLanes];
  uint64_t targets_[kMaxRounds * kLanes];
  int rounds_ = 0;
  int count_ = 0;
};

// Chains where a lattice has more words and a seat more pieces. The empty cells
// that jumps connect are a pool, the same one for all pieces (see large.h): it
// is flooded once, and its moves are each piece beside it to each of its cells.
// Pools of one cell need no flood. The lone jumps, which lead there, come
// first; then the others by round, lattice, piece and target.
template <int kWords>
class ChainsByPool {
 public:
  using Set = Cells<kWords>;

  ChainsByPool(const Set& movers, const Set& targets, const Set& occupied,
               const Set& empty) {
    const Jumps<kWords> jumps(occupied, empty);
    Set linked, lone, landings = {};
    jumps.From(empty, linked);
    for (int i = 0; i < kWords; ++i) lone[i] = targets[i] & ~linked[i];
    FirstJumps<0>(jumps, movers, lone, landings);
    FirstJumps<1>(jumps, movers, lone, landings);
    FirstJumps<2>(jumps, movers, lone, landings);
    lone_.Count();
    count_ = lone_.count();
    for (int i = 0; i < kWords; ++i) landings[i] &= linked[i];
    for (; Any(landings); ++rounds_) {
      Set pools;
      TakeFirst<kWords>(landings, pools);
      jumps.Close(pools);
      for (int i = 0; i < kWords; ++i) landings[i] &= ~pools[i];
      AddRound(jumps, pools, movers, targets);
    }
  }

  int count() const { return count_; }
  Slots At(int index) const {
    if (index < lone_.count()) return lone_.At(index, kJumpSlots<kWords>);
    index -= lone_.count();
    const Pool* pool = pools_;
    for (; index >= pool->moves; ++pool) index -= pool->moves;
    const int at = static_cast<int>(pool - pools_);
    return {Select(pieces_, at, index / pool->cells),
            Select(cells_, at, index % pool->cells)};
  }
  template <typename F>
  void ForEach(F&& f) const {
    lone_.ForEach(kJumpSlots<kWords>, f);
    for (int pool = 0; pool < rounds_ * kLattices; ++pool) {
      if (pools_[pool].moves == 0) continue;
      ForEachSlot(pieces_, pool, [&](int from) {
        ForEachSlot(cells_, pool, [&](int to) { f(from, to); });
      });
    }
  }

 private:
  // A pool has two cells at least.
  static constexpr int kMaxRounds = RowsOf<kWords>::kMaxCells / 2;
  static constexpr int kSetWords = kWords * kLattices;

  struct Pool {
    int cells;
    int moves;
  };

  // The lone jumps along a line; and adds all landings there.
  template <int kLine>
  void FirstJumps(const Jumps<kWords>& jumps, const Set& movers,
                  const Set& lone, Set& landings) {
    for (int i = 0; i < kWords; ++i) {
      Words there, back;
      jumps.template Along<kLine>(movers, i, there, back);
      landings[i] |= there | back;
      lone_.Set(kLine, i, there & lone[i], back & lone[i]);
    }
  }

  // A pool of each lattice, where there is one.
  void AddRound(const Jumps<kWords>& jumps, const Set& pools, const Set& movers,
                const Set& targets) {
    Set pieces, cells;
    jumps.Landings(pools, pieces);  // jumps can be taken back
    for (int i = 0; i < kWords; ++i) {
      pieces[i] &= movers[i];
      cells[i] = pools[i] & targets[i];
    }
    uint64_t* const from = pieces_ + rounds_ * kSetWords;
    uint64_t* const to = cells_ + rounds_ * kSetWords;
    std::memcpy(from, &pieces, sizeof(pieces));
    std::memcpy(to, &cells, sizeof(cells));
    for (int lattice = 0; lattice < kLattices; ++lattice) {
      int piece_count = 0, cell_count = 0;
      for (int i = lattice; i < kSetWords; i += kLattices) {
        piece_count += std::popcount(from[i]);
        cell_count += std::popcount(to[i]);
      }
      const Pool pool = {cell_count, piece_count * cell_count};
      pools_[rounds_ * kLattices + lattice] = pool;
      count_ += pool.moves;
    }
  }

  // The words of a pool in one of the arrays: every fourth from here on.
  static const uint64_t* FirstWord(const uint64_t* sets, int pool) {
    return sets + pool / kLattices * kSetWords + pool % kLattices;
  }
  static int Select(const uint64_t* sets, int pool, int index) {
    const uint64_t* word = FirstWord(sets, pool);
    for (int slot = pool % kLattices * 64;; slot += kLattices * 64) {
      const int count = std::popcount(*word);
      if (index < count) return slot + SelectBit(*word, index);
      index -= count;
      word += kLattices;
    }
  }
  template <typename F>
  static void ForEachSlot(const uint64_t* sets, int pool, F&& f) {
    const uint64_t* const words = FirstWord(sets, pool);
    for (int i = 0; i < kSetWords; i += kLattices) {
      const int slot = (pool % kLattices + i) * 64;
      for (uint64_t bits = words[i]; bits != 0;) f(slot + PopLowest(bits));
    }
  }

  LineMoves<kWords> lone_;
  // By round, word and lattice: the pieces beside a pool, if any, and where in
  // it their chains may end.
  uint64_t pieces_[kMaxRounds * kSetWords];
  uint64_t cells_[kMaxRounds * kSetWords];
  Pool pools_[kMaxRounds * kLattices];
  int rounds_ = 0;
  int count_ = 0;
};

// The steps, then the chains.
template <int kWords>
class MovesOf {
 public:
  using Set = Cells<kWords>;

  MovesOf(const Set& movers, const Set& targets, const Set& occupied,
          const Set& empty)
      : chains_(movers, targets, occupied, empty) {
    AddSteps<0>(movers, targets);
    AddSteps<1>(movers, targets);
    AddSteps<2>(movers, targets);
    steps_.Count();
  }

  int count() const { return steps_.count() + chains_.count(); }
  Slots At(int index) const {
    return index < steps_.count() ? steps_.At(index, kStepSlots<kWords>)
                                  : chains_.At(index - steps_.count());
  }
  template <typename F>
  void ForEach(F&& f) const {
    steps_.ForEach(kStepSlots<kWords>, f);
    chains_.ForEach(f);
  }

 private:
  // In one word pools would save a tenth, and change the order of moves, by
  // which searches with a limit on nodes and a seed have been recorded.
  using Chains =
      std::conditional_t<kWords == 1, ChainsByPiece, ChainsByPool<kWords>>;

  template <int kLine>
  void AddSteps(const Set& movers, const Set& targets) {
    for (int word = 0; word < kWords; ++word) {
      Words there, back, near;
      StepAlong<kLine, kWords>(movers, word, there, back);
      Neighbours<kLine>(targets[word], near);
      steps_.Set(kLine, word, there & near, back & near);
    }
  }

  LineMoves<kWords> steps_;
  Chains chains_;
};

}  // namespace boardwalk::star::compact
