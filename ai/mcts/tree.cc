#include "ai/mcts/tree.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "ai/common/chances.h"

namespace boardwalk::ai {
namespace {

// RAVE knows about as many moves as there are nodes.
int64_t RaveBytes(const MctsOptions& options) {
  return options.rave > 0 ? options.memory_bytes / 2 : 0;
}
// A game has few moves, and the table is read for every child at every step, so
// it should fit in the processor's private cache.
int64_t HistoryBytes(const MctsOptions& options) {
  constexpr int64_t kMax = 256 << 10;
  return options.history > 0 ? std::min(options.memory_bytes / 8, kMax) : 0;
}

// The children of a node, [begin, end). Empty while a thread creates them.
struct Children {
  Slot begin = 0;
  Slot end = 0;
  bool empty() const { return begin == end; }
};

Children ChildrenOf(const Tree& tree, Slot node) {
  const Slot first =
      tree.arena[node].first_child.load(std::memory_order_acquire);
  if (first == kNoChildren || first == kExpanding) return {};
  return {first, first + tree.arena.CountChildren(first)};
}

}  // namespace

// Tree and outcomes.

Tree::Tree(const MctsOptions& all_options, int players)
    : options(all_options),
      num_players(players),
      arena(
          (options.memory_bytes - RaveBytes(options) - HistoryBytes(options)) /
              static_cast<int64_t>(sizeof(Node) + MinimaxBytes(*this)),
          MinimaxBytes(*this)),
      rave(RaveBytes(options)),
      history(HistoryBytes(options)) {}

void Tree::Clear() {
  arena.Clear();
  rave.Clear();
  history.Clear();
}

void Tree::Reset() {
  arena.Clear();
  rave.Reset();
  history.Reset();
}

uint8_t Outcomes::Find(const SeatValues& values, int size) const {
  for (int i = 1; i < size; ++i) {
    if (values_[i] == values) return static_cast<uint8_t>(i);
  }
  return kUnproved;
}

uint8_t Outcomes::NumberOf(const SeatValues& values) {
  const uint8_t found = Find(values, size_.load(std::memory_order_acquire));
  if (found != kUnproved) return found;
  const MutexLock lock(&add_mutex_);
  const int size = size_.load(std::memory_order_relaxed);
  const uint8_t added = Find(values, size);  // by another thread
  if (added != kUnproved || size == kMax) return added;
  values_[size] = values;
  size_.store(size + 1, std::memory_order_release);
  return static_cast<uint8_t>(size);
}

// Selection.

namespace {

// The terms of a child's bound that plain UCT does not have.
class SelectionTerms {
 public:
  SelectionTerms(const Tree& tree, int seat, uint64_t rave_position)
      : tree_(tree), options_(tree.options), seat_(seat) {
    if (options_.rave > 0) rave_origin_ = tree.rave.Origin(seat, rave_position);
    if (options_.history > 0) history_origin_ = tree.history.Origin(seat);
  }

  bool Any() const {
    return options_.rave > 0 || options_.history > 0 || options_.bias > 0 ||
           options_.minimax > 0;
  }

  // The bound of a child without the term for exploration. `visits` may be 0.
  double Bound(Slot child, double mean, double visits) const {
    return Value(child, mean, visits) + Bonus(tree_.arena[child], mean, visits);
  }

 private:
  double Value(Slot child, double mean, double visits) const {
    double value = mean;
    if (options_.minimax > 0) {
      value += options_.minimax * (MinimaxValue(tree_, child, seat_) - mean);
    }
    if (options_.rave > 0) {
      const MoveTable::Record record = tree_.rave.Find(
          MoveTable::Key(tree_.arena[child].move, rave_origin_));
      if (record.count > 0) {
        const double beta =
            std::sqrt(options_.rave / (3 * visits + options_.rave));
        value += beta * (record.mean - value);
      }
    }
    return value;
  }

  double Bonus(const Node& child, double mean, double visits) const {
    double bonus = 0;
    if (options_.bias > 0) {
      bonus +=
          options_.bias * child.bias / ((kMaxEvaluation + 1) * (visits + 1));
    }
    if (options_.history > 0) {
      const MoveTable::Record record =
          tree_.history.Find(MoveTable::Key(child.move, history_origin_));
      if (record.count > 0) {
        const double losses = visits * (1 - WinShare(mean));
        bonus += options_.history * WinShare(record.mean) / (losses + 1);
      }
    }
    return bonus;
  }

