// flat: Monte-Carlo without a tree. It plays random games after each move in
// turn and takes the move with the best mean. It sees games through AnyState
// alone, so it plays every game.

#include <memory>
#include <vector>

#include "framework/plugin.h"
#include "framework/random.h"
#include "framework/status_macros.h"

namespace boardwalk::flat {

// Of a random game, which then counts as a draw.
constexpr int kMaxPlies = 1000;

class FlatPlayer final : public Player {
 public:
  explicit FlatPlayer(const Parameters& parameters)
      : own_(LimitsFrom(parameters)), own_seed_(parameters.Int("seed")) {}

  absl::Status Start(const AnyState&, uint64_t seed) override {
    random_ = Random(MixSeeds(seed, own_seed_));
    return absl::OkStatus();
  }

  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& outer,
                                  const Observer&) override {
    const Limits limits = Tighter(own_, outer);
    const std::vector<AnyMove> moves = state.LegalMoves();
    if (moves.empty()) return absl::FailedPreconditionError("the game is over");
    std::vector<double> sums(moves.size()), games(moves.size());
    Budget budget(limits, limits.playouts);
    do {
      const size_t i = static_cast<size_t>(budget.spent()) % moves.size();
      const std::unique_ptr<AnyState> game = state.Clone();
      AnyMove move = moves[i];
      for (int ply = 0; ply < kMaxPlies; ++ply) {
        RETURN_IF_ERROR(game->Apply(move));
        if (game->IsTerminal()) break;
        const std::vector<AnyMove> next = game->LegalMoves();
        move = next[random_.Below(static_cast<uint32_t>(next.size()))];
      }
      sums[i] += game->Returns()[state.ToMove()];
      games[i] += 1;
      budget.Spend();
    } while (!budget.Exhausted());
    size_t best = 0;
    for (size_t i = 1; i < moves.size(); ++i) {
      if (sums[i] * games[best] > sums[best] * games[i]) best = i;
    }
    Decision decision;
    decision.move = moves[best];
    decision.line = {moves[best]};
    decision.playouts = budget.spent();
    decision.seconds = budget.Seconds();
    return decision;
  }

  void Observe(AnyMove) override {}

 private:
  const Limits own_;
  const int64_t own_seed_;
  Random random_{0};
};

}  // namespace boardwalk::flat

BOARDWALK_PLUGIN(contents) {
  contents.players.push_back(
      {.info = {.id = "flat",
                .title = "Random games after each move, the best mean",
                .parameters = {boardwalk::kTimeParameter,
                               boardwalk::kPlayoutsParameter,
                               boardwalk::kSeedParameter}},
       .games = {},  // all
       .make = [](const boardwalk::AnyGame&,
                  const boardwalk::Parameters& parameters)
           -> absl::StatusOr<std::unique_ptr<boardwalk::Player>> {
         return std::make_unique<boardwalk::flat::FlatPlayer>(parameters);
       }});
}
