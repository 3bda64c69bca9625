#include "frontends/report/summary.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "frontends/report/variant_tally.h"

namespace boardwalk::report {
namespace {

using compare::Configuration;
using compare::GameSummary;

std::vector<OverallRow> Overall(const std::vector<VariantSummary>& variants,
                                const std::vector<VariantTally>& tallies,
                                int num_players) {
  std::vector<OverallRow> rows(num_players);
  std::vector<double> scores(num_players), variances(num_players);
  for (size_t v = 0; v < variants.size(); ++v) {
    for (const PlayerRow& player : variants[v].players) {
      if (player.games == 0) continue;
      OverallRow& row = rows[player.player];
      ++row.variants;
      row.mean_rank += player.rank;
      row.best += player.rank == 1;
      const FieldScore field = tallies[v].Field(player.player);
      scores[player.player] += field.mean;
      variances[player.player] += field.variance;
    }
  }
  for (int i = 0; i < num_players; ++i) {
    rows[i].player = i;
    if (rows[i].variants == 0) continue;
    const double count = rows[i].variants;
    rows[i].mean_rank /= count;
    rows[i].score = scores[i] / count;
    rows[i].score_error =
        statistics::kNormal975 * std::sqrt(variances[i]) / count;
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const OverallRow& a, const OverallRow& b) {
                     if ((a.variants > 0) != (b.variants > 0)) {
                       return a.variants > 0;
                     }
                     return a.score > b.score;
                   });
  return rows;
}

void Warn(Summary& summary) {
  if (!summary.reproducible) {
    summary.warnings.push_back(
        "limited by time: played again, the games will be others; limits of "
        "nodes, playouts or depth repeat themselves");
  }
  int64_t games = 0, planned = 0;
  for (const VariantSummary& variant : summary.variants) {
    games += variant.games;
    planned += variant.planned;
  }
  if (!summary.configuration.sprt && games < planned) {
    summary.warnings.push_back(
        absl::StrCat("not finished: ", games, " of ", planned,
                     " games; the same command with the same file goes on"));
  }
}

}  // namespace

statistics::SprtHypotheses HypothesesOf(const compare::SprtQuestion& question) {
  return {.elo0 = question.elo0,
          .elo1 = question.elo1,
          .alpha = question.alpha,
          .beta = question.beta,
          .model = question.normalized ? statistics::EloModel::kNormalized
                                       : statistics::EloModel::kLogistic};
}

absl::StatusOr<Summary> Summarize(const compare::Store& store) {
  Summary summary;
  summary.configuration = store.configuration();
  summary.program_version = store.program_version();
  const Configuration& configuration = summary.configuration;
  summary.reproducible = compare::IsReproducible(configuration);
  const auto num_players = static_cast<int>(configuration.players.size());
  std::vector<VariantTally> tallies;
  for (const std::string& game : configuration.games) {
    tallies.emplace_back(game, num_players);
  }
  const absl::Status status = store.ForEach({}, [&](const GameSummary& game) {
    tallies[game.variant].Add(game);
    return absl::OkStatus();
  });
  if (!status.ok()) return status;
  for (size_t v = 0; v < tallies.size(); ++v) {
    const auto distinct = store.CountDistinct(static_cast<int>(v));
    if (!distinct.ok()) return distinct.status();
    summary.variants.push_back(
        tallies[v].Summarize(configuration.rounds, *distinct));
  }
  if (configuration.sprt) {
    // A test stores the games up to its decision and no other.
    const auto& pairs = summary.variants[0].pairs;
    summary.sprt = statistics::EvaluateSprt(
        pairs.empty() ? statistics::PairCounts{} : pairs[0].pairs,
        HypothesesOf(*configuration.sprt));
  }
  summary.overall = Overall(summary.variants, tallies, num_players);
  Warn(summary);
  return summary;
}

}  // namespace boardwalk::report
