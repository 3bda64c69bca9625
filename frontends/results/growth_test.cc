// OpenToGrow, and by what games were played: what changes in a file besides
// its games.

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/results/results_file.h"
#include "frontends/results/sqlite.h"
#include "frontends/results/store.h"
#include "frontends/results/store_testing.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::results {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Names = std::vector<std::string>;

const Catalog& Games() {
  static const Catalog* const catalog = new Catalog(*AllGames());
  return *catalog;
}

comparison::Plan PlanOf(Names games, Names players, Names gauntlet = {}) {
  comparison::Configuration configuration;
  configuration.games = std::move(games);
  configuration.players = std::move(players);
  configuration.gauntlet = std::move(gauntlet);
  configuration.rounds = 3;
  configuration.openings = 2;
  configuration.max_plies = 10;
  auto plan = comparison::Plan::Create(Games(), configuration);
  EXPECT_TRUE(plan.ok()) << plan.status();
  return *std::move(plan);
}

comparison::Plan Small() {
  return PlanOf({"teeko", "star:size=3,players=3"},
                {"random", "greedy", "random:seed=1"});
}
comparison::Plan Large() {
  return PlanOf({"teeko", "star:size=3,players=3", "onejump"},
                {"random", "greedy", "random:seed=1", "random:seed=2"});
}

class GrowthTest : public testing::Test {
 protected:
  std::string File(const std::string& name) const { return folder_.File(name); }

  // Plays what the file lacks, `most` games at most.
  void Play(const std::string& name, const comparison::Plan& plan,
            int64_t most = comparison::kMaxGameId) const {
    auto store = OpenToPlay(File(name), plan.configuration());
    ASSERT_TRUE(store.ok()) << store.status();
    const auto counts = comparison::RunPlan(
        plan, **store, {.on_game = [&](const comparison::GameSummary&) {
          return --most > 0;
        }});
    ASSERT_TRUE(counts.ok()) << counts.status();
  }
  // What is added to the file; nothing if there is none.
  static absl::StatusOr<Names> GrowResults(const std::string& path,
                                           const Catalog& catalog,
                                           const comparison::Plan& plan) {
    auto found = OpenToRead(path);
    if (absl::IsNotFound(found.status())) return Names{};
    if (!found.ok()) return found.status();
    const comparison::Configuration there = (*found)->configuration();
    found->reset();
    auto grown = OpenToGrow(path, there, catalog, plan);
    if (!grown.ok()) return grown.status();
    return std::move(grown->added);
  }
  Names Grow(const std::string& name, const comparison::Plan& plan) const {
    const auto added = GrowResults(File(name), Games(), plan);
    EXPECT_TRUE(added.ok()) << added.status();
    return added.value_or(Names{});
  }
  std::string Refusal(const std::string& name,
                      const comparison::Plan& plan) const {
    return std::string(
        GrowResults(File(name), Games(), plan).status().message());
  }
  // All games as far as they do not depend on time, and the configuration.
  std::string Contents(const std::string& name) const {
    const auto store = ToRead(File(name));
    std::string text =
        comparison::FormatConfiguration(store->configuration()) + "\n";
    const absl::Status status =
        store->ForEachWhole({}, [&](const comparison::FinishedGame& game) {
          const comparison::GameSummary& of = game.summary;
          absl::StrAppend(&text, of.id, " ", of.block, " ", of.round, " ",
                          of.variant, " ", of.pairing, " ", of.rotation, " ",
                          of.seed, " ", of.fingerprint);
          for (const comparison::SeatResult& seat : of.seats) {
            absl::StrAppend(&text, " ", seat.player, ":", seat.moves);
          }
          text += "\n";
          return absl::OkStatus();
        });
    EXPECT_TRUE(status.ok()) << status;
    return text;
  }

  // With its log.
  void Remove(const std::string& name) const {
    for (const char* end : {"", "-wal", "-shm"}) {
      std::filesystem::remove(File(name) + end);
    }
  }

  TestFolder folder_;
};

