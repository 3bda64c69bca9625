// Runs with players that do not answer, or too late.

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "framework/testing/walk.h"
#include "frontends/comparison/runner.h"
#include "frontends/comparison/runner_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::comparison {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing_games::Order;
using testing_games::ToldPlayer;

class RunnerPatienceTest : public RunnerTest {};

// Stalls as another program may, while `*stalls` is set.
class Staller final : public Player {
 public:
  explicit Staller(const std::atomic<bool>* stalls) : stalls_(*stalls) {}
  absl::Status Start(const AnyState&, uint64_t) override {
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits&,
                                  const Observer&) override {
    if (stalls_) return absl::Status(kPlayerStalled, "no answer");
    return Decision{.move = *state.ParseMove("win"), .line = {}};
  }
  void Observe(AnyMove) override {}

 private:
  const std::atomic<bool>& stalls_;
};

TEST_F(RunnerPatienceTest, DoubtfulGamesAreHeldForARunAlone) {
  std::atomic<bool> stalls{true};
  AddPlayer("staller", [&] { return std::make_unique<Staller>(&stalls); });
  Configuration configuration = Of(1, {"winner", "lefty", "staller"});
  configuration.games = {"walk"};
  configuration.max_plies = 9;
  const Plan plan = PlanOf(configuration);
  FakeStore store(configuration);
  RunCounts counts = Run(plan, store, {.jobs = 2, .hold_doubtful = true});
  // As the second against the winner it is not asked.
  EXPECT_EQ(counts.held, 3);
  EXPECT_EQ(counts.played, 3);
  EXPECT_FALSE(counts.stopped);
  EXPECT_THAT(store.games(), SizeIs(3));
  stalls = false;
  counts = Run(plan, store);
  EXPECT_EQ(counts.played, 3);
  EXPECT_EQ(counts.found, 3);
  for (const auto& [id, game] : store.games()) {
    EXPECT_NE(game.summary.termination, Termination::kStall) << id;
  }
  // Whoever stalls alone has stalled.
  stalls = true;
  FakeStore alone(configuration);
  EXPECT_EQ(Run(plan, alone).played, 6);
  FakeStore missing(configuration);
  const auto both = PlayMissing(plan, missing, {.jobs = 2});
  ASSERT_TRUE(both.ok()) << both.status();
  EXPECT_EQ(both->held, 3);
  EXPECT_EQ(both->played, 6);
  EXPECT_EQ(both->found, 0);
  int64_t visited = 0;
  EXPECT_EQ(*VisitFound(plan, missing, {}, [&](const auto&) { ++visited; }), 6);
  EXPECT_EQ(visited, 6);
  EXPECT_THAT(Error(configuration, {.in_order = true, .hold_doubtful = true}),
              HasSubstr("games in order cannot leave out"));
}

TEST(SeatsOutTest, AGameIsDoubtfulFromWhichASeatStalled) {
  static const std::atomic<bool> stalls{true};
  std::vector<PlayerPlugin> players;
  players.push_back(
      {.info = {.id = "staller", .title = "For tests", .needs_limit = false},
       .games = {},
       .make = [](const AnyGame&, const Parameters&)
           -> absl::StatusOr<std::unique_ptr<Player>> {
         return std::make_unique<Staller>(&stalls);
       }});
  const Catalog all = *AllGames();
  const Catalog catalog = *Catalog::Create(
      {all.games().begin(), all.games().end()}, std::move(players));
  Configuration configuration;
  configuration.games = {"star:size=3,players=3"};
  configuration.players = {"random", "random:seed=1", "staller"};
  configuration.max_plies = 20;
  configuration.contest.emplace().rules = Contest::Rules::kStar;
  const auto plan = Plan::Create(catalog, configuration);
  ASSERT_TRUE(plan.ok()) << plan.status();
  FakeStore store(plan->configuration());
  auto counts = RunPlan(*plan, store, {.hold_doubtful = true});
  ASSERT_TRUE(counts.ok()) << counts.status();
  EXPECT_EQ(counts->held, 3);
  EXPECT_EQ(counts->played, 0);
  counts = RunPlan(*plan, store, {});
  EXPECT_EQ(counts->played, 3);
  for (const auto& [id, game] : store.games()) {
    EXPECT_EQ(game.summary.termination, Termination::kPlyLimit);
    ASSERT_THAT(game.summary.faults, SizeIs(1));
    EXPECT_EQ(game.summary.faults[0].kind, Termination::kStall);
    EXPECT_EQ(game.summary.faults[0].reason, "no answer");
  }
}

// Waits for the threads that were left behind, whose player is released.
void AwaitAbandonedThreads() {
  while (AbandonedThreads() > 0) std::this_thread::yield();
}

