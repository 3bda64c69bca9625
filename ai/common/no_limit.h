// What a search says that was left without a limit which it understands.

#ifndef BOARDWALK_AI_COMMON_NO_LIMIT_H_
#define BOARDWALK_AI_COMMON_NO_LIMIT_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace boardwalk::ai {

// NoLimit("mcts", "time=1s or playouts=1000") is the error "mcts has no limit:
// give time=1s or playouts=1000".
absl::Status NoLimit(absl::string_view player, absl::string_view examples);

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_COMMON_NO_LIMIT_H_
