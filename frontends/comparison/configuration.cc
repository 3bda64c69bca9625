#include "frontends/comparison/configuration.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/levels.h"
#include "framework/limits.h"
#include "framework/parameters.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::comparison {
namespace {

// OK if `number` is unset or within what a player's own limit may be.
absl::Status CheckLimit(const ParameterSpec& spec, std::optional<double> number,
                        absl::string_view text) {
  if (!number.has_value() || (*number >= spec.min && *number <= spec.max)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("a limit of ", spec.name, "=",
                                                 text, ": ", spec.name, " is ",
                                                 spec.Accepts()));
}

absl::Status CheckLimits(const Limits& limits) {
  absl::Status status;
  if (limits.time.has_value()) {
    status.Update(CheckLimit(
        // In seconds, as the bounds of the parameter are.
        kTimeParameter, static_cast<double>(limits.time->count()) * 1e-9,
        FormatDuration(*limits.time)));
  }
  const auto count = [&](const ParameterSpec& spec,
                         const std::optional<int64_t>& limit) {
    if (!limit.has_value()) return;
    status.Update(
        CheckLimit(spec, static_cast<double>(*limit), absl::StrCat(*limit)));
  };
  count(kNodesParameter, limits.nodes);
  count(kPlayoutsParameter, limits.playouts);
  count(kDepthParameter, limits.depth);
  return status;
}

absl::Status CheckRange(absl::string_view what, int64_t number, int64_t min,
                        int64_t max) {
  if (number >= min && number <= max) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "the number of ", what, " is ", number, "; give ", min, " to ", max));
}

std::string TextOf(const Limits& limits) {
  std::vector<std::string> parts;
  if (limits.time.has_value()) {
    parts.push_back(absl::StrCat("time=", FormatDuration(*limits.time)));
  }
  const auto count = [&](absl::string_view name,
                         const std::optional<int64_t>& limit) {
    if (limit.has_value()) parts.push_back(absl::StrCat(name, "=", *limit));
  };
  count("nodes", limits.nodes);
  count("playouts", limits.playouts);
  count("depth", limits.depth);
  return parts.empty() ? "none" : absl::StrJoin(parts, ",");
}

std::string TextOf(const std::optional<TimeControl>& clock) {
  return clock.has_value() ? FormatTimeControl(*clock) : "none";
}

std::string TextOf(const std::optional<ValueRule>& rule) {
  return rule.has_value() ? FormatValueRule(*rule) : "none";
}

std::string TextOf(const std::optional<statistics::SprtHypotheses>& sprt) {
  if (!sprt.has_value()) return "none";
  return absl::StrCat("elo0=", sprt->elo0, ",elo1=", sprt->elo1,
                      ",alpha=", sprt->alpha, ",beta=", sprt->beta,
                      sprt->normalized() ? ",normalized" : "");
}

std::string TextOf(const std::optional<Contest>& contest) {
  if (!contest.has_value()) return "none";
  const bool star = contest->rules == Contest::Rules::kStar;
  std::string text = star ? absl::StrCat("star, a second costs ",
                                         ShortestNumber(contest->second_costs))
                          : "chinese8";
  for (const std::string& fault : contest->faults) {
    absl::StrAppend(&text, "; ", fault);
  }
  return text;
}

// What stands behind the '=' of an alias.
absl::string_view NameOf(absl::string_view alias) {
  return alias.substr(alias.find('=') + 1);
}

bool Contains(const std::vector<std::string>& names, absl::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool IsAlias(absl::string_view word) {
  return !word.empty() && word.size() <= kMaxAlias &&
         absl::ascii_isalpha(static_cast<unsigned char>(word[0])) &&
         std::all_of(word.begin(), word.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                  c == '-' || c == '_';
         });
}

// Whether each alias is a word of its own, for one of the players.
absl::Status CheckAliases(const Configuration& configuration) {
  std::vector<std::string> words, names;
  for (const std::string& alias : configuration.aliases) {
    const std::string word = alias.substr(0, alias.find('='));
    const std::string name(NameOf(alias));
    if (!IsAlias(word)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the alias ", Quoted(word),
                       " is no simple word: give a letter, then "
                       "letters, digits, '-' and '_', ",
                       kMaxAlias, " at most"));
    }
    if (!Contains(configuration.players, name)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the alias '", word, "' is for ", Quoted(name),
                       ", which is not among the players"));
    }
    if (Contains(words, word)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the alias '", word, "' is given to two players"));
    }
    if (Contains(names, name)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the player '", name, "' has two aliases"));
    }
    words.push_back(word);
    names.push_back(name);
  }
  return absl::OkStatus();
}

