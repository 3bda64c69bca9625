// One-jump checkers with towers on the 8x8 board.
//
// Only the 32 dark cells are used. They are numbered row by row from the top,
// with a number left out after every second row, so that a diagonal step is the
// same shift from every cell and no step wraps around the edge of the board
// (the layout of Samuel's checkers programs, 1959):
//
//        A   B   C   D   E   F   G   H
//   1        0       1       2       3          a step up-left is   -5
//   2    4       5       6       7      (8)     a step up-right is  -4
//   3        9      10      11      12          a step down-left is +4
//   4   13      14      15      16     (17)     a step down-right   +5
//   5       18      19      20      21
//   6   22      23      24      25     (26)
//   7       27      28      29      30
//   8   31      32      33      34

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "framework/actions.h"
#include "framework/bits.h"
#include "framework/game.h"
#include "framework/linear_evaluation.h"
#include "framework/random.h"
#include "games/onejump/evaluate.h"

namespace boardwalk::onejump {

inline constexpr int kPiecesPerSide = 12;
inline constexpr int kCellNumbers = 35;  // from 0; some have no cell

// Rows 6 to 8 and 1 to 3.
inline constexpr uint64_t kBlackStart = 0x7fbc00000;
inline constexpr uint64_t kWhiteStart = 0x1eff;
// Rows 1 and 8. A piece on either is a tower, since it can only have come from
// the other side of the board.
inline constexpr uint64_t kFarRows = 0xfu | uint64_t{0xf} << 31;

class State {
 public:
  struct Move {
    uint8_t from;  // cell numbers as above
    uint8_t to;
    bool operator==(const Move&) const = default;
  };
  static constexpr int kMaxMoves = kPiecesPerSide * 4;

  // The opening. Black is seat 0.
  State() = default;
  // REQUIRES: the sets are disjoint parts of kBoard, `towers` is part of both
  // together and holds whatever stands on kFarRows, and the side not to move
  // has a piece.
  State(uint64_t black, uint64_t white, uint64_t towers, int to_move)
      : own_(to_move == 0 ? black : white),
        other_(to_move == 0 ? white : black),
        towers_(towers | (to_move == 0 ? 0 : kWhiteToMove)) {}

  int NumPlayers() const { return 2; }
  int ToMove() const { return static_cast<int>(towers_ >> 63); }
  bool IsTerminal() const { return !HasQuietMoves() && !CanCapture(); }
  // The side to move is stuck and has lost.
  SeatValues Returns() const { return WinnerTakesAll(2, 1u << (1 - ToMove())); }

  // Forward before backward, steps before captures, left before right, and then
  // by cells.
  template <typename List>
  void LegalMoves(List& list) const;
  // The captures. There is no NullMove: nobody has to capture, and endgames are
  // often decided by who runs out of good moves first.
  template <typename List>
  void NoisyMoves(List& list) const;
  bool HasQuietMoves() const {
    const Movers movers = OwnMovers();
    const uint64_t near =
        movers.up >> 5 | movers.up >> 4 | movers.down << 4 | movers.down << 5;
    return (near & Empty()) != 0;
  }
  void Apply(Move move);
  // Computed on demand: a search needs it once a node, a playout never.
  uint64_t Hash() const {
    // Cells 8 and 17 do not exist, so neither argument equals MixPair's
    // constant.
    static_assert((kMixPairFirst & 1u << 17) != 0 &&
                  (kMixPairSecond & 1u << 8) != 0);
    return MixPair(own_ | other_ << 35, towers_ ^ (other_ >> 29) << 40);
  }
  bool operator==(const State&) const = default;

  int CountLegalMoves() const;
  template <typename RandomSource>
  std::optional<Move> RandomMove(RandomSource& random) const;

  // All pieces of a seat, towers included, and all towers, as sets of cells.
  uint64_t Pieces(int seat) const {
    const uint64_t others =
        uint64_t{0} - (towers_ >> 63 ^ static_cast<uint64_t>(seat));
    return own_ ^ ((own_ ^ other_) & others);
  }
  uint64_t Towers() const { return towers_ & kBoard; }

