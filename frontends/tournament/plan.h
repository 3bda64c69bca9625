// Which games a comparison consists of, each with its place, its seats, its
// opening and its seed; all of it follows from the configuration alone.
//
// A *pairing* is the players that meet in a game: every subset of as many as
// the game has seats; with fewer players than seats, every multiset in which
// the players occur as evenly as can be. A *block* is a pairing in one round: n
// games for n seats, in which every player sits in every seat once, all from
// the same opening and seed. The block is the unit of statistics.
//
// Games are numbered from 1: round by round; in a round game by game, in it
// pairing by pairing, in it rotation by rotation. So more rounds only add
// numbers at the end, and a block's games stand together.
//
// Example, given `void Play(const PlannedGame& game);`,
// `const Catalog& catalog` and `const Configuration& configuration`:
//
//   ASSIGN_OR_RETURN(const Plan plan, Plan::Create(catalog, configuration));
//   for (int64_t id = 1; id <= plan.games(); ++id) Play(plan.Game(id));

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_PLAN_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_PLAN_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "frontends/tournament/configuration.h"
#include "frontends/tournament/openings.h"

namespace boardwalk::tournament {

// The place of a game in a comparison.
struct PlannedGame {
  int64_t id = 0;          // from 1
  int64_t block = 0;       // from 0
  int64_t round = 0;       // from 0
  int variant = 0;         // index in Configuration::games
  int pairing = 0;         // index among the variant's pairings
  int rotation = 0;        // from 0
  std::vector<int> seats;  // for each seat, an index in Configuration::players
  uint64_t seed = 0;       // of the block: from the configuration's seed, the
                           // variant's name, the round and the pairing's names
};

// A part of the blocks: the `index`-th of `count` (from 0) of disjoint ones
// that together are all, and over the rounds each gets as much of every
// pairing.
struct Shard {
  int index = 0;
  int count = 1;
};
inline constexpr int kMaxShards = 1'000'000;

// Of all games together in a round; each is kept in memory.
inline constexpr int64_t kMaxPairings = 1'000'000;

// Immutable and thread-safe.
class Plan {
 public:
  // `configuration` is normalized. Errors: those of its names; more than
  // kMaxPairings.
  static absl::StatusOr<Plan> Create(const Catalog& catalog,
                                     const Configuration& configuration);

  const Configuration& configuration() const { return configuration_; }
  // In all rounds; saturated at 2^62.
  int64_t games() const;
  // Of them those of a shard. REQUIRES, as all that take one: 0 <= index <
  // count <= kMaxShards.
  int64_t games(const Shard& shard) const;
  int64_t games_per_round() const { return games_per_round_; }
  int64_t blocks_per_round() const { return blocks_per_round_; }

  // Those after games() are the ones that more rounds would add. REQUIRES: 1 <=
  // id.
  PlannedGame Game(int64_t id) const;
  bool InShard(const PlannedGame& game, const Shard& shard) const;
  // The first id from `id` on that is in the shard; it may be beyond games().
  // Does not look at each id. REQUIRES: 1 <= id.
  int64_t NextInShard(int64_t id, const Shard& shard) const;

  const AnyGame& game(int variant) const { return *variants_[variant].game; }
  // The pairings of a variant, each as sorted indices of players.
  const std::vector<std::vector<int>>& pairings(int variant) const {
    return variants_[variant].pairings;
  }
  // How games of a variant begin.
  Openings& openings(int variant) const { return *variants_[variant].openings; }

 private:
  struct Variant {
    std::shared_ptr<const AnyGame> game;
    std::vector<std::vector<int>> pairings;
    std::unique_ptr<Openings> openings;
    int seats = 0;
    int64_t first_game = 0;   // in a round, from 0
    int64_t first_block = 0;  // in a round, from 0
  };

  // The variant that the `offset`-th game or block of a round belongs to.
  int VariantOfGame(int64_t offset) const;
  int VariantOfBlock(int64_t offset) const;
  uint64_t SeedOf(const PlannedGame& game) const;
  std::vector<int> SeatsOf(const PlannedGame& game) const;

  Configuration configuration_;
  std::vector<Variant> variants_;
  int64_t games_per_round_ = 0;
  int64_t blocks_per_round_ = 0;
};

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_PLAN_H_
