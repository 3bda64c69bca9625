#include "frontends/comparison/runner.h"

#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "framework/record.h"
#include "framework/testing/walk.h"
#include "frontends/comparison/runner_testing.h"
#include "frontends/comparison/store.h"
#include "frontends/results/store_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::comparison {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing_games::Order;
using testing_games::ToldPlayer;
using namespace std::chrono_literals;

// Plays what a function says, or any move if it is asked to stop.
class Scripted final : public Player {
 public:
  using Script = std::function<std::string(const Limits&, uint64_t seed)>;
  explicit Scripted(Script script) : script_(std::move(script)) {}
  absl::Status Start(const AnyState&, uint64_t seed) override {
    seed_ = seed;
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& limits,
                                  const Observer&) override {
    Decision decision;
    decision.move = limits.StopRequested()
                        ? state.LegalMoves().front()
                        : *state.ParseMove(script_(limits, seed_));
    return decision;
  }
  void Observe(AnyMove) override {}

 private:
  const Script script_;
  uint64_t seed_ = 0;
};

TEST_F(RunnerTest, PlaysEveryGameOfThePlanOnce) {
  const Configuration configuration = Of(3);
  const Plan plan = PlanOf(configuration);
  FakeStore store(configuration);
  std::set<int64_t> told;
  const RunCounts counts =
      Run(plan, store, {.on_game = [&](const GameSummary& game) {
            return told.insert(game.id).second;
          }});
  EXPECT_EQ(counts.planned, 3 * 2 * 3 * 2);
  EXPECT_EQ(counts.played, counts.planned);
  EXPECT_EQ(counts.found, 0);
  EXPECT_FALSE(counts.stopped);
  EXPECT_THAT(told, SizeIs(counts.planned));
  EXPECT_THAT(store.games(), SizeIs(counts.planned));
  for (const auto& [id, game] : store.games()) {
    const PlannedGame planned = plan.Game(id);
    EXPECT_EQ(game.summary.block, planned.block);
    EXPECT_EQ(game.record.game, configuration.games[planned.variant]);
    EXPECT_EQ(game.record.seed, planned.seed);
    EXPECT_EQ(game.record.start, planned.variant == 0 ? "0 1 -" : "2 1 -");
    int64_t moves = 0;
    for (size_t seat = 0; seat < 2; ++seat) {
      const SeatResult& result = game.summary.seats[seat];
      EXPECT_EQ(result.player, planned.seats[seat]);
      EXPECT_EQ(game.record.players[seat],
                configuration.players[result.player]);
      moves += result.moves;
    }
    EXPECT_EQ(moves, game.summary.plies);
    EXPECT_EQ(game.summary.seats[0].moves, (moves + 1) / 2);
    EXPECT_NE(game.summary.termination, Termination::kUnfinished);
  }
}

TEST_F(RunnerTest, PlaysWhatIsNotThereYet) {
  const Configuration configuration = Of(3);
  const Plan plan = PlanOf(configuration);
  FakeStore whole(configuration), store(configuration);
  Run(plan, whole);
  for (const int64_t id : {2, 3, 17, 36}) {
    ASSERT_TRUE(store.Add(whole.games().at(id)).ok());
  }
  std::set<int64_t> told;
  const RunCounts counts =
      Run(plan, store, {.jobs = 2, .on_game = [&](const GameSummary& game) {
                          return told.insert(game.id).second;
                        }});
  EXPECT_EQ(counts.planned, 36);
  EXPECT_EQ(counts.found, 4);
  EXPECT_EQ(counts.played, 32);
  EXPECT_THAT(told, SizeIs(32));
  EXPECT_EQ(told.count(17), 0u);
  EXPECT_EQ(store.Texts(), whole.Texts());
  EXPECT_EQ(Run(plan, store).played, 0);
}

TEST_F(RunnerTest, JobsChangeNothing) {
  const Configuration configuration = Of(20);
  const Plan plan = PlanOf(configuration);
  FakeStore one(configuration);
  Run(plan, one);
  EXPECT_THAT(one.games(), SizeIs(240));
  for (const int jobs : {2, 5}) {
    FakeStore many(configuration);
    EXPECT_EQ(Run(plan, many, {.jobs = jobs}).played, 240);
    EXPECT_EQ(many.Texts(), one.Texts());
  }
}

