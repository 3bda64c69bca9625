#include "ai/puct/puct_search.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "ai/testing/player_testing.h"
#include "ai/testing/trio.h"
#include "framework/any_game.h"
#include "framework/random.h"
#include "games/plugins/tictactoe/tictactoe.h"
#include "games/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace boardwalk::ai {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

std::shared_ptr<const AnyGame> GameNamed(const std::string& name) {
  if (name == "tictactoe") return MakeAdapter<tictactoe::Rules>();
  return AllGames().value().MakeGame(name).value();
}

// What a network says of an observation: numbers that follow from it, priors
// and a value for each seat, that of the seat to move first.
struct Evaluation {
  std::vector<float> priors, values;
};
Evaluation Evaluate(absl::Span<const float> observation, int64_t actions,
                    int seats) {
  uint64_t hash = 0;
  for (const float number : observation) {
    hash = Mix64(hash ^ static_cast<uint64_t>(number * 1000));
  }
  Random random(hash);
  Evaluation evaluation;
  for (int64_t i = 0; i < actions; ++i) {
    evaluation.priors.push_back(static_cast<float>(random.Real()));
  }
  for (int i = 0; i < seats; ++i) {
    evaluation.values.push_back(static_cast<float>(2 * random.Real() - 1));
  }
  return evaluation;
}

// A search with that network; `values` a leaf: 1 or as many as seats.
class Searches {
 public:
  Searches(std::shared_ptr<const AnyGame> game, int64_t trees,
           const PuctOptions& options, int values)
      : game_(std::move(game)),
        values_(values),
        search(game_, trees, options) {}

  // Returns how many leaves were in the largest batch.
  int64_t Run(int64_t playouts, int64_t capacity) {
    const size_t size = search.observation_size();
    std::vector<float> observations(static_cast<size_t>(capacity) * size);
    int64_t largest = 0;
    while (true) {
      const int64_t rows =
          search.Gather(playouts, absl::MakeSpan(observations), {});
      if (rows == 0) return largest;
      largest = std::max(largest, rows);
      Evaluation all;
      for (int64_t row = 0; row < rows; ++row) {
        const Evaluation one =
            Evaluate(absl::MakeConstSpan(observations)
                         .subspan(static_cast<size_t>(row) * size, size),
                     game_->NumActions(), values_);
        all.priors.insert(all.priors.end(), one.priors.begin(),
                          one.priors.end());
        all.values.insert(all.values.end(), one.values.begin(),
                          one.values.end());
      }
      EXPECT_TRUE(search.Expand(all.priors, all.values).ok());
    }
  }

 private:
  std::shared_ptr<const AnyGame> game_;
  int values_;

 public:
  PuctSearch search;
};

// The same search, a playout after another, as the formula is written.
class Reference {
 public:
  Reference(std::unique_ptr<AnyState> state, const PuctOptions& options,
            int values)
      : options_(options), values_(values) {
    root_.state = std::move(state);
  }

  void Run(int64_t playouts) {
    for (int64_t i = 0; i < playouts; ++i) Visit(root_);
  }
  void Expect(const std::vector<PuctMove>& moves) const {
    ASSERT_THAT(moves, SizeIs(root_.children.size()));
    for (size_t i = 0; i < moves.size(); ++i) {
      const Node& child = *root_.children[i];
      EXPECT_EQ(moves[i].action, child.action);
      EXPECT_EQ(moves[i].visits, child.visits);
      EXPECT_NEAR(moves[i].prior, child.prior, 1e-6);
      EXPECT_NEAR(moves[i].value,
                  child.visits > 0 ? child.sum / child.visits : 0, 1e-9);
    }
  }

 private:
  struct Node {
    std::unique_ptr<AnyState> state;
    int64_t action = 0;
    float prior = 0;
    int visits = 0;
    double sum = 0;
    std::vector<std::unique_ptr<Node>> children = {};
  };

  SeatValues Visit(Node& node) {
    if (node.state->IsTerminal()) return node.state->Returns();
    if (node.children.empty()) return Grow(node);
    Node& child = Best(node);
    const SeatValues values = Visit(child);
    ++child.visits;
    child.sum += values[node.state->ToMove()];
    return values;
  }

  Node& Best(Node& node) const {
    double sum = 0;
    int visits = 0;
    for (const auto& child : node.children) {
      sum += child->sum;
      visits += child->visits;
    }
    Node* best = nullptr;
    double best_bound = -std::numeric_limits<double>::infinity();
    for (const auto& child : node.children) {
      const double value = child->visits > 0 ? child->sum / child->visits
                           : visits > 0      ? sum / visits - options_.fpu
                                             : -options_.fpu;
      const double bound = value + options_.exploration * child->prior *
                                       std::sqrt(std::max(visits, 1)) /
                                       (1 + child->visits);
      if (bound <= best_bound) continue;
      best_bound = bound;
      best = child.get();
    }
    return *best;
  }

