#include "frontends/web/rooms/timer.h"

#include <utility>

namespace boardwalk::web {

void Timer::Stop() {
  {
    const MutexLock lock(&mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  if (thread_.joinable()) thread_.join();
}

void Timer::At(Time time, std::function<void()> call) {
  const MutexLock lock(&mutex_);
  const auto added = calls_.emplace(time, std::move(call));
  if (added == calls_.begin()) changed_.NotifyAll();
}

void Timer::Run() {
  for (;;) {
    std::function<void()> call;
    {
      const MutexLock lock(&mutex_);
      while (!ending_) {
        const Time now = std::chrono::steady_clock::now();
        if (calls_.empty()) {
          changed_.Wait(&mutex_);
        } else if (calls_.begin()->first > now) {
          changed_.WaitFor(&mutex_, calls_.begin()->first - now);
        } else {
          break;
        }
      }
      if (ending_) return;
      call = std::move(calls_.begin()->second);
      calls_.erase(calls_.begin());
    }
    call();
  }
}

}  // namespace boardwalk::web
