// Shared by the tests of the server over sockets: a client that sends bytes,
// and a server that answers what tests want.

#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "framework/mutex.h"
#include "frontends/web/http/server.h"
#include "gtest/gtest.h"

namespace boardwalk::web {

// How long a test waits before it fails; not a measure of speed. Less than the
// 60 s after which ServerFixture's server drops who takes nothing.
inline constexpr int kPatienceMs = 40'000;

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

  std::shared_ptr<const SharedText> Share(std::string text) {
    auto shared = std::make_shared<SharedText>(std::move(text));
    const MutexLock lock(&mutex_);
    last_ = shared;
    return shared;
  }
  // Of what was taken last.
  void Withdraw() {
    const MutexLock lock(&mutex_);
    last_->Withdraw();
  }

 private:
  Mutex mutex_;
  std::shared_ptr<SharedText> last_ ABSL_GUARDED_BY(mutex_);
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
  std::shared_ptr<const SharedText> Take(bool* ended) override {
    std::string text = channel_->Take(ended);
    return text.empty() ? nullptr : channel_->Share(std::move(text));
  }
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
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(kPatienceMs);
  while (std::chrono::steady_clock::now() < end) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

// A server whose handler the test has.
class ServerFixture : public ::testing::Test {
 protected:
  ServerOptions Options() {
    ServerOptions options;
    options.port = 0;
    options.threads = 3;
    // Nothing is found by looking again after a while.
    options.heartbeat = std::chrono::hours(1);
    options.silence_time = std::chrono::seconds(60);
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
    options.exchange_time = std::chrono::milliseconds(200);
    Start(options);
  }

  // /api/1/echo says what was asked; /api/1/events/N streams channel N, and
  // /api/1/late/N does once the gate is open.
  Response Handle(const Request& request) {
    if (absl::StartsWith(request.path, "/api/1/late/")) {
      ++waiting_;
      open_.wait();
      return {.events = NewStream(request.path.substr(12))};
    }
    if (absl::StartsWith(request.path, "/api/1/events/")) {
      return {.events = NewStream(request.path.substr(14))};
    }
    const MutexLock lock(&mutex_);
    ++num_requests_;
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

  std::unique_ptr<EventStream> NewStream(absl::string_view number) {
    int index = 0;
    (void)absl::SimpleAtoi(number, &index);
    return std::make_unique<ChannelStream>(channel(index), readers_);
  }
  std::shared_ptr<Channel> channel(int number) {
    const MutexLock lock(&mutex_);
    auto& channel = channels_[number];
    if (channel == nullptr) channel = std::make_shared<Channel>();
    return channel;
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
  std::promise<void> gate_;
  const std::shared_future<void> open_ = gate_.get_future().share();
  std::atomic<int> waiting_{0};     // for the gate
  std::unique_ptr<Server> server_;  // destroyed first
};

}  // namespace boardwalk::web
