// Verdicts about players and seats: whether they say what they should about
// known games, and whether they are as rarely wrong as they say in simulated
// ones.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/number_text.h"
#include "frontends/report/blocks.h"
#include "frontends/report/head_to_head.h"
#include "frontends/report/list_store_testing.h"
#include "frontends/report/report.h"
#include "frontends/report/sentences.h"
#include "frontends/report/variant_tally.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::report {
namespace {

using comparison::Configuration;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::vector<std::string>& Names() {
  static const auto* const names = new std::vector<std::string>{
      "greedy",        "random",        "random:seed=1",
      "random:seed=2", "random:seed=3", "random:seed=4"};
  return *names;
}

Configuration Of(std::vector<std::string> games, size_t players,
                 int64_t rounds) {
  Configuration configuration;
  configuration.games = std::move(games);
  configuration.players.assign(Names().begin(),
                               Names().begin() + static_cast<int>(players));
  configuration.rounds = rounds;
  return configuration;
}

// All games of a plan, with the winners that `winners` says.
template <typename Winners>
Summary Played(const Configuration& configuration, const Winners& winners) {
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  for (int64_t id = 1; id <= plan.games(); ++id) {
    store.games.push_back(PlannedSummary(plan, id));
    store.games.back().plies = 9;
    SetWinners(store.games.back(), winners(store.games.back()));
  }
  auto summary = Summarize(plan, store);
  EXPECT_TRUE(summary.ok()) << summary.status();
  return *std::move(summary);
}

// The player with the lowest number wins.
uint32_t BestWins(const comparison::GameSummary& game) {
  size_t best = 0;
  for (size_t seat = 1; seat < game.seats.size(); ++seat) {
    if (game.seats[seat].player < game.seats[best].player) best = seat;
  }
  return 1u << best;
}

VariantSummary EqualRows(int players, int seats, int rounds) {
  VariantSummary variant;
  variant.seats = seats;
  variant.rounds = rounds;
  for (int player = 0; player < players; ++player) {
    PlayerRow& row = variant.players.emplace_back();
    row.player = player;
    row.games = 1;
  }
  return variant;
}

// A page holds numbers and percent signs together.
std::string BlanksOf(const std::string& page) {
  return absl::StrReplaceAll(page, {{"\u00a0", " "}});
}

TEST(VerdictTest, FewWonPairsAreNotCertain) {
  const Summary five = Played(Of({"teeko"}, 2, 5), BestWins);
  EXPECT_THAT(VerdictSentences(five, five.variants[0]),
              ElementsAre("greedy won all of its 5 pairs against random: "
                          "undecided; 5 more such pairs would do."));
  const Verdict& verdict = five.variants[0].verdicts[0];
  EXPECT_EQ(verdict.superiority, 1 - 1.0 / 32);
  EXPECT_EQ(verdict.superiority, five.variants[0].pairs[0].superiority);
  EXPECT_LT(five.variants[0].pairs[0].elo.low, 0);

  const Summary six = Played(Of({"teeko"}, 2, 6), BestWins);
  EXPECT_THAT(VerdictSentences(six, six.variants[0]),
              ElementsAre("greedy is better than random (certain)."));
  EXPECT_GT(six.variants[0].pairs[0].elo.low, 0);
}

// Six won pairs are enough for one comparison, not for fifteen; nine are.
TEST(VerdictTest, ManyComparisonsNeedMore) {
  const auto significances = [](int64_t rounds) {
    const Summary summary = Played(Of({"teeko"}, 6, rounds), BestWins);
    std::vector<Significance> found;
    for (const Verdict& verdict : summary.variants[0].verdicts) {
      found.push_back(verdict.significance);
    }
    EXPECT_EQ(found.size(), 15u);
    return found;
  };
  EXPECT_THAT(significances(5), Each(Significance::kUndecided));
  EXPECT_THAT(significances(6), Each(Significance::kLikely));
  EXPECT_THAT(significances(9), Each(Significance::kLikely));
  EXPECT_THAT(significances(10), Each(Significance::kCertain));
}

TEST(VerdictTest, ManyOthersAreAllOthers) {
  const Summary summary = Played(Of({"teeko"}, 6, 10), BestWins);
  EXPECT_THAT(VerdictSentences(summary, summary.variants[0]),
              AllOf(Contains("greedy is better than all others (certain)."),
                    Contains("random is better than all others but greedy "
                             "(certain)."),
                    Contains("random:seed=1 is better than random:seed=2, "
                             "random:seed=3 and random:seed=4 (certain).")));
}

TEST(VerdictTest, SharedRanksAreAmongAllOthers) {
  // The first wins all; of the others, the last loses all.
  const Summary summary = Played(Of({"teeko"}, 6, 12), [](const auto& game) {
    const auto place = [](int player) {
      return player == 0 ? 0 : player < 5 ? 1 : 2;
    };
    const int first = place(game.seats[0].player);
    const int second = place(game.seats[1].player);
    return first == second ? 3u : first < second ? 1u : 2u;
  });
  EXPECT_THAT(VerdictSentences(summary, summary.variants[0]),
              Contains("greedy is better than all others (certain)."));
}

// Once in a report, at the first verdict that has the word.
TEST(VerdictTest, CertainIsExplainedOnce) {
  const Summary summary = Played(Of({"teeko", "onejump"}, 3, 12), BestWins);
  for (const std::string& report : {TextReport(summary), HtmlReport(summary)}) {
    const size_t first = report.find("(certain: 5");
    ASSERT_NE(first, std::string::npos);
    EXPECT_EQ(report.find("(certain: 5", first + 1), std::string::npos);
    EXPECT_GT(report.find("(certain)"), first);
    EXPECT_NE(report.find("(certain)"), std::string::npos);
  }
}

TEST(VerdictTest, UndecidedPairsShareSentences) {
  const Summary summary =
      Played(Of({"teeko"}, 6, 10), [](const auto&) { return 1u; });
  const auto sentences = VerdictSentences(summary, summary.variants[0]);
  EXPECT_THAT(sentences, ::testing::SizeIs(5));
  EXPECT_THAT(
      sentences,
      AllOf(Contains(HasSubstr("greedy and each of the others: ")),
            Contains(HasSubstr("random and each of the others but greedy: "))));
}

// One sentence for all undecided pairs of a large study.
TEST(VerdictTest, TooManySentencesAreOne) {
  Summary summary;
  summary.configuration = Of({"teeko"}, 6, 1);
  VariantSummary variant = EqualRows(6, 2, 1);
  for (int first = 0; first < 6; ++first) {
    for (int second = first + 1; second < 6; ++second) {
      Verdict& verdict = variant.verdicts.emplace_back();
      verdict.first = first;
      verdict.second = second;
      verdict.blocks = second;  // so that nothing is in common
      verdict.more = 10 * second;
      verdict.elo = 30;
    }
  }
  variant.verdicts[3].significance = Significance::kCertain;
  EXPECT_THAT(
      VerdictSentences(summary, variant),
      ElementsAre("greedy is better than random:seed=3 (certain).",
                  "14 of 15 comparisons are undecided; about 10 to 50 more "
                  "pairs each would tell 30 Elo. The table of every two "
                  "players has each of them."));
}

// Every pair is split. The variance is that of one further pair, 1/2 of 101:
// 4.914^2 (0.5 / 101) / 0.0862^2 is less than 100 pairs, so 30 Elo are told; 10
// Elo are 0.02878: 144.3 pairs, 44.3 more.
TEST(VerdictTest, SaysHowManyMorePairsWouldTell) {
  const auto first_seat = [](const comparison::GameSummary&) { return 1u; };
  const Summary summary = Played(Of({"teeko"}, 2, 100), first_seat);
  const Verdict& verdict = summary.variants[0].verdicts[0];
  EXPECT_EQ(verdict.significance, Significance::kUndecided);
  EXPECT_EQ(verdict.elo, 10);
  EXPECT_EQ(verdict.more, 45);
  EXPECT_THAT(VerdictSentences(summary, summary.variants[0]),
              ElementsAre("greedy and random: undecided; about 45 more pairs "
                          "would tell 10 Elo."));
}

// The loser is named second, also if it is ranked higher.
TEST(VerdictTest, TheBetterOneComesFirst) {
  const auto circle = [](const comparison::GameSummary& game) {
    const int a = game.seats[0].player;
    const int b = game.seats[1].player;
    return (b - a + 3) % 3 == 1 ? 1u : 2u;
  };
  const Summary summary = Played(Of({"teeko"}, 3, 12), circle);
  EXPECT_THAT(VerdictSentences(summary, summary.variants[0]),
              ::testing::UnorderedElementsAre(
                  "greedy is better than random (certain).",
                  "random is better than random:seed=1 (certain).",
                  "random:seed=1 is better than greedy (certain)."));
}

TEST(VerdictTest, OverAllGames) {
  const auto in_teeko = [](const comparison::GameSummary& game) {
    return game.variant == 0 ? BestWins(game) : 0u;
  };
  const Summary summary = Played(Of({"teeko", "onejump"}, 2, 30), in_teeko);
  EXPECT_THAT(OverallSentences(summary),
              ElementsAre("greedy is better than random (certain)."));
  // Better in one and worse in the other.
  const auto both_ways = [](const comparison::GameSummary& game) {
    return game.variant == 0 ? BestWins(game) : 3u & ~BestWins(game);
  };
  const Summary level = Played(Of({"teeko", "onejump"}, 2, 30), both_ways);
  ASSERT_EQ(level.verdicts.size(), 1u);
  EXPECT_EQ(level.verdicts[0].significance, Significance::kUndecided);
  EXPECT_EQ(level.variants[0].verdicts[0].significance, Significance::kCertain);
  EXPECT_THAT(OverallSentences(level)[0], HasSubstr("more rounds would tell"));
  // Six pairs that are won in one game and as many that are split in another:
  // as many rounds of both have no more to say than those won.
  const Summary half = Played(Of({"teeko", "onejump"}, 2, 6),
                              [](const comparison::GameSummary& game) {
                                return game.variant == 0 ? BestWins(game) : 1u;
                              });
  EXPECT_EQ(half.verdicts[0].superiority, 1 - 1.0 / 64);
  // Games that count the same, whatever the number of their blocks: a mean of
  // 0.
  HeadToHead many, few;
  many.Add(HeadToHead::Unit(2), 60);
  few.Add(-HeadToHead::Unit(2), 20);
  Summary summary_of_both = level;
  const std::vector<HeadToHeads> both = {{{{0, 1}, many}}, {{{0, 1}, few}}};
  EXPECT_EQ(OverallVerdicts(summary_of_both, both)[0].superiority, 0.5);
  // Where somebody may have looked, the games must agree and there must be more
  // of them.
  HeadToHead won;
  won.Add(HeadToHead::Unit(2), 4);
  const std::vector<HeadToHeads> all_won = {{{{0, 1}, won}}, {{{0, 1}, won}}};
  EXPECT_EQ(OverallVerdicts(summary_of_both, all_won)[0].significance,
            Significance::kCertain);
  summary_of_both.progress = Progress::kLookedAt;
  EXPECT_EQ(OverallVerdicts(summary_of_both, all_won)[0].significance,
            Significance::kUndecided);
  EXPECT_EQ(OverallVerdicts(summary_of_both, both)[0].significance,
            Significance::kUndecided);
  // A single game has its own.
  EXPECT_THAT(Played(Of({"teeko"}, 2, 30), in_teeko).verdicts, IsEmpty());
}

TEST(VerdictTest, TwoPlayersAreRatedAsTheyAreCompared) {
  int number = 0;
  const auto mostly = [&number](const comparison::GameSummary& game) {
    return ++number % 5 == 0 ? 3u & ~BestWins(game) : BestWins(game);
  };
  const Summary summary = Played(Of({"teeko"}, 2, 8), mostly);
  const VariantSummary& variant = summary.variants[0];
  const statistics::EloEstimate& elo = variant.pairs[0].elo;
  EXPECT_EQ(variant.players[0].rating.value, elo.value / 2);
  EXPECT_EQ(variant.players[0].rating.low, elo.low / 2);
  EXPECT_EQ(variant.players[1].rating.low, -elo.high / 2);
  EXPECT_EQ(variant.players[1].rating.error, elo.error / 2);
}

TEST(VerdictTest, PlayersThatAreNotTiedTogether) {
  const Summary chain = Played(Of({"teeko"}, 3, 10), BestWins);
  EXPECT_THAT(chain.variants[0].warnings,
              Contains(AllOf(HasSubstr("only won, or only lost"),
                             HasSubstr("random has no number"))));
  const std::string text = TextReport(chain);
  EXPECT_THAT(text, HasSubstr("reference"));
  EXPECT_THAT(text, Not(HasSubstr("+0 +- 0")));

  const Summary two = Played(Of({"teeko"}, 2, 10), BestWins);
  EXPECT_THAT(
      two.variants[0].warnings,
      Contains(HasSubstr("greedy won every game, so there is no number")));

  // The first loses to nobody, the others are tied.
  const auto first_seat = [](const comparison::GameSummary& game) {
    const uint32_t best = BestWins(game);
    for (size_t seat = 0; seat < 2; ++seat) {
      if (game.seats[seat].player == 0) return best;
    }
    return 1u;
  };
  const Summary some = Played(Of({"teeko"}, 3, 10), first_seat);
  EXPECT_THAT(some.variants[0].warnings,
              Contains(HasSubstr("The numbers are for random, random:seed=1, "
                                 "with mean 0; greedy has only a bound")));

  const Summary tied =
      Played(Of({"teeko"}, 3, 10), [](const auto&) { return 1u; });
  EXPECT_THAT(tied.variants[0].warnings, Not(Contains(HasSubstr("tie all"))));
}

// Whole blocks of players whose games do not depend on who plays. `winner`
// draws the winning seat, or seats() for a draw.
template <typename Winner>
VariantTally Blocks(int players, int seats, int rounds, const Winner& winner,
                    Random& random) {
  VariantTally tally(players);
  std::vector<int> chosen(static_cast<size_t>(seats));
  for (uint32_t set = 0; set < 1u << players; ++set) {
    size_t size = 0;
    for (int player = 0; player < players; ++player) {
      if ((set >> player & 1) == 0) continue;
      if (size < chosen.size()) chosen[size] = player;
      ++size;
    }
    if (size != chosen.size()) continue;
    for (int round = 0; round < rounds; ++round) {
      Block block;
      block.whole = true;
      for (int game = 0; game < seats; ++game) {
        const int won = winner(random);
        block.games.push_back({.players = chosen,
                               .winners = won == seats ? 0 : 1u << won,
                               .fingerprint = random.Next()});
        std::rotate(chosen.begin(), chosen.begin() + 1, chosen.end());
      }
      tally.AddBlock(block);
    }
  }
  return tally;
}

bool AnyCertain(const std::vector<Verdict>& verdicts) {
  return std::any_of(verdicts.begin(), verdicts.end(), [](const Verdict& v) {
    return v.significance == Significance::kCertain;
  });
}

// In games for two and three, with an advantage of the first seat, for few and
// more rounds, and over both games together.
TEST(VerdictTest, EqualPlayersAreRarelyCertainlyBetter) {
  constexpr int kStudies = 500;
  constexpr int kPlayers = 6;
  Random random(11);
  const auto winner_of_two = [](Random& from) {
    const uint32_t u = from.Below(10);
    return u < 5 ? 0 : u < 8 ? 1 : 2;
  };
  const auto winner_of_three = [](Random& from) {
    const uint32_t u = from.Below(10);
    return u < 5 ? 0 : u < 7 ? 1 : u < 9 ? 2 : 3;
  };
  for (const int rounds : {4, 12}) {
    int of_two = 0, of_three = 0, overall = 0, likely = 0;
    for (int study = 0; study < kStudies; ++study) {
      Summary summary;
      summary.variants = {EqualRows(kPlayers, 2, rounds),
                          EqualRows(kPlayers, 3, rounds)};
      for (int player = 0; player < kPlayers; ++player) {
        summary.overall.emplace_back().player = player;
      }
      const std::vector<HeadToHeads> meetings = {
          Blocks(kPlayers, 2, rounds, winner_of_two, random).Meetings(),
          Blocks(kPlayers, 3, rounds, winner_of_three, random).Meetings()};
      const auto two =
          VariantVerdicts(summary.variants[0], meetings[0], Progress::kWhole);
      of_two += AnyCertain(two);
      of_three += AnyCertain(
          VariantVerdicts(summary.variants[1], meetings[1], Progress::kWhole));
      overall += AnyCertain(OverallVerdicts(summary, meetings));
      likely += std::any_of(two.begin(), two.end(), [](const Verdict& v) {
        return v.significance != Significance::kUndecided;
      });
    }
    // Two standard deviations above 5 %.
    EXPECT_LE(of_two, 0.07 * kStudies) << rounds;
    EXPECT_LE(of_three, 0.07 * kStudies) << rounds;
    EXPECT_LE(overall, 0.07 * kStudies) << rounds;
    // A single comparison by itself would be wrong much more often.
    EXPECT_TRUE(rounds < 10 || likely > 0.25 * kStudies) << likely;
  }
}

// The verdicts of other studies do not allow for a stop when it looks good.
TEST(VerdictTest, ASequentialTestHasOnlyItsOwn) {
  Configuration configuration = Of({"teeko"}, 2, 40);
  const Summary study = Played(configuration, BestWins);
  EXPECT_THAT(HtmlReport(study),
              HasSubstr("(certain: 5\u00a0% error over all comparisons "
                        "together)"));
  EXPECT_THAT(HtmlReport(study), HasSubstr("<td>certain</td>"));
  configuration.sprt = statistics::SprtHypotheses{.elo0 = 0, .elo1 = 60};
  const Summary test = Played(configuration, BestWins);
  EXPECT_THAT(test.variants[0].verdicts, IsEmpty());
  for (const std::string& report :
       {BlanksOf(HtmlReport(test)), TextReport(test)}) {
    EXPECT_THAT(report, Not(HasSubstr("certain")));
    EXPECT_THAT(report, HasSubstr("Yes: greedy is better than random: a lead "
                                  "of 60 Elo fits the results better than one "
                                  "of 0 (H1"));
    EXPECT_THAT(report, HasSubstr("5 % of such tests would say the same."));
  }
}

// About as many pairs as the distance to the bound needs at that rate.
TEST(VerdictTest, ATestSaysHowFarItIs) {
  Configuration configuration = Of({"teeko"}, 2, 60);
  configuration.sprt = statistics::SprtHypotheses{.elo0 = 0, .elo1 = 30};
  int number = 0;
  const auto mostly = [&number](const comparison::GameSummary& game) {
    return ++number % 5 < 2 ? 3u & ~BestWins(game) : BestWins(game);
  };
  const Summary summary = Played(configuration, mostly);
  const statistics::SprtState& state = summary.sprt->test.state();
  ASSERT_GT(state.llr, 0.5);
  const double more = 60 * (state.upper - state.llr) / state.llr;
  EXPECT_THAT(SprtSentence(summary),
              HasSubstr(absl::StrCat("at the rate so far, about ",
                                     TwoDigitsUp(more), " more pairs would")));
}

TEST(SeatTest, OnlyTheSeatCounts) {
  // The better player wins from both seats; a block that is not whole has only
  // wins of the first seat.
  Configuration configuration = Of({"teeko"}, 2, 21);
  const comparison::Plan plan = PlanOf(configuration);
  ListStore store(configuration);
  for (int64_t id = 1; id < plan.games(); ++id) {
    store.games.push_back(PlannedSummary(plan, id));
    SetWinners(store.games.back(), BestWins(store.games.back()));
  }
  const Summary summary = *Summarize(plan, store);
  ASSERT_EQ(summary.variants[0].seat_scores.size(), 2u);
  EXPECT_EQ(summary.variants[0].seat_scores[0].score, 0.5);
  EXPECT_THAT(SeatSentence(summary.variants[0]),
              AllOf(HasSubstr("The first seat scores 50.0 +- "),
                    HasSubstr("no clear advantage.")));
}

TEST(SeatTest, AnAdvantageIsSeen) {
  int64_t number = 0;
  const auto first = [&number](const comparison::GameSummary&) {
    return ++number % 4 == 0 ? 2u : 1u;
  };
  const Summary summary = Played(Of({"teeko"}, 3, 30), first);
  EXPECT_NEAR(summary.variants[0].seat_scores[0].score, 0.75, 0.01);
  EXPECT_THAT(SeatSentence(summary.variants[0]), HasSubstr(": an advantage."));
  const auto last = [](const comparison::GameSummary&) { return 4u; };
  const Summary three = Played(Of({"star:size=3,players=3"}, 3, 30), last);
  EXPECT_THAT(SeatSentence(three.variants[0]),
              HasSubstr("seat 1 has a disadvantage, seat 2 has a disadvantage, "
                        "seat 3 has an advantage."));
  number = 0;
  EXPECT_THAT(SeatSentence(Played(Of({"teeko"}, 2, 4), first).variants[0]),
              HasSubstr("too few pairs"));
}

// Also among six seats, of which each could look better or worse by chance.
TEST(SeatTest, EqualSeatsRarelyHaveAnAdvantage) {
  constexpr int kStudies = 400;
  Random random(12);
  for (const int seats : {2, 3, 6}) {
    for (const int blocks : {15, 100}) {
      int wrong = 0;
      for (int study = 0; study < kStudies; ++study) {
        const VariantTally tally = Blocks(
            seats, seats, blocks,
            [seats](Random& from) {
              return static_cast<int>(from.Below(static_cast<uint32_t>(seats)));
            },
            random);
        VariantSummary variant;
        variant.seats = seats;
        variant.blocks = blocks;
        variant.seat_scores = tally.SeatScores(seats);
        wrong += SeatSentence(variant).find(" no clear") == std::string::npos;
      }
      // Two standard deviations above 5 %.
      EXPECT_LE(wrong, 0.072 * kStudies) << seats << " " << blocks;
    }
  }
}

}  // namespace
}  // namespace boardwalk::report
