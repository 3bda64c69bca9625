#include "frontends/web/http/server.h"

#include <cstdint>

#include "absl/status/status.h"

#ifdef BOARDWALK_HAVE_MICROHTTPD

#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <thread>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/mutex.h"
#include "framework/status_macros.h"
#include "frontends/web/http/admission.h"
#include "frontends/web/http/events.h"
#include "frontends/web/http/listener.h"

#endif  // BOARDWALK_HAVE_MICROHTTPD

namespace boardwalk::web {

const PageFile* FindPageFile(absl::string_view path) {
  if (path.empty() || path[0] != '/') return nullptr;
  const absl::string_view name = path == "/" ? "index.html" : path.substr(1);
  for (const PageFile& file : PageFiles()) {
    if (file.name == name) return &file;
  }
  return nullptr;
}

#ifndef BOARDWALK_HAVE_MICROHTTPD

absl::StatusOr<std::unique_ptr<Server>> Server::Start(Handler,
                                                      const ServerOptions&) {
  return absl::InternalError(
      "this program was built without a web server; install libmicrohttpd (on "
      "Debian: apt install libmicrohttpd-dev) and build it again");
}

#else

namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kConnectionMemory = 32 << 10;  // head, and what is sent
// Of all bodies that are coming in at once, and of all that are sent.
constexpr size_t kMaxBodies = 64 << 20;
constexpr size_t kMaxAnswers = 128 << 20;
// Such answers are sent all the same.
constexpr size_t kSmallAnswer = 64 << 10;
// Seconds after which what was refused for a limit may be tried again.
constexpr char kRetryAfter[] = "2";
constexpr uint64_t kStop = 0;  // among the numbers of streams

// What is shared by the threads that wake an event stream and the one that
// sends it.
class Signal {
 public:
  explicit Signal(MHD_Connection* connection) : connection_(connection) {}

  // Says that there may be something to take.
  void Wake() {
    const MutexLock lock(&mutex_);
    ready_ = true;
    Resume();
  }
  // Asks for a ping.
  void Beat() {
    const MutexLock lock(&mutex_);
    beat_ = true;
    Resume();
  }
  // Ends the stream: the reader has left, or the server stops.
  void Leave() {
    const MutexLock lock(&mutex_);
    left_ = true;
    Resume();
  }

  // What has happened since the last call.
  struct Seen {
    bool beat;
    bool left;
  };
  Seen Look() {
    const MutexLock lock(&mutex_);
    ready_ = false;
    return {std::exchange(beat_, false), left_};
  }

  // Called by the thread of the connection. Returns false, and the connection
  // goes on, if something has happened since Look.
  bool Suspend() {
    const MutexLock lock(&mutex_);
    if (ready_ || beat_ || left_) return false;
    MHD_suspend_connection(connection_);
    suspended_ = true;
    return true;
  }

 private:
  // A connection that is not suspended looks before it is.
  void Resume() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (std::exchange(suspended_, false)) MHD_resume_connection(connection_);
  }

  Mutex mutex_;
  // Suspended connections are closed by no one, so it is there when it is used.
  MHD_Connection* const connection_;
  bool suspended_ ABSL_GUARDED_BY(mutex_) = false;
  bool ready_ ABSL_GUARDED_BY(mutex_) = false;
  bool beat_ ABSL_GUARDED_BY(mutex_) = false;
  bool left_ ABSL_GUARDED_BY(mutex_) = false;
};

// A connection. What is not guarded belongs to the thread that serves it.
struct Connection {
  int fd = -1;
  std::string address = {};  // Request::address
  // The request that is coming.
  RawRequest raw = {};
  Admitted admitted = {};
  std::optional<Refusal> refusal = {};
  bool has_head = false;
  std::string body = {};
  // The time by which the answer must have gone; the largest one for event
  // streams, and for what has been told to end.
  std::atomic<Clock::time_point> deadline = Clock::time_point::max();
};

