// Compares every two players by the blocks in which they met: which is better,
// how certain that is, and how many more blocks would tell.
// statistics/README.md has the method, sentences.h the wording.
//
// Example, given `const VariantSummary& variant`:
//
//   HeadToHead meeting;  // of players 0 and 1 in pairs of games
//   meeting.Add(HeadToHead::Unit(2), 7);  // the first one won seven pairs
//   for (const Verdict& verdict :
//        VariantVerdicts(variant, {{{0, 1}, meeting}}, Progress::kWhole)) {
//     std::cout << verdict.first << " is ahead of " << verdict.second;
//   }

#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "frontends/report/comparison_summary.h"
#include "frontends/statistics/significance.h"

namespace boardwalk::report {

// The blocks in which two players met, each with the difference of their
// scores: the share of the points of the one minus that of the other, from 1
// (the one won everything) to -1. If they have different numbers of seats, it
// is the difference of the shares of a seat, times the smaller number.
class HeadToHead {
 public:
  // The unit of differences, for a block of `games` games.
  static int64_t Unit(int64_t games);

  // The difference in parts of 1/Unit of two players that have these credits in
  // a block, in parts of kPoint, with these numbers of seats.
  static int64_t OfCredits(int credit, int seats, int other, int other_seats);

  // `value` is in parts of 1/Unit.
  void Add(int64_t value, int64_t count) { counts_[value] += count; }

  int64_t blocks() const;
  // The mean and the variance of the differences of blocks of `games` games, in
  // [-1, 1] and [0, 1]. REQUIRES: blocks() > 0.
  double Mean(int64_t games) const;
  double Variance(int64_t games) const;
  // The probability that equal players have a result that is at least as good
  // for the one that is ahead; see statistics::SignFlipTail.
  double Tail(int64_t games) const;
  // The p-value of the difference for somebody who looks again and again; see
  // statistics::SequentialEvidence.
  double SequentialP(int64_t games) const;
  // Appends the differences in `steps` parts, rounded to whole ones.
  void AppendRounded(int64_t games, double steps,
                     std::vector<statistics::Difference>& differences) const;
  // Whether the one that is ahead won all games.
  bool WonAll(int64_t games) const;

 private:
  std::map<int64_t, int64_t> counts_;  // blocks by value
};

// By the numbers of the two players, the lower one first; the differences are
// those of the lower one.
using HeadToHeads = std::map<std::pair<int, int>, HeadToHead>;

// The verdicts on every two players with whole blocks, in the order of the
// ranking; none of a study that is incomplete. REQUIRES: all of `variant` but
// the verdicts is set.
std::vector<Verdict> VariantVerdicts(const VariantSummary& variant,
                                     const HeadToHeads& meetings,
                                     Progress progress);

// The verdicts over all variants, each with the same weight; `meetings` are by
// variant. Two players are compared over those in which they met. REQUIRES: all
// of `summary` but the verdicts is set.
std::vector<Verdict> OverallVerdicts(const Summary& summary,
                                     const std::vector<HeadToHeads>& meetings);

}  // namespace boardwalk::report