  // A value on the scale of progressive history: a win is 1 and a loss 0. (A
  // loss has the value -1/(n - 1).)
  double WinShare(double value) const {
    const double n = tree_.num_players;
    return std::clamp((value * (n - 1) + 1) / n, 0.0, 1.0);
  }

  const Tree& tree_;
  const MctsOptions& options_;
  const int seat_;
  uint64_t rave_origin_ = 0;
  uint64_t history_origin_ = 0;
};

double TotalOf(const Node& node) {
  return static_cast<double>(node.total.load(std::memory_order_relaxed)) /
         kValueUnit;
}

// What the seat to move at a node is sure of, and which children are closed.
class Secured {
 public:
  Secured(const Tree& tree, Slot node, int seat)
      : tree_(tree),
        seat_(seat),
        bounds_(tree.arena[node].bounds.load(std::memory_order_acquire)),
        floor_(tree.AtLeast(bounds_, seat)) {}

  bool IsOpen(const Node& child) const {
    const ResultBounds bounds = child.bounds.load(std::memory_order_acquire);
    return !bounds.Any() ||
           (!bounds.Exact() && tree_.AtMost(bounds, seat_) > floor_);
  }

  // Takes note of a child that is not open. Kept out of the loop of selection.
  [[gnu::noinline, gnu::cold]] void Take(Slot slot) {
    const Node& child = tree_.arena[slot];
    const ResultBounds bounds = child.bounds.load(std::memory_order_acquire);
    const double value = tree_.AtLeast(bounds, seat_);
    const uint32_t visits = child.visits.load(std::memory_order_relaxed);
    if (best_child_ == kRoot || value > best_value_ ||
        (value == best_value_ && visits < best_visits_)) {
      best_child_ = slot;
      best_value_ = value;
      best_visits_ = visits;
      best_result_ = bounds.LowFor(seat_);
    }
  }

  // The best of those children, of equals the least visited; kRoot for none.
  Slot best_child() const { return best_child_; }

  // The number of the best result, kUnproved unless its value is above `bound`.
  uint8_t IfAbove(double bound) const {
    const uint8_t low = bounds_.LowFor(seat_);
    if (low != Outcomes::kUnproved && floor_ > bound) return low;
    // With three or more players the node itself has no bounds.
    if (best_child_ != kRoot && best_value_ > bound) return best_result_;
    return Outcomes::kUnproved;
  }