  SeatValues Grow(Node& node) const {
    const AnyGame& game = node.state->Game();
    std::vector<float> observation(game.Observation().Size());
    node.state->WriteObservation(absl::MakeSpan(observation));
    const int seats = game.NumPlayers();
    const Evaluation network =
        Evaluate(observation, game.NumActions(), values_);
    double sum = 0;
    for (const int64_t action : node.state->LegalActions()) {
      sum += network.priors[action];
    }
    for (const int64_t action : node.state->LegalActions()) {
      auto child = std::make_unique<Node>();
      child->state = node.state->Clone();
      EXPECT_TRUE(child->state->ApplyAction(action).ok());
      child->action = action;
      child->prior = static_cast<float>(network.priors[action] / sum);
      node.children.push_back(std::move(child));
    }
    SeatValues values{};
    for (int i = 0; i < seats; ++i) {
      values[(node.state->ToMove() + i) % seats] =
          values_ == 1 && i > 0 ? -network.values[0] / (seats - 1.0)
                                : network.values[i];
    }
    return values;
  }

  PuctOptions options_;
  int values_;
  Node root_;
};

struct Case {
  std::string game;
  int values;
};
const Case kCases[] = {{"tictactoe", 1},
                       {"teeko", 1},
                       {"teeko", 2},
                       {"star:players=3,size=3", 1},
                       {"star:players=3,size=3", 3}};

TEST(PuctSearchTest, FollowsTheFormula) {
  for (const auto& [name, values] : kCases) {
    const auto game = GameNamed(name);
    const PuctOptions options = {.exploration = 1.2, .fpu = 0.1, .leaves = 1};
    Searches searches(game, 1, options, values);
    ASSERT_TRUE(searches.search.SetRoot(0, *game->InitialState()).ok());
    EXPECT_EQ(searches.Run(300, 4), 1);
    Reference reference(game->InitialState(), options, values);
    reference.Run(300);
    reference.Expect(searches.search.Moves(0));
  }
}

TEST(PuctSearchTest, ATreeDoesNotDependOnTheOthers) {
  const auto game = GameNamed("teeko");
  const PuctOptions options = {.leaves = 1};
  constexpr int kTrees = 7;
  Searches searches(game, kTrees, options, 1);
  std::vector<std::unique_ptr<AnyState>> roots;
  Random random(3);
  for (int i = 0; i < kTrees; ++i) {
    auto state = game->InitialState();
    for (int ply = 0; ply < i; ++ply) {
      const auto legal = state->LegalActions();
      const auto index = random.Below(static_cast<uint32_t>(legal.size()));
      ASSERT_TRUE(state->ApplyAction(legal[index]).ok());
    }
    ASSERT_TRUE(searches.search.SetRoot(i, *state).ok());
    roots.push_back(std::move(state));
  }
  EXPECT_EQ(searches.Run(100, 5), 5);
  for (int i = 0; i < kTrees; ++i) {
    Reference reference(roots[i]->Clone(), options, 1);
    reference.Run(100);
    reference.Expect(searches.search.Moves(i));
  }
}

// With a network that knows nothing.
TEST(PuctSearchTest, FindsAWin) {
  const auto game = GameNamed("tictactoe");
  for (const int leaves : {1, 8}) {
    PuctSearch search(game, 1, {.leaves = leaves});
    const auto state = game->ParsePosition("XX./OO./...").value();
    ASSERT_TRUE(search.SetRoot(0, *state).ok());
    std::vector<float> observations(8 * search.observation_size());
    std::vector<uint8_t> masks(8 * 9);
    int64_t rows;
    while ((rows = search.Gather(400, absl::MakeSpan(observations),
                                 absl::MakeSpan(masks))) > 0) {
      ASSERT_TRUE(
          search.Expand(std::vector<float>(rows * 9), std::vector<float>(rows))
              .ok());
    }
    int64_t visits = 0;
    for (const PuctMove& move : search.Moves(0)) {
      visits += move.visits;
      EXPECT_NEAR(move.prior, 0.2, 1e-6);
      if (move.action == 2) {
        EXPECT_GT(move.visits, 300);
        EXPECT_EQ(move.value, 1);
      }
    }
    EXPECT_EQ(visits, 399);  // one was the root
    EXPECT_GT(search.Value(0), 0.8);
  }
}

