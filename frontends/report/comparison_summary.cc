#include "frontends/report/comparison_summary.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "framework/status_macros.h"
#include "frontends/report/blocks.h"
#include "frontends/report/head_to_head.h"
#include "frontends/report/sentences.h"
#include "frontends/report/variant_tally.h"

namespace boardwalk::report {
namespace {

int64_t CountOf(const std::vector<statistics::CountedBlock>& blocks) {
  int64_t count = 0;
  for (const statistics::CountedBlock& block : blocks) count += block.count;
  return count;
}

// The counts of one pass over the games.
struct Tallies {
  std::vector<VariantTally> variants;
  int64_t games = 0, last_id = 0, first_missing = 0;
  std::optional<statistics::SequentialTest> sprt;
  // By variant, of the games before the first that is missing, once one is. A
  // verdict looks at no more: which games are missing may depend on how they
  // go, be it that the long ones are not over yet.
  std::optional<std::vector<HeadToHeads>> meetings;

  std::vector<HeadToHeads> Meetings() const {
    if (meetings.has_value()) return *meetings;
    std::vector<HeadToHeads> all;
    all.reserve(variants.size());
    for (const VariantTally& tally : variants) all.push_back(tally.Meetings());
    return all;
  }
};

absl::Status ReadGames(const comparison::Plan& plan,
                       const comparison::Store& store, Tallies& tallies) {
  BlockCollector collector([&tallies](const Block& block) {
    tallies.variants[static_cast<size_t>(block.variant)].AddBlock(block);
    if (tallies.sprt.has_value() && !tallies.meetings.has_value()) {
      AddPair(block, *tallies.sprt);
    }
  });
  const absl::Status status =
      store.ForEach({}, [&](const comparison::GameSummary& game) {
        RETURN_IF_ERROR(comparison::CheckPlanned(plan.Game(game.id), game));
        if (game.id != tallies.last_id + 1 && !tallies.meetings.has_value()) {
          tallies.meetings = tallies.Meetings();
          tallies.first_missing = tallies.last_id + 1;
        }
        tallies.variants[static_cast<size_t>(game.variant)].AddGame(game);
        ++tallies.games;
        tallies.last_id = game.id;
        collector.Add(game);
        return absl::OkStatus();
      });
  if (status.ok()) collector.Finish();
  return status;
}

absl::StatusOr<VariantSummary> SummarizeVariant(const comparison::Plan& plan,
                                                const comparison::Store& store,
                                                const VariantTally& tally,
                                                int variant) {
  VariantSummary summary = tally.Finish(plan.seats(variant));
  summary.name = plan.configuration().games[variant];
  const auto pairings = static_cast<int64_t>(plan.pairings(variant).size());
  // A file may have more rounds than are asked for now: a study that was
  // interrupted is not whole because fewer would do.
  summary.planned =
      pairings * summary.seats *
      std::max(plan.configuration().rounds, store.configuration().rounds);
  ASSIGN_OR_RETURN(const int64_t distinct, store.CountDistinct(variant));
  summary.distinct = distinct;
  ASSIGN_OR_RETURN(summary.openings, store.CountOpenings(variant));
  summary.checked = plan.game(variant) != nullptr;
  summary.title =
      summary.checked ? plan.game(variant)->Info().title : summary.name;
  return summary;
}

// Adds the ranks up; the caller turns the sum into a mean.
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

// A row for each of `players` players, best first. `scores` are by variant and
// player. The interval takes the variants as given: it is about more games of
// the same variants.
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
  std::ranges::sort(rows, [](const OverallRow& a, const OverallRow& b) {
    return std::tuple(a.variants == 0, -InMillionths(a.score), a.mean_rank,
                      a.player) < std::tuple(b.variants == 0,
                                             -InMillionths(b.score),
                                             b.mean_rank, b.player);
  });
  return rows;
}

// Each variant weighs the same: its blocks count as the mean over the variants.
void RateOverall(const Tallies& tallies, Summary& summary) {
  std::vector<std::vector<statistics::CountedBlock>> by_variant;
  double sum = 0, played = 0;
  for (const VariantTally& tally : tallies.variants) {
    by_variant.push_back(tally.Blocks());
    const int64_t blocks = CountOf(by_variant.back());
    sum += static_cast<double>(blocks);
    if (blocks > 0) ++played;
  }
  std::vector<statistics::CountedBlock> all;
  for (std::vector<statistics::CountedBlock>& blocks : by_variant) {
    const auto own = static_cast<double>(CountOf(blocks));
    for (statistics::CountedBlock& block : blocks) {
      for (statistics::Stage& stage : block.stages) {
        stage.weight *= sum / played / own;
      }
      all.push_back(std::move(block));
    }
  }
  const std::vector<statistics::Rating> ratings =
      RateBlocks(static_cast<int>(summary.overall.size()), all);
  for (OverallRow& row : summary.overall) {
    row.rating = ratings[static_cast<size_t>(row.player)];
  }
}

// A run that is interrupted loses the games that are being played. Where more
// are missing, there is no verdict.
constexpr int64_t kMostInterrupted = 16;

Progress ProgressOf(const Summary& summary, const comparison::Store& store) {
  return summary.missing > kMostInterrupted ? Progress::kIncomplete
         : summary.games != summary.planned || store.times_grown() > 0
             ? Progress::kLookedAt
             : Progress::kWhole;
}

SprtSummary SummarizeTest(statistics::SequentialTest test) {
  const statistics::PairCounts pairs = test.pairs();
  return {.test = std::move(test),
          .elo = statistics::EstimateElo(pairs),
          .normalized_elo = statistics::EstimateNormalizedElo(pairs),
          .superiority = statistics::LikelihoodOfSuperiority(pairs)};
}

}  // namespace

