// What clicked cells mean.

#include "frontends/web/rooms/pointing.h"

#include "framework/game_adapter.h"
#include "frontends/session/move_input.h"
#include "games/registry.h"
#include "gmock/gmock.h"

namespace boardwalk::web {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A game of one move on five points, a to e: from a to d by b or by c, from a
// to b, from b to e two different ways, or a pass. After a to b there is
// another one, which is to pass.
class FiveState {
 public:
  struct Move {
    uint8_t number;
    bool operator==(const Move&) const = default;
  };
  static constexpr int kMaxMoves = 6;
  int NumPlayers() const { return 2; }
  int ToMove() const { return 0; }
  bool IsTerminal() const { return over_; }
  SeatValues Returns() const { return {}; }
  template <typename List>
  void LegalMoves(List& list) const {
    for (uint8_t i = stuck_ ? 5 : 0; !over_ && i < kMaxMoves; ++i) {
      list.push_back({i});
    }
  }
  void Apply(Move move) {
    stuck_ = move.number == 2;
    over_ = !stuck_;
  }
  uint64_t Hash() const { return (over_ ? 1 : 0) + (stuck_ ? 2 : 0); }
  bool operator==(const FiveState&) const = default;

 private:
  bool over_ = false;
  bool stuck_ = false;
};

class FiveRules {
 public:
  using State = FiveState;
  using Move = FiveState::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "five", .title = "Five", .rules = "Move once.\n"};
    return info;
  }
  State InitialState() const { return {}; }
  std::string FormatMove(const State&, Move move) const {
    static const char* const names[] = {"a-b-d", "a-c-d", "a-b",
                                        "b-e",   "b+e",   "pass"};
    return names[move.number];
  }
  std::vector<std::string> Path(const State&, Move move) const {
    static const std::vector<std::string> paths[] = {
        {"a", "b", "d"}, {"a", "c", "d"}, {"a", "b"},
        {"b", "e"},      {"b", "e"},      {}};
    return paths[move.number];
  }
  BoardLayout Layout() const {
    BoardLayout layout;
    for (const char* name : {"a", "b", "c", "d", "e"}) {
      layout.cells.push_back(
          {.name = name, .x = static_cast<double>(layout.cells.size())});
    }
    return layout;
  }
  // The piece on c is kept back by a rule.
  std::string WhyIllegal(const State&,
                         const std::vector<std::string>& cells) const {
    return cells[0] == "c" ? "a must move before it" : "";
  }
  std::vector<Piece> Pieces(const State&) const {
    return {{.cell = 0, .owner = 0},
            {.cell = 1, .owner = 0},
            {.cell = 2, .owner = 0},
            {.cell = 3, .owner = 1},
            {.cell = 4, .owner = -1}};
  }
};

enum Cell : int { kA, kB, kC, kD, kE };

class WebPointingTest : public ::testing::Test {
 protected:
  std::vector<std::string> Texts(const Pointed& pointed) const {
    std::vector<std::string> texts;
    for (const size_t move : pointed.moves) {
      texts.emplace_back(pointing_.Text(move));
    }
    return texts;
  }
  std::string Certain(const std::vector<int>& cells) const {
    const Pointed pointed = pointing_.At(cells);
    return pointed.move.has_value() ? std::string(pointing_.Text(*pointed.move))
                                    : "";
  }
  std::string Reason(const std::vector<int>& cells) const {
    return pointing_.At(cells).reason;
  }

  const Catalog catalog_ = Catalog::Create({MakePlugin<FiveRules>({})}).value();
  const std::shared_ptr<const AnyGame> game_ =
      catalog_.MakeGame("five").value();
  const board::BoardView board_{*game_, "Five"};
  const Pointing pointing_{*game_->InitialState(), board_};
};

TEST_F(WebPointingTest, WhereMovesBeginAndThoseThatTouchNoCell) {
  const Pointed pointed = pointing_.At({});
  EXPECT_THAT(pointed.next, ElementsAre(kA, kB));
  EXPECT_THAT(Texts(pointed), ElementsAre("pass"));
  EXPECT_FALSE(pointed.move.has_value());
  EXPECT_EQ(pointed.reason, "");
}

