#include "frontends/engine/engine_check.h"

#include <chrono>
#include <string>
#include <vector>

#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::engine {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using namespace std::chrono_literals;

const char* const kFake = BOARDWALK_BINARY_DIR "/bin/fake_engine";
const char* const kProgram = BOARDWALK_BINARY_DIR "/bin/boardwalk";

std::vector<CheckStep> Check(const std::vector<std::string>& argv,
                             const std::string& game_name,
                             std::chrono::nanoseconds ready) {
  const auto game = AllGames()->MakeGame(game_name).value();
  EngineSettings settings;
  settings.process.argv = argv;
  settings.ready = ready;
  std::vector<std::string> told;
  const auto steps = CheckEngine(*game, settings, [&](const CheckStep& step) {
    told.push_back(step.what);
  });
  EXPECT_TRUE(steps.ok()) << steps.status();
  EXPECT_EQ(told.size(), steps->size());
  EXPECT_GE(steps->size(), 40u);
  return *steps;
}

// The first thing that is wrong in each step, after the step.
std::vector<std::string> Wrong(const std::vector<CheckStep>& steps) {
  std::vector<std::string> wrong;
  for (const CheckStep& step : steps) {
    if (!step.wrong.empty()) {
      wrong.push_back(step.what + ": " + step.wrong[0]);
    }
  }
  return wrong;
}

TEST(EngineCheckTest, OurProgramMakesNoMistake) {
  EXPECT_THAT(Wrong(Check({kProgram, "ugi", "onejump", "--player", "random"},
                          "onejump", 5s)),
              IsEmpty());
  EXPECT_THAT(
      Wrong(Check({kProgram, "ugi", "teeko", "--player", "mcts:playouts=10"},
                  "star:size=3,players=3", 5s)),
      IsEmpty());
}

TEST(EngineCheckTest, AProgramThatAsksForTheMovesMakesNone) {
  const auto steps = Check({kFake, "play"}, "teeko", 5s);
  EXPECT_THAT(Wrong(steps), IsEmpty());
  // In order: what was sent and what came back.
  EXPECT_EQ(steps[0].what, "introduces itself after ugi");
  EXPECT_THAT(steps[0].said,
              ElementsAre("> ugi", "< id name Fake play", "< id author Nobody",
                          "< option name Game type string default none",
                          "< option name Level type spin default 1 min 0 max 9",
                          "< ugiok"));
  for (const CheckStep& step : steps) {
    if (step.what != "thinks for nodes 100") continue;
    EXPECT_THAT(step.said,
                ElementsAre("> position startpos", "> go nodes 100",
                            "< query legalmoves",
                            "> response 1 10 11 12 13 14 15 16 2 3 4 5 6 7 8 9",
                            "< bestmove 1"));
  }
}

// What is wrong with a program that goes astray in this way.
std::vector<std::string> WrongIn(const std::string& how) {
  return Wrong(Check({kFake, how}, "teeko", 200ms));
}

TEST(EngineCheckTest, MistakesAreTold) {
  EXPECT_THAT(
      WrongIn("illegal"),
      Contains(HasSubstr("thinks for movetime 100: 'zz99' is not legal")));
  EXPECT_THAT(WrongIn("nomove"),
              Contains("thinks for nodes 1: bestmove has no move"));
  EXPECT_THAT(WrongIn("crash"),
              Contains("thinks after one move: signal 6 (Aborted); its last "
                       "words: fatal: out of ideas"));
  EXPECT_THAT(WrongIn("stall"),
              Contains("thinks for depth 1: no bestmove within 200ms"));
  EXPECT_THAT(WrongIn("endless"),
              Contains(HasSubstr("thinks for depth 1: it writes without end")));
  EXPECT_THAT(WrongIn("chat"),
              Contains(HasSubstr("writes info that can be read: illegal moves "
                                 "in 'info depth 3")));
  EXPECT_THAT(
      WrongIn("twice"),
      Contains(HasSubstr("answers one search once: it wrote 'bestmove")));
}

TEST(EngineCheckTest, AProgramThatNeverSpeaksIsWrongInEachStep) {
  const auto steps = Check({kFake, "mute"}, "teeko", 100ms);
  EXPECT_EQ(Wrong(steps).size(), steps.size());
  EXPECT_EQ(Wrong(steps)[0],
            "introduces itself after ugi: no ugiok within 100ms");
}

TEST(EngineCheckTest, WhatCannotBeStartedIsAnError) {
  const auto game = AllGames()->MakeGame("teeko").value();
  EngineSettings settings;
  settings.process.argv = {"nosuchprogram"};
  EXPECT_THAT(CheckEngine(*game, settings, {}).status().message(),
              HasSubstr("no program 'nosuchprogram'"));
}

}  // namespace
}  // namespace boardwalk::engine
