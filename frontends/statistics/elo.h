// How much better one of two players is, with its uncertainty.
//
//   PairCounts pairs = {.counts = {40, 32, 69, 18, 36}};  // LL LD WL+DD WD WW
//   EloEstimate elo = EstimateElo(pairs);   // -19.62 +- 32.94
//   EloEstimate nelo = EstimateNormalizedElo(pairs);
//   double los = LikelihoodOfSuperiority(pairs);  // 0.1203

#ifndef BOARDWALK_FRONTENDS_STATISTICS_ELO_H_
#define BOARDWALK_FRONTENDS_STATISTICS_ELO_H_

#include <array>
#include <cstdint>

namespace boardwalk::statistics {

// Scores of a player: how often each of m + 1 evenly spaced values 0, 1/m .. 1
// occurred. Games have three (loss, draw, win); pairs of games with seats
// swapped, which are independent of each other where their games are not, have
// five (the pentanomial).
template <int kBins>
struct Counts {
  std::array<int64_t, kBins> counts{};
  int64_t Total() const;
  // In [0, 1]; 1/2 of nothing.
  double Mean() const;
  // Of one game or pair.
  double Variance() const;
};
using GameCounts = Counts<3>;  // losses, draws, wins
using PairCounts = Counts<5>;  // LL, LD, WL + DD, WD, WW

// How far an estimate can be believed.
enum class Certainty {
  kNone,      // no games: nothing to say
  kInterval,  // value with its 95 % interval
  kAtLeast,   // all won: `low` is a bound, the rest means nothing
  kAtMost,    // all lost: `high` is one
};

// Numbers are finite whatever the certainty.
struct EloEstimate {
  Certainty certainty = Certainty::kNone;
  double value = 0;
  double error = 0;  // half of the 95 % interval
  double low = 0;
  double high = 0;
};

// (formulas, units, what happens where all games are equal draws (V = 0): an
// interval of width 0; where an end of the interval of the mean is outside of
// (0, 1): clipped; bounds for all wins: exact binomial (Clopper-Pearson,
// one-sided 97.5 %) over the pairs or games)
template <int kBins>
EloEstimate EstimateElo(const Counts<kBins>& counts);
template <int kBins>
EloEstimate EstimateNormalizedElo(const Counts<kBins>& counts);
// In [0, 1]; 1/2 where nothing is known.
template <int kBins>
double LikelihoodOfSuperiority(const Counts<kBins>& counts);

// The expected score of a player that is `elo` better, and back. Score in
// (0, 1).
double ScoreOfElo(double elo);
double EloOfScore(double score);

}  // namespace boardwalk::statistics

#endif  // BOARDWALK_FRONTENDS_STATISTICS_ELO_H_
