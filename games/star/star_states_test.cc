// The states of the star, held to each other and to their own contract.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "framework/perft.h"
#include "games/star/star.h"

namespace boardwalk::star {
namespace {

using Given = std::vector<std::pair<std::string, std::string>>;

template <typename R>
std::unique_ptr<const R> MakeRules(const Given& given) {
  auto parameters = Parameters::Parse("star", Info().parameters, given);
  EXPECT_TRUE(parameters.ok()) << parameters.status();
  auto rules = R::Create(*parameters);
  EXPECT_TRUE(rules.ok()) << rules.status();
  return *std::move(rules);
}

// One for each number of words.
using AllCompactRules =
    testing::Types<CompactRules, CompactRulesOf<2>, CompactRulesOf<3>>;
template <typename R>
class CompactStateTest : public testing::Test {};
TYPED_TEST_SUITE(CompactStateTest, AllCompactRules);

template <typename R>
std::vector<int> Sizes() {
  std::vector<int> sizes;
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    if (R::State::Supports(size)) sizes.push_back(size);
  }
  return sizes;
}

template <typename R>
std::vector<Given> SmallSets() {
  std::vector<Given> sets;
  for (const int number : Sizes<R>()) {
    const std::string size = std::to_string(number);
    for (const char* players : {"2", "3", "4", "5", "6"}) {
      sets.push_back({{"size", size}, {"players", players}});
    }
    sets.push_back({{"size", size}, {"seats", "5+1"}});
  }
  return sets;
}

template <typename R>
std::vector<std::string> Texts(const R& rules, const typename R::State& state) {
  MoveListFor<typename R::State> list;
  state.LegalMoves(list);
  std::vector<std::string> texts;
  for (const auto move : list) texts.push_back(rules.FormatMove(state, move));
  std::sort(texts.begin(), texts.end());
  return texts;
}

// Draws a number given beforehand, and counts the draws.
struct Loaded {
  uint32_t value = 0;
  uint32_t asked = 0;
  int draws = 0;
  uint32_t Below(uint32_t n) {
    asked = n;
    ++draws;
    return value;
  }
};

template <typename R>
void CheckRandomMoves(const typename R::State& state) {
  MoveListFor<typename R::State> list;
  state.LegalMoves(list);
  ASSERT_EQ(state.CountLegalMoves(), static_cast<int>(list.size()));
  for (size_t i = 0; i < list.size(); ++i) {
    Loaded random{static_cast<uint32_t>(i)};
    ASSERT_EQ(state.RandomMove(random), list[i]);
    ASSERT_EQ(random.asked, list.size());
    ASSERT_EQ(random.draws, 1);
  }
}

// The position made afresh from its text.
template <typename R>
typename R::State Remade(const R& rules, const typename R::State& state) {
  auto again = rules.ParsePosition(rules.FormatPosition(state));
  EXPECT_TRUE(again.ok()) << again.status();
  return *std::move(again);
}

TYPED_TEST(CompactStateTest, AgreesWithTheLargeOneAlongRandomGames) {
  for (const Given& given : SmallSets<TypeParam>()) {
    const auto compact = MakeRules<TypeParam>(given);
    const auto large = MakeRules<LargeRules>(given);
    auto small = compact->InitialState();
    LargeState big = large->InitialState();
    // Those of large boards have hundreds of moves.
    const int plies = TypeParam::State::Supports(4) ? 400 : 100;
    Random random(11);
    for (int ply = 0; ply < plies && !small.IsTerminal(); ++ply) {
      const std::vector<std::string> texts = Texts(*compact, small);
      ASSERT_EQ(Texts(*large, big), texts) << compact->FormatPosition(small);
      ASSERT_EQ(large->FormatPosition(big), compact->FormatPosition(small));
      for (int seat = 0; seat < small.NumPlayers(); ++seat) {
        ASSERT_EQ(large->Evaluate(big, seat), compact->Evaluate(small, seat));
      }
      const std::string& text =
          texts[random.Below(static_cast<uint32_t>(texts.size()))];
      small.Apply(*compact->ParseMove(small, text));
      big.Apply(*large->ParseMove(big, text));
      ASSERT_EQ(small.IsTerminal(), big.IsTerminal());
    }
  }
}

TYPED_TEST(CompactStateTest, AgreesWithTheLargeOneOnPerft) {
  for (const Given& given : SmallSets<TypeParam>()) {
    const auto compact = MakeRules<TypeParam>(given);
    const auto large = MakeRules<LargeRules>(given);
    auto small = compact->InitialState();
    LargeState big = large->InitialState();
    EXPECT_EQ(Perft(small, 3), Perft(big, 3));
  }
}

// Everything that a state keeps up to date is what a fresh one would have.
template <typename R>
void CheckBookkeeping(const Given& given, int plies) {
  const auto rules = MakeRules<R>(given);
  typename R::State state = rules->InitialState();
  Random random(5);
  for (int ply = 0; ply < plies && !state.IsTerminal(); ++ply) {
    const typename R::State fresh = Remade(*rules, state);
    ASSERT_TRUE(fresh == state);
    ASSERT_EQ(fresh.Hash(), state.Hash());
    MoveListFor<typename R::State> list, fresh_list;
    state.LegalMoves(list);
    fresh.LegalMoves(fresh_list);
    // The same order, too: it may not depend on the moves that led here.
    ASSERT_TRUE(std::equal(list.begin(), list.end(), fresh_list.begin(),
                           fresh_list.end()));
    for (int seat = 0; seat < state.NumPlayers(); ++seat) {
      ASSERT_EQ(fresh.ToGo(seat), state.ToGo(seat));
    }
    CheckRandomMoves<R>(state);
    const typename R::State before = state;
    state.Apply(*state.RandomMove(random));
    ASSERT_FALSE(before == state);
    ASSERT_NE(before.Hash(), state.Hash());
  }
}

TYPED_TEST(CompactStateTest, BookkeepingHolds) {
  const int plies = TypeParam::State::Supports(4) ? 150 : 60;
  for (const Given& given : SmallSets<TypeParam>()) {
    CheckBookkeeping<TypeParam>(given, plies);
  }
}

TEST(StarStatesTest, LargeBookkeepingHolds) {
  CheckBookkeeping<LargeRules>({{"size", "3"}, {"players", "6"}}, 300);
  CheckBookkeeping<LargeRules>({{"size", "4"}, {"players", "3"}}, 150);
  CheckBookkeeping<LargeRules>({{"size", "9"}, {"players", "6"}}, 60);
  CheckBookkeeping<LargeRules>({{"size", "20"}, {"seats", "4+0+1"}}, 20);
}

TEST(StarStatesTest, UndoRestoresEverything) {
  for (const char* size : {"3", "9"}) {
    const auto rules =
        MakeRules<LargeRules>({{"size", size}, {"players", "6"}});
    LargeState state = rules->InitialState();
    Random random(2);
    std::vector<LargeState> trail;
    std::vector<LargeState::UndoInfo> infos;
    for (int ply = 0; ply < 200 && !state.IsTerminal(); ++ply) {
      trail.push_back(state);
      infos.push_back(state.ApplyWithUndo(*state.RandomMove(random)));
    }
    while (!trail.empty()) {
      state.Undo(infos.back());
      ASSERT_TRUE(state == trail.back());
      ASSERT_EQ(state.Hash(), trail.back().Hash());
      ASSERT_EQ(Texts(*rules, state), Texts(*rules, trail.back()));
      for (int seat = 0; seat < state.NumPlayers(); ++seat) {
        ASSERT_EQ(state.ToGo(seat), trail.back().ToGo(seat));
      }
      trail.pop_back();
      infos.pop_back();
    }
  }
}

TEST(StarStatesTest, UndoTakesBackAPassAndAWin) {
  const auto rules = MakeRules<LargeRules>({{"size", "3"}});
  auto stuck =
      rules->ParsePosition("./2./3./3A7./2A7./A7./7./8./9./10./3B/2B/B 1");
  ASSERT_TRUE(stuck.ok()) << stuck.status();
  LargeState state = *stuck;
  state.Undo(state.ApplyWithUndo({0, 0}));
  EXPECT_TRUE(state == *stuck);

  auto last =
      rules->ParsePosition("B/2B/2B./5.B4./9./8./7./8./9./4.A5./.2A/2A/A 2");
  ASSERT_TRUE(last.ok()) << last.status();
  state = *last;
  const auto info = state.ApplyWithUndo(*rules->ParseMove(state, "3,1:2,1"));
  EXPECT_TRUE(state.IsTerminal());
  state.Undo(info);
  EXPECT_FALSE(state.IsTerminal());
  EXPECT_TRUE(state == *last);
}

// A seat about to fill its goal, where one or two pieces are at home still; the
// others stand anywhere.
Position NearlyDone(const Setup& setup, int seat, Random& random) {
  const int cells = setup.board().cells();
  Position position;
  position.owner.assign(static_cast<size_t>(cells), kNobody);
  const auto below = [&](size_t n) {
    return random.Below(static_cast<uint32_t>(n));
  };
  std::vector<int> nearest, far;
  for (int cell = 0; cell < cells; ++cell) nearest.push_back(cell);
  std::sort(nearest.begin(), nearest.end(), [&](int a, int b) {
    return setup.ToGo(seat, a) < setup.ToGo(seat, b);
  });
  const auto pieces = static_cast<size_t>(setup.pieces());
  far.assign(nearest.begin() + static_cast<ptrdiff_t>(pieces) + 3,
             nearest.end());
  nearest.resize(pieces + 3);
  const auto put = [&](std::vector<int>& on, size_t i, int owner) {
    position.owner[on[i]] = static_cast<int8_t>(owner);
    on.erase(on.begin() + static_cast<ptrdiff_t>(i));
  };
  const int host = setup.Host(seat);
  const size_t at_home = 1 + below(2);
  for (size_t i = 0; i < at_home; ++i) put(nearest, below(pieces - i), host);
  for (size_t i = 0; i < pieces; ++i) put(nearest, below(nearest.size()), seat);
  for (int other = 0; other < setup.num_players(); ++other) {
    if (other == seat) continue;
    for (size_t i = other == host ? at_home : 0; i < pieces; ++i) {
      put(far, below(far.size()), other);
    }
  }
  position.to_move = host;
  return position;
}

// How many moves in a row take a piece of `host` out of the goal of `guest`,
// while everything else and its own start stay occupied; counted cell by cell.
int SlowExitDistance(const Setup& setup, const Position& position, int host,
                     int guest) {
  const Board& board = setup.board();
  const auto is_empty = [&](int cell) {
    return cell >= 0 && position.owner[cell] == kNobody;
  };
  std::set<int> reached;
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (position.owner[cell] == host && setup.InGoal(guest, cell)) {
      reached.insert(cell);
    }
  }
  if (reached.empty()) return 0;
  for (int distance = 1;; ++distance) {
    std::set<int> ends;
    for (const int from : reached) {
      std::set<int> chain = {from};
      for (size_t before = 0; before != chain.size();) {
        before = chain.size();
        for (const int cell : std::set<int>(chain)) {
          for (int direction = 0; direction < kDirections; ++direction) {
            const int near = board.Next(cell, direction);
            if (near < 0) continue;
            if (cell == from && is_empty(near)) ends.insert(near);
            if (is_empty(near)) continue;
            const int far = board.Next(near, direction);
            if (is_empty(far)) chain.insert(far);
          }
        }
      }
      chain.erase(from);
      ends.insert(chain.begin(), chain.end());
    }
    const size_t before = reached.size();
    for (const int cell : ends) {
      if (!setup.Allowed(host, cell)) continue;
      if (!setup.InGoal(guest, cell)) return distance;
      reached.insert(cell);
    }
    if (reached.size() == before) return kNoExit;
  }
}

