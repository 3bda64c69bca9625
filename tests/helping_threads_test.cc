// What a thread of alpha-beta that helps another one finds, and what one that
// is helped makes of it, each asked by hand.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "ai/alphabeta/alphabeta_search.h"
#include "ai/alphabeta/iterative_deepening.h"
#include "ai/alphabeta/split_point.h"
#include "ai/alphabeta/teamwork.h"
#include "ai/alphabeta/transposition_table.h"
#include "ai/alphabeta/turns.h"
#include "ai/testing/player_testing.h"
#include "framework/game_adapter.h"
#include "framework/limits.h"
#include "framework/move_list.h"
#include "games/onejump/onejump.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

using onejump::Rules;
using State = Rules::State;
using Move = State::Move;
using Split = SplitPoint<Move>;

constexpr int kDepth = 4;
constexpr AlphaBetaOptions kOptions = {
    .reductions = false, .quiescence = false, .null_move = false};

// A thread that helps to search `root`, until it goes out of scope.
class Helper {
 public:
  Helper(const Rules& rules, const State& root, std::vector<uint64_t> past = {})
      : search_(rules, kOptions, &table_, &team_),
        past_(std::move(past)),
        thread_([this, root] {
          search_.Help({root, {.done = &done_}, past_});
        }) {}
  ~Helper() {
    done_ = true;
    thread_.join();
  }

  // Has it look for moves better than `alpha` at the node `at` behind `path`,
  // where it has the moves `indices` to choose from.
  void Ask(const Place& at, const std::vector<Move>& path, Score alpha,
           const std::vector<size_t>& indices) {
    team_.split.Leave(at.ply);  // no answer to the last question counts
    heard_ = team_.split.answers();
    team_.split.Open([&](Split::Work& work) {
      work.at = at;
      work.alpha = alpha;
      work.path = path;
      work.rest.Clear();
      for (size_t i = 0; i < indices.size(); ++i) {
        work.rest.Add({i + 1, indices[i]});
      }
    });
  }
  // What it says: a move, or nothing, when it has tried all.
  std::optional<size_t> Answer() {
    while (team_.split.answers() == heard_) std::this_thread::yield();
    return team_.split.TakeFound();
  }
  std::optional<size_t> Find(const Place& at, const std::vector<Move>& path,
                             Score alpha, const std::vector<size_t>& indices) {
    Ask(at, path, alpha, indices);
    return Answer();
  }
  int64_t nodes() const { return search_.nodes(); }

 private:
  TranspositionTable table_{1 << 20};
  Teamwork<Move> team_;
  IterativeDeepening<Rules> search_;
  const std::vector<uint64_t> past_;
  uint64_t heard_ = 0;
  std::atomic<bool> done_{false};
  std::thread thread_;
};

Place At(int ply) {
  return {.mine = ply == 0,
          .depth = kDepth - ply,
          .ply = ply,
          .on_line = false,
          .null_move = false,
          .deviations = 0};
}

// Two moves at the root of which the first is the worse one, and both lose
// something, which a draw by repetition would not.
struct Choice {
  State root;
  size_t worse, better;
  Move worse_move;
  Score worse_score;
};

std::vector<Choice> Choices(const Rules& rules) {
  std::vector<Choice> choices;
  PlainMinimax<Rules> plain(rules);
  for (const State& root :
       RandomPositions(rules, /*count=*/120, /*max_plies=*/60, /*seed=*/5)) {
    const auto scored = plain.Root(root, kDepth);
    std::optional<size_t> worse, better;
    for (size_t i = 0; i < scored.size(); ++i) {
      if (IsDecisive(scored[i].score) || scored[i].score >= 0) continue;
      if (!worse) {
        worse = i;
      } else if (scored[i].score > scored[*worse].score) {
        better = i;
      }
    }
    if (!better) continue;
    choices.push_back(
        {root, *worse, *better, scored[*worse].move, scored[*worse].score});
  }
  return choices;
}