absl::Status CheckBook(const Configuration& configuration) {
  const std::vector<std::string>& book = configuration.book;
  if (book.empty()) return absl::OkStatus();
  size_t characters = 0;
  for (const std::string& line : book) characters += line.size();
  if (book.size() > kMaxBook || characters > kMaxBookCharacters) {
    return absl::InvalidArgumentError(absl::StrCat(
        book.size(), " openings of ", characters, " characters; give at most ",
        kMaxBook, " of ", kMaxBookCharacters, " characters together"));
  }
  if (configuration.games.size() != 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "openings are of one game, and there are ", configuration.games.size(),
        "; compare these games apart"));
  }
  if (configuration.openings != 0) {
    return absl::InvalidArgumentError(
        "there are both given openings and random ones; take one of both");
  }
  return absl::OkStatus();
}

std::string TextOf(const std::vector<std::string>& names) {
  return names.empty() ? "none" : absl::StrJoin(names, ",");
}

// "12 given, the first '1 16 2'".
std::string BookText(const std::vector<std::string>& book) {
  return book.empty() ? "none given"
                      : absl::StrCat(book.size(), " given from '",
                                     OneLine(book.front(), 40), "' to '",
                                     OneLine(book.back(), 40), "'");
}

absl::Status CheckContest(const Configuration& configuration) {
  if (!configuration.contest.has_value()) return absl::OkStatus();
  const Contest& contest = *configuration.contest;
  // The comparison is false for what is no number, too.
  if (!(contest.second_costs >= 0 && contest.second_costs <= kMaxSecondCosts)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a second costs ", contest.second_costs,
                     " points; give 0 to ", kMaxSecondCosts));
  }
  if (!contest.faults.empty() &&
      contest.faults.size() != configuration.players.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there are ", contest.faults.size(), " faults of ",
        configuration.players.size(), " players; give one for each, or none"));
  }
  if (configuration.sprt.has_value() || !configuration.gauntlet.empty()) {
    return absl::InvalidArgumentError(
        "a tournament is of all its entrants; leave out the test and the "
        "gauntlet");
  }
  return absl::OkStatus();
}

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

absl::Status CheckBounds(const Configuration& configuration) {
  absl::Status status = CheckLimits(configuration.limits);
  if (configuration.clock.has_value()) {
    status.Update(CheckTimeControl(*configuration.clock));
  }
  status.Update(CheckRange("games",
                           static_cast<int64_t>(configuration.games.size()), 1,
                           static_cast<int64_t>(kMaxGames)));
  status.Update(CheckRange("players",
                           static_cast<int64_t>(configuration.players.size()),
                           2, static_cast<int64_t>(kMaxEntrants)));
  status.Update(CheckRange("rounds", configuration.rounds, 1, kMaxRounds));
  status.Update(CheckRange("plies of an opening", configuration.openings, 0,
                           kMaxOpeningPlies));
  status.Update(
      CheckRange("plies at most", configuration.max_plies, 1, kMaxMaxPlies));
  for (const std::string& name : configuration.gauntlet) {
    if (Contains(configuration.players, name)) continue;
    status.Update(absl::InvalidArgumentError(
        absl::StrCat("the gauntlet is of ", Quoted(name),
                     ", which is not among the players")));
  }
  status.Update(CheckAliases(configuration));
  status.Update(CheckBook(configuration));
  status.Update(CheckContest(configuration));
  if (configuration.sprt.has_value()) {
    status.Update(statistics::CheckHypotheses(*configuration.sprt));
    if (configuration.games.size() != 1 || configuration.players.size() != 2) {
      status.Update(absl::InvalidArgumentError(absl::StrCat(
          "a sequential test is of two players in one game, not of ",
          configuration.players.size(), " in ", configuration.games.size())));
    }
  }
  return status;
}

