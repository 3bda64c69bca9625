#include "ai/alphabeta/maxn_search.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

using Scores = std::array<Score, kMaxPlayers>;

// The plainest max^n: every position's scores for all seats, by the same
// definitions as the search.
template <GameRules R>
class PlainMaxn {
 public:
  using State = typename R::State;
  using Move = typename State::Move;

  struct Scored {
    Move move;
    Scores scores;
  };

  explicit PlainMaxn(const R& rules) : rules_(rules) {}

  std::vector<Scored> Root(const State& root, int depth) {
    seat_ = root.ToMove();
    path_ = {root};
    return ScoreMoves<Scored>(
        root, [&](const State& child) { return Value(child, depth - 1, 1); });
  }

  // Whether `mover` prefers the scores `a` to `b`.
  bool Prefers(int mover, const Scores& a, const Scores& b) const {
    if (a[mover] != b[mover]) return a[mover] > b[mover];
    return a[seat_] != b[seat_] ? a[seat_] < b[seat_] : a < b;
  }

 private:
  static MoveListFor<State> Moves(const State& state) {
    MoveListFor<State> list;
    state.LegalMoves(list);
    return list;
  }

  Scores Value(const State& state, int depth, int ply) {
    const int n = state.NumPlayers();
    Scores scores{};
    if (!state.IsTerminal() &&
        std::find(path_.begin(), path_.end(), state) != path_.end()) {
      return scores;
    }
    if (state.IsTerminal() || depth == 0) {
      for (int seat = 0; seat < n; ++seat) {
        scores[seat] = state.IsTerminal()
                           ? ResultScore(state.Returns(), n, seat, ply)
                           : Evaluator<R>(rules_).Evaluate(state, seat);
      }
      return scores;
    }
    bool first = true;
    path_.push_back(state);
    for (const Move move : Moves(state)) {
      State child = state;
      child.Apply(move);
      const Scores other = Value(child, depth - 1, ply + 1);
      if (first || Prefers(state.ToMove(), other, scores)) scores = other;
      first = false;
    }
    path_.pop_back();
    return scores;
  }

  const R& rules_;
  int seat_ = 0;
  std::vector<State> path_;
};

template <GameRules R>
Decision Maxn(const R& rules, const typename R::State& state,
              const Limits& limits) {
  return MaxnSearch<R>(rules).Run(state, limits, {}, {});
}

// Expects that the scores of the chosen move are the best for all seats.
template <GameRules R>
void ExpectMaxn(const R& rules, int positions, int max_depth) {
  PlainMaxn<R> plain(rules);
  for (const auto& state :
       RandomPositions(rules, positions, /*max_plies=*/50, /*seed=*/5)) {
    const int seat = state.ToMove();
    const int n = state.NumPlayers();
    for (int depth = 1; depth <= max_depth; ++depth) {
      SCOPED_TRACE(absl::StrCat(rules.FormatPosition(state), " depth ", depth));
      const Decision decision = Maxn(rules, state, {.depth = depth});
      const auto scored = plain.Root(state, depth);
      Scores best = scored[0].scores;
      Scores chosen{};
      for (const auto& [move, scores] : scored) {
        if (plain.Prefers(seat, scores, best)) best = scores;
        if (EraseMove(move) == decision.move) chosen = scores;
      }
      const bool proved = n == 2 || best[seat] == kWinScore - 1;
      if (n == 2 && IsDecisive(best[seat])) {
        // Deepening ends there; deeper searches find nothing better.
        EXPECT_EQ(chosen[seat], best[seat]);
      } else {
        EXPECT_EQ(chosen, best);
      }
      EXPECT_EQ(
          decision.value,
          ValueOf(proved ? best[seat] : std::min(best[seat], kMaxEvaluation),
                  n));
    }
  }
}

TEST(MaxnTest, IsPlainMaxnForTwo) {
  ExpectMaxn(trio::Rules(2), 400, 8);
  ExpectMaxn(tictactoe::Rules(), 50, 4);
}
TEST(MaxnTest, IsPlainMaxnForThree) { ExpectMaxn(trio::Rules(3), 300, 9); }

// The game for three with other evaluations: random ones, or so coarse ones
// that most moves are equal for the seat that moves, but not for the others.
template <int kGrades>
class GradedRules : public trio::Rules {
 public:
  GradedRules() : Rules(3) {}
  static absl::StatusOr<std::unique_ptr<const GradedRules>> Create(
      const Parameters&) {
    return std::make_unique<const GradedRules>();
  }
  int Evaluate(const State& state, int seat) const {
    return static_cast<int>(Mix64(state.Hash() + seat) % kGrades);
  }
};
using RandomRules = GradedRules<1000>;
using CoarseRules = GradedRules<2>;

