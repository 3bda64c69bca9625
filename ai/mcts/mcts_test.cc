#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "ai/common/chances.h"
#include "ai/mcts/mcts_player.h"
#include "ai/testing/bare_rules.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "framework/status_macros.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

using ::testing::HasSubstr;

template <GameRules R>
std::shared_ptr<const GameAdapter<R>> MakeMctsGame(
    const std::string& settings = "") {
  return MakeAdapter<R>(settings, {MctsPlayer<R>::Binding()});
}

TEST(MctsTest, EvaluationsOfAllSeatsSumToNothing) {
  const auto two = MakeMctsGame<trio::Rules>("players=2");
  for (const auto& state : RandomPositions(two->rules(), 100, 30, 2)) {
    const SeatValues values =
        Evaluator<trio::Rules>(two->rules()).Values(state);
    EXPECT_EQ(values[0], -values[1]);
    EXPECT_NEAR(values[0], ValueOf(two->rules().Evaluate(state, 0), 2), 1e-15);
  }
  const auto three = MakeMctsGame<trio::Rules>("players=3");
  for (const auto& state : RandomPositions(three->rules(), 100, 30, 2)) {
    const SeatValues values =
        Evaluator<trio::Rules>(three->rules()).Values(state);
    EXPECT_NEAR(values[0] + values[1] + values[2], 0, 1e-12);
    for (const int seat : {1, 2}) {
      EXPECT_EQ(values[0] < values[seat],
                three->rules().Evaluate(state, 0) <
                    three->rules().Evaluate(state, seat));
    }
  }
}

// The principal variation is legal and starts with the move; value and counts
// are within their bounds.
TEST(MctsTest, DecisionsAreConsistent) {
  const auto game = MakeMctsGame<trio::Rules>("players=3");
  for (const auto& root : RandomPositions(game->rules(), 50, 30, 4)) {
    const Decision decision = Ask(game, root, "mcts:playouts=200");
    ASSERT_FALSE(decision.line.empty());
    EXPECT_EQ(decision.line[0], decision.move);
    trio::State state = root;
    for (const AnyMove move : decision.line) {
      ASSERT_TRUE(Erase(game, state).IsLegal(move));
      state.Apply(RestoreMove<trio::State::Move>(move));
    }
    const Decision unproved = Ask(game, root, "mcts:playouts=200,solver=off");
    if (unproved.value == 1) continue;  // in one move
    EXPECT_LT(std::abs(*unproved.value), 1);
    EXPECT_EQ(unproved.playouts, 200);
  }
}

// Against perfect play it neither loses nor wins.
TEST(MctsTest, DrawsTicTacToeWithPerfectPlay) {
  const auto game = MakeAdapter<tictactoe::Rules>();
  for (uint64_t seed = 0; seed < 6; ++seed) {
    auto state = game->rules().InitialState();
    while (!state.IsTerminal()) {
      const bool mine = state.ToMove() == static_cast<int>(seed % 2);
      const Decision decision =
          Ask(game, state, mine ? "mcts:playouts=4000" : "alphabeta:depth=9",
              {}, seed);
      state.Apply(RestoreMove<tictactoe::State::Move>(decision.move));
    }
    EXPECT_EQ(state.Returns()[0], 0) << game->rules().FormatPosition(state);
  }
}

// Positions that alpha-beta proves to be won, even against all others together,
// get a high value. With three players the search must credit every seat with
// its own value; since the evaluation is misleading here, it must explore, too.
TEST(MctsTest, ValuesProvedWinsHighly) {
  for (const std::string settings : {"players=2", "players=3"}) {
    const auto game = MakeAdapter<trio::Rules>(settings);
    int compared = 0;
    for (const auto& state : RandomPositions(game->rules(), 300, 30, 9)) {
      const Decision exact = Ask(game, state, "alphabeta:depth=7");
      if (exact.value != 1) continue;
      ++compared;
      EXPECT_GT(*Ask(game, state, "mcts:playouts=2000,exploration=0.2").value,
                0.5)
          << game->rules().FormatPosition(state);
    }
    EXPECT_GT(compared, 20);
  }
}

