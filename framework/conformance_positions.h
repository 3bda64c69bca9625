// The checks of the conformance suite that look at one position: its moves, its
// texts, taking moves back. Internal; conformance.h is the interface.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/conformance_context.h"
#include "framework/conformance_report.h"
#include "framework/game.h"

namespace boardwalk::internal {

// A random source that returns a fixed number and records its calls.
class SpyRandom {
 public:
  explicit SpyRandom(uint32_t answer) : answer_(answer) {}
  uint32_t Below(uint32_t n) {
    ++draws_;
    asked_ = n;
    return n == 0 ? 0 : std::min(answer_, n - 1);
  }
  int draws() const { return draws_; }
  uint32_t asked() const { return asked_; }

 private:
  uint32_t answer_;
  uint32_t asked_ = 0;
  int draws_ = 0;
};

// The checks that look at one position.
template <GameRules R>
class PositionChecks {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Origin = typename ConformanceContext<R>::Origin;
  using Moves = std::vector<Move>;

  PositionChecks(ConformanceContext<R>& context, PositionRegistry<R>& registry)
      : context_(context), rules_(context.rules), registry_(registry) {}

  // The legal moves of `state`, and everything that is cheap to check.
  void CheckMoves(const State& state, const Moves& moves,
                  const Origin& origin) {
    if (state.NumPlayers() != rules_.InitialState().NumPlayers()) {
      Fail("players", origin, "the number of players changed");
    }
    if (state.IsTerminal()) {
      CheckEnd(state, moves, origin);
    } else {
      CheckLive(state, moves, origin);
    }
    CheckList(state, moves, origin);
    CheckCount(state, moves, origin);
    CheckRandomMove(state, moves, origin);
  }

  // The position's text, and the position that it is read back as.
  void CheckText(const State& state, const Moves& moves,
                 const Origin& origin) requires HasFormatPosition<R> {
    const std::string text = rules_.FormatPosition(state);
    const std::string fault = PositionTextFault(text);
    if (!fault.empty()) {
      Fail("position text", origin, absl::StrCat(Quoted(text), " ", fault));
    }
    const auto back = rules_.ParsePosition(text);
    if (!back.ok()) {
      Fail(
          "position text is not read back", origin,
          absl::StrCat(Quoted(text), " is refused: ", back.status().message()));
      return;
    }
    if (!(*back == state) || back->Hash() != state.Hash()) {
      Fail("position text lacks something", origin,
           absl::StrCat(Quoted(text), " is read back as another position, ",
                        Quoted(rules_.FormatPosition(*back))));
      return;
    }
    if (rules_.FormatPosition(*back) != text) {
      Fail("position text is not canonical", origin,
           absl::StrCat(Quoted(text), " is read back and written ",
                        Quoted(rules_.FormatPosition(*back))));
    }
    if (ListMoves(*back) != moves) {
      Fail("order of moves", origin,
           "the position read back from its text lists other moves or another "
           "order");
    }
    CheckSameValues(state, *back, origin, "read back from its text");
  }

  // The moves' texts, written and read, and texts that must be refused.
  void CheckMoveTexts(const State& state, const Moves& moves,
                      const Origin& origin) {
    std::unordered_set<std::string> texts;
    for (const Move move : moves) {
      const std::string text = rules_.FormatMove(state, move);
      const std::string fault = MoveTextFault(text);
      if (!fault.empty()) {
        Fail("move text", origin, absl::StrCat(Quoted(text), " ", fault));
      }
      if (!texts.insert(text).second) {
        Fail("move text is shared", origin,
             absl::StrCat("two legal moves are written ", Quoted(text)));
      }
    }
    for (size_t i = 0; i < std::min(moves.size(), kMaxParsed); ++i) {
      const Move move = moves.size() <= kMaxParsed
                            ? moves[i]
                            : moves[context_.Below(moves.size())];
      if constexpr (HasParseMove<R>) CheckParse(state, move, origin);
    }
    if constexpr (HasParseMove<R>) {
      CheckRefusals(state, moves, texts, origin);
      KeepForRefusals(texts);
    }
  }

