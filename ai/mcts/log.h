// A natural logarithm that is the same on every machine; the standard library's
// may differ in its last bit, and with it whole searches.

#ifndef BOARDWALK_AI_MCTS_LOG_H_
#define BOARDWALK_AI_MCTS_LOG_H_

#include <cstdint>

namespace boardwalk::ai {

// ln(n), to within 1e-12. Made of + - * / alone. REQUIRES: n > 0.
double DeterministicLog(uint32_t n);

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_MCTS_LOG_H_
