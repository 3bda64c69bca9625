#include "framework/limits.h"

#include <algorithm>
#include <limits>

namespace boardwalk {
namespace {

// Long compared with reading a clock, which may take a third of a microsecond.
// Short compared with what people or matches notice, even when the next units
// cost many times what the last ones did.
constexpr std::chrono::nanoseconds kCheckEvery = std::chrono::microseconds(100);
constexpr int64_t kMaxUnitsBetweenChecks = 4096;

template <typename T>
std::optional<T> Smaller(const std::optional<T>& a, const std::optional<T>& b) {
  if (!a.has_value()) return b;
  if (!b.has_value()) return a;
  return std::min(*a, *b);
}

const Clock& ClockOf(const Limits& limits) {
  return limits.clock != nullptr ? *limits.clock : WallClock();
}

}  // namespace

Limits Tighter(const Limits& own, const Limits& outer) {
  Limits limits;
  limits.time = Smaller(own.time, outer.time);
  limits.nodes = Smaller(own.nodes, outer.nodes);
  limits.playouts = Smaller(own.playouts, outer.playouts);
  limits.depth = Smaller(own.depth, outer.depth);
  limits.clock = outer.clock != nullptr ? outer.clock : own.clock;
  limits.stop = outer.stop != nullptr ? outer.stop : own.stop;
  limits.done = outer.done != nullptr ? outer.done : own.done;
  return limits;
}

Limits LimitsFrom(const Parameters& parameters) {
  Limits limits;
  if (parameters.Has("time")) limits.time = parameters.Duration("time");
  if (parameters.Has("nodes")) limits.nodes = parameters.Int("nodes");
  if (parameters.Has("depth")) limits.depth = parameters.Int("depth");
  if (parameters.Has("playouts")) limits.playouts = parameters.Int("playouts");
  return limits;
}

Budget::Budget(const Limits& limits, std::optional<int64_t> units)
    : limits_(limits),
      clock_(ClockOf(limits)),
      start_(clock_.Now()),
      units_(units.value_or(std::numeric_limits<int64_t>::max())),
      last_check_(start_) {}

bool Budget::Check() {
  if (exhausted_) return true;
  const std::chrono::nanoseconds now = clock_.Now();
  exhausted_ = spent_ >= units_ || limits_.StopRequested() ||
               (limits_.time.has_value() && now - start_ >= *limits_.time);
  if (exhausted_) return true;
  // The cost of a unit differs by game and by phase. After a late check the
  // interval shrinks at once, in proportion; it only grows by doubling.
  const std::chrono::nanoseconds since = now - last_check_;
  if (since > kCheckEvery) {
    const auto done = static_cast<double>(spent_ + overhead_ - last_work_);
    interval_ = std::clamp<int64_t>(
        static_cast<int64_t>(done * static_cast<double>(kCheckEvery.count()) /
                             static_cast<double>(since.count())),
        1, interval_);
  } else if (since < kCheckEvery / 2) {
    interval_ = std::min(interval_ * 2, kMaxUnitsBetweenChecks);
  }
  last_check_ = now;
  last_work_ = spent_ + overhead_;
  next_check_ = last_work_ + interval_;
  return false;
}

}  // namespace boardwalk
