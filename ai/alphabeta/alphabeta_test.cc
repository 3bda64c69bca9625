#include "ai/alphabeta/alphabeta_player.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ai/testing/bare_rules.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "framework/random.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

using ::testing::HasSubstr;

template <GameRules R>
std::shared_ptr<const GameAdapter<R>> MakeGame(
    const std::string& settings = "") {
  return MakeAdapter<R>(settings, {AlphaBetaPlayer<R>::Binding()});
}

// Without the features that may change what a search to a given depth finds.
const std::string& FullWidth() {
  static const std::string settings =
      absl::StrCat(kUnpruned, ",quiescence=off");
  return settings;
}
// With every feature off.
const std::string& Plain() {
  static const std::string settings = absl::StrCat(
      FullWidth(), ",table=off,scout=off,aspiration=off,ordering=off");
  return settings;
}

// Compares value and move at every depth up to `max_depth` with plain minimax.
template <GameRules R>
void ExpectMinimax(const std::string& settings, int positions, int max_depth,
                   const std::string& features) {
  const auto game = MakeGame<R>(settings);
  PlainMinimax<R> plain(game->rules());
  for (const auto& state : RandomPositions(game->rules(), positions,
                                           /*max_plies=*/30, /*seed=*/5)) {
    for (int depth = 1; depth <= max_depth; ++depth) {
      SCOPED_TRACE(
          absl::StrCat(game->rules().FormatPosition(state), " depth ", depth));
      const Decision decision = Ask(
          game, state, absl::StrCat("alphabeta:depth=", depth, ",", features));
      Score best = -kInfiniteScore;
      Score chosen = -kInfiniteScore;
      for (const auto& scored : plain.Root(state, depth)) {
        best = std::max(best, scored.score);
        if (EraseMove(scored.move) == decision.move) chosen = scored.score;
      }
      // Any of the best moves; deepening ends at a proved score, as deeper
      // searches find nothing better.
      EXPECT_EQ(chosen, best);
      EXPECT_EQ(decision.value, ValueOf(best, state.NumPlayers()));
    }
  }
}

TEST(AlphaBetaTest, IsMinimaxInTicTacToe) {
  ExpectMinimax<tictactoe::Rules>("", 100, 4, Plain());
  ExpectMinimax<tictactoe::Rules>("", 100, 6, FullWidth());
}
TEST(AlphaBetaTest, IsMinimaxWithEvaluationAndRepetition) {
  ExpectMinimax<trio::Rules>("players=2", 200, 7, Plain());
  ExpectMinimax<trio::Rules>("players=2", 200, 7,
                             absl::StrCat("table=off,", FullWidth()));
}
TEST(AlphaBetaTest, IsParanoidMinimaxForThree) {
  ExpectMinimax<trio::Rules>("players=3", 200, 8, Plain());
  ExpectMinimax<trio::Rules>("players=3", 200, 8,
                             absl::StrCat("table=off,", FullWidth()));
}

// Paranoid minimax in which some opponents have only their first moves in the
// game's order: what opponent pruning does without ordering.
class PrunedMinimax {
 public:
  PrunedMinimax(const trio::Rules& rules, size_t deviations, size_t replies,
                size_t others)
      : rules_(rules),
        deviations_(deviations),
        replies_(std::max(replies, others)),
        others_(others) {}

  Score Value(const trio::State& root, int depth) {
    seat_ = root.ToMove();
    path_.clear();
    return Of(root, depth, 0, 0);
  }

