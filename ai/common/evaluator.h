// What a search knows of a position without searching: its evaluation, how good
// the moves look, and what evaluations mean for the result of the game.
//
// Example, given `const Rules& rules`, `const State& state` and `int seat`:
//
//   const Evaluator<Rules> evaluator(rules);
//   const Score score = evaluator.Evaluate(state, seat);
//   std::cout << evaluator.ValueOf(score, state);

#pragma once

#include <memory>
#include <utility>

#include "ai/common/chances.h"
#include "ai/common/score.h"
#include "ai/learn/learned_evaluation.h"
#include "framework/game.h"
#include "framework/make_move.h"
#include "framework/planes.h"

namespace boardwalk::ai {

// Cheap to copy. Const calls are thread-safe.
template <GameRules R>
class Evaluator {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  // By the evaluation of `rules`, which outlive it; an implicit conversion.
  // With `learned`, by that instead. REQUIRES: it was created for the planes of
  // the rules.
  Evaluator(const R& rules,  // NOLINT(google-explicit-constructor)
            std::shared_ptr<const LearnedEvaluation> learned = nullptr)
      : rules_(&rules), planes_(rules), learned_(std::move(learned)) {}

  const R& rules() const { return *rules_; }

  // Whether positions are told apart at all.
  bool Evaluates() const { return HasEvaluate<R> || learned_ != nullptr; }

  // The evaluation of a live position for `seat`; 0 if there is none.
  Score Evaluate(const State& state, int seat) const {
    if (learned_ != nullptr) return EvaluateLearned(state, seat);
    return EvaluatePlain(state, seat);
  }

  // How good `move` looks for the seat to move in the live position `state`:
  // the rules' EvaluateMove; else the gain in evaluation, 0 if the move ends
  // the game; else 0. Leaves `state` unchanged.
  Score MoveScore(State& state, Move move) const {
    if constexpr (HasEvaluateMove<R>) {
      return rules_->EvaluateMove(state, move);
    } else if constexpr (HasEvaluate<R>) {
      const int seat = state.ToMove();
      const Score before = rules_->Evaluate(state, seat);
      return AfterMove(state, move, [&](const State& child) {
        return child.IsTerminal() ? 0 : rules_->Evaluate(child, seat) - before;
      });
    } else {
      return 0;
    }
  }

  // By how much `move` seems to raise the expected return of the seat to move,
  // near a level position.
  double MoveGain(State& state, Move move) const {
    // PointsPerLogit is that of the rules: MoveScore is, too.
    return MoveScore(state, move) /
           (static_cast<double>(PlainPointsPerLogit(state)) *
            state.NumPlayers());
  }

  // Points that multiply the odds of winning by e in positions like `state`.
  int PointsPerLogit(const State& state) const {
    return learned_ != nullptr ? learned_->points_per_logit()
                               : PlainPointsPerLogit(state);
  }

  // What players report of a search of `root` that found `score`.
  double ValueOf(Score score, const State& root) const {
    return ai::ValueOf(score, root.NumPlayers(), PointsPerLogit(root));
  }

  // The expected returns of all seats in a live position; they sum to 0. The
  // logits of evaluations are divided by `temperature`.
  SeatValues Values(const State& state, double temperature = 1) const {
    SeatValues values{};
    if (Evaluates()) {
      const int players = state.NumPlayers();
      if (players == 2) {
        values[0] =
            ExpectedReturn(Logits(Evaluate(state, 0), state, temperature), 2);
        values[1] = -values[0];
        return values;
      }
      double sum = 0;
      for (int seat = 0; seat < players; ++seat) {
        values[seat] = WinProbability(
            Logits(Evaluate(state, seat), state, temperature), players);
        sum += values[seat];
      }
      for (int seat = 0; seat < players; ++seat) {
        values[seat] = ReturnOf(values[seat] / sum, players);
      }
    }
    return values;
  }

 private:
  // By the rules.
  Score EvaluatePlain(const State& state, int seat) const {
    if constexpr (HasEvaluate<R>) {
      return rules_->Evaluate(state, seat);
    } else {
      return 0;
    }
  }
  int PlainPointsPerLogit(const State& state) const {
    if constexpr (HasPointsPerLogit<R>) {
      return rules_->PointsPerLogit(state);
    } else {
      return kUsualPointsPerLogit;
    }
  }
  // Apart from Evaluate, which is faster if it is small.
  [[gnu::noinline]] Score EvaluateLearned(const State& state, int seat) const {
    const int mover = state.ToMove();
    const auto planes = planes_.Read(state);
    const int players = state.NumPlayers();
    if (players > 2) {
      return learned_->Evaluate(planes.words.data(), seat,
                                EvaluatePlain(state, seat),
                                SeatsBefore(seat, mover, players));
    }
    const int value = learned_->Evaluate(planes.words.data(), mover,
                                         EvaluatePlain(state, mover));
    return seat == mover ? value : -value;
  }

  double Logits(Score evaluation, const State& state,
                double temperature) const {
    return evaluation / (PointsPerLogit(state) * temperature);
  }

  const R* rules_;
  PlaneReader<R> planes_;
  std::shared_ptr<const LearnedEvaluation> learned_;  // null for the rules' own
};

}  // namespace boardwalk::ai
