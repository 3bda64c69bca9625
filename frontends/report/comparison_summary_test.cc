// Summaries of games whose figures were computed by hand.

#include <string>
#include <vector>

#include "frontends/report/blocks.h"
#include "frontends/report/comparison_summary.h"
#include "frontends/report/list_store_testing.h"
#include "frontends/report/report.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::report {
namespace {

using comparison::Configuration;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Configuration Of(std::vector<std::string> games,
                 std::vector<std::string> players, int64_t rounds) {
  Configuration configuration;
  configuration.games = std::move(games);
  configuration.players = std::move(players);
  configuration.rounds = rounds;
  return configuration;
}

Summary SummaryOf(const ListStore& store) {
  auto summary = Summarize(PlanOf(store.configuration()), store);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return *std::move(summary);
}

const PlayerRow& Row(const VariantSummary& variant, int player) {
  for (const PlayerRow& row : variant.players) {
    if (row.player == player) return row;
  }
  ADD_FAILURE() << "no player " << player;
  return variant.players.front();
}

// Three rounds of greedy against random: 2-0, 1-1 and the first game of a
// third.
ListStore ThreeRounds() {
  const Configuration configuration =
      Of({"teeko"}, {"greedy", "random"}, /*rounds=*/4);
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  for (int64_t id = 1; id <= 5; ++id) {
    store.games.push_back(PlannedSummary(plan, id));
    store.games.back().plies = 10 * id;
  }
  SetWinners(store.games[0], 0b01);  // greedy has seat 0
  SetWinners(store.games[1], 0b10);  // and here seat 1
  SetWinners(store.games[2], 0b01);
  SetForfeit(store.games[3], Termination::kTimeForfeit, 1);  // greedy's
  store.games[4].termination = Termination::kRepetition;
  return store;
}

TEST(SummaryTest, CountsGamesAndWholePairs) {
  const Summary summary = SummaryOf(ThreeRounds());
  ASSERT_EQ(summary.variants.size(), 1u);
  const VariantSummary& variant = summary.variants[0];
  EXPECT_EQ(variant.planned, 8);
  EXPECT_EQ(variant.games, 5);
  EXPECT_EQ(variant.distinct, 5);
  EXPECT_EQ(variant.blocks, 2);
  EXPECT_EQ(variant.broken_blocks, 1);
  EXPECT_EQ(variant.draws, 0);
  EXPECT_EQ(variant.adjudicated, 1);
  EXPECT_EQ(variant.forfeits, 1);
  EXPECT_EQ(variant.terminations[static_cast<size_t>(Termination::kRules)], 3);
  EXPECT_EQ(variant.lengths.min, 10);
  EXPECT_EQ(variant.lengths.median, 30);
  EXPECT_EQ(variant.lengths.max, 50);
  EXPECT_EQ(variant.lengths.mean, 30);

  const PlayerRow& greedy = Row(variant, 0);
  EXPECT_EQ(greedy.games, 5);
  EXPECT_EQ(greedy.wins, 3);
  EXPECT_EQ(greedy.draws, 1);
  EXPECT_EQ(greedy.losses, 1);
  EXPECT_EQ(greedy.points, 3.5);
  EXPECT_EQ(greedy.expected, 2.5);
  EXPECT_EQ(greedy.time_forfeits, 1);
  EXPECT_EQ(greedy.adjudicated, 1);
  EXPECT_EQ(greedy.rank, 1);

  ASSERT_EQ(variant.pairs.size(), 1u);
  EXPECT_EQ(variant.pairs[0].first, 0);
  EXPECT_THAT(variant.pairs[0].pairs.counts, ElementsAre(0, 0, 1, 0, 1));
  EXPECT_THAT(variant.pairs[0].games.counts, ElementsAre(1, 1, 3));
  EXPECT_THAT(variant.warnings,
              Contains(HasSubstr("forfeited on time: greedy 1")));
}

TEST(SummaryTest, TheFirstReasonsOfForfeitsAreTold) {
  const Configuration configuration = Of({"onejump"}, {"greedy", "random"}, 4);
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  const char* const reasons[] = {"exit status 1; its last words: boom",
                                 "exit status 1; its last words: boom",
                                 "took long",
                                 "it answered 7",
                                 "it answered 8",
                                 "took long"};
  for (int64_t id = 1; id <= 6; ++id) {
    comparison::GameSummary game = PlannedSummary(plan, id);
    const int loser = game.seats[0].player == 0 ? 0 : 1;
    SetForfeit(game,
               id <= 2   ? Termination::kCrash
               : id == 3 ? Termination::kTimeForfeit
                         : Termination::kIllegalMove,
               loser);
    game.detail = reasons[id - 1];
    store.games.push_back(game);
  }
  const Summary summary = SummaryOf(store);
  const std::vector<ForfeitReason>& told =
      Row(summary.variants[0], 0).forfeit_reasons;
  ASSERT_EQ(told.size(), kMaxForfeitReasons);
  EXPECT_EQ(told[0].kind, Termination::kCrash);
  EXPECT_EQ(told[0].games, 2);
  EXPECT_EQ(told[0].first_game, 1);
  EXPECT_EQ(told[2].reason, "it answered 7");
  EXPECT_THAT(
      summary.variants[0].warnings,
      testing::IsSupersetOf(
          {"greedy, crash in 2 games, first game 1: exit status 1; its last "
           "words: boom",
           "greedy, overrun in game 3: took long",
           "greedy, illegal-move in game 4: it answered 7"}));
}

TEST(SummaryTest, SharedWinsOfThree) {
  const Configuration configuration =
      Of({"star:size=3,players=3"}, {"greedy", "random", "mcts:playouts=5"}, 1);
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  for (int64_t id = 1; id <= 3; ++id) {
    store.games.push_back(PlannedSummary(plan, id));
  }
  // Greedy wins alone; greedy and another win; nobody wins.
  const auto seat_of = [&](size_t game, int player) {
    size_t seat = 0;
    while (store.games[game].seats[seat].player != player) ++seat;
    return seat;
  };
  SetWinners(store.games[0], 1u << seat_of(0, 0));
  SetWinners(store.games[1], 1u << seat_of(1, 0) | 1u << seat_of(1, 1));
  const Summary summary = SummaryOf(store);
  const VariantSummary& variant = summary.variants[0];
  EXPECT_EQ(variant.seats, 3);
  EXPECT_EQ(variant.blocks, 1);
  EXPECT_EQ(variant.draws, 1);
  EXPECT_THAT(variant.pairs, IsEmpty());
  EXPECT_NEAR(Row(variant, 0).points, 1 + 0.5 + 1.0 / 3, 1e-12);
  EXPECT_NEAR(Row(variant, 1).points, 0.5 + 1.0 / 3, 1e-12);
  EXPECT_NEAR(Row(variant, 2).points, 1.0 / 3, 1e-12);
  EXPECT_NEAR(Row(variant, 0).expected, 1, 1e-12);
  EXPECT_EQ(variant.players[0].player, 0);
  EXPECT_EQ(variant.players[2].player, 2);
  // Greedy against the second: ahead once, level twice.
  EXPECT_EQ(variant.cross[0][1].ahead, 1);
  EXPECT_EQ(variant.cross[0][1].level, 2);
  EXPECT_EQ(variant.cross[1][0].behind, 1);
}

// Of time, per turn: a game of ThreeRounds was forfeited by the first player.
TEST(SummaryTest, AveragesArePerMove) {
  ListStore store = ThreeRounds();
  for (comparison::GameSummary& game : store.games) {
    for (comparison::SeatResult& seat : game.seats) {
      seat.moves = 4;
      seat.seconds = seat.player == 0 ? 2 : 0.4;
      seat.wall_seconds = 3;
      seat.max_seconds = 1;
      if (seat.player == 0) seat.nodes = 400;
      if (seat.player == 0) seat.depth = 12;
    }
  }
  const Summary summary = SummaryOf(store);
  const PlayerRow& greedy = Row(summary.variants[0], 0);
  EXPECT_EQ(greedy.moves, 20);
  EXPECT_NEAR(greedy.seconds, 10.0 / 21, 1e-12);
  EXPECT_NEAR(greedy.wall_seconds, 0.75, 1e-12);
  EXPECT_NEAR(greedy.nodes.value_or(0), 100, 1e-9);
  EXPECT_NEAR(greedy.depth.value_or(0), 3, 1e-9);
  EXPECT_FALSE(Row(summary.variants[0], 1).nodes.has_value());
}

TEST(SummaryTest, TheSameGamesAreNoEvidence) {
  const Configuration configuration =
      Of({"teeko"}, {"greedy", "random"}, /*rounds=*/30);
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  for (int64_t id = 1; id <= 60; ++id) {
    store.games.push_back(PlannedSummary(plan, id));
    SetWinners(store.games.back(), id % 2 == 1 ? 0b01 : 0b10);
    store.games.back().fingerprint = static_cast<uint64_t>(id % 2);
  }
  const VariantSummary variant = SummaryOf(store).variants[0];
  EXPECT_EQ(variant.games, 60);
  EXPECT_EQ(variant.distinct, 2);
  EXPECT_EQ(variant.repeating_pairings, 1);
  ASSERT_EQ(variant.pairs.size(), 1u);
  EXPECT_TRUE(variant.pairs[0].repeats);
  EXPECT_EQ(variant.pairs[0].pairs.Total(), 1);
  EXPECT_THAT(variant.warnings, Not(IsEmpty()));
}

// Deterministic players from few openings: more rounds repeat the same games.
TEST(SummaryTest, RepeatedBlocksChangeNothing) {
  constexpr int kOpenings = 12;
  const auto summary_of = [](int rounds) {
    Configuration configuration =
        Of({"teeko"}, {"greedy", "random"}, /*rounds=*/1000);
    configuration.sprt = statistics::SprtHypotheses{.elo0 = 0, .elo1 = 20};
    const comparison::Plan plan = PlanOf(configuration);
    ListStore store(configuration);
    for (int64_t id = 1; id <= 2 * rounds; ++id) {
      const comparison::PlannedGame planned = plan.Game(id);
      const int64_t opening = planned.round % kOpenings;
      comparison::GameSummary game = PlannedSummary(plan, id);
      game.fingerprint = static_cast<uint64_t>(2 * opening + planned.rotation);
      const bool wins = opening % 3 != planned.rotation;
      SetWinners(game, wins == (planned.seats[0] == 0) ? 0b01 : 0b10);
      store.games.push_back(game);
    }
    return SummaryOf(store);
  };
  const Summary once = summary_of(kOpenings);
  EXPECT_EQ(once.variants[0].repeated_blocks, 0);
  EXPECT_FALSE(once.variants[0].pairs[0].repeats);
  EXPECT_EQ(once.sprt->test.repeats(), 0);
  for (const int times : {2, 5, 40}) {
    const Summary summary = summary_of(times * kOpenings);
    const VariantSummary& variant = summary.variants[0];
    EXPECT_EQ(variant.games, 2 * times * kOpenings);
    EXPECT_EQ(variant.blocks, times * kOpenings);
    EXPECT_EQ(variant.repeated_blocks, (times - 1) * kOpenings);
    for (const PlayerRow& row : variant.players) {
      const PlayerRow& before = Row(once.variants[0], row.player);
      EXPECT_EQ(row.rating.value, before.rating.value);
      EXPECT_EQ(row.rating.low, before.rating.low);
      EXPECT_EQ(row.rating.high, before.rating.high);
    }
    const PairRow& pair = variant.pairs[0];
    EXPECT_TRUE(pair.repeats);
    EXPECT_EQ(pair.pairs.counts, once.variants[0].pairs[0].pairs.counts);
    EXPECT_EQ(pair.superiority, once.variants[0].pairs[0].superiority);
    EXPECT_EQ(summary.overall[0].score, once.overall[0].score);
    EXPECT_EQ(summary.overall[0].score_error, once.overall[0].score_error);
    EXPECT_GT(summary.sprt->test.repeats(), 0);
    EXPECT_EQ(summary.sprt->test.state().llr, once.sprt->test.state().llr);
    EXPECT_EQ(summary.sprt->test.state().verdict,
              statistics::SprtVerdict::kContinue);
    EXPECT_THAT(variant.warnings,
                Contains(HasSubstr("repeat the games of an earlier one")));
  }
}

// The order of the games does not matter.
TEST(BlockTest, FingerprintIsThatOfTheGames) {
  const auto of = [](const std::vector<uint64_t>& fingerprints) {
    Block block;
    for (const uint64_t fingerprint : fingerprints) {
      block.games.push_back({.players = {0, 1}, .fingerprint = fingerprint});
    }
    return block.Fingerprint();
  };
  EXPECT_EQ(of({1, 2}), of({2, 1}));
  EXPECT_NE(of({1, 2}), of({1, 3}));
  EXPECT_NE(of({1, 1}), of({2, 2}));
  EXPECT_NE(of({1}), of({1, 1}));
}

TEST(SummaryTest, VariantsHaveTheSameWeight) {
  const Configuration configuration =
      Of({"teeko", "onejump"}, {"greedy", "random"}, /*rounds=*/2);
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  for (int64_t id = 1; id <= plan.games(); ++id) {
    const comparison::PlannedGame planned = plan.Game(id);
    store.games.push_back(PlannedSummary(plan, id));
    // Greedy wins all of teeko and draws all of onejump.
    if (planned.variant != 0) continue;
    SetWinners(store.games.back(), planned.seats[0] == 0 ? 0b01 : 0b10);
  }
  const Summary summary = SummaryOf(store);
  ASSERT_EQ(summary.overall.size(), 2u);
  EXPECT_EQ(summary.overall[0].player, 0);
  EXPECT_EQ(summary.overall[0].variants, 2);
  EXPECT_NEAR(summary.overall[0].score, 0.75, 1e-12);
  EXPECT_NEAR(summary.overall[1].score, 0.25, 1e-12);
}

TEST(SummaryTest, ATestEndsWithItsVerdict) {
  Configuration configuration =
      Of({"teeko"}, {"greedy", "random"}, /*rounds=*/400);
  configuration.sprt = statistics::SprtHypotheses{.elo0 = 0, .elo1 = 200};
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  for (int64_t id = 1; id <= 200; ++id) {
    store.games.push_back(PlannedSummary(plan, id));
    SetWinners(store.games.back(), plan.Game(id).seats[0] == 0 ? 0b01 : 0b10);
  }
  const Summary summary = SummaryOf(store);
  ASSERT_TRUE(summary.sprt.has_value());
  const statistics::SequentialTest& test = summary.sprt->test;
  EXPECT_EQ(test.state().verdict, statistics::SprtVerdict::kAcceptH1);
  EXPECT_EQ(test.pairs().counts[4], test.pairs().Total());
  EXPECT_LT(test.pairs().Total(), 100);
  EXPECT_EQ(test.pairs().Total() + test.later_pairs(), 100);
}

TEST(SummaryTest, TimeLimitsAreNotReproducible) {
  Configuration configuration = Of({"teeko"}, {"greedy", "random"}, 1);
  EXPECT_TRUE(SummaryOf(ListStore(configuration)).reproducible);
  configuration.limits.time = std::chrono::milliseconds(5);
  const Summary summary = SummaryOf(ListStore(configuration));
  EXPECT_FALSE(summary.reproducible);
  EXPECT_THAT(summary.warnings, Contains(HasSubstr("time")));
}

TEST(SummaryTest, RefusesAGameOfAnotherPlan) {
  ListStore store = ThreeRounds();
  store.games[2].block = 17;
  EXPECT_FALSE(Summarize(PlanOf(store.configuration()), store).ok());
}

TEST(SummaryTest, TheStrongerIsRatedHigher) {
  const Configuration configuration =
      Of({"onejump", "star:size=3,players=3"},
         {"greedy", "random", "random:seed=1", "random:seed=2"}, 60);
  const Summary summary =
      SummaryOf(SimulatedStore(configuration, 600, {.ratio = 2}));
  for (const VariantSummary& variant : summary.variants) {
    for (size_t i = 0; i < variant.players.size(); ++i) {
      EXPECT_EQ(variant.players[i].player, static_cast<int>(i));
      EXPECT_EQ(variant.players[i].rank, static_cast<int>(i) + 1);
      EXPECT_EQ(variant.players[i].rating.certainty,
                statistics::Certainty::kInterval);
      EXPECT_GT(variant.players[i].rating.error, 5);
    }
  }
}

// Games of a study of 40 rounds that greedy wins, all but those with an id in
// [first, last].
ListStore WonWithout(int64_t first, int64_t last,
                     const Configuration& configuration =
                         Of({"teeko"}, {"greedy", "random"}, 40)) {
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  for (int64_t id = 1; id <= 80; ++id) {
    if (id >= first && id <= last) continue;
    store.games.push_back(PlannedSummary(plan, id));
    SetWinners(store.games.back(),
               store.games.back().seats[0].player == 0 ? 0b01 : 0b10);
  }
  return store;
}

TEST(ProgressTest, OfAStudyThatIsPlayedAsPlanned) {
  const Summary summary = SummaryOf(WonWithout(81, 81));
  EXPECT_EQ(summary.progress, Progress::kWhole);
  EXPECT_EQ(summary.missing, 0);
  EXPECT_THAT(summary.warnings, IsEmpty());
}

TEST(ProgressTest, OfAStudyThatWasInterruptedOrHasGrown) {
  const Summary interrupted = SummaryOf(WonWithout(61, 80));
  EXPECT_EQ(interrupted.progress, Progress::kLookedAt);
  EXPECT_EQ(interrupted.missing, 0);
  ListStore store = WonWithout(81, 81);
  store.grown = 1;
  const Summary grown = SummaryOf(store);
  EXPECT_EQ(grown.progress, Progress::kLookedAt);
  for (const Summary& summary : {interrupted, grown}) {
    EXPECT_THAT(summary.warnings, Contains(HasSubstr("not played as planned")));
    EXPECT_EQ(summary.variants[0].verdicts[0].significance,
              Significance::kCertain);
  }
}

// Fewer rounds than the file was planned with do not make it whole.
TEST(ProgressTest, OfAStudyOfWhichFewerRoundsAreAskedFor) {
  const ListStore store = WonWithout(21, 80);
  Configuration fewer = store.configuration();
  fewer.rounds = 10;
  const auto summary = Summarize(PlanOf(fewer), store);
  ASSERT_TRUE(summary.ok()) << summary.status();
  EXPECT_EQ(summary->progress, Progress::kLookedAt);
  EXPECT_EQ(summary->planned, 80);
}

// Six won pairs are certain in a study of six, not before the end of a longer
// one; ten are.
TEST(ProgressTest, BeforeTheEndCertaintyTakesMore) {
  const auto significance = [](int64_t pairs) {
    return SummaryOf(WonWithout(2 * pairs + 1, 80))
        .variants[0]
        .verdicts[0]
        .significance;
  };
  EXPECT_EQ(significance(6), Significance::kUndecided);
  EXPECT_EQ(significance(9), Significance::kUndecided);
  EXPECT_EQ(significance(10), Significance::kCertain);
}

TEST(ProgressTest, GamesAfterOneThatIsMissingDecideNothing) {
  const Summary summary = SummaryOf(WonWithout(10, 10));
  EXPECT_EQ(summary.missing, 1);
  EXPECT_EQ(summary.first_missing, 10);
  EXPECT_THAT(
      summary.warnings,
      Contains("Game 10 is missing: verdicts use the games before it."));
  EXPECT_EQ(summary.games, 79);
  EXPECT_EQ(summary.variants[0].blocks, 39);
  ASSERT_EQ(summary.variants[0].verdicts.size(), 1u);
  EXPECT_EQ(summary.variants[0].verdicts[0].blocks, 4);
  EXPECT_EQ(summary.variants[0].verdicts[0].significance,
            Significance::kUndecided);
}

TEST(ProgressTest, ThereIsNoVerdictWhereManyAreMissing) {
  const Summary summary = SummaryOf(WonWithout(61, 79));
  EXPECT_EQ(summary.progress, Progress::kIncomplete);
  EXPECT_EQ(summary.missing, 19);
  EXPECT_THAT(summary.variants[0].verdicts, IsEmpty());
  EXPECT_THAT(summary.warnings,
              Contains(HasSubstr("19 games before the last one that was played "
                                 "are missing")));
  EXPECT_THAT(summary.variants[0].warnings,
              Contains(HasSubstr("won every game that is there")));
  const std::string json = JsonReport(summary, -1);
  EXPECT_THAT(json, HasSubstr(R"("first_missing":61)"));
  EXPECT_THAT(json, HasSubstr(R"("superiority":null)"));
}

TEST(ProgressTest, ASequentialTestStopsAtTheFirstThatIsMissing) {
  Configuration configuration = Of({"teeko"}, {"greedy", "random"}, 40);
  configuration.sprt = statistics::SprtHypotheses{.elo0 = 0, .elo1 = 20};
  const Summary summary = SummaryOf(WonWithout(10, 10, configuration));
  EXPECT_THAT(summary.sprt->test.pairs().counts, ElementsAre(0, 0, 0, 0, 4));
}

// Of rounds 0 to 3 and 10 to 39.
TEST(ProgressTest, RoundsAreCountedThatWerePlayed) {
  const VariantSummary variant = SummaryOf(WonWithout(9, 20)).variants[0];
  EXPECT_EQ(variant.rounds, 34);
  EXPECT_EQ(variant.openings, 34);
}

// Who only overran has no moves, and took time all the same.
TEST(SummaryTest, ATurnThatWasForfeitedTakesTime) {
  ListStore store = ThreeRounds();
  for (comparison::GameSummary& game : store.games) {
    SetForfeit(game, Termination::kTimeForfeit, 0);
    game.seats[0].seconds = game.seats[0].max_seconds = 6;
  }
  const Summary summary = SummaryOf(store);
  EXPECT_EQ(Row(summary.variants[0], 0).moves, 0);
  EXPECT_EQ(Row(summary.variants[0], 0).seconds, 6);
  EXPECT_EQ(Row(summary.variants[0], 0).max_seconds, 6);
}

}  // namespace
}  // namespace boardwalk::report