 private:
  Score Of(const trio::State& state, int depth, int ply, size_t deviated) {
    if (state.IsTerminal()) {
      return ResultScore(state.Returns(), state.NumPlayers(), seat_, ply);
    }
    if (std::find(path_.begin(), path_.end(), state) != path_.end()) return 0;
    if (depth == 0) return rules_.Evaluate(state, seat_);
    const bool mine = state.ToMove() == seat_;
    MoveListFor<trio::State> moves;
    state.LegalMoves(moves);
    const size_t width = mine                     ? moves.size()
                         : deviated < deviations_ ? replies_
                                                  : others_;
    Score best = mine ? -kInfiniteScore : kInfiniteScore;
    path_.push_back(state);
    for (size_t i = 0; i < std::min(width, moves.size()); ++i) {
      trio::State child = state;
      child.Apply(moves[i]);
      const Score score = Of(child, depth - 1, ply + 1,
                             mine ? 0 : deviated + (i >= others_ ? 1 : 0));
      best = mine ? std::max(best, score) : std::min(best, score);
    }
    path_.pop_back();
    return best;
  }

  const trio::Rules& rules_;
  const size_t deviations_, replies_, others_;
  int seat_ = 0;
  std::vector<trio::State> path_;
};

TEST(AlphaBetaTest, OpponentsArePrunedAsTheSettingsSay) {
  const auto game = MakeGame<trio::Rules>("players=3");
  constexpr int kDepth = 6;
  for (const OpponentPruning& pruning :
       {OpponentPruning{1, 100, 1}, OpponentPruning{1, 2, 1},
        OpponentPruning{2, 3, 2}, OpponentPruning{0, 1, 1},
        OpponentPruning{5, 100, 1}}) {
    SCOPED_TRACE(absl::StrCat(pruning.deviations, " ", pruning.replies, " ",
                              pruning.others));
    PrunedMinimax plain(game->rules(), static_cast<size_t>(pruning.deviations),
                        static_cast<size_t>(pruning.replies),
                        static_cast<size_t>(pruning.others));
    AlphaBetaOptions options = {.table = false,
                                .scout = false,
                                .aspiration = false,
                                .ordering = false,
                                .reductions = false,
                                .opponents = Opponents::kPruned,
                                .pruning = pruning};
    AlphaBetaSearch<trio::Rules> search(game->rules(), options,
                                        /*table=*/nullptr);
    int decided = 0;
    for (const auto& state : RandomPositions(game->rules(), 100,
                                             /*max_plies=*/30, /*seed=*/3)) {
      const Score score = plain.Value(state, kDepth);
      // Without iterations: the best move of an earlier one would become an
      // opponent's first move.
      Budget budget({}, {});
      search.SetRoot(state, {}, budget);
      std::vector<RootMove<trio::State::Move>> moves;
      for (const auto move : search.root_moves()) {
        moves.push_back({.move = move, .index = moves.size()});
      }
      trio::State root = state;
      EXPECT_EQ(
          search
              .SearchRoot(root, moves, kDepth, -kInfiniteScore, kInfiniteScore)
              .score,
          score);
      // A move that was pruned may save an opponent: no win is proved, but one
      // before they move.
      EXPECT_EQ(search.IsProved(score),
                IsDecisive(score) && (score < 0 || score == kWinScore - 1));
      decided += IsDecisive(score) ? 1 : 0;
    }
    EXPECT_GT(decided, 0);
  }
}

TEST(AlphaBetaTest, UnprunedOpponentsAreParanoid) {
  const auto game = MakeGame<trio::Rules>("players=3");
  for (const auto& state :
       RandomPositions(game->rules(), 100, /*max_plies=*/30, /*seed=*/4)) {
    const Decision paranoid = Ask(game, state, "alphabeta:depth=7");
    const Decision pruned =
        Ask(game, state,
            "alphabeta:depth=7,algorithm=opps,deviations=5,replies=100");
    if (pruned.value != 1 && paranoid.value == 1) {
      continue;  // proved by that one only
    }
    EXPECT_EQ(paranoid.value, pruned.value);
    EXPECT_EQ(paranoid.move, pruned.move);
  }
}

