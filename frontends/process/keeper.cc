#include "frontends/process/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

namespace boardwalk::process {
namespace {

// What runs in the keeper and the program before exec is the copy of one thread
// of a process that may have had many: no heap, no locks, system calls alone.

bool JoinGroup(const char* folder) {
  if (folder == nullptr) return true;
  const int group = open(folder, O_DIRECTORY | O_RDONLY | O_CLOEXEC);
  const int file = openat(group, "cgroup.procs", O_WRONLY | O_CLOEXEC);
  const bool is_member = file >= 0 && write(file, "0", 1) == 1;
  if (file >= 0) close(file);
  if (group >= 0) close(group);
  return is_member;
}

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
  int started = launch.started;
  if (launch.input_3 >= 0) {
    if (started == 3) started = fcntl(started, F_DUPFD_CLOEXEC, 4);
    dup2(launch.input_3, 3);
    fcntl(3, F_SETFD, 0);
  }
  close_range(launch.input_3 >= 0 ? 4 : 3, ~0U, CLOSE_RANGE_CLOEXEC);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  if (JoinGroup(launch.group) &&
      (launch.folder == nullptr || chdir(launch.folder) == 0)) {
    execve(launch.path, launch.argv, launch.environment);
  }
  const int error = errno;
  (void)!write(started, &error, sizeof error);
  _exit(127);
}

void CloseAllBut(int a, int b) {
  const unsigned low = std::min(a, b);
  const unsigned high = std::max(a, b);
  if (low > 0) close_range(0, low - 1, 0);
  if (high > low + 1) close_range(low + 1, high - 1, 0);
  close_range(high + 1, ~0U, 0);
}

// A line of /proc/PID/maps, "begin-end rw-p offset device inode path", one
// character after the other.
struct Mapping {
  uintptr_t begin = 0;
  uintptr_t end = 0;
  int field = 0;
  bool is_private_memory = false;  // without a file or a name

  void Add(char c) {
    const bool is_digit = c >= '0' && c <= '9';
    const uintptr_t digit = is_digit ? c - '0' : c - 'a' + 10;
    if (c == ' ') {
      if (field < 6) ++field;
    } else if (field == 0 && c == '-') {
      begin = end;
      end = 0;
    } else if (field == 0) {
      end = end * 16 + digit;
    } else if (field == 1 && c == 'w') {
      is_private_memory = true;
    } else if ((field == 1 && c == 's') || (field == 4 && c != '0') ||
               (field > 4 && c != '\n')) {
      is_private_memory = false;
    }
  }
};

// Gives back the large parts of our memory, of which the keeper is a copy: as
// long as it has them, each page that we write to is copied first. Its own
// stack stays, and what sanitizers keep.
void DropMemory() {
  constexpr uintptr_t kLarge = 1 << 20;
  if (!kKeeperDropsMemory) return;
  const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  std::array<char, 4096> text;
  const auto here = reinterpret_cast<uintptr_t>(text.data());
  Mapping mapping;
  for (ssize_t size; (size = read(file, text.data(), text.size())) > 0;) {
    for (ssize_t i = 0; i < size; ++i) {
      mapping.Add(text[i]);
      if (text[i] != '\n') continue;
      if (mapping.is_private_memory && mapping.end - mapping.begin >= kLarge &&
          (here < mapping.begin || here >= mapping.end)) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr)
        madvise(reinterpret_cast<void*>(mapping.begin),
                mapping.end - mapping.begin, MADV_DONTNEED);
      }
      mapping = {};
    }
  }
  close(file);
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

void RemoveGroup(const char* folder) {
  constexpr timespec kRound = {0, 1'000'000};
  // The kernel may take a moment to see that it is empty.
  for (int i = 0; i < 100 && rmdir(folder) != 0 && errno == EBUSY; ++i) {
    nanosleep(&kRound, nullptr);
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
  // It borrows our memory until it starts: copying its tables takes long where
  // there is much of it.
  const pid_t program = vfork();
  if (program == 0) BecomeProgram(launch);
  if (program < 0) {
    const int error = errno;
    (void)!write(launch.started, &error, sizeof error);
    _exit(1);
  }
  const int life = launch.life;
  const int reports = launch.reports;
  std::array<char, 4096> group = {};
  if (launch.group != nullptr) {
    strncpy(group.data(), launch.group, group.size() - 1);
  }
  CloseAllBut(life, reports);
  DropMemory();  // also `launch`, perhaps
  sigset_t child_signal;
  sigemptyset(&child_signal);
  sigaddset(&child_signal, SIGCHLD);
  const int signals = signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK);
  int wait_status = 0;
  bool ended = false;
  while (!ended) {
    std::array<pollfd, 2> events = {{{life, POLLIN, 0}, {signals, POLLIN, 0}}};
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
  if (ended) Report(reports, wait_status, false);
  KillAll(child_signal);
  if (group[0] != '\0') RemoveGroup(group.data());
  Report(reports, wait_status, true);
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

}  // namespace boardwalk::process