  // The cell that `move` captures on as a set, empty for a step.
  static uint64_t Captured(Move move) {
    const int distance = move.to - move.from;
    const bool jump = distance > 5 || distance < -5;
    return uint64_t{jump} << (static_cast<unsigned>(move.from + move.to) / 2);
  }
  // Whether the other side could capture on `move.to` in answer to `move`.
  bool Endangers(Move move) const;

 private:
  static constexpr uint64_t kWhiteToMove = uint64_t{1} << 63;

  // Where the pieces of the side to move can go: steps up, captures up, steps
  // down, captures down. A set holds two diagonals, the left one in its low
  // half and the right one in its high half; bit b of either half is cell b
  // when going up and cell b + 4 when going down. (Nobody steps up onto row 8
  // or down onto row 1, so 31 bits are enough.)
  struct Targets {
    uint64_t sets[4];
  };
  Targets AllTargets() const;
  // The captures of AllTargets.
  Targets CaptureTargets() const;
  // Appends the moves that the bits of `set` stand for.
  template <typename List>
  static void Decode(const Targets& targets, int set, List& list);

  uint64_t Empty() const { return kBoard & ~(own_ | other_); }
  // Of the side to move. No branch on whose turn it is: in a search it would
  // often be mispredicted.
  Movers OwnMovers() const {
    const uint64_t white = uint64_t{0} - (towers_ >> 63);
    return {own_ & (towers_ | ~white), own_ & (towers_ | white)};
  }
  bool CanCapture() const {
    return Captives(OwnMovers(), other_, Empty()) != 0;
  }
  // The index in Targets of the i-th set in the order of LegalMoves.
  int SetAt(int i) const { return i ^ ToMove() << 1; }

