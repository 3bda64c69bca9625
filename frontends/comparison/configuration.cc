#include "frontends/comparison/configuration.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/levels.h"
#include "framework/limits.h"
#include "framework/parameters.h"

namespace boardwalk::comparison {
namespace {

// The names of `here` that are also there, in the order that they have there,
// then the others.
std::vector<std::string> Ordered(const std::vector<std::string>& there,
                                 const std::vector<std::string>& here) {
  std::vector<std::string> names;
  for (const std::string& name : there) {
    if (Contains(here, name)) names.push_back(name);
  }
  for (const std::string& name : here) {
    if (!Contains(there, name)) names.push_back(name);
  }
  return names;
}

}  // namespace

bool IsAnotherProgram(const Configuration& configuration,
                      const std::string& player) {
  const auto name = ParseName(player);
  if (!name.ok()) return false;
  const std::string note = absl::StrCat(name->id, ", another program,");
  return std::ranges::any_of(configuration.plugins,
                             [&](const std::string& plugin) {
                               return absl::StartsWith(plugin, note);
                             }) ||
         std::ranges::any_of(name->given, [](const auto& given) {
           return given.first == "cmd";
         });
}

std::string WhyNotReproducible(const Configuration& configuration,
                               const std::string& player) {
  const auto name = ParseName(player);
  if (!name.ok()) return "an unreadable name";
  if (IsAnotherProgram(configuration, player)) return kIsAnotherProgram;
  if (name->id == kTimedLevel) return kHasTimeLimit;
  for (const auto& [key, value] : name->given) {
    if (key == kTimeParameter.name) return kHasTimeLimit;
    // The default, one thread, does not stand in a canonical name.
    if (key == "threads" && value != "1") return kHasThreads;
  }
  return "";
}

bool IsReproducible(const Configuration& configuration) {
  return !configuration.limits.time.has_value() &&
         !configuration.clock.has_value() &&
         std::ranges::all_of(configuration.players, [&](const auto& player) {
           return WhyNotReproducible(configuration, player).empty();
         });
}

bool IsAliasWord(absl::string_view word) {
  return !word.empty() && word.size() <= kMaxAlias &&
         absl::ascii_isalpha(static_cast<unsigned char>(word[0])) &&
         std::ranges::all_of(word, [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                  c == '-' || c == '_';
         });
}

std::string AliasWord(const std::string& alias) {
  return alias.substr(0, alias.find('='));
}

std::string AliasedName(const std::string& alias) {
  return alias.substr(alias.find('=') + 1);
}

bool Contains(const std::vector<std::string>& names, absl::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string AliasOf(const Configuration& configuration, int player) {
  const std::string& name = configuration.players[static_cast<size_t>(player)];
  for (const std::string& alias : configuration.aliases) {
    if (AliasedName(alias) == name) return AliasWord(alias);
  }
  return "";
}

std::string ShownName(const Configuration& configuration, int player) {
  std::string alias = AliasOf(configuration, player);
  return alias.empty() ? configuration.players[static_cast<size_t>(player)]
                       : alias;
}

absl::Status CheckGrown(const Configuration& there, const Configuration& here) {
  std::vector<std::string> differences;
  const auto compare = [&](absl::string_view what,
                           const std::vector<std::string>& old_names,
                           const std::vector<std::string>& names) {
    std::vector<std::string> missing;
    for (const std::string& name : old_names) {
      if (!Contains(names, name))
        missing.push_back(absl::StrCat("'", name, "'"));
    }
    if (missing.empty()) return;
    differences.push_back(absl::StrCat(what, ": ", absl::StrJoin(missing, ", "),
                                       missing.size() == 1 ? " is" : " are",
                                       " there and not here"));
  };
  compare("games", there.games, here.games);
  compare("players", there.players, here.players);
  Configuration rest = here;
  rest.games = there.games;
  rest.players = there.players;
  rest.gauntlet = there.gauntlet;
  const absl::Status same = CheckSame(there, rest);
  if (!same.ok()) {
    differences.emplace_back(
        same.message().substr(sizeof(kTwoComparisons) - 1));
  }
  if (differences.empty()) return absl::OkStatus();
  return FailedPrecondition(kTwoComparisons, absl::StrJoin(differences, "; "));
}

Configuration InOrderOf(const Configuration& there, Configuration here) {
  here.games = Ordered(there.games, here.games);
  here.players = Ordered(there.players, here.players);
  std::vector<std::string> words, names;
  for (const std::string& alias : here.aliases) {
    words.push_back(AliasWord(alias));
    names.push_back(AliasedName(alias));
  }
  for (const std::string& alias : there.aliases) {
    if (Contains(here.players, AliasedName(alias)) &&
        !Contains(names, AliasedName(alias)) &&
        !Contains(words, AliasWord(alias))) {
      here.aliases.push_back(alias);
    }
  }
  return here;
}

}  // namespace boardwalk::comparison
