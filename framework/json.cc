#include "framework/json.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/errors.h"
#include "framework/text.h"

namespace boardwalk {
namespace {

// Sees each step of the parser. What is beyond the bounds is not kept, so it
// costs neither memory nor the time of lookups.
class Watcher {
 public:
  explicit Watcher(const JsonBounds& bounds) : bounds_(bounds) {}

  bool operator()(int depth, Json::parse_event_t event, const Json& value) {
    switch (event) {
      case Json::parse_event_t::object_start:
      case Json::parse_event_t::array_start:
        if (depth >= bounds_.max_depth) {
          Fail(absl::StrCat("the JSON is nested more than ", bounds_.max_depth,
                            " deep"));
        }
        if (ok() && event == Json::parse_event_t::object_start) {
          names_.emplace_back();
        }
        break;
      case Json::parse_event_t::key:
        if (ok()) SeeName(value.get_ref<const std::string&>());
        break;
      case Json::parse_event_t::object_end:
        if (ok()) names_.pop_back();
        break;
      default:
        break;
    }
    if (event != Json::parse_event_t::key && ++values_ > bounds_.max_values) {
      Fail(absl::StrCat("the JSON has more than ", bounds_.max_values,
                        " values"));
    }
    return ok();
  }

  bool ok() const { return problem_.empty(); }
  const std::string& problem() const { return problem_; }

 private:
  void SeeName(const std::string& name) {
    if (!names_.back().insert(name).second) {
      Fail(absl::StrCat(Quoted(name), " stands twice in one object"));
    } else if (names_.back().size() > bounds_.max_members) {
      Fail(absl::StrCat("an object has at most ", bounds_.max_members,
                        " members"));
    }
  }
  void Fail(std::string problem) {
    if (ok()) problem_ = std::move(problem);
  }

