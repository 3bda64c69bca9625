// What the whole blocks of one pairing said. Blocks that are alike are counted,
// so memory does not grow with their number.

#ifndef BOARDWALK_FRONTENDS_REPORT_PAIRING_TALLY_H_
#define BOARDWALK_FRONTENDS_REPORT_PAIRING_TALLY_H_

#include <cstdint>
#include <map>
#include <vector>

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

  int64_t blocks() const { return blocks_; }
  // Whether several blocks were all the very same games. They then are no more
  // evidence than one: deterministic players that always start from the same
  // position repeat themselves. Games that are alike by chance, where others
  // are not, are evidence.
  bool Repeats() const { return blocks_ > 1 && !varied_; }
  // Blocks as evidence: 1 if they repeat.
  int64_t Evidence() const { return Repeats() ? 1 : blocks_; }

  // Each kind of block with how often it counts. As all games of a block have
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
  int64_t blocks_ = 0;
  std::vector<uint64_t> first_;  // the fingerprints of the first block
  bool varied_ = false;
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_PAIRING_TALLY_H_
