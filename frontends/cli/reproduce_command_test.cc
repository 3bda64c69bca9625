#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/record.h"
#include "frontends/cli/compare_testing.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/result.h"
#include "frontends/results/store.h"

namespace boardwalk::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using ReproduceCommandTest = CompareCommandTest;

constexpr char kNotCompared[] =
    "not compared, as each run has its own: seconds, wall_seconds, "
    "max_seconds\n";

// The game with a changed record, and the sums of that.
comparison::FinishedGame Changed(
    const Catalog& catalog, const comparison::FinishedGame& game,
    const std::function<void(GameRecord&)>& change) {
  GameRecord record = game.record;
  change(record);
  const auto history = ReplayRecord(catalog, record);
  EXPECT_TRUE(history.ok()) << history.status();
  std::vector<int> movers;
  movers.reserve(record.moves.size());
  for (int ply = 0; ply < history->plies(); ++ply) {
    movers.push_back(history->SeatAt(ply));
  }
  comparison::PlannedGame planned;
  static_cast<comparison::GameNumbers&>(planned) = game.summary;
  for (const comparison::SeatResult& seat : game.summary.seats) {
    planned.seats.push_back(seat.player);
  }
  return comparison::Finish(planned, game.opening, movers, std::move(record));
}

TEST_F(ReproduceCommandTest, PlaysTheSameGames) {
  Compare({"--rounds", "3", "--db", Path("a")});
  for (const char* jobs : {"1", "3"}) {
    const Outcome same =
        Execute(Tictactoe(), {"reproduce", Path("a"), "--jobs", jobs});
    EXPECT_EQ(same.status, 0) << same.err;
    EXPECT_EQ(same.out,
              absl::StrCat("18 games compared: no difference\n", kNotCompared));
    EXPECT_THAT(same.err, StartsWith("plays 18 games again; "));
  }
  // Games are missing, as in a part, or an interrupted run.
  Compare({"--rounds", "9", "--db", Path("part"), "--shard", "2/4"});
  EXPECT_THAT(Execute(Tictactoe(), {"reproduce", Path("part")}).out,
              HasSubstr("compared: no difference"));
}

