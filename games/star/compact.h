// The state of stars of up to size 8: a set of cells for each seat, as bits.
// lattices.h says which bit is which cell, and how sets step and jump.

#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "framework/bits.h"
#include "framework/game.h"
#include "framework/zobrist.h"
#include "games/star/board.h"
#include "games/star/lattices.h"
#include "games/star/moves.h"
#include "games/star/setup.h"

namespace boardwalk::star {

template <int kWords>
inline constexpr auto kSlotKeys =
    ZobristKeys<kMaxPlayers, kSlotsOf<kWords>>(0x57a5);
inline constexpr auto kTurnKeys = ZobristKeys<1, kMaxPlayers>(0x57a6);

// What a set of parameters says about each slot. Immutable.
template <int kWordsT>
struct CompactTablesOf {
  static constexpr int kWords = kWordsT;  // of a lattice
  using Lattices = LatticesOf<kWords>;
  static constexpr int kSlots = kSlotsOf<kWords>;
  using Slot = std::conditional_t<kSlots <= 256, uint8_t, uint16_t>;

  // REQUIRES: RowsOf has that size of star. Keeps a pointer.
  explicit CompactTablesOf(const Setup& setup);

  const Setup* setup;
  Lattices board{};
  std::array<Lattices, kMaxPlayers> allowed{};
  std::array<Lattices, kMaxPlayers> goal{};
  std::array<int8_t, kMaxPlayers> host{};  // see Setup
  std::array<std::array<int32_t, kSlots>, kMaxPlayers> to_go{};
  std::array<Slot, kSlots> slot_of{};  // by cell
  std::array<Slot, kSlots> cell_of{};  // by slot
};

template <int kWords>
class CompactStateOf {
 public:
  using Tables = CompactTablesOf<kWords>;
  using Lattices = LatticesOf<kWords>;
  struct Move {
    typename Tables::Slot from;  // a pass is 0, 0
    typename Tables::Slot to;
    bool operator==(const Move&) const = default;
  };
  // Each piece with six steps and the rest of a lattice to jump to.
  static constexpr int kMaxMoves =
      RowsOf<kWords>::kMaxPieces * (6 + RowsOf<kWords>::kMaxCells - 1);
  // A pass although there are moves. An extra move is never a disadvantage
  // here.
  static Move NullMove() { return {0, 0}; }

