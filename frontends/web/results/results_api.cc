// The requests below /api/1/results.

#include <cstdint>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "framework/errors.h"
#include "framework/json.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/web/api.h"
#include "frontends/web/results/results.h"
#include "frontends/web/rooms/game_json.h"

namespace boardwalk::web {
namespace {

using absl::StatusOr;
using comparison::FinishedGame;

StatusOr<Response> GetGame(const ResultsData& data, absl::string_view text) {
  int64_t id = 0;
  if (!absl::SimpleAtoi(text, &id) || id < 1) {
    return InvalidArgument("a game is a whole number from 1 on, not ",
                           Quoted(text));
  }
  ASSIGN_OR_RETURN(const FinishedGame game, data.store->Get(id));
  const auto variant = static_cast<size_t>(game.summary.variant);
  const AnyGame* rules = data.plan->game(game.summary.variant);
  if (rules == nullptr) {
    return FailedPrecondition(
        "the plug-in of ", OneLine(game.record.game),
        " is not loaded: start the server with --plugin to look at its games");
  }
  auto shown = RecordedGameJson(*rules, *data.boards[variant], game);
  if (!shown.ok()) {
    return FailedPrecondition(
        "game ", id, " cannot be played again: ", shown.status().message());
  }
  Json json = {{"id", id}};
  json.update(*shown);
  Json players = Json::array(), returns = Json::array();
  for (const comparison::SeatResult& seat : game.summary.seats) {
    players.push_back(data.players[static_cast<size_t>(seat.player)]);
    returns.push_back(seat.returns);
  }
  json["players"] = std::move(players);
  json["returns"] = std::move(returns);
  return Response{.body = JsonText(json)};
}

StatusOr<Response> GetEvents(Results& results) {
  Response response;
  response.type = "text/event-stream";
  response.events = results.ReadEvents();
  return response;
}

}  // namespace

StatusOr<Response> AnswerResults(const Request& request, absl::string_view rest,
                                 Results* results) {
  if (request.method != "GET") return MethodNotAllowed("GET");
  if (results == nullptr && rest.empty()) {
    return Response{.body = JsonText({{"file", nullptr}})};
  }
  if (results == nullptr) {
    return absl::NotFoundError(
        "this server shows no results; start it with --results FILE");
  }
  if (rest == "/events") return GetEvents(*results);
  const Results::Snapshot snapshot = results->snapshot();
  if (rest.empty()) {
    return Response{.body = JsonText(results->StateJson(snapshot))};
  }
  if (snapshot.data == nullptr) {
    return absl::FailedPreconditionError(snapshot.problem);
  }
  if (rest == "/games") {
    ASSIGN_OR_RETURN(const Json games, ListGames(*snapshot.data, request));
    return Response{.body = JsonText(games)};
  }
  if (absl::ConsumePrefix(&rest, "/games/"))
    return GetGame(*snapshot.data, rest);
  if (rest == "/report") {
    return Response{.body = JsonText({{"style", snapshot.data->style},
                                      {"body", snapshot.data->body}})};
  }
  if (rest == "/report.json") {
    Response response;
    response.body = snapshot.data->report;
    return response;
  }
  return NoSuchAddress();
}

}  // namespace boardwalk::web
