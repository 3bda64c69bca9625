#include "frontends/capi/players.h"

#include <array>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/any_game.h"
#include "games/registry.h"
#include "gtest/gtest.h"

namespace boardwalk::capi {
namespace {

constexpr char kQuick[] = "random";

using Board = std::array<int, 89>;

// The interchange board of a position's text, which begins with the rows.
Board Interchange(const std::string& position) {
  Board board;
  board.fill(-1);
  for (size_t row = 0; row < 8; ++row) {
    for (size_t column = 0; column < 8; ++column) {
      const char sign = position[row * 9 + column];
      board[(row + 1) * 10 + column + 1] = sign == '#'   ? 1
                                           : sign == 'O' ? 2
                                                         : 0;
    }
  }
  return board;
}

std::shared_ptr<const AnyGame> Chinese8() {
  return *AllGames()->MakeGame("chinese8");
}

TEST(ChooseMoveTest, EveryMoveOfAGameIsLegal) {
  const auto game = Chinese8();
  for (const char* algorithm : {"alphabeta:depth=2", "random:seed=3"}) {
    const auto state = game->InitialState();
    while (!state->IsTerminal()) {
      const Board board = Interchange(state->FormatPosition());
      const Board before = board;
      const int move = ChooseMove(state->ToMove() + 1, board.data(), algorithm);
      ASSERT_EQ(board, before);
      const auto legal = state->ParseMove(absl::StrCat(move));
      ASSERT_TRUE(legal.ok()) << legal.status();
      ASSERT_TRUE(state->Apply(*legal).ok());
    }
    const Board board = Interchange(state->FormatPosition());
    if (state->Returns()[0] != 0) {
      EXPECT_EQ(ChooseMove(1, board.data(), algorithm), 0);
      EXPECT_EQ(ChooseMove(2, board.data(), algorithm), 0);
    }
  }
}

TEST(ChooseMoveTest, AnAlgorithmThatFailsStillMoves) {
  const Board board = Interchange(Chinese8()->InitialState()->FormatPosition());
  EXPECT_EQ(ChooseMove(1, board.data(), "nobody"), 1133);
  EXPECT_EQ(ChooseMove(1, board.data(), "alphabeta:depth=0"), 1133);
}

TEST(ChooseMoveTest, ThreadsDoNotDisturbEachOther) {
  const auto game = Chinese8();
  const Board board = Interchange(game->InitialState()->FormatPosition());
  const std::string algorithm = "alphabeta:depth=3";
  const int blue = ChooseMove(1, board.data(), algorithm);
  const int red = ChooseMove(2, board.data(), algorithm);
  std::vector<std::thread> threads;
  std::array<int, 4> moves = {};
  threads.reserve(moves.size());
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back(
        [&, i] { moves[i] = ChooseMove(i % 2 + 1, board.data(), algorithm); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(moves, (std::array<int, 4>{blue, red, blue, red}));
}

TEST(ChooseMoveTest, NonsenseGivesZero) {
  const Board good = Interchange(Chinese8()->InitialState()->FormatPosition());
  EXPECT_EQ(ChooseMove(1, nullptr, kQuick), 0);
  EXPECT_EQ(ChooseMove(0, good.data(), kQuick), 0);
  for (size_t i = 0; i < good.size(); ++i) {
    for (const int value : {-2147483647 - 1, -2, -1, 0, 1, 2, 3, 2147483647}) {
      if (value == good[i]) continue;
      Board bad = good;
      bad[i] = value;
      EXPECT_EQ(ChooseMove(1, bad.data(), kQuick), 0) << i << " is " << value;
    }
  }
}

}  // namespace
}  // namespace boardwalk::capi
