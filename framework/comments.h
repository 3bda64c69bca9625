// What people say of the positions of a game.
//
// Example, given `int last_ply`:
//
//   Comments comments;
//   RETURN_IF_ERROR(comments.Set(0, "the position of the lesson", last_ply));

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace boardwalk {

// At most one comment a position. Each is a line (CheckLine) without blanks at
// its ends, and all together are bounded: they are told to all who watch.
class Comments {
 public:
  static constexpr size_t kMaxCharacters = 500;
  static constexpr size_t kMaxBytes = 256 << 10;  // of all

  using Confirm = std::function<absl::Status(absl::string_view text)>;
  // Sets that of the position after `ply` moves, of a game with positions up to
  // `last_ply`, without the blanks at its ends; "" removes the one that is
  // there. Errors: no such position (kNotFound), a text that is none
  // (kInvalidArgument), too much in all (kResourceExhausted), and that of
  // `confirm`, which gets the text before it changes anything, and is not
  // called where nothing changes.
  absl::Status Set(int ply, absl::string_view text, int last_ply,
                   const Confirm& confirm = nullptr);
  // Drops those of positions after more than `ply` moves.
  void DropAfter(int ply);

  // By ply, in order.
  const std::map<int, std::string>& by_ply() const { return by_ply_; }
  // "" if there is none.
  absl::string_view At(int ply) const;
  size_t bytes() const { return bytes_; }

  bool operator==(const Comments&) const = default;

 private:
  std::map<int, std::string> by_ply_;
  size_t bytes_ = 0;
};

}  // namespace boardwalk
