// The course of a sequential test over its pairs, in the order of their ids.
//
//   SprtCourse course(*configuration.sprt);
//   course.Add(block);  // each whole pair
//   course.Result().state.verdict

#ifndef BOARDWALK_FRONTENDS_REPORT_SPRT_COURSE_H_
#define BOARDWALK_FRONTENDS_REPORT_SPRT_COURSE_H_

#include <cstdint>
#include <vector>

#include "frontends/report/outcome.h"
#include "frontends/report/summary.h"
#include "frontends/tournament/configuration.h"

namespace boardwalk::report {

class SprtCourse {
 public:
  explicit SprtCourse(const tournament::SprtQuestion& question);

  // A pair after the one at which the test ended is only counted. REQUIRES: a
  // whole block of players 0 and 1.
  void Add(const Block& pair);

  // Where the test stands, or stood when it ended.
  SprtSummary Result() const;

 private:
  SprtSummary result_;
  std::vector<uint64_t> first_;  // the fingerprints of the first pair
  bool varied_ = false;
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_SPRT_COURSE_H_
