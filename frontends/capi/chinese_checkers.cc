#include "frontends/capi/chinese_checkers.h"

#include <memory>
#include <tuple>
#include <vector>

#include "frontends/capi/star_game.h"

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

void Init(long num_players, long size, const long* positions, long seat) {
  if (positions == nullptr || num_players < 2 || num_players > 6 || size < 3 ||
      size > 64) {
    return;
  }
  auto game =
      StarGame::Create(size, {positions, positions + num_players}, seat,
                       StarPlayer(static_cast<int>(size * (size + 1)) / 2));
  if (game.ok()) star_game = game->release();
}

}  // namespace
}  // namespace boardwalk::capi

using boardwalk::capi::Guarded;
using boardwalk::capi::star_game;

extern "C" void InitChineseCheckers(long numPlayers, long gameSize,
                                    long playerPosition[6], long yourIndex) {
  TermChineseCheckers();
  Guarded([&] {
    boardwalk::capi::Init(numPlayers, gameSize, playerPosition, yourIndex);
  });
}

extern "C" void YourMove(Position* from, Position* to) {
  if (from == nullptr || to == nullptr) return;
  *from = *to = {0, 0};
  if (star_game == nullptr) return;
  Guarded([&] { std::tie(*from, *to) = star_game->Move(); });
}

extern "C" void OpponentMove(long opponent, Position from, Position to) {
  if (star_game == nullptr) return;
  Guarded([&] { star_game->Note(opponent, from, to); });
}

extern "C" void TermChineseCheckers() {
  delete star_game;
  star_game = nullptr;
}
