// The clocks that measure thinking time: wall time where a person waits, CPU
// time in matches, so that a busy machine costs nobody the game. Tests have one
// that they move by hand. How much of a clock one move may use: match.h.

#pragma once

#include <chrono>

namespace boardwalk {

// A move that is this late is still in time.
inline constexpr std::chrono::nanoseconds kTimeGrace =
    std::chrono::milliseconds(50);

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  // Time since some fixed moment; never goes back.
  virtual std::chrono::nanoseconds Now() const = 0;
};

// Real time.
const Clock& WallClock();

// CPU time of the calling thread. The thread that works must read it.
const Clock& ThreadCpuClock();

// CPU time of all threads of the process: for a player with several threads,
// while nothing else runs beside it.
const Clock& ProcessCpuClock();

}  // namespace boardwalk
