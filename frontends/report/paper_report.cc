// PaperReport: the tables with captions, as Markdown and LaTeX.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/text.h"
#include "frontends/report/report.h"
#include "frontends/report/sentences.h"

namespace boardwalk::report {
namespace {

// "120 of 240 games" where some are missing.
std::string GamesText(int64_t games, int64_t planned) {
  return games == planned ? Counted(games, "game")
                          : absl::StrCat(games, " of ", planned, " games");
}

std::string RankingCaption(const VariantSummary& variant) {
  const std::string noun = BlockNoun(variant);
  return absl::StrCat(
      "Players in ", variant.title, " (", variant.name,
      "): ", GamesText(variant.games, variant.planned), " in ",
      Counted(variant.blocks, absl::StrCat("whole ", noun)),
      ". Rating: Elo with mean 0 and its 95 % interval, from a bootstrap over ",
      noun,
      "s; > and < are bounds of players that won or lost everything. "
      "Score: the share of the points. Time (CPU), nodes and playouts are "
      "means "
      "over the moves of the player.");
}

std::string CrossCaption(const VariantSummary& variant) {
  return absl::StrCat(
      "Score of the player of the row against that of the column in ",
      variant.title, " (", variant.name, "), ",
      variant.seats == 2
          ? "with games won (+), drawn (=) and lost (-)."
          : "over all pairs of their seats in a game, and how many these are.");
}

std::string PairCaption(const VariantSummary& variant) {
  return absl::StrCat(
      "Every two players in ", variant.title, " (", variant.name,
      "): the numbers of pairs of games with seats swapped in which the first "
      "scored 0, 1/2, 1, 3/2 and 2 points; its Elo and normalized Elo against "
      "the second with 95 % intervals; superior: 1 minus the probability that "
      "equal players do as well as the first.");
}

std::string OverallCaption(const Summary& summary) {
  return absl::StrCat(
      "Players over ", summary.variants.size(),
      " games, each counting the "
      "same: ",
      GamesText(summary.games, summary.planned),
      ". Mean score: the mean of the scores in the games, on the right, with "
      "its 95 % interval; mean rank, and in how many games first.");
}

}  // namespace

std::string PaperReport(const Summary& summary, PaperForm form) {
  Paper paper(form);
  if (summary.variants.size() > 1 && summary.games > 0) {
    paper.Add(OverallTable(summary), OverallCaption(summary));
  }
  for (const VariantSummary& variant : summary.variants) {
    if (variant.games == 0) continue;
    paper.Add(RankingTable(summary, variant), RankingCaption(variant));
    if (variant.players.size() > 1) {
      paper.Add(CrossTable(summary, variant), CrossCaption(variant));
    }
    paper.Add(PairTable(summary, variant), PairCaption(variant));
  }
  return paper.Finish();
}

}  // namespace boardwalk::report
