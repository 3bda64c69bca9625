// JSON as it comes from outside: bounded before it is read, checked field by
// field. What is written is JSON whatever bytes a game's texts have.
//
// Example, given `const std::string& body`:
//
//   ASSIGN_OR_RETURN(const web::Json json, web::ParseJson(body));
//   web::Fields fields(json);
//   const std::string move = fields.Text("move");
//   const int64_t ply = fields.Int("ply", {0, 1000}, 0);
//   RETURN_IF_ERROR(fields.Check());

#ifndef BOARDWALK_FRONTENDS_WEB_JSON_INPUT_H_
#define BOARDWALK_FRONTENDS_WEB_JSON_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/parameters.h"
#include "nlohmann/json.hpp"

namespace boardwalk::web {

// Members keep the order in which they were set.
using Json = nlohmann::ordered_json;

// As text; bytes that are no UTF-8 become question marks.
std::string JsonText(const Json& json);

// What can be nested in each other; no request needs more.
inline constexpr int kMaxJsonDepth = 4;

// An object. Errors say what is wrong: no JSON, no object, nested too deeply.
absl::StatusOr<Json> ParseJson(absl::string_view text);

// The members of an object. Each is asked for once, by its name and its type;
// Check then tells the first thing that was wrong, one that nobody asked for
// included. A member that is null counts as absent.
class Fields {
 public:
  // `object` must be one and outlive this.
  explicit Fields(const Json& object) : object_(object) {}

  bool Has(absl::string_view name) const;
  // "" where it is absent.
  std::string Text(absl::string_view name);
  std::optional<std::string> OptionalText(absl::string_view name);
  int64_t Int(absl::string_view name, Bounds<int64_t> bounds, int64_t absent);
  std::optional<double> Number(absl::string_view name);
  std::vector<std::string> Texts(absl::string_view name, size_t max);

  absl::Status Check() const;

 private:
  // Null where it is absent.
  const Json* Find(absl::string_view name);
  void Complain(absl::string_view name, absl::string_view accepts);

  const Json& object_;
  std::vector<std::string> known_;
  std::string problem_;
};

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_JSON_INPUT_H_
