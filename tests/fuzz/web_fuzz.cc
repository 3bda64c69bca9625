// The interface of the server: whatever is asked, in whatever order, with the
// keys, names and moves that earlier answers gave or with others, the answer is
// well-formed, and never that the server failed.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "frontends/web/api.h"
#include "frontends/web/lobby.h"
#include "nlohmann/json.hpp"
#include "tests/fuzz/games.h"

namespace boardwalk::fuzz {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxRequests = 200;
constexpr size_t kMaxRooms = 3;
constexpr size_t kMaxStreams = 8;
constexpr size_t kMaxKnown = 64;  // texts of earlier answers

// Texts that mean something somewhere.
constexpr std::array<const char*, 64> kWords = {"api",
                                                "1",
                                                "games",
                                                "rooms",
                                                "events",
                                                "board",
                                                "views",
                                                "pointing",
                                                "moves",
                                                "actions",
                                                "branches",
                                                "record",
                                                "picture.svg",
                                                "think",
                                                "analysis",
                                                "",
                                                "teeko",
                                                "chinese8",
                                                "star:size=2",
                                                "onejump",
                                                "star:size=2,players=3",
                                                "teeko:phase=movement",
                                                "teeko:",
                                                "nogame",
                                                "human",
                                                "random",
                                                "greedy",
                                                "mcts:playouts=3",
                                                "alphabeta:depth=1",
                                                "engine:cmd=\"false\"",
                                                "easy",
                                                "random:seed=1",
                                                "undo",
                                                "redo",
                                                "restart",
                                                "resign",
                                                "offer-draw",
                                                "accept-draw",
                                                "decline-draw",
                                                "claim-draw",
                                                "move-now",
                                                "hint",
                                                "seat",
                                                "game",
                                                "seats",
                                                "clock",
                                                "position",
                                                "seed",
                                                "ply",
                                                "move",
                                                "cells",
                                                "flip",
                                                "player",
                                                "variation",
                                                "action",
                                                "key",
                                                "0",
                                                "-1",
                                                "18446744073709551616",
                                                "1e99",
                                                "300s+3s",
                                                "1,2,3",
                                                "pace",
                                                "boardwalk-record 1\n"};

// How many requests there were, said at the end.
struct Count {
  Count() = default;
  ~Count() { std::fprintf(stderr, "web_fuzz: %lld requests\n", requests); }
  Count(const Count&) = delete;
  Count& operator=(const Count&) = delete;
  long long requests = 0;  // NOLINT(google-runtime-int): as printf has it
};
Count g_count;

// Decisions that the bytes of an input make.
class Input {
 public:
  explicit Input(absl::string_view bytes) : bytes_(bytes) {}

  bool empty() const { return bytes_.empty(); }
  uint8_t Byte() {
    if (bytes_.empty()) return 0;
    const auto byte = static_cast<uint8_t>(bytes_[0]);
    bytes_.remove_prefix(1);
    return byte;
  }
  std::string Bytes(size_t most) {
    const size_t length = std::min<size_t>({Byte(), most, bytes_.size()});
    std::string taken(bytes_.substr(0, length));
    bytes_.remove_prefix(length);
    return taken;
  }

 private:
  absl::string_view bytes_;
};

// Somebody who remembers what answers say.
class Asker {
 public:
  explicit Asker(absl::string_view bytes)
      : input_(bytes),
        lobby_(AllGamesOnce(), {.threads = 1, .max_rooms = kMaxRooms}),
        api_(lobby_) {}

  void Run() {
    for (size_t i = 0; i < kMaxRequests && !input_.empty(); ++i) Ask();
    for (auto& stream : streams_) Drain(*stream);
  }

 private:
  // A word, a text of an earlier answer, or bytes.
  std::string Text() {
    const uint8_t choice = input_.Byte();
    if (choice < kWords.size()) return kWords[choice];
    if (choice < 192 && !known_.empty()) return known_[choice % known_.size()];
    if (choice < 224) return absl::StrCat(choice % 7);
    return input_.Bytes(40);
  }
  std::string Of(const std::vector<std::string>& texts) {
    const uint8_t choice = input_.Byte();
    return choice < 240 && !texts.empty() ? texts[choice % texts.size()]
                                          : Text();
  }

  Json Value(int depth) {
    switch (input_.Byte() % 8) {
      case 0:
        return static_cast<int>(input_.Byte()) - 1;
      case 1:
        return nullptr;
      case 2:
        return input_.Byte() % 2 == 0;
      case 3: {
        Json list = Json::array();
        for (int i = input_.Byte() % 5; i > 0 && depth < 6; --i) {
          list.push_back(Value(depth + 1));
        }
        return list;
      }
      case 4:
        return depth < 6 ? Object(depth + 1) : Json(0.5);
      default:
        return Text();
    }
  }
  Json Object(int depth) {
    Json object = Json::object();
    for (int i = input_.Byte() % 4; i > 0; --i) object[Text()] = Value(depth);
    return object;
  }
  // What a request that makes sense has, and perhaps more.
  Json Body(const std::string& what) {
    Json body = Object(0);
    if (input_.Byte() % 8 == 0) return body;
    if (what == "rooms") {
      body["game"] = Of({"teeko", "star:size=2", "chinese8", "onejump"});
      body["seats"] = {Of({"human", "random"}), Of({"human", "random"})};
    } else if (what == "moves") {
      body["ply"] = input_.Byte() % 16;
      body["move"] = Of(moves_);
    } else if (what == "actions") {
      body["action"] =
          Of({"undo", "redo", "resign", "restart", "hint", "offer-draw",
              "accept-draw", "claim-draw", "seat", "decline-draw", "move-now"});
    } else if (what == "branches") {
      body["ply"] = input_.Byte() % 8;
    } else if (what == "analysis") {
      body["player"] = Of({"random", "greedy", "alphabeta:depth=1"});
    }
    return body;
  }

