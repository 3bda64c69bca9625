// What the checks of the conformance suite share: the game and its options, how
// a position came about, and the positions seen so far. Internal; conformance.h
// is the interface.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/conformance_report.h"
#include "framework/game.h"
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
    const std::vector<std::string> moves = MoveTexts(origin);
    const std::string where =
        origin.text.empty()
            ? DescribeMoves(moves)
            : absl::StrCat("in the position ", Quoted(origin.text));
    const std::string show = ShowCommand(options.show, moves, origin.text);
    if constexpr (std::is_invocable_v<const Detail&>) {
      findings.Describe(kind, absl::StrCat(detail(), ", ", where), show);
    } else {
      findings.Describe(kind, absl::StrCat(detail, ", ", where), show);
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
  std::vector<std::string> MoveTexts(const Origin& origin) const {
    std::vector<std::string> texts;
    State state = rules.InitialState();
    for (const Move move : origin.moves) {
      texts.push_back(rules.FormatMove(state, move));
      state.Apply(move);
    }
    return texts;
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

  // The drawn board and the side to move determine the legal moves.
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

}  // namespace boardwalk::internal
