#include "frontends/report/overall.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>

namespace boardwalk::report {
namespace {

// Sums up the ranks; turned into a mean by the caller.
void AddRank(const VariantSummary& variant, OverallRow& row) {
  for (const PlayerRow& player : variant.players) {
    if (player.player != row.player || player.games == 0) continue;
    ++row.variants;
    row.mean_rank += player.rank;
    if (player.rank == 1) ++row.best;
  }
}

void SetScore(size_t variants,
              const std::vector<std::vector<FieldScore>>& scores,
              OverallRow& row) {
  double sum = 0, variance = 0, met = 0;
  row.scores.resize(variants);
  for (size_t v = 0; v < variants; ++v) {
    const FieldScore& score = scores[v][static_cast<size_t>(row.player)];
    if (score.empty()) continue;
    row.scores[v] = score.Mean();
    sum += score.Mean();
    variance += score.Variance();
    met += 1;
  }
  if (met == 0) return;
  row.score = sum / met;
  row.score_error = statistics::kNormal975 * std::sqrt(variance) / met;
}

}  // namespace

std::vector<OverallRow> RankOverall(
    int players, const std::vector<VariantSummary>& variants,
    const std::vector<std::vector<FieldScore>>& scores) {
  std::vector<OverallRow> rows;
  for (int player = 0; player < players; ++player) {
    OverallRow row;
    row.player = player;
    for (const VariantSummary& variant : variants) AddRank(variant, row);
    if (row.variants > 0) row.mean_rank /= row.variants;
    SetScore(variants.size(), scores, row);
    rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end(),
            [](const OverallRow& a, const OverallRow& b) {
              return std::tuple(a.variants == 0, -std::llround(a.score * 1e6),
                                a.mean_rank, a.player) <
                     std::tuple(b.variants == 0, -std::llround(b.score * 1e6),
                                b.mean_rank, b.player);
            });
  return rows;
}

}  // namespace boardwalk::report
