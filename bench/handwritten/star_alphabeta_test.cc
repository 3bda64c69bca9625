// The rules of the yardstick are those of the game: same moves, same ends.

#include "bench/handwritten/star_alphabeta.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/any_game.h"
#include "framework/limits.h"
#include "framework/random.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::bench {
namespace {

using Move = HandmadeStar::Move;

std::vector<Move> MovesOf(HandmadeStar& star) {
  std::vector<Move> moves(HandmadeStar::kMaxMoves);
  moves.resize(static_cast<size_t>(star.ListMoves(moves.data())));
  return moves;
}

uint64_t Perft(HandmadeStar& star, int depth) {
  if (depth == 0) return 1;
  if (star.IsOver()) return 0;
  uint64_t leaves = 0;
  for (const Move move : MovesOf(star)) {
    star.Make(move);
    leaves += Perft(star, depth - 1);
    star.Undo(move);
  }
  return leaves;
}

class StarAlphaBetaTest : public testing::TestWithParam<std::string> {
 protected:
  StarAlphaBetaTest()
      : game_(AllGames()->MakeGame(GetParam()).value()),
        opening_(game_->InitialState()->FormatPosition()),
        star_(opening_, /*squares=*/true) {}

  const std::shared_ptr<const AnyGame> game_;
  const std::string opening_;
  HandmadeStar star_;
};

TEST_P(StarAlphaBetaTest, CountsPositionsLikeTheGame) {
  const auto opening = game_->InitialState();
  EXPECT_EQ(Perft(star_, 3), game_->Perft(*opening, 3).value());
  Random random(7);
  for (int game = 0; game < 3; ++game) {
    const auto state = game_->InitialState();
    for (int ply = 0; ply < 25 + game; ++ply) {
      const auto moves = state->LegalMoves();
      const auto count = static_cast<uint32_t>(moves.size());
      ASSERT_TRUE(state->Apply(moves[random.Below(count)]).ok());
    }
    star_.Set(state->FormatPosition());
    EXPECT_EQ(Perft(star_, 2), game_->Perft(*state, 2).value());
  }
}

// Greedy moves reach the end of the game.
TEST_P(StarAlphaBetaTest, PlaysGamesLikeTheGame) {
  HandmadeStar read = star_;
  const auto state = game_->InitialState();
  for (int ply = 0; ply < 300 && !state->IsTerminal(); ++ply) {
    ASSERT_FALSE(star_.IsOver());
    ASSERT_EQ(star_.to_move(), state->ToMove());
    std::vector<Move> moves = MovesOf(star_);
    std::vector<std::string> texts;
    texts.reserve(moves.size());
    for (const Move move : moves) texts.push_back(star_.Text(move));
    ASSERT_THAT(texts,
                testing::UnorderedElementsAreArray(state->LegalMoveTexts()));
    const Move best =
        *std::max_element(moves.begin(), moves.end(),
                          [](Move a, Move b) { return a.gain < b.gain; });
    const int lead = star_.Lead();
    const std::string text = star_.Text(best);
    star_.Make(best);
    ASSERT_EQ(-star_.Lead(), lead + best.gain);
    ASSERT_TRUE(state->Apply(state->ParseMove(text).value()).ok());
    read.Set(state->FormatPosition());
    ASSERT_EQ(read.hash(), star_.hash());
    ASSERT_EQ(read.Lead(), star_.Lead());
    ASSERT_EQ(read.IsOver(), star_.IsOver());
  }
  EXPECT_EQ(star_.IsOver(), state->IsTerminal());
}

INSTANTIATE_TEST_SUITE_P(Stars, StarAlphaBetaTest,
                         testing::Values("star:size=3", "star:size=4",
                                         "star:seats=1+4,size=5",
                                         "star:seats=4+2,size=6"));

HandmadeAlphaBeta::Result Search(HandmadeStar& star, int depth,
                                 std::vector<uint64_t> past = {}) {
  Budget budget({}, std::nullopt);
  return HandmadeAlphaBeta().Run(star, std::move(past), depth, budget);
}

HandmadeStar Small(const std::string& position) {
  const auto game = AllGames()->MakeGame("star:size=3").value();
  HandmadeStar star(game->InitialState()->FormatPosition(), true);
  star.Set(position);
  return star;
}

// Pieces that only a position's text can put into a triangle of others.
TEST(HandmadeStarTest, PiecesInOtherTrianglesStayThere) {
  const auto game = AllGames()->MakeGame("star:size=3").value();
  constexpr char kText[] = "A/2A/.2A/9.A/9./8./7./8./9./B9./.2B/2B/B 1";
  const auto state = game->ParsePosition(kText).value();
  HandmadeStar star = Small(kText);
  EXPECT_EQ(MovesOf(star).size(), state->LegalMoves().size());
}

constexpr char kOneStep[] = "B/2B/.2B/3.B6./9./8./6A./8./9./10./3./2./. ";

TEST(HandmadeAlphaBetaTest, FindsWinsAndLosses) {
  HandmadeStar star = Small(absl::StrCat(kOneStep, 2));
  auto result = Search(star, 4);
  EXPECT_EQ(star.Text(result.move), "3,-1:2,-1");
  EXPECT_EQ(result.score, HandmadeAlphaBeta::kWin - 1);
  EXPECT_EQ(result.depth, 1);
  star.Set(absl::StrCat(kOneStep, 1));
  result = Search(star, 4);
  EXPECT_EQ(result.score, 2 - HandmadeAlphaBeta::kWin);
  EXPECT_EQ(result.depth, 2);
}

TEST(HandmadeAlphaBetaTest, DoesNotRepeatAPosition) {
  HandmadeStar star = Small(absl::StrCat(kOneStep, 2));
  const auto win = Search(star, 1).move;
  star.Make(win);
  const uint64_t hash = star.hash();
  star.Undo(win);
  EXPECT_FALSE(Search(star, 1, {hash}).move == win);
}

}  // namespace
}  // namespace boardwalk::bench
