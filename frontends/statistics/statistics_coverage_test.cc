// Whether the intervals and bounds of ratings and of normalized Elo contain the
// truth as often as they say, in simulated matches of players of known
// strength.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/random.h"
#include "frontends/statistics/elo.h"
#include "frontends/statistics/ratings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::statistics {
namespace {

// A game that one of `players` won.
Stage Won(std::vector<int> players, int winner) {
  Stage stage = {.players = std::move(players), .credit = {}};
  for (const int player : stage.players) {
    stage.credit.push_back(player == winner ? 1 : 0);
  }
  return stage;
}

// A match of players of known strength. A block is all rotations of the seats
// of `seats` players. With the probability `alike` the opening decides, and the
// winner of the first game wins all of them. So the games of a block depend on
// each other, but each has the probabilities of the strengths.
struct Match {
  std::vector<double> elo;
  int seats = 2;
  int rounds = 1;
  double alike = 0;
};

class Matches {
 public:
  Matches(const Match& match, uint64_t seed) : match_(match), random_(seed) {}

  std::vector<CountedBlock> Play() {
    std::map<std::vector<int>, int64_t> counts;  // players, then winners
    std::vector<int> players;
    Choose(0, players, counts);
    std::vector<CountedBlock> blocks;
    for (const auto& [key, count] : counts) {
      CountedBlock& block = blocks.emplace_back();
      block.count = count;
      std::vector<int> seated(key.begin(), key.begin() + match_.seats);
      for (int game = 0; game < match_.seats; ++game) {
        block.stages.push_back(Won(seated, key[match_.seats + game]));
        std::rotate(seated.begin(), seated.begin() + 1, seated.end());
      }
    }
    return blocks;
  }

 private:
  // Plays the blocks of all sets of players that begin with `players`.
  void Choose(int next, std::vector<int>& players,
              std::map<std::vector<int>, int64_t>& counts) {
    if (static_cast<int>(players.size()) == match_.seats) {
      for (int round = 0; round < match_.rounds; ++round) {
        ++counts[PlayBlock(players)];
      }
      return;
    }
    for (int i = next; i < static_cast<int>(match_.elo.size()); ++i) {
      players.push_back(i);
      Choose(i + 1, players, counts);
      players.pop_back();
    }
  }

  std::vector<int> PlayBlock(const std::vector<int>& players) {
    std::vector<int> winners(match_.seats);
    const bool alike = random_.Real() < match_.alike;
    for (int game = 0; game < match_.seats; ++game) {
      winners[game] = alike && game > 0 ? winners[0] : Winner(players);
    }
    std::sort(winners.begin(), winners.end());
    winners.insert(winners.begin(), players.begin(), players.end());
    return winners;
  }

  int Winner(const std::vector<int>& players) {
    double sum = 0;
    for (const int i : players) sum += std::pow(10, match_.elo[i] / 400);
    double u = random_.Real() * sum;
    for (const int i : players) {
      u -= std::pow(10, match_.elo[i] / 400);
      if (u < 0) return i;
    }
    return players.back();
  }

