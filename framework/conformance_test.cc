// The suite passes a sound game and catches each of many planted bugs.

#include "framework/conformance.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "framework/linear_evaluation.h"
#include "framework/random.h"
#include "framework/testing/drop.h"
#include "framework/testing/walk.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

enum class Bug {
  kNone,
  kUndoForgetsPasses,
  kLegendLacksASeat,
  kUndoForgetsHash,
  kHashOmitsSide,
  kHashOmitsPasses,
  kHashDependsOnPath,
  kEqualityIgnoresPasses,
  kDuplicateMove,
  kNoMoveWhenLive,
  kMoveWhenOver,
  kTextLosesPasses,
  kTextLosesSide,
  kTextOfTwoLines,
  kAnyPositionParsed,
  kReturnsDoNotSumToZero,
  kReturnsTooLarge,
  kRandomMoveOffByOne,
  kRandomMoveDrawsTwice,
  kCountWrong,
  kAcceptsIllegalMoves,
  kAcceptsGarbageBehindMoves,
  kRefusesLegalMove,
  kReadsAnotherMove,
  kMovesShareText,
  kEvaluationNotOpposite,
  kEvaluationTooLarge,
  kEvaluationOfThePast,
  kEvaluationForgetsFeature,
  kOtherWeightsIgnored,
  kOriginalForgotten,
  kFeatureTooLarge,
  kOrderOfThePast,
  kRenderWithoutLineEnd,
  kRenderAlwaysColors,
  kPathOffTheBoard,
  kPathsShared,
  kCellsShareName,
  kCellsTooNear,
  kPieceOffTheBoard,
  kPiecesShareCell,
  kPiecesOfThePast,
  kPiecesForgetPile,
  kPiecesForgetPasses,
  kNoisyMoveIllegal,
  kQuietMovesDenied,
  kQuietMovesMadeUp,
  kNullMoveKeepsTurn,
  kNullMoveForgetsHash,
  kMoveValueTooLarge,
  kExactValueWithoutEnd,
};

// Nim with a pass: two piles, take one to three of one of them; a player may
// pass once. The player who takes the last one wins. The bug is chosen at run
// time, since the suite is long to compile.
template <int kCapacity>
class NimState {
 public:
  struct Move {
    uint8_t pile;  // 2 for a pass
    uint8_t take;
    bool operator==(const Move&) const = default;
  };
  struct UndoInfo {
    NimState before;
  };
  static constexpr int kMaxMoves = kCapacity;

  explicit NimState(Bug bug) : bug_(bug) { Rehash(); }
  NimState(Bug bug, int a, int b, int turn, int passes)
      : bug_(bug),
        piles_{static_cast<uint8_t>(a), static_cast<uint8_t>(b)},
        turn_(static_cast<uint8_t>(turn)),
        passes_(static_cast<uint8_t>(passes)) {
    Rehash();
  }

  int NumPlayers() const { return 2; }
  int ToMove() const { return turn_; }
  bool IsTerminal() const { return piles_[0] + piles_[1] == 0; }
  SeatValues Returns() const {
    if (bug_ == Bug::kReturnsTooLarge) return {2, -2};
    SeatValues values = WinnerTakesAll(2, 1u << ((turn_ + 1) % 2));
    if (bug_ == Bug::kReturnsDoNotSumToZero) values[0] += 0.25;
    return values;
  }
  template <typename List>
  void LegalMoves(List& list) const {
    if (IsTerminal()) {
      if (bug_ == Bug::kMoveWhenOver) list.push_back({2, 0});
      return;
    }
    if (bug_ == Bug::kNoMoveWhenLive && piles_[0] == 1) return;
    if (bug_ == Bug::kOrderOfThePast && last_ == 2) list.push_back({2, 0});
    for (uint8_t pile = 0; pile < 2; ++pile) {
      for (uint8_t take = 1; take <= 3 && take <= piles_[pile]; ++take) {
        list.push_back({pile, take});
      }
    }
    if (bug_ == Bug::kDuplicateMove && piles_[1] == 3) list.push_back({1, 2});
    if (bug_ == Bug::kOrderOfThePast && last_ == 2) return;
    if (CanPass()) list.push_back({2, 0});
  }
  template <typename List>
  void NoisyMoves(List& list) const {
    for (uint8_t pile = 0; pile < 2; ++pile) {
      if (piles_[pile] >= 3) list.push_back({pile, 3});
    }
    if (bug_ == Bug::kNoisyMoveIllegal) list.push_back({0, 4});
  }
  bool HasQuietMoves() const {
    return bug_ == Bug::kQuietMovesMadeUp ||
           (bug_ != Bug::kQuietMovesDenied && !IsTerminal());
  }
  static Move NullMove() { return {3, 0}; }
  int CountLegalMoves() const {
    std::vector<Move> list;
    LegalMoves(list);
    return static_cast<int>(list.size()) +
           (bug_ == Bug::kCountWrong && CanPass() ? 1 : 0);
  }
  template <typename R>
  std::optional<Move> RandomMove(R& random) const {
    std::vector<Move> list;
    LegalMoves(list);
    if (list.empty()) return std::nullopt;
    if (bug_ == Bug::kRandomMoveDrawsTwice) (void)random.Below(2);
    const auto n = static_cast<uint32_t>(list.size());
    if (bug_ == Bug::kRandomMoveOffByOne) {
      return list[(random.Below(n) + 1) % n];
    }
    return list[random.Below(n)];
  }
  void Apply(Move move) {
    if (move.pile < 2) {
      piles_[move.pile] = static_cast<uint8_t>(piles_[move.pile] - move.take);
    } else if (move.pile == 2) {
      passes_ = static_cast<uint8_t>(passes_ | 1u << turn_);
    }
    const bool null = move == NullMove();
    if (!null || bug_ != Bug::kNullMoveKeepsTurn) turn_ ^= 1;
    last_ = move.pile;
    const uint64_t before = hash_;
    if (!null || bug_ != Bug::kNullMoveForgetsHash) Rehash();
    if (bug_ == Bug::kHashDependsOnPath) hash_ = Mix64(before + hash_);
  }
  UndoInfo ApplyWithUndo(Move move) {
    const UndoInfo info{*this};
    Apply(move);
    return info;
  }
  void Undo(const UndoInfo& info) {
    const NimState after = *this;
    *this = info.before;
    if (bug_ == Bug::kUndoForgetsPasses) passes_ = after.passes_;
    if (bug_ == Bug::kUndoForgetsHash) hash_ = after.hash_;
  }
  uint64_t Hash() const { return hash_; }
  bool operator==(const NimState& other) const {
    const bool same_passes =
        bug_ == Bug::kEqualityIgnoresPasses || passes_ == other.passes_;
    return piles_ == other.piles_ && turn_ == other.turn_ && same_passes;
  }