TEST(MaxnTest, IsPlainMaxnByAnyEvaluation) {
  ExpectMaxn(RandomRules(), 1000, 6);
}
TEST(MaxnTest, BreaksTiesByTheOtherScores) {
  ExpectMaxn(CoarseRules(), 200, 7);
}

TEST(MaxnTest, IsMinimaxForTwo) {
  const trio::Rules rules(2);
  PlainMinimax<trio::Rules> plain(rules);
  for (const auto& state :
       RandomPositions(rules, 200, /*max_plies=*/30, /*seed=*/9)) {
    Score best = -kInfiniteScore;
    for (const auto& scored : plain.Root(state, 6)) {
      best = std::max(best, scored.score);
    }
    EXPECT_EQ(Maxn(rules, state, {.depth = 6}).value, ValueOf(best, 2));
  }
}

TEST(MaxnTest, SolvesTicTacToe) {
  const tictactoe::Rules rules;
  const Decision decision = Maxn(rules, rules.InitialState(), {.depth = 200});
  EXPECT_EQ(decision.value, 0);
  EXPECT_EQ(decision.depth, 9);  // the deepest that there is
  EXPECT_EQ(decision.line.size(), 9u);
}

TEST(MaxnTest, PrefersTheLaterLoss) {
  const tictactoe::Rules rules;
  const auto state = rules.ParsePosition("X.X/.O./O.X").value();
  const Decision decision = Maxn(rules, state, {.depth = 9});
  EXPECT_EQ(decision.value, -1);
  EXPECT_EQ(decision.line.size(), 2u);
}

// The variations are legal and end in positions of the value reported.
TEST(MaxnTest, LineLeadsToTheValue) {
  const trio::Rules rules(3);
  for (const auto& root :
       RandomPositions(rules, 100, /*max_plies=*/30, /*seed=*/6)) {
    const Decision decision = Maxn(rules, root, {.depth = 5});
    ASSERT_FALSE(decision.line.empty());
    EXPECT_EQ(decision.line[0], decision.move);
    trio::State state = root;
    std::vector<trio::State> before;
    for (const AnyMove any : decision.line) {
      const auto move = RestoreMove<trio::State::Move>(any);
      MoveListFor<trio::State> moves;
      state.LegalMoves(moves);
      ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end());
      before.push_back(state);
      state.Apply(move);
    }
    Score score = 0;
    if (state.IsTerminal()) {
      score = ResultScore(state.Returns(), 3, root.ToMove(),
                          static_cast<int>(decision.line.size()));
      if (decision.line.size() > 1) score = std::min(score, kMaxEvaluation);
    } else if (std::find(before.begin(), before.end(), state) == before.end()) {
      score = rules.Evaluate(state, root.ToMove());
    }
    EXPECT_EQ(decision.value, ValueOf(score, 3));
  }
}

// With three players, a win in several moves depends on what the others prefer.
TEST(MaxnTest, OnlyAWinAtOnceIsProvedForThree) {
  const trio::Rules rules(3);
  int at_once = 0;
  int later = 0;
  for (const auto& state :
       RandomPositions(rules, 400, /*max_plies=*/40, /*seed=*/7)) {
    const Decision decision = Maxn(rules, state, {.depth = 7});
    trio::State next = state;
    next.Apply(RestoreMove<trio::State::Move>(decision.move));
    const bool wins = next.IsTerminal() && next.Returns()[state.ToMove()] == 1;
    EXPECT_EQ(decision.value == 1, wins);
    at_once += wins ? 1 : 0;
    later += decision.value == ValueOf(kMaxEvaluation, 3) ? 1 : 0;
  }
  EXPECT_GT(at_once, 10);
  EXPECT_GT(later, 10);
}

// The exact work of fixed searches: an unintended change of the search, of
// ordering or of counting shows here.
TEST(MaxnTest, Signature) {
  const trio::Rules three(3);
  const trio::Rules two(2);
  EXPECT_EQ(Maxn(three, three.InitialState(), {.depth = 6}).nodes, 78);
  EXPECT_EQ(Maxn(three, three.InitialState(), {.depth = 10}).nodes, 941);
  EXPECT_EQ(Maxn(two, two.InitialState(), {.depth = 6}).nodes, 168);
  EXPECT_EQ(Maxn(two, two.InitialState(), {.depth = 10}).nodes, 6645);
  // Near the end of the game, where it matters when to stop deepening.
  for (const auto& [rules, expected] :
       {std::pair(&two, 197176), std::pair(&three, 216246)}) {
    int64_t nodes = 0;
    for (const auto& state :
         RandomPositions(*rules, 300, /*max_plies=*/50, /*seed=*/2)) {
      nodes += *Maxn(*rules, state, {.depth = 7}).nodes;
    }
    EXPECT_EQ(nodes, expected);
  }
}

