#include "frontends/python/game_fault.h"

#include <pybind11/pybind11.h>

#include <set>
#include <utility>

namespace boardwalk::python {
namespace {

// Both are guarded by the interpreter's lock, and never destroyed: threads of
// searches may outlive main.
std::exception_ptr& Fault() {
  static auto* const fault = new std::exception_ptr;
  return *fault;
}

std::set<std::atomic<bool>*>& Flags() {
  static auto* const flags = new std::set<std::atomic<bool>*>;
  return *flags;
}

}  // namespace

void GameFault::Keep(std::exception_ptr exception) {
  if (IsKept()) return;
  Fault() = std::move(exception);
  for (std::atomic<bool>* const flag : Flags()) *flag = true;
  kept = true;
}

void GameFault::Throw() {
  if (!IsKept()) return;
  kept = false;
  std::rethrow_exception(std::exchange(Fault(), nullptr));
}

GameFault::StopsOnFault::StopsOnFault(std::atomic<bool>& flag) : flag_(flag) {
  const pybind11::gil_scoped_acquire acquire;
  Flags().insert(&flag_);
}

GameFault::StopsOnFault::~StopsOnFault() {
  const pybind11::gil_scoped_acquire acquire;
  Flags().erase(&flag_);
}

}  // namespace boardwalk::python
