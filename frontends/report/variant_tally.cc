#include "frontends/report/variant_tally.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "frontends/statistics/significance.h"

namespace boardwalk::report {
namespace {

using statistics::Certainty;

// Fixed, so that reports of the same games are equal.
constexpr uint64_t kBootstrapSeed = 1;
constexpr int kMinReplicates = 200;
constexpr int kMaxReplicates = 1000;
// A sample takes about a nanosecond for each unit of work. All samples of a
// variant should take a few seconds at most.
constexpr double kMaxWork = 1e9;

// What FieldScore adds.
constexpr double kAddedBlocks = 4;

// The share of games that may be left out of the bins of lengths.
constexpr double kFewGames = 0.03;

int ReplicatesFor(const std::vector<statistics::CountedBlock>& blocks,
                  size_t players) {
  const auto n = static_cast<double>(players);
  double work = n * n * n;
  for (const statistics::CountedBlock& block : blocks) {
    const auto seats = static_cast<double>(block.stages.size());
    work += 30 * seats * seats * seats;
  }
  return static_cast<int>(
      std::clamp<double>(kMaxWork / work, kMinReplicates, kMaxReplicates));
}

// REQUIRES: IsForfeit(termination).
int64_t& ForfeitsOf(Termination termination, PlayerRow& row) {
  switch (termination) {
    case Termination::kIllegalMove:
      return row.illegal_moves;
    case Termination::kTimeForfeit:
      return row.time_forfeits;
    default:
      return row.failures;
  }
}

void AddReason(const comparison::GameSummary& game,
               std::vector<ForfeitReason>& reasons) {
  for (ForfeitReason& known : reasons) {
    if (known.kind == game.termination && known.reason == game.detail) {
      ++known.games;
      return;
    }
  }
  if (reasons.size() == kMaxForfeitReasons) return;
  reasons.push_back({.kind = game.termination,
                     .reason = game.detail,
                     .first_game = game.id,
                     .games = 1});
}

int GroupOf(const PlayerRow& row) {
  switch (row.rating.certainty) {
    case Certainty::kAtLeast:
      return 0;
    case Certainty::kInterval:
    case Certainty::kReference:
      return 1;
    case Certainty::kAtMost:
      return 2;
    case Certainty::kNone:
      break;
  }
  return row.games > 0 ? 3 : 4;
}

std::tuple<int, int64_t, int64_t> KeyOf(const PlayerRow& row) {
  return {GroupOf(row), -InMillionths(row.rating.value),
          -InMillionths(row.Share().value_or(0))};
}

// Sorts `rows` best first and sets their ranks. Players with a rating stand
// between those that are above and those that are below all others, each by
// rating; those that cannot be compared come last. Equal ratings go by the
// share of points, then by the order of the configuration; players that are
// equal in both have the same rank.
void Rank(std::vector<PlayerRow>& rows) {
  std::ranges::sort(rows, [](const PlayerRow& a, const PlayerRow& b) {
    return std::tuple(KeyOf(a), a.player) < std::tuple(KeyOf(b), b.player);
  });
  for (size_t i = 0; i < rows.size(); ++i) {
    const bool tied = i > 0 && KeyOf(rows[i]) == KeyOf(rows[i - 1]);
    rows[i].rank = tied ? rows[i - 1].rank : static_cast<int>(i) + 1;
  }
}

// The least length that `share` of the games do not exceed.
int64_t QuantileOf(const std::map<int64_t, int64_t>& lengths, int64_t games,
                   double share) {
  const double needed = share * static_cast<double>(games);
  int64_t so_far = 0;
  for (const auto& [plies, count] : lengths) {
    so_far += count;
    if (static_cast<double>(so_far) >= needed) return plies;
  }
  return 0;
}

// The number of bins for the lengths from `min` to `max`.
int64_t BinsOf(int64_t min, int64_t max, int64_t width) {
  return max / width - min / width + 1;
}

int64_t WidthFor(int64_t min, int64_t max) {
  for (int64_t tens = 1;; tens *= 10) {
    for (const int64_t digit : {1, 2, 5}) {
      if (BinsOf(min, max, digit * tens) <= Lengths::kMaxBins) {
        return digit * tens;
      }
    }
  }
}

// The score of `player` in a block: for each pair of its seats and of others 1
// for ahead, 1/2 for level, 0 for behind, on average.
double ScoreIn(const Block& block, int player) {
  int64_t halves = 0;
  int64_t seat_pairs = 0;
  for (const Outcome& game : block.games) {
    for (int own = 0; own < game.seats(); ++own) {
      if (game.players[own] != player) continue;
      for (int other = 0; other < game.seats(); ++other) {
        if (game.players[other] == player) continue;
        halves += 1 + static_cast<int>(game.Won(own)) -
                  static_cast<int>(game.Won(other));
        ++seat_pairs;
      }
    }
  }
  return static_cast<double>(halves) / static_cast<double>(2 * seat_pairs);
}

// The two ratings that differ by `elo`.
std::vector<statistics::Rating> RatingsOfTwo(
    const statistics::EloEstimate& elo) {
  const auto mirrored = [](Certainty certainty) {
    return certainty == Certainty::kAtLeast  ? Certainty::kAtMost
           : certainty == Certainty::kAtMost ? Certainty::kAtLeast
                                             : certainty;
  };
  return {{.certainty = elo.certainty,
           .value = elo.value / 2,
           .error = elo.error / 2,
           .low = elo.low / 2,
           .high = elo.high / 2},
          {.certainty = mirrored(elo.certainty),
           .value = -elo.value / 2,
           .error = elo.error / 2,
           .low = -elo.high / 2,
           .high = -elo.low / 2}};
}

}  // namespace

int64_t InMillionths(double number) { return std::llround(number * 1e6); }

void FieldScore::Add(int64_t blocks, const Moments& scores) {
  const auto n = static_cast<double>(blocks);
  pairings_ += 1;
  blocks_ += n;
  sum_ += scores.sum;
  deviations_ += std::max(0.0, scores.squares - scores.sum * scores.sum / n);
}

double FieldScore::Variance() const {
  if (empty()) return 0;
  const double of_a_block =
      (deviations_ + kAddedBlocks * equal_ * (1 - equal_)) /
      (blocks_ - pairings_ + kAddedBlocks);
  return of_a_block / blocks_;
}

void PairingTally::Add(const Block& block) {
  if (!seen_.insert(block.Fingerprint()).second) {
    ++repeats_;
    return;
  }
  if (players_.empty()) {
    const std::vector<int>& seats = block.games[0].players;
    players_ = seats;
    std::ranges::sort(players_);
    players_.erase(std::unique(players_.begin(), players_.end()),
                   players_.end());
    for (const int player : players_) {
      seats_.push_back(static_cast<int>(std::ranges::count(seats, player)));
    }
  }
  std::vector<int> credit;
  for (const int player : players_) credit.push_back(block.Credit(player));
  ++kinds_[credit];
  AddScores(block);
  AddSeats(block);
}

void PairingTally::AddSeats(const Block& block) {
  const size_t seats = block.games.size();
  seat_scores_.resize(seats);
  for (size_t seat = 0; seat < seats; ++seat) {
    int credit = 0;
    for (const Outcome& game : block.games) {
      credit += game.Credit(static_cast<int>(seat));
    }
    seat_scores_[seat].Add(credit / (kPoint * static_cast<double>(seats)));
  }
}

void PairingTally::AddMeetings(HeadToHeads& meetings) const {
  for (size_t i = 0; i < players_.size(); ++i) {
    for (size_t j = i + 1; j < players_.size(); ++j) {
      HeadToHead& meeting = meetings[{players_[i], players_[j]}];
      const int least = std::min(seats_[i], seats_[j]);
      for (const auto& [credit, count] : kinds_) {
        meeting.Add(HeadToHead::OfCredits(credit[i] * least, seats_[i],
                                          credit[j] * least, seats_[j]),
                    count);
      }
    }
  }
}

void PairingTally::AddScores(const Block& block) {
  if (players_.size() < 2) return;
  for (const int player : players_) {
    scores_[player].Add(ScoreIn(block, player));
  }
}

void PairingTally::AppendBlocks(
    std::vector<statistics::CountedBlock>& blocks) const {
  for (const auto& [credit, count] : kinds_) {
    statistics::Stage stage;
    double games = 0;
    for (const int seats : seats_) games += seats;  // one per seat
    for (size_t i = 0; i < players_.size(); ++i) {
      for (int seat = 0; seat < seats_[i]; ++seat) {
        stage.players.push_back(players_[i]);
        stage.credit.push_back(credit[i] / (games * seats_[i] * kPoint));
      }
    }
    blocks.push_back({.stages = std::vector<statistics::Stage>(
                          static_cast<size_t>(games), stage),
                      .count = count});
  }
}

statistics::PairCounts PairingTally::Pairs() const {
  statistics::PairCounts pairs;
  for (const auto& [credit, count] : kinds_) {
    pairs.counts[2 * credit[0] / kPoint] += count;
  }
  return pairs;
}

VariantTally::VariantTally(int players)
    : players_(static_cast<size_t>(players)),
      cross_(static_cast<size_t>(players) * static_cast<size_t>(players)) {
  counts_.terminations.assign(kNumTerminations, 0);
}

void VariantTally::AddGame(const comparison::GameSummary& game) {
  const Outcome outcome = OutcomeOf(game);
  ++counts_.games;
  if (game.round != last_round_) ++counts_.rounds;
  last_round_ = game.round;
  ++counts_.terminations[static_cast<size_t>(game.termination)];
  if (IsAdjudicated(game.termination)) {
    ++counts_.adjudicated;
  } else if (outcome.winners == 0) {
    ++counts_.draws;
  }
  if (IsForfeit(game.termination)) ++counts_.forfeits;
  ++lengths_[game.plies];
  for (int seat = 0; seat < outcome.seats(); ++seat) {
    AddSeat(game, outcome, seat);
  }
  AddCross(outcome);
}

void VariantTally::AddSeat(const comparison::GameSummary& game,
                           const Outcome& outcome, int seat) {
  const comparison::SeatResult& result = game.seats[static_cast<size_t>(seat)];
  SeatSums& sums = players_[static_cast<size_t>(result.player)];
  PlayerRow& row = sums.row;
  ++row.games;
  if (outcome.winners == 0) {
    ++row.draws;
  } else if (outcome.Won(seat)) {
    ++row.wins;
  } else {
    ++row.losses;
  }
  if (IsAdjudicated(game.termination)) ++row.adjudicated;
  if (game.loser == seat && IsForfeit(game.termination)) {
    ++ForfeitsOf(game.termination, row);
    AddReason(game, row.forfeit_reasons);
  }
  sums.credit += outcome.Credit(seat);
  sums.expected += 1.0 / outcome.seats();
  row.moves += result.moves;
  sums.turns += comparison::Turns(game, seat);
  row.max_seconds = std::max(row.max_seconds, result.max_seconds);
  sums.seconds += result.seconds;
  sums.wall_seconds += result.wall_seconds;
  sums.nodes += result.nodes;
  sums.playouts += result.playouts;
  sums.depth += result.depth;
}

void VariantTally::AddCross(const Outcome& outcome) {
  for (int a = 0; a < outcome.seats(); ++a) {
    for (int b = 0; b < outcome.seats(); ++b) {
      const int row = outcome.players[static_cast<size_t>(a)];
      const int column = outcome.players[static_cast<size_t>(b)];
      if (row == column) continue;
      CrossCell& cell = cross_[CrossIndex(row, column)];
      const bool won = outcome.Won(a);
      const bool other_won = outcome.Won(b);
      ++(won == other_won ? cell.level : won ? cell.ahead : cell.behind);
    }
  }
}

void VariantTally::AddBlock(const Block& block) {
  if (!block.whole) {
    ++counts_.broken_blocks;
    return;
  }
  ++counts_.blocks;
  std::vector<int> players = block.games[0].players;
  std::ranges::sort(players);
  pairings_[players].Add(block);
}

// Bins of 1, 2, 5, 10, 20, ... plies that begin at multiples of their width.
// The width is the smallest that needs at most kMaxBins. If the longest game is
// more than twice as long as all but 3 % of the games, these 3 % are in no bin:
// otherwise games drawn at the ply limit would squeeze the others.
Lengths VariantTally::SummarizeLengths() const {
  Lengths lengths;
  if (lengths_.empty()) return lengths;
  lengths.min = lengths_.begin()->first;
  lengths.max = lengths_.rbegin()->first;
  lengths.median = QuantileOf(lengths_, counts_.games, 0.5);
  const int64_t usual_max = QuantileOf(lengths_, counts_.games, 1 - kFewGames);
  const int64_t last = lengths.max > 2 * usual_max ? usual_max : lengths.max;
  lengths.bin_width = WidthFor(lengths.min, last);
  const int64_t first_bin = lengths.min / lengths.bin_width;
  lengths.first = first_bin * lengths.bin_width;
  lengths.bins.resize(
      static_cast<size_t>(BinsOf(lengths.min, last, lengths.bin_width)));
  double sum = 0;
  for (const auto& [plies, count] : lengths_) {
    sum += static_cast<double>(plies) * static_cast<double>(count);
    const auto bin = static_cast<size_t>(plies / lengths.bin_width - first_bin);
    (bin < lengths.bins.size() ? lengths.bins[bin] : lengths.longer) += count;
  }
  lengths.mean = sum / static_cast<double>(counts_.games);
  return lengths;
}

std::vector<SeatScore> VariantTally::SeatScores(int seats) const {
  std::vector<SeatScore> scores;
  const double reach = statistics::NormalTailQuantile(
      0.025 / (seats == 2 ? 1 : seats));  // the second of two is the first
  for (int seat = 0; seat < seats; ++seat) {
    FieldScore score(1.0 / seats);
    for (const auto& [players, pairing] : pairings_) {
      score.Add(pairing.blocks(),
                pairing.seat_scores()[static_cast<size_t>(seat)]);
    }
    if (score.empty()) return {};
    scores.push_back(
        {.score = score.Mean(), .error = reach * std::sqrt(score.Variance())});
  }
  return scores;
}

HeadToHeads VariantTally::Meetings() const {
  HeadToHeads meetings;
  for (const auto& [players, pairing] : pairings_) {
    pairing.AddMeetings(meetings);
  }
  return meetings;
}

// Two players in two seats have the estimate of their pairs, so that ratings
// say what the comparison of the two says.
std::vector<statistics::Rating> VariantTally::Ratings() const {
  if (pairings_.size() == 1 && pairings_.begin()->second.OfTwo()) {
    const auto& [players, pairing] = *pairings_.begin();
    std::vector<statistics::Rating> ratings(players_.size());
    const std::vector<statistics::Rating> two =
        RatingsOfTwo(statistics::EstimateElo(pairing.Pairs()));
    for (size_t i = 0; i < two.size(); ++i) {
      ratings[static_cast<size_t>(players[i])] = two[i];
    }
    return ratings;
  }
  return RateBlocks(static_cast<int>(players_.size()), Blocks());
}

std::vector<statistics::CountedBlock> VariantTally::Blocks() const {
  std::vector<statistics::CountedBlock> blocks;
  for (const auto& [players, pairing] : pairings_) {
    pairing.AppendBlocks(blocks);
  }
  return blocks;
}

std::vector<statistics::Rating> RateBlocks(
    int players, const std::vector<statistics::CountedBlock>& blocks) {
  return statistics::RatePlayers(
      players, blocks, ReplicatesFor(blocks, static_cast<size_t>(players)),
      kBootstrapSeed);
}

std::vector<PlayerRow> VariantTally::Rows() const {
  const std::vector<statistics::Rating> ratings = Ratings();
  std::vector<PlayerRow> rows;
  for (size_t i = 0; i < players_.size(); ++i) {
    const SeatSums& sums = players_[i];
    PlayerRow row = sums.row;
    row.player = static_cast<int>(i);
    row.rating = ratings[i];
    row.points = static_cast<double>(sums.credit) / kPoint;
    row.expected = sums.expected;
    if (sums.turns > 0) {
      row.seconds = sums.seconds / static_cast<double>(sums.turns);
    }
    if (row.moves > 0) {
      const auto moves = static_cast<double>(row.moves);
      row.wall_seconds = sums.wall_seconds / moves;
      const auto average = [moves](int64_t sum) -> std::optional<double> {
        if (sum == 0) return std::nullopt;
        return static_cast<double>(sum) / moves;
      };
      row.nodes = average(sums.nodes);
      row.playouts = average(sums.playouts);
      row.depth = average(sums.depth);
    }
    rows.push_back(row);
  }
  Rank(rows);
  return rows;
}

std::vector<PairRow> VariantTally::Pairs(
    const std::vector<PlayerRow>& rows) const {
  std::vector<PairRow> pairs;
  for (size_t i = 0; i < rows.size(); ++i) {
    for (size_t j = i + 1; j < rows.size(); ++j) {
      PairRow pair;
      pair.first = rows[i].player;
      pair.second = rows[j].player;
      const CrossCell& cell = cross_[CrossIndex(pair.first, pair.second)];
      if (cell.Count() == 0) continue;
      pair.games.counts = {cell.behind, cell.level, cell.ahead};
      const auto found = pairings_.find({std::min(pair.first, pair.second),
                                         std::max(pair.first, pair.second)});
      if (found != pairings_.end()) {
        pair.pairs = found->second.Pairs();
        pair.repeats = found->second.repeats() > 0;
        if (pair.second < pair.first) {
          std::ranges::reverse(pair.pairs.counts);
        }
      }
      pair.elo = statistics::EstimateElo(pair.pairs);
      pair.normalized_elo = statistics::EstimateNormalizedElo(pair.pairs);
      pair.superiority = statistics::LikelihoodOfSuperiority(pair.pairs);
      pairs.push_back(pair);
    }
  }
  return pairs;
}

VariantSummary VariantTally::Finish(int seats) const {
  VariantSummary summary = counts_;
  summary.seats = seats;
  summary.pairings = static_cast<int64_t>(pairings_.size());
  for (const auto& [players, pairing] : pairings_) {
    summary.repeated_blocks += pairing.repeats();
    if (pairing.repeats() > 0) ++summary.repeating_pairings;
  }
  summary.lengths = SummarizeLengths();
  summary.players = Rows();
  for (const PlayerRow& row : summary.players) {
    std::vector<CrossCell>& cells = summary.cross.emplace_back();
    for (const PlayerRow& column : summary.players) {
      cells.push_back(cross_[CrossIndex(row.player, column.player)]);
    }
  }
  if (seats == 2) summary.pairs = Pairs(summary.players);
  summary.seat_scores = SeatScores(seats);
  return summary;
}

std::vector<FieldScore> VariantTally::FieldScores() const {
  std::vector<FieldScore> scores(players_.size());
  for (const auto& [players, pairing] : pairings_) {
    for (const auto& [player, moments] : pairing.scores()) {
      scores[static_cast<size_t>(player)].Add(pairing.blocks(), moments);
    }
  }
  return scores;
}

}  // namespace boardwalk::report
