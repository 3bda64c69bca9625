// Random playouts and searches of every registered game allocate nothing per
// move once they are warm: nothing stands on the heap between a search and its
// moves. The same holds for reading boards as planes.

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>

#include "framework/catalog.h"
#include "framework/planes.h"
#include "games/chinese8/chinese8.h"
#include "games/onejump/onejump.h"
#include "games/registry.h"
#include "games/star/star.h"
#include "games/teeko/teeko.h"
#include "gtest/gtest.h"

namespace {

std::atomic<int64_t> allocations{0};
std::atomic<int64_t> bytes{0};

void Count(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  bytes.fetch_add(static_cast<int64_t>(size), std::memory_order_relaxed);
}

void* Allocate(std::size_t size) {
  Count(size);
  void* memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) std::abort();
  return memory;
}

void* AllocateAligned(std::size_t size, std::align_val_t align) {
  Count(size);
  const auto alignment = static_cast<std::size_t>(align);
  // aligned_alloc wants a multiple of the alignment.
  void* memory =
      std::aligned_alloc(alignment, (size + alignment) / alignment * alignment);
  if (memory == nullptr) std::abort();
  return memory;
}

}  // namespace

// By the standard's defaults the other forms end in these; a sanitizer brings
// its own, so all that the program uses are here.
void* operator new(std::size_t size) { return Allocate(size); }
void* operator new[](std::size_t size) { return Allocate(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return Allocate(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return Allocate(size);
}
void* operator new(std::size_t size, std::align_val_t align) {
  return AllocateAligned(size, align);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace boardwalk {
namespace {

struct PlayoutCount {
  int64_t allocations = 0;
  int64_t moves = 0;
};

// Of `games` playouts, the same ones every time as far as they go.
PlayoutCount CountPlayouts(const AnyGame& game, const AnyState& start,
                           int64_t games) {
  constexpr double kAnyTime = 1e9;
  const int64_t before = allocations.load();
  const auto statistics = game.Playouts(
      start,
      {.seconds = kAnyTime, .games = games, .max_plies = 200, .seed = 1});
  const int64_t after = allocations.load();
  EXPECT_TRUE(statistics.ok()) << statistics.status();
  return {after - before, statistics.ok() ? statistics->moves : 0};
}

void ExpectNoneForEachMove(const Catalog& catalog, const std::string& name) {
  const auto game = catalog.MakeGame(name);
  ASSERT_TRUE(game.ok()) << game.status();
  const auto start = (*game)->InitialState();
  const PlayoutCount once = CountPlayouts(**game, *start, 20);
  const PlayoutCount twice = CountPlayouts(**game, *start, 40);
  EXPECT_GT(twice.moves, once.moves) << name;
  EXPECT_EQ(twice.allocations, once.allocations)
      << name << ": " << twice.moves - once.moves << " more moves";
}

TEST(AllocationTest, TheCounterCounts) {
  const int64_t before = allocations.load();
  const std::string text(1000, 'x');
  EXPECT_EQ(allocations.load(), before + 1) << text.size();
}

TEST(AllocationTest, PlayoutsAllocateNothingForAMove) {
  const auto catalog = AllGames();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  for (const std::string& name : catalog->NamesWithTestSets()) {
    ExpectNoneForEachMove(*catalog, name);
  }
}

// What a search with this limit on nodes or playouts allocates.
int64_t CountChoice(Player& player, const AnyState& state,
                    const Limits& limits) {
  // The same random numbers each time.
  EXPECT_TRUE(player.Start(state, 1).ok());
  const int64_t before = allocations.load();
  const auto decision = player.Choose(state, limits, {});
  const int64_t after = allocations.load();
  EXPECT_TRUE(decision.ok()) << decision.status();
  // A proved result needs no more work.
  if (std::abs(decision->value.value_or(0)) < 1) {
    EXPECT_EQ(decision->nodes.value_or(0) + decision->playouts.value_or(0),
              limits.nodes.value_or(0) + limits.playouts.value_or(0));
  }
  // Each move that is ranked brings a line of its own.
  return after - before - static_cast<int64_t>(decision->ranking.size());
}

// A copy of the root, the answer with its lines.
constexpr int64_t kAllocationsOfAnAnswer = 30;

void ExpectWarmSearchesToAllocateAlike(const Catalog& catalog,
                                       const std::string& name) {
  const auto game = catalog.MakeGame(name).value();
  const auto state = game->InitialState();
  const Limits few = {.nodes = 1'000};
  const Limits many = {.nodes = 2'000};
  const auto check = [&](const std::string& search, const Limits& less,
                         const Limits& more) {
    SCOPED_TRACE(absl::StrCat(search, " on ", name));
    const auto player = game->MakePlayer(search).value();
    CountChoice(*player, *state, more);
    const int64_t once = CountChoice(*player, *state, less);
    const int64_t twice = CountChoice(*player, *state, more);
    EXPECT_EQ(twice, once);
    EXPECT_LE(once, kAllocationsOfAnAnswer);
  };
  check("alphabeta", few, many);
  check("mcts", {.playouts = 500}, {.playouts = 1'000});
  check("mcts:cutoff=20", {.playouts = 50}, {.playouts = 100});
  check("mcts:playout=greedy,cutoff=8,rave=50,history=1,minimax=0.1,bias=1",
        {.playouts = 100}, {.playouts = 200});
}

TEST(AllocationTest, WarmSearchesAllocateNothingForANode) {
  const auto catalog = AllGames();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  for (const GamePlugin& plugin : catalog->games()) {
    ExpectWarmSearchesToAllocateAlike(*catalog, plugin.info.id);
    for (const std::string& set : plugin.info.test_sets) {
      ExpectWarmSearchesToAllocateAlike(*catalog,
                                        absl::StrCat(plugin.info.id, ":", set));
    }
  }
}

// The tree of a Monte-Carlo search lies in memory that is reserved once, and
// stays within it.
TEST(AllocationTest, TheTreeKeepsWithinItsMemory) {
  const auto catalog = AllGames();
  ASSERT_TRUE(catalog.ok()) << catalog.status();
  const auto game = catalog->MakeGame("star").value();
  const auto state = game->InitialState();
  const auto player =
      game->MakePlayer("mcts:memory=1,rave=50,history=1,minimax=0.1").value();
  const Limits limits = {.playouts = 4'000};
  CountChoice(*player, *state, limits);
  const int64_t before = bytes.load();
  EXPECT_LE(CountChoice(*player, *state, limits), kAllocationsOfAnAnswer);
  EXPECT_LE(bytes.load() - before, 50'000);
  const auto decision = player->Choose(*state, limits, {});
  ASSERT_TRUE(decision.ok()) << decision.status();
  EXPECT_GT(*decision->memory_use, 0.5);
  EXPECT_LE(*decision->memory_use, 1);
}

template <GameRules R>
void ExpectPlanesWithoutHeap(const R& rules) {
  const PlaneReader<R> reader(rules);
  const auto state = rules.InitialState();
  const int64_t before = allocations.load();
  const int pieces = Occupied(reader.Read(state));
  EXPECT_EQ(allocations.load(), before) << R::Info().id;
  EXPECT_EQ(pieces, static_cast<int>(rules.Pieces(state).size()));
}

TEST(AllocationTest, PlanesOfGamesAreReadWithoutHeap) {
  ExpectPlanesWithoutHeap(chinese8::Rules());
  ExpectPlanesWithoutHeap(onejump::Rules());
  ExpectPlanesWithoutHeap(teeko::Rules(teeko::Rules::Phase::kMovement));
  const auto parameters = Parameters::Parse("star", star::Info().parameters,
                                            {{"size", "4"}, {"players", "6"}});
  ASSERT_TRUE(parameters.ok()) << parameters.status();
  const auto star = star::CompactRules::Create(*parameters);
  ASSERT_TRUE(star.ok()) << star.status();
  ExpectPlanesWithoutHeap(**star);
}

}  // namespace
}  // namespace boardwalk
