#include "framework/tables/distance_table.h"

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "framework/bits.h"
#include "framework/random.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

template <typename P>
void ExpectNumbered(uint32_t first, uint32_t count) {
  uint64_t set = P::AtRank(first);
  for (uint32_t rank = first; rank < first + count; ++rank) {
    ASSERT_EQ(P::AtRank(rank), set);
    ASSERT_EQ(P::Rank(set), rank);
    set = P::Next(set);
  }
}

TEST(PlacementsTest, NumbersThemInTheOrderOfTheirBits) {
  EXPECT_EQ((Placements<36, 4>::kCount), 58'905u);
  EXPECT_EQ((Placements<36, 4>::AtRank(0)), 15u);
  EXPECT_EQ((Placements<36, 4>::AtRank(58'904)), uint64_t{15} << 32);
  ExpectNumbered<Placements<36, 4>>(0, 58'905);
  ExpectNumbered<Placements<20, 1>>(0, 20);
  using Six = Placements<64, 6>;
  EXPECT_EQ(Six::kCount, 74'974'368u);
  EXPECT_EQ(Six::AtRank(0), 63u);
  EXPECT_EQ(Six::AtRank(74'974'367), uint64_t{63} << 58);
  ExpectNumbered<Six>(74'974'367 - 1000, 1000);
  ExpectNumbered<Six>(33'000'000, 1000);
}

// Four pieces on 6x6: a step along row or column, or one jump over a neighbour
// in any direction.
struct SmallBoard {
  static constexpr int kCells = 36;
  static constexpr int kPieces = 4;
  static constexpr int kBits = 4;
  static uint64_t Goal() { return 0xc30000000u; }  // 4 5 / 4 5 from the top

  static void Destinations(uint64_t pieces, std::array<uint64_t, 4>& to) {
    uint64_t left = pieces;
    for (int i = 0; i < kPieces; ++i) {
      const int from = PopLowest(left);
      to[i] = 0;
      for (int down = -1; down <= 1; ++down) {
        for (int right = -1; right <= 1; ++right) {
          const int near = At(from, down, right);
          if (near < 0) continue;
          const bool occupied = (pieces >> near & 1) != 0;
          if (!occupied && (down == 0 || right == 0)) to[i] |= Bit(near);
          const int far = At(from, 2 * down, 2 * right);
          if (occupied && near != from && far >= 0 &&
              (pieces >> far & 1) == 0) {
            to[i] |= Bit(far);
          }
        }
      }
    }
  }

 private:
  static uint64_t Bit(int cell) { return uint64_t{1} << cell; }
  static int At(int from, int down, int right) {
    const int row = from / 6 + down, column = from % 6 + right;
    const bool inside = row >= 0 && row < 6 && column >= 0 && column < 6;
    return inside ? 6 * row + column : -1;
  }
};

// The same moves, on a set of rows and columns.
using Cell = std::pair<int, int>;
using Pieces = std::set<Cell>;

std::vector<Pieces> PlainNeighbours(const Pieces& pieces) {
  std::vector<Pieces> neighbours;
  const auto move = [&](Cell from, Cell to) {
    const auto inside = [](int i) { return 0 <= i && i <= 5; };
    if (!inside(to.first) || !inside(to.second) || pieces.count(to) > 0) return;
    Pieces& moved = neighbours.emplace_back(pieces);
    moved.erase(from);
    moved.insert(to);
  };
  for (const auto& [row, column] : pieces) {
    for (const auto& [down, right] :
         {Cell(0, 1), Cell(1, 0), Cell(0, -1), Cell(-1, 0)}) {
      move({row, column}, {row + down, column + right});
    }
    for (const auto& [over, across] : pieces) {
      const int down = over - row, right = across - column;
      if (down * down <= 1 && right * right <= 1 && (down != 0 || right != 0)) {
        move({row, column}, {row + 2 * down, column + 2 * right});
      }
    }
  }
  return neighbours;
}

std::map<Pieces, int> PlainDistances() {
  std::vector<Pieces> queue = {{{4, 4}, {4, 5}, {5, 4}, {5, 5}}};
  std::map<Pieces, int> distances = {{queue[0], 0}};
  for (size_t i = 0; i < queue.size(); ++i) {
    const int next = distances[queue[i]] + 1;
    for (const Pieces& pieces : PlainNeighbours(queue[i])) {
      if (distances.emplace(pieces, next).second) queue.push_back(pieces);
    }
  }
  return distances;
}

TEST(DistanceTableTest, IsThatOfPlainSearchWhateverTheThreads) {
  const auto packed = BuildDistances(SmallBoard(), {});
  ASSERT_TRUE(packed.ok()) << packed.status();
  ASSERT_EQ(packed->size(), kPackedBytes<SmallBoard>);
  const std::map<Pieces, int> plain = PlainDistances();
  ASSERT_EQ(plain.size(), (Placements<36, 4>::kCount));
  for (const auto& [pieces, distance] : plain) {
    uint64_t set = 0;
    for (const auto& [row, column] : pieces) {
      set |= uint64_t{1} << (6 * row + column);
    }
    ASSERT_EQ(DistanceAt<SmallBoard>(packed->data(), set), distance);
  }
  EXPECT_EQ(DistanceAt<SmallBoard>(packed->data(), SmallBoard::Goal()), 0);
  for (const int threads : {2, 5}) {
    EXPECT_EQ(BuildDistances(SmallBoard(), {.threads = threads}).value(),
              *packed);
  }
}

TEST(DistanceTableTest, TellsItsProgressAndStops) {
  std::vector<double> told;
  LongWork work;
  work.progress = [&](double done) { told.push_back(done); };
  ASSERT_TRUE(BuildDistances(SmallBoard(), work).ok());
  ASSERT_FALSE(told.empty());
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_LT(told.front(), 0.01);
  EXPECT_EQ(told.back(), 1);

  std::atomic<bool> stop{false};
  work = {.threads = 2, .stop = &stop};
  work.progress = [&](double done) { stop = done > 0.2; };
  EXPECT_TRUE(absl::IsCancelled(BuildDistances(SmallBoard(), work).status()));
}

// One piece that steps along a line.
template <int kLength>
struct LineBoard {
  static constexpr int kCells = kLength;
  static constexpr int kPieces = 1;
  static constexpr int kBits = 4;
  static uint64_t Goal() { return 1; }
  void Destinations(uint64_t piece, std::array<uint64_t, 1>& to) const {
    to[0] = (piece << 1 | piece >> 1) & ((uint64_t{1} << kLength) - 1) & ~gap;
  }
  uint64_t gap = 0;
};

TEST(DistanceTableTest, HoldsFifteenAndRefusesMore) {
  const auto packed = BuildDistances(LineBoard<16>(), {});
  ASSERT_TRUE(packed.ok()) << packed.status();
  EXPECT_EQ(*packed, "\x10\x32\x54\x76\x98\xba\xdc\xfe");
  EXPECT_EQ(BuildDistances(LineBoard<17>(), {}).status().message(),
            "some distances are above 15: they do not fit in 4 bits");
  EXPECT_EQ(BuildDistances(LineBoard<5>(), {}).value().size(), 3);
}

// Two pieces whose placements are one long line: the lower one goes up and down
// below the upper one, which goes up by a cell after each pass.
template <int kLength>
struct SnakeBoard {
  static constexpr int kCells = kLength;
  static constexpr int kPieces = 2;
  static constexpr int kBits = 8;

  SnakeBoard() {
    line.reserve(kLength * (kLength - 1) / 2);
    for (int high = 1; high < kLength; ++high) {
      for (int i = 0; i < high; ++i) {
        int low = high % 2 == 0 ? i : high - 1 - i;
        // A pass down begins where the one before ended, then at its top.
        if (high % 2 == 1 && high > 1 && i < 2) low = high - 2 + i;
        line.push_back(uint64_t{1} << high | uint64_t{1} << low);
      }
    }
  }
  uint64_t Goal() const { return line[0]; }
  void Destinations(uint64_t pieces, std::array<uint64_t, 2>& to) const {
    to = {};
    const auto here = std::find(line.begin(), line.end(), pieces);
    const auto add = [&](uint64_t next) {
      const uint64_t from = pieces & ~next;
      to[from == (pieces & (~pieces + 1)) ? 0 : 1] |= next & ~pieces;
    };
    if (here != line.begin()) add(here[-1]);
    if (here + 1 != line.end()) add(here[1]);
  }

  std::vector<uint64_t> line;
};

TEST(DistanceTableTest, HoldsAByteWhereTheBoardSaysSo) {
  const auto packed = BuildDistances(SnakeBoard<23>(), {});
  ASSERT_TRUE(packed.ok()) << packed.status();
  ASSERT_EQ(packed->size(), 253);
  const std::vector<uint64_t> line = SnakeBoard<23>().line;
  for (int i = 0; i < 253; ++i) {
    ASSERT_EQ(DistanceAt<SnakeBoard<23>>(packed->data(), line[i]), i);
  }
  EXPECT_EQ(BuildDistances(SnakeBoard<24>(), {}).status().message(),
            "some distances are above 253: they do not fit in 8 bits");
}

// After the first look at this board the system has no stack for more threads.
struct LastThreadsBoard : SmallBoard {
  static void Destinations(uint64_t pieces, std::array<uint64_t, 4>& to) {
    SetDefaultStack(size_t{1} << 47);
    SmallBoard::Destinations(pieces, to);
  }
  static size_t DefaultStack() {
    pthread_attr_t defaults;
    pthread_getattr_default_np(&defaults);
    size_t bytes = 0;
    pthread_attr_getstacksize(&defaults, &bytes);
    pthread_attr_destroy(&defaults);
    return bytes;
  }
  static void SetDefaultStack(size_t bytes) {
    pthread_attr_t defaults;
    pthread_getattr_default_np(&defaults);
    pthread_attr_setstacksize(&defaults, bytes);
    pthread_setattr_default_np(&defaults);
    pthread_attr_destroy(&defaults);
  }
};

TEST(DistanceTableTest, SaysWhichThreadCannotBeStarted) {
  const size_t stack = LastThreadsBoard::DefaultStack();
  const absl::Status status =
      BuildDistances(LastThreadsBoard(), {.threads = 100}).status();
  LastThreadsBoard::SetDefaultStack(stack);
  EXPECT_TRUE(absl::IsResourceExhausted(status)) << status;
  EXPECT_THAT(std::string(status.message()),
              ::testing::MatchesRegex("thread [0-9]+ of 100 cannot be started "
                                      "\\(.+\\); give fewer threads"));
}

// Takes memory, and there is none: for the caller's thread or for the others.
struct HungryBoard : SmallBoard {
  void Destinations(uint64_t pieces, std::array<uint64_t, 4>& to) const {
    if ((std::this_thread::get_id() == caller) == fails_in_caller) {
      failed = true;
      throw std::bad_alloc();
    }
    // Leaves some of the work to the others.
    for (int i = 0; i < 1000 && !failed; ++i) std::this_thread::yield();
    SmallBoard::Destinations(pieces, to);
  }
  std::thread::id caller = std::this_thread::get_id();
  bool fails_in_caller = false;
  mutable std::atomic<bool> failed{false};
};

TEST(DistanceTableTest, SaysThatMemoryIsShort) {
  for (const bool fails_in_caller : {false, true}) {
    HungryBoard board;
    board.fails_in_caller = fails_in_caller;
    const int threads = fails_in_caller ? 1 : 4;
    const auto packed = BuildDistances(board, {.threads = threads});
    EXPECT_TRUE(absl::IsResourceExhausted(packed.status()));
    EXPECT_EQ(packed.status().message(),
              "not enough memory: computing 58905 distances takes 88358 bytes");
  }
}

TEST(DistanceTableTest, RefusesABoardThatHasNoWayToTheGoal) {
  EXPECT_EQ(BuildDistances(LineBoard<10>{.gap = 1 << 5}, {}).status().message(),
            "some placements have no way to the goal: there is no distance");
}

// Three pieces on 5x5 that step along row or column; the goal is a corner.
struct Corner {
  static constexpr int kCells = 25;
  static constexpr int kPieces = 3;
  static constexpr int kBits = 8;
  static uint64_t Goal() { return 0x23; }

  static void Destinations(uint64_t pieces, std::array<uint64_t, 3>& to) {
    constexpr uint64_t kFirstColumn = 0x108421, kAll = (1u << kCells) - 1;
    uint64_t left = pieces;
    for (uint64_t& cells : to) {
      const uint64_t piece = TakeLowest(left);
      cells = (piece << 1 & ~kFirstColumn) | piece << 5 | piece >> 5;
      if ((piece & kFirstColumn) == 0) cells |= piece >> 1;
      cells &= kAll & ~pieces;
    }
  }
};

TEST(NearDistancesTest, AreThoseOfTheWholeTableUpToTheFarthest) {
  using All = PlacementsOn<Corner>;
  const std::string whole = BuildDistances(Corner(), {.threads = 1}).value();
  for (const int farthest : {0, 1, 5, 9, 14}) {
    const NearDistances<Corner> near(Corner(), farthest);
    size_t within = 0;
    for (uint32_t rank = 0; rank < All::kCount; ++rank) {
      const int distance = PackedAt<Corner>(whole.data(), rank);
      const bool is_near = distance <= farthest;
      within += is_near ? 1 : 0;
      ASSERT_EQ(near.At(All::AtRank(rank)),
                is_near ? distance : NearDistances<Corner>::kFar);
    }
    EXPECT_EQ(near.placements(), within);
    // Half of the entries stay empty, so that a search ends.
    EXPECT_LE(8 * within, std::max<size_t>(near.bytes(), 8));
  }
}

}  // namespace
}  // namespace boardwalk
