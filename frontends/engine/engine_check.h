// Checks how an engine follows the protocol, command by command.
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

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "frontends/engine/engine.h"

namespace boardwalk::engine {

struct CheckStep {
  std::string what;               // the step in one line
  std::vector<std::string> said;  // "> " sent and "< " received, in order
  std::vector<std::string> wrong;
  // Allowed, but unusual.
  std::vector<std::string> notes = {};
};

// Starts the program and performs all steps, at least 40. A program that ends
// or does not answer within settings.ready is started again for the next step.
// Calls `on_step`, which may be empty, after each step. An error if the program
// cannot be started.
absl::StatusOr<std::vector<CheckStep>> CheckEngine(
    const AnyGame& game, const EngineSettings& settings,
    const std::function<void(const CheckStep&)>& on_step);

}  // namespace boardwalk::engine
