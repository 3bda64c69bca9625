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

std::string SprtArguments(const compare::SprtQuestion& sprt) {
  return absl::StrCat(" --elo0 ", sprt.elo0, " --elo1 ", sprt.elo1, " --alpha ",
                      sprt.alpha, " --beta ", sprt.beta,
                      sprt.normalized ? " --normalized" : "");
}

std::string LimitArguments(const compare::Configuration& configuration) {
  const compare::MoveLimits& limits = configuration.limits;
  std::string text;
  if (limits.time.has_value()) {
    absl::StrAppend(&text, " --time ", FormatDuration(*limits.time));
  }
  if (limits.nodes.has_value())
    absl::StrAppend(&text, " --nodes ", *limits.nodes);
  if (limits.playouts.has_value()) {
    absl::StrAppend(&text, " --playouts ", *limits.playouts);
  }
  if (limits.depth.has_value())
    absl::StrAppend(&text, " --depth ", *limits.depth);
  if (configuration.clock.has_value()) {
    absl::StrAppend(&text, " --clock ",
                    FormatDuration(configuration.clock->base), "+",
                    FormatDuration(configuration.clock->increment));
  }
  return text;
}

std::string DescribeLimits(const compare::Configuration& configuration) {
  const compare::MoveLimits& limits = configuration.limits;
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

std::string CommandLine(const compare::Configuration& configuration) {
  const std::string games = Word(absl::StrJoin(configuration.games, ","));
  const std::string players =
      " --players " + Word(absl::StrJoin(configuration.players, ","));
  std::string line =
      configuration.sprt.has_value()
          ? absl::StrCat("boardwalk sprt ", games, players,
                         SprtArguments(*configuration.sprt))
          : absl::StrCat("boardwalk compare --games ", games, players);
  absl::StrAppend(&line, LimitArguments(configuration), " --rounds ",
                  configuration.rounds, " --seed ", configuration.seed,
                  " --openings ", configuration.openings, " --max-plies ",
                  configuration.max_plies);
  return line;
}

std::vector<std::pair<std::string, std::string>> DescribeSettings(
    const compare::Configuration& configuration) {
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
    const compare::SprtQuestion& sprt = *configuration.sprt;
    settings.emplace_back(
        "test", absl::StrCat("H0: ", sprt.elo0, ", H1: ", sprt.elo1,
                             sprt.normalized ? " normalized" : "",
                             " Elo; alpha ", sprt.alpha, ", beta ", sprt.beta));
  }
  return settings;
}

}  // namespace boardwalk::report