// How many pieces of `host` in the goal of `guest` have no move out of it, by
// the legal moves of the host.
template <typename R>
int SlowBlocked(const R& rules, Position position, int host, int guest) {
  const auto& setup = rules.setup();
  position.to_move = host;
  const typename R::State state(rules.tables(), position);
  MoveListFor<typename R::State> moves;
  state.LegalMoves(moves);
  std::set<int> can_leave;
  for (const auto move : moves) {
    const CellMove cells = state.ToCells(move);
    if (!cells.IsPass() && setup.InGoal(guest, cells.from) &&
        !setup.InGoal(guest, cells.to)) {
      can_leave.insert(cells.from);
    }
  }
  int blocked = 0;
  for (int cell = 0; cell < setup.board().cells(); ++cell) {
    const bool at_home =
        position.owner[cell] == host && setup.InGoal(guest, cell);
    if (at_home && !can_leave.contains(cell)) ++blocked;
  }
  return blocked;
}

// Those where every goal is somebody's home.
template <typename R>
std::vector<Given> SetsWithHosts() {
  const std::string first = std::to_string(Sizes<R>().front());
  const std::string last = std::to_string(Sizes<R>().back());
  return {{{"size", first}},
          {{"size", last}},
          {{"size", first}, {"players", "4"}},
          {{"size", last}, {"players", "6"}}};
}

