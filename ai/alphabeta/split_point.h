// The node at which the threads of a search work together (principal variation
// splitting, Marsland, Campbell 1982).
//
// One thread, the first, has the line: it alone searches with open windows. At
// a node of the line, once the first move there has a score, the others help it
// to show by null windows that no other move is better, or to find the one that
// is. So no thread follows a line that the score of another one has made
// useless, and all work with the same bound, for which each can use what the
// others have put into the table.
//
//   SplitPoint<Move> split;              // the first thread:
//   heard = split.Open([](auto& work) { ... });
//   if (split.version() != heard) Try(split.found());
//   heard = split.Close();
//
//   if (split.Join(work, heard)) {       // the others:
//     ...                                // while split.version() == heard
//     split.Report(heard, index);
//   }

#ifndef BOARDWALK_AI_ALPHABETA_SPLIT_POINT_H_
#define BOARDWALK_AI_ALPHABETA_SPLIT_POINT_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "ai/alphabeta/search_line.h"
#include "ai/alphabeta/turns.h"
#include "ai/common/score.h"

namespace boardwalk::ai {

template <typename Move>
class SplitPoint {
 public:
  struct Work {
    Place at = {};
    Score alpha = 0;         // to be beaten
    std::vector<Move> path;  // from the root to the node
    Turns rest;              // its moves that are left
  };

  // Changes with every Open and Close and every Report that counts; who reads
  // another one than it has heard last should leave its work and look again.
  const std::atomic<uint64_t>& version() const { return version_; }

  // For the first thread: calls the others to what `fill(work)` writes, which
  // has the last work to write over. The new version.
  template <typename Fill>
  uint64_t Open(const Fill& fill) {
    const std::lock_guard<std::mutex> lock(mutex_);
    fill(work_);
    open_ = true;
    found_.reset();
    return ++version_;
  }
  // Lets the others go. The new version.
  uint64_t Close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    open_ = false;
    return ++version_;
  }
  // The index of the move that has been reported since Open.
  std::optional<size_t> found() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return found_;
  }

  // For the others: whether there is work, which is then copied; what `version`
  // it has, or that there is none.
  bool Join(Work& work, uint64_t& version) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    version = version_;
    if (open_) work = work_;
    return open_;
  }
  // A move beats the alpha of the work of this version; closes it.
  void Report(uint64_t version, size_t index) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!open_ || version != version_) return;  // nobody waits for it any more
    found_ = index;
    open_ = false;
    ++version_;
  }

 private:
  mutable std::mutex mutex_;  // guards what follows but the version's readers
  std::atomic<uint64_t> version_{0};
  bool open_ = false;
  std::optional<size_t> found_;
  Work work_;
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_SPLIT_POINT_H_
