// What every player must do, in every game: play legal moves, keep limits,
// repeat itself, win when it can, stop when told to.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "ai/testing/bare_rules.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "framework/catalog.h"
#include "framework/levels.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"
#include "games/teeko/solver.h"
#include "games/teeko/teeko.h"
#include "gtest/gtest.h"
#include "tests/game_names.h"

namespace boardwalk {
namespace {

// The program's games and two that are made for tests.
const Catalog& Games() {
  static const Catalog* const games = [] {
    std::vector<GamePlugin> plugins = AllGames().value().games();
    plugins.push_back(tictactoe::Plugin());
    plugins.push_back(ai::BindGame<trio::Rules>());
    return new Catalog(Catalog::Create(std::move(plugins)).value());
  }();
  return *games;
}

bool Declares(const PlayerInfo& info, absl::string_view parameter) {
  return std::any_of(
      info.parameters.begin(), info.parameters.end(),
      [&](const ParameterSpec& spec) { return spec.name == parameter; });
}

// Players that do not look where they go.
bool IsBlind(const PlayerInfo& info) {
  return info.id == "random" || info.id == "scripted";
}

class PlayersTest : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    game_ = Games().MakeGame(GetParam()).value();
    start_ = game_->InitialState();
  }

  // The player with a limit on its work, where it wants one.
  std::string Limited(const PlayerInfo& info) const {
    if (Declares(info, "nodes")) {
      return absl::StrCat(info.id, ":nodes=150");
    }
    if (Declares(info, "playouts")) {
      return absl::StrCat(info.id, ":playouts=20");
    }
    return info.id;
  }
  std::vector<std::string> LimitedPlayers() const {
    std::vector<std::string> names;
    for (const PlayerInfo& info : game_->Players()) {
      if (!IsLevel(info.id)) names.push_back(Limited(info));
    }
    return names;
  }
  // Those, and searches long enough to fill what they remember.
  std::vector<std::string> PlayersThatRemember() const {
    std::vector<std::string> names = LimitedPlayers();
    const std::string limits = "depth=4,nodes=1000";
    names.push_back("alphabeta:memory=1," + limits);
    if (start_->NumPlayers() > 2) {
      names.push_back("alphabeta:algorithm=maxn," + limits);
      names.push_back("alphabeta:algorithm=brs,memory=1," + limits);
      names.push_back("alphabeta:algorithm=opps,memory=1," + limits);
    }
    // Long playouts, so that the tables of moves overflow.
    names.emplace_back(
        "mcts:playouts=60,memory=1,history=1,rave=50,playout=uniform,"
        "cutoff=100");
    return names;
  }
  // Moves of two sides to and fro again; none where they cannot go back.
  std::vector<AnyMove> RoundTrip(const AnyState& state) const {
    std::vector<AnyMove> moves;
    if (state.NumPlayers() == 2) FindRoundTrip(state, state, moves);
    return moves;
  }
  std::vector<PlayerInfo> Searches() const {
    std::vector<PlayerInfo> searches;
    for (const PlayerInfo& info : game_->Players()) {
      if (Declares(info, "time")) searches.push_back(info);
    }
    return searches;
  }

  std::unique_ptr<Player> Started(const std::string& name,
                                  uint64_t seed) const {
    return StartedAt(*start_, name, seed);
  }
  std::unique_ptr<Player> StartedAt(const AnyState& state,
                                    const std::string& name,
                                    uint64_t seed = 1) const {
    auto player = game_->MakePlayer(name);
    EXPECT_TRUE(player.ok()) << player.status();
    EXPECT_TRUE((*player)->Start(state, seed).ok());
    return *std::move(player);
  }
  Decision Ask(const std::string& name, const AnyState& state,
               const Limits& limits = {}, const Observer& observer = {}) const {
    auto player = game_->MakePlayer(name).value();
    EXPECT_TRUE(player->Start(state, 1).ok());
    auto decision = player->Choose(state, limits, observer);
    EXPECT_TRUE(decision.ok()) << decision.status();
    EXPECT_TRUE(state.IsLegal(decision->move)) << name;
    return *std::move(decision);
  }

