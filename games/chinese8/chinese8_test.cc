#include "games/chinese8/chinese8.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/board_drawing.h"
#include "framework/perft.h"
#include "framework/playout.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::chinese8 {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const Rules& TheRules() {
  static const Rules* const rules = new Rules();
  return *rules;
}

State At(absl::string_view text) {
  const auto state = TheRules().ParsePosition(text);
  EXPECT_TRUE(state.ok()) << state.status();
  return state.ok() ? *state : State();
}

// The moves as text, in order.
std::vector<std::string> Moves(const State& state) {
  MoveListFor<State> list;
  state.LegalMoves(list);
  std::vector<std::string> texts;
  for (const State::Move move : list) {
    texts.push_back(TheRules().FormatMove(state, move));
  }
  return texts;
}

// Where the piece on a cell may go, by cell names.
std::vector<std::string> MovesFrom(const State& state, absl::string_view cell) {
  std::vector<std::string> ends;
  for (const std::string& move : Moves(state)) {
    if (move.substr(0, 2) == cell) ends.push_back(move.substr(2));
  }
  return ends;
}

State After(State state, absl::string_view text) {
  const auto move = TheRules().ParseMove(state, text);
  EXPECT_TRUE(move.ok()) << text << ": " << move.status();
  if (move.ok()) state.Apply(*move);
  return state;
}

std::string MoveError(const State& state, absl::string_view text) {
  const auto move = TheRules().ParseMove(state, text);
  EXPECT_FALSE(move.ok()) << text;
  return std::string(move.status().message());
}

std::string PositionError(absl::string_view text) {
  const auto state = TheRules().ParsePosition(text);
  EXPECT_FALSE(state.ok()) << text;
  return std::string(state.status().message());
}

// A position by the names of the cells that each side stands on.
State Placed(const std::vector<int>& blue, const std::vector<int>& red,
             int plies) {
  std::array<uint64_t, 2> pieces = {0, 0};
  for (const int name : blue) {
    pieces[0] |= uint64_t{1} << CellAt(name / 10, name % 10);
  }
  for (const int name : red) {
    pieces[1] |= uint64_t{1} << CellAt(name / 10, name % 10);
  }
  EXPECT_EQ(std::popcount(pieces[0]), 6);
  EXPECT_EQ(std::popcount(pieces[1]), 6);
  return State(pieces, plies);
}

// ---- The rules, written plainly on a board of characters.

using Grid = std::array<std::array<char, 10>, 10>;  // ' ' around the board

Grid MakeGrid(const State& state) {
  Grid grid;
  for (auto& row : grid) row.fill(' ');
  for (int cell = 0; cell < kCells; ++cell) {
    const uint64_t bit = uint64_t{1} << cell;
    grid[cell / 8 + 1][cell % 8 + 1] = (state.Pieces(0) & bit) != 0   ? '#'
                                       : (state.Pieces(1) & bit) != 0 ? 'O'
                                                                      : '.';
  }
  return grid;
}

void JumpOn(const Grid& grid, int row, int column, std::set<int>& reached) {
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      for (int half = 1; half <= 3; ++half) {
        std::string line;
        for (int i = 1; i <= 2 * half; ++i) {
          const int y = row + i * down, x = column + i * right;
          const bool inside = y >= 1 && y <= 8 && x >= 1 && x <= 8;
          line += inside ? grid[y][x] : ' ';
        }
        std::replace(line.begin(), line.end(), 'O', '#');
        std::string wanted(2 * half, '.');
        wanted[half - 1] = '#';
        const int y = row + 2 * half * down, x = column + 2 * half * right;
        if (line == wanted && reached.insert(y * 10 + x).second) {
          JumpOn(grid, y, x, reached);
        }
      }
    }
  }
}

std::set<int> SlowEnds(Grid grid, int row, int column) {
  grid[row][column] = '.';
  std::set<int> ends;
  JumpOn(grid, row, column, ends);
  for (int y = row - 1; y <= row + 1; ++y) {
    for (int x = column - 1; x <= column + 1; ++x) {
      if (grid[y][x] == '.') ends.insert(y * 10 + x);
    }
  }
  ends.erase(row * 10 + column);
  return ends;
}

