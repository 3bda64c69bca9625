// A filter of the system calls of an entrant's process, which nothing in that
// process can remove.
//
// The process starts no others, so that all its work has one clock and stands
// still between moves; threads are part of it. It signals nobody but itself,
// not even by a timer that would wake it. It does not run other programs or
// look into other processes, and has no way into parts of the kernel that no
// player needs. Refused calls fail with EPERM; an entrant that checks for
// errors goes on.

#ifndef BOARDWALK_FRONTENDS_CONTEST_HARNESS_SYSTEM_CALL_FILTER_H_
#define BOARDWALK_FRONTENDS_CONTEST_HARNESS_SYSTEM_CALL_FILTER_H_

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Arguments have 64 bits. The filter looks at the lower half, which comes first
// on both architectures.
#if defined(__x86_64__)
#define BOARDWALK_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define BOARDWALK_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the filter of entrants is for x86-64 and for 64-bit ARM"
#endif

// The last call of Linux 6.1, set_mempolicy_home_node. Later ones, and those of
// x86-64's other numbers (x32), are answered as by an old kernel.
enum { kLastCall = 450 };

static const int kRefusedCalls[] = {
#ifdef SYS_fork
    SYS_fork, SYS_vfork,
#endif
    SYS_execve, SYS_execveat, SYS_unshare, SYS_setns,
    // Into other processes.
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_process_madvise, SYS_kcmp, SYS_pidfd_open, SYS_pidfd_getfd,
    SYS_pidfd_send_signal, SYS_setpriority, SYS_ioprio_set, SYS_move_pages,
    SYS_migrate_pages,
    // A signal that comes by these could wake it while it stands still.
    SYS_timer_create, SYS_mq_open,
    // Large parts of the kernel.
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_keyctl,
    SYS_add_key, SYS_request_key, SYS_bpf, SYS_userfaultfd, SYS_perf_event_open,
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_move_mount,
    SYS_open_tree, SYS_fsopen, SYS_fsmount, SYS_init_module, SYS_finit_module,
    SYS_delete_module, SYS_kexec_load, SYS_personality};

// Calls whose first argument says which process they are for: allowed with the
// number of the own one alone, or with 0, which stands for it.
static const int kCallsByNumber[] = {SYS_kill, SYS_tkill, SYS_tgkill,
                                     SYS_rt_sigqueueinfo,
                                     SYS_rt_tgsigqueueinfo};
static const int kCallsByZero[] = {SYS_prlimit64, SYS_sched_setscheduler,
                                   SYS_sched_setattr, SYS_sched_setparam,
                                   SYS_sched_setaffinity};

enum {
  kRefuse = SECCOMP_RET_ERRNO | EPERM,
  kUnknown = SECCOMP_RET_ERRNO | ENOSYS
};

struct Filter {
  struct sock_filter code[256];
  unsigned short size;
};

static void Add(struct Filter* filter, uint16_t code, uint32_t k, uint8_t yes,
                uint8_t no) {
  const struct sock_filter line = {code, yes, no, k};
  filter->code[filter->size++] = line;
}

static void Load(struct Filter* filter, size_t offset) {
  Add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void Return(struct Filter* filter, uint32_t verdict) {
  Add(filter, BPF_RET | BPF_K, verdict, 0, 0);
}

// The next `lines` are passed over unless `value` is loaded.
static void IfIs(struct Filter* filter, int value, uint8_t lines) {
  Add(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)value, 0, lines);
}

static void RefuseUnlessFirst(struct Filter* filter, const int* calls,
                              size_t count, int argument) {
  for (size_t i = 0; i < count; ++i) {
    IfIs(filter, calls[i], 4);
    Load(filter, offsetof(struct seccomp_data, args));
    IfIs(filter, argument, 1);
    Return(filter, SECCOMP_RET_ALLOW);
    Return(filter, kRefuse);
  }
}

// Holds the calling process for ever. False if the kernel has no filters.
static int HoldByFilter(void) {
  struct Filter filter = {.size = 0};
  Load(&filter, offsetof(struct seccomp_data, arch));
  Add(&filter, BPF_JMP | BPF_JEQ | BPF_K, BOARDWALK_ARCHITECTURE, 1, 0);
  Return(&filter, SECCOMP_RET_KILL_PROCESS);
  Load(&filter, offsetof(struct seccomp_data, nr));
  Add(&filter, BPF_JMP | BPF_JGT | BPF_K, kLastCall, 0, 1);
  Return(&filter, kUnknown);
  // Its flags cannot be looked at; libraries then use clone.
  IfIs(&filter, SYS_clone3, 1);
  Return(&filter, kUnknown);
  for (size_t i = 0; i < sizeof kRefusedCalls / sizeof(int); ++i) {
    IfIs(&filter, kRefusedCalls[i], 1);
    Return(&filter, kRefuse);
  }
  RefuseUnlessFirst(&filter, kCallsByNumber,
                    sizeof kCallsByNumber / sizeof(int), getpid());
  RefuseUnlessFirst(&filter, kCallsByZero, sizeof kCallsByZero / sizeof(int),
                    0);
  IfIs(&filter, SYS_clone, 4);
  Load(&filter, offsetof(struct seccomp_data, args));
  Add(&filter, BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1);
  Return(&filter, SECCOMP_RET_ALLOW);
  Return(&filter, kRefuse);
  Return(&filter, SECCOMP_RET_ALLOW);
  const struct sock_fprog program = {filter.size, filter.code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                 SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program) == 0;
}

#endif  // BOARDWALK_FRONTENDS_CONTEST_HARNESS_SYSTEM_CALL_FILTER_H_
