// Measures generic code against a yardstick written by hand for one game.
// Slices of both alternate in one run, so that other load slows both equally.

#pragma once

#include <benchmark/benchmark.h>

#include <chrono>

#include "framework/clock.h"

namespace boardwalk::bench {

// Each iteration of `state` runs one slice of `ours` and one of `yardstick`.
// Both work for some tens of milliseconds and return the number of units
// (moves, leaves). Reports both rates per second of CPU time and their ratio.
template <typename Ours, typename Yardstick>
void SideBySide(benchmark::State& state, Ours&& ours, Yardstick&& yardstick) {
  const Clock& clock = ThreadCpuClock();
  double our_units = 0, yardstick_units = 0;
  std::chrono::nanoseconds our_time{0}, yardstick_time{0};
  ours();  // warm-up
  yardstick();
  for (auto _ : state) {
    const auto start = clock.Now();
    our_units += static_cast<double>(ours());
    const auto middle = clock.Now();
    yardstick_units += static_cast<double>(yardstick());
    our_time += middle - start;
    yardstick_time += clock.Now() - middle;
  }
  const auto rate = [](double units, std::chrono::nanoseconds time) {
    return units / std::chrono::duration<double>(time).count();
  };
  const double our_rate = rate(our_units, our_time);
  const double yardstick_rate = rate(yardstick_units, yardstick_time);
  state.counters["ours/s"] = our_rate;
  state.counters["yardstick/s"] = yardstick_rate;
  state.counters["ratio"] = our_rate / yardstick_rate;
}

}  // namespace boardwalk::bench
