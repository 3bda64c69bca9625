// Many games at once in arrays of numpy.

#pragma once

#include <pybind11/numpy.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "framework/any_game.h"
#include "framework/batch.h"
#include "framework/random.h"
#include "frontends/python/state.h"

namespace boardwalk::python {

struct BatchEnvOptions {
  int64_t games = 1;
  uint64_t seed = 0;  // of SampleActions
  // After which a game is cut off, 0 for never; unset for kUsualMaxPlies where
  // play can go on for ever, else never.
  std::optional<int64_t> max_plies = {};
  int threads = 1;  // from 1 to kMaxThreads, the caller's included
  bool observations = true;
  bool masks = true;
};
inline constexpr int64_t kUsualMaxPlies = 1000;
inline constexpr int kMaxThreads = 64;

// Threads that do parts of the same work, the calling thread the first part.
// They wait without computing but for some microseconds. A process that was
// forked gets threads of its own.
class Workers {
 public:
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int threads() const { return threads_; }
  // Calls work(0), ..., work(threads() - 1) at once and returns when all are
  // done. Throws what one of them throws, or std::system_error if the system
  // has no more threads.
  void Run(absl::FunctionRef<void(int)> work);

 private:
  struct Crew;

  const int threads_;
  std::unique_ptr<Crew> crew_;
};

// Its arrays stay the same objects: every call writes what changes into them.
// Reset, Step and SampleActions give up the interpreter's lock while they
// compute.
class BatchEnv {
 public:
  // Errors: options outside of their bounds; those of AnyGame::MakeBatch.
  static absl::StatusOr<std::unique_ptr<BatchEnv>> Create(
      std::shared_ptr<const AnyGame> game, const BatchEnvOptions& options);

  const std::shared_ptr<const AnyGame>& game() const { return game_; }
  int64_t games() const { return options_.games; }
  int64_t max_plies() const { return *options_.max_plies; }
  int threads() const { return workers_.threads(); }

  void Reset();
  // Errors: not an array of so many integers; an action that is illegal, and
  // then no game has moved.
  void Step(const pybind11::object& actions);
  // An action for each game, drawn evenly from the legal ones. What is drawn
  // depends on the seed, on the game's number and on the draws before alone.
  pybind11::array_t<int64_t> SampleActions();
  // Errors: not a game from 0.
  std::vector<int64_t> LegalActions(int64_t game) const;
  std::unique_ptr<State> StateOf(int64_t game) const;

  // None where options leave them out.
  pybind11::object obs, final_obs, mask;
  pybind11::array_t<float> rewards;
  pybind11::array_t<bool> terminated, truncated;
  pybind11::array_t<int32_t> current_player;

 private:
  // Without games yet.
  BatchEnv(std::shared_ptr<const AnyGame> game, const BatchEnvOptions& options);

  GameRange PartOf(int part) const;
  int64_t CheckedIndex(int64_t game) const;

  std::shared_ptr<const AnyGame> game_;
  BatchEnvOptions options_;
  std::unique_ptr<AnyBatch> batch_;
  BatchRows rows_;
  std::vector<Random> randoms_;       // of each game
  std::vector<int64_t> actions_;      // of the last step
  std::vector<absl::Status> checks_;  // of each part
  Workers workers_;
  mutable bool in_use_ = false;  // see in_use.h
};

}  // namespace boardwalk::python
