// The checks of the conformance suite: of positions, of the board, of the
// advice that a game gives to searches, and of small trees. Internal;
// conformance.h is the interface.

#ifndef BOARDWALK_FRAMEWORK_CONFORMANCE_CHECKS_H_
#define BOARDWALK_FRAMEWORK_CONFORMANCE_CHECKS_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/conformance_report.h"
#include "framework/game.h"
#include "framework/linear_evaluation.h"
#include "framework/move_list.h"
#include "framework/perft.h"
#include "framework/random.h"

namespace boardwalk::internal {

template <typename Move>
uint64_t BitsOf(Move move) {
  static_assert(std::has_unique_object_representations_v<Move>,
                "a Move may have no padding: fill it with a named field");
  uint64_t bits = 0;
  std::memcpy(&bits, &move, sizeof(move));
  return bits;
}

// The legal moves in a list that grows, so that a kMaxMoves which is too small
// is found and not overrun.
template <GameState S>
std::vector<typename S::Move> ListMoves(const S& state) {
  std::vector<typename S::Move> moves;
  if constexpr (requires { state.LegalMoves(moves); }) {
    state.LegalMoves(moves);
  } else {
    MoveListFor<S> list;
    state.LegalMoves(list);
    moves.assign(list.begin(), list.end());
  }
  return moves;
}

// How a position came about: by which moves from the opening, or read from
// which text.
template <typename Move>
struct Origin {
  std::vector<Move> moves;
  std::string text = {};
};

template <GameRules R>
class ConformanceContext {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Origin = internal::Origin<Move>;

  ConformanceContext(const R& the_rules, const ConformanceOptions& the_options)
      : rules(the_rules), options(the_options), random(the_options.seed) {}

  // Records a failure of a kind, with a description the first time only:
  // `detail` is a text or a function that makes one.
  template <typename Detail>
  void Fail(absl::string_view kind, const Origin& origin,
            const Detail& detail) {
    if (!findings.Note(kind, origin.text.empty())) return;
    if constexpr (std::is_invocable_v<const Detail&>) {
      findings.Describe(kind, absl::StrCat(detail(), ", ", Describe(origin)));
    } else {
      findings.Describe(kind, absl::StrCat(detail, ", ", Describe(origin)));
    }
  }

  // The position in one line; "" where the game writes none.
  std::string PositionText(const State& state) const {
    if constexpr (HasFormatPosition<R>) return rules.FormatPosition(state);
    return "";
  }

  State Replay(const std::vector<Move>& line) const {
    State state = rules.InitialState();
    for (const Move move : line) state.Apply(move);
    return state;
  }

  // A number below n; 0 where n is 0.
  size_t Below(size_t n) {
    return n == 0 ? 0 : random.Below(static_cast<uint32_t>(n));
  }

  const R& rules;
  const ConformanceOptions& options;
  Findings findings;
  Random random;

 private:
  std::string Describe(const Origin& origin) const {
    if (!origin.text.empty()) {
      return absl::StrCat("in the position ", Quoted(origin.text));
    }
    std::vector<std::string> texts;
    State state = rules.InitialState();
    for (const Move move : origin.moves) {
      texts.push_back(rules.FormatMove(state, move));
      state.Apply(move);
    }
    return DescribeMoves(texts);
  }
};

// The positions seen so far, to compare them with each other: equality, hashes
// and texts must always agree on which are the same.
template <GameRules R>
class PositionRegistry {
 public:
  using State = typename R::State;
  using Origin = typename ConformanceContext<R>::Origin;

  explicit PositionRegistry(ConformanceContext<R>& context)
      : context_(context) {}

  void Add(const State& state, const Origin& origin) {
    if (positions_.size() >= kMaxPositions || bytes_ >= kMaxBytes) return;
    Position position{state, context_.PositionText(state), state.Hash(),
                      PiecesFingerprint(state), MovesFingerprint(state)};
    // Where there is nothing to compare, they are in one bucket, which is
    // small.
    const std::array<std::vector<size_t>*, 4> buckets = {
        &by_hash_[position.hash],
        &by_text_[std::hash<std::string>()(position.text)],
        &by_moves_[position.moves], &by_pieces_[position.pieces]};
    bool known = false;
    for (const std::vector<size_t>* bucket : buckets) {
      for (const size_t other : *bucket) {
        known |= IsSame(positions_[other], position, origin);
      }
    }
    if (known) return;
    for (std::vector<size_t>* bucket : buckets) {
      if (bucket->size() < kMaxInBucket) bucket->push_back(positions_.size());
    }
    bytes_ += sizeof(Position) + 4 * position.text.size();
    positions_.push_back(std::move(position));
  }

 private:
  struct Position {
    State state;
    std::string text;
    uint64_t hash;
    uint64_t pieces;  // their fingerprint; 0 without a board
    uint64_t moves;
  };
  static constexpr size_t kMaxPositions = 40'000;
  static constexpr size_t kMaxBytes = 64 << 20;
  static constexpr size_t kMaxInBucket = 24;

