// Each golden transcript was reasoned out from the rules by a second program,
// which shares nothing with this one; part1_run1 to part2_run2 are the
// document's sample runs.

#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/match.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/classic/classic.h"
#include "frontends/classic/transcript_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::classic {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr Goldens kGoldens("teeko");

Outcome Play(const TeekoOptions& options, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out, err;
  const int status = RunTeeko(options, in, out, err);
  return {status, out.str(), err.str()};
}

// By what the name of a golden file says.
TeekoOptions OptionsOf(const std::string& name) {
  TeekoOptions options;
  options.part = absl::StartsWith(name, "part1") ? 1 : 2;
  options.board = kGoldens.Path("gameboard.txt");
  if (absl::StrContains(name, "wide_border_other_board")) {
    options.board = kGoldens.Path("otherboard.txt");
    options.border_width = 16;
  }
  return options;
}

class TeekoGoldenTest : public testing::TestWithParam<std::string> {};

TEST_P(TeekoGoldenTest, TranscriptIsExact) {
  const std::string expected = kGoldens.Contents(GetParam() + ".out");
  const Outcome outcome =
      Play(OptionsOf(GetParam()), kGoldens.Contents(GetParam() + ".in"));
  EXPECT_EQ(outcome.out, expected);
  if (absl::EndsWith(expected, "]:\n") || absl::EndsWith(expected, "]?\n")) {
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  } else {
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
  }
}

INSTANTIATE_TEST_SUITE_P(All, TeekoGoldenTest,
                         testing::ValuesIn(kGoldens.Names()),
                         [](const auto& golden) { return golden.param; });

TEST(TeekoClassicTest, GoldensAreThere) {
  EXPECT_GE(kGoldens.Names().size(), 25u);
}

// Part 2 with a board file of this text.
Outcome RunWithBoard(const std::string& text, const std::string& input) {
  const TemporaryFolder folder;
  TeekoOptions options;
  options.part = 2;
  options.board = folder.File("teeko_board");
  std::ofstream(options.board, std::ios::binary) << text;
  return Play(options, input);
}

TEST(TeekoClassicTest, UnusableBoardFilesAreRefused) {
  const struct {
    const char* text;
    const char* complaint;
  } cases[] = {
      {"", "four numbers"},
      {" \n\n", "four numbers"},
      {"0 0 0 0\n1 1 0 0\n2 1 0 0\n2 2 1\n", "15 numbers"},
      {"0 0 0 0\n1 1 0 0\n2 1 0 0\n2 2 1 2 0\n", "17 numbers"},
      {"0 0 0 0\n1 1 0 0\n2 1 0 0\n2 2 1 3\n", "number 16 (square 4) is '3'"},
      {"0 0 0 0\n1 1 0 0\n2 1 x 0\n2 2 1 2\n", "number 11 (square 7) is 'x'"},
      {"0 0 0 0\n1 1 0 0\n2 1 0 0\n2 2 1 99999999999999999999\n", "square 4"},
      {"0000110021002212\n", "1 numbers"},
      {"0 0 0 0\n1 1 0 0\n2 1 0 0\n2 2 1 0\n", "4 circles and 3 crosses"},
      {"0 0 0 0\n1 1 1 0\n2 1 0 0\n2 2 1 2\n", "5 circles and 4 crosses"},
      {"0 0 0 0\n1 0 0 0\n2 1 0 0\n0 2 1 2\n", "3 circles and 3 crosses"},
      {"1 1 1 1\n0 0 0 0\n2 0 0 0\n2 2 0 2\n", "have won"},
      {"2 2 2 2\n0 0 0 0\n1 0 0 0\n1 1 0 1\n", "have won"},
      {"2 2 2 2\n0 0 0 0\n0 0 0 0\n1 1 1 1\n", "both"},
      {"..../OO../XO../XXOX 1\n", "four numbers"},
      {"0 0 \x01\n 0", "numbers"},
  };
  for (const auto& [text, complaint] : cases) {
    const Outcome outcome = RunWithBoard(text, "2\n");
    EXPECT_EQ(outcome.status, 2) << text;
    EXPECT_EQ(outcome.out, "") << text;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("/teeko_board: "),
                                   HasSubstr(complaint), EndsWith("\n")));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  }
}

TEST(TeekoClassicTest, AMissingBoardFileIsRefused) {
  TeekoOptions options;
  options.part = 2;
  for (const char* path : {"no/such/board.txt", "frontends"}) {
    options.board = path;
    const Outcome outcome = Play(options, "2\n");
    EXPECT_EQ(outcome.status, 2) << path;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr(path));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  }
  // Part 1 needs no file.
  options.part = 1;
  EXPECT_EQ(Play(options, "2\n").status, 1);
}

TEST(TeekoClassicTest, AnHonestBoardFileMayLookDifferent) {
  for (const char* text : {"0 0 0 0 1 1 0 0 2 1 0 0 2 2 1 2",
                           "0 0 0 0\r\n1 1 0 0\r\n2 1 0 0\r\n2 2 1 2\r\n",
                           "\n0\t0 0 0\n\n1 1 0 0\n2 1 0 0\n2 2 1 2\n\n"}) {
    const Outcome outcome = RunWithBoard(text, "2\n");
    EXPECT_EQ(outcome.status, 1) << text;
    EXPECT_THAT(outcome.out, HasSubstr("| X|| X|| O|| X|\n=====\n"));
  }
}

TEST(TeekoClassicTest, LongWordsAndStrangeBytesAreInvalidInput) {
  const std::string million(1'000'000, '7');
  for (const std::string& word :
       {million, "-" + million, std::string(1'000'000, 'x'),
        std::string("2\0", 2), std::string("\xff\xfe"), std::string("--2"),
        std::string("2-"), std::string("-"), std::string("1e0")}) {
    const Outcome outcome = Play(TeekoOptions{}, word + "\n2\n");
    EXPECT_THAT(outcome.out,
                StartsWith("How many human players [1-2]?\n"
                           "Invalid input, try again.\n"
                           "How many human players [1-2]?\n====="));
  }
}

TEST(TeekoClassicTest, BorderWidthsFromOneUp) {
  for (int width : {1, 200}) {
    TeekoOptions options;
    options.border_width = width;
    const std::string border(static_cast<size_t>(width), '=');
    EXPECT_THAT(Play(options, "2\n").out,
                AllOf(HasSubstr("?\n" + border + "\n|13|"),
                      HasSubstr("| 4|\n" + border + "\nPlayer 1")));
  }
}

TEST(TeekoClassicTest, PromptsAreShownBeforeInputIsAwaited) {
  Terminal terminal;
  Keyboard keyboard("x\n2\n1\n99\n", terminal);
  std::istream in(&keyboard);
  std::ostream out(&terminal);
  std::ostringstream err;
  EXPECT_EQ(RunTeeko({}, in, out, err), 1);
  EXPECT_EQ(keyboard.unseen(), "");
  EXPECT_TRUE(terminal.written());
}

}  // namespace
}  // namespace boardwalk::classic
