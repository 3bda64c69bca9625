// The node at which the threads of a search work together (principal variation
// splitting, Marsland, Campbell 1982).
//
// One thread, the first, has the line: it alone searches with open windows. At
// a node of the line, once the first move there has a score, the others help it
// to show by null windows that no other move is better, or to find the one that
// is. So no thread follows a line that the score of another one has made
// useless, and what they begin at the same time has the same bound, for which
// each can use what the others have put into the table.
//
// What a helper has begun it brings to an end even when the first thread has
// found a better move meanwhile, and searches below that: a move that does not
// beat the old bound does not beat the new one either. But nobody begins the
// better move here: who did would be missing at the nodes below it.

#ifndef BOARDWALK_AI_ALPHABETA_SPLIT_POINT_H_
#define BOARDWALK_AI_ALPHABETA_SPLIT_POINT_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ai/alphabeta/search_line.h"
#include "ai/alphabeta/turns.h"
#include "ai/common/score.h"
#include "framework/mutex.h"

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

  // Changes with every Open, Raise and Leave: a helper should look for other
  // work when it has brought a move to an end.
  const std::atomic<uint64_t>& version() const { return version_; }
  // Changes with every Leave of this ply: who helps at a node there should stop
  // at once. `ply` is at most kMaxPly.
  const std::atomic<uint64_t>& left(int ply) const {
    return left_[static_cast<size_t>(ply)];
  }
  // Changes with every Report and Finish that counts, of each helper: the first
  // thread should look again at what is left to do.
  const std::atomic<uint64_t>& answers() const { return answers_; }

  // For the first thread: calls the others to what `fill(work)` writes, which
  // has the last work to write over.
  template <typename Fill>
  void Open(const Fill& fill) {
    const MutexLock lock(&mutex_);
    open_ = false;  // should filling fail, nobody joins half a work
    fill(work_);
    open_ = awaited_ = true;
    found_.reset();
    ++version_;
  }
  // The move of this index is known to score `alpha` at least, and may be
  // looked at closer: nobody is given it any more. Until the next Open or Leave
  // the others may go on with the remaining moves, if there are any, but their
  // answers do not count.
  void Raise(Score alpha, size_t index) {
    const MutexLock lock(&mutex_);
    work_.alpha = alpha;
    work_.rest.Remove(index);
    if (work_.rest.empty()) open_ = false;
    awaited_ = false;
    ++version_;
  }
  // The node at `ply` needs no more help.
  void Leave(int ply) {
    const MutexLock lock(&mutex_);
    open_ = awaited_ = false;
    ++left_[static_cast<size_t>(ply)];
    ++version_;
  }
  // The index of the move that has been reported last since Open, once.
  std::optional<size_t> TakeFound() {
    const MutexLock lock(&mutex_);
    return std::exchange(found_, std::nullopt);
  }

  // For the others: whether there is work, which is then copied, with what
  // there is to know of its node's `left`; `version` is that of the work, or of
  // there being none.
  bool Join(Work& work, uint64_t& version, uint64_t& left) const {
    const MutexLock lock(&mutex_);
    version = version_;
    if (!open_) return false;
    work = work_;
    left = left_[static_cast<size_t>(work.at.ply)];
    return true;
  }
  // A move beats the alpha of the work of this version.
  void Report(uint64_t version, size_t index) {
    const MutexLock lock(&mutex_);
    if (!Awaits(version)) return;
    found_ = index;
    ++answers_;
  }
  // Of the work of this version all moves have been tried.
  void Finish(uint64_t version) {
    const MutexLock lock(&mutex_);
    if (Awaits(version)) ++answers_;
  }

 private:
  bool Awaits(uint64_t version) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return awaited_ && version == version_;
  }

  mutable Mutex mutex_;  // held by who changes the atomics
  std::atomic<uint64_t> version_{0};
  std::atomic<uint64_t> answers_{0};
  std::array<std::atomic<uint64_t>, kMaxPly + 1> left_{};
  bool open_ ABSL_GUARDED_BY(mutex_) = false;
  // By the first thread.
  bool awaited_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<size_t> found_ ABSL_GUARDED_BY(mutex_);
  Work work_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_SPLIT_POINT_H_
