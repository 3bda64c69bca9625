// Errors that several players return.

#ifndef BOARDWALK_AI_COMMON_PLAYER_ERRORS_H_
#define BOARDWALK_AI_COMMON_PLAYER_ERRORS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace boardwalk::ai {

// For memory that cannot be allocated. ResourceExhausted; for "mcts" and 300:
// "memory=300 of mcts: the machine has not as many MiB".
absl::Status NoMemory(absl::string_view player, int64_t mebibytes);

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_COMMON_PLAYER_ERRORS_H_
