#include "frontends/terminal/interrupt.h"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace boardwalk::terminal {
namespace {

// Everything that the signal handlers use: lock-free atomics, and the state of
// the terminal, which is written before the handlers are installed.
std::atomic<bool> g_stop{false};
std::atomic<int> g_count{0};
std::atomic<bool> g_thinking{false};
std::atomic<bool> g_continued{false};
std::atomic<bool> g_resized{false};
static_assert(std::atomic<bool>::is_always_lock_free &&
              std::atomic<int>::is_always_lock_free);
termios g_terminal;
bool g_has_terminal = false;
bool g_has_screen = false;

constexpr std::array<int, 5> kSignals = {SIGINT, SIGTERM, SIGHUP, SIGCONT,
                                         SIGWINCH};
std::array<struct sigaction, kSignals.size()> g_previous;

void RestoreTerminal() {
  if (g_has_terminal) tcsetattr(STDIN_FILENO, TCSANOW, &g_terminal);
}

void OnInterrupt() {
  g_stop = true;
  if (++g_count >= 2 && g_thinking) {
    RestoreTerminal();
    if (g_has_screen) (void)!write(STDOUT_FILENO, "\n", 1);
    _exit(kInterruptedStatus);
  }
}

void Handle(int signal_number) {
  const int saved_errno = errno;
  switch (signal_number) {
    case SIGINT:
      OnInterrupt();
      break;
    case SIGCONT:
      g_continued = true;
      break;
    case SIGWINCH:
      g_resized = true;
      break;
    default:
      RestoreTerminal();
      signal(signal_number, SIG_DFL);
      raise(signal_number);
  }
  errno = saved_errno;
}

}  // namespace

void ExitOnInterrupt() {
  struct sigaction action = {};
  action.sa_handler = [](int) { _exit(kInterruptedStatus); };
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

Interrupts::Interrupts() {
  g_has_terminal = tcgetattr(STDIN_FILENO, &g_terminal) == 0;
  g_has_screen = isatty(STDOUT_FILENO) != 0;
  g_stop = false;
  g_count = 0;
  struct sigaction action = {};
  action.sa_handler = Handle;
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &action, &g_previous[i]);
    if (kSignals[i] == SIGHUP && g_previous[i].sa_handler == SIG_IGN) {
      sigaction(SIGHUP, &g_previous[i], nullptr);
    }
  }
}

Interrupts::~Interrupts() {
  for (size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], &g_previous[i], nullptr);
  }
}

const std::atomic<bool>* Interrupts::stop() { return &g_stop; }
int Interrupts::count() { return g_count; }
void Interrupts::Forget() { g_count = 0; }

void Interrupts::WaitForInput(int fd, int seen, bool for_window) {
  // The signals are blocked except during the wait: one that arrives between
  // the comparison and the wait ends the wait.
  sigset_t blocked, before;
  sigemptyset(&blocked);
  for (const int signal_number : kSignals) sigaddset(&blocked, signal_number);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  const bool window = for_window && (g_resized || g_continued);
  if (g_count == seen && !window) {
    pollfd input = {fd, POLLIN, 0};
    ppoll(&input, 1, nullptr, &before);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

bool Interrupts::TakeContinued() { return g_continued.exchange(false); }
bool Interrupts::TakeResized() { return g_resized.exchange(false); }

ThinkingScope::ThinkingScope() {
  g_stop = false;
  g_thinking = true;
}

ThinkingScope::~ThinkingScope() { g_thinking = false; }

}  // namespace boardwalk::terminal