MHD_Result AddHeader(void* cls, MHD_ValueKind, const char* name,
                     const char* value) {
  if (name == nullptr) return MHD_YES;
  const std::string key = absl::AsciiStrToLower(name);
  auto& headers = *static_cast<std::map<std::string, std::string>*>(cls);
  const absl::string_view text = value == nullptr ? "" : value;
  const auto [at, is_new] = headers.emplace(key, text);
  if (!is_new) absl::StrAppend(&at->second, ",", text);
  return MHD_YES;
}

// A line that says nothing.
std::shared_ptr<const SharedText> Comment() {
  static const auto comment = std::make_shared<const SharedText>(":\n\n");
  return comment;
}

// A reader whose machine or network is gone is found out: what it does not
// confirm ends its connection. Systems without the option do so later.
void CloseWhenSilent(int fd, std::chrono::milliseconds silence) {
#ifdef TCP_USER_TIMEOUT
  const auto timeout_ms = static_cast<unsigned>(silence.count());
  setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout_ms,
             sizeof(timeout_ms));
#else
  (void)fd, (void)silence;
#endif
}

// The body of an answer, counted in `total` as long as it is sent.
struct Body {
  Body(std::string sent, std::atomic<size_t>& all)
      : text(std::move(sent)), total(all) {
    total += text.size();
  }
  ~Body() { total -= text.size(); }
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  std::string text;
  std::atomic<size_t>& total;
};

void FreeBody(void* body) { delete static_cast<Body*>(body); }

MHD_Response* NewResponse(std::string text, std::atomic<size_t>& total) {
  auto* const body = new Body(std::move(text), total);
  MHD_Response* const made =
      MHD_create_response_from_buffer_with_free_callback_cls(
          body->text.size(), body->text.data(), FreeBody, body);
  if (made == nullptr) delete body;
  return made;
}

// What every answer has, unless the handler has said otherwise.
const std::map<std::string, std::string>& UsualHeaders() {
  static const std::map<std::string, std::string> headers = {
      {"Cache-Control", "no-store"},
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; connect-src "
       "'self'; img-src 'self' data: blob:; frame-ancestors 'none'; base-uri "
       "'none'; form-action 'none'"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Referrer-Policy", "no-referrer"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
  };
  return headers;
}

void AddHeaders(const std::map<std::string, std::string>& headers,
                MHD_Response* response) {
  for (const auto& [name, value] : UsualHeaders()) {
    if (headers.count(name) == 0) {
      MHD_add_response_header(response, name.c_str(), value.c_str());
    }
  }
  for (const auto& [name, value] : headers) {
    MHD_add_response_header(response, name.c_str(), value.c_str());
  }
}

Response PageResponse(const RawRequest& raw, const PageFile& file) {
  const std::string tag = absl::StrCat("\"", file.hash, "\"");
  Response response = {
      .type = std::string(file.type),
      .headers = {{"Cache-Control", "no-cache"}, {"ETag", tag}}};
  const auto known = raw.headers.find("if-none-match");
  if (known != raw.headers.end() &&
      (absl::StrContains(known->second, tag) || known->second == "*")) {
    response.status = 304;
  } else {
    response.body = std::string(file.text);
  }
  return response;
}

class MicrohttpdServer final : public Server {
 public:
  MicrohttpdServer(Handler handler, const ServerOptions& options,
                   Listener listener)
      : handler_(std::move(handler)),
        options_(options),
        listener_(std::move(listener)),
        cookie_name_(absl::StrCat("boardwalk-", listener_.port)),
        admission_(
            {.hosts = listener_.names,
             .any_address_port = listener_.any_address ? listener_.port : 0,
             .token = options_.token,
             .cookie_name = cookie_name_}) {}
  ~MicrohttpdServer() override;

  absl::Status Run();

  int port() const override { return listener_.port; }
  std::string address() const override {
    return absl::StrCat(
        "http://", listener_.names.front(), "/",
        options_.token.empty() ? "" : absl::StrCat("?token=", options_.token));
  }

