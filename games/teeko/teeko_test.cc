#include "games/teeko/teeko.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/board_drawing.h"
#include "framework/perft.h"
#include "framework/playout.h"
#include "games/teeko/scripted.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::teeko {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Rules kFull(Rules::Phase::kFull);
const Rules kPlacement(Rules::Phase::kPlacement);
const Rules kMovement(Rules::Phase::kMovement);

State Position(const Rules& rules, absl::string_view text) {
  const auto state = rules.ParsePosition(text);
  EXPECT_TRUE(state.ok()) << text << ": " << state.status();
  return state.ok() ? *state : rules.InitialState();
}

std::vector<std::string> Texts(const Rules& rules, const State& state) {
  MoveListFor<State> list;
  state.LegalMoves(list);
  std::vector<std::string> texts;
  for (const State::Move move : list) {
    texts.push_back(rules.FormatMove(state, move));
  }
  return texts;
}

std::string WhyNot(const Rules& rules, const State& state,
                   absl::string_view move) {
  const auto parsed = rules.ParseMove(state, move);
  return parsed.ok() ? "legal" : std::string(parsed.status().message());
}

std::string WhyNoPosition(const Rules& rules, absl::string_view text) {
  const auto parsed = rules.ParsePosition(text);
  return parsed.ok() ? "accepted" : std::string(parsed.status().message());
}

// The rules on a plain array, square n at n - 1, with no regard to speed.
struct SlowBoard {
  std::string cells = std::string(16, '.');
  int to_move = 0;

  char Mark() const { return to_move == 0 ? 'O' : 'X'; }
  int Placed() const {
    return 16 - static_cast<int>(std::count(cells.begin(), cells.end(), '.'));
  }
  bool Wins(char mark) const {
    std::vector<std::pair<int, int>> at;  // row, column
    for (int i = 0; i < 16; ++i) {
      if (cells[i] == mark) at.emplace_back(i / 4, i % 4);
    }
    if (at.size() != 4) return false;
    const auto all = [&at](auto&& test) {
      return std::all_of(at.begin(), at.end(), test);
    };
    const int row = at[0].first, column = at[0].second;
    // The first mark has the lowest row, but not always the lowest column.
    const int left = std::min(column, at[1].second);
    return all([&](auto p) { return p.first == row; }) ||
           all([&](auto p) { return p.second == column; }) ||
           all([&](auto p) { return p.first == p.second; }) ||
           all([&](auto p) { return p.first + p.second == 3; }) ||
           all([&](auto p) {
             return p.first - row <= 1 && p.second >= left &&
                    p.second - left <= 1;
           });
  }
  std::vector<std::string> Moves() const {
    std::vector<std::string> moves;
    for (int from = 0; from < 16; ++from) {
      if (Placed() < 8) {
        if (cells[from] == '.') moves.push_back(absl::StrCat(from + 1));
        continue;
      }
      if (cells[from] != Mark()) continue;
      for (int to = 0; to < 16; ++to) {
        const int rows = std::abs(from / 4 - to / 4);
        const int columns = std::abs(from % 4 - to % 4);
        if (cells[to] == '.' && rows <= 1 && columns <= 1) {
          moves.push_back(absl::StrCat(from + 1, "-", to + 1));
        }
      }
    }
    return moves;
  }
  void Play(const std::string& move) {
    const size_t dash = move.find('-');
    if (dash != std::string::npos) {
      cells[std::stoi(move.substr(0, dash)) - 1] = '.';
      cells[std::stoi(move.substr(dash + 1)) - 1] = Mark();
    } else {
      cells[std::stoi(move) - 1] = Mark();
    }
    to_move ^= 1;
  }
};

