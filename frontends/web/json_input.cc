#include "frontends/web/json_input.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/text.h"

namespace boardwalk::web {
namespace {

// How deep brackets are nested, those in texts not counted.
int Depth(absl::string_view text) {
  int depth = 0, deepest = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '{' || c == '[')) {
      deepest = std::max(deepest, ++depth);
    } else if (!quoted && (c == '}' || c == ']')) {
      --depth;
    }
  }
  return deepest;
}

}  // namespace

std::string JsonText(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

absl::StatusOr<Json> ParseJson(absl::string_view text) {
  if (Depth(text) > kMaxJsonDepth) {
    return absl::InvalidArgumentError(
        absl::StrCat("the JSON is nested more than ", kMaxJsonDepth, " deep"));
  }
  Json json = Json::parse(text.begin(), text.end(), /*cb=*/nullptr,
                          /*allow_exceptions=*/false);
  if (json.is_discarded()) {
    return absl::InvalidArgumentError("this is not JSON; write an object");
  }
  if (!json.is_object()) {
    return absl::InvalidArgumentError("write a JSON object");
  }
  return json;
}

const Json* Fields::Find(absl::string_view name) {
  known_.emplace_back(name);
  const auto found = object_.find(known_.back());
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void Fields::Complain(absl::string_view name, absl::string_view accepts) {
  if (!problem_.empty()) return;
  problem_ = absl::StrCat("\"", name, "\" must be ", accepts);
}

bool Fields::Has(absl::string_view name) const {
  const auto found = object_.find(std::string(name));
  return found != object_.end() && !found->is_null();
}

std::string Fields::Text(absl::string_view name) {
  return OptionalText(name).value_or("");
}

std::optional<std::string> Fields::OptionalText(absl::string_view name) {
  const Json* const value = Find(name);
  if (value == nullptr) return std::nullopt;
  if (!value->is_string()) {
    Complain(name, "a text");
    return std::nullopt;
  }
  return value->get<std::string>();
}

int64_t Fields::Int(absl::string_view name, Bounds<int64_t> bounds,
                    int64_t absent) {
  const Json* const value = Find(name);
  if (value == nullptr) return absent;
  if (value->is_number_integer() &&
      !(value->is_number_unsigned() &&
        value->get<uint64_t>() > static_cast<uint64_t>(INT64_MAX))) {
    const auto number = value->get<int64_t>();
    if (number >= bounds.min && number <= bounds.max) return number;
  }
  Complain(name, absl::StrCat("a whole number from ", bounds.min, " to ",
                              bounds.max));
  return absent;
}

std::optional<double> Fields::Number(absl::string_view name) {
  const Json* const value = Find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_number() && std::isfinite(value->get<double>())) {
    return value->get<double>();
  }
  Complain(name, "a number");
  return std::nullopt;
}

std::vector<std::string> Fields::Texts(absl::string_view name, size_t max) {
  const Json* const value = Find(name);
  std::vector<std::string> texts;
  if (value == nullptr) return texts;
  const bool right = value->is_array() && value->size() <= max &&
                     std::all_of(value->begin(), value->end(),
                                 [](const Json& t) { return t.is_string(); });
  if (right) return value->get<std::vector<std::string>>();
  Complain(name, absl::StrCat("a list of at most ", max, " texts"));
  return texts;
}

absl::Status Fields::Check() const {
  if (!problem_.empty()) return absl::InvalidArgumentError(problem_);
  for (const auto& [name, value] : object_.items()) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(Quoted(name), " is no field here; there are ",
                     absl::StrJoin(known_, ", ")));
  }
  return absl::OkStatus();
}

}  // namespace boardwalk::web
