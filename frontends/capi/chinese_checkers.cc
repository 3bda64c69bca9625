#include "frontends/capi/chinese_checkers.h"

#include <cstdint>
#include <tuple>
#include <vector>

#include "frontends/capi/players.h"

namespace boardwalk::capi {
namespace {

// The game that goes on, or null. Nothing destroys it when the program ends.
StarGame* star_game = nullptr;

// Nothing may be thrown into C.
template <typename Function>
void Guarded(const Function& function) {
  try {
    function();
  } catch (...) {  // out of memory
  }
}

// `positions` as many as there are players.
void Init(int64_t size, const std::vector<int64_t>& positions, int64_t seat) {
  auto game =
      StarGame::Create(size, positions, seat,
                       StarPlayer(static_cast<int>(size * (size + 1) / 2)));
  if (game.ok()) star_game = game->release();
}

}  // namespace
}  // namespace boardwalk::capi

// NOLINTBEGIN(google-runtime-int): as the header declares them, in C.
extern "C" void InitChineseCheckers(long numPlayers, long gameSize,
                                    long playerPosition[6], long yourIndex) {
  TermChineseCheckers();
  if (playerPosition == nullptr || numPlayers < 2 || numPlayers > 6 ||
      gameSize < 3 || gameSize > 64) {
    return;
  }
  boardwalk::capi::Guarded([&] {
    boardwalk::capi::Init(
        gameSize, {playerPosition, playerPosition + numPlayers}, yourIndex);
  });
}

extern "C" void YourMove(Position* from, Position* to) {
  if (from == nullptr || to == nullptr) return;
  *from = *to = {0, 0};
  if (boardwalk::capi::star_game == nullptr) return;
  boardwalk::capi::Guarded(
      [&] { std::tie(*from, *to) = boardwalk::capi::star_game->Move(); });
}

extern "C" void OpponentMove(long opponent, Position from, Position to) {
  if (boardwalk::capi::star_game == nullptr) return;
  boardwalk::capi::Guarded(
      [&] { boardwalk::capi::star_game->Note(opponent, from, to); });
}

extern "C" void TermChineseCheckers() {
  delete boardwalk::capi::star_game;
  boardwalk::capi::star_game = nullptr;
}
// NOLINTEND(google-runtime-int)
