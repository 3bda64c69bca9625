#include "frontends/capi/choose_move.h"

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/any_game.h"
#include "framework/status_macros.h"
#include "games/registry.h"

namespace boardwalk::capi {
namespace {

constexpr int kBoardSize = 89;

// The position as text: the board, then the side to move. Without a number of
// moves the game assumes the smallest possible one.
std::string PositionText(int player, const int* board) {
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

}  // namespace

int ChooseMove(int player, const int* board, absl::string_view algorithm) {
  if (board == nullptr || (player != 1 && player != 2)) return 0;
  const auto catalog = AllGames();
  if (!catalog.ok()) return 0;
  const auto game = catalog->MakeGame("chinese8");
  if (!game.ok()) return 0;
  const auto state = (*game)->ParsePosition(PositionText(player, board));
  if (!state.ok() || (*state)->IsTerminal()) return 0;
  const auto thought = Think(**game, **state, algorithm);
  const AnyMove move = thought.ok() && (*state)->IsLegal(*thought)
                           ? *thought
                           : (*state)->LegalMoves().front();
  int digits = 0;
  return absl::SimpleAtoi((*state)->FormatMove(move), &digits) ? digits : 0;
}

}  // namespace boardwalk::capi
