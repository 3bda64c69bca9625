// Finds the legal moves that begin with the cells that a person clicks, the
// cells that can come next, or the reason why there is no such move.
//
// Example, given `const AnyState& state` and `const board::BoardView& board`:
//
//   const web::Pointing pointing(state, board);
//   const web::Pointed pointed = pointing.At({3, 17});
//   if (pointed.move.has_value()) std::cout << pointing.Text(*pointed.move);

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/any_game.h"
#include "frontends/board/board_view.h"

namespace boardwalk::web {

struct Pointed {
  std::vector<int> next = {};       // cells that can come next, ascending
  std::vector<size_t> moves = {};   // to choose among; by number
  std::optional<size_t> move = {};  // the one that is meant for certain
  std::string reason = {};          // why it means nothing
};

// The legal moves of a position by the cells that they touch. Immutable and
// thread-safe; keeps a copy of the state, for reasons alone. Takes about 70
// bytes a move.
class Pointing {
 public:
  // More moves to choose among are left out.
  static constexpr size_t kMaxChoices = 100;

  // `board` must outlive it.
  Pointing(const AnyState& state, const board::BoardView& board);

  // What these cells mean. The first is that of the piece to move or the one
  // to place a piece on; those between the first and the last may be left out.
  // A move is certain if it is the only one that begins and ends there. Without
  // cells: where moves begin, and the moves that touch no cell. Cells that do
  // not exist are no error but mean nothing.
  Pointed At(absl::Span<const int> cells) const;

  size_t size() const { return begins_.size(); }
  size_t Bytes() const {
    return begins_.capacity() * sizeof(Range) + texts_.capacity() +
           cells_.capacity() * sizeof(int);
  }
  absl::string_view Text(size_t move) const;
  absl::Span<const int> Path(size_t move) const;
  // The move whose text is `text`; nothing if there is none.
  std::optional<AnyMove> Find(absl::string_view text) const;

 private:
  struct Range {
    AnyMove move = {};
    uint32_t text = 0, text_size = 0;
    uint32_t path = 0, path_size = 0;
  };
  Pointed Starts() const;
  std::string Reason(absl::Span<const int> cells) const;
  std::string Others() const;
  std::string Notation(absl::Span<const int> cells) const;
  // AnyState::WhyIllegal.
  std::string Rule(absl::Span<const int> cells) const;
  // The rule, else why the game does not take these cells for a move; "" if it
  // says nothing.
  std::string WhyIllegal(absl::Span<const int> cells) const;

  const board::BoardView& board_;
  const std::unique_ptr<AnyState> state_;
  std::vector<Piece> pieces_;
  std::vector<Range> begins_;  // by path, then text
  std::string texts_;
  std::vector<int> cells_;
};

}  // namespace boardwalk::web
