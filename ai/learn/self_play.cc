#include "ai/learn/self_play.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "framework/random.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {
namespace {

// A turn of the game.
struct Turn {
  std::optional<LearnedPosition> position;  // without its target
  int mover = 0;
  double win = 0.5;  // the first seat's probability by the search
  bool blunder = false;
};

// How a seat plays in one game.
struct SeatStrength {
  int64_t nodes;
  double blunders;  // share of moves that are random
};

class LearningGame {
 public:
  LearningGame(const AnyGame& game, Player& player,
               const SelfPlayOptions& options, uint64_t number)
      : player_(player),
        options_(options),
        random_(MixSeeds(options.seed, static_cast<int64_t>(number))),
        state_(game.InitialState()) {
    for (SeatStrength& seat : seats_) {
      constexpr std::array<double, 4> kShares = {0.1, 0.5, 1, 2};
      constexpr std::array<double, 4> kBlunders = {0, 0, 0.04, 0.12};
      const auto nodes = static_cast<double>(options.nodes);
      seat.nodes =
          std::max<int64_t>(1, std::llround(nodes * kShares[random_.Below(4)]));
      seat.blunders = kBlunders[random_.Below(4)];
    }
  }

  absl::StatusOr<std::vector<LearnedPosition>> Play() {
    RETURN_IF_ERROR(PlayOpening());
    if (state_->IsTerminal()) return std::vector<LearnedPosition>();
    RETURN_IF_ERROR(player_.Start(*state_, random_.Next()));
    for (int ply = 0; ply < options_.max_plies && !state_->IsTerminal();
         ++ply) {
      RETURN_IF_ERROR(PlayTurn());
    }
    return WithTargets();
  }

 private:
  absl::Status PlayOpening() {
    const uint32_t plies =
        random_.Below(static_cast<uint32_t>(options_.max_opening) + 1);
    for (uint32_t i = 0; i < plies && !state_->IsTerminal(); ++i) {
      RETURN_IF_ERROR(state_->Apply(RandomMove()));
    }
    return absl::OkStatus();
  }

  AnyMove RandomMove() {
    const std::vector<AnyMove> moves = state_->LegalMoves();
    return moves[random_.Below(static_cast<uint32_t>(moves.size()))];
  }

  absl::Status PlayTurn() {
    const int mover = state_->ToMove();
    const SeatStrength& seat = seats_[static_cast<size_t>(mover)];
    Limits limits;
    limits.nodes = seat.nodes;
    limits.stop = options_.stop;
    ASSIGN_OR_RETURN(const Decision decision,
                     player_.Choose(*state_, limits, nullptr));
    if (limits.StopRequested()) return absl::CancelledError("stopped");
    Turn turn;
    turn.mover = mover;
    const double value = decision.value.value_or(0);
    turn.win = (1 + (mover == 0 ? value : -value)) / 2;
    turn.blunder = random_.Real() < seat.blunders;
    // What is proved needs no evaluation.
    if (std::abs(value) < 1) {
      ASSIGN_OR_RETURN(turn.position, EndOfLine(decision.line));
    }
    turns_.push_back(std::move(turn));
    const AnyMove move = turns_.back().blunder ? RandomMove() : decision.move;
    RETURN_IF_ERROR(state_->Apply(move));
    player_.Observe(move);
    return absl::OkStatus();
  }

  absl::StatusOr<std::optional<LearnedPosition>> EndOfLine(
      const std::vector<AnyMove>& line) const {
    const std::unique_ptr<AnyState> end = state_->Clone();
    for (const AnyMove move : line) RETURN_IF_ERROR(end->Apply(move));
    if (end->IsTerminal()) return std::nullopt;
    LearnedPosition position;
    position.planes = end->PlaneWords();
    position.mover = end->ToMove();
    const std::vector<int> plain = end->Evaluations();
    if (!plain.empty()) {
      position.plain = plain[static_cast<size_t>(position.mover)];
    }
    return position;
  }

  std::vector<LearnedPosition> WithTargets() {
    // The first seat's share of the win, then what each turn expects.
    double later = (state_->Returns()[0] + 1) / 2;
    double win = later;
    std::vector<LearnedPosition> positions;
    for (size_t i = turns_.size(); i-- > 0;) {
      Turn& turn = turns_[i];
      // After a blunder the rest of the game says nothing of what was before.
      win = turn.blunder ? turn.win
                         : options_.trust * win + (1 - options_.trust) * later;
      later = turn.win;
      if (!turn.position) continue;
      const double chance = turn.position->mover == 0 ? win : 1 - win;
      turn.position->target = std::round(chance * kTargetParts) / kTargetParts;
      positions.push_back(*std::move(turn.position));
    }
    std::ranges::reverse(positions);
    return positions;
  }

  Player& player_;
  const SelfPlayOptions& options_;
  Random random_;
  std::unique_ptr<AnyState> state_;
  std::array<SeatStrength, 2> seats_{};
  std::vector<Turn> turns_;
};

}  // namespace

absl::StatusOr<LearnedGame> PlayLearningGame(const AnyGame& game,
                                             Player& player,
                                             const SelfPlayOptions& options,
                                             uint64_t number) {
  LearnedGame played;
  played.number = number;
  ASSIGN_OR_RETURN(played.positions,
                   LearningGame(game, player, options, number).Play());
  return played;
}

}  // namespace boardwalk::ai
