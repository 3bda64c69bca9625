#include "frontends/report/description.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/parameters.h"

namespace boardwalk::report {
namespace {

constexpr char kHarmless[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    ",.:=+-_/@%";

// As one word of a shell.
std::string Word(const std::string& text) {
  if (!text.empty() && text.find_first_not_of(kHarmless) == std::string::npos) {
    return text;
  }
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

using Options = std::vector<std::string>;

void AppendSprt(const tournament::SprtQuestion& sprt, Options& options) {
  options.push_back(absl::StrCat("--elo0 ", sprt.elo0));
  options.push_back(absl::StrCat("--elo1 ", sprt.elo1));
  options.push_back(absl::StrCat("--alpha ", sprt.alpha));
  options.push_back(absl::StrCat("--beta ", sprt.beta));
  if (sprt.normalized) options.emplace_back("--normalized");
}

void AppendLimits(const tournament::Configuration& configuration,
                  Options& options) {
  const Limits& limits = configuration.limits;
  if (limits.time.has_value()) {
    options.push_back("--time " + FormatDuration(*limits.time));
  }
  const auto count = [&](const char* name,
                         const std::optional<int64_t>& limit) {
    if (limit.has_value()) options.push_back(absl::StrCat(name, " ", *limit));
  };
  count("--nodes", limits.nodes);
  count("--playouts", limits.playouts);
  count("--depth", limits.depth);
  if (configuration.clock.has_value()) {
    options.push_back("--clock " + FormatTimeControl(*configuration.clock));
  }
}

std::string DescribeLimits(const tournament::Configuration& configuration) {
  const Limits& limits = configuration.limits;
  std::vector<std::string> parts;
  if (limits.time.has_value()) {
    parts.push_back(absl::StrCat(FormatDuration(*limits.time), " a move"));
  }
  const auto count = [&](const std::optional<int64_t>& limit,
                         const char* what) {
    if (limit.has_value()) parts.push_back(absl::StrCat(*limit, " ", what));
  };
  count(limits.nodes, "nodes a move");
  count(limits.playouts, "playouts a move");
  count(limits.depth, "plies deep");
  if (configuration.clock.has_value()) {
    parts.push_back(absl::StrCat(
        FormatDuration(configuration.clock->base), " a game + ",
        FormatDuration(configuration.clock->increment), " a move"));
  }
  return parts.empty() ? "the players' own" : absl::StrJoin(parts, ", ");
}

}  // namespace

std::string CommandLine(const tournament::Configuration& configuration,
                        const std::string& separator) {
  const std::string games = Word(absl::StrJoin(configuration.games, ","));
  const bool test = configuration.sprt.has_value();
  Options options = {test ? "boardwalk sprt " + games : "boardwalk compare"};
  if (!test) options.push_back("--games " + games);
  options.push_back("--players " +
                    Word(absl::StrJoin(configuration.players, ",")));
  if (test) AppendSprt(*configuration.sprt, options);
  AppendLimits(configuration, options);
  options.push_back(absl::StrCat("--rounds ", configuration.rounds));
  options.push_back(absl::StrCat("--seed ", configuration.seed));
  options.push_back(absl::StrCat("--openings ", configuration.openings));
  options.push_back(absl::StrCat("--max-plies ", configuration.max_plies));
  return absl::StrJoin(options, separator);
}

std::vector<std::pair<std::string, std::string>> DescribeSettings(
    const tournament::Configuration& configuration) {
  std::vector<std::pair<std::string, std::string>> settings = {
      {"limit", DescribeLimits(configuration)},
      {"rounds", absl::StrCat(configuration.rounds)},
      {"openings",
       configuration.openings == 0
           ? "none: every game begins at the start"
           : absl::StrCat("of ", configuration.openings, " random plies")},
      {"plies at most", absl::StrCat(configuration.max_plies,
                                     " in games that could go on for ever")},
      {"seed", absl::StrCat(configuration.seed)}};
  if (configuration.sprt.has_value()) {
    const tournament::SprtQuestion& sprt = *configuration.sprt;
    settings.emplace_back(
        "test", absl::StrCat("H0: ", sprt.elo0, ", H1: ", sprt.elo1,
                             sprt.normalized ? " normalized" : "",
                             " Elo; alpha ", sprt.alpha, ", beta ", sprt.beta));
  }
  return settings;
}

}  // namespace boardwalk::report
