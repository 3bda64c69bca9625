#include "framework/comments.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk {

absl::Status Comments::Set(int ply, absl::string_view text, int last_ply,
                           const Confirm& confirm) {
  if (ply < 0 || ply > last_ply) {
    return NotFound("there is no position ", ply,
                    " to comment on; the game has those from 0 to ", last_ply);
  }
  const absl::string_view kept = absl::StripAsciiWhitespace(text);
  RETURN_IF_ERROR(CheckLine(kept, "a comment", kMaxCharacters));
  const absl::string_view before = At(ply);
  if (kept == before) return absl::OkStatus();
  const size_t bytes = bytes_ - before.size() + kept.size();
  if (!kept.empty() && bytes > kMaxBytes) {
    return ResourceExhausted("the comments of a game have at most ", kMaxBytes,
                             " bytes together");
  }
  if (confirm != nullptr) RETURN_IF_ERROR(confirm(kept));
  bytes_ = bytes;
  if (kept.empty()) {
    by_ply_.erase(ply);
  } else {
    by_ply_[ply] = std::string(kept);
  }
  return absl::OkStatus();
}

void Comments::DropAfter(int ply) {
  const auto first = by_ply_.upper_bound(ply);
  for (auto at = first; at != by_ply_.end(); ++at) bytes_ -= at->second.size();
  by_ply_.erase(first, by_ply_.end());
}

absl::string_view Comments::At(int ply) const {
  const auto found = by_ply_.find(ply);
  return found == by_ply_.end() ? absl::string_view() : found->second;
}

}  // namespace boardwalk
