// The distance table's board, and the evaluation that uses the table. The whole
// table is built and checked by bench/prepare_bench.cc.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "framework/catalog.h"
#include "framework/random.h"
#include "framework/testing/random_table.h"
#include "games/star/star.h"
#include "tests/slow_star.h"

namespace boardwalk::star {

GamePlugin Plugin();

namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

template <typename R>
std::unique_ptr<const R> MakeRules(const Given& given) {
  return R::Create(Parameters::Parse("star", Info().parameters, given).value())
      .value();
}

// Lone pieces, by the slow rules and by the cells that their seat may stay on.
class SlowPieces {
 public:
  explicit SlowPieces(int home) : home_(home), star_(kTableSize, {home}) {
    for (int cell = 0; cell < board_.cells(); ++cell) {
      const int number = cells_.Number(home, cell);
      if (number >= 0) names_[number] = board_.Name(cell);
      if (board_.Triangle(cell) == home) pieces_ |= uint64_t{1} << number;
    }
  }

  // The cells by number.
  const std::map<int, std::string>& names() const { return names_; }
  uint64_t pieces() const { return pieces_; }
  const LoneCells& cells() const { return cells_; }

  // Legal or not.
  void Put(int from, int to) {
    star_.Play(names_.at(from) + ":" + names_.at(to));
    pieces_ ^= uint64_t{1} << from ^ uint64_t { 1 } << to;
  }
  void PutAll(uint64_t pieces) {
    uint64_t leave = pieces_ & ~pieces, enter = pieces & ~pieces_;
    while (leave != 0) Put(PopLowest(leave), PopLowest(enter));
  }
  // Where each piece can go.
  std::map<int, uint64_t> Destinations() const {
    std::map<int, uint64_t> to;
    for (const std::string& move : star_.Moves()) {
      const size_t colon = move.find(':');
      const int from = Number(move.substr(0, colon));
      to[from] |= uint64_t{1} << Number(move.substr(colon + 1));
    }
    return to;
  }

 private:
  int Number(const std::string& name) const {
    const size_t comma = name.find(',');
    return cells_.Number(home_, board_.At(std::stoi(name.substr(0, comma)),
                                          std::stoi(name.substr(comma + 1))));
  }

