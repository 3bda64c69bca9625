// The checks of the conformance suite of what a game tells beside its rules:
// the board that it describes, what programs learn from, advice to searches,
// the features of its evaluation. Internal; conformance.h is the interface.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/actions.h"
#include "framework/conformance_context.h"
#include "framework/conformance_report.h"
#include "framework/game.h"
#include "framework/linear_evaluation.h"
#include "framework/observations.h"
#include "framework/planes.h"

namespace boardwalk::internal {

// The described board: the layout, what stands on it, as pieces and as bits,
// and the paths of moves.
template <GameRules R>
class BoardChecks {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Moves = std::vector<Move>;
  using Origin = typename ConformanceContext<R>::Origin;

  explicit BoardChecks(ConformanceContext<R>& context)
      : context_(context), rules_(context.rules) {
    if constexpr (HasLayout<R>) layout_ = rules_.Layout();
  }

  void CheckLayout() {
    if constexpr (HasLayout<R>) {
      context_.findings.NoteLines(
          "layout", LayoutFaults(layout_, rules_.InitialState().NumPlayers()));
      for (const Cell& cell : layout_.cells) names_.insert(cell.name);
    }
    if constexpr (HasPlanes<R>) {
      plane_shape_ = PlaneShapeOf(rules_);
      const std::string fault = PlaneShapeFault(
          layout_, plane_shape_, rules_.InitialState().NumPlayers());
      planes_are_sound_ = fault.empty();
      if (!planes_are_sound_) context_.findings.NoteLines("planes", {fault});
    }
    if constexpr (HasLegend<R>) {
      const int players = rules_.InitialState().NumPlayers();
      for (const bool flip : {false, true}) {
        const BoardLegend legend = rules_.Legend({.flip = flip});
        if (static_cast<int>(legend.seats.size()) == players) continue;
        context_.findings.NoteLines(
            "legend", {absl::StrCat("it describes ", legend.seats.size(),
                                    " seats; the game has ", players)});
      }
    }
  }

  // The pieces, and whether the planes are the same as bits. False if the
  // pieces have a fault.
  bool CheckPieces(const State& state, const Origin& origin) {
    if constexpr (HasPieces<R>) {
      const std::vector<Piece> pieces = rules_.Pieces(state);
      std::string fault = PiecesFault(layout_, pieces, state.NumPlayers());
      if (!fault.empty()) {
        context_.Fail("pieces", origin, fault);
        return false;
      }
      if constexpr (HasPlanes<R>) {
        if (!planes_are_sound_) return true;
        fault = PlanesFault(layout_, plane_shape_, pieces,
                            rules_.Planes(state).words, plane_kinds_);
        if (!fault.empty()) context_.Fail("planes", origin, fault);
      }
    }
    return true;
  }

  // Whether each move is found by pointing at the cells of its path.
  void CheckPaths(const State& state, const Moves& moves,
                  const Origin& origin) {
    if constexpr (HasPath<R>) {
      std::unordered_map<std::string, Move> by_path;
      const size_t tries = std::min(moves.size(), kMaxPaths);
      for (size_t i = 0; i < tries; ++i) {
        const Move move = moves.size() <= kMaxPaths
                              ? moves[i]
                              : moves[context_.Below(moves.size())];
        std::string all;
        for (const std::string& name : rules_.Path(state, move)) {
          const bool known =
              HasLayout<R> ? names_.count(name) != 0 : !name.empty();
          if (!known) FailPath(state, move, name, origin);
          absl::StrAppend(&all, name, " ");
        }
        const Move other = by_path.emplace(all, move).first->second;
        if (HasLayout<R> && !(other == move)) {
          context_.Fail(
              "path is shared", origin,
              absl::StrCat(Quoted(rules_.FormatMove(state, other)), " and ",
                           Quoted(rules_.FormatMove(state, move)),
                           " touch the same cells"));
        }
      }
    }
  }

