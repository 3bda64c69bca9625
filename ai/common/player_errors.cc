#include "ai/common/player_errors.h"

#include "framework/errors.h"

namespace boardwalk::ai {

absl::Status NoMemory(absl::string_view player, int64_t mebibytes) {
  return ResourceExhausted("memory=", mebibytes, " of ", player,
                           ": the machine has not as many MiB");
}

}  // namespace boardwalk::ai