TEST(TeekoTest, RandomGamesAgreeWithTheSlowBoard) {
  Random random(8);
  int moves_made = 0, wins[2] = {0, 0}, draws = 0;
  for (const Rules* rules : {&kFull, &kPlacement}) {
    for (int game = 0; game < 200; ++game) {
      State state = rules->InitialState();
      SlowBoard slow;
      for (int ply = 0; ply < 300; ++ply) {
        const bool won = slow.Wins(slow.to_move == 0 ? 'X' : 'O');
        const bool over = won || (rules == &kPlacement && slow.Placed() == 8);
        ASSERT_EQ(state.IsTerminal(), over) << rules->FormatPosition(state);
        if (over) {
          ASSERT_EQ(state.Returns()[1 - slow.to_move], won ? 1 : 0);
          ASSERT_EQ(state.Returns()[slow.to_move], won ? -1 : 0);
          EXPECT_THAT(Texts(*rules, state), ElementsAre());
          EXPECT_EQ(state.CountLegalMoves(), 0);
          draws += !won;
          wins[1 - slow.to_move] += won;
          break;
        }
        ASSERT_EQ(state.ToMove(), slow.to_move);
        const std::vector<std::string> texts = Texts(*rules, state);
        ASSERT_EQ(texts, slow.Moves());
        const std::string& text =
            texts[random.Below(static_cast<uint32_t>(texts.size()))];
        const auto move = rules->ParseMove(state, text);
        ASSERT_TRUE(move.ok()) << text << ": " << move.status();
        state.Apply(*move);
        slow.Play(text);
        moves_made += ply >= 8;
      }
    }
  }
  EXPECT_GT(moves_made, 10000);
  EXPECT_GT(wins[0], 20);
  EXPECT_GT(wins[1], 20);
  EXPECT_GT(draws, 100);
}

TEST(TeekoTest, HooksEqualTheListAndTextsGiveTheSameState) {
  Random random(9);
  for (const Rules* rules : {&kFull, &kPlacement, &kMovement}) {
    for (int game = 0; game < 50; ++game) {
      State state = rules->InitialState();
      for (int ply = 0; ply < 200; ++ply) {
        const State copy = Position(*rules, rules->FormatPosition(state));
        ASSERT_EQ(copy, state);
        ASSERT_EQ(copy.Hash(), state.Hash());
        MoveListFor<State> list;
        state.LegalMoves(list);
        ASSERT_EQ(state.CountLegalMoves(), static_cast<int>(list.size()));
        Random twin = random;
        const auto move = state.RandomMove(random);
        ASSERT_EQ(move.has_value(), !list.empty());
        if (list.empty()) break;
        ASSERT_EQ(*move, list[twin.Below(static_cast<uint32_t>(list.size()))]);
        ASSERT_EQ(random.Next(), twin.Next()) << "not exactly one draw";
        ASSERT_EQ(rules->Evaluate(state, 0), -rules->Evaluate(state, 1));
        ASSERT_LE(std::abs(rules->Evaluate(state, 0)), kMaxEvaluation);
        state.Apply(*move);
      }
    }
  }
}

TEST(TeekoTest, EveryGoalWinsAndNothingElse) {
  int goals = 0;
  for (uint32_t marks = 0; marks < 65536; ++marks) {
    if (std::popcount(marks) > 4) continue;
    SlowBoard slow;
    for (int i = 0; i < 16; ++i) {
      if ((marks >> i & 1) != 0) slow.cells[i] = 'O';
    }
    ASSERT_EQ(IsGoal(marks), slow.Wins('O')) << marks;
    goals += IsGoal(marks);
  }
  EXPECT_EQ(goals, 19);
}

TEST(TeekoTest, MovementStartsFromTheDocumentsBoard) {
  EXPECT_EQ(kMovement.FormatPosition(kMovement.InitialState()),
            "..../OO../XO../XXOX 1");
  EXPECT_THAT(Texts(kMovement, kMovement.InitialState()),
              ElementsAre("3-7", "3-8", "6-7", "6-11", "9-13", "9-14", "10-7",
                          "10-11", "10-13", "10-14", "10-15"));
}

TEST(TeekoTest, ReadsBoardFiles) {
  const State opening = kMovement.InitialState();
  EXPECT_EQ(Position(kMovement, "0 0 0 0\n1 1 0 0\n2 1 0 0\n2 2 1 2\n"),
            opening);
  EXPECT_EQ(Position(kMovement, "0 0 0 0 1 1 0 0 2 1 0 0 2 2 1 2"), opening);
  EXPECT_EQ(
      Position(kFull, "0 0 0 0\r\n1 1 0 0\r\n2 1 0 0\r\n2 2 1 2\r\n").ToMove(),
      0);
  EXPECT_EQ(Position(kFull, "0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0").ToMove(), 1);
  EXPECT_EQ(
      kFull.FormatPosition(Position(kFull, "0 0 0 2 0 0 0 0 0 0 0 0 1 0 0 0")),
      "...X/..../..../O... 1");
}

TEST(TeekoTest, HashKnowsTheSideToMove) {
  const State one = Position(kFull, "..../OO../XO../XXOX 1");
  const State two = Position(kFull, "..../OO../XO../XXOX 2");
  EXPECT_NE(one, two);
  EXPECT_NE(one.Hash(), two.Hash());
}