TEST(AlphaBetaTest, RanksAsManyMovesAsAskedFor) {
  const auto game = MakeGame<trio::Rules>("players=2");
  PlainMinimax<trio::Rules> plain(game->rules());
  for (const auto& state :
       RandomPositions(game->rules(), 50, /*max_plies=*/20, /*seed=*/9)) {
    const Decision decision = Ask(
        game, state,
        absl::StrCat("alphabeta:depth=4,multipv=3,table=off,", FullWidth()));
    auto scored = plain.Root(state, 4);
    if (decision.value == 1) continue;  // the search ends there
    std::stable_sort(
        scored.begin(), scored.end(),
        [](const auto& a, const auto& b) { return a.score > b.score; });
    ASSERT_EQ(decision.ranking.size(), std::min<size_t>(3, scored.size()));
    EXPECT_EQ(decision.ranking[0].move, decision.move);
    EXPECT_EQ(decision.ranking[0].value, decision.value);
    if (decision.depth != 4) continue;
    for (size_t i = 0; i < decision.ranking.size(); ++i) {
      const RankedMove& ranked = decision.ranking[i];
      EXPECT_EQ(ranked.value, ValueOf(scored[i].score, 2)) << i;
      EXPECT_EQ(ranked.line.front(), ranked.move);
    }
  }
}

TEST(AlphaBetaTest, RefusesParametersItWouldNotUse) {
  const auto game = MakeGame<trio::Rules>();
  const auto refusal = [&](const std::string& settings) {
    return std::string(
        game->MakePlayer("alphabeta:" + settings).status().message());
  };
  for (const std::string setting :
       {"threads=2", "multipv=3", "table=off", "memory=9", "ordering=off",
        "solve=on", "deviations=2", "futility=off", "latemoves=off",
        "tempo=off"}) {
    EXPECT_THAT(refusal("algorithm=maxn," + setting),
                HasSubstr("algorithm=maxn does not use " +
                          setting.substr(0, setting.find('='))));
  }
  EXPECT_THAT(refusal("algorithm=brs,replies=9"),
              HasSubstr("algorithm=brs does not use replies"));
  EXPECT_THAT(refusal("others=2"), HasSubstr("does not use others"));
  EXPECT_THAT(refusal("solve=on,reductions=on"),
              HasSubstr("solve=on does not use reductions=on"));
  EXPECT_THAT(refusal("threads=2,table=off"),
              HasSubstr("leave out table=off or threads"));
  for (const std::string good :
       {"algorithm=maxn,table=on,threads=1", "algorithm=brs,threads=2",
        "algorithm=opps,others=2", "table=off", "threads=2,scout=off",
        "solve=on,reductions=off"}) {
    EXPECT_EQ(refusal(good), "") << good;
  }
}

// Tic-tac-toe with a table of the positions that have five marks or more.
class ProbedRules : public tictactoe::Rules {
 public:
  static absl::StatusOr<std::unique_ptr<const ProbedRules>> Create(
      const Parameters&) {
    return std::make_unique<const ProbedRules>();
  }
  std::optional<ExactValue> Probe(const State& state) const {
    MoveListFor<State> moves;
    state.LegalMoves(moves);
    if (moves.size() > 4) return std::nullopt;
    ++probes;
    return Solve(state);
  }
  static ExactValue Solve(const State& state) {
    if (state.IsTerminal()) {
      return {static_cast<int>(state.Returns()[state.ToMove()]), 0};
    }
    MoveListFor<State> moves;
    state.LegalMoves(moves);
    ExactValue best = {-1, 0};
    for (const auto move : moves) {
      State child = state;
      child.Apply(move);
      const ExactValue answer = Solve(child);
      const ExactValue value = {-answer.outcome,
                                answer.outcome == 0 ? 0 : answer.plies + 1};
      const bool sooner = value.plies < best.plies;
      if (value.outcome > best.outcome ||
          (value.outcome == best.outcome &&
           (value.outcome > 0 ? sooner : !sooner))) {
        best = value;
      }
    }
    return best;
  }
  mutable int probes = 0;
};