// All bits of a value, as the signatures have them.
std::string Bits(std::optional<double> value) {
  return absl::StrFormat("%a", value.value_or(0));
}

// SIGNATURES: exact results of fixed searches. They change with the behaviour
// of the search and on a machine that computes differently. After an intended
// change, copy the new values.
TEST(MctsTest, Signature) {
  const auto three = MakeMctsGame<trio::Rules>("players=3");
  const auto two = MakeMctsGame<trio::Rules>("players=2");
  const auto start3 = three->rules().InitialState();
  const auto start2 = two->rules().InitialState();
  EXPECT_EQ(
      Bits(Ask(three, start3,
               "mcts:playouts=5000,exploration=1,playout=uniform,cutoff=24")
               .value),
      "0x1p+0");
  // Plain UCT.
  EXPECT_EQ(
      Bits(Ask(two, start2,
               "mcts:playouts=5000,playout=uniform,cutoff=0,exploration=0.5,"
               "solver=off,repetitions=off")
               .value),
      "0x1.bd7300aaa1ea9p-1");
  EXPECT_EQ(Bits(Ask(three, start3,
                     "mcts:playouts=2000,fpu=0.1,playout=greedy,epsilon=0.2,"
                     "cutoff=6,history=2,rave=50,grave=20,bias=0.5,minimax=0.2,"
                     "memory=1")
                     .value),
            "0x1.702d6d282795cp-1");
}

TEST(MctsTest, RepeatsItselfBySeed) {
  const auto game = MakeMctsGame<trio::Rules>("players=3");
  const auto start = game->rules().InitialState();
  const auto value = [&](const std::string& name, uint64_t seed) {
    return *Ask(game, start, name, {}, seed).value;
  };
  EXPECT_EQ(value("mcts:playouts=500", 1), value("mcts:playouts=500", 1));
  EXPECT_NE(value("mcts:playouts=500", 1), value("mcts:playouts=500", 2));
  EXPECT_NE(value("mcts:playouts=500", 1),
            value("mcts:playouts=500,seed=3", 1));
}

template <GameRules R>
Decision Search(MctsSearch<R>& search, const typename R::State& state,
                int64_t playouts, const std::vector<AnyMove>& played = {}) {
  Limits limits;
  limits.playouts = playouts;
  return search.Run({state, played, {}, limits}, {}).value();
}

template <GameRules R>
MctsOptions Options(int64_t memory_bytes) {
  MctsOptions options = DefaultMctsOptions(HasEvaluate<R>);
  options.memory_bytes = memory_bytes;
  return options;
}

