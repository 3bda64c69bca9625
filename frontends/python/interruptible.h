// Work that Ctrl-C can stop.

#pragma once

#include <chrono>
#include <future>

#include "absl/functional/function_ref.h"

namespace boardwalk::python {

// Returns what `work` does, in another thread. In the calling one it asks
// `interrupted` some 20 times a second and calls `stop` when that is so, which
// must make `work` return soon.
template <typename Work>
auto RunInterruptibly(Work work, absl::FunctionRef<bool()> interrupted,
                      absl::FunctionRef<void()> stop) {
  constexpr auto kPause = std::chrono::milliseconds(50);
  auto result = std::async(std::launch::async, work);
  while (result.wait_for(kPause) == std::future_status::timeout) {
    if (interrupted()) stop();
  }
  return result.get();
}

}  // namespace boardwalk::python