TEST_F(RunnerTest, ShardsTogetherAreTheWhole) {
  const Configuration configuration = Of(7);
  const Plan plan = PlanOf(configuration);
  FakeStore whole(configuration), joined(configuration);
  Run(plan, whole);
  for (const int index : {2, 0, 1}) {
    FakeStore part(configuration);
    const RunCounts counts = Run(plan, part, {.jobs = 2, .shard = {index, 3}});
    EXPECT_EQ(counts.played, counts.planned);
    EXPECT_EQ(counts.planned, 28);
    for (const auto& [id, game] : part.games()) {
      EXPECT_FALSE(*joined.Has(id));
      ASSERT_TRUE(joined.Add(game).ok());
    }
  }
  EXPECT_EQ(joined.Texts(), whole.Texts());
}

TEST_F(RunnerTest, InOrderWhateverTheJobs) {
  const Configuration configuration = Of(20);
  const Plan plan = PlanOf(configuration);
  FakeStore whole(configuration);
  Run(plan, whole);
  for (const int jobs : {1, 2, 5}) {
    FakeStore store(configuration);
    for (const int64_t id : {1, 3, 50, 51, 120}) {
      ASSERT_TRUE(store.Add(whole.games().at(id)).ok());
    }
    std::vector<int64_t> told, expected;
    const RunCounts counts = Run(plan, store,
                                 {.jobs = jobs,
                                  .on_game =
                                      [&](const GameSummary& game) {
                                        told.push_back(game.id);
                                        return told.size() < 100;
                                      },
                                  .in_order = true});
    for (int64_t id = 1; id <= 100; ++id) expected.push_back(id);
    EXPECT_THAT(told, ElementsAreArray(expected));
    EXPECT_EQ(counts.found, 4);
    EXPECT_EQ(counts.played, 96);
    EXPECT_FALSE(counts.stopped);
    // The 96, in order, after those that were there.
    EXPECT_THAT(store.games(), SizeIs(101));
    EXPECT_TRUE(std::is_sorted(store.order().begin() + 5, store.order().end()));
    EXPECT_EQ(store.games().count(101), 0u);
  }
}

TEST_F(RunnerTest, InOrderToTheEnd) {
  const Configuration configuration = Of(20);
  const Plan plan = PlanOf(configuration);
  FakeStore whole(configuration), store(configuration);
  Run(plan, whole);
  EXPECT_EQ(Run(plan, store, {.jobs = 3, .in_order = true}).played, 240);
  EXPECT_TRUE(std::is_sorted(store.order().begin(), store.order().end()));
  EXPECT_EQ(store.Texts(), whole.Texts());
  // All are found and reported again.
  int told = 0;
  EXPECT_EQ(Run(plan, store,
                {.jobs = 3,
                 .on_game = [&](const GameSummary&) { return ++told > 0; },
                 .in_order = true})
                .found,
            240);
  EXPECT_EQ(told, 240);
}

TEST_F(RunnerTest, InOrderDoesNotPlayTooFarAhead) {
  // The first game waits for others to begin. Without a bound, all of them
  // would be played meanwhile and kept in memory.
  uint64_t first_seed = 0;
  std::atomic<int> others{0};
  const auto win = [&others](const Limits&, uint64_t) {
    ++others;
    return "win";
  };
  const auto wait_and_win = [&](const Limits& limits, uint64_t seed) {
    if (seed != first_seed) return win(limits, seed);
    while (others < 23) std::this_thread::yield();
    for (int i = 0; i < 1000; ++i) std::this_thread::yield();
    EXPECT_EQ(others, 23);
    return "win";
  };
  AddPlayer("late", [&] { return std::make_unique<Scripted>(wait_and_win); });
  AddPlayer("early", [&] { return std::make_unique<Scripted>(win); });
  Configuration configuration = Of(500, {"late", "early"});
  configuration.games = {"walk"};
  const Plan plan = PlanOf(configuration);
  first_seed = SeatSeed(plan.Game(1).seed, 0);
  FakeStore store(configuration);
  EXPECT_EQ(Run(plan, store, {.jobs = 2, .in_order = true}).played, 1000);
}

