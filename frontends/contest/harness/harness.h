// The common part of the harnesses. The functions of an entrant run in a
// process of their own, which the harness watches.
//
//   protocol <--> harness <-- shared memory --> entrant's process
//
// The entrant's process has no descriptor of the protocol: its standard input
// is empty, and its standard output and error are a file in memory that must
// stay empty. Questions and answers go through shared memory, so that they
// still go when it has closed all descriptors.

#ifndef BOARDWALK_FRONTENDS_CONTEST_HARNESS_HARNESS_H_
#define BOARDWALK_FRONTENDS_CONTEST_HARNESS_HARNESS_H_

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "system_call_filter.h"

enum { kPage = 4096, kMaxPrinted = 1 << 20, kMaxLine = 1 << 20 };

// CPU time of loading that is not counted; the rest counts with the first
// answer.
static const int64_t kLoadingNanoseconds = 10000000;

// In kHeld the process is ready for the entrant's code, and waits.
enum State { kStarting, kHeld, kLoading, kAtRest, kAsked };

// Written by both processes. An entrant that scribbles here harms itself.
struct Shared {
  atomic_int bell;  // counts changes; both wait for them
  atomic_int state;
  int routine;  // the question: which function, with what
  long in[12];
  long out[4];
  uintptr_t page;  // in the entrant's process
  int board_was_written;
  int signal;  // of the entrant's end, if it was a bad access
  uintptr_t address;
  char error[200];  // why the entrant cannot be started or loaded
};

struct Entrant {
  const char* object_file;
  // In the entrant's process: finds the functions; 0 with shared->error if one
  // is missing.
  int (*find)(void* library, struct Shared* shared);
  // In the entrant's process: answers the question.
  void (*answer)(struct Shared* shared);
  // Both processes see it; only the harness can write to it.
  char* page;
  struct Shared* shared;
  int page_file;
  int printed_file;
  pid_t pid;         // 0: not running
  int is_held;       // of its code nothing has run before
  int64_t reckoned;  // of its CPU time, in nanoseconds
};

static struct Entrant g_entrant;
static char g_alternate_stack[64 << 10];
static uintptr_t g_stack;

// --- The protocol ------------------------------------------------------------

static void SayTo(int descriptor, const char* format, va_list arguments) {
  char line[1000];
  const int size = vsnprintf(line, sizeof line - 1, format, arguments);
  size_t left = size < (int)sizeof line - 1 ? (size_t)size : sizeof line - 2;
  line[left++] = '\n';
  for (const char* at = line; left > 0;) {
    const ssize_t written = write(descriptor, at, left);
    if (written < 0 && errno != EINTR) _exit(1);
    if (written > 0) {
      at += written;
      left -= (size_t)written;
    }
  }
}

__attribute__((format(printf, 1, 2))) static void Say(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  SayTo(1, format, arguments);
  va_end(arguments);
}

// The end: the entrant has broken the rule `kind`. The reason stands in the
// protocol, and as the last words on standard error.
__attribute__((format(printf, 2, 3), noreturn)) static void Fault(
    const char* kind, const char* format, ...) {
  char text[800];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  Say("info string fault %s %s", kind, text);
  dprintf(2, "fault %s %s\n", kind, text);
  _exit(1);
}

// The next line of the protocol without its end; the program ends with it.
static char* NextLine(void) {
  static char text[kMaxLine + 1];
  static size_t begin, end;
  for (;;) {
    char* newline = memchr(text + begin, '\n', end - begin);
    if (newline != NULL) {
      char* line = text + begin;
      *newline = '\0';
      begin = (size_t)(newline - text) + 1;
      return line;
    }
    memmove(text, text + begin, end - begin);
    end -= begin;
    begin = 0;
    if (end == kMaxLine) _exit(2);
    const ssize_t size = read(0, text + end, kMaxLine - end);
    if (size == 0 || (size < 0 && errno != EINTR)) _exit(0);
    if (size > 0) end += (size_t)size;
  }
}

// Whether `line` begins with the words `words`; if so, *rest is what follows.
static int Begins(char* line, const char* words, char** rest) {
  const size_t size = strlen(words);
  if (strncmp(line, words, size) != 0) return 0;
  if (line[size] != '\0' && line[size] != ' ') return 0;
  *rest = line + size + (line[size] == ' ');
  return 1;
}

// --- Both processes ----------------------------------------------------------

