#include "frontends/report/variant_tally.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "absl/strings/str_cat.h"

namespace boardwalk::report {
namespace {

using compare::GameSummary;
using compare::SeatResult;

constexpr int kReplicates = 1000;
constexpr uint64_t kBootstrapSeed = 1;
constexpr int64_t kFewBlocks = 10;
constexpr int64_t kMostBins = 24;

bool Won(unsigned winners, size_t seat) { return (winners >> seat & 1) != 0; }

// How many of the pairings there are when `players` sit on `seats`.
int64_t Pairings(int64_t players, int64_t seats) {
  const int64_t choose = players >= seats ? seats : seats % players;
  int64_t count = 1;
  for (int64_t i = 1; i <= choose; ++i) count = count * (players - i + 1) / i;
  return count;
}

// 1 for ending ahead of the other, 1/2 for the same.
double Ahead(unsigned winners, size_t seat, size_t other) {
  return (1.0 + Won(winners, seat) - Won(winners, other)) / 2;
}

statistics::Stage StageOf(const std::vector<int>& players, unsigned winners) {
  statistics::Stage stage = {.players = players, .credit = {}};
  const auto seats = static_cast<double>(players.size());
  for (size_t seat = 0; seat < players.size(); ++seat) {
    stage.credit.push_back(winners == 0         ? 1 / seats
                           : Won(winners, seat) ? 1.0 / std::popcount(winners)
                                                : 0);
  }
  return stage;
}

// Better ones first: by rating, those without games last.
bool Better(const PlayerRow& a, const PlayerRow& b) {
  const bool a_rated = a.rating.certainty != statistics::Certainty::kNone;
  const bool b_rated = b.rating.certainty != statistics::Certainty::kNone;
  if (a_rated != b_rated) return a_rated;
  if (a.rating.value != b.rating.value) return a.rating.value > b.rating.value;
  return a.points * b.expected > b.points * a.expected;
}

// 1, 2 or 5 times a power of ten, so that `extent` has at most kMostBins.
int64_t BinWidth(int64_t extent) {
  for (int64_t width = 1;; width *= 10) {
    for (const int64_t step : {1, 2, 5}) {
      if (extent / (step * width) < kMostBins) return step * width;
    }
  }
}

}  // namespace

VariantTally::VariantTally(std::string name, int num_players)
    : sums_(num_players) {
  summary_.name = std::move(name);
  summary_.endings.assign(static_cast<size_t>(Ending::kFailure) + 1, 0);
  summary_.players.resize(num_players);
  for (int i = 0; i < num_players; ++i) summary_.players[i].player = i;
  summary_.cross.assign(num_players, std::vector<CrossCell>(num_players));
}

VariantTally::Outcome VariantTally::OutcomeOf(const GameSummary& game) {
  Outcome outcome;
  for (size_t seat = 0; seat < game.seats.size(); ++seat) {
    outcome.players.push_back(game.seats[seat].player);
    if (game.seats[seat].returns > 0) outcome.winners |= 1u << seat;
  }
  return outcome;
}

void VariantTally::Add(const GameSummary& game) {
  if (game.block != block_) EndBlock();
  block_ = game.block;
  pairing_ = game.pairing;
  const Outcome outcome = OutcomeOf(game);
  summary_.seats = static_cast<int>(game.seats.size());
  ++summary_.games;
  ++lengths_[game.plies];
  CountEnding(game, outcome);
  for (size_t seat = 0; seat < game.seats.size(); ++seat) {
    CountSeat(game, outcome, seat);
  }
  CountCross(outcome);
  if (game.seats.size() == 2) CountPair(outcome);
  outcomes_.push_back(outcome);
}

void VariantTally::CountEnding(const GameSummary& game,
                               const Outcome& outcome) {
  ++summary_.endings[static_cast<size_t>(game.ending)];
  if (game.ending == Ending::kRules && outcome.winners == 0) ++summary_.draws;
  if (game.ending == Ending::kRepetition || game.ending == Ending::kPlyLimit) {
    ++summary_.adjudicated;
  }
  if (!HasLoser(game.ending) || game.loser < 0) return;
  ++summary_.forfeits;
  PlayerRow& loser = summary_.players[game.seats[game.loser].player];
  loser.illegal_moves += game.ending == Ending::kIllegalMove;
  loser.overruns += game.ending == Ending::kOverrun;
  loser.failures += game.ending == Ending::kFailure;
}

void VariantTally::CountSeat(const GameSummary& game, const Outcome& outcome,
                             size_t seat) {
  const SeatResult& result = game.seats[seat];
  PlayerRow& row = summary_.players[result.player];
  Sums& sums = sums_[result.player];
  const auto seats = static_cast<double>(game.seats.size());
  ++row.games;
  row.expected += 1 / seats;
  if (outcome.winners == 0) {
    ++row.draws;
    row.points += 1 / seats;
  } else if (Won(outcome.winners, seat)) {
    ++row.wins;
    row.points += 1.0 / std::popcount(outcome.winners);
  } else {
    ++row.losses;
  }
  row.moves += result.moves;
  row.max_seconds = std::max(row.max_seconds, result.max_seconds);
  sums.seconds += result.seconds;
  sums.wall_seconds += result.wall_seconds;
  sums.nodes += result.nodes;
  sums.playouts += result.playouts;
  sums.depth += result.depth;
}

void VariantTally::CountCross(const Outcome& outcome) {
  const std::vector<int>& players = outcome.players;
  for (size_t a = 0; a < players.size(); ++a) {
    for (size_t b = 0; b < players.size(); ++b) {
      if (players[a] == players[b]) continue;
      CrossCell& cell = summary_.cross[players[a]][players[b]];
      ++cell.games;
      cell.score += Ahead(outcome.winners, a, b);
    }
  }
}

void VariantTally::CountPair(const Outcome& outcome) {
  const int first = std::min(outcome.players[0], outcome.players[1]);
  const int second = std::max(outcome.players[0], outcome.players[1]);
  if (first == second) return;
  PairRow& row = pairs_[{first, second}];
  row.first = first;
  row.second = second;
  const bool swapped = outcome.players[0] != first;
  ++row.games.counts[static_cast<size_t>(
      2 * Ahead(outcome.winners, swapped ? 1 : 0, swapped ? 0 : 1))];
}

void VariantTally::EndBlock() {
  if (outcomes_.empty()) return;
  if (outcomes_.size() < static_cast<size_t>(summary_.seats)) {
    ++summary_.broken_blocks;
    outcomes_.clear();
    return;
  }
  ++summary_.blocks;
  CountField();
  if (summary_.seats == 2) {
    const std::vector<int>& players = outcomes_[0].players;
    const int first = std::min(players[0], players[1]);
    double points = 0;
    for (const Outcome& outcome : outcomes_) {
      const size_t seat = outcome.players[0] == first ? 0 : 1;
      points += Ahead(outcome.winners, seat, 1 - seat);
    }
    const auto pair = pairs_.find({first, std::max(players[0], players[1])});
    if (pair != pairs_.end()) {
      ++pair->second.pairs.counts[static_cast<size_t>(2 * points)];
    }
  }
  ++block_kinds_[outcomes_];
  outcomes_.clear();
}

void VariantTally::CountField() {
  std::map<int, Moments> scores;
  for (const Outcome& outcome : outcomes_) {
    for (size_t a = 0; a < outcome.players.size(); ++a) {
      for (size_t b = 0; b < outcome.players.size(); ++b) {
        if (outcome.players[a] == outcome.players[b]) continue;
        Moments& score = scores[outcome.players[a]];
        score.count += 1;
        score.sum += Ahead(outcome.winners, a, b);
      }
    }
  }
  for (const auto& [player, score] : scores) {
    Moments& moments = field_[{pairing_, player}];
    const double mean = score.sum / score.count;
    moments.count += 1;
    moments.sum += mean;
    moments.squares += mean * mean;
  }
}

FieldScore VariantTally::Field(int player) const {
  // Pairings differ in who was met: the spread that counts is within each.
  FieldScore field;
  double total = 0;
  for (const auto& [key, moments] : field_) {
    if (key.second == player) total += moments.count;
  }
  if (total == 0) return {.mean = 0.5, .variance = 0};
  for (const auto& [key, moments] : field_) {
    if (key.second != player) continue;
    const double mean = moments.sum / moments.count;
    const double variance =
        std::max(0.0, moments.squares / moments.count - mean * mean);
    const double share = moments.count / total;
    field.mean += share * mean;
    field.variance += share * share * variance / moments.count;
  }
  return field;
}

VariantSummary VariantTally::Summarize(int64_t rounds, int64_t distinct) {
  EndBlock();
  VariantSummary summary = summary_;
  summary.distinct = distinct;
  if (summary.games > 0) {
    summary.planned =
        rounds * summary.seats *
        Pairings(static_cast<int64_t>(summary.players.size()), summary.seats);
  }
  summary.lengths = FinishLengths();
  RatePlayers(summary);
  FinishPlayers(summary);
  FinishPairs(summary);
  Warn(summary);
  return summary;
}

void VariantTally::RatePlayers(VariantSummary& summary) const {
  std::vector<statistics::CountedBlock> blocks;
  for (const auto& [outcomes, count] : block_kinds_) {
    statistics::CountedBlock block = {.stages = {}, .count = count};
    for (const Outcome& outcome : outcomes) {
      block.stages.push_back(StageOf(outcome.players, outcome.winners));
    }
    blocks.push_back(std::move(block));
  }
  const auto ratings =
      statistics::RatePlayers(static_cast<int>(summary.players.size()), blocks,
                              kReplicates, kBootstrapSeed);
  for (PlayerRow& row : summary.players) row.rating = ratings[row.player];
}

void VariantTally::FinishPlayers(VariantSummary& summary) const {
  for (PlayerRow& row : summary.players) {
    const Sums& sums = sums_[row.player];
    if (row.moves == 0) continue;
    const auto moves = static_cast<double>(row.moves);
    const auto mean = [moves](int64_t sum) -> std::optional<double> {
      if (sum == 0) return std::nullopt;
      return static_cast<double>(sum) / moves;
    };
    row.seconds = sums.seconds / moves;
    row.wall_seconds = sums.wall_seconds / moves;
    row.nodes = mean(sums.nodes);
    row.playouts = mean(sums.playouts);
    row.depth = mean(sums.depth);
  }
  std::stable_sort(summary.players.begin(), summary.players.end(), Better);
  const auto by_index = summary.cross;
  for (size_t i = 0; i < summary.players.size(); ++i) {
    summary.players[i].rank = static_cast<int>(i) + 1;
    for (size_t j = 0; j < summary.players.size(); ++j) {
      CrossCell& cell = summary.cross[i][j];
      cell = by_index[summary.players[i].player][summary.players[j].player];
      if (cell.games > 0) cell.score /= static_cast<double>(cell.games);
    }
  }
}

void VariantTally::FinishPairs(VariantSummary& summary) const {
  for (const auto& [players, counted] : pairs_) {
    PairRow row = counted;
    row.elo = statistics::EstimateElo(row.pairs);
    row.normalized_elo = statistics::EstimateNormalizedElo(row.pairs);
    row.superiority = statistics::LikelihoodOfSuperiority(row.pairs);
    summary.pairs.push_back(row);
  }
}

Lengths VariantTally::FinishLengths() const {
  Lengths lengths;
  if (lengths_.empty()) return lengths;
  lengths.min = lengths_.begin()->first;
  lengths.max = lengths_.rbegin()->first;
  lengths.bin_width = BinWidth(lengths.max);
  lengths.bins.assign(lengths.max / lengths.bin_width + 1, 0);
  int64_t before = 0;
  double sum = 0;
  for (const auto& [plies, count] : lengths_) {
    if (2 * before < summary_.games) lengths.median = plies;
    before += count;
    sum += static_cast<double>(plies * count);
    lengths.bins[plies / lengths.bin_width] += count;
  }
  lengths.mean = sum / static_cast<double>(summary_.games);
  return lengths;
}

void VariantTally::Warn(VariantSummary& summary) const {
  if (summary.distinct < summary.games) {
    summary.warnings.push_back(absl::StrCat(
        "only ", summary.distinct, " of ", summary.games,
        " games are different: a game played again the same is no evidence, so "
        "the intervals are too narrow; use --openings"));
  }
  if (summary.broken_blocks > 0) {
    summary.warnings.push_back(
        absl::StrCat(summary.broken_blocks,
                     summary.broken_blocks == 1 ? " block is" : " blocks are",
                     " not finished and in no rating"));
  }
  if (summary.games > 0 && summary.blocks < kFewBlocks) {
    summary.warnings.push_back(absl::StrCat(
        "only ", summary.blocks, summary.blocks == 1 ? " block" : " blocks",
        ": the intervals are rough"));
  }
  const int64_t overruns =
      summary.endings[static_cast<size_t>(Ending::kOverrun)];
  if (overruns > 0) {
    summary.warnings.push_back(
        absl::StrCat(overruns, " of ", summary.games,
                     " games were lost by overrunning the time"));
  }
}

}  // namespace boardwalk::report
