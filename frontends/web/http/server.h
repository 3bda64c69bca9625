// HTTP/1.1 for the page and its interface, by libmicrohttpd: connections, their
// limits, who may ask (admission.h) and the files of the page. It knows nothing
// of games.
//
// A few threads serve all connections with epoll. An event stream that has
// nothing to say costs no thread and is looked at again when it is woken, for
// the heartbeat that keeps the connection alive, and when its reader leaves.
//
// Example, given `Api& api`:
//
//   auto server = web::Server::Start(
//       [&api](const web::Request& request) { return api.Handle(request); },
//       {.port = 0});
//   if (server.ok()) std::cout << (*server)->address() << '\n';

#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "frontends/web/api.h"

namespace boardwalk::web {

struct ServerOptions {
  // The name or address to listen at. "" is this machine alone, 127.0.0.1.
  std::string host = {};
  int port = 8080;  // 0 is any that is free
  // Takes the next free one of the 100 after `port` if that is in use.
  bool next_port = false;
  // Who asks for more than the page needs it, or keys of a game
  // (admission.h). "" if nobody needs one.
  std::string token = {};
  int threads = 4;  // from 1 to 64
  int max_connections = 1000;
  int max_connections_per_address = 0;  // 0 is no limit
  // The most event streams, of games and of results together.
  int max_streams = 500;
  // The time for a request and its answer, from the end of the one before or
  // from the beginning of the connection.
  std::chrono::milliseconds exchange_time = std::chrono::seconds(60);
  // The same where more than half of the connections are taken: so many that
  // send nothing do not keep others waiting for long.
  std::chrono::milliseconds crowded_time = std::chrono::seconds(10);
  // The reader of an event stream must take something within this time. Whole
  // seconds.
  std::chrono::seconds stall_time = std::chrono::seconds(60);
  // Between the events `ping` of a stream, which tell both sides that the other
  // is there.
  std::chrono::milliseconds heartbeat = std::chrono::seconds(5);
  // A connection whose other end confirms nothing of what is sent for so long,
  // or has no place for it, is closed: its machine or the network is silent.
  // With the heartbeat, a reader who is gone is noticed within 20 s.
  std::chrono::milliseconds silence_time = std::chrono::seconds(12);
};

class Server {
 public:
  // Called by several threads at once for what is below /api. An exception is
  // answered with status 500.
  using Handler = std::function<Response(const Request&)>;

  // An error where the host or the port cannot be had (kInvalidArgument: the
  // message says what would be right), or where the program was built without
  // libmicrohttpd (kInternal).
  static absl::StatusOr<std::unique_ptr<Server>> Start(
      Handler handler, const ServerOptions& options);

  // Ends the event streams and closes all connections. All handlers have
  // returned and all EventStreams are destroyed afterwards.
  virtual ~Server() = default;

  virtual int port() const = 0;
  // What to open: "http://127.0.0.1:8080/", with the token if there is one.
  virtual std::string address() const = 0;
};

// A file of the page, as the build puts it into the program.
struct PageFile {
  absl::string_view name;  // "board.js", below page/
  absl::string_view type;  // "text/javascript; charset=utf-8"
  absl::string_view hash;  // of the text
  absl::string_view text;
};

const std::vector<PageFile>& PageFiles();

// Null if there is none. The path "/" is that of index.html.
const PageFile* FindPageFile(absl::string_view path);

}  // namespace boardwalk::web
