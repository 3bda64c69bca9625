// The server over sockets, by clients that send bytes: what is right, what is
// wrong, what is slow, and what leaves.

#include "frontends/web/server.h"

#ifdef BOARDWALK_HAVE_MICROHTTPD

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/mutex.h"
#include "framework/random.h"
#include "frontends/web/keys.h"
#include "frontends/web/page_files.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::web {
namespace {

using std::chrono::milliseconds;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;

// How long a test waits before it fails; not a measure of speed.
constexpr int kPatienceMs = 60'000;

struct HttpAnswer {
  int status = 0;                              // 0 if there was none
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// A connection to a server.
class Socket {
 public:
  explicit Socket(int port, int receive_buffer = 0) {
    fd_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (receive_buffer > 0) {
      setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer,
                 sizeof(receive_buffer));
    }
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(
        connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof(address)),
        0);
    host_ = absl::StrCat("127.0.0.1:", port);
  }
  ~Socket() { Close(); }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  void Close() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }
  void EndWriting() const { shutdown(fd_, SHUT_WR); }

  // False once the server has closed.
  bool Send(absl::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }

  // The head of a request, with more lines as "Name: value\r\n".
  std::string Head(absl::string_view line, absl::string_view more = "") const {
    return absl::StrCat(line, " HTTP/1.1\r\nHost: ", host_, "\r\n", more,
                        "\r\n");
  }
  std::string PostHead(absl::string_view target, size_t bytes) const {
    return Head(absl::StrCat("POST ", target),
                absl::StrCat("Content-Type: application/json\r\n",
                             "Content-Length: ", bytes, "\r\n"));
  }

  HttpAnswer Get(absl::string_view target, absl::string_view more = "") {
    EXPECT_TRUE(Send(Head(absl::StrCat("GET ", target), more)));
    return Read();
  }
  HttpAnswer Post(absl::string_view target, absl::string_view body) {
    EXPECT_TRUE(Send(absl::StrCat(PostHead(target, body.size()), body)));
    return Read();
  }

  // One answer; without a body if `head`.
  HttpAnswer Read(bool head = false) {
    HttpAnswer answer = ReadHead();
    if (answer.status == 0 || head || answer.status == 304) return answer;
    if (answer.headers.count("transfer-encoding") != 0) {
      for (std::string chunk; !(chunk = ReadChunk()).empty();) {
        answer.body += chunk;
      }
      return answer;
    }
    size_t bytes = 0;
    EXPECT_TRUE(absl::SimpleAtoi(answer.headers["content-length"], &bytes));
    answer.body = Cut(bytes);
    return answer;
  }

  HttpAnswer ReadHead() {
    HttpAnswer answer;
    const std::string head = CutLine("\r\n\r\n");
    bool first = true;
    for (absl::string_view line : absl::StrSplit(head, "\r\n")) {
      if (first) {
        first = false;
        if (absl::StartsWith(line, "HTTP/1.")) {
          (void)absl::SimpleAtoi(line.substr(9, 3), &answer.status);
        }
        continue;
      }
      const std::pair<std::string, std::string> pair =
          absl::StrSplit(line, absl::MaxSplits(": ", 1));
      answer.headers[absl::AsciiStrToLower(pair.first)] = pair.second;
    }
    return answer;
  }

  // "" at the end.
  std::string ReadChunk() {
    size_t bytes = 0;
    if (!absl::SimpleHexAtoi(CutLine("\r\n"), &bytes)) return "";
    const std::string chunk = Cut(bytes);
    CutLine("\r\n");
    return chunk;
  }

  // Event streams: what comes until `text` has, all of it; less at the end.
  std::string ReadEventsUntil(absl::string_view text) {
    std::string read;
    while (!absl::StrContains(read, text)) {
      const std::string chunk = ReadChunk();
      if (chunk.empty()) break;
      read += chunk;
    }
    return read;
  }

  // Waits until the server closes, which it does without more to read than
  // `max_bytes`.
  bool IsClosed(size_t max_bytes = 1 << 20) {
    while (More()) {
      if (buffer_.size() > max_bytes) return false;
    }
    return !timed_out_;
  }

  int fd() const { return fd_; }

 private:
  // Reads more; false at the end.
  bool More() {
    pollfd readable = {fd_, POLLIN, 0};
    if (poll(&readable, 1, kPatienceMs) != 1) {
      timed_out_ = true;
      ADD_FAILURE() << "nothing came";
      return false;
    }
    char bytes[16 << 10];
    const ssize_t got = recv(fd_, bytes, sizeof(bytes), 0);
    if (got <= 0) return false;
    buffer_.append(bytes, static_cast<size_t>(got));
    return true;
  }
  std::string Cut(size_t bytes) {
    while (buffer_.size() < bytes && More()) {
    }
    std::string cut = buffer_.substr(0, bytes);
    buffer_.erase(0, bytes);
    return cut;
  }
  std::string CutLine(absl::string_view end) {
    size_t at = 0;
    while ((at = buffer_.find(end.data(), 0, end.size())) ==
           std::string::npos) {
      if (!More()) return "";
    }
    std::string cut = buffer_.substr(0, at);
    buffer_.erase(0, at + end.size());
    return cut;
  }

  int fd_ = -1;
  std::string host_;
  std::string buffer_;
  bool timed_out_ = false;
};

