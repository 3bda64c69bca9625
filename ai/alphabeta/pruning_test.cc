// What a search with two players leaves out, and what the turn is worth.

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ai/alphabeta/alphabeta_player.h"
#include "ai/testing/bare_rules.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "framework/random.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

template <GameRules R>
std::shared_ptr<const GameAdapter<R>> MakeGame(
    const std::string& settings = "") {
  return MakeAdapter<R>(settings, {AlphaBetaPlayer<R>::Binding()});
}

// Each side saves a coin, or locks its savings for a turn, or robs the other of
// five coins if these are not locked. The evaluation is the lead in coins.
// Passing is never better than locking.
class SavingState {
 public:
  enum Move : uint8_t { kSave, kLock, kRob, kPass };
  static constexpr int kMaxMoves = 3;
  int NumPlayers() const { return 2; }
  int ToMove() const { return turn_; }
  bool IsTerminal() const { return false; }
  SeatValues Returns() const { return {}; }
  void LegalMoves(MoveListFor<SavingState>& list) const {
    for (const Move move : {kSave, kLock, kRob}) list.push_back(move);
  }
  static Move NullMove() { return kPass; }
  void Apply(Move move) {
    const int gain = move == kSave ? 1 : move == kRob && !locked_ ? 5 : 0;
    lead_ += turn_ == 0 ? gain : -gain;
    locked_ = move == kLock;
    turn_ ^= 1;
    ++plies_;
  }
  uint64_t Hash() const {
    return MixPair(static_cast<uint64_t>(lead_),
                   plies_ * 4u + turn_ * 2u + locked_);
  }
  bool operator==(const SavingState&) const = default;
  int Lead(int seat) const { return seat == 0 ? lead_ : -lead_; }

 private:
  int lead_ = 0;
  int plies_ = 0;  // so that no position comes back
  uint8_t turn_ = 0;
  bool locked_ = false;  // the savings of the side not to move
};

class SavingRules : public BareRules<SavingRules, SavingState> {
 public:
  int Evaluate(const State& state, int seat) const {
    return 100 * state.Lead(seat);
  }
};

// In these positions null move pruning changes no value.
TEST(PruningTest, NullMovesCutOff) {
  const auto game = MakeGame<SavingRules>();
  for (const char* const table : {"table=off", "table=on"}) {
    int64_t nodes_with = 0, nodes_without = 0;
    for (const SavingState& state :
         RandomPositions(game->rules(), 20, /*max_plies=*/6, /*seed=*/1)) {
      const auto ask = [&](int depth, const char* null_move) {
        return Ask(
            game, state,
            absl::StrCat("alphabeta:reductions=off,futility=off,latemoves=off,",
                         table, ",depth=", depth, ",nullmove=", null_move));
      };
      for (int depth = 4; depth <= 8; ++depth) {
        const Decision with = ask(depth, "on"), without = ask(depth, "off");
        EXPECT_EQ(with.value, without.value)
            << "depth " << depth << ", " << table << ", lead " << state.Lead(0);
        nodes_with += *with.nodes;
        nodes_without += *without.nodes;
      }
    }
    EXPECT_LT(nodes_with, nodes_without) << table;
  }
}

// A search that prunes visits less; what it still calls proved is so.
TEST(PruningTest, WhatFutilityPrunesProvesNothing) {
  const auto game = MakeGame<trio::Rules>("players=2");
  int64_t nodes_with = 0, nodes_without = 0;
  int proofs = 0;
  for (const auto& state :
       RandomPositions(game->rules(), 200, /*max_plies=*/30, /*seed=*/11)) {
    SCOPED_TRACE(game->rules().FormatPosition(state));
    const auto ask = [&](const char* on) {
      return Ask(
          game, state,
          absl::StrCat("alphabeta:depth=8,reductions=off,futility=", on));
    };
    const Decision with = ask("on"), without = ask("off");
    nodes_with += *with.nodes;
    nodes_without += *without.nodes;
    if (std::abs(*with.value) != 1) continue;
    EXPECT_EQ(with.value, without.value);
    ++proofs;
  }
  EXPECT_LT(nodes_with, nodes_without);
  EXPECT_GT(proofs, 0);
}

