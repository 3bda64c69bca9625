// Each golden transcript was reasoned out from the rules by a second program,
// which shares nothing with this one; document0 to 8 are the published ones.

#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "frontends/classic/classic.h"
#include "frontends/classic/transcript_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::classic {
namespace {

constexpr Goldens kGoldens("onejump");

Outcome Play(const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  const int status = RunOnejump(in, out);
  return {status, out.str(), ""};
}

class OnejumpGoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(OnejumpGoldenTest, TranscriptIsExact) {
  const std::string expected = kGoldens.Contents(GetParam() + ".out");
  const Outcome outcome = Play(kGoldens.Contents(GetParam() + ".in"));
  EXPECT_EQ(outcome.out, expected);
  EXPECT_EQ(outcome.status, absl::StrContains(expected, "ERROR: ") ? 1 : 0);
}

INSTANTIATE_TEST_SUITE_P(All, OnejumpGoldenTest,
                         testing::ValuesIn(kGoldens.Names()),
                         [](const auto& golden) { return golden.param; });

TEST(OnejumpClassicTest, ALineThatBeginsWithManyBlanksIsNotBlank) {
  const Outcome bad = Play(std::string(20, ' ') + "A3-B4\n");
  EXPECT_EQ(bad.status, 1);
  EXPECT_TRUE(absl::StrContains(bad.out, "ERROR: Illegal action."));
  // One of nothing but blanks is skipped, however long it is.
  const Outcome blank = Play(std::string(100, ' ') + "\r\nA\n");
  EXPECT_EQ(blank.out, Play("A\n").out);
}

TEST(OnejumpClassicTest, GoldensAreThere) {
  EXPECT_GE(kGoldens.Names().size(), 33u);
}

// One bad line after the opening, and the error that it deserves: 1 to 6.
TEST(OnejumpClassicTest, TheFirstErrorThatApplies) {
  constexpr const char* kErrors[] = {
      "Source cell is outside of the board.",
      "Target cell is outside of the board.",
      "Source cell is empty.",
      "Target cell is not empty.",
      "Source cell holds opponent's piece/tower.",
      "Illegal action."};
  const struct {
    std::string line;
    int error;
  } cases[] = {
      {"A0-B1", 1},  // and not 2 to 6
      {"A9-A9", 1},
      {"I1-A2", 1},
      {"Z9-Z9", 1},
      {"a6-B5", 1},
      {"A6-b5", 2},
      {"A6-B0", 2},
      {"D4-B9", 2},  // not 3: the empty source
      {"B1-J4", 2},  // not 5: the opponent's source
      {"D4-D5", 3},
      {"D4-B1", 3},  // not 4: the occupied target
      {"A1-B2", 3},  // light cells are empty
      {"G6-G6", 4},
      {"B1-D1", 4},  // not 5
      {"A8-B7", 4},  // not 6
      {"B3-C4", 5},
      {"B1-A5", 5},  // not 6
      {"G6-G5", 6},
      {"G6-E4", 6},
      {"A8-C6", 4},
      {"B7-D5", 6},  // over a piece of its own
      {"C6-F3", 4},
      {"A6-A5", 6},
      {"A6-D4", 6},
      {"a", 6},
      {"p", 6},
      {"AP", 6},
      {"Q", 6},
      {"-", 6},
      {"G6", 6},
      {"G6F5", 6},
      {"G6-F", 6},
      {"G6-F55", 6},
      {"G6-F5-E4", 6},
      {" G6-F5", 6},
      {"G6 -F5", 6},
      {"G6\r-F5", 6},
      {"66-F5", 6},
      {"GG-F5", 6},
      {"G6-55", 6},
      {"G6_F5", 6},
      {"\x80\xff-\x01\x02", 6},
      {std::string("G6-F5\0", 6), 6},
      {std::string(1'000'000, 'G'), 6},
      {std::string(1'000'000, '9') + "\r", 6},
      {"G6-F5" + std::string(20, '\r'), 6},
  };
  const std::string opening = Play("").out;
  for (const auto& [line, error] : cases) {
    const Outcome outcome = Play(line + "\nA\n");
    EXPECT_EQ(outcome.out,
              absl::StrCat(opening, "ERROR: ", kErrors[error - 1], "\n"))
        << line.substr(0, 20);
    EXPECT_EQ(outcome.status, 1);
  }
}

TEST(OnejumpClassicTest, WhatStandsBehindACommandIsNotRead) {
  const std::string computed = Play("A\n").out;
  for (const char* input :
       {"A", "A\r\n", "A \n", "A now\n", "A\nP\n", "\n\nA"}) {
    const Outcome outcome = Play(input);
    EXPECT_EQ(outcome.out, computed) << input;
    EXPECT_EQ(outcome.status, 0);
  }
}

TEST(OnejumpClassicTest, OutputIsShownBeforeInputIsAwaited) {
  Terminal terminal;
  Keyboard keyboard("G6-F5\nA\n", terminal);
  std::istream in(&keyboard);
  std::ostream out(&terminal);
  EXPECT_EQ(RunOnejump(in, out), 0);
  EXPECT_EQ(keyboard.unseen(), "");
  EXPECT_TRUE(terminal.written());
}

}  // namespace
}  // namespace boardwalk::classic
