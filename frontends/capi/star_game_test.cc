// The four functions of chinese_checkers.h in games that the star's own rules
// referee.

#include "frontends/capi/players.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/random.h"
#include "frontends/capi/chinese_checkers.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::capi {
namespace {

// NOLINTBEGIN(google-runtime-int): what C takes.
using Triangles = std::vector<long>;

std::string TextOf(Position from, Position to) {
  if (from.row == to.row && from.col == to.col) return "pass";
  return absl::StrCat(from.row, ",", from.col, ":", to.row, ",", to.col);
}

std::pair<Position, Position> EndsOf(const std::string& move) {
  const std::vector<std::string> numbers =
      absl::StrSplit(move, absl::ByAnyChar(",:"));
  if (numbers.size() != 4) return {};
  return {{std::stol(numbers[0]), std::stol(numbers[1])},
          {std::stol(numbers[2]), std::stol(numbers[3])}};
}

// A game in which the library plays one seat, the others play at random.
class Referee {
 public:
  Referee(long size, Triangles triangles, int seat)
      : catalog_(*AllGames()),
        game_(*catalog_.MakeGame(absl::StrCat(
            "star:size=", size, ",seats=", absl::StrJoin(triangles, "+")))),
        state_(game_->InitialState()),
        seat_(seat) {
    triangles.resize(6, 99);  // what is not read
    InitChineseCheckers(game_->NumPlayers(), size, triangles.data(), seat);
  }
  ~Referee() { TermChineseCheckers(); }

  bool IsOver() const { return state_->IsTerminal(); }
  double ReturnOfTheLibrary() const { return state_->Returns()[seat_]; }

  // One turn of somebody's. A move of the library must be legal; if it passes,
  // on a piece of its own.
  void Turn() {
    if (state_->ToMove() == seat_) {
      Position from, to;
      YourMove(&from, &to);
      const std::string text = TextOf(from, to);
      const auto move = state_->ParseMove(text);
      ASSERT_TRUE(move.ok())
          << move.status() << " in " << state_->FormatPosition();
      if (text == "pass") {
        EXPECT_EQ(OwnerAt(from), seat_);
      }
      ASSERT_TRUE(state_->Apply(*move).ok());
      return;
    }
    const auto moves = state_->LegalMoves();
    const AnyMove move =
        moves[random_.Below(static_cast<uint32_t>(moves.size()))];
    Tell(state_->FormatMove(move));
    ASSERT_TRUE(state_->Apply(move).ok());
  }

  // Tells the library of a move by who is to move.
  void Tell(const std::string& move) {
    const auto [from, to] = EndsOf(move);
    OpponentMove(state_->ToMove(), from, to);
  }

  // Who is to move is passed over from now on, as after an illegal move.
  void PassOver() {
    const std::string text = state_->FormatPosition();
    const int next = (state_->ToMove() + 1) % game_->NumPlayers();
    state_ = *game_->ParsePosition(
        absl::StrCat(text.substr(0, text.rfind(' ')), " ", next + 1));
  }

  AnyState& state() { return *state_; }

 private:
  int OwnerAt(Position position) const {
    const std::string name = absl::StrCat(position.row, ",", position.col);
    for (const Piece& piece : state_->Pieces()) {
      if (game_->Layout().cells[piece.cell].name == name) return piece.owner;
    }
    return -1;
  }

  const Catalog catalog_;
  const std::shared_ptr<const AnyGame> game_;
  std::unique_ptr<AnyState> state_;
  const int seat_;
  Random random_{1};
};

TEST(StarGameTest, WinsAgainstRandomMovesFromEverySeat) {
  for (const Triangles& triangles : {Triangles{5, 2}, Triangles{1, 3, 5}}) {
    for (int seat = 0; seat < static_cast<int>(triangles.size()); ++seat) {
      Referee referee(3, triangles, seat);
      for (int i = 0; i < 1000 && !referee.IsOver() && !HasFailure(); ++i) {
        referee.Turn();
      }
      EXPECT_TRUE(referee.IsOver());
      EXPECT_GT(referee.ReturnOfTheLibrary(), 0);
    }
  }
}

TEST(StarGameTest, MovesAreLegalForAnyNumberOfPlayersAndSize) {
  for (const long size : {3, 4, 19, 64}) {
    for (const Triangles& triangles :
         {Triangles{4, 5}, Triangles{0, 2, 4}, Triangles{3, 2, 1, 0},
          Triangles{5, 0, 4, 1, 3}, Triangles{0, 1, 2, 3, 4, 5}}) {
      const int players = static_cast<int>(triangles.size());
      Referee referee(size, triangles, static_cast<int>(size) % players);
      const int turns = (size > 4 ? 4 : 20) * players;
      for (int i = 0; i < turns && !referee.IsOver() && !HasFailure(); ++i) {
        referee.Turn();
      }
    }
  }
}

// The document: its pieces stay, and its turns are skipped.
TEST(StarGameTest, PlaysOnBesideADisqualifiedOpponent) {
  for (int seat = 0; seat < 3; ++seat) {
    const int out = (seat + 1) % 3;
    Referee referee(3, {0, 2, 4}, seat);
    for (int i = 0; i < 90 && !referee.IsOver() && !HasFailure(); ++i) {
      if (i > 6 && referee.state().ToMove() == out) {
        if (i < 10) referee.Tell("0,0:16,0");
        if (i < 14) referee.Tell("pass");  // it could move
        referee.PassOver();
        if (referee.IsOver()) break;
      }
      referee.Turn();
    }
  }
}

TEST(StarGameTest, PassesOnItsOwnPieceWhenTheGameIsOver) {
  Referee referee(3, {0, 3}, 0);
  for (int i = 0; i < 1000 && !referee.IsOver() && !HasFailure(); ++i) {
    referee.Turn();
  }
  ASSERT_TRUE(referee.IsOver());
  Position from, to;
  YourMove(&from, &to);
  EXPECT_EQ(TextOf(from, to), "pass");
  EXPECT_GE(from.row, 9) << "one of those in the goal";
}

TEST(StarGameTest, ThinksLessWhereMoreMovesAreToCome) {
  EXPECT_EQ(StarPlayer(6), "alphabeta:memory=1,time=8333us");
  EXPECT_EQ(StarPlayer(10), "alphabeta:memory=1,time=5000us");
  EXPECT_EQ(StarPlayer(2080), "greedy");
}

TEST(StarGameTest, RefusesWhatIsNoGame) {
  EXPECT_FALSE(StarGame::Create(4, {0, 3}, 2, "greedy").ok());
  EXPECT_FALSE(StarGame::Create(4, {0, 3}, -1, "greedy").ok());
  EXPECT_FALSE(StarGame::Create(2, {0, 3}, 0, "greedy").ok());
  EXPECT_FALSE(StarGame::Create(4, {0, 0}, 0, "greedy").ok());
  EXPECT_FALSE(StarGame::Create(4, {0, 6}, 0, "greedy").ok());
  EXPECT_FALSE(StarGame::Create(4, {0, 3}, 0, "nobody").ok());
}

// A player that fails, here for want of a limit, is replaced by legal moves.
TEST(StarGameTest, AFailingPlayerMovesAllTheSame) {
  const auto game = StarGame::Create(4, {0, 3}, 0, "alphabeta");
  ASSERT_TRUE(game.ok()) << game.status();
  const auto [from, to] = (*game)->Move();
  EXPECT_NE(TextOf(from, to), "pass");
}

// NOLINTEND(google-runtime-int)

}  // namespace
}  // namespace boardwalk::capi