 private:
  const Tree& tree_;
  const int seat_;
  const ResultBounds bounds_;
  const double floor_;
  Slot best_child_ = kRoot;
  double best_value_ = 0;
  uint32_t best_visits_ = 0;
  uint8_t best_result_ = Outcomes::kUnproved;
};

// The mean of all visits to the children; 0 without visits.
double MeanOf(const Tree& tree, const Children& children) {
  double total = 0;
  double visits = 0;
  for (Slot slot = children.begin; slot < children.end; ++slot) {
    total += TotalOf(tree.arena[slot]);
    visits += tree.arena[slot].visits.load(std::memory_order_relaxed);
  }
  return visits > 0 ? total / visits : 0;
}

}  // namespace

Selection SelectChild(const Tree& tree, Slot node, uint64_t rave_position) {
  const Children children = ChildrenOf(tree, node);
  const uint32_t visits =
      tree.arena[node].visits.load(std::memory_order_relaxed);
  const double log = DeterministicLog(std::max<uint32_t>(visits, 1));
  const double exploration = tree.options.exploration;
  const double fpu = tree.options.fpu;
  const int seat = tree.arena[children.begin].seat;
  const SelectionTerms terms(tree, seat, rave_position);
  const bool plain = !terms.Any();
  const double mean_of_all = fpu < kVisitAllFirst ? MeanOf(tree, children) : 0;
  Secured secured(tree, node, seat);
  Slot best = kRoot;
  double best_bound = -std::numeric_limits<double>::infinity();
  uint32_t best_visits = 0;
  for (Slot slot = children.begin; slot < children.end; ++slot) {
    const Node& child = tree.arena[slot];
    if (!secured.IsOpen(child)) [[unlikely]] {
      secured.Take(slot);
      continue;
    }
    // The virtual loss: each playout in flight counts as a visit of value -1.
    const uint32_t lost = child.in_flight.load(std::memory_order_relaxed);
    const uint32_t child_visits =
        child.visits.load(std::memory_order_relaxed) + lost;
    double bound;
    if (child_visits == 0) {
      if (plain && fpu >= kVisitAllFirst) return {.child = slot};
      bound = fpu + (plain ? mean_of_all : terms.Bound(slot, mean_of_all, 0));
    } else {
      const double n = child_visits;
      const double mean = (TotalOf(child) - lost) / n;
      bound = exploration * std::sqrt(log / n) +
              (plain ? mean : terms.Bound(slot, mean, n));
    }
    if (bound > best_bound ||
        (bound == best_bound && child_visits < best_visits)) {
      best_bound = bound;
      best = slot;
      best_visits = child_visits;
    }
  }
  if (best == kRoot) return {.child = secured.best_child(), .closed = true};
  return {.child = best, .secured = secured.IfAbove(best_bound)};
}

// With n = m * 2^k and m in [3/4, 3/2): ln n = k ln 2 + ln m, and
// ln m = 2 (t + t^3/3 + t^5/5 + ...) for t = (m - 1)/(m + 1), |t| <= 1/5.
double DeterministicLog(uint32_t n) {
  assert(n > 0);
  constexpr double kLn2 = 0.693147180559945309417;
  int exponent = std::bit_width(n) - 1;
  double mantissa =
      static_cast<double>(n) / static_cast<double>(uint64_t{1} << exponent);
  if (mantissa >= 1.5) {
    mantissa /= 2;
    ++exponent;
  }
  const double t = (mantissa - 1) / (mantissa + 1);
  const double square = t * t;
  double sum = 0;
  for (int k = 17; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return exponent * kLn2 + 2 * t * sum;
}

// Backup.

namespace {

// With several threads the addition must be atomic: a virtual loss that got
// lost would never be cancelled.
template <typename T, typename U>
void Add(std::atomic<T>& number, U difference, bool single_threaded) {
  const auto change = static_cast<T>(difference);
  if (single_threaded) {
    number.store(
        static_cast<T>(number.load(std::memory_order_relaxed) + change),
        std::memory_order_relaxed);
  } else {
    number.fetch_add(change, std::memory_order_relaxed);
  }
}

}  // namespace

// A single thread would never see its own virtual loss.
void IncrementVirtualLoss(const Tree& tree, Node& child) {
  if (tree.options.threads > 1) Add(child.in_flight, 1, false);
}
void CancelVirtualLoss(const Tree& tree, Node& child) {
  if (tree.options.threads > 1) Add(child.in_flight, -1, false);
}

void AddVisit(const Tree& tree, Node& node, double value) {
  const bool single_threaded = tree.options.threads == 1;
  Add(node.total, value * kValueUnit, single_threaded);
  Add(node.visits, 1, single_threaded);
}

namespace {

// The best proved result of the children for the seat to move, if it proves the
// node: a win, or all are proved and the best of them are the same.
ResultBounds ProofFrom(const Tree& tree, const Children& children) {
  const int seat = tree.arena[children.begin].seat;
  bool all = true;
  bool unique = false;  // all children of the best value have the same result
  ResultBounds best;
  for (Slot slot = children.begin; slot < children.end; ++slot) {
    const ResultBounds bounds =
        tree.arena[slot].bounds.load(std::memory_order_acquire);
    if (!bounds.Exact()) {
      all = false;
      continue;
    }
    const double value = tree.AtLeast(bounds, seat);
    if (value >= 1) return bounds;
    const double best_value = best.Exact() ? tree.AtLeast(best, seat) : -2;
    if (value > best_value) {
      best = bounds;
      unique = true;
    } else if (value == best_value && bounds != best) {
      unique = false;
    }
  }
  return all && unique ? best : ResultBounds{};
}

// For two players: `known` made tighter by what the children say. A bound that
// every result keeps stays unset.
ResultBounds BoundsFrom(const Tree& tree, const Children& children,
                        ResultBounds known) {
  const int seat = tree.arena[children.begin].seat;
  uint8_t low = known.LowFor(seat), high = Outcomes::kUnproved;
  double low_value = tree.AtLeast(known, seat), high_value = -2;
  for (Slot slot = children.begin; slot < children.end; ++slot) {
    const ResultBounds bounds =
        tree.arena[slot].bounds.load(std::memory_order_acquire);
    if (tree.AtLeast(bounds, seat) > low_value) {
      low = bounds.LowFor(seat);
      low_value = tree.AtLeast(bounds, seat);
    }
    if (tree.AtMost(bounds, seat) > high_value) {
      high = bounds.HighFor(seat);
      high_value = tree.AtMost(bounds, seat);
    }
  }
  if (high_value >= tree.AtMost(known, seat)) {
    high = known.HighFor(seat);
    high_value = tree.AtMost(known, seat);
  }
  if (low_value >= high_value) {
    // The value is known, and one of the two is a result that has it.
    low = high = low != Outcomes::kUnproved ? low : high;
  }
  return seat == 0 ? ResultBounds{low, high} : ResultBounds{high, low};
}

}  // namespace

bool Prove(Tree& tree, Slot node) {
  std::atomic<ResultBounds>& bounds = tree.arena[node].bounds;
  ResultBounds known = bounds.load(std::memory_order_acquire);
  const Children children = ChildrenOf(tree, node);
  if (children.empty()) return false;
  for (;;) {
    if (known.Exact()) return false;
    const ResultBounds proved = tree.num_players == 2
                                    ? BoundsFrom(tree, children, known)
                                    : ProofFrom(tree, children);
    if (proved == known) return false;
    // Another thread may have proved more.
    if (bounds.compare_exchange_strong(known, proved,
                                       std::memory_order_acq_rel)) {
      return true;
    }
  }
}

// Implicit minimax.

namespace {

// On the scale of evaluations: a win is kMaxEvaluation + 1.
using StoredValue = int16_t;

std::atomic_ref<StoredValue> StoredAt(Tree& tree, Slot node, int seat) {
  return std::atomic_ref(
      reinterpret_cast<StoredValue*>(tree.arena.Extra(node))[seat]);
}

StoredValue LoadStored(const Tree& tree, Slot node, int seat) {
  // atomic_ref<const T> does not exist in C++20.
  return StoredAt(const_cast<Tree&>(tree), node, seat)
      .load(std::memory_order_relaxed);
}

}  // namespace

size_t MinimaxBytes(const Tree& tree) {
  if (tree.options.minimax <= 0) return 0;
  return sizeof(StoredValue) * static_cast<size_t>(tree.num_players);
}

double MinimaxValue(const Tree& tree, Slot node, int seat) {
  return static_cast<double>(LoadStored(tree, node, seat)) /
         (kMaxEvaluation + 1);
}

void SetMinimaxValues(Tree& tree, Slot node, const SeatValues& values) {
  for (int seat = 0; seat < tree.num_players; ++seat) {
    StoredAt(tree, node, seat)
        .store(static_cast<StoredValue>(values[seat] * (kMaxEvaluation + 1)),
               std::memory_order_relaxed);
  }
}

void BackUpMinimaxValues(Tree& tree, Slot node) {
  const Children children = ChildrenOf(tree, node);
  const int seat = tree.arena[children.begin].seat;
  Slot best = children.begin;
  StoredValue best_value = LoadStored(tree, best, seat);
  for (Slot child = children.begin + 1; child < children.end; ++child) {
    const StoredValue value = LoadStored(tree, child, seat);
    if (value > best_value) {
      best = child;
      best_value = value;
    }
  }
  for (int i = 0; i < tree.num_players; ++i) {
    StoredAt(tree, node, i)
        .store(LoadStored(tree, best, i), std::memory_order_relaxed);
  }
}

// Decision.

namespace {

// In the order of decisions.
enum Rank {
  kLoss,    // proved
  kWorse,   // closed, and worse than the most visited open child looks
  kOpen,    // see SelectChild
  kSecure,  // proved, and at least as good
  kWin,     // proved
};

// Values of 1 and -1 are for proved results.
constexpr double kMaxUnproved =
    static_cast<double>(kMaxEvaluation) / (kMaxEvaluation + 1);

// A snapshot of a child, which other threads may go on changing.
struct Candidate {
  Slot slot = 0;
  uint32_t visits = 0;
  double value = 0;  // for the seat that moves there
  bool proved = false;
  Rank rank = kOpen;
};

Candidate MakeCandidate(const Tree& tree, Slot slot, const Secured& secured) {
  const Node& node = tree.arena[slot];
  Candidate candidate;
  candidate.slot = slot;
  candidate.visits = node.visits.load(std::memory_order_relaxed);
  if (!secured.IsOpen(node)) candidate.rank = kWorse;
  const ResultBounds bounds = node.bounds.load(std::memory_order_acquire);
  candidate.proved = bounds.Exact();
  if (candidate.proved) {
    candidate.value = tree.AtLeast(bounds, node.seat);
    if (candidate.value >= 1) candidate.rank = kWin;
    if (candidate.value <= -1.0 / (tree.num_players - 1)) {
      candidate.rank = kLoss;
    }
  } else if (candidate.visits > 0) {
    candidate.value = std::clamp(
        node.Mean(), std::max(-kMaxUnproved, tree.AtLeast(bounds, node.seat)),
        std::min(kMaxUnproved, tree.AtMost(bounds, node.seat)));
  }
  return candidate;
}

bool IsBetter(const Candidate& a, const Candidate& b) {
  if (a.rank != b.rank) return a.rank > b.rank;
  if (a.rank != kOpen && a.value != b.value) return a.value > b.value;
  if (a.visits != b.visits) return a.visits > b.visits;
  return a.value > b.value;
}

// The best children of a node, best first.
struct BestChildren {
  std::array<Candidate, kMaxRanked> candidates;
  int size = 0;
};

// Children that are neither visited nor proved are left out. Among equals the
// first in the tree comes first.
BestChildren FindBestChildren(const Tree& tree, Slot node, int max_count) {
  BestChildren best;
  const Children children = ChildrenOf(tree, node);
  if (children.empty()) return best;
  const Secured secured(tree, node, tree.arena[children.begin].seat);
  Candidate most_visited;
  for (Slot slot = children.begin; slot < children.end; ++slot) {
    const Candidate candidate = MakeCandidate(tree, slot, secured);
    if (candidate.rank == kOpen && candidate.visits > 0 &&
        (most_visited.visits == 0 || IsBetter(candidate, most_visited))) {
      most_visited = candidate;
    }
  }
  for (Slot slot = children.begin; slot < children.end; ++slot) {
    Candidate candidate = MakeCandidate(tree, slot, secured);
    if (candidate.rank == kWorse && candidate.proved &&
        (most_visited.visits == 0 || candidate.value >= most_visited.value)) {
      candidate.rank = kSecure;
    }
    if (candidate.visits == 0 && !candidate.proved) continue;
    int at = best.size;
    while (at > 0 && IsBetter(candidate, best.candidates[at - 1])) {
      --at;
    }
    if (at >= max_count) continue;
    best.size = std::min(best.size + 1, max_count);
    for (int i = best.size - 1; i > at; --i) {
      best.candidates[i] = best.candidates[i - 1];
    }
    best.candidates[at] = candidate;
  }
  return best;
}

// The principal variation that begins with the move to `slot`, as far as its
// first 64 moves.
std::vector<AnyMove> PvFrom(const Tree& tree, Slot slot) {
  constexpr size_t kMaxLength = 64;
  std::vector<AnyMove> pv;
  pv.reserve(kMaxLength);
  while (pv.size() < kMaxLength) {
    pv.push_back(tree.arena[slot].move);
    const BestChildren best = FindBestChildren(tree, slot, 1);
    if (best.size == 0) break;
    slot = best.candidates[0].slot;
  }
  return pv;
}

// The value of a candidate as a chance. The temperature of the leaves is for
// the search alone.
double Reported(const Tree& tree, const Candidate& candidate) {
  if (candidate.proved) return candidate.value;
  const MctsOptions& options = tree.options;
  const double value =
      AtTemperature(candidate.value, tree.num_players,
                    options.value_temperature / options.leaf_temperature);
  return std::clamp(value, -kMaxUnproved, kMaxUnproved);
}

}  // namespace

Decision MakeDecision(const Tree& tree, AnyMove fallback) {
  Decision decision;
  decision.move = fallback;
  decision.memory_use = static_cast<double>(tree.arena.used()) /
                        static_cast<double>(tree.arena.capacity());
  const BestChildren best = FindBestChildren(tree, kRoot, kMaxRanked);
  decision.ranking.reserve(kMaxRanked);
  for (int i = 0; i < best.size; ++i) {
    const Candidate& candidate = best.candidates[i];
    decision.ranking.push_back(
        {tree.arena[candidate.slot].move, Reported(tree, candidate),
         PvFrom(tree, candidate.slot), int64_t{candidate.visits}});
  }
  if (best.size == 0) {
    decision.line = {fallback};
    return decision;
  }
  decision.move = decision.ranking[0].move;
  decision.value = decision.ranking[0].value;
  decision.line = decision.ranking[0].line;
  return decision;
}

}  // namespace boardwalk::ai
