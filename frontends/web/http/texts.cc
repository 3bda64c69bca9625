#include "frontends/web/http/texts.h"

#include <algorithm>
#include <utility>

namespace boardwalk::web {

std::optional<size_t> SharedText::Copy(size_t at, char* to, size_t max) const {
  const MutexLock lock(&mutex_);
  if (!text_.has_value()) return std::nullopt;
  return text_->copy(to, max, std::min(at, size_));
}

std::optional<std::string> SharedText::Whole() const {
  const MutexLock lock(&mutex_);
  return text_;
}

bool SharedText::withdrawn() const {
  const MutexLock lock(&mutex_);
  return !text_.has_value();
}

void SharedText::Withdraw() {
  const MutexLock lock(&mutex_);
  text_.reset();
}

std::shared_ptr<SharedText> TextPool::Add(std::string text) {
  auto added = std::make_shared<SharedText>(std::move(text));
  const MutexLock lock(&mutex_);
  size_t bytes = added->size();
  std::vector<std::shared_ptr<SharedText>> held;
  for (const std::weak_ptr<SharedText>& entry : std::exchange(texts_, {})) {
    if (auto one = entry.lock()) {
      bytes += one->size();
      held.push_back(std::move(one));
    }
  }
  for (const std::shared_ptr<SharedText>& one : held) {
    if (bytes > max_bytes_) {
      bytes -= one->size();
      one->Withdraw();
    } else {
      texts_.push_back(one);
    }
  }
  texts_.push_back(added);
  return added;
}

}  // namespace boardwalk::web
