#include "games/onejump/scripted.h"

#include <climits>

#include "games/onejump/onejump.h"
#include "gtest/gtest.h"

namespace boardwalk::onejump {
namespace {

const Rules kRules;

State Position(const char* text) { return *kRules.ParsePosition(text); }

std::string Computed(const State& state) {
  const auto move = ComputedAction(state);
  return move.has_value() ? kRules.FormatMove(state, *move) : "none";
}

TEST(OnejumpScriptedTest, MovesComeInTheDocumentsOrder) {
  // A black tower on D5 with all four directions open but one capture, and a
  // piece on B5.
  const State state = Position(
      "......../......../......../....w.../.b.B..../......../......../........"
      " 1");
  std::string texts;
  for (const State::Move move : DocumentMoves(state)) {
    texts += kRules.FormatMove(state, move) + " ";
  }
  EXPECT_EQ(texts, "B5-C4 B5-A4 D5-F3 D5-E6 D5-C6 D5-C4 ");
}

TEST(OnejumpScriptedTest, BoardCostCountsTowersThrice) {
  EXPECT_EQ(BoardCost(State()), 0);
  EXPECT_EQ(BoardCost(Position("......../......../......../....w.../.b.B..../"
                               "..W...../......../........ 1")),
            1 + 3 - 1 - 3);
  EXPECT_EQ(BoardCost(Position("......../......../......../....w.../.b.B..../"
                               "......../......../........ 1")),
            3);
}

TEST(OnejumpScriptedTest, FirstOfEqualsAtTheOpening) {
  // Nothing can be won within three plies; the first action of the first cell
  // that has one is A6's step north-east.
  EXPECT_EQ(Computed(State()), "A6-B5");
}

TEST(OnejumpScriptedTest, TakesWhatIsWorthMore) {
  // B5 may step (C4, A4) or take the tower on C4: the capture wins the game.
  EXPECT_EQ(Computed(Position("......../......../......../..W...../.b....../"
                              "......../......../........ 1")),
            "B5-D3");
}

TEST(OnejumpScriptedTest, NoActionWhereStuck) {
  EXPECT_EQ(Computed(Position("......../..w...../.w....../b......./......../"
                              "......../......../........ 1")),
            "none");
}

// With black lost whatever it does, every action is worth the lowest int; the
// first still counts.
TEST(OnejumpScriptedTest, AHopelessSidePlaysItsFirstAction) {
  // Whether D5 steps to E4 or to C4, the white piece on D3 takes it.
  EXPECT_EQ(Computed(Position("......../......../...w..../......../...b..../"
                              "......../......../........ 1")),
            "D5-E4");
}

// The same minimax on the texts of positions: no code in common but the rules.
int SlowValue(const State& state, int depth) {
  const int side = state.ToMove();
  if (depth == 3) {
    const std::string text = kRules.FormatPosition(state);
    int cost = 0;
    for (const char c : text) {
      cost += c == 'b' ? 1 : c == 'B' ? 3 : c == 'w' ? -1 : c == 'W' ? -3 : 0;
    }
    return cost;
  }
  int best = side == 0 ? INT_MIN : INT_MAX;
  MoveListFor<State> list;
  state.LegalMoves(list);
  for (const State::Move move : list) {
    State child = state;
    child.Apply(move);
    const int value = SlowValue(child, depth + 1);
    best = side == 0 ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

TEST(OnejumpScriptedTest, TheChoiceIsTheFirstOfTheBest) {
  Random random(3);
  State state;
  for (int ply = 0; ply < 150 && !state.IsTerminal(); ++ply) {
    const State::Move choice = *ComputedAction(state);
    bool chosen = false;
    State after = state;
    after.Apply(choice);
    const int value = SlowValue(after, 1);
    for (const State::Move move : DocumentMoves(state)) {
      State child = state;
      child.Apply(move);
      chosen = chosen || move == choice;
      const int other = SlowValue(child, 1);
      const int lead = state.ToMove() == 0 ? value - other : other - value;
      EXPECT_TRUE(chosen ? lead >= 0 : lead > 0);
    }
    state.Apply(*state.RandomMove(random));
  }
}

}  // namespace
}  // namespace boardwalk::onejump