  uint64_t own_ = kBlackStart;
  uint64_t other_ = kWhiteStart;
  uint64_t towers_ = 0;  // of both sides; bit 63: white is to move
};

// What a bit of each set of Targets stands for.
inline constexpr auto kMovesOfSets = [] {
  std::array<std::array<State::Move, 64>, 4> moves{};
  for (int set = 0; set < 4; ++set) {
    const bool up = set < 2;
    for (int bit = 0; bit < 64; ++bit) {
      const int step = (up ? -5 : 4) + (bit >> 5);
      const int to = (bit & 31) + (up ? 0 : 4);
      moves[set][bit] = {static_cast<uint8_t>(to - step * (1 + (set & 1))),
                         static_cast<uint8_t>(to)};
    }
  }
  return moves;
}();

inline State::Targets State::CaptureTargets() const {
  const uint64_t empty = Empty();
  const auto [up, down] = OwnMovers();
  return {{0,
           ((up >> 5 & other_) >> 5 & empty) | ((up >> 4 & other_) >> 4 & empty)
                                                   << 32,
           0,
           ((down << 4 & other_) << 4 & empty) >> 4 |
               ((down << 5 & other_) << 5 & empty) << 28}};
}

inline State::Targets State::AllTargets() const {
  const uint64_t empty = Empty();
  const auto [up, down] = OwnMovers();
  Targets targets = CaptureTargets();
  targets.sets[0] = (up >> 5 & empty) | (up >> 4 & empty) << 32;
  targets.sets[2] = (down << 4 & empty) >> 4 | (down << 5 & empty) << 28;
  return targets;
}

template <typename List>
inline void State::Decode(const Targets& targets, int set, List& list) {
  for (uint64_t bits = targets.sets[set]; bits != 0;) {
    list.push_back(kMovesOfSets[set][PopLowest(bits)]);
  }
}

template <typename List>
inline void State::LegalMoves(List& list) const {
  const Targets targets = AllTargets();
  for (int i = 0; i < 4; ++i) Decode(targets, SetAt(i), list);
}

template <typename List>
inline void State::NoisyMoves(List& list) const {
  if (!CanCapture()) return;
  const Targets targets = CaptureTargets();
  Decode(targets, SetAt(1), list);
  Decode(targets, SetAt(3), list);
}

inline int State::CountLegalMoves() const {
  const Targets targets = AllTargets();
  return std::popcount(targets.sets[0]) + std::popcount(targets.sets[1]) +
         std::popcount(targets.sets[2]) + std::popcount(targets.sets[3]);
}

template <typename RandomSource>
inline std::optional<State::Move> State::RandomMove(
    RandomSource& random) const {
  const Targets targets = AllTargets();
  const int first = std::popcount(targets.sets[SetAt(0)]);
  const int second = first + std::popcount(targets.sets[SetAt(1)]);
  const int third = second + std::popcount(targets.sets[SetAt(2)]);
  const int count = third + std::popcount(targets.sets[SetAt(3)]);
  if (count == 0) return std::nullopt;
  const int pick = static_cast<int>(random.Below(static_cast<uint32_t>(count)));
  const int at = (pick >= first) + (pick >= second) + (pick >= third);
  const int before[4] = {0, first, second, third};
  const int set = SetAt(at);
  return kMovesOfSets[set][SelectBit(targets.sets[set], pick - before[at])];
}

inline void State::Apply(Move move) {
  const uint64_t from = uint64_t{1} << move.from;
  const uint64_t to = uint64_t{1} << move.to;
  const uint64_t captured = Captured(move);
  const uint64_t was_tower = towers_ >> move.from & 1;
  const uint64_t own = own_ ^ (from | to);
  own_ = other_ & ~captured;
  other_ = own;
  towers_ = ((towers_ & ~(from | captured)) | was_tower << move.to |
             (to & kFarRows)) ^
            kWhiteToMove;
}

inline bool State::Endangers(Move move) const {
  const uint64_t to = uint64_t{1} << move.to;
  const uint64_t captured = Captured(move);
  const uint64_t empty = Empty() | uint64_t{1} << move.from | captured;
  const uint64_t enemies = other_ & ~captured;
  const uint64_t white = uint64_t{0} - (towers_ >> 63);
  const uint64_t down = enemies & (towers_ | ~white);
  const uint64_t up = enemies & (towers_ | white);
  const uint64_t landings = (to >> 5 & down) << 10 | (to << 5 & up) >> 10 |
                            (to >> 4 & down) << 8 | (to << 4 & up) >> 8;
  return (landings & empty) != 0;
}

class Rules : public LinearEvaluation<Rules, kFeatures> {
 public:
  using State = onejump::State;
  using Move = State::Move;

  static const GameInfo& Info();
  static absl::StatusOr<std::unique_ptr<const Rules>> Create(const Parameters&);
  State InitialState() const { return {}; }

