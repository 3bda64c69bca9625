// Libraries that the loader must refuse, and one whose player never answers.
// BOARDWALK_FAULT says what is wrong with this one.

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "ai/random/random_player.h"
#include "framework/plugin.h"
#include "framework/testing/walk.h"

// The build defines it; tools that read this file by itself see a sound one.
#ifndef BOARDWALK_FAULT
#define BOARDWALK_FAULT 8
#endif

namespace boardwalk {
namespace {

enum Fault {
  kNoEntry,
  kVersion,
  kBuild,
  kThrows,
  kCrashes,
  kExits,
  kEmpty,
  kTwice,
  kNone,
  kThrowsNumber,
  kStartsProcess,
  kOwnPlayers,
  kStubborn,
  kHangs
};

[[maybe_unused]] void Add(PluginContents& contents) {
  if (BOARDWALK_FAULT == kThrows) throw std::runtime_error("no memory");
  if (BOARDWALK_FAULT == kThrowsNumber) throw 5;  // NOLINT
  if (BOARDWALK_FAULT == kCrashes) std::abort();
  // Only where it is tried, not in the test itself.
  const char* test = std::getenv("BOARDWALK_TEST_PROCESS");
  if (BOARDWALK_FAULT == kStartsProcess && test != nullptr &&
      std::to_string(getpid()) != test && fork() == 0) {
    sleep(20);
    _exit(0);
  }
  if (BOARDWALK_FAULT == kHangs) {
    // A letter for each time that it is tried.
    const char* tries = std::getenv("BOARDWALK_TEST_TRIES");
    if (tries != nullptr) std::ofstream(tries, std::ios::app) << 'x';
    // As somebody who builds the file again meanwhile.
    const char* changed = std::getenv("BOARDWALK_TEST_CHANGED");
    if (changed != nullptr) std::ofstream(changed, std::ios::app) << 'x';
    for (;;) pause();
  }
  if (BOARDWALK_FAULT == kExits) std::exit(0);
  if (BOARDWALK_FAULT == kEmpty) return;
  using testing_games::WalkRules;
  const int times = BOARDWALK_FAULT == kTwice ? 2 : 1;
  for (int i = 0; i < times; ++i) {
    auto random = ai::RandomPlayer<WalkRules>::Binding();
    auto mine = random;
    mine.info.id = "mine";
    if (BOARDWALK_FAULT == kStubborn) {
      mine.make =
          [](const WalkRules&,
             const Parameters&) -> absl::StatusOr<std::unique_ptr<Player>> {
        static const std::atomic<bool> never{false};
        return std::make_unique<testing_games::StubbornPlayer>(never,
                                                               /*obeys=*/false);
      };
    }
    contents.games.push_back(
        BOARDWALK_FAULT >= kOwnPlayers
            ? MakePlugin<WalkRules>({std::move(random), std::move(mine)})
            : MakePlugin<WalkRules>({}));
  }
  if (BOARDWALK_FAULT >= kOwnPlayers) return;
  contents.players.push_back(
      BindPlayer({"walk"}, ai::RandomPlayer<WalkRules>::Binding()));
}

}  // namespace
}  // namespace boardwalk

#if BOARDWALK_FAULT != 0
extern "C" __attribute__((visibility("default"))) const boardwalk::PluginEntry*
boardwalk_plugin() {
  using namespace boardwalk;  // NOLINT
  static const std::string build =
      BOARDWALK_FAULT == kBuild ? "boardwalk 9, g++ 3" : PluginBuild();
  static const PluginEntry entry = {
      BOARDWALK_FAULT == kVersion ? kPluginVersion + 1 : kPluginVersion,
      build.c_str(), Add};
  return &entry;
}
#endif