  int pile(int i) const { return piles_[i]; }
  int passes() const { return passes_; }
  int last() const { return last_; }

 private:
  bool CanPass() const { return (passes_ >> turn_ & 1) == 0; }
  void Rehash() {
    const uint64_t side = bug_ == Bug::kHashOmitsSide ? 0 : turn_;
    const uint64_t passes = bug_ == Bug::kHashOmitsPasses ? 0 : passes_;
    hash_ = Mix64(piles_[0] + 256 * (piles_[1] + 256 * (side + 2 * passes)));
  }

  Bug bug_;
  std::array<uint8_t, 2> piles_ = {7, 5};
  uint8_t turn_ = 0;
  uint8_t passes_ = 0;  // bit s: seat s has passed
  uint8_t last_ = 0;    // the pile of the last move; no part of the position
  uint64_t hash_ = 0;
};

template <int kMaxMoves>
class NimRules {
 public:
  using State = NimState<kMaxMoves>;
  using Move = typename State::Move;

  explicit NimRules(Bug bug) : bug_(bug) {}

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "nim", .title = "Nim", .rules = "Take the last one.\n"};
    return info;
  }
  static absl::StatusOr<std::unique_ptr<const NimRules>> Create(
      const Parameters&) {
    return std::make_unique<const NimRules>(Bug::kNone);
  }
  State InitialState() const { return State(bug_); }

  std::string FormatMove(const State&, Move move) const {
    if (move.pile == 2) return "pass";
    if (bug_ == Bug::kMovesShareText) return absl::StrCat("t", move.take);
    return absl::StrCat(move.pile == 0 ? "a" : "b", move.take);
  }
  absl::StatusOr<Move> ParseMove(const State& state,
                                 absl::string_view text) const {
    if (bug_ == Bug::kAcceptsGarbageBehindMoves) text = text.substr(0, 4);
    if (bug_ == Bug::kRefusesLegalMove && text == "b3") {
      return absl::InvalidArgumentError("no");
    }
    if (bug_ == Bug::kReadsAnotherMove && text == "b1") text = "a1";
    std::vector<Move> list;
    state.LegalMoves(list);
    if (bug_ == Bug::kAcceptsIllegalMoves) list.push_back({0, 3});
    for (const Move move : list) {
      const std::string legal = FormatMove(state, move);
      if (legal == text || (bug_ == Bug::kAcceptsGarbageBehindMoves &&
                            text.substr(0, legal.size()) == legal)) {
        return move;
      }
    }
    return absl::InvalidArgumentError("no such move");
  }

  std::string FormatPosition(const State& state) const {
    const int passes = bug_ == Bug::kTextLosesPasses ? 0 : state.passes();
    const int seat = bug_ == Bug::kTextLosesSide ? 1 : state.ToMove() + 1;
    return absl::StrCat(state.pile(0), " ", state.pile(1), " ", seat, " ",
                        passes, bug_ == Bug::kTextOfTwoLines ? "\nx" : "");
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    if (bug_ == Bug::kTextOfTwoLines) text = text.substr(0, text.find('\n'));
    const std::vector<std::string> words = absl::StrSplit(text, ' ');
    int number[4] = {};
    bool good = words.size() == 4;
    for (size_t i = 0; i < 4 && good; ++i) {
      good = absl::SimpleAtoi(words[i], &number[i]) && number[i] >= 0 &&
             absl::StrCat(number[i]) == words[i];
    }
    if (bug_ == Bug::kAnyPositionParsed) {
      // A third seat is let through.
      if (!good || number[0] > 7 || number[2] < 1 || number[2] > 3) {
        return absl::InvalidArgumentError("bad");
      }
      return State(bug_, number[0], number[1] % 6, number[2] - 1,
                   number[3] & 3);
    }
    if (!good || number[0] > 7 || number[1] > 5 || number[2] < 1 ||
        number[2] > 2 || number[3] > 3) {
      return absl::InvalidArgumentError("write two piles, a seat, the passes");
    }
    return State(bug_, number[0], number[1], number[2] - 1, number[3]);
  }
  std::string Render(const State& state, const RenderOptions& options) const {
    const bool color = options.color || bug_ == Bug::kRenderAlwaysColors;
    return absl::StrCat(color ? "\x1b[1m" : "", FormatPosition(state),
                        color ? "\x1b[0m" : "",
                        bug_ == Bug::kRenderWithoutLineEnd ? "" : "\n");
  }
  std::vector<std::string> Path(const State&, Move move) const {
    if (move.pile == 2) return {};
    if (bug_ == Bug::kPathsShared) return {"a1"};
    if (bug_ == Bug::kPathOffTheBoard) return {absl::StrCat("b", move.take, 9)};
    return {absl::StrCat(move.pile == 0 ? "a" : "b", move.take)};
  }
  // The piles, and a cell for each seat that is taken when it has passed.
  BoardLayout Layout() const {
    BoardLayout layout = SquareGrid(3, 7, [](int column, int row) {
      return column == 2 && row > 1 ? "" : ChessSquare(column, row);
    });
    if (bug_ == Bug::kCellsShareName) layout.cells[1].name = "a1";
    if (bug_ == Bug::kCellsTooNear) layout.cells[1].x = 0.5;
    return layout;
  }
  BoardLegend Legend(const RenderOptions&) const {
    if (bug_ == Bug::kLegendLacksASeat) return {.seats = {"the first"}};
    return {.seats = {"the first", "the second"}};
  }
  std::vector<Piece> Pieces(const State& state) const {
    const BoardLayout layout = NimRules(Bug::kNone).Layout();
    std::vector<Piece> pieces;
    for (int cell = 0; cell < static_cast<int>(layout.cells.size()); ++cell) {
      const std::string& name = layout.cells[cell].name;
      const int column = name[0] - 'a', row = name[1] - '1';
      if (column == 2) {
        const bool passed = (state.passes() >> row & 1) != 0;
        if (passed && bug_ != Bug::kPiecesForgetPasses) {
          pieces.push_back({cell, row});
        }
      } else if (row < state.pile(column) &&
                 !(column == 1 && bug_ == Bug::kPiecesForgetPile)) {
        pieces.push_back({cell, -1});
      }
    }
    if (bug_ == Bug::kPieceOffTheBoard) pieces.push_back({99, 0});
    if (pieces.empty()) return pieces;
    if (bug_ == Bug::kPiecesShareCell) pieces.push_back(pieces.front());
    if (bug_ == Bug::kPiecesOfThePast) pieces.front().height += state.last();
    return pieces;
  }
  int Evaluate(const State& state, int seat) const {
    int value = state.pile(0) - state.pile(1);
    if (bug_ == Bug::kEvaluationTooLarge) value *= 5000;
    if (bug_ == Bug::kEvaluationOfThePast) value += state.last();
    if (bug_ == Bug::kEvaluationNotOpposite && seat == 1) return value;
    if (original_ != nullptr && bug_ != Bug::kOtherWeightsIgnored) {
      value = WeightedSum(Features(state), weights_, kWeightUnit);
    }
    if (bug_ == Bug::kEvaluationForgetsFeature) value = state.pile(0);
    return seat == 0 ? value : -value;
  }
  static constexpr std::array<Feature, 2> kFeatures = {
      {{"first", "the first pile", 2}, {"second", "the other", -2}}};
  static constexpr int kWeightUnit = 2;
  std::array<int, 2> Features(const State& state) const {
    if (bug_ == Bug::kFeatureTooLarge) return {5000 * state.pile(0), 0};
    return {state.pile(0), state.pile(1)};
  }
  std::unique_ptr<const NimRules> WithWeights(
      absl::Span<const int> weights) const {
    auto rules = std::make_unique<NimRules>(bug_);
    std::copy(weights.begin(), weights.end(), rules->weights_.begin());
    rules->original_ = this;
    return rules;
  }
  const NimRules& Original() const {
    return original_ == nullptr || bug_ == Bug::kOriginalForgotten ? *this
                                                                   : *original_;
  }
  int EvaluateMove(const State&, Move move) const {
    return bug_ == Bug::kMoveValueTooLarge ? 10'000 * move.take : move.take;
  }
  std::optional<ExactValue> Probe(const State& state) const {
    if (state.pile(0) != state.pile(1)) return std::nullopt;
    return ExactValue{-1, bug_ == Bug::kExactValueWithoutEnd ? 0 : 2};
  }

 private:
  const Bug bug_;
  const NimRules* original_ = nullptr;
  std::array<int, 2> weights_{};
};

