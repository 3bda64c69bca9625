// What goes wrong in a game that is written in Python, while a search runs.

#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace boardwalk::python {

// An exception of one game. A search cannot pass it on: it runs in threads of
// its own. So the first one is kept, the game ends for all searches, and every
// call of Python that is using the game raises it. Used with the interpreter's
// lock, but for IsKept.
class GameFault {
 public:
  // Keeps the exception that is being handled, unless there is one.
  void Keep();
  bool IsKept() const { return kept_.load(std::memory_order_relaxed); }

 private:
  friend class GameCall;

  std::atomic<bool> kept_ = false;
  pybind11::object exception_;
  int calls_ = 0;  // that use the game; the last one to end forgets the fault
  std::map<const void*, std::function<void()>> listeners_;
};

// A call of Python that uses games, as long as it lives. Made and destroyed
// with the interpreter's lock held.
class GameCall {
 public:
  explicit GameCall(std::vector<std::shared_ptr<GameFault>> faults);
  ~GameCall();
  GameCall(const GameCall&) = delete;
  GameCall& operator=(const GameCall&) = delete;

  // Thread-safe: whether one of the games is at fault.
  bool IsFaulty() const;
  // Calls `stop` at a fault, before the game ends. Takes the lock by itself.
  void OnFault(const std::function<void()>& stop);
  // Throws the fault, if there is one.
  void Throw() const;

 private:
  const std::vector<std::shared_ptr<GameFault>> faults_;
};

}  // namespace boardwalk::python
