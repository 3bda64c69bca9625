// The roster of a tournament: compiled sources and other programs as players of
// a comparison, and what its configuration keeps of them.
//
// Example, given `const CompiledEntrants& sources`, `const Catalog& catalog`
// and `comparison::Configuration& configuration`:
//
//   std::set<std::string> taken;
//   for (const auto& [path, source] : sources) {
//     configuration.players.push_back(SourceName(path, *source, taken));
//   }
//   RecordFaults(sources, configuration);
//   RETURN_IF_ERROR(RecordPrograms(catalog, configuration));

#pragma once

#include <optional>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "framework/catalog.h"
#include "frontends/comparison/configuration.h"
#include "frontends/contest/entrant.h"

namespace boardwalk::contest {

// The source as a player, "source:file=bot.c,hash=...", with its file's name as
// an alias in front if that is a simple word. `taken` are the aliases so far
// and the ids of players; the alias is added.
std::string SourceName(const std::string& path, const Entrant& entrant,
                       std::set<std::string>& taken);

// Whether a player that is another program runs in the sandbox; nothing for
// other players.
std::optional<bool> RunsInSandbox(const std::string& player,
                                  const Catalog& catalog);

// An entrant, maybe with an alias in front, that runs in the sandbox if it is
// another program. One whose name has the parameter `sandbox` stays as it is.
std::string InSandbox(const std::string& entrant, const Catalog& catalog);

// Sets which players cannot play and what sandbox holds the sources.
// REQUIRES: `configuration` has a contest.
void RecordFaults(const CompiledEntrants& sources,
                  comparison::Configuration& configuration);

// Adds what sandbox holds the players that are other programs. Errors: those of
// Sandbox::Find. REQUIRES: `configuration` has a contest.
absl::Status RecordPrograms(const Catalog& catalog,
                            comparison::Configuration& configuration);

}  // namespace boardwalk::contest
