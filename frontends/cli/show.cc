// boardwalk show and moves: draw a position, and list its legal moves.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/board_drawing.h"
#include "framework/board_picture.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "frontends/cli/command.h"
#include "frontends/cli/json.h"
#include "frontends/cli/position_arguments.h"
#include "frontends/session/wording.h"

namespace boardwalk::cli {
namespace {

constexpr char kSvg[] = "--svg";

// "Teeko, seat 2 (O) to move".
std::string PictureTitle(const AnyState& state, const BoardLayout& layout) {
  return absl::StrCat(
      state.Game().Info().title, ", ",
      state.IsTerminal()
          ? "the game is over"
          : absl::StrCat("seat ", state.ToMove() + 1, " (",
                         std::string(1, SeatSymbol(layout, state.ToMove())),
                         ") to move"));
}

// Every cell of the board, with what stands on it.
Json CellsJson(const AnyState& state) {
  const BoardLayout layout = state.Game().Layout();
  Json cells = Json::array();
  for (const Cell& cell : layout.cells) {
    cells.push_back({{"name", cell.name},
                     {"x", cell.x},
                     {"y", cell.y},
                     {"piece", nullptr}});
  }
  for (const Piece& piece : state.Pieces()) {
    const auto cell = static_cast<size_t>(piece.cell);
    if (cell >= cells.size()) continue;  // its game does not conform
    cells[cell]["piece"] = {
        {"owner", piece.owner < 0 ? Json(nullptr) : Json(piece.owner)},
        {"kind", piece.kind},
        {"height", piece.height}};
  }
  return cells;
}

absl::StatusOr<int> RunShow(const Arguments& arguments,
                            const Context& context) {
  ASSIGN_OR_RETURN(const auto position, ReadPosition(arguments, context));
  const AnyState& state = *position.state;
  if (arguments.Has(kJsonOption.name) && arguments.Has(kSvg)) {
    return absl::InvalidArgumentError(
        "--svg and --json are two forms of output; choose one");
  }
  if (arguments.Has(kJsonOption.name)) {
    PrintLine({{"position", state.FormatPosition()},
               {"to_move", ToMoveJson(state)},
               {"terminal", state.IsTerminal()},
               {"cells", CellsJson(state)}},
              context.out);
    return 0;
  }
  RenderOptions render;
  render.color = context.color;
  render.paths = {position.path};
  if (!arguments.Has(kSvg)) {
    context.out << state.Render(render);
    if (state.IsTerminal()) {
      context.out << "\n" << session::ResultLine(state) << "\n";
    }
    return 0;
  }
  const BoardLayout layout = position.game->Layout();
  if (layout.cells.empty()) {
    return InvalidArgument(
        "--svg: the game '", position.game->Info().id,
        "' does not describe its board; show it without --svg");
  }
  context.out << DrawSvg(layout, state.Pieces(), /*turn=*/0, render.paths,
                         PictureTitle(state, layout));
  return 0;
}

// The legal moves with their numbers, in byte order.
void PrintMovesJson(const AnyState& state, std::ostream& out) {
  const std::vector<std::string> in_order = state.LegalMoveTexts();
  const std::vector<int64_t> numbers = state.LegalActions();
  std::vector<std::pair<std::string, int64_t>> moves;
  for (size_t i = 0; i < in_order.size(); ++i) {
    moves.emplace_back(in_order[i], numbers.empty() ? 0 : numbers[i]);
  }
  std::ranges::sort(moves);
  Json json;
  json["to_move"] = ToMoveJson(state);
  json["terminal"] = state.IsTerminal();
  json["returns"] = nullptr;
  if (state.IsTerminal()) {
    const SeatValues returns = state.Returns();
    json["returns"] = Json::array();
    for (int seat = 0; seat < state.NumPlayers(); ++seat) {
      json["returns"].push_back(returns[seat]);
    }
  }
  json["legal"] = Json::array();
  json["legal_actions"] = Json::array();
  for (const auto& [text, number] : moves) {
    json["legal"].push_back(text);
    if (!numbers.empty()) json["legal_actions"].push_back(number);
  }
  json["position"] = state.FormatPosition();
  PrintLine(json, out);
}

absl::StatusOr<int> RunMoves(const Arguments& arguments,
                             const Context& context) {
  ASSIGN_OR_RETURN(const auto position, ReadPosition(arguments, context));
  if (arguments.Has(kJsonOption.name)) {
    PrintMovesJson(*position.state, context.out);
    return 0;
  }
  std::vector<std::string> texts = position.state->LegalMoveTexts();
  std::ranges::sort(texts);
  for (const std::string& text : texts) context.out << text << "\n";
  if (position.state->IsTerminal()) {
    context.err << "the game is over: " << session::ResultLine(*position.state)
                << "\n";
  }
  return 0;
}

}  // namespace

Command ShowCommand() {
  return {.name = "show",
          .help = "draws a position and marks the last move",
          .positionals = {kGameArgument},
          .options = {kMovesOption,
                      kPositionOption,
                      kJsonOption,
                      {kSvg, "", "prints a picture of the board (SVG)"}},
          .run = RunShow};
}

Command MovesCommand() {
  return {.name = "moves",
          .help = "prints the legal moves of a position, one per line",
          .positionals = {kGameArgument},
          .options = {kMovesOption, kPositionOption, kJsonOption},
          .run = RunMoves};
}

}  // namespace boardwalk::cli
