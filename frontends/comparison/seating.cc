// BalancedPairings.

#include <algorithm>
#include <numeric>
#include <utility>

#include "framework/random.h"
#include "frontends/comparison/plan.h"

namespace boardwalk::comparison {
namespace {

// Base blocks over the residues modulo `order`. Of `with_fixed` of them the
// fixed player is a member, too, which the block does not list.
struct Family {
  int order = 0;
  int with_fixed = 0;
  int without = 0;
  int64_t Blocks() const {
    return int64_t{order} * (int64_t{with_fixed} + without);
  }
};

// The families with fewer than `max_blocks` blocks in which the numbers of
// blocks allow balance, the smallest first.
std::vector<Family> Families(int players, int seats, int64_t max_blocks) {
  std::vector<Family> families;
  // All differences but 0 must be equally frequent.
  const int differences = seats * (seats - 1);
  const int step = (players - 1) / std::gcd(players - 1, differences);
  for (Family family{.order = players, .without = step};
       family.Blocks() < max_blocks; family.without += step) {
    families.push_back(family);
    constexpr size_t kEnough = 4;
    if (families.size() == kEnough) break;
  }
  // The fixed player must be in as many blocks as the others.
  const int fixed_step = seats / std::gcd(seats, players - seats);
  const size_t so_far = families.size();
  for (Family family{.order = players - 1, .with_fixed = fixed_step};;
       family.with_fixed += fixed_step) {
    family.without = family.with_fixed * (players - seats) / seats;
    constexpr size_t kEnough = 4;
    if (family.Blocks() >= max_blocks || families.size() == so_far + kEnough) {
      break;
    }
    families.push_back(family);
  }
  std::ranges::stable_sort(families, {}, &Family::Blocks);
  return families;
}

// Looks for base blocks of a family whose differences are equally frequent.
class Search {
 public:
  Search(const Family& family, int seats)
      : family_(family),
        seats_(seats),
        counts_(static_cast<size_t>(family.order), 0),
        random_(static_cast<uint64_t>(family.order * 64 + seats)) {
    for (int i = 0; i < family.with_fixed + family.without; ++i) {
      blocks_.push_back(RandomBlock(i < family.with_fixed ? seats - 1 : seats));
    }
    int64_t all = 0;
    for (const std::vector<int>& block : blocks_) {
      Count(block, 1);
      const auto size = static_cast<int64_t>(block.size());
      all += size * (size - 1);
    }
    wanted_ = static_cast<int>(all / std::max(family.order - 1, 1));
    cost_ = Cost();
  }

  // Whether it found some. Ends after a while.
  bool Run() {
    constexpr int kSteps = 100'000;
    for (int step = 0; step < kSteps; ++step) {
      if (cost_ == 0 && AllDiffer()) return true;
      Step();
    }
    return false;
  }
  // How far the differences are from equally frequent.
  int64_t cost() const { return cost_; }

  // The base blocks, shifted.
  std::vector<std::vector<int>> Pairings() const {
    std::vector<std::vector<int>> pairings;
    for (const std::vector<int>& block : blocks_) {
      for (int shift = 0; shift < family_.order; ++shift) {
        std::vector<int> pairing;
        pairing.reserve(static_cast<size_t>(seats_));
        for (const int player : block) {
          pairing.push_back((player + shift) % family_.order);
        }
        if (static_cast<int>(block.size()) < seats_) {
          pairing.push_back(family_.order);
        }
        std::ranges::sort(pairing);
        pairings.push_back(std::move(pairing));
      }
    }
    std::ranges::sort(pairings);
    pairings.erase(std::unique(pairings.begin(), pairings.end()),
                   pairings.end());
    return pairings;
  }

 private:
  int Below(int end) {
    return static_cast<int>(random_.Below(static_cast<uint32_t>(end)));
  }

  std::vector<int> RandomBlock(int size) {
    std::vector<int> all(static_cast<size_t>(family_.order));
    std::iota(all.begin(), all.end(), 0);
    for (int i = 0; i < size; ++i) {
      std::swap(all[i], all[i + Below(family_.order - i)]);
    }
    all.resize(static_cast<size_t>(size));
    return all;
  }

  void Count(const std::vector<int>& block, int change) {
    for (const int a : block) {
      for (const int b : block) {
        if (a != b) counts_[(a - b + family_.order) % family_.order] += change;
      }
    }
  }

  int64_t Cost() const {
    int64_t cost = 0;
    for (size_t i = 1; i < counts_.size(); ++i) {
      const int64_t off = counts_[i] - wanted_;
      cost += off * off;
    }
    return cost;
  }

  // Puts another player into a block, and takes that back if it is worse; but
  // now and then it stays, so that the search gets out of a local minimum.
  void Step() {
    constexpr int kAcceptWorse = 60;
    std::vector<int>& block = blocks_[Below(static_cast<int>(blocks_.size()))];
    int& place = block[Below(static_cast<int>(block.size()))];
    const int player = Below(family_.order);
    if (std::ranges::find(block, player) != block.end()) return;
    Count(block, -1);
    const int before = std::exchange(place, player);
    Count(block, 1);
    const int64_t cost = Cost();
    if (cost > cost_ && Below(kAcceptWorse) != 0) {
      Count(block, -1);
      place = before;
      Count(block, 1);
      return;
    }
    cost_ = cost;
  }

  // Whether no set occurs twice when the blocks are shifted.
  bool AllDiffer() const {
    return static_cast<int64_t>(Pairings().size()) == family_.Blocks();
  }

  const Family family_;
  const int seats_;
  std::vector<std::vector<int>> blocks_;
  std::vector<int> counts_;  // by difference
  int wanted_ = 0;
  int64_t cost_ = 0;
  Random random_;
};

// All sets, in lexicographic order.
std::vector<std::vector<int>> AllSets(int players, int seats) {
  std::vector<std::vector<int>> sets;
  std::vector<int> set(static_cast<size_t>(seats));
  std::iota(set.begin(), set.end(), 0);
  for (;;) {
    sets.push_back(set);
    int at = seats - 1;
    while (at >= 0 && set[at] == players - seats + at) --at;
    if (at < 0) return sets;
    ++set[at];
    for (int i = at + 1; i < seats; ++i) set[i] = set[i - 1] + 1;
  }
}

// The number of sets, or kMaxCompleteDesign + 1 if there are more.
int64_t CountSets(int players, int seats) {
  int64_t sets = 1;
  for (int i = 1; i <= std::min(seats, players - seats); ++i) {
    sets = sets * (players - i + 1) / i;
    if (sets > kMaxCompleteDesign) return kMaxCompleteDesign + 1;
  }
  return sets;
}

}  // namespace

std::vector<std::vector<int>> BalancedPairings(int players, int seats) {
  const int64_t sets = CountSets(players, seats);
  const bool few = sets <= kMaxCompleteDesign;
  constexpr int64_t kAnyNumber = int64_t{1} << 30;
  std::vector<std::vector<int>> nearest;
  int64_t cost = 0;
  // With two seats all pairs are the smallest design.
  for (const Family& family : Families(players, seats,
                                       seats == 2 ? 0
                                       : few      ? sets
                                                  : kAnyNumber)) {
    Search search(family, seats);
    if (search.Run()) return search.Pairings();
    if (nearest.empty() || search.cost() < cost) {
      cost = search.cost();
      nearest = search.Pairings();
    }
  }
  return few ? AllSets(players, seats) : nearest;
}

}  // namespace boardwalk::comparison