 private:
  // An event stream on its way to its reader.
  struct Stream {
    MicrohttpdServer* server;
    int fd;
    uint64_t number;
    std::shared_ptr<Signal> signal;
    std::unique_ptr<EventStream> events;
    // What has been taken, or null, and how much of it has been sent. The first
    // bytes make the head go out at once.
    std::shared_ptr<const SharedText> text = Comment();
    size_t sent = 0;
    bool ping_due = false;  // behind the events that wait
    bool ended = false;
  };

  // The callbacks of libmicrohttpd. `cls` is the server, unless said.
  static void OnConnection(void* cls, MHD_Connection* connection, void** state,
                           MHD_ConnectionNotificationCode code);
  static void* OnTarget(void* cls, const char* target,
                        MHD_Connection* connection);
  static size_t KeepEncoded(void*, MHD_Connection*, char* text);
  static MHD_Result OnRequest(void* cls, MHD_Connection* connection,
                              const char* url, const char* method,
                              const char* version, const char* upload,
                              size_t* upload_size, void** state);
  static void OnCompleted(void* cls, MHD_Connection* connection, void** state,
                          MHD_RequestTerminationCode code);
  static ssize_t ReadStream(void* cls, uint64_t position, char* to, size_t max);
  static void FreeStream(void* cls);

  MHD_Result TakeHead(MHD_Connection* mhd, Connection& connection,
                      const char* method);
  MHD_Result TakeBody(Connection& connection, const char* upload, size_t* size);
  MHD_Result Answer(MHD_Connection* mhd, Connection& connection);
  MHD_Result Send(MHD_Connection* mhd, Connection& connection,
                  Response response);
  MHD_Response* NewStream(MHD_Connection* mhd, Connection& connection,
                          std::unique_ptr<EventStream> events);
  Response Handle(Connection& connection);
  void ForgetBody(Connection& connection);

  // Until the server stops: ends the streams of readers that leave, drops
  // connections that are late, and lets streams send pings.
  void RunTimers();
  void SeeLeaver(uint64_t number);
  void DropLate(Clock::time_point now);
  void LeaveConnections();

  const Handler handler_;
  const ServerOptions options_;
  Listener listener_;
  const std::string cookie_name_;
  const Admission admission_;

  MHD_Daemon* daemon_ = nullptr;
  std::atomic<size_t> bodies_{0};   // bytes that come in
  std::atomic<size_t> answers_{0};  // bytes that are sent
  std::atomic<int> num_streams_{0};

  // The thread of RunTimers, and what wakes it.
  int epoll_ = -1;
  int stop_event_ = -1;
  std::thread timers_;

  Mutex mutex_;
  std::set<Connection*> connections_ ABSL_GUARDED_BY(mutex_);
  // How many there are, by Request::address. libmicrohttpd would count each
  // address of IPv6, of which one person has very many.
  std::map<std::string, int> of_address_ ABSL_GUARDED_BY(mutex_);
  // By numbers that are never used again.
  std::map<uint64_t, std::shared_ptr<Signal>> streams_ ABSL_GUARDED_BY(mutex_);
  uint64_t last_stream_ ABSL_GUARDED_BY(mutex_) = kStop;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
};

// --- Requests ----------------------------------------------------------------
void MicrohttpdServer::OnConnection(void* cls, MHD_Connection* mhd,
                                    void** state,
                                    MHD_ConnectionNotificationCode code) {
  auto& server = *static_cast<MicrohttpdServer*>(cls);
  if (code == MHD_CONNECTION_NOTIFY_STARTED) {
    auto* const connection = new Connection;
    *state = connection;
    connection->fd =
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD)
            ->connect_fd;
    connection->address = AddressText(
        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
            ->client_addr);
    connection->deadline = Clock::now() + server.options_.exchange_time;
    CloseWhenSilent(connection->fd, server.options_.silence_time);
    const MutexLock lock(&server.mutex_);
    server.connections_.insert(connection);
    const int most = server.options_.max_connections_per_address;
    if (++server.of_address_[connection->address] > most && most > 0) {
      shutdown(connection->fd, SHUT_RDWR);
    }
  } else if (auto* const connection = static_cast<Connection*>(*state)) {
    // Its socket is still open, so nobody else has that number.
    {
      const MutexLock lock(&server.mutex_);
      server.connections_.erase(connection);
      const auto same = server.of_address_.find(connection->address);
      if (--same->second == 0) server.of_address_.erase(same);
    }
    server.ForgetBody(*connection);
    delete connection;
    *state = nullptr;
  }
}