TEST_F(GrowthTest, IsAsIfAllHadBeenPlannedAtOnce) {
  Play("at once", Large());
  // From the first players on, from some of their games, and from a gauntlet.
  for (const int64_t most : {comparison::kMaxGameId, int64_t{5}}) {
    const std::string name = absl::StrCat("grown ", most);
    Play(name, Small(), most);
    const int64_t played = *ToRead(File(name))->Count();
    EXPECT_THAT(Grow(name, Large()), ElementsAre("onejump", "random:seed=2"));
    EXPECT_EQ(*ToRead(File(name))->Count(), played);
    EXPECT_THAT(Grow(name, Large()), ElementsAre());
    Play(name, Large());
    EXPECT_EQ(Contents(name), Contents("at once"));
  }
  const Names games = {"teeko", "star:size=3,players=3"};
  const Names players = {"random", "greedy", "random:seed=1"};
  Play("gauntlet", PlanOf(games, players, {"greedy"}));
  Grow("gauntlet", PlanOf(games, players, {"random", "greedy"}));
  Play("gauntlet", PlanOf(games, players, {"random", "greedy"}));
  Grow("gauntlet", Large());
  Play("gauntlet", Large());
  EXPECT_EQ(Contents("gauntlet"), Contents("at once"));
}

TEST_F(GrowthTest, RoundsAndAliasesStay) {
  comparison::Configuration small = Small().configuration();
  small.aliases = {"plain=random", "other=random:seed=1"};
  Play("a", *comparison::Plan::Create(Games(), small));
  comparison::Configuration large = Large().configuration();
  large.rounds = 1;
  large.aliases = {"best=random:seed=1"};
  Grow("a", *comparison::Plan::Create(Games(), large));
  const comparison::Configuration now = ToRead(File("a"))->configuration();
  EXPECT_EQ(now.rounds, 3);
  EXPECT_THAT(now.aliases, ElementsAre("best=random:seed=1", "plain=random"));
}

TEST_F(GrowthTest, ANewFileIsNotMade) {
  EXPECT_THAT(Grow("none", Large()), ElementsAre());
  EXPECT_TRUE(folder_.Contents().empty());
}

TEST_F(GrowthTest, NothingMayBeLeftOut) {
  Play("a", Large(), 3);
  const auto before = folder_.Contents();
  EXPECT_THAT(Refusal("a", Small()),
              testing::AllOf(
                  HasSubstr("games: 'onejump' is there and not here"),
                  HasSubstr("players: 'random:seed=2' is there and not here"),
                  HasSubstr(File("a"))));
  comparison::Configuration other = Large().configuration();
  other.players.emplace_back("random:seed=3");
  other.seed = 3;
  EXPECT_THAT(Refusal("a", *comparison::Plan::Create(Games(), other)),
              HasSubstr("seed: '0' there and '3' here"));
  other.seed = 0;
  std::swap(other.players[0], other.players[1]);
  EXPECT_THAT(Refusal("a", *comparison::Plan::Create(Games(), other)),
              HasSubstr("in another order"));
  EXPECT_THAT(Refusal("a", *comparison::Plan::Create(
                               Games(), comparison::InOrderOf(
                                            Large().configuration(), other))),
              "");
  // Now one that another process has made larger in another way.
  comparison::Configuration fourth = Large().configuration();
  fourth.players.emplace_back("random:seed=4");
  EXPECT_THAT(Refusal("a", *comparison::Plan::Create(Games(), fourth)),
              HasSubstr("players: 'random:seed=3' is there and not here"));
  EXPECT_NE(folder_.Contents(), before);
}

TEST_F(GrowthTest, WhoHasTheFileOpenNotices) {
  Play("a", Small(), 5);
  const auto playing = ToPlay(File("a"), Small().configuration());
  const auto reading = ToRead(File("a"));
  const auto count = [](const comparison::Store& store) {
    return store.ForEach(
        {}, [](const comparison::GameSummary&) { return absl::OkStatus(); });
  };
  EXPECT_TRUE(count(*reading).ok());
  // More rounds change no number.
  comparison::Configuration rounds = Small().configuration();
  rounds.rounds = 9;
  ToPlay(File("a"), rounds).reset();
  EXPECT_TRUE(count(*reading).ok());
  EXPECT_TRUE(playing->Get(3).ok());
  const comparison::FinishedGame game = *playing->Get(3);
  Grow("a", Large());
  EXPECT_TRUE(absl::IsAborted(count(*reading)));
  EXPECT_TRUE(absl::IsAborted(count(*playing)));
  EXPECT_TRUE(absl::IsAborted(playing->Get(3).status()));
  comparison::FinishedGame late = game;
  late.summary.id = 100;
  const absl::Status status = playing->Add(late).status();
  EXPECT_TRUE(absl::IsAborted(status));
  EXPECT_THAT(status.message(), HasSubstr("run the command again"));
  EXPECT_EQ(*ToRead(File("a"))->Count(), 5);
}

