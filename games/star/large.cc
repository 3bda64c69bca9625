#include "games/star/large.h"

#include <array>
#include <bitset>
#include <cstdint>

namespace boardwalk::star {
namespace {

// Keys are computed: a table of them would not stay in the cache.
uint64_t Key(int seat, int cell) {
  constexpr uint64_t kSeat = uint64_t{1} << 32;
  return Mix64(static_cast<uint64_t>(seat) * kSeat +
               static_cast<uint64_t>(cell));
}

}  // namespace

LargeTables::LargeTables(const Setup& rules_setup)
    : setup(&rules_setup), cells(rules_setup.board().cells()) {
  const Board& board = setup->board();
  const size_t count = static_cast<size_t>(cells) + 1;
  Lines nowhere;
  nowhere.near.fill(static_cast<uint16_t>(cells));
  nowhere.far.fill(static_cast<uint16_t>(cells));
  lines.assign(count, nowhere);
  off_board.assign(count, 0);
  allowed.assign(count, 0);
  for (int seat = 0; seat < setup->num_players(); ++seat) {
    steps[seat].assign(count, 0);
    to_go[seat].assign(count, 0);
  }
  for (int cell = 0; cell < cells; ++cell) {
    for (int direction = 0; direction < kDirections; ++direction) {
      const int near = board.Next(cell, direction);
      const int far = near < 0 ? -1 : board.Next(near, direction);
      if (near >= 0) {
        lines[cell].near[direction] = static_cast<uint16_t>(near);
      }
      if (far >= 0) {
        lines[cell].far[direction] = static_cast<uint16_t>(far);
      } else {
        off_board[cell] =
            static_cast<uint16_t>(off_board[cell] | 1 << (8 + direction));
      }
      for (int seat = 0; seat < setup->num_players(); ++seat) {
        if (near >= 0 && setup->Allowed(seat, near)) {
          steps[seat][cell] =
              static_cast<uint8_t>(steps[seat][cell] | 1 << direction);
        }
      }
    }
    for (int seat = 0; seat < setup->num_players(); ++seat) {
      if (setup->Allowed(seat, cell)) {
        allowed[cell] = static_cast<uint8_t>(allowed[cell] | 1 << seat);
      }
      to_go[seat][cell] = setup->ToGo(seat, cell);
      if (setup->InGoal(seat, cell)) {
        goal[seat].push_back(static_cast<uint16_t>(cell));
      }
    }
  }
}

LargeState::LargeState(const Tables& tables, const Position& position)
    : tables_(&tables),
      owner_(static_cast<size_t>(tables.cells) + 1, kNobody),
      around_(tables.off_board),
      words_(tables.cells / 64 + 1),
      players_(tables.setup->num_players()),
      to_move_(position.to_move),
      out_(position.out) {
  hash_ = out_.Hash();
  active_.assign(static_cast<size_t>(words_) * players_, 0);
  for (int cell = 0; cell < tables.cells; ++cell) {
    if (position.owner[cell] != kNobody) Put(position.owner[cell], cell);
  }
  EndIfOneIsLeft();
}

Position LargeState::ToPosition() const {
  Position position;
  position.owner.assign(owner_.begin(), owner_.end() - 1);
  position.to_move = to_move_;
  position.out = out_.seats();
  return position;
}

int LargeState::ExitDistance(int seat) const {
  const int host = tables_->setup->Host(seat);
  if (host == kNobody) return 0;
  std::array<uint16_t, kMaxCells> queue;  // by distance
  int found = 0;
  for (const uint16_t cell : tables_->goal[seat]) {
    if (owner_[cell] == host) queue[found++] = cell;
  }
  if (found == 0) return 0;
  std::bitset<kMaxCells> reached;
  for (int i = 0; i < found; ++i) reached.set(queue[i]);
  bool outside = false;
  const auto reach = [&](uint16_t cell) {
    if ((tables_->allowed[cell] >> host & 1) == 0 || reached[cell]) return;
    reached.set(cell);
    queue[found++] = cell;
    outside |= !tables_->setup->InGoal(seat, cell);
  };
  // What lies behind a cell that a chain has passed is found already.
  std::bitset<kMaxCells> passed;
  std::array<uint16_t, kMaxCells> chain;
  const auto& lines = tables_->lines;
  const auto move_from = [&](uint16_t from) {
    for (auto steps = static_cast<uint64_t>(Steps(host, from)); steps != 0;) {
      reach(lines[from].near[PopLowest(steps)]);
    }
    chain[0] = from;
    for (int k = 0, length = 1; k < length; ++k) {
      for (auto jumps = static_cast<uint64_t>(Jumps(chain[k])); jumps != 0;) {
        const uint16_t landing = lines[chain[k]].far[PopLowest(jumps)];
        if (passed[landing]) continue;
        passed.set(landing);
        chain[length++] = landing;
        reach(landing);
      }
    }
  };
  for (int distance = 1, i = 0; i < found; ++distance) {
    for (const int end = found; i < end; ++i) move_from(queue[i]);
    if (outside) return distance;
  }
  return kNoExit;
}

int LargeState::Blocked(int seat) const {
  const int host = tables_->setup->Host(seat);
  if (host == kNobody) return 0;
  const auto is_outside = [&](int cell) {
    return (tables_->allowed[cell] >> host & 1) != 0 &&
           !tables_->setup->InGoal(seat, cell);
  };
  const auto& lines = tables_->lines;
  // The cells that chains connect are the same for all pieces: each such pool
  // is looked at once.
  std::bitset<kMaxCells> visited, leads_outside;  // by cell; by pool
  std::array<uint16_t, kMaxCells> pool_of, pool;
  int pools = 0;
  const auto visit = [&](uint16_t start) {
    if (visited[start]) return;
    visited.set(start);
    pool[0] = start;
    for (int i = 0, size = 1; i < size; ++i) {
      pool_of[pool[i]] = static_cast<uint16_t>(pools);
      if (is_outside(pool[i])) leads_outside.set(pools);
      for (auto jumps = static_cast<uint64_t>(Jumps(pool[i])); jumps != 0;) {
        const uint16_t landing = lines[pool[i]].far[PopLowest(jumps)];
        if (visited[landing]) continue;
        visited.set(landing);
        pool[size++] = landing;
      }
    }
    ++pools;
  };
  const auto can_leave = [&](uint16_t from) {
    for (auto steps = static_cast<uint64_t>(Steps(host, from)); steps != 0;) {
      if (is_outside(lines[from].near[PopLowest(steps)])) return true;
    }
    for (auto jumps = static_cast<uint64_t>(Jumps(from)); jumps != 0;) {
      const uint16_t landing = lines[from].far[PopLowest(jumps)];
      visit(landing);
      if (leads_outside[pool_of[landing]]) return true;
    }
    return false;
  };
  int blocked = 0;
  for (const uint16_t cell : tables_->goal[seat]) {
    if (owner_[cell] == host && !can_leave(cell)) ++blocked;
  }
  return blocked;
}

void LargeState::Shift(int seat, int from, int to) {
  assert(owner_[from] == seat && owner_[to] == kNobody);
  Take(seat, from);
  Put(seat, to);
}

void LargeState::Put(int seat, int cell) {
  owner_[cell] = static_cast<int8_t>(seat);
  seats_[seat].to_go += tables_->to_go[seat][cell];
  seats_[seat].in_goal += tables_->setup->InGoal(seat, cell) ? 1 : 0;
  hash_ ^= Key(seat, cell);
  Flip(cell);
  Refresh(cell);
}

void LargeState::Take(int seat, int cell) {
  owner_[cell] = kNobody;
  seats_[seat].to_go -= tables_->to_go[seat][cell];
  seats_[seat].in_goal -= tables_->setup->InGoal(seat, cell) ? 1 : 0;
  hash_ ^= Key(seat, cell);
  SetActive(seat, cell, false);
  Flip(cell);
}

void LargeState::Flip(int cell) {
  const LargeTables::Lines& lines = tables_->lines[cell];
  for (int direction = 0; direction < kDirections; ++direction) {
    // As seen from there, this cell lies the other way.
    const int bit = 1 << Opposite(direction);
    const int near = lines.near[direction];
    const int far = lines.far[direction];
    around_[near] = static_cast<uint16_t>(around_[near] ^ bit);
    around_[far] = static_cast<uint16_t>(around_[far] ^ bit << 8);
    Refresh(near);
    Refresh(far);
  }
}

// Brings the piece on `cell`, if there is one, in or out of its active set.
void LargeState::Refresh(int cell) {
  const int seat = owner_[cell];
  if (seat == kNobody) return;
  SetActive(seat, cell,
            (tables_->allowed[cell] >> seat & 1) != 0 &&
                (Steps(seat, cell) | Jumps(cell)) != 0);
}

void LargeState::SetActive(int seat, int cell, bool active) {
  const int i = cell >> 6;
  uint64_t& word = active_[static_cast<size_t>(seat) * words_ + i];
  const uint64_t bit = uint64_t{1} << (cell & 63);
  word = active ? word | bit : word & ~bit;
  uint64_t& words = active_words_[seat][i >> 6];
  const uint64_t word_bit = uint64_t{1} << (i & 63);
  words = word != 0 ? words | word_bit : words & ~word_bit;
}

}  // namespace boardwalk::star
