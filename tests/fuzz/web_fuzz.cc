// The server behind its sockets: whatever is asked, with whatever headers, in
// whatever order, with the keys, names and moves that earlier answers gave or
// with others, the answer is well-formed, and never that the server failed. Who
// has no token gets no more than the keys of a game allow; who comes from
// another site gets nothing. A server that begins again on damaged files of
// games answers all the same.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "framework/file.h"
#include "framework/testing/temporary_folder.h"
#include "frontends/comparison/plan.h"
#include "frontends/comparison/runner.h"
#include "frontends/results/store.h"
#include "frontends/web/api.h"
#include "frontends/web/http/admission.h"
#include "frontends/web/results/results.h"
#include "frontends/web/rooms/lobby.h"
#include "nlohmann/json.hpp"
#include "tests/fuzz/games.h"

namespace boardwalk::fuzz {
namespace {

using Json = nlohmann::json;

constexpr size_t kMaxRequests = 200;
constexpr size_t kMaxRooms = 3;
constexpr size_t kMaxStreams = 8;
constexpr size_t kMaxKnown = 64;  // texts of earlier answers
// Bytes that wait for a reader: 64 KiB, or one state.
constexpr size_t kMaxKept = 256 << 10;

// Texts that mean something somewhere.
constexpr std::array<const char*, 80> kWords = {"api",
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
                                                "star:size=3",
                                                "onejump",
                                                "star:size=3,players=3",
                                                "teeko:phase=movement",
                                                "teeko:",
                                                "nogame",
                                                "human",
                                                "random",
                                                "greedy",
                                                "mcts:playouts=3,memory=1",
                                                "alphabeta:depth=1,memory=1",
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
                                                "turn",
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
                                                "pace_ms",
                                                "boardwalk-record 1\n",
                                                "open",
                                                "join",
                                                "rematch",
                                                "positions",
                                                "pieces",
                                                "to_move",
                                                "comment",
                                                "text",
                                                "names",
                                                "name",
                                                "ask-undo",
                                                "accept-undo",
                                                "decline-undo",
                                                "close-seats",
                                                "watch",
                                                "Zo\u00eb"};

constexpr char kHost[] = "localhost:8080";
constexpr char kToken[] = "0123456789abcdefghijkmnpqr";

// A comparison's results, made once and shown to all.
web::Results& ResultsOnce() {
  static const TemporaryFolder folder;
  static auto* const results = [] {
    comparison::Configuration configuration;
    configuration.games = {"teeko", "onejump"};
    configuration.players = {"random", "greedy"};
    configuration.openings = 2;
    configuration.max_plies = 6;
    const std::string path = folder.path() + "/results.sqlite";
    const auto plan = comparison::Plan::Create(AllGamesOnce(), configuration);
    Require(plan.ok(), plan.status().ToString());
    const auto store = results::OpenToPlay(path, plan->configuration());
    Require(store.ok(), store.status().ToString());
    const auto played = comparison::RunPlan(*plan, **store, {});
    Require(played.ok(), played.status().ToString());
    return new web::Results(AllGamesOnce(), path, {});
  }();
  return *results;
}

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
        kind_(input_.Byte()),
        has_token_(kind_ % 4 == 0),
        admission_({.hosts = {kHost},
                    .token = has_token_ ? kToken : "",
                    .cookie_name = "boardwalk-8080"}) {
    if (kind_ / 4 % 8 == 0) folder_.emplace();
    Begin();
  }

  void Run() {
    for (size_t i = 0; i < kMaxRequests && !input_.empty(); ++i) {
      if (folder_.has_value() && input_.Byte() % 16 == 0) {
        BeginAgain();
      } else {
        Ask();
      }
    }
    for (auto& stream : streams_) Drain(*stream);
  }

