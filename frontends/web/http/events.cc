#include "frontends/web/http/events.h"

#include <utility>

#include "absl/strings/str_cat.h"

namespace boardwalk::web {

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
  came_ = true;
}

void Mailbox::PushNewest(const std::string& kind, std::string text) {
  const MutexLock lock(&mutex_);
  if (ended_) return;
  newest_[kind] = std::move(text);
  came_ = true;
}

void Mailbox::AskForState() {
  const MutexLock lock(&mutex_);
  if (ended_) return;
  numbered_.clear();
  state_due_ = true;
  came_ = true;
}

void Mailbox::BeginState() {
  const MutexLock lock(&mutex_);
  state_due_ = false;
}

void Mailbox::Restart(const std::string& state) {
  const MutexLock lock(&mutex_);
  if (!state_due_) numbered_.insert(0, state);
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

void Readers::Add(std::shared_ptr<Mailbox> mailbox) {
  const MutexLock lock(&mutex_);
  for (const auto& [type, text] : kept_) mailbox->PushNewest(type, text);
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
  const std::string text = EventText(0, type, JsonText(data));
  const MutexLock lock(&mutex_);
  for (const auto& mailbox : mailboxes_) {
    if (may_see == nullptr || may_see(mailbox->role())) {
      mailbox->PushNewest(type, text);
    }
  }
}

void Readers::PublishAndKeep(const std::string& type, const Json& data) {
  const std::string text = EventText(0, type, JsonText(data));
  const MutexLock lock(&mutex_);
  kept_[type] = text;
  for (const auto& mailbox : mailboxes_) mailbox->PushNewest(type, text);
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