  // Whether the cells that decided a game are cells.
  void CheckEnding(const State& state, const Origin& origin) {
    if constexpr (HasEnding<R>) {
      const GameEnding ending = rules_.Ending(state);
      for (const std::string& name : ending.cells) {
        if (names_.count(name) != 0) continue;
        context_.Fail("ending", origin,
                      absl::StrCat(Quoted(name), " is no cell of the layout"));
      }
      if (ending.reason.find('\n') != std::string::npos) {
        context_.Fail("ending", origin,
                      absl::StrCat(Quoted(ending.reason), " is not one line"));
      }
    }
  }

 private:
  static constexpr size_t kMaxPaths = 500;

  void FailPath(const State& state, Move move, const std::string& name,
                const Origin& origin) {
    context_.Fail(
        "path", origin,
        absl::StrCat(Quoted(name), ", which ",
                     Quoted(rules_.FormatMove(state, move)), " touches, is no ",
                     HasLayout<R> ? "cell of the layout" : "name"));
  }

  ConformanceContext<R>& context_;
  const R& rules_;
  BoardLayout layout_;
  std::unordered_set<std::string> names_;
  PlaneShape plane_shape_;
  bool planes_are_sound_ = false;
  PlaneKinds plane_kinds_;
};

// The positions that are composed of pieces.
template <GameRules R>
class CompositionChecks {
 public:
  using State = typename R::State;
  using Origin = typename ConformanceContext<R>::Origin;

  explicit CompositionChecks(ConformanceContext<R>& context)
      : context_(context), rules_(context.rules) {
    if constexpr (HasLayout<R>) layout_ = rules_.Layout();
  }

  // The pieces of `state`, and others that may be no position. REQUIRES: the
  // pieces have no fault, and the game is not over.
  void Check(const State& state,
             const Origin& origin) requires HasComposePosition<R> {
    std::vector<Piece> pieces = rules_.Pieces(state);
    for (const Piece& piece : pieces) {
      if (piece.owner < 0) return;  // nobody's pieces are not composed
    }
    const Piece* const unlisted = UnlistedPiece(layout_, pieces);
    if (unlisted != nullptr) {
      context_.Fail("pieces", origin, [&] {
        return absl::StrCat(
            "the piece on ", Quoted(layout_.cells[unlisted->cell].name), ", ",
            Quoted(unlisted->kind), " of height ", unlisted->height,
            ", is none of the kinds of the layout");
      });
      return;
    }
    const auto same = CheckText(pieces, state.ToMove(), origin);
    if (origin.moves.empty() && origin.text.empty() &&
        !(same.has_value() && *same == state)) {
      context_.Fail("composed opening", origin, [&] {
        const std::string text = rules_.ComposePosition(pieces, state.ToMove());
        return absl::StrCat(Quoted(text), " is not the opening");
      });
    }
    if (pieces.empty()) return;
    Piece& moved = pieces[context_.Below(pieces.size())];
    const auto cell = static_cast<int>(context_.Below(layout_.cells.size()));
    for (Piece& piece : pieces) {
      if (piece.cell == cell) piece.cell = moved.cell;
    }
    const PieceKind& kind = layout_.kinds[context_.Below(layout_.kinds.size())];
    moved = {cell, moved.owner, kind.kind, kind.height};
    CheckText(pieces, state.ToMove(), origin);
  }

 private:
  // The position that they make; nothing if it is refused.
  std::optional<State> CheckText(const std::vector<Piece>& pieces, int to_move,
                                 const Origin& origin) {
    const std::string text = rules_.ComposePosition(pieces, to_move);
    auto composed = rules_.ParsePosition(text);
    if (!composed.ok()) return std::nullopt;
    if (!SamePieces(rules_.Pieces(*composed), pieces)) {
      context_.Fail(
          "composed position", origin,
          absl::StrCat(Quoted(text), " has other pieces than it was made of"));
    } else if (!composed->IsTerminal() && composed->ToMove() != to_move) {
      context_.Fail(
          "composed position", origin,
          absl::StrCat(Quoted(text), " lets seat ", composed->ToMove() + 1,
                       " move, it was made for seat ", to_move + 1));
    }
    return *std::move(composed);
  }

  ConformanceContext<R>& context_;
  const R& rules_;
  BoardLayout layout_;
};

// What programs learn from: the numbers of moves and the planes of positions.
template <GameRules R>
class LearningChecks {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Moves = std::vector<Move>;
  using Origin = typename ConformanceContext<R>::Origin;

