#include "frontends/contest/roster.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "framework/hash_text.h"
#include "framework/parameters.h"
#include "framework/random.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/contest/continuation.h"
#include "frontends/engine/engine_player.h"

namespace boardwalk::contest {
namespace {

uint64_t KeyedHash(const std::string& key, const std::string& text) {
  return Mix64(Fnv1a(absl::StrCat(key, "\n", text)));
}

// Replaces `word` where it is not a part of a longer one. One that begins with
// '_' is the end of a longer one.
std::string ReplaceWord(absl::string_view text, absl::string_view word,
                        absl::string_view other) {
  if (word.empty()) return std::string(text);
  const auto is_inside = [&](size_t place) {
    return place < text.size() &&
           absl::ascii_isalnum(static_cast<unsigned char>(text[place]));
  };
  std::string result;
  size_t done = 0;
  for (size_t at = text.find(word); at != absl::string_view::npos;
       at = text.find(word, at + 1)) {
    const bool begins = word[0] == '_' || at == 0 ||
                        (!is_inside(at - 1) && text[at - 1] != '_');
    if (at < done || !begins || is_inside(at + word.size())) continue;
    absl::StrAppend(&result, text.substr(done, at - done), other);
    done = at + word.size();
  }
  return absl::StrCat(result, text.substr(done));
}

}  // namespace

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

std::string NameThere(const std::string& name, const std::string& path,
                      const Configuration& there, bool keep,
                      CompiledEntrants& sources,
                      std::vector<std::string>& changed) {
  Configuration own;
  const size_t equals = name.find('=');
  const bool has_alias = equals < name.find(':');
  own.players = {has_alias ? name.substr(equals + 1) : name};
  if (has_alias) own.aliases = {name};
  const auto here = SourceOf(own, 0);
  const auto player = here ? FindSource(there, here->name) : std::nullopt;
  if (!player.has_value()) return name;
  const auto old = SourceOf(there, *player);
  if (old->hash != here->hash && !keep) return name;
  const auto [place, added] = sources.emplace(old->file, sources.at(path));
  if (place->second != sources.at(path)) return name;  // of another one
  if (old->hash != here->hash) changed.push_back(here->name);
  const std::string& text = there.players[static_cast<size_t>(*player)];
  return has_alias ? absl::StrCat(here->name, "=", text) : text;
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

std::vector<HiddenName> HiddenNames(const std::string& key,
                                    const Configuration& configuration) {
  std::vector<HiddenName> names;
  std::set<std::string> taken;
  for (int i = 0; i < static_cast<int>(configuration.players.size()); ++i) {
    const std::string& player = configuration.players[static_cast<size_t>(i)];
    const auto source = SourceOf(configuration, i);
    if (!source.has_value() &&
        !comparison::IsAnotherProgram(configuration, player)) {
      continue;
    }
    const std::string name =
        source ? source->name : comparison::ShownName(configuration, i);
    std::string code;
    uint64_t hash = KeyedHash(key, name);
    do {
      code = absl::StrFormat("%06x", hash & 0xffffff);
      hash = Mix64(hash);
    } while (!taken.insert(code).second);
    HiddenName hidden{
        .player = player, .shown = absl::StrCat("entrant-", code), .words = {}};
    hidden.words.emplace_back(name, hidden.shown);
    // All names of an entry for the class tournament end so.
    if (absl::StartsWith(name, "aiplayer_")) {
      hidden.words.emplace_back(name.substr(name.find('_')),
                                absl::StrCat("_", code));
    }
    names.push_back(std::move(hidden));
  }
  return names;
}

std::string WithoutNames(std::string text,
                         const std::vector<HiddenName>& hidden) {
  for (const HiddenName& name : hidden) {
    for (const auto& [word, other] : name.words) {
      text = ReplaceWord(text, word, other);
    }
  }
  return text;
}

void ShufflePlayers(const std::string& key, Configuration& configuration) {
  std::ranges::sort(configuration.players, {}, [&](const std::string& player) {
    return KeyedHash(key, player);
  });
}

void RecordFaults(const CompiledEntrants& sources,
                  Configuration& configuration) {
  if (sources.empty()) return;
  comparison::Contest& contest = *configuration.contest;
  contest.faults.clear();
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

absl::Status RecordGuard(const CompiledEntrants& sources,
                         const Catalog& catalog, Configuration& configuration) {
  std::string& guard = configuration.contest->guard;
  if (!sources.empty()) guard = sources.begin()->second->guard();
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
  guard = absl::StrCat(guard.empty() ? "none" : guard, "; programs: ", how);
  return absl::OkStatus();
}

}  // namespace boardwalk::contest
