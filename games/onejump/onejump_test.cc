#include "games/onejump/onejump.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/board_drawing.h"
#include "framework/perft.h"
#include "framework/playout.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::onejump {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// The board as in the rules, written with no regard to speed: what the
// bitboards are held against.
struct SlowBoard {
  std::string cells[8];
  int to_move = 0;  // 0 black

  explicit SlowBoard(const std::string& text) {
    for (int row = 0; row < 8; ++row) cells[row] = text.substr(row * 9, 8);
    to_move = text[72] - '1';
  }
  std::string Text() const {
    std::string text;
    for (const std::string& row : cells) text += row + "/";
    text.back() = ' ';
    return text + static_cast<char>('1' + to_move);
  }
  bool Mine(char c) const {
    return std::tolower(c) == (to_move == 0 ? 'b' : 'w');
  }
  bool Inside(int row, int column) const {
    return row >= 0 && row < 8 && column >= 0 && column < 8;
  }
  std::vector<std::string> Moves() const {
    std::vector<std::string> moves;
    for (int row = 0; row < 8; ++row) {
      for (int column = 0; column < 8; ++column) {
        if (Mine(cells[row][column])) AddMoves(row, column, moves);
      }
    }
    std::sort(moves.begin(), moves.end());
    return moves;
  }
  void AddMoves(int row, int column, std::vector<std::string>& moves) const {
    for (int down : {-1, 1}) {
      const bool forward = (down < 0) == (to_move == 0);
      if (!forward && std::islower(cells[row][column])) continue;
      for (int right : {-1, 1}) {
        for (int length : {1, 2}) {
          const int r = row + length * down, c = column + length * right;
          if (!Inside(r, c) || cells[r][c] != '.') continue;
          const char over = cells[row + down][column + right];
          if (length == 2 && (over == '.' || Mine(over))) continue;
          moves.push_back(
              {static_cast<char>('A' + column), static_cast<char>('1' + row),
               '-', static_cast<char>('A' + c), static_cast<char>('1' + r)});
        }
      }
    }
  }
  void Play(const std::string& move) {
    const int c0 = move[0] - 'A', r0 = move[1] - '1';
    const int c1 = move[3] - 'A', r1 = move[4] - '1';
    char piece = cells[r0][c0];
    cells[r0][c0] = '.';
    if (r1 - r0 == 2 || r0 - r1 == 2) cells[(r0 + r1) / 2][(c0 + c1) / 2] = '.';
    if (r1 == (to_move == 0 ? 0 : 7)) {
      piece = static_cast<char>(std::toupper(piece));
    }
    cells[r1][c1] = piece;
    to_move ^= 1;
  }
};

const Rules kRules;

State Position(const std::string& text) {
  const auto state = kRules.ParsePosition(text);
  EXPECT_TRUE(state.ok()) << text << ": " << state.status();
  return state.ok() ? *state : State();
}

