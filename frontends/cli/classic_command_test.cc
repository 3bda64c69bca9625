// boardwalk classic: that the options reach the documents' programs. What those
// print is tested beside them.

#include "frontends/cli/testing.h"

namespace boardwalk::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const Catalog& NoGames() {
  static const Catalog catalog = *Catalog::Create({});
  return catalog;
}

Outcome Classic(std::vector<std::string> arguments, const std::string& input) {
  arguments.insert(arguments.begin(), "classic");
  return Execute(NoGames(), arguments, input);
}

const char kBoard[] = BOARDWALK_SOURCE_DIR "/no/such/gameboard.txt";

TEST(ClassicCommandTest, UnknownProgramNamesTheNearest) {
  ExpectRefused(NoGames(), {"classic"}, "boardwalk classic: which command?");
  ExpectRefused(NoGames(), {"classic", "teko"}, "did you mean 'teeko'?");
  ExpectRefused(NoGames(), {"classic", "star"},
                "there are chinese8, onejump, teeko");
}

TEST(ClassicCommandTest, OptionsAreBounded) {
  for (const char* part : {"0", "3", "-1", "", "one"}) {
    ExpectRefused(NoGames(), {"classic", "teeko", "--part", part},
                  "is not a whole number from 1 to 2");
  }
  for (const char* width : {"0", "201", "wide"}) {
    ExpectRefused(NoGames(), {"classic", "teeko", "--border-width", width},
                  "is not a whole number from 1 to 200");
  }
  ExpectRefused(NoGames(), {"classic", "onejump", "--part", "1"},
                "no option '--part'");
  ExpectRefused(NoGames(), {"classic", "chinese8", "--computer-first=yes"},
                "takes no value");
}

TEST(ClassicCommandTest, OnejumpTakesAnEmptyInput) {
  const Outcome outcome = Classic({"onejump"}, "");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, StartsWith("BOARD SIZE: 8x8\n"));
  EXPECT_EQ(outcome.err, "");
}

TEST(ClassicCommandTest, OnejumpStopsAtAnIllegalAction) {
  const Outcome outcome = Classic({"onejump"}, "G6-G5\n");
  EXPECT_EQ(outcome.status, 1);
}

TEST(ClassicCommandTest, TeekoTakesItsOptions) {
  EXPECT_THAT(Classic({"teeko"}, "2\n").out, HasSubstr("\n=====\n"));
  EXPECT_THAT(
      Classic({"teeko", "--border-width", "16"}, "2\n").out,
      AllOf(HasSubstr("================"), Not(HasSubstr("\n=====\n"))));
  EXPECT_EQ(Classic({"teeko"}, "").status, 1);
  const Outcome part2 =
      Classic({"teeko", "--part=2", "--board", kBoard}, "2\n");
  EXPECT_EQ(part2.status, 2);
  EXPECT_EQ(part2.out, "");
  EXPECT_THAT(part2.err, HasSubstr("no/such/gameboard.txt"));
}

TEST(ClassicCommandTest, Chinese8LetsTheComputerBegin) {
  EXPECT_THAT(
      Classic({"chinese8"}, "2\n").out,
      AllOf(HasSubstr("Blue's turn\n"), Not(HasSubstr("Computer moves"))));
  const Outcome outcome = Classic({"chinese8", "--computer-first"}, "2\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, HasSubstr("Blue's turn\nComputer moves "));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
}

}  // namespace
}  // namespace boardwalk::cli
