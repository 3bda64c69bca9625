// Players of Python, and ours, as a program that speaks UGI.

#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>

#include "absl/status/statusor.h"
#include "framework/catalog.h"
#include "frontends/engine/ugi_server.h"
#include "frontends/python/games.h"

namespace boardwalk::python {

// Reads from a file descriptor until its end, or until somebody stops it.
class StoppableInput final : public std::streambuf {
 public:
  // `fd` stays the caller's.
  explicit StoppableInput(int fd);
  StoppableInput(const StoppableInput&) = delete;
  StoppableInput& operator=(const StoppableInput&) = delete;
  ~StoppableInput() override;

  // False if the system has no descriptor for Stop.
  bool CanStop() const { return stopped_ >= 0; }
  // Thread-safe: nothing more is read, and who waits sees the end.
  void Stop();

 protected:
  int_type underflow() override;

 private:
  const int fd_;
  const int stopped_;  // readable once it is stopped
  char bytes_[1 << 16];
};

// Writes to a file descriptor until somebody stops it.
class StoppableOutput final : public std::streambuf {
 public:
  // `fd` stays the caller's.
  explicit StoppableOutput(int fd) : fd_(fd) {}

  // Thread-safe: what comes now is thrown away.
  void Stop() { stopped_ = true; }

 protected:
  int_type overflow(int_type c) override;
  int sync() override;

 private:
  const int fd_;
  std::atomic<bool> stopped_ = false;
  std::string waiting_;
};

class EngineProcess {
 public:
  // Plays the game of a name until an option tells another one. `make` is that
  // of PythonPlayer, and `player` how it is introduced; if `make` is None,
  // `player` is the name of one of ours. Talks by the descriptors, which stay
  // the caller's. Errors: those of Catalog::MakeGame and UgiServer::SetOption;
  // no file descriptor.
  // REQUIRES: the interpreter's lock is held.
  static absl::StatusOr<std::unique_ptr<EngineProcess>> Create(
      Games& games, const std::string& game, const std::string& player,
      const pybind11::object& make, int input, int output);

  const Catalog& catalog() const { return catalog_; }

  // Serves until `quit`, the end of the input, or Stop. Ends the process, with
  // status 0, if the player goes on thinking then.
  // REQUIRES: the interpreter's lock is not held.
  void Run();

  // Thread-safe: Run says no more, and returns when the player has.
  void Stop();

 private:
  EngineProcess(Catalog catalog, int input, int output);

  const Catalog catalog_;
  StoppableInput input_;
  StoppableOutput output_;
  std::istream in_;
  std::ostream out_;
  std::optional<engine::UgiServer> server_;
};

}  // namespace boardwalk::python