std::vector<std::string> Texts(const State& state) {
  MoveListFor<State> list;
  state.LegalMoves(list);
  std::vector<std::string> texts;
  for (const State::Move move : list) {
    texts.push_back(kRules.FormatMove(state, move));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::string WhyNot(const State& state, absl::string_view move) {
  const auto parsed = kRules.ParseMove(state, move);
  return parsed.ok() ? "legal" : std::string(parsed.status().message());
}

std::string WhyNoPosition(absl::string_view text) {
  const auto parsed = kRules.ParsePosition(text);
  return parsed.ok() ? "accepted" : std::string(parsed.status().message());
}

// Eight rows of which most are empty: `rows` maps row numbers to cells.
std::string Rows(const std::vector<std::pair<int, std::string>>& rows,
                 int seat) {
  std::string text;
  for (int row = 1; row <= 8; ++row) {
    std::string cells = "........";
    for (const auto& [number, given] : rows) {
      if (number == row) cells = given;
    }
    absl::StrAppend(&text, row > 1 ? "/" : "", cells);
  }
  return absl::StrCat(text, " ", seat);
}

TEST(OnejumpTest, OpeningStandsAsInTheDocument) {
  EXPECT_EQ(kRules.FormatPosition(State()),
            ".w.w.w.w/w.w.w.w./.w.w.w.w/......../......../b.b.b.b./.b.b.b.b/"
            "b.b.b.b. 1");
  EXPECT_THAT(Texts(State()), ElementsAre("A6-B5", "C6-B5", "C6-D5", "E6-D5",
                                          "E6-F5", "G6-F5", "G6-H5"));
}

TEST(OnejumpTest, RandomGamesAgreeWithTheSlowBoard) {
  Random random(11);
  int towers = 0, finished = 0;
  for (int game = 0; game < 60; ++game) {
    State state;
    SlowBoard slow(kRules.FormatPosition(state));
    for (int ply = 0; ply < 400; ++ply) {
      ASSERT_EQ(kRules.FormatPosition(state), slow.Text());
      const std::vector<std::string> texts = Texts(state);
      ASSERT_EQ(texts, slow.Moves()) << slow.Text();
      ASSERT_EQ(state.IsTerminal(), texts.empty());
      towers += state.Towers() != 0;
      if (texts.empty()) {
        ++finished;
        EXPECT_EQ(state.Returns()[slow.to_move], -1);
        EXPECT_EQ(state.Returns()[1 - slow.to_move], 1);
        break;
      }
      const auto count = static_cast<uint32_t>(texts.size());
      const std::string& text = texts[random.Below(count)];
      const auto move = kRules.ParseMove(state, text);
      ASSERT_TRUE(move.ok()) << text << ": " << move.status();
      EXPECT_EQ(kRules.FormatMove(state, *move), text);
      state.Apply(*move);
      slow.Play(text);
    }
  }
  EXPECT_GT(towers, 1000);
  EXPECT_GT(finished, 5);
}

TEST(OnejumpTest, HooksEqualTheList) {
  Random random(5);
  for (int game = 0; game < 40; ++game) {
    State state;
    for (int ply = 0; ply < 400; ++ply) {
      MoveListFor<State> list;
      state.LegalMoves(list);
      ASSERT_EQ(state.CountLegalMoves(), static_cast<int>(list.size()));
      Random twin = random;
      const auto move = state.RandomMove(random);
      ASSERT_EQ(move.has_value(), !list.empty());
      if (list.empty()) break;
      const auto count = static_cast<uint32_t>(list.size());
      ASSERT_EQ(*move, list[twin.Below(count)]);
      ASSERT_EQ(random.Next(), twin.Next()) << "not exactly one draw";
      state.Apply(*move);
    }
  }
}

TEST(OnejumpTest, PositionTextGivesTheSameStateAndHash) {
  Random random(6);
  for (int game = 0; game < 20; ++game) {
    State state;
    for (int ply = 0; ply < 200 && !state.IsTerminal(); ++ply) {
      const State copy = Position(kRules.FormatPosition(state));
      ASSERT_EQ(copy, state);
      ASSERT_EQ(copy.Hash(), state.Hash());
      ASSERT_EQ(kRules.Evaluate(state, 0), -kRules.Evaluate(state, 1));
      state.Apply(*state.RandomMove(random));
    }
  }
}

TEST(OnejumpTest, HashKnowsTheSideToMoveAndTowers) {
  const std::vector<std::string> texts = {
      Rows({{4, "w......."}, {5, ".b......"}}, 1),
      Rows({{4, "w......."}, {5, ".b......"}}, 2),
      Rows({{4, "W......."}, {5, ".b......"}}, 1),
      Rows({{4, "w......."}, {5, ".B......"}}, 1),
      Rows({{4, "b......."}, {5, ".w......"}}, 2)};
  for (const std::string& a : texts) {
    for (const std::string& b : texts) {
      EXPECT_EQ(Position(a).Hash() == Position(b).Hash(), a == b);
      EXPECT_EQ(Position(a) == Position(b), a == b);
    }
  }
}

TEST(OnejumpTest, TransposedMovesMeet) {
  State one, two;
  for (const char* move : {"A6-B5", "B3-A4", "G6-H5"}) {
    one.Apply(*kRules.ParseMove(one, move));
  }
  for (const char* move : {"G6-H5", "B3-A4", "A6-B5"}) {
    two.Apply(*kRules.ParseMove(two, move));
  }
  EXPECT_EQ(one, two);
  EXPECT_EQ(one.Hash(), two.Hash());
}

TEST(OnejumpTest, PieceBecomesATowerOnTheFarRowByStepAndByCapture) {
  State step = Position(Rows({{2, "b......."}, {5, ".w......"}}, 1));
  step.Apply(*kRules.ParseMove(step, "A2-B1"));
  EXPECT_EQ(kRules.FormatPosition(step),
            Rows({{1, ".B......"}, {5, ".w......"}}, 2));
  State capture = Position(Rows({{6, "w.w....."}, {7, ".b......"}}, 2));
  capture.Apply(*kRules.ParseMove(capture, "A6-C8"));
  EXPECT_EQ(kRules.FormatPosition(capture),
            Rows({{6, "..w....."}, {8, "..W....."}}, 1));
  EXPECT_TRUE(capture.IsTerminal());
  EXPECT_EQ(capture.Returns()[1], 1);
}

TEST(OnejumpTest, ASideWithPiecesButNoMoveHasLost) {
  // The black piece on A4 is blocked by B3, and B3 cannot be jumped: C2 is
  // occupied.
  const State stuck =
      Position(Rows({{2, "..w....."}, {3, ".w......"}, {4, "b......."}}, 1));
  EXPECT_TRUE(stuck.IsTerminal());
  EXPECT_EQ(stuck.CountLegalMoves(), 0);
  EXPECT_EQ(stuck.Returns()[0], -1);
  EXPECT_EQ(stuck.Returns()[1], 1);
  EXPECT_EQ(kRules.Ending(stuck).reason, "black cannot move");
}

TEST(OnejumpTest, CapturedTowerIsForgotten) {
  State state = Position(Rows({{4, "..W....."}, {5, ".b......"}}, 1));
  state.Apply(*kRules.ParseMove(state, "B5-D3"));
  EXPECT_EQ(kRules.FormatPosition(state), Rows({{3, "...b...."}}, 2));
  EXPECT_EQ(state.Towers(), 0u);
}

TEST(OnejumpTest, EveryIllegalMoveIsExplained) {
  const State state = Position(Rows({{1, ".w......"},
                                     {3, ".w.....B"},
                                     {4, "b.....w."},
                                     {5, "...b.b.."},
                                     {6, "..b.b..."}},
                                    1));
  EXPECT_THAT(WhyNot(state, "hello"), HasSubstr("G6-F5"));
  EXPECT_THAT(WhyNot(state, ""), HasSubstr("no move"));
  EXPECT_THAT(WhyNot(state, "A4-B3-C2"), HasSubstr("no move"));
  EXPECT_THAT(WhyNot(state, "A9-B8"), HasSubstr("'A9' is off the board"));
  EXPECT_THAT(WhyNot(state, "A4-I5"), HasSubstr("'I5' is off the board"));
  EXPECT_THAT(WhyNot(state, "A44-B3"), HasSubstr("'A44' is off the board"));
  EXPECT_EQ(WhyNot(state, "A2-B1"), "A2 is empty");
  EXPECT_EQ(WhyNot(state, "B2-A1"), "B2 is empty");
  EXPECT_EQ(WhyNot(state, "A4-B3"), "B3 is occupied");
  EXPECT_EQ(WhyNot(state, "B3-C4"),
            "the piece on B3 is your opponent's; you play black");
  EXPECT_EQ(WhyNot(state, "D5-D4"),
            "D4 is not on a diagonal of D5; pieces move diagonally");
  EXPECT_THAT(WhyNot(state, "D5-G2"), HasSubstr("too far"));
  EXPECT_THAT(WhyNot(state, "D5-E6"), HasSubstr("occupied"));
  EXPECT_EQ(WhyNot(state, "F5-G6"),
            "F5-G6 goes backward; only a tower may, and black pieces go up");
  EXPECT_EQ(WhyNot(state, "D5-B3"), "B3 is occupied");
  EXPECT_EQ(WhyNot(state, "D5-F3"), "nothing to capture on E4: it is empty");
  EXPECT_EQ(WhyNot(state, "E6-G4"), "G4 is occupied");
  EXPECT_EQ(WhyNot(state, "C6-E4"),
            "nothing to capture on D5: it holds your own piece");
  EXPECT_EQ(WhyNot(state, "F5-H3"), "H3 is occupied");
  EXPECT_EQ(WhyNot(state, "H3-F5"), "F5 is occupied");
  EXPECT_EQ(WhyNot(state, "d5-c4"), "legal");
  EXPECT_LT(WhyNot(state, std::string(100000, 'A')).size(), 150u);
}

TEST(OnejumpTest, EveryBadPositionIsExplained) {
  const std::string good = kRules.FormatPosition(State());
  EXPECT_THAT(WhyNoPosition(""), HasSubstr("has 0 parts"));
  EXPECT_THAT(WhyNoPosition(good + " 7"), HasSubstr("has 3 parts"));
  EXPECT_THAT(WhyNoPosition("......../........ 1"),
              HasSubstr("has 2 rows; 8 are needed"));
  EXPECT_THAT(WhyNoPosition(Rows({{3, "......."}}, 1)),
              AllOf(HasSubstr("row 3"), HasSubstr("7 cells")));
  EXPECT_THAT(WhyNoPosition(Rows({{3, ".x......"}}, 1)),
              HasSubstr("'x' on B3"));
  EXPECT_THAT(WhyNoPosition(Rows({{3, "b......."}}, 1)),
              HasSubstr("A3 is a light cell"));
  EXPECT_THAT(WhyNoPosition(Rows({{1, ".b......"}}, 1)),
              HasSubstr("must be a tower, B"));
  EXPECT_THAT(WhyNoPosition(Rows({{8, "w......."}}, 1)),
              HasSubstr("must be a tower, W"));
  EXPECT_THAT(WhyNoPosition(Rows({{4, "b......."}}, 3)),
              HasSubstr("seat to move is '3'"));
  EXPECT_THAT(
      WhyNoPosition(absl::StrReplaceAll(good, {{"/......../", "/b......./"}})),
      HasSubstr("black has 13 pieces"));
  EXPECT_THAT(WhyNoPosition(Rows({{4, "b......."}}, 1)),
              HasSubstr("white has just moved and so must have a piece"));
  EXPECT_EQ(WhyNoPosition(Rows({{4, "b......."}}, 2)), "accepted");
}

TEST(OnejumpTest, EvaluationCountsWhatItSays) {
  const auto value = [](const std::string& text) {
    return kRules.Evaluate(Position(text), 0);
  };
  // Alone, the turn.
  EXPECT_EQ(kRules.Evaluate(State(), 0), kWeights[kTempo]);
  // One piece each, both past the other, a step more for black.
  EXPECT_EQ(value(Rows({{5, ".b......"}, {2, "....w..."}}, 1)) -
                value(Rows({{5, ".b......"}, {2, "......w."}}, 1)),
            0);
  // The white piece stands in black's way, and black in white's.
  EXPECT_EQ(value(Rows({{5, ".b......"}, {2, "w......."}}, 1)),
            kWeights[kSteps] + kWeights[kTempo]);
  // A black piece guards its first row.
  EXPECT_EQ(value(Rows({{8, "..b....."}, {1, ".......w"}}, 2)),
            kWeights[kSteps] - kWeights[kTempo]);
  // White's piece can be captured, and black's cannot.
  EXPECT_EQ(value(Rows({{5, ".b......"}, {4, "..w....."}}, 1)) -
                value(Rows({{5, ".b......"}, {3, ".w......"}}, 1)),
            0);
}

// A won ending is won: by coming nearer, and by driving the enemy out of the
// middle.
TEST(OnejumpTest, WhoIsAheadHunts) {
  const auto value = [](const std::string& text) {
    return kRules.Evaluate(Position(text), 0);
  };
  const int far = value(Rows({{1, ".B.B...."}, {7, ".....W.."}}, 2));
  const int near =
      value(Rows({{4, "..B....."}, {3, ".B......"}, {7, ".....W.."}}, 2));
  EXPECT_GT(near, far);
  const int corner = value(Rows({{1, ".B.B...."}, {8, "W......."}}, 2));
  const int middle = value(Rows({{1, ".B.B...."}, {4, "....W..."}}, 2));
  EXPECT_GT(corner, middle);
}

TEST(OnejumpTest, SetsOfTheEvaluationAreThoseOfTheBoard) {
  for (int row = 1; row <= 8; ++row) {
    for (char column = 'A'; column <= 'H'; ++column) {
      if ((row + column) % 2 != 1) continue;
      std::string cells = "........";
      cells[column - 'A'] = 'B';
      const State state = Position(Rows({{row, cells}}, 2));
      const uint64_t cell = state.Pieces(0);
      EXPECT_EQ((cell & kTopRow) != 0, row == 1);
      EXPECT_EQ((cell & kBottomRow) != 0, row == 8);
      EXPECT_EQ((cell & kMiddle) != 0,
                row >= 3 && row <= 6 && column >= 'C' && column <= 'F');
      EXPECT_EQ(std::popcount(Above(cell)), row == 1 ? 0
                                            : column == 'A' || column == 'H'
                                                ? 1
                                                : 2);
      EXPECT_EQ(std::popcount(Below(cell)), row == 8 ? 0
                                            : column == 'A' || column == 'H'
                                                ? 1
                                                : 2);
      const int before = 4 * (row - 1) + (column - 'A') / 2;
      EXPECT_EQ(CountBefore(kBoard, cell), before);
      EXPECT_EQ(CountAfter(kBoard, cell), 31 - before);
      // It is the first of several that counts, and the last.
      EXPECT_EQ(CountBefore(kBoard, kBoard & ~(cell - 1)), before);
      EXPECT_EQ(CountAfter(kBoard, kBoard & (cell | (cell - 1))), 31 - before);
    }
  }
}

// The same position with the sides exchanged.
State Mirrored(const State& state) {
  std::string text = kRules.FormatPosition(state);
  std::reverse(text.begin(), text.begin() + 71);
  for (char& c : text) {
    c = c == 'b' ? 'w' : c == 'w' ? 'b' : c == 'B' ? 'W' : c == 'W' ? 'B' : c;
  }
  text.back() = text.back() == '1' ? '2' : '1';
  return Position(text);
}

bool CanBeCaptured(const State& state, const std::string& cell) {
  for (const std::string& move :
       SlowBoard(kRules.FormatPosition(state)).Moves()) {
    const int row = (move[1] + move[4]) / 2, column = (move[0] + move[3]) / 2;
    if (std::abs(move[1] - move[4]) == 2 && cell[0] == column &&
        cell[1] == row) {
      return true;
    }
  }
  return false;
}

TEST(OnejumpTest, WhoCanOnlyCaptureHasNoQuietMoves) {
  // The piece at the edge has the enemy before it, and room behind that.
  State state = Position(Rows({{5, ".w......"}, {6, "b......."}}, 1));
  EXPECT_THAT(Texts(state), ElementsAre("A6-C4"));
  EXPECT_FALSE(state.HasQuietMoves());
  EXPECT_FALSE(state.IsTerminal());
  state = Position(Rows({{5, ".w......"}, {6, "..b....."}}, 1));
  EXPECT_TRUE(state.HasQuietMoves());
}

TEST(OnejumpTest, AdviceOnMovesHoldsAlongRandomGames) {
  Random random(9);
  int noisy = 0, endangered = 0;
  for (int game = 0; game < 40; ++game) {
    State state;
    for (int ply = 0; ply < 200 && !state.IsTerminal(); ++ply) {
      MoveListFor<State> moves, captures, expected;
      state.LegalMoves(moves);
      state.NoisyMoves(captures);
      for (const State::Move move : moves) {
        const std::string text = kRules.FormatMove(state, move);
        State after = state;
        after.Apply(move);
        const bool captured = std::popcount(after.Pieces(after.ToMove())) <
                              std::popcount(state.Pieces(after.ToMove()));
        if (captured) expected.push_back(move);
        const bool endangers = CanBeCaptured(after, text.substr(3));
        ASSERT_EQ(state.Endangers(move), endangers)
            << text << " in " << kRules.FormatPosition(state);
        endangered += endangers;
      }
      ASSERT_TRUE(std::equal(captures.begin(), captures.end(), expected.begin(),
                             expected.end()))
          << kRules.FormatPosition(state);
      ASSERT_EQ(state.HasQuietMoves(), captures.size() < moves.size())
          << kRules.FormatPosition(state);
      noisy += static_cast<int>(captures.size());
      state.Apply(*state.RandomMove(random));
    }
  }
  EXPECT_GT(noisy, 500);
  EXPECT_GT(endangered, 500);
}

TEST(OnejumpTest, EvaluationLooksTheSameFromBothSides) {
  Random random(10);
  for (int game = 0; game < 20; ++game) {
    State state;
    for (int ply = 0; ply < 200 && !state.IsTerminal(); ++ply) {
      const State mirrored = Mirrored(state);
      const int seat = state.ToMove();
      ASSERT_EQ(kRules.Evaluate(state, seat),
                kRules.Evaluate(mirrored, 1 - seat));
      MoveListFor<State> moves, others;
      state.LegalMoves(moves);
      mirrored.LegalMoves(others);
      std::vector<int> values, mirrored_values;
      for (const auto move : moves) {
        values.push_back(kRules.EvaluateMove(state, move));
      }
      for (const auto move : others) {
        mirrored_values.push_back(kRules.EvaluateMove(mirrored, move));
      }
      ASSERT_THAT(values,
                  ::testing::UnorderedElementsAreArray(mirrored_values));
      state.Apply(*state.RandomMove(random));
    }
  }
}

TEST(OnejumpTest, MovesAreWorthWhatTheyWin) {
  const State state = Position(Rows(
      {{2, "..b...w."}, {3, "...W...."}, {4, "..b.b.w."}, {5, ".....b.."}}, 1));
  const auto value = [&state](const char* move) {
    return kRules.EvaluateMove(state, *kRules.ParseMove(state, move));
  };
  // A tower made, a tower taken, a piece taken, a piece given away.
  EXPECT_GT(value("C2-B1"), 30);
  EXPECT_GT(value("C4-E2"), 120);
  EXPECT_GT(value("F5-H3"), 80);
  EXPECT_LT(value("C4-B3"), 50);
  EXPECT_LT(value("E4-F3"), -50);
}

TEST(OnejumpTest, RenderMarksTheLastMoveAndFlips) {
  RenderOptions options;
  options.paths = {{"A4", "B3"}};
  const State state =
      Position(Rows({{1, ".W......"}, {3, ".b......"}, {8, "......B."}}, 2));
  const std::string text =
      DrawText(kRules.Layout(), kRules.Pieces(state), options);
  EXPECT_THAT(text, HasSubstr("     A   B   C   D   E   F   G   H\n"));
  EXPECT_THAT(text, HasSubstr(" 3 | . |[b]| . |"));
  EXPECT_THAT(text, HasSubstr(" 4 |(.)| . |"));
  EXPECT_LT(text.find(" 1 |"), text.find(" 8 |"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  options.flip = true;
  const std::string flipped =
      DrawText(kRules.Layout(), kRules.Pieces(state), options);
  EXPECT_GT(flipped.find(" 1 |"), flipped.find(" 8 |"));
  EXPECT_THAT(flipped, HasSubstr("     H   G   F"));
  EXPECT_THAT(flipped, HasSubstr(" 8 | . | B | . |"));
  options.color = true;
  EXPECT_THAT(DrawText(kRules.Layout(), kRules.Pieces(state), options),
              HasSubstr("\x1b[1;97;40mB\x1b[0m"));
}

}  // namespace
}  // namespace boardwalk::onejump
