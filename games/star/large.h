// The state of stars above size 8: updated move by move.
//
// A turn changes two of up to 24,961 cells, and only few of up to 2,080 pieces
// can move at all. So the state stores for every cell which neighbours and
// which cells behind them are occupied (`around_`), and for every seat the set
// of pieces that can step or jump (`active_`). A move changes at most 26
// entries.
//
// Chains are found by *pools*, not by pieces. A jump moves two cells along a
// line, so it keeps whether row and diagonal are odd, and the pieces that it
// jumps over differ from it in that: lifting the mover first changes nothing
// for its own chain. So the empty cells that chains connect form pools that are
// the same for every piece, and a piece that reaches a cell of a pool reaches
// all of it. Each pool is flooded once a turn, however many pieces share it.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "framework/bits.h"
#include "framework/game.h"
#include "framework/random.h"
#include "games/star/board.h"
#include "games/star/setup.h"

namespace boardwalk::star {

// What a set of parameters says about each cell. Immutable.
struct LargeTables {
  // Keeps a pointer.
  explicit LargeTables(const Setup& setup);

  // By direction: the next cell and the one behind it; `cells` off the board.
  struct Lines {
    std::array<uint16_t, kDirections> near;
    std::array<uint16_t, kDirections> far;
  };

  const Setup* setup;
  int cells;
  std::vector<Lines> lines;         // by cell
  std::vector<uint16_t> off_board;  // by cell: `around` of the empty board
  std::vector<uint8_t> allowed;     // by cell: the seats that may end there
  // By seat and cell: the directions in which a step is allowed.
  std::array<std::vector<uint8_t>, kMaxPlayers> steps;
  std::array<std::vector<int32_t>, kMaxPlayers> to_go;
  std::array<std::vector<uint16_t>, kMaxPlayers> goal;  // cells by seat
};

class LargeState {
 public:
  using Tables = LargeTables;
  struct Move {
    uint16_t from;  // cells; a pass is 0, 0
    uint16_t to;
    bool operator==(const Move&) const = default;
  };
  struct UndoInfo {
    Move move;
  };

  // A pass although there are moves. An extra move is never a disadvantage
  // here.
  static Move NullMove() { return {0, 0}; }

  static bool Supports(int) { return true; }
  LargeState(const Tables& tables, const Position& position);
  Position ToPosition() const;
  Move FromCells(CellMove move) const {
    if (move.IsPass()) return {0, 0};
    return {static_cast<uint16_t>(move.from), static_cast<uint16_t>(move.to)};
  }
  CellMove ToCells(Move move) const { return {move.from, move.to}; }

  int NumPlayers() const { return players_; }
  int ToMove() const { return to_move_; }
  bool IsTerminal() const {
    return (to_move_ == 0 && Finished() != 0) || out_.LeftAlone(players_) != 0;
  }
  SeatValues Returns() const {
    const uint32_t alone = out_.LeftAlone(players_);
    return WinnerTakesAll(players_, alone != 0 ? alone : Finished());
  }
  uint64_t Hash() const { return hash_ ^ Mix64(uint64_t{1} << 40 | to_move_); }
  bool operator==(const LargeState& other) const {
    return hash_ == other.hash_ && to_move_ == other.to_move_ &&
           out_ == other.out_ && owner_ == other.owner_;
  }

  template <typename List>
  void LegalMoves(List& list) const;
  int CountLegalMoves() const;
  template <typename R>
  std::optional<Move> RandomMove(R& random) const;
  void Apply(Move move) {
    if (move.from != move.to) Shift(to_move_, move.from, move.to);
    to_move_ = to_move_ + 1 == players_ ? 0 : to_move_ + 1;
  }
  void DropOut() {
    out_.Add(to_move_);
    hash_ ^= SeatsOut::Key(to_move_);
    Apply(NullMove());
    EndIfOneIsLeft();
  }
  bool IsOut(int seat) const { return out_.Has(seat); }
  UndoInfo ApplyWithUndo(Move move) {
    Apply(move);
    return {move};
  }
  void Undo(const UndoInfo& info) {
    to_move_ = (to_move_ == 0 ? players_ : to_move_) - 1;
    if (info.move.from != info.move.to) {
      Shift(to_move_, info.move.to, info.move.from);
    }
  }

  // The way that the seat has still to go, see Setup::ToGo.
  int64_t ToGo(int seat) const { return seats_[seat].to_go; }
  // See CompactState.
  int ExitDistance(int seat) const;
  int Blocked(int seat) const;
  // By how much `move` shortens the way of the seat to move.
  int Gain(Move move) const {
    const auto& to_go = tables_->to_go[to_move_];
    return to_go[move.from] - to_go[move.to];
  }

 private:
  static constexpr int kMaxCells = 6 * kMaxSize * (kMaxSize + 1) + 1;
  static constexpr int kSummaries = kMaxCells / 64 / 64 + 1;

