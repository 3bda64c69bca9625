// Chinese checkers for two on a board of 8x8 cells: six pieces a side, steps in
// eight directions, chains of jumps over a piece at the exact middle.
//
// Cells are counted from 0, row by row from the top left; in notation they are
// row and column from 1, so that cell 0 is `11` and cell 63 is `88`. A set of
// cells is 64 bits. Seat 0 is Blue (`#`) at the top left, seat 1 Red (`O`).

#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/actions.h"
#include "framework/bits.h"
#include "framework/game.h"
#include "framework/linear_evaluation.h"
#include "framework/zobrist.h"
#include "games/chinese8/evaluate.h"
#include "games/chinese8/reach.h"

namespace boardwalk::chinese8 {

inline constexpr int kCells = 64;
inline constexpr int kMaxPlies = 200;  // 100 moves each, then it is a draw

// The cells that the seat starts on; its opponent's goal.
inline constexpr std::array<uint64_t, 2> kCamps = {0x0000000000010307u,
                                                   0xe0c0800000000000u};

inline constexpr auto kPieceKeys = ZobristKeys<2, kCells>(0x63386b);
inline constexpr auto kPlyKeys = ZobristKeys<1, kMaxPlies + 1>(0x633870)[0];

// A position of 32 bytes. The side to move follows from the number of plies:
// Blue began and nobody passes.
class State {
 public:
  struct Move {
    uint8_t from;  // cells
    uint8_t to;
    bool operator==(const Move&) const = default;
  };
  // Each piece could at most reach every empty cell.
  static constexpr int kMaxMoves = kPiecesPerSeat * (kCells - 12);
  // A player can nearly always lose a turn by a step back and forth, and a turn
  // gained is a step.
  static Move NullMove() { return {0, 0}; }

  // The opening.
  State() : State(kCamps, 0) {}
  // Any position. REQUIRES: six cells for each seat, none shared; 0 <= plies
  // <= kMaxPlies.
  State(const std::array<uint64_t, 2>& pieces, int plies);

  int NumPlayers() const { return 2; }
  int ToMove() const { return plies_ & 1; }
  bool IsTerminal() const { return outcome_ != kOpen; }
  SeatValues Returns() const { return WinnerTakesAll(2, outcome_ & 3u); }
  uint64_t Hash() const { return hash_ ^ kPlyKeys[plies_]; }
  uint64_t RepetitionHash() const { return hash_ ^ kPlyKeys[ToMove()]; }
  // Everything else follows from these.
  bool operator==(const State& other) const {
    return pieces_ == other.pieces_ && plies_ == other.plies_;
  }

  // By cell of start, then of end.
  template <typename List>
  void LegalMoves(List& list) const {
    if (IsTerminal()) return;
    Reach reach(*this);
    for (int i = 0; i < kPiecesPerSeat; ++i) {
      const auto from = static_cast<uint8_t>(std::countr_zero(reach.from[i]));
      while (reach.to[i] != 0) {
        list.push_back({from, static_cast<uint8_t>(PopLowest(reach.to[i]))});
      }
    }
  }
  int CountLegalMoves() const {
    if (IsTerminal()) return 0;
    const Reach reach(*this);
    int count = 0;
    for (const uint64_t to : reach.to) count += std::popcount(to);
    return count;
  }
  template <typename R>
  std::optional<Move> RandomMove(R& random) const;
  void Apply(Move move);

  uint64_t Pieces(int seat) const { return pieces_[seat]; }
  uint64_t Occupied() const { return pieces_[0] | pieces_[1]; }
  // Moves made since the opening, by both.
  int Plies() const { return plies_; }
  // The seat that has won; -1 for nobody.
  int Winner() const { return (outcome_ & 3) - 1; }
  // Where the piece on `from` could go, whoever has the turn and even if the
  // game is over. REQUIRES: a piece stands there.
  uint64_t DestinationsOf(int from) const;
  // The value of the cells for Blue with the declared weights, in parts of
  // kWeightUnit: how far both sides have come.
  int Progress() const { return progress_; }

 private:
  // Blue's and Red's win are their seats + 1.
  enum Outcome : uint8_t { kOpen = 0, kDraw = 4 };

  // The pieces of the side to move, by cell, and the cells each can move to.
  struct Reach {
    explicit Reach(const State& state);
    std::array<uint64_t, 8> from;  // as sets of one cell; the last two unused
    std::array<uint64_t, 8> to;
  };

