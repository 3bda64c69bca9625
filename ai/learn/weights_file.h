// Files of learned evaluations. They are text, short, and can be included in a
// program as they are, since they have the form of a string literal:
//
//   R"weights(boardwalk learned evaluation 1
//   game othello
//   rules 9a3b...            what FingerprintOf says of the game's rules
//   board 64 2 1             cells, seats, kinds of pieces
//   made by COMMAND
//   admitted by RESULT
//   logit 520                points that multiply the odds by e; 1000 without it
//   turned 63,62,...         a line for each seat but the first
//   type 0,1,2 61,62,63 mirror 2,1,0
//   stages 20,40
//   stage 310,25             for each: share of the plain evaluation, the turn
//                            (three and more seats: and one number for waiting
//                            while 1, 2, ... others move)
//   weights
//   BASE64                   numbers in units of kWeightGrain points, in order
//                            of stages, types and numbers, one for all mirrors:
//                            zigzag and LEB128; 0 is followed by how often it
//                            is repeated
//   checksum 1f2e...
//   )weights"
//
// Example, given `const std::string& text`:
//
//   ASSIGN_OR_RETURN(const LearnedWeights weights, ParseWeights(text));

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "ai/learn/learned_evaluation.h"

namespace boardwalk::ai {

inline constexpr int kWeightGrain = 16;

// Weights as ParseWeights of FormatWeights gives them.
LearnedWeights RoundedToGrain(LearnedWeights weights);

std::string FormatWeights(const LearnedWeights& weights);

// Errors: no such file, a damaged one, one of another version. Whether it suits
// a game CheckWeights says.
absl::StatusOr<LearnedWeights> ParseWeights(absl::string_view text);

// The same, of a file for rules with this FingerprintOf. Errors: those of
// ParseWeights; weights of another game or of another version of it.
absl::StatusOr<LearnedWeights> ParseWeightsFor(absl::string_view text,
                                               uint64_t rules);

// Whether the file was learned for rules with this FingerprintOf, by its head
// alone.
bool IsLearnedFor(absl::string_view text, uint64_t rules);

// The evaluation of a file, for a game with these planes and this
// FingerprintOf. Keeps the last few in memory, since every game of a match
// makes players anew. Thread-safe. Errors: those of ParseWeightsFor,
// CheckPatterns and CheckFits.
absl::StatusOr<std::shared_ptr<const LearnedEvaluation>> LoadWeights(
    absl::string_view text, const PlaneShape& shape, uint64_t rules);

}  // namespace boardwalk::ai
