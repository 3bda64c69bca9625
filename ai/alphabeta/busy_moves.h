// The moves that the threads of a search are following at this moment. A thread
// takes those of another last: by then the transposition table mostly knows
// their value, and meanwhile both have done different work (ABDADA, Weill 1996,
// in the form that needs nothing in the table itself, Kerrigan 2016).
//
// Threads share it without a lock; it only advises, so a mark that is lost or
// comes late does no harm.

#ifndef BOARDWALK_AI_ALPHABETA_BUSY_MOVES_H_
#define BOARDWALK_AI_ALPHABETA_BUSY_MOVES_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace boardwalk::ai {

class BusyMoves {
 public:
  // Names a move of a node, whose hash is well mixed. Those of one node stand
  // in one line of the cache, as another thread's mark has to be fetched from
  // its core: so it is once a node, and not once a move.
  static uint64_t Key(uint64_t node, size_t index) {
    return node ^ index * kLines;
  }

  // Marks a move as long as it lives; nothing where `busy` is null.
  class Mark {
   public:
    Mark(BusyMoves* busy, uint64_t key)
        : place_(busy == nullptr ? nullptr : &busy->PlaceFor(key)), key_(key) {
      if (place_ != nullptr) place_->store(key, std::memory_order_relaxed);
    }
    ~Mark() {
      if (place_ == nullptr) return;
      // Unless another mark has taken the place.
      uint64_t own = key_;
      place_->compare_exchange_strong(own, 0, std::memory_order_relaxed);
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

   private:
    std::atomic<uint64_t>* const place_;
    const uint64_t key_;
  };

  // Of a key of 0, which is one hash in 2^64, nearly always.
  bool Has(uint64_t key) const {
    bool has = false;
    for (const auto& place : lines_[key % kLines].places) {
      has |= place.load(std::memory_order_relaxed) == key;
    }
    return has;
  }

 private:
  static constexpr size_t kLineBytes = 64;
  struct alignas(kLineBytes) Line {
    std::array<std::atomic<uint64_t>, kLineBytes / sizeof(uint64_t)> places;
  };

  // A free one; if there is none, one that is taken.
  std::atomic<uint64_t>& PlaceFor(uint64_t key) {
    auto& places = lines_[key % kLines].places;
    for (auto& place : places) {
      if (place.load(std::memory_order_relaxed) == 0) return place;
    }
    return places[key / kLines % places.size()];
  }

  // Each thread marks a few dozen moves at a time.
  static constexpr size_t kLines = 1 << 9;
  std::array<Line, kLines> lines_{};
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_BUSY_MOVES_H_
