// The outcomes of games, collected into blocks as the games are read.
//
// Example, given `const std::vector<comparison::GameSummary>& games_by_id`:
//
//   BlockCollector collector(
//       [](const Block& block) { std::cout << block.games.size(); });
//   for (const auto& game : games_by_id) collector.Add(game);
//   collector.Finish();

#pragma once

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "frontends/comparison/result.h"
#include "frontends/statistics/sprt.h"

namespace boardwalk::report {

// The points of a game in whole numbers, so that equal results compare equal:
// divisible by every number of seats up to kMaxPlayers.
inline constexpr int kPoint = 60;

// The parts of a game that matter to ratings.
struct Outcome {
  std::vector<int> players;  // by seat
  uint32_t winners = 0;      // bit s is seat s; none in a draw
  uint64_t fingerprint = 0;

  int seats() const { return static_cast<int>(players.size()); }
  bool Won(int seat) const { return (winners >> seat & 1) != 0; }
  // A seat's part of kPoint: the winners share it evenly, in a draw all do.
  int Credit(int seat) const;
};

// Winners are the seats with returns above 0: after a forfeit all but the
// loser.
Outcome OutcomeOf(const comparison::GameSummary& game);

// The games of a pairing in one round.
struct Block {
  int variant = 0;
  bool whole = false;  // it has a game for each seat
  std::vector<Outcome> games;

  // Equal for blocks of the same games, in any order.
  uint64_t Fingerprint() const;
  // The credit of `player` in all games, in parts of kPoint.
  int Credit(int player) const;
};

// Adds a pair to a test of player 0; an unfinished one is no evidence.
// REQUIRES: a block of players 0 and 1 in two seats.
void AddPair(const Block& pair, statistics::SequentialTest& test);

// Collects games that come in the order of their ids into blocks.
class BlockCollector {
 public:
  explicit BlockCollector(std::function<void(const Block&)> on_block)
      : on_block_(std::move(on_block)) {}

  // Calls `on_block` with each block once it is whole, or unfinished when
  // `game` begins another one.
  void Add(const comparison::GameSummary& game);
  // Calls `on_block` with the last block if it is unfinished.
  void Finish();

 private:
  std::function<void(const Block&)> on_block_;
  int64_t number_ = -1;
  Block block_;
};

}  // namespace boardwalk::report
