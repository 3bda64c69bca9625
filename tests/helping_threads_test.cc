// What a thread of alpha-beta that helps another one finds, asked by hand.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "ai/alphabeta/iterative_deepening.h"
#include "ai/alphabeta/split_point.h"
#include "ai/alphabeta/teamwork.h"
#include "ai/alphabeta/transposition_table.h"
#include "ai/testing/player_testing.h"
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
      if (IsDecided(scored[i].score) || scored[i].score >= 0) continue;
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

}  // namespace
}  // namespace boardwalk::ai
