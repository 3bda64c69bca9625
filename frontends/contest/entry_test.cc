// The rules and the evaluation of the entry that export-entry writes are those
// of the game, which knows no C.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include "framework/random.h"
#include "frontends/contest/entry/entry_testing.h"
#include "games/chinese8/chinese8.h"
#include "gtest/gtest.h"

extern "C" {
#include "frontends/contest/entry/aiplayer_STUDENTID.h"
}

namespace boardwalk::capi {
namespace {

using chinese8::Rules;
using chinese8::State;
using Board = std::array<int, 89>;

int Digits(int cell) { return (cell / 8 + 1) * 10 + cell % 8 + 1; }
int Digits(State::Move move) {
  return 100 * Digits(move.from) + Digits(move.to);
}

Board BoardOf(const State& state) {
  Board board;
  board.fill(-1);
  for (int cell = 0; cell < chinese8::kCells; ++cell) {
    board[Digits(cell)] = (state.Pieces(0) >> cell & 1)   ? 1
                          : (state.Pieces(1) >> cell & 1) ? 2
                                                          : 0;
  }
  return board;
}

std::set<int> MovesOf(const State& state) {
  std::vector<State::Move> list;
  state.LegalMoves(list);
  std::set<int> moves;
  for (const State::Move move : list) moves.insert(Digits(move));
  return moves;
}

std::set<int> EntryMoves(const State& state) {
  int moves[312];
  const int n = entry_moves(state.ToMove() + 1, BoardOf(state).data(), moves);
  std::set<int> set(moves, moves + std::max(n, 0));
  EXPECT_EQ(set.size(), n) << "a move twice, or none";
  return set;
}

// Six pieces a side anywhere, near the camps or crowded, all alike likely.
State RandomPosition(Random& random) {
  const int size = static_cast<int>(4 + random.Below(5));
  std::array<uint64_t, 2> pieces = {0, 0};
  for (int i = 0; i < 2 * chinese8::kPiecesPerSeat;) {
    const int row = static_cast<int>(random.Below(static_cast<uint32_t>(size)));
    const int column =
        static_cast<int>(random.Below(static_cast<uint32_t>(size)));
    const uint64_t cell = uint64_t{1} << (8 * row + column);
    if (((pieces[0] | pieces[1]) & cell) != 0) continue;
    pieces[i++ % 2] |= cell;
  }
  return {pieces, static_cast<int>(random.Below(2))};
}

void ExpectSame(const State& state) {
  const Rules rules;
  const int player = state.ToMove() + 1;
  const Board board = BoardOf(state);
  EXPECT_EQ(entry_winner(player, board.data()), state.Winner() + 1);
  EXPECT_EQ(entry_value(player, board.data()),
            rules.Evaluate(state, state.ToMove()));
  if (state.IsTerminal()) return;
  EXPECT_EQ(EntryMoves(state), MovesOf(state)) << rules.FormatPosition(state);
}

TEST(EntryTest, MovesValuesAndWinnersAreThoseOfTheGame) {
  Random random(1);
  for (int i = 0; i < 20000 && !HasFailure(); ++i) {
    ExpectSame(RandomPosition(random));
  }
}

// Positions near both ends, and the same after every move as from the board.
TEST(EntryTest, GamesAreThoseOfTheGame) {
  Random random(2);
  int wins = 0;
  for (int game = 0; game < 300 && !HasFailure(); ++game) {
    State state;
    while (!state.IsTerminal()) {
      ExpectSame(state);
      std::vector<State::Move> moves;
      state.LegalMoves(moves);
      // Mostly forward, so that the game ends.
      const State::Move one =
          moves[random.Below(static_cast<uint32_t>(moves.size()))];
      const State::Move other =
          moves[random.Below(static_cast<uint32_t>(moves.size()))];
      const Rules rules;
      const State::Move move =
          rules.EvaluateMove(state, one) > rules.EvaluateMove(state, other)
              ? one
              : other;
      const int player = state.ToMove() + 1;
      const uint64_t hash =
          entry_hash_after(player, BoardOf(state).data(), Digits(move));
      state.Apply(move);
      EXPECT_EQ(hash, entry_hash(3 - player, BoardOf(state).data()));
    }
    wins += state.Winner() >= 0 ? 1 : 0;
    EXPECT_EQ(entry_winner(state.ToMove() + 1, BoardOf(state).data()),
              state.Winner() + 1);
  }
  EXPECT_GT(wins, 0);
}

// By the rules of the document that name the mover alone a game may go on.
TEST(EntryTest, AnswersALegalMoveInEveryPositionEvenIfSomebodyHasWon) {
  Random random(3);
  int over = 0;
  for (int i = 0; i < 100; ++i) {
    State state = RandomPosition(random);
    if (i % 4 == 0) {  // Red's camp full, one piece of it Blue's
      const uint64_t camp = chinese8::kCamps[1];
      const uint64_t gone = camp & (~camp + 1);
      state = State({chinese8::kCamps[0] ^ 1 ^ gone, camp ^ gone ^ 1 << 27},
                    1 - i / 4 % 2);
    }
    over += state.IsTerminal() ? 1 : 0;
    const int player = state.ToMove() + 1;
    const Board board = BoardOf(state);
    const Board before = board;
    const int move = ai_player_STUDENTID(player, board.data());
    EXPECT_EQ(board, before);
    EXPECT_EQ(EntryMoves(state).count(move), 1) << move;
  }
  EXPECT_GT(over, 10);
}

TEST(EntryTest, FindsAWinAtOnceAndDoesNotOverlookThreats) {
  // Blue's last piece is a step from the goal.
  Board board = BoardOf(
      State({chinese8::kCamps[1] ^ uint64_t{1} << 47 ^ uint64_t{1} << 38,
             chinese8::kCamps[0]},
            0));
  const int move = ai_player_STUDENTID(1, board.data());
  EXPECT_EQ(move, 5768);
}

TEST(EntryTest, NonsenseIsNoMove) {
  const Board opening = BoardOf(State());
  EXPECT_EQ(ai_player_STUDENTID(1, nullptr), 0);
  for (const int player : {0, 3, -1, std::numeric_limits<int>::min(),
                           std::numeric_limits<int>::max()}) {
    EXPECT_EQ(ai_player_STUDENTID(player, opening.data()), 0);
  }
  for (const int value : {-1, 1, 2, 3, -2, std::numeric_limits<int>::min(),
                          std::numeric_limits<int>::max()}) {
    Board board = opening;
    board[44] = value;
    EXPECT_EQ(ai_player_STUDENTID(1, board.data()), 0) << value;
  }
  for (const int value : {-1, 0, 1, 2}) {
    Board board;
    board.fill(value);
    EXPECT_EQ(ai_player_STUDENTID(2, board.data()), 0) << value;
  }
}

// Whatever stands beside the board: some hosts keep something there.
TEST(EntryTest, ReadsNothingOffTheBoard) {
  const Board opening = BoardOf(State());
  Board other = opening;
  for (int& value : other) {
    if (value == -1) value = 77;
  }
  int moves[312], others[312];
  const int n = entry_moves(1, opening.data(), moves);
  EXPECT_EQ(entry_moves(1, other.data(), others), n);
  EXPECT_TRUE(std::equal(moves, moves + n, others));
  EXPECT_NE(ai_player_STUDENTID(1, other.data()), 0);
}

}  // namespace
}  // namespace boardwalk::capi
