// The events of a room and those who read them. Events with numbers reach each
// reader once and in order; of those without, only the newest counts.

#ifndef BOARDWALK_FRONTENDS_WEB_HTTP_EVENTS_H_
#define BOARDWALK_FRONTENDS_WEB_HTTP_EVENTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/mutex.h"
#include "frontends/web/api.h"
#include "frontends/web/http/keys.h"

namespace boardwalk::web {

// Of one game, and of the results, so many may read events at once.
inline constexpr size_t kMaxReaders = 500;

// kUnavailable where `what` has as many as that.
absl::Status CheckReaders(size_t readers, absl::string_view what);

// An event as text/event-stream has it. `number` 0 for none.
std::string EventText(uint64_t number, absl::string_view type,
                      absl::string_view data);

// What waits for one reader. Thread-safe. Its own lock is taken last, so that
// it can be used with any other lock held; only Take and Wake must not.
class Mailbox {
 public:
  // More than this is not kept for a reader that does not take it.
  static constexpr size_t kMaxBytes = 64 << 10;

  // `state` makes a text of all that there is to know, and is called by Take
  // without a lock: it must call Restart. Null for a stream of newest events.
  Mailbox(Role role, std::function<void(Mailbox&)> state)
      : role_(role), state_(std::move(state)) {}

  const Role& role() const { return role_; }

  // An event that must not be lost. Where there is no room for it, and where
  // nothing has been taken yet, the state takes the place of all.
  void Push(const std::string& text) ABSL_LOCKS_EXCLUDED(mutex_);
  // An event that takes the place of the one of its kind that waits.
  void PushNewest(const std::string& kind, std::string text)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // The state takes the place of all numbered events.
  void AskForState() ABSL_LOCKS_EXCLUDED(mutex_);
  // The state that was asked for. With the room's lock held, so that no event
  // comes between.
  void Restart(std::string state) ABSL_LOCKS_EXCLUDED(mutex_);
  // Nothing more will come.
  void End() ABSL_LOCKS_EXCLUDED(mutex_);
  bool ended() const ABSL_LOCKS_EXCLUDED(mutex_);

  // As those of EventStream.
  std::string Take(bool* ended) ABSL_LOCKS_EXCLUDED(mutex_);
  void SetWake(std::function<void()> wake) ABSL_LOCKS_EXCLUDED(wake_mutex_);
  // Calls the reader's function if something has come since it last found
  // nothing. No lock of a room may be held.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_, wake_mutex_);

 private:
  std::string TakeLocked(bool* ended) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Came() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { came_ = true; }

  const Role role_;
  const std::function<void(Mailbox&)> state_;
  mutable Mutex mutex_;
  std::string numbered_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, std::string> newest_ ABSL_GUARDED_BY(mutex_);
  bool state_due_ ABSL_GUARDED_BY(mutex_) = false;
  bool came_ ABSL_GUARDED_BY(mutex_) = false;
  bool waiting_ ABSL_GUARDED_BY(mutex_) = true;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  Mutex wake_mutex_;
  std::function<void()> wake_ ABSL_GUARDED_BY(wake_mutex_);
};

// The reader's end of a mailbox; `left` is called when the reader leaves.
class MailboxStream final : public EventStream {
 public:
  MailboxStream(std::shared_ptr<Mailbox> mailbox, std::function<void()> left)
      : mailbox_(std::move(mailbox)), left_(std::move(left)) {}
  ~MailboxStream() override {
    mailbox_->SetWake(nullptr);
    left_();
  }
  std::string Take(bool* ended) override { return mailbox_->Take(ended); }
  void SetWake(std::function<void()> wake) override {
    mailbox_->SetWake(std::move(wake));
  }

 private:
  const std::shared_ptr<Mailbox> mailbox_;
  const std::function<void()> left_;
};

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_HTTP_EVENTS_H_
