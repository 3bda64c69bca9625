// Who won a game, and the games of a block put together as they are read.
//
// Example, given `const std::vector<tournament::GameSummary>& games_by_id`:
//
//   BlockCollector collector(
//       [](const Block& block) { std::cout << block.games.size(); });
//   for (const auto& game : games_by_id) collector.Add(game);
//   collector.Finish();

#ifndef BOARDWALK_FRONTENDS_REPORT_OUTCOME_H_
#define BOARDWALK_FRONTENDS_REPORT_OUTCOME_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "frontends/tournament/result.h"

namespace boardwalk::report {

// What a game is worth in whole numbers, so that equal results compare equal:
// it divides by every number of seats up to kMaxPlayers.
inline constexpr int kPoint = 60;

// A game as far as ratings look at it.
struct Outcome {
  std::vector<int> players;  // by seat
  uint32_t winners = 0;      // bit s is seat s; none in a draw
  uint64_t fingerprint = 0;

  int seats() const { return static_cast<int>(players.size()); }
  bool Won(int seat) const { return (winners >> seat & 1) != 0; }
  // A seat's part of kPoint: shared evenly by the winners, in a draw by all.
  int Credit(int seat) const;
};

// Winners are those who get more than nothing: of a forfeit all but the loser.
Outcome OutcomeOf(const tournament::GameSummary& game);

// The games of a pairing in one round.
struct Block {
  int variant = 0;
  bool whole = false;  // a game for each seat
  std::vector<Outcome> games;

  // Equal for blocks of the same games, in whatever order they were played.
  uint64_t Fingerprint() const;
  // Of `player` in all games, in parts of kPoint.
  int Credit(int player) const;
  // Of a pair, what `player` makes of its two games: 0 to 4.
  int HalfPoints(int player) const { return 2 * Credit(player) / kPoint; }
};

// Puts games that come in the order of their ids into blocks.
class BlockCollector {
 public:
  explicit BlockCollector(std::function<void(const Block&)> on_block)
      : on_block_(std::move(on_block)) {}

  // Calls `on_block` with a block as soon as it is whole, and with one that
  // stays broken when `game` begins another.
  void Add(const tournament::GameSummary& game);
  // Calls `on_block` with the last block if it is broken.
  void Finish();

 private:
  std::function<void(const Block&)> on_block_;
  int64_t number_ = -1;
  Block block_;
};

}  // namespace boardwalk::report

#endif  // BOARDWALK_FRONTENDS_REPORT_OUTCOME_H_
