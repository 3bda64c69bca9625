// What goes wrong in a game that is written in Python, while a search runs.

#pragma once

#include <atomic>
#include <exception>

namespace boardwalk::python {

// A search cannot pass an exception on: it runs in threads of its own. So the
// first one is kept here, the game ends for the search, and the call of Python
// that started the search raises it. One for all games; an exception belongs to
// the call that is the first to end.
class GameFault {
 public:
  // Keeps `exception` unless there is one, and sets the flags of StopsOnFault.
  // REQUIRES: the interpreter's lock is held.
  static void Keep(std::exception_ptr exception);
  // Whether there is one.
  static bool IsKept() { return kept.load(std::memory_order_relaxed); }
  // Throws it, once. REQUIRES: the interpreter's lock is held.
  static void Throw();

  // As long as it lives, a fault sets `flag`, before the game ends.
  class StopsOnFault {
   public:
    explicit StopsOnFault(std::atomic<bool>& flag);
    ~StopsOnFault();
    StopsOnFault(const StopsOnFault&) = delete;
    StopsOnFault& operator=(const StopsOnFault&) = delete;

   private:
    std::atomic<bool>& flag_;
  };

 private:
  static inline std::atomic<bool> kept = false;
};

}  // namespace boardwalk::python
