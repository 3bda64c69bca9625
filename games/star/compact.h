// The state of small stars: bitboards of four words.
//
// A jump moves a piece two cells along a line, so it keeps whether its row and
// its diagonal are even or odd: the board falls into four *lattices*, each a
// small star of its own, in which a jump leads to a neighbour. A step changes
// the lattice. This is what makes the state fast:
//
//  * a lattice of the size 4 star has at most 37 cells, so it fits in a word,
//    and so does whatever a chain of jumps can reach;
//  * chains and steps never lead to the same cell;
//  * the pieces over which a chain jumps stand on other lattices, so lifting
//    the mover first changes nothing for its own chain.
//
// Layout: cell (row, diagonal) is in lattice 2 * (row odd) + (diagonal odd), at
// bit 8 * (row / 2) + diagonal / 2 + 1 (divisions rounded down):
//
//             lattice 0, size 4, by row / 2
//   bit  0    .  0  .  .  .  .  .  .
//   bit  8    1  1  .  .  .  2  2  2
//   bit 16    2  2  2  2  .  3  3  3
//   bit 24    3  3  3  .  .  4  4  4
//   bit 32    4  4  .  .  5  5  5  5
//   bit 40    5  5  .  6  6  6  6  6
//   bit 48    6  6  .  .  .  7  7  .
//   bit 56    .  .  .  .  .  8  .  .
//
// Rows are so narrow that no two overlap, and that a step or jump off the board
// never ends on another cell (star_states_test tries all of them).

#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <optional>

#include "framework/bits.h"
#include "framework/game.h"
#include "framework/zobrist.h"
#include "games/star/board.h"
#include "games/star/setup.h"

namespace boardwalk::star {

inline constexpr int kLattices = 4;
inline constexpr int kSlots = 256;  // a slot is lattice * 64 + bit

using Lattices = std::array<uint64_t, kLattices>;

inline constexpr auto kSlotKeys = ZobristKeys<kMaxPlayers, kSlots>(0x57a5);
inline constexpr auto kTurnKeys = ZobristKeys<1, kMaxPlayers>(0x57a6);

// What a set of parameters says about each slot. Immutable.
struct CompactTables {
  static constexpr int kMaxCompactSize = 4;

  // REQUIRES: setup.board().size() <= kMaxCompactSize. Keeps a pointer.
  explicit CompactTables(const Setup& setup);

  const Setup* setup;
  Lattices board{};
  std::array<Lattices, kMaxPlayers> allowed{};
  std::array<Lattices, kMaxPlayers> goal{};
  std::array<int8_t, kMaxPlayers> host{};  // see Setup
  std::array<std::array<int32_t, kSlots>, kMaxPlayers> to_go{};
  std::array<uint8_t, kSlots> slot_of{};  // by cell
  std::array<uint8_t, kSlots> cell_of{};  // by slot
};

class CompactState {
 public:
  using Tables = CompactTables;
  struct Move {
    uint8_t from;  // slots; a pass is 0, 0
    uint8_t to;
    bool operator==(const Move&) const = default;
  };
  // Ten pieces, each with six steps and the rest of a lattice to jump to.
  static constexpr int kMaxMoves = 10 * (6 + 36);
  // A pass although there are moves. An extra move is never a disadvantage
  // here.
  static Move NullMove() { return {0, 0}; }

  static bool Supports(int size) { return size <= Tables::kMaxCompactSize; }
  CompactState(const Tables& tables, const Position& position);
  Position ToPosition() const;
  Move FromCells(CellMove move) const {
    if (move.IsPass()) return {0, 0};
    return {tables_->slot_of[move.from], tables_->slot_of[move.to]};
  }
  CellMove ToCells(Move move) const {
    return {tables_->cell_of[move.from], tables_->cell_of[move.to]};
  }

  int NumPlayers() const { return players_; }
  int ToMove() const { return to_move_; }
  bool IsTerminal() const { return to_move_ == 0 && finished_ != 0; }
  SeatValues Returns() const { return WinnerTakesAll(players_, finished_); }
  uint64_t Hash() const { return hash_; }
  bool operator==(const CompactState& other) const {
    return to_move_ == other.to_move_ && out_ == other.out_ &&
           own_ == other.own_;
  }

  template <typename List>
  void LegalMoves(List& list) const;
  int CountLegalMoves() const;
  template <typename R>
  std::optional<Move> RandomMove(R& random) const;
  void Apply(Move move);
  void DropOut() {
    out_.Add(to_move_);
    hash_ ^= SeatsOut::Key(to_move_);
    Apply(NullMove());
    EndIfOneIsLeft();
  }
  bool IsOut(int seat) const { return out_.Has(seat); }

