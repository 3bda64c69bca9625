// StandingsJson and GradescopeJson.

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/json.h"
#include "framework/number_text.h"
#include "frontends/contest/standings.h"

namespace boardwalk::contest {
namespace {

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
  for (const SeatOutcome& outcome : game.outcomes) {
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
        ": ", fault.move == 0 ? "" : absl::StrCat(FaultName(fault.kind), ": "),
        fault.reason);
  }
  return text;
}

// The games with another entrant.
Json TestJson(const Standings& standings, int player, int opponent) {
  int64_t points = 0, games = 0;
  std::string output;
  for (const auto& [game, seat] : GamesTogether(standings, player, opponent)) {
    ++games;
    points += game->outcomes[seat].points;
    absl::StrAppend(&output, output.empty() ? "" : "\n",
                    GameLine(standings, *game, seat));
  }
  return {{"name", absl::StrCat("with ", standings.PlayerName(opponent))},
          {"score", points},
          {"max_score", kPointsForWin * games},
          {"output", output}};
}

}  // namespace

std::string StandingsJson(const Standings& standings) {
  const Meetings& meetings = standings.meetings;
  Json json = {{"tournament", standings.star() ? "star" : "chinese8"},
               {"sandbox", nullptr},
               {"planned", standings.planned},
               {"played", standings.games.size()},
               {"entrants", report::JsonTable(EntrantTable(standings))},
               {"together", meetings.games},
               {"begins", meetings.starts},
               {"games", Json::array()}};
  const std::string& guard = standings.configuration.contest->guard;
  if (!guard.empty()) json["sandbox"] = guard;
  for (const PlayedGame& game : standings.games) {
    json["games"].push_back(GameJson(standings, game));
  }
  return JsonText(json) + "\n";
}

std::string GradescopeJson(const Standings& standings, size_t row) {
  const EntrantRow& entrant = standings.entrants[row];
  Json json = {
      {"score", entrant.total},
      {"output",
       entrant.cannot_play.empty()
           ? absl::StrCat("Rank ", entrant.rank, " of ",
                          standings.entrants.size(), " with ",
                          FormatFixed(entrant.total, standings.star() ? 2 : 0),
                          " points: ", entrant.won, " won, ", entrant.drawn,
                          " drawn, ", entrant.lost, " lost.")
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
         {"value", entrant.SecondsATurn()},
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
  return JsonText(json, 2) + "\n";
}

}  // namespace boardwalk::contest
