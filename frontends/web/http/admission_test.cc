#include "frontends/web/http/admission.h"

#include <map>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace boardwalk::web {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using Headers = std::map<std::string, std::string>;

constexpr char kToken[] = "0123456789abcdef0123456789abcdef";

Admission Loopback() {
  return Admission({.hosts = {"127.0.0.1:8080", "localhost:8080"}});
}

Admission Open() {
  return Admission({.hosts = {"kiosk:8080", "localhost:8080"},
                    .any_address_port = 8080,
                    .token = kToken,
                    .cookie_name = "boardwalk-8080"});
}

RawRequest Get(const std::string& target, Headers headers = {}) {
  headers.emplace("host", "localhost:8080");
  return {.method = "GET", .target = target, .headers = std::move(headers)};
}

RawRequest Post(const std::string& target, Headers headers = {}) {
  headers.emplace("content-type", "application/json");
  RawRequest raw = Get(target, std::move(headers));
  raw.method = "POST";
  return raw;
}

// 200 if it may be answered.
int StatusOf(const Admission& admission, const RawRequest& raw) {
  Admitted admitted;
  const auto refusal = admission.Admit(raw, admitted);
  return refusal.has_value() ? refusal->status : 200;
}
int StatusOf(const RawRequest& raw) { return StatusOf(Loopback(), raw); }

Request Decoded(const RawRequest& raw) {
  Admitted admitted;
  const auto refusal = Loopback().Admit(raw, admitted);
  EXPECT_FALSE(refusal.has_value()) << refusal->message;
  return admitted.request;
}

TEST(AdmissionTest, DecodesTheTarget) {
  const Request request = Decoded(
      Get("/api/1/games/star%3Aplayers=3+%C3%A4?ply=3&text=a+b%26c&empty=&bare",
          {{"last-event-id", "17"}}));
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.path, "/api/1/games/star:players=3+\u00e4");
  EXPECT_THAT(request.query,
              ElementsAre(Pair("bare", ""), Pair("empty", ""), Pair("ply", "3"),
                          Pair("text", "a b&c")));
  EXPECT_EQ(request.last_event_id, "17");
  EXPECT_THAT(request.keys, IsEmpty());
}

TEST(AdmissionTest, KeysComeFromTheHeaderAndTheQuery) {
  const Request request = Decoded(Get("/api/1/rooms/r?key=a,b&ply=1&key=c",
                                      {{"boardwalk-key", "d, e ,,f"}}));
  EXPECT_THAT(request.keys, ElementsAre("a", "b", "c", "d", "e", "f"));
  EXPECT_THAT(request.query, ElementsAre(Pair("ply", "1")));
  std::string many = "k";
  for (int i = 0; i < 64; ++i) many += ",k";
  EXPECT_EQ(StatusOf(Get("/api/1/rooms/r", {{"boardwalk-key", many}})), 400);
}

TEST(AdmissionTest, WhatIsNoTextIsRefused) {
  for (const char* target : {"/a%",
                             "/a%2",
                             "/a%zz",
                             "/%00",
                             "/a%0",
                             "/%ff",
                             "/%C3",
                             "/%ED%A0%80",
                             "/\x01",
                             "/\xff",
                             "/a%7f",
                             "/?%00=1",
                             "/?a=%ff",
                             "/?a=%1",
                             "api",
                             "",
                             "http://localhost:8080/",
                             "*",
                             "/a#b",
                             "/?a=1&a=2"}) {
    EXPECT_EQ(StatusOf(Get(target)), 400) << target;
  }
  EXPECT_EQ(StatusOf(Get("/", {{"boardwalk-key", "\xff"}})), 400);
  EXPECT_EQ(StatusOf(Get("/", {{"last-event-id", "\xff"}})), 400);
}