// Called first for each request, with the raw target.
void* MicrohttpdServer::OnTarget(void*, const char* target,
                                 MHD_Connection* mhd) {
  auto* const connection = static_cast<Connection*>(
      MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
          ->socket_context);
  connection->raw = {.method = "", .target = target};
  connection->admitted = {};
  connection->refusal.reset();
  connection->has_head = false;
  return connection;
}

// Admission decodes, and says what is wrong.
size_t MicrohttpdServer::KeepEncoded(void*, MHD_Connection*, char* text) {
  return std::strlen(text);
}

MHD_Result MicrohttpdServer::OnRequest(void* cls, MHD_Connection* mhd,
                                       const char*, const char* method,
                                       const char*, const char* upload,
                                       size_t* upload_size, void** state) {
  auto& server = *static_cast<MicrohttpdServer*>(cls);
  auto& connection = *static_cast<Connection*>(*state);
  try {
    if (!connection.has_head) return server.TakeHead(mhd, connection, method);
    if (*upload_size > 0) {
      return server.TakeBody(connection, upload, upload_size);
    }
    return server.Answer(mhd, connection);
  } catch (const std::exception&) {  // out of memory
    return MHD_NO;
  }
}

Refusal TooLong(const Admitted& admitted) {
  return {413, absl::StrCat("the body is longer than ", admitted.max_body,
                            " bytes")};
}

MHD_Result MicrohttpdServer::TakeHead(MHD_Connection* mhd,
                                      Connection& connection,
                                      const char* method) {
  connection.has_head = true;
  connection.raw.method = method;
  MHD_get_connection_values(mhd, MHD_HEADER_KIND, AddHeader,
                            &connection.raw.headers);
  connection.refusal = admission_.Admit(connection.raw, connection.admitted);
  const auto length = connection.raw.headers.find("content-length");
  uint64_t bytes = 0;
  if (length == connection.raw.headers.end() ||
      (absl::SimpleAtoi(length->second, &bytes) &&
       bytes <= connection.admitted.max_body)) {
    return MHD_YES;
  }
  // Closes the connection: the body is not read.
  if (!connection.refusal.has_value()) {
    connection.refusal = TooLong(connection.admitted);
  }
  return Answer(mhd, connection);
}

MHD_Result MicrohttpdServer::TakeBody(Connection& connection,
                                      const char* upload, size_t* size) {
  const size_t bytes = std::exchange(*size, 0);
  // What is not answered is read all the same, so that the client reads why.
  if (connection.refusal.has_value()) return MHD_YES;
  if (connection.body.size() + bytes > connection.admitted.max_body) {
    connection.refusal = TooLong(connection.admitted);
    ForgetBody(connection);
    return MHD_YES;
  }
  if (bodies_.fetch_add(bytes) + bytes > kMaxBodies) {
    bodies_ -= bytes;
    connection.refusal = {503, "too much is sent at once; try again later"};
    ForgetBody(connection);
    return MHD_YES;
  }
  connection.body.append(upload, bytes);
  return MHD_YES;
}

void MicrohttpdServer::ForgetBody(Connection& connection) {
  bodies_ -= connection.body.size();
  connection.body = {};
}

