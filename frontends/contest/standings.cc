#include "frontends/contest/standings.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/number_text.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/contest/roster.h"

namespace boardwalk::contest {
namespace {

using comparison::FinishedGame;

// The board that the player at fault was to answer.
std::string BoardBefore(const AnyGame& rules, const GameRecord& record,
                        const Fault& fault) {
  if (fault.move == 0) return "";
  auto state = rules.ParsePosition(record.start);
  if (!state.ok()) return "";
  const auto plies =
      std::min(static_cast<size_t>(fault.move) - 1, record.moves.size());
  for (size_t ply = 0; ply < plies; ++ply) {
    const auto move = (*state)->ParseMove(record.moves[ply].text);
    if (!move.ok() || !(*state)->Apply(*move).ok()) return "";
  }
  return (*state)->Render({});
}

PlayedGame PlayedGameOf(const comparison::Plan& plan,
                        const FinishedGame& game) {
  const comparison::GameSummary& summary = game.summary;
  PlayedGame played{.id = summary.id,
                    .block = summary.block,
                    .variant = summary.variant,
                    .outcomes = OutcomesOf(plan.configuration(), summary),
                    .faults = FaultsOf(plan.configuration(), summary),
                    .termination = summary.termination,
                    .detail = summary.detail,
                    .opening = game.opening,
                    .final = game.record.final};
  for (const comparison::SeatResult& seat : summary.seats) {
    played.players.push_back(seat.player);
    played.seconds.push_back(seat.seconds);
  }
  for (const RecordedMove& move : game.record.moves) {
    played.moves.push_back(move.text);
  }
  if (const AnyGame* rules = plan.game(summary.variant); rules != nullptr) {
    const auto state = rules->ParsePosition(played.final);
    if (state.ok()) played.board = (*state)->Render({});
    for (const Fault& fault : played.faults) {
      played.fault_boards.push_back(BoardBefore(*rules, game.record, fault));
    }
  }
  played.fault_boards.resize(played.faults.size());
  return played;
}

void AddOutcome(const SeatOutcome& outcome, EntrantRow& row) {
  ++row.games;
  row.points += outcome.points;
  switch (outcome.result) {
    case SeatOutcome::Result::kWon:
      ++row.won;
      break;
    case SeatOutcome::Result::kDrawn:
      ++row.drawn;
      break;
    case SeatOutcome::Result::kLost:
      ++row.lost;
      break;
    case SeatOutcome::Result::kNone:
      ++row.undecided;
  }
}

void AddGame(const comparison::GameSummary& summary, const PlayedGame& game,
             std::vector<EntrantRow>& rows) {
  for (size_t seat = 0; seat < summary.seats.size(); ++seat) {
    const comparison::SeatResult& result = summary.seats[seat];
    EntrantRow& row = rows[static_cast<size_t>(result.player)];
    AddOutcome(game.outcomes[seat], row);
    row.moves += result.moves;
    row.turns += comparison::Turns(summary, static_cast<int>(seat));
    row.seconds += result.seconds;
    row.max_seconds = std::max(row.max_seconds, result.max_seconds);
  }
  for (const Fault& fault : game.faults) {
    const int player = game.players[static_cast<size_t>(fault.seat)];
    ++rows[static_cast<size_t>(player)].faults[fault.kind];
  }
}

// Totals, the order and the ranks.
void Rank(Standings& standings) {
  const comparison::Contest& contest = *standings.configuration.contest;
  for (EntrantRow& row : standings.entrants) {
    row.total = static_cast<double>(row.points);
    if (standings.star()) row.total -= contest.second_costs * row.seconds;
  }
  std::ranges::sort(
      standings.entrants, [](const EntrantRow& a, const EntrantRow& b) {
        return std::tuple(-a.total, a.player) < std::tuple(-b.total, b.player);
      });
  for (size_t i = 0; i < standings.entrants.size(); ++i) {
    EntrantRow& row = standings.entrants[i];
    const bool shared = i > 0 && standings.entrants[i - 1].total == row.total;
    row.rank =
        shared ? standings.entrants[i - 1].rank : static_cast<int>(i) + 1;
    if (!standings.star()) row.bonus = BonusOf(row.rank);
  }
}

}  // namespace

Meetings::Range Meetings::GamesOfTwo() const {
  Range range{.min = INT64_MAX, .max = 0};
  for (size_t i = 0; i < games.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      range.min = std::min(range.min, games[i][j]);
      range.max = std::max(range.max, games[i][j]);
    }
  }
  return range;
}

Meetings::Range Meetings::Starts() const {
  const auto [min, max] = std::minmax_element(starts.begin(), starts.end());
  return {.min = *min, .max = *max};
}

Meetings CountMeetings(const comparison::Plan& plan) {
  const size_t players = plan.configuration().players.size();
  const int64_t rounds = plan.configuration().rounds;
  Meetings meetings{.games = std::vector<std::vector<int64_t>>(
                        players, std::vector<int64_t>(players, 0)),
                    .starts = std::vector<int64_t>(players, 0)};
  for (int64_t id = 1; id <= plan.games_per_round(); ++id) {
    const comparison::PlannedGame game = plan.Game(id);
    meetings.starts[game.seats.front()] += rounds;
    const std::set<int> here(game.seats.begin(), game.seats.end());
    for (const int a : here) {
      for (const int b : here) meetings.games[a][b] += rounds;
    }
  }
  return meetings;
}

