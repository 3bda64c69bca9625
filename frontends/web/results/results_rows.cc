#include "frontends/web/results/results.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "framework/errors.h"
#include "framework/game.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::web {
namespace {

using absl::StatusOr;
using Row = ResultsData::Row;

constexpr size_t kLatest = 20;
constexpr int kUsualCount = 50;

int Seats(const Row& row) { return static_cast<int>(row.players.size()); }

// {"id", "game", "players", "returns", "ending", "plies"}.
Json RowJson(const ResultsData& data, const Row& row) {
  Json players = Json::array(), returns = Json::array();
  const SeatValues values = WinnerTakesAll(Seats(row), row.winners);
  for (size_t seat = 0; seat < row.players.size(); ++seat) {
    players.push_back(data.players[row.players[seat]]);
    returns.push_back(values[seat]);
  }
  return {{"id", row.id},
          {"game", data.plan->configuration().games[row.variant]},
          {"players", std::move(players)},
          {"returns", std::move(returns)},
          {"ending", std::string(TerminationName(row.ending))},
          {"plies", row.plies}};
}

// What each player has won, drawn and lost in all games.
Json SumsJson(const ResultsData& data) {
  struct Sum {
    int64_t games = 0, won = 0, drawn = 0, lost = 0;
  };
  std::vector<Sum> sums(data.players.size());
  for (const Row& row : data.games) {
    for (size_t seat = 0; seat < row.players.size(); ++seat) {
      Sum& sum = sums[row.players[seat]];
      ++sum.games;
      ++(row.winners == 0            ? sum.drawn
         : (row.winners >> seat & 1) ? sum.won
                                     : sum.lost);
    }
  }
  Json list = Json::array();
  for (size_t i = 0; i < sums.size(); ++i) {
    list.push_back({{"player", data.players[i]},
                    {"games", sums[i].games},
                    {"won", sums[i].won},
                    {"drawn", sums[i].drawn},
                    {"lost", sums[i].lost}});
  }
  return list;
}

// The index of what the query's parameter names; unset where it is absent or
// empty.
StatusOr<std::optional<size_t>> QueryChoice(
    const Request& request, const std::string& name,
    const std::vector<std::string>& choices) {
  const std::string given = QueryText(request, name);
  if (given.empty()) return std::optional<size_t>();
  const auto choice = std::ranges::find(choices, given);
  if (choice == choices.end()) {
    return InvalidArgument("there is no ", name, " ", Quoted(given),
                           "; there are ", absl::StrJoin(choices, ", "));
  }
  return static_cast<size_t>(choice - choices.begin());
}

std::vector<std::string> EndingNames() {
  std::vector<std::string> names;
  for (size_t i = 0; i < kNumTerminations; ++i) {
    names.emplace_back(TerminationName(static_cast<Termination>(i)));
  }
  return names;
}

// Which games are asked for.
struct Wanted {
  std::optional<size_t> game, player, ending, winner;

  bool Has(const Row& row, size_t nobody) const {
    if (game.has_value() && *game != static_cast<size_t>(row.variant)) {
      return false;
    }
    if (ending.has_value() && *ending != static_cast<size_t>(row.ending)) {
      return false;
    }
    bool sits = false, won = false;
    for (size_t seat = 0; seat < row.players.size(); ++seat) {
      sits = sits || row.players[seat] == player;
      won = won || (row.players[seat] == winner && (row.winners >> seat & 1));
    }
    if (player.has_value() && !sits) return false;
    if (!winner.has_value()) return true;
    return *winner == nobody ? row.winners == 0 : won;
  }
};

StatusOr<Wanted> ReadWanted(const ResultsData& data, const Request& request) {
  Wanted wanted;
  std::vector<std::string> winners = data.players;
  winners.emplace_back("-");
  ASSIGN_OR_RETURN(wanted.game, QueryChoice(request, "game",
                                            data.plan->configuration().games));
  ASSIGN_OR_RETURN(wanted.player, QueryChoice(request, "player", data.players));
  ASSIGN_OR_RETURN(wanted.ending,
                   QueryChoice(request, "ending", EndingNames()));
  ASSIGN_OR_RETURN(wanted.winner, QueryChoice(request, "winner", winners));
  return wanted;
}

absl::Status Sort(const Request& request, std::vector<const Row*>& rows) {
  const auto found = request.query.find("sort");
  absl::string_view key = "id";
  if (found != request.query.end()) key = found->second;
  const bool from_largest = absl::ConsumePrefix(&key, "-");
  if (key == "plies") {
    std::ranges::stable_sort(rows, {}, &Row::plies);
  } else if (key != "id") {
    return InvalidArgument("sort is id, plies, -id or -plies, not ",
                           Quoted(found->second));
  }
  if (from_largest) std::ranges::reverse(rows);
  return absl::OkStatus();
}

}  // namespace

void AddState(const ResultsData& data, Json& state) {
  const comparison::Configuration& configuration = data.plan->configuration();
  std::set<Termination> endings;
  for (const Row& row : data.games) endings.insert(row.ending);
  state["kind"] = comparison::RulesOf(configuration).has_standings
                      ? "tournament"
                      : "comparison";
  state["games"] = data.games.size();
  state["planned"] = data.plan->games();
  state["variants"] = configuration.games;
  state["players"] = data.players;
  state["endings"] = Json::array();
  for (const Termination ending : endings) {
    state["endings"].push_back(std::string(TerminationName(ending)));
  }
  state["latest"] = Json::array();
  const size_t latest = std::min(kLatest, data.games.size());
  for (size_t i = 0; i < latest; ++i) {
    state["latest"].push_back(
        RowJson(data, data.games[data.games.size() - 1 - i]));
  }
  state["standings"] = SumsJson(data);
}

StatusOr<Json> ListGames(const ResultsData& data, const Request& request) {
  constexpr int kMost = 1'000'000'000;
  ASSIGN_OR_RETURN(const Wanted wanted, ReadWanted(data, request));
  ASSIGN_OR_RETURN(const int from,
                   QueryInt(request, "from", 0, Bounds<int>{0, kMost}));
  ASSIGN_OR_RETURN(const int count, QueryInt(request, "count", kUsualCount,
                                             Bounds<int>{1, kMaxGamesOfList}));
  std::vector<const Row*> rows;
  for (const Row& row : data.games) {
    if (wanted.Has(row, data.players.size())) rows.push_back(&row);
  }
  RETURN_IF_ERROR(Sort(request, rows));
  Json games = Json::array();
  const size_t end = std::min(rows.size(), static_cast<size_t>(from) + count);
  for (size_t i = from; i < end; ++i) games.push_back(RowJson(data, *rows[i]));
  return Json{{"total", rows.size()}, {"games", std::move(games)}};
}

}  // namespace boardwalk::web
