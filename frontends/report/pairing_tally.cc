#include "frontends/report/pairing_tally.h"

#include <algorithm>
#include <cstddef>

namespace boardwalk::report {
namespace {

// Over the seats of `player` and of others: how far it is ahead, in halves.
struct Comparison {
  int64_t halves = 0;
  int64_t pairs = 0;  // of seats
};

void Compare(const Outcome& game, int player, Comparison& comparison) {
  for (int own = 0; own < game.seats(); ++own) {
    if (game.players[own] != player) continue;
    for (int other = 0; other < game.seats(); ++other) {
      if (game.players[other] == player) continue;
      comparison.halves += 1 + static_cast<int>(game.Won(own)) -
                           static_cast<int>(game.Won(other));
      ++comparison.pairs;
    }
  }
}

}  // namespace

void PairingTally::Add(const Block& block) {
  if (!seen_.insert(block.Fingerprint()).second) {
    ++repeats_;
    return;
  }
  if (players_.empty()) {
    const std::vector<int>& seats = block.games[0].players;
    players_ = seats;
    std::sort(players_.begin(), players_.end());
    players_.erase(std::unique(players_.begin(), players_.end()),
                   players_.end());
    for (const int player : players_) {
      seats_.push_back(
          static_cast<int>(std::count(seats.begin(), seats.end(), player)));
    }
  }
  std::vector<int> credit;
  for (const int player : players_) credit.push_back(block.Credit(player));
  ++kinds_[credit];
  AddScores(block);
}

void PairingTally::AddScores(const Block& block) {
  if (players_.size() < 2) return;
  if (scores_.empty()) {
    for (const int player : players_) scores_.push_back({.player = player});
  }
  for (BlockScores& scores : scores_) {
    Comparison comparison;
    for (const Outcome& game : block.games) {
      Compare(game, scores.player, comparison);
    }
    const double score = static_cast<double>(comparison.halves) /
                         static_cast<double>(2 * comparison.pairs);
    scores.sum += score;
    scores.squares += score * score;
  }
}

void PairingTally::AppendBlocks(
    std::vector<statistics::CountedBlock>& blocks) const {
  for (const auto& [credit, count] : kinds_) {
    statistics::Stage stage;
    double games = 0;
    for (const int seats : seats_) games += seats;  // as many as seats
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

}  // namespace boardwalk::report