static void Ring(struct Shared* shared) {
  atomic_fetch_add(&shared->bell, 1);
  syscall(SYS_futex, &shared->bell, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void WaitForBell(struct Shared* shared, int seen) {
  syscall(SYS_futex, &shared->bell, FUTEX_WAIT, seen, NULL, NULL, 0);
}

// --- The entrant's process ---------------------------------------------------

static void OnBadAccess(int number, siginfo_t* info, void* context) {
  (void)context;
  g_entrant.shared->signal = number;
  g_entrant.shared->address = (uintptr_t)info->si_addr;
  signal(number, SIG_DFL);
  if (info->si_code <= 0) raise(number);  // Else it happens again.
}

// Ends the process, in which nothing of the entrant's code has run yet.
__attribute__((noreturn)) static void CannotStart(const char* what) {
  struct Shared* shared = g_entrant.shared;
  snprintf(shared->error, sizeof shared->error, "%s: %s", what,
           strerror(errno));
  _exit(1);
}

static void MapPage(void) {
  // Between two that nobody may touch.
  char* pages =
      mmap(NULL, 3 * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  // The file is sealed: mprotect cannot make this writable.
  if (pages == MAP_FAILED ||
      mmap(pages + kPage, kPage, PROT_READ, MAP_SHARED | MAP_FIXED,
           g_entrant.page_file, 0) == MAP_FAILED) {
    CannotStart("no memory for the board");
  }
  g_entrant.shared->page = (uintptr_t)(pages + kPage);
}

// Enters `state` and waits until the harness enters `next`.
static void EnterAndWait(struct Shared* shared, int state, int next) {
  atomic_store(&shared->state, state);
  Ring(shared);
  for (;;) {
    const int seen = atomic_load(&shared->bell);
    if (atomic_load(&shared->state) == next) return;
    WaitForBell(shared, seen);
  }
}

__attribute__((noreturn)) static void RunEntrant(void) {
  struct Entrant* entrant = &g_entrant;
  struct Shared* shared = entrant->shared;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  munmap(entrant->page, kPage);
  MapPage();
  dup2(open("/dev/null", O_RDONLY), 0);
  dup2(entrant->printed_file, 1);
  dup2(entrant->printed_file, 2);
  close_range(3, ~0U, 0);
  const struct rlimit printed = {kMaxPrinted, kMaxPrinted};
  setrlimit(RLIMIT_FSIZE, &printed);
  const stack_t stack = {.ss_sp = g_alternate_stack,
                         .ss_size = sizeof g_alternate_stack};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = OnBadAccess,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  signal(SIGCHLD, SIG_DFL);
  if (!HoldByFilter()) CannotStart("no filter of system calls");
  EnterAndWait(shared, kHeld, kLoading);
  void* library = dlopen(entrant->object_file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(shared->error, sizeof shared->error, "%s", dlerror());
    _exit(1);
  }
  if (!entrant->find(library, shared)) _exit(1);
  for (;;) {
    fflush(NULL);
    EnterAndWait(shared, kAtRest, kAsked);
    entrant->answer(shared);
  }
}

// --- The harness's process ---------------------------------------------------

static void OnChild(int number) {
  (void)number;
  // So that a wait that is about to begin does not.
  atomic_fetch_add(&g_entrant.shared->bell, 1);
}

// Sends SIGKILL to all descendants of this process until none is left: children
// of a killed process become its own.
static void EndEntrant(void) {
  g_entrant.pid = 0;
  for (int round = 0; round < 1000; ++round) {
    char text[4096];
    const int file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0) close(file);
    text[size > 0 ? size : 0] = '\0';
    char* at = text;
    for (long pid; (pid = strtol(at, &at, 10)) > 0;) kill((pid_t)pid, SIGKILL);
    pid_t reaped;
    while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0) {
    }
    if (reaped < 0 && errno == ECHILD) return;
    const struct timespec millisecond = {0, 1000000};
    nanosleep(&millisecond, NULL);
  }
}

// Prepares all but the entrant itself.
static void PrepareEntrant(void) {
  struct Entrant* entrant = &g_entrant;
  g_stack = (uintptr_t)__builtin_frame_address(0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // Entrants cannot look into this process, nor, without a sandbox, into one
  // another.
  prctl(PR_SET_DUMPABLE, 0);
  entrant->shared = mmap(NULL, sizeof *entrant->shared, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  entrant->printed_file =
      memfd_create("printed", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  entrant->page_file = memfd_create("board", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  /* What was printed cannot be taken back. */
  if (entrant->shared == MAP_FAILED || entrant->printed_file < 0 ||
      fcntl(entrant->printed_file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) !=
          0 ||
      ftruncate(entrant->page_file, kPage) != 0) {
    Fault("outside", "no memory for the harness: %s", strerror(errno));
  }
  entrant->page = mmap(NULL, kPage, PROT_READ | PROT_WRITE, MAP_SHARED,
                       entrant->page_file, 0);
  if (entrant->page == MAP_FAILED ||
      fcntl(entrant->page_file, F_ADD_SEALS,
            F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) !=
          0) {
    Fault("outside", "cannot seal the board: %s", strerror(errno));
  }
  memset(entrant->page, 0xff, kPage);
  const struct sigaction action = {.sa_handler = OnChild,
                                   .sa_flags = SA_NOCLDSTOP};
  sigaction(SIGCHLD, &action, NULL);
}

static void CheckPrinted(void) {
  struct stat printed;
  if (fstat(g_entrant.printed_file, &printed) != 0 || printed.st_size == 0) {
    return;
  }
  char text[61];
  const ssize_t size = pread(g_entrant.printed_file, text, sizeof text - 1, 0);
  text[size > 0 ? size : 0] = '\0';
  for (char* at = text; *at != '\0'; ++at) {
    if (*at < ' ' || *at > '~') *at = ' ';
  }
  Fault("printed", "%lld bytes: %s", (long long)printed.st_size, text);
}

// Whether a signal came from others: the filter lets it send itself none of
// these. SIGKILL is also how the system ends who has used up the memory.
static int IsFromOutside(int number, const struct rusage* used) {
  const rlim_t peak = (rlim_t)used->ru_maxrss * 1024;
  struct rlimit memory;
  getrlimit(RLIMIT_AS, &memory);
  if (number == SIGKILL && peak >= memory.rlim_cur / 2) return 0;
  for (size_t i = 0; i < sizeof kSignalsOfOthers / sizeof(int); ++i) {
    if (kSignalsOfOthers[i] == number) return 1;
  }
  return 0;
}

// The entrant's process has ended; says why. Does not return.
__attribute__((noreturn)) static void TellEnd(int status,
                                              const struct rusage* used) {
  const struct Shared* shared = g_entrant.shared;
  const uintptr_t address = shared->address;
  const uintptr_t page = shared->page;
  if (shared->error[0] != '\0') {
    Fault(g_entrant.is_held ? "load" : "outside", "%.190s", shared->error);
  }
  if (shared->signal != 0 && page != 0 && address >= page &&
      address < page + kPage) {
    Fault("board", "wrote to the const board");
  }
  CheckPrinted();
  if (WIFEXITED(status)) {
    Fault("crash", "it ended the program, exit status %d", WEXITSTATUS(status));
  }
  const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (!g_entrant.is_held || IsFromOutside(number, used)) {
    Fault("outside", "signal %d (%s)", number, strsignal(number));
  }
  const char* where = "";
  if (shared->signal == number && page != 0 && address >= page - kPage &&
      address < page + 2 * kPage) {
    where = address < page ? ", in front of the board" : ", behind the board";
  } else if (shared->signal == number && address < g_stack &&
             address > g_stack - (uintptr_t)(16 << 20)) {
    where = ", out of stack";
  }
  Fault("crash", "signal %d (%s)%s", number, strsignal(number), where);
}

// Until it is in `state`.
static void WaitForEntrant(int state) {
  struct Shared* shared = g_entrant.shared;
  for (;;) {
    const int seen = atomic_load(&shared->bell);
    int status;
    struct rusage used;
    if (atomic_load(&shared->state) == state) return;
    if (wait4(g_entrant.pid, &status, WNOHANG, &used) == g_entrant.pid) {
      TellEnd(status, &used);
    }
    WaitForBell(shared, seen);
  }
}

static void StartEntrant(void) {
  struct Entrant* entrant = &g_entrant;
  EndEntrant();
  memset(entrant->shared, 0, sizeof *entrant->shared);
  entrant->reckoned = -1;
  entrant->is_held = 0;
  entrant->pid = fork();
  if (entrant->pid == 0) RunEntrant();
  if (entrant->pid < 0) Fault("outside", "no process: %s", strerror(errno));
  WaitForEntrant(kHeld);
  entrant->is_held = 1;
  atomic_store(&entrant->shared->state, kLoading);
  Ring(entrant->shared);
}

static int64_t CpuNanoseconds(void) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(g_entrant.pid, &clock) != 0 ||
      clock_gettime(clock, &time) != 0) {
    return 0;
  }
  return time.tv_sec * (int64_t)1000000000 + time.tv_nsec;
}

// Asks shared->routine with shared->in and waits for the answer in
// shared->out, however long it takes. Between questions all threads of the
// entrant stand still. Returns the nanoseconds of CPU time that it took since
// the answer before, so that nothing is lost whatever it does.
static int64_t Ask(int routine) {
  struct Shared* shared = g_entrant.shared;
  if (g_entrant.pid == 0) StartEntrant();
  kill(g_entrant.pid, SIGCONT);
  WaitForEntrant(kAtRest);  // until it is loaded
  if (g_entrant.reckoned < 0) {
    const int64_t loading = CpuNanoseconds();
    g_entrant.reckoned =
        loading < kLoadingNanoseconds ? loading : kLoadingNanoseconds;
  }
  shared->routine = routine;
  atomic_store(&shared->state, kAsked);
  Ring(shared);
  WaitForEntrant(kAtRest);
  const int64_t used = CpuNanoseconds() - g_entrant.reckoned;
  g_entrant.reckoned += used;
  kill(g_entrant.pid, SIGSTOP);
  if (shared->board_was_written) Fault("board", "wrote to the const board");
  CheckPrinted();
  return used;
}

#endif  // BOARDWALK_FRONTENDS_CONTEST_HARNESS_HARNESS_H_