TEST(MctsTest, AFullTreeEvictsNodesAndGrowsOn) {
  const trio::Rules rules(3);
  MctsOptions small = Options<trio::Rules>(300 * sizeof(Node));
  small.solver = false;
  small.exploration = 1;
  MctsSearch<trio::Rules> search(rules, small);
  for (uint64_t seed = 0; seed < 3; ++seed) {
    search.Seed(seed);
    const Decision decision = Search(search, rules.InitialState(), 20'000);
    EXPECT_EQ(decision.playouts, 20'000);
    EXPECT_LE(*decision.memory_use, 1);
    EXPECT_GT(*decision.memory_use, 0.5);
    EXPECT_TRUE(search.tree().arena.IsConsistent());
    // The best moves stay in the tree.
    EXPECT_GT(decision.line.size(), 5u);
    EXPECT_EQ(search.tree().arena[kRoot].visits, 20'000u);
  }
  // Without room for the children of the root it plays any legal move.
  MctsSearch<trio::Rules> none(rules, Options<trio::Rules>(1));
  EXPECT_EQ(none.tree().arena.capacity(), 4u);
  EXPECT_EQ(Search(none, rules.InitialState(), 10).line.size(), 1u);
}

// A small tree that evicts nodes finds what a large one does.
TEST(MctsTest, ASmallTreeStillProves) {
  const tictactoe::Rules rules;
  // A corner would lose, a side holds the draw.
  const auto state = rules.ParsePosition("X../.O./..X").value();
  MctsSearch<tictactoe::Rules> search(
      rules, Options<tictactoe::Rules>(400 * sizeof(Node)));
  search.Seed(1);
  const Decision decision = Search(search, state, 100'000);
  EXPECT_EQ(decision.value, 0);
  EXPECT_LT(*decision.playouts, 100'000);
  EXPECT_TRUE(search.tree().arena.IsConsistent());
}

// Proved values of moves are those of plain minimax.
template <GameRules R>
int CheckProofs(const std::shared_ptr<const GameAdapter<R>>& game,
                const typename R::State& state, int depth) {
  const int n = state.NumPlayers();
  const Decision decision = Ask(game, state, "mcts:playouts=400");
  PlainMinimax<R> minimax(game->rules());
  const auto scored = minimax.Root(state, depth);
  int checked = 0;
  for (const RankedMove& ranked : decision.ranking) {
    if (ranked.value != 1 && ranked.value != -1) continue;
    for (const auto& exact : scored) {
      if (EraseMove(exact.move) != ranked.move) continue;
      EXPECT_EQ(ValueOf(exact.score, n), ranked.value)
          << game->rules().FormatPosition(state) << " "
          << game->rules().FormatMove(state, exact.move);
      EXPECT_TRUE(IsDecisive(exact.score));
      ++checked;
    }
  }
  return checked;
}

TEST(MctsTest, ProofsAreThoseOfMinimax) {
  const auto tictactoe = MakeMctsGame<tictactoe::Rules>();
  int checked = 0;
  for (const auto& state : RandomPositions(tictactoe->rules(), 200, 9, 3)) {
    checked += CheckProofs(tictactoe, state, 9);
  }
  EXPECT_GT(checked, 100);
  for (const char* players : {"players=2", "players=3"}) {
    const auto trio = MakeMctsGame<trio::Rules>(players);
    checked = 0;
    for (const auto& state : RandomPositions(trio->rules(), 100, 30, 4)) {
      checked += CheckProofs(trio, state, 12);
    }
    EXPECT_GT(checked, 10) << players;
  }
}

// A search ends before its limit only when it has a proof. Most moves of these
// positions lose at once or lead to a draw, so that a search that stays with a
// proved draw never looks at the last move.
TEST(MctsTest, EveryTicTacToePositionIsProved) {
  const auto game = MakeAdapter<tictactoe::Rules>();
  std::map<double, int> seen;
  auto positions = RandomPositions(game->rules(), 300, 9, 5);
  positions.push_back(game->rules().InitialState());
  for (const auto& state : positions) {
    const Decision exact = Ask(game, state, "alphabeta:depth=9");
    const Decision decision =
        Ask(game, state, "mcts:playouts=20000,exploration=0.05");
    ASSERT_LT(decision.playouts, 20'000) << game->rules().FormatPosition(state);
    ASSERT_EQ(decision.value, exact.value);
    ++seen[*exact.value];
  }
  EXPECT_GT(seen[-1], 10);
  EXPECT_GT(seen[0], 50);
  EXPECT_GT(seen[1], 10);
}

// Checks the proofs of a node and of all nodes below: the end of a game has the
// game's result, another node that of its best child for the seat to move.
// Counts the proofs by their values.
void CheckTree(const Tree& tree, Slot slot, const trio::State& state,
               std::map<double, int>& seen) {
  const Node& node = tree.arena[slot];
  const Slot first = node.first_child;
  const SeatValues* proved =
      tree.IsProved(node) ? &tree.ProvedResult(node) : nullptr;
  if (state.IsTerminal()) {
    ASSERT_EQ(first, kNoChildren);
    if (proved != nullptr) {
      ASSERT_EQ(*proved, state.Returns());
    }
    return;
  }
  if (first == kNoChildren) {
    ASSERT_EQ(proved, nullptr);
    return;
  }
  const int seat = state.ToMove();
  double best = -2;              // of proved results
  double least = -2, most = -2;  // the bounds of what the seat can have
  for (Slot child = first; child < first + tree.arena.CountChildren(first);
       ++child) {
    ASSERT_EQ(tree.arena[child].seat, seat);
    trio::State after = state;
    after.Apply(RestoreMove<trio::State::Move>(tree.arena[child].move));
    CheckTree(tree, child, after, seen);
    if (tree.IsProved(tree.arena[child])) {
      best = std::max(
          best, tree.ProvedResult(tree.arena[child])[tree.arena[child].seat]);
    }
    least = std::max(least, tree.AtLeast(tree.arena[child].bounds, seat));
    most = std::max(most, tree.AtMost(tree.arena[child].bounds, seat));
  }
  if (tree.num_players == 2) {  // all that follows from them is known
    ASSERT_GE(tree.AtLeast(node.bounds, seat), least);
    ASSERT_LE(tree.AtMost(node.bounds, seat), most);
  }
  if (proved == nullptr) {
    ASSERT_LT(best, 1);  // a win would prove it
    return;
  }
  ASSERT_TRUE(most == best || best == 1);
  ASSERT_EQ((*proved)[seat], best);
  ++seen[best];
}

TEST(MctsTest, SharedWinsAndDrawsAreProvedToo) {
  for (const int players : {2, 3}) {
    const trio::Rules rules(players);
    std::map<double, int> seen;
    int tried = 0;
    for (const auto& state : RandomPositions(rules, 30'000, 60, 4)) {
      // Near the end: the next seat is about to win, and sharing prevents it.
      const int seat = state.ToMove();
      const int own = state.token(seat);
      const int next = state.token((seat + 1) % players);
      if (next != 10 || own < 5 || own > 8) continue;
      ++tried;
      MctsOptions options = Options<trio::Rules>(1 << 16);
      options.exploration = 1;  // visit bad moves, too
      MctsSearch<trio::Rules> search(rules, options);
      search.Seed(1);
      Search(search, state, 300);
      CheckTree(search.tree(), kRoot, state, seen);
    }
    EXPECT_GT(tried, 10);
    const double shared = WinnerTakesAll(players, 0b11)[0];
    EXPECT_GT(seen[1], 10) << players;
    EXPECT_GT(seen[-1.0 / (players - 1)], 10) << players;
    EXPECT_GT(seen[shared], 3) << players;
  }
}

// Seat 0 has one move, after which seat 1 may take a draw, or play on by either
// of two moves, which both let seat 0 win.
class OfferState {
 public:
  struct Move {
    uint8_t to;
    bool operator==(const Move&) const = default;
  };
  enum : uint8_t { kStart, kOffer, kPlayedOn, kPlayedOnToo, kDraw, kWon };

  int NumPlayers() const { return 2; }
  int ToMove() const { return at_ == kOffer ? 1 : 0; }
  bool IsTerminal() const { return at_ >= kDraw; }
  SeatValues Returns() const {
    return WinnerTakesAll(2, at_ == kWon ? 1u : 0u);
  }
  template <typename List>
  void LegalMoves(List& list) const {
    if (at_ == kStart) list.push_back({kOffer});
    if (at_ == kOffer) {
      for (const uint8_t to : {kPlayedOn, kPlayedOnToo, kDraw}) {
        list.push_back({to});
      }
    }
    if (at_ == kPlayedOn || at_ == kPlayedOnToo) list.push_back({kWon});
  }
  void Apply(Move move) { at_ = move.to; }
  uint64_t Hash() const { return Mix64(at_); }
  bool operator==(const OfferState&) const = default;

 private:
  uint8_t at_ = kStart;
};
class OfferRules : public BareRules<OfferRules, OfferState> {};

// The second playout finds the draw, before anything else is proved.
TEST(MctsTest, BoundsOfANewNodeReachTheNodesAboveAtOnce) {
  const OfferRules rules;
  MctsSearch<OfferRules> search(rules, Options<OfferRules>(1 << 16));
  search.Seed(1);
  Search(search, rules.InitialState(), 2);
  const Tree& tree = search.tree();
  const ResultBounds root = tree.arena[kRoot].bounds;
  EXPECT_FALSE(root.Exact());
  EXPECT_EQ(tree.AtMost(root, 0), 0);
}

TEST(MctsTest, AnImmediateWinNeedsNoPlayouts) {
  const auto game = MakeMctsGame<tictactoe::Rules>();
  const auto state = game->rules().ParsePosition("XX./OO./...").value();
  const Decision decision = Ask(game, state, "mcts:playouts=1,solver=off");
  EXPECT_EQ(Erase(game, state).FormatMove(decision.move), "c1");
  EXPECT_EQ(decision.value, 1);
  EXPECT_EQ(decision.playouts, 0);
}

TEST(MctsTest, TheSolverCanBeTurnedOff) {
  const auto game = MakeMctsGame<tictactoe::Rules>();
  // O loses after every move, but playouts alone do not prove it.
  const auto state = game->rules().ParsePosition("X.X/.O./O.X").value();
  const Decision proved = Ask(game, state, "mcts:playouts=2000");
  EXPECT_EQ(proved.value, -1);
  EXPECT_LT(*proved.playouts, 2000);
  const Decision decision = Ask(game, state, "mcts:playouts=2000,solver=off");
  EXPECT_LT(*decision.value, -0.8);
  EXPECT_GT(*decision.value, -1);
  EXPECT_EQ(decision.playouts, 2000);
}

TEST(MctsTest, TheTreeIsKeptFromMoveToMove) {
  const trio::Rules rules(3);
  MctsOptions options = Options<trio::Rules>(1 << 20);
  for (const bool reuse : {true, false}) {
    options.reuse = reuse;
    MctsSearch<trio::Rules> search(rules, options);
    search.Seed(1);
    trio::State state = rules.InitialState();
    Decision decision = Search(search, state, 1'000);
    const std::vector<AnyMove> played = {decision.line[0], decision.line[1]};
    const Tree& tree = search.tree();
    const auto visits_of = [&tree](Slot node, AnyMove move) {
      Slot slot = tree.arena[node].first_child;
      while (tree.arena[slot].move != move) ++slot;
      return std::pair(slot, tree.arena[slot].visits.load());
    };
    const auto [first, visits_once] = visits_of(kRoot, played[0]);
    const auto [second, visits_twice] = visits_of(first, played[1]);
    EXPECT_GT(visits_twice, 0u);
    for (const AnyMove move : played) {
      state.Apply(RestoreMove<trio::State::Move>(move));
    }
    Search(search, state, 100, played);
    EXPECT_EQ(tree.arena[kRoot].visits, reuse ? visits_twice + 100 : 100);
    EXPECT_TRUE(tree.arena.IsConsistent());
    // The same position again: the search continues.
    Search(search, state, 50);
    EXPECT_EQ(tree.arena[kRoot].visits, reuse ? visits_twice + 150 : 50);
    // Another position starts a new tree, whatever moves are said to lead
    // there.
    Search(search, rules.InitialState(), 10, {played[0]});
    EXPECT_EQ(tree.arena[kRoot].visits, 10u);
    Search(search, rules.InitialState(), 10, {{0x55}});
    EXPECT_EQ(tree.arena[kRoot].visits, 10u);
  }
}

TEST(MctsTest, RanksTheMoves) {
  const auto game = MakeMctsGame<trio::Rules>("players=3");
  for (const auto& state : RandomPositions(game->rules(), 30, 20, 9)) {
    const Decision decision = Ask(game, state, "mcts:playouts=300");
    if (decision.value == 1 && decision.playouts == 0) continue;
    ASSERT_FALSE(decision.ranking.empty());
    EXPECT_LE(decision.ranking.size(), 3u);
    EXPECT_EQ(decision.ranking[0].move, decision.move);
    EXPECT_EQ(decision.ranking[0].value, decision.value);
    EXPECT_EQ(decision.ranking[0].line, decision.line);
    int64_t visits = 0;
    for (const RankedMove& ranked : decision.ranking) {
      EXPECT_EQ(ranked.line[0], ranked.move);
      visits += *ranked.visits;
    }
    EXPECT_EQ(visits, decision.playouts);
    EXPECT_GT(*decision.memory_use, 0);
  }
}

TEST(MctsTest, EveryFeatureMakesADifference) {
  const auto game = MakeMctsGame<trio::Rules>("players=3");
  const auto start = game->rules().InitialState();
  std::vector<double> values;
  for (const char* feature :
       {"", ",exploration=1", ",fpu=0.1", ",playout=greedy,cutoff=0",
        ",playout=uniform,cutoff=0", ",cutoff=9", ",history=1", ",rave=100",
        ",rave=100,grave=0", ",bias=1", ",minimax=0.3", ",leaftemperature=3",
        ",exploration=1,repetitions=off"}) {
    std::map<std::string, std::string> settings = {
        {"exploration", "0.2"},   {"fpu", "100"},       {"playout", "uniform"},
        {"cutoff", "2"},          {"history", "0"},     {"rave", "0"},
        {"grave", "50"},          {"bias", "0"},        {"minimax", "0"},
        {"leaftemperature", "1"}, {"repetitions", "on"}};
    const Name name = ParseName(absl::StrCat("mcts:seed=1", feature)).value();
    for (const auto& [key, text] : name.given) settings[key] = text;
    std::string changed = "mcts:playouts=600";
    for (const auto& [key, text] : settings) {
      absl::StrAppend(&changed, ",", key, "=", text);
    }
    const double value = *Ask(game, start, changed).value;
    EXPECT_EQ(value, *Ask(game, start, changed).value);
    EXPECT_EQ(std::count(values.begin(), values.end(), value), 0) << feature;
    values.push_back(value);
  }
}

// Counts the nodes whose position occurred before on the path to them. They
// must have no children, and the value of a draw even before the first visit.
void CountRepetitions(const Tree& tree, Slot slot,
                      std::vector<trio::State>& path, int& repetitions) {
  const Node& node = tree.arena[slot];
  const trio::State state = path.back();
  const bool repeats =
      std::find(path.begin(), path.end() - 1, state) != path.end() - 1;
  const Slot first = node.first_child;
  if (repeats && MinimaxBytes(tree) > 0) {
    ASSERT_EQ(MinimaxValue(tree, slot, 0), 0);
  }
  if (repeats && node.visits > 0) {
    ++repetitions;
    ASSERT_EQ(first, kNoChildren);
    ASSERT_EQ(node.total, 0);
    ASSERT_FALSE(tree.IsProved(node));
  }
  if (first == kNoChildren) return;
  for (Slot child = first; child < first + tree.arena.CountChildren(first);
       ++child) {
    path.push_back(state);
    path.back().Apply(RestoreMove<trio::State::Move>(tree.arena[child].move));
    CountRepetitions(tree, child, path, repetitions);
    path.pop_back();
  }
}

TEST(MctsTest, RepetitionsOnThePathAreDraws) {
  for (const int players : {2, 3}) {
    const trio::Rules rules(players);
    for (const double minimax : {0.0, 0.5}) {
      MctsOptions options = Options<trio::Rules>(1 << 20);
      options.exploration = 1;
      options.minimax = minimax;
      MctsSearch<trio::Rules> search(rules, options);
      search.Seed(1);
      Search(search, rules.InitialState(), 6'000);
      std::vector<trio::State> path = {rules.InitialState()};
      int repetitions = 0;
      CountRepetitions(search.tree(), kRoot, path, repetitions);
      EXPECT_GT(repetitions, 10);
    }
  }
}

TEST(MctsTest, RepetitionsAreDrawsInATreeThatIsKept) {
  const trio::Rules rules(2);
  MctsOptions options = Options<trio::Rules>(1 << 20);
  options.exploration = 1;
  options.solver = false;
  MctsSearch<trio::Rules> search(rules, options);
  search.Seed(1);
  Limits limits;
  limits.playouts = 1'000;
  std::vector<trio::State> path = {rules.InitialState()};
  std::vector<uint64_t> past;
  std::vector<AnyMove> played;
  int repetitions = 0;
  for (const int8_t step : std::vector<int8_t>{1, 1, 1, 1, -1, 1}) {
    ASSERT_TRUE(search.Run({path.back(), played, past, limits}, {}).ok());
    CountRepetitions(search.tree(), kRoot, path, repetitions);
    const trio::State::Move move = {step};
    played = {EraseMove(move)};
    past.push_back(path.back().Hash());
    path.push_back(path.back());
    path.back().Apply(move);
  }
  EXPECT_GT(repetitions, 10);
}

TEST(MctsTest, PositionsOfTheGameAreDraws) {
  const auto ranking =
      AskAfter(MakeMctsGame<trio::Rules>("players=2"), trio::kRoundTrip,
               "mcts:playouts=300,exploration=1")
          .ranking;
  ASSERT_EQ(ranking.size(), 3u);
  for (const RankedMove& ranked : ranking) {
    const bool repeats =
        RestoreMove<trio::State::Move>(ranked.move) == trio::State::Move{-1};
    EXPECT_EQ(ranked.value == 0, repeats);
    EXPECT_GT(ranked.visits, 0);
  }
}

// A game with exact results for half of its positions.
class SolvedRules : public tictactoe::Rules {
 public:
  static absl::StatusOr<std::unique_ptr<const SolvedRules>> Create(
      const Parameters&) {
    return std::make_unique<const SolvedRules>();
  }
  std::optional<ExactValue> Probe(const tictactoe::State& state) const {
    ++probes;
    if (state.Hash() % 2 == 0) return std::nullopt;
    PlainMinimax<tictactoe::Rules> minimax(*this);
    Score best = -kInfiniteScore;
    for (const auto& scored : minimax.Root(state, 9)) {
      best = std::max(best, scored.score);
    }
    if (!IsDecisive(best)) return ExactValue{0, 0};
    return best > 0 ? ExactValue{1, kWinScore - best}
                    : ExactValue{-1, kWinScore + best};
  }
  mutable int probes = 0;
};

TEST(MctsTest, TablesProve) {
  const SolvedRules rules;
  const tictactoe::Rules plain;
  MctsSearch<SolvedRules> probed(rules, Options<SolvedRules>(1 << 20));
  MctsSearch<tictactoe::Rules> unprobed(plain,
                                        Options<tictactoe::Rules>(1 << 20));
  probed.Seed(1);
  unprobed.Seed(1);
  const auto state = plain.ParsePosition("X../.O./..X").value();
  const Decision with = Search(probed, state, 100'000);
  const Decision without = Search(unprobed, state, 100'000);
  EXPECT_GT(rules.probes, 0);
  EXPECT_EQ(with.value, 0);
  EXPECT_EQ(without.value, 0);
  EXPECT_LT(*with.playouts, *without.playouts / 2);
}

// The first seat is a logit ahead wherever it stands.
class LeadRules : public trio::Rules {
 public:
  using trio::Rules::Rules;
  static absl::StatusOr<std::unique_ptr<const LeadRules>> Create(
      const Parameters& parameters) {
    ASSIGN_OR_RETURN(const auto rules, trio::Rules::Create(parameters));
    return std::make_unique<const LeadRules>(
        rules->InitialState().NumPlayers());
  }
  int Evaluate(const State&, int seat) const {
    return seat == 0 ? kUsualPointsPerLogit : -kUsualPointsPerLogit;
  }
};

// The temperature of leaves is for the search: it does not change what values
// mean.
TEST(MctsTest, ReportsChancesAtEveryTemperature) {
  for (const int players : {2, 3}) {
    const auto game =
        MakeMctsGame<LeadRules>(absl::StrCat("players=", players));
    const auto start = game->rules().InitialState();
    const double expected =
        Evaluator<LeadRules>(game->rules()).Values(start)[0];
    for (const char* temperature : {"0.5", "1", "3", "5"}) {
      const double value =
          *Ask(game, start,
               absl::StrCat("mcts:playouts=20,leaftemperature=", temperature))
               .value;
      EXPECT_NEAR(value, expected, players == 2 ? 0.001 : 0.1)
          << players << " " << temperature;
      const double sharper = *Ask(game, start,
                                  absl::StrCat("mcts:playouts=20,"
                                               "valuetemperature=0.5,"
                                               "leaftemperature=",
                                               temperature))
                                  .value;
      EXPECT_NEAR(sharper, AtTemperature(value, players, 0.5), 1e-9)
          << players << " " << temperature;
    }
  }
  // What is proved stays as it is.
  const tictactoe::Rules rules;
  const auto game = MakeAdapter<tictactoe::Rules>();
  for (const auto& [position, value] :
       {std::pair{"XX./OO./...", 1}, std::pair{"X../.O./..X", 0}}) {
    const auto state = rules.ParsePosition(position).value();
    EXPECT_EQ(Ask(game, state,
                  "mcts:playouts=100000,leaftemperature=5,valuetemperature=0.3")
                  .value,
              value);
  }
}

// A draw and a win that is shared by two of three, next to values that are not
// proved.
TEST(MctsTest, TheTemperatureOfValuesChangesNothingElse) {
  const auto game = MakeMctsGame<trio::Rules>("players=3");
  int proved = 0, others = 0;
  for (const auto& state : RandomPositions(game->rules(), 60, 30, 3)) {
    const std::string player = "mcts:playouts=200,leaftemperature=2";
    const Decision plain = Ask(game, state, player + ",valuetemperature=2");
    const Decision sharp = Ask(game, state, player + ",valuetemperature=0.5");
    EXPECT_EQ(sharp.move, plain.move);
    EXPECT_EQ(sharp.line, plain.line);
    EXPECT_EQ(sharp.playouts, plain.playouts);
    ASSERT_EQ(sharp.ranking.size(), plain.ranking.size());
    for (size_t i = 0; i < sharp.ranking.size(); ++i) {
      EXPECT_EQ(sharp.ranking[i].move, plain.ranking[i].move);
      EXPECT_EQ(sharp.ranking[i].visits, plain.ranking[i].visits);
      const double value = *plain.ranking[i].value;
      if (sharp.ranking[i].value == value) {
        proved += value == 0 || value == 0.25 ? 1 : 0;
        continue;
      }
      EXPECT_NEAR(*sharp.ranking[i].value, AtTemperature(value, 3, 0.25), 1e-9);
      ++others;
    }
  }
  EXPECT_GT(proved, 0);
  EXPECT_GT(others, 50);
}

TEST(MctsTest, StopsByClockAndFlag) {
  const auto game = MakeMctsGame<trio::Rules>("players=3");
  const auto start = game->rules().InitialState();
  const TickingClock clock(std::chrono::milliseconds(1));
  Limits limits;
  limits.clock = &clock;
  const Decision timed = Ask(game, start, "mcts:time=20ms", limits);
  EXPECT_GE(timed.seconds, 0.020);
  EXPECT_LE(timed.seconds, 0.100);
  EXPECT_GT(timed.playouts, 0);
  const std::atomic<bool> stop = true;
  limits.stop = &stop;
  const Decision stopped = Ask(game, start, "mcts:playouts=1e9", limits);
  EXPECT_EQ(stopped.playouts, 0);
  EXPECT_FALSE(stopped.value.has_value());
  EXPECT_TRUE(Erase(game, start).IsLegal(stopped.move));
}

TEST(MctsTest, ReportsTenTimesASecondWithoutChangingTheResult) {
  const auto game = MakeMctsGame<trio::Rules>("players=3");
  const auto any = Erase(game, game->rules().InitialState());
  const TickingClock clock(std::chrono::milliseconds(5));
  Limits limits;
  limits.clock = &clock;
  int reports = 0;
  double last = 0;
  const auto run = [&](const Observer& observer) {
    auto player = game->MakePlayer("mcts:playouts=20000").value();
    EXPECT_TRUE(player->Start(any, 7).ok());
    return player->Choose(any, limits, observer).value();
  };
  const Decision watched = run([&](const Decision& so_far) {
    ++reports;
    EXPECT_GE(so_far.seconds - last, 0.1);
    last = so_far.seconds;
    EXPECT_GT(so_far.playouts, 0);
  });
  EXPECT_GT(reports, 3);
  const Decision alone = run({});
  EXPECT_EQ(watched.value, alone.value);
  EXPECT_EQ(watched.line, alone.line);
}

TEST(MctsTest, RefusesWithoutALimitOfItsOwn) {
  const auto game = MakeMctsGame<trio::Rules>();
  const auto any = Erase(game, game->rules().InitialState());
  auto player = game->MakePlayer("mcts").value();
  ASSERT_TRUE(player->Start(any, 0).ok());
  Limits limits;
  limits.nodes = 100;
  limits.depth = 3;
  const auto refused = player->Choose(any, limits, {});
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(refused.status().message(), HasSubstr("playouts=1000"));
  limits.playouts = 100;
  EXPECT_EQ(player->Choose(any, limits, {})->playouts, 100);
}

}  // namespace
}  // namespace boardwalk::ai