TEST(AlphaBetaTest, ProbesTheTableOfTheGame) {
  const auto probed = MakeGame<ProbedRules>();
  const auto plain = MakeGame<tictactoe::Rules>();
  constexpr absl::string_view kDeepening = "alphabeta:depth=9";
  int played_out = 0;
  for (const auto& [player, positions] :
       {std::pair("alphabeta:depth=9", 60),
        std::pair("alphabeta:algorithm=maxn,depth=9", 5)}) {
    probed->rules().probes = 0;
    for (const auto& state : RandomPositions(plain->rules(), positions,
                                             /*max_plies=*/4, /*seed=*/7)) {
      const Decision with = Ask(probed, state, player);
      const Decision without = Ask(plain, state, player);
      EXPECT_EQ(with.value, without.value);
      EXPECT_LE(*with.nodes, *without.nodes);
      // What the table knows is played out.
      if (player == kDeepening && with.value != 0) {
        EXPECT_EQ(with.line.size(), without.line.size());
        tictactoe::State end = state;
        for (const AnyMove move : with.line) {
          ASSERT_TRUE(Erase(plain, end).IsLegal(move));
          end.Apply(RestoreMove<tictactoe::State::Move>(move));
        }
        EXPECT_TRUE(end.IsTerminal());
        ++played_out;
      }
    }
    EXPECT_GT(probed->rules().probes, 0) << player;
  }
  EXPECT_GT(played_out, 0);
}

// A search for proofs proves what a search with evaluations does, as quickly;
// every other position is worth nothing to it.
template <GameRules R>
void ExpectTheSameProofs(const std::string& settings, int depth) {
  const auto game = MakeGame<R>(settings);
  int proofs = 0, others = 0;
  for (const auto& state : RandomPositions(game->rules(), 200,
                                           /*max_plies=*/30, /*seed=*/5)) {
    SCOPED_TRACE(game->rules().FormatPosition(state));
    const std::string limit = absl::StrCat("alphabeta:depth=", depth);
    const Decision plain = Ask(game, state, absl::StrCat(limit, ",", Plain()));
    const Decision solved =
        Ask(game, state, absl::StrCat(limit, ",table=off,solve=on"));
    const double lost = -1.0 / (state.NumPlayers() - 1);
    if (plain.value == 1 || plain.value == lost) {
      EXPECT_EQ(solved.value, plain.value);
      EXPECT_EQ(solved.line.size(), plain.line.size());
      ++proofs;
    } else {
      EXPECT_FALSE(solved.value == 1 || solved.value == lost);
      if (state.NumPlayers() == 2) {
        EXPECT_EQ(solved.value, 0);  // nobody shares a win
      }
      ++others;
    }
  }
  EXPECT_GT(proofs, 0);
  EXPECT_GT(others, 0);
}
TEST(AlphaBetaTest, SolvingProvesTheSame) {
  ExpectTheSameProofs<tictactoe::Rules>("", 9);
  ExpectTheSameProofs<trio::Rules>("players=2", 7);
  ExpectTheSameProofs<trio::Rules>("players=3", 7);
}

TEST(AlphaBetaTest, AnEarlierPositionOfTheGameIsADraw) {
  const auto ranking = AskAfter(MakeGame<trio::Rules>("players=2"),
                                trio::kRoundTrip, "alphabeta:depth=1,multipv=3")
                           .ranking;
  ASSERT_EQ(ranking.size(), 3u);
  for (const RankedMove& ranked : ranking) {
    const bool back =
        RestoreMove<trio::State::Move>(ranked.move) == trio::State::Move{-1};
    EXPECT_EQ(ranked.value == 0, back);
  }
}

TEST(AlphaBetaTest, MaxNTakesTheDrawToo) {
  // The seat to move is behind after every move but one, which leads back to
  // the position after the ninth move.
  constexpr trio::State::Move kBehind[] = {{1}, {2},  {-1}, {2},  {1},
                                           {2}, {2},  {2},  {-1}, {-1},
                                           {2}, {-1}, {-1}, {2}};
  const Decision decision =
      AskAfter(MakeGame<trio::Rules>("players=2"), kBehind,
               "alphabeta:algorithm=maxn,depth=1");
  EXPECT_EQ(RestoreMove<trio::State::Move>(decision.move),
            trio::State::Move{-1});
  EXPECT_EQ(decision.value, 0);
}