TEST(PuctSearchTest, LeavesOfABatchDiffer) {
  const auto game = GameNamed("teeko");
  PuctSearch search(game, 1, {.leaves = 16});
  ASSERT_TRUE(search.SetRoot(0, *game->InitialState()).ok());
  const size_t size = search.observation_size();
  const auto actions = static_cast<size_t>(game->NumActions());
  std::vector<float> observations(16 * size);
  std::vector<uint8_t> masks(16 * actions);
  const auto gather = [&] {
    return search.Gather(1000, absl::MakeSpan(observations),
                         absl::MakeSpan(masks));
  };
  EXPECT_EQ(gather(), 1);  // the root
  for (const int64_t action : game->InitialState()->LegalActions()) {
    EXPECT_EQ(masks[action], 1);
  }
  EXPECT_EQ(std::count(masks.begin(), masks.begin() + actions, 1),
            static_cast<int64_t>(game->InitialState()->LegalMoves().size()));
  ASSERT_TRUE(search.Expand(std::vector<float>(actions, 1), {0.5F}).ok());
  EXPECT_EQ(gather(), 16);
  for (int i = 0; i < 16; ++i) {
    for (int k = 0; k < i; ++k) {
      EXPECT_FALSE(std::equal(observations.begin() + i * size,
                              observations.begin() + (i + 1) * size,
                              observations.begin() + k * size));
    }
  }
}

TEST(PuctSearchTest, PlaysAsManyPlayoutsAsAskedFor) {
  const auto game = GameNamed("teeko");
  for (const int leaves : {1, 5, 64}) {
    Searches searches(game, 3, {.leaves = leaves}, 1);
    for (int tree : {0, 2}) {  // one has no root
      ASSERT_TRUE(searches.search.SetRoot(tree, *game->InitialState()).ok());
    }
    searches.Run(77, 64);
    EXPECT_THAT(searches.search.Moves(1), SizeIs(0));
    for (int tree : {0, 2}) {
      int64_t visits = 0;
      for (const auto& move : searches.search.Moves(tree)) {
        visits += move.visits;
      }
      EXPECT_EQ(visits, 76);
    }
  }
}

TEST(PuctSearchTest, AdvanceKeepsWhatWasSearched) {
  const auto game = GameNamed("teeko");
  const PuctOptions options = {.leaves = 1};
  Searches searches(game, 1, options, 1);
  PuctSearch& search = searches.search;
  ASSERT_TRUE(search.SetRoot(0, *game->InitialState()).ok());
  searches.Run(500, 8);
  for (int ply = 0; ply < 3; ++ply) {
    const auto moves = search.Moves(0);
    const auto best = *std::max_element(
        moves.begin(), moves.end(),
        [](const auto& a, const auto& b) { return a.visits < b.visits; });
    ASSERT_TRUE(search.Advance(0, best.action).ok());
    int64_t visits = 0;
    for (const PuctMove& move : search.Moves(0)) visits += move.visits;
    EXPECT_EQ(visits, best.visits - 1) << ply;
    searches.Run(50, 8);
    visits = 0;
    for (const PuctMove& move : search.Moves(0)) visits += move.visits;
    EXPECT_EQ(visits, best.visits + 49) << ply;
  }
  // Where nothing was searched, it begins.
  const auto rare = search.Moves(0).back();
  ASSERT_TRUE(search.Advance(0, rare.action).ok());
  searches.Run(20, 8);
  EXPECT_GT(search.Moves(0).size(), 0u);
}

TEST(PuctSearchTest, NoiseChangesPriorsOfTheRoot) {
  const auto game = GameNamed("teeko");
  const auto priors = [&](double noise, uint64_t seed) {
    Searches searches(game, 1,
                      {.noise = noise, .noise_alpha = 0.3, .seed = seed}, 1);
    EXPECT_TRUE(searches.search.SetRoot(0, *game->InitialState()).ok());
    searches.Run(1, 1);
    std::vector<double> numbers;
    double sum = 0;
    for (const PuctMove& move : searches.search.Moves(0)) {
      numbers.push_back(move.prior);
      sum += move.prior;
    }
    EXPECT_NEAR(sum, 1, 1e-5);
    return numbers;
  };
  const auto plain = priors(0, 1), noisy = priors(0.25, 1);
  EXPECT_EQ(noisy, priors(0.25, 1));
  EXPECT_NE(noisy, priors(0.25, 2));
  int changed = 0;
  for (size_t i = 0; i < plain.size(); ++i) {
    EXPECT_GE(noisy[i], 0.75 * plain[i] - 1e-6);
    changed += noisy[i] != plain[i] ? 1 : 0;
  }
  EXPECT_GT(changed, 10);
}

