#include "ai/learn/self_play.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "ai/common/chances.h"
#include "framework/random.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {
namespace {

// A turn of the game.
struct Turn {
  std::optional<LearnedPosition> position;  // without its target
  int mover = 0;
  double win = 0.5;  // the mover's probability by the search
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
        state_(game.InitialState()),
        players_(game.NumPlayers()),
        seats_(static_cast<size_t>(players_)) {
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
    limits.playouts = seat.nodes;
    limits.stop = options_.stop;
    ASSIGN_OR_RETURN(const Decision decision,
                     player_.Choose(*state_, limits, nullptr));
    if (limits.StopRequested()) return absl::CancelledError("stopped");
    Turn turn;
    turn.mover = mover;
    turn.win = ProbabilityOf(decision.value.value_or(0), players_);
    turn.blunder = random_.Real() < seat.blunders;
    // What is proved needs no evaluation.
    if (turn.win > 0 && turn.win < 1 && Takes()) {
      ASSIGN_OR_RETURN(turn.position, EndOfLine(decision.line));
    }
    turns_.push_back(std::move(turn));
    const AnyMove move = turns_.back().blunder ? RandomMove() : decision.move;
    RETURN_IF_ERROR(state_->Apply(move));
    player_.Observe(move);
    return absl::OkStatus();
  }

  // Whether to take a position: so many that there are two samples a turn.
  bool Takes() {
    return players_ == 2 || random_.Below(static_cast<uint32_t>(players_)) < 2;
  }

  absl::StatusOr<std::optional<LearnedPosition>> EndOfLine(
      const std::vector<AnyMove>& line) const {
    const std::unique_ptr<AnyState> end = state_->Clone();
    for (const AnyMove move : line) RETURN_IF_ERROR(end->Apply(move));
    if (end->IsTerminal()) return std::nullopt;
    LearnedPosition position;
    position.planes = end->PlaneWords();
    position.mover = end->ToMove();
    std::vector<int> plain = end->Evaluations();
    if (plain.empty()) plain.resize(static_cast<size_t>(players_));
    for (int seat = 0; seat < players_; ++seat) {
      if (players_ > 2 || seat == position.mover) {
        position.views.push_back({.plain = plain[static_cast<size_t>(seat)]});
      }
    }
    return position;
  }

  std::vector<LearnedPosition> WithTargets() {
    // Each seat's share of the win, and what it expected at its next turn.
    for (int seat = 0; seat < players_; ++seat) {
      win_[seat] = ProbabilityOf(state_->Returns()[seat], players_);
    }
    later_ = win_;
    std::vector<LearnedPosition> positions;
    for (size_t i = turns_.size(); i-- > 0;) {
      Turn& turn = turns_[i];
      StepBack(turn);
      if (!turn.position) continue;
      LearnedPosition& position = *turn.position;
      const int first = players_ > 2 ? 0 : position.mover;
      for (size_t view = 0; view < position.views.size(); ++view) {
        const double win = win_[static_cast<size_t>(first) + view];
        position.views[view].target =
            std::round(win * kTargetParts) / kTargetParts;
      }
      positions.push_back(std::move(position));
    }
    std::ranges::reverse(positions);
    return positions;
  }

  // From what follows a turn to what follows the one before.
  void StepBack(const Turn& turn) {
    const auto mover = static_cast<size_t>(turn.mover);
    // With two, what the one expects the other knows.
    const double trust =
        players_ == 2 ? options_.trust : options_.trust * options_.trust;
    double win = trust * win_[mover] + (1 - trust) * later_[mover];
    // After a blunder the rest of the game says nothing of what was before.
    if (turn.blunder) win = turn.win;
    if (players_ == 2) {
      win_[1 - mover] = 1 - win;
      later_[1 - mover] = 1 - turn.win;
    } else if (turn.blunder) {
      // What the mover has thrown away the others have won, as much as each
      // had.
      win_[mover] = 0;
      const double others = std::accumulate(win_.begin(), win_.end(), 0.0);
      constexpr double kAny = 1e-6;
      for (int other = 0; other < players_; ++other) {
        win_[other] = others > kAny ? win_[other] * (1 - win) / others
                                    : (1 - win) / (players_ - 1);
      }
    }
    win_[mover] = win;
    later_[mover] = turn.win;
  }

  Player& player_;
  const SelfPlayOptions& options_;
  Random random_;
  std::unique_ptr<AnyState> state_;
  const int players_;
  std::vector<SeatStrength> seats_;
  std::vector<Turn> turns_;
  SeatValues win_{}, later_{};  // see WithTargets
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
