// Errors that several players return.

#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace boardwalk::ai {

// For memory that cannot be allocated. ResourceExhausted; for "mcts" and 300:
// "memory=300 of mcts: the machine has not as many MiB".
absl::Status NoMemory(absl::string_view player, int64_t mebibytes);

}  // namespace boardwalk::ai
