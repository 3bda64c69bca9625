// Which part of a comparison this process plays: what follows --shard.
//
// Example:
//
//   ASSIGN_OR_RETURN(const tournament::Shard shard,
//                    ReadShard("auto/8", ProcessEnvironment()));

#ifndef BOARDWALK_FRONTENDS_CLI_SHARD_INDEX_H_
#define BOARDWALK_FRONTENDS_CLI_SHARD_INDEX_H_

#include <functional>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontends/tournament/plan.h"

namespace boardwalk::cli {

// The value of an environment variable; nothing where it is not set.
using Environment =
    std::function<std::optional<std::string>(const std::string& name)>;
Environment ProcessEnvironment();

// Reads one of
//   I/N     the I-th of N parts, from 1
//   auto/N  the part, of N, whose number a scheduler exports: Slurm's array
//           (SLURM_ARRAY_TASK_ID of --array=1-N), GNU parallel (PARALLEL_SEQ,
//           from 1) or Kubernetes (JOB_COMPLETION_INDEX, from 0)
//   auto    the task's place in its Slurm array, which may begin anywhere and
//           have steps; Slurm alone tells how many tasks there are
// A variable that is empty counts as not set. Errors: anything else; a number
// out of its bounds; no scheduler, or two at once.
//
// With auto/N a Slurm task's number means the same part whatever the array is
// that it belongs to, so that `sbatch --array=3` repeats the third part.
absl::StatusOr<tournament::Shard> ReadShard(absl::string_view text,
                                            const Environment& environment);

}  // namespace boardwalk::cli

#endif  // BOARDWALK_FRONTENDS_CLI_SHARD_INDEX_H_
