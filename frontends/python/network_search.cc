#include "frontends/python/network_search.h"

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "framework/errors.h"
#include "framework/status_macros.h"
#include "frontends/python/arrays.h"
#include "frontends/python/errors.h"
#include "frontends/python/in_use.h"
#include "frontends/python/python_game.h"
#include "frontends/python/unlocked.h"

namespace py = pybind11;

namespace boardwalk::python {
namespace {

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;

// What an evaluator returned, as numbers.
Floats FloatsOf(const py::object& given, const char* what) {
  Floats floats = Floats::ensure(given);
  if (!floats) {
    throw py::value_error(absl::StrCat(
        what, " are an array of numbers, not ",
        std::string(py::str(py::type::of(given).attr("__name__")))));
  }
  return floats;
}

absl::Span<const float> SpanOf(const Floats& floats) {
  return {floats.data(), static_cast<size_t>(floats.size())};
}

}  // namespace

absl::StatusOr<std::unique_ptr<NetworkSearch>> NetworkSearch::Create(
    std::shared_ptr<const AnyGame> game, int64_t trees, int64_t capacity,
    const ai::PuctOptions& options) {
  RETURN_IF_ERROR(ai::PuctSearch::Check(*game, trees, options));
  if (capacity < 1) {
    return InvalidArgument("a batch has at least 1 row, not ", capacity);
  }
  return std::unique_ptr<NetworkSearch>(
      new NetworkSearch(std::move(game), trees, capacity, options));
}

NetworkSearch::NetworkSearch(std::shared_ptr<const AnyGame> game, int64_t trees,
                             int64_t capacity, const ai::PuctOptions& options)
    : obs(Zeros<float>(RowsOf(capacity, game->Observation()))),
      game_(std::move(game)),
      search_(game_, trees, options),
      roots_(static_cast<size_t>(trees)) {}

int64_t NetworkSearch::CheckedTree(int64_t tree) const {
  if (tree >= 0 && tree < search_.trees()) return tree;
  throw py::index_error(
      absl::StrCat("tree ", tree, " is not from 0 to ", search_.trees() - 1));
}

void NetworkSearch::Follow(int64_t tree, const State& state) {
  const InUse in_use(in_use_);
  rows_ = 0;
  const std::unique_ptr<State> last = std::move(roots_[CheckedTree(tree)]);
  const auto actions =
      last == nullptr ? std::nullopt : state.ActionsSince(*last);
  // The same position again begins anew, and so has the same answer.
  if (actions && !actions->empty() && !state.position().IsTerminal()) {
    for (const int64_t action : *actions) {
      ThrowIfError(search_.Advance(tree, action));
    }
  } else {
    ThrowIfError(search_.SetRoot(tree, state.position()));
  }
  roots_[tree] = state.Clone();
}

int64_t NetworkSearch::Gather(int64_t playouts) {
  const InUse in_use(in_use_);
  const absl::Span<float> rows(obs.mutable_data(),
                               static_cast<size_t>(obs.size()));
  rows_ = CallUnlocked(GameCall(FaultsOf(*game_)),
                       [&] { return search_.Gather(playouts, rows, {}); });
  return rows_;
}

void NetworkSearch::Expand(const py::object& priors, const py::object& values) {
  const InUse in_use(in_use_);
  const Floats given_priors = FloatsOf(priors, "priors");
  const Floats given_values = FloatsOf(values, "values");
  if (given_priors.ndim() != 2 || given_priors.shape(0) != rows_ ||
      given_priors.shape(1) != game_->NumActions()) {
    throw py::value_error(absl::StrCat(
        "priors have the shape (", rows_, ", ", game_->NumActions(),
        "), a row for each observation, not ", ShapeText(given_priors)));
  }
  if (given_values.ndim() < 1 || given_values.ndim() > 2 ||
      given_values.shape(0) != rows_) {
    throw py::value_error(
        absl::StrCat("values have the shape (", rows_, ",) or (", rows_, ", ",
                     game_->NumPlayers(), "), not ", ShapeText(given_values)));
  }
  rows_ = 0;
  ThrowIfError(CallUnlocked(GameCall(FaultsOf(*game_)), [&] {
    return search_.Expand(SpanOf(given_priors), SpanOf(given_values));
  }));
}

py::tuple NetworkSearch::Moves(int64_t tree) const {
  const InUse in_use(in_use_);
  const std::vector<ai::PuctMove> moves = search_.Moves(CheckedTree(tree));
  const auto count = static_cast<py::ssize_t>(moves.size());
  py::array_t<int64_t> actions(count), visits(count);
  py::array_t<double> priors(count), values(count);
  for (py::ssize_t i = 0; i < count; ++i) {
    actions.mutable_at(i) = moves[i].action;
    visits.mutable_at(i) = moves[i].visits;
    priors.mutable_at(i) = moves[i].prior;
    values.mutable_at(i) = moves[i].value;
  }
  return py::make_tuple(actions, visits, priors, values);
}

double NetworkSearch::Value(int64_t tree) const {
  const InUse in_use(in_use_);
  return search_.Value(CheckedTree(tree));
}

}  // namespace boardwalk::python
