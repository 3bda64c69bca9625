// JSON from outside, read strictly: bounded while it is read, then checked
// member by member. And JSON for outside, which is valid whatever bytes a
// game's texts have.
//
// Example, given `const std::string& body`:
//
//   ASSIGN_OR_RETURN(const Json json, ParseJson(body));
//   JsonFields fields(json);
//   const std::string move = fields.Text("move");
//   const int64_t ply = fields.Int("ply", {0, 1000}, /*absent=*/0);
//   RETURN_IF_ERROR(fields.Check());
//
// The library is boardwalk_json. Plug-ins do not get it: they need no library
// for JSON.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/parameters.h"
#include "framework/record.h"
#include "nlohmann/json.hpp"

namespace boardwalk {

// Members keep the order in which they were set.
using Json = nlohmann::ordered_json;

// --- Writing -----------------------------------------------------------------

// On one line, or indented by `indent` blanks a level. Bytes that are not UTF-8
// are replaced by U+FFFD.
std::string JsonText(const Json& json, int indent = -1);

// The value, or null.
template <typename T>
Json OptionalJson(const std::optional<T>& value) {
  return value.has_value() ? Json(*value) : Json(nullptr);
}

// --- Reading -----------------------------------------------------------------

struct JsonBounds {
  size_t max_bytes = 16 << 20;
  // Of objects and lists in each other.
  int max_depth = 4;
  // Of one object. Each lookup goes through all of them.
  size_t max_members = 1000;
  // In all.
  size_t max_values = 100'000;
};

// Reads an object. The error (kInvalidArgument) says what is wrong: no JSON, no
// object, beyond the bounds, or a member that occurs twice.
absl::StatusOr<Json> ParseJson(absl::string_view text,
                               const JsonBounds& bounds = {});

// Reads the members of an object, each by its name and its type. Check returns
// the first error, which names the member and says what would be right, or one
// for a member that was not asked for. A member that is null counts as absent.
class JsonFields {
 public:
  // `object` must outlive this. `path` names it in errors, for an object inside
  // of another: "keys" makes "keys.owner" of its member "owner".
  explicit JsonFields(const Json& object, std::string path = "");

  bool Has(absl::string_view name) const;

  // "" if absent.
  std::string Text(absl::string_view name);
  std::optional<std::string> OptionalText(absl::string_view name);
  int64_t Int(absl::string_view name, Bounds<int64_t> bounds, int64_t absent);
  std::optional<int64_t> OptionalInt(absl::string_view name,
                                     Bounds<int64_t> bounds);
  std::optional<double> Number(absl::string_view name, Bounds<double> bounds);
  // false if absent.
  bool Flag(absl::string_view name);
  // A list of at most `max`; empty if absent.
  std::vector<std::string> Texts(absl::string_view name, size_t max);
  // A member of any type; null if absent.
  const Json* Find(absl::string_view name);

  // An error unless there is such a member, null or not.
  void Require(absl::string_view name);
  // An error: the member must be what `accepts` says, such as "a time".
  void Refuse(absl::string_view name, absl::string_view accepts);

  absl::Status Check() const;

 private:
  std::string Path(absl::string_view name) const;

  const Json& object_;
  const std::string path_;
  std::vector<std::string> known_;
  std::string problem_;
};

// --- Recorded moves ----------------------------------------------------------

// Adds what is known of "value", "depth", "nodes", "playouts" and "seconds".
void AddReport(const RecordedMove& move, Json& json);

// {"move": text, ...}, with its report and "wall". Reading it checks the bounds
// that records have.
Json RecordedMoveJson(const RecordedMove& move);
RecordedMove ReadRecordedMove(JsonFields& fields);

}  // namespace boardwalk
