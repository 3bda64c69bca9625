#include "ai/mcts/tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ai/mcts/heuristics.h"
#include "ai/mcts/log.h"
#include "framework/game.h"

namespace boardwalk::ai {
namespace {

// RAVE knows as much as nodes do; a game has not that many moves.
int64_t RaveBytes(const MctsSettings& settings) {
  return settings.rave > 0 ? settings.memory_bytes / 2 : 0;
}
// No more than stays in a processor's own cache: every child of every node on
// the way down asks it.
int64_t HistoryBytes(const MctsSettings& settings) {
  constexpr int64_t kMax = 256 << 10;
  return settings.history > 0 ? std::min(settings.memory_bytes / 8, kMax) : 0;
}

// A lossy addition would do for counts, but not for these: a visit that got
// lost in flight would never come back.
template <typename T, typename U>
void Add(std::atomic<T>& number, U difference, bool alone) {
  const auto change = static_cast<T>(difference);
  if (alone) {
    number.store(
        static_cast<T>(number.load(std::memory_order_relaxed) + change),
        std::memory_order_relaxed);
  } else {
    number.fetch_add(change, std::memory_order_relaxed);
  }
}

// The terms of a child's bound that are not plain UCT.
class Terms {
 public:
  Terms(const Tree& tree, int seat, uint64_t place)
      : tree_(tree), settings_(tree.settings), seat_(seat) {
    if (settings_.rave > 0) rave_origin_ = tree.rave.Origin(seat, place);
    if (settings_.history > 0) history_origin_ = tree.history.Origin(seat);
  }

  bool Any() const {
    return settings_.rave > 0 || settings_.history > 0 || settings_.bias > 0 ||
           settings_.minimax > 0;
  }

  // The bound of a child whose mean is `mean` after `visits`, which may be 0,
  // but for exploration.
  double Bound(Slot child, double mean, double visits) const {
    return Value(child, mean, visits) +
           Leaning(tree_.arena[child], mean, visits);
  }

 private:
  double Value(Slot child, double mean, double visits) const {
    double value = mean;
    if (settings_.minimax > 0) {
      value += settings_.minimax * (Heuristic(tree_, child, seat_) - mean);
    }
    if (settings_.rave > 0) {
      const MoveTable::Record record = tree_.rave.Find(
          MoveTable::Key(tree_.arena[child].move, rave_origin_));
      if (record.count > 0) {
        const double beta =
            std::sqrt(settings_.rave / (3 * visits + settings_.rave));
        value += beta * (record.mean - value);
      }
    }
    return value;
  }

  // What is added to that.
  double Leaning(const Node& child, double mean, double visits) const {
    double leaning = 0;
    if (settings_.bias > 0) {
      leaning +=
          settings_.bias * child.bias / ((kMaxEvaluation + 1) * (visits + 1));
    }
    if (settings_.history > 0) {
      const MoveTable::Record record =
          tree_.history.Find(MoveTable::Key(child.move, history_origin_));
      if (record.count > 0) {
        const double lost = visits * (1 - Won(mean));
        leaning += settings_.history * Won(record.mean) / (lost + 1);
      }
    }
    return leaning;
  }

  // Values on the scale of progressive history, where a win is 1 and a loss,
  // which pays -1/(n - 1), 0.
  double Won(double value) const {
    const double n = tree_.num_players;
    return std::clamp((value * (n - 1) + 1) / n, 0.0, 1.0);
  }

  const Tree& tree_;
  const MctsSettings& settings_;
  const int seat_;
  uint64_t rave_origin_ = 0;
  uint64_t history_origin_ = 0;
};

constexpr double kLowest = -std::numeric_limits<double>::infinity();

double TotalOf(const Node& node) {
  return static_cast<double>(node.total.load(std::memory_order_relaxed)) /
         kValueUnit;
}

// The mean of all visits to the children, 0 before any.
double MeanOf(const Tree& tree, Slot first, Slot end) {
  double total = 0;
  double visits = 0;
  for (Slot slot = first; slot < end; ++slot) {
    total += TotalOf(tree.arena[slot]);
    visits += tree.arena[slot].visits.load(std::memory_order_relaxed);
  }
  return visits > 0 ? total / visits : 0;
}

}  // namespace

Tree::Tree(const MctsSettings& all_settings, int players)
    : settings(all_settings),
      num_players(players),
      arena((settings.memory_bytes - RaveBytes(settings) -
             HistoryBytes(settings)) /
                static_cast<int64_t>(sizeof(Node) + HeuristicBytes(*this)),
            HeuristicBytes(*this)),
      rave(RaveBytes(settings)),
      history(HistoryBytes(settings)) {}

void Tree::Clear() {
  arena.Clear();
  rave.Clear();
  history.Clear();
}

void Tree::Wipe() {
  arena.Clear();
  rave.Wipe();
  history.Wipe();
}

Slot SelectChild(const Tree& tree, Slot node, uint64_t place) {
  const Slot first =
      tree.arena[node].first_child.load(std::memory_order_acquire);
  const Slot end = first + tree.arena.CountChildren(first);
  const uint32_t visits =
      tree.arena[node].visits.load(std::memory_order_relaxed);
  const double log = DeterministicLog(std::max<uint32_t>(visits, 1));
  const double exploration = tree.settings.exploration;
  const double fpu = tree.settings.fpu;
  const Terms terms(tree, tree.arena[first].seat, place);
  const bool plain = !terms.Any();
  const double siblings = fpu < kTryAllFirst ? MeanOf(tree, first, end) : 0;
  Slot best = first;
  double best_bound = kLowest;
  uint32_t best_visits = 0;
  for (Slot slot = first; slot < end; ++slot) {
    const Node& child = tree.arena[slot];
    const uint32_t lost = child.in_flight.load(std::memory_order_relaxed);
    const uint32_t visits_below =
        child.visits.load(std::memory_order_relaxed) + lost;
    double bound;
    if (tree.IsProved(child)) {
      bound = tree.ProvedValue(child);
    } else if (visits_below == 0) {
      if (plain && fpu >= kTryAllFirst) return slot;
      bound = fpu + (plain ? siblings : terms.Bound(slot, siblings, 0));
    } else {
      const double n = visits_below;
      const double mean = (TotalOf(child) - lost) / n;
      bound = exploration * std::sqrt(log / n) +
              (plain ? mean : terms.Bound(slot, mean, n));
    }
    // Of what is proved alike each gets its share.
    if (bound > best_bound ||
        (bound == best_bound && visits_below < best_visits)) {
      best_bound = bound;
      best = slot;
      best_visits = visits_below;
    }
  }
  return best;
}

void SetOut(const Tree& tree, Node& child) {
  // Nobody else would see it.
  if (tree.settings.threads > 1) Add(child.in_flight, 1, false);
}

void ComeBack(const Tree& tree, Node& child) {
  if (tree.settings.threads > 1) Add(child.in_flight, -1, false);
}

void AddVisit(const Tree& tree, Node& child, double value) {
  const bool alone = tree.settings.threads == 1;
  Add(child.total, value * kValueUnit, alone);
  Add(child.visits, 1, alone);
}

}  // namespace boardwalk::ai
