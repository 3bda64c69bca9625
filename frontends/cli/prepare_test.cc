// boardwalk prepare, on a game with a trivial table; and what other commands do
// without their table.

#include <unistd.h>

#include <cstdlib>

#include "ai/bind.h"
#include "framework/file.h"
#include "framework/game_adapter.h"
#include "framework/testing/full_disk.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/cli/command_testing.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"

namespace boardwalk::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

int g_built = 0;
bool g_interrupted = false;

absl::StatusOr<std::string> BuildTable(const LongWork& work) {
  ++g_built;
  for (const double done : {0.05, 0.25, 0.27, 0.55, 1.0}) {
    if (work.progress) work.progress(done);
  }
  if (g_interrupted) raise(SIGINT);
  if (work.StopRequested()) return absl::CancelledError("interrupted");
  return std::string(100'000, 'x');
}

class Rules : public tictactoe::Rules {
 public:
  static absl::StatusOr<std::unique_ptr<const Rules>> Create(
      const Parameters&) {
    return std::make_unique<const Rules>();
  }
  std::vector<Preparation> Preparations() const {
    return {{.title = "all values",
             .table = {.id = "tictactoe-values", .bytes = 100'000},
             .build = BuildTable}};
  }
};

class PrepareTest : public ::testing::Test {
 protected:
  PrepareTest() {
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
    g_built = 0;
    g_interrupted = false;
  }
  Outcome Prepare(std::vector<std::string> arguments = {"tictactoe"},
                  bool terminal = false) const {
    arguments.insert(arguments.begin(), "prepare");
    return Execute(catalog_, arguments, "", terminal);
  }
  bool IsThere() const { return ReadFile(path_).ok(); }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.File("boardwalk/tictactoe-values.table");
  const Catalog catalog_ =
      Catalog::Create({MakePlugin<Rules>({FixedPlayer<Rules>(
                          {"none", "Does not play"}, nullptr)})})
          .value();
};

TEST_F(PrepareTest, ComputesOnceAndAgainWhenTold) {
  Outcome outcome = Prepare();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              MatchesRegex("all values \\(0.1 MB\\): computed in [0-9.]+ s, "
                           "kept in " +
                           path_ + "\n"));
  EXPECT_EQ(outcome.err, "25 %  0:00\n55 %  0:00\n100 %  0:00\n");
  EXPECT_TRUE(IsThere());

  outcome = Prepare();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out,
            "all values (0.1 MB): ready and sound in " + path_ + "\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(g_built, 1);

  outcome = Prepare({"tictactoe", "--force", "--jobs", "1"});
  EXPECT_THAT(outcome.out, HasSubstr("computed in"));
  EXPECT_EQ(g_built, 2);
  ExpectRefused(catalog_, {"prepare", "tictactoe", "--jobs", "0"}, "--jobs");
}

TEST_F(PrepareTest, ShowsABarOnATerminal) {
  const Outcome outcome = Prepare({"tictactoe"}, /*terminal=*/true);
  EXPECT_THAT(outcome.err,
              StartsWith("\r[#...................] 5 %  0:00\033[K"));
  EXPECT_THAT(outcome.out, StartsWith("all values"));
}

TEST_F(PrepareTest, ComputesWhatIsDamagedAgain) {
  Prepare();
  std::string file = ReadFile(path_).value();
  file.back() ^= 1;
  ASSERT_TRUE(WriteFileAtomically(path_, file).ok());
  EXPECT_EQ(Prepare({}).out,
            "tictactoe: all values (0.1 MB): '" + path_ +
                "' is damaged: its checksum is wrong; boardwalk prepare "
                "tictactoe makes it\n");
  const Outcome outcome = Prepare();
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err,
              StartsWith("'" + path_ +
                         "' is damaged: its checksum is wrong; it is "
                         "computed again\n"));
  EXPECT_EQ(g_built, 2);
  EXPECT_EQ(Prepare({}).out,
            "tictactoe: all values (0.1 MB): ready in " + path_ + "\n");
}