  const JsonBounds& bounds_;
  std::vector<std::set<std::string>> names_;  // of the objects that are open
  size_t values_ = 0;  // so far; the end of an object or list counts as one
  std::string problem_;
};

constexpr double kMaxDouble = std::numeric_limits<double>::max();

}  // namespace

std::string JsonText(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

absl::StatusOr<Json> ParseJson(absl::string_view text,
                               const JsonBounds& bounds) {
  if (text.size() > bounds.max_bytes) {
    return InvalidArgument("the JSON has ", text.size(), " bytes; at most ",
                           bounds.max_bytes, " are read");
  }
  Watcher watcher(bounds);
  Json json = Json::parse(text.begin(), text.end(), std::ref(watcher),
                          /*allow_exceptions=*/false);
  if (!watcher.ok()) return absl::InvalidArgumentError(watcher.problem());
  if (json.is_discarded()) {
    return absl::InvalidArgumentError(
        "this is not JSON, and an object is needed");
  }
  if (!json.is_object()) {
    return absl::InvalidArgumentError("this JSON is no object");
  }
  return json;
}

JsonFields::JsonFields(const Json& object, std::string path)
    : object_(object), path_(std::move(path)) {
  if (!object.is_object()) Refuse("", "an object");
}

std::string JsonFields::Path(absl::string_view name) const {
  return absl::StrCat(path_, path_.empty() || name.empty() ? "" : ".", name);
}

const Json* JsonFields::Find(absl::string_view name) {
  known_.emplace_back(name);
  const auto found = object_.find(known_.back());
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void JsonFields::Refuse(absl::string_view name, absl::string_view accepts) {
  if (!problem_.empty()) return;
  problem_ = absl::StrCat("\"", Path(name), "\" must be ", accepts);
}

void JsonFields::Require(absl::string_view name) {
  if (!problem_.empty() || object_.contains(std::string(name))) return;
  problem_ = absl::StrCat("\"", Path(name), "\" is missing");
}

bool JsonFields::Has(absl::string_view name) const {
  const auto found = object_.find(std::string(name));
  return found != object_.end() && !found->is_null();
}

std::string JsonFields::Text(absl::string_view name) {
  return OptionalText(name).value_or("");
}

std::optional<std::string> JsonFields::OptionalText(absl::string_view name) {
  const Json* const value = Find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  Refuse(name, "a text");
  return std::nullopt;
}

int64_t JsonFields::Int(absl::string_view name, Bounds<int64_t> bounds,
                        int64_t absent) {
  return OptionalInt(name, bounds).value_or(absent);
}

std::optional<int64_t> JsonFields::OptionalInt(absl::string_view name,
                                               Bounds<int64_t> bounds) {
  const Json* const value = Find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_number_integer() &&
      !(value->is_number_unsigned() &&
        value->get<uint64_t>() > static_cast<uint64_t>(INT64_MAX))) {
    const auto number = value->get<int64_t>();
    if (number >= bounds.min && number <= bounds.max) return number;
  }
  Refuse(name,
         absl::StrCat("a whole number from ", bounds.min, " to ", bounds.max));
  return std::nullopt;
}

std::optional<double> JsonFields::Number(absl::string_view name,
                                         Bounds<double> bounds) {
  const Json* const value = Find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_number()) {
    const auto number = value->get<double>();
    if (number >= bounds.min && number <= bounds.max) return number;
  }
  const bool any = bounds.min == -kMaxDouble && bounds.max == kMaxDouble;
  Refuse(name,
         any ? "a number"
             : absl::StrCat("a number from ", bounds.min, " to ", bounds.max));
  return std::nullopt;
}

bool JsonFields::Flag(absl::string_view name) {
  const Json* const value = Find(name);
  if (value == nullptr) return false;
  if (value->is_boolean()) return value->get<bool>();
  Refuse(name, "true or false");
  return false;
}

std::vector<std::string> JsonFields::Texts(absl::string_view name, size_t max) {
  const Json* const value = Find(name);
  std::vector<std::string> texts;
  if (value == nullptr) return texts;
  const bool right = value->is_array() && value->size() <= max &&
                     std::all_of(value->begin(), value->end(),
                                 [](const Json& t) { return t.is_string(); });
  if (right) return value->get<std::vector<std::string>>();
  Refuse(name, absl::StrCat("a list of at most ", max, " texts"));
  return texts;
}

absl::Status JsonFields::Check() const {
  if (!problem_.empty()) return absl::InvalidArgumentError(problem_);
  for (const auto& [name, value] : object_.items()) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    return InvalidArgument(Quoted(Path(name)), " is no field here; there are ",
                           absl::StrJoin(known_, ", "));
  }
  return absl::OkStatus();
}

void AddReport(const RecordedMove& move, Json& json) {
  const auto add = [&json](const char* name, const auto& known) {
    if (known.has_value()) json[name] = *known;
  };
  add("value", move.value);
  add("depth", move.depth);
  add("nodes", move.nodes);
  add("playouts", move.playouts);
  if (move.seconds > 0) json["seconds"] = move.seconds;
}

Json RecordedMoveJson(const RecordedMove& move) {
  Json json = {{"move", move.text}};
  AddReport(move, json);
  if (move.wall_seconds > 0) json["wall"] = move.wall_seconds;
  return json;
}

RecordedMove ReadRecordedMove(JsonFields& fields) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  constexpr int kDeepest = std::numeric_limits<int>::max();
  // So many clocks can count in nanoseconds.
  constexpr double kMaxSeconds = 1e8;
  RecordedMove move;
  move.text = fields.Text("move");
  move.value = fields.Number("value", {-1, 1});
  if (const auto depth = fields.OptionalInt("depth", {0, kDeepest})) {
    move.depth = static_cast<int>(*depth);
  }
  move.nodes = fields.OptionalInt("nodes", {0, kMost});
  move.playouts = fields.OptionalInt("playouts", {0, kMost});
  move.seconds = fields.Number("seconds", {0, kMaxDouble}).value_or(0);
  move.wall_seconds = fields.Number("wall", {0, kMaxSeconds}).value_or(0);
  return move;
}

}  // namespace boardwalk
