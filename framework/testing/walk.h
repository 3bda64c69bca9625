// For the framework's own tests: an endless game that is over at a word, a
// clock moved by hand, players that do as they are told.

#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/catalog.h"
#include "framework/game_adapter.h"

namespace boardwalk::testing_games {

// Two walk one token around a ring of five cells, in turn: "left", "right", or
// "win", which ends the game at once. A position is the cell, the seat to move
// and the seat that has won: "0 1 -".
class WalkState {
 public:
  struct Move {
    uint8_t step;  // cells to the right; 0 wins
    bool operator==(const Move&) const = default;
  };
  static constexpr int kCells = 5;
  static constexpr int kMaxMoves = 3;

  WalkState() = default;
  WalkState(int cell, int turn, int winner)
      : cell_(cell), turn_(turn), winner_(winner) {}

  int NumPlayers() const { return 2; }
  int ToMove() const { return turn_; }
  bool IsTerminal() const { return winner_ >= 0; }
  SeatValues Returns() const { return WinnerTakesAll(2, 1u << winner_); }
  template <typename List>
  void LegalMoves(List& list) const {
    if (IsTerminal()) return;
    list.push_back({kCells - 1});
    list.push_back({1});
    list.push_back({0});
  }
  void Apply(Move move) {
    if (move.step == 0) winner_ = turn_;
    cell_ = (cell_ + move.step) % kCells;
    turn_ = 1 - turn_;
  }
  uint64_t Hash() const {
    const int packed = cell_ * 16 + turn_ * 4 + winner_ + 1;
    return Mix64(static_cast<uint64_t>(packed));
  }
  bool operator==(const WalkState&) const = default;

  int cell() const { return cell_; }
  int winner() const { return winner_; }

 private:
  int cell_ = 0;
  int turn_ = 0;
  int winner_ = -1;
};

class WalkRules {
 public:
  using State = WalkState;
  using Move = State::Move;

  static const GameInfo& Info() {
    static const GameInfo info = {
        .id = "walk",
        .title = "Walk",
        .parameters = {IntParameter("start", 0, {0, 4}, "the first cell")},
        .endless = true,
        .test_sets = {"start=2"},
        .rules = "left, right or win.\n"};
    return info;
  }
  static absl::StatusOr<std::unique_ptr<const WalkRules>> Create(
      const Parameters& parameters) {
    return std::make_unique<const WalkRules>(
        static_cast<int>(parameters.Int("start")));
  }
  explicit WalkRules(int start) : start_(start) {}

  State InitialState() const { return State(start_, 0, -1); }
  std::string FormatMove(const State&, Move move) const {
    return move.step == 0 ? "win" : move.step == 1 ? "right" : "left";
  }
  std::string FormatPosition(const State& state) const {
    return absl::StrCat(
        state.cell(), " ", state.ToMove() + 1, " ",
        state.winner() < 0 ? "-" : absl::StrCat(state.winner() + 1));
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    for (int cell = 0; cell < State::kCells; ++cell) {
      for (int turn = 0; turn < 2; ++turn) {
        for (int winner = -1; winner < 2; ++winner) {
          const State state(cell, turn, winner);
          if (FormatPosition(state) == text) return state;
        }
      }
    }
    return absl::InvalidArgumentError("write cell, seat and winner");
  }

 private:
  const int start_;
};

inline Catalog WalkCatalog() {
  return *Catalog::Create({MakePlugin<WalkRules>({})});
}

// Stands still until it is moved.
class ManualClock final : public Clock {
 public:
  std::chrono::nanoseconds Now() const override {
    return std::chrono::nanoseconds(now_);
  }
  void Advance(std::chrono::nanoseconds time) { now_ += time.count(); }

 private:
  std::atomic<int64_t> now_{0};
};

// What a ToldPlayer does in a turn.
struct Order {
  std::string move;  // a legal move's text; "!" for an illegal one, "?" to fail
  std::chrono::nanoseconds time{0};  // that passes on its clock
  std::optional<double> value = std::nullopt;
};

// Does as told, the last order again and again, and notes what it was told.
class ToldPlayer final : public Player {
 public:
  explicit ToldPlayer(std::deque<Order> orders, ManualClock* clock = nullptr)
      : orders_(std::move(orders)), clock_(clock) {}

  int Threads() const override { return threads; }
  const Clock* OwnClock() const override { return own_clock; }
  absl::Status Start(const AnyState&, uint64_t seed) override {
    seeds.push_back(seed);
    return start;
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& outer,
                                  const Observer& observer) override {
    limits.push_back(outer);
    const Order order = orders_.front();
    if (orders_.size() > 1) orders_.pop_front();
    if (clock_ != nullptr) clock_->Advance(order.time);
    if (stop != nullptr) stop->store(true);
    if (order.move == "?") return failure;
    Decision decision;
    decision.value = order.value;
    if (order.move == "!") {
      decision.move.bits = 77;
    } else {
      decision.move = *state.ParseMove(order.move);
    }
    if (observer) observer(decision);
    return decision;
  }
  void Observe(AnyMove move) override { observed.push_back(move); }

  absl::Status start = absl::OkStatus();
  std::atomic<bool>* stop = nullptr;  // set while it thinks
  int threads = 1;
  const Clock* own_clock = nullptr;
  absl::Status failure = absl::InternalError("out of order");
  std::vector<uint64_t> seeds;
  std::vector<Limits> limits;
  std::vector<AnyMove> observed;

 private:
  std::deque<Order> orders_;
  ManualClock* clock_;
};

// Answers "left", but only when it is released or, if it obeys, asked to stop.
// Meanwhile it moves `wall_clock`, until that time is up, too.
class StubbornPlayer final : public Player {
 public:
  StubbornPlayer(const std::atomic<bool>& released, bool obeys,
                 ManualClock* wall_clock = nullptr)
      : released_(released), obeys_(obeys), wall_clock_(wall_clock) {}
  absl::Status Start(const AnyState&, uint64_t) override {
    return absl::OkStatus();
  }
  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& limits,
                                  const Observer&) override {
    thinks_ = true;
    while (!released_ && !(obeys_ && limits.StopRequested())) {
      if (wall_clock_ != nullptr) {
        // Before: the last hour comes after the request.
        const bool asked = limits.StopRequested();
        wall_clock_->Advance(std::chrono::hours(1));
        if (asked) wall_clock_ = nullptr;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return Decision{.move = *state.ParseMove("left"), .line = {}};
  }
  void Observe(AnyMove) override {}
  // Whether it has been asked for a move.
  bool thinks() const { return thinks_; }

 private:
  const std::atomic<bool>& released_;
  const bool obeys_;
  ManualClock* wall_clock_;
  std::atomic<bool> thinks_{false};
};

}  // namespace boardwalk::testing_games