TEST_F(RunnerTest, FalseEndsARunOutOfOrderToo) {
  const Configuration configuration = Of(20);
  FakeStore store(configuration);
  int told = 0;
  const RunCounts counts = Run(
      PlanOf(configuration), store,
      {.jobs = 3, .on_game = [&](const GameSummary&) { return ++told < 10; }});
  EXPECT_EQ(counts.played, 10);
  EXPECT_THAT(store.games(), SizeIs(10));
  EXPECT_FALSE(counts.stopped);
}

TEST_F(RunnerTest, GoesOnAfterAStopWhereItWas) {
  const Configuration configuration = Of(20);
  const Plan plan = PlanOf(configuration);
  FakeStore whole(configuration), store(configuration);
  Run(plan, whole);
  for (const bool in_order : {false, true, false, true}) {
    std::atomic<bool> stop{false};
    const int64_t before = *store.Count();
    const RunCounts counts = Run(plan, store,
                                 {.jobs = 3,
                                  .stop = &stop,
                                  .on_game =
                                      [&](const GameSummary&) {
                                        stop = *store.Count() == before + 30;
                                        return true;
                                      },
                                  .in_order = in_order});
    EXPECT_TRUE(counts.stopped);
    EXPECT_EQ(counts.played, 30);
  }
  EXPECT_EQ(Run(plan, store, {.jobs = 2}).played, 240 - 4 * 30);
  EXPECT_EQ(store.Texts(), whole.Texts());
}

TEST_F(RunnerTest, AGameThatWasStoppedDoesNotCount) {
  // The winning move comes after the request to stop. Without it the player
  // might have made another one.
  std::atomic<bool> stop{false};
  AddPlayer("hasty", [&stop] {
    return std::make_unique<Scripted>([&stop](const Limits&, uint64_t) {
      stop = true;
      return "win";
    });
  });
  const Configuration configuration = Of(1, {"hasty", "winner"});
  FakeStore store(configuration);
  const RunCounts counts = Run(PlanOf(configuration), store, {.stop = &stop});
  EXPECT_TRUE(counts.stopped);
  EXPECT_EQ(counts.played, 0);
  EXPECT_THAT(store.games(), IsEmpty());
}

TEST_F(RunnerTest, NothingIsPlayedWhenStoppedBefore) {
  const std::atomic<bool> stop{true};
  const Configuration configuration = Of(1);
  FakeStore store(configuration);
  const RunCounts counts =
      Run(PlanOf(configuration), store, {.jobs = 2, .stop = &stop});
  EXPECT_TRUE(counts.stopped);
  EXPECT_EQ(counts.played, 0);
}

TEST_F(RunnerTest, AStopReachesPlayersThatThink) {
  std::atomic<bool> stop{false};
  AddPlayer("thinker", [&stop] {
    return std::make_unique<Scripted>([&stop](const Limits& limits, uint64_t) {
      stop = true;
      while (!limits.StopRequested()) std::this_thread::yield();
      return "left";
    });
  });
  const Configuration configuration = Of(5, {"thinker", "winner"});
  for (const int jobs : {1, 2}) {
    for (const bool in_order : {false, true}) {
      FakeStore store(configuration);
      stop = false;
      EXPECT_TRUE(Run(PlanOf(configuration), store,
                      {.jobs = jobs, .stop = &stop, .in_order = in_order})
                      .stopped);
    }
  }
}

TEST_F(RunnerTest, TheEndOfARunReachesPlayersThatThink) {
  // One game ends; the other would never end.
  std::atomic<int> games{0};
  AddPlayer("thinker", [&games] {
    return std::make_unique<Scripted>([&games](const Limits& limits, uint64_t) {
      if (games++ > 0) return "win";
      while (!limits.StopRequested()) std::this_thread::yield();
      return "left";
    });
  });
  const Configuration configuration = Of(5, {"thinker", "winner"});
  FakeStore store(configuration);
  EXPECT_EQ(
      Run(PlanOf(configuration), store,
          {.jobs = 2, .on_game = [](const GameSummary&) { return false; }})
          .played,
      1);
}

