#include "frontends/cli/json.h"

#include <string>

#include "absl/strings/str_cat.h"

namespace boardwalk::cli {
namespace {

Json SeatJson(const comparison::SeatResult& seat, Times times) {
  Json json = {{"moves", seat.moves},
               {"nodes", seat.nodes},
               {"playouts", seat.playouts},
               {"depth", MeanDepth(seat)}};
  if (times == Times::kShown) {
    json["seconds"] = seat.seconds;
    json["wall"] = seat.wall_seconds;
    json["max_seconds"] = seat.max_seconds;
  }
  return json;
}

Json MoveJson(const RecordedMove& move, Times times) {
  Json json = {{"move", move.text}, {"value", nullptr},    {"depth", nullptr},
               {"nodes", nullptr},  {"playouts", nullptr}, {"seconds", 0.0}};
  AddReport(move, json);
  if (times == Times::kShown) {
    json["wall"] = move.wall_seconds;
  } else {
    json.erase("seconds");
  }
  return json;
}

Json FaultsJson(const std::vector<Fault>& faults) {
  Json array = Json::array();
  for (const Fault& fault : faults) {
    array.push_back({{"seat", fault.seat},
                     {"move", fault.move},
                     {"kind", std::string(TerminationName(fault.kind))},
                     {"reason", fault.reason}});
  }
  return array;
}

}  // namespace

std::string DetailText(const comparison::GameSummary& game, Times times) {
  const bool tells_times = game.termination == Termination::kTimeForfeit;
  return times == Times::kLeftOut && tells_times ? "" : game.detail;
}

std::vector<Fault> ShownFaults(const comparison::GameSummary& game,
                               Times times) {
  std::vector<Fault> faults = game.faults;
  for (Fault& fault : faults) {
    if (times == Times::kLeftOut && fault.kind == Termination::kTimeForfeit) {
      fault.reason.clear();
    }
  }
  return faults;
}

double MeanDepth(const comparison::SeatResult& seat) {
  return seat.moves == 0 ? 0
                         : static_cast<double>(seat.depth) /
                               static_cast<double>(seat.moves);
}

Json GameJson(const comparison::GameSummary& game,
              const comparison::Configuration& configuration, Times times) {
  Json players = Json::array();
  Json returns = Json::array();
  Json seats = Json::array();
  for (const comparison::SeatResult& seat : game.seats) {
    players.push_back(configuration.players[seat.player]);
    returns.push_back(seat.returns);
    seats.push_back(SeatJson(seat, times));
  }
  return {{"id", game.id},
          {"game", configuration.games[game.variant]},
          {"round", game.round + 1},
          {"block", game.block + 1},
          {"seed", absl::StrCat(game.seed)},
          {"players", players},
          {"returns", returns},
          {"ending", std::string(TerminationName(game.termination))},
          {"loser", game.loser < 0 ? Json(nullptr) : Json(game.loser)},
          {"detail", DetailText(game, times)},
          {"faults", FaultsJson(ShownFaults(game, times))},
          {"plies", game.plies},
          {"fingerprint",
           absl::StrCat(absl::Hex(game.fingerprint, absl::kZeroPad16))},
          {"seats", seats}};
}

Json WholeGameJson(const comparison::FinishedGame& game,
                   const comparison::Configuration& configuration,
                   Times times) {
  Json json = GameJson(game.summary, configuration, times);
  json["opening"] = game.opening;
  json["start"] = game.record.start;
  Json moves = Json::array();
  for (const RecordedMove& move : game.record.moves) {
    moves.push_back(MoveJson(move, times));
  }
  json["moves"] = std::move(moves);
  json["final"] = game.record.final;
  return json;
}

}  // namespace boardwalk::cli
