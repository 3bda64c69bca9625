#include "frontends/web/rooms/game_json.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/board_drawing.h"
#include "framework/board_picture.h"
#include "framework/levels.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/session/analysis.h"
#include "frontends/session/seats.h"
#include "frontends/session/wording.h"
#include "frontends/web/rooms/pointing.h"

namespace boardwalk::web {
namespace {

// Of what a player thinks; a page shows no more, and positions with thousands
// of moves take their time for each.
constexpr size_t kMaxRanked = 8, kMaxLine = 8;

// On larger boards the legal moves take their time, and their starts make an
// event long.
constexpr size_t kMaxCellsWithStarts = 1000;

// From which loss on a move is which mistake, the largest first.
Json GradesJson() {
  Json grades = Json::array();
  for (const session::Grade& grade : session::kGrades) {
    grades.push_back({{"name", grade.name}, {"least_loss", grade.least_loss}});
  }
  return grades;
}

Json ValueJson(const ParameterSpec& spec, double number,
               const std::string& text) {
  switch (spec.type) {
    case ParameterType::kInt:
    case ParameterType::kList:
      return static_cast<int64_t>(number);
    case ParameterType::kReal:
      return number;
    case ParameterType::kDuration:
    case ParameterType::kChoice:
    case ParameterType::kText:
      return text;
  }
  return nullptr;
}

Json PlayerJson(const PlayerInfo& player) {
  return {{"id", player.id},
          {"title", player.title},
          {"level", IsLevel(player.id)},
          {"parameters", ParametersJson(player.parameters)}};
}

// The opening of a game; "" if it has no board.
std::string IconOf(const Catalog& catalog, const std::string& id) {
  const auto game = catalog.MakeGame(id);
  if (!game.ok()) return "";
  const BoardLayout layout = (*game)->Layout();
  if (layout.cells.empty()) return "";
  return DrawSvgIcon(layout, (*game)->InitialState()->Pieces());
}

}  // namespace

Json ParametersJson(const std::vector<ParameterSpec>& specs) {
  Json list = Json::array();
  for (const ParameterSpec& spec : specs) {
    const bool choice = spec.type == ParameterType::kChoice;
    Json json;
    json["name"] = std::string(spec.name);
    json["type"] = std::string(ParameterTypeName(spec.type));
    json["default"] = spec.has_default ? ValueJson(spec, spec.default_number,
                                                   spec.DefaultText())
                                       : Json(nullptr);
    const bool words = choice || spec.type == ParameterType::kText;
    json["min"] =
        words ? Json(nullptr) : ValueJson(spec, spec.min, spec.MinText());
    json["max"] =
        words ? Json(nullptr) : ValueJson(spec, spec.max, spec.MaxText());
    if (choice) {
      json["choices"] =
          std::vector<std::string>(absl::StrSplit(spec.choices, '|'));
    }
    json["help"] = std::string(spec.help);
    list.push_back(std::move(json));
  }
  return list;
}

Json GamesJson(const Catalog& catalog) {
  std::vector<const GamePlugin*> plugins;
  for (const GamePlugin& plugin : catalog.games()) plugins.push_back(&plugin);
  // Those of this program first, and for most people before others.
  std::ranges::stable_sort(plugins, {}, [](const GamePlugin* plugin) {
    return std::pair(!plugin->origin.empty(), -plugin->info.max_players);
  });
  Json games = Json::array();
  for (const GamePlugin* plugin : plugins) {
    const GameInfo& info = plugin->info;
    games.push_back(
        {{"id", info.id},
         {"title", info.title},
         {"players", Json::array({info.min_players, info.max_players})},
         {"minutes", info.minutes},
         {"picture", IconOf(catalog, info.id)},
         {"parameters", ParametersJson(info.parameters)}});
  }
  return {{"games", std::move(games)},
          {"style", PictureStyle()},
          {"limits", LimitsJson()}};
}

bool ComposesPositions(const AnyGame& game) {
  return !absl::IsUnimplemented(game.ComposePosition({}, 0).status());
}

Json GameJson(const AnyGame& game, const std::vector<PlayerInfo>& offered) {
  Json players = Json::array();
  for (const PlayerInfo& player : offered) {
    players.push_back(PlayerJson(player));
  }
  return {{"name", game.Name()},
          {"id", game.Info().id},
          {"title", session::TitleLine(game)},
          {"aim", game.Info().aim},
          {"editor", ComposesPositions(game)},
          {"seats", game.NumPlayers()},
          {"parameters", ParametersJson(game.Info().parameters)},
          {"rules", game.Info().rules},
          {"players", std::move(players)},
          {"human", session::HumanInfo().id},
          {"usual", session::UsualLevel(game)},
          {"adviser", session::DefaultAdviser(game)},
          {"grades", GradesJson()}};
}

Json LegendJson(const board::BoardView& board, const AnyState& state) {
  BoardLegend legend;
  if (board.empty()) {
    legend = state.Legend({});
  } else {
    legend =
        DrawTextLegend(board.layout(), state.Game().InitialState()->Pieces(),
                       state.Pieces(), state.NumPlayers(), {});
    // A picture has other signs for cells and for the last move.
    const char own = SeatSymbol(board.layout(), 0);
    std::erase_if(legend.marks, [own](const auto& mark) {
      return mark.first[0] != own && mark.first != "*";
    });
  }
  Json marks = Json::array();
  for (const auto& [mark, meaning] : legend.marks) {
    marks.push_back(Json::array({mark, meaning}));
  }
  return {{"seats", legend.seats},
          {"marks", std::move(marks)},
          {"aim", state.Game().Info().aim}};
}

Json MoveJson(int seat, const RecordedMove& move) {
  return {{"seat", seat + 1},
          {"text", move.text},
          {"value", OptionalJson(move.value)},
          {"depth", OptionalJson(move.depth)},
          {"report", session::Opinion(move)}};
}

Json CommentsJson(const Comments& comments) {
  Json list = Json::array();
  for (const auto& [ply, text] : comments.by_ply()) {
    list.push_back({{"ply", ply}, {"text", text}});
  }
  return list;
}

Json PointedJson(const Pointing& pointing, absl::Span<const int> cells) {
  const Pointed pointed = pointing.At(cells);
  Json moves = Json::array();
  for (const size_t move : pointed.moves) {
    const absl::Span<const int> path = pointing.Path(move);
    moves.push_back({{"text", std::string(pointing.Text(move))},
                     {"path", std::vector<int>(path.begin(), path.end())}});
  }
  return {{"next", pointed.next},
          {"moves", std::move(moves)},
          {"move", pointed.move.has_value()
                       ? Json(std::string(pointing.Text(*pointed.move)))
                       : Json(nullptr)},
          {"reason",
           pointed.reason.empty() ? Json(nullptr) : Json(pointed.reason)}};
}

Json ViewJson(const board::BoardView& board, const PositionCopy& position) {
  const AnyState& state = *position.state;
  Json view = {{"ply", position.ply}, {"to_move", state.ToMove() + 1}};
  if (board.empty()) {
    view["text"] = state.Render({.paths = {position.path}});
  } else {
    Json kinds = Json::object();
    view["pieces"] = board.PiecesJson(state.Pieces(), kinds);
    view["kinds"] = std::move(kinds);
  }
  const bool moved = position.seat >= 0;
  view["move"] = moved ? Json(position.move) : Json(nullptr);
  view["seat"] = moved ? Json(position.seat + 1) : Json(nullptr);
  view["path"] = board.Cells(position.path);
  return view;
}

absl::StatusOr<Json> RecordedGameJson(const AnyGame& rules,
                                      const board::BoardView& board,
                                      const comparison::FinishedGame& game) {
  const GameRecord& record = game.record;
  ASSIGN_OR_RETURN(const Json views, board::ViewsOfGame(rules, board, game));
  const bool from_first =
      views["opening"] != 0 ||
      rules.InitialState()->FormatPosition() == record.start;
  Json json = {{"game", record.game},
               {"ending", std::string(TerminationName(record.termination))},
               {"detail", OneLine(record.detail)},
               {"position", from_first ? Json(nullptr) : Json(record.start)},
               {"record", FormatRecord(record)},
               {"board", board.BoardJson(/*turn=*/0)}};
  json.update(views);
  json["comments"] = CommentsJson(record.comments);
  return json;
}

Json LimitsJson() {
  return {{"name", session::kMaxNameCharacters},
          {"comment", Comments::kMaxCharacters}};
}

std::string SmallStateText(const RoomSnapshot& snapshot) {
  std::string text = JsonText(snapshot.small);
  text.pop_back();  // '}'
  return text;
}

std::string LargeStateText(const board::BoardView& board,
                           const RoomSnapshot& snapshot) {
  Json state = Json::object();
  Json& moves = state["moves"] = Json::array();
  for (const auto& [seat, move] : snapshot.moves) {
    moves.push_back(MoveJson(seat, move));
  }
  state["view"] = ViewJson(board, snapshot.position);
  Json& variations = state["variations"] = Json::array();
  for (const session::Variation& variation : snapshot.variations) {
    variations.push_back(
        {{"ply", variation.ply}, {"moves", variation.Texts()}});
  }
  state["comments"] = CommentsJson(snapshot.comments);
  state["limits"] = LimitsJson();
  state["legend"] = LegendJson(board, *snapshot.position.state);
  std::string text = JsonText(state);
  text[0] = ',';
  return absl::StrCat(text, "\n\n");
}

absl::StatusOr<NextMove> PrepareMove(const board::BoardView& board,
                                     const AnyState& before,
                                     const Decision& decision,
                                     uint32_t pointing_seats) {
  const std::unique_ptr<AnyState> after = before.Clone();
  RETURN_IF_ERROR(after->Apply(decision.move));
  const std::vector<std::string> path = before.Path(decision.move);
  const int to_move = after->ToMove();
  NextMove next = {.decision = decision};
  next.event = {{"path", board.Cells(path)},
                {"to_move", to_move + 1},
                {"starts", nullptr}};
  if (board.empty()) {
    next.event["text"] = after->Render({.paths = {path}});
    return next;
  }
  Json kinds = Json::object();
  next.event["changes"] =
      board.ChangesJson(before.Pieces(), after->Pieces(), kinds);
  next.event["kinds"] = std::move(kinds);
  if (to_move >= 0 && (pointing_seats >> to_move & 1) != 0 &&
      board.layout().cells.size() <= kMaxCellsWithStarts) {
    next.pointing = std::make_shared<const Pointing>(*after, board);
    next.event["starts"] = PointedJson(*next.pointing, {});
  }
  return next;
}

Json OverJson(const board::BoardView& board, const session::Session& session) {
  const AnyState& state = session.state();
  const GameEnding ending = session.termination() == Termination::kRules
                                ? state.Ending()
                                : GameEnding();
  const SeatValues returns = session.Returns();
  Json values = Json::array();
  for (int seat = 0; seat < session.game().NumPlayers(); ++seat) {
    values.push_back(returns[seat]);
  }
  return {{"text", std::string(absl::StripTrailingAsciiWhitespace(
                       session::ResultText(session.Record(), state)))},
          {"returns", std::move(values)},
          {"how", std::string(TerminationName(session.termination()))},
          {"cells", board.Cells(ending.cells)},
          {"reason", ending.reason}};
}

Json ThinkingJson(const board::BoardView& board, const AnyState& state,
                  const Decision& so_far) {
  Json line = Json::array(), paths = Json::array();
  const std::unique_ptr<AnyState> at = state.Clone();
  for (const AnyMove move : so_far.line) {
    if (line.size() == kMaxLine || !at->IsLegal(move)) break;
    line.push_back(at->FormatMove(move));
    paths.push_back(board.Cells(at->Path(move)));
    (void)at->Apply(move);
  }
  Json moves = Json::array();
  for (const RankedMove& ranked : so_far.ranking) {
    if (moves.size() == kMaxRanked) break;
    moves.push_back({{"move", state.FormatMove(ranked.move)},
                     {"value", OptionalJson(ranked.value)},
                     {"visits", OptionalJson(ranked.visits)}});
  }
  return {{"value", OptionalJson(so_far.value)},
          {"depth", OptionalJson(so_far.depth)},
          {"nodes", OptionalJson(so_far.nodes)},
          {"playouts", OptionalJson(so_far.playouts)},
          {"rate", OptionalJson(session::Rate(so_far))},
          {"seconds", so_far.seconds},
          {"move", state.FormatMove(so_far.move)},
          {"ends_in", OptionalJson(session::EndsIn(state, so_far))},
          {"line", std::move(line)},
          {"paths", std::move(paths)},
          {"path", board.Cells(state.Path(so_far.move))},
          {"moves", std::move(moves)},
          {"text", session::Opinion(so_far)}};
}

std::shared_ptr<const std::string> DrawnBoards::Find(const std::string& name,
                                                     int turn) {
  const auto found = std::ranges::find_if(drawn_, [&](const Drawn& drawn) {
    return drawn.name == name && drawn.turn == turn;
  });
  if (found == drawn_.end()) return nullptr;
  drawn_.splice(drawn_.begin(), drawn_, found);
  return found->json;
}

std::shared_ptr<const std::string> DrawnBoards::Get(
    const std::string& name, const board::BoardView& board, int turn) {
  {
    const MutexLock lock(&mutex_);
    if (auto json = Find(name, turn)) return json;
  }
  // Without the lock: others need not wait for a large one.
  auto json =
      std::make_shared<const std::string>(JsonText(board.BoardJson(turn)));
  const MutexLock lock(&mutex_);
  if (auto drawn_meanwhile = Find(name, turn)) return drawn_meanwhile;
  bytes_ += json->size();
  drawn_.push_front({name, turn, json});
  while (bytes_ > max_bytes_) {
    bytes_ -= drawn_.back().json->size();
    drawn_.pop_back();
  }
  return json;
}

}  // namespace boardwalk::web
