#include <filesystem>
#include <string>
#include <vector>

#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "games/registry.h"

namespace boardwalk::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Runs in a folder of its own.
class ExportEntryTest : public ::testing::Test {
 protected:
  ExportEntryTest() : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder_.path());
  }
  ~ExportEntryTest() override { std::filesystem::current_path(before_); }

  Outcome Export(std::vector<std::string> more) {
    more.insert(more.begin(), {"export-entry", "chinese8"});
    return Execute(catalog_, more);
  }
  void ExpectRefusedExport(std::vector<std::string> more,
                           const std::string& message) {
    more.insert(more.begin(), {"export-entry", "chinese8"});
    ExpectRefused(catalog_, more, message);
    EXPECT_TRUE(std::filesystem::is_empty("."));
  }

 private:
  const std::filesystem::path before_;
  const TemporaryFolder folder_;
  const Catalog catalog_ = *AllGames();
};

TEST_F(ExportEntryTest, NamesFilesAndFunctionsAfterTheEntrant) {
  const Outcome outcome = Export({"--id", "1155123456"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("aiplayer_1155123456.c"));
  const std::string header = *ReadFile("aiplayer_1155123456.h");
  EXPECT_THAT(
      header,
      HasSubstr("\nint ai_player_1155123456(int player, const int *board);\n"));
  const std::string source = *ReadFile("aiplayer_1155123456.c");
  EXPECT_THAT(source, HasSubstr("\n#include \"aiplayer_1155123456.h\"\n"));
  EXPECT_THAT(source, HasSubstr("\n#define AI_SECONDS_1155123456 0.5\n"));
  for (const std::string& text : {header, source}) {
    EXPECT_THAT(text, Not(HasSubstr("STUDENTID")));
  }
}

TEST_F(ExportEntryTest, WritesTheTimeAMove) {
  EXPECT_EQ(Export({"--id", "s_7", "--time", "1250ms"}).status, 0);
  EXPECT_THAT(*ReadFile("aiplayer_s_7.c"),
              HasSubstr("\n#define AI_SECONDS_s_7 1.25\n"));
}

TEST_F(ExportEntryTest, ReplacesFilesOnlyWhenTold) {
  for (const char* name : {"aiplayer_7.c", "aiplayer_7.h"}) {
    ASSERT_TRUE(WriteFileAtomically(name, "mine").ok());
    const Outcome refused = Export({"--id", "7"});
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.err,
              "boardwalk export-entry chinese8: " + std::string(name) +
                  " is here already; nothing is changed (--force "
                  "replaces it)\n");
    EXPECT_EQ(*ReadFile(name), "mine");
    EXPECT_EQ(Export({"--id", "7", "--force"}).status, 0);
    EXPECT_NE(*ReadFile(name), "mine");
    std::filesystem::remove("aiplayer_7.c");
    std::filesystem::remove("aiplayer_7.h");
  }
  std::filesystem::create_symlink("nowhere", "aiplayer_7.c");
  EXPECT_EQ(Export({"--id", "7"}).status, 2);
}

TEST_F(ExportEntryTest, RefusesWhatCannotBeAnEntry) {
  for (const char* id : {"", "a b", "../x", "a-b", "\xc3\xa9",
                         "123456789012345678901234567890123"}) {
    ExpectRefusedExport({"--id", id}, "cannot end a name in C");
  }
  ExpectRefusedExport({}, "--id");
  for (const char* time : {"0ms", "0.5", "5s", "-1s", "soon"}) {
    ExpectRefusedExport({"--id", "1", "--time", time},
                        "is not a time from 1ms to 4s");
  }
}

TEST_F(ExportEntryTest, OnlyTheGameOfTheTournament) {
  ExpectRefused(*AllGames(), {"export-entry", "teeko", "--id", "1"},
                "chinese8");
}

}  // namespace
}  // namespace boardwalk::cli
