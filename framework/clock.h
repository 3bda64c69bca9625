// Where a player's time comes from: wall time where a person waits, CPU time in
// matches so that a busy machine costs nobody the game, a clock moved by hand
// in tests.

#ifndef BOARDWALK_FRAMEWORK_CLOCK_H_
#define BOARDWALK_FRAMEWORK_CLOCK_H_

#include <chrono>

namespace boardwalk {

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  // Time since some fixed moment; never goes back.
  virtual std::chrono::nanoseconds Now() const = 0;
};

// Time that passes in the world.
const Clock& WallClock();

// CPU time of the calling thread: to be read by the thread that works.
const Clock& ThreadCpuClock();

// CPU time of all threads of the process: what a player with threads of its own
// uses, as long as nothing else runs beside it.
const Clock& ProcessCpuClock();

}  // namespace boardwalk

#endif  // BOARDWALK_FRAMEWORK_CLOCK_H_
