// The summary of a comparison, made in one pass over its games: the numbers of
// its report.
//
// Example, given `const Catalog& catalog`:
//
//   ASSIGN_OR_RETURN(const auto store, results::OpenToRead("results.sqlite"));
//   ASSIGN_OR_RETURN(const auto plan, results::PlanOfResults(catalog, *store));
//   ASSIGN_OR_RETURN(const Summary summary, Summarize(plan, *store));
//   std::cout << summary.variants.size();
//
// All numbers are finite. A *block* is the games of one pairing in one round,
// in which every player sits in every seat once (comparison/plan.h); with two
// seats it is a pair. Ratings and intervals come from whole blocks that do
// not repeat an earlier one; plain counts (games, wins, scores, times) come
// from all games.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/record.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/store.h"
#include "frontends/statistics/elo.h"
#include "frontends/statistics/ratings.h"
#include "frontends/statistics/sprt.h"

namespace boardwalk::report {

// A reason for which a player forfeited games; for a program, with the last
// words that it printed.
struct ForfeitReason {
  Termination kind = Termination::kFailure;
  std::string reason = {};
  int64_t first_game = 0;  // its id
  int64_t games = 0;
};
inline constexpr size_t kMaxForfeitReasons = 3;  // of a player in a variant

// A player in one variant of a game. Averages are per move of its own; unset if
// it does not report the number.
struct PlayerRow {
  int player = 0;     // index in Configuration::players
  int64_t games = 0;  // seats: a game in which it has two seats counts twice
  int64_t wins = 0;   // including shared ones
  int64_t draws = 0;  // nobody won; including adjudicated ones
  int64_t losses = 0;
  int64_t adjudicated = 0;
  double points = 0;    // 1 for a win, 1/w if w share it, 1/n for a draw
  double expected = 0;  // the points of an equal player: games / n
  statistics::Rating rating;
  int rank = 0;  // from 1
  int64_t illegal_moves = 0, time_forfeits = 0, failures = 0;
  // The first kMaxForfeitReasons that differ.
  std::vector<ForfeitReason> forfeit_reasons = {};
  int64_t moves = 0;
  // Per turn, by the clock of the match (CPU time). A turn that was forfeited
  // is one, too.
  double seconds = 0;
  double wall_seconds = 0;  // per move
  double max_seconds = 0;
  std::optional<double> nodes, playouts, depth;

