#include "frontends/cli/comparison_arguments.h"

#include <cstdlib>
#include <map>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Variables = std::map<std::string, std::string>;

Environment From(const Variables& variables) {
  return [variables](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  };
}

// "index of count", or the error.
std::string Read(const std::string& text, const Variables& variables = {}) {
  const auto shard = ReadShard(text, From(variables));
  return shard.ok() ? std::to_string(shard->index) + " of " +
                          std::to_string(shard->count)
                    : std::string(shard.status().message());
}

Variables Slurm(int id, int min, int max, int step, int count) {
  return {{"SLURM_ARRAY_TASK_ID", std::to_string(id)},
          {"SLURM_ARRAY_TASK_MIN", std::to_string(min)},
          {"SLURM_ARRAY_TASK_MAX", std::to_string(max)},
          {"SLURM_ARRAY_TASK_STEP", std::to_string(step)},
          {"SLURM_ARRAY_TASK_COUNT", std::to_string(count)}};
}

TEST(ShardTest, NumbersCountFromOne) {
  EXPECT_EQ(Read("1/1"), "0 of 1");
  EXPECT_EQ(Read("1/8"), "0 of 8");
  EXPECT_EQ(Read("8/8"), "7 of 8");
  EXPECT_EQ(Read("1000000/1000000"), "999999 of 1000000");
  // The scheduler is ignored.
  EXPECT_EQ(Read("2/8", {{"PARALLEL_SEQ", "5"}}), "1 of 8");
}

TEST(ShardTest, WhatIsNoPartSaysWhatWouldBe) {
  for (const char* text :
       {"", "/", "3", "1/", "/8", "1/8/2", "a/8", "1/b", "1/0", "1/1000001",
        "1/99999999999", "auto/0", "auto/", "auto/x", "Auto/3", "automatic"}) {
    EXPECT_THAT(Read(text, {{"PARALLEL_SEQ", "1"}}),
                HasSubstr("is not I/N, auto/N or auto"))
        << text;
  }
  EXPECT_THAT(Read("0/8"), HasSubstr("the first is 1 and the last 8"));
  EXPECT_THAT(Read("9/8"), HasSubstr("the first is 1 and the last 8"));
  EXPECT_THAT(Read("-1/8"), HasSubstr("the first is 1"));
}

TEST(ShardTest, ParallelCountsFromOne) {
  EXPECT_EQ(Read("auto/4", {{"PARALLEL_SEQ", "1"}}), "0 of 4");
  EXPECT_EQ(Read("auto/4", {{"PARALLEL_SEQ", "4"}}), "3 of 4");
  EXPECT_THAT(Read("auto/4", {{"PARALLEL_SEQ", "5"}}),
              HasSubstr("PARALLEL_SEQ is 5 and should be 1 to 4"));
  EXPECT_THAT(Read("auto/4", {{"PARALLEL_SEQ", "0"}}), HasSubstr("1 to 4"));
}

TEST(ShardTest, KubernetesCountsFromZero) {
  EXPECT_EQ(Read("auto/4", {{"JOB_COMPLETION_INDEX", "0"}}), "0 of 4");
  EXPECT_EQ(Read("auto/4", {{"JOB_COMPLETION_INDEX", "3"}}), "3 of 4");
  EXPECT_THAT(Read("auto/4", {{"JOB_COMPLETION_INDEX", "4"}}),
              HasSubstr("JOB_COMPLETION_INDEX is 4 and should be 0 to 3"));
}

TEST(ShardTest, SlurmTellsHowManyTasksThereAre) {
  EXPECT_EQ(Read("auto", Slurm(1, 1, 8, 1, 8)), "0 of 8");
  EXPECT_EQ(Read("auto", Slurm(8, 1, 8, 1, 8)), "7 of 8");
  EXPECT_EQ(Read("auto", Slurm(0, 0, 3, 1, 4)), "0 of 4");
  EXPECT_EQ(Read("auto", Slurm(3, 0, 3, 1, 4)), "3 of 4");
  EXPECT_EQ(Read("auto", Slurm(15, 5, 25, 10, 3)), "1 of 3");
  // --array=1-10:4 is 1, 5 and 9; Slurm may export 10 as the end.
  EXPECT_EQ(Read("auto", Slurm(9, 1, 10, 4, 3)), "2 of 3");
  EXPECT_EQ(Read("auto", Slurm(9, 1, 9, 4, 3)), "2 of 3");
  // Without a step.
  Variables variables = Slurm(2, 1, 3, 1, 3);
  variables.erase("SLURM_ARRAY_TASK_STEP");
  EXPECT_EQ(Read("auto", variables), "1 of 3");
}