// Where tests put events.
class Channel {
 public:
  void Push(const std::string& text) {
    std::function<void()> wake;
    {
      const MutexLock lock(&mutex_);
      events_ += text;
      if (std::exchange(waiting_, false)) wake = wake_;
    }
    if (wake) wake();
  }
  void End() {
    std::function<void()> wake;
    {
      const MutexLock lock(&mutex_);
      ended_ = true;
      wake = wake_;
    }
    if (wake) wake();
  }
  // Though nothing has come.
  void WakeInVain() {
    std::function<void()> wake;
    {
      const MutexLock lock(&mutex_);
      wake = wake_;
    }
    if (wake) wake();
  }

  // Comes, with its wake-up, when Take has just found that nothing is there.
  void PushLate(const std::string& text) {
    const MutexLock lock(&mutex_);
    late_.push_back(text);
  }

  std::string Take(bool* ended) {
    ++takes_;
    std::string taken;
    std::function<void()> wake;
    {
      const MutexLock lock(&mutex_);
      *ended = ended_;
      taken = std::exchange(events_, "");
      waiting_ = taken.empty() && late_.empty();
      if (taken.empty() && !late_.empty()) {
        events_ = late_.front();
        late_.pop_front();
        wake = wake_;
      }
    }
    if (wake) wake();
    return taken;
  }
  void SetWake(std::function<void()> wake) {
    const MutexLock lock(&mutex_);
    wake_ = std::move(wake);
  }
  int takes() const { return takes_; }

 private:
  Mutex mutex_;
  std::string events_ ABSL_GUARDED_BY(mutex_);
  std::deque<std::string> late_ ABSL_GUARDED_BY(mutex_);
  bool waiting_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  std::function<void()> wake_ ABSL_GUARDED_BY(mutex_);
  std::atomic<int> takes_{0};
};

class ChannelStream final : public EventStream {
 public:
  ChannelStream(std::shared_ptr<Channel> channel, std::atomic<int>& readers)
      : channel_(std::move(channel)), readers_(readers) {
    ++readers_;
  }
  ~ChannelStream() override {
    channel_->SetWake(nullptr);
    --readers_;
  }
  std::string Take(bool* ended) override { return channel_->Take(ended); }
  void SetWake(std::function<void()> wake) override {
    channel_->SetWake(std::move(wake));
  }

 private:
  const std::shared_ptr<Channel> channel_;
  std::atomic<int>& readers_;
};

// Waits until `holds` does.
template <typename Condition>
bool Eventually(const Condition& holds) {
  for (int i = 0; i < kPatienceMs; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(milliseconds(1));
  }
  return false;
}

class ServerTest : public ::testing::Test {
 protected:
  ServerOptions Options() {
    ServerOptions options;
    options.port = 0;
    options.threads = 3;
    // Nothing is found by looking again after a while.
    options.heartbeat = std::chrono::hours(1);
    return options;
  }
  void Start(const ServerOptions& options) {
    auto server = Server::Start(
        [this](const Request& request) { return Handle(request); }, options);
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
  }
  void Start() { Start(Options()); }
  // For clients that never finish.
  void StartImpatiently() {
    ServerOptions options = Options();
    options.exchange_time = milliseconds(200);
    Start(options);
  }

  // /api/1/echo says what was asked; /api/1/events/N streams channel N.
  Response Handle(const Request& request) {
    const MutexLock lock(&mutex_);
    ++num_requests_;
    if (absl::StartsWith(request.path, "/api/1/events/")) {
      int channel = 0;
      (void)absl::SimpleAtoi(request.path.substr(14), &channel);
      Response response;
      response.events = std::make_unique<ChannelStream>(Get(channel), readers_);
      return response;
    }
    if (request.path == "/api/1/throw") throw std::runtime_error("no \"luck\"");
    if (request.path == "/api/1/large") {
      return {.type = "text/plain", .body = std::string(8 << 20, 'x')};
    }
    if (request.path == "/api/1/limit") {
      return {.status = 429, .headers = {{"Retry-After", "7"}}};
    }
    last_ = request;
    return {.body = absl::StrCat(request.method, " ", request.path, " ",
                                 request.body)};
  }

