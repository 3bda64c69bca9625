// Macros that return errors to the caller.
//
// Example of declarations, given `absl::StatusOr<int> ReadSize();` and
// `absl::Status CheckSize(int size);`:
//
//   absl::StatusOr<int> Cells() {
//     ASSIGN_OR_RETURN(const int size, ReadSize());
//     RETURN_IF_ERROR(CheckSize(size));
//     return size * size;
//   }
//
// Both are for functions that return absl::Status or absl::StatusOr. To add to
// the message, see At() in errors.h.

#pragma once

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Evaluates `expression`, an absl::Status, and returns it if it is an error.
#define RETURN_IF_ERROR(expression)                       \
  do {                                                    \
    if (absl::Status status_of_expression = (expression); \
        !status_of_expression.ok()) {                     \
      return status_of_expression;                        \
    }                                                     \
  } while (false)

// Evaluates `expression`, an absl::StatusOr. Returns its status if it is an
// error, else assigns its value to `target`, which may declare a variable. A
// target or an expression with a comma outside of () needs parentheses.
#define ASSIGN_OR_RETURN(target, expression) \
  BOARDWALK_ASSIGN_OR_RETURN(                \
      BOARDWALK_STATUS_CONCAT(value_or_status_, __LINE__), target, expression)

// The target may be a declaration, which parentheses would break.
// NOLINTBEGIN(bugprone-macro-parentheses)
#define BOARDWALK_ASSIGN_OR_RETURN(value_or_status, target, expression) \
  auto value_or_status = (expression);                                  \
  if (!value_or_status.ok()) {                                          \
    return std::move(value_or_status).status();                         \
  }                                                                     \
  target = *std::move(value_or_status)
// NOLINTEND(bugprone-macro-parentheses)

#define BOARDWALK_STATUS_CONCAT(a, b) BOARDWALK_STATUS_CONCAT_AGAIN(a, b)
#define BOARDWALK_STATUS_CONCAT_AGAIN(a, b) a##b