TEST_F(RunnerTest, AnErrorOfTheStoreEndsTheRun) {
  const Configuration configuration = Of(20);
  const Plan plan = PlanOf(configuration);
  for (const int jobs : {1, 3}) {
    for (const bool in_order : {false, true}) {
      const RunOptions options = {.jobs = jobs, .in_order = in_order};
      FakeStore full(configuration), broken(configuration);
      full.add_fails_at = 30;
      EXPECT_EQ(RunPlan(plan, full, options).status(),
                absl::ResourceExhaustedError("the disk is full"));
      broken.has_fails_at = 30;
      EXPECT_EQ(RunPlan(plan, broken, options).status(),
                absl::DataLossError("cannot look"));
      EXPECT_LE(*broken.Count(), 29);
      if (in_order) {
        EXPECT_EQ(*full.Count(), 29);
      }
    }
  }
}

// A game may throw wherever it needs memory or threads.
TEST_F(RunnerTest, TooLittleMemoryOrTooFewThreadsEndTheRun) {
  std::atomic<int> games{0};
  std::function<void()> fail;
  AddPlayer("greedy", [&] {
    return std::make_unique<Scripted>([&](const Limits&, uint64_t) {
      if (++games == 15) fail();
      return "win";
    });
  });
  const Configuration configuration = Of(20, {"greedy", "lefty"});
  const Plan plan = PlanOf(configuration);
  for (const int jobs : {1, 3}) {
    for (const bool in_order : {false, true}) {
      const auto error = [&](std::function<void()> failure) {
        games = 0;
        fail = std::move(failure);
        FakeStore store(configuration);
        const RunOptions options = {.jobs = jobs, .in_order = in_order};
        const absl::Status status = RunPlan(plan, store, options).status();
        EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
        // Games that were finished are kept; in order one may still wait.
        EXPECT_GE(*store.Count(), in_order && jobs > 1 ? 0 : 15 - jobs);
        EXPECT_LT(*store.Count(), plan.games());
        return std::string(status.message());
      };
      const std::string advice =
          jobs == 1 ? "" : "; run fewer jobs than " + std::to_string(jobs);
      EXPECT_EQ(error([] { throw std::bad_alloc(); }),
                "there is not enough memory to play" + advice);
      EXPECT_EQ(
          error([] {
            throw std::system_error(
                std::make_error_code(std::errc::argument_list_too_long));
          }),
          "the system gives no more threads (Argument list too long)" + advice);
    }
  }
  // The caller gets any other exception.
  games = 0;
  fail = [] { throw std::logic_error("a bug"); };
  FakeStore store(configuration);
  EXPECT_THROW((void)RunPlan(plan, store, {.jobs = 2}), std::logic_error);
}

TEST_F(RunnerTest, AThreadThatCannotBeStartedEndsTheRun) {
  const std::string said = results::InChild([&] {
    results::StopBeingRoot();
    const rlimit one_thread = {1, 1};
    setrlimit(RLIMIT_NPROC, &one_thread);
    return Error(Of(1), {.jobs = 2});
  });
  EXPECT_EQ(said,
            "the system gives no more threads (Resource temporarily "
            "unavailable); run fewer jobs than 2");
}

TEST_F(RunnerTest, APlayerThatRefusesToStartEndsTheRun) {
  std::atomic<bool> willing{true};
  AddPlayer("unwilling", [&willing] {
    auto player = std::make_unique<ToldPlayer>(std::deque<Order>{{"left"}});
    if (!willing) player->start = absl::InvalidArgumentError("no opening book");
    return player;
  });
  const Configuration configuration = Of(2, {"winner", "unwilling"});
  const Plan plan = PlanOf(configuration);
  willing = false;
  FakeStore store(configuration);
  EXPECT_EQ(RunPlan(plan, store, {}).status().message(),
            "game 1 of 'walk': 'unwilling' cannot play: no opening book");
  EXPECT_THAT(std::string(RunPlan(plan, store, {.jobs = 4, .in_order = true})
                              .status()
                              .message()),
              HasSubstr("game 1 of 'walk'"));
}

