#include "frontends/comparison/plan.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/hash_text.h"
#include "framework/limits.h"
#include "framework/parameters.h"
#include "framework/player.h"
#include "framework/random.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::comparison {
namespace {

// Mixed into the seeds of the openings and of the seating order, so that they
// differ from the seed of the players.
constexpr uint64_t kForOpenings = 0x6f70656e696e6773u;
constexpr uint64_t kForSeats = 0x7365617473000000u;

// The binomial coefficient n over k, or kMaxPairings + 1 if it is larger.
int64_t Choices(int n, int k) {
  k = std::min(k, n - k);
  int64_t choices = 1;
  for (int i = 1; i <= k; ++i) {
    // This is (n - k + i) over i, which grows with i, as k is at most n / 2.
    choices = choices * (n - k + i) / i;
    if (choices > kMaxPairings) return kMaxPairings + 1;
  }
  return choices;
}

// Every player `seats / players` times, and for the seats that are left every
// choice of players, in lexicographic order. Of these, those with a player of
// the gauntlet, if there is one.
std::vector<std::vector<int>> Pairings(const std::vector<bool>& in_gauntlet,
                                       int seats) {
  const int players = static_cast<int>(in_gauntlet.size());
  const auto takes_part = [&](int player) { return in_gauntlet[player]; };
  std::vector<bool> once_more(static_cast<size_t>(players), false);
  std::fill_n(once_more.begin(), seats % players, true);
  std::vector<std::vector<int>> pairings;
  do {
    std::vector<int> pairing;
    for (int player = 0; player < players; ++player) {
      const int times = seats / players + (once_more[player] ? 1 : 0);
      pairing.insert(pairing.end(), static_cast<size_t>(times), player);
    }
    if (std::ranges::any_of(pairing, takes_part)) {
      pairings.push_back(std::move(pairing));
    }
  } while (std::prev_permutation(once_more.begin(), once_more.end()));
  return pairings;
}

// The remainder of `j` divided by `n`, from 0 to n - 1.
int64_t Modulo(int64_t j, int64_t n) { return (j % n + n) % n; }

// How many of 0, 1, ..., `end` - 1 have this remainder when divided by `n`.
int64_t CountBelow(int64_t end, int64_t remainder, int64_t n) {
  return (end - remainder + n - 1) / n;
}

// Whether a rotation gives the same seats again, as it does for a b a b: the
// block would have one game twice. Two or more players always have an order
// without such a rotation.
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

// Games by their canonical names, each once.
absl::StatusOr<std::vector<std::shared_ptr<const AnyGame>>> MakeGames(
    const Catalog& catalog, const std::vector<std::string>& names) {
  std::vector<std::shared_ptr<const AnyGame>> games;
  for (const std::string& name : names) {
    ASSIGN_OR_RETURN(auto game, catalog.MakeGame(name));
    for (const auto& other : games) {
      if (other->Name() == game->Name()) {
        return InvalidArgument("the game '", other->Name(),
                               "' is given twice; once is enough");
      }
    }
    games.push_back(std::move(game));
  }
  return games;
}

// Where an error is.
std::string PlayerIn(absl::string_view player, const AnyGame& game) {
  return absl::StrCat("'", player, "' in '", game.Name(), "'");
}

// The player's canonical name, which must be the same in all games: results
// name a player once for all of them.
absl::StatusOr<std::string> CommonName(
    const std::vector<std::shared_ptr<const AnyGame>>& games,
    const std::string& player) {
  ASSIGN_OR_RETURN(const auto parsed, ParseName(player));
  if (parsed.id == "human") {
    return absl::InvalidArgumentError(
        "'human' is no program, and only programs are compared; name one, such "
        "as random");
  }
  std::string common;
  for (const auto& game : games) {
    ASSIGN_OR_RETURN(const std::string name,
                     At(PlayerIn(player, *game),
                        CanonicalPlayerName(game->Players(), player)));
    if (common.empty()) common = name;
    if (common != name) {
      return InvalidArgument(
          "'", player, "' is '", common, "' in '", games.front()->Name(),
          "' and '", name, "' in '", game->Name(),
          "', which have other defaults; compare these games apart");
    }
  }
  return common;
}

// The players by their canonical names, each once.
absl::StatusOr<std::vector<std::string>> CanonicalPlayers(
    const std::vector<std::shared_ptr<const AnyGame>>& games,
    const std::vector<std::string>& players) {
  std::vector<std::string> names;
  for (const std::string& player : players) {
    ASSIGN_OR_RETURN(std::string name, CommonName(games, player));
    if (Contains(names, name)) {
      return InvalidArgument(
          "the player '", name,
          "' is given twice; tell them apart by a parameter, such as seed=1 of "
          "a random one");
    }
    names.push_back(std::move(name));
  }
  return names;
}

// The aliases and the gauntlet by canonical names. The gauntlet may have
// aliases in it.
absl::Status CanonicalNotes(
    const std::vector<std::shared_ptr<const AnyGame>>& games,
    Configuration& configuration) {
  for (std::string& alias : configuration.aliases) {
    const std::string word = AliasWord(alias);
    ASSIGN_OR_RETURN(const std::string name,
                     CommonName(games, AliasedName(alias)));
    for (const auto& game : games) {
      for (const PlayerInfo& player : game->Players()) {
        const bool taken = player.id == word && player.stands_for.empty();
        if (taken || word == "human") {
          return InvalidArgument("the alias '", word,
                                 "' is the name of a player; take another");
        }
      }
    }
    alias = absl::StrCat(word, "=", name);
  }
  std::vector<std::string> wanted;
  for (const std::string& given : configuration.gauntlet) {
    std::string name = given;
    for (const std::string& alias : configuration.aliases) {
      if (AliasWord(alias) == given) name = AliasedName(alias);
    }
    ASSIGN_OR_RETURN(name, CommonName(games, name));
    if (!Contains(configuration.players, name)) {
      return InvalidArgument("the gauntlet is of '", name,
                             "', which is not among the players (there are ",
                             absl::StrJoin(configuration.players, " "), ")");
    }
    wanted.push_back(std::move(name));
  }
  configuration.gauntlet.clear();
  for (const std::string& player : configuration.players) {
    if (Contains(wanted, player)) configuration.gauntlet.push_back(player);
  }
  return absl::OkStatus();
}

// A player that was given by what stands for it has that as its alias, unless
// it has one. `given` are the players as they were named.
void KeepShortNames(const AnyGame& game, const std::vector<std::string>& given,
                    Configuration& configuration) {
  for (const PlayerInfo& info : game.Players()) {
    if (info.stands_for.empty() || info.id.size() > kMaxAlias) continue;
    const auto found = std::ranges::find(given, info.id);
    if (found == given.end()) continue;
    const auto player = static_cast<int>(found - given.begin());
    const std::string& name = configuration.players[player];
    if (ShownName(configuration, player) != name) continue;
    configuration.aliases.push_back(absl::StrCat(info.id, "=", name));
  }
}

// The lines of the book as ParseOpening and FormatOpening make them.
absl::Status CanonicalBook(const AnyGame& game,
                           std::vector<std::string>& book) {
  for (size_t i = 0; i < book.size(); ++i) {
    ASSIGN_OR_RETURN(const Opening opening, At(absl::StrCat("opening ", i + 1),
                                               ParseOpening(game, book[i])));
    book[i] = FormatOpening(opening);
  }
  return absl::OkStatus();
}

// Whether the player can play with the limits that it will get. It is not asked
// for a move: one that never stops would never let the comparison begin.
absl::Status CheckReady(Player& player, const AnyGame& game,
                        const Configuration& configuration) {
  const auto state = game.InitialState();
  RETURN_IF_ERROR(player.Start(*state, configuration.seed));
  Limits limits = configuration.limits;
  // From a clock, a player gets a share as its time for a move.
  if (configuration.clock.has_value() && !limits.time.has_value()) {
    limits.time = configuration.clock->base;
  }
  return player.CheckLimits(limits);
}

// What of the configuration is from plug-ins; see Configuration::plugins.
std::vector<std::string> PluginsOf(const Catalog& catalog,
                                   const Configuration& configuration) {
  std::vector<std::string> notes;
  const auto add = [&](const std::string& id, const std::string& origin) {
    const std::string note = absl::StrCat(
        id, " from ",
        OneLine(std::filesystem::path(origin).filename().string()));
    if (!origin.empty() && !Contains(notes, note)) notes.push_back(note);
  };
  const std::vector<PlayerInfo> players = catalog.Players();
  for (const std::string& name : configuration.games) {
    const std::string id = ParseName(name)->id;
    add(id, (*catalog.Find(id))->origin);
  }
  for (const std::string& name : configuration.players) {
    const std::string id = ParseName(name)->id;
    for (const PlayerInfo& player : players) {
      if (player.id == id) add(id, player.origin);
    }
  }
  return notes;
}

}  // namespace

