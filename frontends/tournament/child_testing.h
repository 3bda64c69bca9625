// What the tests do in processes of their own, because it ends them, or because
// they give something up in it.

#ifndef BOARDWALK_FRONTENDS_TOURNAMENT_CHILD_TESTING_H_
#define BOARDWALK_FRONTENDS_TOURNAMENT_CHILD_TESTING_H_

#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <functional>
#include <string>

#include "gtest/gtest.h"

namespace boardwalk::tournament {

// A process that runs `work` and is gone, in whatever way, when this is.
class Child {
 public:
  // `work` gets a pipe to write to, which Read reads.
  explicit Child(const std::function<void(int pipe)>& work) {
    std::array<int, 2> ends{};
    EXPECT_EQ(pipe(ends.data()), 0);
    pid_ = fork();
    if (pid_ == 0) {
      close(ends[0]);
      work(ends[1]);
      _exit(0);
    }
    EXPECT_GT(pid_, 0);
    close(ends[1]);
    pipe_ = ends[0];
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) Kill();
    close(pipe_);
  }

  // Waits for up to `count` bytes; none when the process has ended.
  std::string Read(size_t count) {
    std::string bytes(count, '\0');
    const ssize_t got = read(pipe_, bytes.data(), count);
    bytes.resize(got > 0 ? static_cast<size_t>(got) : 0);
    return bytes;
  }
  std::string ReadAll() {
    std::string all;
    for (;;) {
      const std::string bytes = Read(1 << 16);
      if (bytes.empty()) return all;
      all += bytes;
    }
  }

  // As `kill -9` does it. Waits for the end.
  void Kill() {
    kill(pid_, SIGKILL);
    Wait();
  }
  // How it ended, as waitpid tells.
  int Wait() {
    int status = 0;
    EXPECT_EQ(waitpid(pid_, &status, 0), pid_);
    pid_ = 0;
    return status;
  }

 private:
  pid_t pid_ = 0;
  int pipe_ = -1;
};

// What `work` returns in a process of its own.
inline std::string InChild(const std::function<std::string()>& work) {
  Child child([&](int pipe) {
    const std::string said = work();
    if (write(pipe, said.data(), said.size()) < 0) _exit(1);
  });
  std::string said = child.ReadAll();
  EXPECT_EQ(child.Wait(), 0) << said;
  return said;
}

// From here on files of this process cannot grow beyond `bytes`, as if the disk
// were full: writing fails, or ends the process if `fatal`.
inline void LimitFileSize(rlim_t bytes, bool fatal) {
  signal(SIGXFSZ, fatal ? SIG_DFL : SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_FSIZE, &limit);
  getrlimit(RLIMIT_CORE, &limit);
  limit.rlim_cur = 0;
  setrlimit(RLIMIT_CORE, &limit);
}

// From here on permissions bind this process, which they do not if it is the
// superuser's. Files that it is to reach must let everybody.
inline void StopBeingRoot() {
  constexpr uid_t kNobody = 65534;
  if (geteuid() == 0 && (setgid(kNobody) != 0 || setuid(kNobody) != 0)) {
    _exit(1);
  }
}

}  // namespace boardwalk::tournament

#endif  // BOARDWALK_FRONTENDS_TOURNAMENT_CHILD_TESTING_H_
