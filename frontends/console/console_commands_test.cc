#include "frontends/console/commands.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::console {
namespace {

std::string Found(absl::string_view word) {
  const auto command = FindCommand(word);
  return std::string(command.ok() ? (*command)->name
                                  : command.status().message());
}

TEST(CommandsTest, ANameOrTheBeginningOfJustOneWillDo) {
  for (const Command& command : Commands()) {
    EXPECT_EQ(Found(command.name), command.name);
  }
  EXPECT_EQ(Found("u"), "undo");
  EXPECT_EQ(Found("RED"), "redo");
  EXPECT_EQ(Found("resi"), "resign");
  EXPECT_EQ(Found("exit"), "quit");
  EXPECT_EQ(Found("?"), "help");
}

TEST(CommandsTest, SaysWhatAnUnclearWordMightBe) {
  EXPECT_EQ(Found("re"), "'re' could be redo, resign or restart");
  EXPECT_EQ(Found("h"), "'h' could be help or hint");
  EXPECT_EQ(FindCommand("re").status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Found("udno"), "'udno' is no command; did you mean 'undo'?");
  EXPECT_EQ(Found("elephant"), "'elephant' is no command");
  EXPECT_EQ(FindCommand("").status().code(), absl::StatusCode::kNotFound);
}

TEST(CommandsTest, ReadsArguments) {
  const auto save = ParseRequest("  sa  my game.txt ");
  ASSERT_TRUE(save.ok());
  EXPECT_EQ(save->command->id, CommandId::kSave);
  EXPECT_EQ(save->argument, "my game.txt");
  EXPECT_EQ(ParseRequest("load \" x \"")->argument, " x ");
  EXPECT_EQ(ParseRequest("moves")->argument, "");
  EXPECT_EQ(ParseRequest("moves\ta")->argument, "a");
}

TEST(CommandsTest, RefusesArgumentsThatAreMissingOrTooMany) {
  EXPECT_EQ(ParseRequest("save").status().message(),
            "'save' needs a name: save FILE");
  EXPECT_EQ(ParseRequest("load ''").status().message(),
            "'load' needs a name: load FILE");
  EXPECT_EQ(ParseRequest("undo 3").status().message(),
            "'undo' stands alone; '3' is too much");
}

TEST(CommandsTest, HelpNamesEveryCommand) {
  for (const Command& command : Commands()) {
    EXPECT_THAT(CommandHelp(), ::testing::HasSubstr(std::string(command.name)));
  }
}

}  // namespace
}  // namespace boardwalk::console