TEST(TeekoTest, TheEighthMarkEndsOnlyThePlacementGame) {
  for (const Rules* rules : {&kFull, &kPlacement}) {
    State state = Position(*rules, "..../OO../XO../X.OX 2");
    EXPECT_FALSE(state.IsTerminal());
    state.Apply(*rules->ParseMove(state, "2"));
    EXPECT_EQ(state.IsTerminal(), rules == &kPlacement);
    if (state.IsTerminal()) {
      EXPECT_EQ(state.Returns(), SeatValues{});
    }
  }
}

TEST(TeekoTest, TheFourthMarkInABlockWins) {
  State state = Position(kFull, "..../..../XXX./OO.O 1");
  EXPECT_FALSE(state.IsTerminal());
  state.Apply(*kFull.ParseMove(state, "3"));
  EXPECT_TRUE(state.IsTerminal());
  EXPECT_EQ(state.Returns()[0], 1);
  EXPECT_EQ(WhyNot(kFull, state, "16"), "the game is over");
  // As text it is still the position after the win.
  EXPECT_EQ(Position(kFull, kFull.FormatPosition(state)), state);
}

TEST(TeekoTest, EveryIllegalMoveIsExplained) {
  const State placing = Position(kFull, "..../..../.O../X... 1");
  EXPECT_EQ(WhyNot(kFull, placing, "16"), "legal");
  EXPECT_EQ(WhyNot(kFull, placing, "6"), "square 6 is occupied");
  EXPECT_THAT(WhyNot(kFull, placing, "17"), HasSubstr("17 is off the board"));
  EXPECT_THAT(WhyNot(kFull, placing, "0"), HasSubstr("0 is off the board"));
  EXPECT_THAT(WhyNot(kFull, placing, "99999999999999999999"),
              HasSubstr("off the board"));
  EXPECT_THAT(WhyNot(kFull, placing, "six"), HasSubstr("'six' is no square"));
  EXPECT_THAT(WhyNot(kFull, placing, ""), HasSubstr("'' is no square"));
  EXPECT_THAT(WhyNot(kFull, placing, "+5"), HasSubstr("is no square"));
  EXPECT_THAT(WhyNot(kFull, placing, "6-7"), HasSubstr("still being placed"));
  EXPECT_LT(WhyNot(kFull, placing, std::string(100000, '1')).size(), 200u);

  const State moving = kMovement.InitialState();
  EXPECT_EQ(WhyNot(kMovement, moving, "6-7"), "legal");
  EXPECT_THAT(WhyNot(kMovement, moving, "7"), HasSubstr("such as 6-7"));
  EXPECT_THAT(WhyNot(kMovement, moving, "6-7-8"), HasSubstr("such as 6-7"));
  EXPECT_THAT(WhyNot(kMovement, moving, "6-17"), HasSubstr("off the board"));
  EXPECT_THAT(WhyNot(kMovement, moving, "0-1"), HasSubstr("off the board"));
  EXPECT_EQ(WhyNot(kMovement, moving, "7-8"), "square 7 is empty");
  EXPECT_EQ(WhyNot(kMovement, moving, "4-8"),
            "the mark on 4 is your opponent's; yours are circles (O)");
  EXPECT_EQ(WhyNot(kMovement, moving, "6-5"), "square 5 is occupied");
  EXPECT_EQ(WhyNot(kMovement, moving, "6-6"),
            "a mark must move to another square");
  EXPECT_EQ(WhyNot(kMovement, moving, "6-16"),
            "square 16 is not adjacent to 6; a mark moves one step");
  // The board does not wrap round: 12 ends a row, 13 begins the next.
  EXPECT_THAT(WhyNot(kMovement, moving, "9-8"), HasSubstr("not adjacent"));
}