  // A seat's pieces.
  const Lattices& Pieces(int seat) const { return own_[seat]; }
  // Those of every seat, by slot.
  BoardPlanes<kMaxPlayers, 1, kLattices> AllPieces() const {
    return std::bit_cast<BoardPlanes<kMaxPlayers, 1, kLattices>>(own_);
  }
  // The way that the seat has still to go, see Setup::ToGo.
  int64_t ToGo(int seat) const { return to_go_[seat]; }
  // How many moves in a row it takes until one of the pieces that are still at
  // home in the seat's goal has left it, if nothing else moves and such a piece
  // does not make way for another: 0 if none is at home there, kNoExit if they
  // are walled in.
  int ExitDistance(int seat) const;
  // How many of the pieces that are still at home in the seat's goal cannot
  // leave it in one move.
  int Blocked(int seat) const;
  // By how much `move` shortens the way of the seat to move.
  int Gain(Move move) const {
    const auto& to_go = tables_->to_go[to_move_];
    return to_go[move.from] - to_go[move.to];
  }

 private:
  struct Scan;
  // One test that is false nearly always: somebody has finished or is out.
  bool MayHaveNoMoves() const { return (finished_ | out_.seats()) != 0; }
  void UpdateFinished(int seat);
  // A seat that is left alone has won, as if it had finished in this round: so
  // IsTerminal need not look at who is out.
  void EndIfOneIsLeft() {
    const uint32_t alone = out_.LeftAlone(players_);
    if (alone == 0) return;
    finished_ = static_cast<uint8_t>(alone);
    hash_ ^= kTurnKeys[0][to_move_] ^ kTurnKeys[0][0];
    to_move_ = 0;
  }
  // `from`, and where pieces of the seat that stand there get in one move.
  Lattices WithinOneMove(const Lattices& from, int seat) const;

  const Tables* tables_;
  std::array<Lattices, kMaxPlayers> own_{};
  Lattices occupied_{};  // all of own_
  uint64_t hash_ = 0;
  std::array<int32_t, kMaxPlayers> to_go_{};
  uint8_t to_move_ = 0;
  uint8_t players_ = 0;
  uint8_t finished_ = 0;  // the seats with every piece in the goal, a bit each
  SeatsOut out_;
};

namespace compact {

// Where a step in a direction leads from a lattice: to which one, and how many
// bits further.
constexpr int StepLattice(int lattice, int direction) {
  const Offset offset = kOffsets[direction];
  return lattice ^ (offset.row != 0 ? 2 : 0) ^ (offset.diagonal != 0 ? 1 : 0);
}
constexpr int StepBits(int lattice, int direction) {
  const Offset offset = kOffsets[direction];
  const auto carry = [](int odd, int step) {
    return step == 1 ? odd : step == -1 ? odd - 1 : 0;
  };
  return 8 * carry(lattice >> 1, offset.row) +
         carry(lattice & 1, offset.diagonal);
}
// A jump stays in its lattice.
constexpr int JumpBits(int direction) {
  return 8 * kOffsets[direction].row + kOffsets[direction].diagonal;
}

// Directions 0 to 2 and their opposites make the three lines of a cell.
inline constexpr int kLines = 3;
static_assert(JumpBits(0) == 1 && JumpBits(1) == 8 && JumpBits(2) == 7);
// A step along line i changes the number of the lattice by this, bit by bit.
inline constexpr std::array<int, kLines> kFlips = {1, 2, 3};

// Words that are computed at once; lanes i and i + 4 belong to lattice i. The
// compiler uses the vectors that the machine has.
inline constexpr int kLanes = 2 * kLattices;
using Half [[gnu::vector_size(kLattices * sizeof(uint64_t))]] = uint64_t;
using Lanes [[gnu::vector_size(kLanes * sizeof(uint64_t))]] = uint64_t;

// The steps along a line make a set of targets for each lane: in lanes 0 to 3
// those in direction `line`, in lanes 4 to 7 those in the opposite one.
inline constexpr int kStepSets = kLines * kLanes;
constexpr int SetLattice(int set) { return set % kLattices; }
constexpr int SetDirection(int set) {
  return set / kLanes + (set % kLanes < kLattices ? 0 : kLines);
}

// Tables by set. One table shifts up and the other down; one of the two is 0.
struct StepTables {
  uint64_t up[kStepSets];
  uint64_t down[kStepSets];
  uint8_t target[kStepSets];  // the lattice that the steps lead to
  int8_t bits[kStepSets];
};
inline constexpr StepTables kSteps = [] {
  StepTables tables{};
  for (int set = 0; set < kStepSets; ++set) {
    const int lattice = SetLattice(set), direction = SetDirection(set);
    const int bits = StepBits(lattice, direction);
    tables.up[set] = static_cast<uint64_t>(bits > 0 ? bits : 0);
    tables.down[set] = static_cast<uint64_t>(bits < 0 ? -bits : 0);
    tables.target[set] = static_cast<uint8_t>(StepLattice(lattice, direction));
    tables.bits[set] = static_cast<int8_t>(bits);
  }
  return tables;
}();

template <typename Vector>
void Load(const uint64_t* from, Vector& to) {
  std::memcpy(&to, from, sizeof(to));
}
inline void Twice(const Half& half, Lanes& lanes) {
  lanes = __builtin_shufflevector(half, half, 0, 1, 2, 3, 0, 1, 2, 3);
}
// Moves to each lane the word of the lattice that steps along the line lead to.
template <int kLine>
void Neighbours(const Half& of, Half& to) {
  constexpr int kFlip = kFlips[kLine];
  to = __builtin_shufflevector(of, of, kFlip, 1 ^ kFlip, 2 ^ kFlip, 3 ^ kFlip);
}

// The jumps on all lattices, each twice.
struct Jumps {
  // By line: the slots behind which, in direction 0, 1 or 2, stands a piece.
  Lanes bridges[kLines];
  Lanes empty;

