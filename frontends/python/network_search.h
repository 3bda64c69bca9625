// A search with a network of the caller: ai/puct/puct_search.h with arrays of
// numpy.

#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "ai/puct/puct_search.h"
#include "framework/any_game.h"
#include "frontends/python/state.h"

namespace boardwalk::python {

// Its arrays stay the same objects. Not thread-safe; Gather and Expand give up
// the interpreter's lock.
class NetworkSearch {
 public:
  // Of `capacity` rows. Errors: those of PuctSearch::Check; no row.
  static absl::StatusOr<std::unique_ptr<NetworkSearch>> Create(
      std::shared_ptr<const AnyGame> game, int64_t trees, int64_t capacity,
      const ai::PuctOptions& options);

  // Searches `state` from now on. Where its game has gone on from the last root
  // of the tree, what was searched below is kept; else the tree begins anew.
  void Follow(int64_t tree, const State& state);
  // Returns the number of rows of `obs` that want an evaluation.
  int64_t Gather(int64_t playouts);
  // Arrays (rows, actions), and (rows,), (rows, 1) or (rows, seats).
  void Expand(const pybind11::object& priors, const pybind11::object& values);
  // (action, visits, prior, value) of each move of a root: a tuple of arrays.
  pybind11::tuple Moves(int64_t tree) const;
  double Value(int64_t tree) const;

  pybind11::array_t<float> obs;

 private:
  NetworkSearch(std::shared_ptr<const AnyGame> game, int64_t trees,
                int64_t capacity, const ai::PuctOptions& options);
  int64_t CheckedTree(int64_t tree) const;

  std::shared_ptr<const AnyGame> game_;
  ai::PuctSearch search_;
  std::vector<std::unique_ptr<State>> roots_;  // null: none
  int64_t rows_ = 0;                           // of the last Gather
  mutable bool in_use_ = false;                // see in_use.h
};

}  // namespace boardwalk::python