absl::StatusOr<Standings> RankEntrants(const comparison::Plan& plan,
                                       const comparison::Store& store) {
  Standings standings{.configuration = plan.configuration(),
                      .program_version = store.program_version(),
                      .origins = store.origins(),
                      .planned = plan.games(),
                      .meetings = CountMeetings(plan)};
  const std::vector<std::string>& faults =
      standings.configuration.contest->faults;
  for (size_t i = 0; i < standings.configuration.players.size(); ++i) {
    standings.entrants.push_back(
        {.player = static_cast<int>(i),
         .cannot_play = faults.empty() ? "" : faults[i]});
  }
  const absl::Status read =
      store.ForEachWhole({}, [&](const FinishedGame& game) {
        RETURN_IF_ERROR(
            comparison::CheckPlanned(plan.Game(game.summary.id), game.summary));
        standings.games.push_back(PlayedGameOf(plan, game));
        AddGame(game.summary, standings.games.back(), standings.entrants);
        return absl::OkStatus();
      });
  RETURN_IF_ERROR(read);
  Rank(standings);
  return standings;
}

void ForgetTimes(Standings& standings) {
  standings.origins.clear();
  for (EntrantRow& row : standings.entrants) row.seconds = row.max_seconds = 0;
  for (PlayedGame& game : standings.games) {
    std::ranges::fill(game.seconds, 0);
  }
  Rank(standings);
}

void HideNames(const std::string& key, Standings& standings) {
  const auto hidden = HiddenNames(key, standings.configuration);
  const auto hide = [&](std::string& text) {
    text = WithoutNames(std::move(text), hidden);
  };
  standings.names_are_hidden = true;
  std::vector<std::string>& aliases = standings.configuration.aliases;
  for (const HiddenName& name : hidden) {
    std::erase_if(aliases, [&](const std::string& alias) {
      return comparison::AliasedName(alias) == name.player;
    });
    aliases.push_back(absl::StrCat(name.shown, "=", name.player));
  }
  for (std::string& fault : standings.configuration.contest->faults) {
    hide(fault);
  }
  for (EntrantRow& row : standings.entrants) hide(row.cannot_play);
  for (PlayedGame& game : standings.games) {
    hide(game.detail);
    for (Fault& fault : game.faults) hide(fault.reason);
  }
}

std::string ReasonText(const EntrantRow& row, const Fault& fault) {
  std::string text(absl::StripTrailingAsciiWhitespace(OneLine(fault.reason)));
  if (fault.kind == Termination::kTimeForfeit && row.max_seconds > 0) {
    absl::StrAppend(&text, "; its longest move took ",
                    FormatSeconds(row.max_seconds));
  }
  return text;
}

bool IsAfterTheEnd(const PlayedGame& game, const Fault& fault) {
  return game.outcomes.size() == 2 && fault.seat != game.faults.front().seat;
}

std::vector<FirstFault> FirstFaults(const Standings& standings,
                                    const EntrantRow& row) {
  std::vector<FirstFault> first;
  std::map<Termination, int64_t> left = row.faults;
  for (const bool after_the_end : {false, true}) {
    for (const PlayedGame& game : standings.games) {
      for (size_t i = 0; i < game.faults.size(); ++i) {
        const Fault& fault = game.faults[i];
        const auto kind = left.find(fault.kind);
        if (game.players[static_cast<size_t>(fault.seat)] != row.player ||
            kind == left.end() || IsAfterTheEnd(game, fault) != after_the_end) {
          continue;
        }
        first.push_back({kind->second, &game, i});
        left.erase(kind);
      }
    }
  }
  return first;
}

std::vector<GameTogether> GamesTogether(const Standings& standings, int player,
                                        int other) {
  std::vector<GameTogether> games;
  for (const PlayedGame& game : standings.games) {
    const auto begin = game.players.begin(), end = game.players.end();
    const auto seat = std::find(begin, end, player);
    if (seat == end || std::find(begin, end, other) == end) continue;
    games.push_back({&game, static_cast<size_t>(seat - begin)});
  }
  std::ranges::sort(games, {}, [](const GameTogether& together) {
    return std::pair(together.game->block, together.seat);
  });
  return games;
}

std::string SeatName(const Standings& standings, int seat) {
  if (standings.star()) return absl::StrCat("seat ", seat + 1);
  return seat == 0 ? "Blue" : "Red";
}

const char* OutcomeName(const SeatOutcome& outcome) {
  switch (outcome.result) {
    case SeatOutcome::Result::kWon:
      return "won";
    case SeatOutcome::Result::kDrawn:
      return "drawn";
    case SeatOutcome::Result::kLost:
      return "lost";
    case SeatOutcome::Result::kNone:
      break;
  }
  return "undecided";
}

}  // namespace boardwalk::contest
