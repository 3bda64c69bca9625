// How a player did against everybody it met in one variant, and how far that
// can be believed: what makes variants of two and of six seats comparable.

#ifndef BOARDWALK_FRONTENDS_REPORT_FIELD_SCORE_H_
#define BOARDWALK_FRONTENDS_REPORT_FIELD_SCORE_H_

#include <cstdint>

namespace boardwalk::report {

// The mean score of whole blocks, of several pairings.
//
// The pairings are given and not drawn, so that the variance is that of blocks
// of the same pairing, pooled over the pairings. Four blocks' worth of the
// greatest variance that there is (1/4 each) is added to it, in the manner of
// Agresti and Coull (1998): a few results, or results that are all alike, must
// not promise certainty.
class FieldScore {
 public:
  // A pairing's blocks: how many, and the sums of their scores in [0, 1] and of
  // the squares of these. REQUIRES: blocks >= 1.
  void Add(int64_t blocks, double sum, double squares);

  bool empty() const { return blocks_ == 0; }
  // In [0, 1]; 1/2 without blocks.
  double Mean() const;
  // Of the mean; 0 without blocks.
  double Variance() const;

 private:
  double pairings_ = 0;
  double blocks_ = 0;
  double sum_ = 0;
  double deviations_ = 0;  // squared, within pairings
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_FIELD_SCORE_H_
