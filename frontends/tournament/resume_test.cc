// Comparisons that are played into a file and killed at any moment: in the end
// it holds what an uninterrupted one does.

#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "framework/catalog.h"
#include "framework/random.h"
#include "framework/record.h"
#include "frontends/tournament/child_testing.h"
#include "frontends/tournament/configuration.h"
#include "frontends/tournament/plan.h"
#include "frontends/tournament/runner.h"
#include "frontends/tournament/store.h"
#include "frontends/tournament/store_testing.h"
#include "games/registry.h"
#include "gtest/gtest.h"

namespace boardwalk::tournament {
namespace {

const Catalog& OurGames() {
  static const auto* const catalog = new Catalog(AllGames().value());
  return *catalog;
}

const Plan& ThePlan() {
  static const auto* const plan = [] {
    Configuration configuration;
    configuration.games = {"onejump", "star:size=3,players=3"};
    configuration.players = {"random", "greedy", "mcts:playouts=5"};
    configuration.rounds = 10;
    configuration.openings = 2;
    configuration.max_plies = 60;
    absl::Status status = Normalize(OurGames(), configuration);
    EXPECT_TRUE(status.ok()) << status;
    auto made = Plan::Create(OurGames(), configuration);
    EXPECT_TRUE(made.ok()) << made.status();
    return new Plan(*std::move(made));
  }();
  return *plan;
}

// Plays what is missing; reports every game by a byte, and dies of the
// `most`-th, should nobody have killed it before.
void Play(const std::string& path, int most, int pipe) {
  auto store = Store::OpenToPlay(path, ThePlan().configuration());
  if (!store.ok()) _exit(1);
  RunOptions options;
  options.jobs = 2;
  options.on_game = [&most, pipe](const GameSummary&) {
    if (--most == 0) raise(SIGKILL);
    return write(pipe, ".", 1) == 1;
  };
  if (!RunPlan(ThePlan(), **store, options).ok()) _exit(1);
}

// The games as records, without their times.
std::map<int64_t, std::string> Records(const Store& store) {
  std::map<int64_t, std::string> records;
  const absl::Status status =
      store.ForEachWhole({}, [&](const FinishedGame& game) {
        GameRecord record = game.record;
        for (RecordedMove& move : record.moves) {
          move.seconds = move.wall_seconds = 0;
        }
        records[game.summary.id] = FormatRecord(record);
        return absl::OkStatus();
      });
  EXPECT_TRUE(status.ok()) << status;
  return records;
}

std::map<int64_t, std::string> Uninterrupted() {
  const auto store = ToPlay("", ThePlan().configuration());
  const auto counts = RunPlan(ThePlan(), *store, {});
  EXPECT_TRUE(counts.ok()) << counts.status();
  return Records(*store);
}

TEST(Resume, GamesOfAFileCanBeReplayed) {
  const std::map<int64_t, std::string> records = Uninterrupted();
  EXPECT_EQ(static_cast<int64_t>(records.size()), ThePlan().games());
  for (const auto& [id, text] : records) {
    const auto record = ParseRecord(text);
    ASSERT_TRUE(record.ok()) << record.status() << "\n" << text;
    EXPECT_TRUE(ReplayRecord(OurGames(), *record).ok()) << text;
  }
}

TEST(Resume, AKilledComparisonGoesOnWhereItWas) {
  const std::map<int64_t, std::string> expected = Uninterrupted();
  const TestFolder folder;
  Random random(3);
  int kills = 0;
  for (int run = 0; run < 3; ++run) {
    const std::string path = folder.File(std::to_string(run));
    for (bool finished = false; !finished;) {
      int games = static_cast<int>(random.Next() % 20);
      Child child([&](int pipe) { Play(path, games + 20, pipe); });
      while (games > 0 && !child.Read(1).empty()) --games;
      child.Kill();
      ++kills;
      if (!std::filesystem::exists(path)) continue;
      const auto store = ToPlay(path, ThePlan().configuration());
      finished = store->Count().value() == ThePlan().games();
    }
    EXPECT_EQ(Records(*ToRead(path)), expected);
  }
  EXPECT_GE(kills, 3 * ThePlan().games() / 40);
}

}  // namespace
}  // namespace boardwalk::tournament
