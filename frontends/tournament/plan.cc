#include "frontends/tournament/plan.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/random.h"
#include "framework/status_macros.h"
#include "frontends/tournament/hash_text.h"

namespace boardwalk::tournament {
namespace {

constexpr int64_t kManyGames = int64_t{1} << 62;

// Tells the seed of the openings and that of the order around the board from
// the seed that the players get.
constexpr uint64_t kForOpenings = 0x6f70656e696e6773u;
constexpr uint64_t kForSeats = 0x7365617473000000u;

// How many ways there are to choose `k` of `n`, or kMaxPairings + 1 if more.
int64_t Choices(int n, int k) {
  k = std::min(k, n - k);
  int64_t choices = 1;
  for (int i = 1; i <= k; ++i) {
    // Of n - k + i the first i: it grows with i, as k is at most half of n.
    choices = choices * (n - k + i) / i;
    if (choices > kMaxPairings) return kMaxPairings + 1;
  }
  return choices;
}

// Everybody `seats / players` times, and as many of them as then are missing
// once more: every choice of those, in lexicographic order.
std::vector<std::vector<int>> Pairings(int players, int seats) {
  std::vector<bool> once_more(static_cast<size_t>(players), false);
  std::fill_n(once_more.begin(), seats % players, true);
  std::vector<std::vector<int>> pairings;
  do {
    std::vector<int>& pairing = pairings.emplace_back();
    for (int player = 0; player < players; ++player) {
      const int times = seats / players + (once_more[player] ? 1 : 0);
      pairing.insert(pairing.end(), static_cast<size_t>(times), player);
    }
  } while (std::prev_permutation(once_more.begin(), once_more.end()));
  return pairings;
}

// The number that `j` leaves when divided by `n`, from 0.
int64_t Modulo(int64_t j, int64_t n) { return (j % n + n) % n; }

// How many of 0, 1, ..., `end` - 1 leave `remainder` when divided by `n`.
int64_t CountBelow(int64_t end, int64_t remainder, int64_t n) {
  return (end - remainder + n - 1) / n;
}

// Whether a rotation of the seats but the 0th is the same again, as of a b a b:
// the block would have one game twice. Two players or more have an order of
// which none is.
bool RepeatsWhenRotated(const std::vector<int>& seats) {
  for (size_t rotation = 1; rotation < seats.size(); ++rotation) {
    size_t same = 0;
    while (same < seats.size() &&
           seats[same] == seats[(same + rotation) % seats.size()]) {
      ++same;
    }
    if (same == seats.size()) return true;
  }
  return false;
}

}  // namespace

absl::StatusOr<Plan> Plan::Create(const Catalog& catalog,
                                  const Configuration& configuration) {
  Plan plan;
  plan.configuration_ = configuration;
  const int players = static_cast<int>(configuration.players.size());
  for (const std::string& name : configuration.games) {
    ASSIGN_OR_RETURN(auto game, catalog.MakeGame(name));
    Variant variant;
    variant.game = std::move(game);
    variant.seats = variant.game->NumPlayers();
    const int64_t choices = Choices(players, variant.seats % players);
    if (plan.blocks_per_round_ + choices > kMaxPairings) {
      return absl::InvalidArgumentError(
          absl::StrCat(players, " players make more than ", kMaxPairings,
                       " pairings a round up to '", name,
                       "'; take fewer players, or fewer games at once"));
    }
    variant.pairings = Pairings(players, variant.seats);
    variant.openings =
        std::make_unique<Openings>(variant.game, configuration.openings,
                                   Mixed(configuration.seed, kForOpenings));
    variant.first_game = plan.games_per_round_;
    variant.first_block = plan.blocks_per_round_;
    plan.games_per_round_ += choices * variant.seats;
    plan.blocks_per_round_ += choices;
    plan.variants_.push_back(std::move(variant));
  }
  return plan;
}

int64_t Plan::games() const {
  if (configuration_.rounds > kManyGames / games_per_round_) return kManyGames;
  return configuration_.rounds * games_per_round_;
}

int64_t Plan::games(const Shard& shard) const {
  if (games() == kManyGames) return kManyGames;
  // In as many rounds as there are shards each block comes to each shard once.
  const int64_t rounds = configuration_.rounds % shard.count;
  int64_t games = configuration_.rounds / shard.count * games_per_round_;
  for (int64_t round = 0; round < rounds; ++round) {
    const int64_t first = Modulo(shard.index - round, shard.count);
    for (const Variant& variant : variants_) {
      const int64_t begin = variant.first_block;
      const int64_t end = begin + static_cast<int64_t>(variant.pairings.size());
      games += (CountBelow(end, first, shard.count) -
                CountBelow(begin, first, shard.count)) *
               variant.seats;
    }
  }
  return games;
}

int Plan::VariantOfGame(int64_t offset) const {
  const auto after = std::upper_bound(
      variants_.begin(), variants_.end(), offset,
      [](int64_t value, const Variant& v) { return value < v.first_game; });
  return static_cast<int>(after - variants_.begin()) - 1;
}

int Plan::VariantOfBlock(int64_t offset) const {
  const auto after = std::upper_bound(
      variants_.begin(), variants_.end(), offset,
      [](int64_t value, const Variant& v) { return value < v.first_block; });
  return static_cast<int>(after - variants_.begin()) - 1;
}

PlannedGame Plan::Game(int64_t id) const {
  PlannedGame game;
  game.id = id;
  game.round = (id - 1) / games_per_round_;
  const int64_t offset = (id - 1) % games_per_round_;
  game.variant = VariantOfGame(offset);
  const Variant& variant = variants_[game.variant];
  const int64_t within = offset - variant.first_game;
  game.pairing = static_cast<int>(within / variant.seats);
  game.rotation = static_cast<int>(within % variant.seats);
  game.block =
      game.round * blocks_per_round_ + variant.first_block + game.pairing;
  game.seed = SeedOf(game);
  game.seats = SeatsOf(game);
  return game;
}

// Of names and not of indices, so that another player or game in the
// configuration changes nothing.
uint64_t Plan::SeedOf(const PlannedGame& game) const {
  uint64_t seed =
      Mixed(configuration_.seed, configuration_.games[game.variant]);
  seed = Mixed(seed, static_cast<uint64_t>(game.round));
  for (const int player : variants_[game.variant].pairings[game.pairing]) {
    seed = Mixed(seed, configuration_.players[player]);
  }
  return seed;
}

std::vector<int> Plan::SeatsOf(const PlannedGame& game) const {
  std::vector<int> seats = variants_[game.variant].pairings[game.pairing];
  if (seats.size() > 2) {
    Random random(Mixed(game.seed, kForSeats));
    do {
      for (size_t left = seats.size(); left > 1; --left) {
        std::swap(seats[left - 1],
                  seats[random.Below(static_cast<uint32_t>(left))]);
      }
    } while (RepeatsWhenRotated(seats));
  }
  std::rotate(seats.begin(), seats.begin() + game.rotation, seats.end());
  return seats;
}

bool Plan::InShard(const PlannedGame& game, const Shard& shard) const {
  const int64_t block = game.block % blocks_per_round_;
  return Modulo(block + game.round - shard.index, shard.count) == 0;
}

int64_t Plan::NextInShard(int64_t id, const Shard& shard) const {
  const int64_t this_round = (id - 1) / games_per_round_;
  const int64_t offset = (id - 1) % games_per_round_;
  const Variant& here = variants_[VariantOfGame(offset)];
  const int64_t this_block =
      here.first_block + (offset - here.first_game) / here.seats;
  int64_t round = this_round;
  int64_t block = this_block;
  for (;; ++round, block = 0) {
    block += Modulo(shard.index - block - round, shard.count);
    if (block < blocks_per_round_) break;
  }
  if (round == this_round && block == this_block) return id;
  const Variant& there = variants_[VariantOfBlock(block)];
  return round * games_per_round_ + there.first_game +
         (block - there.first_block) * there.seats + 1;
}

}  // namespace boardwalk::tournament
