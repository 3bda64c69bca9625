// Simulated studies, reported as people do: when they are whole, after each
// round, when they have grown or were interrupted. Of equal players at most one
// study in twenty ever calls anybody certainly better, however often somebody
// looks; players that differ are found in a sensible number of games.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/random.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/report/head_to_head.h"
#include "frontends/results/store.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::report {
namespace {

// Players of a game for two, each pair of which plays a pair of games a round
// (comparison/plan.h). The first seat wins 40 of 100 games and loses 30. Player
// 0 scores `lead` points a game more than any other one; the others are equal.
class Study {
 public:
  Study(int players, double lead, Random& random)
      : lead_(lead), random_(&random) {
    variant_.seats = 2;
    for (int player = 0; player < players; ++player) AddPlayer();
  }

  void PlayRound() {
    ++variant_.rounds;
    for (auto& [players, meeting] : meetings_) PlayPair(players.first, meeting);
  }
  // Who meets the others in the rounds that they have played.
  void AddPlayer() {
    const auto player = static_cast<int>(variant_.players.size());
    for (int other = 0; other < player; ++other) {
      HeadToHead& meeting = meetings_[{other, player}];
      for (int64_t i = 0; i < variant_.rounds; ++i) PlayPair(other, meeting);
    }
    PlayerRow& row = variant_.players.emplace_back();
    row.player = player;
    row.games = 1;
  }

  int64_t rounds() const { return variant_.rounds; }
  bool SaysCertain(Progress progress) const {
    return std::ranges::any_of(VariantVerdicts(variant_, meetings_, progress),
                               [](const Verdict& verdict) {
                                 return verdict.significance ==
                                        Significance::kCertain;
                               });
  }

 private:
  void PlayPair(int first, HeadToHead& meeting) {
    const double lead = first == 0 ? lead_ : 0;
    const int points = Points(0.4, lead) + Points(0.3, lead);  // 0 to 4
    meeting.Add(HeadToHead::Unit(2) * (points - 2) / 2, 1);
  }
  // Those of a game, in halves, of a player that wins with this probability in
  // this seat, if the other one is equal.
  int Points(double wins, double lead) {
    const double u = random_->Real();
    return u < wins + lead / 2 ? 2 : u < wins + lead / 2 + 0.3 ? 1 : 0;
  }