std::vector<std::string> SlowMoves(const State& state) {
  const Grid grid = MakeGrid(state);
  std::vector<std::string> moves;
  for (int row = 1; row <= 8; ++row) {
    for (int column = 1; column <= 8; ++column) {
      if (grid[row][column] != (state.ToMove() == 0 ? '#' : 'O')) continue;
      for (const int end : SlowEnds(grid, row, column)) {
        moves.push_back(absl::StrCat(row, column, end));
      }
    }
  }
  return moves;
}

// Six pieces a side anywhere.
State Scattered(Random& random, int plies) {
  std::array<uint64_t, 2> pieces = {0, 0};
  for (int i = 0; i < 12;) {
    const uint64_t cell = uint64_t{1} << random.Below(64);
    if (((pieces[0] | pieces[1]) & cell) != 0) continue;
    pieces[i++ % 2] |= cell;
  }
  return State(pieces, plies);
}

TEST(Chinese8Test, MovesAreThoseOfTheSlowGeneratorAlongRandomGames) {
  Random random(11);
  for (int game = 0; game < 30; ++game) {
    State state;
    while (!state.IsTerminal()) {
      const auto moves = Moves(state);
      ASSERT_EQ(moves, SlowMoves(state)) << TheRules().FormatPosition(state);
      ASSERT_EQ(state.CountLegalMoves(), static_cast<int>(moves.size()));
      state.Apply(*state.RandomMove(random));
    }
    EXPECT_THAT(Moves(state), IsEmpty());
    EXPECT_EQ(state.CountLegalMoves(), 0);
    EXPECT_FALSE(state.RandomMove(random).has_value());
  }
}

template <int kLanes>
void ExpectLanesAgree() {
  Random random(kLanes);
  for (int i = 0; i < 2000; ++i) {
    const State state = Scattered(random, 0);
    std::array<uint64_t, 8> pieces = {}, ends = {};
    uint64_t left = state.Pieces(0);
    for (int k = 0; k < kPiecesPerSeat; ++k) {
      pieces[k] = uint64_t{1} << PopLowest(left);
    }
    AllDestinations<kLanes>(state.Occupied(), pieces, ends);
    for (int k = 0; k < kPiecesPerSeat; ++k) {
      const int cell = std::countr_zero(pieces[k]);
      uint64_t expected = 0;
      for (const int end :
           SlowEnds(MakeGrid(state), cell / 8 + 1, cell % 8 + 1)) {
        expected |= uint64_t{1} << CellAt(end / 10, end % 10);
      }
      ASSERT_EQ(ends[k], expected)
          << TheRules().FormatPosition(state) << " from " << CellName(cell);
    }
    ASSERT_EQ(ends[7], 0u);
  }
}

TEST(Chinese8Test, VectorsOfEveryWidthAgreeWithTheSlowGenerator) {
  ExpectLanesAgree<2>();
  ExpectLanesAgree<4>();
  ExpectLanesAgree<8>();
}

TEST(Chinese8Test, RandomMoveIsTheMoveOfTheListWithOneDraw) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const State state = Scattered(random, static_cast<int>(random.Below(200)));
    if (state.IsTerminal()) continue;
    MoveListFor<State> list;
    state.LegalMoves(list);
    Random a(i), b(i);
    EXPECT_EQ(*state.RandomMove(a),
              list[b.Below(static_cast<uint32_t>(list.size()))]);
    EXPECT_EQ(a.Next(), b.Next());
  }
}