  // Equal positions have the same moves, whatever their hashes and texts say.
  static uint64_t MovesFingerprint(const State& state) {
    if (state.IsTerminal()) return 1;
    uint64_t print = Mix64(static_cast<uint64_t>(state.ToMove()));
    for (const auto move : ListMoves(state)) {
      print = Mix64(print ^ BitsOf(move));
    }
    return print;
  }

  uint64_t PiecesFingerprint(const State& state) const {
    uint64_t print = 0;
    if constexpr (HasPieces<R>) {
      for (const Piece& piece : context_.rules.Pieces(state)) {
        const std::string text = absl::StrCat(piece.cell, " ", piece.owner, " ",
                                              piece.height, " ", piece.kind);
        // Pieces may come in any order.
        print += Mix64(std::hash<std::string>()(text));
      }
    }
    return print;
  }

  // The board of a position as its text has it: all before the first blank.
  static absl::string_view BoardText(const Position& position) {
    return absl::string_view(position.text).substr(0, position.text.find(' '));
  }

  bool IsSame(const Position& a, const Position& b, const Origin& origin) {
    const bool equal = a.state == b.state;
    const bool same_hash = a.hash == b.hash;
    const bool same_text = a.text == b.text;
    const auto both = [&](absl::string_view what) {
      // Made only when needed: broken games have many such pairs.
      return [what, &a, &b] {
        return absl::StrCat(what, ": ", Quoted(a.text), " and ",
                            Quoted(b.text));
      };
    };
    if (equal && !same_hash) {
      context_.Fail("hash", origin, both("equal positions differ in hash"));
    }
    if (!equal && same_hash) {
      context_.Fail("hash lacks something", origin,
                    both("unequal positions have one hash"));
    }
    if constexpr (HasPieces<R>) CheckPieces(a, b, equal, origin);
    if constexpr (!HasFormatPosition<R>) return equal;
    if (equal && !same_text) {
      context_.Fail("equality", origin,
                    both("positions that compare equal differ in text"));
    }
    if (!equal && same_text) {
      context_.Fail("position text lacks something", origin,
                    both("unequal positions have one text"));
    }
    return equal;
  }

  // Who looks at the drawn board and knows the side to move knows the moves.
  void CheckPieces(const Position& a, const Position& b, bool equal,
                   const Origin& origin) {
    const bool alike = a.pieces == b.pieces;
    if (equal && !alike) {
      context_.Fail("pieces", origin, [&] {
        return absl::StrCat("equal positions have different pieces: ",
                            Quoted(a.text), " and ", Quoted(b.text));
      });
    }
    if (equal || !alike || !BothLiveWithOneMover(a.state, b.state)) {
      return;
    }
    if (a.moves != b.moves || BoardText(a) != BoardText(b)) {
      context_.Fail("pieces lack something", origin, [&] {
        return absl::StrCat("different boards are drawn alike: ",
                            Quoted(a.text), " and ", Quoted(b.text));
      });
    }
  }
  static bool BothLiveWithOneMover(const State& a, const State& b) {
    return !a.IsTerminal() && !b.IsTerminal() && a.ToMove() == b.ToMove();
  }

  ConformanceContext<R>& context_;
  std::vector<Position> positions_;
  size_t bytes_ = 0;
  std::unordered_map<uint64_t, std::vector<size_t>> by_hash_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_text_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_moves_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_pieces_;
};

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
          const std::string fault =
              RenderingFault(rules_.Render(state, {color, flip, cells}), color);
          if (!fault.empty()) {
            Fail("rendering", origin, absl::StrCat("the drawing ", fault));
          }
        }
      }
    }
    // Names of cells that do not exist are harmless.
    (void)rules_.Render(state, {true, true, {"", "no cell", "-1,99"}});
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

