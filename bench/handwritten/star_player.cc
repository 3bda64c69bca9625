// handmade: star_alphabeta.h as a player, so that matches can compare it with
// ours. It reads positions and writes moves as text.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/handwritten/star_alphabeta.h"
#include "framework/limits.h"
#include "framework/plugin.h"
#include "framework/status_macros.h"

namespace boardwalk::bench {

constexpr ParameterSpec kSum =
    ChoiceParameter("evaluation", "squares", "squares|linear",
                    "how distances to the tip count");

class HandmadePlayer final : public Player {
 public:
  // Errors: more than two players, or a star that is too large.
  static absl::StatusOr<std::unique_ptr<Player>> Make(
      const AnyGame& game, const Parameters& parameters) {
    const std::string opening = game.InitialState()->FormatPosition();
    if (game.NumPlayers() != 2 || HandmadeStar::SizeOf(opening) > 6) {
      return absl::InvalidArgumentError(absl::StrCat(
          "handmade plays for two on stars of size 3 to 6, not ", game.Name()));
    }
    return std::unique_ptr<Player>(new HandmadePlayer(opening, parameters));
  }

  absl::Status Start(const AnyState& state, uint64_t) override {
    state_ = state.Clone();
    past_.clear();
    search_.Clear();
    return absl::OkStatus();
  }

  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& outer,
                                  const Observer&) override {
    const Limits limits = Tighter(own_, outer);
    Budget budget(limits, limits.nodes);
    star_.Set(state.FormatPosition());
    const int depth =
        static_cast<int>(limits.depth.value_or(HandmadeAlphaBeta::kMaxDepth));
    const auto result = search_.Run(star_, past_, depth, budget);
    Decision decision;
    ASSIGN_OR_RETURN(decision.move, state.ParseMove(star_.Text(result.move)));
    decision.line = {decision.move};
    decision.depth = result.depth;
    decision.nodes = budget.spent();
    decision.seconds = budget.Seconds();
    return decision;
  }

  void Observe(AnyMove move) override {
    star_.Set(state_->FormatPosition());
    past_.push_back(star_.hash());
    state_->Apply(move).IgnoreError();
  }

 private:
  HandmadePlayer(const std::string& opening, const Parameters& parameters)
      : own_(LimitsFrom(parameters)),
        star_(opening, parameters.Choice("evaluation") == "squares") {}

  const Limits own_;
  HandmadeStar star_;
  HandmadeAlphaBeta search_;
  std::unique_ptr<AnyState> state_;
  std::vector<uint64_t> past_;
};

}  // namespace boardwalk::bench

BOARDWALK_PLUGIN(contents) {
  boardwalk::PlayerPlugin handmade;
  handmade.info.id = "handmade";
  handmade.info.title = "A plain alpha-beta for the star, written by hand";
  handmade.info.parameters = {
      boardwalk::kTimeParameter, boardwalk::kNodesParameter,
      boardwalk::kDepthParameter, boardwalk::bench::kSum};
  handmade.games = {"star"};
  handmade.make = boardwalk::bench::HandmadePlayer::Make;
  contents.players.push_back(std::move(handmade));
}
