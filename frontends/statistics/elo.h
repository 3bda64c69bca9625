// How much better one of two players is, with its uncertainty.
//
//   PairCounts pairs = {{40, 32, 69, 18, 36}};         // LL LD WL+DD WD WW
//   EloEstimate elo = EstimateElo(pairs);              // -19.62 +- 32.94
//   EloEstimate nelo = EstimateNormalizedElo(pairs);   // -20.64 +- 34.48
//   double los = LikelihoodOfSuperiority(pairs);       // 0.1203
//
// With n games or pairs, shares p_i of the scores a_i, the mean mu and the
// variance V of one of them, the standard error of the mean is se = sqrt(V/n).

#ifndef BOARDWALK_FRONTENDS_STATISTICS_ELO_H_
#define BOARDWALK_FRONTENDS_STATISTICS_ELO_H_

#include <array>
#include <cstdint>

namespace boardwalk::statistics {

// Quantile of the normal distribution that leaves 2.5 % above it.
inline constexpr double kNormal975 = 1.959964;

// Scores of a player: how often each of kBins evenly spaced values from 0 to 1
// occurred. Games have three (loss, draw, win); pairs of games with seats
// swapped, which are independent of each other where their games are not, have
// five (the pentanomial).
template <int kBins>
struct Counts {
  std::array<int64_t, kBins> counts{};

  static constexpr double Score(int bin) {
    return static_cast<double>(bin) / (kBins - 1);
  }
  int64_t Total() const {
    int64_t total = 0;
    for (const int64_t count : counts) total += count;
    return total;
  }
  // In [0, 1]; 1/2 of nothing.
  double Mean() const;
  // Of one game or pair; 0 of nothing.
  double Variance() const;
  // The same from the other player's side.
  Counts Swapped() const {
    Counts swapped;
    for (int i = 0; i < kBins; ++i) {
      swapped.counts[i] = counts[kBins - 1 - i];
    }
    return swapped;
  }
  bool operator==(const Counts&) const = default;
};
using GameCounts = Counts<3>;  // losses, draws, wins
using PairCounts = Counts<5>;  // LL, LD, WL + DD, WD, WW

// How far an estimate can be believed.
enum class Certainty {
  kNone,      // no games: nothing to say
  kInterval,  // a value with its 95 % interval
  kAtLeast,   // all won: `low` is a bound, `value` the same
  kAtMost,    // all lost: `high` is a bound, `value` the same
};

// All numbers are finite whatever the certainty.
struct EloEstimate {
  Certainty certainty = Certainty::kNone;
  double value = 0;
  double error = 0;  // half of the 95 % interval
  double low = 0;
  double high = 0;
};

// The advantage in the expected score, Elo = -400 log10(1/mu - 1), between
// those of mu - 1.96 se and mu + 1.96 se. An end beyond 0 or 1 is taken back to
// where the 95 % interval of as many losses or wins alone ends. When all are
// wins, the bound is that of the one-sided 97.5 % interval of Clopper and
// Pearson (1934): the mu of which n wins in a row have a chance of 2.5 %.
template <int kBins>
EloEstimate EstimateElo(const Counts<kBins>& counts);

// The same in units of the spread of results, (mu - 1/2) / sqrt(kV) * 800/ln 10
// with k = 1 for games and 2 for pairs: how soon the difference shows. Where
// all results are the same there is no spread to measure by: kNone.
template <int kBins>
EloEstimate EstimateNormalizedElo(const Counts<kBins>& counts);

// The chance that the better score comes from the better player, in [0, 1],
// (1 + erf((mu - 1/2) / (sqrt 2 se))) / 2; without spread 0, 1/2 or 1 by the
// mean.
template <int kBins>
double LikelihoodOfSuperiority(const Counts<kBins>& counts);

// The expected score of a player that is `elo` better, 1/(1 + 10^(-elo/400)),
// and back. REQUIRES: 0 < score < 1.
double ScoreOfElo(double elo);
double EloOfScore(double score);

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_ELO_H_