ConformanceReport Check(Bug bug) {
  return CheckConformance(NimRules<7>(bug),
                          {.games = 40, .max_leaves = 20'000});
}

std::string Failures(Bug bug) {
  return absl::StrJoin(Check(bug).failures, "\n");
}

TEST(ConformanceTest, PassesASoundGame) {
  const ConformanceReport report = Check(Bug::kNone);
  EXPECT_THAT(report.failures, IsEmpty());
  EXPECT_EQ(report.games, 40);
  EXPECT_GT(report.positions, 100);
}

TEST(ConformanceTest, CatchesWrongUndo) {
  EXPECT_THAT(Failures(Bug::kUndoForgetsPasses), HasSubstr("undo: "));
  EXPECT_THAT(Failures(Bug::kUndoForgetsHash), HasSubstr("undo: "));
}

TEST(ConformanceTest, CatchesWrongHashes) {
  const std::string lacks = "hash lacks something: unequal positions have one";
  EXPECT_THAT(Failures(Bug::kHashOmitsSide), HasSubstr(lacks));
  EXPECT_THAT(Failures(Bug::kHashOmitsPasses), HasSubstr(lacks));
  EXPECT_THAT(Failures(Bug::kHashDependsOnPath),
              HasSubstr("hash: equal positions differ in hash"));
}

TEST(ConformanceTest, CatchesAnEqualityThatIgnoresACounter) {
  EXPECT_THAT(Failures(Bug::kEqualityIgnoresPasses),
              HasSubstr("equality: positions that compare equal differ"));
}

TEST(ConformanceTest, CatchesWrongMoveLists) {
  EXPECT_THAT(Failures(Bug::kDuplicateMove),
              HasSubstr("legal moves: 'b2' is listed twice"));
  EXPECT_THAT(
      CheckConformance(NimRules<6>(Bug::kNone), {}).failures,
      Contains(HasSubstr("kMaxMoves: 7 legal moves, more than kMaxMoves = 6")));
  EXPECT_THAT(Failures(Bug::kNoMoveWhenLive),
              HasSubstr("no legal move: the game is not over"));
  EXPECT_THAT(Failures(Bug::kMoveWhenOver), HasSubstr("moves after the end: "));
  EXPECT_THAT(Failures(Bug::kOrderOfThePast), HasSubstr("order of moves: "));
}

TEST(ConformanceTest, CatchesWrongPositionTexts) {
  const std::string lacks = "position text lacks something: ";
  EXPECT_THAT(Failures(Bug::kTextLosesPasses), HasSubstr(lacks));
  EXPECT_THAT(Failures(Bug::kTextLosesSide), HasSubstr(lacks));
  EXPECT_THAT(Failures(Bug::kTextOfTwoLines),
              HasSubstr("position text: '7 5 1 0\\nx' is not one line"));
  EXPECT_THAT(Failures(Bug::kAnyPositionParsed), HasSubstr("side to move: "));
}

TEST(ConformanceTest, CatchesWrongReturns) {
  EXPECT_THAT(Failures(Bug::kReturnsDoNotSumToZero),
              HasSubstr("they sum to 0.25, not to 0"));
  EXPECT_THAT(Failures(Bug::kReturnsTooLarge),
              HasSubstr("seat 1 gets 2, outside of -1 to 1"));
}

TEST(ConformanceTest, CatchesWrongShortCuts) {
  EXPECT_THAT(Failures(Bug::kRandomMoveOffByOne),
              HasSubstr("RandomMove: having drawn 0 it does not give"));
  EXPECT_THAT(Failures(Bug::kRandomMoveDrawsTwice),
              HasSubstr("RandomMove: it drew 2 numbers"));
  EXPECT_THAT(Failures(Bug::kCountWrong),
              HasSubstr("CountLegalMoves: it says 8, LegalMoves lists 7"));
  EXPECT_THAT(Failures(Bug::kCountWrong), HasSubstr("perft: depth 1 has"));
}

TEST(ConformanceTest, CatchesWrongMoveParsers) {
  const std::string accepts = "move parser accepts the illegal: ";
  EXPECT_THAT(Failures(Bug::kAcceptsIllegalMoves), HasSubstr(accepts));
  EXPECT_THAT(Failures(Bug::kAcceptsGarbageBehindMoves), HasSubstr(accepts));
  EXPECT_THAT(Failures(Bug::kRefusesLegalMove),
              HasSubstr("move parser: the legal move 'b3' is refused: no"));
  EXPECT_THAT(Failures(Bug::kReadsAnotherMove),
              HasSubstr("move parser: 'b1' is read as another move, 'a1'"));
  EXPECT_THAT(Failures(Bug::kMovesShareText),
              HasSubstr("move text is shared: two legal moves are written"));
}

TEST(ConformanceTest, CatchesWrongEvaluations) {
  EXPECT_THAT(Failures(Bug::kEvaluationNotOpposite),
              HasSubstr("2 for seat 1 and 2 for seat 2 are not opposite"));
  EXPECT_THAT(Failures(Bug::kEvaluationTooLarge),
              HasSubstr("is outside of +-10000"));
  EXPECT_THAT(Failures(Bug::kEvaluationOfThePast),
              HasSubstr("in the equal position read back from its text"));
}

TEST(ConformanceTest, CatchesWrongFeatures) {
  EXPECT_THAT(Failures(Bug::kEvaluationForgetsFeature),
              HasSubstr("features: Evaluate is 7 and the weighted sum of them "
                        "2, in the opening position"));
  EXPECT_THAT(Failures(Bug::kOtherWeightsIgnored),
              HasSubstr("features: with other weights Evaluate is "));
  EXPECT_THAT(Failures(Bug::kOriginalForgotten),
              HasSubstr("Original() of other weights is not these rules"));
  EXPECT_THAT(Failures(Bug::kFeatureTooLarge),
              HasSubstr("features: first is 35000, outside of +-4000"));
}

// Rules with names and weights that are none.
class WronglyDeclared : public NimRules<7> {
 public:
  using NimRules<7>::NimRules;
  static constexpr std::array<Feature, 2> kFeatures = {
      {{"Two words", "", 9999}, {"second", "the other", -2}}};
  std::unique_ptr<const WronglyDeclared> WithWeights(
      absl::Span<const int>) const {
    return std::make_unique<const WronglyDeclared>(Bug::kNone);
  }
  const WronglyDeclared& Original() const { return *this; }
  static absl::StatusOr<std::unique_ptr<const WronglyDeclared>> Create(
      const Parameters&) {
    return std::make_unique<const WronglyDeclared>(Bug::kNone);
  }
};

TEST(ConformanceTest, CatchesWronglyDeclaredFeatures) {
  EXPECT_THAT(
      CheckConformance(WronglyDeclared(Bug::kNone), {}).failures,
      Contains(HasSubstr("features: 'Two words' is no name of one feature")));
}

TEST(ConformanceTest, CatchesWrongAdvice) {
  EXPECT_THAT(Failures(Bug::kNoisyMoveIllegal),
              HasSubstr("noisy moves: they are not part of the legal moves"));
  EXPECT_THAT(Failures(Bug::kQuietMovesDenied),
              HasSubstr("noisy moves: not all moves are, yet none is quiet"));
  EXPECT_THAT(
      Failures(Bug::kQuietMovesMadeUp),
      HasSubstr("noisy moves: all moves are, yet there are quiet ones"));
  EXPECT_THAT(Failures(Bug::kNullMoveKeepsTurn),
              HasSubstr("null move: it does not pass the turn"));
  EXPECT_THAT(Failures(Bug::kNullMoveForgetsHash),
              HasSubstr("null move: what it leads to is not kept up to date"));
  EXPECT_THAT(Failures(Bug::kMoveValueTooLarge),
              HasSubstr("value of a move: 30000 is outside of +-20000"));
  EXPECT_THAT(Failures(Bug::kExactValueWithoutEnd),
              HasSubstr("exact value: outcome -1 in 0 plies"));
}

TEST(ConformanceTest, CatchesWrongDrawings) {
  EXPECT_THAT(Failures(Bug::kRenderWithoutLineEnd),
              HasSubstr("rendering: the drawing does not end its last line"));
  EXPECT_THAT(Failures(Bug::kRenderAlwaysColors),
              HasSubstr("escape codes though colours are off"));
  EXPECT_THAT(Failures(Bug::kLegendLacksASeat),
              HasSubstr("legend: it describes 1 seats; the game has 2"));
}

TEST(ConformanceTest, CatchesWrongBoards) {
  EXPECT_THAT(Failures(Bug::kCellsShareName),
              HasSubstr("layout: two cells have the name 'a1'"));
  EXPECT_THAT(Failures(Bug::kCellsTooNear),
              HasSubstr("layout: 'a1' and 'b1' are nearer"));
  EXPECT_THAT(Failures(Bug::kPieceOffTheBoard),
              HasSubstr("pieces: a piece stands on cell 99 of 16"));
  EXPECT_THAT(Failures(Bug::kPiecesShareCell),
              HasSubstr("pieces: two pieces stand on"));
  EXPECT_THAT(Failures(Bug::kPiecesOfThePast),
              HasSubstr("pieces: equal positions have different pieces"));
  const std::string lack = "pieces lack something: different boards are drawn";
  EXPECT_THAT(Failures(Bug::kPiecesForgetPile), HasSubstr(lack));
  EXPECT_THAT(Failures(Bug::kPiecesForgetPasses), HasSubstr(lack));
  EXPECT_THAT(Failures(Bug::kPathOffTheBoard),
              HasSubstr("touches, is no cell of the layout"));
  EXPECT_THAT(Failures(Bug::kPathsShared),
              HasSubstr("path is shared: 'a1' and 'a2' touch the same cells"));
}

enum class PlaneBug {
  kNone,
  kForgetsPiece,
  kOtherOwner,
  kKindChanges,
  kNobodysPiece,
  kTooFewBits,
  kBitsShared,
  kBitOutside,
};

// Nim whose piles belong to a seat each. The planes are the piles and who has
// passed.
template <int kSeats = 2>
class PlaneRules {
 public:
  using State = NimState<7>;
  static const GameInfo& Info() { return NimRules<7>::Info(); }
  static absl::StatusOr<std::unique_ptr<const PlaneRules>> Create(
      const Parameters&) {
    return std::make_unique<const PlaneRules>(PlaneBug::kNone);
  }
  explicit PlaneRules(PlaneBug bug) : bug_(bug) {}
  State InitialState() const { return State(Bug::kNone); }
  std::string FormatMove(const State& state, State::Move move) const {
    return NimRules<7>(Bug::kNone).FormatMove(state, move);
  }
  // The rows: pile 0, pile 1, a cell for each seat that has passed.
  BoardLayout Layout() const {
    BoardLayout layout = SquareGrid(7, 3, ChessSquare);
    layout.cells.resize(16);
    return layout;
  }
  std::vector<Piece> Pieces(const State& state) const {
    std::vector<Piece> pieces;
    for (const int seat : {0, 1}) {
      const int owner = bug_ == PlaneBug::kNobodysPiece ? -1 : seat;
      for (int i = 0; i < state.pile(seat); ++i) {
        pieces.push_back({seat * 7 + i, owner});
      }
      if ((state.passes() >> seat & 1) != 0) {
        pieces.push_back({14 + seat, seat, "passed"});
      }
    }
    return pieces;
  }
  BoardPlanes<kSeats, 2> Planes(const State& state) const {
    uint64_t piles[2], passed[2];
    for (const int seat : {0, 1}) {
      piles[seat] = ((uint64_t{1} << state.pile(seat)) - 1) << seat * 7;
      passed[seat] = uint64_t{state.passes() >> seat & 1u} << (14 + seat);
    }
    if (bug_ == PlaneBug::kForgetsPiece) piles[1] &= ~(uint64_t{1} << 7);
    if (bug_ == PlaneBug::kOtherOwner) std::swap(piles[0], piles[1]);
    if (bug_ == PlaneBug::kKindChanges && state.ToMove() == 1) {
      std::swap(piles[0], passed[0]);
    }
    BoardPlanes<kSeats, 2> planes;
    for (int seat = 0; seat < std::min(2, kSeats); ++seat) {
      planes.words[seat * 2] = piles[seat];
      planes.words[seat * 2 + 1] = passed[seat];
    }
    return planes;
  }
  std::vector<int> PlaneBits() const {
    std::vector<int> bits = GridBits(8, 2, 1, 8);
    if (bug_ == PlaneBug::kTooFewBits) bits.pop_back();
    if (bug_ == PlaneBug::kBitsShared) bits[1] = 0;
    if (bug_ == PlaneBug::kBitOutside) bits[2] = 64;
    return bits;
  }

 private:
  const PlaneBug bug_;
};

TEST(ConformanceTest, CatchesWrongPlanes) {
  const auto failures = [](PlaneBug bug) {
    return absl::StrJoin(CheckConformance(PlaneRules<>(bug), {}).failures,
                         "\n");
  };
  EXPECT_EQ(failures(PlaneBug::kNone), "");
  EXPECT_THAT(CheckConformance(PlaneRules<3>(PlaneBug::kNone), {}).failures,
              IsEmpty());
  EXPECT_THAT(CheckConformance(PlaneRules<1>(PlaneBug::kNone), {}).failures,
              ElementsAre("planes: they are of 1 seats; the game has 2"));
  EXPECT_THAT(failures(PlaneBug::kForgetsPiece),
              HasSubstr("planes: they have 11 bits for 12 pieces, in the "
                        "opening position"));
  EXPECT_THAT(failures(PlaneBug::kOtherOwner),
              HasSubstr("planes: the piece on 'a1' is in no plane of its "
                        "owner, in the opening position"));
  EXPECT_THAT(failures(PlaneBug::kKindChanges),
              HasSubstr("planes: the piece on 'a1' is in a plane of kind 1, "
                        "one like it was in kind 0, after 1 move"));
  EXPECT_THAT(failures(PlaneBug::kNobodysPiece),
              HasSubstr("planes: the piece on 'a1' is nobody's"));
  EXPECT_THAT(failures(PlaneBug::kTooFewBits),
              HasSubstr("there are bits for 15 cells; the layout has 16"));
  EXPECT_THAT(failures(PlaneBug::kBitsShared),
              HasSubstr("planes: the bit of 'b1', 0, is that of another cell"));
  EXPECT_THAT(failures(PlaneBug::kBitOutside),
              HasSubstr("planes: the bit of 'c1', 64, is not from 0 to 63"));
}

enum class ComposeBug {
  kNone,
  kOwnersSwapped,
  kAlwaysTheSecondSeat,
  kOpeningRefused,
  kKindForgotten,
  kKindUnlisted,
  kAimTooLong,
};

// The same with positions that can be composed.
class ComposingRules : public PlaneRules<> {
 public:
  explicit ComposingRules(ComposeBug bug)
      : PlaneRules<>(PlaneBug::kNone), bug_(bug) {
    info_.aim = bug == ComposeBug::kAimTooLong ? std::string(101, 'a')
                                               : "Take the last one.";
  }
  static absl::StatusOr<std::unique_ptr<const ComposingRules>> Create(
      const Parameters&) {
    return std::make_unique<const ComposingRules>(ComposeBug::kNone);
  }
  const GameInfo& Info() const { return info_; }
  std::string FormatPosition(const State& state) const {
    return positions_.FormatPosition(state);
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    return positions_.ParsePosition(text);
  }
  BoardLayout Layout() const {
    BoardLayout layout = PlaneRules<>::Layout();
    layout.kinds = {{}, {"passed"}};
    if (bug_ == ComposeBug::kKindUnlisted) layout.kinds.pop_back();
    return layout;
  }
  std::string ComposePosition(const std::vector<Piece>& pieces,
                              int to_move) const {
    int piles[2] = {0, 0}, passes = 0;
    for (const Piece& piece : pieces) {
      const bool passed =
          !piece.kind.empty() && bug_ != ComposeBug::kKindForgotten;
      if (passed) passes |= 1 << piece.owner;
      if (!passed) ++piles[piece.owner];
    }
    const State state(Bug::kNone, piles[0], piles[1], to_move, passes);
    const bool opening = pieces.size() == 12;
    // Not all boards are piles.
    if ((bug_ != ComposeBug::kKindForgotten &&
         !internal::SamePieces(Pieces(state), pieces)) ||
        (bug_ == ComposeBug::kOpeningRefused && opening)) {
      return "no piles";
    }
    if (bug_ == ComposeBug::kOwnersSwapped) std::swap(piles[0], piles[1]);
    if (bug_ == ComposeBug::kAlwaysTheSecondSeat) to_move = 1;
    return FormatPosition(
        State(Bug::kNone, piles[0], piles[1], to_move, passes));
  }

 private:
  const NimRules<7> positions_{Bug::kNone};
  const ComposeBug bug_;
  GameInfo info_ = PlaneRules<>::Info();
};

TEST(ConformanceTest, CatchesWrongCompositions) {
  const auto failures = [](ComposeBug bug) {
    return absl::StrJoin(CheckConformance(ComposingRules(bug), {}).failures,
                         "\n");
  };
  EXPECT_EQ(failures(ComposeBug::kNone), "");
  EXPECT_THAT(failures(ComposeBug::kOwnersSwapped),
              HasSubstr("has other pieces than it was made of, after"));
  EXPECT_THAT(failures(ComposeBug::kAlwaysTheSecondSeat),
              HasSubstr("composed position: '7 5 2 0' lets seat 2 move, it was "
                        "made for seat 1, in the opening position"));
  EXPECT_THAT(failures(ComposeBug::kOpeningRefused),
              HasSubstr("composed opening: 'no piles' is not the opening"));
  EXPECT_THAT(failures(ComposeBug::kKindForgotten),
              HasSubstr("has other pieces than it was made of, after"));
  EXPECT_THAT(failures(ComposeBug::kKindUnlisted),
              HasSubstr("'passed' of height 1, is none of the kinds of the "
                        "layout, after"));
  EXPECT_THAT(failures(ComposeBug::kAimTooLong),
              HasSubstr("aaa', has 101 characters; 100 are the most"));
  EXPECT_EQ(internal::AimFault(std::string(100, 'a')), "");
  EXPECT_EQ(internal::AimFault("Win.\nAt once."), "is not one line");
}

TEST(ConformanceTest, CatchesWrongTurnsAndKinds) {
  const auto faults = [](int turns, std::vector<PieceKind> kinds, bool wide) {
    BoardLayout layout = SquareGrid(wide ? 3 : 2, 2, [](int column, int row) {
      return absl::StrCat(column, ",", row);
    });
    layout.turns = turns;
    layout.kinds = std::move(kinds);
    return absl::StrJoin(internal::LayoutFaults(layout, 2), "\n");
  };
  EXPECT_EQ(faults(4, {{}, {"king"}, {.height = 2}}, false), "");
  EXPECT_EQ(faults(2, {{}}, true), "");
  EXPECT_THAT(faults(4, {{}}, true),
              HasSubstr("one of 4 turns does not bring the board onto itself"));
  EXPECT_THAT(faults(3, {{}}, false), HasSubstr("one of 3 turns does not"));
  EXPECT_THAT(faults(0, {{}}, false), HasSubstr("it has 0 turns"));
  EXPECT_THAT(faults(2, {}, false), HasSubstr("a seat can have no pieces"));
  EXPECT_THAT(faults(2, {{}, {"king"}, {}}, false),
              HasSubstr("the kind of pieces '' of height 1 is there twice"));
  EXPECT_THAT(faults(2, {{.height = 0}}, false),
              HasSubstr("of height 0, of which 1 is the least"));
  BoardLayout rack = SquareGrid(2, 2, ChessSquare);
  rack.style = BoardStyle::kSlotted;
  EXPECT_THAT(absl::StrJoin(internal::LayoutFaults(rack, 2), "\n"),
              HasSubstr("a rack stands upright"));
  rack.turns = 1;
  EXPECT_THAT(internal::LayoutFaults(rack, 2), IsEmpty());
  BoardLayout labelled = SquareGrid(2, 2, ChessSquare);
  labelled.turns = 4;
  EXPECT_THAT(absl::StrJoin(internal::LayoutFaults(labelled, 2), "\n"),
              HasSubstr("labels of rows and columns stand right after half"));
}

enum class LearningBug {
  kNone,
  kNumberTooLarge,
  kNumberShared,
  kNumberOfTheMover,
  kPliesForgotten,
  kCounterTooLarge,
  kCounterChangesName,
  kLongerThanSaid,
  kNegativeLength,
};

// Nim that is drawn after some plies.
class ShortNimState {
 public:
  using Move = NimState<7>::Move;
  static constexpr int kMaxMoves = 7, kMaxPlies = 8;

  int NumPlayers() const { return 2; }
  int ToMove() const { return nim_.ToMove(); }
  bool IsTerminal() const { return nim_.IsTerminal() || plies_ == kMaxPlies; }
  SeatValues Returns() const {
    return nim_.IsTerminal() ? nim_.Returns() : SeatValues{};
  }
  void LegalMoves(auto& list) const {
    if (!IsTerminal()) nim_.LegalMoves(list);
  }
  void Apply(Move move) {
    nim_.Apply(move);
    ++plies_;
  }
  uint64_t Hash() const { return Mix64(nim_.Hash() + plies_); }
  bool operator==(const ShortNimState& other) const {
    return nim_ == other.nim_ && plies_ == other.plies_;
  }
  const NimState<7>& nim() const { return nim_; }
  int plies() const { return static_cast<int>(plies_); }

 private:
  NimState<7> nim_{Bug::kNone};
  uint32_t plies_ = 0;
};

// Its moves have numbers, and a counter tells how many plies were played.
class LearningRules {
 public:
  using State = ShortNimState;
  static const GameInfo& Info() { return NimRules<7>::Info(); }
  static absl::StatusOr<std::unique_ptr<const LearningRules>> Create(
      const Parameters&) {
    return std::make_unique<const LearningRules>(LearningBug::kNone);
  }
  explicit LearningRules(LearningBug bug) : bug_(bug) {}
  State InitialState() const { return {}; }
  std::string FormatMove(const State& state, State::Move move) const {
    return NimRules<7>(Bug::kNone).FormatMove(state.nim(), move);
  }
  BoardLayout Layout() const { return PlaneRules<2>(PlaneBug::kNone).Layout(); }
  std::vector<Piece> Pieces(const State& state) const {
    return PlaneRules<2>(PlaneBug::kNone).Pieces(state.nim());
  }
  int64_t NumActions() const {
    return bug_ == LearningBug::kNumberTooLarge ? 8 : 18;
  }
  int64_t ActionOf(const State& state, State::Move move) const {
    if (bug_ == LearningBug::kNumberShared && move.pile == 1) move.pile = 0;
    const int number = move.pile == 2 ? 8 : move.pile * 4 + move.take;
    return bug_ == LearningBug::kNumberOfTheMover ? number + 9 * state.ToMove()
                                                  : number;
  }
  int64_t MaxPlies() const {
    if (bug_ == LearningBug::kNegativeLength) return -1;
    return bug_ == LearningBug::kLongerThanSaid ? 7 : State::kMaxPlies;
  }
  std::array<Counter, 1> Counters(const State& state) const {
    const int plies = state.plies();
    switch (bug_) {
      case LearningBug::kPliesForgotten:
        return {{{"plies", 0, State::kMaxPlies}}};
      case LearningBug::kCounterTooLarge:
        return {{{"plies", plies, 1}}};
      case LearningBug::kCounterChangesName:
        return {{{plies == 0 ? "plies" : "turns", plies, State::kMaxPlies}}};
      default:
        return {{{"plies", plies, State::kMaxPlies}}};
    }
  }

 private:
  const LearningBug bug_;
};

TEST(ConformanceTest, CatchesWrongNumbersAndPlanesOfLearning) {
  const auto failures = [](LearningBug bug) {
    return absl::StrJoin(CheckConformance(LearningRules(bug), {}).failures,
                         "\n");
  };
  EXPECT_EQ(failures(LearningBug::kNone), "");
  EXPECT_THAT(failures(LearningBug::kNumberTooLarge),
              HasSubstr("actions: the number of 'pass', 8, is not from 0 to 7, "
                        "in the opening position"));
  EXPECT_THAT(failures(LearningBug::kNumberShared),
              HasSubstr("actions: 'a1' and 'b1' have one number, 1, in the "
                        "opening position"));
  EXPECT_THAT(failures(LearningBug::kNumberOfTheMover),
              HasSubstr("actions: 'a1' has the number 10 here and 1 elsewhere, "
                        "after 1 move"));
  EXPECT_THAT(failures(LearningBug::kPliesForgotten),
              HasSubstr("observations: unequal positions have the same "
                        "planes"));
  EXPECT_THAT(failures(LearningBug::kCounterTooLarge),
              HasSubstr("counters: 'plies' is 2, which is not from 0 to 1"));
  EXPECT_THAT(
      failures(LearningBug::kCounterChangesName),
      HasSubstr("counters: 'turns' of 8 was 'plies' of 8 in the opening "
                "position"));
  EXPECT_THAT(failures(LearningBug::kLongerThanSaid),
              HasSubstr("length: MaxPlies() is 7, and a game has 8, after 8"));
  EXPECT_THAT(
      failures(LearningBug::kNegativeLength),
      HasSubstr("length: MaxPlies() is -1, and no game has fewer than 0"));
}

// Two plies, in each of which others of four moves are legal. They have two
// numbers, of which no position tells that they are too few.
class TwoPlyRules {
 public:
  class State {
   public:
    struct Move {
      uint8_t index;
      bool operator==(const Move&) const = default;
    };
    static constexpr int kMaxMoves = 2;
    int NumPlayers() const { return 2; }
    int ToMove() const { return plies_; }
    bool IsTerminal() const { return plies_ == 2; }
    SeatValues Returns() const { return {}; }
    void LegalMoves(auto& list) const {
      for (uint8_t i = 0; i < 2 && !IsTerminal(); ++i) list.push_back({i});
    }
    void Apply(Move) { ++plies_; }
    uint64_t Hash() const { return Mix64(static_cast<uint64_t>(plies_)); }
    bool operator==(const State&) const = default;

   private:
    int plies_ = 0;
  };
  static const GameInfo& Info() { return NimRules<7>::Info(); }
  State InitialState() const { return {}; }
  std::string FormatMove(const State& state, State::Move move) const {
    return absl::StrCat(state.ToMove() == 0 ? "first" : "second", move.index);
  }
  int64_t NumActions() const { return 2; }
  int64_t ActionOf(const State&, State::Move move) const { return move.index; }
};

TEST(ConformanceTest, CatchesNumbersWithTwoMeanings) {
  EXPECT_THAT(CheckConformance(TwoPlyRules(), {}).failures,
              Contains(HasSubstr("actions: the number 0 means 'second0' here "
                                 "and 'first0' elsewhere, after 1 move")));
}

// Nim that says nothing of its plies.
class UndeclaredRules : public PlaneRules<2> {
 public:
  using State = ShortNimState;
  UndeclaredRules() : PlaneRules(PlaneBug::kNone) {}
  static absl::StatusOr<std::unique_ptr<const UndeclaredRules>> Create(
      const Parameters&) {
    return std::make_unique<const UndeclaredRules>();
  }
  State InitialState() const { return {}; }
  std::string FormatMove(const State& state, State::Move move) const {
    return PlaneRules::FormatMove(state.nim(), move);
  }
  std::vector<Piece> Pieces(const State& state) const {
    return PlaneRules::Pieces(state.nim());
  }
  BoardPlanes<2, 2> Planes(const State& state) const {
    return PlaneRules::Planes(state.nim());
  }
};

// It can be played, though not be learned.
TEST(ConformanceTest, NotesWhatLearningLacks) {
  const ConformanceReport report = CheckConformance(UndeclaredRules(), {});
  EXPECT_THAT(report.failures, IsEmpty());
  EXPECT_THAT(report.notes, ElementsAre(HasSubstr(
                                "for programs that learn: unequal positions "
                                "have the same planes")));
}

// A game of required members alone.
class BareRules {
 public:
  using State = NimState<7>;
  static const GameInfo& Info() { return NimRules<7>::Info(); }
  static absl::StatusOr<std::unique_ptr<const BareRules>> Create(
      const Parameters&) {
    return std::make_unique<const BareRules>(Bug::kNone);
  }
  explicit BareRules(Bug bug) : bug_(bug) {}
  State InitialState() const { return State(bug_); }
  std::string FormatMove(const State& state, State::Move move) const {
    return NimRules<7>(bug_).FormatMove(state, move);
  }

 private:
  const Bug bug_;
};

// Twenty plies of fifty moves each: a number, or "pass". Who passes twice in a
// game finds a fault: the pass is then listed twice, and one number is not.
class RarePassState {
 public:
  struct Move {
    uint8_t number;  // 0 passes
    bool operator==(const Move&) const = default;
  };
  static constexpr int kMaxMoves = 50, kPlies = 20;

  int NumPlayers() const { return 2; }
  int ToMove() const { return plies_ % 2; }
  bool IsTerminal() const { return plies_ == kPlies; }
  SeatValues Returns() const { return {}; }
  template <typename List>
  void LegalMoves(List& list) const {
    if (IsTerminal()) return;
    list.push_back({0});
    list.push_back({static_cast<uint8_t>(passes_ >= 2 ? 0 : 1)});
    for (uint8_t number = 2; number < 50; ++number) list.push_back({number});
  }
  void Apply(Move move) {
    ++plies_;
    passes_ += move.number == 0 ? 1 : 0;
    sum_ = Mix64(sum_ + move.number);
  }
  uint64_t Hash() const { return Mix64(sum_ + 64 * passes_ + plies_); }
  bool operator==(const RarePassState&) const = default;

 private:
  uint64_t sum_ = 0;
  uint64_t passes_ = 0;
  uint64_t plies_ = 0;
};

class RarePassRules {
 public:
  using State = RarePassState;
  static const GameInfo& Info() { return NimRules<7>::Info(); }
  static absl::StatusOr<std::unique_ptr<const RarePassRules>> Create(
      const Parameters&) {
    return std::make_unique<const RarePassRules>();
  }
  State InitialState() const { return {}; }
  std::string FormatMove(const State&, State::Move move) const {
    return move.number == 0 ? "pass" : absl::StrCat(move.number);
  }
};

TEST(ConformanceTest, NeedsNoOptionalMember) {
  EXPECT_THAT(CheckConformance(BareRules(Bug::kNone), {}).failures, IsEmpty());
  EXPECT_THAT(
      CheckConformance(BareRules(Bug::kHashOmitsSide), {}).failures,
      Contains(HasSubstr("hash lacks something: unequal positions have one")));
  EXPECT_THAT(CheckConformance(BareRules(Bug::kMovesShareText), {}).failures,
              Contains(HasSubstr("move text is shared")));
}

TEST(ConformanceTest, ReportsTheMovesThatLedToAFailureOnce) {
  const ConformanceReport report = Check(Bug::kDuplicateMove);
  ASSERT_FALSE(report.ok());
  EXPECT_THAT(report.failures[0], HasSubstr(", after "));
  EXPECT_THAT(report.failures[0], HasSubstr("more times)"));
  EXPECT_THAT(Failures(Bug::kPathsShared),
              HasSubstr("in the opening position"));
}

// Random games of it hardly ever fill the board.
TEST(ConformanceTest, FillsBoardsWhereAWinIsNear) {
  using testing_games::DropFault;
  using testing_games::DropRules;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const ConformanceReport report = CheckConformance(
        DropRules(DropFault::kFullBoardGoesOn), {.seed = seed});
    EXPECT_THAT(
        report.failures,
        Contains(HasSubstr("no legal move: the game is not over and has "
                           "no legal move")))
        << seed;
  }
  EXPECT_THAT(CheckConformance(DropRules(DropFault::kNone), {}).failures,
              IsEmpty());
}

// It cannot know what wins: frontends/cli finds it by known numbers.
TEST(ConformanceTest, DoesNotKnowTheRules) {
  using testing_games::DropFault;
  using testing_games::DropRules;
  EXPECT_THAT(CheckConformance(DropRules(DropFault::kNoDiagonal), {}).failures,
              IsEmpty());
}

// A random game passes twice once in sixteen times.
TEST(ConformanceTest, SeeksRareMoves) {
  int found = 0;
  for (uint64_t seed = 1; seed <= 10; ++seed) {
    const auto failures =
        CheckConformance(RarePassRules(),
                         {.games = 12, .seed = seed, .max_leaves = 100})
            .failures;
    found += failures.empty() ? 0 : 1;
  }
  EXPECT_EQ(found, 10);
}

TEST(ConformanceTest, TellsOfGamesThatAreCut) {
  using testing_games::DropFault;
  using testing_games::DropRules;
  using testing_games::WalkRules;
  const DropRules drop(DropFault::kNone);
  EXPECT_THAT(CheckConformance(drop, {}).notes, IsEmpty());
  EXPECT_THAT(CheckConformance(drop, {.games = 8, .max_plies = 3}).notes,
              ElementsAre("4 of 4 random games were not over after 3 moves: is "
                          "it endless? then say so in Info (.endless = true)"));
  // A game without a move is not long.
  EXPECT_THAT(
      CheckConformance(NimRules<7>(Bug::kNoMoveWhenLive), {.games = 40}).notes,
      IsEmpty());
  // It says so.
  EXPECT_THAT(
      CheckConformance(WalkRules(0), {.games = 8, .max_plies = 1}).notes,
      IsEmpty());
}

TEST(ConformanceTest, SaysHowToSeeThePosition) {
  const auto failures = [](Bug bug) {
    return CheckConformance(NimRules<7>(bug), {.games = 40,
                                               .max_leaves = 20'000,
                                               .show = "boardwalk show nim"})
        .failures;
  };
  EXPECT_THAT(failures(Bug::kPathsShared),
              Contains(EndsWith("; see it with: boardwalk show nim")));
  EXPECT_THAT(
      failures(Bug::kDuplicateMove),
      Contains(MatchesRegex("legal moves: 'b2' is listed twice, after [0-9]+ "
                            "moves?: (.*) \\(and [0-9]+ more times\\); see it "
                            "with: boardwalk show nim --moves .*")));
  // The position of a text is that of no game.
  EXPECT_THAT(
      failures(Bug::kAnyPositionParsed),
      Contains(HasSubstr("; see it with: boardwalk show nim --position '")));
}

TEST(ConformanceTest, RepeatsItself) {
  EXPECT_EQ(Check(Bug::kHashOmitsSide).failures,
            Check(Bug::kHashOmitsSide).failures);
}

}  // namespace
}  // namespace boardwalk
