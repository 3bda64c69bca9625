// Teeko on the 4x4 board: four marks each, placed in turn and then moved, until
// one side has a row, a column, a main diagonal or a 2x2 block.

#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/actions.h"
#include "framework/bits.h"
#include "framework/game.h"
#include "framework/random.h"
#include "games/teeko/board.h"
#include "games/teeko/evaluate.h"

namespace boardwalk::teeko {

class State {
 public:
  // Squares counted from 0.
  struct Move {
    uint8_t from;  // kHand for a placement
    uint8_t to;
    bool operator==(const Move&) const = default;
  };
  static constexpr uint8_t kHand = 16;
  static constexpr int kMaxMoves = 32;

  // REQUIRES: the sets of marks are disjoint, of at most four each; below eight
  // marks in all, the sides have placed in turn and `to_move` is next; the side
  // to move owns no goal.
  State(uint32_t circles, uint32_t crosses, int to_move, bool placement_only)
      : bits_(
            (to_move == 0 ? circles | crosses << 16 : crosses | circles << 16) |
            (to_move == 0 ? 0 : kCrossToMove) |
            (placement_only ? kPlacementOnly : 0)) {}

  int NumPlayers() const { return 2; }
  int ToMove() const { return static_cast<int>(bits_ >> 32 & 1); }
  bool IsTerminal() const {
    return IsGoal(Other()) || ((bits_ & kPlacementOnly) != 0 && AllPlaced());
  }
  SeatValues Returns() const {
    return WinnerTakesAll(2, IsGoal(Other()) ? 1u << (1 - ToMove()) : 0);
  }
  // Placements by square; moves by the mark's square, then by its target.
  template <typename List>
  void LegalMoves(List& list) const;
  void Apply(Move move) {
    // A placement comes from bit 16, which is masked out.
    const uint32_t own =
        (Own() ^ (1u << move.from | 1u << move.to)) & kAllSquares;
    bits_ =
        (bits_ >> 32 << 32 ^ kCrossToMove) | (Other() | uint64_t{own} << 16);
  }
  // Computed on demand: a search needs it once a node, a playout never.
  uint64_t Hash() const { return Mix64(bits_); }
  bool operator==(const State&) const = default;

  int CountLegalMoves() const {
    return IsTerminal() ? 0 : std::popcount(MoveBits());
  }
  template <typename RandomSource>
  std::optional<Move> RandomMove(RandomSource& random) const;

  // The squares with marks of a seat.
  uint32_t Marks(int seat) const { return seat == ToMove() ? Own() : Other(); }
  // Whether all marks have been placed, so that marks move from now on.
  bool AllPlaced() const {
    return std::popcount(bits_ & 0xffffffff) == 2 * kMarksPerSide;
  }
  bool placement_only() const { return (bits_ & kPlacementOnly) != 0; }

 private:
  static constexpr uint64_t kCrossToMove = uint64_t{1} << 32;
  static constexpr uint64_t kPlacementOnly = uint64_t{1} << 33;

  uint32_t Own() const { return bits_ & kAllSquares; }
  uint32_t Other() const { return bits_ >> 16 & kAllSquares; }
  uint32_t Empty() const { return ~(Own() | Other()) & kAllSquares; }
  // A bit for each move if the game is on: the empty squares when placing, the
  // lanes of board.h when moving.
  uint64_t MoveBits() const {
    return AllPlaced() ? ReachLanes(Own(), Empty()) : Empty();
  }

  // Marks of the side to move, marks of the other, 16 bits each; who is to
  // move; whether the game ends with the placements.
  uint64_t bits_;
};

template <typename List>
inline void State::LegalMoves(List& list) const {
  if (IsTerminal()) return;
  uint64_t moves = MoveBits();
  if (!AllPlaced()) {
    while (moves != 0) {
      list.push_back({kHand, static_cast<uint8_t>(PopLowest(moves))});
    }
    return;
  }
  uint64_t marks = Own();
  const uint8_t from[kMarksPerSide] = {static_cast<uint8_t>(PopLowest(marks)),
                                       static_cast<uint8_t>(PopLowest(marks)),
                                       static_cast<uint8_t>(PopLowest(marks)),
                                       static_cast<uint8_t>(PopLowest(marks))};
  while (moves != 0) {
    const int bit = PopLowest(moves);
    list.push_back({from[bit / 16], static_cast<uint8_t>(bit % 16)});
  }
}

template <typename RandomSource>
inline std::optional<State::Move> State::RandomMove(
    RandomSource& random) const {
  if (IsTerminal()) return std::nullopt;
  const uint64_t moves = MoveBits();
  const auto count = static_cast<uint32_t>(std::popcount(moves));
  const int bit = SelectBit(moves, static_cast<int>(random.Below(count)));
  const int from = AllPlaced() ? SelectBit(Own(), bit / 16) : int{kHand};
  return Move{static_cast<uint8_t>(from), static_cast<uint8_t>(bit % 16)};
}

class Rules {
 public:
  using State = teeko::State;
  using Move = State::Move;

  enum class Phase { kFull, kPlacement, kMovement };

  explicit Rules(Phase phase)
      : phase_(phase), chances_(phase == Phase::kPlacement) {}

  static const GameInfo& Info();
  static absl::StatusOr<std::unique_ptr<const Rules>> Create(
      const Parameters& parameters);
  Phase phase() const { return phase_; }
  State InitialState() const;

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
  BoardPlanes<2, 1> Planes(const State& state) const {
    return {{state.Marks(0), state.Marks(1)}};
  }
  // Placements come first.
  int64_t NumActions() const { return 16 + 16 * 16; }
  int64_t ActionOf(const State&, Move move) const {
    if (move.from == State::kHand) return move.to;
    return 16 + ActionOfCells(move.from, move.to, 16);
  }
  int Evaluate(const State& state, int seat) const {
    const int mover = state.ToMove();
    const int value =
        chances_.ForMover(state.Marks(mover), state.Marks(1 - mover));
    return seat == mover ? value : -value;
  }
  int EvaluateMove(const State& state, Move move) const {
    const uint32_t own = state.Marks(state.ToMove());
    const uint32_t other = state.Marks(1 - state.ToMove());
    const uint32_t after =
        (own ^ (1u << move.from | 1u << move.to)) & kAllSquares;
    return chances_.ForMove(own, after, other);
  }
  int PointsPerLogit(const State&) const { return 5000; }
  std::string PlayerDefaults(absl::string_view id) const {
    return id == "mcts" ? "minimax=0.4,exploration=0.7,valuetemperature=2" : "";
  }
  // Measured, see bench/results/README.md.
  PlayersOfLevels LevelPlayers() const {
    return {"greedy:overlooks=0.8", "greedy:overlooks=0.5",
            "greedy:overlooks=0.15", "mcts:playouts=40",
            "mcts:playouts=30000,time=5s"};
  }

 private:
  const Phase phase_;
  const Chances chances_;
};

}  // namespace boardwalk::teeko