TEST(Chinese8Test, EveryPlacementHasAMove) {
  Random random(6);
  for (int i = 0; i < 20000; ++i) {
    const State state = Scattered(random, i % 200);
    if (!state.IsTerminal()) {
      EXPECT_GT(state.CountLegalMoves(), 0);
    }
  }
  // A corner closed as tightly as six pieces can.
  const State corner =
      Placed({11, 12, 13, 21, 22, 31}, {14, 23, 24, 32, 33, 41}, 0);
  EXPECT_EQ(Moves(corner), SlowMoves(corner));
  EXPECT_THAT(Moves(corner), Not(IsEmpty()));
}

TEST(Chinese8Test, StepsGoInEightDirections) {
  const State state =
      Placed({44, 81, 82, 83, 85, 86}, {88, 78, 68, 58, 48, 18}, 0);
  EXPECT_THAT(MovesFrom(state, "44"),
              ElementsAre("33", "34", "35", "43", "45", "53", "54", "55"));
}

TEST(Chinese8Test, LongJumpsGoOverOnePieceAtTheExactMiddle) {
  const auto ends = [](int middle, int second) {
    return MovesFrom(
        Placed({11, 81, 82, 83, 84, 85}, {middle, second, 88, 87, 78, 77}, 0),
        "11");
  };
  EXPECT_THAT(ends(12, 86), ElementsAre("13", "21", "22"));
  EXPECT_THAT(ends(13, 86), ElementsAre("12", "15", "21", "22"));
  EXPECT_THAT(ends(14, 86), ElementsAre("12", "17", "21", "22"));
  EXPECT_THAT(ends(15, 86), ElementsAre("12", "21", "22"));  // 8 is off the row
  // A second piece blocks in front of the middle, behind it and on the end.
  EXPECT_THAT(ends(13, 14), ElementsAre("12", "21", "22"));
  EXPECT_THAT(ends(13, 15), ElementsAre("12", "21", "22"));
  EXPECT_THAT(ends(14, 15), ElementsAre("12", "21", "22"));
  EXPECT_THAT(ends(14, 16), ElementsAre("12", "21", "22"));
  EXPECT_THAT(ends(14, 17), ElementsAre("12", "21", "22"));
  EXPECT_THAT(ends(14, 13), ElementsAre("12", "21", "22"));
  // In front of the longer jump's middle it is the middle of a shorter one.
  EXPECT_THAT(ends(14, 12), ElementsAre("13", "15", "21", "22"));
}

TEST(Chinese8Test, LongJumpsGoAlongEveryLine) {
  const auto ends = [](int start, int middle) {
    return MovesFrom(
        Placed({start, 16, 23, 38, 76, 62}, {middle, 13, 26, 48, 67, 56}, 0),
        absl::StrCat(start));
  };
  EXPECT_THAT(ends(11, 44), Contains("77"));
  EXPECT_THAT(ends(88, 55), Contains("22"));
  EXPECT_THAT(ends(18, 45), Contains("72"));
  EXPECT_THAT(ends(81, 54), Contains("27"));
  EXPECT_THAT(ends(11, 41), Contains("71"));
  EXPECT_THAT(ends(81, 51), Contains("21"));
  EXPECT_THAT(ends(88, 85), Contains("82"));
}

TEST(Chinese8Test, TheMoverIsLiftedBeforeItJumps) {
  // 44 goes over 33 to 22 and over 32 to 42. From there its own start cell,
  // empty now, does not block the jump over 45 ...
  const State open =
      Placed({44, 81, 82, 83, 84, 85}, {33, 32, 45, 88, 87, 78}, 0);
  EXPECT_THAT(MovesFrom(open, "44"), Contains("48"));
  EXPECT_THAT(TheRules().Path(open, {27, 31}),
              ElementsAre("44", "22", "42", "48"));
  // ... nor does it serve as a bridge to 46.
  const State bridge =
      Placed({44, 81, 82, 83, 84, 85}, {33, 32, 77, 88, 87, 78}, 0);
  EXPECT_THAT(MovesFrom(bridge, "44"), Contains("42"));
  EXPECT_THAT(MovesFrom(bridge, "44"), Not(Contains("46")));
  // Jumping back to the start is no move.
  EXPECT_THAT(MovesFrom(bridge, "44"), Not(Contains("44")));
}

