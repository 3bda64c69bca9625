#include "frontends/cli/command.h"

#include <cassert>

#include "absl/strings/numbers.h"

namespace boardwalk::cli {

bool Arguments::Has(absl::string_view name) const {
  return texts_.find(name) != texts_.end();
}

std::string Arguments::Text(absl::string_view name) const {
  const auto given = texts_.find(name);
  if (given != texts_.end()) return given->second.front();
  const auto fallback = fallbacks_.find(name);
  return fallback == fallbacks_.end() ? "" : fallback->second;
}

std::vector<std::string> Arguments::Texts(absl::string_view name) const {
  const auto given = texts_.find(name);
  return given == texts_.end() ? std::vector<std::string>() : given->second;
}

int64_t Arguments::Int(absl::string_view name) const {
  int64_t number = 0;
  const bool read = absl::SimpleAtoi(Text(name), &number);
  assert(read);
  return read ? number : 0;
}

double Arguments::Real(absl::string_view name) const {
  double number = 0;
  const bool read = absl::SimpleAtod(Text(name), &number);
  assert(read);
  return read ? number : 0;
}

void Arguments::Add(absl::string_view name, absl::string_view text) {
  texts_[std::string(name)].emplace_back(text);
}

void Arguments::AddFallback(absl::string_view name, absl::string_view text) {
  fallbacks_[std::string(name)] = std::string(text);
}

absl::Status WorkFailed(const absl::Status& status) {
  return status.ok() ? status : absl::InternalError(status.message());
}

}  // namespace boardwalk::cli