TYPED_TEST(CompactStateTest, PiecesAtHomeWithoutAMoveOutAreBlocked) {
  for (const Given& given : SetsWithHosts<TypeParam>()) {
    const auto compact = MakeRules<TypeParam>(given);
    const auto large = MakeRules<LargeRules>(given);
    const auto& setup = compact->setup();
    const int players = setup.num_players();
    Random random(18);
    std::map<int, int> counts;
    for (int i = 0; i < 2000; ++i) {
      const int seat = i % players;
      const Position position = NearlyDone(setup, seat, random);
      const typename TypeParam::State small(compact->tables(), position);
      const LargeState big(large->tables(), position);
      const int blocked =
          SlowBlocked(*compact, position, setup.Host(seat), seat);
      ASSERT_EQ(small.Blocked(seat), blocked) << compact->FormatPosition(small);
      ASSERT_EQ(big.Blocked(seat), blocked);
      ++counts[blocked];
    }
    for (const int blocked : {0, 1, 2}) EXPECT_GT(counts[blocked], 5);
  }
}

TYPED_TEST(CompactStateTest, TheExitDistanceCountsMovesOutOfAGoal) {
  for (const Given& given : SetsWithHosts<TypeParam>()) {
    const auto compact = MakeRules<TypeParam>(given);
    const auto large = MakeRules<LargeRules>(given);
    const auto& setup = compact->setup();
    const int players = setup.num_players();
    Random random(17);
    std::map<int, int> counts;
    for (int i = 0; i < 2000 * players / 2; ++i) {
      const int seat = i % players;
      const Position position = NearlyDone(setup, seat, random);
      const typename TypeParam::State small(compact->tables(), position);
      const LargeState big(large->tables(), position);
      const int distance =
          SlowExitDistance(setup, position, setup.Host(seat), seat);
      ASSERT_EQ(small.ExitDistance(seat), distance)
          << compact->FormatPosition(small);
      ASSERT_EQ(big.ExitDistance(seat), distance);
      ASSERT_EQ(compact->Evaluate(small, seat), large->Evaluate(big, seat));
      ++counts[distance];
    }
    for (const int distance : {1, 2, 3, kNoExit}) {
      EXPECT_GT(counts[distance], 2) << distance;
    }
  }
}