  bool HasWon(int seat) const {
    const uint64_t goal = kCamps[seat ^ 1];
    return (goal & ~Occupied()) == 0 && (goal & pieces_[seat]) != 0;
  }
  // The seat that has just moved is checked first.
  uint8_t FindOutcome() const {
    const int mover = ToMove() ^ 1;
    if (HasWon(mover)) return static_cast<uint8_t>(mover + 1);
    if (HasWon(mover ^ 1)) return static_cast<uint8_t>((mover ^ 1) + 1);
    return plies_ >= kMaxPlies ? kDraw : kOpen;
  }
  // What a seat's piece on a cell adds to progress_.
  static int Worth(int seat, int cell) {
    return seat == 0 ? kWorth[cell] : -kWorth[63 - cell];
  }

  std::array<uint64_t, 2> pieces_;
  uint64_t hash_ = 0;  // of the pieces
  int32_t progress_ = 0;
  uint8_t plies_;
  uint8_t outcome_;
};

inline State::Reach::Reach(const State& state) {
  uint64_t left = state.pieces_[state.ToMove()];
  for (int i = 0; i < kPiecesPerSeat; ++i, left &= left - 1) {
    from[i] = left & (~left + 1);
  }
  from[6] = from[7] = to[6] = to[7] = 0;
  AllDestinations<kNativeLanes>(state.Occupied(), from, to);
}

template <typename R>
std::optional<State::Move> State::RandomMove(R& random) const {
  if (IsTerminal()) return std::nullopt;
  const Reach reach(*this);
  // before[i]: the moves of the pieces in front of piece i.
  std::array<uint32_t, kPiecesPerSeat + 1> before;
  before[0] = 0;
  for (int i = 0; i < kPiecesPerSeat; ++i) {
    before[i + 1] =
        before[i] + static_cast<uint32_t>(std::popcount(reach.to[i]));
  }
  const uint32_t index = random.Below(before[kPiecesPerSeat]);
  int piece = 0;
  for (int i = 1; i < kPiecesPerSeat; ++i) piece += index >= before[i];
  const int to =
      SelectBit(reach.to[piece], static_cast<int>(index - before[piece]));
  return Move{static_cast<uint8_t>(std::countr_zero(reach.from[piece])),
              static_cast<uint8_t>(to)};
}

inline void State::Apply(Move move) {
  assert(!IsTerminal());
  const int seat = ToMove();
  // Nothing for the null move.
  pieces_[seat] ^= uint64_t{1} << move.from ^ uint64_t { 1 } << move.to;
  hash_ ^= kPieceKeys[seat][move.from] ^ kPieceKeys[seat][move.to];
  progress_ += Worth(seat, move.to) - Worth(seat, move.from);
  ++plies_;
  outcome_ = FindOutcome();
}

// Functions of notation.cc, for notation, messages and drawing.

// "11" for cell 0, "88" for cell 63. REQUIRES: 0 <= cell < kCells.
std::string CellName(int cell);

// The cell of row and column, both from 1; -1 off the board.
int CellAt(int row, int column);

// Where `move` touches the board, from its start to its end: both for a step,
// else a shortest chain of jumps. REQUIRES: `move` is legal.
std::vector<int> TouchedCells(const State& state, State::Move move);

class Rules {
 public:
  using State = chinese8::State;
  using Move = State::Move;

  static const GameInfo& Info();
  static absl::StatusOr<std::unique_ptr<const Rules>> Create(const Parameters&);
  State InitialState() const { return {}; }
  std::string FormatMove(const State& state, Move move) const;
  absl::StatusOr<Move> ParseMove(const State& state,
                                 absl::string_view text) const;
  std::string FormatPosition(const State& state) const;
  // After so many moves: the seats to move are 0 and 1, the fewest for each.
  std::string ComposePosition(const std::vector<Piece>& pieces,
                              int plies) const;
  absl::StatusOr<State> ParsePosition(absl::string_view text) const;
  BoardLegend Legend(const RenderOptions& options) const;
  std::vector<std::string> Path(const State& state, Move move) const;
  BoardLayout Layout() const;
  std::vector<Piece> Pieces(const State& state) const;
  GameEnding Ending(const State& state) const;
  BoardPlanes<2, 1> Planes(const State& state) const {
    return {{state.Pieces(0), state.Pieces(1)}};
  }
  std::vector<int> PlaneBits() const { return GridBits(8, 8, 1, -8, 56); }
  int64_t NumActions() const { return kCells * kCells; }
  int64_t MaxPlies() const { return kMaxPlies; }
  int64_t ActionOf(const State&, Move move) const {
    return ActionOfCells(move.from, move.to, kCells);
  }
  std::array<Counter, 1> Counters(const State& state) const {
    return {{{"plies", state.Plies(), kMaxPlies}}};
  }

