// A share of the memory that several may have parts of. Thread-safe.
//
// Example:
//
//   web::MemoryShare share(1 << 30);
//   if (share.Take(1 << 20)) { /* use it */ share.Give(1 << 20); }

#pragma once

#include <atomic>
#include <cstddef>

namespace boardwalk::web {

class MemoryShare {
 public:
  explicit MemoryShare(size_t bytes) : bytes_(bytes) {}
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;

  // False, and nothing is taken, where there is not so much left.
  bool Take(size_t bytes) {
    size_t taken = taken_.load();
    do {
      if (bytes > bytes_ - taken) return false;
    } while (!taken_.compare_exchange_weak(taken, taken + bytes));
    return true;
  }
  // REQUIRES: it was taken.
  void Give(size_t bytes) { taken_ -= bytes; }
  size_t taken() const { return taken_; }

 private:
  const size_t bytes_;
  std::atomic<size_t> taken_{0};
};

}  // namespace boardwalk::web