TEST(StarStatesTest, AGoalWithoutItsHostsPiecesNeedsNoExit) {
  const auto rules = MakeRules<CompactRules>({{"size", "3"}});
  EXPECT_EQ(rules->InitialState().ExitDistance(0), 1);
  const auto state =
      rules->ParsePosition("B/2B/2B./B9./9./8./7./8./9./10./3A/2A/A 2");
  ASSERT_TRUE(state.ok()) << state.status();
  EXPECT_EQ(state->ExitDistance(0), 0);
}

TEST(StarStatesTest, AGoalThatIsNobodysHomeNeedsNoExit) {
  const auto compact = MakeRules<CompactRules>({{"players", "3"}});
  const auto large = MakeRules<LargeRules>({{"players", "3"}});
  Random random(1);
  CompactState small = compact->InitialState();
  LargeState big = large->InitialState();
  for (int ply = 0; ply < 300 && !small.IsTerminal(); ++ply) {
    for (int seat = 0; seat < 3; ++seat) {
      ASSERT_EQ(small.ExitDistance(seat), 0);
      ASSERT_EQ(big.ExitDistance(seat), 0);
      ASSERT_EQ(small.Blocked(seat), 0);
      ASSERT_EQ(big.Blocked(seat), 0);
    }
    const auto move = *small.RandomMove(random);
    big.Apply(big.FromCells(small.ToCells(move)));
    small.Apply(move);
  }
}

template <typename R>
void CheckMoveValues(const Given& given) {
  const auto rules = MakeRules<R>(given);
  typename R::State state = rules->InitialState();
  Random random(13);
  for (int ply = 0; ply < 60 && !state.IsTerminal(); ++ply) {
    MoveListFor<typename R::State> moves;
    state.LegalMoves(moves);
    const int seat = state.ToMove();
    std::map<int, int> evaluations;  // by what the move is worth
    for (const auto move : moves) {
      typename R::State after = state;
      after.Apply(move);
      ASSERT_EQ(state.Gain(move), state.ToGo(seat) - after.ToGo(seat));
      evaluations[rules->EvaluateMove(state, move)] =
          rules->Evaluate(after, seat);
    }
    int last = -kMaxEvaluation;
    for (const auto& [worth, evaluation] : evaluations) {
      ASSERT_GE(evaluation, last) << worth;
      last = evaluation;
    }
    state.Apply(*state.RandomMove(random));
  }
}

TYPED_TEST(CompactStateTest, MovesAreOrderedAsByTheEvaluation) {
  for (const Given& given : SmallSets<TypeParam>()) {
    CheckMoveValues<TypeParam>(given);
    CheckMoveValues<LargeRules>(given);
  }
}

