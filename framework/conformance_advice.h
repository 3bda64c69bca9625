// The checks of the conformance suite on what a game tells searches beside its
// rules: noisy moves, the null move, values of moves, exact values, settings of
// players.

#ifndef BOARDWALK_FRAMEWORK_CONFORMANCE_ADVICE_H_
#define BOARDWALK_FRAMEWORK_CONFORMANCE_ADVICE_H_

#include <cstdlib>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/conformance_context.h"

namespace boardwalk::internal {

template <GameRules R>
class AdviceChecks {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Moves = std::vector<Move>;
  using Place = typename ConformanceContext<R>::Place;

  explicit AdviceChecks(ConformanceContext<R>& context)
      : context_(context), rules_(context.rules) {}

  // `moves` are the legal ones of `state`.
  void Check(const State& state, const Moves& moves, const Place& where) {
    CheckNoisyMoves(state, moves, where);
    if (state.IsTerminal()) return;
    CheckValuesOfMoves(state, moves, where);
    CheckProbe(state, where);
  }

  // The null move from any position. Writes and reads a position.
  void CheckNullMove(const State& state, const Place& where) {
    if constexpr (HasNullMove<State>) {
      if (state.IsTerminal()) return;
      State passed = state;
      passed.Apply(State::NullMove());
      if (!passed.IsTerminal() &&
          passed.ToMove() != (state.ToMove() + 1) % state.NumPlayers()) {
        Fail("null move", where, "it does not pass the turn to the next seat");
      }
      const auto read = rules_.ParsePosition(rules_.FormatPosition(passed));
      if (!read.ok() || read->Hash() != passed.Hash()) {
        Fail("null move", where, "what it leads to is not kept up to date");
      }
      if constexpr (HasUndo<State>) {
        State again = state;
        again.Undo(again.ApplyWithUndo(State::NullMove()));
        if (!(again == state) || again.Hash() != state.Hash()) {
          Fail("null move", where, "undo does not restore the position");
        }
      }
    }
  }

 private:
  void CheckNoisyMoves(const State& state, const Moves& moves,
                       const Place& where) {
    if constexpr (HasNoisyMoves<State>) {
      MoveListFor<State> noisy;
      state.NoisyMoves(noisy);
      auto next = moves.begin();
      for (const Move move : noisy) {
        while (next != moves.end() && !(*next == move)) ++next;
        if (next == moves.end()) {
          Fail("noisy moves", where,
               "they are not part of the legal moves, in the same order");
          return;
        }
        ++next;
      }
      const bool quiet = state.HasQuietMoves();
      if (quiet != (noisy.size() < moves.size())) {
        Fail("noisy moves", where,
             quiet ? "all moves are, yet there are quiet ones"
                   : "not all moves are, yet none is quiet");
      }
    }
  }

  void CheckValuesOfMoves(const State& state, const Moves& moves,
                          const Place& where) {
    if constexpr (HasEvaluateMove<R>) {
      for (const Move move : moves) {
        const int value = rules_.EvaluateMove(state, move);
        if (std::abs(value) <= 2 * kMaxEvaluation) continue;
        Fail("value of a move", where,
             absl::StrCat(value, " is outside of +-", 2 * kMaxEvaluation));
        return;
      }
    }
  }

  void CheckProbe(const State& state, const Place& where) {
    if constexpr (HasProbe<R>) {
      const std::optional<ExactValue> exact = rules_.Probe(state);
      if (!exact.has_value()) return;
      const bool sane = exact->outcome == 0
                            ? exact->plies == 0
                            : std::abs(exact->outcome) == 1 && exact->plies > 0;
      if (!sane || state.NumPlayers() != 2) {
        Fail("exact value", where,
             absl::StrCat("outcome ", exact->outcome, " in ", exact->plies,
                          " plies among ", state.NumPlayers(), " players"));
      }
    }
  }

  void Fail(const char* what, const Place& where, const std::string& why) {
    context_.Fail(what, where, why);
  }

  ConformanceContext<R>& context_;
  const R& rules_;
};

}  // namespace boardwalk::internal

#endif  // BOARDWALK_FRAMEWORK_CONFORMANCE_ADVICE_H_
