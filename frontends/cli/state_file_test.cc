#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/file.h"
#include "frontends/cli/compare_testing.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// That of two players of tic-tac-toe.
comparison::Configuration SmallComparison() {
  comparison::Configuration configuration;
  configuration.games = {"tictactoe"};
  configuration.players = {"greedy", "random"};
  return configuration;
}

// The state folder of the tests.
class StateFolderTest : public CompareCommandTest {
 protected:
  StateFolderTest() {
    if (const char* const value = std::getenv("XDG_STATE_HOME")) old_ = value;
    setenv("XDG_STATE_HOME", Path("state").c_str(), 1);
  }
  ~StateFolderTest() override {
    if (old_.empty()) {
      unsetenv("XDG_STATE_HOME");
    } else {
      setenv("XDG_STATE_HOME", old_.c_str(), 1);
    }
  }

  static Outcome Keep(const Words& more) {
    Words arguments = {"compare", "--players", "random,greedy", "--rounds", "1",
                       "--jobs",  "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Execute(Tictactoe(), arguments, "", /*terminal=*/false,
                   /*keeps_results=*/true);
  }
  std::set<std::string> Kept() const {
    std::set<std::string> files;
    if (!std::filesystem::exists(Path("state/boardwalk"))) return files;
    for (const auto& entry :
         std::filesystem::directory_iterator(Path("state/boardwalk"))) {
      files.insert(entry.path().string());
    }
    return files;
  }

 private:
  std::string old_;
};

TEST_F(StateFolderTest, ResultsWithoutAFileAreKept) {
  const Outcome first = Keep({});
  const std::set<std::string> one = Kept();
  ASSERT_EQ(one.size(), 1u);
  const std::string file = *one.begin();
  EXPECT_THAT(
      file, ::testing::MatchesRegex(".*/compare-20[0-9-]+-[a-z]{6}\\.sqlite"));
  EXPECT_THAT(first.err,
              EndsWith("the results are kept; to see them again: boardwalk "
                       "report " +
                       file + "\n"));
  EXPECT_EQ(Execute(Tictactoe(), {"report", file}).out, first.out);
  // Another run has another file; --no-db and --db have none there.
  Keep({});
  EXPECT_EQ(Kept().size(), 2u);
  EXPECT_THAT(Keep({"--no-db"}).err, Not(HasSubstr("kept")));
  EXPECT_THAT(Keep({"--db", Path("a")}).err, Not(HasSubstr("kept")));
  EXPECT_EQ(Kept().size(), 2u);
  EXPECT_EQ(Keep({"--no-db", "--db", Path("a")}).status, 2);
  // sprt does the same.
  const Outcome sprt = Execute(
      Tictactoe(),
      {"sprt", "tictactoe", "--players", "random", "greedy", "--rounds", "3"},
      "", false, /*keeps_results=*/true);
  EXPECT_THAT(sprt.err, HasSubstr("boardwalk report " + Path("state")));
  EXPECT_EQ(Kept().size(), 3u);
}

TEST_F(StateFolderTest, AFolderThatCannotBeWrittenIsAWarning) {
  ASSERT_TRUE(WriteFileAtomically(Path("file"), "x").ok());
  setenv("XDG_STATE_HOME", Path("file").c_str(), 1);
  const Outcome outcome = Keep({});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, StartsWith("warning: the results are not kept: "));
  EXPECT_THAT(outcome.out, HasSubstr("greedy"));
}

TEST_F(StateFolderTest, RunsAtTheSameTimeHaveFilesOfTheirOwn) {
  std::vector<std::thread> runs;
  runs.reserve(8);
  for (int i = 0; i < 8; ++i) {
    runs.emplace_back([] {
      for (int j = 0; j < 5; ++j) {
        const auto made = results::MakeStateFile("compare", SmallComparison());
        EXPECT_TRUE(made.ok()) << made.status();
      }
    });
  }
  for (std::thread& run : runs) run.join();
  EXPECT_EQ(Kept().size(), 40u);
}

TEST_F(StateFolderTest, AFileThatIsThereIsNotTaken) {
  ASSERT_TRUE(WriteFileAtomically(Path("taken"), "x").ok());
  EXPECT_TRUE(absl::IsAlreadyExists(
      results::CreateToPlay(Path("taken"), SmallComparison()).status()));
  EXPECT_EQ(*ReadFile(Path("taken")), "x");
  // Nor by two at the same time.
  for (int i = 0; i < 10; ++i) {
    std::atomic<int> made = 0;
    std::vector<std::thread> runs;
    runs.reserve(8);
    for (int j = 0; j < 8; ++j) {
      runs.emplace_back([&] {
        made += results::CreateToPlay(Path(absl::StrCat("new", i)),
                                      SmallComparison())
                    .ok();
      });
    }
    for (std::thread& run : runs) run.join();
    EXPECT_EQ(made, 1);
  }
}

}  // namespace
}  // namespace boardwalk::cli