  // Sets `to` to the empty cells one jump away from any of `slots`.
  void From(const Lanes& slots, Lanes& to) const {
    to = ((slots & bridges[0]) << 1 | (slots >> 1 & bridges[0]) |
          (slots & bridges[1]) << 8 | (slots >> 8 & bridges[1]) |
          (slots & bridges[2]) << 7 | (slots >> 7 & bridges[2])) &
         empty;
  }
  // Adds to `reached` everything that chains of jumps reach from there.
  void Close(Lanes& reached) const {
    for (;;) {
      Lanes once, twice;
      From(reached, once);
      once |= reached;
      From(once, twice);
      const Lanes news = twice & ~once;
      reached = once | twice;
      const Half any = __builtin_shufflevector(news, news, 0, 1, 2, 3) |
                       __builtin_shufflevector(news, news, 4, 5, 6, 7);
      if ((any[0] | any[1] | any[2] | any[3]) == 0) return;
    }
  }
};

}  // namespace compact

// All moves of the seat to move, as sets of targets, in the order of
// LegalMoves: the steps by set and target, then the chains by round, lane and
// target.
struct CompactState::Scan {
  static constexpr int kStepSets = compact::kStepSets;
  static constexpr int kLanes = compact::kLanes;
  static constexpr int kMaxRounds = 5;  // all ten pieces on one lattice

  explicit Scan(const CompactState& state) {
    using compact::Half;
    Half own, allowed, board, occupied;
    compact::Load(state.own_[state.to_move_].data(), own);
    compact::Load(state.tables_->allowed[state.to_move_].data(), allowed);
    compact::Load(state.tables_->board.data(), board);
    compact::Load(state.occupied_.data(), occupied);
    const Half movers = own & allowed;
    const Half empty = board & ~occupied;
    const Half targets = empty & allowed;
    compact::Jumps jumps;
    ScanLine<0>(movers, targets, occupied, jumps);
    ScanLine<1>(movers, targets, occupied, jumps);
    ScanLine<2>(movers, targets, occupied, jumps);
    for (const uint64_t set : steps) step_count += std::popcount(set);
    compact::Twice(empty, jumps.empty);
    FindChains(movers, targets, jumps);
  }

  // The steps along a line, and what can be jumped over along it.
  template <int kLine>
  void ScanLine(const compact::Half& movers, const compact::Half& targets,
                const compact::Half& occupied, compact::Jumps& jumps) {
    compact::Lanes up, down, lanes, ends;
    compact::Load(compact::kSteps.up + kLine * kLanes, up);
    compact::Load(compact::kSteps.down + kLine * kLanes, down);
    compact::Half next;
    compact::Neighbours<kLine>(targets, next);
    compact::Twice(next, ends);
    compact::Twice(movers, lanes);
    lanes = lanes << up >> down & ends;
    std::memcpy(steps + kLine * kLanes, &lanes, sizeof(lanes));

    compact::Half bridges, back_up, back_down;
    compact::Load(compact::kSteps.up + kLine * kLanes, back_down);
    compact::Load(compact::kSteps.down + kLine * kLanes, back_up);
    compact::Neighbours<kLine>(occupied, bridges);
    bridges = bridges << back_up >> back_down;
    compact::Twice(bridges, jumps.bridges[kLine]);
  }