TEST(HelpingThreadsTest, FindTheMoveThatIsBetter) {
  const auto game = MakeAdapter<Rules>();
  const auto choices = Choices(game->rules());
  ASSERT_GE(choices.size(), 10u);
  for (const Choice& choice : choices) {
    SCOPED_TRACE(game->rules().FormatPosition(choice.root));
    Helper helper(game->rules(), choice.root);
    const auto find = [&] {
      return helper.Find(At(0), {}, choice.worse_score,
                         {choice.worse, choice.better});
    };
    EXPECT_EQ(find(), choice.better);
    // Further down anything is better than this, and what it has been through
    // there is forgotten.
    EXPECT_EQ(helper.Find(At(1), {choice.worse_move}, -kInfiniteScore + 1, {0}),
              0u);
    EXPECT_EQ(find(), choice.better);
    EXPECT_EQ(helper.Find(At(0), {}, choice.worse_score, {choice.worse}),
              std::nullopt);
  }
}

TEST(HelpingThreadsTest, LeaveWhatIsNotWantedAnyMore) {
  const auto game = MakeAdapter<Rules>();
  const State root = game->rules().InitialState();
  Helper helper(game->rules(), root);
  Place deep = At(0);
  deep.depth = 100;  // it would be at that for ever
  for (int i = 1; i <= 3; ++i) {
    const int64_t before = helper.nodes();
    helper.Ask(deep, {}, 0, {0, 1, 2});
    while (helper.nodes() < before + 10000) std::this_thread::yield();
    EXPECT_EQ(helper.Find(At(0), {}, kInfiniteScore - 1, {0, 1}), std::nullopt);
  }
}

TEST(HelpingThreadsTest, KnowWhatTheGameHasBeenThrough) {
  const auto game = MakeAdapter<Rules>();
  for (const Choice& choice : Choices(game->rules())) {
    SCOPED_TRACE(game->rules().FormatPosition(choice.root));
    State again = choice.root;
    again.Apply(choice.worse_move);
    Helper helper(game->rules(), choice.root, {again.Hash()});
    EXPECT_EQ(helper.Find(At(0), {}, choice.worse_score, {choice.worse}),
              choice.worse)
        << "a draw is better";
  }
}

TEST(HelpingThreadsTest, KnowTheLineThatLedToTheNode) {
  const auto game = MakeAdapter<Rules>();
  const Rules& rules = game->rules();
  // Two towers go and come back, which brings no draw yet as nobody asks.
  const State root = rules
                         .ParsePosition(
                             ".......B/......../.w...w../......../"
                             "...b...b/..b.b.../.....W../........ 2")
                         .value();
  State state = root;
  std::vector<Move> path;
  for (const char* move : {"F7-G8", "H1-G2", "G8-F7", "G2-H1"}) {
    path.push_back(rules.ParseMove(state, move).value());
    state.Apply(path.back());
  }
  ASSERT_EQ(state.Hash(), root.Hash());
  MoveListFor<State> moves;
  state.LegalMoves(moves);
  const auto index = static_cast<size_t>(
      std::find(moves.begin(), moves.end(), path[0]) - moves.begin());
  ASSERT_LT(index, moves.size());
  Place at = At(0);
  at.ply = 4;
  Helper helper(rules, root);
  EXPECT_EQ(helper.Find(at, path, -1, {index}), index) << "now it is a draw";
  EXPECT_EQ(helper.Find(At(0), {}, -1, {index}), std::nullopt);
}

// The thread that is helped, at the root, where it has five moves left.
class HelpedThreadTest : public ::testing::Test {
 protected:
  HelpedThreadTest() {
    for (size_t i = 1; i <= 5; ++i) rest_.Add({i, i});
    search_.SetRoot(root_, {}, budget_);
  }

