// What a file of results says: tables, made in one pass over its games.
//
// Example, given `const Catalog& catalog`:
//
//   ASSIGN_OR_RETURN(const auto store,
//                    tournament::Store::OpenToRead("results.sqlite"));
//   ASSIGN_OR_RETURN(
//       const auto plan,
//       tournament::Plan::OfResults(catalog, store->configuration()));
//   ASSIGN_OR_RETURN(const Summary summary, Summarize(plan, *store));
//   std::cout << summary.variants.size();
//
// All numbers are finite. A *block* is the games of one pairing in one round,
// in which every player sits in every seat once (tournament/plan.h); of two
// players it is a pair. Ratings and intervals are made of whole blocks with
// games of their own, plain counts (games, wins, scores, times) of all games.

#ifndef BOARDWALK_FRONTENDS_REPORT_SUMMARY_H_
#define BOARDWALK_FRONTENDS_REPORT_SUMMARY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "frontends/statistics/elo.h"
#include "frontends/statistics/ratings.h"
#include "frontends/statistics/sprt.h"
#include "frontends/tournament/plan.h"
#include "frontends/tournament/store.h"

namespace boardwalk::report {

// A player in one variant of a game. Averages are per move of its own; unset
// where it told nothing.
struct PlayerRow {
  int player = 0;     // index in Configuration::players
  int64_t games = 0;  // seats taken, so a game that it plays twice counts twice
  int64_t wins = 0;   // shared ones too
  int64_t draws = 0;  // nobody won, adjudicated ones included
  int64_t losses = 0;
  int64_t adjudicated = 0;
  double points = 0;    // credit of wins: 1, 1/w shared by w, 1/n in a draw
  double expected = 0;  // points of one as good as the others: games / n
  statistics::Rating rating;
  int rank = 0;                                           // from 1
  int64_t illegal_moves = 0, overruns = 0, failures = 0;  // forfeits
  int64_t moves = 0;
  double seconds = 0;  // a move, by the clock that judged
  double wall_seconds = 0;
  double max_seconds = 0;
  std::optional<double> nodes, playouts, depth;

  int64_t Forfeits() const { return illegal_moves + overruns + failures; }
  // The share of the points of its games, in [0, 1]; unset without games.
  std::optional<double> Share() const {
    if (games == 0) return std::nullopt;
    return points / static_cast<double>(games);
  }
};

// How `row` did against `column`, counted for each seat of the one and each
// seat of the other in a game: ahead where the one won and the other did not.
// With two seats these are games.
struct CrossCell {
  int64_t ahead = 0, level = 0, behind = 0;

  int64_t Count() const { return ahead + level + behind; }
  // In [0, 1]: 1 for ahead, 1/2 for level. 1/2 without games.
  double Score() const {
    return Count() == 0
               ? 0.5
               : (static_cast<double>(ahead) + static_cast<double>(level) / 2) /
                     static_cast<double>(Count());
  }
};

// Two players of a game for two, from the first one's side; the first is the
// one ranked higher.
struct PairRow {
  int first = 0, second = 0;
  statistics::GameCounts games;  // of whole and broken pairs
  statistics::PairCounts pairs;  // of whole pairs, each with games of its own
  bool repeats = false;  // whether others repeated them: these do not count
  statistics::EloEstimate elo, normalized_elo;
  double superiority = 0.5;
};

// Lengths of games in plies, the opening not counted, in bins of equal width.
struct Lengths {
  int64_t min = 0, median = 0, max = 0;  // of an even number the lower median
  double mean = 0;
  int64_t first = 0;  // where the first bin begins
  int64_t bin_width = 1;
  std::vector<int64_t> bins;  // at most kMaxBins; none without games
  int64_t longer = 0;         // games beyond the last bin: a few, much longer
  static constexpr int kMaxBins = 25;
};

// One variant of a game.
struct VariantSummary {
  std::string name;
  int seats = 2;
  int64_t planned = 0, games = 0;
  int64_t rounds = 0;    // begun
  int64_t distinct = 0;  // different games
  // Different starting positions. That they are all different is seen in the
  // first kMaxOpenings rounds and taken for granted in more.
  int64_t openings = 0;
  static constexpr int64_t kMaxOpenings = 1000;
  int64_t blocks = 0;  // whole ones
  // Of these, those that repeat the games of an earlier one: ratings and
  // intervals do not count them.
  int64_t repeated_blocks = 0;
  int64_t broken_blocks = 0;  // begun and not finished; in no rating
  int64_t pairings = 0, repeating_pairings = 0;
  int64_t draws = 0;        // by the rules or agreed on
  int64_t adjudicated = 0;  // drawn as endless: by repetition or ply limit
  int64_t forfeits = 0;
  std::vector<int64_t> terminations;  // by Termination
  Lengths lengths;
  // Those with games, best first; the others, in no order, behind them.
  std::vector<PlayerRow> players;
  std::vector<std::vector<CrossCell>> cross;  // in the order of `players`
  std::vector<PairRow> pairs;  // for two seats, those that met, in that order
  std::vector<std::string> warnings;
};

// A player over all variants, each counting the same.
struct OverallRow {
  int player = 0;
  int variants = 0;  // in which it has games
  double mean_rank = 0;
  int best = 0;  // variants in which it is first
  // The mean over the variants of its score against the field: 1/2 for one as
  // good as the others, from 0 to 1.
  double score = 0.5;
  double score_error = 0;  // half of the 95 % interval, see field_score.h
  // By variant, as in Summary::variants; unset where it met nobody.
  std::vector<std::optional<double>> scores;
};

// The sequential test up to the pair at which it ended, if it did.
struct SprtSummary {
  statistics::SprtHypotheses hypotheses;
  statistics::SprtState state;
  int first = 0, second = 0;  // players; the test is about the first
  statistics::PairCounts pairs;
  statistics::EloEstimate elo, normalized_elo;
  double superiority = 0.5;
  bool repeats = false;     // see PairRow
  int64_t later_pairs = 0;  // played all the same, and not part of it
};

struct Summary {
  tournament::Configuration configuration;
  std::string program_version;
  bool reproducible = false;
  int64_t planned = 0, games = 0;
  std::vector<VariantSummary> variants;
  std::vector<OverallRow> overall;  // best first
  std::optional<SprtSummary> sprt;
  std::vector<std::string> warnings;  // about the whole
};

// `plan` is that of the store's configuration. Memory grows with players and
// variants but not with games. Errors: those of the store; a game that is none
// of the plan's.
absl::StatusOr<Summary> Summarize(const tournament::Plan& plan,
                                  const tournament::Store& store);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_SUMMARY_H_