  explicit LearningChecks(ConformanceContext<R>& context)
      : context_(context), rules_(context.rules), actions_(rules_) {
    if constexpr (HasCounters<R>) {
      const auto counters = rules_.Counters(rules_.InitialState());
      opening_.assign(counters.begin(), counters.end());
    }
    if constexpr (HasLayout<R>) {
      const int seats = rules_.InitialState().NumPlayers();
      if (!PlaneShapeFault(rules_.Layout(), PlaneShapeOf(rules_), seats)
               .empty()) {
        return;  // another failure
      }
      observer_.emplace(rules_);
      observation_.resize(observer_->shape().Size());
    }
  }

  // Whether numbers tell the legal moves `moves` of `state` apart, and mean the
  // same as in the positions before.
  void CheckActions(const State& state, const Moves& moves,
                    const Origin& origin) {
    if constexpr (ActionNumbers<R>::kAny) {
      std::unordered_map<int64_t, Move> seen;
      for (size_t i = 0; i < std::min(moves.size(), kMaxMoves); ++i) {
        const Move move = moves.size() <= kMaxMoves
                              ? moves[i]
                              : moves[context_.Below(moves.size())];
        const int64_t action = actions_.Of(state, move);
        const std::string text = rules_.FormatMove(state, move);
        if (action < 0 || action >= actions_.Count()) {
          context_.Fail(
              "actions", origin,
              absl::StrCat("the number of ", Quoted(text), ", ", action,
                           ", is not from 0 to ", actions_.Count() - 1));
          return;
        }
        const Move other = seen.emplace(action, move).first->second;
        if (!(other == move)) {
          context_.Fail(
              "actions", origin,
              absl::StrCat(Quoted(rules_.FormatMove(state, other)), " and ",
                           Quoted(text), " have one number, ", action));
        }
        CheckMeaning(action, {text, EndsOf(state, move)}, origin);
      }
    }
  }

  // Whether live positions that differ are observed differently. REQUIRES: the
  // pieces have no fault.
  void CheckObservation(const State& state, const Origin& origin) {
    if (!observer_.has_value() || state.IsTerminal()) return;
    if constexpr (HasCounters<R>) {
      const std::string fault = CountersFault(opening_, rules_.Counters(state));
      if (!fault.empty()) {
        context_.Fail("counters", origin, fault);
        return;
      }
    }
    if (positions_.size() >= kMaxPositions) return;
    observer_->Write(state, absl::MakeSpan(observation_));
    uint64_t print = 0;
    for (const float value : observation_) {
      print = Mix64(print ^ std::bit_cast<uint32_t>(value));
    }
    const auto [known, is_new] = positions_.try_emplace(print, state);
    if (is_new || known->second == state) return;
    Report("observations", HasCounters<R>, origin,
           absl::StrCat("unequal positions have the same planes: ",
                        Quoted(context_.PositionText(known->second)), " and ",
                        Quoted(context_.PositionText(state)),
                        "; Planes and Counters can tell more"));
  }

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  static constexpr size_t kMaxMoves = 500;
  static constexpr size_t kMaxKnown = 100'000;
  static constexpr size_t kMaxPositions = 20'000;

  // A game that is not made for programs that learn gets one note.
  void Report(absl::string_view kind, bool is_declared, const Origin& origin,
              const std::string& detail) {
    if (is_declared) {
      context_.Fail(kind, origin, detail);
    } else if (notes_.empty()) {
      notes_.push_back(absl::StrCat("for programs that learn: ", detail));
    }
  }

  // What tells a move in any position: what is written, or where it begins and
  // ends. A text may have signs for what is captured, a stone may fall.
  struct Meaning {
    std::string text, ends;
  };

  std::string EndsOf(const State& state, Move move) const {
    if constexpr (HasPath<R>) {
      const std::vector<std::string> path = rules_.Path(state, move);
      if (!path.empty()) return absl::StrCat(path.front(), " ", path.back());
    }
    return "";
  }

