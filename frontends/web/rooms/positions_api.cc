// The request /api/1/positions: a board is set up.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/errors.h"
#include "framework/json.h"
#include "framework/status_macros.h"
#include "frontends/board/board_view.h"
#include "frontends/session/wording.h"
#include "frontends/web/api.h"
#include "frontends/web/rooms/game_json.h"
#include "frontends/web/rooms/lobby.h"

namespace boardwalk::web {
namespace {

using absl::StatusOr;

// A number of a piece, from `first` on; -1 where it is none of `count`.
int PieceNumber(const Json& json, int first, size_t count) {
  if (!json.is_number_integer()) return -1;
  const auto number = json.get<int64_t>();
  return number >= first && number - first < static_cast<int64_t>(count)
             ? static_cast<int>(number - first)
             : -1;
}

// Reads [[cell, seat, kind number]].
StatusOr<std::vector<Piece>> ReadPieces(const Json& list,
                                        const BoardLayout& layout,
                                        int players) {
  std::vector<Piece> pieces;
  std::vector<bool> taken(layout.cells.size(), false);
  const auto wrong = [&](const auto&... what) {
    return InvalidArgument("piece ", pieces.size() + 1, " of \"pieces\" ",
                           what...);
  };
  if (!list.is_array()) {
    return absl::InvalidArgumentError(
        "\"pieces\" must be a list of [cell, seat, kind]");
  }
  for (const Json& json : list) {
    if (!json.is_array() || json.size() != 3) {
      return wrong("must be [cell, seat, kind]");
    }
    const int cell = PieceNumber(json[0], 0, layout.cells.size());
    const int seat = PieceNumber(json[1], 1, static_cast<size_t>(players));
    const int kind = PieceNumber(json[2], 0, layout.kinds.size());
    if (cell < 0 || seat < 0 || kind < 0) {
      return wrong("has no cell from 0 to ", layout.cells.size() - 1,
                   ", seat from 1 to ", players, " and kind from 0 to ",
                   layout.kinds.size() - 1);
    }
    if (taken[cell]) {
      return wrong("stands on cell ", cell, ", where another one is");
    }
    taken[cell] = true;
    pieces.push_back({.cell = cell,
                      .owner = seat,
                      .kind = layout.kinds[kind].kind,
                      .height = layout.kinds[kind].height});
  }
  return pieces;
}

// Writes [[cell, seat, kind number]] by cell. The error: a piece that no list
// can have.
StatusOr<Json> PieceNumbers(std::vector<Piece> pieces,
                            const BoardLayout& layout) {
  std::ranges::sort(pieces, {}, &Piece::cell);
  Json list = Json::array();
  for (const Piece& piece : pieces) {
    const auto kind = std::ranges::find(
        layout.kinds, PieceKind{.kind = piece.kind, .height = piece.height});
    if (piece.owner < 0 || kind == layout.kinds.end()) {
      return FailedPrecondition(
          "the piece on ", layout.cells[piece.cell].name,
          " is none that a seat can have; set the position up by its text");
    }
    list.push_back({piece.cell, piece.owner + 1, kind - layout.kinds.begin()});
  }
  return list;
}

// The names of the pieces that each seat can have, in `kinds`.
Json PaletteJson(const board::BoardView& board, int players, Json& kinds) {
  Json palette = Json::array();
  for (int seat = 0; seat < players; ++seat) {
    Json names = Json::array();
    for (const PieceKind& kind : board.layout().kinds) {
      const Piece piece = {
          .owner = seat, .kind = kind.kind, .height = kind.height};
      names.push_back(board.PiecesJson({piece}, kinds)[0][1]);
    }
    palette.push_back(std::move(names));
  }
  return palette;
}

// What the rules say of a position.
absl::Status Refused(const absl::Status& error) {
  return absl::FailedPreconditionError(error.message());
}

}  // namespace

StatusOr<Response> AnswerPositions(const Request& request, Lobby& lobby) {
  if (request.method != "POST") return MethodNotAllowed("POST");
  ASSIGN_OR_RETURN(const Json body, ParseJson(request.body));
  JsonFields fields(body);
  const std::string name = fields.Text("game");
  const auto position = fields.OptionalText("position");
  const Json* const list = fields.Find("pieces");
  const auto to_move = fields.OptionalInt("to_move", {1, kMaxPlayers});
  const int64_t turn =
      fields.Int("turn", {0, std::numeric_limits<int>::max()}, 0);
  RETURN_IF_ERROR(fields.Check());
  ASSIGN_OR_RETURN(const auto game, InBody(lobby.catalog().MakeGame(name)));
  const int players = game->NumPlayers();
  if (!ComposesPositions(*game)) {
    return FailedPrecondition("positions of ", game->Info().id,
                              " are set up by their text");
  }
  if (list != nullptr && position.has_value()) {
    return absl::InvalidArgumentError(
        "give \"pieces\" or a \"position\", not both");
  }
  if ((list != nullptr) != to_move.has_value() ||
      to_move.value_or(1) > players) {
    return InvalidArgument(
        "say with \"pieces\", and only with them, which seat from 1 to ",
        players, " is \"to_move\"");
  }
  const board::BoardView board(*game, session::TitleLine(*game));
  const BoardLayout& layout = board.layout();
  if (turn >= layout.turns) {
    return InvalidArgument("\"turn\" must be a whole number from 0 to ",
                           layout.turns - 1);
  }
  PositionCopy shown = {.state = game->InitialState()};
  if (list != nullptr) {
    ASSIGN_OR_RETURN(const auto pieces, ReadPieces(*list, layout, players));
    ASSIGN_OR_RETURN(
        const std::string text,
        game->ComposePosition(pieces, static_cast<int>(*to_move) - 1));
    auto state = game->ParsePosition(text);
    if (!state.ok()) return Refused(state.status());
    shown.state = *std::move(state);
  } else if (position.has_value()) {
    auto state = game->ParsePosition(*position);
    if (!state.ok()) return Refused(state.status());
    shown.state = *std::move(state);
  }
  Json answer = {{"position", shown.state->FormatPosition()},
                 {"view", ViewJson(board, shown)},
                 {"to_move", shown.state->ToMove() + 1}};
  if (list != nullptr) return Response{.body = JsonText(answer)};
  ASSIGN_OR_RETURN(answer["pieces"],
                   PieceNumbers(shown.state->Pieces(), layout));
  Json kinds = Json::object();
  answer["palette"] = PaletteJson(board, players, kinds);
  answer["kinds"] = std::move(kinds);
  std::string text = JsonText(answer);
  text.pop_back();  // '}'
  const auto drawn =
      lobby.boards().Get(game->Name(), board, static_cast<int>(turn));
  return Response{.body = absl::StrCat(text, ",\"board\":", *drawn, "}")};
}

}  // namespace boardwalk::web
