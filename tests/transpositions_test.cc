// A transposition table, alone or shared with another thread, changes no value
// that alpha-beta finds, in searches so deep that most positions are reached in
// several ways. It may where positions come back, or are searched to different
// depths within one search; so the games here are changed so that neither
// happens.

#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "ai/alphabeta/iterative_deepening.h"
#include "ai/alphabeta/options.h"
#include "ai/alphabeta/transposition_table.h"
#include "ai/testing/bare_rules.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "framework/parameters.h"
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

AlphaBetaOptions Unpruned(const std::string& settings) {
  const auto name = ParseName(absl::StrCat("alphabeta:", kUnpruned, settings));
  return AlphaBetaOptionsFrom(
      Parameters::Parse("alphabeta", AlphaBetaParameters(), name.value().given)
          .value());
}

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
  int64_t nodes_with = 0, nodes_without = 0;
  int at = 0;
  for (const auto& state :
       RandomPositions(*game, positions, max_plies, /*seed=*/3)) {
    if (++at % stride != 0) continue;
    SCOPED_TRACE(game->FormatPosition(state));
    const Counted<typename R::State> root(state);
    // With the second, exact values are taken from the table, too.
    for (const bool scout : {true, false}) {
      const AlphaBetaOptions options = Unpruned(scout ? "" : ",scout=off");
      const auto search = [&](TranspositionTable* with) {
        Limits limits;
        limits.depth = depth;
        return IterativeDeepening<CountedRules<R>>(rules, options, with)
            .Run(root, limits, {}, nullptr);
      };
      table.Clear();
      const Decision with = search(&table);
      const Decision without = search(nullptr);
      EXPECT_EQ(with.value, without.value) << (scout ? "" : "scout=off");
      nodes_with += *with.nodes;
      nodes_without += *without.nodes;
      // Two threads share the table.
      table.Clear();
      std::thread other([&] { search(&table); });
      const Decision shared = search(&table);
      other.join();
      EXPECT_EQ(shared.value, without.value) << (scout ? "" : "scout=off");
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