  void CheckMeaning(int64_t action, const Meaning& meaning,
                    const Origin& origin) {
    if (meanings_.size() >= kMaxKnown || numbers_.size() >= kMaxKnown) return;
    const int64_t number =
        numbers_.emplace(absl::StrCat(meaning.text, "\n", meaning.ends), action)
            .first->second;
    if (number != action) {
      Report("actions", HasActions<R>, origin,
             absl::StrCat(Quoted(meaning.text), " has the number ", action,
                          " here and ", number, " elsewhere"));
    }
    const Meaning& before = meanings_.emplace(action, meaning).first->second;
    if (before.text == meaning.text) return;
    if (!meaning.ends.empty() && before.ends == meaning.ends) return;
    Report("actions", HasActions<R>, origin,
           absl::StrCat("the number ", action, " means ", Quoted(meaning.text),
                        " here and ", Quoted(before.text), " elsewhere"));
  }

  ConformanceContext<R>& context_;
  const R& rules_;
  const ActionNumbers<R> actions_;
  std::optional<ObservationWriter<R>> observer_;
  std::vector<float> observation_;
  std::vector<Counter> opening_;                      // before the first move
  std::unordered_map<int64_t, Meaning> meanings_;     // by number
  std::unordered_map<std::string, int64_t> numbers_;  // by meaning
  std::vector<std::string> notes_;
  std::unordered_map<uint64_t, State> positions_;  // by fingerprint
};

// What a game tells searches beside its rules: noisy moves, the null move,
// values of moves, exact values.
template <GameRules R>
class AdviceChecks {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Moves = std::vector<Move>;
  using Origin = typename ConformanceContext<R>::Origin;

  explicit AdviceChecks(ConformanceContext<R>& context)
      : context_(context), rules_(context.rules) {}

  // `moves` are the legal ones of `state`.
  void Check(const State& state, const Moves& moves, const Origin& origin) {
    CheckNoisyMoves(state, moves, origin);
    if (state.IsTerminal()) return;
    CheckValuesOfMoves(state, moves, origin);
    CheckProbe(state, origin);
  }

  // The null move from any position. Writes and reads a position.
  void CheckNullMove(const State& state, const Origin& origin) {
    if constexpr (HasNullMove<State>) {
      if (state.IsTerminal()) return;
      State passed = state;
      passed.Apply(State::NullMove());
      if (!passed.IsTerminal() &&
          passed.ToMove() != (state.ToMove() + 1) % state.NumPlayers()) {
        Fail("null move", origin, "it does not pass the turn to the next seat");
      }
      if constexpr (HasFormatPosition<R>) {
        const auto read = rules_.ParsePosition(rules_.FormatPosition(passed));
        if (!read.ok() || read->Hash() != passed.Hash()) {
          Fail("null move", origin, "what it leads to is not kept up to date");
        }
      }
      if constexpr (HasUndo<State>) {
        State again = state;
        again.Undo(again.ApplyWithUndo(State::NullMove()));
        if (!(again == state) || again.Hash() != state.Hash()) {
          Fail("null move", origin, "undo does not restore the position");
        }
      }
    }
  }

 private:
  void CheckNoisyMoves(const State& state, const Moves& moves,
                       const Origin& origin) {
    if constexpr (HasNoisyMoves<State>) {
      MoveListFor<State> noisy;
      state.NoisyMoves(noisy);
      auto next = moves.begin();
      for (const Move move : noisy) {
        while (next != moves.end() && !(*next == move)) ++next;
        if (next == moves.end()) {
          Fail("noisy moves", origin,
               "they are not part of the legal moves, in the same order");
          return;
        }
        ++next;
      }
      const bool quiet = state.HasQuietMoves();
      if (quiet != (noisy.size() < moves.size())) {
        Fail("noisy moves", origin,
             quiet ? "all moves are, yet there are quiet ones"
                   : "not all moves are, yet none is quiet");
      }
    }
  }

  void CheckValuesOfMoves(const State& state, const Moves& moves,
                          const Origin& origin) {
    if constexpr (HasEvaluateMove<R>) {
      for (const Move move : moves) {
        const int value = rules_.EvaluateMove(state, move);
        if (std::abs(value) <= 2 * kMaxEvaluation) continue;
        Fail("value of a move", origin,
             absl::StrCat(value, " is outside of +-", 2 * kMaxEvaluation));
        return;
      }
    }
  }

