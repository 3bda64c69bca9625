// How long a player may think: the limits of a search, and the budget that
// tells it when to stop.
//
// Example, given `void VisitNode();` and `const Limits& limits`:
//
//   Budget budget(limits, limits.nodes);
//   while (!budget.Exhausted()) {
//     VisitNode();
//     budget.Spend();
//   }

#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "framework/clock.h"
#include "framework/parameters.h"

namespace boardwalk {

// Limits for one move. Unset ones do not bind.
struct Limits {
  std::optional<std::chrono::nanoseconds> time = {};
  std::optional<int64_t> nodes = {};     // positions visited by a tree search
  std::optional<int64_t> playouts = {};  // by a Monte-Carlo search
  std::optional<int64_t> depth = {};     // plies of iterative deepening
  // The clock that measures `time`; the wall clock where null.
  const Clock* clock = nullptr;
  // Anybody (a signal handler, another thread) sets it to get an answer at
  // once. May be null. Must outlive the search.
  const std::atomic<bool>* stop = nullptr;
  // The same, set by another thread of the same search that has the answer.
  const std::atomic<bool>* done = nullptr;

  bool operator==(const Limits&) const = default;

  bool StopRequested() const {
    for (const std::atomic<bool>* flag : {stop, done}) {
      if (flag != nullptr && flag->load(std::memory_order_relaxed)) return true;
    }
    return false;
  }
};

// What a player gets for a move where nothing limits it.
inline constexpr std::chrono::nanoseconds kUsualMoveTime =
    std::chrono::seconds(1);

// The tighter of each limit; the clock and the flags of `outer` where it has
// them, else those of `own`.
Limits Tighter(const Limits& own, const Limits& outer);

// The limits as parameters of a player, and the limits that they set.
inline constexpr ParameterSpec kTimeParameter = OptionalDurationParameter(
    "time", {std::chrono::microseconds(1), std::chrono::hours(24)},
    "thinking time a move");
inline constexpr ParameterSpec kNodesParameter = OptionalIntParameter(
    "nodes", {1, 1'000'000'000'000}, "positions visited a move");
inline constexpr int64_t kMaxDepth = 200;
inline constexpr ParameterSpec kDepthParameter =
    OptionalIntParameter("depth", {1, kMaxDepth}, "plies searched");
inline constexpr ParameterSpec kPlayoutsParameter =
    OptionalIntParameter("playouts", {1, 1'000'000'000'000}, "playouts a move");
Limits LimitsFrom(const Parameters& parameters);

// Counts units of work (nodes or playouts) against a limit, and checks the
// clock and the flags about every tenth of a millisecond. It measures what a
// unit costs. Expensive work that is no unit (generating thousands of moves,
// the plies of a playout) is charged by `ChargeOverhead`, so that the next
// check is not late. Not thread-safe.
class Budget {
 public:
  // `units` limits the units that are counted; unset for no limit.
  Budget(const Limits& limits, std::optional<int64_t> units);

  // Counts one unit.
  void Spend() { ++spent_; }
  int64_t spent() const { return spent_; }

  // Charges work that takes about the time of `like_units` units but counts
  // against no limit. It only brings the next check forward.
  void ChargeOverhead(int64_t like_units) { overhead_ += like_units; }
  // How much work, units and overhead, is left before the next check; at least
  // 1. A long step is done in pieces of this size, with `Exhausted` after each.
  int64_t UntilCheck() const {
    return std::max<int64_t>(next_check_ - spent_ - overhead_, 1);
  }

  // Whether to stop. Cheap: the clock is read only now and then. Stays true.
  bool Exhausted() {
    if (spent_ < units_ && spent_ + overhead_ < next_check_) [[likely]] {
      return false;
    }
    return Check();
  }

  // Time since the budget was made.
  std::chrono::nanoseconds Elapsed() const { return clock_.Now() - start_; }
  double Seconds() const {
    return std::chrono::duration<double>(Elapsed()).count();
  }

 private:
  bool Check();

  const Limits limits_;
  const Clock& clock_;
  const std::chrono::nanoseconds start_;
  const int64_t units_;
  std::chrono::nanoseconds last_check_;
  int64_t spent_ = 0;
  int64_t overhead_ = 0;
  // Units and overhead together: at the last check, from one check to the next,
  // and at the next check.
  int64_t last_work_ = 0;
  int64_t interval_ = 1;
  int64_t next_check_ = 0;
  bool exhausted_ = false;
};

}  // namespace boardwalk
