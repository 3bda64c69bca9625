#include "ai/common/thread_pool.h"

#include <chrono>
#include <system_error>
#include <utility>

#include "framework/errors.h"

namespace boardwalk::ai {

ThreadPool::~ThreadPool() { Join(); }

absl::Status ThreadPool::Start(int count, std::function<void(int)> work) {
  work_ = std::move(work);
  threads_.reserve(static_cast<size_t>(count));
  for (int i = 1; i <= count; ++i) {
    {
      const MutexLock lock(&mutex_);
      ++working_;
    }
    try {
      threads_.emplace_back([this, i] {
        try {
          work_(i);
        } catch (...) {
          const MutexLock lock(&mutex_);
          thrown_ = std::current_exception();
          Stop();
        }
        CountFinished();
      });
    } catch (const std::system_error& error) {
      CountFinished();
      Join();
      return ResourceExhausted("thread ", i + 1, " of ", count + 1,
                               " cannot be started (", error.what(),
                               "); give fewer threads");
    }
  }
  return absl::OkStatus();
}

void ThreadPool::CountFinished() {
  const MutexLock lock(&mutex_);
  --working_;
  changed_.NotifyAll();
}

bool ThreadPool::WaitForResume() {
  const MutexLock lock(&mutex_);
  ++paused_;
  changed_.NotifyAll();
  while (!Stopped() && pause_.load(std::memory_order_relaxed)) {
    changed_.Wait(&mutex_);
  }
  --paused_;
  return !Stopped();
}

bool ThreadPool::Wait(absl::FunctionRef<bool()> done,
                      absl::FunctionRef<bool()> give_up) {
  constexpr std::chrono::microseconds kCheckEvery{100};
  const MutexLock lock(&mutex_);
  while (!done()) {
    if (give_up()) return false;
    changed_.WaitFor(&mutex_, kCheckEvery);
  }
  return true;
}

bool ThreadPool::Pause(absl::FunctionRef<bool()> give_up) {
  if (threads_.empty()) return true;
  pause_.store(true, std::memory_order_relaxed);
  const bool paused = Wait([this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(
                               mutex_) { return paused_ == working_; },
                           give_up);
  if (!paused) Resume();
  return paused;
}

void ThreadPool::Resume() {
  const MutexLock lock(&mutex_);
  pause_.store(false, std::memory_order_relaxed);
  changed_.NotifyAll();
}

void ThreadPool::WaitForAll(absl::FunctionRef<bool()> give_up) {
  if (threads_.empty()) return;
  Wait([this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return working_ == 0; },
       give_up);
}

void ThreadPool::Join() {
  {
    const MutexLock lock(&mutex_);
    Stop();
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void ThreadPool::Finish() {
  Join();
  const MutexLock lock(&mutex_);
  if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, {}));
}

}  // namespace boardwalk::ai