  // `plain` is the sum of the values of the cells, and of having the move.
  // `table` uses how many moves each side needs (see evaluate.h).
  static constexpr absl::string_view kEvaluations = "plain|table|learned";
  absl::StatusOr<std::unique_ptr<const Rules>> WithEvaluation(
      absl::string_view name) const;
  static constexpr auto& kFeatures = chinese8::kFeatures;
  static constexpr int kWeightUnit = chinese8::kWeightUnit;
  Values Features(const State& state) const;
  std::unique_ptr<const Rules> WithWeights(absl::Span<const int> weights) const;
  const Rules& Original() const { return *original_; }
  std::vector<Preparation> Preparations() const;
  int Evaluate(const State& state, int seat) const {
    const int blue = declared_ ? Sum(state, state.Progress(), kWeights)
                               : EvaluateOtherwise(state);
    return seat == 0 ? blue : -blue;
  }
  static const absl::string_view kLearnedWeights;  // chinese8.weights
  int PointsPerLogit(const State&) const { return 275; }
  std::string PlayerDefaults(absl::string_view id) const {
    return id == "mcts" ? "minimax=0.8,fpu=0,bias=2,valuetemperature=0.6" : "";
  }
  // Measured, see bench/results/README.md.
  PlayersOfLevels LevelPlayers() const {
    return {"greedy:overlooks=0.55", "mcts:playouts=3", "mcts:playouts=20",
            "mcts:playouts=200", "mcts:playouts=2500,time=5s"};
  }
  // By the cells, whatever the evaluation: a table look-up for each move would
  // cost a cache miss, and what the pieces could do then much more.
  int EvaluateMove(const State& state, Move move) const {
    const int turn = 63 * state.ToMove();  // Red's 63 - cell is 63 ^ cell
    return (worth_[move.to ^ turn] - worth_[move.from ^ turn]) / kWeightUnit;
  }

  Rules() = default;
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

 private:
  // The weighted sum, given that of the cells. What weighs nothing costs
  // nothing.
  [[gnu::always_inline]] static int Sum(const State& state, int cells,
                                        const Values& weights) {
    int sum = cells + Tempo(state.ToMove(), weights[kTurn]);
    const uint64_t blue = state.Pieces(0), red = state.Pieces(1);
    if (weights[kHops] != 0) {
      sum += weights[kHops] *
             (Hops(blue, blue | red, 0) - Hops(red, blue | red, 1));
    }
    if (weights[kMoves] != 0 || weights[kLeap] != 0) {
      const Mobility ours = MobilityOf(blue, blue | red, 0);
      const Mobility theirs = MobilityOf(red, blue | red, 1);
      sum += weights[kMoves] * (ours.moves - theirs.moves) +
             weights[kLeap] * (ours.leap - theirs.leap);
    }
    return sum / kWeightUnit;
  }
  // By the table, or with other weights. Apart from Evaluate, which is faster
  // if it is small.
  int EvaluateOtherwise(const State& state) const;
  int EvaluateByTable(const State& state, int cells) const {
    const char* const packed = distances_->data();
    const uint32_t blue = PlacementsOn<LoneBoard>::Rank(state.Pieces(0));
    const uint32_t red =
        PlacementsOn<LoneBoard>::Rank(TurnedRound(state.Pieces(1)));
    return ByDistances(PackedAt<LoneBoard>(packed, blue),
                       PackedAt<LoneBoard>(packed, red), state.ToMove(),
                       cells / kWeightUnit);
  }

  const Rules* original_ = this;
  bool declared_ = true;  // by the declared weights, which are constants
  std::shared_ptr<const PreparedTable> distances_;  // null for `plain`
  Values weights_ = kWeights;
  std::array<int, kCells> worth_ = kWorth;  // of the cells by them
};

}  // namespace boardwalk::chinese8