TEST(AlphaBetaTest, PvIsLegalAndLeadsToTheValue) {
  const auto game = MakeGame<trio::Rules>("players=3");
  for (const auto& root :
       RandomPositions(game->rules(), 100, /*max_plies=*/30, /*seed=*/6)) {
    const Decision decision =
        Ask(game, root, absl::StrCat("alphabeta:depth=5,", FullWidth()));
    ASSERT_FALSE(decision.line.empty());
    EXPECT_EQ(decision.line[0], decision.move);
    trio::State state = root;
    std::vector<trio::State> before;
    for (const AnyMove move : decision.line) {
      ASSERT_TRUE(Erase(game, state).IsLegal(move));
      before.push_back(state);
      state.Apply(RestoreMove<trio::State::Move>(move));
    }
    Score score = 0;
    if (state.IsTerminal()) {
      score = ResultScore(state.Returns(), 3, root.ToMove(),
                          static_cast<int>(decision.line.size()));
    } else if (std::find(before.begin(), before.end(), state) == before.end()) {
      EXPECT_EQ(decision.line.size(), 5u);
      score = game->rules().Evaluate(state, root.ToMove());
    }
    EXPECT_EQ(decision.value, ValueOf(score, 3));
  }
}

TEST(AlphaBetaTest, SolvesTicTacToe) {
  const auto game = MakeGame<tictactoe::Rules>();
  const Decision decision = Ask(game, game->rules().InitialState(),
                                "alphabeta:depth=200,reductions=off");
  EXPECT_EQ(decision.value, 0);
  EXPECT_EQ(decision.depth, 9);  // the deepest that there is
  EXPECT_EQ(decision.line.size(), 9u);
}

// Tries every reply of the opponent.
void ExpectNeverLost(
    const std::shared_ptr<const GameAdapter<tictactoe::Rules>>& game,
    const tictactoe::State& state, int seat) {
  if (state.IsTerminal()) {
    EXPECT_GE(state.Returns()[seat], 0);
    return;
  }
  MoveListFor<tictactoe::State> moves;
  if (state.ToMove() == seat) {
    moves.push_back(RestoreMove<tictactoe::State::Move>(
        Ask(game, state, "alphabeta:depth=200").move));
  } else {
    state.LegalMoves(moves);
  }
  for (const auto move : moves) {
    tictactoe::State child = state;
    child.Apply(move);
    ExpectNeverLost(game, child, seat);
  }
}
TEST(AlphaBetaTest, NeverLosesTicTacToe) {
  const auto game = MakeGame<tictactoe::Rules>();
  for (const int seat : {0, 1}) {
    ExpectNeverLost(game, game->rules().InitialState(), seat);
  }
}

TEST(AlphaBetaTest, PrefersTheQuickerWinAndTheLaterLoss) {
  const auto game = MakeGame<tictactoe::Rules>();
  // X wins in three plies by a fork or in one by c1.
  auto state = game->rules().ParsePosition("XX./.O./..O").value();
  Decision decision = Ask(game, state, "alphabeta:depth=9");
  EXPECT_EQ(Erase(game, state).FormatMove(decision.move), "c1");
  EXPECT_EQ(decision.value, 1);
  state = game->rules().ParsePosition("XX./X../O.O").value();
  ASSERT_EQ(state.ToMove(), 1);
  decision = Ask(game, state, "alphabeta:depth=9");
  EXPECT_EQ(Erase(game, state).FormatMove(decision.move), "b3");  // wins
  state = game->rules().ParsePosition("X.X/.O./O.X").value();
  decision = Ask(game, state, "alphabeta:depth=9");
  EXPECT_EQ(decision.value, -1);
  EXPECT_EQ(decision.line.size(), 2u);
}