TEST_F(RunnerPatienceTest, APlayerThatDoesNotStopForfeitsAndTheRunGoesOn) {
  std::atomic<bool> released{false};
  AddPlayer("deaf", [this, &released] {
    return std::make_unique<testing_games::StubbornPlayer>(
        released, /*obeys=*/false, &clock_);
  });
  AddPlayer("late", [this, &released] {
    return std::make_unique<testing_games::StubbornPlayer>(
        released, /*obeys=*/true, &clock_);
  });
  Configuration configuration = Of(1, {"wanderer", "deaf", "late"});
  configuration.games = {"walk"};
  for (const bool in_order : {false, true}) {
    FakeStore store(configuration);
    released = false;
    const RunCounts counts = Run(PlanOf(configuration), store,
                                 {.in_order = in_order, .wall_clock = &clock_});
    EXPECT_EQ(counts.played, 6);
    EXPECT_EQ(counts.abandoned, AbandonedThreads());
    // Of the four games of `deaf`, it begins two; in the others somebody may
    // win before it has to move, or `late` has forfeited.
    EXPECT_GE(counts.abandoned, 2);
    int64_t deaf = 0;
    for (const auto& [id, game] : store.games()) {
      const GameSummary& summary = game.summary;
      if (summary.termination != Termination::kTimeForfeit) continue;
      const std::string& who =
          configuration.players[summary.seats[summary.loser].player];
      EXPECT_THAT(summary.detail,
                  HasSubstr(who == "deaf" ? "it did not stop when it was asked"
                                          : "it stopped when it was asked"));
      EXPECT_NE(who, "wanderer");
      deaf += who == "deaf" ? 1 : 0;
      const SeatResult& loser = summary.seats[summary.loser];
      EXPECT_EQ(loser.returns, -1);
      if (who == "deaf") {
        // By the wall clock, from its call to when it was given up.
        EXPECT_GE(loser.max_seconds,
                  std::chrono::duration<double>(Patience{}.without_limit +
                                                Patience{}.stop)
                      .count());
        EXPECT_GE(loser.seconds, loser.max_seconds);
      }
      EXPECT_EQ(summary.plies, static_cast<int64_t>(game.record.moves.size()));
    }
    EXPECT_EQ(deaf, counts.abandoned);
    released = true;
    AwaitAbandonedThreads();
  }
}

TEST_F(RunnerPatienceTest, TooManyPlayersThatDoNotStopEndTheRun) {
  std::atomic<bool> released{false};
  AddPlayer("deaf", [this, &released] {
    return std::make_unique<testing_games::StubbornPlayer>(
        released, /*obeys=*/false, &clock_);
  });
  Configuration configuration = Of(10, {"winner", "deaf"});
  configuration.games = {"walk"};
  FakeStore store(configuration);
  const auto counts =
      RunPlan(PlanOf(configuration), store, {.wall_clock = &clock_});
  EXPECT_TRUE(absl::IsResourceExhausted(counts.status())) << counts.status();
  EXPECT_THAT(std::string(counts.status().message()),
              AllOf(HasSubstr("'deaf' did not stop when it was asked to"),
                    HasSubstr("what was played is kept")));
  int64_t forfeits = 0;
  for (const auto& [id, game] : store.games()) {
    forfeits += game.summary.termination == Termination::kTimeForfeit ? 1 : 0;
  }
  EXPECT_EQ(forfeits, kMaxAbandoned + 1);
  released = true;
  AwaitAbandonedThreads();
}

TEST_F(RunnerPatienceTest, APlayerThatDoesNotStopDoesNotHoldUpAnInterruption) {
  std::atomic<bool> released{false};
  std::atomic<bool> stop{false};
  AddPlayer("deaf", [this, &released, &stop] {
    stop = true;
    return std::make_unique<testing_games::StubbornPlayer>(
        released, /*obeys=*/false, &clock_);
  });
  Configuration configuration = Of(1, {"deaf", "lefty"});
  configuration.games = {"walk"};
  const Plan plan = PlanOf(configuration);
  stop = false;
  FakeStore store(configuration);
  const RunCounts counts =
      Run(plan, store, {.stop = &stop, .wall_clock = &clock_});
  EXPECT_TRUE(counts.stopped);
  EXPECT_EQ(counts.played, 0);
  EXPECT_THAT(store.games(), IsEmpty());
  released = true;
  AwaitAbandonedThreads();
}

TEST_F(RunnerPatienceTest, NobodyIsJudgedBesideAThreadThatDoesNotStop) {
  std::atomic<bool> released{false};
  AddPlayer("deaf", [this, &released] {
    return std::make_unique<testing_games::StubbornPlayer>(
        released, /*obeys=*/false, &clock_);
  });
  AddPlayer("threaded", [] {
    auto player = std::make_unique<ToldPlayer>(std::deque<Order>{{"win"}});
    player->threads = 2;
    return player;
  });
  Configuration configuration = Of(1, {"deaf", "threaded"});
  configuration.games = {"walk"};
  FakeStore store(configuration);
  const auto counts =
      RunPlan(PlanOf(configuration), store, {.wall_clock = &clock_});
  EXPECT_THAT(std::string(counts.status().message()),
              HasSubstr("takes time that another player would be judged by"));
  EXPECT_THAT(store.games(), SizeIs(AllOf(testing::Ge(1u), testing::Le(2u))));
  released = true;
  AwaitAbandonedThreads();
}

}  // namespace
}  // namespace boardwalk::comparison
