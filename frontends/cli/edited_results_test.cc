// What the commands say of results whose values somebody has edited.

#include <filesystem>
#include <string>
#include <vector>

#include "framework/file.h"
#include "frontends/cli/compare_testing.h"
#include "frontends/results/results_file.h"

namespace boardwalk::cli {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class EditedResultsTest : public CompareCommandTest {
 protected:
  EditedResultsTest() {
    Compare({"--rounds", "2", "--jobs", "1", "--db", Path("honest")});
  }

  // A copy of the honest file, edited.
  std::string Edited(const std::string& edit) const {
    std::filesystem::copy_file(
        Path("honest"), Path("edited"),
        std::filesystem::copy_options::overwrite_existing);
    auto file = results::OpenResultsToRead(Path("honest"));
    EXPECT_TRUE(file.ok()) << file.status();
    auto edited =
        results::OpenResultsToPlay(Path("edited"), file->head.configuration);
    EXPECT_TRUE(edited.ok()) << edited.status();
    const absl::Status done = edited->database.Execute(edit);
    EXPECT_TRUE(done.ok()) << done;
    return Path("edited");
  }

  // Every command that uses all games refuses the file, names the game, and
  // writes nothing.
  void ExpectRefusedByAll(const std::string& edit) {
    const std::string edited = Edited(edit);
    const std::string before = *ReadFile(edited);
    const std::string honest = *ReadFile(Path("honest"));
    for (const Words& command : std::vector<Words>{
             {"report", edited},
             {"games", edited},
             {"export", edited},
             {"export", edited, "--format", "csv"},
             {"export", edited, "--positions", Path("new")},
             {"reproduce", edited},
             {"replay", edited, "4"},
             {"merge", Path("new"), Path("honest"), edited},
             {"merge", Path("honest"), edited},
             {"compare", "--players", "random,greedy,alphabeta:depth=2",
              "--rounds", "2", "--db", edited},
             {"compare", "--players", "random,greedy,alphabeta:depth=2",
              "--rounds", "5", "--db", edited},
             {"compare", "--players",
              "random,greedy,alphabeta:depth=2,alphabeta:depth=1", "--rounds",
              "2", "--db", edited}}) {
      const Outcome outcome = Execute(Tictactoe(), command);
      EXPECT_NE(outcome.status, 0) << edit << "\n" << outcome.out;
      EXPECT_THAT(outcome.err, AllOf(HasSubstr(edited), HasSubstr("game 4")))
          << command[0] << ": " << edit;
    }
    EXPECT_FALSE(std::filesystem::exists(Path("new"))) << edit;
    EXPECT_EQ(*ReadFile(edited), before) << edit;
    EXPECT_EQ(*ReadFile(Path("honest")), honest) << edit;
  }
};

// Files of before there were checksums, so that only the plan and the rules
// tell.
TEST_F(EditedResultsTest, ThePlanAndTheRulesTell) {
  for (const char* edit : {
           "UPDATE games SET seed = seed + 1 WHERE id = 4",
           "UPDATE games SET block = block + 1 WHERE id = 4",
           "UPDATE games SET round = 1 WHERE id = 4",
           "UPDATE games SET rotation = 1 - rotation WHERE id = 4",
           "UPDATE games SET pairing = 1 - pairing WHERE id = 4",
           "UPDATE games SET plies = plies + 1 WHERE id = 4",
           "UPDATE seats SET returns = -returns WHERE game = 4",
           "UPDATE seats SET player = 2 - player WHERE game = 4",
           "UPDATE seats SET moves = moves + 1 WHERE game = 4",
           "UPDATE seats SET nodes = nodes + 1 WHERE game = 4",
           "UPDATE seats SET playouts = playouts + 1 WHERE game = 4",
           "UPDATE seats SET depth = depth + 1 WHERE game = 4",
           "UPDATE seats SET seconds = seconds + 1 WHERE game = 4",
           "UPDATE seats SET wall_seconds = 2 WHERE game = 4",
           "UPDATE seats SET max_seconds = 1 WHERE game = 4",
           "UPDATE records SET final = start WHERE game = 4",
           "UPDATE records SET opening = '' WHERE game = 4",
       }) {
    ExpectRefusedByAll(std::string(edit) +
                       "; DROP TABLE checksums; DELETE FROM meta WHERE key ="
                       " 'checksum'; PRAGMA user_version = 2");
  }
}

// The game is a right one, of a round that was not planned.
TEST_F(EditedResultsTest, AGameBeyondThePlanIsTold) {
  const Words longer = {"--rounds", "3", "--jobs", "1", "--db", Path("longer")};
  Compare(longer);
  const std::string edited = Edited("SELECT 1");
  auto file = results::OpenResultsToPlay(
      edited, results::OpenResultsToRead(edited)->head.configuration);
  ASSERT_TRUE(file.ok()) << file.status();
  std::string copies;
  for (const char* table : {"games", "seats", "records", "checksums"}) {
    absl::StrAppend(&copies, "INSERT INTO ", table, " SELECT * FROM longer.",
                    table, " WHERE ",
                    table == std::string("games") ? "id" : "game", " = 13;");
  }
  const absl::Status done = file->database.Execute(
      absl::StrCat("ATTACH '", Path("longer"), "' AS longer;", copies));
  ASSERT_TRUE(done.ok()) << done;
  for (const Words& command :
       std::vector<Words>{{"report", edited},
                          {"replay", edited, "13"},
                          {"merge", Path("honest"), edited}}) {
    const Outcome outcome = Execute(Tictactoe(), command);
    EXPECT_NE(outcome.status, 0) << command[0];
    EXPECT_THAT(outcome.err,
                HasSubstr("game 13: its number is beyond the 12 games"))
        << command[0];
  }
}

TEST_F(EditedResultsTest, AChecksumTellsTheRest) {
  for (const char* edit : {
           "UPDATE games SET detail = 'because' WHERE id = 4",
           "UPDATE records SET details = replace(details, 'd2', 'd1')"
           " WHERE game = 4",
           "UPDATE checksums SET checksum = 7 WHERE game = 4",
           "DELETE FROM checksums WHERE game = 4",
       }) {
    ExpectRefusedByAll(edit);
  }
}

}  // namespace
}  // namespace boardwalk::cli