TEST(AdmissionTest, TheTargetIsBounded) {
  EXPECT_EQ(StatusOf(Get("/" + std::string(kMaxTarget - 1, 'a'))), 200);
  EXPECT_EQ(StatusOf(Get("/" + std::string(kMaxTarget, 'a'))), 414);
  std::string query = "/?x";
  for (int i = 0; i < 31; ++i) absl::StrAppend(&query, "&n", i);
  EXPECT_EQ(StatusOf(Get(query)), 200);
  EXPECT_EQ(StatusOf(Get(query + "&one")), 414);
}

TEST(AdmissionTest, OnlyThreeMethods) {
  for (const char* method :
       {"PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", ""}) {
    RawRequest raw = Get("/api/1/games");
    raw.method = method;
    EXPECT_EQ(StatusOf(raw), 405) << method;
  }
  EXPECT_EQ(StatusOf(Post("/")), 405);
  EXPECT_EQ(StatusOf(Post("/api/1/rooms")), 200);
}

TEST(AdmissionTest, AHeadIsAGetWithoutABody) {
  RawRequest raw = Get("/api/1/games");
  raw.method = "HEAD";
  Admitted admitted;
  EXPECT_FALSE(Loopback().Admit(raw, admitted).has_value());
  EXPECT_TRUE(admitted.head);
  EXPECT_EQ(admitted.request.method, "GET");
}

// DNS rebinding: a page of evil.example whose name now leads here.
TEST(AdmissionTest, OnlyServedHosts) {
  for (const char* host :
       {"localhost:8080", "LocalHost:8080", "127.0.0.1:8080"}) {
    EXPECT_EQ(StatusOf(Get("/", {{"host", host}})), 200) << host;
  }
  for (const char* host :
       {"evil.example:8080", "localhost", "localhost:80", "localhost:8081",
        "127.0.0.1:8080.evil.example", "127.0.0.2:8080", "", ":8080",
        "localhost:8080,evil.example", "[::1]:8080", "[::1]",
        "localhost:8080:8080", "localhost:08080", "localhost.:8080"}) {
    EXPECT_EQ(StatusOf(Get("/", {{"host", host}})), 403) << host;
  }
  RawRequest none = Get("/");
  none.headers.clear();
  EXPECT_EQ(StatusOf(none), 403);
}

TEST(AdmissionTest, ThePortOfTheWebNeedNotBeSaid) {
  const Admission admission({.hosts = {"localhost:80", "[::1]:80"}});
  for (const char* host : {"localhost", "localhost:80", "[::1]", "[::1]:80"}) {
    EXPECT_EQ(StatusOf(admission, Get("/", {{"host", host}})), 200) << host;
  }
  EXPECT_EQ(StatusOf(admission, Get("/", {{"host", "localhost"},
                                          {"origin", "http://localhost"}})),
            200);
  EXPECT_EQ(StatusOf(admission, Get("/", {{"host", "[::2]"}})), 403);
}

TEST(AdmissionTest, WhereAllAddressesAreServedAnyMayBeTheHost) {
  const Headers token = {{"authorization", absl::StrCat("Bearer ", kToken)}};
  for (const char* host :
       {"192.168.1.2:8080", "[fe80::1]:8080", "kiosk:8080", "localhost:8080"}) {
    Headers headers = token;
    headers["host"] = host;
    EXPECT_EQ(StatusOf(Open(), Get("/", headers)), 200) << host;
  }
  for (const char* host :
       {"192.168.1.2:80", "evil.example:8080", "1.2.3:8080", "fe80::1:8080",
        "[fe80::1:8080", "[evil]:8080", "192.168.1.2.evil.example:8080"}) {
    Headers headers = token;
    headers["host"] = host;
    EXPECT_EQ(StatusOf(Open(), Get("/", headers)), 403) << host;
  }
}

