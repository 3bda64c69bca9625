// Joins results of one comparison that were played in parts.

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_MERGE_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_MERGE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"

namespace boardwalk::tournament {

struct MergeCounts {
  int64_t added = 0;
  int64_t repeated = 0;  // there already
};

// Adds the games of `inputs` to `output`, each game once; `output` is made when
// it is not there, and may be one that an earlier merge was interrupted in.
// All is read to the end before anything is written. Errors: those of Store;
// results of another comparison; a game that two files tell differently
// although the configuration is reproducible; `output` among the inputs.
absl::StatusOr<MergeCounts> MergeResults(const std::string& output,
                                         absl::Span<const std::string> inputs);

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_MERGE_H_
