// What the whole blocks of one pairing say. A block that repeats the games of
// an earlier one is not counted: deterministic players that start from the same
// position play the same game again, which tells nothing new. Where players
// choose at random, games that are alike by chance are left out, too; the
// intervals are then a little wide, and never too narrow.

#ifndef BOARDWALK_FRONTENDS_REPORT_PAIRING_TALLY_H_
#define BOARDWALK_FRONTENDS_REPORT_PAIRING_TALLY_H_

#include <cstdint>
#include <map>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "frontends/report/outcome.h"
#include "frontends/statistics/elo.h"
#include "frontends/statistics/ratings.h"

namespace boardwalk::report {

// The block scores of a player against the others in its games: per pair of
// seats 1 for ahead, 1/2 for level, 0 for behind, averaged over the block.
struct BlockScores {
  int player = 0;
  double sum = 0;
  double squares = 0;
};

class PairingTally {
 public:
  // REQUIRES: a whole block, of the same players each time.
  void Add(const Block& block);

  // Those with games of their own: all that follows is of these.
  int64_t blocks() const { return static_cast<int64_t>(seen_.size()); }
  int64_t repeats() const { return repeats_; }

  // Each kind of block with how often it occurs. As all games of a block have
  // the same players, only the sum of the credit of each matters to a
  // likelihood; every stage gets the mean of it.
  void AppendBlocks(std::vector<statistics::CountedBlock>& blocks) const;
  // Of two players for two seats, from the side of the one of lower number.
  statistics::PairCounts Pairs() const;
  // Of each player but one that only meets itself; sums over `blocks()`.
  const std::vector<BlockScores>& scores() const { return scores_; }

 private:
  void AddScores(const Block& block);

  std::vector<int> players_;  // each once, ascending
  std::vector<int> seats_;    // how many each has
  // By credit of the players in a block, in parts of kPoint.
  std::map<std::vector<int>, int64_t> kinds_;
  std::vector<BlockScores> scores_;
  absl::flat_hash_set<uint64_t> seen_;  // the fingerprints of the blocks
  int64_t repeats_ = 0;
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_PAIRING_TALLY_H_