  // What the state stores for each seat.
  struct Seat {
    int64_t to_go = 0;
    int in_goal = 0;
    bool operator==(const Seat&) const = default;
  };
  class Scan;

  // The directions in which the next cell is occupied, and the one behind it
  // or off the board.
  int Near(int cell) const { return around_[cell] & 63; }
  int Far(int cell) const { return around_[cell] >> 8; }
  int Steps(int seat, int cell) const {
    return tables_->steps[seat][cell] & ~Near(cell);
  }
  int Jumps(int cell) const { return Near(cell) & ~Far(cell); }

  bool Finished(int seat) const {
    return seats_[seat].in_goal == tables_->setup->pieces();
  }
  uint32_t Finished() const {
    uint32_t finished = 0;
    for (int seat = 0; seat < players_; ++seat) {
      finished |= (Finished(seat) ? 1u : 0u) << seat;
    }
    return finished;
  }

  // The round of a seat that is left alone is complete. So the position has one
  // text, in stars of all sizes.
  void EndIfOneIsLeft() {
    if (out_.LeftAlone(players_) != 0) to_move_ = 0;
  }
  void Shift(int seat, int from, int to);
  // Puts a piece on an empty cell, or takes it off.
  void Put(int seat, int cell);
  void Take(int seat, int cell);
  // Updates the cells around `cell`, which has become occupied or empty.
  void Flip(int cell);
  void Refresh(int cell);
  void SetActive(int seat, int cell, bool active);
  const uint64_t* Active(int seat) const {
    return active_.data() + static_cast<size_t>(seat) * words_;
  }

  const Tables* tables_;
  std::vector<int8_t>
      owner_;  // by cell, and one entry for everything off the board
  std::vector<uint16_t> around_;  // likewise
  std::vector<uint64_t> active_;  // by seat, `words_` each: a bit a cell
  // By seat: which of its words are not 0, a bit a word.
  std::array<std::array<uint64_t, kSummaries>, kMaxPlayers> active_words_{};
  std::array<Seat, kMaxPlayers> seats_;
  uint64_t hash_ = 0;  // of the pieces and of who is out
  int words_ = 0;
  int players_ = 0;
  int to_move_ = 0;
  SeatsOut out_;
};

// All moves of the seat to move, in the order of LegalMoves: the steps by piece
// and direction; then by piece the cells of each pool next to it, in the order
// of flooding.
class LargeState::Scan {
 public:
  explicit Scan(const LargeState& state) : state_(state) {
    for (int i = 0; i < state.words_; ++i) visited_[i] = 0;
    FindSteps();
    FindChains();
  }

  int Total() const { return step_count_ + chain_count_; }

  Move At(int index) const {
    if (index < step_count_) {
      for (const Stepper* stepper = steppers_;; ++stepper) {
        const int count = std::popcount(stepper->directions);
        if (index < count) {
          return Step(*stepper, SelectBit(stepper->directions, index));
        }
        index -= count;
      }
    }
    index -= step_count_;
    for (const Jumper* jumper = jumpers_;; ++jumper) {
      const Pool& pool = pools_[jumper->to];
      if (index < pool.size) {
        return {jumper->from, targets_[pool.begin + index]};
      }
      index -= pool.size;
    }
  }

  template <typename List>
  void ListAll(List& list) const {
    for (int i = 0; i < stepper_count_; ++i) {
      for (uint64_t directions = steppers_[i].directions; directions != 0;) {
        list.push_back(Step(steppers_[i], PopLowest(directions)));
      }
    }
    for (int i = 0; i < jumper_count_; ++i) {
      const Pool& pool = pools_[jumpers_[i].to];
      for (int k = 0; k < pool.size; ++k) {
        list.push_back({jumpers_[i].from, targets_[pool.begin + k]});
      }
    }
  }

 private:
  static constexpr int kMaxPieces = kMaxSize * (kMaxSize + 1) / 2;

  struct Stepper {
    uint16_t from;
    uint8_t directions;
  };
  struct Jumper {
    uint16_t from;
    uint16_t to;  // a landing, or the pool that it is part of
  };
  struct Pool {
    int begin;  // in targets_
    int size;
    int last;  // the piece that it was last found next to
  };

  Move Step(const Stepper& stepper, int direction) const {
    return {stepper.from, state_.tables_->lines[stepper.from].near[direction]};
  }