  std::shared_ptr<Channel> Get(int number)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    auto& channel = channels_[number];
    if (channel == nullptr) channel = std::make_shared<Channel>();
    return channel;
  }
  std::shared_ptr<Channel> channel(int number) {
    const MutexLock lock(&mutex_);
    return Get(number);
  }
  Request last() {
    const MutexLock lock(&mutex_);
    return last_;
  }
  int num_requests() {
    const MutexLock lock(&mutex_);
    return num_requests_;
  }
  int port() const { return server_->port(); }

  // A reader of channel `number` that has got its head.
  std::unique_ptr<Socket> Reader(int number, int receive_buffer = 0) {
    auto reader = std::make_unique<Socket>(port(), receive_buffer);
    EXPECT_TRUE(
        reader->Send(reader->Head(absl::StrCat("GET /api/1/events/", number))));
    const HttpAnswer head = reader->ReadHead();
    EXPECT_EQ(head.status, 200);
    return reader;
  }

  Mutex mutex_;
  std::map<int, std::shared_ptr<Channel>> channels_ ABSL_GUARDED_BY(mutex_);
  Request last_ ABSL_GUARDED_BY(mutex_);
  int num_requests_ ABSL_GUARDED_BY(mutex_) = 0;
  std::atomic<int> readers_{0};
  std::unique_ptr<Server> server_;  // destroyed first
};

// --- Requests
// -----------------------------------------------------------------

TEST_F(ServerTest, ServesThePage) {
  Start();
  Socket client(port());
  const HttpAnswer page = client.Get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.body, FindPageFile("/index.html")->text);
  EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.headers.at("cache-control"), "no-cache");
  EXPECT_EQ(page.headers.at("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.headers.at("referrer-policy"), "no-referrer");
  EXPECT_EQ(page.headers.at("cross-origin-opener-policy"), "same-origin");
  EXPECT_EQ(page.headers.at("cross-origin-resource-policy"), "same-origin");
  EXPECT_THAT(page.headers.at("content-security-policy"),
              StartsWith("default-src 'none'; script-src 'self';"));
  EXPECT_THAT(page.headers, Not(testing::Contains(testing::Key("set-cookie"))));
  for (const PageFile& file : PageFiles()) {
    const HttpAnswer answer = client.Get(absl::StrCat("/", file.name));
    EXPECT_EQ(answer.status, 200) << file.name;
    EXPECT_EQ(answer.body, file.text) << file.name;
    EXPECT_EQ(answer.headers.at("content-type"), file.type);
  }
}

TEST_F(ServerTest, APageThatIsKnownIsNotSentAgain) {
  Start();
  Socket client(port());
  const std::string tag = client.Get("/").headers.at("etag");
  for (const std::string& known :
       {tag, "W/" + tag, "\"other\", " + tag, std::string("*")}) {
    const HttpAnswer again =
        client.Get("/", absl::StrCat("If-None-Match: ", known, "\r\n"));
    EXPECT_EQ(again.status, 304) << known;
    EXPECT_EQ(again.headers.at("etag"), tag);
  }
  EXPECT_EQ(client.Get("/", "If-None-Match: \"other\"\r\n").status, 200);
}

TEST_F(ServerTest, NothingButThePageIsServed) {
  Start();
  Socket client(port());
  for (const char* target :
       {"/nothing", "/../../etc/passwd", "/./index.html", "//index.html",
        "/index.html/", "/%2e%2e/etc/passwd", "/index.html%00", "/page/",
        "/etc/passwd", "/server.cc", "/a/../index.html", "/index.htm"}) {
    const HttpAnswer answer = client.Get(target);
    EXPECT_THAT(answer.status, AnyOf(404, 400)) << target;
    EXPECT_THAT(answer.headers.at("content-type"), StartsWith("text/html"));
    EXPECT_LT(answer.body.size(), 500u);
  }
  EXPECT_EQ(num_requests(), 0);
}

TEST_F(ServerTest, PassesRequestsOn) {
  Start();
  Socket client(port());
  const HttpAnswer answer = client.Get(
      "/api/1/echo%20me?a=1&key=x", "Boardwalk-Key: y\r\nLast-Event-ID: 3\r\n");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "GET /api/1/echo me ");
  EXPECT_EQ(answer.headers.at("content-type"), "application/json");
  EXPECT_EQ(answer.headers.at("cache-control"), "no-store");
  EXPECT_THAT(last().query, ElementsAre(Pair("a", "1")));
  EXPECT_THAT(last().keys, ElementsAre("x", "y"));
  EXPECT_EQ(last().last_event_id, "3");
  EXPECT_EQ(client.Post("/api/1/echo", "{\"a\": 1}").body,
            "POST /api/1/echo {\"a\": 1}");
  // The body of one request is not that of the next.
  EXPECT_EQ(client.Post("/api/1/echo", "").body, "POST /api/1/echo ");
  const HttpAnswer limit = client.Get("/api/1/limit");
  EXPECT_EQ(limit.status, 429);
  EXPECT_EQ(limit.headers.at("retry-after"), "7");
}

TEST_F(ServerTest, AFailingHandlerIsAnError) {
  Start();
  Socket client(port());
  const HttpAnswer answer = client.Get("/api/1/throw");
  EXPECT_EQ(answer.status, 500);
  EXPECT_THAT(answer.body, HasSubstr("no \\\"luck\\\""));
  EXPECT_EQ(client.Get("/api/1/echo").status, 200);
}

