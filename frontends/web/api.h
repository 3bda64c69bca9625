// The interface of the server, version 1 (README.md): requests in, answers or
// streams of events out. It knows no sockets: the server calls it, and so do
// tests and fuzzers.
//
// Example, given `Lobby& lobby`:
//
//   web::Api api(lobby);
//   const web::Response answer =
//       api.Handle({.method = "GET", .path = "/api/1/games"});

#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/parameters.h"
#include "frontends/web/http/texts.h"

namespace boardwalk::web {

class Lobby;
class Results;

// The longest body of a request, in bytes: a game of Room::kMaxPlies moves,
// with all that players said of them, fits. The server refuses longer ones.
inline constexpr size_t kMaxBody = 16 << 20;

// What a client asks. Names and values are decoded.
struct Request {
  std::string method;  // "GET", "POST"
  std::string path;    // "/api/1/rooms/k3x9"
  std::map<std::string, std::string> query = {};
  std::vector<std::string> keys = {};  // Boardwalk-Key, and key= of the query
  std::string last_event_id = {};
  std::string body = {};
  // The machine that asks: "192.0.2.7"; of IPv6, the network that one person
  // may have, "2001:db8:0:1::/64".
  std::string address = {};
  // Without the server's token: the keys of a game admit to that game alone.
  bool guest = false;
};

// The value of a parameter of the query; "" where there is none.
std::string QueryText(const Request& request, const std::string& name);
// A whole number within `bounds`; `absent` where the query has none, which is
// an error without `absent`.
absl::StatusOr<int> QueryInt(const Request& request, const std::string& name,
                             std::optional<int> absent,
                             std::optional<Bounds<int>> bounds = {});

// Events for one reader, as text/event-stream. Thread-safe.
class EventStream {
 public:
  // Tells the room that the reader has left.
  virtual ~EventStream() = default;
  // Takes a part of what is ready, null if nothing is; `*ended` once nothing
  // will come. At most about 64 KiB are kept for a reader that does not take
  // them: then they are replaced by one `state` event. A part that is withdrawn
  // cannot be sent to its end: the reader is to be sent away, and comes again.
  virtual std::shared_ptr<const SharedText> Take(bool* ended) = 0;
  // `wake` is called, by any thread and without locks of the room, when Take
  // has something after it had nothing. Set once, before the first Take.
  virtual void SetWake(std::function<void()> wake) = 0;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::map<std::string, std::string> headers = {};
  std::unique_ptr<EventStream> events = {};  // instead of `body`
};

// A name in a body that nothing has: the request is wrong, not its address.
template <typename T>
absl::StatusOr<T> InBody(absl::StatusOr<T> found) {
  if (!absl::IsNotFound(found.status())) return found;
  return absl::InvalidArgumentError(found.status().message());
}

// The requests /api/1/records and /api/1/positions, and those below
// /api/1/rooms and /api/1/results; `rest` is the rest of the path: "",
// "/ID/moves", "/games/3". `results` may be null: this server has none. The
// code of an error becomes the status of the answer (README.md).
absl::StatusOr<Response> AnswerRecords(const Request& request, Lobby& lobby);
absl::StatusOr<Response> AnswerPositions(const Request& request, Lobby& lobby);
absl::StatusOr<Response> AnswerRooms(const Request& request,
                                     absl::string_view rest, Lobby& lobby);
absl::StatusOr<Response> AnswerResults(const Request& request,
                                       absl::string_view rest,
                                       Results* results);

// 404: there is no such address. 405: only the method `right` is allowed.
absl::Status NoSuchAddress();
absl::Status MethodNotAllowed(absl::string_view right);

// Thread-safe.
class Api {
 public:
  // `lobby` and `results` must outlive it; without `results` there are none.
  explicit Api(Lobby& lobby, Results* results = nullptr)
      : lobby_(lobby), results_(results) {}

  // Never throws and never waits for a player. The path begins with /api/1/.
  Response Handle(const Request& request);

 private:
  Lobby& lobby_;
  Results* const results_;
};

}  // namespace boardwalk::web
