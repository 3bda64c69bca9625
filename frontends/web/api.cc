#include "frontends/web/api.h"

#include <exception>
#include <new>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/errors.h"
#include "framework/json.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/web/rooms/game_json.h"
#include "frontends/web/rooms/lobby.h"

namespace boardwalk::web {
namespace {

using absl::StatusOr;

constexpr absl::string_view kPrefix = "/api/1/";
static_assert(kMaxBody <= JsonBounds().max_bytes);

int HttpStatus(absl::StatusCode code) {
  static constexpr std::pair<absl::StatusCode, int> kStatuses[] = {
      {absl::StatusCode::kInvalidArgument, 400},
      {absl::StatusCode::kUnauthenticated, 401},
      {absl::StatusCode::kPermissionDenied, 403},
      {absl::StatusCode::kNotFound, 404},
      {absl::StatusCode::kUnimplemented, 405},
      {absl::StatusCode::kAborted, 409},
      {absl::StatusCode::kOutOfRange, 413},
      {absl::StatusCode::kFailedPrecondition, 422},
      {absl::StatusCode::kResourceExhausted, 429},
      {absl::StatusCode::kUnavailable, 503}};
  for (const auto& [error, status] : kStatuses) {
    if (error == code) return status;
  }
  return 500;
}

Response RefusalOf(const absl::Status& error) {
  Response response;
  response.status = HttpStatus(error.code());
  response.body = JsonText({{"error", std::string(error.message())}});
  return response;
}

StatusOr<Response> AnswerPath(const Request& request, Lobby& lobby,
                              Results* results) {
  absl::string_view path = request.path;
  if (!absl::ConsumePrefix(&path, kPrefix)) return NoSuchAddress();
  if (path == "games") {
    if (request.method != "GET") return MethodNotAllowed("GET");
    return Response{.body = JsonText(GamesJson(lobby.catalog()))};
  }
  if (absl::ConsumePrefix(&path, "games/")) {
    if (request.method != "GET") return MethodNotAllowed("GET");
    ASSIGN_OR_RETURN(const auto game, lobby.catalog().MakeGame(path));
    return Response{.body = JsonText(GameJson(*game, lobby.Offered(*game)))};
  }
  if (path == "open") {
    if (request.method != "GET") return MethodNotAllowed("GET");
    return Response{.body = JsonText(lobby.OpenGames())};
  }
  if (path == "records") return AnswerRecords(request, lobby);
  if (path == "positions") return AnswerPositions(request, lobby);
  if (absl::ConsumePrefix(&path, "rooms") && (path.empty() || path[0] == '/')) {
    return AnswerRooms(request, path, lobby);
  }
  if (absl::ConsumePrefix(&path, "results") &&
      (path.empty() || path[0] == '/')) {
    return AnswerResults(request, path, results);
  }
  return NoSuchAddress();
}

}  // namespace

std::string QueryText(const Request& request, const std::string& name) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? "" : found->second;
}

StatusOr<int> QueryInt(const Request& request, const std::string& name,
                       std::optional<int> absent,
                       std::optional<Bounds<int>> bounds) {
  const auto found = request.query.find(name);
  if (found == request.query.end()) {
    if (absent.has_value()) return *absent;
    return InvalidArgument("say which ", name);
  }
  int value = 0;
  if (absl::SimpleAtoi(found->second, &value) &&
      (!bounds.has_value() || (value >= bounds->min && value <= bounds->max))) {
    return value;
  }
  return InvalidArgument(
      name, " is a whole number",
      bounds.has_value()
          ? absl::StrCat(" from ", bounds->min, " to ", bounds->max)
          : "",
      ", not ", Quoted(found->second));
}

absl::Status NoSuchAddress() {
  return absl::NotFoundError(
      "there is nothing at this address; the interface is described in "
      "frontends/web/README.md");
}

absl::Status MethodNotAllowed(absl::string_view right) {
  return absl::UnimplementedError(absl::StrCat("use ", right, " here"));
}

Response Api::Handle(const Request& request) {
  try {
    StatusOr<Response> answer = AnswerPath(request, lobby_, results_);
    return answer.ok() ? *std::move(answer) : RefusalOf(answer.status());
  } catch (const std::bad_alloc&) {
    return RefusalOf(absl::UnavailableError("memory is short; try again"));
  } catch (const std::exception& error) {
    return RefusalOf(absl::InternalError(error.what()));
  }
}

}  // namespace boardwalk::web