TEST_F(WebPointingTest, CellsOnTheWayMayBeLeftOutUnlessThatIsAmbiguous) {
  EXPECT_THAT(pointing_.At({kA}).next, ElementsAre(kB, kC, kD));
  EXPECT_EQ(Certain({kA}), "");
  EXPECT_EQ(Certain({kA, kB}), "a-b");
  EXPECT_EQ(Certain({kA, kC}), "");
  EXPECT_THAT(pointing_.At({kA, kC}).next, ElementsAre(kD));
  EXPECT_EQ(Certain({kA, kC, kD}), "a-c-d");
  EXPECT_EQ(Certain({kA, kB, kD}), "a-b-d");
  EXPECT_EQ(Certain({kA, kD}), "");
  EXPECT_THAT(Texts(pointing_.At({kA, kD})), ElementsAre("a-b-d", "a-c-d"));
  // The same cells, and still two moves.
  EXPECT_EQ(Certain({kB, kE}), "");
  EXPECT_THAT(Texts(pointing_.At({kB, kE})), ElementsAre("b+e", "b-e"));
}

TEST_F(WebPointingTest, WhatMeansNothingHasAReason) {
  EXPECT_EQ(Reason({kC}),
            "the piece on c has no legal move: a must move before it; only "
            "those on a, b have");
  EXPECT_EQ(
      session::MoveMeant(*game_->InitialState(), "c to d").status().message(),
      "a must move before it");
  EXPECT_EQ(Reason({kD}), "the piece on d is of Player 2");
  EXPECT_EQ(Reason({kE}), "what stands on e is nobody's");
  EXPECT_EQ(Reason({kA, kE}), "no move leads from a to e");
  EXPECT_EQ(Reason({kA, kD, kB}), "no move leads from a to b by these cells");
  EXPECT_EQ(Reason({5}), "there is no such cell");
  EXPECT_EQ(Reason({-1}), "there is no such cell");
  EXPECT_EQ(Reason({kA, 99}), "there is no such cell");
  const auto stuck = game_->InitialState();
  ASSERT_TRUE(stuck->Apply(stuck->ParseMove("a-b").value()).ok());
  EXPECT_EQ(Pointing(*stuck, board_).At({kA}).reason,
            "only 'pass' is legal, which touches no cell");
  const auto over = game_->InitialState();
  ASSERT_TRUE(over->Apply(over->LegalMoves()[0]).ok());
  const Pointing ended(*over, board_);
  EXPECT_EQ(ended.At({kA}).reason, "the game is over");
  EXPECT_THAT(ended.At({}).next, IsEmpty());
}

// A game that places pieces and then moves them, and says itself what is wrong.
TEST(WebPointingInGamesTest, PiecesArePlacedOnACell) {
  const Catalog catalog = AllGames().value();
  const auto game = catalog.MakeGame("teeko").value();
  const board::BoardView board(*game, "Teeko");
  const auto state = game->InitialState();
  const Pointing opening(*state, board);
  EXPECT_EQ(opening.At({}).next.size(), board.layout().cells.size());
  const Pointed placed = opening.At({7});
  ASSERT_TRUE(placed.move.has_value());
  const auto move = state->ParseMove(opening.Text(*placed.move));
  ASSERT_TRUE(move.ok()) << move.status();
  ASSERT_TRUE(state->Apply(*move).ok());
  const Pointing next(*state, board);
  EXPECT_THAT(next.At({7}).reason, HasSubstr(board.CellName(7)));
}

// Not how moves are written, which nobody does who clicks.
TEST(WebPointingInGamesTest, TheGameSaysWhyNoMoveLeadsThere) {
  const Catalog catalog = AllGames().value();
  const auto game = catalog.MakeGame("chinese8").value();
  const board::BoardView board(*game, "");
  const Pointing pointing(*game->InitialState(), board);
  const int from = pointing.At({}).next.back();
  EXPECT_THAT(
      pointing.At({from, 0}).reason,
      AllOf(HasSubstr("no move leads from"), Not(HasSubstr("four digits"))));
  const auto cell = [&](const std::string& name) {
    const auto& cells = board.layout().cells;
    const auto found =
        std::find_if(cells.begin(), cells.end(),
                     [&](const boardwalk::Cell& c) { return c.name == name; });
    return static_cast<int>(found - cells.begin());
  };
  EXPECT_THAT(pointing.At({cell("13"), cell("81")}).reason,
              HasSubstr("81 is not adjacent to 13"));
}

}  // namespace
}  // namespace boardwalk::web
