#include "frontends/capi/players.h"

#include <chrono>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/clock.h"
#include "framework/status_macros.h"
#include "games/registry.h"

namespace boardwalk::capi {
namespace {

using std::chrono::microseconds;

constexpr int kBoardSize = 89;

// The position as text: the board, then the side to move. Without a number of
// moves the game assumes the smallest possible one.
std::string InterchangeText(int player, const int* board) {
  std::string text;
  for (int i = 0; i < kBoardSize; ++i) absl::StrAppend(&text, board[i], " ");
  absl::StrAppend(&text, player);
  return text;
}

absl::StatusOr<AnyMove> Think(const AnyGame& game, const AnyState& state,
                              absl::string_view algorithm) {
  ASSIGN_OR_RETURN(auto player, game.MakePlayer(algorithm));
  RETURN_IF_ERROR(player->Start(state, /*seed=*/0));
  ASSIGN_OR_RETURN(const auto decision, player->Choose(state, {}, {}));
  return decision.move;
}

constexpr char kPass[] = "pass";

// "4,-1" as a position; {0, 0} for any other text.
Position ParseStarPosition(absl::string_view text) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits(',', 1));
  int row = 0, column = 0;
  if (!absl::SimpleAtoi(parts.first, &row) ||
      !absl::SimpleAtoi(parts.second, &column)) {
    return {0, 0};
  }
  return {row, column};
}

std::string CellText(Position position) {
  return absl::StrCat(position.row, ",", position.col);
}

}  // namespace

int ChooseMove(int player, const int* board, absl::string_view algorithm) {
  if (board == nullptr || (player != 1 && player != 2)) return 0;
  const auto catalog = AllGames();
  if (!catalog.ok()) return 0;
  const auto game = catalog->MakeGame("chinese8");
  if (!game.ok()) return 0;
  const auto state = (*game)->ParsePosition(InterchangeText(player, board));
  if (!state.ok() || (*state)->IsTerminal()) return 0;
  const auto thought = Think(**game, **state, algorithm);
  const AnyMove move = thought.ok() && (*state)->IsLegal(*thought)
                           ? *thought
                           : (*state)->LegalMoves().front();
  int digits = 0;
  return absl::SimpleAtoi((*state)->FormatMove(move), &digits) ? digits : 0;
}

std::string StarPlayer(int pieces) {
  constexpr microseconds kGame{400'000};
  constexpr int kMovesAPiece = 8;  // in games of size 3 and 4
  const microseconds move = kGame / (kMovesAPiece * pieces);
  // A search that short sees no more than one ply, and takes longer to begin.
  if (move < microseconds(200)) return "greedy";
  return absl::StrCat("alphabeta:memory=1,time=", move.count(), "us");
}

StarGame::StarGame(std::shared_ptr<const AnyGame> game,
                   std::unique_ptr<Player> player, int seat)
    : game_(std::move(game)),
      player_(std::move(player)),
      seat_(seat),
      state_(game_->InitialState()) {}

absl::StatusOr<std::unique_ptr<StarGame>> StarGame::Create(
    int64_t size, const std::vector<int64_t>& positions, int64_t seat,
    const std::string& player) {
  if (seat < 0 || seat >= static_cast<int64_t>(positions.size())) {
    return absl::OutOfRangeError("no such seat");
  }
  ASSIGN_OR_RETURN(const Catalog catalog, AllGames());
  ASSIGN_OR_RETURN(auto game, catalog.MakeGame(absl::StrCat(
                                  "star:size=", size,
                                  ",seats=", absl::StrJoin(positions, "+"))));
  ASSIGN_OR_RETURN(auto maker, game->MakePlayer(player));
  std::unique_ptr<StarGame> star(
      new StarGame(std::move(game), std::move(maker), static_cast<int>(seat)));
  RETURN_IF_ERROR(star->player_->Start(*star->state_, /*seed=*/0));
  return star;
}

bool StarGame::SetTurn(int seat) {
  if (!state_->IsTerminal() && state_->ToMove() == seat) return true;
  const std::string text = state_->FormatPosition();
  auto state = game_->ParsePosition(
      absl::StrCat(text.substr(0, text.rfind(' ')), " ", seat + 1));
  if (!state.ok() || (*state)->IsTerminal()) return false;
  state_ = *std::move(state);
  // If it fails it will fail to choose, too.
  player_->Start(*state_, /*seed=*/0).IgnoreError();
  return true;
}

void StarGame::Play(AnyMove move) {
  if (state_->Apply(move).ok()) player_->Observe(move);
}

AnyMove StarGame::Choose() {
  const auto decision =
      player_->Choose(*state_, {.clock = &ThreadCpuClock()}, {});
  return decision.ok() && state_->IsLegal(decision->move)
             ? decision->move
             : state_->LegalMoves().front();
}

Position StarGame::OwnPiece() const {
  for (const Piece& piece : state_->Pieces()) {
    if (piece.owner == seat_) {
      return ParseStarPosition(game_->Layout().cells[piece.cell].name);
    }
  }
  return {0, 0};
}

std::pair<Position, Position> StarGame::Move() {
  if (SetTurn(seat_)) {
    const AnyMove move = Choose();
    const std::string text = state_->FormatMove(move);
    Play(move);
    if (text != kPass) {
      const std::pair<absl::string_view, absl::string_view> ends =
          absl::StrSplit(text, absl::MaxSplits(':', 1));
      return {ParseStarPosition(ends.first), ParseStarPosition(ends.second)};
    }
  }
  const Position piece = OwnPiece();
  return {piece, piece};
}

void StarGame::Note(int64_t seat, Position from, Position to) {
  if (seat < 0 || seat >= game_->NumPlayers() || seat == seat_) return;
  if (!SetTurn(static_cast<int>(seat))) return;
  const bool pass = from.row == to.row && from.col == to.col;
  const auto move = state_->ParseMove(
      pass ? kPass : absl::StrCat(CellText(from), ":", CellText(to)));
  if (move.ok()) Play(*move);
}

}  // namespace boardwalk::capi