  // Calls `visit(before, after)` for the moves of games that are greedy most of
  // the time, so that they end, and else random; until it returns false.
  template <typename Visit>
  void PlayHastily(int plies, uint64_t seed, Visit&& visit) const {
    Random random(seed);
    auto state = start_->Clone();
    auto greedy = Started("greedy", seed);
    for (int ply = 0; ply < plies; ++ply) {
      // Greedy players may stand in each other's way for ever.
      if (state->IsTerminal() || ply % (500 * state->NumPlayers()) == 0) {
        state = start_->Clone();
      }
      const std::vector<AnyMove> moves = state->LegalMoves();
      AnyMove move = moves[random.Below(static_cast<uint32_t>(moves.size()))];
      if (random.Below(4) != 0) {
        move = greedy->Choose(*state, {}, {})->move;
      }
      auto next = state->Clone();
      ASSERT_TRUE(next->Apply(move).ok());
      if (!visit(*state, *next)) return;
      state = std::move(next);
    }
  }

  std::shared_ptr<const AnyGame> game_;
  std::unique_ptr<AnyState> start_;

 private:
  // Goes on with `moves`, which led from `start` to `state`.
  bool FindRoundTrip(const AnyState& start, const AnyState& state,
                     std::vector<AnyMove>& moves) const {
    if (moves.size() == 4) return state.Equals(start);
    std::vector<AnyMove> legal = state.LegalMoves();
    // Nearly any will do to begin with.
    if (moves.size() < 2 && legal.size() > 3) legal.resize(3);
    for (const AnyMove move : legal) {
      auto next = state.Clone();
      EXPECT_TRUE(next->Apply(move).ok());
      moves.push_back(move);
      if (FindRoundTrip(start, *next, moves)) return true;
      moves.pop_back();
    }
    return false;
  }
};

// The move and its line can be played, the value is one.
void ExpectSane(const AnyState& state, const Decision& decision) {
  ASSERT_TRUE(state.IsLegal(decision.move));
  if (decision.value) {
    EXPECT_GE(*decision.value, -1);
    EXPECT_LE(*decision.value, 1);
  }
  if (decision.line.empty()) return;
  EXPECT_EQ(decision.line[0], decision.move);
  auto along = state.Clone();
  for (const AnyMove move : decision.line) {
    ASSERT_TRUE(along->Apply(move).ok());
  }
}

TEST_P(PlayersTest, PlayLegallyToTheEnd) {
  for (const std::string& name : LimitedPlayers()) {
    SCOPED_TRACE(name);
    auto state = start_->Clone();
    std::vector<std::unique_ptr<Player>> players;
    players.reserve(static_cast<size_t>(state->NumPlayers()));
    for (int seat = 0; seat < state->NumPlayers(); ++seat) {
      players.push_back(Started(name, static_cast<uint64_t>(seat)));
    }
    for (int ply = 0; ply < 120 && !state->IsTerminal(); ++ply) {
      const auto decision = players[state->ToMove()]->Choose(*state, {}, {});
      ASSERT_TRUE(decision.ok()) << decision.status();
      ASSERT_NO_FATAL_FAILURE(ExpectSane(*state, *decision));
      ASSERT_TRUE(state->Apply(decision->move).ok());
      for (auto& player : players) player->Observe(decision->move);
    }
  }
}

class LeveledRules : public ai::BareRules<LeveledRules, tictactoe::State> {
 public:
  PlayersOfLevels LevelPlayers() const {
    return {"greedy:overlooks=2", "mcts:time=1s", "scripted", "", ""};
  }
};

TEST(LevelsTest, AreMadeOfPlayersOfTheGame) {
  const auto catalog = Catalog::Create({ai::BindGame<LeveledRules>()}).value();
  const auto game = catalog.MakeGame("bare").value();
  const auto error = [&](const std::string& level) {
    return std::string(game->MakePlayer(level).status().message());
  };
  EXPECT_TRUE(absl::StrContains(error("beginner"), "greedy:overlooks=2"));
  EXPECT_TRUE(absl::StrContains(error("easy"), "only expert may have a limit"));
  EXPECT_TRUE(absl::StrContains(error("medium"), "no player 'scripted'"));
  // The usual ones.
  EXPECT_EQ(error("hard"), "");
  EXPECT_EQ(error("expert"), "");
}

