// The system calls of an entrant's process: those that a program needs which
// computes and answers. Nothing in the process can remove the filter.
//
// It has memory, threads, clocks, signals to itself, files to read, and the
// standard output that must stay empty. So all its work has one clock and
// stands still between moves, and it reaches nobody: it starts no processes,
// opens no sockets, writes no files, and signals others neither by a call nor
// by a descriptor, a timer or a limit that would make the kernel send a signal.
// Refused calls fail with EPERM; an entrant that checks for errors goes on.

#ifndef BOARDWALK_FRONTENDS_CONTEST_HARNESS_SYSTEM_CALL_FILTER_H_
#define BOARDWALK_FRONTENDS_CONTEST_HARNESS_SYSTEM_CALL_FILTER_H_

#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "call_filter.h"

#if BOARDWALK_ARCHITECTURE == 0
#error "the filter of entrants is for x86-64 and for 64-bit ARM"
#endif

static const int kAllowedCalls[] = {
#if defined(__x86_64__)
    // Older forms of some of those below.
    SYS_alarm, SYS_pause, SYS_time, SYS_stat, SYS_lstat, SYS_access,
    SYS_readlink, SYS_dup2, SYS_poll, SYS_select, SYS_getrlimit,
#endif
    // Memory. That which processes share is not among it (AddRules).
    SYS_brk, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_mincore,
    // Threads; their start is in AddRules.
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_gettid,
    SYS_membarrier, SYS_getcpu, SYS_sched_yield, SYS_sched_getaffinity,
    SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_get_priority_min,
    SYS_sched_get_priority_max, SYS_restart_syscall, SYS_exit, SYS_exit_group,
    // Clocks, and alarms, which do not wake who stands still.
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep,
    SYS_gettimeofday, SYS_times, SYS_getrusage, SYS_getitimer, SYS_setitimer,
    // Its signals; sending them is in AddRules.
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigpending,
    SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_sigaltstack,
    // What it is, and where.
    SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_getcwd, SYS_uname, SYS_sysinfo, SYS_getrandom,
    // Files to read, and descriptors; opening them is in AddRules. It has none
    // that it could write to but its standard output.
    SYS_read, SYS_readv, SYS_pread64, SYS_preadv, SYS_lseek, SYS_fstat,
    SYS_newfstatat, SYS_statx, SYS_faccessat, SYS_faccessat2, SYS_readlinkat,
    SYS_getdents64, SYS_fadvise64, SYS_write, SYS_writev, SYS_pwrite64,
    SYS_pwritev, SYS_close, SYS_close_range, SYS_dup, SYS_dup3, SYS_ppoll,
    SYS_pselect6};

// Signals by which people, and a system without memory, end programs. It does
// not send them to itself: who dies of one was ended from outside.
static const int kSignalsOfOthers[] = {SIGHUP, SIGINT, SIGQUIT, SIGKILL,
                                       SIGTERM};

static void AddRules(struct CallFilter* filter) {
  const uint32_t all = ~0U;
  const uint32_t self = (uint32_t)getpid();
  const uint32_t writes = O_ACCMODE | O_CREAT | O_TRUNC;
  const struct CallRule rules[] = {
      {SYS_openat, 2, writes, O_RDONLY, kAllowed, kRefused},
#ifdef SYS_open
      {SYS_open, 1, writes, O_RDONLY, kAllowed, kRefused},
#endif
      // Shared memory can outlive its use, uncounted.
      {SYS_mmap, 3, MAP_SHARED, 0, kAllowed, kRefused},
      {SYS_clone, 0, CLONE_THREAD, CLONE_THREAD, kAllowed, kRefused},
      // Not who is signalled by a descriptor, and by what.
      {SYS_fcntl, 1, all, F_GETFD, kAllowed, kGoOn},
      {SYS_fcntl, 1, all, F_SETFD, kAllowed, kGoOn},
      {SYS_fcntl, 1, all, F_GETFL, kAllowed, kGoOn},
      {SYS_fcntl, 1, all, F_DUPFD, kAllowed, kGoOn},
      {SYS_fcntl, 1, all, F_DUPFD_CLOEXEC, kAllowed, kRefused},
      // isatty, and how much there is to read, as C++ asks.
      {SYS_ioctl, 1, all, TCGETS, kAllowed, kGoOn},
      {SYS_ioctl, 1, all, FIONREAD, kAllowed, kRefused},
      {SYS_prctl, 0, all, PR_SET_NAME, kAllowed, kGoOn},
      {SYS_prctl, 0, all, PR_GET_NAME, kAllowed, kRefused},
      // Its own limits, but not the one at which the kernel sends SIGKILL.
      {SYS_prlimit64, 0, all, 0, kGoOn, kRefused},
      {SYS_prlimit64, 1, all, RLIMIT_CPU, kRefused, kAllowed},
      {SYS_kill, 0, all, self, kGoOn, kRefused},
      {SYS_tkill, 0, all, self, kGoOn, kRefused},
      {SYS_tgkill, 0, all, self, kGoOn, kRefused}};
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    AddRule(filter, &rules[i]);
  }
  for (size_t i = 0; i < sizeof kSignalsOfOthers / sizeof(int); ++i) {
    const uint32_t number = (uint32_t)kSignalsOfOthers[i];
    const struct CallRule refused[] = {
        {SYS_kill, 1, all, number, kRefused, kGoOn},
        {SYS_tkill, 1, all, number, kRefused, kGoOn},
        {SYS_tgkill, 2, all, number, kRefused, kGoOn}};
    for (size_t j = 0; j < 3; ++j) AddRule(filter, &refused[j]);
  }
}

// Holds the calling process for ever. False, with errno set, if the kernel has
// no filters.
static int HoldByFilter(void) {
  static const int kSelfSignals[] = {SYS_kill, SYS_tkill, SYS_tgkill};
  // Its flags cannot be looked at; libraries then use clone.
  static const int kUnknownCalls[] = {SYS_clone3};
  struct CallFilter filter;
  BeginFilter(&filter);
  AddCalls(&filter, kUnknownCalls, 1, kUnknown);
  AddRules(&filter);
  AddCalls(&filter, kSelfSignals, 3, kAllowed);
  AddCalls(&filter, kAllowedCalls, sizeof kAllowedCalls / sizeof(int),
           kAllowed);
  if (!EndFilter(&filter, kRefused)) {
    errno = E2BIG;
    return 0;
  }
  const struct sock_fprog program = {filter.size, filter.code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                 SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) == 0;
}

#endif  // BOARDWALK_FRONTENDS_CONTEST_HARNESS_SYSTEM_CALL_FILTER_H_