TEST_F(ServerTest, HeadsHaveNoBody) {
  Start();
  Socket client(port());
  ASSERT_TRUE(client.Send(
      client.Head("HEAD /") + client.Head("HEAD /api/1/echo") +
      client.Head("HEAD /api/1/events/1") + client.Head("GET /api/1/echo")));
  EXPECT_EQ(client.Read(true).headers.at("content-length"),
            absl::StrCat(FindPageFile("/")->text.size()));
  EXPECT_EQ(client.Read(true).headers.at("content-length"), "16");
  EXPECT_EQ(client.Read(true).headers.at("content-type"), "text/event-stream");
  EXPECT_EQ(client.Read().body, "GET /api/1/echo ");
  EXPECT_EQ(readers_, 0);
}

TEST_F(ServerTest, AnswersRequestsThatComeAtOnceInOrder) {
  Start();
  Socket client(port());
  std::string requests;
  for (int i = 0; i < 200; ++i) {
    const std::string body(static_cast<size_t>(i) * 7, 'b');
    const std::string target = absl::StrCat("/api/1/echo/", i);
    requests += i % 2 == 0 ? client.Head("GET " + target)
                           : client.PostHead(target, body.size()) + body;
  }
  std::thread sender([&] { EXPECT_TRUE(client.Send(requests)); });
  for (int i = 0; i < 200; ++i) {
    const std::string body(static_cast<size_t>(i) * 7, 'b');
    EXPECT_EQ(client.Read().body,
              i % 2 == 0 ? absl::StrCat("GET /api/1/echo/", i, " ")
                         : absl::StrCat("POST /api/1/echo/", i, " ", body));
  }
  sender.join();
}

TEST_F(ServerTest, ReadsABodyInChunks) {
  Start();
  Socket client(port());
  ASSERT_TRUE(
      client.Send(client.Head("POST /api/1/echo",
                              "Content-Type: application/json\r\n"
                              "Transfer-Encoding: chunked\r\n") +
                  "3\r\nabc\r\nA;extension=1\r\n0123456789\r\n0\r\n\r\n"));
  EXPECT_EQ(client.Read().body, "POST /api/1/echo abc0123456789");
  EXPECT_EQ(client.Get("/api/1/echo").status, 200);
}

TEST_F(ServerTest, BodiesAreBounded) {
  Start();
  Socket client(port());
  const std::string most(kMaxBody, 'm');
  EXPECT_EQ(client.Post("/api/1/echo", most).body, "POST /api/1/echo " + most);
  // In chunks it is read, and then refused.
  std::string chunks = client.Head("POST /api/1/echo",
                                   "Content-Type: application/json\r\n"
                                   "Transfer-Encoding: chunked\r\n");
  for (int i = 0; i < 17; ++i) {
    chunks += "10000\r\n" + std::string(1 << 16, 'c') + "\r\n";
  }
  ASSERT_TRUE(client.Send(chunks + "0\r\n\r\n"));
  EXPECT_EQ(client.Read().status, 413);
  EXPECT_EQ(client.Get("/api/1/echo").status, 200);
  // One that says that it is too large is not read.
  ASSERT_TRUE(client.Send(client.PostHead("/api/1/echo", kMaxBody + 1)));
  const HttpAnswer answer = client.Read();
  EXPECT_EQ(answer.status, 413);
  EXPECT_THAT(answer.body, StartsWith("{\"error\":\"the body is longer than"));
  EXPECT_TRUE(client.IsClosed());
  // Nor is any for a request that is refused anyhow.
  Socket other(port());
  ASSERT_TRUE(other.Send(other.PostHead("/", 1'000'000'000'000)));
  EXPECT_EQ(other.Read().status, 405);
  EXPECT_TRUE(other.IsClosed());
}

TEST_F(ServerTest, WhatIsRefusedCanBeFollowedByWhatIsNot) {
  Start();
  Socket client(port());
  const std::string body = "name=value";
  ASSERT_TRUE(client.Send(
      client.Head("POST /api/1/echo",
                  "Content-Type: application/x-www-form-urlencoded\r\n"
                  "Content-Length: 10\r\n") +
      body));
  EXPECT_EQ(client.Read().status, 415);
  ASSERT_TRUE(client.Send(
      client.Head("PUT /api/1/echo", "Content-Length: 10\r\n") + body));
  const HttpAnswer put = client.Read();
  EXPECT_EQ(put.status, 405);
  EXPECT_EQ(put.headers.at("allow"), "GET, HEAD, POST");
  EXPECT_EQ(client.Get("/api/1/echo", "Origin: http://evil.example\r\n").status,
            403);
  EXPECT_EQ(num_requests(), 0);
  EXPECT_EQ(client.Post("/api/1/echo", body).status, 200);
}

