#include "framework/clock.h"

#include <ctime>

namespace boardwalk {
namespace {

class PosixClock : public Clock {
 public:
  explicit PosixClock(clockid_t id) : id_(id) {}
  std::chrono::nanoseconds Now() const override {
    timespec now{};
    clock_gettime(id_, &now);
    return std::chrono::seconds(now.tv_sec) +
           std::chrono::nanoseconds(now.tv_nsec);
  }

 private:
  clockid_t id_;
};

}  // namespace

const Clock& WallClock() {
  static const PosixClock clock(CLOCK_MONOTONIC);
  return clock;
}

const Clock& ThreadCpuClock() {
  static const PosixClock clock(CLOCK_THREAD_CPUTIME_ID);
  return clock;
}

const Clock& ProcessCpuClock() {
  static const PosixClock clock(CLOCK_PROCESS_CPUTIME_ID);
  return clock;
}

}  // namespace boardwalk
