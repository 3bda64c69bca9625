// Who plays which games in a comparison: each game with its place, its seats,
// its opening and its seed. All of it follows from the configuration alone.
//
// A *pairing* is the players of one game. For a game with n seats, every subset
// of n players is a pairing. With fewer players than seats, it is every
// multiset of n in which the players occur as evenly as possible. A *block* is
// a pairing in one round: n games for n seats, in which every player sits in
// every seat once, all from the same opening and seed. The block is the unit of
// statistics.
//
// A gauntlet has only the pairings with one of its players. A tournament on the
// star has as few as make every two players meet equally often
// (BalancedPairings).
//
// Games are numbered from 1: by round, then by game, pairing and rotation. So
// more rounds only add numbers at the end, and the games of a block are
// consecutive. More games and players move the numbers apart and keep their
// order, if they stand behind those that were there (OpenToGrow of
// results/store.h).
//
// Example, given `void Play(const PlannedGame& game);`,
// `const Catalog& catalog` and `const Configuration& configuration`:
//
//   ASSIGN_OR_RETURN(const Plan plan, Plan::Create(catalog, configuration));
//   for (int64_t id = 1; id <= plan.games(); ++id) Play(plan.Game(id));

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "frontends/comparison/configuration.h"
#include "frontends/comparison/openings.h"

namespace boardwalk::comparison {

// The place of a game in a comparison.
struct GameNumbers {
  int64_t id = 0;     // from 1
  int64_t block = 0;  // from 0
  int64_t round = 0;  // from 0
  int variant = 0;    // index in Configuration::games
  int pairing = 0;    // index among the variant's pairings
  int rotation = 0;   // from 0
  uint64_t seed = 0;  // of the block: from the configuration's seed, the
                      // variant's name, the round and the pairing's names
  bool operator==(const GameNumbers&) const = default;
};

struct PlannedGame : GameNumbers {
  std::vector<int> seats;  // for each seat, an index in Configuration::players
};

// Part `index` (from 0) of `count` disjoint parts of the blocks. Together the
// parts are all blocks. Over the rounds each part gets an equal share of every
// pairing.
struct Shard {
  int index = 0;
  int count = 1;
};
inline constexpr int kMaxShards = 1'000'000;

// Of one round, in all games together. Pairings are kept in memory.
inline constexpr int64_t kMaxPairings = 1'000'000;
// The largest number of games.
inline constexpr int64_t kMaxGameId = int64_t{1} << 62;

// Immutable and thread-safe.
class Plan {
 public:
  // A plan to be played. Checks everything, makes each player once in each game
  // and asks it for a move with the stop flag set, so it takes a moment.
  // `default_limits` apply if `configuration` has no limit and no clock, and a
  // player has no limit of its own either. Errors say which game, player or
  // number is wrong and what would be right: those of CheckBounds; a game or a
  // player that is unknown, or given twice; a player whose canonical name is
  // not the same in all of the games; one that does not start, or has no limit
  // that it understands; a test in a game that is not for two; a tournament
  // on the star with fewer players than seats; more than kMaxPairings.
  //
  // If `there` is not null, the plan continues its results: games and players
  // get the order that they have there (InOrderOf).
  static absl::StatusOr<Plan> Create(const Catalog& catalog,
                                     Configuration configuration,
                                     const Limits& default_limits = {},
                                     const Configuration* there = nullptr);

  // The plan of existing results, for looking them up; not for RunPlan.
  // `configuration` is from their file. Players are not made, so they need not
  // exist any more. A game need not exist if `seats_of` returns its number of
  // seats. Errors: an unknown game for which `seats_of` returns NotFound; other
  // errors of `seats_of`; more than kMaxPairings. PlanOfResults of
  // results/store.h finds the seats in the results.
  using SeatsOfGame = std::function<absl::StatusOr<int>(int variant)>;
  static absl::StatusOr<Plan> OfResults(const Catalog& catalog,
                                        Configuration configuration,
                                        const SeatsOfGame& seats_of = {});

  // With canonical names, and the default limits where they apply.
  const Configuration& configuration() const { return configuration_; }
  // A player that thinks with several threads; "" if there is none. Its time is
  // the CPU time of the process, so it can only be judged with one game at a
  // time.
  const std::string& multithreaded_player() const {
    return multithreaded_player_;
  }
  // The number of games in all rounds, at most 2^62.
  int64_t games() const;
  // How many of them are in a shard. REQUIRES of every shard: 0 <= index <
  // count <= kMaxShards.
  int64_t games(const Shard& shard) const;
  int64_t games_per_round() const { return games_per_round_; }
  int64_t blocks_per_round() const { return blocks_per_round_; }

  // An id above games() is that of a game that more rounds would add.
  // REQUIRES: 1 <= id.
  PlannedGame Game(int64_t id) const;
  // The game of a round and a variant with this pairing of sorted players and
  // this rotation. Its id is 0 if the variant has no such pairing.
  PlannedGame Game(int64_t round, int variant, const std::vector<int>& pairing,
                   int rotation) const;
  bool InShard(const PlannedGame& game, const Shard& shard) const;
  // The first id from `id` on that is in the shard; it may be above games().
  // Goes by rounds, not by ids. REQUIRES: 1 <= id.
  int64_t NextInShard(int64_t id, const Shard& shard) const;

  // Null if the catalog does not have it, which only happens in OfResults.
  const AnyGame* game(int variant) const {
    return variants_[variant].game.get();
  }
  int seats(int variant) const { return variants_[variant].seats; }
  // The pairings of a variant, each as sorted indices of players.
  const std::vector<std::vector<int>>& pairings(int variant) const {
    return variants_[variant].pairings;
  }
  // The openings of a variant. REQUIRES: its game is in the catalog.
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

  using Games = std::vector<std::shared_ptr<const AnyGame>>;

  // `seats` are those of the games, which may be null.
  static absl::StatusOr<Plan> Make(const Games& games,
                                   const std::vector<int>& seats,
                                   Configuration configuration);
  absl::Status TryPlayers(const Limits& default_limits);

  // The variant that the `offset`-th game or block of a round belongs to.
  int VariantOfGame(int64_t offset) const;
  int VariantOfBlock(int64_t offset) const;
  uint64_t SeedOf(const PlannedGame& game) const;
  std::vector<int> SeatsOf(const PlannedGame& game) const;

  Configuration configuration_;
  std::string multithreaded_player_;
  std::vector<Variant> variants_;
  int64_t games_per_round_ = 0;
  int64_t blocks_per_round_ = 0;
};

// A schedule in which every two players meet equally often, in fewer games than
// with all sets of players: different sets of `seats` of the players, each
// sorted, in lexicographic order. (In seating.cc.) Every two players are
// together in equally many of them, so each is in equally many: a balanced
// incomplete block design. Of those that were found it is the smallest. There
// is one for all numbers of players up to 31; if the search finds none, it is
// all sets up to kMaxCompleteDesign, and beyond the nearest to balanced that
// was found. The same for the same arguments, everywhere. Takes milliseconds,
// with 30 players and more 0.2 s. REQUIRES: 2 <= seats <= players <= 64.
//
// The designs are made of base blocks that are shifted through the residues
// modulo the number of players, or one less with a fixed player (Bose, On the
// construction of balanced incomplete block designs, 1939). A local search
// finds base blocks whose differences are equally frequent.
std::vector<std::vector<int>> BalancedPairings(int players, int seats);

inline constexpr int64_t kMaxCompleteDesign = 20'000;

}  // namespace boardwalk::comparison
