// Event streams over sockets: what their readers get, who leaves, and the end
// of the server.

#include "frontends/web/http/server.h"

#ifdef BOARDWALK_HAVE_MICROHTTPD

#include <netinet/tcp.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "framework/json.h"
#include "framework/random.h"
#include "frontends/web/http/events.h"
#include "frontends/web/http/server_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::web {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

class ServerEventsTest : public ServerFixture {
 protected:
  // Readers of as many channels, whose streams have begun.
  std::vector<std::unique_ptr<Socket>> Readers(int count) {
    std::vector<std::unique_ptr<Socket>> sockets;
    for (int i = 0; i < count; ++i) {
      sockets.push_back(Reader(i));
      sockets.back()->ReadEventsUntil(":\n\n");
    }
    return sockets;
  }
};

TEST_F(ServerEventsTest, StreamsEvents) {
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

// Nothing that waited, or comes too late, follows the last event.
TEST(MailboxTest, TheLastEventIsTheLast) {
  Mailbox mailbox({}, nullptr);
  const auto push = [&mailbox](const std::string& kind, const std::string& n) {
    mailbox.PushNewest(
        kind, std::make_shared<const SharedText>(EventText(0, kind, n)));
  };
  push("thinking", "1");
  push("waiting", "2");
  mailbox.EndWith(EventText(0, "decision", "3"));
  push("waiting", "4");
  mailbox.EndWith(EventText(0, "decision", "5"));
  bool ended = false;
  const auto last = mailbox.Take(&ended);
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->Whole(), EventText(0, "decision", "3"));
  EXPECT_FALSE(ended);
  EXPECT_EQ(mailbox.Take(&ended), nullptr);
  EXPECT_TRUE(ended);
}

TEST_F(ServerEventsTest, AStreamCannotBeStored) {
  Start();
  Socket client(port());
  ASSERT_TRUE(client.Send(client.Head("GET /api/1/events/1")));
  const HttpAnswer head = client.ReadHead();
  EXPECT_EQ(head.headers.at("content-type"), "text/event-stream");
  EXPECT_EQ(head.headers.at("cache-control"), "no-store");
  EXPECT_EQ(head.headers.at("transfer-encoding"), "chunked");
}

TEST_F(ServerEventsTest, AReaderOfWhatIsWithdrawnIsSentAway) {
  Start();
  const auto reader = Reader(1, /*receive_buffer=*/4096);
  reader->ReadEventsUntil(":\n\n");
  const std::string large(16 << 20, 'l');
  channel(1)->Push(large);
  ASSERT_NE(reader->ReadChunk(), "");
  channel(1)->Withdraw();
  size_t bytes = 0;
  for (std::string more = reader->ReadChunk(); !more.empty();
       more = reader->ReadChunk()) {
    bytes += more.size();
  }
  EXPECT_LT(bytes, large.size() / 2);
  EXPECT_TRUE(Eventually([&] { return readers_ == 0; }));
}

// 60 readers, woken by four threads that pause as they like, while others come
// and leave: each gets every event, once and in order. Nothing but a wake-up
// tells the server, so a lost one would be waited for in vain.
TEST_F(ServerEventsTest, NoWakeUpIsLost) {
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
TEST_F(ServerEventsTest, NoWakeUpIsLostBetweenTakingAndWaiting) {
  Start();
  std::string wanted = ":\n\n";
  for (int event = 0; event < 50; ++event) {
    const std::string text = absl::StrCat("data: ", event, "\n\n");
    channel(1)->PushLate(text);
    wanted += text;
  }
  EXPECT_EQ(Reader(1)->ReadEventsUntil("data: 49\n\n"), wanted);
}

TEST_F(ServerEventsTest, NothingIsDoneForReadersThatWait) {
  Start();
  const auto sockets = Readers(20);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(Eventually([&] { return channel(i)->takes() > 0; }));
  }
  std::this_thread::sleep_for(milliseconds(300));
  // One that found nothing, and at most one more for a wake-up that came
  // between.
  for (int i = 0; i < 20; ++i) EXPECT_LE(channel(i)->takes(), 2);
}