TEST(PruningTest, WithThreeNothingIsPruned) {
  const auto game = MakeGame<trio::Rules>("players=3");
  for (const auto& state :
       RandomPositions(game->rules(), 20, /*max_plies=*/20, /*seed=*/12)) {
    const Decision with = Ask(game, state, "alphabeta:depth=9");
    const Decision without = Ask(
        game, state, "alphabeta:depth=9,futility=off,latemoves=off,tempo=off");
    EXPECT_EQ(with.nodes, without.nodes);
    EXPECT_EQ(with.value, without.value);
  }
}

// Every move gains 1 to kGains points, so who moves last looks better by as
// much.
template <uint8_t kGains>
class RaceState {
 public:
  struct Move {
    uint8_t gain;
    bool operator==(const Move&) const = default;
  };
  static constexpr int kMaxMoves = kGains;
  int NumPlayers() const { return 2; }
  int ToMove() const { return plies_ % 2; }
  bool IsTerminal() const { return false; }
  SeatValues Returns() const { return {}; }
  void LegalMoves(MoveListFor<RaceState>& list) const {
    for (uint8_t gain = 1; gain <= kGains; ++gain) list.push_back({gain});
  }
  void Apply(Move move) {
    lead_ += ToMove() == 0 ? move.gain : -move.gain;
    ++plies_;
  }
  uint64_t Hash() const {
    return MixPair(static_cast<uint64_t>(lead_), static_cast<uint64_t>(plies_));
  }
  bool operator==(const RaceState&) const = default;
  int lead() const { return lead_; }

 private:
  int lead_ = 0;  // of seat 0
  int plies_ = 0;
};

template <uint8_t kGains>
class RaceRules : public BareRules<RaceRules<kGains>, RaceState<kGains>> {
 public:
  int Evaluate(const RaceState<kGains>& state, int seat) const {
    return 100 * (seat == 0 ? state.lead() : -state.lead());
  }
};

// Of 40 moves the last ones are pruned, and none of 2.
TEST(PruningTest, PrunesLateMoves) {
  const auto nodes = [](const auto& game, const char* on) {
    return *Ask(game, game->rules().InitialState(),
                absl::StrCat("alphabeta:depth=4,latemoves=", on))
                .nodes;
  };
  const auto many = MakeGame<RaceRules<40>>();
  EXPECT_LT(nodes(many, "on"), nodes(many, "off"));
  const auto few = MakeGame<RaceRules<2>>();
  EXPECT_EQ(nodes(few, "on"), nodes(few, "off"));
}

TEST(PruningTest, LearnsWhatTheTurnIsWorth) {
  const auto game = MakeGame<RaceRules<2>>();
  const auto start = Erase(game, game->rules().InitialState());
  // By how much the values of depths 5 and 6 differ in the last of many
  // searches. The table would bring back what an earlier one found.
  const auto swing = [&](const std::string& settings) {
    auto player =
        game->MakePlayer("alphabeta:depth=6,table=off," + settings).value();
    EXPECT_TRUE(player->Start(start, 0).ok());
    std::vector<double> values;
    for (int search = 0; search < 20; ++search) {
      values.clear();
      EXPECT_TRUE(player
                      ->Choose(start, {},
                               [&](const Decision& so_far) {
                                 values.push_back(*so_far.value);
                               })
                      .ok());
    }
    return std::abs(values.at(4) - values.at(5));
  };
  EXPECT_GT(swing("tempo=off"), ValueOf(190, 2));
  EXPECT_LT(swing("tempo=on"), ValueOf(10, 2));
}

// The exact work of fixed searches, as in alphabeta_test.cc.
TEST(PruningTest, Signature) {
  const auto nodes = [](const auto& game, const std::string& settings) {
    return *Ask(game, game->rules().InitialState(),
                absl::StrCat("alphabeta:", settings))
                .nodes;
  };
  const auto saving = MakeGame<SavingRules>();
  EXPECT_EQ(nodes(saving, "depth=12"), 668);
  EXPECT_EQ(nodes(saving, "depth=12,nullmove=off"), 1278);
}

}  // namespace
}  // namespace boardwalk::ai