  web::Request NextRequest() {
    web::Request request;
    const uint8_t kind = input_.Byte();
    request.method = kind % 32 == 0 ? Text() : kind % 2 == 0 ? "GET" : "POST";
    request.path = "/api/1/";
    std::string what = "rooms";
    if (kind % 16 == 1 || rooms_.empty()) {
      request.path += "rooms";  // makes one
    } else if (kind % 16 == 2) {
      request.path += "games";
      if (input_.Byte() % 2 == 0) absl::StrAppend(&request.path, "/", Text());
    } else if (kind % 16 == 3) {
      for (int i = input_.Byte() % 6; i > 0; --i) {
        absl::StrAppend(&request.path, Text(), "/");
      }
    } else {
      what = Of(request.method == "POST"
                    ? std::vector<std::string>{"moves", "actions", "branches",
                                               "analysis"}
                    : std::vector<std::string>{"", "events", "board", "views/0",
                                               "views/1", "pointing", "record",
                                               "picture.svg", "think"});
      absl::StrAppend(&request.path, "rooms/", Of(rooms_), "/", what);
      if (what.empty()) request.path.pop_back();
    }
    for (int i = input_.Byte() % 4; i > 0; --i) {
      request.query[Of({"ply", "cells", "flip", "player"})] = Text();
    }
    if (input_.Byte() % 8 != 0) request.keys = keys_;
    if (input_.Byte() % 4 == 0) request.keys = {Text(), Text()};
    if (input_.Byte() % 8 == 0) request.last_event_id = Text();
    if (request.method == "POST") {
      request.body =
          input_.Byte() % 16 == 0
              ? input_.Bytes(200)
              : Body(what).dump(-1, ' ', false, Json::error_handler_t::replace);
    }
    return request;
  }

  void Ask() {
    const web::Request request = NextRequest();
    ++g_count.requests;
    web::Response response = api_.Handle(request);
    const std::string what =
        absl::StrCat(request.method, " ", request.path, " ", request.body,
                     " -> ", response.status, " ", response.body);
    Require(response.status >= 200 && response.status < 600, what);
    Require(response.status != 500, "the server did not fail: " + what);
    Require((response.status == 200) || response.events == nullptr,
            "only what is right streams: " + what);
    if (response.type == "application/json" && response.events == nullptr) {
      const Json json = Json::parse(response.body, nullptr, false);
      Require(!json.is_discarded(), "JSON: " + what);
      Require(response.status < 400 || json.contains("error"),
              "an error says what is wrong: " + what);
      if (response.status < 400) Learn(json);
    }
    for (const auto& [name, value] : response.headers) {
      Require(!absl::StrContains(value, '\n'), "headers are lines: " + what);
    }
    if (response.events == nullptr) return;
    response.events->SetWake([] {});
    Drain(*response.events);
    if (streams_.size() >= kMaxStreams) streams_.pop_front();
    streams_.push_back(std::move(response.events));
  }

  // Takes the texts of an answer.
  void Learn(const Json& json) {
    if (json.is_object() && json.contains("keys") && json.contains("room")) {
      rooms_.push_back(json["room"]);
      keys_.push_back(json["keys"]["owner"]);
      for (const Json& key : json["keys"]["seats"]) {
        if (key.is_string()) keys_.push_back(key);
      }
    }
    if (json.is_object() && json.contains("moves")) {
      for (const Json& move : json["moves"]) {
        if (move.is_object() && move.contains("text")) {
          moves_.push_back(move["text"]);
        }
      }
      if (moves_.size() > kMaxKnown) moves_.erase(moves_.begin());
    }
    Remember(json);
  }
  void Remember(const Json& json) {
    if (known_.size() >= kMaxKnown) return;
    if (json.is_string() && json.get_ref<const std::string&>().size() < 100) {
      known_.push_back(json);
    } else if (json.is_structured()) {
      for (const Json& member : json) Remember(member);
    }
  }

  static void Drain(web::EventStream& stream) {
    for (int i = 0; i < 4; ++i) {
      bool ended = false;
      const std::string text = stream.Take(&ended);
      Require(text.empty() || absl::EndsWith(text, "\n\n"),
              "events are whole: " + text);
      if (text.empty()) return;
    }
  }

  Input input_;
  web::Lobby lobby_;
  web::Api api_;
  std::vector<std::string> rooms_;
  std::vector<std::string> keys_;
  std::vector<std::string> moves_;
  std::vector<std::string> known_;
  std::deque<std::unique_ptr<web::EventStream>> streams_;  // destroyed first
};

}  // namespace
}  // namespace boardwalk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace boardwalk;  // NOLINT(google-build-using-namespace)
  fuzz::Asker({reinterpret_cast<const char*>(data), size}).Run();
  return 0;
}
