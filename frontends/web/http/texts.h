// Texts on their way to readers. Many readers may share one; what all of them
// hold together is bounded, however slowly they read.
//
// Example:
//
//   const auto pool = std::make_shared<web::TextPool>(64 << 20);
//   const std::shared_ptr<web::SharedText> text = pool->Add("data: 1\n\n");
//   char to[4096];
//   const std::optional<size_t> bytes = text->Copy(0, to, sizeof(to));

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "framework/mutex.h"

namespace boardwalk::web {

// Thread-safe.
class SharedText {
 public:
  explicit SharedText(std::string text)
      : size_(text.size()), text_(std::move(text)) {}

  size_t size() const { return size_; }
  // Copies up to `max` bytes from number `at` on, and says how many; nothing
  // once the text was withdrawn.
  std::optional<size_t> Copy(size_t at, char* to, size_t max) const
      ABSL_LOCKS_EXCLUDED(mutex_);
  // The whole; nothing once it was withdrawn.
  std::optional<std::string> Whole() const ABSL_LOCKS_EXCLUDED(mutex_);
  bool withdrawn() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Frees it, although readers have not got all of it.
  void Withdraw() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const size_t size_;
  mutable Mutex mutex_;
  std::optional<std::string> text_ ABSL_GUARDED_BY(mutex_);
};

// Bounds the texts that anybody still holds. Thread-safe.
class TextPool {
 public:
  explicit TextPool(size_t max_bytes) : max_bytes_(max_bytes) {}

  // Withdraws the oldest texts where there is no place. Their readers are sent
  // away and come again; one text is always allowed.
  std::shared_ptr<SharedText> Add(std::string text) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  const size_t max_bytes_;
  Mutex mutex_;
  // The oldest first.
  std::vector<std::weak_ptr<SharedText>> texts_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace boardwalk::web