  // In each round the next two pieces of each lattice.
  void FindChains(const compact::Half& all, const compact::Half& targets,
                  const compact::Jumps& jumps) {
    compact::Half movers = all;
    compact::Lanes ends;
    compact::Twice(targets, ends);
    while ((movers[0] | movers[1] | movers[2] | movers[3]) != 0) {
      const compact::Half first = movers & -movers;
      movers ^= first;
      const compact::Half second = movers & -movers;
      movers ^= second;
      const compact::Lanes pieces =
          __builtin_shufflevector(first, second, 0, 1, 2, 3, 4, 5, 6, 7);
      compact::Lanes reached;
      jumps.From(pieces, reached);
      jumps.Close(reached);
      reached &= ends;
      uint64_t* const to = chains + kLanes * rounds;
      std::memcpy(to, &reached, sizeof(reached));
      std::memcpy(from + kLanes * rounds, &pieces, sizeof(pieces));
      for (int i = 0; i < kLanes; ++i) chain_count += std::popcount(to[i]);
      ++rounds;
    }
  }

  int Total() const { return step_count + chain_count; }

  static Move Step(int set, int bit) {
    return {static_cast<uint8_t>(compact::SetLattice(set) * 64 + bit -
                                 compact::kSteps.bits[set]),
            static_cast<uint8_t>(compact::kSteps.target[set] * 64 + bit)};
  }
  Move Chain(int piece, int bit) const {
    const int lattice = piece % kLattices * 64;
    return {static_cast<uint8_t>(lattice + std::countr_zero(from[piece])),
            static_cast<uint8_t>(lattice + bit)};
  }

  // The move at `index` of the order. REQUIRES: index < Total().
  Move At(int index) const {
    if (index < step_count) {
      for (int set = 0;; ++set) {
        const int count = std::popcount(steps[set]);
        if (index < count) return Step(set, SelectBit(steps[set], index));
        index -= count;
      }
    }
    index -= step_count;
    for (int piece = 0;; ++piece) {
      const int count = std::popcount(chains[piece]);
      if (index < count) return Chain(piece, SelectBit(chains[piece], index));
      index -= count;
    }
  }