  const int home_;
  const Board board_{kTableSize};
  const LoneCells cells_;
  SlowStar star_;
  std::map<int, std::string> names_;
  uint64_t pieces_ = 0;
};

uint64_t Scattered(Random& random, int pieces, uint32_t cells) {
  uint64_t set = 0;
  while (std::popcount(set) < pieces) set |= uint64_t{1} << random.Below(cells);
  return set;
}

TEST(LoneCellsTest, EverySeatSeesTheSameBoardAndMovesAsIfNobodyElseWereThere) {
  Random random(1);
  for (int home = 0; home < 6; ++home) {
    SlowPieces slow(home);
    ASSERT_EQ(slow.names().size(), LoneCells::kCount);
    EXPECT_EQ(slow.pieces(), 63);  // the home comes first
    EXPECT_EQ(slow.cells().goal(), uint64_t{63} << 43);
    for (int i = 0; i < 60; ++i) {
      // Crowded every other time, where there is much to jump over.
      slow.PutAll(Scattered(random, 6, i % 2 == 0 ? 49 : 18));
      std::map<int, uint64_t> to = slow.Destinations();
      for (uint64_t left = slow.pieces(); left != 0;) {
        const int from = PopLowest(left);
        ASSERT_EQ(slow.cells().Destinations(slow.pieces(), from), to[from]);
      }
    }
  }
}

// The distances of all placements up to `farthest` from the goal, by the slow
// rules.
std::map<uint64_t, int> SlowDistances(int farthest) {
  SlowPieces slow(0);
  std::vector<uint64_t> queue = {uint64_t{63} << 43};
  std::map<uint64_t, int> distances = {{queue[0], 0}};
  for (size_t i = 0; i < queue.size(); ++i) {
    const uint64_t pieces = queue[i];
    const int next = distances[pieces] + 1;
    if (next > farthest) break;
    slow.PutAll(pieces);
    for (auto [from, cells] : slow.Destinations()) {
      while (cells != 0) {
        const uint64_t moved = pieces ^ uint64_t { 1 } << from ^
                               uint64_t { 1 } << PopLowest(cells);
        if (distances.emplace(moved, next).second) queue.push_back(moved);
      }
    }
  }
  return distances;
}

TEST(LoneBoardTest, TheNearestPlacementsAreAsManyAsTheTableHas) {
  EXPECT_EQ(LoneBoard().Goal(), uint64_t{63} << 43);
  std::map<int, int> counts;
  for (const auto& [pieces, distance] : SlowDistances(3)) ++counts[distance];
  // What bench/prepare_bench counts in the whole table.
  EXPECT_EQ(counts, (std::map<int, int>{{0, 1}, {1, 10}, {2, 81}, {3, 482}}));
}

// With three pieces the whole table is small.
TEST(LoneBoardTest, TheTableIsThatOfPlainSearch) {
  using Board = LoneBoardOf<3>;
  const Board board;
  EXPECT_EQ(board.Goal(), uint64_t{7} << 46);
  const std::string packed = BuildDistances(board, {.threads = 2}).value();
  ASSERT_EQ(packed.size(), 18'424u);
  std::vector<uint64_t> queue = {board.Goal()};
  std::map<uint64_t, int> distances = {{queue[0], 0}};
  for (size_t i = 0; i < queue.size(); ++i) {
    const uint64_t pieces = queue[i];
    for (uint64_t left = pieces; left != 0;) {
      const int from = PopLowest(left);
      for (uint64_t to = board.cells().Destinations(pieces, from); to != 0;) {
        const uint64_t moved =
            pieces ^ uint64_t { 1 } << from ^ uint64_t { 1 } << PopLowest(to);
        if (distances.emplace(moved, distances[pieces] + 1).second) {
          queue.push_back(moved);
        }
      }
    }
  }
  ASSERT_EQ(distances.size(), packed.size());
  for (const auto& [pieces, distance] : distances) {
    ASSERT_EQ(DistanceAt<Board>(packed.data(), pieces), distance);
  }
}

TEST(NearTest, HasTheDistancesByTheSlowRules) {
  const LoneBoard board;
  const NearDistances<LoneBoard> near(board, 3);
  const std::map<uint64_t, int> slow = SlowDistances(4);
  for (const auto& [pieces, distance] : slow) {
    ASSERT_EQ(near.At(pieces), distance <= 3 ? distance : near.kFar);
  }
  EXPECT_EQ(near.placements(), 574u);
}

// The first position of the seats with a row for each of them, home on top:
// `placements` in the order of the seats.
Position Placed(const Setup& setup, const std::vector<uint64_t>& placements) {
  const LoneCells cells;
  Position position;
  position.owner.assign(static_cast<size_t>(setup.board().cells()), kNobody);
  for (int seat = 0; seat < setup.num_players(); ++seat) {
    for (int cell = 0; cell < setup.board().cells(); ++cell) {
      const int number = cells.Number(setup.Home(seat), cell);
      if (number >= 0 && (placements[seat] >> number & 1) != 0) {
        position.owner[cell] = static_cast<int8_t>(seat);
      }
    }
  }
  return position;
}

TEST(NearTest, AMoveOfLeadCountsWhenBothAreNear) {
  const std::map<uint64_t, int> slow = SlowDistances(4);
  std::vector<std::pair<uint64_t, int>> placements(slow.begin(), slow.end());
  for (const char* seats : {"0+3", "5+1"}) {
    const auto plain =
        MakeRules<CompactRules>({{"size", "3"}, {"seats", seats}});
    const auto near = plain->WithEvaluation("near").value();
    const star::Setup& setup = plain->setup();
    Random random(4);
    const auto any = [&] {
      return placements[random.Below(static_cast<uint32_t>(placements.size()))];
    };
    for (int i = 0; i < 1000; ++i) {
      const auto [first, first_to_go] = any();
      const auto [second, second_to_go] = any();
      Position position = Placed(setup, {first, second});
      if (std::count(position.owner.begin(), position.owner.end(), 0) < 6) {
        continue;  // both stood on one cell
      }
      position.to_move = i % 2;
      const CompactState state(near->tables(), position);
      // Seat 2 has a move more in a round that seat 1 has begun.
      const int lead = second_to_go - first_to_go - position.to_move;
      const int value = plain->Evaluate(state, 0) + 600 * lead;
      ASSERT_EQ(near->Evaluate(state, 0),
                std::clamp(value, -kMaxEvaluation, kMaxEvaluation));
      ASSERT_EQ(near->Evaluate(state, 1), -near->Evaluate(state, 0));
    }
  }
}

// Scattered pieces are hardly ever near.
TEST(NearTest, IsPlainWhereASeatIsFarAndOnOtherStars) {
  for (const auto& [size, seats] :
       {std::pair("3", "0+3"), std::pair("3", "0+2+4"),
        std::pair("4", "0+3")}) {
    const auto plain =
        MakeRules<CompactRules>({{"size", size}, {"seats", seats}});
    const auto near = plain->WithEvaluation("near");
    ASSERT_TRUE(near.ok()) << near.status();
    CompactState state = (*near)->InitialState();
    Random random(5);
    for (int ply = 0; ply < 60; ++ply) {
      ASSERT_EQ((*near)->Evaluate(state, 0), plain->Evaluate(state, 0));
      state.Apply(*state.RandomMove(random));
    }
  }
  const auto plain = MakeRules<CompactRules>({{"size", "3"}});
  const auto near = plain->WithEvaluation("near").value();
  // Seat 1 has filled its goal; seat 2 has a piece where it can never leave.
  const CompactState stuck =
      near->ParsePosition("B/2B/2B./B9./9./8./7./8./9./10./3A/2A/A 2").value();
  EXPECT_EQ(near->Evaluate(stuck, 0), plain->Evaluate(stuck, 0));
}

// Although the distances are known.
TEST(NearTest, IsPlainWhereASeatHasALongWay) {
  const auto plain = MakeRules<CompactRules>({{"size", "3"}});
  const auto near = plain->WithEvaluation("near").value();
  const star::Setup& setup = plain->setup();
  const LoneBoard board;
  Random random(6);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    uint64_t pieces = board.Goal();
    for (int back = 0; back < Distances::kFarthest; ++back) {
      std::array<uint64_t, LoneBoard::kPieces> to;
      board.Destinations(pieces, to);
      // Any piece as far back as it can go: the cells towards home come first.
      const auto piece = static_cast<int>(random.Below(LoneBoard::kPieces));
      if (to[piece] == 0) continue;
      pieces ^= uint64_t{1} << SelectBit(pieces, piece);
      pieces |= TakeLowest(to[piece]);
    }
    const Position position = Placed(setup, {pieces, board.Goal()});
    const CompactState state(near->tables(), position);
    const int64_t way = state.ToGo(0) - setup.ToGoAtGoal();
    const bool all_there =
        std::count(position.owner.begin(), position.owner.end(), 0) == 6;
    if (!all_there || 6 * way <= setup.ToGoAtStart() - setup.ToGoAtGoal()) {
      continue;
    }
    ++compared;
    ASSERT_EQ(near->Evaluate(state, 0), plain->Evaluate(state, 0));
  }
  EXPECT_GT(compared, 10);
}

TEST(NearTest, ThreadsShareOneTable) {
  const auto plain = MakeRules<CompactRules>({{"size", "3"}});
  std::vector<std::thread> threads;
  threads.reserve(4);
  std::array<int, 4> values{};
  for (int& value : values) {
    threads.emplace_back([&] {
      const auto near = plain->WithEvaluation("near").value();
      value = near->Evaluate(
          near->ParsePosition("B/2B/2B./10./9./8./2.A.B2./8./9./10./.2A/2A/A 1")
              .value(),
          0);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int value : values) EXPECT_EQ(value, values[0]);
}

// Six pieces for each seat, where they may stay or, now and then, anywhere.
Position ScatteredPosition(const Setup& setup, Random& random) {
  Position position;
  const auto cells = static_cast<uint32_t>(setup.board().cells());
  position.owner.assign(cells, kNobody);
  const bool anywhere = random.Below(4) == 0;
  for (int seat = 0; seat < setup.num_players(); ++seat) {
    for (int placed = 0; placed < 6;) {
      const int cell = static_cast<int>(random.Below(cells));
      if (position.owner[cell] != kNobody) continue;
      if (!anywhere && !setup.Allowed(seat, cell)) continue;
      position.owner[cell] = static_cast<int8_t>(seat);
      ++placed;
    }
  }
  position.to_move = static_cast<int>(
      random.Below(static_cast<uint32_t>(setup.num_players())));
  return position;
}

class TableTest : public ::testing::Test {
 protected:
  // How many moves the seat has to make after this round.
  int AfterRound(const star::Setup& setup, const Position& position,
                 int seat) const {
    uint64_t pieces = 0;
    bool stuck = false;
    for (int cell = 0; cell < setup.board().cells(); ++cell) {
      if (position.owner[cell] != seat) continue;
      const int number = cells_.Number(setup.Home(seat), cell);
      stuck = stuck || number < 0;
      if (number >= 0) pieces |= uint64_t{1} << number;
    }
    const int distance =
        stuck ? Distances::kNever
              : DistanceAt<LoneBoard>(table_.contents().data(), pieces);
    return seat >= position.to_move ? distance - 1 : distance;
  }

  const LoneCells cells_;
  RandomTable table_{DistancePreparation().table};
};

TEST_F(TableTest, EvaluatesByTheDistancesOfAllSeats) {
  EXPECT_EQ(DistancePreparation().table.bytes, 13'983'816u);
  table_.Write(/*mask=*/7);
  for (const char* seats : {"0+3", "2+5", "4+3", "0+2+4", "5+1+3", "0+1+3+4",
                            "0+1+2+3+4", "5+4+3+2+1+0"}) {
    const auto plain =
        MakeRules<CompactRules>({{"size", "3"}, {"seats", seats}});
    const auto table = plain->WithEvaluation("table");
    ASSERT_TRUE(table.ok()) << table.status();
    EXPECT_EQ(&(*table)->Original(), plain.get());
    EXPECT_EQ(&plain->Original(), plain.get());
    const star::Setup& setup = plain->setup();
    const int others = setup.num_players() - 1;
    Random random(3);
    for (int i = 0; i < 500; ++i) {
      const Position position = ScatteredPosition(setup, random);
      const CompactState state((*table)->tables(), position);
      int sum = 0;
      for (int seat = 0; seat <= others; ++seat) {
        sum += AfterRound(setup, position, seat);
      }
      for (int seat = 0; seat <= others; ++seat) {
        const int lead = sum - (others + 1) * AfterRound(setup, position, seat);
        const int value = plain->Evaluate(state, seat) + 600 * lead / others;
        ASSERT_EQ((*table)->Evaluate(state, seat),
                  std::clamp(value, -kMaxEvaluation, kMaxEvaluation));
      }
      if (others == 1) {
        ASSERT_EQ((*table)->Evaluate(state, 0), -(*table)->Evaluate(state, 1));
      }
    }
  }
}

TEST(PreparationsTest, AreThoseOfOneSizeAlone) {
  RandomTable table(DistancePreparation().table);
  table.Write();
  const Catalog catalog = Catalog::Create({Plugin()}).value();
  for (const auto& [name, size] :
       {std::pair("star", "4"), std::pair("star:players=3,size=5", "5")}) {
    const auto game = catalog.MakeGame(name).value();
    EXPECT_TRUE(game->Preparations().empty());
    const absl::Status refused =
        game->MakePlayer("alphabeta:evaluation=table").status();
    EXPECT_TRUE(absl::IsInvalidArgument(refused));
    EXPECT_EQ(refused.message(),
              std::string("evaluation=table is for star:size=3 alone, whatever "
                          "the players; for size=") +
                  size + " leave it out, which is evaluation=plain");
    EXPECT_TRUE(game->MakePlayer("alphabeta:evaluation=plain").ok());
  }
  for (const char* name : {"star:size=3", "star:players=6,size=3"}) {
    const auto preparations = catalog.MakeGame(name).value()->Preparations();
    ASSERT_EQ(preparations.size(), 1);
    EXPECT_EQ(preparations[0].table.id, "star3-distances");
  }
}

}  // namespace
}  // namespace boardwalk::star
