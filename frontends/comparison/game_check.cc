#include "frontends/comparison/game_check.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/game_history.h"
#include "framework/match.h"
#include "framework/record.h"
#include "framework/status_macros.h"
#include "framework/text.h"

namespace boardwalk::comparison {
namespace {

absl::Status Wrong(const FinishedGame& game, absl::string_view what) {
  return DataLoss("game ", game.summary.id, ": ", what,
                  "; the results were changed, or another version of the "
                  "program made them");
}

absl::Status CheckOpening(const Plan& plan, const FinishedGame& game) {
  const GameSummary& summary = game.summary;
  const Opening opening = plan.openings(summary.variant).Get(summary.round);
  if (opening.moves != game.opening) {
    return Wrong(game, "its opening is not the planned one");
  }
  if (opening.state->FormatPosition() != game.record.start) {
    return Wrong(game, "it does not start after its opening");
  }
  return absl::OkStatus();
}

// What ends the game in the position after `ply` moves, without a forfeit.
struct Ending {
  Termination termination = Termination::kUnfinished;
  int loser = -1;
};

// Whether the game goes on until its last move, and then ends as it says.
class EndingCheck {
 public:
  EndingCheck(const Configuration& configuration, const GameHistory& history,
              const FinishedGame& game)
      : rules_{.max_plies = configuration.max_plies},
        history_(history),
        game_(game),
        values_(configuration.adjudication,
                static_cast<int>(game.record.players.size())) {}

  absl::Status Run() {
    const std::vector<RecordedMove>& moves = game_.record.moves;
    for (int ply = 0; ply < history_.plies(); ++ply) {
      const Ending ending = EndingAt(ply);
      if (ending.termination != Termination::kUnfinished) {
        return Wrong(game_, absl::StrCat("it ends after ", ply, " moves by ",
                                         TerminationName(ending.termination),
                                         ", and has ", moves.size()));
      }
      values_.Add(history_.SeatAt(ply), moves[static_cast<size_t>(ply)].value);
    }
    return CheckLast(EndingAt(history_.plies()));
  }

 private:
  Ending EndingAt(int ply) const {
    const Termination by_rules = history_.AdjudicateAt(ply, rules_);
    if (by_rules != Termination::kUnfinished) return {by_rules, -1};
    const ValueAdjudicator::Ending by_values = values_.EndingAfter(ply);
    return {by_values.termination, by_values.loser};
  }

  absl::Status CheckLast(const Ending& ending) const {
    const GameSummary& summary = game_.summary;
    const bool right = ending.termination == Termination::kUnfinished
                           ? IsForfeit(summary.termination)
                           : ending.termination == summary.termination &&
                                 ending.loser == summary.loser;
    if (right) return absl::OkStatus();
    return Wrong(game_, absl::StrCat("it says that it ended by ",
                                     TerminationName(summary.termination),
                                     ", and its moves end it by ",
                                     TerminationName(ending.termination)));
  }

  const DrawRules rules_;
  const GameHistory& history_;
  const FinishedGame& game_;
  ValueAdjudicator values_;
};

// What of a seat is not the sum over its moves; "" if all is. `more_time`: it
// was also charged for what belongs to no move.
std::string WrongSum(const SeatResult& stored, const SeatResult& summed,
                     bool more_time) {
  const auto right = [more_time](double time, double of_moves) {
    return time == of_moves || (more_time && time > of_moves);
  };
  return stored.moves != summed.moves                     ? "number of moves"
         : stored.nodes != summed.nodes                   ? "nodes"
         : stored.playouts != summed.playouts             ? "playouts"
         : stored.depth != summed.depth                   ? "depth"
         : !right(stored.seconds, summed.seconds)         ? "seconds"
         : stored.wall_seconds != summed.wall_seconds     ? "wall seconds"
         : !right(stored.max_seconds, summed.max_seconds) ? "longest move"
                                                          : "";
}

absl::Status CheckSums(const Plan& plan, const PlannedGame& planned,
                       const FinishedGame& game, const GameHistory& history) {
  std::vector<int> movers;
  movers.reserve(static_cast<size_t>(history.plies()));
  for (int ply = 0; ply < history.plies(); ++ply) {
    movers.push_back(history.SeatAt(ply));
  }
  const GameSummary summed = SummaryOf(planned, movers, game.record);
  if (game.summary.plies != summed.plies) {
    return Wrong(game, absl::StrCat("it has ", summed.plies,
                                    " moves, and says that it has ",
                                    game.summary.plies));
  }
  const bool charge_all_calls = RulesOf(plan.configuration()).charge_all_calls;
  for (size_t seat = 0; seat < summed.seats.size(); ++seat) {
    const bool more_time =
        charge_all_calls || Forfeited(game.summary, static_cast<int>(seat));
    const std::string wrong =
        WrongSum(game.summary.seats[seat], summed.seats[seat], more_time);
    if (wrong.empty()) continue;
    return Wrong(game, absl::StrCat("the ", wrong, " of seat ", seat + 1,
                                    " is not the sum over its moves"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckGame(const Plan& plan, const FinishedGame& game) {
  if (game.summary.id > plan.games()) {
    return DataLoss("game ", game.summary.id, ": its number is beyond the ",
                    plan.games(),
                    " games of the plan; the results were changed, or another "
                    "process adds rounds: run the command again");
  }
  const PlannedGame planned = plan.Game(game.summary.id);
  RETURN_IF_ERROR(CheckPlanned(planned, game.summary));
  const AnyGame* rules = plan.game(planned.variant);
  if (rules == nullptr) return absl::OkStatus();
  RETURN_IF_ERROR(CheckOpening(plan, game));
  const auto history = ReplayRecord(*rules, game.record);
  if (!history.ok()) return Wrong(game, history.status().message());
  RETURN_IF_ERROR(EndingCheck(plan.configuration(), *history, game).Run());
  return CheckSums(plan, planned, game, *history);
}

absl::Status CheckGames(const Plan& plan, const Store& store) {
  return store.ForEachWhole(
      {}, [&](const FinishedGame& game) { return CheckGame(plan, game); });
}

}  // namespace boardwalk::comparison