  uint64_t steps[kStepSets];
  // By round and lane: a piece, if any, and where its chains end.
  uint64_t from[kMaxRounds * kLanes];
  uint64_t chains[kMaxRounds * kLanes];
  int rounds = 0;
  int step_count = 0;
  int chain_count = 0;
};

template <typename List>
void CompactState::LegalMoves(List& list) const {
  if (MayHaveNoMoves()) [[unlikely]] {
    if (IsTerminal()) return;
    if (IsOut(to_move_)) return list.push_back({0, 0});
  }
  const Scan scan(*this);
  if (scan.Total() == 0) {
    list.push_back({0, 0});
    return;
  }
  for (int set = 0; set < Scan::kStepSets; ++set) {
    for (uint64_t targets = scan.steps[set]; targets != 0;) {
      list.push_back(Scan::Step(set, PopLowest(targets)));
    }
  }
  for (int piece = 0; piece < Scan::kLanes * scan.rounds; ++piece) {
    for (uint64_t targets = scan.chains[piece]; targets != 0;) {
      list.push_back(scan.Chain(piece, PopLowest(targets)));
    }
  }
}

inline int CompactState::CountLegalMoves() const {
  if (MayHaveNoMoves()) [[unlikely]] {
    if (IsTerminal()) return 0;
    if (IsOut(to_move_)) return 1;
  }
  const int total = Scan(*this).Total();
  return total == 0 ? 1 : total;
}

template <typename R>
std::optional<CompactState::Move> CompactState::RandomMove(R& random) const {
  if (MayHaveNoMoves()) [[unlikely]] {
    if (IsTerminal()) return std::nullopt;
    if (IsOut(to_move_)) {
      (void)random.Below(1);
      return Move{0, 0};
    }
  }
  const Scan scan(*this);
  const int total = scan.Total();
  const int index = static_cast<int>(
      random.Below(static_cast<uint32_t>(total + (total == 0))));
  return total == 0 ? Move{0, 0} : scan.At(index);
}

inline void CompactState::Apply(Move move) {
  const int seat = to_move_;
  if (move.from != move.to) {
    const uint64_t from = uint64_t{1} << (move.from & 63);
    const uint64_t to = uint64_t{1} << (move.to & 63);
    assert((own_[seat][move.from >> 6] & from) != 0);
    own_[seat][move.from >> 6] ^= from;
    own_[seat][move.to >> 6] ^= to;
    occupied_[move.from >> 6] ^= from;
    occupied_[move.to >> 6] ^= to;
    hash_ ^= kSlotKeys[seat][move.from] ^ kSlotKeys[seat][move.to];
    const auto& to_go = tables_->to_go[seat];
    to_go_[seat] += to_go[move.to] - to_go[move.from];
    UpdateFinished(seat);
  }
  const int next = seat + 1 == players_ ? 0 : seat + 1;
  hash_ ^= kTurnKeys[0][seat] ^ kTurnKeys[0][next];
  to_move_ = static_cast<uint8_t>(next);
}

inline Lattices CompactState::WithinOneMove(const Lattices& from,
                                            int seat) const {
  Lattices reached = from;
  for (int i = 0; i < kLattices; ++i) {
    const uint64_t empty = tables_->board[i] & ~occupied_[i];
    uint64_t chains = from[i], before;
    do {
      before = chains;
      for (int direction = 0; direction < kDirections; ++direction) {
        const int near = compact::StepLattice(i, direction);
        const int bits = compact::StepBits(i, direction);
        const uint64_t bridges = ShiftBits(before, bits) & occupied_[near];
        chains |=
            ShiftBits(bridges, compact::JumpBits(direction) - bits) & empty;
      }
    } while (chains != before);
    reached[i] |= chains & tables_->allowed[seat][i];
    for (int direction = 0; direction < kDirections; ++direction) {
      const int near = compact::StepLattice(i, direction);
      reached[near] |= ShiftBits(from[i], compact::StepBits(i, direction)) &
                       tables_->allowed[seat][near] & tables_->board[near] &
                       ~occupied_[near];
    }
  }
  return reached;
}

inline int CompactState::Blocked(int seat) const {
  const int host = tables_->host[seat];
  if (host == kNobody) return 0;
  // Moves can be taken back: those that can leave are found from outside.
  Lattices blocked, chains;
  uint64_t any = 0;
  for (int i = 0; i < kLattices; ++i) {
    blocked[i] = own_[host][i] & tables_->goal[seat][i];
    chains[i] =
        tables_->allowed[host][i] & ~tables_->goal[seat][i] & ~occupied_[i];
    any |= blocked[i];
  }
  if (any == 0) return 0;
  for (int i = 0; i < kLattices; ++i) {
    for (int direction = 0; direction < kDirections; ++direction) {
      blocked[compact::StepLattice(i, direction)] &=
          ~ShiftBits(chains[i], compact::StepBits(i, direction));
    }
  }
  int count = 0;
  for (int i = 0; i < kLattices; ++i) {
    const uint64_t empty = tables_->board[i] & ~occupied_[i];
    uint64_t before;
    do {
      before = chains[i];
      for (int direction = 0; direction < kDirections; ++direction) {
        const int bits = compact::StepBits(i, direction);
        const uint64_t bridges = ShiftBits(before, bits) &
                                 occupied_[compact::StepLattice(i, direction)];
        const uint64_t landings =
            ShiftBits(bridges, compact::JumpBits(direction) - bits);
        chains[i] |= landings & empty;
        blocked[i] &= ~landings;
      }
    } while (chains[i] != before);
    count += std::popcount(blocked[i]);
  }
  return count;
}

inline int CompactState::ExitDistance(int seat) const {
  const int host = tables_->host[seat];
  if (host == kNobody) return 0;
  const Lattices& goal = tables_->goal[seat];
  Lattices reached;
  for (int i = 0; i < kLattices; ++i) reached[i] = own_[host][i] & goal[i];
  if (reached == Lattices{}) return 0;
  for (int distance = 1;; ++distance) {
    const Lattices next = WithinOneMove(reached, host);
    for (int i = 0; i < kLattices; ++i) {
      if ((next[i] & ~goal[i]) != 0) return distance;
    }
    if (next == reached) return kNoExit;
    reached = next;
  }
}

// Records whether the seat has every piece in its goal.
inline void CompactState::UpdateFinished(int seat) {
  uint64_t outside = 0;
  for (int i = 0; i < kLattices; ++i) {
    outside |= own_[seat][i] & ~tables_->goal[seat][i];
  }
  const uint8_t bit = static_cast<uint8_t>(1u << seat);
  finished_ =
      static_cast<uint8_t>((finished_ & ~bit) | (outside == 0 ? bit : 0));
}

}  // namespace boardwalk::star
