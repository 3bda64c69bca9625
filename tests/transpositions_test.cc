// Whether a transposition table, or other threads by what they say, change what
// alpha-beta finds, in searches so deep that most positions are reached in
// several ways. Where positions come back, or are searched to different depths
// within one search, it may; so games are played here in a form in which
// neither happens.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "ai/alphabeta/iterative_deepening.h"
#include "ai/alphabeta/split_point.h"
#include "ai/alphabeta/teamwork.h"
#include "ai/alphabeta/turns.h"
#include "ai/testing/bare_rules.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "framework/move_list.h"
#include "framework/random.h"
#include "games/onejump/onejump.h"
#include "games/star/star.h"
#include "games/teeko/teeko.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

// A position together with how many plies have led to it.
template <GameState S>
class Counted : public S {
 public:
  using Move = typename S::Move;

  explicit Counted(const S& state) : S(state) {}
  void Apply(Move move) {
    S::Apply(move);
    ++plies_;
  }
  auto ApplyWithUndo(Move move) requires HasUndo<S> {
    ++plies_;
    return S::ApplyWithUndo(move);
  }
  template <typename UndoInfo>
  void Undo(const UndoInfo& info) requires HasUndo<S> {
    S::Undo(info);
    --plies_;
  }
  uint64_t Hash() const { return Mix64(S::Hash() + plies_); }
  bool operator==(const Counted&) const = default;

 private:
  uint64_t plies_ = 0;
};

template <GameRules R>
class CountedRules
    : public BareRules<CountedRules<R>, Counted<typename R::State>> {
 public:
  using State = Counted<typename R::State>;

  explicit CountedRules(const R& rules) : rules_(rules) {}
  int Evaluate(const State& state, int seat) const {
    return rules_.Evaluate(state, seat);
  }

 private:
  const R& rules_;
};

// Another thread of the search of `root` that reports any move as the better
// one, or one that is not there, and says that it has tried all, as soon as it
// is asked. It does no harm but to the time.
template <typename State>
class Chatterer {
 public:
  using Split = SplitPoint<typename State::Move>;

  Chatterer(const State& root, Split& split)
      : thread_([this, root, &split] {
          typename Split::Work work;
          uint64_t version = 0, left = 0;
          while (!done_) {
            if (version == split.version() ||
                !split.Join(work, version, left)) {
              std::this_thread::yield();
              continue;
            }
            ExpectSense(root, work);
            split.Report(version, Choose(work.rest));
            for (int i = 0; i < 20; ++i) {
              // Now at once, now later.
              for (int64_t wait = reports_ % 8; wait > 0; --wait) {
                std::this_thread::yield();
              }
              split.Finish(version);
            }
          }
        }) {}
  ~Chatterer() {
    done_ = true;
    thread_.join();
  }
  int64_t reports() const { return reports_; }

 private:
  // Whether the moves and the node that are asked for exist.
  static void ExpectSense(State state, const typename Split::Work& work) {
    const int seat = state.ToMove();
    MoveListFor<State> moves;
    for (const auto move : work.path) {
      moves.clear();
      state.LegalMoves(moves);
      ASSERT_NE(std::find(moves.begin(), moves.end(), move), moves.end());
      state.Apply(move);
    }
    ASSERT_EQ(static_cast<size_t>(work.at.ply), work.path.size());
    EXPECT_EQ(work.at.mine, state.ToMove() == seat);
    moves.clear();
    state.LegalMoves(moves);
    Turns rest = work.rest;
    EXPECT_FALSE(rest.empty());
    while (!rest.empty()) {
      const Turn turn = rest.Take();
      EXPECT_LT(turn.index, moves.size());
      EXPECT_GT(turn.order, 0u);
    }
  }

  size_t Choose(Turns& rest) {
    constexpr size_t kNone = 1 << 20;
    const int64_t turn = ++reports_ % 3;
    if (turn == 0 || rest.empty()) return kNone;
    size_t index = rest.Take().index;
    while (turn == 1 && !rest.empty()) index = rest.Take().index;
    return index;
  }

  std::atomic<bool> done_{false};
  std::atomic<int64_t> reports_{0};
  std::thread thread_;
};

// Searches every `stride`th of `positions` met in random games of `max_plies`.
template <GameRules R>
void ExpectTheSame(
    const std::vector<std::pair<std::string, std::string>>& settings, int depth,
    int positions, int stride, int max_plies) {
  const std::unique_ptr<const R> game =
      R::Create(
          Parameters::Parse("test", R::Info().parameters, settings).value())
          .value();
  const CountedRules<R> rules(*game);
  TranspositionTable table(/*max_bytes=*/1 << 20);
  ASSERT_TRUE(table.Ok());
  using Team = Teamwork<typename R::State::Move>;
  const auto team = std::make_unique<Team>();
  int64_t nodes_with = 0, nodes_without = 0;
  int at = 0;
  for (const auto& state :
       RandomPositions(*game, positions, max_plies, /*seed=*/3)) {
    if (++at % stride != 0) continue;
    SCOPED_TRACE(game->FormatPosition(state));
    const Counted<typename R::State> root(state);
    // With the second, exact values are taken from the table, too.
    for (const bool scout : {true, false}) {
      const AlphaBetaOptions options = {
          .scout = scout, .reductions = false, .null_move = false};
      const auto search = [&](TranspositionTable* with, Team* in) {
        Limits limits;
        limits.depth = depth;
        return IterativeDeepening<CountedRules<R>>(rules, options, with, in)
            .Run({root, limits, {}}, {});
      };
      table.Clear();
      const Decision with = search(&table, nullptr);
      const Decision without = search(nullptr, nullptr);
      EXPECT_EQ(with.value, without.value) << (scout ? "" : "scout=off");
      nodes_with += *with.nodes;
      nodes_without += *without.nodes;
      if (!scout) continue;
      table.Clear();
      EXPECT_EQ(search(&table, team.get()).nodes, with.nodes)
          << "with nobody to help";
      Chatterer other(root, team->split);
      // When it reports depends on the machine.
      for (int i = 0; i < 20 && other.reports() == 0; ++i) {
        table.Clear();
        EXPECT_EQ(search(&table, team.get()).value, without.value)
            << "with somebody to talk";
      }
    }
  }
  EXPECT_LT(nodes_with, nodes_without);
}

TEST(TranspositionsTest, ChangeNoValueInTeeko) {
  ExpectTheSame<teeko::Rules>({}, 6, 60, 1, 20);
}
TEST(TranspositionsTest, ChangeNoValueInOnejump) {
  ExpectTheSame<onejump::Rules>({}, 6, 200, 4, 80);
}
TEST(TranspositionsTest, ChangeNoValueOnTheStar) {
  ExpectTheSame<star::CompactRules>({{"size", "3"}}, 5, 60, 7, 60);
}
TEST(TranspositionsTest, ChangeNoValueOnTheStarForThree) {
  ExpectTheSame<star::CompactRules>({{"size", "3"}, {"players", "3"}}, 6, 10,
                                    10, 60);
}
// These take their moves back.
TEST(TranspositionsTest, ChangeNoValueInARace) {
  ExpectTheSame<trio::Rules>({{"players", "2"}}, 12, 60, 1, 30);
  ExpectTheSame<trio::Rules>({{"players", "3"}}, 12, 60, 1, 30);
}

}  // namespace
}  // namespace boardwalk::ai
