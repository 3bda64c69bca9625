// Counts lengths of games and puts them into bins for a picture.

#ifndef BOARDWALK_FRONTENDS_REPORT_LENGTHS_H_
#define BOARDWALK_FRONTENDS_REPORT_LENGTHS_H_

#include <cstdint>
#include <map>

#include "frontends/report/summary.h"

namespace boardwalk::report {

// Each different length is kept, so memory is bounded by the longest game.
class LengthCounter {
 public:
  // REQUIRES: plies >= 0.
  void Add(int64_t plies) {
    ++counts_[plies];
    ++games_;
  }

  // Bins of 1, 2, 5, 10, 20, ... plies that begin at multiples of their width,
  // the narrowest of which there are few enough. Where the longest game is more
  // than twice as long as all but 3 % of them, these 3 % are in no bin: games
  // drawn at the limit of plies would leave no room for the others.
  Lengths Finish() const;

 private:
  // The least length that `share` of the games do not exceed.
  int64_t Quantile(double share) const;

  std::map<int64_t, int64_t> counts_;
  int64_t games_ = 0;
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_LENGTHS_H_