TEST(Chinese8Test, StepsAndJumpsDoNotMix) {
  // 11 may step to 12 and jump to 15, but not step to 12 and jump to 14.
  const State state =
      Placed({11, 81, 82, 83, 84, 85}, {13, 86, 88, 87, 78, 77}, 0);
  EXPECT_THAT(MovesFrom(state, "11"), ElementsAre("12", "15", "21", "22"));
}

TEST(Chinese8Test, ThePathIsAShortestChainOrTheStep) {
  const State state =
      Placed({21, 31, 51, 82, 83, 84}, {88, 87, 86, 78, 77, 68}, 0);
  EXPECT_THAT(TheRules().Path(state, {8, 40}), ElementsAre("21", "41", "61"));
  EXPECT_THAT(TheRules().Path(state, {8, 9}), ElementsAre("21", "22"));
  // Every move of random positions: each leg a jump, the ends right.
  Random random(9);
  for (int i = 0; i < 300; ++i) {
    const State any = Scattered(random, 0);
    MoveListFor<State> list;
    any.LegalMoves(list);
    for (const State::Move move : list) {
      const auto path = TouchedCells(any, move);
      ASSERT_GE(path.size(), 2u);
      EXPECT_EQ(path.front(), move.from);
      EXPECT_EQ(path.back(), move.to);
      for (size_t k = 2; k < path.size(); ++k) {
        EXPECT_GE(std::abs(path[k] % 8 - path[k - 1] % 8) +
                      std::abs(path[k] / 8 - path[k - 1] / 8),
                  2);
      }
    }
  }
}

// ---- The ends of the game.

TEST(Chinese8Test, TheMoverWinsByFillingTheFarCamp) {
  const State state = After(
      Placed({88, 87, 86, 78, 77, 58}, {11, 12, 13, 21, 22, 41}, 60), "5868");
  ASSERT_TRUE(state.IsTerminal());
  EXPECT_EQ(state.Winner(), 0);
  EXPECT_EQ(state.Returns(), (SeatValues{1, -1}));
  const State red = After(
      Placed({88, 87, 86, 78, 77, 58}, {11, 12, 13, 21, 22, 41}, 61), "4131");
  ASSERT_TRUE(red.IsTerminal());
  EXPECT_EQ(red.Winner(), 1);
  EXPECT_EQ(red.Returns(), (SeatValues{-1, 1}));
}

TEST(Chinese8Test, OnePieceAmongTheOpponentsIsEnough) {
  const State state = After(
      Placed({58, 11, 12, 13, 21, 22}, {88, 87, 86, 78, 77, 44}, 60), "5868");
  EXPECT_EQ(state.Winner(), 0);
}

TEST(Chinese8Test, ThePlayerWhoDidNotMoveCanWin) {
  // Red fills its own camp up around a piece of Blue's.
  const State state = After(
      Placed({68, 11, 12, 13, 21, 22}, {88, 87, 86, 78, 67, 44}, 61), "6777");
  ASSERT_TRUE(state.IsTerminal());
  EXPECT_EQ(state.Winner(), 0);
}

TEST(Chinese8Test, ACampFullOfItsOwnersIsNoWin) {
  EXPECT_FALSE(State().IsTerminal());
  const State state = After(
      Placed({44, 12, 13, 21, 22, 31}, {88, 87, 86, 78, 77, 67}, 61), "6768");
  EXPECT_FALSE(state.IsTerminal());
}

TEST(Chinese8Test, TheMoverIsLookedAtFirst) {
  // Both have filled the far camp, which no game reaches.
  const std::vector<int> top = {11, 12, 13, 21, 22, 31};
  const std::vector<int> bottom = {88, 87, 86, 78, 77, 68};
  EXPECT_EQ(Placed(bottom, top, 61).Winner(), 0);
  EXPECT_EQ(Placed(bottom, top, 60).Winner(), 1);
}