TEST_F(RunnerTest, APlayersFaultEndsItsGameOnly) {
  AddTold("cheat", {{"!"}});
  AddTold("broken", {{"left"}, {"?"}});
  AddTold("slow", {{"left", 10s}}, &clock_);
  Configuration configuration =
      Of(1, {"winner", "cheat", "broken", "slow", "lefty"});
  configuration.games = {"walk"};
  configuration.limits.time = 1s;
  FakeStore store(configuration);
  EXPECT_EQ(Run(PlanOf(configuration), store, {.clock = &clock_}).played, 20);
  std::map<std::string, std::string> terminations;
  for (const auto& [id, game] : store.games()) {
    terminations[game.record.players[0] + " " + game.record.players[1]] =
        std::string(TerminationName(game.summary.termination)) +
        std::to_string(game.summary.loser);
  }
  EXPECT_EQ(terminations["winner cheat"], "rules-1");
  EXPECT_EQ(terminations["cheat winner"], "illegal-move0");
  EXPECT_EQ(terminations["lefty cheat"], "illegal-move1");
  EXPECT_EQ(terminations["broken lefty"], "failure0");
  EXPECT_EQ(terminations["lefty broken"], "failure1");
  EXPECT_EQ(terminations["slow lefty"], "overrun0");
  EXPECT_EQ(terminations["lefty slow"], "overrun1");
  EXPECT_EQ(terminations["broken slow"], "overrun1");
}

TEST_F(RunnerTest, TheConfigurationLimitsEveryMove) {
  std::vector<Limits> seen;
  AddPlayer("looker", [&seen] {
    return std::make_unique<Scripted>([&seen](const Limits& limits, uint64_t) {
      seen.push_back(limits);
      return "left";
    });
  });
  Configuration configuration = Of(1, {"lefty", "looker"});
  configuration.games = {"walk"};
  configuration.limits = {.nodes = 5, .playouts = 6, .depth = 7};
  configuration.clock = TimeControl{.base = 20s, .increment = 4s};
  configuration.max_plies = 2;
  FakeStore store(configuration);
  Run(PlanOf(configuration), store, {.clock = &clock_});
  ASSERT_THAT(seen, SizeIs(2));
  EXPECT_EQ(seen[0].nodes, 5);
  EXPECT_EQ(seen[0].playouts, 6);
  EXPECT_EQ(seen[0].depth, 7);
  EXPECT_EQ(seen[0].time, 1s + 3s);
  EXPECT_EQ(seen[0].clock, &clock_);
  EXPECT_EQ(store.games().at(1).summary.termination, Termination::kPlyLimit);
  EXPECT_EQ(store.games().at(1).summary.plies, 2);
}

TEST_F(RunnerTest, APlayerWithThreadsPlaysAlone) {
  AddPlayer("threaded", [] {
    auto player = std::make_unique<ToldPlayer>(std::deque<Order>{{"win"}});
    player->threads = 4;
    return player;
  });
  const Configuration configuration = Of(1, {"winner", "threaded"});
  EXPECT_EQ(Error(configuration, {.jobs = 1}), "");
  EXPECT_THAT(Error(configuration, {.jobs = 2}),
              AllOf(HasSubstr("'threaded' thinks with several threads"),
                    HasSubstr("run one job, not 2")));
}

TEST_F(RunnerTest, RefusesOptionsOutOfTheirBounds) {
  const Configuration configuration = Of(1);
  EXPECT_THAT(Error(configuration, {.jobs = 0}), HasSubstr("give 1 to 1024"));
  EXPECT_THAT(Error(configuration, {.jobs = 1025}), HasSubstr("1 to 1024"));
  EXPECT_EQ(Error(configuration, {.jobs = 1024}), "");
  EXPECT_THAT(Error(configuration, {.shard = {3, 3}}),
              HasSubstr("shard 4 of 3"));
  EXPECT_THAT(Error(configuration, {.shard = {-1, 3}}),
              HasSubstr("shard 0 of 3"));
  EXPECT_THAT(Error(configuration, {.shard = {0, 0}}),
              HasSubstr("shard 1 of 0"));
  EXPECT_THAT(Error(configuration, {.shard = {0, kMaxShards + 1}}),
              HasSubstr("1 to 1000000"));
}