// A level is one of the other players. From the start it plays, and not the
// same game every time.
TEST_P(PlayersTest, LevelsPlayDifferently) {
  Limits few;
  few.playouts = 20;
  few.nodes = 150;
  for (const Level& level : kLevels) {
    SCOPED_TRACE(level.id);
    std::set<std::string> games;
    for (uint64_t seed = 1; seed <= 6; ++seed) {
      const auto state = start_->Clone();
      const auto player = StartedAt(*state, std::string(level.id), seed);
      std::string game;
      for (int ply = 0; ply < 12 && !state->IsTerminal(); ++ply) {
        const auto decision = player->Choose(*state, few, {});
        ASSERT_TRUE(decision.ok()) << decision.status();
        absl::StrAppend(&game, state->FormatMove(decision->move), " ");
        ASSERT_TRUE(state->Apply(decision->move).ok());
        player->Observe(decision->move);
      }
      games.insert(game);
    }
    EXPECT_GT(games.size(), 2u);
  }
}

TEST_P(PlayersTest, RepeatThemselvesBySeed) {
  for (const std::string& name : LimitedPlayers()) {
    SCOPED_TRACE(name);
    auto state = start_->Clone();
    auto first = Started(name, 5);
    auto second = Started(name, 5);
    for (int ply = 0; ply < 30 && !state->IsTerminal(); ++ply) {
      const auto a = first->Choose(*state, {}, {});
      // Watching changes nothing.
      const auto b = second->Choose(*state, {}, [](const Decision&) {});
      ASSERT_TRUE(a.ok() && b.ok());
      ASSERT_EQ(a->move, b->move);
      EXPECT_EQ(a->value, b->value);
      EXPECT_EQ(a->line, b->line);
      EXPECT_EQ(a->nodes, b->nodes);
      EXPECT_EQ(a->playouts, b->playouts);
      ASSERT_TRUE(state->Apply(a->move).ok());
      first->Observe(a->move);
      second->Observe(a->move);
    }
  }
}

void ExpectSame(const Decision& a, const Decision& b) {
  EXPECT_EQ(a.move, b.move);
  EXPECT_EQ(a.value, b.value);
  EXPECT_EQ(a.line, b.line);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.selective_depth, b.selective_depth);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.playouts, b.playouts);
  EXPECT_EQ(a.memory_use, b.memory_use);
  ASSERT_EQ(a.ranking.size(), b.ranking.size());
  for (size_t i = 0; i < a.ranking.size(); ++i) {
    EXPECT_EQ(a.ranking[i].move, b.ranking[i].move);
    EXPECT_EQ(a.ranking[i].value, b.ranking[i].value);
    EXPECT_EQ(a.ranking[i].line, b.ranking[i].line);
    EXPECT_EQ(a.ranking[i].visits, b.ranking[i].visits);
  }
}

// Whatever they remember, of positions, moves, their tree and the game, is gone
// when they are started again: even where they have just been, when it would be
// of most help, and where the game comes back to the same position.
TEST_P(PlayersTest, StartedAgainAreAsNew) {
  for (const std::string& name : PlayersThatRemember()) {
    SCOPED_TRACE(name);
    const auto used = Started(name, 3);
    auto state = start_->Clone();
    for (int ply = 0; ply < 3; ++ply) {
      auto next = state->Clone();
      const AnyMove move = used->Choose(*state, {}, {}).value().move;
      ASSERT_TRUE(next->Apply(move).ok());
      if (next->IsTerminal()) break;
      used->Observe(move);
      state = std::move(next);
    }
    const std::vector<AnyMove> round_trip = RoundTrip(*state);
    for (const AnyMove move : round_trip) used->Observe(move);
    ASSERT_TRUE(used->Choose(*state, {}, {}).ok());

    ASSERT_TRUE(used->Start(*state, 5).ok());
    const auto fresh = StartedAt(*state, name, 5);
    AnyMove chosen;
    const auto choose = [&] {
      const Decision decision = used->Choose(*state, {}, {}).value();
      ExpectSame(decision, fresh->Choose(*state, {}, {}).value());
      chosen = decision.move;
    };
    const auto play = [&](AnyMove move) {
      ASSERT_TRUE(state->Apply(move).ok());
      used->Observe(move);
      fresh->Observe(move);
    };
    choose();
    for (const AnyMove move : round_trip) play(move);
    for (int ply = 0; ply < 3 && !state->IsTerminal(); ++ply) {
      choose();
      play(chosen);
    }
    if (HasFailure()) return;
  }
}

