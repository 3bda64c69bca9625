#include "frontends/contest/roster.h"

#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/hash_text.h"
#include "framework/parameters.h"
#include "framework/random.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/engine/engine_player.h"

namespace boardwalk::contest {

using comparison::Configuration;

std::string SourceName(const std::string& path, const Entrant& entrant,
                       std::set<std::string>& taken) {
  const std::string name =
      absl::StrFormat("%s:file=%s,hash=%016x", kSourceId, QuoteValue(path),
                      Mix64(Fnv1a(entrant.text())));
  std::string alias = entrant.name();
  if (taken.contains(alias)) absl::StrAppend(&alias, "_source");
  return comparison::IsAliasWord(alias) && taken.insert(alias).second
             ? absl::StrCat(alias, "=", name)
             : name;
}

std::optional<bool> RunsInSandbox(const std::string& player,
                                  const Catalog& catalog) {
  const auto name = ParseName(player);
  if (!name.ok()) return std::nullopt;
  for (const PlayerInfo& info : catalog.Players()) {
    for (const ParameterSpec& parameter : info.parameters) {
      if (info.id != name->id || parameter.name != engine::kSandboxWord) {
        continue;
      }
      for (const auto& [key, value] : name->given) {
        if (key == engine::kSandboxWord) return value == "on";
      }
      return false;
    }
  }
  return std::nullopt;
}

std::string InSandbox(const std::string& entrant, const Catalog& catalog) {
  const size_t equals = entrant.find('=');
  const size_t begin = equals < entrant.find(':') ? equals + 1 : 0;
  const std::string player = entrant.substr(begin);
  if (RunsInSandbox(player, catalog).value_or(true) ||
      absl::StrContains(entrant, absl::StrCat(engine::kSandboxWord, "=off"))) {
    return entrant;
  }
  return absl::StrCat(entrant, absl::StrContains(player, ':') ? "," : ":",
                      engine::kSandboxWord, "=on");
}

void RecordFaults(const CompiledEntrants& sources,
                  Configuration& configuration) {
  if (sources.empty()) return;
  comparison::Contest& contest = *configuration.contest;
  contest.guard = sources.begin()->second->guard();
  bool any = false;
  for (const std::string& player : configuration.players) {
    std::string fault;
    const auto name = ParseName(player);
    for (const auto& [key, value] :
         name.ok() ? name->given : decltype(name->given){}) {
      const auto source = sources.find(value);
      if (name->id == kSourceId && key == "file" && source != sources.end()) {
        fault = OneLine(source->second->fault_text());
      }
    }
    any = any || !fault.empty();
    contest.faults.push_back(std::move(fault));
  }
  if (!any) contest.faults.clear();
}

absl::Status RecordPrograms(const Catalog& catalog,
                            Configuration& configuration) {
  int programs = 0, held = 0;
  for (const std::string& player : configuration.players) {
    const auto sandbox = RunsInSandbox(player, catalog);
    programs += sandbox.has_value() ? 1 : 0;
    held += sandbox.value_or(false) ? 1 : 0;
  }
  if (programs == 0) return absl::OkStatus();
  std::string how = "no sandbox, they may do what the user may";
  if (held > 0) {
    ASSIGN_OR_RETURN(how, engine::SandboxOfEngines());
  }
  if (held > 0 && held < programs) {
    absl::StrAppend(&how, ", for ", held, " of ", programs,
                    "; the others may do what the user may");
  }
  std::string& guard = configuration.contest->guard;
  guard = absl::StrCat(guard.empty() ? "none" : guard, "; programs: ", how);
  return absl::OkStatus();
}

}  // namespace boardwalk::contest
