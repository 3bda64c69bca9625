#include "ai/puct/puct_search.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "framework/errors.h"
#include "framework/status_macros.h"

namespace boardwalk::ai {
namespace {

constexpr int64_t kMaxTrees = 1 << 20;
constexpr int kMaxLeaves = 1 << 16;

bool IsWithin(double value, double low, double high) {
  return value >= low && value <= high;  // false for NaN
}

// From the gamma distribution with shape `alpha` and scale 1 (G. Marsaglia, W.
// Tsang, A simple method for generating gamma variables, 2000).
double Gamma(double alpha, Random& random) {
  if (alpha < 1) {
    return Gamma(alpha + 1, random) * std::pow(1 - random.Real(), 1 / alpha);
  }
  const double d = alpha - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  while (true) {
    // A normal number, by Box and Muller.
    const double radius = std::sqrt(-2 * std::log(1 - random.Real()));
    const double x = radius * std::cos(2 * 3.14159265358979 * random.Real());
    const double v = (1 + c * x) * (1 + c * x) * (1 + c * x);
    if (v <= 0) continue;
    if (std::log(1 - random.Real()) < x * x / 2 + d - d * v + d * std::log(v)) {
      return d * v;
    }
  }
}

}  // namespace

absl::Status PuctSearch::Check(const AnyGame& game, int64_t trees,
                               const PuctOptions& options) {
  if (game.NumActions() == 0) {
    return game.InitialState()->MoveOfAction(0).status();
  }
  if (game.NumActions() > std::numeric_limits<int32_t>::max()) {
    return InvalidArgument(game.Name(), " has ", game.NumActions(),
                           " actions, too many for a network");
  }
  if (game.Observation().planes.empty()) {
    return absl::FailedPreconditionError(
        game.Name() + " describes no board, so a network sees nothing");
  }
  if (trees < 1 || trees > kMaxTrees) {
    return InvalidArgument(trees, " trees are not from 1 to ", kMaxTrees);
  }
  if (options.leaves < 1 || options.leaves > kMaxLeaves) {
    return InvalidArgument(options.leaves, " leaves are not from 1 to ",
                           kMaxLeaves);
  }
  struct Number {
    const char* name;
    double value, low, high;
  };
  for (const Number& number :
       {Number{"exploration", options.exploration, 0, 1000},
        Number{"fpu", options.fpu, -2, 2}, Number{"noise", options.noise, 0, 1},
        Number{"noise_alpha", options.noise_alpha, 0.001, 1000}}) {
    if (!IsWithin(number.value, number.low, number.high)) {
      return InvalidArgument(number.name, " ", number.value, " is not from ",
                             number.low, " to ", number.high);
    }
  }
  return absl::OkStatus();
}

PuctSearch::PuctSearch(std::shared_ptr<const AnyGame> game, int64_t trees,
                       const PuctOptions& options)
    : game_(std::move(game)),
      options_(options),
      seats_(game_->NumPlayers()),
      num_actions_(static_cast<size_t>(game_->NumActions())),
      observation_size_(game_->Observation().Size()),
      random_(options.seed),
      trees_(static_cast<size_t>(trees)) {}

absl::Status PuctSearch::SetRoot(int64_t tree, const AnyState& state) {
  if (&state.Game() != game_.get()) {
    return InvalidArgument("the position belongs to another game: to ",
                           state.Game().Name(), ", not to this object of ",
                           game_->Name());
  }
  if (state.IsTerminal()) {
    return InvalidArgument("the game is over: there is nothing to search");
  }
  ForgetLeaves();
  Tree fresh;
  fresh.root = state.Clone();
  fresh.nodes.emplace_back();
  trees_[tree] = std::move(fresh);
  return absl::OkStatus();
}

absl::Status PuctSearch::Advance(int64_t tree_index, int64_t action) {
  Tree& tree = trees_[tree_index];
  if (tree.root == nullptr) {
    return InvalidArgument("tree ", tree_index, " has no root");
  }
  ASSIGN_OR_RETURN(const AnyMove move, tree.root->MoveOfAction(action));
  std::unique_ptr<AnyState> root = tree.root->Clone();
  root->ApplyLegal(move);
  if (root->IsTerminal()) {
    return InvalidArgument("action ", action,
                           " ends the game: there is nothing to search");
  }
  ForgetLeaves();
  // What hangs below the move, in the order of its depth.
  std::vector<Node> kept;
  const Node& old = tree.nodes[0];
  for (int32_t i = 0; i < old.children; ++i) {
    const Node& child = tree.nodes[old.first_child + i];
    if (child.action == action) kept.push_back(child);
  }
  if (kept.empty()) kept.emplace_back();
  for (size_t i = 0; i < kept.size(); ++i) {
    const int32_t from = kept[i].first_child;
    kept[i].first_child = static_cast<int32_t>(kept.size());
    for (int32_t k = 0; k < kept[i].children; ++k) {
      kept.push_back(tree.nodes[from + k]);
    }
  }
  tree.root = std::move(root);
  tree.nodes = std::move(kept);
  tree.playouts = 0;
  if (tree.nodes[0].children > 0) AddNoise(tree);
  return absl::OkStatus();
}

int64_t PuctSearch::Gather(int64_t playouts, absl::Span<float> observations,
                           absl::Span<uint8_t> masks) {
  assert(observations.size() >= observation_size_);
  ForgetLeaves();
  const auto capacity =
      static_cast<int64_t>(observations.size() / observation_size_);
  int64_t idle = 0;  // trees in a row that had no leaf
  for (Tree& tree : trees_) tree.blocked = false;
  while (gathered_ < capacity && idle < trees()) {
    Tree& tree = trees_[next_tree_];
    next_tree_ = (next_tree_ + 1) % trees();
    ++idle;
    while (tree.root != nullptr && !tree.blocked &&
           tree.playouts + tree.waiting < playouts &&
           tree.waiting < options_.leaves) {
      if (static_cast<size_t>(gathered_) == leaves_.size()) {
        leaves_.emplace_back();
      }
      const auto row = static_cast<size_t>(gathered_);
      if (!Descend(
              tree, leaves_[row],
              observations.subspan(row * observation_size_, observation_size_),
              masks.empty()
                  ? masks
                  : masks.subspan(row * num_actions_, num_actions_))) {
        continue;
      }
      ++gathered_;
      idle = 0;
      break;
    }
  }
  return gathered_;
}

bool PuctSearch::Descend(Tree& tree, Leaf& leaf, absl::Span<float> observation,
                         absl::Span<uint8_t> mask) {
  const std::unique_ptr<AnyState> state = tree.root->Clone();
  leaf.tree = &tree;
  leaf.path.clear();
  int32_t at = 0;
  // Only rules at fault end a game that has gone on before.
  while (tree.nodes[at].children > 0 && !state->IsTerminal()) {
    at = Select(tree, tree.nodes[at]);
    leaf.path.push_back({at, state->ToMove()});
    state->ApplyLegal(tree.nodes[at].move);
  }
  if (state->IsTerminal()) {
    BackUp(tree, leaf.path, state->Returns());
    return false;
  }
  if (tree.nodes[at].waiting > 0) {
    tree.blocked = true;
    return false;
  }
  leaf.to_move = state->ToMove();
  state->ListActions(leaf.moves, leaf.actions);
  state->WriteObservation(observation);
  std::fill(mask.begin(), mask.end(), uint8_t{0});
  for (const int64_t action : leaf.actions) {
    if (!mask.empty() && IsNumber(action)) mask[action] = 1;
  }
  Wait(tree, leaf, 1);
  return true;
}

// The child with the largest upper bound; the first of equals.
int32_t PuctSearch::Select(const Tree& tree, const Node& parent) const {
  const Node* const children = &tree.nodes[parent.first_child];
  double sum = 0;
  int64_t visits = 0, waiting = 0;
  for (int32_t i = 0; i < parent.children; ++i) {
    sum += children[i].value_sum;
    visits += children[i].visits;
    waiting += children[i].waiting;
  }
  // Leaves that wait are no evidence that the other moves are bad.
  const double unvisited =
      (visits > 0 ? sum / static_cast<double>(visits) : 0) - options_.fpu;
  const auto all = static_cast<double>(std::max<int64_t>(visits + waiting, 1));
  const double bonus = options_.exploration * std::sqrt(all);
  int32_t best = 0;
  double best_bound = 0;
  for (int32_t i = 0; i < parent.children; ++i) {
    const Node& child = children[i];
    const double count = child.visits + child.waiting;
    const double value =
        count > 0 ? (child.value_sum - child.waiting) / count : unvisited;
    const double bound = value + bonus * child.prior / (1 + count);
    if (i == 0 || bound > best_bound) {
      best = i;
      best_bound = bound;
    }
  }
  return parent.first_child + best;
}

void PuctSearch::Wait(Tree& tree, const Leaf& leaf, int32_t change) {
  tree.waiting += change;
  tree.nodes[0].waiting += change;
  for (const Step& step : leaf.path) tree.nodes[step.node].waiting += change;
}

void PuctSearch::BackUp(Tree& tree, const std::vector<Step>& path,
                        const SeatValues& values) {
  ++tree.playouts;
  ++tree.nodes[0].visits;
  for (const Step& step : path) {
    Node& node = tree.nodes[step.node];
    ++node.visits;
    node.value_sum += values[step.seat];
  }
}

void PuctSearch::ForgetLeaves() {
  for (int64_t i = 0; i < gathered_; ++i)
    Wait(*leaves_[i].tree, leaves_[i], -1);
  gathered_ = 0;
}

absl::Status PuctSearch::CheckEvaluation(absl::Span<const float> priors,
                                         absl::Span<const float> values) const {
  const auto rows = static_cast<size_t>(gathered_);
  if (priors.size() != rows * num_actions_) {
    return InvalidArgument("there are ", priors.size(), " priors for ", rows,
                           " leaves with ", num_actions_, " actions each");
  }
  if (values.size() != rows && values.size() != rows * seats_) {
    return InvalidArgument("there are ", values.size(), " values for ", rows,
                           " leaves: one for each, or one for each of ", seats_,
                           " seats");
  }
  for (size_t row = 0; row < rows; ++row) {
    for (const int64_t action : leaves_[row].actions) {
      if (!IsNumber(action)) continue;
      const float prior = priors[row * num_actions_ + action];
      if (prior >= 0 && std::isfinite(prior)) continue;
      return InvalidArgument("the prior of action ", action, " in row ", row,
                             " is ", prior, ": priors are probabilities");
    }
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (IsWithin(values[i], -1, 1)) continue;
    return InvalidArgument("the value in row ", i * rows / values.size(),
                           " is ", values[i], ": values are from -1 to 1");
  }
  return absl::OkStatus();
}

SeatValues PuctSearch::ValuesOf(const Leaf& leaf,
                                absl::Span<const float> row) const {
  SeatValues values{};
  for (int i = 0; i < seats_; ++i) {
    const int seat = (leaf.to_move + i) % seats_;
    if (row.size() > 1) {
      values[seat] = row[i];
    } else {
      values[seat] = i == 0 ? row[0] : -row[0] / (seats_ - 1.0);
    }
  }
  return values;
}

void PuctSearch::Grow(const Leaf& leaf, absl::Span<const float> priors) {
  Tree& tree = *leaf.tree;
  const int32_t at = leaf.path.empty() ? 0 : leaf.path.back().node;
  const auto first = static_cast<int32_t>(tree.nodes.size());
  double sum = 0;
  for (size_t i = 0; i < leaf.moves.size(); ++i) {
    if (!IsNumber(leaf.actions[i])) continue;
    Node& child = tree.nodes.emplace_back();
    child.move = leaf.moves[i];
    child.action = static_cast<int32_t>(leaf.actions[i]);
    child.prior = priors[leaf.actions[i]];
    sum += child.prior;
  }
  const int32_t children = static_cast<int32_t>(tree.nodes.size()) - first;
  tree.nodes[at].first_child = first;
  tree.nodes[at].children = children;
  for (int32_t i = first; i < first + children; ++i) {
    float& prior = tree.nodes[i].prior;
    prior = static_cast<float>(sum > 0 ? prior / sum : 1.0 / children);
  }
  if (at == 0) AddNoise(tree);
}

void PuctSearch::AddNoise(Tree& tree) {
  if (options_.noise == 0) return;
  const Node& root = tree.nodes[0];
  std::vector<double> noise;
  double sum = 0;
  for (int32_t i = 0; i < root.children; ++i) {
    noise.push_back(Gamma(options_.noise_alpha, random_));
    sum += noise.back();
  }
  if (!(sum > 0)) return;  // all too small for a double
  for (int32_t i = 0; i < root.children; ++i) {
    float& prior = tree.nodes[root.first_child + i].prior;
    prior = static_cast<float>((1 - options_.noise) * prior +
                               options_.noise * noise[i] / sum);
  }
}

absl::Status PuctSearch::Expand(absl::Span<const float> priors,
                                absl::Span<const float> values) {
  const absl::Status checked = CheckEvaluation(priors, values);
  if (!checked.ok()) {
    ForgetLeaves();
    return checked;
  }
  const int64_t rows = gathered_;
  ForgetLeaves();
  for (int64_t row = 0; row < rows; ++row) {
    const Leaf& leaf = leaves_[row];
    const size_t width = values.size() / static_cast<size_t>(rows);
    Grow(leaf,
         priors.subspan(static_cast<size_t>(row) * num_actions_, num_actions_));
    BackUp(*leaf.tree, leaf.path,
           ValuesOf(leaf,
                    values.subspan(static_cast<size_t>(row) * width, width)));
  }
  return absl::OkStatus();
}

std::vector<PuctMove> PuctSearch::Moves(int64_t tree_index) const {
  const Tree& tree = trees_[tree_index];
  std::vector<PuctMove> moves;
  if (tree.root == nullptr) return moves;
  for (int32_t i = 0; i < tree.nodes[0].children; ++i) {
    const Node& child = tree.nodes[tree.nodes[0].first_child + i];
    moves.push_back({child.action, child.visits, child.prior,
                     child.visits > 0 ? child.value_sum / child.visits : 0.0});
  }
  return moves;
}

double PuctSearch::Value(int64_t tree_index) const {
  double sum = 0;
  int64_t visits = 0;
  for (const PuctMove& move : Moves(tree_index)) {
    sum += move.value * static_cast<double>(move.visits);
    visits += move.visits;
  }
  return visits > 0 ? sum / static_cast<double>(visits) : 0;
}

}  // namespace boardwalk::ai
