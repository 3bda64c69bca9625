// A mutex whose guarded members clang checks: it warns if one is used without
// the lock, and `./dev lint` treats the warning as an error.
//
// Example of declarations:
//
//   class Score {
//    public:
//     void Add(double score) {
//       const MutexLock lock(&mutex_);
//       score_ += score;
//       ++games_;
//       changed_.NotifyAll();
//     }
//     // Waits until `games` have been played.
//     double ScoreOf(int games) {
//       const MutexLock lock(&mutex_);
//       while (games_ < games) changed_.Wait(&mutex_);
//       return score_;
//     }
//
//    private:
//     Mutex mutex_;
//     CondVar changed_;
//     double score_ ABSL_GUARDED_BY(mutex_) = 0;
//     int games_ ABSL_GUARDED_BY(mutex_) = 0;
//   };
//
// A function that must be called with the lock held declares it:
// `int Games() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);`. The analysis does
// not follow lambdas, so waits use a loop and no predicate.
//
// These are the mutex and the condition variable of the standard library, which
// ThreadSanitizer understands (absl::Mutex gives false alarms there); the shape
// is that of LevelDB's port/port_stdcxx.h.

#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "absl/base/thread_annotations.h"

namespace boardwalk {

class CondVar;

class ABSL_LOCKABLE Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() { mutex_.lock(); }
  void Unlock() ABSL_UNLOCK_FUNCTION() { mutex_.unlock(); }

 private:
  friend class CondVar;

  std::mutex mutex_;
};

// Holds `mutex` as long as it lives.
class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex* mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex)
      : mutex_(mutex) {
    mutex_->Lock();
  }
  ~MutexLock() ABSL_UNLOCK_FUNCTION() { mutex_->Unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex* const mutex_;
};

// Waits may end without a notification: test the condition in a loop.
class CondVar {
 public:
  // Releases `mutex` while it waits and holds it again when it returns.
  void Wait(Mutex* mutex) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    std::unique_lock<std::mutex> lock(mutex->mutex_, std::adopt_lock);
    changed_.wait(lock);
    lock.release();
  }

  // The same for at most `time`; false if the time ran out.
  bool WaitFor(Mutex* mutex, std::chrono::nanoseconds time)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    std::unique_lock<std::mutex> lock(mutex->mutex_, std::adopt_lock);
    const std::cv_status status = changed_.wait_for(lock, time);
    lock.release();
    return status == std::cv_status::no_timeout;
  }

  void NotifyOne() { changed_.notify_one(); }
  void NotifyAll() { changed_.notify_all(); }

 private:
  std::condition_variable changed_;
};

}  // namespace boardwalk
