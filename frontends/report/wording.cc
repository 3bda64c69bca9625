#include "frontends/report/wording.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/parameters.h"
#include "framework/text.h"
#include "frontends/report/format.h"

namespace boardwalk::report {
namespace {

using Options = std::vector<std::string>;

void AppendSprt(const statistics::SprtHypotheses& sprt, Options& options) {
  options.push_back("--elo0 " + ShortestNumber(sprt.elo0));
  options.push_back("--elo1 " + ShortestNumber(sprt.elo1));
  options.push_back("--alpha " + ShortestNumber(sprt.alpha));
  options.push_back("--beta " + ShortestNumber(sprt.beta));
  if (sprt.normalized()) options.emplace_back("--normalized");
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

void AppendSettings(const tournament::Configuration& configuration,
                    Options& options) {
  AppendLimits(configuration, options);
  options.push_back(absl::StrCat("--rounds ", configuration.rounds));
  options.push_back(absl::StrCat("--seed ", configuration.seed));
  options.push_back(absl::StrCat("--openings ", configuration.openings));
  options.push_back(absl::StrCat("--max-plies ", configuration.max_plies));
}

// A few equal games may happen by chance; a larger share needs a warning.
constexpr double kMaxRepeatedShare = 0.05;
// Intervals from fewer blocks are rough; see statistics/README.md.
constexpr int64_t kMinBlocks = 10;
// How many players a sentence names.
constexpr size_t kMaxNamed = 4;

void WarnOfRepeats(const Summary& summary, const VariantSummary& variant,
                   std::vector<std::string>& warnings) {
  const int64_t repeated = variant.games - variant.distinct;
  if (static_cast<double>(repeated) >
      kMaxRepeatedShare * static_cast<double>(variant.games)) {
    warnings.push_back(absl::StrCat(
        "Only ", variant.distinct, " of ", Counted(variant.games, "game"),
        " are different: identical games are no evidence."));
  }
  if (static_cast<double>(variant.repeated_blocks) >
      kMaxRepeatedShare * static_cast<double>(variant.blocks)) {
    warnings.push_back(absl::StrCat(
        variant.repeated_blocks, " of ",
        Counted(variant.blocks, BlockNoun(variant)),
        " repeat the games of an earlier one; ratings and intervals do not "
        "count them. ",
        summary.configuration.openings == 0 ? "Openings" : "Longer openings",
        " make more games different."));
  }
  if (!variant.openings.has_value()) {
    warnings.push_back(
        absl::StrCat(variant.name,
                     " is no game of this program (its plug-in is missing?), "
                     "so its openings are not counted."));
  }
  if (summary.configuration.openings > 0 &&
      variant.openings.value_or(variant.rounds) < variant.rounds) {
    warnings.push_back(absl::StrCat(
        "There are only ", Counted(*variant.openings, "different opening"),
        " of ", summary.configuration.openings, " plies; ",
        Counted(variant.rounds, "round"), " use them repeatedly."));
  }
}

// Appends "on time: a 3, b 1", those with most first, if there are any.
void AppendForfeits(const Summary& summary, const VariantSummary& variant,
                    const char* why, int64_t PlayerRow::*count,
                    std::vector<std::string>& parts) {
  std::vector<PlayerRow> rows = variant.players;
  std::stable_sort(rows.begin(), rows.end(),
                   [count](const PlayerRow& a, const PlayerRow& b) {
                     return a.*count > b.*count;
                   });
  std::vector<std::string> players;
  int64_t others = 0;
  for (const PlayerRow& row : rows) {
    if (row.*count == 0) break;
    if (players.size() == kMaxNamed) {
      others += row.*count;
    } else {
      players.push_back(
          absl::StrCat(summary.PlayerName(row.player), " ", row.*count));
    }
  }
  if (players.empty()) return;
  if (others > 0) players.push_back(absl::StrCat("others ", others));
  parts.push_back(absl::StrCat(why, ": ", absl::StrJoin(players, ", ")));
}

void WarnOfForfeits(const Summary& summary, const VariantSummary& variant,
                    std::vector<std::string>& warnings) {
  std::vector<std::string> parts;
  AppendForfeits(summary, variant, "on time", &PlayerRow::time_forfeits, parts);
  AppendForfeits(summary, variant, "by illegal moves",
                 &PlayerRow::illegal_moves, parts);
  AppendForfeits(summary, variant, "by a failure of the player",
                 &PlayerRow::failures, parts);
  if (parts.empty()) return;
  warnings.push_back(
      absl::StrCat("Games forfeited ", absl::StrJoin(parts, "; "), "."));
}

void WarnOfFewBlocks(const VariantSummary& variant,
                     std::vector<std::string>& warnings) {
  if (variant.blocks == 0) {
    warnings.push_back(
        absl::StrCat("No ", BlockNoun(variant),
                     " is finished yet, so there are no ratings."));
    return;
  }
  // Every pairing gets one in every round.
  const int64_t each = variant.blocks / variant.pairings;
  if (each < kMinBlocks) {
    warnings.push_back(
        absl::StrCat("Only ", Counted(each, BlockNoun(variant)),
                     " per pairing: intervals from so few are rough."));
  }
}

}  // namespace

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

std::string CommandLine(const tournament::Configuration& configuration,
                        const std::string& separator) {
  const std::string games = ShellWord(absl::StrJoin(configuration.games, ","));
  const bool test = configuration.sprt.has_value();
  Options options = {test ? "boardwalk sprt " + games : "boardwalk compare"};
  if (!test) options.push_back("--games " + games);
  options.push_back("--players " +
                    ShellWord(absl::StrJoin(configuration.players, ",")));
  if (test) AppendSprt(*configuration.sprt, options);
  AppendSettings(configuration, options);
  return absl::StrJoin(options, separator);
}

std::string TuneCommandLine(const tournament::Configuration& configuration,
                            const std::string& player) {
  Options options = {"boardwalk tune " + ShellWord(configuration.games.front()),
                     "--player " + ShellWord(player)};
  AppendSettings(configuration, options);
  return absl::StrJoin(options, " ");
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
    const statistics::SprtHypotheses& sprt = *configuration.sprt;
    settings.emplace_back(
        "test",
        absl::StrCat("H0: ", sprt.elo0, ", H1: ", sprt.elo1, EloUnit(sprt),
                     "; alpha ", sprt.alpha, ", beta ", sprt.beta));
  }
  if (!configuration.plugins.empty()) {
    settings.emplace_back("plug-ins",
                          absl::StrJoin(configuration.plugins, ", "));
  }
  return settings;
}

std::string VerdictSentence(const Summary& summary) {
  const statistics::SequentialTest& test = summary.sprt->test;
  const statistics::SprtHypotheses& hypotheses = test.hypotheses();
  const char* unit = EloUnit(hypotheses);
  const auto by = [&](double elo, double rather) {
    return absl::StrCat("the advantage of ", summary.PlayerName(0), " over ",
                        summary.PlayerName(1), " is ", elo, unit,
                        " rather than ", rather);
  };
  switch (test.state().verdict) {
    case statistics::SprtVerdict::kAcceptH1:
      return absl::StrCat("Yes: ", by(hypotheses.elo1, hypotheses.elo0),
                          " (H1 accepted).");
    case statistics::SprtVerdict::kAcceptH0:
      return absl::StrCat("No: ", by(hypotheses.elo0, hypotheses.elo1),
                          " (H0 accepted).");
    case statistics::SprtVerdict::kContinue:
      break;
  }
  return absl::StrCat("Undecided whether ",
                      by(hypotheses.elo1, hypotheses.elo0), ".");
}

std::string OpeningsText(const VariantSummary& variant) {
  return variant.openings.has_value() ? Counted(*variant.openings, "opening")
                                      : "openings not counted";
}

const char* BlockNoun(const VariantSummary& variant) {
  return variant.seats == 2 ? "pair" : "block";
}

std::vector<std::string> VariantWarnings(const Summary& summary,
                                         const VariantSummary& variant) {
  std::vector<std::string> warnings;
  if (variant.games == 0) return {"No games have been played yet."};
  WarnOfRepeats(summary, variant, warnings);
  if (variant.broken_blocks > 0) {
    warnings.push_back(
        absl::StrCat(Counted(variant.broken_blocks, BlockNoun(variant)),
                     variant.broken_blocks == 1 ? " is" : " are",
                     " not finished. Their games count for scores and times, "
                     "not for ratings and intervals."));
  }
  WarnOfFewBlocks(variant, warnings);
  WarnOfForfeits(summary, variant, warnings);
  return warnings;
}

std::vector<std::string> GeneralWarnings(const Summary& summary) {
  std::vector<std::string> warnings;
  if (!summary.sprt.has_value() && summary.games < summary.planned) {
    warnings.push_back(absl::StrCat(summary.games, " of ",
                                    Counted(summary.planned, "game"),
                                    " have been played."));
  }
  if (!summary.reproducible) {
    warnings.emplace_back(
        "Players are limited by time or use several threads: another run gives "
        "other games.");
  }
  return warnings;
}

}  // namespace boardwalk::report