TEST(AdmissionTest, PagesOfOtherSitesMayNotAsk) {
  for (const char* origin :
       {"http://evil.example", "https://localhost:8080", "null",
        "http://localhost:8081", "http://localhost", "localhost:8080",
        "http://127.0.0.1:8080"}) {  // served, but another site's
    EXPECT_EQ(StatusOf(Post("/api/1/rooms", {{"origin", origin}})), 403)
        << origin;
    EXPECT_EQ(StatusOf(Get("/api/1/games", {{"origin", origin}})), 403)
        << origin;
  }
  EXPECT_EQ(
      StatusOf(Post("/api/1/rooms", {{"origin", "http://localhost:8080"}})),
      200);
  for (const char* site : {"cross-site", "same-site", "anything"}) {
    EXPECT_EQ(StatusOf(Post("/api/1/rooms", {{"sec-fetch-site", site}})), 403)
        << site;
    EXPECT_EQ(
        StatusOf(Get("/api/1/rooms/r/think", {{"sec-fetch-site", site},
                                              {"sec-fetch-mode", "navigate"}})),
        403)
        << site;
    EXPECT_EQ(StatusOf(Get("/index.html", {{"sec-fetch-site", site},
                                           {"sec-fetch-mode", "no-cors"}})),
              403)
        << site;
    // A link of another site, followed.
    EXPECT_EQ(StatusOf(Get("/", {{"sec-fetch-site", site},
                                 {"sec-fetch-mode", "navigate"}})),
              200)
        << site;
  }
  for (const char* site : {"same-origin", "none"}) {
    EXPECT_EQ(StatusOf(Post("/api/1/rooms", {{"sec-fetch-site", site}})), 200)
        << site;
  }
}

// A form of another site can send these types without asking.
TEST(AdmissionTest, BodiesAreJson) {
  for (const char* type :
       {"text/plain", "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=application/json", "",
        "text/plain; application/json", "application/jsonp"}) {
    EXPECT_EQ(StatusOf(Post("/api/1/rooms", {{"content-type", type}})), 415)
        << type;
  }
  EXPECT_EQ(
      StatusOf(Post("/api/1/rooms",
                    {{"content-type", "Application/JSON; charset=utf-8"}})),
      200);
  RawRequest none = Post("/api/1/rooms");
  none.headers.erase("content-type");
  EXPECT_EQ(StatusOf(none), 415);
}

TEST(AdmissionTest, TheTokenIsAskedForButForThePage) {
  for (const char* target : {"/", "/index.html", "/board.js"}) {
    EXPECT_EQ(StatusOf(Open(), Get(target)), 200) << target;
  }
  for (const char* target :
       {"/api/1/games", "/api", "/%61pi/1/games", "/?token=", "/?token=wrong",
        "/api/1/games?token=0123456789abcdef0123456789abcdef",
        "/?token=0123456789abcdef0123456789abcdee",
        "/?token=0123456789abcdef0123456789abcdef0"}) {
    EXPECT_EQ(StatusOf(Open(), Get(target)), 401) << target;
  }
  EXPECT_EQ(StatusOf(Open(), Post("/api/1/rooms")), 401);
  for (const Headers& wrong :
       {Headers{{"authorization", "Bearer"}},
        Headers{{"authorization", kToken}},
        Headers{{"authorization", absl::StrCat("Basic ", kToken)}},
        Headers{{"cookie", kToken}},
        Headers{{"cookie", absl::StrCat("boardwalk-8081=", kToken)}},
        Headers{{"cookie", absl::StrCat("boardwalk-8080=", kToken, "0")}},
        Headers{{"cookie", "boardwalk-8080="}}}) {
    EXPECT_EQ(StatusOf(Open(), Get("/api/1/games", wrong)), 401)
        << wrong.begin()->second;
  }
  for (const Headers& right :
       {Headers{{"authorization", absl::StrCat("bearer  ", kToken)}},
        Headers{{"cookie", absl::StrCat("a=b; boardwalk-8080=", kToken)}},
        Headers{{"cookie", absl::StrCat("boardwalk-8080=", kToken, ";a=b")}}}) {
    EXPECT_EQ(StatusOf(Open(), Get("/api/1/games", right)), 200)
        << right.begin()->second;
  }
}

