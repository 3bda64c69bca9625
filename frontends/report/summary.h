// What a file of results says: tables, made in one pass over its games.
//
//   ASSIGN(auto store, compare::Store::OpenToRead("results.sqlite"));
//   ASSIGN(Summary summary, Summarize(*store));
//   std::cout << TextReport(summary);

#ifndef BOARDWALK_FRONTENDS_REPORT_SUMMARY_H_
#define BOARDWALK_FRONTENDS_REPORT_SUMMARY_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "frontends/compare/store.h"
#include "frontends/statistics/elo.h"
#include "frontends/statistics/ratings.h"
#include "frontends/statistics/sprt.h"

namespace boardwalk::report {

// A player in one variant of a game. Averages are per move of its own; unset
// where it told nothing.
struct PlayerRow {
  int player = 0;     // index in Configuration::players
  int64_t games = 0;  // seats taken, so a game that it plays twice counts twice
  int64_t wins = 0;   // shared ones too
  int64_t draws = 0;  // nobody won
  int64_t losses = 0;
  double points = 0;    // credit of wins: 1, 1/w shared by w, 1/n in a draw
  double expected = 0;  // points of one as good as the others: games / n
  statistics::Rating rating;
  int rank = 0;                                           // from 1
  int64_t illegal_moves = 0, overruns = 0, failures = 0;  // forfeits
  int64_t moves = 0;
  double seconds = 0;  // a move, by the judging clock
  double wall_seconds = 0;
  double max_seconds = 0;
  std::optional<double> nodes, playouts, depth;
};

// How `row` did against `column` in the games in which both sat: 1 for ending
// ahead (winning where the other did not), 1/2 for the same, per pair of seats.
struct CrossCell {
  int64_t games = 0;
  double score = 0;  // a share, in [0, 1]
};

// Two players of a game for two, from the first one's side.
struct PairRow {
  int first = 0, second = 0;
  statistics::GameCounts games;  // of whole and broken pairs
  statistics::PairCounts pairs;  // of whole pairs
  statistics::EloEstimate elo, normalized_elo;
  double superiority = 0.5;
};

// Lengths of games in plies, the opening not counted, in bins of equal width.
struct Lengths {
  int64_t min = 0, median = 0, max = 0;  // median to the bin's width
  double mean = 0;
  int64_t bin_width = 1;
  std::vector<int64_t> bins;
};

// One variant of a game.
struct VariantSummary {
  std::string name;
  int seats = 2;
  int64_t planned = 0;  // 0 where no game tells how many seats there are
  int64_t games = 0;
  int64_t distinct = 0;       // different games
  int64_t blocks = 0;         // whole ones: what the statistics are made of
  int64_t broken_blocks = 0;  // begun and not finished; in no rating
  int64_t draws = 0;          // by the rules
  int64_t adjudicated = 0;    // drawn as endless: by repetition or ply limit
  int64_t forfeits = 0;
  std::vector<int64_t> endings;  // by Ending
  Lengths lengths;
  std::vector<PlayerRow> players;             // best first
  std::vector<std::vector<CrossCell>> cross;  // in the order of `players`
  std::vector<PairRow> pairs;                 // for two seats
  std::vector<std::string> warnings;
};

// A player over all variants, each counting the same.
struct OverallRow {
  int player = 0;
  int variants = 0;  // in which it has games
  double mean_rank = 0;
  int best = 0;  // variants in which it is first
  // The mean over the variants of its score against those that it met (see
  // CrossCell), from 0 to 1; 1/2 for one as good as the others.
  double score = 0.5;
  double score_error = 0;  // half of the 95 % interval
};

struct Summary {
  compare::Configuration configuration;
  std::string program_version;
  bool reproducible = false;
  std::vector<VariantSummary> variants;
  std::vector<OverallRow> overall;  // best first
  std::optional<statistics::SprtState> sprt;
  std::vector<std::string> warnings;  // about the whole
};

// The question of a test as the statistics ask it.
statistics::SprtHypotheses HypothesesOf(const compare::SprtQuestion& question);

// Errors are those of the store.
absl::StatusOr<Summary> Summarize(const compare::Store& store);

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_SUMMARY_H_
