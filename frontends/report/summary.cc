#include "frontends/report/summary.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "framework/status_macros.h"
#include "frontends/report/field_score.h"
#include "frontends/report/outcome.h"
#include "frontends/report/overall.h"
#include "frontends/report/variant_tally.h"
#include "frontends/report/warnings.h"

namespace boardwalk::report {
namespace {

// What one pass over the games fills.
struct Tallies {
  std::vector<VariantTally> variants;
  std::optional<statistics::SequentialTest> sprt;
};

absl::Status ReadGames(const tournament::Plan& plan,
                       const tournament::Store& store, Tallies& tallies) {
  BlockCollector collector([&tallies](const Block& block) {
    tallies.variants[static_cast<size_t>(block.variant)].AddBlock(block);
    if (tallies.sprt.has_value() && block.whole) {
      tallies.sprt->Add(block.HalfPoints(0), block.Fingerprint());
    }
  });
  const absl::Status status =
      store.ForEach({}, [&](const tournament::GameSummary& game) {
        RETURN_IF_ERROR(tournament::CheckPlanned(plan.Game(game.id), game));
        tallies.variants[static_cast<size_t>(game.variant)].AddGame(game);
        collector.Add(game);
        return absl::OkStatus();
      });
  if (status.ok()) collector.Finish();
  return status;
}

int64_t CountOpenings(const tournament::Plan& plan, int variant,
                      int64_t rounds) {
  const int64_t looked_at = std::min(rounds, VariantSummary::kMaxOpenings);
  const int64_t found = plan.openings(variant).Distinct(looked_at);
  return plan.configuration().openings > 0 && found == looked_at ? rounds
                                                                 : found;
}

absl::StatusOr<VariantSummary> SummarizeVariant(const tournament::Plan& plan,
                                                const tournament::Store& store,
                                                const VariantTally& tally,
                                                int variant) {
  VariantSummary summary;
  summary.name = plan.game(variant).Name();
  summary.seats = plan.game(variant).NumPlayers();
  const auto pairings = static_cast<int64_t>(plan.pairings(variant).size());
  summary.planned = pairings * summary.seats * plan.configuration().rounds;
  tally.Finish(summary);
  ASSIGN_OR_RETURN(const int64_t distinct, store.CountDistinct(variant));
  summary.distinct = distinct;
  if (summary.rounds > 0) {
    summary.openings = CountOpenings(plan, variant, summary.rounds);
  }
  return summary;
}

SprtSummary SummarizeTest(const statistics::SequentialTest& test) {
  return {.hypotheses = test.hypotheses(),
          .state = test.state(),
          .first = 0,
          .second = 1,
          .pairs = test.pairs(),
          .elo = statistics::EstimateElo(test.pairs()),
          .normalized_elo = statistics::EstimateNormalizedElo(test.pairs()),
          .superiority = statistics::LikelihoodOfSuperiority(test.pairs()),
          .repeats = test.repeats() > 0,
          .later_pairs = test.later_pairs()};
}

}  // namespace

absl::StatusOr<Summary> Summarize(const tournament::Plan& plan,
                                  const tournament::Store& store) {
  Summary summary;
  summary.configuration = plan.configuration();
  summary.program_version = store.program_version();
  summary.reproducible = tournament::IsReproducible(summary.configuration);
  const auto players = static_cast<int>(summary.configuration.players.size());
  const size_t variants = summary.configuration.games.size();
  Tallies tallies;
  tallies.variants.assign(variants, VariantTally(players));
  if (summary.configuration.sprt.has_value()) {
    ASSIGN_OR_RETURN(tallies.sprt,
                     statistics::SequentialTest::Create(
                         summary.configuration.sprt->Hypotheses()));
  }
  RETURN_IF_ERROR(ReadGames(plan, store, tallies));

  std::vector<std::vector<FieldScore>> scores;
  for (size_t v = 0; v < variants; ++v) {
    const VariantTally& tally = tallies.variants[v];
    ASSIGN_OR_RETURN(auto variant,
                     SummarizeVariant(plan, store, tally, static_cast<int>(v)));
    summary.planned += variant.planned;
    summary.games += variant.games;
    summary.variants.push_back(std::move(variant));
    scores.push_back(tally.FieldScores());
  }
  summary.overall = RankOverall(players, summary.variants, scores);
  if (tallies.sprt.has_value()) summary.sprt = SummarizeTest(*tallies.sprt);
  for (VariantSummary& variant : summary.variants) {
    variant.warnings = VariantWarnings(summary, variant);
  }
  summary.warnings = GeneralWarnings(summary);
  return summary;
}

}  // namespace boardwalk::report
