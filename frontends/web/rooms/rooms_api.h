// The requests below /api/1/rooms (README.md).

#ifndef BOARDWALK_FRONTENDS_WEB_ROOMS_ROOMS_API_H_
#define BOARDWALK_FRONTENDS_WEB_ROOMS_ROOMS_API_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontends/web/api.h"
#include "frontends/web/rooms/lobby.h"

namespace boardwalk::web {

// `rest` is what stands behind /api/1/rooms: "", "/ID/moves". The code of an
// error becomes the status of the answer (api.cc).
absl::StatusOr<Response> AnswerRooms(const Request& request,
                                     absl::string_view rest, Lobby& lobby);

}  // namespace boardwalk::web

#endif  // BOARDWALK_FRONTENDS_WEB_ROOMS_ROOMS_API_H_