  int64_t Forfeits() const { return illegal_moves + time_forfeits + failures; }
  // The share of the points of its games, in [0, 1]; unset without games.
  std::optional<double> Share() const {
    if (games == 0) return std::nullopt;
    return points / static_cast<double>(games);
  }
};

// The results of `row` against `column`, counted for each pair of their seats
// in a game: ahead if the one won and the other did not. With two seats these
// are games.
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

// Two players of a game for two, as the first one sees it; the first is the one
// ranked higher.
struct PairRow {
  int first = 0, second = 0;
  statistics::GameCounts games;  // of whole and unfinished pairs
  statistics::PairCounts pairs;  // whole pairs that repeat no earlier one
  bool repeats = false;          // whether some pairs were left out as repeats
  statistics::EloEstimate elo, normalized_elo;
  double superiority = 0.5;
};

// The certainty that one of two players is the better one. In a family of
// comparisons (all pairs of players of a variant, or over all variants), the
// probability that equal players are ever called certainly better is at most
// 5 %, however often one looks. For those that are likely better, that holds
// only for each comparison by itself.
enum class Significance { kUndecided, kLikely, kCertain };

// How far a study has come, which decides how its verdicts are reached.
enum class Progress {
  kWhole,  // all games that were planned at first, and no more
  // Interrupted, or grown by more rounds, players or games: somebody may have
  // looked and gone on for what was seen.
  kLookedAt,
  // Games are missing in the middle: more than are being played when a run is
  // interrupted. What is left may have been chosen, so there is no verdict.
  kIncomplete,
};

// Two players that met in whole blocks. See head_to_head.h.
struct Verdict {
  // The first is the one that scored more against the other; if they scored the
  // same, the one ranked higher.
  int first = 0, second = 0;
  Significance significance = Significance::kUndecided;
  int64_t blocks = 0;    // in which they met; rounds, over all variants
  bool won_all = false;  // the first won all their games
  // The likelihood of superiority of the first, by the sign-flip test; 1/2 or
  // more.
  double superiority = 0.5;
  double adjusted_p = 1;  // two-sided, by Holm's correction
  // If undecided: about how many more blocks (rounds) would tell a difference
  // of `elo`. If `elo` is 0 and `more` is not, that many won blocks would do.
  int64_t more = 0;
  int elo = 0;
};

// The score of a seat of a variant over the whole blocks. In a block every
// player has the seat once, so the score depends on the seat and not on the
// players.
struct SeatScore {
  double score = 0;  // the share of the points
  // Half of the 95 % interval; with more than two seats those of all seats hold
  // together with that probability (Bonferroni).
  double error = 0;
};

// Lengths of games in plies, the opening not counted, in bins of equal width.
struct Lengths {
  int64_t min = 0, median = 0, max = 0;  // of an even number the lower median
  double mean = 0;
  int64_t first = 0;  // where the first bin begins
  int64_t bin_width = 1;
  std::vector<int64_t> bins;  // at most kMaxBins; none without games
  int64_t longer = 0;         // the few games beyond the last bin
  static constexpr int kMaxBins = 25;
};

// One variant of a game.
struct VariantSummary {
  std::string name;
  std::string title;  // for people; the name where it is not in the catalog
  int seats = 2;
  int64_t planned = 0, games = 0;
  int64_t rounds = 0;    // of which there are games
  int64_t distinct = 0;  // different games
  int64_t openings = 0;  // different starting positions
  // Its games were held to its rules: it is in the catalog.
  bool checked = true;
  int64_t blocks = 0;  // whole ones
  // Whole blocks that repeat the games of an earlier one; ratings and
  // intervals do not count them.
  int64_t repeated_blocks = 0;
  int64_t broken_blocks = 0;  // begun and not finished; not in ratings
  int64_t pairings = 0, repeating_pairings = 0;
  int64_t draws = 0;        // by the rules or by agreement
  int64_t adjudicated = 0;  // draws by repetition or the ply limit
  int64_t forfeits = 0;
  std::vector<int64_t> terminations;  // by Termination
  Lengths lengths;
  // Players with games, best first, then the others.
  std::vector<PlayerRow> players;
  std::vector<std::vector<CrossCell>> cross;  // in the order of `players`
  std::vector<PairRow> pairs;     // for two seats: players that met, same order
  std::vector<Verdict> verdicts;  // same order; none of a sequential test
  std::vector<SeatScore> seat_scores;  // by seat; none without whole blocks
  std::vector<std::string> warnings;
};

// A player over all variants; each variant has the same weight.
struct OverallRow {
  int player = 0;
  int variants = 0;  // in which it has games
  double mean_rank = 0;
  int best = 0;  // variants in which it is first
  // The mean over the variants of its score against the others, in [0, 1]: 1/2
  // for equal players.
  double score = 0.5;
  double score_error = 0;  // half of the 95 % interval; see FieldScore
  // From the blocks of all variants together, as if they were of one game;
  // none where there is only one.
  statistics::Rating rating = {};
  // By variant, as in Summary::variants; unset if it met nobody there.
  std::vector<std::optional<double>> scores;
};

// The sequential test between players 0 and 1, and estimates from its pairs.
struct SprtSummary {
  statistics::SequentialTest test;
  statistics::EloEstimate elo, normalized_elo;
  double superiority = 0.5;
};

struct Summary {
  comparison::Configuration configuration;
  std::string program_version;
  std::vector<std::string> origins;  // of Store::origins
  bool reproducible = false;
  int64_t planned = 0, games = 0;
  int64_t missing = 0;        // before the last one that was played
  int64_t first_missing = 0;  // the id of the first of these; 0 if none is
  Progress progress = Progress::kWhole;
  std::vector<VariantSummary> variants;
  std::vector<OverallRow> overall;  // best first
  std::vector<Verdict> verdicts;    // over all variants, if there are several
  std::optional<SprtSummary> sprt;
  std::vector<std::string> warnings;  // not about a single variant

  // Its alias, or its name.
  std::string PlayerName(int player) const {
    return comparison::ShownName(configuration, player);
  }
};

// `plan` is that of the store's configuration. Memory grows with the players,
// the variants and the kinds of blocks, not with the games. Errors: those of
// the store; a game that the plan does not have.
absl::StatusOr<Summary> Summarize(const comparison::Plan& plan,
                                  const comparison::Store& store);

}  // namespace boardwalk::report
