// Connect Four with faults to choose from, for tests of what finds them.

#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/game_adapter.h"

namespace boardwalk::testing_games {

enum class DropFault {
  kNone,
  kFullBoardGoesOn,  // a full board is not the end
  kNoDiagonal,       // four from the top left to the bottom right do not win
};

// Stones of a seat are bits: seven a column from the left and from the bottom,
// of which the last is always 0.
class DropState {
 public:
  struct Move {
    uint8_t column;
    bool operator==(const Move&) const = default;
  };
  static constexpr int kColumns = 7, kRows = 6, kMaxMoves = kColumns;

  explicit DropState(DropFault fault) : fault_(fault) {}

  int NumPlayers() const { return 2; }
  int ToMove() const {
    return std::popcount(stones_[0]) - std::popcount(stones_[1]);
  }
  bool IsTerminal() const {
    return Won(0) || Won(1) ||
           (IsFull() && fault_ != DropFault::kFullBoardGoesOn);
  }
  SeatValues Returns() const {
    return WinnerTakesAll(2, Won(0) ? 1 : Won(1) ? 2 : 0);
  }
  template <typename List>
  void LegalMoves(List& list) const {
    if (Won(0) || Won(1)) return;
    for (uint8_t column = 0; column < kColumns; ++column) {
      if (Height(column) < kRows) list.push_back({column});
    }
  }
  void Apply(Move move) { Put(ToMove(), move.column); }
  uint64_t Hash() const { return Mix64(stones_[0] + Mix64(stones_[1])); }
  bool operator==(const DropState& other) const {
    return stones_[0] == other.stones_[0] && stones_[1] == other.stones_[1];
  }

  void Put(int seat, int column) {
    stones_[seat] |= uint64_t{1} << (column * 7 + Height(column));
  }
  int Height(int column) const {
    return std::popcount((stones_[0] | stones_[1]) >> column * 7 & 0x3f);
  }
  // -1 for an empty square.
  int Owner(int column, int row) const {
    const int bit = column * 7 + row;
    return (stones_[0] >> bit & 1) != 0   ? 0
           : (stones_[1] >> bit & 1) != 0 ? 1
                                          : -1;
  }

 private:
  bool IsFull() const {
    return std::popcount(stones_[0] | stones_[1]) == kColumns * kRows;
  }
  bool Won(int seat) const {
    for (const int d : {1, 7, 8, 6}) {
      if (d == 6 && fault_ == DropFault::kNoDiagonal) continue;
      const uint64_t pairs = stones_[seat] & stones_[seat] >> d;
      if ((pairs & pairs >> 2 * d) != 0) return true;
    }
    return false;
  }

  DropFault fault_;
  uint64_t stones_[2] = {0, 0};
};

// A position is the columns from the left, the stones of each from the bottom:
// "-/-/-/XO/X/-/-".
class DropRules {
 public:
  using State = DropState;
  using Move = State::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "drop",
        .title = "Drop four",
        .parameters = {ChoiceParameter("fault", "none", "none|full|diagonal",
                                       "bug")},
        .rules = "Four in a row win.\n"};
    return info;
  }
  static absl::StatusOr<std::unique_ptr<const DropRules>> Create(
      const Parameters& parameters) {
    const auto fault = parameters.Choice("fault");
    return std::make_unique<const DropRules>(
        fault == "full"       ? DropFault::kFullBoardGoesOn
        : fault == "diagonal" ? DropFault::kNoDiagonal
                              : DropFault::kNone);
  }
  explicit DropRules(DropFault fault) : fault_(fault) {}

  State InitialState() const { return State(fault_); }
  std::string FormatMove(const State&, Move move) const {
    return absl::StrCat(move.column + 1);
  }
  std::string FormatPosition(const State& state) const {
    std::string text;
    for (int column = 0; column < State::kColumns; ++column) {
      if (column > 0) text += '/';
      if (state.Height(column) == 0) text += '-';
      for (int row = 0; row < state.Height(column); ++row) {
        text += "XO"[state.Owner(column, row)];
      }
    }
    return text;
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    State state(fault_);
    int column = 0;
    for (const char c : text) {
      if (c == '/') ++column;
      if (column >= State::kColumns) break;
      if (c == 'X' || c == 'O') state.Put(c == 'X' ? 0 : 1, column);
    }
    const int to_move = state.ToMove();
    if (to_move < 0 || to_move > 1 || FormatPosition(state) != text) {
      return absl::InvalidArgumentError("write such as -/-/-/XO/X/-/-");
    }
    return state;
  }

 private:
  const DropFault fault_;
};

}  // namespace boardwalk::testing_games