TEST(ShardTest, SlurmArrayWithGapsHasNoPlaces) {
  // --array=1,4,5
  EXPECT_THAT(Read("auto", Slurm(4, 1, 5, 1, 3)),
              AllOf(HasSubstr("has no place in equal steps"),
                    HasSubstr("auto/N with --array=1-N")));
  EXPECT_THAT(Read("auto", Slurm(6, 5, 25, 10, 3)), HasSubstr("no place"));
  EXPECT_THAT(Read("auto", Slurm(4, 5, 25, 10, 3)), HasSubstr("no place"));
  EXPECT_THAT(Read("auto", Slurm(35, 5, 25, 10, 3)), HasSubstr("no place"));
  EXPECT_THAT(Read("auto", Slurm(1, 1, 8, 0, 8)), HasSubstr("no place"));
  EXPECT_THAT(Read("auto", Slurm(1, 1, 2000000, 1, 2000000)),
              HasSubstr("at most 1000000 parts"));
}

TEST(ShardTest, SlurmTaskOfANumberedPartIsTheSameInEveryArray) {
  EXPECT_EQ(Read("auto/8", Slurm(3, 1, 8, 1, 8)), "2 of 8");
  EXPECT_EQ(Read("auto/8", Slurm(3, 3, 3, 1, 1)), "2 of 8");  // repeated alone
  EXPECT_EQ(Read("auto/8", Slurm(5, 3, 7, 2, 3)), "4 of 8");
  EXPECT_THAT(
      Read("auto/8", Slurm(9, 1, 9, 1, 9)),
      AllOf(HasSubstr("should be 1 to 8"), HasSubstr("write --array=1-8")));
  // Every task of an array from 0 is refused, not only the first.
  EXPECT_THAT(Read("auto/8", Slurm(3, 0, 7, 1, 8)),
              HasSubstr("write --array=1-8"));
}

TEST(ShardTest, OnlySlurmTellsHowManyPartsThereAre) {
  EXPECT_THAT(Read("auto", {{"PARALLEL_SEQ", "1"}}),
              AllOf(HasSubstr("PARALLEL_SEQ does not tell how many"),
                    HasSubstr("auto/N")));
  EXPECT_THAT(Read("auto", {{"JOB_COMPLETION_INDEX", "1"}}),
              HasSubstr("does not tell how many"));
  Variables variables = Slurm(2, 1, 3, 1, 3);
  variables.erase("SLURM_ARRAY_TASK_COUNT");
  EXPECT_THAT(Read("auto", variables), HasSubstr("SLURM_ARRAY_TASK_COUNT"));
}

TEST(ShardTest, NoSchedulerOrTwoAreErrors) {
  EXPECT_THAT(Read("auto/4"), HasSubstr("none of SLURM_ARRAY_TASK_ID"));
  EXPECT_THAT(Read("auto"), HasSubstr("none of SLURM_ARRAY_TASK_ID"));
  EXPECT_THAT(Read("auto/4", {{"PARALLEL_SEQ", ""}}), HasSubstr("none of"));
  Variables both = Slurm(2, 1, 3, 1, 3);
  both["PARALLEL_SEQ"] = "2";
  EXPECT_THAT(
      Read("auto", both),
      HasSubstr("SLURM_ARRAY_TASK_ID and PARALLEL_SEQ are set at once"));
  EXPECT_EQ(
      Read("auto/4", {{"PARALLEL_SEQ", "2"}, {"JOB_COMPLETION_INDEX", ""}}),
      "1 of 4");
}

TEST(ShardTest, RubbishInTheEnvironmentIsNamed) {
  for (const char* text : {"x", "-1", "1.5", "3000000000", "99999999999999"}) {
    EXPECT_THAT(Read("auto/4", {{"PARALLEL_SEQ", text}}),
                HasSubstr("PARALLEL_SEQ is"))
        << text;
  }
  EXPECT_THAT(Read("auto/4", {{"PARALLEL_SEQ", "\033[2J"}}),
              testing::Not(HasSubstr("\033")));
}

TEST(ShardTest, TheProcessHasAnEnvironment) {
  setenv("BOARDWALK_SHARD_TEST", "7", 1);
  EXPECT_EQ(ProcessEnvironment()("BOARDWALK_SHARD_TEST"), "7");
  unsetenv("BOARDWALK_SHARD_TEST");
  EXPECT_EQ(ProcessEnvironment()("BOARDWALK_SHARD_TEST"), std::nullopt);
}

}  // namespace
}  // namespace boardwalk::cli