  template <typename Attempt>
  void TryRest(const Attempt& attempt) {
    search_.TryRootRest(kDepth, rest_, alpha_, attempt);
  }
  // As the attempt of a move that ends with a null window.
  void Search(const Turn& turn) {
    (void)SearchWithin(alpha_ + 1, turn, kDepth);
  }
  Score SearchWithin(Score beta, const Turn& turn, int depth) {
    return search_.SearchRootMove(root_,
                                  {.move = search_.root_moves()[turn.index],
                                   .index = turn.index,
                                   .tried = turn.order,
                                   .depth = depth,
                                   .line = nullptr},
                                  alpha_, beta);
  }
  // Whether others are asked to do something, which is `work_`.
  bool Asks() { return team_.split.Join(work_, version_, left_); }

  const std::shared_ptr<const GameAdapter<Rules>> game_ = MakeAdapter<Rules>();
  State root_ = game_->rules().InitialState();
  TranspositionTable table_{1 << 20};
  Teamwork<Move> team_;
  AlphaBetaSearch<Rules> search_{game_->rules(), kOptions, &table_, &team_};
  Budget budget_{{}, std::nullopt};
  Turns rest_;
  Score alpha_ = 0;
  Split::Work work_;
  uint64_t version_ = 0, left_ = 0;
};

TEST_F(HelpedThreadTest, TriesWhatIsFoundNext) {
  std::vector<size_t> tried;
  TryRest([&](const Turn& turn) {
    tried.push_back(turn.index);
    if (tried.size() == 1) team_.split.Report(team_.split.version(), 4);
    Search(turn);
    EXPECT_EQ(search_.stopped(), tried.size() == 1) << "it interrupts";
    return search_.stopped();
  });
  EXPECT_EQ(tried, (std::vector<size_t>{1, 4, 1, 2, 3, 5}));
}

TEST_F(HelpedThreadTest, AsksForWhatIsBetterThanTheBestSoFar) {
  EXPECT_FALSE(Asks());
  int tried = 0;
  TryRest([&](const Turn& turn) {
    EXPECT_TRUE(Asks());
    EXPECT_EQ(work_.alpha, alpha_);
    EXPECT_TRUE(work_.path.empty());
    EXPECT_TRUE(work_.rest.Has(5));
    EXPECT_EQ(work_.rest.Has(1), turn.index <= 2) << "when they were asked";
    const uint64_t version = version_;
    if (turn.index == 2) {
      alpha_ = 10;  // without a search with an open window
    } else {
      Search(turn);
    }
    EXPECT_EQ(team_.split.version(), version) << "for the whole move";
    ++tried;
    return turn.index == 4;
  });
  EXPECT_EQ(tried, 4);
  EXPECT_FALSE(Asks()) << "the node is left";
}

TEST_F(HelpedThreadTest, WantsNoHelpWithTheMoveItLooksAtCloser) {
  constexpr int kFlat = 3;  // so that it asks for help at the root alone
  alpha_ = -kMaxEvaluation;
  int tried = 0;
  search_.TryRootRest(kFlat, rest_, alpha_, [&](const Turn& turn) {
    EXPECT_TRUE(Asks());
    EXPECT_TRUE(work_.rest.Has(turn.index));
    const Score score = SearchWithin(kMaxEvaluation, turn, kFlat);
    EXPECT_GT(score, alpha_);
    EXPECT_TRUE(Asks());
    EXPECT_GT(work_.alpha, alpha_);
    EXPECT_FALSE(work_.rest.Has(turn.index));
    EXPECT_TRUE(work_.rest.Has(5));
    ++tried;
    return turn.index == 2;
  });
  EXPECT_EQ(tried, 2);
}

TEST_F(HelpedThreadTest, LeavesNothingOpenWhenItThrows) {
  EXPECT_THROW(TryRest([&](const Turn&) -> bool {
                 EXPECT_TRUE(Asks());
                 throw 1;
               }),
               int);
  EXPECT_FALSE(Asks());
}

TEST_F(HelpedThreadTest, LeavesOthersAloneWhereThereIsNothingToDo) {
  team_.split.Open([](Split::Work&) {});  // further up
  rest_.Clear();
  TryRest([](const Turn&) { return true; });
  EXPECT_TRUE(Asks());
}

}  // namespace
}  // namespace boardwalk::ai