TEST_P(PlayersTest, KeepTheirLimits) {
  for (const PlayerInfo& info : Searches()) {
    SCOPED_TRACE(info.id);
    if (Declares(info, "nodes")) {
      EXPECT_EQ(Ask(info.id + ":nodes=37", *start_).nodes, 37);
      Limits outer;
      outer.nodes = 20;
      EXPECT_EQ(Ask(info.id + ":nodes=37", *start_, outer).nodes, 20);
      outer.nodes = 50;
      EXPECT_EQ(Ask(info.id + ":nodes=37", *start_, outer).nodes, 37);
    }
    if (Declares(info, "playouts")) {
      EXPECT_EQ(Ask(info.id + ":playouts=7", *start_).playouts, 7);
      Limits outer;
      outer.playouts = 3;
      EXPECT_EQ(Ask(info.id + ":playouts=7", *start_, outer).playouts, 3);
    }
    if (Declares(info, "depth")) {
      const Decision decision = Ask(info.id + ":depth=2", *start_);
      EXPECT_EQ(decision.depth, 2);
      EXPECT_LE(decision.line.size(), 2u);
    }
    const ai::TickingClock clock(std::chrono::milliseconds(1));
    Limits limits;
    limits.clock = &clock;
    const Decision timed = Ask(info.id + ":time=20ms", *start_, limits);
    EXPECT_GE(timed.seconds, 0.020);
    EXPECT_LE(timed.seconds, 0.050);
  }
}

TEST_P(PlayersTest, RefuseToSearchWithoutALimit) {
  for (const PlayerInfo& info : Searches()) {
    const auto refused = Started(info.id, 1)->Choose(*start_, {}, {});
    EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_TRUE(absl::StrContains(refused.status().message(),
                                  info.id + " has no limit: give "))
        << refused.status();
  }
}

// Without stopping these would not come back.
TEST_P(PlayersTest, StopWhenAsked) {
  for (const PlayerInfo& info : Searches()) {
    SCOPED_TRACE(info.id);
    std::atomic<bool> stop = true;
    Limits limits;
    limits.stop = &stop;
    Ask(info.id + ":time=24h", *start_, limits);
    stop = false;
    const ai::TickingClock clock(std::chrono::milliseconds(1));
    limits.clock = &clock;
    const Decision decision = Ask(info.id + ":time=24h", *start_, limits,
                                  [&stop](const Decision&) { stop = true; });
    // Unless it has proved a win or, with two players, a loss before.
    EXPECT_TRUE(stop || std::abs(decision.value.value()) == 1);
  }
}

// Wherever a search is stopped: the moves that an iteration did not come to
// follow as the one before had them.
TEST_P(PlayersTest, RankNoMoveTwice) {
  for (int64_t nodes = 100; nodes <= 3'000; nodes += 100) {
    const Decision decision = Ask(
        absl::StrCat("alphabeta:table=off,multipv=4,nodes=", nodes), *start_);
    ASSERT_FALSE(decision.ranking.empty());
    EXPECT_EQ(decision.ranking[0].move, decision.move);
    std::set<uint64_t> moves;
    for (const RankedMove& ranked : decision.ranking) {
      EXPECT_EQ(ranked.line.at(0), ranked.move);
      EXPECT_TRUE(moves.insert(ranked.move.bits).second)
          << start_->FormatMove(ranked.move) << " after " << nodes;
    }
  }
}

TEST_P(PlayersTest, WinAtOnceWhenTheyCan) {
  int wins = 0;
  PlayHastily(20'000, 11, [&](const AnyState& state, const AnyState& next) {
    const int seat = state.ToMove();
    if (!next.IsTerminal() || next.Returns()[seat] < 1) return true;
    for (const PlayerInfo& info : game_->Players()) {
      if (IsBlind(info) || IsLevel(info.id)) continue;
      SCOPED_TRACE(absl::StrCat(info.id, " at ", state.FormatPosition()));
      const Decision decision = Ask(Limited(info), state);
      EXPECT_EQ(decision.value, 1);
      auto won = state.Clone();
      EXPECT_TRUE(won->Apply(decision.move).ok());
      EXPECT_TRUE(won->IsTerminal());
      EXPECT_EQ(won->Returns()[seat], 1);
    }
    return ++wins < 4;
  });
  EXPECT_GT(wins, 0);
}

