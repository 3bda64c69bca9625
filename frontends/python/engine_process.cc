#include "frontends/python/engine_process.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "absl/status/status.h"
#include "framework/status_macros.h"
#include "frontends/python/python_player.h"

namespace boardwalk::python {
namespace {

// The id of a player of Python, which nobody sees: no game and no player of a
// plug-in is called like this.
constexpr char kOwnPlayer[] = "ownplayerinpython";

}  // namespace

StoppableInput::StoppableInput(int fd)
    : fd_(fd), stopped_(eventfd(0, EFD_CLOEXEC)) {}

StoppableInput::~StoppableInput() { close(stopped_); }

void StoppableInput::Stop() {
  const uint64_t once = 1;
  while (write(stopped_, &once, sizeof(once)) < 0 && errno == EINTR) {
  }
}

StoppableInput::int_type StoppableInput::underflow() {
  for (;;) {
    pollfd events[] = {{fd_, POLLIN, 0}, {stopped_, POLLIN, 0}};
    const bool failed = poll(events, 2, -1) < 0;
    if (failed && errno == EINTR) continue;
    if (failed || events[1].revents != 0) return traits_type::eof();
    const ssize_t count = read(fd_, bytes_, sizeof(bytes_));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return traits_type::eof();
    setg(bytes_, bytes_, bytes_ + count);
    return traits_type::to_int_type(bytes_[0]);
  }
}

StoppableOutput::int_type StoppableOutput::overflow(int_type c) {
  if (!traits_type::eq_int_type(c, traits_type::eof())) {
    waiting_ += traits_type::to_char_type(c);
  }
  return traits_type::not_eof(c);
}

int StoppableOutput::sync() {
  std::string text = std::exchange(waiting_, "");
  while (!text.empty() && !stopped_) {
    const ssize_t count = write(fd_, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -1;
    text.erase(0, static_cast<size_t>(count));
  }
  return 0;
}

EngineProcess::EngineProcess(Catalog catalog, int input, int output)
    : catalog_(std::move(catalog)),
      input_(input),
      output_(output),
      in_(&input_),
      out_(&output_) {}

absl::StatusOr<std::unique_ptr<EngineProcess>> EngineProcess::Create(
    Games& games, const std::string& game, const std::string& player,
    const pybind11::object& make, int input, int output) {
  Catalog catalog = games.catalog();
  std::optional<engine::SoleEngine> sole;
  if (!make.is_none()) {
    ASSIGN_OR_RETURN(catalog,
                     catalog.With(PythonPlayer(kOwnPlayer, make, games)));
    sole = {.player = kOwnPlayer, .name = player};
  }
  ASSIGN_OR_RETURN(auto played, catalog.MakeGame(game));
  std::unique_ptr<EngineProcess> engine(
      new EngineProcess(std::move(catalog), input, output));
  if (!engine->input_.CanStop()) {
    return absl::ErrnoToStatus(errno, "no file descriptor for an engine");
  }
  engine->server_.emplace(engine->catalog_, std::move(played), engine->out_,
                          std::move(sole));
  if (make.is_none()) {
    RETURN_IF_ERROR(engine->server_->SetOption("Player", player));
  }
  return engine;
}

void EngineProcess::Run() {
  // The player's thread goes on, and may use all that would be destroyed.
  if (!server_->Run(in_)) std::_Exit(0);
}

void EngineProcess::Stop() {
  output_.Stop();
  input_.Stop();
}

}  // namespace boardwalk::python
