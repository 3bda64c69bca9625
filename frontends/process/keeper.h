// The process between ours and a program that we start. Everything that the
// program starts, however it detaches itself, stays below its keeper
// (PR_SET_CHILD_SUBREAPER), so that all of it can be found, timed and killed.
// The keeper survives us if we are killed, and then kills the rest.

#ifndef BOARDWALK_FRONTENDS_PROCESS_KEEPER_H_
#define BOARDWALK_FRONTENDS_PROCESS_KEEPER_H_

#include <sys/types.h>

#include <cstdint>

namespace boardwalk::process {

// Whether the keeper, a copy of our process, gives back its part of our memory.
// Else each page that we write to is copied first, as long as it lives.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr bool kKeeperDropsMemory = false;
#elif defined(__has_feature)
inline constexpr bool kKeeperDropsMemory =
    !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer);
#else
inline constexpr bool kKeeperDropsMemory = true;
#endif

// What the keeper writes to `reports`: first how the program ended, then, when
// all that it started is dead, the CPU time of all of it.
struct KeeperReport {
  int32_t wait_status;  // as waitpid gives it
  int32_t all_is_dead;  // 0 in the first report, 1 in the second
  int64_t cpu_nanoseconds;
};

// What the keeper needs. All descriptors are above 2 and are closed on exec.
struct KeeperLaunch {
  const char* path;
  char* const* argv;
  char* const* environment;
  const char* folder;  // to start in; nullptr: the current one
  const char* group;   // control group, which the keeper removes; or nullptr
  int input;           // become descriptors 0, 1 and 2 of the program
  int output;
  int error;
  int life;     // at its end, when nobody can write to it, all is killed
  int reports;  // gets KeeperReports
  int started;  // gets errno if the program cannot be started, else only ends
};

// Forks the keeper and returns its process id, or -1 with errno set. The keeper
// ends by itself, some time after `life` ends or the program has ended. Any
// thread may call this.
pid_t ForkKeeper(const KeeperLaunch& launch);

}  // namespace boardwalk::process

#endif  // BOARDWALK_FRONTENDS_PROCESS_KEEPER_H_