TEST_F(PrepareTest, AsJson) {
  nlohmann::json json = ExecuteJson(catalog_, {"prepare", "--json"});
  ASSERT_EQ(json["tables"].size(), 1);
  EXPECT_EQ(json["tables"][0]["ready"], false);
  EXPECT_THAT(json["tables"][0]["problem"].get<std::string>(),
              HasSubstr("No such file"));
  const Outcome outcome = Prepare({"tictactoe", "--json"});
  EXPECT_EQ(outcome.status, 0);
  json = nlohmann::json::parse(outcome.out, nullptr, false);
  ASSERT_EQ(json["tables"].size(), 1);
  EXPECT_TRUE(json["tables"][0]["seconds"].is_number());
  json["tables"][0]["seconds"] = nullptr;
  const nlohmann::json ready = {{"tables",
                                 {{{"game", "tictactoe"},
                                   {"title", "all values"},
                                   {"bytes", 100'000},
                                   {"path", path_},
                                   {"ready", true},
                                   {"problem", nullptr},
                                   {"seconds", nullptr}}}}};
  EXPECT_EQ(json, ready);
  EXPECT_EQ(ExecuteJson(catalog_, {"prepare", "tictactoe", "--json"}), ready);
  EXPECT_EQ(ExecuteJson(catalog_, {"prepare", "--json"}), ready);
  EXPECT_EQ(g_built, 1);
  EXPECT_EQ(ExecuteJson(*AllGames(), {"prepare", "onejump", "--json"}),
            nlohmann::json::parse(R"({"tables": []})"));
}

TEST_F(PrepareTest, InterruptedItWritesNothing) {
  g_interrupted = true;
  const Outcome outcome = Prepare();
  EXPECT_EQ(outcome.status, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("\ninterrupted, nothing was written\n"));
  EXPECT_FALSE(IsThere());
}

TEST_F(PrepareTest, SaysThatThereIsNoRoom) {
  const Outcome outcome = [&] {
    const FullDisk full(5000);
    return Prepare();
  }();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("boardwalk prepare: cannot write '" +
                                     path_ + "': File too large\n"));
  EXPECT_FALSE(IsThere());
  // Nothing else is left in the folder.
  EXPECT_EQ(rmdir(folder_.File("boardwalk").c_str()), 0);
}

TEST_F(PrepareTest, SaysThatThereIsNoFolder) {
  ASSERT_TRUE(WriteFileAtomically(folder_.File("file"), "x").ok());
  setenv("XDG_CACHE_HOME", folder_.File("file").c_str(), 1);
  ExpectRefused(catalog_, {"prepare", "tictactoe"}, "Not a directory");
  EXPECT_EQ(g_built, 0);
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  ExpectRefused(catalog_, {"prepare", "tictactoe"},
                "neither XDG_CACHE_HOME nor HOME");
}

TEST_F(PrepareTest, OtherCommandsSayWhatIsMissing) {
  const auto games = AllGames();
  ASSERT_TRUE(games.ok()) << games.status();
  EXPECT_EQ(Execute(*games, {"prepare", "onejump"}).out,
            "nothing to prepare for onejump: its players need no table\n");
  ExpectRefused(*games, {"prepare", "nogame"}, "no game 'nogame'");
  const std::string advice = "boardwalk prepare chinese8 makes it";
  EXPECT_THAT(Execute(*games, {"prepare"}).out,
              HasSubstr("chinese8: the distances of 74974368 placements (37.5 "
                        "MB): cannot read"));
  EXPECT_THAT(Execute(*games, {"prepare"}).out, HasSubstr(advice));
  // A table that only some parameters have is listed once.
  EXPECT_THAT(Execute(*games, {"prepare"}).out,
              HasSubstr("\nstar:size=3: the distances of 13983816 placements "
                        "(14.0 MB): cannot read"));
  EXPECT_THAT(Execute(*games, {"prepare"}).out,
              Not(HasSubstr("star:players=6,size=3")));
  EXPECT_EQ(Execute(*games, {"prepare", "star"}).out,
            "nothing to prepare for star: its players need no table\n");
  // `think` warns and continues, `compare` refuses.
  const Outcome think =
      Execute(*games, {"think", "chinese8", "greedy:evaluation=table"});
  EXPECT_EQ(think.status, 0);
  EXPECT_THAT(think.out, StartsWith("move "));
  EXPECT_THAT(think.err, HasSubstr(advice + "; instead of "
                                            "greedy:evaluation=table plays "
                                            "greedy\n"));
  ExpectRefused(*games,
                {"compare", "--games", "chinese8", "--players", "random",
                 "greedy:evaluation=table"},
                advice);
}

}  // namespace
}  // namespace boardwalk::cli
