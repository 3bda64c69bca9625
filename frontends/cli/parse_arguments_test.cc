// Arguments that take several words or are repeated by their place.

#include <string>
#include <vector>

#include "frontends/cli/command.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Command Sample() {
  return {.name = "sample",
          .help = "tries",
          .positionals = {{"OUT", "a file"},
                          {.name = "IN", .help = "files", .repeatable = true}},
          .options = {
              {.name = "--players", .value = "P", .help = "who", .words = true},
              {"--rounds", "N", "how many"},
              {"--fast", "", "soon"}}};
}

absl::StatusOr<Arguments> Parse(const std::vector<std::string>& arguments) {
  return ParseArguments(Sample(), arguments);
}

TEST(ParseArgumentsTest, WordsReachToTheNextOption) {
  const auto parsed = Parse(
      {"out", "in", "--players", "a:x=1", "b", "c", "--rounds", "3", "more"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_THAT(parsed->Texts("--players"), ElementsAre("a:x=1", "b", "c"));
  EXPECT_EQ(parsed->Text("--rounds"), "3");
  EXPECT_THAT(parsed->Texts("IN"), ElementsAre("in", "more"));
}

TEST(ParseArgumentsTest, WordsEndAtAFlagAndAtTheEndOfOptions) {
  const auto flag = Parse({"--players", "a", "b", "--fast", "out", "in"});
  ASSERT_TRUE(flag.ok()) << flag.status();
  EXPECT_TRUE(flag->Has("--fast"));
  EXPECT_EQ(flag->Text("OUT"), "out");
  const auto end = Parse({"--players=a", "b", "--", "out", "--fast"});
  ASSERT_TRUE(end.ok()) << end.status();
  EXPECT_THAT(end->Texts("--players"), ElementsAre("a", "b"));
  EXPECT_THAT(end->Texts("IN"), ElementsAre("--fast"));
  EXPECT_FALSE(end->Has("--fast"));
}

TEST(ParseArgumentsTest, WordsMayBeGivenAgain) {
  const auto parsed =
      Parse({"--players", "a", "b", "--players=c", "--fast", "out", "in"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_THAT(parsed->Texts("--players"), ElementsAre("a", "b", "c"));
}

TEST(ParseArgumentsTest, WordsNeedOneAtLeast) {
  const auto none = Parse({"out", "in", "--players"});
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.status().message(), HasSubstr("--players has no value"));
  EXPECT_FALSE(Parse({"out", "in", "--players", "--fast"}).ok());
}

TEST(ParseArgumentsTest, RepeatedPlacesTakeAllThatIsLeft) {
  const auto parsed = Parse({"out", "a", "--fast", "b", "-", "c"});
  ASSERT_TRUE(parsed.ok()) << parsed.status();
  EXPECT_EQ(parsed->Text("OUT"), "out");
  EXPECT_THAT(parsed->Texts("IN"), ElementsAre("a", "b", "-", "c"));
  const auto missing = Parse({"out"});
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.status().message(), HasSubstr("IN is missing"));
}

TEST(ParseArgumentsTest, UsageShowsWhatMayBeRepeated) {
  EXPECT_EQ(UsageLine("boardwalk sample", Sample()),
            "boardwalk sample OUT IN... [--players P...] [--rounds N] "
            "[--fast]");
  EXPECT_THAT(HelpText("boardwalk sample", Sample()),
              HasSubstr("  IN...           files\n"
                        "  --players P...  who\n"));
}

TEST(ParseArgumentsTest, UsageOfManyOptionsLeavesThemToTheHelp) {
  Command command = Sample();
  for (int i = 0; i < 20; ++i) command.options.push_back({"--x", "", "x"});
  EXPECT_EQ(UsageLine("boardwalk sample", command),
            "boardwalk sample OUT IN... [OPTION]...");
  EXPECT_THAT(HelpText("boardwalk sample", command), HasSubstr("--rounds N"));
}

}  // namespace
}  // namespace boardwalk::cli
