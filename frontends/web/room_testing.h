// Shared by the tests of the server's interface: a client without a network.

#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/json.h"
#include "framework/mutex.h"
#include "frontends/web/api.h"
#include "frontends/web/results/results.h"
#include "frontends/web/rooms/lobby.h"
#include "gtest/gtest.h"

namespace boardwalk::web {

// An answer, with its body as JSON (null if it is none).
struct Answer {
  int status = 0;
  Json json;
  std::string body;
  std::unique_ptr<EventStream> events;

  std::string error() const { return json.value("error", ""); }
};

// One event of a stream.
struct Event {
  uint64_t number = 0;
  std::string type;
  Json data;
};

// Reads a stream as a page does, and waits where nothing has come.
class EventReader {
 public:
  static constexpr std::chrono::seconds kPatience{30};

  explicit EventReader(std::unique_ptr<EventStream> stream)
      : stream_(std::move(stream)) {
    stream_->SetWake([this] {
      const MutexLock lock(&mutex_);
      woken_ = true;
      changed_.NotifyAll();
    });
  }

  // The next event; nothing once the stream has ended or none comes in time.
  std::optional<Event> Next(std::chrono::milliseconds patience = kPatience) {
    const auto until = std::chrono::steady_clock::now() + patience;
    for (;;) {
      const size_t end = text_.find("\n\n");
      if (end != std::string::npos) {
        const std::string block = text_.substr(0, end);
        text_.erase(0, end + 2);
        const Event event = Parse(block);
        EXPECT_NE(event.type, "ping") << "pings are the server's alone";
        return event;
      }
      if (ended_) return std::nullopt;
      const auto more = stream_->Take(&ended_);
      if (more != nullptr) text_ += more->Whole().value();
      if (more != nullptr || ended_) continue;
      const MutexLock lock(&mutex_);
      while (!woken_) {
        const auto now = std::chrono::steady_clock::now();
        if (now >= until) return std::nullopt;
        changed_.WaitFor(&mutex_, until - now);
      }
      woken_ = false;
    }
  }
  // The next event of a type; others are passed over, and buy no more time.
  std::optional<Event> NextOf(const std::string& type) {
    const auto until = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
      auto event = Next(std::chrono::duration_cast<std::chrono::milliseconds>(
          until - std::chrono::steady_clock::now()));
      if (!event.has_value() || event->type == type) return event;
    }
  }

  // How the game ends: an event of its own, unless a state that came after it
  // has taken its place. Null if none comes.
  Json Over() {
    for (auto event = Next(); event.has_value(); event = Next()) {
      if (event->type == "over") return event->data;
      if (event->type == "state" && !event->data["over"].is_null()) {
        return event->data["over"];
      }
    }
    ADD_FAILURE() << "the game does not end";
    return nullptr;
  }

 private:
  static Event Parse(const std::string& block) {
    Event event;
    for (absl::string_view line : absl::StrSplit(block, '\n')) {
      if (absl::ConsumePrefix(&line, "id: ")) {
        EXPECT_TRUE(absl::SimpleAtoi(line, &event.number));
      } else if (absl::ConsumePrefix(&line, "event: ")) {
        event.type = std::string(line);
      } else if (absl::ConsumePrefix(&line, "data: ")) {
        event.data = Json::parse(line.begin(), line.end());
      } else {
        ADD_FAILURE() << "no line of an event: " << line;
      }
    }
    return event;
  }

  std::unique_ptr<EventStream> stream_;
  std::string text_;
  bool ended_ = false;
  Mutex mutex_;
  CondVar changed_;
  bool woken_ ABSL_GUARDED_BY(mutex_) = false;
};

// Somebody with keys.
class Client {
 public:
  explicit Client(Lobby& lobby, Results* results = nullptr)
      : api_(std::make_shared<Api>(lobby, results)) {}

  Answer Ask(Request request) {
    if (request.keys.empty()) request.keys = keys_;
    request.address = address_;
    Response response = api_->Handle(request);
    // As a page does, where a game is on its way to the disk or from it.
    while (response.status == 503 &&
           (absl::StrContains(response.body, "put away") ||
            absl::StrContains(response.body, "being read"))) {
      response = api_->Handle(request);
    }
    Answer answer;
    answer.status = response.status;
    answer.body = response.body;
    answer.events = std::move(response.events);
    answer.json = Json::parse(answer.body, nullptr, false);
    return answer;
  }
  Answer Get(const std::string& path,
             std::map<std::string, std::string> query = {}) {
    return Ask({.method = "GET",
                .path = absl::StrCat("/api/1/", path),
                .query = std::move(query)});
  }
  Answer Post(const std::string& path, const Json& body) {
    return Ask({.method = "POST",
                .path = absl::StrCat("/api/1/", path),
                .body = body.dump()});
  }

  // Makes a room and takes its keys, the owner's among them. Its computers
  // answer at once, unless `body` says more.
  Answer Create(Json body) {
    body.emplace("pace_ms", 0);
    Answer answer = Post("rooms", body);
    EXPECT_EQ(answer.status, 200) << answer.body;
    if (answer.status == 200) Enter(answer.json);
    return answer;
  }
  void Enter(const Json& created) {
    room_ = created["room"];
    keys_ = {created["keys"]["owner"]};
    for (const Json& key : created["keys"]["seats"]) {
      if (!key.is_null()) keys_.push_back(key);
    }
  }
  // The same person, at another server.
  Client With(Lobby& lobby) const {
    Client client(lobby);
    client.room_ = room_;
    client.keys_ = keys_;
    return client;
  }
  void set_keys(std::vector<std::string> keys) { keys_ = std::move(keys); }
  void set_address(std::string address) { address_ = std::move(address); }
  const std::string& room() const { return room_; }
  const std::vector<std::string>& keys() const { return keys_; }
  std::string Path(const std::string& rest = "") const {
    return absl::StrCat("rooms/", room_, rest.empty() ? "" : "/", rest);
  }

  Json State() {
    Answer answer = Get(Path());
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.json;
  }
  Answer Move(int ply, const std::string& move) {
    return Post(Path("moves"), {{"ply", ply}, {"move", move}});
  }
  Answer Act(const std::string& action) {
    return Post(Path("actions"), {{"action", action}});
  }
  Json Point(int ply, const std::string& cells) {
    Answer answer =
        Get(Path("pointing"), {{"ply", absl::StrCat(ply)}, {"cells", cells}});
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.json;
  }
  std::unique_ptr<EventReader> Read(const std::string& last_event_id = "") {
    Answer answer = Ask({.method = "GET",
                         .path = absl::StrCat("/api/1/", Path("events")),
                         .last_event_id = last_event_id});
    EXPECT_EQ(answer.status, 200) << answer.body;
    return std::make_unique<EventReader>(std::move(answer.events));
  }

 private:
  std::shared_ptr<Api> api_;
  std::string room_;
  std::vector<std::string> keys_;
  std::string address_;
};

}  // namespace boardwalk::web