// The mean of the largest share of the noise, over many roots: by simulation of
// 40,000 Dirichlet vectors it is 0.356 for 16 moves and alpha 0.3, and 0.102
// for alpha 10.
TEST(PuctSearchTest, NoiseIsThatOfDirichlet) {
  const auto game = GameNamed("teeko");
  for (const auto& [alpha, expected] :
       {std::pair{0.3, 0.356}, std::pair{10.0, 0.102}}) {
    constexpr int kRoots = 2000;
    Searches searches(game, kRoots, {.noise = 1, .noise_alpha = alpha}, 1);
    for (int i = 0; i < kRoots; ++i) {
      ASSERT_TRUE(searches.search.SetRoot(i, *game->InitialState()).ok());
    }
    searches.Run(1, 100);
    double sum = 0;
    for (int i = 0; i < kRoots; ++i) {
      double largest = 0;
      for (const PuctMove& move : searches.search.Moves(i)) {
        largest = std::max(largest, move.prior);
      }
      sum += largest;
    }
    EXPECT_NEAR(sum / kRoots, expected, 0.008) << alpha;
  }
}

TEST(PuctSearchTest, ABadEvaluationIsAnErrorAndForgotten) {
  const auto game = GameNamed("tictactoe");
  const PuctOptions options = {.leaves = 4};
  Searches searches(game, 1, options, 1), others(game, 1, options, 1);
  PuctSearch& search = searches.search;
  ASSERT_TRUE(search.SetRoot(0, *game->InitialState()).ok());
  ASSERT_TRUE(others.search.SetRoot(0, *game->InitialState()).ok());
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  struct Row {
    float prior, value;
    size_t priors, values;
    std::string error;
  };
  const Row rows[] = {
      {kNan, 0, 9, 1, "the prior of action 0 in row 0 is nan"},
      {kInfinity, 0, 9, 1, "is inf: priors are probabilities"},
      {-0.1F, 0, 9, 1, "is -0.1"},
      {1, kNan, 9, 1, "the value in row 0 is nan: values are from -1 to 1"},
      {1, 1.5F, 9, 1, "is 1.5"},
      {1, 0, 10, 1, "there are 10 priors for 1 leaves with 9 actions each"},
      {1, 0, 9, 3, "there are 3 values for 1 leaves"},
      {1, 0, 0, 0, "there are 0 priors"}};
  std::vector<float> observations(4 * search.observation_size());
  for (const Row& row : rows) {
    ASSERT_EQ(search.Gather(10, absl::MakeSpan(observations), {}), 1);
    EXPECT_THAT(search
                    .Expand(std::vector<float>(row.priors, row.prior),
                            std::vector<float>(row.values, row.value))
                    .message(),
                HasSubstr(row.error));
    EXPECT_THAT(search.Moves(0), SizeIs(0));
  }
  searches.Run(60, 4);
  others.Run(60, 4);
  const auto moves = search.Moves(0), expected = others.search.Moves(0);
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(moves[i].visits, expected[i].visits);
    EXPECT_EQ(moves[i].value, expected[i].value);
  }
}

TEST(PuctSearchTest, RefusesWhatIsWrong) {
  const auto game = GameNamed("tictactoe");
  const auto error = [&](int64_t trees, const PuctOptions& options) {
    return std::string(PuctSearch::Check(*game, trees, options).message());
  };
  EXPECT_EQ(error(1, {}), "");
  EXPECT_THAT(error(0, {}), HasSubstr("0 trees are not from 1 to"));
  EXPECT_THAT(error(1, {.leaves = 0}), HasSubstr("0 leaves are not from"));
  EXPECT_THAT(error(1, {.exploration = -1}), HasSubstr("exploration -1"));
  EXPECT_THAT(error(1, {.fpu = 3}), HasSubstr("fpu 3 is not from -2 to 2"));
  EXPECT_THAT(error(1, {.noise = 1.1}), HasSubstr("noise 1.1"));
  EXPECT_THAT(error(1, {.noise = std::numeric_limits<double>::quiet_NaN()}),
              HasSubstr("noise nan"));
  EXPECT_THAT(error(1, {.noise_alpha = 0}), HasSubstr("noise_alpha 0"));
  const auto trio = ai::MakeAdapter<trio::Rules>("players=3");
  EXPECT_THAT(PuctSearch::Check(*trio, 1, {}).message(),
              HasSubstr("has no numbers for its moves"));

  PuctSearch search(game, 1, {});
  EXPECT_EQ(search.Advance(0, 0).message(), "tree 0 has no root");
  EXPECT_THAT(search.SetRoot(0, *GameNamed("teeko")->InitialState()).message(),
              HasSubstr("another game: to teeko"));
  EXPECT_THAT(
      search.SetRoot(0, *game->ParsePosition("XXX/OO./...").value()).message(),
      HasSubstr("the game is over"));
  ASSERT_TRUE(
      search.SetRoot(0, *game->ParsePosition("XX./OO./...").value()).ok());
  EXPECT_THAT(search.Advance(0, 4).message(), HasSubstr("is not legal"));
  EXPECT_THAT(search.Advance(0, 2).message(), HasSubstr("ends the game"));
  EXPECT_TRUE(search.Advance(0, 5).ok());
}

}  // namespace
}  // namespace boardwalk::ai