absl::StatusOr<Plan> Plan::Make(const Games& games,
                                const std::vector<int>& seats,
                                Configuration configuration) {
  Plan plan;
  plan.configuration_ = std::move(configuration);
  const int players = static_cast<int>(plan.configuration_.players.size());
  const bool balanced = RulesOf(plan.configuration_).balanced;
  std::vector<bool> in_gauntlet;
  for (const std::string& player : plan.configuration_.players) {
    const std::vector<std::string>& gauntlet = plan.configuration_.gauntlet;
    in_gauntlet.push_back(gauntlet.empty() || Contains(gauntlet, player));
  }
  for (size_t i = 0; i < games.size(); ++i) {
    Variant variant;
    variant.game = games[i];
    variant.seats = seats[i];
    if (balanced && players < variant.seats) {
      return InvalidArgument("'", plan.configuration_.games[i], "' is for ",
                             variant.seats, ", and there are ", players,
                             " entrants; a tournament seats nobody twice");
    }
    const int64_t choices =
        balanced ? 0 : Choices(players, variant.seats % players);
    if (plan.blocks_per_round_ + choices > kMaxPairings) {
      return InvalidArgument(players, " players make more than ", kMaxPairings,
                             " pairings a round up to '",
                             plan.configuration_.games[i],
                             "'; take fewer players, or fewer games at once");
    }
    variant.pairings = balanced ? BalancedPairings(players, variant.seats)
                                : Pairings(in_gauntlet, variant.seats);
    if (variant.game != nullptr) {
      variant.openings = std::make_unique<Openings>(
          variant.game, plan.configuration_.openings,
          Mixed(plan.configuration_.seed, kForOpenings),
          plan.configuration_.book);
    }
    variant.first_game = plan.games_per_round_;
    variant.first_block = plan.blocks_per_round_;
    const auto pairings = static_cast<int64_t>(variant.pairings.size());
    plan.games_per_round_ += pairings * variant.seats;
    plan.blocks_per_round_ += pairings;
    plan.variants_.push_back(std::move(variant));
  }
  return plan;
}

