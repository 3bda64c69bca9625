// The moves of a node that are left to try, in their order.

#ifndef BOARDWALK_AI_ALPHABETA_TURNS_H_
#define BOARDWALK_AI_ALPHABETA_TURNS_H_

#include <algorithm>
#include <cstddef>
#include <vector>

namespace boardwalk::ai {

// A move of a node: its place in the order of trying and in the game's.
struct Turn {
  size_t order;
  size_t index;
};

class Turns {
 public:
  void Clear() {
    turns_.clear();
    taken_ = 0;
  }
  // Behind all others.
  void Add(const Turn& turn) { turns_.push_back(turn); }

  bool empty() const { return taken_ == turns_.size(); }
  // Whether the move of this index is among them.
  bool Has(size_t index) const { return Find(index) != turns_.size(); }

  // Takes the first for which `good(turn)` holds, if there is none the first.
  // REQUIRES: not empty.
  template <typename Good>
  Turn Take(const Good& good) {
    size_t at = taken_;
    while (at < turns_.size() && !good(turns_[at])) ++at;
    if (at < turns_.size()) MoveTo(taken_, at);
    return turns_[taken_++];
  }
  // The first. REQUIRES: not empty.
  Turn Take() { return turns_[taken_++]; }
  // Leaves out the move of this index, if it is among them.
  void Remove(size_t index) {
    const size_t at = Find(index);
    if (at == turns_.size()) return;
    turns_.erase(turns_.begin() + static_cast<ptrdiff_t>(at));
  }
  // The one taken last is the first again. REQUIRES: one has been taken.
  void PutBack() { --taken_; }
  // Makes the move of this index the first, if it is among them.
  void PutFirst(size_t index) {
    const size_t at = Find(index);
    if (at < turns_.size()) MoveTo(taken_, at);
  }

 private:
  size_t Find(size_t index) const {
    size_t at = taken_;
    while (at < turns_.size() && turns_[at].index != index) ++at;
    return at;
  }
  void MoveTo(size_t to, size_t from) {
    const auto begin = turns_.begin();
    std::rotate(begin + static_cast<ptrdiff_t>(to),
                begin + static_cast<ptrdiff_t>(from),
                begin + static_cast<ptrdiff_t>(from) + 1);
  }

  std::vector<Turn> turns_;
  size_t taken_ = 0;  // so many of them, in front
};

}  // namespace boardwalk::ai

#endif  // BOARDWALK_AI_ALPHABETA_TURNS_H_