  // Texts that are no move at all, and no position.
  void CheckGarbage(const State& state, const Moves& moves,
                    const Origin& origin) {
    for (const std::string& text : GarbageTexts()) {
      if constexpr (HasParseMove<R>) CheckRefused(state, moves, text, origin);
      if constexpr (HasParsePosition<R>) CheckMutatedPosition(text, origin);
    }
    if constexpr (HasParsePosition<R>) {
      if (rules_.ParsePosition("").ok()) {
        Fail("position parser", origin, "an empty text is no position");
      }
    }
  }

  // Texts near to that of `state` are refused or are sound positions too.
  void CheckMutatedPositions(const State& state, int count,
                             const Origin& origin) requires
      HasParsePosition<R> {
    const std::string text = rules_.FormatPosition(state);
    for (const std::string& mutated :
         MutatedTexts(text, count, context_.random)) {
      CheckMutatedPosition(mutated, origin);
    }
  }

  void CheckRender(const State& state, const Moves& moves,
                   const Origin& origin) requires HasRender<R> {
    std::vector<std::string> path;
    if constexpr (HasPath<R>) {
      if (!moves.empty()) {
        path = rules_.Path(state, moves[context_.Below(moves.size())]);
      }
    }
    for (const bool color : {false, true}) {
      for (const bool flip : {false, true}) {
        for (const auto& cells : {std::vector<std::string>(), path}) {
          const std::string fault = RenderingFault(
              rules_.Render(state, {color, flip, {cells}}), color);
          if (!fault.empty()) {
            Fail("rendering", origin, absl::StrCat("the drawing ", fault));
          }
        }
      }
    }
    // Names of cells that do not exist are harmless.
    (void)rules_.Render(state, {true, true, {{}, {"", "no cell", "-1,99"}}});
  }

  // Apply with and without undo, from `state`.
  void CheckUndo(const State& state, Move move, const Origin& origin) {
    if constexpr (HasUndo<State>) {
      State applied = state;
      applied.Apply(move);
      State undone = state;
      const typename State::UndoInfo info = undone.ApplyWithUndo(move);
      const std::string text = rules_.FormatMove(state, move);
      if (!(undone == applied) || undone.Hash() != applied.Hash()) {
        Fail("undo", origin,
             absl::StrCat("ApplyWithUndo of ", text, " differs from Apply"));
      }
      undone.Undo(info);
      if (!(undone == state) || undone.Hash() != state.Hash() ||
          ListMoves(undone) != ListMoves(state)) {
        Fail("undo", origin,
             absl::StrCat("taking back ", text,
                          " does not restore the position"));
        return;
      }
      CheckSameValues(state, undone, origin, "restored by undo");
    }
  }

 private:
  static constexpr size_t kMaxParsed = 64;
  static constexpr size_t kMaxRemembered = 512;
  static constexpr double kTolerance = 1e-9;

  void Fail(absl::string_view kind, const Origin& origin,
            absl::string_view detail) {
    context_.Fail(kind, origin, detail);
  }

  void CheckEnd(const State& state, const Moves& moves, const Origin& origin) {
    if (!moves.empty()) {
      Fail("moves after the end", origin,
           absl::StrCat("the game is over and has ", moves.size(),
                        " legal moves"));
    }
    const SeatValues returns = state.Returns();
    double sum = 0;
    for (int seat = 0; seat < kMaxPlayers; ++seat) {
      const double value = returns[seat];
      sum += value;
      if (!(value >= -1 - kTolerance && value <= 1 + kTolerance)) {
        Fail("returns", origin,
             absl::StrCat("seat ", seat + 1, " gets ", value,
                          ", outside of -1 to 1"));
      }
      if (seat >= state.NumPlayers() && value != 0) {
        Fail("returns", origin, "a seat that does not play gets something");
      }
    }
    if (!(std::abs(sum) <= kTolerance)) {
      Fail("returns", origin, absl::StrCat("they sum to ", sum, ", not to 0"));
    }
  }

  void CheckLive(const State& state, const Moves& moves, const Origin& origin) {
    if (moves.empty()) {
      Fail("no legal move", origin,
           "the game is not over and has no legal move; a player who cannot "
           "act needs an explicit pass, or the game an end");
    }
    if (state.ToMove() < 0 || state.ToMove() >= state.NumPlayers()) {
      Fail("side to move", origin,
           absl::StrCat("ToMove() is ", state.ToMove(), " of ",
                        state.NumPlayers(), " players"));
    }
    CheckEvaluation(state, origin);
  }