  static bool Supports(int size) {
    return RowsOf<kWords>::kMinStar <= size && size <= RowsOf<kWords>::kMaxStar;
  }
  CompactStateOf(const Tables& tables, const Position& position);
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
  bool operator==(const CompactStateOf& other) const {
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
  using Planes = BoardPlanes<kMaxPlayers, 1, kWords * kLattices>;
  Planes AllPieces() const { return std::bit_cast<Planes>(own_); }
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
  using Cells = compact::Cells<kWords>;
  using Moves = compact::MovesOf<kWords>;

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
  // The cells of the board, by whether a piece stands there.
  void LoadCells(Cells& occupied, Cells& empty) const {
    compact::Load<kWords>(occupied_, occupied);
    compact::Load<kWords>(tables_->board, empty);
    for (int i = 0; i < kWords; ++i) empty[i] &= ~occupied[i];
  }
  // Of the seat to move, but for passes. REQUIRES: it is not out.
  Moves FindMoves() const;
  static Move MoveOf(int from, int to) {
    using Slot = typename Tables::Slot;
    return {static_cast<Slot>(from), static_cast<Slot>(to)};
  }

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

using CompactState = CompactStateOf<1>;
using CompactTables = CompactTablesOf<1>;

template <int kWords>
inline auto CompactStateOf<kWords>::FindMoves() const -> Moves {
  Cells movers, allowed, occupied, empty, targets;
  compact::Load<kWords>(own_[to_move_], movers);
  compact::Load<kWords>(tables_->allowed[to_move_], allowed);
  LoadCells(occupied, empty);
  for (int i = 0; i < kWords; ++i) {
    movers[i] &= allowed[i];
    targets[i] = empty[i] & allowed[i];
  }
  return Moves(movers, targets, occupied, empty);
}

template <int kWords>
template <typename List>
void CompactStateOf<kWords>::LegalMoves(List& list) const {
  if (MayHaveNoMoves()) [[unlikely]] {
    if (IsTerminal()) return;
    if (IsOut(to_move_)) return list.push_back({0, 0});
  }
  const Moves moves = FindMoves();
  if (moves.count() == 0) return list.push_back({0, 0});
  moves.ForEach(
      [&list](int from, int to) { list.push_back(MoveOf(from, to)); });
}

template <int kWords>
inline int CompactStateOf<kWords>::CountLegalMoves() const {
  if (MayHaveNoMoves()) [[unlikely]] {
    if (IsTerminal()) return 0;
    if (IsOut(to_move_)) return 1;
  }
  const int total = FindMoves().count();
  return total == 0 ? 1 : total;
}

template <int kWords>
template <typename R>
auto CompactStateOf<kWords>::RandomMove(R& random) const
    -> std::optional<Move> {
  if (MayHaveNoMoves()) [[unlikely]] {
    if (IsTerminal()) return std::nullopt;
    if (IsOut(to_move_)) {
      (void)random.Below(1);
      return Move{0, 0};
    }
  }
  const Moves moves = FindMoves();
  const int total = moves.count();
  const int index = static_cast<int>(
      random.Below(static_cast<uint32_t>(total + (total == 0))));
  if (total == 0) return Move{0, 0};
  const compact::Slots slots = moves.At(index);
  return MoveOf(slots.from, slots.to);
}

template <int kWords>
inline void CompactStateOf<kWords>::Apply(Move move) {
  const int seat = to_move_;
  if (move.from != move.to) {
    const uint64_t from = uint64_t{1} << (move.from & 63);
    const uint64_t to = uint64_t{1} << (move.to & 63);
    assert((own_[seat][move.from >> 6] & from) != 0);
    own_[seat][move.from >> 6] ^= from;
    own_[seat][move.to >> 6] ^= to;
    occupied_[move.from >> 6] ^= from;
    occupied_[move.to >> 6] ^= to;
    hash_ ^=
        kSlotKeys<kWords>[seat][move.from] ^ kSlotKeys<kWords>[seat][move.to];
    const auto& to_go = tables_->to_go[seat];
    to_go_[seat] += to_go[move.to] - to_go[move.from];
    UpdateFinished(seat);
  }
  const int next = seat + 1 == players_ ? 0 : seat + 1;
  hash_ ^= kTurnKeys[0][seat] ^ kTurnKeys[0][next];
  to_move_ = static_cast<uint8_t>(next);
}

template <int kWords>
inline int CompactStateOf<kWords>::Blocked(int seat) const {
  const int host = tables_->host[seat];
  if (host == kNobody) return 0;
  Cells blocked, goal;
  compact::Load<kWords>(own_[host], blocked);
  compact::Load<kWords>(tables_->goal[seat], goal);
  for (int i = 0; i < kWords; ++i) blocked[i] &= goal[i];
  if (!compact::Any(blocked)) return 0;
  // Moves can be taken back: those that can leave are found from outside.
  Cells occupied, empty, outside, near, landings;
  compact::Load<kWords>(tables_->allowed[host], outside);
  LoadCells(occupied, empty);
  for (int i = 0; i < kWords; ++i) outside[i] &= empty[i] & ~goal[i];
  compact::StepsFrom<kWords>(outside, near);
  const compact::Jumps<kWords> jumps(occupied, empty);
  jumps.Close(outside);
  jumps.Landings(outside, landings);
  int count = 0;
  for (int i = 0; i < kWords; ++i) {
    blocked[i] &= ~(near[i] | landings[i]);
    for (int k = 0; k < kLattices; ++k) count += std::popcount(blocked[i][k]);
  }
  return count;
}

template <int kWords>
inline int CompactStateOf<kWords>::ExitDistance(int seat) const {
  const int host = tables_->host[seat];
  if (host == kNobody) return 0;
  Cells reached, goal;
  compact::Load<kWords>(own_[host], reached);
  compact::Load<kWords>(tables_->goal[seat], goal);
  for (int i = 0; i < kWords; ++i) reached[i] &= goal[i];
  if (!compact::Any(reached)) return 0;
  Cells occupied, empty, targets;
  compact::Load<kWords>(tables_->allowed[host], targets);
  LoadCells(occupied, empty);
  for (int i = 0; i < kWords; ++i) targets[i] &= empty[i];
  const compact::Jumps<kWords> jumps(occupied, empty);
  for (int distance = 1;; ++distance) {
    Cells near, chains = reached, news, out;
    compact::StepsFrom<kWords>(reached, near);
    jumps.Close(chains);
    for (int i = 0; i < kWords; ++i) {
      news[i] = (near[i] | chains[i]) & targets[i] & ~reached[i];
      out[i] = news[i] & ~goal[i];
      reached[i] |= news[i];
    }
    if (compact::Any(out)) return distance;
    if (!compact::Any(news)) return kNoExit;
  }
}

// Records whether the seat has every piece in its goal.
template <int kWords>
inline void CompactStateOf<kWords>::UpdateFinished(int seat) {
  uint64_t outside = 0;
  for (size_t i = 0; i < own_[seat].size(); ++i) {
    outside |= own_[seat][i] & ~tables_->goal[seat][i];
  }
  const uint8_t bit = static_cast<uint8_t>(1u << seat);
  finished_ =
      static_cast<uint8_t>((finished_ & ~bit) | (outside == 0 ? bit : 0));
}

}  // namespace boardwalk::star