  const double lead_;
  Random* const random_;
  VariantSummary variant_;
  HeadToHeads meetings_;
};

// When somebody reports a study, and how far it is then. There are verdicts on
// whole pairs alone, so to look after each pair is to look after each game.
struct Look {
  int64_t rounds = 0;
  Progress progress = Progress::kWhole;
};

std::vector<Look> After(int64_t first, int64_t last, int64_t step,
                        Progress progress) {
  std::vector<Look> looks;
  for (int64_t rounds = first; rounds <= last; rounds += step) {
    looks.push_back({rounds, progress});
  }
  return looks;
}

std::vector<Look> Joined(std::vector<Look> looks,
                         const std::vector<Look>& more) {
  looks.insert(looks.end(), more.begin(), more.end());
  return looks;
}

// The rounds of the look that first said that a player is certainly better; 0
// if none did.
int64_t FirstCertain(Study study, const std::vector<Look>& looks) {
  for (const Look& look : looks) {
    while (study.rounds() < look.rounds) study.PlayRound();
    if (study.SaysCertain(look.progress)) return look.rounds;
  }
  return 0;
}

// How many of so many studies of equal players ever say so.
int FalseVerdicts(int studies, int players, uint64_t seed,
                  const std::vector<Look>& looks) {
  Random random(seed);
  int found = 0;
  for (int study = 0; study < studies; ++study) {
    found += FirstCertain(Study(players, 0, random), looks) > 0 ? 1 : 0;
  }
  return found;
}

TEST(CertaintyTest, OfStudiesThatAreLookedAtWhenWhole) {
  constexpr int kStudies = 1000;
  for (const int players : {2, 4}) {
    const int found =
        FalseVerdicts(kStudies, players, 1, {{100, Progress::kWhole}});
    EXPECT_LE(found, kStudies / 20) << players;
    EXPECT_GT(found, kStudies / 200) << players;  // it is not vacuous
  }
}

TEST(CertaintyTest, OfStudiesThatGrowUntilTheyLookGood) {
  constexpr int kStudies = 400;
  for (const int players : {2, 3}) {
    const int found =
        FalseVerdicts(kStudies / players, players, 2,
                      Joined({{10, Progress::kWhole}},
                             After(20, 400, 10, Progress::kLookedAt)));
    EXPECT_LE(found, kStudies / players / 20) << players;
  }
}

TEST(CertaintyTest, OfStudiesThatAreInterruptedAndGoOn) {
  constexpr int kStudies = 1000;
  Random random(3);
  int found = 0;
  for (int study = 0; study < kStudies; ++study) {
    const auto interrupted = 1 + static_cast<int64_t>(random.Below(99));
    found +=
        FirstCertain(Study(2, 0, random), {{interrupted, Progress::kLookedAt},
                                           {100, Progress::kWhole}}) > 0
            ? 1
            : 0;
  }
  EXPECT_LE(found, kStudies / 20);
}

TEST(CertaintyTest, OfStudiesThatAreLookedAtAfterEachGame) {
  constexpr int kStudies = 200;
  const int found =
      FalseVerdicts(kStudies, 2, 4,
                    Joined(After(1, 49, 1, Progress::kLookedAt),
                           Joined({{50, Progress::kWhole}},
                                  After(51, 100, 1, Progress::kLookedAt))));
  EXPECT_LE(found, kStudies / 20);
}

TEST(CertaintyTest, OfStudiesThatGetPlayersUntilTheyLookGood) {
  constexpr int kStudies = 400, kMostPlayers = 10;
  Random random(6);
  int found = 0;
  for (int study = 0; study < kStudies; ++study) {
    Study growing(2, 0, random);
    for (int i = 0; i < 20; ++i) growing.PlayRound();
    bool certain = growing.SaysCertain(Progress::kWhole);
    for (int players = 3; players <= kMostPlayers && !certain; ++players) {
      growing.AddPlayer();
      certain = growing.SaysCertain(Progress::kLookedAt);
    }
    found += certain ? 1 : 0;
  }
  EXPECT_LE(found, kStudies / 20);
}

// A difference of a tenth of a point a game, 35 Elo.
TEST(CertaintyTest, ADifferenceIsFound) {
  constexpr int kStudies = 60;
  constexpr double kLead = 0.1;
  Random random(5);
  int whole = 0, looked_at = 0;
  std::vector<int64_t> games;
  for (int study = 0; study < kStudies; ++study) {
    whole +=
        FirstCertain(Study(2, kLead, random), {{300, Progress::kWhole}}) > 0
            ? 1
            : 0;
    const int64_t rounds = FirstCertain(
        Study(2, kLead, random), After(25, 750, 25, Progress::kLookedAt));
    if (rounds > 0) {
      ++looked_at;
      games.push_back(2 * rounds);
    }
  }
  EXPECT_GE(whole, 0.7 * kStudies);
  EXPECT_GE(looked_at, 0.8 * kStudies);
  std::ranges::sort(games);
  const int64_t median = games[games.size() / 2];
  RecordProperty("games until certain", std::to_string(median));
  EXPECT_LE(median, 1200);
}

// Most blocks of a game may repeat earlier ones, which do not count.
TEST(CertaintyTest, OverAllGamesIsNotThatOfTheGameWithMostBlocks) {
  Summary summary;
  summary.configuration.players = {"a", "b"};
  for (int player = 0; player < 2; ++player) {
    summary.overall.emplace_back().player = player;
  }
  std::vector<HeadToHeads> meetings(2);
  meetings[0][{0, 1}].Add(HeadToHead::Unit(2), 60);
  meetings[0][{0, 1}].Add(-HeadToHead::Unit(2), 140);
  meetings[1][{0, 1}].Add(HeadToHead::Unit(2), 1);
  for (const HeadToHeads& meeting : meetings) {
    VariantSummary& variant = summary.variants.emplace_back();
    variant.rounds = meeting.at({0, 1}).blocks();
    for (int player = 0; player < 2; ++player) {
      PlayerRow& row = variant.players.emplace_back();
      row.player = player;
      row.games = 1;
    }
  }
  for (const Progress progress : {Progress::kWhole, Progress::kLookedAt}) {
    summary.progress = progress;
    const std::vector<Verdict> verdicts = OverallVerdicts(summary, meetings);
    ASSERT_EQ(verdicts.size(), 1u);
    EXPECT_EQ(verdicts[0].first, 0);
    EXPECT_EQ(verdicts[0].significance, Significance::kUndecided);
  }
}

// --- How far a study is ------------------------------------------------------

// The simulations above say how far a study is as a report does, of files.
class ProgressTest : public ::testing::Test {
 protected:
  static const Catalog& Games() {
    static const Catalog* const catalog = new Catalog(*AllGames());
    return *catalog;
  }
  static comparison::Configuration Of(int64_t rounds) {
    comparison::Configuration configuration;
    configuration.games = {"onejump"};
    configuration.players = {"random", "random:seed=1"};
    configuration.rounds = rounds;
    configuration.openings = 2;
    configuration.max_plies = 4;
    return configuration;
  }
  std::string File(const std::string& name) const { return folder_.File(name); }

