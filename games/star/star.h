// Chinese checkers on the star: 2 to 6 players, home triangles of 3 to 64 cells
// a side. The rules of play are in README.md.
//
// Small stars and large ones have different states (compact.h, large.h) and
// share everything else: both rules classes are `RulesOf` a state.

#ifndef BOARDWALK_GAMES_STAR_STAR_H_
#define BOARDWALK_GAMES_STAR_STAR_H_

#include <algorithm>
#include <cassert>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/game.h"
#include "framework/status_macros.h"
#include "games/star/compact.h"
#include "games/star/distances.h"
#include "games/star/large.h"
#include "games/star/notation.h"
#include "games/star/setup.h"

namespace boardwalk::star {

template <typename S>
class RulesOf {
 public:
  using State = S;
  using Move = typename State::Move;

  static const GameInfo& Info() { return star::Info(); }
  static bool Supports(const Parameters& parameters) {
    return State::Supports(static_cast<int>(parameters.Int("size")));
  }
  static absl::Status Normalize(Parameters& parameters) {
    return star::Normalize(parameters);
  }
  // REQUIRES: Supports(parameters).
  static absl::StatusOr<std::unique_ptr<const RulesOf>> Create(
      const Parameters& parameters) {
    ASSIGN_OR_RETURN(auto setup, Setup::Create(parameters));
    return std::unique_ptr<const RulesOf>(new RulesOf(std::move(setup)));
  }
  RulesOf(const RulesOf&) = delete;
  RulesOf& operator=(const RulesOf&) = delete;

  const Setup& setup() const { return setup_; }
  // What states made from a Position need.
  const typename State::Tables& tables() const { return tables_; }

  State InitialState() const { return opening_; }
  std::string FormatMove(const State& state, Move move) const {
    return star::FormatMove(setup_.board(), state.ToCells(move));
  }
  absl::StatusOr<Move> ParseMove(const State& state,
                                 absl::string_view text) const {
    if (state.IsTerminal()) {
      return absl::FailedPreconditionError("the game is over");
    }
    ASSIGN_OR_RETURN(const auto move,
                     star::ParseMove(setup_, state.ToPosition(), text));
    return state.FromCells(move);
  }
  std::string FormatPosition(const State& state) const {
    return star::FormatPosition(setup_, state.ToPosition());
  }
  absl::StatusOr<State> ParsePosition(absl::string_view text) const {
    ASSIGN_OR_RETURN(const auto position, star::ParsePosition(setup_, text));
    return State(tables_, position);
  }
  std::string Render(const State& state, const RenderOptions& options) const {
    return star::Render(setup_, state.ToPosition(), options);
  }
  std::vector<std::string> Path(const State& state, Move move) const {
    return star::Path(setup_.board(), state.ToPosition(), state.ToCells(move));
  }

  // `plain` is the way still to go; `table`, for size 3, knows besides how many
  // moves each seat needs (see distances.h).
  static constexpr absl::string_view kEvaluations = "plain|table";
  absl::StatusOr<std::unique_ptr<const RulesOf>> WithEvaluation(
      absl::string_view name) const {
    std::unique_ptr<RulesOf> rules(new RulesOf(setup_));
    rules->original_ = original_;
    if (name == "table") {
      RETURN_IF_ERROR(CheckTableSize(setup_));
      if constexpr (kMayHaveTable) {
        ASSIGN_OR_RETURN(auto distances, Distances::Find(rules->tables_));
        rules->distances_ = std::move(distances);
      }
    }
    return std::unique_ptr<const RulesOf>(std::move(rules));
  }
  const RulesOf& Original() const { return *original_; }
  std::vector<Preparation> Preparations() const {
    if (!CheckTableSize(setup_).ok()) return {};
    return {DistancePreparation()};
  }
  // How far the seat is ahead of the mean of the others, on the scale on which
  // the whole way from home to goal is kMaxEvaluation; a blocked goal costs a
  // seat that has come near it, and a move of `table` comes to kMoveValue more.
  int Evaluate(const State& state, int seat) const {
    const int others = state.NumPlayers() - 1;
    assert(others > 0 && whole_way_ > 0);
    int64_t ahead = -state.ToGo(seat) * (others + 1);
    for (int i = 0; i <= others; ++i) ahead += state.ToGo(i);
    int64_t value = ahead * kMaxEvaluation / (whole_way_ * others);
    for (int i = 0; i <= others; ++i) {
      if (state.ToGo(i) < near_the_end_ && state.GoalIsBlocked(i))
          [[unlikely]] {
        value += i == seat ? -blocked_value_ : blocked_value_ / others;
      }
    }
    if constexpr (kMayHaveTable) {
      if (distances_ != nullptr) {
        value += kMoveValue * distances_->Lead(state, seat) / others;
      }
    }
    return static_cast<int>(
        std::clamp<int64_t>(value, -kMaxEvaluation, kMaxEvaluation));
  }
  // What the plain Evaluate gains by it but for rounding and blocked goals, for
  // either evaluation: looking up what each move leads to would cost too much.
  int EvaluateMove(const State& state, Move move) const {
    return static_cast<int>(state.Gain(move) * int64_t{kMaxEvaluation} /
                            whole_way_);
  }
  std::string PlayerDefaults(absl::string_view id) const {
    if (id != "mcts") return "";
    return setup_.num_players() == 2 ? "minimax=0.8,fpu=0,bias=1" : "cutoff=4";
  }

 private:
  static constexpr bool kMayHaveTable = std::is_same_v<State, CompactState>;
  // So much that the table decides and the plain evaluation only between
  // equals: the distances alone lost to it, and together they won (see
  // README.md).
  static constexpr int kMoveValue = 600;

  explicit RulesOf(Setup setup)
      : setup_(std::move(setup)),
        tables_(setup_),
        opening_(tables_, Opening(setup_)),
        whole_way_(setup_.ToGoAtStart() - setup_.ToGoAtGoal()),
        near_the_end_(setup_.ToGoAtGoal() + whole_way_ / 4),
        blocked_value_(int64_t{8} * setup_.board().size() *
                       setup_.board().size() * kMaxEvaluation / whole_way_) {}

  const Setup setup_;
  const typename State::Tables tables_;  // points to setup_
  const State opening_;                  // points to tables_
  const int64_t whole_way_;
  const int64_t near_the_end_;
  // Half the way of a piece from tip to tip: more than it costs to make way for
  // one that has been walled in, so that who leaves it at home does not keep
  // the game from ever ending; and less than it gains by going.
  const int64_t blocked_value_;
  const RulesOf* original_ = this;
  std::unique_ptr<const Distances> distances_;  // null for `plain`
};

using CompactRules = RulesOf<CompactState>;
using LargeRules = RulesOf<LargeState>;

}  // namespace boardwalk::star

#endif  // BOARDWALK_GAMES_STAR_STAR_H_
