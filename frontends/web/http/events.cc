#include "frontends/web/http/events.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace boardwalk::web {

absl::Status CheckReaders(size_t readers, absl::string_view what) {
  if (readers < kMaxReaders) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(what, " has its most readers, ",
                                             kMaxReaders, "; try again"));
}

std::string EventText(uint64_t number, absl::string_view type,
                      absl::string_view data) {
  // JSON has no line ends of its own.
  return absl::StrCat(number == 0 ? "" : absl::StrCat("id: ", number, "\n"),
                      "event: ", type, "\ndata: ", data, "\n\n");
}

void Mailbox::Push(const std::string& text) {
  const MutexLock lock(&mutex_);
  if (state_due_ || ended_) return;
  if (numbered_.size() + text.size() > kMaxBytes && !numbered_.empty()) {
    numbered_.clear();
    state_due_ = state_ != nullptr;
  } else {
    numbered_ += text;
  }
  Came();
}

void Mailbox::PushNewest(const std::string& kind, std::string text) {
  const MutexLock lock(&mutex_);
  if (ended_) return;
  newest_[kind] = std::move(text);
  Came();
}

void Mailbox::AskForState() {
  const MutexLock lock(&mutex_);
  if (ended_) return;
  numbered_.clear();
  state_due_ = true;
  Came();
}

void Mailbox::Restart(std::string state) {
  const MutexLock lock(&mutex_);
  numbered_ = std::move(state);
  state_due_ = false;
}

void Mailbox::End() {
  const MutexLock lock(&mutex_);
  ended_ = true;
  Came();
}

bool Mailbox::ended() const {
  const MutexLock lock(&mutex_);
  return ended_;
}

std::string Mailbox::Take(bool* ended) {
  for (;;) {
    {
      const MutexLock lock(&mutex_);
      if (!state_due_) return TakeLocked(ended);
    }
    state_(*this);
  }
}

std::string Mailbox::TakeLocked(bool* ended) {
  std::string text = std::exchange(numbered_, {});
  for (const auto& [kind, event] : newest_) text += event;
  newest_.clear();
  came_ = false;
  waiting_ = text.empty();
  *ended = ended_ && text.empty();
  return text;
}

void Mailbox::SetWake(std::function<void()> wake) {
  const MutexLock lock(&wake_mutex_);
  wake_ = std::move(wake);
}

void Mailbox::Wake() {
  {
    const MutexLock lock(&mutex_);
    if (!came_ || !waiting_) return;
    waiting_ = false;
  }
  const MutexLock lock(&wake_mutex_);
  if (wake_ != nullptr) wake_();
}

}  // namespace boardwalk::web