  // Plays what the file lacks, `most` games at most, and grows it if need be.
  void Play(const std::string& name,
            const comparison::Configuration& configuration,
            int64_t most = comparison::kMaxGameId) const {
    auto plan = comparison::Plan::Create(Games(), configuration).value();
    std::unique_ptr<comparison::Store> store;
    if (const auto found = results::OpenToRead(File(name)); found.ok()) {
      const comparison::Configuration there = (*found)->configuration();
      plan =
          comparison::Plan::Create(Games(), configuration, {}, &there).value();
      auto grown = results::OpenToGrow(File(name), there, Games(), plan);
      ASSERT_TRUE(grown.ok()) << grown.status();
      store = std::move(grown->store);
    } else {
      store = results::OpenToPlay(File(name), plan.configuration()).value();
    }
    const auto counts = comparison::RunPlan(
        plan, *store, {.on_game = [&](const comparison::GameSummary&) {
          return --most > 0;
        }});
    ASSERT_TRUE(counts.ok()) << counts.status();
  }
  Progress ProgressOf(const std::string& name) const {
    const auto results = results::OpenChecked(Games(), File(name));
    EXPECT_TRUE(results.ok()) << results.status();
    return Summarize(results->plan, *results->store).value().progress;
  }

  TemporaryFolder folder_;
};

TEST_F(ProgressTest, IsWholeWhenAllIsPlayedAsPlanned) {
  Play("r", Of(3));
  EXPECT_EQ(ProgressOf("r"), Progress::kWhole);
}

TEST_F(ProgressTest, IsWholeAgainAfterAnInterruption) {
  Play("r", Of(3), 3);
  EXPECT_EQ(ProgressOf("r"), Progress::kLookedAt);
  Play("r", Of(3));
  EXPECT_EQ(ProgressOf("r"), Progress::kWhole);
}

TEST_F(ProgressTest, IsLookedAtAfterMoreRounds) {
  Play("r", Of(3));
  Play("r", Of(4));
  EXPECT_EQ(ProgressOf("r"), Progress::kLookedAt);
  Play("r", Of(4));
  EXPECT_EQ(ProgressOf("r"), Progress::kLookedAt);
}

TEST_F(ProgressTest, IsLookedAtAfterMorePlayersOrGames) {
  comparison::Configuration players = Of(3), games = Of(3);
  players.players.emplace_back("random:seed=2");
  games.games.emplace_back("teeko");
  for (const comparison::Configuration& more : {players, games}) {
    const std::string name = absl::StrCat(more.players.size());
    Play(name, Of(3));
    Play(name, more);
    EXPECT_EQ(ProgressOf(name), Progress::kLookedAt);
  }
}

TEST_F(ProgressTest, IsLookedAtAfterAMergeWithMoreRounds) {
  Play("few", Of(3));
  Play("many", Of(4));
  ASSERT_TRUE(
      results::MergeResults(File("all"), {File("few"), File("many")},
                            [](const std::string&) { return absl::OkStatus(); })
          .ok());
  EXPECT_EQ(ProgressOf("all"), Progress::kLookedAt);
}

}  // namespace
}  // namespace boardwalk::report
