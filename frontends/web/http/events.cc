#include "frontends/web/http/events.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace boardwalk::web {

int64_t ServerMs(std::chrono::steady_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             time.time_since_epoch())
      .count();
}

std::string EventHead(uint64_t number, absl::string_view type) {
  return absl::StrCat(number == 0 ? "" : absl::StrCat("id: ", number, "\n"),
                      "event: ", type, "\ndata: ");
}

std::string EventText(uint64_t number, absl::string_view type,
                      absl::string_view data) {
  // JSON has no line ends of its own.
  return absl::StrCat(EventHead(number, type), data, "\n\n");
}

std::string PingText() {
  return EventText(0, "ping", JsonText({{"at", ServerMs()}}));
}

void Mailbox::Push(const std::string& text) {
  const MutexLock lock(&mutex_);
  if (state_due_ || ended_) return;
  if (numbered_.size() + text.size() > kMaxBytes &&
      (state_ != nullptr || !numbered_.empty())) {
    numbered_ = {};
    state_due_ = state_ != nullptr;
  } else {
    numbered_ += text;
  }
  came_ = true;
}

void Mailbox::PushNewest(const std::string& kind,
                         std::shared_ptr<const SharedText> text) {
  const MutexLock lock(&mutex_);
  if (ended_) return;
  newest_[kind] = std::move(text);
  came_ = true;
}

void Mailbox::AskForState() {
  const MutexLock lock(&mutex_);
  if (ended_) return;
  numbered_ = {};
  state_due_ = true;
  came_ = true;
}

void Mailbox::BeginState() {
  const MutexLock lock(&mutex_);
  state_due_ = false;
}

void Mailbox::Restart(std::string own,
                      std::shared_ptr<const SharedText> shared) {
  const MutexLock lock(&mutex_);
  if (state_due_) return;
  begun_.push_back(std::make_shared<const SharedText>(std::move(own)));
  begun_.push_back(std::move(shared));
}

void Mailbox::End() {
  const MutexLock lock(&mutex_);
  ended_ = true;
  came_ = true;
}

void Mailbox::EndWith(const std::string& text) {
  const MutexLock lock(&mutex_);
  if (ended_) return;
  newest_.clear();
  numbered_ += text;
  ended_ = true;
  came_ = true;
}

std::shared_ptr<const SharedText> Mailbox::Take(bool* ended) {
  for (;;) {
    {
      const MutexLock lock(&mutex_);
      if (!begun_.empty() || !state_due_) return TakeLocked(ended);
    }
    state_(*this);
  }
}

std::shared_ptr<const SharedText> Mailbox::TakeLocked(bool* ended) {
  std::shared_ptr<const SharedText> text;
  if (!begun_.empty()) {
    text = std::move(begun_.front());
    begun_.pop_front();
  } else if (!numbered_.empty()) {
    text = std::make_shared<const SharedText>(std::exchange(numbered_, {}));
  } else if (!newest_.empty()) {
    text = std::move(newest_.begin()->second);
    newest_.erase(newest_.begin());
  } else {
    came_ = false;
  }
  waiting_ = text == nullptr;
  *ended = ended_ && text == nullptr;
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

uint64_t Readers::last_event() const {
  const MutexLock lock(&mutex_);
  return last_event_;
}

bool Readers::empty() const {
  const MutexLock lock(&mutex_);
  return mailboxes_.empty();
}

uint32_t Readers::Seats() const {
  const MutexLock lock(&mutex_);
  uint32_t seats = 0;
  for (const auto& mailbox : mailboxes_) seats |= mailbox->role().seats;
  return seats;
}

size_t Readers::Watchers() const {
  const MutexLock lock(&mutex_);
  size_t watchers = 0;
  for (const auto& mailbox : mailboxes_) {
    if (mailbox->role().seats == 0) ++watchers;
  }
  return watchers;
}

void Readers::Add(std::shared_ptr<Mailbox> mailbox) {
  const MutexLock lock(&mutex_);
  for (auto& [type, kept] : kept_) {
    if (kept.text->withdrawn()) kept.text = texts_->Add(kept.event);
    mailbox->PushNewest(type, kept.text);
  }
  mailboxes_.push_back(std::move(mailbox));
}

void Readers::Remove(const std::shared_ptr<Mailbox>& mailbox) {
  const MutexLock lock(&mutex_);
  std::erase(mailboxes_, mailbox);
}

void Readers::Publish(absl::string_view type, const Json& data) {
  const MutexLock lock(&mutex_);
  const std::string text = EventText(++last_event_, type, JsonText(data));
  for (const auto& mailbox : mailboxes_) mailbox->Push(text);
}

void Readers::PublishState() {
  const MutexLock lock(&mutex_);
  ++last_event_;
  for (const auto& mailbox : mailboxes_) mailbox->AskForState();
}

void Readers::PublishNewest(const std::string& type, const Json& data,
                            const std::function<bool(const Role&)>& may_see) {
  const auto text = texts_->Add(EventText(0, type, JsonText(data)));
  const MutexLock lock(&mutex_);
  for (const auto& mailbox : mailboxes_) {
    if (may_see == nullptr || may_see(mailbox->role())) {
      mailbox->PushNewest(type, text);
    }
  }
}

void Readers::PublishAndKeep(const std::string& type, const Json& data) {
  std::string event = EventText(0, type, JsonText(data));
  const auto text = texts_->Add(event);
  const MutexLock lock(&mutex_);
  kept_[type] = {std::move(event), text};
  for (const auto& mailbox : mailboxes_) mailbox->PushNewest(type, text);
}

size_t Readers::KeptBytes() const {
  const MutexLock lock(&mutex_);
  size_t bytes = 0;
  for (const auto& [type, kept] : kept_) bytes += kept.event.capacity();
  return bytes;
}

void Readers::End() {
  const MutexLock lock(&mutex_);
  for (const auto& mailbox : mailboxes_) mailbox->End();
}

void Readers::Wake() {
  std::vector<std::shared_ptr<Mailbox>> mailboxes;
  {
    const MutexLock lock(&mutex_);
    mailboxes = mailboxes_;
  }
  for (const auto& mailbox : mailboxes) mailbox->Wake();
}

}  // namespace boardwalk::web
