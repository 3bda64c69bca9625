// Filters of system calls: programs that the kernel runs before each call of a
// process (seccomp), and that nothing in the process can remove. Two lists are
// written with this: that of entrants, contest/harness/system_call_filter.h,
// and that of programs in the sandbox, program_filter.cc. In C, as the harness
// of entrants is.

#ifndef BOARDWALK_FRONTENDS_PROCESS_CALL_FILTER_H_
#define BOARDWALK_FRONTENDS_PROCESS_CALL_FILTER_H_

// NOLINTBEGIN(modernize-deprecated-headers): those of C.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
// NOLINTEND(modernize-deprecated-headers)

#if defined(__x86_64__)
#define BOARDWALK_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define BOARDWALK_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define BOARDWALK_ARCHITECTURE 0  // no filters
#endif

// The last call of Linux 6.1, set_mempolicy_home_node. Later ones, and those of
// x86-64's other numbers (x32), are answered as by an old kernel.
enum { kLastCall = 450, kMaxFilterLines = 1024 };

// What becomes of a call. One that is refused fails, and the program goes on.
static const uint32_t kAllowed = SECCOMP_RET_ALLOW;
static const uint32_t kRefused = SECCOMP_RET_ERRNO | EPERM;
static const uint32_t kUnknown = SECCOMP_RET_ERRNO | ENOSYS;
// Later lines decide. As a verdict it would be SECCOMP_RET_KILL_THREAD.
static const uint32_t kGoOn = 0;

struct CallFilter {
  struct sock_filter code[kMaxFilterLines];
  uint16_t size;
  int is_too_long;
};

// An argument that decides about a call. It is looked at by its lower half,
// which comes first on both architectures: the kernel reads no more of numbers
// and flags.
struct CallRule {
  int call;
  int argument;          // from 0
  uint32_t mask, value;  // whether argument & mask is value
  uint32_t if_so, if_not;
};

static inline void AddLine(struct CallFilter* filter, unsigned code, uint32_t k,
                           unsigned yes, unsigned no) {
  const struct sock_filter line = {(uint16_t)code, (uint8_t)yes, (uint8_t)no,
                                   k};
  if (filter->size == kMaxFilterLines) {
    filter->is_too_long = 1;
  } else {
    filter->code[filter->size++] = line;
  }
}

static inline void LoadNumber(struct CallFilter* filter) {
  AddLine(filter, BPF_LD | BPF_W | BPF_ABS,
          (uint32_t)offsetof(struct seccomp_data, nr), 0, 0);
}

// Ends the filter unless the verdict is to go on, over so many lines.
static inline void AddVerdict(struct CallFilter* filter, uint32_t verdict,
                              uint32_t lines) {
  if (verdict == kGoOn) {
    AddLine(filter, BPF_JMP | BPF_JA, lines, 0, 0);
  } else {
    AddLine(filter, BPF_RET | BPF_K, verdict, 0, 0);
  }
}

// Must come first. Calls of 32-bit programs, which have other numbers, kill.
static inline void BeginFilter(struct CallFilter* filter) {
  filter->size = 0;
  filter->is_too_long = 0;
  AddLine(filter, BPF_LD | BPF_W | BPF_ABS,
          (uint32_t)offsetof(struct seccomp_data, arch), 0, 0);
  AddLine(filter, BPF_JMP | BPF_JEQ | BPF_K, BOARDWALK_ARCHITECTURE, 1, 0);
  AddLine(filter, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS, 0, 0);
  LoadNumber(filter);
  AddLine(filter, BPF_JMP | BPF_JGT | BPF_K, kLastCall, 0, 1);
  AddLine(filter, BPF_RET | BPF_K, kUnknown, 0, 0);
}

static inline void AddCalls(struct CallFilter* filter, const int* calls,
                            size_t count, uint32_t verdict) {
  for (size_t i = 0; i < count; ++i) {
    AddLine(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i], 0, 1);
    AddVerdict(filter, verdict, 0);
  }
}

static inline void AddRule(struct CallFilter* filter,
                           const struct CallRule* rule) {
  const size_t at = offsetof(struct seccomp_data, args) +
                    sizeof(uint64_t) * (size_t)rule->argument;
  AddLine(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)rule->call, 0, 6);
  AddLine(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)at, 0, 0);
  AddLine(filter, BPF_ALU | BPF_AND | BPF_K, rule->mask, 0, 0);
  AddLine(filter, BPF_JMP | BPF_JEQ | BPF_K, rule->value, 0, 1);
  AddVerdict(filter, rule->if_so, 1);
  AddVerdict(filter, rule->if_not, 0);
  LoadNumber(filter);
}

// Must come last: what becomes of all other calls. False if the filter has more
// than kMaxFilterLines, and is of no use.
static inline int EndFilter(struct CallFilter* filter, uint32_t verdict) {
  AddLine(filter, BPF_RET | BPF_K, verdict, 0, 0);
  return !filter->is_too_long;
}

#endif  // BOARDWALK_FRONTENDS_PROCESS_CALL_FILTER_H_