  void CheckEvaluation(const State& state, const Origin& origin) {
    if constexpr (HasEvaluate<R>) {
      for (int seat = 0; seat < state.NumPlayers(); ++seat) {
        const int value = rules_.Evaluate(state, seat);
        if (value < -kMaxEvaluation || value > kMaxEvaluation) {
          Fail("evaluation", origin,
               absl::StrCat(value, " is outside of +-", kMaxEvaluation));
        }
      }
      if (state.NumPlayers() == 2 &&
          rules_.Evaluate(state, 0) != -rules_.Evaluate(state, 1)) {
        Fail("evaluation", origin,
             absl::StrCat(rules_.Evaluate(state, 0), " for seat 1 and ",
                          rules_.Evaluate(state, 1),
                          " for seat 2 are not opposite"));
      }
    }
  }

  void CheckList(const State& state, const Moves& moves, const Origin& origin) {
    std::vector<uint64_t> bits;
    bits.reserve(moves.size());
    for (const Move move : moves) bits.push_back(BitsOf(move));
    std::sort(bits.begin(), bits.end());
    const auto twice = std::adjacent_find(bits.begin(), bits.end());
    if (twice != bits.end()) {
      const auto move =
          std::find_if(moves.begin(), moves.end(),
                       [&](const Move& m) { return BitsOf(m) == *twice; });
      Fail("legal moves", origin,
           absl::StrCat(Quoted(rules_.FormatMove(state, *move)),
                        " is listed twice"));
    }
    if (ListMoves(state) != moves) {
      Fail("order of moves", origin, "listed twice, the moves differ");
    }
    if constexpr (HasMaxMoves<State>) {
      if (moves.size() > static_cast<size_t>(State::kMaxMoves)) {
        Fail("kMaxMoves", origin,
             absl::StrCat(moves.size(), " legal moves, more than kMaxMoves = ",
                          State::kMaxMoves));
      }
    }
  }

  void CheckCount(const State& state, const Moves& moves,
                  const Origin& origin) {
    if constexpr (HasCountLegalMoves<State>) {
      const int count = state.CountLegalMoves();
      if (static_cast<size_t>(count) != moves.size()) {
        Fail("CountLegalMoves", origin,
             absl::StrCat("it says ", count, ", LegalMoves lists ",
                          moves.size()));
      }
    }
  }

  void CheckRandomMove(const State& state, const Moves& moves,
                       const Origin& origin) {
    if constexpr (HasRandomMove<State>) {
      const size_t tries = std::min<size_t>(moves.size(), 4);
      for (size_t i = 0; i < tries; ++i) {
        // Always the ends, where off-by-one errors show.
        const size_t index = i == 0   ? 0
                             : i == 1 ? moves.size() - 1
                                      : context_.Below(moves.size());
        SpyRandom spy(static_cast<uint32_t>(index));
        const auto move = state.RandomMove(spy);
        if (spy.draws() != 1 || spy.asked() != moves.size()) {
          Fail("RandomMove", origin,
               absl::StrCat("it drew ", spy.draws(),
                            " numbers, the last below ", spy.asked(),
                            "; one below ", moves.size(), " is right"));
        } else if (!move.has_value() || !(*move == moves[index])) {
          Fail("RandomMove", origin,
               absl::StrCat("having drawn ", index,
                            " it does not give that move of the list"));
        }
      }
      SpyRandom spy(0);
      if (moves.empty() && state.IsTerminal() &&
          state.RandomMove(spy).has_value()) {
        Fail("RandomMove", origin, "it gives a move when the game is over");
      }
    }
  }