TEST(MaxnTest, NodeLimitIsExactAndTheAnswerSound) {
  const trio::Rules rules(3);
  const trio::State start = rules.InitialState();
  const int64_t all = *Maxn(rules, start, {.depth = 6}).nodes;
  MaxnSearch<trio::Rules> search(rules);
  for (int64_t nodes = 1; nodes < all; ++nodes) {
    const Decision decision = search.Run(start, {.nodes = nodes}, {}, {});
    ASSERT_EQ(decision.nodes, nodes);
    const auto move = RestoreMove<trio::State::Move>(decision.move);
    ASSERT_TRUE(move.step == 1 || move.step == 2);
    ASSERT_LE(*decision.depth, 6);
  }
}

// Stopped anywhere in an iteration, the answer is the best of the moves that it
// has searched to their end; before the first of them, the answer of the
// iteration before.
TEST(MaxnTest, AnInterruptedIterationKeepsItsFinishedMoves) {
  const RandomRules rules;
  PlainMaxn<RandomRules> plain(rules);
  int improved = 0;
  int lost = 0;
  for (const auto& state :
       RandomPositions(rules, 100, /*max_plies=*/40, /*seed=*/8)) {
    const int seat = state.ToMove();
    const Decision before = Maxn(rules, state, {.depth = 5});
    const Decision deep = Maxn(rules, state, {.depth = 6});
    if (deep.depth != 6) continue;
    const auto scored = plain.Root(state, 6);
    for (int64_t nodes = *before.nodes + 1; nodes < *deep.nodes; ++nodes) {
      const Decision cut = Maxn(rules, state, {.nodes = nodes});
      ASSERT_EQ(cut.depth, 5);
      if (cut.move == before.move && cut.value == before.value) continue;
      improved += cut.move != before.move ? 1 : 0;
      for (const auto& [move, scores] : scored) {
        if (EraseMove(move) != cut.move) continue;
        if (IsDecisive(scores[seat]) && scores[seat] < 0) {
          ++lost;  // unproved while there are other moves
          ASSERT_GT(*cut.value, -0.5);
        } else {
          ASSERT_EQ(cut.value,
                    ValueOf(std::min(scores[seat], kMaxEvaluation), 3));
        }
      }
    }
  }
  EXPECT_GT(improved, 10);
  EXPECT_GT(lost, 0);
}

TEST(MaxnTest, CallsTheObserverAfterEveryIteration) {
  const trio::Rules rules(3);
  std::vector<int> depths;
  const Decision decision = MaxnSearch<trio::Rules>(rules).Run(
      rules.InitialState(), {.depth = 5}, {}, [&](const Decision& so_far) {
        depths.push_back(*so_far.depth);
        EXPECT_FALSE(so_far.line.empty());
      });
  EXPECT_EQ(depths, (std::vector<int>{1, 2, 3, 4, 5}));
  EXPECT_EQ(decision.depth, 5);
}

TEST(MaxnTest, StopsByClockAndFlag) {
  const trio::Rules rules(3);
  const TickingClock clock(std::chrono::milliseconds(1));
  const Decision timed =
      Maxn(rules, rules.InitialState(),
           {.time = std::chrono::milliseconds(20), .clock = &clock});
  EXPECT_GE(timed.seconds, 0.020);
  EXPECT_LE(timed.seconds, 0.100);
  const std::atomic<bool> stop = true;
  const Decision stopped =
      Maxn(rules, rules.InitialState(), {.depth = 200, .stop = &stop});
  EXPECT_EQ(stopped.nodes, 0);
  EXPECT_EQ(stopped.line.size(), 1u);
}

TEST(MaxnTest, AForcedMoveTakesNoTime) {
  const tictactoe::Rules rules;
  const auto state = rules.ParsePosition("XOX/XOO/O.X").value();
  EXPECT_EQ(Maxn(rules, state, {.time = std::chrono::hours(24)}).nodes, 1);
}

}  // namespace
}  // namespace boardwalk::ai
