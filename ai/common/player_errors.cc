#include "ai/common/player_errors.h"

#include "absl/strings/str_cat.h"

namespace boardwalk::ai {

absl::Status NoMemory(absl::string_view player, int64_t mebibytes) {
  return absl::ResourceExhaustedError(
      absl::StrCat("memory=", mebibytes, " of ", player,
                   ": the machine has not as many MiB"));
}

}  // namespace boardwalk::ai