  void CheckProbe(const State& state, const Origin& origin) {
    if constexpr (HasProbe<R>) {
      const std::optional<ExactValue> exact = rules_.Probe(state);
      if (!exact.has_value()) return;
      const bool sane = exact->outcome == 0
                            ? exact->plies == 0
                            : std::abs(exact->outcome) == 1 && exact->plies > 0;
      if (!sane || state.NumPlayers() != 2) {
        Fail("exact value", origin,
             absl::StrCat("outcome ", exact->outcome, " in ", exact->plies,
                          " plies among ", state.NumPlayers(), " players"));
      }
    }
  }

  void Fail(const char* what, const Origin& origin, const std::string& why) {
    context_.Fail(what, origin, why);
  }

  ConformanceContext<R>& context_;
  const R& rules_;
};

// Features: the evaluation is the sum that their weights say, with the declared
// weights and with others.
template <GameRules R>
class FeatureChecks {
 public:
  using State = typename R::State;
  using Origin = typename ConformanceContext<R>::Origin;

  explicit FeatureChecks(ConformanceContext<R>& context)
      : context_(context), rules_(context.rules) {}

  void CheckDeclared() {
    if constexpr (HasFeatures<R>) {
      std::unordered_set<std::string> names;
      for (const Feature& feature : R::kFeatures) {
        const std::string name(feature.name);
        if (!IsFeatureName(name) || !names.insert(name).second) {
          Fail({}, absl::StrCat(Quoted(name),
                                " is no name of one feature; use lower case "
                                "letters, digits and '_'"));
        }
        if (feature.help.empty()) Fail({}, name + " has no help");
      }
      const absl::Status bounds =
          CheckWeights(R::kFeatures, DeclaredWeights(R::kFeatures));
      if (!bounds.ok()) Fail({}, std::string(bounds.message()));
      for (size_t i = 0; i < weights_.size(); ++i) {
        weights_[i] = static_cast<int>(context_.Below(200)) - 100;
      }
      other_ = rules_.WithWeights(weights_);
      if (&other_->Original() != &rules_.Original()) {
        Fail({}, "Original() of other weights is not these rules");
      }
    }
  }

  // Of a live position.
  void Check(const State& state, const Origin& origin) {
    if constexpr (HasFeatures<R>) {
      if (state.NumPlayers() != 2) {
        return Fail(origin, "they are for games of two");
      }
      const auto values = rules_.Features(state);
      for (size_t i = 0; i < values.size(); ++i) {
        if (std::abs(values[i]) <= kMaxFeatureValue) continue;
        return Fail(origin,
                    absl::StrCat(R::kFeatures[i].name, " is ", values[i],
                                 ", outside of +-", kMaxFeatureValue));
      }
      CheckSum(rules_, WeightedSum(values, WeightsOf(R::kFeatures), kUnit),
               state, origin, "");
      CheckSum(*other_, Bounded(WeightedSum(values, weights_, kUnit)), state,
               origin, "with other weights ");
    }
  }

 private:
  static constexpr size_t Count() {
    if constexpr (HasFeatures<R>) return R::kFeatures.size();
    return 0;
  }
  static constexpr int Unit() {
    if constexpr (HasFeatures<R>) return WeightUnit<R>();
    return 1;
  }
  static constexpr int kUnit = Unit();

  static bool IsFeatureName(const std::string& name) {
    return !name.empty() &&
           std::all_of(name.begin(), name.end(), [](unsigned char c) {
             return absl::ascii_islower(c) || absl::ascii_isdigit(c) ||
                    c == '_';
           });
  }

  void CheckSum(const R& rules, int sum, const State& state,
                const Origin& origin, absl::string_view how) {
    const int value = rules.Evaluate(state, 0);
    if (value == sum) return;
    Fail(origin, absl::StrCat(how, "Evaluate is ", value,
                              " and the weighted sum of them ", sum));
  }
  void Fail(const Origin& origin, const std::string& why) {
    context_.Fail("features", origin, why);
  }

  ConformanceContext<R>& context_;
  const R& rules_;
  std::array<int, Count()> weights_{};  // others
  std::unique_ptr<const R> other_;
};

}  // namespace boardwalk::internal
