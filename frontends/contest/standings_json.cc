// StandingsJson and GradescopeJson.

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/text.h"
#include "frontends/contest/standings.h"
#include "frontends/report/format.h"
#include "nlohmann/json.hpp"

namespace boardwalk::contest {
namespace {

using Json = nlohmann::ordered_json;

// On one line, or with each level of members further in.
std::string Dump(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json EntrantJson(const Standings& standings, const EntrantRow& row) {
  Json faults = Json::object();
  for (const auto& [kind, count] : row.faults) {
    faults[std::string(TerminationName(kind))] = count;
  }
  Json json = {{"rank", row.rank},
               {"name", standings.PlayerName(row.player)},
               {"player", standings.configuration.players[row.player]},
               {"total", row.total},
               {"points", row.points},
               {"bonus", standings.star() ? Json(nullptr) : Json(row.bonus)},
               {"games", row.games},
               {"won", row.won},
               {"drawn", row.drawn},
               {"lost", row.lost},
               {"undecided", row.undecided},
               {"moves", row.moves},
               {"seconds", row.seconds},
               {"max_seconds", row.max_seconds},
               {"faults", std::move(faults)},
               {"cannot_play", nullptr}};
  if (!row.cannot_play.empty()) json["cannot_play"] = row.cannot_play;
  return json;
}

Json GameJson(const Standings& standings, const PlayedGame& game) {
  Json json = {{"id", game.id},
               {"game", standings.configuration.games[game.variant]},
               {"players", game.players},
               {"results", Json::array()},
               {"points", Json::array()},
               {"seconds", game.seconds},
               {"ending", TerminationName(game.termination)},
               {"plies", game.moves.size()},
               {"final", game.final},
               {"faults", Json::array()}};
  for (const contest::SeatOutcome& outcome : game.outcomes) {
    json["results"].push_back(OutcomeName(outcome));
    json["points"].push_back(outcome.points);
  }
  for (const Fault& fault : game.faults) {
    json["faults"].push_back(
        {{"seat", fault.seat},
         {"move", fault.move},
         {"kind",
          fault.move == 0 ? "cannot-play" : TerminationName(fault.kind)},
         {"reason", fault.reason}});
  }
  return json;
}

// "game 3: won as Blue in 45 plies"
std::string GameLine(const Standings& standings, const PlayedGame& game,
                     size_t seat) {
  std::string text =
      absl::StrCat("game ", game.id, ": ", OutcomeName(game.outcomes[seat]),
                   " as ", SeatName(standings, static_cast<int>(seat)), " in ",
                   game.moves.size(), " plies");
  for (const Fault& fault : game.faults) {
    absl::StrAppend(
        &text, "; ",
        standings.PlayerName(game.players[static_cast<size_t>(fault.seat)]),
        ": ",
        fault.move == 0 ? ""
                        : absl::StrCat(contest::FaultName(fault.kind), ": "),
        fault.reason);
  }
  return text;
}

// The games with another entrant.
Json TestJson(const Standings& standings, int player, int opponent) {
  int64_t points = 0, games = 0;
  std::string output;
  for (const PlayedGame& game : standings.games) {
    const auto own =
        std::find(game.players.begin(), game.players.end(), player);
    if (own == game.players.end() ||
        std::find(game.players.begin(), game.players.end(), opponent) ==
            game.players.end()) {
      continue;
    }
    const auto seat = static_cast<size_t>(own - game.players.begin());
    ++games;
    points += game.outcomes[seat].points;
    absl::StrAppend(&output, output.empty() ? "" : "\n",
                    GameLine(standings, game, seat));
  }
  return {{"name", absl::StrCat("with ", standings.PlayerName(opponent))},
          {"score", points},
          {"max_score", 2 * games},
          {"output", output}};
}

}  // namespace

std::string StandingsJson(const Standings& standings) {
  const Meetings& meetings = standings.meetings;
  Json json = {{"tournament", standings.star() ? "star" : "chinese8"},
               {"sandbox", nullptr},
               {"planned", standings.planned},
               {"played", standings.games.size()},
               {"entrants", Json::array()},
               {"together", meetings.games},
               {"begins", meetings.starts},
               {"games", Json::array()}};
  const std::string& guard = standings.configuration.contest->guard;
  if (!guard.empty()) json["sandbox"] = guard;
  for (const EntrantRow& row : standings.entrants) {
    json["entrants"].push_back(EntrantJson(standings, row));
  }
  for (const PlayedGame& game : standings.games) {
    json["games"].push_back(GameJson(standings, game));
  }
  return Dump(json);
}

std::string GradescopeJson(const Standings& standings, size_t row) {
  const EntrantRow& entrant = standings.entrants[row];
  const double moves = static_cast<double>(std::max<int64_t>(entrant.moves, 1));
  Json json = {
      {"score", entrant.total},
      {"output",
       entrant.cannot_play.empty()
           ? absl::StrCat(
                 "Rank ", entrant.rank, " of ", standings.entrants.size(),
                 " with ",
                 report::FormatFixed(entrant.total, standings.star() ? 2 : 0),
                 " points: ", entrant.won, " won, ", entrant.drawn, " drawn, ",
                 entrant.lost, " lost.")
           : absl::StrCat("It cannot play: ", entrant.cannot_play)},
      {"visibility", "visible"},
      {"tests", Json::array()},
      {"leaderboard",
       {{{"name", "Points"}, {"value", entrant.total}, {"order", "desc"}},
        {{"name", "Rank"}, {"value", entrant.rank}, {"order", "asc"}},
        {{"name", "Won"}, {"value", entrant.won}, {"order", "desc"}},
        {{"name", "Drawn"}, {"value", entrant.drawn}, {"order", "desc"}},
        {{"name", "Lost"}, {"value", entrant.lost}, {"order", "asc"}},
        {{"name", "Seconds a move"},
         {"value", entrant.seconds / moves},
         {"order", "asc"}}}},
      {"extra_data",
       {{"entrant", standings.PlayerName(entrant.player)},
        {"bonus", entrant.bonus},
        {"played", standings.games.size()},
        {"planned", standings.planned}}}};
  for (const EntrantRow& opponent : standings.entrants) {
    if (opponent.player == entrant.player) continue;
    json["tests"].push_back(
        TestJson(standings, entrant.player, opponent.player));
  }
  return Dump(json, 2);
}

}  // namespace boardwalk::contest