TEST(TeekoTest, EveryBadPositionIsExplained) {
  EXPECT_THAT(WhyNoPosition(kFull, " \n"), HasSubstr("no board"));
  EXPECT_THAT(WhyNoPosition(kFull, "..../OO../XO.. 1"),
              HasSubstr("has 3 rows"));
  EXPECT_THAT(WhyNoPosition(kFull, "..../OO./XO../XXOX 1"),
              HasSubstr("row 2 from the top is 'OO.', 3 squares long"));
  EXPECT_THAT(WhyNoPosition(kFull, "..../O0../XO../XXOX 1"),
              HasSubstr("'0' on square 10"));
  EXPECT_THAT(WhyNoPosition(kFull, "..../OO../XO../XXOX"),
              HasSubstr("seat to move"));
  EXPECT_THAT(WhyNoPosition(kFull, "..../OO../XO../XXOX 3"),
              HasSubstr("seat to move"));
  EXPECT_THAT(WhyNoPosition(kFull, "..../OO../XO../XXOX 1 1"),
              HasSubstr("nothing else"));
  EXPECT_THAT(WhyNoPosition(kFull, "0 0 0 0 1 1 0 0 2 1 0 0 2 2 1"),
              HasSubstr("has 15 numbers"));
  EXPECT_THAT(WhyNoPosition(kFull, "0 0 0 0 1 1 0 0 2 1 0 0 2 2 1 2 0"),
              HasSubstr("has 17 numbers"));
  EXPECT_THAT(WhyNoPosition(kFull, "0 0 0 0 1 3 0 0 2 1 0 0 2 2 1 2"),
              HasSubstr("number 6 (square 10) is '3'"));
  EXPECT_THAT(WhyNoPosition(kFull, "O.O./.O../O.O./.... 2"),
              HasSubstr("5 circles and 0 crosses"));
  EXPECT_THAT(WhyNoPosition(kFull, "..../..../..../...X 1"),
              HasSubstr("0 circles and 1 crosses"));
  EXPECT_THAT(WhyNoPosition(kFull, "..../..../..../OO.. 2"),
              HasSubstr("2 circles and 0 crosses"));
  EXPECT_THAT(WhyNoPosition(kFull, "..../..../..../O... 1"),
              HasSubstr("seat 2 is to move"));
  EXPECT_THAT(WhyNoPosition(kPlacement, "..../OO../XO../XXOX 2"),
              HasSubstr("seat 1 is to move"));
  EXPECT_THAT(WhyNoPosition(kMovement, "..../OO../XO../X.OX 2"),
              HasSubstr("needs four of each"));
  EXPECT_THAT(WhyNoPosition(kFull, "OOOO/..../..../XXXX 1"),
              HasSubstr("both sides"));
  EXPECT_THAT(WhyNoPosition(kMovement, "OOOO/..../X.../.XXX 1"),
              HasSubstr("seat 1 cannot be to move"));
  EXPECT_EQ(WhyNoPosition(kMovement, "OOOO/..../X.../.XXX 2"), "accepted");
  EXPECT_EQ(WhyNoPosition(kFull, "..../OO../XO../XXOX 2"), "accepted");
}

TEST(TeekoTest, EvaluationSeesThreats) {
  const auto value = [](absl::string_view text) {
    const State state = Position(kFull, text);
    EXPECT_EQ(kFull.Evaluate(state, 0), -kFull.Evaluate(state, 1));
    return kFull.Evaluate(state, 0);
  };
  // 8 can go to 4; when it is X's turn, nothing of his can stop it.
  EXPECT_EQ(value("X..X/X..X/...O/OOO. 1"), kWinInOne);
  EXPECT_EQ(value("X..X/X..X/...O/OOO. 2"), kLossInTwo);
  // X is on 7, beside 4, and then on 4.
  EXPECT_LT(std::abs(value("X..X/X.../..XO/OOO. 2")), kWinInThree);
  EXPECT_LT(std::abs(value("X..X/X..O/..../OOOX 1")), kWinInThree);
  // A fourth mark on 3 or 7 makes two threats at once; but not when the game
  // ends with the eighth.
  EXPECT_EQ(value("..../X.../XO.X/.O.O 1"), kWinInThree);
  EXPECT_LT(
      kPlacement.Evaluate(Position(kPlacement, "..../X.../XO.X/.O.O 1"), 0),
      kWinInThree);
}

// The middle, and whose turn it is, in quiet positions.
TEST(TeekoTest, EvaluationCountsTheMiddle) {
  const State state = Position(kFull, "X..X/.O../..../...O 1");
  EXPECT_EQ(kFull.Evaluate(state, 0), kMiddleValue + kTempoValue);
}