TEST(Chinese8Test, ItIsADrawAfterAHundredMovesEach) {
  State state;
  const char* const moves[] = {"2232", "7767", "3222", "6777"};
  for (int ply = 0; ply < 200; ++ply) {
    ASSERT_FALSE(state.IsTerminal()) << ply;
    state = After(state, moves[ply % 4]);
  }
  ASSERT_TRUE(state.IsTerminal());
  EXPECT_EQ(state.Winner(), -1);
  EXPECT_EQ(state.Returns(), SeatValues{});
  // A win with the last move is a win.
  const State won = After(
      Placed({88, 87, 86, 78, 77, 58}, {11, 12, 13, 21, 22, 41}, 199), "4131");
  EXPECT_EQ(won.Winner(), 1);
}

// ---- Hash, equality, evaluation.

TEST(Chinese8Test, APositionComesBackWhateverThePly) {
  const State start;
  State state;
  for (const char* move : {"3142", "6857", "4231", "5768"}) {
    state.Apply(TheRules().ParseMove(state, move).value());
  }
  EXPECT_NE(state.Hash(), start.Hash());
  EXPECT_EQ(state.RepetitionHash(), start.RepetitionHash());
  // With the other side to move it is another one.
  EXPECT_NE(State(kCamps, 1).RepetitionHash(), start.RepetitionHash());
}

TEST(Chinese8Test, HashAndProgressAreThoseOfAFreshState) {
  Random random(21);
  for (int game = 0; game < 20; ++game) {
    State state;
    for (; !state.IsTerminal(); state.Apply(*state.RandomMove(random))) {
      const State fresh({state.Pieces(0), state.Pieces(1)}, state.Plies());
      ASSERT_EQ(state, fresh);
      ASSERT_EQ(state.Hash(), fresh.Hash());
      ASSERT_EQ(state.Progress(), fresh.Progress());
      ASSERT_LE(std::abs(state.Progress()), kMaxEvaluation * kWeightUnit);
    }
  }
}

TEST(Chinese8Test, TheCounterIsPartOfThePosition) {
  const State early(kCamps, 0), late(kCamps, 2);
  EXPECT_NE(early, late);
  EXPECT_NE(early.Hash(), late.Hash());
}

TEST(Chinese8Test, EvaluationIsFairBoundedAndGrowsOnTheWay) {
  const State opening;
  const int first = TheRules().Evaluate(opening, 0);
  EXPECT_EQ(TheRules().Evaluate(opening, 1), -first);
  // Neither side is ahead: having the move is worth something, the same for
  // both.
  EXPECT_GT(first, 0);
  EXPECT_EQ(TheRules().Evaluate(State(kCamps, 1), 1), first);
  const State ahead =
      Placed({11, 12, 24, 21, 22, 31}, {88, 87, 86, 78, 77, 68}, 0);
  EXPECT_GT(TheRules().Evaluate(ahead, 0), first);
  EXPECT_EQ(TheRules().Evaluate(ahead, 1), -TheRules().Evaluate(ahead, 0));
  // The furthest apart that the two can be.
  const State best =
      Placed({88, 87, 86, 78, 77, 68}, {58, 48, 57, 47, 38, 76}, 0);
  EXPECT_LE(std::abs(TheRules().Evaluate(best, 0)), kMaxEvaluation);
}

TEST(Chinese8Test, PerftOfTheOpening) {
  State state;
  EXPECT_EQ(Perft(state, 4), 158847u);
}

// ---- Text.

