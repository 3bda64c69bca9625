// What the parts of the conformance suite share: the game, the random choices,
// the findings, and the positions met so far.

#ifndef BOARDWALK_FRAMEWORK_CONFORMANCE_CONTEXT_H_
#define BOARDWALK_FRAMEWORK_CONFORMANCE_CONTEXT_H_

#include <array>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/conformance_report.h"
#include "framework/game.h"
#include "framework/move_list.h"
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

// Where a position was met: after which moves from the opening, or read from
// which text.
template <typename Move>
struct Where {
  std::vector<Move> line;
  std::string text = {};
};

template <GameRules R>
class ConformanceContext {
 public:
  using State = typename R::State;
  using Move = typename State::Move;
  using Place = Where<Move>;

  ConformanceContext(const R& the_rules, const ConformanceOptions& the_options)
      : rules(the_rules), options(the_options), random(the_options.seed) {}

  // Notes a failure of a kind, described the first time only: `detail` is a
  // text or makes one.
  template <typename Detail>
  void Fail(absl::string_view kind, const Place& where, const Detail& detail) {
    if (!findings.Note(kind, where.text.empty())) return;
    if constexpr (std::is_invocable_v<const Detail&>) {
      findings.Describe(kind, absl::StrCat(detail(), ", ", Describe(where)));
    } else {
      findings.Describe(kind, absl::StrCat(detail, ", ", Describe(where)));
    }
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
  std::string Describe(const Place& where) const {
    if (!where.text.empty()) {
      return absl::StrCat("in the position ", Quoted(where.text));
    }
    std::vector<std::string> texts;
    State state = rules.InitialState();
    for (const Move move : where.line) {
      texts.push_back(rules.FormatMove(state, move));
      state.Apply(move);
    }
    return DescribeMoves(texts);
  }
};

// The positions met, to hold against each other: equality, hashes and texts
// must always agree about which are the same.
template <GameRules R>
class PositionRegistry {
 public:
  using State = typename R::State;
  using Place = typename ConformanceContext<R>::Place;

  explicit PositionRegistry(ConformanceContext<R>& context)
      : context_(context) {}

  void Add(const State& state, const Place& where) {
    if (positions_.size() >= kMaxPositions || bytes_ >= kMaxBytes) return;
    Position position{state, context_.rules.FormatPosition(state),
                      state.Hash()};
    const std::array<std::vector<size_t>*, 3> buckets = {
        &by_hash_[position.hash],
        &by_text_[std::hash<std::string>()(position.text)],
        &by_moves_[MovesFingerprint(state)]};
    bool known = false;
    for (const std::vector<size_t>* bucket : buckets) {
      for (const size_t other : *bucket) {
        known |= IsSame(positions_[other], position, where);
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

  bool IsSame(const Position& a, const Position& b, const Place& where) {
    const bool equal = a.state == b.state;
    const bool same_hash = a.hash == b.hash;
    const bool same_text = a.text == b.text;
    const auto both = [&](absl::string_view what) {
      // Made when it is asked for: broken games have many such pairs.
      return [what, &a, &b] {
        return absl::StrCat(what, ": ", Quoted(a.text), " and ",
                            Quoted(b.text));
      };
    };
    if (equal && !same_hash) {
      context_.Fail("hash", where, both("equal positions differ in hash"));
    }
    if (!equal && same_hash) {
      context_.Fail("hash lacks something", where,
                    both("unequal positions have one hash"));
    }
    if (equal && !same_text) {
      context_.Fail("equality", where,
                    both("positions that compare equal differ in text"));
    }
    if (!equal && same_text) {
      context_.Fail("position text lacks something", where,
                    both("unequal positions have one text"));
    }
    return equal;
  }

  ConformanceContext<R>& context_;
  std::vector<Position> positions_;
  size_t bytes_ = 0;
  std::unordered_map<uint64_t, std::vector<size_t>> by_hash_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_text_;
  std::unordered_map<uint64_t, std::vector<size_t>> by_moves_;
};

}  // namespace boardwalk::internal

#endif  // BOARDWALK_FRAMEWORK_CONFORMANCE_CONTEXT_H_
