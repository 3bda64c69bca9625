#include "frontends/engine/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

namespace boardwalk::engine {
namespace {

// What runs in the keeper and the program before exec is the copy of one thread
// of a process that may have had many: no heap, no locks, system calls alone.

[[noreturn]] void BecomeProgram(const KeeperLaunch& launch) {
  // If somebody kills the keeper, its program must not go on.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setsid();
  struct sigaction action = {};
  action.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) {
    sigaction(number, &action, nullptr);
  }
  dup2(launch.input, 0);
  dup2(launch.output, 1);
  dup2(launch.error, 2);
  close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (launch.folder == nullptr || chdir(launch.folder) == 0) {
    execve(launch.path, launch.argv, launch.environment);
  }
  const int error = errno;
  (void)!write(launch.started, &error, sizeof error);
  _exit(127);
}

void CloseAllBut(int a, int b) {
  const unsigned low = std::min(a, b);
  const unsigned high = std::max(a, b);
  if (low > 0) close_range(0, low - 1, 0);
  if (high > low + 1) close_range(low + 1, high - 1, 0);
  close_range(high + 1, ~0U, 0);
}

// Sends SIGKILL to the children of this process, which has one thread.
void KillChildren() {
  const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  std::array<char, 4096> text;
  pid_t child = 0;
  for (ssize_t size; (size = read(file, text.data(), text.size())) > 0;) {
    for (ssize_t i = 0; i < size; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        child = child * 10 + (text[i] - '0');
      } else if (child > 0) {
        kill(child, SIGKILL);
        child = 0;
      }
    }
  }
  close(file);
}

// Kills until nothing is left: children of what is killed become our own. Gives
// up after some seconds, on what runs as another user or hangs in the kernel.
void KillAll(const sigset_t& child_signal) {
  constexpr int kMaxRounds = 500;
  constexpr timespec kRound = {0, 10'000'000};
  for (int round = 0; round < kMaxRounds; ++round) {
    KillChildren();
    pid_t reaped;
    bool some = false;
    while ((reaped = waitpid(-1, nullptr, WNOHANG)) > 0) some = true;
    if (reaped < 0 && errno == ECHILD) return;
    if (!some) sigtimedwait(&child_signal, nullptr, &kRound);
  }
}

void Report(int reports, int wait_status, bool all_is_dead) {
  rusage used = {};
  getrusage(RUSAGE_CHILDREN, &used);
  const int64_t microseconds =
      (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * int64_t{1'000'000} +
      used.ru_utime.tv_usec + used.ru_stime.tv_usec;
  const KeeperReport report = {wait_status, all_is_dead, microseconds * 1000};
  (void)!write(reports, &report, sizeof report);
}

[[noreturn]] void Keep(const KeeperLaunch& launch) {
  setsid();  // Ctrl-C at our terminal is for us.
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t program = fork();
  if (program == 0) BecomeProgram(launch);
  if (program < 0) {
    const int error = errno;
    (void)!write(launch.started, &error, sizeof error);
    _exit(1);
  }
  CloseAllBut(launch.life, launch.reports);
  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  const int signals = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  int wait_status = 0;
  bool ended = false;
  while (!ended) {
    std::array<pollfd, 2> events = {
        {{launch.life, POLLIN, 0}, {signals, POLLIN, 0}}};
    poll(events.data(), events.size(), -1);
    signalfd_siginfo ignored;
    while (read(signals, &ignored, sizeof ignored) > 0) {
    }
    int status = 0;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (pid != program) continue;
      ended = true;
      wait_status = status;
    }
    if (events[0].revents != 0) break;
  }
  if (ended) Report(launch.reports, wait_status, false);
  KillAll(child_signal);
  Report(launch.reports, wait_status, true);
  _exit(0);
}

}  // namespace

pid_t ForkKeeper(const KeeperLaunch& launch) {
  // No handler of ours may run in the copy; the keeper stays deaf.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t keeper = fork();
  if (keeper == 0) Keep(launch);
  const int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return keeper;
}

}  // namespace boardwalk::engine