TEST(Chinese8Test, WrongMovesSayWhy) {
  const State opening;
  for (const char* text : {"", "216", "21614", "21-6", "+216", "x", "2 61"}) {
    EXPECT_THAT(MoveError(opening, text), HasSubstr("write four digits"));
  }
  EXPECT_THAT(MoveError(opening, "0123"), HasSubstr("01 is off the board"));
  EXPECT_THAT(MoveError(opening, "1129"), HasSubstr("29 is off the board"));
  EXPECT_THAT(MoveError(opening, "4455"), HasSubstr("44: it is empty"));
  EXPECT_THAT(MoveError(opening, "8866"), HasSubstr("88 is Red's"));
  EXPECT_THAT(MoveError(opening, "1111"), HasSubstr("another cell"));
  EXPECT_THAT(MoveError(opening, "1112"), HasSubstr("12 is occupied"));
  EXPECT_THAT(MoveError(opening, "1188"), HasSubstr("88 is occupied"));
  EXPECT_THAT(MoveError(opening, "1155"),
              HasSubstr("exactly one piece must stand between them, at 33"));
  EXPECT_THAT(MoveError(opening, "1145"),
              HasSubstr("45 is not adjacent to 11"));
  EXPECT_THAT(MoveError(opening, std::string(100000, '1')).size(),
              testing::Lt(200u));
}

TEST(Chinese8Test, PositionsRoundTrip) {
  EXPECT_EQ(TheRules().FormatPosition(State()),
            "###...../##....../#......./......../......../.......O/......OO/"
            ".....OOO 1 0");
  Random random(31);
  for (int i = 0; i < 500; ++i) {
    const State state = Scattered(random, static_cast<int>(random.Below(201)));
    const std::string text = TheRules().FormatPosition(state);
    EXPECT_EQ(At(text), state) << text;
    EXPECT_EQ(TheRules().FormatPosition(At(text)), text);
  }
}

TEST(Chinese8Test, AWonPositionParsesAsTerminal) {
  const State won =
      At("OOO...../OO....../O......./......../......../.......#/......##/"
         ".....### 1 60");
  EXPECT_TRUE(won.IsTerminal());
  EXPECT_EQ(won.Winner(), 1);
}

// The interchange board of the position.
std::vector<int> Interchange(const State& state) {
  std::vector<int> numbers(89, -1);
  for (int row = 1; row <= 8; ++row) {
    for (int column = 1; column <= 8; ++column) {
      const uint64_t bit = uint64_t{1} << CellAt(row, column);
      numbers[row * 10 + column] = (state.Pieces(0) & bit) != 0   ? 1
                                   : (state.Pieces(1) & bit) != 0 ? 2
                                                                  : 0;
    }
  }
  return numbers;
}

TEST(Chinese8Test, TheInterchangeBoardIsRead) {
  const State state = After(State(), "1324");
  const std::vector<int> numbers = Interchange(state);
  const std::string blanks = absl::StrJoin(numbers, " ");
  EXPECT_EQ(At(absl::StrCat(blanks, " 2")), state);
  EXPECT_EQ(At(absl::StrCat(blanks, " 2 1")), state);
  EXPECT_EQ(At(blanks), State({state.Pieces(0), state.Pieces(1)}, 0));
  EXPECT_EQ(At(absl::StrCat(absl::StrJoin(numbers, ", "), "\n2 37")).Plies(),
            37);
  EXPECT_EQ(At(absl::StrJoin(Interchange(State()), ",")), State());
}

TEST(Chinese8Test, WrongInterchangeBoardsSayWhere) {
  const auto error = [](size_t index, const std::string& value) {
    std::vector<std::string> numbers;
    for (const int number : Interchange(State())) {
      numbers.push_back(absl::StrCat(number));
    }
    numbers[index] = value;
    return PositionError(absl::StrJoin(numbers, " "));
  };
  EXPECT_THAT(error(44, "3"), HasSubstr("number 44"));
  EXPECT_THAT(error(44, "-1"), HasSubstr("cell 44 is 0 empty"));
  EXPECT_THAT(error(44, "x"), HasSubstr("'x'; cell 44"));
  EXPECT_THAT(error(44, "99999999999"), HasSubstr("number 44"));
  EXPECT_THAT(error(19, "0"), HasSubstr("number 19"));
  EXPECT_THAT(error(20, "1"), HasSubstr("off the board, write -1"));
  EXPECT_THAT(error(11, "0"), HasSubstr("Blue (#) has 5 pieces"));
  EXPECT_THAT(error(44, "2"), HasSubstr("Red (O) has 7 pieces"));
  EXPECT_THAT(PositionError("-1 -1 0"), HasSubstr("3 numbers, not 89"));
}

