// Binds a game to every algorithm: the one line of a game's plugin.cc.
//
// Example of declarations:
//
//   GamePlugin Plugin() { return ai::BindGame<Rules>(); }

#ifndef BOARDWALK_AI_BIND_H_
#define BOARDWALK_AI_BIND_H_

#include <utility>
#include <vector>

#include "ai/alphabeta/alphabeta_player.h"
#include "ai/common/choose_evaluation.h"
#include "ai/greedy/greedy_player.h"
#include "ai/mcts/mcts_player.h"
#include "ai/random/random_player.h"
#include "framework/game_adapter.h"

namespace boardwalk::ai {

// The list of the generic algorithms, followed by the game's own players.
template <GameRules R>
std::vector<PlayerBinding<R>> AllPlayers(std::vector<PlayerBinding<R>> own) {
  std::vector<PlayerBinding<R>> players = {
      RandomPlayer<R>::Binding(),
      ChoosingEvaluation<R>(GreedyPlayer<R>::Binding()),
      ChoosingEvaluation<R>(AlphaBetaPlayer<R>::Binding()),
      ChoosingEvaluation<R>(MctsPlayer<R>::Binding()),
  };
  for (auto& binding : own) players.push_back(std::move(binding));
  return players;
}

// A game served by one rules class, with players of its own if it has any.
template <GameRules R>
GamePlugin BindGame(std::vector<PlayerBinding<R>> own = {}) {
  return MakePlugin<R>(AllPlayers<R>(std::move(own)));
}

// A game served by several rules classes, by parameters (see MakePlugin).
template <GameRules First, GameRules Second, GameRules... Rest>
GamePlugin BindGame() {
  return MakePlugin<First, Second, Rest...>(
      AllPlayers<First>({}), AllPlayers<Second>({}), AllPlayers<Rest>({})...);
}

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_BIND_H_