Response MicrohttpdServer::Handle(Connection& connection) {
  const Admitted& admitted = connection.admitted;
  if (connection.refusal.has_value()) {
    return ErrorResponse(admitted.is_api, connection.refusal->status,
                         connection.refusal->message);
  }
  if (!admitted.is_api) {
    const PageFile* const file = FindPageFile(admitted.request.path);
    if (file == nullptr)
      return ErrorResponse(false, 404, "there is no such page");
    return PageResponse(connection.raw, *file);
  }
  try {
    const size_t bytes = connection.body.size();
    connection.admitted.request.body = std::move(connection.body);
    connection.admitted.request.address = connection.address;
    connection.body = {};
    bodies_ -= bytes;
    return handler_(admitted.request);
  } catch (const std::exception& error) {
    return ErrorResponse(true, 500,
                         absl::StrCat("the server failed: ", error.what()));
  }
}

MHD_Result MicrohttpdServer::Answer(MHD_Connection* mhd,
                                    Connection& connection) {
  Response response = Handle(connection);
  if (response.status == 405) response.headers["Allow"] = "GET, HEAD, POST";
  if (response.status == 401) {
    response.headers["WWW-Authenticate"] = "Bearer";
  }
  if (connection.admitted.new_token && response.status < 400) {
    response.headers["Set-Cookie"] =
        absl::StrCat(cookie_name_, "=", options_.token,
                     "; Path=/; HttpOnly; SameSite=Strict");
  }
  return Send(mhd, connection, std::move(response));
}

MHD_Result MicrohttpdServer::Send(MHD_Connection* mhd, Connection& connection,
                                  Response response) {
  const bool is_stream = response.events != nullptr;
  if (response.body.size() > kSmallAnswer &&
      answers_ + response.body.size() > kMaxAnswers) {
    return Send(mhd, connection,
                ErrorResponse(connection.admitted.is_api, 503,
                              "too much is sent at once; try again later"));
  }
  if (is_stream) response.type = "text/event-stream";
  MHD_Response* made = nullptr;
  if (!is_stream || connection.admitted.head) {
    made = NewResponse(std::move(response.body), answers_);
  } else if (num_streams_.fetch_add(1) < options_.max_streams) {
    made = NewStream(mhd, connection, std::move(response.events));
  } else {
    --num_streams_;
    return Send(mhd, connection,
                ErrorResponse(true, 503, "too many watch; try again later"));
  }
  if (made == nullptr) return MHD_NO;
  if (response.status != 304) {
    MHD_add_response_header(made, "Content-Type", response.type.c_str());
  }
  if (response.status == 503 || response.status == 429) {
    response.headers.emplace("Retry-After", kRetryAfter);
  }
  AddHeaders(response.headers, made);
  const MHD_Result queued =
      MHD_queue_response(mhd, static_cast<unsigned>(response.status), made);
  MHD_destroy_response(made);
  return queued;
}

void MicrohttpdServer::OnCompleted(void* cls, MHD_Connection*, void** state,
                                   MHD_RequestTerminationCode) {
  auto& server = *static_cast<MicrohttpdServer*>(cls);
  auto* const connection = static_cast<Connection*>(*state);
  if (connection == nullptr) return;
  server.ForgetBody(*connection);
  connection->deadline = Clock::now() + server.options_.exchange_time;
}

// --- Event streams -----------------------------------------------------------
MHD_Response* MicrohttpdServer::NewStream(MHD_Connection* mhd,
                                          Connection& connection,
                                          std::unique_ptr<EventStream> events) {
  constexpr size_t kBlock = 4096;
  auto signal = std::make_shared<Signal>(mhd);
  events->SetWake([signal] { signal->Wake(); });
  auto stream = std::make_unique<Stream>(Stream{.server = this,
                                                .fd = connection.fd,
                                                .number = 0,
                                                .signal = signal,
                                                .events = std::move(events)});
  MHD_Response* const made = MHD_create_response_from_callback(
      MHD_SIZE_UNKNOWN, kBlock, ReadStream, stream.get(), FreeStream);
  if (made == nullptr) {
    --num_streams_;
    return nullptr;
  }
  connection.deadline = Clock::time_point::max();
  const MutexLock lock(&mutex_);
  if (stopping_) signal->Leave();
  stream->number = ++last_stream_;
  streams_.emplace(stream->number, std::move(signal));
  // libmicrohttpd does not look at suspended connections.
  epoll_event event = {};
  event.events = EPOLLRDHUP | EPOLLONESHOT;
  event.data.u64 = stream->number;
  epoll_ctl(epoll_, EPOLL_CTL_ADD, stream->fd, &event);
  (void)stream.release();  // FreeStream's
  return made;
}

