// A small game for tests of players, with everything that is difficult: two or
// three players, shared wins and draws, repetitions, endless play, Undo, move
// lists without a maximum, an evaluation.
//
// Each player has a token on squares 0 to 11, which starts on 0. A move goes
// two or one squares forward or one back, to a free square; square 0 has room
// for all. A player without such a move passes. A player who reaches 11 wins. A
// move to 9 while another token is on 10 ends the game with a win shared by
// the two; three tokens on 4, 5 and 6 are a draw.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "framework/game.h"

namespace boardwalk::trio {

class State {
 public:
  struct Move {
    int8_t step;  // 2, 1, -1; 0 passes
    bool operator==(const Move&) const = default;
  };
  struct UndoInfo {
    Move move;
    uint32_t winners;
    bool over;
  };

  explicit State(int num_players)
      : num_players_(static_cast<int8_t>(num_players)) {}

  int NumPlayers() const { return num_players_; }
  int ToMove() const { return turn_; }
  bool IsTerminal() const { return over_; }
  SeatValues Returns() const { return WinnerTakesAll(num_players_, winners_); }
  template <typename List>
  void LegalMoves(List& list) const {
    if (over_) return;
    bool any = false;
    for (const int step : {-1, 1, 2}) {
      if (!IsFree(tokens_[turn_] + step)) continue;
      list.push_back({static_cast<int8_t>(step)});
      any = true;
    }
    if (!any) list.push_back({0});
  }
  void Apply(Move move) {
    int8_t& token = tokens_[turn_];
    token = static_cast<int8_t>(token + move.step);
    UpdateResult();
    turn_ = static_cast<int8_t>((turn_ + 1) % num_players_);
  }
  UndoInfo ApplyWithUndo(Move move) {
    const UndoInfo info = {move, winners_, over_};
    Apply(move);
    return info;
  }
  void Undo(const UndoInfo& info) {
    turn_ = static_cast<int8_t>((turn_ + num_players_ - 1) % num_players_);
    tokens_[turn_] = static_cast<int8_t>(tokens_[turn_] - info.move.step);
    winners_ = info.winners;
    over_ = info.over;
  }
  uint64_t Hash() const {
    uint64_t key = static_cast<uint64_t>(turn_);
    for (const int8_t token : tokens_)
      key = key * 16 + static_cast<uint64_t>(token);
    return Mix64(key);
  }
  bool operator==(const State&) const = default;

  int token(int seat) const { return tokens_[seat]; }

 private:
  bool IsFree(int square) const {
    if (square < 0 || square > 11) return false;
    for (int seat = 0; seat < num_players_; ++seat) {
      if (tokens_[seat] == square && square != 0) return false;
    }
    return true;
  }
  // Sets the result after a move of seat turn_.
  void UpdateResult() {
    unsigned squares = 0;
    for (int seat = 0; seat < num_players_; ++seat) {
      squares |= 1u << tokens_[seat];
      if (seat != turn_ && tokens_[seat] == 10 && tokens_[turn_] == 9) {
        winners_ = 1u << seat | 1u << turn_;
      }
    }
    if (tokens_[turn_] == 11) winners_ = 1u << turn_;
    over_ = winners_ != 0 || squares == 0b1110000;
  }

  std::array<int8_t, 3> tokens_{};
  int8_t turn_ = 0;
  int8_t num_players_;
  bool over_ = false;
  uint32_t winners_ = 0;
};

// Opening moves of two players, after which all three steps are legal and a
// step back repeats the position after the first move.
inline constexpr State::Move kRoundTrip[] = {{1}, {2}, {-1}, {-1}, {2}, {-1}};

class Rules {
 public:
  using State = trio::State;
  using Move = State::Move;

  explicit Rules(int num_players) : num_players_(num_players) {}

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "trio",
        .title = "A race for tests",
        .min_players = 2,
        .max_players = 3,
        .parameters = {IntParameter("players", 3, {2, 3}, "how many race")},
        .endless = true,
        .test_sets = {"players=2"},
        .rules = "See ai/testing/trio.h.\n"};
    return info;
  }
  static absl::StatusOr<std::unique_ptr<const Rules>> Create(
      const Parameters& parameters) {
    return std::make_unique<const Rules>(
        static_cast<int>(parameters.Int("players")));
  }
  State InitialState() const { return State(num_players_); }
  // Antisymmetric with two players.
  int Evaluate(const State& state, int seat) const {
    int others = 0;
    for (int other = 0; other < num_players_; ++other) {
      if (other != seat) others += SquareValue(state.token(other));
    }
    return SquareValue(state.token(seat)) -
           (num_players_ == 2 ? others : others / 2);
  }
  std::string FormatMove(const State&, Move move) const {
    return absl::StrCat(move.step);
  }
  absl::StatusOr<Move> ParseMove(const State& state,
                                 absl::string_view text) const {
    MoveListFor<State> list;
    state.LegalMoves(list);
    for (const Move move : list) {
      if (FormatMove(state, move) == text) return move;
    }
    return absl::InvalidArgumentError("moves are -1, 1 and 2 to a free square");
  }
  // For messages of tests only: ParsePosition does not read it.
  std::string FormatPosition(const State& state) const {
    return absl::StrCat(state.token(0), "-", state.token(1), "-",
                        state.token(2), " ",
                        state.IsTerminal() ? 0 : state.ToMove() + 1);
  }
  absl::StatusOr<State> ParsePosition(absl::string_view) const {
    return absl::UnimplementedError("positions of trio have no text");
  }
  std::string Render(const State& state, const RenderOptions&) const {
    return absl::StrCat(FormatPosition(state), "\n");
  }

 private:
  static int SquareValue(int token) { return 300 * token + 40 * token * token; }

  const int num_players_;
};

}  // namespace boardwalk::trio
