// boardwalk think: the move that a player chooses in a position.

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/limits.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/console/thinking_lines.h"
#include "frontends/session/seats.h"
#include "frontends/session/wording.h"
#include "frontends/terminal/interrupt.h"
#include "frontends/terminal/screen.h"

namespace boardwalk::cli {
namespace {

constexpr char kPlayer[] = "PLAYER";
constexpr char kProgress[] = "--progress";
// The number of ranked moves in the text; JSON has them all.
constexpr size_t kMaxMoves = 20;

// kUsualMoveTime for a player whose name sets no limit.
absl::StatusOr<Limits> OuterLimits(const AnyGame& game,
                                   absl::string_view player) {
  const auto choice = ChoosePlayer(game.Players(), player);
  if (!choice.ok()) {
    const auto name = ParseName(player);
    if (!name.ok() || name->id != session::HumanInfo().id) {
      return choice.status();
    }
    return absl::InvalidArgumentError(
        "'human' can only play in boardwalk play; name a program, such "
        "as " +
        (game.Players().empty() ? "none" : game.Players().front().id));
  }
  const Limits own = LimitsFrom(choice->parameters);
  Limits outer;
  if (!CheckHasLimit(game.Players()[choice->index], own).ok()) {
    outer.time = kUsualMoveTime;
  }
  return outer;
}

Json RankingJson(const AnyState& state,
                 const std::vector<RankedMove>& ranking) {
  Json json = Json::array();
  for (const RankedMove& ranked : ranking) {
    json.push_back({{"move", state.FormatMove(ranked.move)},
                    {"value", OptionalJson(ranked.value)},
                    {"visits", OptionalJson(ranked.visits)},
                    {"line", session::PvTexts(state, ranked.line)}});
  }
  return json;
}

Json DecisionJson(const AnyState& state, const Decision& decision) {
  return {{"move", state.FormatMove(decision.move)},
          {"value", OptionalJson(decision.value)},
          {"line", session::PvTexts(state, decision.line)},
          {"depth", OptionalJson(decision.depth)},
          {"nodes", OptionalJson(decision.nodes)},
          {"playouts", OptionalJson(decision.playouts)},
          {"seconds", decision.seconds},
          {"selective_depth", OptionalJson(decision.selective_depth)},
          {"rate", OptionalJson(session::Rate(decision))},
          {"memory_use", OptionalJson(decision.memory_use)},
          {"ranking", RankingJson(state, decision.ranking)}};
}

absl::StatusOr<Decision> Think(const Position& position,
                               absl::string_view player_name,
                               bool progress_as_json, const Context& context) {
  ASSIGN_OR_RETURN(auto limits, OuterLimits(*position.game, player_name));
  ASSIGN_OR_RETURN(const auto fallback,
                   FindFallbackName(*position.game, player_name));
  if (!fallback.warning.empty()) {
    if (progress_as_json) {
      PrintLine({{"warning", fallback.warning}}, context.err);
    } else {
      context.err << OneLine(fallback.warning) << std::endl;
    }
    player_name = fallback.name;
  }
  ASSIGN_OR_RETURN(const auto player, position.game->MakePlayer(player_name));
  RETURN_IF_ERROR(player->Start(*position.start, 0));
  for (const AnyMove move : position.moves) player->Observe(move);
  const terminal::Interrupts interrupts;
  const terminal::ThinkingScope thinking;
  limits.stop = terminal::Interrupts::stop();
  const AnyState& state = *position.state;
  if (progress_as_json) {
    return player->Choose(state, limits, [&](const Decision& so_far) {
      PrintLine(DecisionJson(state, so_far), context.err);
      context.err << std::flush;
    });
  }
  terminal::Screen screen(context.err, {.cursor = context.progress});
  console::ThinkingDisplay view(player_name, state, screen,
                                console::ThinkingDisplay::Detail::kBlock);
  return player->Choose(state, limits, view.observer());
}

void PrintDecisionText(const AnyState& state, const Decision& decision,
                       std::ostream& out) {
  out << "move      " << state.FormatMove(decision.move) << "\n";
  if (decision.value)
    out << absl::StrFormat("value     %+.4f\n", *decision.value);
  out << "line      "
      << absl::StrJoin(session::PvTexts(state, decision.line), " ") << "\n";
  if (decision.depth) out << "depth     " << *decision.depth << "\n";
  if (decision.selective_depth)
    out << "seldepth  " << *decision.selective_depth << "\n";
  if (decision.nodes) out << "nodes     " << *decision.nodes << "\n";
  if (decision.playouts) out << "playouts  " << *decision.playouts << "\n";
  out << absl::StrFormat("time      %.3f s\n", decision.seconds);
  if (const auto rate = session::Rate(decision))
    out << absl::StrFormat("rate      %.0f/s\n", *rate);
  if (decision.memory_use)
    out << absl::StrFormat("table     %.1f %% full\n",
                           100 * *decision.memory_use);
  const auto width = static_cast<size_t>(terminal::TerminalWidth());
  for (const std::string& line :
       console::RankingLines(state, decision.ranking, kMaxMoves, width)) {
    out << line << "\n";
  }
}

absl::StatusOr<int> RunThink(const Arguments& arguments,
                             const Context& context) {
  ASSIGN_OR_RETURN(const auto position, ReadPosition(arguments, context));
  const AnyState& state = *position.state;
  if (state.IsTerminal()) {
    return absl::InvalidArgumentError(
        "the game is over in this position; give one with a move to choose");
  }
  ASSIGN_OR_RETURN(const auto decision,
                   Think(position, arguments.Text(kPlayer),
                         arguments.Text(kProgress) == "json", context));
  if (arguments.Has(kJsonOption.name)) {
    PrintLine(DecisionJson(state, decision), context.out);
  } else {
    PrintDecisionText(state, decision, context.out);
  }
  return 0;
}

}  // namespace

Command ThinkCommand() {
  return {.name = "think",
          .help = "lets a player choose a move; Ctrl-C stops the search",
          .positionals = {kGameArgument,
                          {.name = kPlayer,
                           .help = "a player with its settings, such as "
                                   "mcts:time=2s",
                           .completion = Completion::kPlayer}},
          .options = {kMovesOption,
                      kPositionOption,
                      kJsonOption,
                      {.name = kProgress,
                       .value = "FORM",
                       .help = "of what it thinks so far, on standard error: "
                               "text, on a terminal; json, a line each",
                       .values = std::vector<std::string>{"text", "json"},
                       .fallback = "text"}},
          .run = RunThink};
}

}  // namespace boardwalk::cli