TEST(Chinese8Test, WrongPositionsSayWhere) {
  const std::string board = "###...../##....../#......./......../......../";
  const std::string good = board + ".......O/......OO/.....OOO";
  EXPECT_EQ(At(good), State());
  EXPECT_EQ(At(good + " 2").Plies(), 1);
  EXPECT_THAT(PositionError(""), HasSubstr("is empty"));
  EXPECT_THAT(PositionError(board + ".......O"), HasSubstr("6 rows"));
  EXPECT_THAT(PositionError(board + ".......O/......OO/....OOO"),
              HasSubstr("row 8 has 7 cells"));
  EXPECT_THAT(PositionError(board + ".......O/....x.OO/.....OOO"),
              HasSubstr("cell 75 is 'x'"));
  EXPECT_THAT(PositionError(board + "......../......OO/.....OOO"),
              HasSubstr("Red (O) has 5 pieces"));
  EXPECT_THAT(PositionError(good + " 3 0"), HasSubstr("seat to move is '3'"));
  EXPECT_THAT(PositionError(good + " 1 201"), HasSubstr("from 0 to 200"));
  EXPECT_THAT(PositionError(good + " 1 x"), HasSubstr("'x'"));
  EXPECT_THAT(PositionError(good + " 1 3"),
              HasSubstr("after 3 moves it is seat 2's turn"));
  EXPECT_THAT(PositionError(good + " 1 0 0"), HasSubstr("nothing may follow"));
  EXPECT_THAT(PositionError(std::string(100000, '.')), HasSubstr("2000"));
}

// ---- The drawn board.

TEST(Chinese8Test, TheBoardIsDrawnWithTheLastMove) {
  const State before =
      Placed({21, 31, 51, 82, 83, 84}, {88, 87, 86, 78, 77, 68}, 0);
  const State after = After(before, "2161");
  RenderOptions options;
  options.paths = {TheRules().Path(before, {8, 40})};
  EXPECT_EQ(DrawText(TheRules().Layout(), TheRules().Pieces(after), options),
            "  1 2 3 4 5 6 7 8\n"
            "1 . . . . . . . .\n"
            "2 * . . . . . . .\n"
            "3 # . . . . . . .\n"
            "4 + . . . . . . .\n"
            "5 # . . . . . . .\n"
            "6[#]. . . . . . O\n"
            "7 . . . . . . O O\n"
            "8 . # # # . O O O\n");
  options.flip = true;
  EXPECT_EQ(DrawText(TheRules().Layout(), TheRules().Pieces(after), options),
            "  8 7 6 5 4 3 2 1\n"
            "8 O O O . # # # .\n"
            "7 O O . . . . . .\n"
            "6 O . . . . . .[#]\n"
            "5 . . . . . . . #\n"
            "4 . . . . . . . +\n"
            "3 . . . . . . . #\n"
            "2 . . . . . . . *\n"
            "1 . . . . . . . .\n");
}

TEST(Chinese8Test, ColoursChangeNothingElse) {
  RenderOptions options;
  const std::string plain =
      DrawText(TheRules().Layout(), TheRules().Pieces(State()), options);
  options.color = true;
  std::string colored =
      DrawText(TheRules().Layout(), TheRules().Pieces(State()), options);
  EXPECT_THAT(colored, HasSubstr("\x1b[1;34m#\x1b[0m"));
  for (size_t at; (at = colored.find('\x1b')) != std::string::npos;) {
    colored.erase(at, colored.find('m', at) - at + 1);
  }
  EXPECT_EQ(colored, plain);
  options.paths = {{"", "99", "x", "1"}};  // no cells: ignored
  EXPECT_FALSE(
      DrawText(TheRules().Layout(), TheRules().Pieces(State()), options)
          .empty());
}

}  // namespace
}  // namespace boardwalk::chinese8