TEST(AdmissionTest, TheAddressThatWasPrintedSetsTheCookie) {
  Admitted admitted;
  const auto refusal =
      Open().Admit(Get(absl::StrCat("/?token=", kToken, "&room=r")), admitted);
  EXPECT_FALSE(refusal.has_value());
  EXPECT_TRUE(admitted.new_token);
  EXPECT_THAT(admitted.request.query, ElementsAre(Pair("room", "r")));
  EXPECT_FALSE(admitted.request.guest);
  // Only a request that had it.
  Admitted other;
  EXPECT_FALSE(Open().Admit(Get("/"), other).has_value());
  EXPECT_FALSE(other.new_token);
}

TEST(AdmissionTest, KeysOfAGameMakeAGuest) {
  const std::string key(26, 'k');
  for (const RawRequest& raw :
       {Get(absl::StrCat("/api/1/rooms/r/events?key=", key)),
        Get("/api/1/rooms/r", {{"boardwalk-key", key}}),
        Post("/api/1/rooms/r/moves", {{"boardwalk-key", key}})}) {
    Admitted admitted;
    EXPECT_FALSE(Open().Admit(raw, admitted).has_value()) << raw.target;
    EXPECT_TRUE(admitted.request.guest);
    EXPECT_EQ(admitted.max_body, kMaxGuestBody);
    Admitted local;
    EXPECT_FALSE(Loopback().Admit(raw, local).has_value());
    EXPECT_FALSE(local.request.guest);
    EXPECT_EQ(local.max_body, kMaxBody);
  }
  for (const char* target :
       {"/api/1/rooms", "/api/1/records", "/api/1/games", "/api/1/results",
        "/api/1/rooms%2Fr", "/api/1/roomsr"}) {
    const RawRequest raw = Post(target, {{"boardwalk-key", key}});
    const bool is_room = std::string(target) == "/api/1/rooms%2Fr";
    EXPECT_EQ(StatusOf(Open(), raw), is_room ? 200 : 401) << target;
  }
  EXPECT_EQ(StatusOf(Open(), Get("/api/1/rooms/r")), 401);
  for (const char* no_key : {"", "x", "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk"}) {
    const RawRequest raw =
        Post("/api/1/rooms/r/moves", {{"boardwalk-key", no_key}});
    EXPECT_EQ(StatusOf(Open(), raw), 401) << no_key;
  }
}

// Such as %2Fapi: what the handler gets is what was checked.
TEST(AdmissionTest, AnEncodedPathIsCheckedLikeAPlainOne) {
  Admitted admitted;
  EXPECT_FALSE(Loopback().Admit(Get("/%61pi/1/games"), admitted).has_value());
  EXPECT_TRUE(admitted.is_api);
  EXPECT_EQ(
      StatusOf(Get("/%61pi/1/rooms/r/think", {{"sec-fetch-site", "cross-site"},
                                              {"sec-fetch-mode", "navigate"}})),
      403);
}

TEST(AdmissionTest, ErrorsAreJsonOrAPage) {
  const Response json = ErrorResponse(true, 404, "no \"<b>\" \xff");
  EXPECT_EQ(json.status, 404);
  EXPECT_EQ(json.type, "application/json");
  EXPECT_THAT(nlohmann::json::parse(json.body)["error"].get<std::string>(),
              HasSubstr("no \"<b>\""));
  const Response page = ErrorResponse(false, 404, "no <b>");
  EXPECT_THAT(page.type, HasSubstr("text/html"));
  EXPECT_THAT(page.body, HasSubstr("no &lt;b&gt;"));
  EXPECT_THAT(page.body, Not(HasSubstr("<b>")));
}

}  // namespace
}  // namespace boardwalk::web