TEST(AlphaBetaTest, ALossAmongThreePaysWhatTheRulesPay) {
  EXPECT_EQ(ValueOf(3 - kWinScore, 2), -1);
  EXPECT_EQ(ValueOf(3 - kWinScore, 3), -0.5);
  EXPECT_EQ(ValueOf(kWinScore - kMaxPly, 3), 1);
  EXPECT_LT(ValueOf(10 * kMaxEvaluation, 2), 1);
  // A win shared by two of three pays 1/4 and is no proof of anything.
  const Score shared = ResultScore(WinnerTakesAll(3, 0b011), 3, 0, 1);
  EXPECT_FALSE(IsDecisive(shared));
  EXPECT_NEAR(ValueOf(shared, 3), 0.25, 1e-3);
}

// A piece moves between two squares for ever: every move but the first repeats
// a position. The evaluation is good for seat 0.
class ShuttleState {
 public:
  struct Move {
    uint8_t to;
    bool operator==(const Move&) const = default;
  };
  static constexpr int kMaxMoves = 1;
  int NumPlayers() const { return 2; }
  int ToMove() const { return square_; }
  bool IsTerminal() const { return false; }
  SeatValues Returns() const { return {}; }
  void LegalMoves(MoveListFor<ShuttleState>& list) const {
    list.push_back({static_cast<uint8_t>(1 - square_)});
  }
  void Apply(Move move) { square_ = move.to; }
  uint64_t Hash() const { return Mix64(square_); }
  bool operator==(const ShuttleState&) const = default;

 private:
  uint8_t square_ = 0;
};

class ShuttleRules : public BareRules<ShuttleRules, ShuttleState> {
 public:
  int Evaluate(const State&, int seat) const { return seat == 0 ? 500 : -500; }
};

TEST(AlphaBetaTest, ARepeatedPositionIsADraw) {
  const auto game = MakeGame<ShuttleRules>();
  const ShuttleState start = game->rules().InitialState();
  EXPECT_GT(*Ask(game, start, "alphabeta:depth=1").value, 0);
  const Decision decision = Ask(game, start, "alphabeta:depth=200");
  EXPECT_EQ(decision.value, 0);
  EXPECT_EQ(decision.depth, 2);  // the deepest that there is
  EXPECT_EQ(decision.nodes, 3);
}

// The exact work of fixed searches: an unintended change of the search, of
// ordering or of counting shows here.
TEST(AlphaBetaTest, Signature) {
  const auto nodes = [](const auto& game, const std::string& settings) {
    return *Ask(game, game->rules().InitialState(),
                absl::StrCat("alphabeta:", settings))
                .nodes;
  };
  const auto three = MakeGame<trio::Rules>("players=3");
  const auto two = MakeGame<trio::Rules>("players=2");
  const std::string plain = absl::StrCat(",", Plain());
  EXPECT_EQ(nodes(three, "depth=6" + plain), 66);
  EXPECT_EQ(nodes(three, "depth=12" + plain), 1940);
  EXPECT_EQ(nodes(two, "depth=6" + plain), 137);
  EXPECT_EQ(nodes(two, "depth=12" + plain), 5734);
  EXPECT_EQ(nodes(three, "depth=12"), 705);
  EXPECT_EQ(nodes(two, "depth=12"), 876);
  EXPECT_EQ(nodes(three, "depth=12,algorithm=brs"), 637);
  EXPECT_EQ(nodes(three, "depth=12,algorithm=opps,replies=2"), 505);
  EXPECT_EQ(nodes(three, "depth=8,algorithm=maxn"), 260);
}

TEST(AlphaBetaTest, NodeLimitIsExactAndTheAnswerSound) {
  const auto game = MakeGame<trio::Rules>("players=3");
  const auto start = game->rules().InitialState();
  const int64_t all = *Ask(game, start, "alphabeta:depth=10").nodes;
  for (int64_t nodes = 1; nodes < all; ++nodes) {
    const Decision decision =
        Ask(game, start, absl::StrCat("alphabeta:nodes=", nodes));
    ASSERT_EQ(decision.nodes, nodes);
    ASSERT_TRUE(Erase(game, start).IsLegal(decision.move));
    ASSERT_LE(*decision.depth, 10);
  }
}