  // Lists the pieces that can step, and the first landings of those that can
  // jump. It writes an entry before it knows whether the entry counts: a branch
  // would be mispredicted half of the time.
  void FindSteps() {
    const int seat = state_.to_move_;
    const uint64_t* const active = state_.Active(seat);
    const LargeTables::Lines* const lines = state_.tables_->lines.data();
    const uint8_t* const step_directions = state_.tables_->steps[seat].data();
    const uint16_t* const around = state_.around_.data();
    Stepper* stepper = steppers_;
    Jumper* jumper = landings_;
    int steps = 0;
    for (int k = 0; k < kSummaries; ++k) {
      for (uint64_t words = state_.active_words_[seat][k]; words != 0;) {
        const int i = k * 64 + PopLowest(words);
        for (uint64_t bits = active[i]; bits != 0;) {
          const int cell = i * 64 + PopLowest(bits);
          const unsigned near = around[cell] & 63, far = around[cell] >> 8;
          const unsigned directions = step_directions[cell] & ~near;
          *stepper = {static_cast<uint16_t>(cell),
                      static_cast<uint8_t>(directions)};
          stepper += directions != 0 ? 1 : 0;
          steps += std::popcount(directions);
          for (uint64_t jumps = near & ~far; jumps != 0;) {
            *jumper++ = {static_cast<uint16_t>(cell),
                         lines[cell].far[PopLowest(jumps)]};
          }
        }
      }
    }
    stepper_count_ = static_cast<int>(stepper - steppers_);
    landing_count_ = static_cast<int>(jumper - landings_);
    step_count_ = steps;
  }

  // Floods the pools behind the landings, and lists which piece can enter
  // which: each once, however many ways lead there.
  void FindChains() {
    const int seat = state_.to_move_;
    int jumpers = 0, chains = 0;
    for (int i = 0; i < landing_count_; ++i) {
      const Jumper landing = landings_[i];
      if (!Visited(landing.to)) Flood(seat, landing.to);
      const uint16_t number = pool_of_[landing.to];
      Pool& pool = pools_[number];
      const bool news = pool.last != landing.from;
      pool.last = landing.from;
      jumpers_[jumpers] = {landing.from, number};
      jumpers += news ? 1 : 0;
      chains += news ? pool.size : 0;
    }
    jumper_count_ = jumpers;
    chain_count_ = chains;
  }

  bool Visited(int cell) const {
    return (visited_[cell >> 6] >> (cell & 63) & 1) != 0;
  }
  void Visit(int cell) {
    visited_[cell >> 6] |= uint64_t{1} << (cell & 63);
    pool_of_[cell] = static_cast<uint16_t>(pool_count_);
  }

  // Makes the pool of an empty cell. Not inline: there are too few registers
  // for this and the loops around it.
  [[gnu::noinline]] void Flood(int seat, int start) {
    const LargeTables::Lines* const lines = state_.tables_->lines.data();
    const uint8_t* const allowed = state_.tables_->allowed.data();
    const uint16_t* const around = state_.around_.data();
    uint16_t* const targets = targets_ + target_count_;
    int found = 1, ends = 0;
    queue_[0] = static_cast<uint16_t>(start);
    Visit(start);
    for (int i = 0; i < found; ++i) {
      const int cell = queue_[i];
      targets[ends] = static_cast<uint16_t>(cell);
      ends += allowed[cell] >> seat & 1;
      for (uint64_t jumps = around[cell] & 63 & ~(around[cell] >> 8);
           jumps != 0;) {
        const uint16_t landing = lines[cell].far[PopLowest(jumps)];
        queue_[found] = landing;
        found += Visited(landing) ? 0 : 1;
        Visit(landing);
      }
    }
    pools_[pool_count_++] = {target_count_, ends, -1};
    target_count_ += ends;
  }

  const LargeState& state_;
  int stepper_count_ = 0;
  int landing_count_ = 0;
  int jumper_count_ = 0;
  int pool_count_ = 0;
  int target_count_ = 0;
  int step_count_ = 0;
  int chain_count_ = 0;
  // Only the first entries of these are used, and of pool_of_ the cells
  // visited.
  uint64_t visited_[kMaxCells / 64 + 1];
  Stepper steppers_[kMaxPieces + 1];
  Jumper landings_[kDirections * kMaxPieces];
  Jumper jumpers_[kDirections * kMaxPieces + 1];
  Pool pools_[kMaxCells];
  uint16_t pool_of_[kMaxCells];
  uint16_t queue_[kMaxCells + 1];
  uint16_t targets_[kMaxCells + 1];
  // The lists have one more entry, to write to before it is known to count.
};

template <typename List>
void LargeState::LegalMoves(List& list) const {
  if (IsTerminal()) return;
  if (IsOut(to_move_)) return list.push_back({0, 0});
  const Scan scan(*this);
  if (scan.Total() == 0) {
    list.push_back({0, 0});
  } else {
    scan.ListAll(list);
  }
}

inline int LargeState::CountLegalMoves() const {
  if (IsTerminal()) return 0;
  if (IsOut(to_move_)) return 1;
  const int total = Scan(*this).Total();
  return total == 0 ? 1 : total;
}

template <typename R>
std::optional<LargeState::Move> LargeState::RandomMove(R& random) const {
  if (IsTerminal()) return std::nullopt;
  if (IsOut(to_move_)) {
    (void)random.Below(1);
    return Move{0, 0};
  }
  const Scan scan(*this);
  const int total = scan.Total();
  const int index = static_cast<int>(
      random.Below(static_cast<uint32_t>(total + (total == 0))));
  return total == 0 ? Move{0, 0} : scan.At(index);
}

}  // namespace boardwalk::star