TEST_F(ServerEventsTest, ReadersThatLeaveAreSeen) {
  Start();
  auto sockets = Readers(50);
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

TEST_F(ServerEventsTest, PingsTellTheTimeAndKeepAStreamAlive) {
  ServerOptions options = Options();
  options.heartbeat = milliseconds(50);
  options.exchange_time = milliseconds(200);  // which is not for streams
  const auto start = std::chrono::steady_clock::now();
  int64_t before = ServerMs(start);
  Start(options);
  const auto reader = Reader(1);
  EXPECT_EQ(reader->ReadEventsUntil("\n\n"), ":\n\n");
  for (int i = 0; i < 20; ++i) {
    const std::string ping = reader->ReadEventsUntil("\n\n");
    absl::string_view data = ping;
    // It has no number, so nobody takes it for a change.
    ASSERT_TRUE(absl::ConsumePrefix(&data, "event: ping\ndata: ")) << ping;
    const Json json = Json::parse(data.begin(), data.end());
    ASSERT_TRUE(json.is_object() && json.size() == 1);
    EXPECT_GE(json["at"], before);
    before = json["at"];
  }
  EXPECT_LE(before, ServerMs());
  // A slow machine only takes longer; a second source of pings would halve the
  // time.
  EXPECT_GE(std::chrono::steady_clock::now() - start, 18 * options.heartbeat);
}

// Nobody who reads them takes a stream for silent.
TEST_F(ServerEventsTest, EventsDoNotTakeThePlaceOfPings) {
  ServerOptions options = Options();
  options.heartbeat = milliseconds(50);
  Start(options);
  const auto reader = Reader(1);
  std::atomic<bool> done{false};
  std::thread writer([&] {
    while (!done) {
      channel(1)->Push("data: x\n\n");
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  });
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(reader->ReadEventsUntil("event: ping"), HasSubstr("ping"));
  }
  done = true;
  writer.join();
}

// The end of the server of this client's connection.
int AcceptedSocket(const Socket& client) {
  sockaddr_in own = {};
  socklen_t length = sizeof(own);
  getsockname(client.fd(), reinterpret_cast<sockaddr*>(&own), &length);
  for (int fd = 0; fd < 4096; ++fd) {
    sockaddr_in peer = {};
    length = sizeof(peer);
    if (getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &length) == 0 &&
        peer.sin_family == AF_INET && peer.sin_port == own.sin_port) {
      return fd;
    }
  }
  return -1;
}

// A client cannot be made silent here: whoever reads or not, the system
// confirms what comes. But it has no place for it, which counts as well.
TEST_F(ServerEventsTest, ASilentReaderIsSentAway) {
  ServerOptions options = Options();
  options.silence_time = std::chrono::seconds(1);
  Start(options);
  const auto reader = Reader(1, 4096);
  reader->ReadEventsUntil(":\n\n");
  unsigned timeout_ms = 0;
  socklen_t length = sizeof(timeout_ms);
  ASSERT_EQ(getsockopt(AcceptedSocket(*reader), IPPROTO_TCP, TCP_USER_TIMEOUT,
                       &timeout_ms, &length),
            0);
  EXPECT_EQ(timeout_ms, 1000);
  channel(1)->Push(std::string(16 << 20, 's'));
  EXPECT_TRUE(Eventually([&] { return readers_ == 0; }));
}

// What README.md promises.
TEST(ServerOptionsTest, WhoIsGoneIsNoticedWithinTwentySeconds) {
  const ServerOptions options;
  EXPECT_EQ(options.heartbeat, std::chrono::seconds(5));
  // A ping may be a tick late.
  EXPECT_LE(options.heartbeat + std::chrono::seconds(1) + options.silence_time,
            std::chrono::seconds(20));
}

TEST_F(ServerEventsTest, AReaderThatDoesNotReadIsDropped) {
  ServerOptions options = Options();
  options.stall_time = std::chrono::seconds(1);
  Start(options);
  const auto reader = Reader(1, 4096);
  channel(1)->Push(std::string(16 << 20, 's'));
  EXPECT_TRUE(Eventually([&] { return readers_ == 0; }));
}

TEST_F(ServerEventsTest, StreamsAreBounded) {
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

TEST_F(ServerEventsTest, EndsWithEverythingOpen) {
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
      // In all less than IsClosed reads, however long the end takes.
      constexpr int kTexts = 50'000;
      for (int i = 0; !done; ++i) {
        if (i < kTexts) {
          channel(i % 10)->Push("data: x\n\n");
        } else {
          channel(i % 10)->WakeInVain();
        }
      }
    });
    server_.reset();
    EXPECT_EQ(readers_, 0);
    done = true;
    writer.join();
    for (auto& socket : sockets) EXPECT_TRUE(socket->IsClosed());
  }
}

// Its handler answers when all other streams have been told to end.
TEST_F(ServerEventsTest, AStreamThatBeginsWhileItStopsEnds) {
  ServerOptions options = Options();
  options.threads = 2;
  Start(options);
  Socket late(port());
  ASSERT_TRUE(late.Send(late.Head("GET /api/1/late/1")));
  ASSERT_TRUE(Eventually([&] { return waiting_ == 1; }));
  // The other thread's, since the handler holds one.
  const auto reader = Reader(2);
  std::thread stopper([&] { server_.reset(); });
  EXPECT_TRUE(reader->IsClosed());
  gate_.set_value();
  stopper.join();
  EXPECT_EQ(readers_, 0);
  EXPECT_TRUE(late.IsClosed());
}

TEST_F(ServerEventsTest, StreamsMayBeginAtAnyMomentOfTheEnd) {
  for (int round = 0; round < 20; ++round) {
    Start();
    std::vector<std::unique_ptr<Socket>> sockets;
    for (int i = 0; i < 12; ++i) {
      sockets.push_back(std::make_unique<Socket>(port()));
      EXPECT_EQ(sockets.back()->Get("/api/1/echo").status, 200);
    }
    std::thread asker([&] {
      for (const auto& socket : sockets) {
        socket->Send(socket->Head("GET /api/1/events/1"));
      }
    });
    std::this_thread::sleep_for(std::chrono::microseconds(20 * round));
    server_.reset();
    EXPECT_EQ(readers_, 0);
    asker.join();
    for (const auto& socket : sockets) EXPECT_TRUE(socket->IsClosed());
  }
}

}  // namespace
}  // namespace boardwalk::web

#endif  // BOARDWALK_HAVE_MICROHTTPD