TEST_F(ServerTest, AsksForTheTokenAndSetsTheCookie) {
  ServerOptions options = Options();
  options.token = RandomKey();
  Start(options);
  EXPECT_EQ(server_->address(), absl::StrCat("http://127.0.0.1:", port(),
                                             "/?token=", options.token));
  Socket client(port());
  const HttpAnswer refused = client.Get("/");
  EXPECT_EQ(refused.status, 401);
  EXPECT_THAT(refused.body, Not(HasSubstr(options.token)));
  EXPECT_EQ(client.Get("/api/1/echo").headers.at("www-authenticate"), "Bearer");
  EXPECT_EQ(num_requests(), 0);
  const HttpAnswer page = client.Get(absl::StrCat("/?token=", options.token));
  EXPECT_EQ(page.status, 200);
  const std::string cookie =
      absl::StrCat("boardwalk-", port(), "=", options.token);
  EXPECT_EQ(page.headers.at("set-cookie"),
            cookie + "; Path=/; HttpOnly; SameSite=Strict");
  EXPECT_EQ(client.Get("/api/1/echo", absl::StrCat("Cookie: ", cookie, "\r\n"))
                .status,
            200);
  EXPECT_EQ(client
                .Get("/api/1/echo", absl::StrCat("Authorization: Bearer ",
                                                 options.token, "\r\n"))
                .status,
            200);
}

TEST_F(ServerTest, OtherHostsAreRefused) {
  Start();
  for (const char* host : {"evil.example", "127.0.0.1", "localhost:1"}) {
    Socket client(port());
    ASSERT_TRUE(client.Send(
        absl::StrCat("GET /api/1/echo HTTP/1.1\r\nHost: ", host, "\r\n\r\n")));
    EXPECT_EQ(client.Read().status, 403) << host;
  }
  Socket client(port());
  ASSERT_TRUE(client.Send(absl::StrCat(
      "GET /api/1/echo HTTP/1.1\r\nHost: localhost:", port(), "\r\n\r\n")));
  EXPECT_EQ(client.Read().status, 200);
  EXPECT_EQ(num_requests(), 1);
}

// --- Hostile clients
// ----------------------------------------------------------

TEST_F(ServerTest, MalformedRequestsAreRefused) {
  StartImpatiently();
  for (const char* bytes :
       {"\r\n\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n", " / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /api/1/echo HTTP/1.1\r\nHost\r\n\r\n",
        "POST /api/1/echo HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
        "POST /api HTTP/1.1\r\nContent-Length: 99999999999999999\r\n\r\n",
        "GET  /api/1/echo  HTTP/1.1\r\n: \r\n\r\n"}) {
    Socket client(port());
    client.Send(bytes);
    client.EndWriting();
    EXPECT_TRUE(client.IsClosed(4096)) << bytes;
  }
  Socket client(port());
  EXPECT_EQ(client.Get("/").status, 200);
  EXPECT_EQ(num_requests(), 0);
}

