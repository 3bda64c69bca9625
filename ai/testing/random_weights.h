// Weights without sense, for tests.

#pragma once

#include <algorithm>
#include <cstdint>

#include "ai/learn/learned_evaluation.h"
#include "ai/learn/patterns.h"
#include "framework/any_game.h"
#include "framework/random.h"

namespace boardwalk::ai {

// Weights for all patterns of the game's board, in two stages; those of numbers
// that mean the same are equal. They tell at most `max_kinds` kinds of pieces
// apart. REQUIRES: the game describes its board.
inline LearnedWeights RandomWeights(const AnyGame& game, uint64_t seed,
                                    int max_kinds = 100) {
  const BoardGeometry geometry(game.Layout());
  const BoardSymmetries symmetries = FindSymmetries(game, geometry);
  LearnedWeights weights;
  weights.game = game.Name();
  weights.rules = game.Fingerprint();
  weights.made_by = "chance";
  weights.admitted_by = "nobody";
  weights.kinds = std::min(game.Planes().kinds, max_kinds);
  weights.cells = geometry.cells();
  weights.turned = symmetries.turned;
  weights.types =
      MakePatterns(geometry, symmetries.of_play, weights.digits(), {});
  weights.stages = {static_cast<int>(game.InitialState()->Pieces().size())};
  Random random(seed);
  for (int stage = 0; stage < 2; ++stage) {
    LearnedWeights::Stage& made = weights.by_stage.emplace_back();
    made.plain = static_cast<int>(random.Below(2000));
    made.turn = static_cast<int>(random.Below(100)) - 50;
    for (size_t i = 0; i < weights.num_waits(); ++i) {
      made.waits.push_back(static_cast<int>(random.Below(100)) - 50);
    }
    for (const PatternType& type : weights.types) {
      std::vector<int16_t>& table = made.weights.emplace_back();
      for (const uint16_t same : SameNumbers(type, weights.digits())) {
        const bool first = same == table.size();
        // Most are 0, as in what is learned.
        const int weight =
            random.Below(3) > 0 ? 0 : static_cast<int>(random.Below(301)) - 150;
        table.push_back(first ? static_cast<int16_t>(weight) : table[same]);
      }
    }
  }
  return weights;
}

}  // namespace boardwalk::ai
