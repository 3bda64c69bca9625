// Server-sent events and their readers. Numbered events reach each reader once
// and in order; of the others, a reader gets the newest of each kind.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "framework/json.h"
#include "framework/mutex.h"
#include "frontends/web/api.h"
#include "frontends/web/http/keys.h"
#include "frontends/web/http/texts.h"

namespace boardwalk::web {

// What events call `at`: milliseconds of a clock of this process that never
// goes back.
int64_t ServerMs(std::chrono::steady_clock::time_point time =
                     std::chrono::steady_clock::now());

// What an event in the format of text/event-stream begins with; there is no id
// if `number` is 0. Its data, on one line, and an empty line follow.
std::string EventHead(uint64_t number, absl::string_view type);
// The whole event.
std::string EventText(uint64_t number, absl::string_view type,
                      absl::string_view data);

// The event `ping`, {"at"}, which has no number. The server sends it on every
// stream (ServerOptions::heartbeat).
std::string PingText();

// The events that wait for one reader. Thread-safe. Its lock is taken last, so
// all but Take and Wake may be called with any other lock held.
class Mailbox {
 public:
  // The most that waits for a reader.
  static constexpr size_t kMaxBytes = 64 << 10;

  // Take calls `state`, without a lock, where the full state is due: it calls
  // BeginState and then Restart. Null for a stream of newest events, which
  // loses numbered ones that do not fit.
  Mailbox(Role role, std::function<void(Mailbox&)> state)
      : role_(role), state_(std::move(state)) {}

  const Role& role() const { return role_; }

  // Adds an event that must not be lost. If it does not fit, the state replaces
  // all numbered events.
  void Push(const std::string& text) ABSL_LOCKS_EXCLUDED(mutex_);
  // Replaces the waiting event of this kind.
  void PushNewest(const std::string& kind,
                  std::shared_ptr<const SharedText> text)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Replaces all numbered events by the state.
  void AskForState() ABSL_LOCKS_EXCLUDED(mutex_);
  // Events from now on follow the state that Restart delivers. The lock that
  // guards the state must be held.
  void BeginState() ABSL_LOCKS_EXCLUDED(mutex_);
  // Delivers the state, an event in two parts, before these events, unless it
  // is due again. Others may share its second part.
  void Restart(std::string own, std::shared_ptr<const SharedText> shared)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Nothing more will come.
  void End() ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends with this event: it takes the place of newest events that wait, which
  // would come behind it.
  void EndWith(const std::string& text) ABSL_LOCKS_EXCLUDED(mutex_);

  // As those of EventStream.
  std::shared_ptr<const SharedText> Take(bool* ended)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void SetWake(std::function<void()> wake) ABSL_LOCKS_EXCLUDED(wake_mutex_);
  // Calls the reader's function if something has come since Take last returned
  // null. The caller holds no lock.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_, wake_mutex_);

 private:
  std::shared_ptr<const SharedText> TakeLocked(bool* ended)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Role role_;
  const std::function<void(Mailbox&)> state_;
  mutable Mutex mutex_;
  // What comes first: the rest of a state.
  std::deque<std::shared_ptr<const SharedText>> begun_ ABSL_GUARDED_BY(mutex_);
  std::string numbered_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, std::shared_ptr<const SharedText>> newest_
      ABSL_GUARDED_BY(mutex_);
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
  std::shared_ptr<const SharedText> Take(bool* ended) override {
    return mailbox_->Take(ended);
  }
  void SetWake(std::function<void()> wake) override {
    mailbox_->SetWake(std::move(wake));
  }

 private:
  const std::shared_ptr<Mailbox> mailbox_;
  const std::function<void()> left_;
};

// The readers of one game, or of the results. Thread-safe; its lock is taken
// after that of the game. Only Wake notifies them of events.
class Readers {
 public:
  // Numbers of events begin after `last_event`. `texts` is for what all readers
  // get.
  explicit Readers(std::shared_ptr<TextPool> texts, uint64_t last_event = 0)
      : texts_(std::move(texts)), last_event_(last_event) {}

  uint64_t last_event() const ABSL_LOCKS_EXCLUDED(mutex_);
  bool empty() const ABSL_LOCKS_EXCLUDED(mutex_);
  // The seats whose keys readers have, a bit each.
  uint32_t Seats() const ABSL_LOCKS_EXCLUDED(mutex_);
  // How many readers have none.
  size_t Watchers() const ABSL_LOCKS_EXCLUDED(mutex_);

  void Add(std::shared_ptr<Mailbox> mailbox) ABSL_LOCKS_EXCLUDED(mutex_);
  void Remove(const std::shared_ptr<Mailbox>& mailbox)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Numbered events: `data`, or the whole state anew. The lock that guards the
  // state must be held.
  void Publish(absl::string_view type, const Json& data)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void PublishState() ABSL_LOCKS_EXCLUDED(mutex_);
  // An event of which only the newest counts, to the readers that `may_see`
  // accepts, or to all.
  void PublishNewest(const std::string& type, const Json& data,
                     const std::function<bool(const Role&)>& may_see = nullptr)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // The same, to all readers and to those that come later.
  void PublishAndKeep(const std::string& type, const Json& data)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Of what is kept for readers to come.
  size_t KeptBytes() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends all streams.
  void End() ABSL_LOCKS_EXCLUDED(mutex_);

  // Wakes readers with new events. Call last, without a lock.
  void Wake() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // An event for readers that come later; the last text that was made of it.
  struct Kept {
    std::string event;
    std::shared_ptr<const SharedText> text;
  };

  const std::shared_ptr<TextPool> texts_;
  mutable Mutex mutex_;
  uint64_t last_event_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::shared_ptr<Mailbox>> mailboxes_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, Kept> kept_ ABSL_GUARDED_BY(mutex_);  // by type
};

}  // namespace boardwalk::web