absl::StatusOr<Summary> Summarize(const comparison::Plan& plan,
                                  const comparison::Store& store) {
  Summary summary;
  summary.configuration = plan.configuration();
  summary.program_version = store.program_version();
  summary.origins = store.origins();
  summary.reproducible = comparison::IsReproducible(summary.configuration);
  const auto players = static_cast<int>(summary.configuration.players.size());
  const size_t variants = summary.configuration.games.size();
  Tallies tallies;
  tallies.variants.assign(variants, VariantTally(players));
  if (summary.configuration.sprt.has_value()) {
    ASSIGN_OR_RETURN(tallies.sprt, statistics::SequentialTest::Create(
                                       *summary.configuration.sprt));
  }
  RETURN_IF_ERROR(ReadGames(plan, store, tallies));

  std::vector<std::vector<FieldScore>> scores;
  const std::vector<HeadToHeads> meetings = tallies.Meetings();
  for (size_t v = 0; v < variants; ++v) {
    const VariantTally& tally = tallies.variants[v];
    ASSIGN_OR_RETURN(auto variant,
                     SummarizeVariant(plan, store, tally, static_cast<int>(v)));
    summary.planned += variant.planned;
    summary.games += variant.games;
    summary.variants.push_back(std::move(variant));
    scores.push_back(tally.FieldScores());
  }
  summary.missing = tallies.last_id - tallies.games;
  summary.first_missing = tallies.first_missing;
  summary.progress = ProgressOf(summary, store);
  // A sequential test stops when the results are extreme, so it has a verdict
  // of its own.
  for (size_t v = 0; v < variants && !tallies.sprt.has_value(); ++v) {
    VariantSummary& variant = summary.variants[v];
    variant.verdicts = VariantVerdicts(variant, meetings[v], summary.progress);
  }
  summary.overall = RankOverall(players, summary.variants, scores);
  if (variants > 1) {
    RateOverall(tallies, summary);
    summary.verdicts = OverallVerdicts(summary, meetings);
  }
  if (tallies.sprt.has_value()) {
    summary.sprt = SummarizeTest(*std::move(tallies.sprt));
  }
  for (VariantSummary& variant : summary.variants) {
    variant.warnings = VariantWarnings(summary, variant);
  }
  summary.warnings = GeneralWarnings(summary);
  return summary;
}

}  // namespace boardwalk::report
