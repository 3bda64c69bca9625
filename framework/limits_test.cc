#include "framework/limits.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>

#include "framework/testing/walk.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using testing_games::ManualClock;
using namespace std::chrono_literals;

// Works until the budget is exhausted, `unit` of time for each unit of work.
int64_t Work(Budget& budget, ManualClock& clock,
             std::chrono::nanoseconds unit) {
  while (!budget.Exhausted()) {
    clock.Advance(unit);
    budget.Spend();
  }
  return budget.spent();
}

TEST(LimitsTest, TighterTakesTheTighterOfEach) {
  ManualClock clock;
  std::atomic<bool> stop{false}, done{false};
  const Limits own = {.time = 2s, .nodes = 10, .depth = 4};
  const Limits outer = {.time = 1s,
                        .playouts = 7,
                        .depth = 9,
                        .clock = &clock,
                        .stop = &stop,
                        .done = &done};
  const Limits both = Tighter(own, outer);
  EXPECT_EQ(both.time, 1s);
  EXPECT_EQ(both.nodes, 10);
  EXPECT_EQ(both.playouts, 7);
  EXPECT_EQ(both.depth, 4);
  EXPECT_EQ(both.clock, &clock);
  EXPECT_EQ(both.stop, &stop);
  EXPECT_EQ(both.done, &done);
  EXPECT_EQ(Tighter(outer, own).clock, &clock);
  EXPECT_FALSE(Tighter({}, {}).time.has_value());
}

TEST(LimitsTest, AreReadFromParameters) {
  const auto parameters = Parameters::Parse(
      "player", {kTimeParameter, kNodesParameter, kDepthParameter},
      {{"time", "1.5s"}, {"nodes", "1e6"}});
  ASSERT_TRUE(parameters.ok()) << parameters.status();
  const Limits limits = LimitsFrom(*parameters);
  EXPECT_EQ(limits.time, 1500ms);
  EXPECT_EQ(limits.nodes, 1'000'000);
  EXPECT_FALSE(limits.depth.has_value());
  EXPECT_FALSE(limits.playouts.has_value());
}

TEST(BudgetTest, UnitsAreSpentExactly) {
  ManualClock clock;
  for (const int64_t units : {0, 1, 2, 3, 7, 1000, 65'537, 200'000}) {
    Budget budget({.clock = &clock}, units);
    EXPECT_EQ(Work(budget, clock, 0ns), units);
    EXPECT_TRUE(budget.Exhausted());
  }
}

TEST(BudgetTest, TimeIsKeptWhateverAUnitCosts) {
  for (const auto unit : {10ns, 1000ns, 100'000ns, 3'000'000ns}) {
    ManualClock clock;
    Budget budget({.time = 10ms, .clock = &clock}, std::nullopt);
    Work(budget, clock, unit);
    EXPECT_GE(budget.Elapsed(), 10ms);
    EXPECT_LE(budget.Elapsed(),
              10ms + std::max<std::chrono::nanoseconds>(unit, 500us));
    EXPECT_DOUBLE_EQ(budget.Seconds(),
                     std::chrono::duration<double>(budget.Elapsed()).count());
  }
}

TEST(BudgetTest, UnitsThatSuddenlyCostMoreAreNoticed) {
  ManualClock clock;
  Budget budget({.time = 16ms, .clock = &clock}, std::nullopt);
  for (int i = 0; i < 100'000 && !budget.Exhausted(); ++i) {
    clock.Advance(100ns);
    budget.Spend();
  }
  ASSERT_EQ(budget.Elapsed(), 10ms);
  // The interval of the cheap ones, some 500, is served to its end; then it
  // knows.
  while (budget.UntilCheck() > 1) {
    clock.Advance(10us);
    budget.Spend();
  }
  clock.Advance(10us);
  budget.Spend();
  ASSERT_FALSE(budget.Exhausted());
  EXPECT_LE(budget.UntilCheck(), 100);
  Work(budget, clock, 10us);
  EXPECT_LE(budget.Elapsed(), 16ms + 200us);
}

// Every so often a unit costs a thousand times the others. None of them hides
// the deadline for longer than itself and the usual interval.
TEST(BudgetTest, DearUnitsAmongCheapOnesDoNotMakeItLate) {
  for (const auto time : {1ms, 3ms, 10ms}) {
    ManualClock clock;
    Budget budget({.time = time, .clock = &clock}, std::nullopt);
    for (int i = 0; !budget.Exhausted(); ++i) {
      clock.Advance(i % 1000 == 999 ? 100us : 100ns);
      budget.Spend();
    }
    EXPECT_LE(budget.Elapsed(), time + 300us);
  }
}

TEST(BudgetTest, ToilCountsForTheNextLookAndForNoLimit) {
  ManualClock clock;
  Budget counted({.clock = &clock}, 10);
  counted.ChargeOverhead(1000);
  EXPECT_FALSE(counted.Exhausted());
  EXPECT_EQ(counted.spent(), 0);
  EXPECT_EQ(Work(counted, clock, 0ns), 10);

  Budget timed({.time = 10ms, .clock = &clock}, std::nullopt);
  for (int i = 0; i < 1000 && !timed.Exhausted(); ++i) {
    clock.Advance(1us);
    timed.Spend();
  }
  // One unit, and with it work like that of ten thousand.
  for (int i = 0; i < 10'000 && !timed.Exhausted(); ++i) {
    const int64_t piece = timed.UntilCheck();
    clock.Advance(piece * 1us);
    timed.ChargeOverhead(piece);
  }
  EXPECT_TRUE(timed.Exhausted());
  EXPECT_LE(timed.Elapsed(), 10ms + 200us);
  EXPECT_GE(timed.UntilCheck(), 1);
}

TEST(BudgetTest, NoTimeAtAllIsExhaustedAtOnce) {
  ManualClock clock;
  Budget budget({.time = 0ns, .clock = &clock}, std::nullopt);
  EXPECT_TRUE(budget.Exhausted());
  EXPECT_EQ(budget.spent(), 0);
}

TEST(BudgetTest, AStopIsSeenAndFinal) {
  ManualClock clock;
  std::atomic<bool> stop{false};
  Budget budget({.clock = &clock, .stop = &stop}, std::nullopt);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_FALSE(budget.Exhausted());
    clock.Advance(100us);
    budget.Spend();
  }
  stop = true;
  for (int i = 0; i < 8; ++i) budget.Spend();
  EXPECT_TRUE(budget.Exhausted());
  stop = false;
  EXPECT_TRUE(budget.Exhausted());
}

TEST(BudgetTest, WhatAnotherThreadHasDoneStopsItToo) {
  ManualClock clock;
  std::atomic<bool> stop{false}, done{false};
  Budget budget({.clock = &clock, .stop = &stop, .done = &done}, std::nullopt);
  ASSERT_FALSE(budget.Exhausted());
  done = true;
  for (int i = 0; i < 8; ++i) budget.Spend();
  EXPECT_TRUE(budget.Exhausted());
}

TEST(ClockTest, ClocksDoNotGoBack) {
  for (const Clock* clock : {&WallClock(), &ThreadCpuClock()}) {
    const auto before = clock->Now();
    double sink = 0;
    for (int i = 0; i < 100'000; ++i) sink += i;
    EXPECT_GT(sink, 0);
    EXPECT_GE(clock->Now(), before);
  }
}

}  // namespace
}  // namespace boardwalk