 private:
  // The server begins.
  void Begin() {
    lobby_.emplace(
        AllGamesOnce(),
        web::LobbyOptions{
            .folder = folder_.has_value() ? folder_->File("rooms") : "",
            .threads = 1,
            .max_rooms = kMaxRooms,
            .max_kept = kMaxRooms});
    Require(lobby_->status().ok(), lobby_->status().ToString());
    api_.emplace(*lobby_, &ResultsOnce());
  }
  // After something has happened to the file of a game.
  void BeginAgain() {
    streams_.clear();
    api_.reset();
    lobby_.reset();
    if (!rooms_.empty()) {
      const std::string& room = rooms_[input_.Byte() % rooms_.size()];
      Damage(folder_->File(absl::StrCat("rooms/", room, ".room")));
    }
    Begin();
  }
  void Damage(const std::string& path) {
    const auto read = ReadFile(path);
    if (!read.ok() || read->empty()) return;  // deleted, or cut before
    std::string text = *read;
    const size_t at = (input_.Byte() * 256u + input_.Byte()) % text.size();
    switch (input_.Byte() % 4) {
      case 0:
        text.resize(at);
        break;
      case 1:
        text.insert(at, input_.Bytes(40));
        break;
      case 2:
        text.replace(at, 1, input_.Bytes(1));
        break;
      default: {  // a line stands twice
        const size_t begin = text.rfind('\n', at) + 1;
        text.insert(begin,
                    text.substr(begin, text.find('\n', begin) + 1 - begin));
      }
    }
    const absl::Status written = WritePrivateFile(path, text);
    Require(written.ok(), written.ToString());
  }

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
      AddGame(body);
    } else if (what == "moves") {
      body["ply"] = input_.Byte() % 4 == 0 ? input_.Byte() % 16 : ply_;
      body["move"] = Of(moves_);
    } else if (what == "actions") {
      body["action"] =
          Of({"undo", "redo", "resign", "restart", "hint", "offer-draw",
              "accept-draw", "claim-draw", "seat", "decline-draw", "move-now",
              "delete", "ask-undo", "accept-undo", "decline-undo", "rematch",
              "comment", "close-seats"});
      if (input_.Byte() % 4 == 0) body["seat"] = input_.Byte() % 4;
      if (body["action"] == "seat") body["player"] = Player();
      if (body["action"] == "comment") {
        body["ply"] = input_.Byte() % 8;
        body["text"] = Text();
      }
    } else if (what == "positions") {
      AddPosition(body);
    } else if (what == "branches") {
      body["ply"] = input_.Byte() % 8;
    } else if (what == "analysis") {
      body["player"] = Player();
    }
    return body;
  }
  std::string Player() {
    return Of({"human", "random", "greedy", "human",
               "alphabeta:depth=1,memory=1", "mcts:playouts=3"});
  }
  // A board that somebody sets up.
  void AddPosition(Json& body) {
    body["game"] = Of({"teeko", "star:size=3", "chinese8", "onejump"});
    if (input_.Byte() % 4 == 0) return;
    body["to_move"] = input_.Byte() % 3;
    Json& pieces = body["pieces"] = Json::array();
    for (int i = input_.Byte() % 12; i > 0; --i) {
      const int cell = input_.Byte() % 128;
      pieces.push_back({cell, input_.Byte() % 4, input_.Byte() % 3});
    }
  }
  // A game from its beginning, from moves, or from a record.
  void AddGame(Json& body) {
    const uint8_t kind = input_.Byte();
    if (kind % 8 == 0 && !record_.empty()) {
      body["record"] = record_;
      return;
    }
    body["game"] = Of({"teeko", "star:size=3", "star:size=3,players=3",
                       "chinese8", "onejump"});
    body["seats"] = {Player(), Player()};
    if (kind % 8 == 4) body["open"] = {1 + input_.Byte() % 2};
    if (kind % 8 == 1) {
      body["clock"] = Of({"300s+3s", "1ms", "1s+1s"});
    } else if (kind % 8 == 2) {
      body["pace_ms"] = input_.Byte();
    } else if (kind % 8 == 3) {
      for (int i = input_.Byte() % 4; i > 0; --i) {
        body["moves"].push_back(Of(moves_));
      }
    }
  }

  // As it stands in a target: with %XX, which is not always needed.
  std::string Escaped(const std::string& text) {
    const bool all = input_.Byte() % 8 == 0;
    std::string escaped;
    for (const char c : text) {
      if (all || !(absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                   c == '/' || c == '.')) {
        absl::StrAppend(&escaped, "%",
                        absl::Hex(static_cast<uint8_t>(c), absl::kZeroPad2));
      } else {
        escaped += c;
      }
    }
    return escaped;
  }

  // The path of a request of a kind, and what it is for.
  std::string Path(uint8_t kind, bool posts, std::string& what) {
    std::string path = "/api/1/";
    if (kind % 16 == 2) {
      path += "games";
      if (input_.Byte() % 2 == 0) absl::StrAppend(&path, "/", Text());
    } else if (kind % 16 == 3) {
      for (int i = input_.Byte() % 6; i > 0; --i) {
        absl::StrAppend(&path, Text(), "/");
      }
    } else if (kind % 16 == 4) {
      absl::StrAppend(&path, "results",
                      Of({"", "/events", "/games", "/games/1", "/games/8",
                          "/report", "/report.json"}));
    } else if (kind % 16 == 6) {
      what = "open";
      path += what;
    } else if (kind % 16 == 5) {
      what = "positions";
      path += what;
    } else if (kind % 16 == 1 || rooms_.empty()) {
      what = "rooms";  // makes one
      path += what;
    } else {
      what = Of(posts ? std::vector<std::string>{"moves", "actions", "branches",
                                                 "analysis", "join"}
                      : std::vector<std::string>{
                            "", "events", "board", "views/0", "views/1",
                            "pointing", "record", "keys", "picture.svg",
                            "think", "rematch"});
      absl::StrAppend(&path, "rooms/", Of(rooms_), what.empty() ? "" : "/",
                      what);
    }
    return path;
  }

  // What is pointed at: cells that earlier answers named, or others.
  std::string Pointed() {
    std::string cells;
    for (int i = input_.Byte() % 4; i > 0; --i) {
      const uint8_t choice = input_.Byte();
      absl::StrAppend(&cells, cells.empty() ? "" : ",",
                      choice < 192 && !cells_.empty()
                          ? cells_[choice % cells_.size()]
                          : choice % 32);
    }
    return cells;
  }

  web::RawRequest NextHead(std::string& what) {
    web::RawRequest raw;
    const uint8_t kind = input_.Byte();
    raw.method = kind % 32 == 0 ? Text() : kind % 2 == 0 ? "GET" : "POST";
    raw.target = Escaped(Path(kind, raw.method == "POST", what));
    if (what == "pointing") {
      absl::StrAppend(&raw.target, "?ply=", ply_, "&cells=", Pointed());
    }
    for (int i = input_.Byte() % 4; i > 0; --i) {
      absl::StrAppend(
          &raw.target, raw.target.find('?') == std::string::npos ? "?" : "&",
          Escaped(Of({"ply", "cells", "turn", "player", "key", "game", "sort",
                      "winner", "ending", "from", "count", "token"})),
          "=", Escaped(Text()));
    }
    if (input_.Byte() % 32 == 0) raw.target = Text();
    raw.headers["host"] = kHost;
    if (raw.method == "POST") raw.headers["content-type"] = "application/json";
    if (input_.Byte() % 8 != 0) {
      raw.headers["boardwalk-key"] = absl::StrJoin(keys_, ",");
    }
    if (has_token_ && input_.Byte() % 8 != 0) {
      raw.headers["authorization"] = absl::StrCat("Bearer ", kToken);
    }
    if (input_.Byte() % 8 == 0) raw.headers["last-event-id"] = Text();
    for (int i = input_.Byte() % 8; i < 2; ++i) {
      raw.headers[Of({"host", "origin", "sec-fetch-site", "content-type",
                      "cookie", "authorization", "boardwalk-key"})] =
          Of({kHost, "http://localhost:8080", "same-origin", "cross-site",
              "boardwalk-8080=x; a=b", "Bearer x", "http://elsewhere"});
    }
    return raw;
  }

  // What must hold of whoever is let in.
  void CheckAdmitted(const web::RawRequest& raw, const web::Admitted& admitted,
                     const std::string& what) {
    const auto header = [&raw](const std::string& name) {
      const auto found = raw.headers.find(name);
      return found == raw.headers.end() ? "" : found->second;
    };
    Require(header("host") == kHost, "another host: " + what);
    Require(
        header("origin").empty() || header("origin") == "http://localhost:8080",
        "another origin: " + what);
    const web::Request& request = admitted.request;
    if (!has_token_ || !admitted.is_api) return;
    if (request.guest) {
      Require(absl::StartsWith(request.path, "/api/1/rooms/") &&
                  !request.keys.empty(),
              "a guest without a game: " + what);
      return;
    }
    Require(header("authorization") == absl::StrCat("Bearer ", kToken) ||
                absl::StrContains(header("cookie"), kToken) ||
                absl::StrContains(raw.target, "token"),
            "no token: " + what);
  }

  void Ask() {
    std::string purpose;
    const web::RawRequest raw = NextHead(purpose);
    ++g_count.requests;
    web::Admitted admitted;
    const auto refusal = admission_.Admit(raw, admitted);
    const std::string asked = absl::StrCat(raw.method, " ", raw.target);
    if (refusal.has_value()) {
      Require(refusal->status >= 400 && refusal->status < 500 &&
                  !refusal->message.empty(),
              "a refusal says why: " + asked);
      return;
    }
    CheckAdmitted(raw, admitted, asked);
    web::Request& request = admitted.request;
    if (!absl::StartsWith(request.path, "/api/1/")) return;  // a page's file
    if (request.method == "POST") {
      request.body = input_.Byte() % 16 == 0
                         ? input_.Bytes(200)
                         : Body(purpose).dump(-1, ' ', false,
                                              Json::error_handler_t::replace);
    }
    web::Response response = api_->Handle(request);
    const std::string what = absl::StrCat(asked, " ", request.body, " -> ",
                                          response.status, " ", response.body);
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
      if (response.status == 200) LearnDeletion(request);
    } else if (absl::StartsWith(response.body, "boardwalk-record")) {
      record_ = response.body;
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
    if (json.is_object()) {
      LearnRoom(json);
      LearnMoves(json);
    }
    Remember(json);
  }
  void LearnRoom(const Json& json) {
    if (!json.contains("keys") || !json.contains("room")) return;
    const std::string room = json["room"];
    if (std::find(rooms_.begin(), rooms_.end(), room) == rooms_.end()) {
      rooms_.push_back(room);
      there_.insert(room);
      Require(there_.size() <= kMaxRooms, "rooms are bounded");
    }
    AddKey(json["keys"]["owner"]);
    for (const Json& key : json["keys"]["seats"]) AddKey(key);
  }
  void LearnDeletion(const web::Request& request) {
    absl::string_view room = request.path;
    if (!absl::ConsumePrefix(&room, "/api/1/rooms/") ||
        !absl::ConsumeSuffix(&room, "/actions")) {
      return;
    }
    const Json body = Json::parse(request.body);
    if (body["action"] == "delete") there_.erase(std::string(room));
  }
  void AddKey(const Json& key) {
    if (key.is_string() &&
        std::find(keys_.begin(), keys_.end(), key) == keys_.end()) {
      keys_.push_back(key);
    }
  }
  void LearnMoves(const Json& json) {
    const auto move = json.find("move");
    if (move != json.end() && move->is_string()) moves_.push_back(*move);
    const auto moves = json.find("moves");
    if (moves != json.end()) {
      for (const Json& listed : *moves) {
        if (listed.contains("text")) moves_.push_back(listed["text"]);
      }
    }
    if (moves_.size() > kMaxKnown) {
      moves_.erase(moves_.begin(), moves_.end() - kMaxKnown);
    }
    const auto next = json.find("next");
    if (next != json.end()) cells_ = next->get<std::vector<int>>();
    const auto ply = json.find("ply");
    if (ply != json.end() && ply->is_number()) ply_ = *ply;
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
    std::string text;
    for (int i = 0; i < 8; ++i) {
      bool ended = false;
      const auto part = stream.Take(&ended);
      if (part == nullptr) {
        Require(text.empty() || absl::EndsWith(text, "\n\n"),
                "events are whole: " + text);
        return;
      }
      Require(part->size() < kMaxKept, "events that wait are bounded");
      text += part->Whole().value_or("\n\n");
    }
  }

  Input input_;
  const uint8_t kind_;
  const bool has_token_;
  const web::Admission admission_;
  std::optional<TemporaryFolder> folder_;
  std::optional<web::Lobby> lobby_;
  std::optional<web::Api> api_;
  std::vector<std::string> rooms_;
  std::set<std::string> there_;  // those that were not deleted
  std::vector<std::string> keys_;
  std::vector<std::string> moves_;
  std::vector<int> cells_;
  int ply_ = 0;
  std::string record_;
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
