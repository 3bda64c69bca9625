// The positions of finished games as arrays of numpy, for programs that learn.
// README.md describes the arrays.
//
// Example, given `const Catalog& catalog`:
//
//   ASSIGN_OR_RETURN(const auto results,
//                    results::OpenChecked(catalog, "results.sqlite"));
//   ASSIGN_OR_RETURN(const auto games,
//                    results::FindPositions(results, {.variant = 0}));
//   RETURN_IF_ERROR(results::WritePositions(results, games, "games.npz"));

#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "frontends/comparison/store.h"
#include "frontends/results/store.h"

namespace boardwalk::results {

// Games of one variant, and how many positions they have.
struct PositionsOfGames {
  int variant = 0;
  std::vector<int64_t> ids;  // ascending
  int64_t positions = 0;
};

// The games that `filter` selects. Errors: there are none, or none in which a
// player moved; the catalog does not have their game; its moves have no
// numbers. REQUIRES: the filter has a variant.
absl::StatusOr<PositionsOfGames> FindPositions(
    const CheckedResults& results, const comparison::GameFilter& filter);

// Writes the positions of these games, in their order, into a file: whole or
// not at all. Memory does not grow with their number. It replaces only such a
// file. Cancelled when `stop`, which may be null, becomes true. Other errors:
// those of the results, of WriteFileAtomically and of a game that breaks its
// contract.
absl::Status WritePositions(const CheckedResults& results,
                            const PositionsOfGames& games,
                            const std::string& path,
                            const std::atomic<bool>* stop = nullptr);

}  // namespace boardwalk::results