TEST_F(RunnerTest, AShardMayBeEmpty) {
  const Configuration configuration = Of(1);
  FakeStore store(configuration);
  const RunCounts counts =
      Run(PlanOf(configuration), store, {.shard = {99, 100}});
  EXPECT_EQ(counts.planned, 0);
  EXPECT_EQ(counts.played, 0);
  EXPECT_FALSE(counts.stopped);
}

// --- Real players in real games ----------------------------------------------

// Without time limits the games are the same for any number of jobs,
// interruptions and shards.
class RealPlayersTest : public testing::Test {
 protected:
  static Plan RealPlan() {
    Configuration configuration;
    configuration.games = {"teeko", "star:size=3,players=3"};
    configuration.players = {"random", "greedy", "mcts:playouts=25",
                             "alphabeta"};
    configuration.limits = {.nodes = 200, .depth = 3};
    configuration.rounds = 2;
    configuration.seed = 20;
    configuration.openings = 3;
    configuration.max_plies = 60;
    EXPECT_TRUE(IsReproducible(configuration));
    return Plan::Create(*AllGames(), configuration).value();
  }
  void Run(FakeStore& store, const RunOptions& options) {
    const auto counts = RunPlan(plan_, store, options);
    EXPECT_TRUE(counts.ok()) << counts.status();
  }

  const Plan plan_ = RealPlan();
  const Configuration& configuration_ = plan_.configuration();
};

TEST_F(RealPlayersTest, JobsInterruptionsAndShardsChangeNothing) {
  FakeStore whole(configuration_);
  Run(whole, {});
  // Two rounds of six pairs and four triples, each in all seats.
  ASSERT_THAT(whole.games(), SizeIs(2 * (6 * 2 + 4 * 3)));
  const std::vector<std::string> expected = whole.Texts();

  FakeStore three(configuration_);
  Run(three, {.jobs = 3});
  EXPECT_EQ(three.Texts(), expected);

  FakeStore interrupted(configuration_);
  while (*interrupted.Count() < plan_.games()) {
    std::atomic<bool> stop{false};
    int games = 0;
    Run(interrupted,
        {.jobs = 2, .stop = &stop, .on_game = [&](const GameSummary&) {
           stop = ++games == 7;
           return true;
         }});
  }
  EXPECT_EQ(interrupted.Texts(), expected);

  FakeStore joined(configuration_);
  for (int index = 0; index < 3; ++index) {
    FakeStore part(configuration_);
    Run(part, {.shard = {index, 3}});
    for (const auto& [id, game] : part.games()) {
      ASSERT_TRUE(joined.Add(game).ok());
    }
  }
  EXPECT_EQ(joined.Texts(), expected);
}

TEST_F(RealPlayersTest, WhatIsStoredCanBeReplayed) {
  const Catalog catalog = *AllGames();
  FakeStore store(configuration_);
  Run(store, {.jobs = 2});
  std::set<uint64_t> fingerprints;
  for (const auto& [id, game] : store.games()) {
    const auto replay = ReplayRecord(catalog, game.record);
    ASSERT_TRUE(replay.ok()) << replay.status();
    // The opening leads to the start of the record.
    const auto state = replay->game().InitialState();
    for (const std::string& move : game.opening) {
      ASSERT_TRUE(state->Apply(state->ParseMove(move).value()).ok());
    }
    EXPECT_TRUE(state->Equals(replay->StateAt(0)));
    EXPECT_THAT(game.opening, SizeIs(3));
    fingerprints.insert(game.summary.fingerprint);
  }
  EXPECT_THAT(fingerprints, SizeIs(store.games().size()));
}

}  // namespace
}  // namespace boardwalk::comparison
