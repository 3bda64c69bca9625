// What an engine gets wrong in the protocol: a walk through its commands.
//
// Example, given `const AnyGame& game`:
//
//   engine::EngineSettings settings;
//   settings.process.argv = {"python3", "bot.py"};
//   const auto steps = engine::CheckEngine(game, settings, {});
//   if (!steps.ok()) return steps.status();
//   for (const engine::CheckStep& step : *steps) {
//     if (!step.wrong.empty()) std::cout << step.what << step.wrong[0] << '\n';
//   }

#ifndef BOARDWALK_FRONTENDS_ENGINE_ENGINE_CHECK_H_
#define BOARDWALK_FRONTENDS_ENGINE_ENGINE_CHECK_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "frontends/engine/engine.h"

namespace boardwalk::engine {

struct CheckStep {
  std::string what;               // is tried, one line
  std::vector<std::string> said;  // "> " sent and "< " received, in order
  std::vector<std::string> wrong;
  // What is allowed, but not what programs expect of each other.
  std::vector<std::string> notes = {};
};

// Starts the program and takes every step, 40 at least; one that ends or does
// not answer is started again for the next one. settings.ready is how long an
// answer may take. Calls `on_step`, which may be empty, after each. An error if
// it cannot be started at all.
absl::StatusOr<std::vector<CheckStep>> CheckEngine(
    const AnyGame& game, const EngineSettings& settings,
    const std::function<void(const CheckStep&)>& on_step);

}  // namespace boardwalk::engine

#endif  // BOARDWALK_FRONTENDS_ENGINE_ENGINE_CHECK_H_