ssize_t MicrohttpdServer::ReadStream(void* cls, uint64_t, char* to,
                                     size_t max) {
  auto& stream = *static_cast<Stream*>(cls);
  while (true) {
    if (stream.text != nullptr && stream.sent < stream.text->size()) {
      const auto bytes = stream.text->Copy(stream.sent, to, max);
      if (!bytes.has_value()) return MHD_CONTENT_READER_END_WITH_ERROR;
      stream.sent += *bytes;
      return static_cast<ssize_t>(*bytes);
    }
    stream.text = nullptr;
    if (stream.ended) return MHD_CONTENT_READER_END_OF_STREAM;
    const Signal::Seen seen = stream.signal->Look();
    if (seen.left) return MHD_CONTENT_READER_END_WITH_ERROR;
    try {
      stream.text = stream.events->Take(&stream.ended);
    } catch (const std::exception&) {  // out of memory
      return MHD_CONTENT_READER_END_WITH_ERROR;
    }
    stream.sent = 0;
    stream.ping_due = stream.ping_due || seen.beat;
    if (stream.text == nullptr && !stream.ended &&
        std::exchange(stream.ping_due, false)) {
      stream.text = std::make_shared<const SharedText>(PingText());
    }
    if (stream.text == nullptr && !stream.ended && stream.signal->Suspend()) {
      return 0;
    }
  }
}

void MicrohttpdServer::FreeStream(void* cls) {
  const std::unique_ptr<Stream> stream(static_cast<Stream*>(cls));
  MicrohttpdServer& server = *stream->server;
  --server.num_streams_;
  const MutexLock lock(&server.mutex_);
  server.streams_.erase(stream->number);
  epoll_ctl(server.epoll_, EPOLL_CTL_DEL, stream->fd, nullptr);
}

// --- Time, and the end -------------------------------------------------------
void MicrohttpdServer::RunTimers() {
  const auto tick =
      std::min({std::chrono::milliseconds(1000), options_.exchange_time / 4,
                options_.crowded_time / 4, options_.heartbeat / 4});
  auto next_tick = Clock::now() + tick;
  auto next_beat = Clock::now() + options_.heartbeat;
  std::array<epoll_event, 64> events;
  while (true) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(next_tick - Clock::now());
    const int found =
        epoll_wait(epoll_, events.data(), static_cast<int>(events.size()),
                   static_cast<int>(std::max<int64_t>(left.count(), 0)));
    for (int i = 0; i < found; ++i) {
      if (events[i].data.u64 == kStop) return;
      SeeLeaver(events[i].data.u64);
    }
    const Clock::time_point now = Clock::now();
    if (now < next_tick) continue;
    next_tick = now + tick;
    DropLate(now);
    if (now < next_beat) continue;
    next_beat = now + options_.heartbeat;
    const MutexLock lock(&mutex_);
    for (const auto& [number, signal] : streams_) signal->Beat();
  }
}

void MicrohttpdServer::SeeLeaver(uint64_t number) {
  const MutexLock lock(&mutex_);
  const auto stream = streams_.find(number);
  if (stream != streams_.end()) stream->second->Leave();
}