// One node before the end of an iteration, the answer is the best of the moves
// that it has searched to their end.
TEST(AlphaBetaTest, AnInterruptedIterationKeepsItsFinishedMoves) {
  const auto game = MakeGame<trio::Rules>("players=2");
  int interrupted = 0;
  int lost = 0;
  for (const auto& state :
       RandomPositions(game->rules(), 50, /*max_plies=*/20, /*seed=*/8)) {
    const Decision deep = Ask(game, state, "alphabeta:depth=6");
    if (deep.depth != 6) continue;
    PlainMinimax<trio::Rules> plain(game->rules());
    const auto scored = plain.Root(state, 6);
    const Decision cut = Ask(
        game, state, absl::StrCat("alphabeta:depth=6,nodes=", *deep.nodes - 1));
    // A single root move is not finished one node before the end.
    if (cut.nodes != *deep.nodes - 1 || scored.size() < 2) continue;
    ++interrupted;
    EXPECT_EQ(cut.depth, 5);
    // Its value is exact at the interrupted depth; but a loss is unproved while
    // other moves are left.
    for (const auto& [move, score] : scored) {
      if (EraseMove(move) != cut.move) continue;
      if (IsDecisive(score) && score < 0) {
        ++lost;
        EXPECT_GT(*cut.value, -1);
        EXPECT_LT(*cut.value, -0.99);
      } else {
        EXPECT_EQ(cut.value, ValueOf(score, 2));
      }
    }
  }
  EXPECT_GT(interrupted, 10);
  EXPECT_GT(lost, 0);
}

TEST(AlphaBetaTest, CallsTheObserverAfterEveryIteration) {
  const auto game = MakeGame<trio::Rules>("players=3");
  const auto any = Erase(game, game->rules().InitialState());
  auto player = game->MakePlayer("alphabeta:depth=5").value();
  ASSERT_TRUE(player->Start(any, 0).ok());
  std::vector<int> depths;
  const Decision decision = player
                                ->Choose(any, {},
                                         [&](const Decision& so_far) {
                                           depths.push_back(*so_far.depth);
                                           EXPECT_FALSE(so_far.line.empty());
                                         })
                                .value();
  EXPECT_EQ(depths, (std::vector<int>{1, 2, 3, 4, 5}));
  EXPECT_EQ(decision.depth, 5);
}

TEST(AlphaBetaTest, StopsByClockAndFlag) {
  const auto game = MakeGame<trio::Rules>("players=3");
  const auto start = game->rules().InitialState();
  const TickingClock clock(std::chrono::milliseconds(1));
  Limits limits;
  limits.clock = &clock;
  const Decision timed = Ask(game, start, "alphabeta:time=20ms", limits);
  EXPECT_GE(timed.seconds, 0.020);
  EXPECT_LE(timed.seconds, 0.100);
  const std::atomic<bool> stop = true;
  limits.stop = &stop;
  const Decision stopped = Ask(game, start, "alphabeta:depth=200", limits);
  EXPECT_EQ(stopped.nodes, 0);
  EXPECT_TRUE(Erase(game, start).IsLegal(stopped.move));
}

TEST(AlphaBetaTest, AForcedMoveTakesNoTime) {
  const auto game = MakeGame<tictactoe::Rules>();
  const auto state = game->rules().ParsePosition("XOX/XOO/O.X").value();
  EXPECT_EQ(Ask(game, state, "alphabeta:time=24h").nodes, 1);
}

TEST(AlphaBetaTest, RefusesToSearchWithoutALimit) {
  const auto game = MakeGame<trio::Rules>();
  const auto any = Erase(game, game->rules().InitialState());
  auto player = game->MakePlayer("alphabeta").value();
  ASSERT_TRUE(player->Start(any, 0).ok());
  Limits limits;
  limits.playouts = 100;
  const auto refused = player->Choose(any, limits, {});
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(refused.status().message(), HasSubstr("depth=6"));
  limits.nodes = 100;
  EXPECT_TRUE(player->Choose(any, limits, {}).ok());
}

}  // namespace
}  // namespace boardwalk::ai
