// What the tests of runs share: a store in memory, and plans of games of
// walkers.

#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/mutex.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/testing/walk.h"
#include "frontends/comparison/runner.h"
#include "frontends/comparison/store.h"
#include "gtest/gtest.h"

namespace boardwalk::comparison {

// Keeps games in a map, and fails at chosen ids.
class FakeStore final : public Store {
 public:
  explicit FakeStore(Configuration configuration)
      : configuration_(std::move(configuration)) {}

  const Configuration& configuration() const override { return configuration_; }
  const std::string& program_version() const override { return version_; }

  absl::StatusOr<bool> Has(int64_t id) const override {
    const MutexLock lock(&mutex_);
    if (id == has_fails_at) return absl::DataLossError("cannot look");
    return games_.count(id) > 0;
  }
  absl::StatusOr<int64_t> Count() const override {
    const MutexLock lock(&mutex_);
    return static_cast<int64_t>(games_.size());
  }
  absl::StatusOr<bool> Add(const FinishedGame& game) override {
    const MutexLock lock(&mutex_);
    if (game.summary.id == add_fails_at) {
      return absl::ResourceExhaustedError("the disk is full");
    }
    const bool is_new = games_.emplace(game.summary.id, game).second;
    if (is_new) order_.push_back(game.summary.id);
    return is_new;
  }
  absl::Status ForEach(const GameFilter& filter,
                       const std::function<absl::Status(const GameSummary&)>&
                           visit) const override {
    return ForEachWhole(
        filter, [&](const FinishedGame& game) { return visit(game.summary); });
  }
  absl::Status ForEachWhole(
      const GameFilter&,
      const std::function<absl::Status(const FinishedGame&)>& visit)
      const override {
    for (const auto& [id, game] : games_) {
      RETURN_IF_ERROR(visit(game));
    }
    return absl::OkStatus();
  }
  absl::StatusOr<FinishedGame> Get(int64_t id) const override {
    const MutexLock lock(&mutex_);
    const auto found = games_.find(id);
    if (found == games_.end()) return absl::NotFoundError("no such game");
    return found->second;
  }
  absl::StatusOr<int64_t> CountDistinct(int) const override {
    return absl::UnimplementedError("not faked");
  }
  absl::StatusOr<int64_t> CountOpenings(int) const override {
    return absl::UnimplementedError("not faked");
  }

  // The ids in the order in which they were added.
  const std::vector<int64_t>& order() const { return order_; }
  const std::map<int64_t, FinishedGame>& games() const { return games_; }

  // Everything but the times, as text to compare.
  std::vector<std::string> Texts() const {
    std::vector<std::string> texts;
    for (const auto& [id, game] : games_) {
      GameRecord record = game.record;
      for (RecordedMove& move : record.moves) {
        move.seconds = move.wall_seconds = 0;
      }
      const GameSummary& summary = game.summary;
      std::string text = absl::StrCat(
          "game ", id, " ", summary.block, " ", summary.round, " ",
          summary.variant, " ", summary.pairing, " ", summary.rotation, " ",
          summary.seed, " ", summary.fingerprint, "\nopening");
      for (const std::string& move : game.opening) {
        absl::StrAppend(&text, " ", move);
      }
      for (const SeatResult& seat : summary.seats) {
        absl::StrAppend(&text, "\nseat ", seat.player, " ", seat.returns, " ",
                        seat.moves, " ", seat.nodes, " ", seat.playouts, " ",
                        seat.depth);
      }
      absl::StrAppend(&text, "\n", FormatRecord(record));
      texts.push_back(std::move(text));
    }
    return texts;
  }

  int64_t has_fails_at = 0;  // ids
  int64_t add_fails_at = 0;

 private:
  const Configuration configuration_;
  const std::string version_ = "test";
  mutable Mutex mutex_;  // for the functions that a run calls
  std::map<int64_t, FinishedGame> games_;
  std::vector<int64_t> order_;
};

// Walks at random until it wins. Its moves take different times, so that games
// end in another order than they begin.
class Wanderer final : public Player {
 public:
  absl::Status Start(const AnyState&, uint64_t seed) override {
    random_ = Random(seed);
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits&,
                                  const Observer&) override {
    const auto moves = state.LegalMoves();
    Decision decision;
    decision.nodes = random_.Below(3) == 0 ? random_.Below(20'000) : 1;
    for (int64_t i = 0; i < *decision.nodes; ++i) work_ = Mix64(work_);
    // "left" or "right", and "win" once in eight turns.
    decision.move = moves[random_.Below(8) == 0 ? 2 : random_.Below(2)];
    return decision;
  }
  void Observe(AnyMove) override {}

 private:
  Random random_{0};
  volatile uint64_t work_ = 0;
};

// The game "walk" with players for tests.
class RunnerTest : public testing::Test {
 protected:
  using Make = std::function<std::unique_ptr<Player>()>;

  RunnerTest() {
    AddPlayer("wanderer", [] { return std::make_unique<Wanderer>(); });
    AddTold("winner", {{"win"}});
    AddTold("lefty", {{"left"}});
  }
  void AddPlayer(std::string id, Make make) {
    players_.push_back(PlayerBinding<testing_games::WalkRules>{
        .info = {.id = std::move(id),
                 .title = "For tests",
                 .parameters = {kSeedParameter},
                 .needs_limit = false},
        .make = [make = std::move(make)](const testing_games::WalkRules&,
                                         const Parameters&)
            -> absl::StatusOr<std::unique_ptr<Player>> { return make(); }});
  }
  // A clock is for one thread, so for runs of one job.
  void AddTold(std::string id, std::deque<testing_games::Order> orders,
               testing_games::ManualClock* clock = nullptr) {
    AddPlayer(std::move(id), [orders = std::move(orders), clock] {
      return std::make_unique<testing_games::ToldPlayer>(orders, clock);
    });
  }
  // A configuration of wanderers, unless players are named.
  Configuration Of(int64_t rounds, std::vector<std::string> players = {}) {
    if (players.empty()) players = {"wanderer", "wanderer:seed=1", "lefty"};
    Configuration configuration;
    configuration.games = {"walk", "walk:start=2"};
    configuration.players = std::move(players);
    configuration.rounds = rounds;
    configuration.seed = 11;
    return configuration;
  }
  Plan PlanOf(const Configuration& configuration) {
    auto catalog =
        Catalog::Create({MakePlugin<testing_games::WalkRules>(players_)});
    EXPECT_TRUE(catalog.ok()) << catalog.status();
    auto plan = Plan::Create(*catalog, configuration);
    EXPECT_TRUE(plan.ok()) << plan.status();
    return *std::move(plan);
  }
  // Runs to the end without an error.
  RunCounts Run(const Plan& plan, FakeStore& store,
                const RunOptions& options = {}) {
    const auto counts = RunPlan(plan, store, options);
    EXPECT_TRUE(counts.ok()) << counts.status();
    return counts.value_or(RunCounts{});
  }
  std::string Error(const Configuration& configuration,
                    const RunOptions& options) {
    FakeStore store(configuration);
    return std::string(
        RunPlan(PlanOf(configuration), store, options).status().message());
  }

  testing_games::ManualClock clock_;
  std::vector<PlayerBinding<testing_games::WalkRules>> players_;
};

}  // namespace boardwalk::comparison