void MicrohttpdServer::DropLate(Clock::time_point now) {
  const MutexLock lock(&mutex_);
  const bool crowded =
      2 * connections_.size() > static_cast<size_t>(options_.max_connections);
  Clock::time_point latest = now;
  if (crowded && options_.crowded_time < options_.exchange_time) {
    latest += options_.exchange_time - options_.crowded_time;
  }
  for (Connection* const connection : connections_) {
    Clock::time_point deadline = connection->deadline;
    // Unless it has just gone on.
    if (deadline < latest && connection->deadline.compare_exchange_strong(
                                 deadline, Clock::time_point::max())) {
      shutdown(connection->fd, SHUT_RDWR);
    }
  }
}

// libmicrohttpd 0.9.75 crashes if it is stopped while it refuses a malformed
// request. So clients leave first, but for those that take longer than this.
void MicrohttpdServer::LeaveConnections() {
  const auto until = Clock::now() + std::chrono::milliseconds(100);
  for (;;) {
    {
      const MutexLock lock(&mutex_);
      if (connections_.empty() || Clock::now() > until) return;
      for (Connection* const connection : connections_) {
        shutdown(connection->fd, SHUT_RDWR);
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

absl::Status MicrohttpdServer::Run() {
  epoll_ = epoll_create1(EPOLL_CLOEXEC);
  stop_event_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.u64 = kStop;
  if (epoll_ < 0 || stop_event_ < 0 ||
      epoll_ctl(epoll_, EPOLL_CTL_ADD, stop_event_, &event) != 0) {
    return absl::ResourceExhaustedError("the system has no epoll to give");
  }
  daemon_ = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, nullptr,
      nullptr, OnRequest, this, MHD_OPTION_LISTEN_SOCKET, listener_.fd,
      MHD_OPTION_THREAD_POOL_SIZE, static_cast<unsigned>(options_.threads),
      MHD_OPTION_CONNECTION_LIMIT,
      static_cast<unsigned>(options_.max_connections),
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, kConnectionMemory,
      MHD_OPTION_CONNECTION_TIMEOUT,
      static_cast<unsigned>(options_.stall_time.count()),
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_CONNECTION,
      OnConnection, this, MHD_OPTION_URI_LOG_CALLBACK, OnTarget, this,
      MHD_OPTION_NOTIFY_COMPLETED, OnCompleted, this,
      MHD_OPTION_UNESCAPE_CALLBACK, KeepEncoded, nullptr, MHD_OPTION_END);
  if (daemon_ == nullptr) {
    return absl::ResourceExhaustedError(
        "libmicrohttpd cannot start its threads");
  }
  listener_.fd = -1;  // libmicrohttpd's
  timers_ = std::thread([this] { RunTimers(); });
  return absl::OkStatus();
}

MicrohttpdServer::~MicrohttpdServer() {
  if (timers_.joinable()) {
    const uint64_t one = 1;
    (void)!write(stop_event_, &one, sizeof(one));
    timers_.join();
  }
  {
    // libmicrohttpd must not be stopped while a connection is suspended.
    const MutexLock lock(&mutex_);
    stopping_ = true;
    for (const auto& [number, signal] : streams_) signal->Leave();
  }
  LeaveConnections();
  if (daemon_ != nullptr) MHD_stop_daemon(daemon_);
  for (const int fd : {listener_.fd, stop_event_, epoll_}) {
    if (fd >= 0) close(fd);
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<Server>> Server::Start(
    Handler handler, const ServerOptions& options) {
  constexpr int kMorePorts = 100;
  constexpr int kLastPort = 65535;
  const bool tries = options.next_port && options.port != 0;
  ASSIGN_OR_RETURN(
      Listener listener,
      Listen(options.host, options.port,
             std::min(options.port + (tries ? kMorePorts : 0), kLastPort)));
  auto server = std::make_unique<MicrohttpdServer>(std::move(handler), options,
                                                   std::move(listener));
  RETURN_IF_ERROR(server->Run());
  return server;
}

#endif  // BOARDWALK_HAVE_MICROHTTPD

}  // namespace boardwalk::web