// Of two that add something else at the same time, one is told to try again.
TEST_F(GrowthTest, TwoAtTheSameTimeDoNotMix) {
  Play("small", Small());
  const std::string image = folder_.Read("small");
  const Names games = {"teeko", "star:size=3,players=3"};
  const std::vector<comparison::Plan> plans = [&] {
    std::vector<comparison::Plan> made;
    for (const char* fourth : {"random:seed=2", "random:seed=3"}) {
      made.push_back(
          PlanOf(games, {"random", "greedy", "random:seed=1", fourth}));
    }
    return made;
  }();
  for (int i = 0; i < 20; ++i) {
    Remove("r");
    folder_.Write("r", image);
    absl::Status said[2];
    std::vector<std::thread> growing;
    growing.reserve(2);
    for (int j = 0; j < 2; ++j) {
      growing.emplace_back([&, j] {
        said[j] = GrowResults(File("r"), Games(), plans[j]).status();
      });
    }
    for (std::thread& thread : growing) thread.join();
    const int winner = said[0].ok() ? 0 : 1;
    EXPECT_TRUE(said[winner].ok()) << said[0] << said[1];
    EXPECT_THAT(std::string(said[1 - winner].message()),
                testing::AnyOf(HasSubstr("run the command again"),
                               HasSubstr("is there and not here")));
    const auto store = ToRead(File("r"));
    EXPECT_EQ(store->configuration().players,
              plans[winner].configuration().players);
    EXPECT_EQ(*store->Count(), Small().games());
  }
}

