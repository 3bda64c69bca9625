#include "frontends/report/warnings.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"
#include "frontends/report/format.h"

namespace boardwalk::report {
namespace {

// Games alike by chance are no news; above it they change what numbers mean.
constexpr double kFewAlike = 0.05;
// From fewer blocks an interval is rough: so few say little of their spread.
constexpr int64_t kFewBlocks = 10;
// Players that a sentence names.
constexpr size_t kMaxNamed = 4;

void WarnOfRepeats(const Summary& summary, const VariantSummary& variant,
                   std::vector<std::string>& warnings) {
  const int64_t alike = variant.games - variant.distinct;
  if (static_cast<double>(alike) >
      kFewAlike * static_cast<double>(variant.games)) {
    warnings.push_back(absl::StrCat(
        Counted(variant.games, "game"), ", only ", variant.distinct,
        " different: identical games are no evidence."));
  }
  if (static_cast<double>(variant.repeated_blocks) >
      kFewAlike * static_cast<double>(variant.blocks)) {
    warnings.push_back(absl::StrCat(
        variant.repeated_blocks, " of ", variant.blocks, " ",
        BlocksWord(variant, variant.blocks),
        " repeat the games of an earlier one; ratings and intervals do not "
        "count them. ",
        summary.configuration.openings == 0 ? "Openings" : "Longer openings",
        " make games different."));
  }
  if (summary.configuration.openings > 0 && variant.openings < variant.rounds) {
    warnings.push_back(absl::StrCat(
        "There are only ", Counted(variant.openings, "different opening"),
        " of ", summary.configuration.openings, " plies; ",
        Counted(variant.rounds, "round"), " use them again and again."));
  }
}

// "by overrunning the time: a 3, b 1", those with most first; or nothing.
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
      players.push_back(absl::StrCat(
          summary.configuration.players[static_cast<size_t>(row.player)], " ",
          row.*count));
    }
  }
  if (players.empty()) return;
  if (others > 0) players.push_back(absl::StrCat("others ", others));
  parts.push_back(absl::StrCat(why, ": ", absl::StrJoin(players, ", ")));
}

void WarnOfForfeits(const Summary& summary, const VariantSummary& variant,
                    std::vector<std::string>& warnings) {
  std::vector<std::string> parts;
  AppendForfeits(summary, variant, "by overrunning the time",
                 &PlayerRow::overruns, parts);
  AppendForfeits(summary, variant, "by illegal moves",
                 &PlayerRow::illegal_moves, parts);
  AppendForfeits(summary, variant, "by failing", &PlayerRow::failures, parts);
  if (parts.empty()) return;
  warnings.push_back(
      absl::StrCat("Games forfeited ", absl::StrJoin(parts, "; "), "."));
}

void WarnOfFewBlocks(const VariantSummary& variant,
                     std::vector<std::string>& warnings) {
  if (variant.blocks == 0) {
    warnings.push_back(absl::StrCat("There is no whole ",
                                    BlocksWord(variant, 1),
                                    " yet, so there are no ratings."));
    return;
  }
  // On average, as pairings get one in every round.
  const int64_t each = variant.blocks / variant.pairings;
  if (each < kFewBlocks) {
    warnings.push_back(absl::StrCat("Only ", each, " ",
                                    BlocksWord(variant, each),
                                    " a pairing: intervals from so few are "
                                    "rough."));
  }
}

}  // namespace

std::string BlocksWord(const VariantSummary& variant, int64_t count) {
  return absl::StrCat(variant.seats == 2 ? "pair" : "block",
                      count == 1 ? "" : "s");
}

std::vector<std::string> VariantWarnings(const Summary& summary,
                                         const VariantSummary& variant) {
  std::vector<std::string> warnings;
  if (variant.games == 0) return {"No games have been played yet."};
  WarnOfRepeats(summary, variant, warnings);
  if (variant.broken_blocks > 0) {
    warnings.push_back(absl::StrCat(
        variant.broken_blocks, " ", BlocksWord(variant, variant.broken_blocks),
        variant.broken_blocks == 1 ? " is" : " are",
        " not finished. The games count in scores and times, not in ratings "
        "and intervals."));
  }
  WarnOfFewBlocks(variant, warnings);
  WarnOfForfeits(summary, variant, warnings);
  return warnings;
}

std::vector<std::string> GeneralWarnings(const Summary& summary) {
  std::vector<std::string> warnings;
  if (summary.configuration.players.size() < 2) {
    warnings.emplace_back("There is one player only: nothing is compared.");
  }
  if (!summary.sprt.has_value() && summary.games < summary.planned) {
    warnings.push_back(absl::StrCat(summary.games, " of ",
                                    Counted(summary.planned, "game"),
                                    " have been played."));
  }
  if (!summary.reproducible) {
    warnings.emplace_back(
        "Players are limited by time: another run gives other games.");
  }
  return warnings;
}

}  // namespace boardwalk::report
