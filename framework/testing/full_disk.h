// A disk without room, for tests.

#pragma once

#include <sys/resource.h>

#include <csignal>

namespace boardwalk {

// While it lives, files of this process cannot grow beyond `bytes`, as if the
// disk were full: writing fails. Nor can standard output if it is a file.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes = 0)
      : handler_before_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit full = {bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &full);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_before_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  void (*const handler_before_)(int);
  rlimit before_ = {};
};

}  // namespace boardwalk