absl::StatusOr<Plan> Plan::Create(const Catalog& catalog,
                                  Configuration configuration,
                                  const Limits& default_limits,
                                  const Configuration* there) {
  Configuration numbers = configuration;
  numbers.gauntlet = numbers.aliases = {};  // these are not yet canonical
  RETURN_IF_ERROR(CheckBounds(numbers));
  ASSIGN_OR_RETURN(Games games, MakeGames(catalog, configuration.games));
  if (configuration.sprt.has_value() && games.front()->NumPlayers() != 2) {
    return InvalidArgument("a sequential test is of a game for two, and '",
                           games.front()->Name(), "' is for ",
                           games.front()->NumPlayers());
  }
  const std::vector<std::string> given = configuration.players;
  ASSIGN_OR_RETURN(configuration.players, CanonicalPlayers(games, given));
  RETURN_IF_ERROR(CanonicalNotes(games, configuration));
  KeepShortNames(*games.front(), given, configuration);
  RETURN_IF_ERROR(CanonicalBook(*games.front(), configuration.book));
  configuration.games.clear();
  for (const auto& game : games) configuration.games.push_back(game->Name());
  if (there != nullptr) {
    configuration = InOrderOf(*there, std::move(configuration));
    RETURN_IF_ERROR(CanonicalNotes(games, configuration));
    ASSIGN_OR_RETURN(games, MakeGames(catalog, configuration.games));
  }
  std::vector<int> seats;
  for (const auto& game : games) seats.push_back(game->NumPlayers());
  configuration.plugins = PluginsOf(catalog, configuration);
  RETURN_IF_ERROR(CheckBounds(configuration));
  ASSIGN_OR_RETURN(Plan plan, Make(games, seats, std::move(configuration)));
  RETURN_IF_ERROR(plan.TryPlayers(default_limits));
  return plan;
}