TEST_F(ServerTest, HeadsAreBounded) {
  StartImpatiently();
  const std::string lines[] = {
      absl::StrCat("X: ", std::string(100'000, 'x'), "\r\n"), [] {
        std::string many;
        for (int i = 0; i < 20'000; ++i)
          absl::StrAppend(&many, "X", i, ": y\r\n");
        return many;
      }()};
  for (const std::string& more : lines) {
    Socket client(port());
    client.Send(client.Head("GET /api/1/echo", more));
    client.EndWriting();
    EXPECT_TRUE(client.IsClosed(4096));
  }
  for (const size_t length : {9'000, 40'000, 1'000'000}) {
    Socket client(port());
    client.Send(
        client.Head(absl::StrCat("GET /api/1/", std::string(length, 'a'))));
    client.EndWriting();
    EXPECT_TRUE(client.IsClosed(4096));
  }
  // A line that never ends.
  Socket client(port());
  while (client.Send(std::string(10'000, 'e'))) {
  }
  EXPECT_EQ(num_requests(), 0);
  EXPECT_EQ(Socket(port()).Get("/").status, 200);
}

// Bytes without sense, and good requests with wrong bytes in them.
TEST_F(ServerTest, WhateverBytesComeItGoesOn) {
  StartImpatiently();
  Random random(7);
  for (int i = 0; i < 2000; ++i) {
    Socket client(port());
    std::string bytes =
        client.Head("GET /api/1/echo?a=b", "Boardwalk-Key: k\r\n") +
        client.PostHead("/api/1/echo", 5) + "hello" +
        client.Head("POST /api/1/echo",
                    "Content-Type: application/json\r\n"
                    "Transfer-Encoding: chunked\r\n") +
        "5\r\nhello\r\n0\r\n\r\n";
    const int changes = i % 3 == 0 ? 0 : 1 + static_cast<int>(random.Below(8));
    for (int change = 0; change < changes; ++change) {
      bytes[random.Below(static_cast<uint32_t>(bytes.size()))] =
          static_cast<char>(random.Below(256));
    }
    if (i % 3 == 0) {
      for (char& byte : bytes) byte = static_cast<char>(random.Below(256));
    }
    bytes.resize(random.Below(static_cast<uint32_t>(bytes.size())));
    client.Send(bytes);
    if (i % 50 == 0) {
      EXPECT_TRUE(client.IsClosed());
    }
  }
  EXPECT_EQ(Socket(port()).Get("/").status, 200);
}

TEST_F(ServerTest, SlowClientsHoldUpNobodyAndAreDropped) {
  ServerOptions options = Options();
  options.exchange_time = milliseconds(1500);
  Start(options);
  // Byte by byte: each would reset a time that is counted from the last byte.
  std::vector<std::unique_ptr<Socket>> slow;
  slow.reserve(60);
  for (int i = 0; i < 60; ++i) slow.push_back(std::make_unique<Socket>(port()));
  std::atomic<int> closed{0};
  std::thread trickle([&] {
    const std::string head = slow[0]->PostHead("/api/1/echo", 1000);
    for (size_t at = 0; closed < static_cast<int>(slow.size()); ++at) {
      for (auto& client : slow) {
        if (client == nullptr) continue;
        if (client->Send(at < head.size() ? head.substr(at, 1) : "b")) continue;
        client.reset();
        ++closed;
      }
      std::this_thread::sleep_for(milliseconds(20));
    }
  });
  int answered = 0;
  while (closed < 60) {
    Socket fast(port());
    ASSERT_EQ(fast.Get("/api/1/echo").status, 200);
    ++answered;
    std::this_thread::sleep_for(milliseconds(5));
  }
  trickle.join();
  EXPECT_GT(answered, 60);
  // None of them was answered.
  EXPECT_EQ(num_requests(), answered);
}

TEST_F(ServerTest, IdleAndUnreadConnectionsAreDropped) {
  ServerOptions options = Options();
  options.exchange_time = milliseconds(300);
  Start(options);
  Socket idle(port());
  Socket kept_alive(port());
  EXPECT_EQ(kept_alive.Get("/").status, 200);
  // An answer that is larger than what sockets hold, and is not read.
  Socket unread(port(), 4096);
  ASSERT_TRUE(unread.Send(unread.Head("GET /api/1/large")));
  EXPECT_TRUE(idle.IsClosed());
  EXPECT_TRUE(kept_alive.IsClosed());
  std::this_thread::sleep_for(milliseconds(600));
  const HttpAnswer cut = unread.Read();
  EXPECT_LT(cut.body.size(), size_t{8} << 20);
  // One that uses its time is kept.
  Socket busy(port());
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(busy.Get("/api/1/echo").status, 200) << i;
    std::this_thread::sleep_for(milliseconds(50));
  }
}

TEST_F(ServerTest, ConnectionsAreBounded) {
  ServerOptions options = Options();
  options.max_connections = 30;
  Start(options);
  std::vector<std::unique_ptr<Socket>> readers;
  for (int i = 0; i < 30; ++i) {
    auto client = std::make_unique<Socket>(port());
    ASSERT_EQ(client->Get("/api/1/echo").status, 200);
    readers.push_back(std::move(client));
  }
  // It waits in the system's queue, and is served when there is room.
  Socket late(port());
  ASSERT_TRUE(late.Send(late.Head("GET /api/1/echo")));
  pollfd readable = {late.fd(), POLLIN, 0};
  EXPECT_EQ(poll(&readable, 1, 200), 0);
  readers.clear();
  EXPECT_EQ(late.Read().status, 200);
}

TEST_F(ServerTest, ConnectionsThatSendNothingMakePlaceWhereTheyAreMany) {
  ServerOptions options = Options();
  options.max_connections = 30;
  options.exchange_time = std::chrono::hours(1);
  options.crowded_time = milliseconds(300);
  Start(options);
  std::vector<std::unique_ptr<Socket>> silent;
  for (int i = 0; i < 10; ++i) {
    silent.push_back(std::make_unique<Socket>(port()));
    ASSERT_TRUE(silent.back()->Send("GET / HTTP/1.1\r\n"));
  }
  pollfd readable = {silent[0]->fd(), POLLIN, 0};
  EXPECT_EQ(poll(&readable, 1, 1000), 0);
  for (int i = 0; i < 30; ++i) {
    silent.push_back(std::make_unique<Socket>(port()));
    ASSERT_TRUE(silent.back()->Send("GET / HTTP/1.1\r\n"));
  }
  Socket late(port());
  ASSERT_TRUE(late.Send(late.Head("GET /api/1/echo")));
  readable.fd = late.fd();
  ASSERT_EQ(poll(&readable, 1, 20'000), 1);
  EXPECT_EQ(late.Read().status, 200);
}

TEST_F(ServerTest, ConnectionsOfOneAddressAreBounded) {
  ServerOptions options = Options();
  options.max_connections_per_address = 9;  // three of each thread
  Start(options);
  std::vector<std::unique_ptr<Socket>> clients;
  int served = 0;
  for (int i = 0; i < 40; ++i) {
    clients.push_back(std::make_unique<Socket>(port()));
    clients.back()->Send(clients.back()->Head("GET /api/1/echo"));
    served += clients.back()->ReadHead().status == 200 ? 1 : 0;
  }
  EXPECT_GE(served, 3);
  EXPECT_LE(served, 9);
}

// --- Event streams
// ------------------------------------------------------------

TEST_F(ServerTest, StreamsEvents) {
  Start();
  const auto reader = Reader(1);
  EXPECT_EQ(reader->ReadEventsUntil("\n\n"), ":\n\n");
  EXPECT_EQ(readers_, 1);
  for (int i = 0; i < 100; ++i) {
    const std::string text = absl::StrCat("data: ", i, "\n\n");
    channel(1)->Push(text);
    EXPECT_EQ(reader->ReadEventsUntil("\n\n"), text);
  }
  // More than a connection's memory.
  const std::string large = std::string(200'000, 'l') + "\n\n";
  channel(1)->Push(large);
  EXPECT_EQ(reader->ReadEventsUntil("\n\n"), large);
  channel(1)->End();
  EXPECT_EQ(reader->ReadChunk(), "");
  EXPECT_TRUE(Eventually([&] { return readers_ == 0; }));
  // The connection goes on.
  EXPECT_EQ(reader->Get("/api/1/echo").status, 200);
}

TEST_F(ServerTest, AStreamCannotBeStored) {
  Start();
  Socket client(port());
  ASSERT_TRUE(client.Send(client.Head("GET /api/1/events/1")));
  const HttpAnswer head = client.ReadHead();
  EXPECT_EQ(head.headers.at("content-type"), "text/event-stream");
  EXPECT_EQ(head.headers.at("cache-control"), "no-store");
  EXPECT_EQ(head.headers.at("transfer-encoding"), "chunked");
}

// 60 readers, woken by four threads that pause as they like, while others come
// and leave: each gets every event, once and in order. Nothing but a wake-up
// tells the server, so a lost one would be waited for in vain.
TEST_F(ServerTest, NoWakeUpIsLost) {
  Start();
  constexpr int kReaders = 60;
  constexpr int kEvents = 400;
  std::vector<std::unique_ptr<Socket>> sockets;
  std::vector<std::shared_ptr<Channel>> channels;
  for (int i = 0; i < kReaders; ++i) {
    sockets.push_back(Reader(i));
    channels.push_back(channel(i));
  }
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int writer = 0; writer < 4; ++writer) {
    threads.emplace_back([&, writer] {
      Random random(static_cast<uint64_t>(writer) + 1);
      for (int event = 0; event < kEvents; ++event) {
        for (int i = writer; i < kReaders; i += 4) {
          channels[i]->Push(absl::StrCat("data: ", event, "\n\n"));
          if (random.Below(16) == 0) channels[i]->WakeInVain();
        }
        std::this_thread::sleep_for(
            std::chrono::microseconds(random.Below(400)));
      }
    });
  }
  std::atomic<bool> done{false};
  threads.emplace_back([&] {
    for (int i = 0; !done; ++i) {
      const auto guest = Reader(1000 + i % 7);
      if (i % 2 == 0) guest->ReadEventsUntil(":\n\n");
      channel(1000 + i % 7)->Push("data: guest\n\n");
    }
  });
  std::string wanted = ":\n\n";
  for (int event = 0; event < kEvents; ++event) {
    absl::StrAppend(&wanted, "data: ", event, "\n\n");
  }
  const std::string last = absl::StrCat("data: ", kEvents - 1, "\n\n");
  for (auto& socket : sockets) EXPECT_EQ(socket->ReadEventsUntil(last), wanted);
  done = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(Eventually([&] { return readers_ == kReaders; }));
}

// The moment in which it would be easiest to lose.
TEST_F(ServerTest, NoWakeUpIsLostBetweenTakingAndWaiting) {
  Start();
  std::string wanted = ":\n\n";
  for (int event = 0; event < 50; ++event) {
    const std::string text = absl::StrCat("data: ", event, "\n\n");
    channel(1)->PushLate(text);
    wanted += text;
  }
  EXPECT_EQ(Reader(1)->ReadEventsUntil("data: 49\n\n"), wanted);
}

TEST_F(ServerTest, NothingIsDoneForReadersThatWait) {
  Start();
  std::vector<std::unique_ptr<Socket>> sockets;
  for (int i = 0; i < 20; ++i) {
    sockets.push_back(Reader(i));
    sockets.back()->ReadEventsUntil(":\n\n");
  }
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(Eventually([&] { return channel(i)->takes() > 0; }));
  }
  std::this_thread::sleep_for(milliseconds(300));
  // One that found nothing, and at most one more for a wake-up that came
  // between.
  for (int i = 0; i < 20; ++i) EXPECT_LE(channel(i)->takes(), 2);
}

TEST_F(ServerTest, ReadersThatLeaveAreSeen) {
  Start();
  std::vector<std::unique_ptr<Socket>> sockets;
  for (int i = 0; i < 50; ++i) {
    sockets.push_back(Reader(i));
    sockets.back()->ReadEventsUntil(":\n\n");
  }
  EXPECT_EQ(readers_, 50);
  // Nobody writes to them, and no heartbeat comes.
  for (int i = 0; i < 50; i += 2) sockets[i].reset();
  EXPECT_TRUE(Eventually([&] { return readers_ == 25; }));
  for (int i = 1; i < 50; i += 2) {
    channel(i)->Push("data: still\n\n");
    EXPECT_EQ(sockets[i]->ReadEventsUntil("\n\n"), "data: still\n\n");
  }
  EXPECT_EQ(readers_, 25);
}

TEST_F(ServerTest, ACommentKeepsAStreamAlive) {
  ServerOptions options = Options();
  options.heartbeat = milliseconds(50);
  options.exchange_time = milliseconds(200);  // which is not for streams
  Start(options);
  const auto reader = Reader(1);
  std::string read;
  for (int i = 0; i < 20; ++i) read += reader->ReadEventsUntil("\n\n");
  for (const absl::string_view line : absl::StrSplit(read, '\n')) {
    EXPECT_THAT(std::string(line), AnyOf("", ":"));
  }
}

TEST_F(ServerTest, AReaderThatDoesNotReadIsDropped) {
  ServerOptions options = Options();
  options.stall_time = std::chrono::seconds(1);
  Start(options);
  const auto reader = Reader(1, 4096);
  channel(1)->Push(std::string(16 << 20, 's'));
  EXPECT_TRUE(Eventually([&] { return readers_ == 0; }));
}

TEST_F(ServerTest, StreamsAreBounded) {
  ServerOptions options = Options();
  options.max_streams = 3;
  Start(options);
  std::vector<std::unique_ptr<Socket>> readers;
  readers.reserve(3);
  for (int i = 0; i < 3; ++i) readers.push_back(Reader(i));
  Socket late(port());
  const HttpAnswer answer = late.Get("/api/1/events/3");
  EXPECT_EQ(answer.status, 503);
  EXPECT_THAT(answer.body, HasSubstr("too many watch"));
  EXPECT_NE(answer.headers.at("retry-after"), "");
  EXPECT_EQ(readers_, 3);
  readers.pop_back();
  EXPECT_TRUE(Eventually([&] { return readers_ == 2; }));
  EXPECT_TRUE(late.Send(late.Head("GET /api/1/events/3")));
  EXPECT_EQ(late.ReadHead().status, 200);
}

// --- The beginning and the end
// ------------------------------------------------

TEST_F(ServerTest, EndsWithEverythingOpen) {
  for (int round = 0; round < 20; ++round) {
    Start();
    std::vector<std::unique_ptr<Socket>> sockets;
    sockets.reserve(12);
    for (int i = 0; i < 10; ++i) sockets.push_back(Reader(i));
    sockets.push_back(std::make_unique<Socket>(port()));
    sockets.push_back(std::make_unique<Socket>(port()));
    sockets.back()->Send("POST /api/1/ec");
    std::atomic<bool> done{false};
    std::thread writer([&] {
      for (int i = 0; !done; ++i) channel(i % 10)->Push("data: x\n\n");
    });
    server_.reset();
    EXPECT_EQ(readers_, 0);
    done = true;
    writer.join();
    for (auto& socket : sockets) EXPECT_TRUE(socket->IsClosed());
  }
}

TEST_F(ServerTest, APortThatIsBusyIsAnError) {
  Start();
  ServerOptions options = Options();
  options.port = port();
  const auto same = Server::Start(nullptr, options);
  ASSERT_FALSE(same.ok());
  EXPECT_EQ(same.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(same.status().message(),
            absl::StrCat("port ", port(),
                         " of 127.0.0.1 is in use; choose "
                         "another one with --port, or any with --port 0"));
  options.next_port = true;
  const auto next = Server::Start(
      [](const Request&) { return Response{.body = "next"}; }, options);
  ASSERT_TRUE(next.ok()) << next.status();
  EXPECT_GT((*next)->port(), port());
  EXPECT_EQ(Socket((*next)->port()).Get("/api/1/x").body, "next");
}

TEST_F(ServerTest, AHostThatIsNotOursIsAnError) {
  for (const char* host : {"192.0.2.1", "no such host", "-"}) {
    ServerOptions options = Options();
    options.host = host;
    EXPECT_EQ(Server::Start(nullptr, options).status().code(),
              absl::StatusCode::kInvalidArgument)
        << host;
  }
}

}  // namespace
}  // namespace boardwalk::web

#endif  // BOARDWALK_HAVE_MICROHTTPD