  Match match_;
  Random random_;
};

constexpr int kRepetitions = 400;

// The mean of the true ratings of those whose ratings have mean 0.
double MeanOfReference(const std::vector<Rating>& ratings,
                       const std::vector<double>& truth) {
  double sum = 0;
  int members = 0;
  for (size_t i = 0; i < ratings.size(); ++i) {
    if (ratings[i].certainty != Certainty::kInterval &&
        ratings[i].certainty != Certainty::kReference) {
      continue;
    }
    sum += truth[i];
    ++members;
  }
  return sum / members;
}

// The share of intervals that contain the truth.
double CoverageOf(const Match& match, uint64_t seed) {
  Matches matches(match, seed);
  int intervals = 0;
  int covered = 0;
  for (int i = 0; i < kRepetitions; ++i) {
    const std::vector<Rating> ratings =
        RatePlayers(static_cast<int>(match.elo.size()), matches.Play(), 200,
                    seed + static_cast<uint64_t>(i));
    const double mean = MeanOfReference(ratings, match.elo);
    for (size_t player = 0; player < ratings.size(); ++player) {
      const Rating& rating = ratings[player];
      const double truth = match.elo[player] - mean;
      EXPECT_EQ(rating.certainty, Certainty::kInterval);
      ++intervals;
      covered += rating.low <= truth && truth <= rating.high ? 1 : 0;
    }
  }
  return covered / static_cast<double>(intervals);
}

// If intervals were wrong by a factor of 1.3, the share would be 0.87 or 0.99.
// Its standard deviation is 0.011 for two players, and less for more.
void ExpectCovered(const Match& match, uint64_t seed) {
  const double covered = CoverageOf(match, seed);
  EXPECT_GT(covered, 0.92);
  EXPECT_LT(covered, 0.975);
}

TEST(CoverageTest, IntervalsCoverTheTruthTwoPlayers) {
  ExpectCovered({.elo = {60, 0}, .seats = 2, .rounds = 150, .alike = 0.5}, 1);
}

TEST(CoverageTest, IntervalsCoverTheTruthThreePlayers) {
  ExpectCovered({.elo = {120, 0, -60}, .seats = 3, .rounds = 120, .alike = 0.4},
                2);
}

TEST(CoverageTest, IntervalsCoverTheTruthFourPlayersInPairs) {
  ExpectCovered(
      {.elo = {200, 50, 0, -150}, .seats = 2, .rounds = 60, .alike = 0.3}, 3);
}

TEST(CoverageTest, IntervalsCoverTheTruthSixPlayersByThrees) {
  ExpectCovered({.elo = {150, 100, 30, 0, -80, -200},
                 .seats = 3,
                 .rounds = 12,
                 .alike = 0.4},
                4);
}

TEST(CoverageTest, IntervalsCoverTheTruthSixPlayersAtOnce) {
  ExpectCovered({.elo = {150, 100, 30, 0, -80, -150},
                 .seats = 6,
                 .rounds = 120,
                 .alike = 0.4},
                5);
}

// A bound may be wrong in 2.5 % of all matches, most of which have none; and it
// is not so low that it is never wrong.
TEST(CoverageTest, BoundsContainTheTruth) {
  double largest = 0;
  for (const double elo : {-200.0, -240.0, -280.0, -320.0, -400.0}) {
    SCOPED_TRACE(elo);
    Matches matches(
        {.elo = {30, -30, elo}, .seats = 2, .rounds = 10, .alike = 1}, 6);
    int wrong = 0;
    for (int i = 0; i < 2 * kRepetitions; ++i) {
      const std::vector<Rating> ratings = RatePlayers(3, matches.Play(), 0, 1);
      if (ratings[2].certainty != Certainty::kAtMost) continue;
      const double mean = MeanOfReference(ratings, {30, -30, elo});
      wrong += ratings[2].high < elo - mean ? 1 : 0;
    }
    const double share = wrong / (2.0 * kRepetitions);
    EXPECT_LT(share, 0.036);  // two standard deviations above
    largest = std::max(largest, share);
  }
  EXPECT_GT(largest, 0.008);
}

// The two games of a pair: the probabilities that the first player wins and
// draws each.
struct PairModel {
  std::array<double, 2> wins;
  std::array<double, 2> draws;
};

PairCounts PlayPairs(const PairModel& model, int pairs, Random& random) {
  PairCounts counts;
  for (int i = 0; i < pairs; ++i) {
    int half_points = 0;
    for (int game = 0; game < 2; ++game) {
      const double u = random.Real();
      half_points += u < model.wins[game]                       ? 2
                     : u < model.wins[game] + model.draws[game] ? 1
                                                                : 0;
    }
    ++counts.counts[half_points];
  }
  return counts;
}

// The estimate from infinitely many games.
double TrueNormalizedElo(const PairModel& model) {
  double mean = 0;
  double variance = 0;  // of the score of a pair
  for (int game = 0; game < 2; ++game) {
    const double score = model.wins[game] + model.draws[game] / 2;
    mean += score / 2;
    variance += (model.wins[game] + model.draws[game] / 4 - score * score) / 4;
  }
  return (mean - 0.5) / std::sqrt(2 * variance) * 800 / std::log(10);
}

double CoverageOfNormalizedElo(const PairModel& model, int pairs,
                               Random& random) {
  constexpr int kMatches = 4000;
  const double truth = TrueNormalizedElo(model);
  int covered = 0;
  for (int i = 0; i < kMatches; ++i) {
    const EloEstimate elo =
        EstimateNormalizedElo(PlayPairs(model, pairs, random));
    covered +=
        (elo.certainty == Certainty::kAtMost || elo.low <= truth) &&
                (elo.certainty == Certainty::kAtLeast || truth <= elo.high)
            ? 1
            : 0;
  }
  return covered / static_cast<double>(kMatches);
}

// From equal players to a score of 98 %, decisive and drawish games, and
// openings that favour a seat. The standard deviations of the shares are 0.004.
TEST(CoverageTest, NormalizedEloOfCloseAndOfVeryUnequalPlayers) {
  Random random(7);
  for (const PairModel& model :
       {PairModel{{0.45, 0.45}, {0.1, 0.1}},
        PairModel{{0.15, 0.15}, {0.7, 0.7}},
        PairModel{{0.95, 0.03}, {0.02, 0.02}},
        PairModel{{0.55, 0.55}, {0.1, 0.1}},
        PairModel{{0.95, 0.43}, {0.03, 0.04}}, PairModel{{0.8, 0.8}, {0, 0}},
        PairModel{{0.87, 0.87}, {0.06, 0.06}},
        PairModel{{0.97, 0.97}, {0.02, 0.02}}}) {
    for (const int pairs : {10, 15, 30, 100, 300}) {
      SCOPED_TRACE(absl::StrCat(model.wins[0], " ", model.draws[0], " ",
                                model.wins[1], " ", pairs));
      const double covered = CoverageOfNormalizedElo(model, pairs, random);
      EXPECT_GT(covered, pairs < 100 ? 0.9 : 0.925);
      // Equal players are hardly ever told apart by few pairs that differ.
      const double most = TrueNormalizedElo(model) == 0 ? 1 : 0.995;
      EXPECT_LE(covered, pairs < 100 ? most : 0.98);
    }
  }
}

// One player never loses and wins half or a fifth of its games.
TEST(CoverageTest, NormalizedEloWhereNothingIsLost) {
  Random random(8);
  for (const double wins : {0.5, 0.2}) {
    const PairModel model = {{wins, wins}, {1 - wins, 1 - wins}};
    for (const int pairs : {10, 30, 100, 300}) {
      SCOPED_TRACE(absl::StrCat(wins, " ", pairs));
      EXPECT_GT(CoverageOfNormalizedElo(model, pairs, random), 0.94);
    }
  }
}

}  // namespace
}  // namespace boardwalk::statistics