// Plain minimax, `seat` against all others, over the erased boundary. The last
// ply is left to `one_ply`, a search of that depth, whose value is the mover's:
// that must be `seat` or its only opponent. A loss comes as kLost, since with
// more than two players what it pays is no bound of evaluations.
class ErasedMinimax {
 public:
  static constexpr double kLost = -2;

  ErasedMinimax(Player& one_ply, int seat) : one_ply_(one_ply), seat_(seat) {}

  double Value(const AnyState& state, int depth) const {
    const int n = state.NumPlayers();
    if (state.IsTerminal()) return Ranked(state.Returns()[seat_], n);
    const bool mine = state.ToMove() == seat_;
    if (depth == 1) {
      EXPECT_TRUE(mine || n == 2);
      const double value = *one_ply_.Choose(state, {}, {})->value;
      return Ranked(mine ? value : -value, n);
    }
    double best = mine ? -3 : 3;
    for (const AnyMove move : state.LegalMoves()) {
      auto child = state.Clone();
      EXPECT_TRUE(child->Apply(move).ok());
      const double value = Value(*child, depth - 1);
      best = mine ? std::max(best, value) : std::min(best, value);
    }
    return best;
  }

  static double Ranked(double value, int num_players) {
    return value == -1.0 / (num_players - 1) ? kLost : value;
  }

 private:
  Player& one_ply_;
  const int seat_;
};

