// The requests /api/1/records, and those below /api/1/rooms.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/errors.h"
#include "framework/json.h"
#include "framework/player.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "frontends/board/board_view.h"
#include "frontends/comparison/result.h"
#include "frontends/session/kept_game.h"
#include "frontends/session/seats.h"
#include "frontends/session/session.h"
#include "frontends/session/wording.h"
#include "frontends/web/api.h"
#include "frontends/web/http/keys.h"
#include "frontends/web/rooms/game_json.h"
#include "frontends/web/rooms/lobby.h"
#include "frontends/web/rooms/room.h"

namespace boardwalk::web {
namespace {

using absl::StatusOr;

constexpr size_t kMaxCells = 1000;  // that a move touches

StatusOr<std::vector<int>> QueryCells(const Request& request) {
  std::vector<int> cells;
  const std::string given = QueryText(request, "cells");
  if (given.empty()) return cells;
  for (const absl::string_view text : absl::StrSplit(given, ',')) {
    int cell = 0;
    if (!absl::SimpleAtoi(text, &cell) || cells.size() >= kMaxCells) {
      return absl::InvalidArgumentError(
          "cells are numbers with commas, such as 3,17");
    }
    cells.push_back(cell);
  }
  return cells;
}

// Who asks what of which room, once that is known to be allowed.
struct RoomRequest {
  const Request& request;
  Room& room;
  Lobby& lobby;
  Role role;
};

// Which of the board's turns is asked for.
StatusOr<int> QueryTurn(const RoomRequest& at) {
  const int turns = at.room.board().layout().turns;
  return QueryInt(at.request, "turn", 0, Bounds<int>{0, turns - 1});
}

// --- Games and new rooms ----------------------------------------------------

// The room's keys for who has this role in it.
Json KeysJson(const Room& room, const Role& role) {
  Json seats = Json::array();
  const std::vector<std::string> players = room.Players();
  for (size_t seat = 0; seat < players.size(); ++seat) {
    seats.push_back(session::IsHuman(players[seat]) &&
                            role.MayPlay(static_cast<int>(seat))
                        ? Json(room.keys().seats[seat])
                        : Json(nullptr));
  }
  return {{"room", room.id()},
          {"keys",
           {{"owner", role.owner ? Json(room.keys().owner) : Json(nullptr)},
            {"watch", room.keys().watch},
            {"seats", std::move(seats)}}}};
}

// All of them.
Response KeysResponse(const Room& room) {
  return Response{.body =
                      JsonText(KeysJson(room, {.watch = true, .owner = true}))};
}

StatusOr<Response> NewRoomResponse(Lobby& lobby, NewRoom room) {
  ASSIGN_OR_RETURN(const std::shared_ptr<Room> added,
                   lobby.Add(std::move(room)));
  return KeysResponse(*added);
}

StatusOr<session::Session> SessionOfFields(Lobby& lobby, JsonFields& fields) {
  const std::string name = fields.Text("game");
  std::vector<std::string> seats = fields.Texts("seats", kMaxPlayers);
  const auto clock = fields.OptionalText("clock");
  const auto position = fields.OptionalText("position");
  const std::vector<std::string> moves =
      fields.Texts("moves", static_cast<size_t>(Room::kMaxPlies));
  const int64_t seed =
      fields.Int("seed", {0, static_cast<int64_t>(kSeedParameter.max)}, -1);
  RETURN_IF_ERROR(fields.Check());
  if (name.empty()) {
    return absl::InvalidArgumentError(
        "say which \"game\", such as \"teeko\", or give a \"record\"");
  }
  ASSIGN_OR_RETURN(const auto game, InBody(lobby.catalog().MakeGame(name)));
  if (seats.empty()) {
    seats.assign(static_cast<size_t>(game->NumPlayers()),
                 session::HumanInfo().id);
  }
  for (const std::string& seat : seats) {
    RETURN_IF_ERROR(lobby.CheckPlayer(*game, seat));
  }
  std::unique_ptr<AnyState> start = game->InitialState();
  if (position.has_value()) {
    ASSIGN_OR_RETURN(start, game->ParsePosition(*position));
  }
  ASSIGN_OR_RETURN(auto session,
                   session::Session::Create(
                       *start, seats,
                       seed >= 0 ? static_cast<uint64_t>(seed) : RandomSeed()));
  for (size_t i = 0; i < moves.size(); ++i) {
    const absl::Status played =
        session::PlayRecorded(session, {.text = moves[i]});
    if (!played.ok()) {
      return FailedPrecondition("move ", i + 1, ": ", played.message());
    }
  }
  if (clock.has_value()) {
    ASSIGN_OR_RETURN(const TimeControl control, ParseTimeControl(*clock));
    session.SetClock(control);
  }
  return session;
}

absl::Status CheckLength(const GameRecord& record) {
  if (record.moves.size() <= static_cast<size_t>(Room::kMaxPlies)) {
    return absl::OkStatus();
  }
  return absl::OutOfRangeError(
      absl::StrCat("a game here has at most ", Room::kMaxPlies, " moves"));
}

StatusOr<session::Session> SessionOfRecord(Lobby& lobby,
                                           const std::string& text) {
  ASSIGN_OR_RETURN(const GameRecord record, ParseRecord(text));
  ASSIGN_OR_RETURN(const auto game,
                   InBody(lobby.catalog().MakeGame(record.game)));
  RETURN_IF_ERROR(CheckLength(record));
  for (const std::string& player : record.players) {
    RETURN_IF_ERROR(lobby.CheckPlayer(*game, player));
  }
  auto session = session::Session::FromRecord(lobby.catalog(), record);
  if (!session.ok()) {
    return absl::FailedPreconditionError(session.status().message());
  }
  return session;
}

// The names of people, with null for none; a seat each, or fewer.
StatusOr<std::vector<std::string>> ReadNames(JsonFields& fields) {
  std::vector<std::string> names;
  const Json* const list = fields.Find("names");
  if (list == nullptr) return names;
  if (!list->is_array() || list->size() > kMaxPlayers) {
    fields.Refuse("names", "a list of texts, with null for who has none");
    return names;
  }
  for (const Json& name : *list) {
    if (!name.is_null() && !name.is_string()) {
      fields.Refuse("names", "a list of texts, with null for who has none");
      return names;
    }
    names.push_back(name.is_null() ? "" : name.get<std::string>());
    RETURN_IF_ERROR(session::CheckPersonName(names.back()));
  }
  return names;
}

// The seats may be open: people have them.
absl::Status CheckOpenSeats(const session::Session& session, uint32_t open) {
  for (size_t seat = 0; seat < 32; ++seat) {
    if ((open >> seat & 1) == 0) continue;
    if (seat >= session.seats().size() ||
        !session::IsHuman(session.seats()[seat])) {
      return InvalidArgument("\"open\" has seat ", seat + 1,
                             ", which no person has");
    }
  }
  return absl::OkStatus();
}

StatusOr<Response> PostRooms(const Request& request, Lobby& lobby) {
  ASSIGN_OR_RETURN(const Json body, ParseJson(request.body));
  JsonFields fields(body);
  const auto pace = ReadPace(fields);
  const uint32_t open = ReadSeats(fields, "open", kMaxPlayers);
  ASSIGN_OR_RETURN(std::vector<std::string> names, ReadNames(fields));
  if (fields.Has("record")) {
    const std::string record = fields.Text("record");
    RETURN_IF_ERROR(fields.Check());
    ASSIGN_OR_RETURN(auto session, SessionOfRecord(lobby, record));
    RETURN_IF_ERROR(CheckOpenSeats(session, open));
    return NewRoomResponse(lobby, {.session = std::move(session),
                                   .pace = pace,
                                   .names = std::move(names),
                                   .asker = request.address,
                                   .open = open});
  }
  ASSIGN_OR_RETURN(auto session, SessionOfFields(lobby, fields));
  RETURN_IF_ERROR(CheckOpenSeats(session, open));
  return NewRoomResponse(lobby, {.session = std::move(session),
                                 .pace = pace,
                                 .names = std::move(names),
                                 .asker = request.address,
                                 .open = open});
}

// --- In a room --------------------------------------------------------------

StatusOr<Response> GetState(const RoomRequest& at) {
  Response response;
  ASSIGN_OR_RETURN(response.body, at.room.State(at.role));
  return response;
}

StatusOr<Response> GetKeys(const RoomRequest& at) {
  if (!at.role.owner) {
    return absl::PermissionDeniedError("only the owner of the room has them");
  }
  return KeysResponse(at.room);
}

StatusOr<Response> GetRoomEvents(const RoomRequest& at) {
  std::optional<uint64_t> seen;
  uint64_t number = 0;
  if (absl::SimpleAtoi(at.request.last_event_id, &number)) seen = number;
  Response response;
  response.type = "text/event-stream";
  ASSIGN_OR_RETURN(response.events, at.room.Read(at.role, seen));
  return response;
}

// As GET /games/NAME, which guests may not ask for.
StatusOr<Response> GetGame(const RoomRequest& at) {
  const AnyGame& game = at.room.game();
  return Response{.body = JsonText(GameJson(game, at.lobby.Offered(game)))};
}

StatusOr<Response> GetBoard(const RoomRequest& at) {
  ASSIGN_OR_RETURN(const int turn, QueryTurn(at));
  Response response;
  response.body =
      *at.lobby.boards().Get(at.room.game().Name(), at.room.board(), turn);
  return response;
}

StatusOr<Response> GetPointing(const RoomRequest& at) {
  ASSIGN_OR_RETURN(const int ply, QueryInt(at.request, "ply", std::nullopt));
  ASSIGN_OR_RETURN(const std::vector<int> cells, QueryCells(at.request));
  ASSIGN_OR_RETURN(const Json pointed, at.room.Point(ply, cells));
  return Response{.body = JsonText(pointed)};
}

StatusOr<Response> GetRecord(const RoomRequest& at) {
  Response response;
  response.type = "text/plain; charset=utf-8";
  response.body = FormatRecord(at.room.Record());
  response.headers["Content-Disposition"] =
      "attachment; filename=\"game.boardwalk\"";
  return response;
}

StatusOr<Response> GetPicture(const RoomRequest& at) {
  ASSIGN_OR_RETURN(const int ply, QueryInt(at.request, "ply", std::nullopt));
  ASSIGN_OR_RETURN(const int turn, QueryTurn(at));
  Response response;
  response.type = "image/svg+xml";
  ASSIGN_OR_RETURN(response.body, at.room.Picture(ply, turn));
  return response;
}

// A name of a player, as far as strangers may choose it; "" for the usual one.
absl::Status CheckAdviser(const RoomRequest& at, const std::string& player) {
  if (player.empty()) return absl::OkStatus();
  return at.lobby.CheckPlayer(at.room.game(), player);
}

StatusOr<Response> GetThink(const RoomRequest& at) {
  ASSIGN_OR_RETURN(const int ply, QueryInt(at.request, "ply", std::nullopt));
  const std::string player = QueryText(at.request, "player");
  RETURN_IF_ERROR(CheckAdviser(at, player));
  Response response;
  response.type = "text/event-stream";
  ASSIGN_OR_RETURN(response.events,
                   at.room.Think(at.role, ply, player, at.request.address));
  return response;
}

StatusOr<Response> PostAnalysis(const RoomRequest& at) {
  ASSIGN_OR_RETURN(const Json body, ParseJson(at.request.body));
  JsonFields fields(body);
  const std::string player = fields.Text("player");
  RETURN_IF_ERROR(fields.Check());
  RETURN_IF_ERROR(CheckAdviser(at, player));
  ASSIGN_OR_RETURN(const uint64_t number,
                   at.room.Analyse(player, at.request.address));
  return Response{.body = JsonText({{"number", number}})};
}

StatusOr<Response> PostMoves(const RoomRequest& at) {
  ASSIGN_OR_RETURN(const Json body, ParseJson(at.request.body));
  JsonFields fields(body);
  const auto ply =
      static_cast<int>(fields.Int("ply", {0, Room::kMaxPlies}, -1));
  const std::string move = fields.Text("move");
  RETURN_IF_ERROR(fields.Check());
  if (ply < 0) {
    return absl::InvalidArgumentError(
        "say at which \"ply\" the \"move\" is to be played");
  }
  ASSIGN_OR_RETURN(const int now, at.room.Play(at.role, ply, move));
  return Response{.body = JsonText({{"ply", now}})};
}

// The room of the rematch. One that has been deleted is forgotten: kNotFound.
StatusOr<std::shared_ptr<Room>> FindRematch(const RoomRequest& at) {
  const std::string id = at.room.Rematch();
  if (id.empty()) return absl::NotFoundError("there is no rematch yet");
  auto room = at.lobby.FindWithoutKeys(id, at.request.address);
  if (absl::IsNotFound(room.status())) {
    RETURN_IF_ERROR(at.room.ForgetRematch(id));
  }
  return room;
}

absl::Status WantRematch(const RoomRequest& at, int seat) {
  FindRematch(at).IgnoreError();
  ASSIGN_OR_RETURN(std::optional<NewRoom> next,
                   at.room.WantRematch(at.role, seat));
  if (!next.has_value()) return absl::OkStatus();
  next->asker = at.request.address;
  const auto made = at.lobby.Add(*std::move(next));
  if (!made.ok()) return at.room.EndRematch(made.status());
  absl::Status noted = at.room.EndRematch((*made)->id());
  if (!noted.ok()) at.lobby.Delete((*made)->id()).IgnoreError();
  return noted;
}

StatusOr<Response> PostActions(const RoomRequest& at) {
  ASSIGN_OR_RETURN(const Json body, ParseJson(at.request.body));
  JsonFields fields(body);
  RoomAction action;
  action.name = fields.Text("action");
  action.asker = at.request.address;
  action.seat = static_cast<int>(fields.Int("seat", {1, kMaxPlayers}, 0)) - 1;
  action.player = fields.Text("player");
  action.person = fields.Text("name");
  action.ply = static_cast<int>(fields.Int("ply", {0, Room::kMaxPlies}, -1));
  action.text = fields.Text("text");
  RETURN_IF_ERROR(fields.Check());
  if (action.name == "seat") {
    RETURN_IF_ERROR(at.lobby.CheckPlayer(at.room.game(), action.player));
  }
  if (action.name == "delete") {
    if (!at.role.owner) {
      return absl::PermissionDeniedError(
          "only the owner of the room deletes it");
    }
    RETURN_IF_ERROR(at.lobby.Delete(at.room.id()));
    return Response{.body = JsonText(Json::object())};
  }
  if (action.name == "rematch") {
    RETURN_IF_ERROR(WantRematch(at, action.seat));
  } else {
    RETURN_IF_ERROR(at.room.Act(at.role, action));
  }
  return Response{.body = JsonText(Json::object())};
}

// The keys of the rematch for those of its players who asked with theirs.
StatusOr<Response> GetRematch(const RoomRequest& at) {
  ASSIGN_OR_RETURN(const std::shared_ptr<Room> room, FindRematch(at));
  const auto count = static_cast<int>(room->keys().seats.size());
  const Role next = at.role.MovedOn(count);
  Json json = KeysJson(*room, next);
  Json& seats = json["seats"] = Json::array();
  for (int seat = 0; seat < count; ++seat) {
    const bool person = !json["keys"]["seats"][seat].is_null();
    if (person && next.Holds(seat)) seats.push_back(seat + 1);
  }
  return Response{.body = JsonText(json)};
}

StatusOr<Response> PostBranches(const RoomRequest& at) {
  ASSIGN_OR_RETURN(const Json body, ParseJson(at.request.body));
  JsonFields fields(body);
  std::optional<int> ply;
  std::optional<size_t> variation;
  if (fields.Has("variation")) {
    variation = static_cast<size_t>(
        fields.Int("variation", {0, session::KeptGame::kMaxVariations}, 0));
  } else {
    ply = static_cast<int>(fields.Int("ply", {0, Room::kMaxPlies}, -1));
  }
  const std::vector<std::string> seats = fields.Texts("seats", kMaxPlayers);
  RETURN_IF_ERROR(fields.Check());
  for (const std::string& seat : seats) {
    RETURN_IF_ERROR(at.lobby.CheckPlayer(at.room.game(), seat));
  }
  ASSIGN_OR_RETURN(auto session, at.room.Branch(ply, variation, seats));
  const std::vector<std::string> players = at.room.Players();
  const bool had_people = std::ranges::any_of(players, session::IsHuman);
  // The pace of computers among themselves is not for people.
  auto pace = at.room.pace();
  if (session.HasHuman() && !had_people) pace.reset();
  return NewRoomResponse(at.lobby, {.session = std::move(session),
                                    .parent = at.room.id(),
                                    .pace = pace,
                                    .names = at.room.Names(),
                                    .asker = at.request.address});
}

// --- Which request is which -------------------------------------------------

// Of those without the token, who may ask.
enum class Guests { kAll, kPlayers, kNone };

struct Route {
  absl::string_view method, name;
  StatusOr<Response> (*answer)(const RoomRequest&);
  Guests guests = Guests::kAll;
};
constexpr Route kRoutes[] = {
    {"GET", "", GetState},
    {"GET", "keys", GetKeys},
    {"GET", "events", GetRoomEvents},
    {"GET", "game", GetGame},
    {"GET", "board", GetBoard},
    {"GET", "pointing", GetPointing},
    {"GET", "record", GetRecord},
    {"GET", "rematch", GetRematch},
    {"GET", "picture.svg", GetPicture},
    {"POST", "moves", PostMoves},
    {"POST", "actions", PostActions},
    {"POST", "branches", PostBranches, Guests::kNone},
    {"GET", "think", GetThink, Guests::kPlayers},
    {"POST", "analysis", PostAnalysis, Guests::kPlayers},
};

absl::Status NeedsToken() {
  return absl::UnauthenticatedError(
      "this link is for the game alone: for more, open the address that the "
      "server printed when it began, with ?token=...");
}

absl::Status CheckGuest(const Route& route, const RoomRequest& at) {
  if (!at.request.guest || route.guests == Guests::kAll ||
      (route.guests == Guests::kPlayers && at.room.Plays(at.role))) {
    return absl::OkStatus();
  }
  return NeedsToken();
}

StatusOr<Response> AnswerIn(const std::shared_ptr<Room>& room,
                            const Request& request, Lobby& lobby,
                            absl::string_view rest) {
  Role role = room->keys().RoleOf(request.keys);
  role.guest = request.guest;
  room->Adopt(request.address);
  const RoomRequest at = {request, *room, lobby, role};
  if (absl::ConsumePrefix(&rest, "views/")) {
    int ply = 0;
    if (!absl::SimpleAtoi(rest, &ply)) return NoSuchAddress();
    if (request.method != "GET") return MethodNotAllowed("GET");
    ASSIGN_OR_RETURN(const Json view, room->View(ply));
    return Response{.body = JsonText(view)};
  }
  absl::string_view right;
  for (const Route& route : kRoutes) {
    if (route.name != rest) continue;
    right = route.method;
    if (right != request.method) continue;
    RETURN_IF_ERROR(CheckGuest(route, at));
    return route.answer(at);
  }
  if (!right.empty()) return MethodNotAllowed(right);
  return NoSuchAddress();
}

StatusOr<Response> Join(Room& room, const Request& request) {
  ASSIGN_OR_RETURN(const Json body, ParseJson(request.body));
  JsonFields fields(body);
  const auto seats = static_cast<int64_t>(room.keys().seats.size());
  const auto asked = fields.OptionalInt("seat", {1, seats});
  const auto name = fields.OptionalText("name");
  RETURN_IF_ERROR(fields.Check());
  std::optional<int> seat;
  if (asked.has_value()) seat = static_cast<int>(*asked) - 1;
  ASSIGN_OR_RETURN(const int taken, room.Join(seat, name));
  return Response{
      .body = JsonText(KeysJson(room, {.watch = true, .seats = 1U << taken}))};
}

StatusOr<Response> AnswerInRoom(const Request& request, Lobby& lobby,
                                absl::string_view id, absl::string_view rest) {
  // Whoever comes takes an open seat, and has no key yet.
  const bool joins = rest == "join";
  if (joins && request.method != "POST") return MethodNotAllowed("POST");
  if (joins && request.guest) return NeedsToken();
  // A room that was put away between is found again.
  constexpr int kTries = 3;
  for (int i = 1;; ++i) {
    ASSIGN_OR_RETURN(
        const std::shared_ptr<Room> room,
        joins ? lobby.FindOpen(std::string(id), request.address)
              : lobby.Find(std::string(id), request.keys, request.address));
    StatusOr<Response> answer =
        joins ? Join(*room, request) : AnswerIn(room, request, lobby, rest);
    if (answer.ok() || !absl::IsUnavailable(answer.status()) ||
        !room->closed() || i == kTries) {
      return answer;
    }
  }
}

}  // namespace

StatusOr<Response> AnswerRecords(const Request& request, Lobby& lobby) {
  if (request.method != "POST") return MethodNotAllowed("POST");
  ASSIGN_OR_RETURN(const Json body, ParseJson(request.body));
  JsonFields fields(body);
  const std::string text = fields.Text("record");
  RETURN_IF_ERROR(fields.Check());
  comparison::FinishedGame game;
  ASSIGN_OR_RETURN(game.record, ParseRecord(text));
  ASSIGN_OR_RETURN(const auto rules,
                   InBody(lobby.catalog().MakeGame(game.record.game)));
  RETURN_IF_ERROR(CheckLength(game.record));
  const std::string title = session::TitleLine(*rules);
  const board::BoardView board(*rules, title);
  const size_t cells = (game.record.moves.size() + 1) *
                       std::max<size_t>(board.layout().cells.size(), 1);
  if (cells > Lobby::kMaxShownCells) {
    return absl::FailedPreconditionError(
        "the game is too long for its board to be shown so; save it as a file, "
        "and load that");
  }
  if (!lobby.shown_cells().Take(cells)) {
    return absl::UnavailableError(
        "other records are being shown; try again later");
  }
  const auto give = absl::MakeCleanup([&] { lobby.shown_cells().Give(cells); });
  const auto replayed = ReplayRecord(*rules, game.record);
  if (!replayed.ok()) {
    return absl::FailedPreconditionError(replayed.status().message());
  }
  auto shown = RecordedGameJson(*rules, board, game);
  if (!shown.ok()) {
    return absl::FailedPreconditionError(shown.status().message());
  }
  Json json = {{"title", title}, {"players", game.record.players}};
  Json& returns = json["returns"] = Json::array();
  for (int seat = 0; seat < rules->NumPlayers(); ++seat) {
    returns.push_back(game.record.returns[seat]);
  }
  json.update(*shown);
  return Response{.body = JsonText(json)};
}

StatusOr<Response> AnswerRooms(const Request& request, absl::string_view rest,
                               Lobby& lobby) {
  if (!absl::ConsumePrefix(&rest, "/")) {
    if (request.method != "POST") return MethodNotAllowed("POST");
    return PostRooms(request, lobby);
  }
  const size_t slash = rest.find('/');
  return AnswerInRoom(
      request, lobby, rest.substr(0, slash),
      slash == absl::string_view::npos ? "" : rest.substr(slash + 1));
}

}  // namespace boardwalk::web