  // Two equal positions must return the same values.
  void CheckSameValues(const State& a, const State& b, const Origin& origin,
                       absl::string_view what) {
    const bool same_turn = a.IsTerminal() == b.IsTerminal() &&
                           (a.IsTerminal() ? a.Returns() == b.Returns()
                                           : a.ToMove() == b.ToMove());
    if (!same_turn) {
      Fail("equality", origin,
           absl::StrCat("the equal position ", what,
                        " differs in its end or side to move"));
    }
    if constexpr (HasEvaluate<R>) {
      if (a.IsTerminal() || b.IsTerminal()) return;
      for (int seat = 0; seat < a.NumPlayers(); ++seat) {
        if (rules_.Evaluate(a, seat) != rules_.Evaluate(b, seat)) {
          Fail(
              "evaluation", origin,
              absl::StrCat("seat ", seat + 1, " has ", rules_.Evaluate(a, seat),
                           ", in the equal position ", what, " ",
                           rules_.Evaluate(b, seat)));
        }
      }
    }
  }

  void CheckParse(const State& state, Move move, const Origin& origin) {
    const std::string text = rules_.FormatMove(state, move);
    const auto parsed = rules_.ParseMove(state, text);
    if (!parsed.ok()) {
      Fail("move parser", origin,
           absl::StrCat("the legal move ", Quoted(text),
                        " is refused: ", parsed.status().message()));
    } else if (!(*parsed == move)) {
      Fail("move parser", origin,
           absl::StrCat(Quoted(text), " is read as another move, ",
                        DescribeParsed(state, *parsed, ListMoves(state))));
    }
  }

  void CheckRefusals(const State& state, const Moves& moves,
                     const std::unordered_set<std::string>& texts,
                     const Origin& origin) {
    constexpr int kTries = 8;
    for (int i = 0; i < kTries && !remembered_.empty(); ++i) {
      const std::string& text = remembered_[context_.Below(remembered_.size())];
      if (texts.count(text) == 0) CheckRefused(state, moves, text, origin);
    }
    if (moves.empty()) return;
    const std::string text =
        rules_.FormatMove(state, moves[context_.Below(moves.size())]);
    for (const std::string& mutated :
         MutatedTexts(text, kTries, context_.random)) {
      if (texts.count(mutated) == 0) {
        CheckRefused(state, moves, mutated, origin);
      }
    }
  }

  // `text` is not the notation of a legal move. It may only be a looser form of
  // it.
  void CheckRefused(const State& state, const Moves& moves,
                    const std::string& text, const Origin& origin) {
    const auto parsed = rules_.ParseMove(state, text);
    if (!parsed.ok()) {
      if (parsed.status().message().empty()) {
        Fail("move parser", origin,
             absl::StrCat(Quoted(text), " is refused without a message"));
      }
      return;
    }
    const std::string read = DescribeParsed(state, *parsed, moves);
    const bool legal =
        std::find(moves.begin(), moves.end(), *parsed) != moves.end();
    if (!legal || !IsLooselyWritten(text, rules_.FormatMove(state, *parsed))) {
      Fail("move parser accepts the illegal", origin,
           absl::StrCat(Quoted(text), " is read as ", read));
    }
  }

  std::string DescribeParsed(const State& state, Move move,
                             const Moves& moves) const {
    return std::find(moves.begin(), moves.end(), move) == moves.end()
               ? "a move that is not legal"
               : Quoted(rules_.FormatMove(state, move));
  }

  void CheckMutatedPosition(const std::string& text, const Origin& origin) {
    const auto state = rules_.ParsePosition(text);
    if (!state.ok()) {
      if (state.status().message().empty()) {
        Fail("position parser", origin,
             absl::StrCat(Quoted(text), " is refused without a message"));
      }
      return;
    }
    const Origin here = {{}, rules_.FormatPosition(*state)};
    const Moves moves = ListMoves(*state);
    CheckMoves(*state, moves, here);
    CheckText(*state, moves, here);
    registry_.Add(*state, here);
  }

  // Keeps some move texts, to try them where they are not legal.
  void KeepForRefusals(const std::unordered_set<std::string>& texts) {
    size_t room = 16;
    for (const std::string& text : texts) {
      if (room-- == 0) return;
      if (remembered_.size() < kMaxRemembered) {
        remembered_.push_back(text);
      } else {
        remembered_[context_.Below(kMaxRemembered)] = text;
      }
    }
  }

  ConformanceContext<R>& context_;
  const R& rules_;
  PositionRegistry<R>& registry_;
  std::vector<std::string> remembered_;
};

}  // namespace boardwalk::internal
