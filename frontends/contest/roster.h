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
//   RETURN_IF_ERROR(RecordGuard(sources, catalog, configuration));

#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

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

// What a source is called in results that are continued: as it is there if its
// text is the same, or, to `keep` its games, if it has changed. Then `sources`
// has it by its path there, too, and `changed` gets the name of one that has
// changed. Else `name`, which is that of SourceName.
std::string NameThere(const std::string& name, const std::string& path,
                      const comparison::Configuration& there, bool keep,
                      CompiledEntrants& sources,
                      std::vector<std::string>& changed);

// Whether a player that is another program runs in the sandbox; nothing for
// other players.
std::optional<bool> RunsInSandbox(const std::string& player,
                                  const Catalog& catalog);

// An entrant, maybe with an alias in front, that runs in the sandbox if it is
// another program. One whose name has the parameter `sandbox` stays as it is.
std::string InSandbox(const std::string& entrant, const Catalog& catalog);

// What an entrant is called where nobody is to know who it is.
struct HiddenName {
  std::string player;  // its name in the configuration
  std::string shown;   // "entrant-3fa9c1"
  // What tells its name, and what stands there instead.
  std::vector<std::pair<std::string, std::string>> words;
};

// The words of the sources and other programs; they follow from the names of
// the entries and `key`. Our own players keep their names.
std::vector<HiddenName> HiddenNames(
    const std::string& key, const comparison::Configuration& configuration);

// `text` with what stands instead of the words.
std::string WithoutNames(std::string text,
                         const std::vector<HiddenName>& hidden);

// Puts the players in an order that tells nothing of their names.
void ShufflePlayers(const std::string& key,
                    comparison::Configuration& configuration);

// Sets which players cannot play.
// REQUIRES: `configuration` has a contest.
void RecordFaults(const CompiledEntrants& sources,
                  comparison::Configuration& configuration);

// Sets what sandbox holds the sources, and the players that are other programs.
// Errors: those of Sandbox::Find. REQUIRES: `configuration` has a contest.
absl::Status RecordGuard(const CompiledEntrants& sources,
                         const Catalog& catalog,
                         comparison::Configuration& configuration);

}  // namespace boardwalk::contest
