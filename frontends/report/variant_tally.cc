#include "frontends/report/variant_tally.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "framework/record.h"
#include "frontends/report/ranking.h"

namespace boardwalk::report {
namespace {

constexpr size_t kTerminations = static_cast<size_t>(Termination::kFailure) + 1;

// Fixed, so that a report of the same games is the same.
constexpr uint64_t kBootstrapSeed = 1;
constexpr int kMaxReplicates = 1000;
constexpr int kFewestReplicates = 200;
// A sample takes about a nanosecond for each unit of work; all samples of a
// variant are to take some seconds at most.
constexpr double kMaxWork = 1e9;

int ReplicatesFor(const std::vector<statistics::CountedBlock>& blocks,
                  size_t players) {
  const auto n = static_cast<double>(players);
  double work = n * n * n;
  for (const statistics::CountedBlock& block : blocks) {
    const auto seats = static_cast<double>(block.stages.size());
    work += 30 * seats * seats * seats;
  }
  return static_cast<int>(
      std::clamp<double>(kMaxWork / work, kFewestReplicates, kMaxReplicates));
}

bool IsAdjudicated(Termination termination) {
  return termination == Termination::kRepetition ||
         termination == Termination::kPlyLimit;
}

int64_t* ForfeitsOf(Termination termination, PlayerRow& row) {
  switch (termination) {
    case Termination::kIllegalMove:
      return &row.illegal_moves;
    case Termination::kTimeForfeit:
      return &row.overruns;
    case Termination::kFailure:
      return &row.failures;
    default:
      return nullptr;
  }
}

}  // namespace

VariantTally::VariantTally(int players)
    : players_(static_cast<size_t>(players)),
      cross_(static_cast<size_t>(players) * static_cast<size_t>(players)),
      terminations_(kTerminations, 0) {}

void VariantTally::AddGame(const tournament::GameSummary& game) {
  const Outcome outcome = OutcomeOf(game);
  ++games_;
  rounds_ = std::max(rounds_, game.round + 1);
  ++terminations_[static_cast<size_t>(game.termination)];
  if (outcome.winners == 0 && !IsAdjudicated(game.termination)) ++draws_;
  lengths_.Add(game.plies);
  for (int seat = 0; seat < outcome.seats(); ++seat) {
    AddSeat(game, outcome, seat);
  }
  AddCross(outcome);
}

void VariantTally::AddSeat(const tournament::GameSummary& game,
                           const Outcome& outcome, int seat) {
  const tournament::SeatResult& result = game.seats[static_cast<size_t>(seat)];
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
  if (game.loser == seat) {
    int64_t* const forfeits = ForfeitsOf(game.termination, row);
    if (forfeits != nullptr) ++*forfeits;
  }
  sums.credit += outcome.Credit(seat);
  sums.expected += 1.0 / outcome.seats();
  row.moves += result.moves;
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
      CrossCell& cell = Cross(row, column);
      const bool won = outcome.Won(a);
      const bool other_won = outcome.Won(b);
      ++(won == other_won ? cell.level : won ? cell.ahead : cell.behind);
    }
  }
}

void VariantTally::AddBlock(const Block& block) {
  if (!block.whole) {
    ++broken_blocks_;
    return;
  }
  ++blocks_;
  std::vector<int> players = block.games[0].players;
  std::sort(players.begin(), players.end());
  pairings_[players].Add(block);
}

std::vector<statistics::Rating> VariantTally::Ratings() const {
  std::vector<statistics::CountedBlock> blocks;
  for (const auto& [players, pairing] : pairings_) {
    pairing.AppendBlocks(blocks);
  }
  return statistics::RatePlayers(static_cast<int>(players_.size()), blocks,
                                 ReplicatesFor(blocks, players_.size()),
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
    if (row.moves > 0) {
      const auto moves = static_cast<double>(row.moves);
      row.seconds = sums.seconds / moves;
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
      const CrossCell& cell = Cross(pair.first, pair.second);
      if (cell.Count() == 0) continue;
      pair.games.counts = {cell.behind, cell.level, cell.ahead};
      const auto found = pairings_.find({std::min(pair.first, pair.second),
                                         std::max(pair.first, pair.second)});
      if (found != pairings_.end()) {
        pair.pairs = found->second.Pairs();
        pair.repeats = found->second.repeats() > 0;
        if (pair.second < pair.first) {
          std::reverse(pair.pairs.counts.begin(), pair.pairs.counts.end());
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

void VariantTally::Finish(VariantSummary& summary) const {
  summary.games = games_;
  summary.rounds = rounds_;
  summary.blocks = blocks_;
  summary.broken_blocks = broken_blocks_;
  summary.pairings = static_cast<int64_t>(pairings_.size());
  for (const auto& [players, pairing] : pairings_) {
    summary.repeated_blocks += pairing.repeats();
    if (pairing.repeats() > 0) ++summary.repeating_pairings;
  }
  summary.terminations = terminations_;
  summary.lengths = lengths_.Finish();
  summary.players = Rows();
  summary.draws = draws_;
  summary.adjudicated =
      CountOf(Termination::kRepetition) + CountOf(Termination::kPlyLimit);
  summary.forfeits = CountOf(Termination::kIllegalMove) +
                     CountOf(Termination::kTimeForfeit) +
                     CountOf(Termination::kFailure);
  for (const PlayerRow& row : summary.players) {
    std::vector<CrossCell>& cells = summary.cross.emplace_back();
    for (const PlayerRow& column : summary.players) {
      cells.push_back(Cross(row.player, column.player));
    }
  }
  if (summary.seats == 2) summary.pairs = Pairs(summary.players);
}

std::vector<FieldScore> VariantTally::FieldScores() const {
  std::vector<FieldScore> scores(players_.size());
  for (const auto& [players, pairing] : pairings_) {
    for (const BlockScores& block : pairing.scores()) {
      scores[static_cast<size_t>(block.player)].Add(pairing.blocks(), block.sum,
                                                    block.squares);
    }
  }
  return scores;
}

}  // namespace boardwalk::report