  // The functions of the contract, see framework/game.h and README.md.
  std::string FormatMove(const State& state, Move move) const;
  absl::StatusOr<Move> ParseMove(const State& state,
                                 absl::string_view text) const;
  std::string FormatPosition(const State& state) const;
  std::string ComposePosition(const std::vector<Piece>& pieces,
                              int to_move) const;
  absl::StatusOr<State> ParsePosition(absl::string_view text) const;
  BoardLegend Legend(const RenderOptions& options) const;
  std::vector<std::string> Path(const State& state, Move move) const;
  BoardLayout Layout() const;
  std::vector<Piece> Pieces(const State& state) const;
  GameEnding Ending(const State& state) const;
  // Single pieces and towers.
  BoardPlanes<2, 2> Planes(const State& state) const {
    return PlanesOn(state.Pieces(0), state.Pieces(1), state.Towers());
  }
  // Light cells have the bits that the dark ones leave.
  std::vector<int> PlaneBits() const;
  static constexpr absl::string_view kPlaneKinds = "single pieces|towers";
  int64_t NumActions() const { return kCellNumbers * kCellNumbers; }
  int64_t ActionOf(const State&, Move move) const {
    return ActionOfCells(move.from, move.to, kCellNumbers);
  }
  Values Features(const State& state) const {
    Values values{};
    const auto set = [&](FeatureIndex feature, int count) {
      values[feature] = count;
    };
    Count(state.Pieces(0), state.Pieces(1), state.Towers(),
          1 - 2 * state.ToMove(), set);
    return values;
  }
  int Evaluate(const State& state, int seat) const {
    const int black = UsesDefaults() ? AdvantageBy(state, kWeights)
                                     : Bounded(AdvantageByOthers(state));
    return seat == 0 ? black : -black;
  }
  static const absl::string_view kLearnedWeights;  // onejump.weights
  int PointsPerLogit(const State&) const { return 86; }
  int EvaluateMove(const State& state, Move move) const;
  std::string PlayerDefaults(absl::string_view id) const {
    return id == "mcts" ? "minimax=0.4,exploration=0.08,leaftemperature=5,"
                          "valuetemperature=1.15"
                        : "";
  }
  // Measured, see bench/results/README.md.
  PlayersOfLevels LevelPlayers() const {
    return {"greedy:overlooks=0.4", "mcts:playouts=3", "mcts:playouts=12",
            "mcts:playouts=40", "mcts:playouts=250,time=5s"};
  }

 private:
  [[gnu::always_inline]] static int AdvantageBy(const State& state,
                                                const Values& weights) {
    return Advantage(state.Pieces(0), state.Pieces(1), state.Towers(),
                     1 - 2 * state.ToMove(), weights);
  }
  // Apart from Evaluate, which is faster if it is small.
  [[gnu::noinline]] int AdvantageByOthers(const State& state) const {
    return AdvantageBy(state, weights());
  }
};

// The value of what the move captures and of a promotion, minus the piece
// itself if it can be captured then. Among steps the forward ones come first.
[[gnu::always_inline]] inline int GainOf(const State& state, State::Move move,
                                         const Values& weights) {
  // No branches: they would be mispredicted.
  const uint64_t towers = state.Towers();
  const uint64_t captured = State::Captured(move);
  const auto worth = [&weights](int tower) {
    return weights[kMen] + (weights[kTowers] - weights[kMen]) * tower;
  };
  const int was_tower = static_cast<int>(towers >> move.from & 1);
  const int is_tower = was_tower | static_cast<int>(kFarRows >> move.to & 1);
  const int takes = static_cast<int>(captured != 0);
  const int takes_tower = static_cast<int>((captured & towers) != 0);
  const int endangers = static_cast<int>(state.Endangers(move));
  return worth(is_tower) - worth(was_tower) +
         weights[kSteps] / 2 * (1 - was_tower) + takes * worth(takes_tower) -
         endangers * worth(is_tower);
}

inline int Rules::EvaluateMove(const State& state, Move move) const {
  return UsesDefaults() ? GainOf(state, move, kWeights)
                        : GainOf(state, move, weights());
}

// --- Cells by name ------------------------------------------------------------

// A square of the board, dark or light; both count from 0, the row from the
// top.
struct Square {
  int row;
  int column;
  bool operator==(const Square&) const = default;
};

inline constexpr int kNoCell = 63;  // a number that no cell has

// The number of the cell there, kNoCell where the square is light. REQUIRES:
// row and column are 0 to 7.
int CellAt(Square square);
// REQUIRES: `cell` is a bit of kBoard.
Square SquareOf(int cell);
std::string CellName(int cell);

// The square called `name`, one letter A to H and one digit 1 to 8;
// std::nullopt for all else. Lower case is not accepted.
std::optional<Square> ParseSquare(absl::string_view name);

// What stands on a square: '.', 'b', 'w', 'B' or 'W', towers being capitals.
char PieceAt(const State& state, Square square);

}  // namespace boardwalk::onejump