bool IsAnotherProgram(const Configuration& configuration,
                      const std::string& player) {
  const auto name = ParseName(player);
  if (!name.ok()) return false;
  const std::string note = absl::StrCat(name->id, ", another program,");
  return std::any_of(configuration.plugins.begin(), configuration.plugins.end(),
                     [&](const std::string& plugin) {
                       return absl::StartsWith(plugin, note);
                     }) ||
         std::any_of(name->given.begin(), name->given.end(),
                     [](const auto& given) { return given.first == "cmd"; });
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
         std::all_of(configuration.players.begin(), configuration.players.end(),
                     [&](const auto& player) {
                       return WhyNotReproducible(configuration, player).empty();
                     });
}

std::string ShownName(const Configuration& configuration, int player) {
  const std::string& name = configuration.players[static_cast<size_t>(player)];
  for (const std::string& alias : configuration.aliases) {
    if (NameOf(alias) == name) return alias.substr(0, alias.find('='));
  }
  return name;
}

absl::Status CheckSame(const Configuration& there, const Configuration& here) {
  std::vector<std::string> differences;
  const auto compare = [&](absl::string_view what, const std::string& a,
                           const std::string& b) {
    if (a == b) return;
    differences.push_back(
        absl::StrCat(what, ": '", a, "' there and '", b, "' here"));
  };
  compare("games", absl::StrJoin(there.games, ","),
          absl::StrJoin(here.games, ","));
  compare("players", absl::StrJoin(there.players, ","),
          absl::StrJoin(here.players, ","));
  compare("limits", TextOf(there.limits), TextOf(here.limits));
  compare("clock", TextOf(there.clock), TextOf(here.clock));
  compare("seed", absl::StrCat(there.seed), absl::StrCat(here.seed));
  compare("plies of openings", absl::StrCat(there.openings),
          absl::StrCat(here.openings));
  compare("gauntlet", TextOf(there.gauntlet), TextOf(here.gauntlet));
  if (there.book != here.book) {
    differences.push_back(absl::StrCat("openings: ", BookText(there.book),
                                       " there and ", BookText(here.book),
                                       " here"));
  }
  compare("plies at most", absl::StrCat(there.max_plies),
          absl::StrCat(here.max_plies));
  compare("resigned", TextOf(there.adjudication.resign),
          TextOf(here.adjudication.resign));
  compare("drawn", TextOf(there.adjudication.draw),
          TextOf(here.adjudication.draw));
  // Compared as numbers: the six digits of a message may hide a difference.
  if (there.sprt != here.sprt) {
    differences.push_back(absl::StrCat("test: '", TextOf(there.sprt),
                                       "' there and '", TextOf(here.sprt),
                                       "' here"));
  }
  const auto guard = [](const Configuration& configuration) {
    return configuration.contest.value_or(Contest{}).guard;
  };
  compare("what held the sources", guard(there), guard(here));
  std::optional<Contest> contest = here.contest;
  if (contest.has_value()) contest->guard = guard(there);
  if (there.contest != contest) {
    differences.push_back(absl::StrCat("tournament: '", TextOf(there.contest),
                                       "' there and '", TextOf(here.contest),
                                       "' here"));
  }
  if (differences.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "these are two comparisons; ", absl::StrJoin(differences, "; ")));
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
  constexpr absl::string_view kTwo = "these are two comparisons; ";
  if (!same.ok()) {
    differences.emplace_back(same.message().substr(kTwo.size()));
  }
  if (differences.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(kTwo, absl::StrJoin(differences, "; ")));
}

Configuration InOrderOf(const Configuration& there, Configuration here) {
  here.games = Ordered(there.games, here.games);
  here.players = Ordered(there.players, here.players);
  std::vector<std::string> words, names;
  for (const std::string& alias : here.aliases) {
    words.push_back(alias.substr(0, alias.find('=')));
    names.emplace_back(NameOf(alias));
  }
  for (const std::string& alias : there.aliases) {
    if (Contains(here.players, NameOf(alias)) &&
        !Contains(names, NameOf(alias)) &&
        !Contains(words, alias.substr(0, alias.find('=')))) {
      here.aliases.push_back(alias);
    }
  }
  return here;
}

}  // namespace boardwalk::comparison
