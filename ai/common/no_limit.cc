#include "ai/common/no_limit.h"

#include "absl/strings/str_cat.h"

namespace boardwalk::ai {

absl::Status NoLimit(absl::string_view player, absl::string_view examples) {
  return absl::InvalidArgumentError(
      absl::StrCat(player, " has no limit: give ", examples));
}

}  // namespace boardwalk::ai
