// The keeper is a process between ours and a program that we start. Descendants
// of the program stay below its keeper even if they detach themselves
// (PR_SET_CHILD_SUBREAPER), so that they can be found, timed and killed. If we
// are killed, the keeper kills them.

#pragma once

#include <sys/types.h>

#include <cstdint>

namespace boardwalk::process {

// Whether the keeper, a fork of our process, unmaps its copy of our memory.
// Otherwise each page that we write to is copied first while it lives.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool kKeeperDropsMemory = false;
#elif defined(__has_feature)
inline constexpr bool kKeeperDropsMemory =
    !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer);
#else
inline constexpr bool kKeeperDropsMemory = true;
#endif

// Written to `reports` twice: when the program has ended, and, with the CPU
// time of all, when its descendants have ended.
struct KeeperReport {
  int32_t wait_status;  // as waitpid gives it
  int32_t all_is_dead;  // 0 in the first report, 1 in the second
  int64_t cpu_nanoseconds;
};

// Arguments of ForkKeeper. All descriptors are above 2 and close on exec.
struct KeeperLaunch {
  const char* path;
  char* const* argv;
  char* const* environment;
  const char* folder;  // to start in; nullptr: the current one
  const char* group;   // control group, which the keeper removes; or nullptr
  int input;           // become descriptors 0, 1 and 2 of the program
  int output;
  int error;
  int input_3;  // becomes descriptor 3, or -1
  int life;     // at its end, when nobody can write to it, all is killed
  int reports;  // gets KeeperReports
  int started;  // gets errno if the program cannot be started, else only ends
};

// Forks the keeper and returns its process id, or -1 with errno set. The keeper
// ends by itself, some time after `life` ends or the program has ended. Any
// thread may call this.
pid_t ForkKeeper(const KeeperLaunch& launch);

}  // namespace boardwalk::process