// A merge that reads meanwhile has the games of one numbering, or an error.
TEST_F(GrowthTest, MergesDoNotMixNumberings) {
  comparison::Configuration many = Small().configuration();
  many.rounds = 120;
  const comparison::Plan small = *comparison::Plan::Create(Games(), many);
  Play("small", small);
  const std::string image = folder_.Read("small");
  const comparison::Plan large = Large();
  for (int i = 0; i < 30; ++i) {
    Remove("r");
    Remove("merged");
    folder_.Write("r", image);
    absl::Status merged;
    std::thread merging([&] {
      merged = MergeResults(File("merged"), {File("r")}, AnyFile).status();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(2 * i));
    Grow("r", large);
    merging.join();
    if (!merged.ok()) {
      EXPECT_THAT(std::string(merged.message()), HasSubstr("merge again"));
      continue;
    }
    const auto store = ToRead(File("merged"));
    const comparison::Plan plan = *PlanOfResults(Games(), *store);
    const absl::Status planned =
        store->ForEach({}, [&](const comparison::GameSummary& game) {
          return comparison::CheckPlanned(plan.Game(game.id), game);
        });
    EXPECT_TRUE(planned.ok()) << planned;
    EXPECT_EQ(*store->Count(), small.games());
  }
}

TEST_F(GrowthTest, IsWholeOrNotAtAllWhenKilled) {
  Play("small", Small());
  const std::string before = Contents("small");
  const std::string image = folder_.Read("small");
  Grow("small", Large());
  const std::string after = Contents("small");
  ASSERT_NE(before, after);
  const comparison::Plan large = Large();
  int killed = 0;
  // The system kills it at a later write each time.
  for (rlim_t bytes = 2'000;; bytes += 3'000) {
    Remove("r");
    folder_.Write("r", image);
    Child child([&](int) {
      LimitFileSize(bytes, /*fatal=*/true);
      if (!GrowResults(File("r"), Games(), large).ok()) _exit(1);
    });
    const int end = child.Wait();
    const std::string now = Contents("r");
    if (WIFEXITED(end)) {
      EXPECT_EQ(end, 0);
      EXPECT_EQ(now, after);
      break;
    }
    ++killed;
    EXPECT_TRUE(now == before || now == after) << now;
    Grow("r", large);
    EXPECT_EQ(Contents("r"), after);
  }
  EXPECT_GT(killed, 5);
}

TEST_F(GrowthTest, AFullDiskChangesNothing) {
  Play("r", Small());
  const std::string before = Contents("r");
  const std::string said = InChild([&] {
    LimitFileSize(30'000, /*fatal=*/false);
    return std::string(
        GrowResults(File("r"), Games(), Large()).status().message());
  });
  EXPECT_THAT(said, HasSubstr(File("r")));
  EXPECT_EQ(Contents("r"), before);
  Grow("r", Large());
  Play("r", Large());
  Play("at once", Large());
  EXPECT_EQ(Contents("r"), Contents("at once"));
}

// Who adds players has looked at the games that are there.
TEST_F(GrowthTest, IsCountedIfThereAreGames) {
  ASSERT_NE(ToPlay(File("empty"), Small().configuration()), nullptr);
  Play("r", Small(), 3);
  EXPECT_EQ(ToRead(File("r"))->times_grown(), 0);
  Grow("empty", Large());
  Grow("r", Large());
  EXPECT_EQ(ToRead(File("empty"))->times_grown(), 0);
  EXPECT_EQ(ToRead(File("r"))->times_grown(), 1);
  ASSERT_TRUE(MergeResults(File("merged"), {File("r")}, AnyFile).ok());
  EXPECT_EQ(ToRead(File("merged"))->times_grown(), 1);
}

TEST_F(GrowthTest, GamesThatWereNotPlannedAreRefused) {
  Play("r", Small(), 8);
  for (const char* change :
       {"UPDATE games SET seed = seed + 1 WHERE id = 4",
        "UPDATE games SET pairing = 1000 WHERE id = 4",
        "UPDATE games SET id = 4611686018427387904 WHERE id = 8"}) {
    const std::string image = folder_.Read("r");
    {
      auto file = OpenResultsToPlay(File("r"), Small().configuration());
      ASSERT_TRUE(file.ok()) << file.status();
      ASSERT_TRUE(file->database.Execute(change).ok());
    }
    EXPECT_THAT(Refusal("r", Large()),
                AllOf(HasSubstr(File("r")), HasSubstr("game "),
                      AnyOf(HasSubstr("is damaged"),
                            HasSubstr("the results were changed"))))
        << change;
    EXPECT_EQ(ToRead(File("r"))->configuration().players.size(), 3u);
    Remove("r");
    folder_.Write("r", image);
  }
}

// --- Origins -----------------------------------------------------------------

TEST(OriginTest, SaysWhatIsPlayedWithAndNotByWhom) {
  EXPECT_THAT(ThisOrigin(),
              testing::MatchesRegex("boardwalk [0-9.]+; .+, [0-9]+ cores?; "
                                    "[A-Za-z]+ .+; (GNU|Clang) [0-9.]+ .*"));
  EXPECT_THAT(ThisOrigin(), Not(HasSubstr("/home")));
  char host[256] = "";
  gethostname(host, sizeof(host) - 1);
  const Names words = absl::StrSplit(ThisOrigin(), absl::ByAnyChar(" ;,"));
  EXPECT_THAT(words, Not(testing::Contains(std::string(host))));
}

TEST_F(GrowthTest, OriginsComeWithTheFirstGameAndStayInMerges) {
  ToPlay(File("a"), Small().configuration()).reset();
  EXPECT_THAT(ToRead(File("a"))->origins(), ElementsAre());
  Play("a", Small(), 4);
  EXPECT_THAT(ToRead(File("a"))->origins(), ElementsAre(ThisOrigin()));
  // A file of an earlier program has none; it is read and goes on.
  const auto execute = [&](const std::string& name, const std::string& sql) {
    auto file = OpenResultsToPlay(File(name), Small().configuration());
    ASSERT_TRUE(file.ok()) << file.status();
    ASSERT_TRUE(file->database.Execute(sql).ok());
    ASSERT_TRUE(WriteMetaChecksum(file->database).ok());
  };
  execute("a", "DELETE FROM meta WHERE key = 'origins'");
  EXPECT_THAT(ToRead(File("a"))->origins(), ElementsAre());
  EXPECT_EQ(*ToRead(File("a"))->Count(), 4);
  Play("a", Small(), 5);
  EXPECT_THAT(ToRead(File("a"))->origins(), ElementsAre(ThisOrigin()));
  // Another machine's is added.
  Play("b", Small(), 9);
  execute("b", "UPDATE meta SET value = 'another' WHERE key = 'origins'");
  ASSERT_TRUE(MergeResults(File("all"), {File("a"), File("b")}, AnyFile).ok());
  EXPECT_THAT(ToRead(File("all"))->origins(),
              ElementsAre(ThisOrigin(), "another"));
  // What is read is a line of moderate length, and not too many.
  execute("b",
          absl::StrCat("UPDATE meta SET value = '", std::string(10'000, 'x'),
                       "' WHERE key = 'origins'"));
  EXPECT_LE(ToRead(File("b"))->origins().at(0).size(), 510u);
  std::string many;
  for (int i = 0; i < 1000; ++i) absl::StrAppend(&many, "machine ", i, "\n");
  execute("b", absl::StrCat("UPDATE meta SET value = '", many,
                            "' WHERE key = 'origins'"));
  EXPECT_EQ(ToRead(File("b"))->origins().size(), kMaxOrigins);
}

}  // namespace
}  // namespace boardwalk::results
