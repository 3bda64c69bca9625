// Errors whose message is made of parts, and errors that say where they are.
//
// Example of declarations, given
// `absl::StatusOr<int> ParseSize(absl::string_view text);`:
//
//   absl::StatusOr<int> ReadSize(absl::string_view line, int number) {
//     if (line.empty()) return InvalidArgument("line ", number, " is empty");
//     return At(absl::StrCat("line ", number), ParseSize(line));
//   }

#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace boardwalk {

// Each makes an error of its code. The message is that of absl::StrCat.
template <typename... Parts>
absl::Status InvalidArgument(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}
template <typename... Parts>
absl::Status FailedPrecondition(const Parts&... parts) {
  return absl::FailedPreconditionError(absl::StrCat(parts...));
}
template <typename... Parts>
absl::Status ResourceExhausted(const Parts&... parts) {
  return absl::ResourceExhaustedError(absl::StrCat(parts...));
}
template <typename... Parts>
absl::Status DataLoss(const Parts&... parts) {
  return absl::DataLossError(absl::StrCat(parts...));
}
template <typename... Parts>
absl::Status NotFound(const Parts&... parts) {
  return absl::NotFoundError(absl::StrCat(parts...));
}
template <typename... Parts>
absl::Status Unavailable(const Parts&... parts) {
  return absl::UnavailableError(absl::StrCat(parts...));
}
template <typename... Parts>
absl::Status PermissionDenied(const Parts&... parts) {
  return absl::PermissionDeniedError(absl::StrCat(parts...));
}
template <typename... Parts>
absl::Status AlreadyExists(const Parts&... parts) {
  return absl::AlreadyExistsError(absl::StrCat(parts...));
}
template <typename... Parts>
absl::Status Aborted(const Parts&... parts) {
  return absl::AbortedError(absl::StrCat(parts...));
}
template <typename... Parts>
absl::Status Internal(const Parts&... parts) {
  return absl::InternalError(absl::StrCat(parts...));
}

// An error with "PLACE: " before its message, and the same code. What is no
// error stays as it is.
inline absl::Status At(absl::string_view place, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(),
                      absl::StrCat(place, ": ", status.message()));
}
template <typename T>
absl::StatusOr<T> At(absl::string_view place, absl::StatusOr<T> result) {
  if (result.ok()) return result;
  return At(place, result.status());
}

}  // namespace boardwalk
