// Helpers for tests of players: a clock that needs no waiting, players of typed
// rules, random positions, and minimax without any pruning.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "ai/bind.h"
#include "ai/common/evaluator.h"
#include "framework/game_adapter.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {

// In games that do not say what their evaluations mean.
inline double ValueOf(Score score, int num_players) {
  return ValueOf(score, num_players, kUsualPointsPerLogit);
}
inline Score ResultScore(const SeatValues& returns, int num_players, int seat,
                         int ply) {
  return ResultScore(returns, num_players, seat, ply, kUsualPointsPerLogit);
}

// Settings of alphabeta without what may change the value that a search to a
// given depth finds, but for quiescence.
inline constexpr char kUnpruned[] =
    "reductions=off,nullmove=off,futility=off,latemoves=off,tempo=off";

// Advances by `step` each time it is read.
class TickingClock final : public Clock {
 public:
  explicit TickingClock(std::chrono::nanoseconds step) : step_(step) {}
  std::chrono::nanoseconds Now() const override { return now_ += step_; }

 private:
  const std::chrono::nanoseconds step_;
  mutable std::chrono::nanoseconds now_{0};
};

// The game of rules `R` with parameters such as "players=2" and with `players`.
// A test that gives only the player under test compiles faster.
template <GameRules R>
std::shared_ptr<const GameAdapter<R>> MakeAdapter(
    const std::string& settings = "",
    std::vector<PlayerBinding<R>> players = AllPlayers<R>({})) {
  std::vector<std::pair<std::string, std::string>> given;
  if (!settings.empty()) {
    given = ParseName(R::Info().id + ":" + settings).value().given;
  }
  const Parameters parameters =
      Parameters::Parse(R::Info().id, R::Info().parameters, given).value();
  return std::make_shared<const GameAdapter<R>>(
      internal::MakeRules<R>(parameters).value(), R::Info().id,
      std::move(players));
}

template <GameRules R>
StateAdapter<R> Erase(const std::shared_ptr<const GameAdapter<R>>& game,
                      typename R::State state) {
  return StateAdapter<R>(game, std::move(state));
}

// The decision of the player `name` in `state`.
template <GameRules R>
Decision Ask(const std::shared_ptr<const GameAdapter<R>>& game,
             const typename R::State& state, const std::string& name,
             const Limits& limits = {}, uint64_t seed = 1) {
  const StateAdapter<R> any = Erase(game, state);
  auto player = game->MakePlayer(name).value();
  EXPECT_TRUE(player->Start(any, seed).ok());
  return player->Choose(any, limits, {}).value();
}

// The decision of the player `name` after it has observed `moves` from the
// opening.
template <GameRules R>
Decision AskAfter(const std::shared_ptr<const GameAdapter<R>>& game,
                  absl::Span<const typename R::State::Move> moves,
                  const std::string& name) {
  auto state = game->rules().InitialState();
  auto player = game->MakePlayer(name).value();
  EXPECT_TRUE(player->Start(Erase(game, state), /*seed=*/1).ok());
  for (const auto move : moves) {
    EXPECT_TRUE(Erase(game, state).IsLegal(EraseMove(move)));
    state.Apply(move);
    player->Observe(EraseMove(move));
  }
  return player->Choose(Erase(game, state), {}, {}).value();
}

// Live positions of random games from the opening, in the order of play.
template <GameRules R>
std::vector<typename R::State> RandomPositions(const R& rules, int count,
                                               int max_plies, uint64_t seed) {
  std::vector<typename R::State> positions;
  Random random(seed);
  MoveListFor<typename R::State> list;
  auto state = rules.InitialState();
  for (int ply = 0; static_cast<int>(positions.size()) < count; ++ply) {
    if (ply >= max_plies || state.IsTerminal()) {
      state = rules.InitialState();
      ply = 0;
    }
    positions.push_back(state);
    state.Apply(*PickRandomMove(state, list, random));
  }
  return positions;
}

// For each legal move of `root` a `Scored` of the move and of `value(child)`,
// where `child` is the position after it.
template <typename Scored, GameState S, typename Value>
std::vector<Scored> ScoreMoves(const S& root, const Value& value) {
  MoveListFor<S> list;
  root.LegalMoves(list);
  std::vector<Scored> scored;
  scored.reserve(list.size());
  for (const auto move : list) {
    S child = root;
    child.Apply(move);
    scored.push_back({move, value(child)});
  }
  return scored;
}

// Plain minimax, the searching seat against all others, with the scores of
// alphabeta: the reference for its values.
template <GameRules R>
class PlainMinimax {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // A move and its exact score for the side to move at the root.
  struct Scored {
    Move move;
    Score score;
  };

  explicit PlainMinimax(const R& rules) : rules_(rules) {}

  std::vector<Scored> Root(const State& root, int depth) {
    seat_ = root.ToMove();
    path_ = {root};
    return ScoreMoves<Scored>(
        root, [&](const State& child) { return Value(child, depth - 1, 1); });
  }

 private:
  static MoveListFor<State> Moves(const State& state) {
    MoveListFor<State> list;
    state.LegalMoves(list);
    return list;
  }

  // For the searching seat.
  Score Value(const State& state, int depth, int ply) {
    if (state.IsTerminal()) {
      return ResultScore(state.Returns(), state.NumPlayers(), seat_, ply);
    }
    if (std::find(path_.begin(), path_.end(), state) != path_.end()) return 0;
    if (depth == 0) return Evaluator<R>(rules_).Evaluate(state, seat_);
    const bool mine = state.ToMove() == seat_;
    Score best = mine ? -kInfiniteScore : kInfiniteScore;
    path_.push_back(state);
    for (const Move move : Moves(state)) {
      State child = state;
      child.Apply(move);
      const Score score = Value(child, depth - 1, ply + 1);
      best = mine ? std::max(best, score) : std::min(best, score);
    }
    path_.pop_back();
    return best;
  }

  const R& rules_;
  int seat_ = 0;
  std::vector<State> path_;
};

}  // namespace boardwalk::ai
