#include "games/star/compact.h"

namespace boardwalk::star {
namespace {

template <int kWords>
int SlotOf(const Board& board, int cell) {
  using Rows = RowsOf<kWords>;
  const int row = board.Row(cell);
  // Even, so that halving it rounds as halving the diagonal would.
  constexpr int kLift = 4 * kMaxSize;
  const int diagonal = board.Diagonal(cell) + kLift;
  const int lattice = 2 * (row % 2) + diagonal % 2;
  const int word = row / 2 % kWords;
  return (word * kLattices + lattice) * 64 +
         Rows::kRowBits * (row / 2 / kWords) + diagonal / 2 - kLift / 2 +
         Rows::kFirstBit;
}

}  // namespace

template <int kWords>
CompactTablesOf<kWords>::CompactTablesOf(const Setup& rules_setup)
    : setup(&rules_setup) {
  const Board& geometry = setup->board();
  for (int seat = 0; seat < setup->num_players(); ++seat) {
    host[seat] = static_cast<int8_t>(setup->Host(seat));
  }
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    const int slot = SlotOf<kWords>(geometry, cell);
    const uint64_t bit = uint64_t{1} << (slot & 63);
    slot_of[cell] = static_cast<Slot>(slot);
    cell_of[slot] = static_cast<Slot>(cell);
    board[slot >> 6] |= bit;
    for (int seat = 0; seat < setup->num_players(); ++seat) {
      if (setup->Allowed(seat, cell)) allowed[seat][slot >> 6] |= bit;
      if (setup->InGoal(seat, cell)) goal[seat][slot >> 6] |= bit;
      to_go[seat][slot] = setup->ToGo(seat, cell);
    }
  }
}

template <int kWords>
CompactStateOf<kWords>::CompactStateOf(const Tables& tables,
                                       const Position& position)
    : tables_(&tables),
      to_move_(static_cast<uint8_t>(position.to_move)),
      players_(static_cast<uint8_t>(tables.setup->num_players())),
      out_(position.out) {
  hash_ = kTurnKeys[0][to_move_] ^ out_.Hash();
  for (size_t cell = 0; cell < position.owner.size(); ++cell) {
    const int seat = position.owner[cell];
    if (seat == kNobody) continue;
    const int slot = tables.slot_of[cell];
    own_[seat][slot >> 6] |= uint64_t{1} << (slot & 63);
    occupied_[slot >> 6] |= uint64_t{1} << (slot & 63);
    hash_ ^= kSlotKeys<kWords>[seat][slot];
    to_go_[seat] += tables.to_go[seat][slot];
  }
  for (int seat = 0; seat < players_; ++seat) UpdateFinished(seat);
  EndIfOneIsLeft();
}

template <int kWords>
Position CompactStateOf<kWords>::ToPosition() const {
  Position position;
  const int cells = tables_->setup->board().cells();
  position.owner.assign(static_cast<size_t>(cells), kNobody);
  for (int8_t seat = 0; seat < players_; ++seat) {
    for (int i = 0; i < kWords * kLattices; ++i) {
      for (uint64_t bits = own_[seat][i]; bits != 0;) {
        position.owner[tables_->cell_of[i * 64 + PopLowest(bits)]] = seat;
      }
    }
  }
  position.to_move = to_move_;
  position.out = out_.seats();
  return position;
}

template struct CompactTablesOf<1>;
template struct CompactTablesOf<2>;
template struct CompactTablesOf<3>;
template class CompactStateOf<1>;
template class CompactStateOf<2>;
template class CompactStateOf<3>;

}  // namespace boardwalk::star
