// The requests below /api/1/results (README.md).

#ifndef BOARDWALK_FRONTENDS_WEB_RESULTS_RESULTS_API_H_
#define BOARDWALK_FRONTENDS_WEB_RESULTS_RESULTS_API_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontends/web/api.h"
#include "frontends/web/results/results.h"

namespace boardwalk::web {

// `rest` is what stands behind /api/1/results: "", "/games/3". `results` may be
// null: this server has none. Errors as those of Api: NotFound, and
// FailedPrecondition with the reason where the file cannot be read.
absl::StatusOr<Response> AnswerResults(const Request& request,
                                       absl::string_view rest,
                                       Results* results);

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_RESULTS_RESULTS_API_H_