// The described board: the layout, what stands on it, and the paths of moves.
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

  void CheckPieces(const State& state, const Origin& origin) {
    if constexpr (HasPieces<R>) {
      const std::string fault = PiecesFault(layout_, rules_.Pieces(state),
                                            rules_.InitialState().NumPlayers());
      if (!fault.empty()) context_.Fail("pieces", origin, fault);
    }
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

// Trees: perft by copying, by undoing and by replaying from the opening must
// agree, and transpositions must be equal.
template <GameRules R>
class ConformanceWalks {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Origin = typename ConformanceContext<R>::Origin;

  ConformanceWalks(ConformanceContext<R>& context,
                   PositionRegistry<R>& registry)
      : context_(context), registry_(registry) {}

  // Compares the perfts of the position after `line` as deep as `max_leaves`
  // allows, then those of some of its children, which go a ply deeper.
  void ComparePerfts(const std::vector<Move>& line, uint64_t max_leaves) {
    const State root = context_.Replay(line);
    const Depth deepest = CompareFrom(root, line, max_leaves);
    std::vector<Move> moves = ListMoves(root);
    uint64_t spent = deepest.leaves;
    for (int i = 0; i < kMaxChildren && spent < max_leaves && !moves.empty();
         ++i) {
      const Move move = moves[context_.Below(moves.size())];
      State child = root;
      child.Apply(move);
      std::vector<Move> longer = line;
      longer.push_back(move);
      spent += 1 + CompareAt(child, longer, deepest.depth);
    }
  }

  // Registers the positions reached by the same few moves in many orders, so
  // that transpositions occur.
  void RegisterTree(const std::vector<Move>& line, int depth, size_t width) {
    std::vector<Move> path = line;
    RegisterFrom(context_.Replay(line), path, depth, width);
  }

 private:
  struct Depth {
    int depth = 0;
    uint64_t leaves = 1;
  };
  static constexpr int kMaxDepth = 24;
  static constexpr int kMaxChildren = 6;

  // Compares at one depth after the other, as long as the next is expected to
  // stay within `max_leaves`; returns the last.
  Depth CompareFrom(const State& root, const std::vector<Move>& line,
                    uint64_t max_leaves) {
    Depth last;
    double growth = 1;
    while (last.depth < kMaxDepth && last.leaves > 0 &&
           static_cast<double>(last.leaves) * growth <=
               static_cast<double>(max_leaves)) {
      const uint64_t leaves = CompareAt(root, line, last.depth + 1);
      growth = std::max(
          1.0, static_cast<double>(leaves) / static_cast<double>(last.leaves));
      last = {last.depth + 1, leaves};
    }
    return last;
  }

  uint64_t CompareAt(const State& root, const std::vector<Move>& line,
                     int depth) {
    const uint64_t copied = CopyWalk(root, depth);
    State undone = root;
    const uint64_t counted = Perft(undone, depth);
    std::vector<Move> path = line;
    const uint64_t replayed = ReplayWalk(root, path, depth);
    const auto differ = [&](absl::string_view other, uint64_t leaves) {
      return absl::StrCat("depth ", depth, " has ", copied,
                          " leaves by copying and ", leaves, " by ", other);
    };
    if (counted != copied) {
      context_.Fail("perft", {line}, differ("the framework's perft", counted));
    }
    if (replayed != copied) {
      context_.Fail("replay", {line}, differ("replaying", replayed));
    }
    if constexpr (HasUndo<State>) {
      const uint64_t taken_back = UndoWalk(undone, path, depth);
      if (taken_back != copied) {
        context_.Fail("undo", {line}, differ("undoing", taken_back));
      }
    }
    return copied;
  }

  static uint64_t CopyWalk(const State& state, int depth) {
    const std::vector<Move> moves = ListMoves(state);
    if (depth <= 1) return moves.size();
    uint64_t leaves = 0;
    for (const Move move : moves) {
      State child = state;
      child.Apply(move);
      leaves += CopyWalk(child, depth - 1);
    }
    return leaves;
  }

  // `path` leads to `copied`, which must equal the position that results when
  // the moves are made one after the other on one object.
  uint64_t ReplayWalk(const State& copied, std::vector<Move>& path, int depth) {
    const State fresh = context_.Replay(path);
    if (!(fresh == copied) || fresh.Hash() != copied.Hash() ||
        RepetitionHash(fresh) != RepetitionHash(copied)) {
      context_.Fail("replay", {path},
                    "a position reached on copies differs from the one that a "
                    "fresh replay reaches");
    }
    const std::vector<Move> moves = ListMoves(fresh);
    if (depth <= 1) return moves.size();
    uint64_t leaves = 0;
    for (const Move move : moves) {
      State child = copied;
      child.Apply(move);
      path.push_back(move);
      leaves += ReplayWalk(child, path, depth - 1);
      path.pop_back();
    }
    return leaves;
  }

  uint64_t UndoWalk(State& state, std::vector<Move>& path, int depth) {
    const std::vector<Move> moves = ListMoves(state);
    if (depth <= 1) return moves.size();
    const State before = state;
    uint64_t leaves = 0;
    for (const Move move : moves) {
      const typename State::UndoInfo info = state.ApplyWithUndo(move);
      path.push_back(move);
      leaves += UndoWalk(state, path, depth - 1);
      state.Undo(info);
      if (!(state == before) || state.Hash() != before.Hash() ||
          RepetitionHash(state) != RepetitionHash(before)) {
        context_.Fail(
            "undo", {path},
            "taking back the last move does not restore the position");
        state = before;
      }
      path.pop_back();
    }
    return leaves;
  }

  void RegisterFrom(const State& state, std::vector<Move>& path, int depth,
                    size_t width) {
    registry_.Add(state, {path});
    if (depth == 0) return;
    std::vector<Move> moves = ListMoves(state);
    // The same moves wherever they are legal, whatever the order of the list.
    const uint64_t seed = context_.options.seed;
    std::sort(moves.begin(), moves.end(), [seed](Move a, Move b) {
      return Mix64(BitsOf(a) ^ seed) < Mix64(BitsOf(b) ^ seed);
    });
    if (moves.size() > width) moves.resize(width);
    for (const Move move : moves) {
      State child = state;
      child.Apply(move);
      path.push_back(move);
      RegisterFrom(child, path, depth - 1, width);
      path.pop_back();
    }
  }

  ConformanceContext<R>& context_;
  PositionRegistry<R>& registry_;
};

}  // namespace boardwalk::internal

#endif  // BOARDWALK_FRAMEWORK_CONFORMANCE_CHECKS_H_
