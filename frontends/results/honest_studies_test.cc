// No false alarm: files of studies in which everything happens are read by
// whom holds them to the plan and the rules. Players report odd values, overrun
// their time, fail in every way, move illegally and drop out.

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "framework/match.h"
#include "framework/parameters.h"
#include "framework/player.h"
#include "framework/random.h"
#include "framework/testing/walk.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/results/store_testing.h"
#include "games/registry.h"
#include "gtest/gtest.h"

namespace boardwalk::results {
namespace {

using comparison::Configuration;
using comparison::Contest;
using comparison::GameSummary;
using std::chrono::microseconds;

template <typename T>
const T& AnyOf(Random& random, const std::vector<T>& values) {
  return values[random.Below(static_cast<uint32_t>(values.size()))];
}

// Makes any move and now and then a mistake.
class WaywardPlayer final : public Player {
 public:
  explicit WaywardPlayer(testing_games::ManualClock& clock) : clock_(clock) {}

  absl::Status Start(const AnyState&, uint64_t seed) override {
    random_ = Random(seed);
    Spend(50);
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits&,
                                  const Observer&) override {
    Spend(1000);
    const uint32_t mistake = random_.Below(150);
    if (mistake == 0) return Decision{.move = {.bits = 7}, .line = {}};
    if (mistake == 1) clock_.Advance(std::chrono::seconds(10));
    if (mistake > 1 && mistake < 6) {
      return absl::Status(
          AnyOf<absl::StatusCode>(
              random_, {kPlayerCrashed, kPlayerStalled, kPlayerWroteNonsense,
                        absl::StatusCode::kInternal}),
          "said 'wäh'\n\x1b[31m and\t\"ended\" ");
    }
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    const std::vector<AnyMove> moves = state.LegalMoves();
    return Decision{
        .move = AnyOf(random_, moves),
        .value = AnyOf<std::optional<double>>(
            random_, {std::nullopt, -0.0, 0, 0.01, 0.97, -0.97, 1, -1, 2, kNaN,
                      1.0 / 3}),
        .line = {},
        .depth = AnyOf<std::optional<int>>(random_, {std::nullopt, -3, 0, 9}),
        .nodes = AnyOf<std::optional<int64_t>>(random_,
                                               {std::nullopt, -1, 0, 1 << 30}),
        .playouts = AnyOf<std::optional<int64_t>>(random_, {std::nullopt, 12})};
  }
  void Observe(AnyMove) override { Spend(20); }

 private:
  void Spend(uint32_t most) {
    clock_.Advance(std::chrono::nanoseconds(random_.Below(most * 1000)));
  }

  testing_games::ManualClock& clock_;
  Random random_{0};
};

class HonestStudiesTest : public ::testing::Test {
 protected:
  HonestStudiesTest()
      : catalog_(AllGames()
                     ->With({.info = {.id = "wayward",
                                      .title = "For tests",
                                      .parameters = {kSeedParameter},
                                      .needs_limit = false},
                             .games = {},
                             .make = [this](const AnyGame&, const Parameters&)
                                 -> absl::StatusOr<std::unique_ptr<Player>> {
                               return std::make_unique<WaywardPlayer>(clock_);
                             }})
                     .value()) {}

  static Configuration Of(std::vector<std::string> games) {
    Configuration configuration;
    configuration.games = std::move(games);
    configuration.players = {"wayward", "wayward:seed=1", "wayward:seed=2",
                             "wayward:seed=3"};
    configuration.rounds = 4;
    configuration.max_plies = 40;
    return configuration;
  }

  // Plays it to a file, and holds that to the plan and its rules in every way:
  // to read it, to go on, to merge it, to go on in order.
  void ExpectSound(Configuration configuration) {
    configuration.seed = ++studies_;  // other mistakes
    const auto plan = comparison::Plan::Create(catalog_, configuration);
    ASSERT_TRUE(plan.ok()) << plan.status();
    const TestFolder folder;
    const std::string path = folder.File("r");
    const auto play = [&](bool in_order) {
      const auto store = OpenToPlay(path, plan->configuration());
      ASSERT_TRUE(store.ok()) << store.status();
      const auto counts = comparison::RunPlan(
          *plan, **store, {.in_order = in_order, .clock = &clock_});
      ASSERT_TRUE(counts.ok()) << counts.status();
      EXPECT_EQ(counts->found + counts->played, plan->games());
    };
    play(false);
    const auto check = [this](const std::string& file) {
      return OpenChecked(catalog_, file).status();
    };
    EXPECT_EQ(check(path), absl::OkStatus());
    play(true);
    EXPECT_EQ(MergeResults(folder.File("all"), {path}, check).value().added,
              plan->games());
    EXPECT_EQ(check(folder.File("all")), absl::OkStatus());
    const absl::Status read =
        ToRead(path)->ForEach({}, [this](const GameSummary& game) {
          endings_.insert(game.termination);
          faults_ += game.faults.size();
          return absl::OkStatus();
        });
    EXPECT_EQ(read, absl::OkStatus());
  }

  testing_games::ManualClock clock_;
  const Catalog catalog_;
  uint64_t studies_ = 0;
  std::set<Termination> endings_;  // that have occurred
  size_t faults_ = 0;
};

TEST_F(HonestStudiesTest, OfComparisons) {
  Configuration configuration =
      Of({"teeko", "onejump", "chinese8", "star:size=3,players=3"});
  ExpectSound(configuration);
  configuration.openings = 3;
  configuration.adjudication.resign =
      ParseResignRule("value=0.9,moves=1").value();
  configuration.adjudication.draw =
      ParseDrawRule("value=0.05,moves=1,from=4").value();
  ExpectSound(configuration);
  configuration.limits.time = microseconds(990);
  ExpectSound(configuration);
  configuration.limits.time.reset();
  configuration.clock = {.base = microseconds(6000),
                         .increment = microseconds(100)};
  ExpectSound(configuration);
  for (size_t i = 1; i < kNumTerminations; ++i) {
    const auto ending = static_cast<Termination>(i);
    EXPECT_TRUE(endings_.count(ending) > 0 ||
                ending == Termination::kRepetition)  // rare here
        << TerminationName(ending);
  }
}

TEST_F(HonestStudiesTest, OfTournaments) {
  Configuration star =
      Of({"star:size=3", "star:size=3,players=3", "star:size=3,players=4"});
  star.contest.emplace().rules = Contest::Rules::kStar;
  star.limits.time = microseconds(1500);
  ExpectSound(star);
  EXPECT_GT(faults_, 0u);  // drop-outs
  faults_ = 0;
  Configuration chinese8 = Of({"chinese8"});
  chinese8.contest.emplace().rules = Contest::Rules::kChinese8;
  chinese8.limits.time = microseconds(990);
  ExpectSound(chinese8);
  EXPECT_GT(faults_, 0u);  // when they were asked after the end
}

}  // namespace
}  // namespace boardwalk::results