// From wherever a piece stands there is a step that brings it nearer, so that
// no piece rests short of the tip; and the same for every seat.
TEST(StarStatesTest, EveryPieceIsDrawnToTheTip) {
  for (const char* size : {"3", "4", "9"}) {
    const auto rules =
        MakeRules<LargeRules>({{"size", size}, {"players", "6"}});
    const auto& setup = rules->setup();
    for (int seat = 0; seat < 6; ++seat) {
      for (int cell = 0; cell < setup.board().cells(); ++cell) {
        if (setup.board().RowFrom(setup.Goal(seat), cell) == 0) continue;
        int best = setup.ToGo(seat, cell);
        for (int direction = 0; direction < kDirections; ++direction) {
          const int next = setup.board().Next(cell, direction);
          if (next >= 0) best = std::min(best, setup.ToGo(seat, next));
        }
        EXPECT_LT(best, setup.ToGo(seat, cell)) << size << " " << cell;
      }
    }
  }
}

TEST(StarStatesTest, HashTellsSeatsAndTurnsApart) {
  const auto rules = MakeRules<CompactRules>({{"size", "3"}});
  const std::string swapped = "B/2B/2B./B9./9./8./7./8./9./A9./.2A/2A/A";
  const std::string rows = "A/2A/2A./A9./9./8./7./8./9./B9./.2B/2B/B";
  const CompactState first = *rules->ParsePosition(rows + " 1");
  const CompactState second = *rules->ParsePosition(rows + " 2");
  const CompactState other = *rules->ParsePosition(swapped + " 2");
  EXPECT_FALSE(first == second);
  EXPECT_NE(first.Hash(), second.Hash());
  EXPECT_FALSE(second == other);
  EXPECT_NE(second.Hash(), other.Hash());
}

// A step or jump by shifting must arrive where the board says, or nowhere.
TYPED_TEST(CompactStateTest, ShiftsNeverWrapAroundTheBoard) {
  using Tables = typename TypeParam::State::Tables;
  using Rows = RowsOf<Tables::kWords>;
  for (const int size : Sizes<TypeParam>()) {
    const auto rules = MakeRules<TypeParam>({{"size", std::to_string(size)}});
    const Tables tables(rules->setup());
    const Board& board = rules->setup().board();
    // The slot of a lattice that is `offset` from `slot`, -1 off the board.
    const auto moved = [&tables](int slot, int lattice, Offset offset) {
      const int from = slot / 64 / kLattices;
      const int word = Rows::Source(from, {-offset.row, 0});
      const int bit = slot % 64 + Rows::Bits(word, offset);
      const int at = word * kLattices + lattice;
      const bool there =
          bit >= 0 && bit < 64 && (tables.board[at] >> bit & 1) != 0;
      return there ? at * 64 + bit : -1;
    };
    const auto slot_of = [&tables](int cell) {
      return cell < 0 ? -1 : int{tables.slot_of[cell]};
    };
    for (int cell = 0; cell < board.cells(); ++cell) {
      const int slot = slot_of(cell), lattice = slot / 64 % kLattices;
      ASSERT_EQ(tables.cell_of[slot], cell);
      for (int direction = 0; direction < kDirections; ++direction) {
        const int near = board.Next(cell, direction);
        ASSERT_EQ(moved(slot, compact::StepLattice(lattice, direction),
                        compact::StepOffset(lattice, direction)),
                  slot_of(near));
        if (near < 0) continue;
        ASSERT_EQ(moved(slot, lattice, compact::JumpOffset(direction)),
                  slot_of(board.Next(near, direction)));
      }
    }
  }
}

TYPED_TEST(CompactStateTest, HasRoomForAllPiecesAndMoves) {
  const Board board(Sizes<TypeParam>().back());
  std::array<int, kLattices> cells{};
  for (int cell = 0; cell < board.cells(); ++cell) {
    ++cells[2 * (board.Row(cell) % 2) + (board.Diagonal(cell) & 1)];
  }
  const int most = *std::max_element(cells.begin(), cells.end());
  const int pieces = board.size() * (board.size() + 1) / 2;
  using Rows = RowsOf<TypeParam::State::Tables::kWords>;
  EXPECT_EQ(Rows::kMaxPieces, pieces);
  EXPECT_EQ(Rows::kMaxCells, most);
  EXPECT_EQ(TypeParam::State::kMaxMoves, pieces * (6 + most - 1));
}

TYPED_TEST(CompactStateTest, IsTriviallyCopyable) {
  EXPECT_TRUE(std::is_trivially_copyable_v<typename TypeParam::State>);
}

TEST(StarStatesTest, TheStateOfTheUsualStarIsSmall) {
  EXPECT_FALSE(CompactState::Supports(5));
  EXPECT_LE(sizeof(CompactState), 320u);
}

}  // namespace
}  // namespace boardwalk::star