TEST_F(ReproduceCommandTest, LeavesOutWhatDependsOnTime) {
  const Words players = {"compare",
                         "--rounds",
                         "2",
                         "--jobs",
                         "1",
                         "--players",
                         "random",
                         "greedy",
                         "alphabeta:time=1ms",
                         "alphabeta:depth=1,threads=2",
                         "--db",
                         Path("a")};
  EXPECT_EQ(Execute(Tictactoe(), players).status, 0);
  const Outcome outcome = Execute(Tictactoe(), {"reproduce", Path("a")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  // Of six pairings one is of others than these two; one is of both.
  EXPECT_THAT(outcome.out, StartsWith("4 games compared: no difference\n"));
  EXPECT_THAT(outcome.out, HasSubstr(" with a time limit"));
  EXPECT_THAT(outcome.out, HasSubstr(" with several threads"));
  EXPECT_EQ(Execute(Tictactoe(),
                    {"compare", "--rounds", "1", "--players", "alphabeta",
                     "mcts", "--db", Path("b"), "--time", "1ms"})
                .status,
            0);
  cli::ExpectRefused(Tictactoe(), {"reproduce", Path("b")},
                     "can be compared: 2 games with a time limit; limits by");
  // Nor is a search compared that ended long before its only limit.
  EXPECT_EQ(Execute(Tictactoe(),
                    {"compare", "--rounds", "1", "--players", "alphabeta",
                     "random", "--db", Path("c"), "--time", "10s"})
                .status,
            0);
  cli::ExpectRefused(Tictactoe(), {"reproduce", Path("c")},
                     "can be compared: 2 games with a time limit; limits by");
}

// A tournament has a limit of 5 s in any case.
TEST_F(ReproduceCommandTest, PlaysWhatOtherLimitsDecideWithinALimitOfTime) {
  const auto tournament = [&](const std::string& file, const Words& more) {
    Words words = {"tournament", "chinese8", "greedy", "alphabeta:depth=1",
                   "--jobs",     "1",        "--db",   Path(file)};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = Execute(RealGames(), words);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  };
  tournament("a", {"random"});
  EXPECT_EQ(Execute(RealGames(), {"reproduce", Path("a")}).out,
            absl::StrCat("6 games compared: no difference\n", kNotCompared));
  // One that the limit of time alone stops.
  tournament("b", {"mcts", "--time", "100ms"});
  const std::string out = Execute(RealGames(), {"reproduce", Path("b")}).out;
  EXPECT_EQ(out, absl::StrCat("2 games compared: no difference\n", kNotCompared,
                              "left out: 4 games with a time limit\n"));
  // A move that took all of its time may have been cut short.
  const auto read = results::OpenToRead(Path("a"));
  auto copy = results::OpenToPlay(Path("c"), (*read)->configuration());
  for (const int64_t id : {1, 2}) {
    const auto added = (*copy)->Add(
        Changed(RealGames(), *(*read)->Get(id), [id](GameRecord& record) {
          if (id == 2) record.moves[0].seconds = 5;
        }));
    ASSERT_TRUE(added.ok()) << added.status();
  }
  EXPECT_EQ(Execute(RealGames(), {"reproduce", Path("c")}).out,
            absl::StrCat("1 game compared: no difference\n", kNotCompared,
                         "left out: 1 game with a time limit\n"));
}

TEST_F(ReproduceCommandTest, BlamesNoPlayerForASlowMachine) {
  // With a limit that every move reaches here, but did not there.
  Compare({"--rounds", "1", "--db", Path("a")});
  const auto read = results::OpenToRead(Path("a"));
  comparison::Configuration configuration = (*read)->configuration();
  configuration.limits.time = std::chrono::microseconds(1);
  auto copy = results::OpenToPlay(Path("b"), configuration);
  const auto added = (*copy)->Add(
      Changed(Tictactoe(), *(*read)->Get(1), [](GameRecord& record) {
        for (RecordedMove& move : record.moves) move.seconds = 0;
        record.moves[0].depth = 77;
      }));
  ASSERT_TRUE(added.ok()) << added.status();
  // Nor does it say that there is no difference, with nothing compared.
  const Outcome outcome = Execute(Tictactoe(), {"reproduce", Path("b")});
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(
      outcome.err,
      HasSubstr("can be compared: 1 game with a time limit; limits by"));
  EXPECT_EQ(outcome.status, 1);
}

TEST_F(ReproduceCommandTest, MissesNoGame) {
  Compare({"--rounds", "2", "--db", Path("a")});
  const auto read = results::OpenToRead(Path("a"));
  auto copy = results::OpenToPlay(Path("b"), (*read)->configuration());
  comparison::FinishedGame game = *(*read)->Get(12);
  ASSERT_TRUE((*copy)->Add(game).ok());
  game.summary.id = 1000;
  ASSERT_TRUE((*copy)->Add(game).ok());
  cli::ExpectRefused(Tictactoe(), {"reproduce", Path("b")},
                     "game 1000: its number is beyond the 12 games");
}

TEST_F(ReproduceCommandTest, WaitsForNobodyWhoDidNotAnswer) {
  Compare({"--rounds", "1", "--db", Path("a")});
  const auto read = results::OpenToRead(Path("a"));
  auto copy = results::OpenToPlay(Path("b"), (*read)->configuration());
  for (const int64_t id : {1, 2}) {
    const auto added = (*copy)->Add(
        Changed(Tictactoe(), *(*read)->Get(id), [id](GameRecord& record) {
          if (id != 2) return;
          // Who made the last move did not answer.
          const auto history = ReplayRecord(Tictactoe(), record);
          const int last = history->plies() - 1;
          record.final = history->StateAt(last).FormatPosition();
          record.moves.pop_back();
          record.termination = Termination::kTimeForfeit;
          record.loser = history->SeatAt(last);
          record.returns = ReturnsWithoutRules(record.termination,
                                               /*num_players=*/2, record.loser);
        }));
    ASSERT_TRUE(added.ok()) << added.status();
  }
  EXPECT_EQ(Execute(Tictactoe(), {"reproduce", Path("b")}).out,
            absl::StrCat("1 game compared: no difference\n", kNotCompared,
                         "left out: 1 game with a player that did not "
                         "answer\n"));
}

TEST_F(ReproduceCommandTest, ShowsTheFirstDifferences) {
  // What these games would be with other seeds: the file says seed 1.
  Compare({"--rounds", "3", "--db", Path("a"), "--seed", "1"});
  auto other = results::OpenToRead(Path("a"));
  ASSERT_TRUE(other.ok());
  auto copy = results::OpenToPlay(Path("b"), (*other)->configuration());
  ASSERT_TRUE(copy.ok());
  const absl::Status copied =
      (*other)->ForEachWhole({}, [&](const comparison::FinishedGame& game) {
        return (*copy)
            ->Add(Changed(Tictactoe(), game,
                          [&](GameRecord& record) {
                            if (game.summary.id == 7)
                              record.moves[1].depth = 77;
                            if (game.summary.id == 9) record.detail = "chance";
                          }))
            .status();
      });
  EXPECT_TRUE(copied.ok()) << copied;
  const Outcome outcome = Execute(Tictactoe(), {"reproduce", Path("b")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, StartsWith("game 7 of tictactoe, "));
  EXPECT_THAT(outcome.out, HasSubstr("but the player reported "));
  EXPECT_THAT(outcome.out, HasSubstr("\ngame 9 of tictactoe, "));
  EXPECT_THAT(outcome.out, HasSubstr(": said of its end 'chance' and says ''"));
  EXPECT_THAT(outcome.out, EndsWith(absl::StrCat(
                               "18 games compared: 2 differ\n", kNotCompared)));

  const Outcome json = Execute(Tictactoe(), {"reproduce", Path("b"), "--json"});
  EXPECT_EQ(json.status, 1);
  EXPECT_THAT(json.out,
              StartsWith("{\"compared\":18,\"differing\":2,"
                         "\"left_out\":{},\"not_compared\":[\"seconds\","
                         "\"wall_seconds\",\"max_seconds\"],"
                         "\"first_differences\":[\"game 7 "));
}

}  // namespace
}  // namespace boardwalk::cli
