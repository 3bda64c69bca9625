#include "frontends/contest/standings.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "framework/number_text.h"

namespace boardwalk::contest {
namespace {

using Result = SeatOutcome::Result;

struct Bonus {
  int last_rank;
  double marks;
};
constexpr std::array<Bonus, 4> kBonuses = {
    {{1, 3.0}, {3, 2.2}, {7, 1.4}, {15, 0.6}}};

bool IsAtFault(const comparison::GameSummary& game, int seat) {
  return std::ranges::any_of(
      game.faults, [&](const Fault& fault) { return fault.seat == seat; });
}

Result ResultOf(const comparison::GameSummary& game, size_t seat, double best,
                int64_t winners) {
  if (IsAtFault(game, static_cast<int>(seat))) return Result::kLost;
  if (game.loser >= 0) {
    if (static_cast<int>(seat) == game.loser) return Result::kLost;
    // With more seats the game was still open.
    return game.seats.size() == 2 ? Result::kWon : Result::kNone;
  }
  const bool decided = game.termination == Termination::kRules ||
                       game.termination == Termination::kAgreement;
  if (!decided) return Result::kNone;
  if (game.seats[seat].returns < best) return Result::kLost;
  return winners == 1 ? Result::kWon : Result::kDrawn;
}

}  // namespace

const std::string& CannotPlay(const comparison::Configuration& configuration,
                              int player) {
  static const std::string none;
  const std::vector<std::string>& faults = configuration.contest->faults;
  return faults.empty() ? none : faults[static_cast<size_t>(player)];
}

std::vector<SeatOutcome> OutcomesOf(
    const comparison::Configuration& configuration,
    const comparison::GameSummary& game) {
  double best = -1;
  for (const comparison::SeatResult& seat : game.seats)
    best = std::max(best, seat.returns);
  const int64_t winners = std::ranges::count_if(
      game.seats, [&](const auto& seat) { return seat.returns == best; });
  std::vector<SeatOutcome> outcomes;
  for (size_t seat = 0; seat < game.seats.size(); ++seat) {
    SeatOutcome outcome{.result = ResultOf(game, seat, best, winners)};
    if (!CannotPlay(configuration, game.seats[seat].player).empty()) {
      outcome.result = Result::kLost;
    }
    outcome.points = outcome.result == Result::kWon     ? kPointsForWin
                     : outcome.result == Result::kDrawn ? kPointsForDraw
                                                        : 0;
    outcomes.push_back(outcome);
  }
  return outcomes;
}

std::vector<Fault> FaultsOf(const comparison::Configuration& configuration,
                            const comparison::GameSummary& game) {
  std::vector<Fault> faults;
  for (size_t seat = 0; seat < game.seats.size(); ++seat) {
    const std::string& reason =
        CannotPlay(configuration, game.seats[seat].player);
    if (reason.empty()) continue;
    faults.push_back({.seat = static_cast<int>(seat), .reason = reason});
  }
  std::vector<Fault> played = game.faults;
  if (game.loser >= 0) {
    // Behind those that dropped out, before one that was asked after the end.
    const int move = static_cast<int>(game.plies) + 1;
    const auto after = std::ranges::find_if(
        played, [&](const Fault& fault) { return fault.move > move; });
    played.insert(after, {.seat = game.loser,
                          .move = move,
                          .kind = game.termination,
                          .reason = game.detail});
  }
  for (Fault& fault : played) {
    const size_t seat = static_cast<size_t>(fault.seat);
    if (CannotPlay(configuration, game.seats[seat].player).empty()) {
      faults.push_back(std::move(fault));
    }
  }
  return faults;
}

std::string FaultName(Termination kind) {
  return kind == Termination::kTimeForfeit
             ? "over time"
             : absl::StrReplaceAll(TerminationName(kind), {{"-", " "}});
}

double BonusOf(int rank) {
  for (const Bonus& bonus : kBonuses) {
    if (rank <= bonus.last_rank) return bonus.marks;
  }
  return 0;
}

std::string BonusRule() {
  std::vector<std::string> parts;
  int rank = 1;
  for (const Bonus& bonus : kBonuses) {
    const std::string ranks =
        rank == bonus.last_rank
            ? absl::StrCat("rank ", rank)
            : absl::StrCat("ranks ", rank,
                           rank + 1 == bonus.last_rank ? " and " : " to ",
                           bonus.last_rank);
    parts.push_back(absl::StrCat(FormatFixed(bonus.marks, 1), " for ", ranks));
    rank = bonus.last_rank + 1;
  }
  return absl::StrCat(
      "The bonus goes by rank: ", absl::StrJoin(parts, ", "),
      ". Equal points share a rank, and with it the bonus, also those of "
      "entrants that cannot play.");
}

}  // namespace boardwalk::contest