TEST(TeekoTest, MovesLookGoodByWhatTheyThreatenAndStop) {
  const State placing = Position(kFull, "..../.X../.OO./..X. 1");
  const auto place = [&placing](const char* move) {
    return kFull.EvaluateMove(placing, *kFull.ParseMove(placing, move));
  };
  EXPECT_GT(place("5"), place("1"));
  const State moving = Position(kMovement, "XX.X/.OO./X.O./O... 1");
  const auto move = [&moving](const char* text) {
    return kMovement.EvaluateMove(moving, *kMovement.ParseMove(moving, text));
  };
  EXPECT_EQ(move("1-6"), kWinInOne + kMiddleValue);
  EXPECT_LT(move("7-8"), -kMiddleValue / 2);
  // X threatens 15, and only the mark on 11 can go there.
  const State threatened = Position(kMovement, "XX.X/.XO./..OO/O... 1");
  const auto answer = [&threatened](const char* text) {
    return kMovement.EvaluateMove(threatened,
                                  *kMovement.ParseMove(threatened, text));
  };
  EXPECT_GT(answer("11-15"), -kMiddleValue * 2);
  EXPECT_LT(answer("11-12"), -kLossInTwo / 2);
  EXPECT_LT(answer("1-6"), -kLossInTwo / 2);
}

TEST(TeekoTest, RenderMarksTheLastMoveAndFlips) {
  RenderOptions options;
  options.paths = {{"10", "11"}};
  const State state = Position(kMovement, "..../O.O./XO../XXOX 2");
  EXPECT_EQ(DrawText(kMovement.Layout(), kMovement.Pieces(state), options),
            "+----+----+----+----+\n"
            "| 13 | 14 | 15 | 16 |\n"
            "+----+----+----+----+\n"
            "|  O |(10)|[ O]| 12 |\n"
            "+----+----+----+----+\n"
            "|  X |  O |  7 |  8 |\n"
            "+----+----+----+----+\n"
            "|  X |  X |  O |  X |\n"
            "+----+----+----+----+\n");
  options.flip = true;
  EXPECT_THAT(DrawText(kMovement.Layout(), kMovement.Pieces(state), options),
              HasSubstr("| 12 |[ O]|(10)|  O |\n"));
  EXPECT_THAT(kMovement.Path(state, State::Move{9, 10}),
              ElementsAre("10", "11"));
  options.color = true;
  EXPECT_THAT(DrawText(kMovement.Layout(), kMovement.Pieces(state), options),
              HasSubstr("|  \x1b[1;34mO\x1b[0m |"));
}

TEST(TeekoScriptedTest, PlaysTheDocumentsStrategies) {
  State state = Position(kFull, "..../..../..../.O.X 1");
  EXPECT_EQ(kFull.FormatMove(state, ScriptedMove(state)), "1");
  state = Position(kFull, "..../..../X.../OOXO 2");
  EXPECT_EQ(kFull.FormatMove(state, ScriptedMove(state)), "6");
  // The highest mark of X, on 4, goes 8 and 7 off the board, 6 too, 5 too, 4
  // to the occupied 3, 3 off the board, 2 to 8.
  state = Position(kMovement, "..../OO../XO../XXOX 2");
  EXPECT_EQ(kMovement.FormatMove(state, ScriptedMove(state)), "4-8");
  // The highest mark of O, on 10: 8 leads to 7.
  state = Position(kMovement, "..../OO../XO../XXOX 1");
  EXPECT_EQ(kMovement.FormatMove(state, ScriptedMove(state)), "10-7");
}

TEST(TeekoScriptedTest, SkipsAMarkThatCannotMove) {
  // X on 16 is shut in by 11, 12 and 15; the next mark of X is on 11, whose
  // direction 8 leads to 8.
  const State state = Position(kMovement, "..OX/..XO/.O../XXO. 2");
  EXPECT_EQ(kMovement.FormatMove(state, ScriptedMove(state)), "11-8");
}

TEST(TeekoScriptedTest, DirectionsAreTheDocuments) {
  // Around square 6: 9 10 11 / 5 . 7 / 1 2 3.
  const int around[] = {9, 10, 11, 5, 7, 1, 2, 3};
  for (int direction = 1; direction <= kDirections; ++direction) {
    EXPECT_EQ(Neighbour(5, direction), around[direction - 1] - 1);
    EXPECT_EQ(DirectionOf(5, around[direction - 1] - 1), direction);
  }
  EXPECT_EQ(Neighbour(3, 5), std::nullopt);
  EXPECT_EQ(Neighbour(4, 4), std::nullopt);
  EXPECT_EQ(Neighbour(0, 7), std::nullopt);
  EXPECT_EQ(Neighbour(15, 2), std::nullopt);
}

}  // namespace
}  // namespace boardwalk::teeko