absl::StatusOr<Plan> Plan::OfResults(const Catalog& catalog,
                                     Configuration configuration,
                                     const SeatsOfGame& seats_of) {
  Games games;
  std::vector<int> seats;
  for (const std::string& name : configuration.games) {
    const auto game = catalog.MakeGame(name);
    if (game.ok()) {
      seats.push_back((*game)->NumPlayers());
      games.push_back(*game);
      continue;
    }
    if (seats_of == nullptr) return game.status();
    const auto known = seats_of(static_cast<int>(games.size()));
    if (absl::IsNotFound(known.status())) return game.status();
    if (!known.ok()) return known.status();
    seats.push_back(*known);
    games.push_back(nullptr);
  }
  return Make(games, seats, std::move(configuration));
}

absl::Status Plan::TryPlayers(const Limits& default_limits) {
  const bool unlimited =
      configuration_.limits == Limits{} && !configuration_.clock.has_value();
  for (const Variant& variant : variants_) {
    for (const std::string& name : configuration_.players) {
      const std::string place = PlayerIn(name, *variant.game);
      ASSIGN_OR_RETURN(const auto player,
                       At(place, variant.game->MakePlayer(name)));
      if (player->Threads() > 1 && multithreaded_player_.empty()) {
        multithreaded_player_ = name;
      }
      absl::Status ready = CheckReady(*player, *variant.game, configuration_);
      if (!ready.ok() && unlimited && configuration_.limits != default_limits) {
        // Players that were ready without a limit are ready with one, too.
        configuration_.limits = default_limits;
        ready = CheckReady(*player, *variant.game, configuration_);
      }
      RETURN_IF_ERROR(At(place, ready));
    }
  }
  return absl::OkStatus();
}

int64_t Plan::games() const {
  if (configuration_.rounds > kMaxGameId / games_per_round_) return kMaxGameId;
  return configuration_.rounds * games_per_round_;
}

int64_t Plan::games(const Shard& shard) const {
  if (games() == kMaxGameId) return kMaxGameId;
  // In `shard.count` rounds each shard gets every block once.
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
  const auto after =
      std::ranges::upper_bound(variants_, offset, {}, &Variant::first_game);
  return static_cast<int>(after - variants_.begin()) - 1;
}

int Plan::VariantOfBlock(int64_t offset) const {
  const auto after =
      std::ranges::upper_bound(variants_, offset, {}, &Variant::first_block);
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

PlannedGame Plan::Game(int64_t round, int variant,
                       const std::vector<int>& pairing, int rotation) const {
  const Variant& of = variants_[variant];
  const auto found = std::ranges::lower_bound(of.pairings, pairing);
  if (found == of.pairings.end() || *found != pairing) return {};
  return Game(round * games_per_round_ + of.first_game +
              (found - of.pairings.begin()) * of.seats + rotation + 1);
}

// From names and not from indices, so that another player or game in the
// configuration changes no seed.
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

}  // namespace boardwalk::comparison
