#include "frontends/python/python_player.h"

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "framework/errors.h"
#include "framework/limits.h"
#include "framework/player.h"
#include "framework/status_macros.h"
#include "framework/text.h"
#include "frontends/python/shared_object.h"
#include "frontends/python/state.h"

namespace py = pybind11;

namespace boardwalk::python {
namespace {

// "ValueError: no such file"; the type alone where the rest is no text.
absl::Status Failure(const py::error_already_set& error) {
  std::string text = py::str(error.type().attr("__name__"));
  try {
    const py::bytes value =
        py::str(error.value()).attr("encode")("utf-8", "replace");
    absl::StrAppend(&text, ": ", std::string(value));
  } catch (const std::exception&) {
  }
  return absl::UnknownError(OneLine(text));
}

py::dict DictOf(const Limits& limits) {
  py::dict dict;
  if (limits.time) {
    dict["time"] = std::chrono::duration<double>(*limits.time).count();
  }
  if (limits.nodes) dict["nodes"] = *limits.nodes;
  if (limits.playouts) dict["playouts"] = *limits.playouts;
  if (limits.depth) dict["depth"] = *limits.depth;
  return dict;
}

class Adapter final : public boardwalk::Player {
 public:
  Adapter(std::shared_ptr<const AnyGame> game,
          std::shared_ptr<const SharedObject> make)
      : game_(std::move(game)), make_(std::move(make)) {}

  absl::Status Start(const AnyState& state, uint64_t seed) override {
    RETURN_IF_ERROR(SeeFrom(state));
    const py::gil_scoped_acquire acquire;
    try {
      // One that has not played may be told of another beginning.
      if (has_played_) {
        player_ = nullptr;
        has_played_ = false;
      }
      if (player_ == nullptr) {
        player_ = std::make_unique<SharedObject>(make_->get()());
      }
      if (!Has("choose")) {
        return absl::InvalidArgumentError(
            absl::StrCat(std::string(py::repr(player_->get())),
                         " has no choose(state, limits)"));
      }
      if (Has("start")) player_->get().attr("start")(seen_->Clone(), seed);
    } catch (py::error_already_set& error) {
      return Failure(error);
    }
    return absl::OkStatus();
  }

  absl::StatusOr<Decision> Choose(const AnyState& state, const Limits& outer,
                                  const Observer& /*observer*/) override {
    const auto begin = std::chrono::steady_clock::now();
    has_played_ = true;
    ASSIGN_OR_RETURN(const int64_t action, ActionChosen(outer));
    const auto move = state.MoveOfAction(action);
    if (!move.ok()) {
      return absl::Status(kPlayerMovedIllegally, move.status().message());
    }
    const std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - begin;
    return Decision{.move = *move, .line = {*move}, .seconds = seconds.count()};
  }

  void Observe(AnyMove move) override {
    const auto action = ActionOf(seen_->position(), move);
    if (action.ok() && seen_->ApplyAction(*action).ok()) return;
    // A seat has left the game.
    std::unique_ptr<AnyState> now = seen_->position().Clone();
    if (now->Apply(move).ok()) {
      seen_ = std::make_unique<State>(
          std::shared_ptr<const AnyState>(std::move(now)));
    }
  }

  void GameOver() override {
    const py::gil_scoped_acquire acquire;
    has_played_ = true;
    try {
      if (Has("game_over")) player_->get().attr("game_over")();
    } catch (py::error_already_set& error) {
      error.discard_as_unraisable("game_over");
    }
  }

 private:
  // The game is asked without the interpreter's lock: what goes wrong in one of
  // Python is no fault of the player.
  absl::StatusOr<int64_t> ActionChosen(const Limits& limits) {
    const py::gil_scoped_acquire acquire;
    try {
      const py::object chosen =
          player_->get().attr("choose")(seen_->Clone(), DictOf(limits));
      const auto number =
          py::reinterpret_steal<py::object>(PyNumber_Index(chosen.ptr()));
      if (!number) throw py::error_already_set();
      return number.cast<int64_t>();
    } catch (py::error_already_set& error) {
      return Failure(error);
    } catch (const py::cast_error&) {
      return absl::UnknownError("choose returned a number above 64 bits");
    }
  }
  absl::Status SeeFrom(const AnyState& state) {
    ASSIGN_OR_RETURN(auto position,
                     game_->ParsePosition(state.FormatPosition()));
    seen_ = std::make_unique<State>(
        std::shared_ptr<const AnyState>(std::move(position)));
    return absl::OkStatus();
  }
  bool Has(const char* name) const { return py::hasattr(player_->get(), name); }

  std::shared_ptr<const AnyGame> game_;
  std::shared_ptr<const SharedObject> make_;
  std::unique_ptr<SharedObject> player_;
  bool has_played_ = false;      // it
  std::unique_ptr<State> seen_;  // up to now
};

}  // namespace

PlayerPlugin PythonPlayer(const std::string& id, py::object make,
                          Games& games) {
  const auto shared = std::make_shared<const SharedObject>(std::move(make));
  return {.info = {.id = id,
                   .title = "a player in Python",
                   .origin = "Python",
                   .needs_limit = false},
          .games = {},
          .make = [shared, &games](const AnyGame& game, const Parameters&)
              -> absl::StatusOr<std::unique_ptr<boardwalk::Player>> {
            const py::gil_scoped_acquire acquire;
            ASSIGN_OR_RETURN(auto same, games.Load(game.Name()));
            return std::make_unique<Adapter>(std::move(same), shared);
          }};
}

}  // namespace boardwalk::python
