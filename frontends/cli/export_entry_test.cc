#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
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

// The object of a tournament, without a line about each game.
nlohmann::json Tournament(std::vector<std::string> words) {
  words.insert(words.begin(), "tournament");
  words.insert(words.end(), {"--jobs", "1", "--json"});
  const Outcome outcome = Execute(*AllGames(), words);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out, nullptr, false);
}

// It makes legal moves from every triangle, in every number of seats.
TEST_F(ExportEntryTest, TheEntryForTheStarPlays) {
  ASSERT_EQ(Execute(*AllGames(), {"export-entry", "star", "--id", "1"}).status,
            0);
  ASSERT_EQ(Execute(*AllGames(), {"export-entry", "star", "--id", "2"}).status,
            0);
  EXPECT_THAT(*ReadFile("star2.c"), Not(HasSubstr("star1")));
  EXPECT_THAT(*ReadFile("star2.c"), HasSubstr("star2: an entry"));
  for (const std::vector<std::string>& games :
       {std::vector<std::string>{"--sizes", "3", "--seats", "6", "2"},
        {"--sizes", "4", "5", "--positions", "1+4", "2+5+0"}}) {
    std::vector<std::string> words = {
        "star",          "star1.c",       "star2.c",
        "random",        "random:seed=1", "random:seed=2",
        "random:seed=3", "--max-plies",   "300"};
    words.insert(words.end(), games.begin(), games.end());
    const auto json = Tournament(words);
    for (const auto& game : json["games"]) {
      EXPECT_EQ(game["faults"].size(), 0u) << game["faults"];
    }
    for (const auto& entrant : json["entrants"]) {
      EXPECT_TRUE(entrant["cannot_play"].is_null()) << entrant;
      if (entrant["name"] == "star1") {
        EXPECT_GT(entrant["won"], 0);
      }
    }
  }
}

TEST_F(ExportEntryTest, ANewEntrantPlaysAtOnce) {
  for (const auto& [game, source] :
       {std::pair("chinese8", "1155/aiplayer_1155.c"),
        std::pair("star", "1156/star1156.c")}) {
    const std::string folder = std::string(source).substr(0, 4);
    const Outcome made = Execute(*AllGames(), {"new", "entrant", game, folder});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("boardwalk tournament"));
    EXPECT_THAT(*ReadFile(source), Not(HasSubstr("STUDENTID")));
    // As the document wants it compiled, before anything is changed.
    EXPECT_EQ(std::system(("cd " + folder +
                           " && cc -std=c99 -Wall -Wextra -Werror -pedantic "
                           "-O2 -c *.c")
                              .c_str()),
              0);
    std::vector<std::string> words = {game, source, "random"};
    if (game == std::string("star")) {
      words.insert(words.end(), {"--sizes", "3", "--max-plies", "300"});
    }
    const auto json = Tournament(words);
    for (const auto& entrant : json["entrants"]) {
      EXPECT_EQ(entrant["faults"].size(), 0u) << entrant;
      EXPECT_TRUE(entrant["cannot_play"].is_null()) << entrant;
      if (entrant["name"] != "random") {
        EXPECT_GT(entrant["won"], 0) << entrant;
      }
    }
    ExpectRefused(*AllGames(), {"new", "entrant", game, folder},
                  "is here already; nothing is changed");
  }
  ExpectRefused(*AllGames(), {"new", "entrant", "star", "../x"},
                "cannot end a name in C");
  ExpectRefused(*AllGames(), {"new", "entrant", "teeko", "1"}, "chinese8");
}

TEST_F(ExportEntryTest, OnlyTheGameOfTheTournament) {
  ExpectRefused(*AllGames(), {"export-entry", "teeko", "--id", "1"},
                "chinese8");
}

}  // namespace
}  // namespace boardwalk::cli