// Those games that plain minimax can look at deep enough: two plies and three,
// or with more than two players a round and the ply after it.
std::vector<std::string> NamesForMinimax() {
  std::vector<std::string> names;
  for (const std::string& name : Games().NamesWithTestSets()) {
    const auto game = Games().MakeGame(name).value();
    const int n = game->NumPlayers();
    const auto moves = game->InitialState()->LegalMoves().size();
    if (n == 2 || std::pow(moves, n) <= 1'000) names.push_back(name);
  }
  return names;
}

class MinimaxTest : public PlayersTest {};

TEST_P(MinimaxTest, AlphaBetaIsMinimax) {
  const int n = game_->NumPlayers();
  // What minimax asks of the position.
  const std::string own =
      game_->LearnedWeights().empty() ? "" : ",evaluation=plain";
  auto one_ply = Started("alphabeta:depth=1,quiescence=off" + own, 1);
  int compared = 0;
  int position = 0;
  PlayHastily(200, 12, [&](const AnyState& state, const AnyState&) {
    if (++position % 8 != 0) return true;
    // With more than two players the last ply must be the root's own.
    for (const int depth :
         n == 2 ? std::vector<int>{2, 3} : std::vector<int>{n + 1}) {
      if (std::pow(state.LegalMoves().size(), depth - 1) > 5'000) {
        continue;
      }
      SCOPED_TRACE(absl::StrCat(state.FormatPosition(), " depth ", depth));
      const ErasedMinimax minimax(*one_ply, state.ToMove());
      const double value = minimax.Value(state, depth);
      for (const char* const table : {"on", "off"}) {
        // Without what may change the value that a search of some depth finds.
        const Decision decision =
            Ask(absl::StrCat("alphabeta:depth=", depth, ",table=", table,
                             ",quiescence=off,", ai::kUnpruned, own),
                state);
        EXPECT_EQ(ErasedMinimax::Ranked(*decision.value, n), value) << table;
        // And its move is one of the best.
        auto child = state.Clone();
        EXPECT_TRUE(child->Apply(decision.move).ok());
        EXPECT_EQ(minimax.Value(*child, depth - 1), value) << table;
      }
      ++compared;
    }
    return compared < 6;
  });
  EXPECT_GT(compared, 0);
}

// The table spares work and changes no value, neither in the search that fills
// it nor in those of the next positions of the game, each a ply less deep. With
// two players these find their results in the table; with more, another seat
// searches. This holds only where the value of a position does not depend on
// the moves that led there, and where no entry is deeper than asked for: within
// two rounds of an endless game, or where no position comes back. Opponents
// that are pruned choose from the moves that come first, the table's among
// them.
TEST_P(PlayersTest, TheTableChangesNoValue) {
  const int n = game_->NumPlayers();
  const std::string full_width =
      absl::StrCat("alphabeta:algorithm=paranoid,", ai::kUnpruned,
                   ",depth=", game_->Info().endless ? 2 * n : 6);
  int64_t nodes_with = 0, nodes_without = 0;
  int positions = 0, deepest = 0;
  PlayHastily(200, 13, [&](const AnyState& first, const AnyState&) {
    if (++positions % 20 != 0) return true;
    const auto depth = Ask(full_width + ",table=off,nodes=4000", first).depth;
    deepest = std::max(deepest, *depth);
    for (const char* const settings :
         {"", ",scout=off", ",ordering=off,aspiration=off"}) {
      auto with = StartedAt(first, full_width + ",memory=1" + settings);
      auto without = StartedAt(first, full_width + ",table=off" + settings);
      auto state = first.Clone();
      Limits limits;
      for (limits.depth = depth; *limits.depth > 0 && !state->IsTerminal();
           --*limits.depth) {
        SCOPED_TRACE(absl::StrCat(state->FormatPosition(), " depth ",
                                  *limits.depth, " of ", *depth, settings));
        const Decision a = with->Choose(*state, limits, {}).value();
        const Decision b = without->Choose(*state, limits, {}).value();
        EXPECT_EQ(a.value, b.value);
        nodes_with += *a.nodes;
        nodes_without += *b.nodes;
        EXPECT_TRUE(state->Apply(b.move).ok());
        with->Observe(b.move);
        without->Observe(b.move);
      }
    }
    return true;
  });
  if (n == 2 && deepest > 3) {
    EXPECT_LT(nodes_with, nodes_without);
  }
}

INSTANTIATE_TEST_SUITE_P(AllGames, PlayersTest,
                         ::testing::ValuesIn(Games().NamesWithTestSets()),
                         TestNameOfGame);
INSTANTIATE_TEST_SUITE_P(AllGames, MinimaxTest,
                         ::testing::ValuesIn(NamesForMinimax()),
                         TestNameOfGame);

// Whenever a player says that a position of Teeko is won or lost, it is; and
// the move that it plays then keeps the win.
TEST(ProofsTest, WhatIsProvedInTeekoIsTrue) {
  const auto game = ai::MakeAdapter<teeko::Rules>(
      "phase=movement", {ai::AlphaBetaPlayer<teeko::Rules>::Binding(),
                         ai::MctsPlayer<teeko::Rules>::Binding()});
  const teeko::Solver solver(/*placement_only=*/false);
  const struct {
    std::string player;
    int least_losses;  // among the few positions that are lost
  } kCases[] = {{"alphabeta:nodes=4000", 1}, {"mcts:playouts=500", 0}};
  for (const auto& [player, least_losses] : kCases) {
    SCOPED_TRACE(player);
    int wins = 0, losses = 0;
    for (const auto& state : ai::RandomPositions(
             game->rules(), 150, /*max_plies=*/40, /*seed=*/12)) {
      const Decision decision = ai::Ask(game, state, player);
      if (decision.value != 1 && decision.value != -1) continue;
      const int outcome = solver.Value(state).outcome;
      ASSERT_EQ(*decision.value, outcome)
          << game->rules().FormatPosition(state);
      (outcome > 0 ? wins : losses) += 1;
      teeko::State after = state;
      after.Apply(RestoreMove<teeko::State::Move>(decision.move));
      if (!after.IsTerminal()) {
        EXPECT_EQ(solver.Value(after).outcome, -outcome);
      }
    }
    EXPECT_GE(wins, 8);
    EXPECT_GE(losses, least_losses);
  }
}

// Though its counter tells the positions of a game of chinese8 apart.
TEST(RepetitionTest, APositionOfChinese8ThatComesBackIsADraw) {
  const auto game = Games().MakeGame("chinese8").value();
  const auto state = game->InitialState();
  const auto player =
      game->MakePlayer("alphabeta:depth=1,multipv=1000").value();
  ASSERT_TRUE(player->Start(*state, /*seed=*/1).ok());
  for (const char* text : {"3142", "6857", "4231"}) {
    const AnyMove move = state->ParseMove(text).value();
    ASSERT_TRUE(state->Apply(move).ok());
    player->Observe(move);
  }
  const Decision decision = player->Choose(*state, {}, {}).value();
  std::set<std::string> draws;
  for (const RankedMove& ranked : decision.ranking) {
    if (ranked.value == 0) draws.insert(state->FormatMove(ranked.move));
  }
  EXPECT_EQ(draws, std::set<std::string>{"5768"});
}

}  // namespace
}  // namespace boardwalk
