// The server over sockets, by clients that send bytes: what is right, what is
// wrong, and what is slow. server_events_test has what leaves and streams.

#include "frontends/web/http/server.h"

#ifdef BOARDWALK_HAVE_MICROHTTPD

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/catalog.h"
#include "framework/json.h"
#include "framework/random.h"
#include "framework/record.h"
#include "frontends/session/session.h"
#include "frontends/session/session_testing.h"
#include "frontends/web/api.h"
#include "frontends/web/http/admission.h"
#include "frontends/web/http/keys.h"
#include "frontends/web/http/listener.h"
#include "frontends/web/http/server_testing.h"
#include "frontends/web/rooms/lobby.h"
#include "frontends/web/rooms/room.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::web {
namespace {

using std::chrono::milliseconds;
using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;

class ServerTest : public ServerFixture {};

// --- Requests ----------------------------------------------------------------

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
  for (size_t bytes = 0; bytes <= kMaxBody; bytes += 1 << 16) {
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

// Strangers, too, have what looks like keys.
TEST_F(ServerTest, BodiesOfGuestsAreShort) {
  ServerOptions options = Options();
  options.token = RandomKey();
  Start(options);
  Socket client(port());
  const std::string head = "Content-Type: application/json\r\nBoardwalk-Key: " +
                           std::string(26, 'k') + "\r\n";
  const auto post = [&](const std::string& header, const std::string& body) {
    EXPECT_TRUE(client.Send(
        client.Head("POST /api/1/rooms/r/moves", head + header + "\r\n") +
        body));
    return client.Read().status;
  };
  const auto length = [](size_t bytes) {
    return absl::StrCat("Content-Length: ", bytes);
  };
  const auto chunk = [](size_t bytes) {
    return absl::StrCat(absl::Hex(bytes), "\r\n", std::string(bytes, 'm'),
                        "\r\n0\r\n\r\n");
  };
  const std::string in_chunks = "Transfer-Encoding: chunked";
  EXPECT_EQ(post(in_chunks, chunk(kMaxGuestBody)), 200);
  EXPECT_EQ(post(in_chunks, chunk(kMaxGuestBody + 1)), 413);
  EXPECT_EQ(post(length(kMaxGuestBody), std::string(kMaxGuestBody, 'm')), 200);
  // One that says that it is too large is not read.
  EXPECT_EQ(post(length(kMaxGuestBody + 1), ""), 413);
  EXPECT_TRUE(client.IsClosed());
}

// As the page saves and loads it.
TEST(WebServerTest, AGameOfTheGreatestLengthIsLoadedAgain) {
  const Catalog catalog = Catalog::Create({session::SwingPlugin()}).value();
  auto session = session::Session::Create(
                     *catalog.MakeGame("swing").value()->InitialState(),
                     {"human", "human"}, 1)
                     .value();
  Decision decision;
  decision.value = -1.0 / 3;
  decision.depth = 100;
  decision.nodes = decision.playouts = int64_t{1} << 60;
  decision.seconds = 1.0 / 3;
  for (int ply = 0; ply < Room::kMaxPlies; ++ply) {
    decision.move = session.state().ParseMove("left").value();
    ASSERT_TRUE(session.Play(decision, std::chrono::seconds(1)).ok());
  }
  const std::string record = FormatRecord(session.Record());

  Lobby lobby(catalog, {});
  Api api(lobby);
  const auto server =
      Server::Start([&api](const Request& r) { return api.Handle(r); },
                    {.port = 0})
          .value();
  Socket client(server->port());
  const HttpAnswer made =
      client.Post("/api/1/rooms", JsonText({{"record", record}}));
  ASSERT_EQ(made.status, 200) << made.body;
  const Json room = ParseJson(made.body).value();
  EXPECT_EQ(client
                .Get(absl::StrCat(
                    "/api/1/rooms/", room["room"].get<std::string>(),
                    "/record?key=", room["keys"]["owner"].get<std::string>()))
                .body,
            record);
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
  EXPECT_EQ(client.Get("/").status, 200);
  const HttpAnswer refused = client.Get("/?token=another");
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

// --- Hostile clients ---------------------------------------------------------

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

TEST_F(ServerTest, RequestsSayWhoAsks) {
  Start();
  EXPECT_EQ(Socket(port()).Get("/api/1/echo").status, 200);
  EXPECT_EQ(last().address, "127.0.0.1");
}

TEST(ListenerTest, AddressesAreThoseOfPeople) {
  const auto text_of = [](const char* six) {
    sockaddr_in6 address = {};
    address.sin6_family = AF_INET6;
    EXPECT_EQ(inet_pton(AF_INET6, six, &address.sin6_addr), 1);
    return AddressText(reinterpret_cast<const sockaddr*>(&address));
  };
  EXPECT_EQ(text_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(text_of("2001:db8:1:2::7"), "2001:db8:1:2::/64");
  EXPECT_EQ(text_of("::ffff:192.0.2.7"), "192.0.2.7");
}

TEST_F(ServerTest, AnswersThatNobodyReadsAreBounded) {
  Start();
  std::vector<std::unique_ptr<Socket>> unread;
  int status = 200;
  constexpr int kMore = 30;  // than there is memory for, 8 MiB each
  while (status == 200 && unread.size() < kMore) {
    unread.push_back(std::make_unique<Socket>(port(), /*receive_buffer=*/4096));
    ASSERT_TRUE(unread.back()->Send(unread.back()->Head("GET /api/1/large")));
    status = unread.back()->ReadHead().status;
  }
  EXPECT_EQ(status, 503);
  EXPECT_EQ(Socket(port()).Get("/api/1/echo").status, 200);
  unread.clear();
  EXPECT_TRUE(Eventually(
      [&] { return Socket(port()).Get("/api/1/large").status == 200; }));
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
  options.max_connections_per_address = 9;
  Start(options);
  std::vector<std::unique_ptr<Socket>> clients;
  int served = 0;
  for (int i = 0; i < 40; ++i) {
    clients.push_back(std::make_unique<Socket>(port()));
    clients.back()->Send(clients.back()->Head("GET /api/1/echo"));
    served += clients.back()->ReadHead().status == 200 ? 1 : 0;
  }
  EXPECT_EQ(served, 9);
  // Who leaves makes place.
  clients.clear();
  for (int status = 0; status != 200;) {
    Socket late(port());
    late.Send(late.Head("GET /api/1/echo"));
    status = late.ReadHead().status;
  }
}

// --- The beginning and the end -----------------------------------------------

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
