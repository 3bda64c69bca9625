#include "ai/common/crew.h"

#include <chrono>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"

namespace boardwalk::ai {

Crew::~Crew() { Join(); }

absl::Status Crew::Start(int count, std::function<void(int)> work) {
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
        Home();
      });
    } catch (const std::system_error& error) {
      Home();
      Join();
      return absl::ResourceExhaustedError(absl::StrCat(
          "thread ", i + 1, " of ", count + 1, " cannot be started (",
          error.what(), "); give fewer threads"));
    }
  }
  return absl::OkStatus();
}

void Crew::Home() {
  const MutexLock lock(&mutex_);
  --working_;
  changed_.NotifyAll();
}

bool Crew::Rest() {
  const MutexLock lock(&mutex_);
  ++resting_;
  changed_.NotifyAll();
  while (!Stopped() && pause_.load(std::memory_order_relaxed)) {
    changed_.Wait(&mutex_);
  }
  --resting_;
  return !Stopped();
}

bool Crew::Wait(absl::FunctionRef<bool()> done,
                absl::FunctionRef<bool()> give_up) {
  constexpr std::chrono::microseconds kPatience{100};
  const MutexLock lock(&mutex_);
  while (!done()) {
    if (give_up()) return false;
    changed_.WaitFor(&mutex_, kPatience);
  }
  return true;
}

bool Crew::Pause(absl::FunctionRef<bool()> give_up) {
  if (threads_.empty()) return true;
  pause_.store(true, std::memory_order_relaxed);
  const bool paused = Wait([this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(
                               mutex_) { return resting_ == working_; },
                           give_up);
  if (!paused) Resume();
  return paused;
}

void Crew::Resume() {
  const MutexLock lock(&mutex_);
  pause_.store(false, std::memory_order_relaxed);
  changed_.NotifyAll();
}

void Crew::WaitForAll(absl::FunctionRef<bool()> give_up) {
  if (threads_.empty()) return;
  Wait([this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return working_ == 0; },
       give_up);
}

void Crew::Join() {
  {
    const MutexLock lock(&mutex_);
    Stop();
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void Crew::Finish() {
  Join();
  const MutexLock lock(&mutex_);
  if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, {}));
}

}  // namespace boardwalk::ai
