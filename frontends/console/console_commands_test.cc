#include "frontends/console/commands.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::console {
namespace {

enum { kUndo, kRedo, kResign, kRestart, kHelp, kHint, kSave, kMoves, kQuit };

const CommandTable kTable = {{kUndo, "undo", "", "back"},
                             {kRedo, "redo", "", "forward"},
                             {kResign, "resign", "", "lose"},
                             {kRestart, "restart", "", "again"},
                             {kHelp, "help", "[rules]", "this list"},
                             {kHint, "hint", "", "advice"},
                             {kSave, "save", "FILE", "to a file", true},
                             {kMoves, "moves", "[BEGINNING]", "a list"},
                             {kQuit, "quit", "", "leave"}};

std::string Found(absl::string_view word) {
  const auto command = FindCommand(kTable, word);
  return std::string(command.ok() ? (*command)->name
                                  : command.status().message());
}

TEST(CommandsTest, ANameOrTheBeginningOfJustOneWillDo) {
  for (const Command& command : kTable) {
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
  EXPECT_EQ(FindCommand(kTable, "re").status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Found("udno"), "'udno' is no command; did you mean 'undo'?");
  EXPECT_EQ(Found("elephant"), "'elephant' is no command");
  EXPECT_EQ(FindCommand(kTable, "").status().code(),
            absl::StatusCode::kNotFound);
}

TEST(CommandsTest, ReadsArguments) {
  const auto save = ParseRequest(kTable, "  sa  my game.txt ");
  ASSERT_TRUE(save.ok());
  EXPECT_EQ(save->command->id, kSave);
  EXPECT_EQ(save->argument, "my game.txt");
  EXPECT_EQ(ParseRequest(kTable, "save \" x \"")->argument, " x ");
  EXPECT_EQ(ParseRequest(kTable, "moves")->argument, "");
  EXPECT_EQ(ParseRequest(kTable, "moves\ta")->argument, "a");
}

TEST(CommandsTest, RefusesArgumentsThatAreMissingOrTooMany) {
  EXPECT_EQ(ParseRequest(kTable, "save").status().message(),
            "'save' needs an argument: save FILE");
  EXPECT_EQ(ParseRequest(kTable, "save ''").status().message(),
            "'save' needs an argument: save FILE");
  EXPECT_EQ(ParseRequest(kTable, "undo 3").status().message(),
            "'undo' takes no argument; '3' is too much");
}

TEST(CommandsTest, AWholeNameGoesBeforeBeginnings) {
  const CommandTable table = {{0, "gone", "", ""}, {1, "go", "", ""}};
  EXPECT_EQ((*FindCommand(table, "go"))->id, 1);
  EXPECT_EQ((*FindCommand(table, "GON"))->id, 0);
  EXPECT_EQ(FindCommand(table, "g").status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(CommandsTest, CompletesNames) {
  EXPECT_THAT(CompleteCommand(kTable, "RE"),
              ::testing::ElementsAre("redo", "resign", "restart"));
  EXPECT_THAT(CompleteCommand(kTable, "sa"), ::testing::ElementsAre("save "));
}

TEST(CommandsTest, HelpIsInColumns) {
  EXPECT_EQ(CommandHelp({{0, "go", "N", "there"}, {1, "quit", "", "leave"}}),
            "  go N  there\n  quit  leave\n");
}

}  // namespace
}  // namespace boardwalk::console
