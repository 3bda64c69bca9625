// ViewsOfGame.

#include "frontends/board/board_view.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "framework/errors.h"
#include "framework/json.h"
#include "framework/status_macros.h"

namespace boardwalk::board {
namespace {

using comparison::FinishedGame;

// Plays moves and notes what each changes.
class ViewWriter {
 public:
  ViewWriter(std::unique_ptr<AnyState> start, const BoardView& board)
      : board_(board), state_(std::move(start)), pieces_(state_->Pieces()) {
    Json view = Begin();
    if (!board_.empty()) {
      Json kinds = Json::object();
      view["pieces"] = board_.PiecesJson(pieces_, kinds);
      known_ = kinds;
      view["kinds"] = std::move(kinds);
    }
    views_.push_back(std::move(view));
  }

  const AnyState& state() const { return *state_; }

  absl::Status Play(const RecordedMove& move) {
    ASSIGN_OR_RETURN(const AnyMove parsed, state_->ParseMove(move.text));
    const int seat = state_->ToMove();
    const std::vector<std::string> path = state_->Path(parsed);
    RETURN_IF_ERROR(state_->Apply(parsed));
    Json view = Begin();
    view["seat"] = seat + 1;
    view["move"] = move.text;
    if (!board_.empty()) AddChanges(path, view);
    views_.push_back(std::move(view));
    moves_.push_back(SaidOf(seat, move));
    return absl::OkStatus();
  }

  Json Finish(size_t opening) {
    return {{"views", std::move(views_)},
            {"moves", std::move(moves_)},
            {"opening", opening}};
  }

 private:
  // What every view has.
  Json Begin() const {
    Json view = {{"ply", views_.size()}, {"to_move", state_->ToMove() + 1}};
    if (board_.empty()) view["text"] = state_->Render({});
    return view;
  }

  void AddChanges(const std::vector<std::string>& path, Json& view) {
    std::vector<Piece> pieces = state_->Pieces();
    view["path"] = board_.Cells(path);
    const size_t before = known_.size();
    view["changes"] = board_.ChangesJson(pieces_, pieces, known_);
    Json kinds = Json::object();
    size_t index = 0;
    for (const auto& [name, kind] : known_.items()) {
      if (index++ >= before) kinds[name] = kind;
    }
    view["kinds"] = std::move(kinds);
    pieces_ = std::move(pieces);
  }

  static Json SaidOf(int seat, const RecordedMove& move) {
    Json said = {{"seat", seat + 1}, {"text", move.text}};
    AddReport(move, said);
    return said;
  }

  const BoardView& board_;
  std::unique_ptr<AnyState> state_;
  std::vector<Piece> pieces_;
  Json known_ = Json::object();  // kinds
  Json views_ = Json::array(), moves_ = Json::array();
};

// From the first position of the game on, if the opening leads from there to
// the record's start.
absl::StatusOr<ViewWriter> PlayOpening(const AnyGame& rules,
                                       const BoardView& board,
                                       const FinishedGame& game) {
  ViewWriter writer(rules.InitialState(), board);
  for (const std::string& move : game.opening) {
    RETURN_IF_ERROR(writer.Play({.text = move}));
  }
  if (writer.state().FormatPosition() != game.record.start) {
    return absl::NotFoundError("it begins elsewhere");
  }
  return writer;
}

absl::Status WriteMoves(const FinishedGame& game, ViewWriter& writer) {
  for (size_t i = 0; i < game.record.moves.size(); ++i) {
    const absl::Status played = writer.Play(game.record.moves[i]);
    if (!played.ok()) {
      return DataLoss("move ", i + 1, ": ", played.message());
    }
  }
  if (writer.state().FormatPosition() != game.record.final) {
    return absl::DataLossError("its moves lead to another end");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Json> ViewsOfGame(const AnyGame& rules, const BoardView& board,
                                 const FinishedGame& game) {
  if (auto writer = PlayOpening(rules, board, game); writer.ok()) {
    RETURN_IF_ERROR(WriteMoves(game, *writer));
    return writer->Finish(game.opening.size());
  }
  ASSIGN_OR_RETURN(auto start, rules.ParsePosition(game.record.start));
  ViewWriter writer(std::move(start), board);
  RETURN_IF_ERROR(WriteMoves(game, writer));
  return writer.Finish(0);
}

}  // namespace boardwalk::board
