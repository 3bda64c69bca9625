// The results of a tournament whose entries have changed or come late: which
// entry is which, and which games stay.
//
// An entry is a source by its name, which is its alias or else that of its file
// without folder and extension; the hash of its text tells whether it has
// changed. Any other entry is a player by its name with all settings.
//
// Example, given `const comparison::Plan& before`,
// `const comparison::Store& from`, `const comparison::Plan& after` and
// `comparison::Store& to`:
//
//   ASSIGN_OR_RETURN(
//       const Continuation continuation,
//       MatchEntries(before.configuration(), after.configuration()));
//   for (const std::string& name : continuation.late) std::cout << name;
//   ASSIGN_OR_RETURN(const CarriedGames games,
//                    CarryOver(before, from, after, to));
//   std::cout << games.replaced << " games are played again";

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/store.h"

namespace boardwalk::contest {

// A player that is a source.
struct SourceEntry {
  std::string name;  // of the entry
  std::string file;
  std::string hash;
};

// Nothing if the player is none.
std::optional<SourceEntry> SourceOf(
    const comparison::Configuration& configuration, int player);

// The index of the source with this name of an entry; nothing if there is none.
std::optional<int> FindSource(const comparison::Configuration& configuration,
                              const std::string& name);

struct Continuation {
  // The old configuration with what changed entries are called now. It gives
  // the plan its order.
  comparison::Configuration there = {};
  std::vector<std::string> late = {};     // new entries, as they are shown
  std::vector<std::string> changed = {};  // with another text or another fault
};

// Compares the entries of results with those of the tournament that continues
// them. An entry that is there and not `here` is an error: its games would be
// lost. REQUIRES: both configurations have canonical names.
absl::StatusOr<Continuation> MatchEntries(
    const comparison::Configuration& there,
    const comparison::Configuration& here);

// OK if both are one tournament but for its entries, and for games that only
// `here` has. The error is that of CheckSame.
absl::Status CheckSameTournament(const comparison::Configuration& there,
                                 const comparison::Configuration& here);

struct CarriedGames {
  int64_t kept = 0;
  int64_t replaced = 0;   // of changed entries
  int64_t unplanned = 0;  // of sets that are in no game of the new plan
};

// Adds the games of `from` that stay to `to`, with their numbers in `after`: a
// game stays if none of its entries has changed and the plan has it. Errors:
// those of the stores. REQUIRES: the entries of `after` that were there before
// have the order that they had (Plan::Create).
absl::StatusOr<CarriedGames> CarryOver(const comparison::Plan& before,
                                       const comparison::Store& from,
                                       const comparison::Plan& after,
                                       comparison::Store& to);

}  // namespace boardwalk::contest
